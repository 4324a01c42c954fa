"""Launching and recalling craft. Rulebook: GCW-LCH."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact, only
from engine.gcw.acting import ACTOR, Action, acted, can, grip, owned, unable, unit_label
from engine.gcw.battles import commit, shields_rise, uncommittable
from engine.gcw.contacts import LAUNCH, gave_away, vanished
from engine.gcw.figures.damage import Act
from engine.gcw.look import Look, Own, Run, Term
from engine.gcw.state import CRAFT, State, Unit, UnitKind, carried, changed
from engine.look import Refused
from engine.noun import Found, Value, parts_of
from engine.orders import Option
from engine.text.message import N_
from engine.text.names import did_you_mean, shown

GROUPS = ("all", "squadrons", "auxiliaries")
"""Words for many craft at once."""

IN_FLIGHT = "in flight"
"""Where craft are that can be recalled."""


def chosen(look: Look, words: str, pool: list[Unit], where: str) -> list[Unit]:
    """The craft that are meant: all, by kind, by class, or by name. Refuses NO_CRAFT."""
    wanted = words.strip().casefold()
    if wanted == "all":
        picked = pool
    elif wanted in GROUPS:
        kind = UnitKind.SQUADRON if wanted == "squadrons" else UnitKind.AUXILIARY
        picked = [unit for unit in pool if unit.kind is kind]
    else:
        picked = []
        for word in parts_of(words, [unit.name for unit in pool]):
            fold = word.casefold()
            named = [unit for unit in pool if unit.name.casefold() == fold]
            named = named or [unit for unit in pool if unit.code.casefold() == fold] or counted_out(fold, pool)
            if not named:
                hint = did_you_mean(word, [unit.name for unit in pool])
                look.refuse("NO_CRAFT", name=shown(word), host=shown(where), hint=hint)
            picked += [unit for unit in named if unit not in picked]
    if not picked:
        look.refuse("NO_CRAFT", name=shown(words), host=shown(where), hint="")
    return picked


def counted_out(word: str, pool: list[Unit]) -> list[Unit]:
    """The first so many craft of a class: "2 tf"; none where there are not that many."""
    count, _, code = word.partition(" ")
    alike = [unit for unit in pool if unit.code.casefold() == code.strip()]
    wanted = int(count) if count.isdecimal() and len(count) < 4 else 0
    return alike[:wanted] if wanted <= len(alike) else []


class Craft(Value[Look, list[Unit]]):
    """Craft of a carrier: all, those of a kind or class, or by name. `pool` are those that a ship could take."""

    def __init__(
        self,
        what: str,
        read: Callable[[Look, str, Found], list[Unit]],
        pool: Callable[[Look, Unit], list[Unit]],
        barred: Callable[[Look, Unit, Unit], Refused | None],
    ) -> None:
        super().__init__(what, read)
        self.pool, self.barred = pool, barred

    def ready(self, look: Look, ship: Unit) -> list[Unit]:
        """What could go one by one."""
        if uncommittable(look, ship):
            return []
        return [unit for unit in self.pool(look, ship) if self.barred(look, ship, unit) is None]

    def options(self, look: Look, found: Found, typed: str) -> Iterator[Option]:
        """All, squadrons, classes, and each by name."""
        yield Option("all")
        yield Option("squadrons")
        ship = found.get("ship")
        pool = self.ready(look, ship) if ship is not None else []
        for code in dict.fromkeys(unit.code for unit in pool):
            yield Option(code, f"{sum(unit.code == code for unit in pool)} × {look.world.class_text(code)}")
        yield from (Option(unit.name, unit_label(look, unit)) for unit in pool)

    def values(self, look: Look, found: Found) -> Iterator[str]:
        """Classes of which all could go, and single craft."""
        ready = self.ready(look, found.ship)
        held_back = {unit.code for unit in self.pool(look, found.ship) if unit not in ready}
        yield from dict.fromkeys(unit.code for unit in ready if unit.code not in held_back and not unit.on_grid)
        yield from (unit.name for unit in ready)


def hangars(look: Look, found: Found) -> Iterator[Unit]:
    """The player's units on a grid that have a hangar."""
    return (unit for unit in look.own() if unit.on_grid and any(look.world.hangar(unit.code)))


def carriers(look: Look, found: Found) -> Iterator[Unit]:
    """The player's units with craft aboard."""
    return (unit for unit in look.own() if aboard(look, unit))


CARRIER = ACTOR.but(what="a carrier of yours", among=hangars, exact=owned)
"""A unit of the player's; menus offer those that take craft."""


def aboard(look: Look, ship: Unit) -> list[Unit]:
    """The craft in a ship's hangar."""
    return [unit for unit in carried(look.known, ship) if unit.kind in CRAFT]


def kept_in(look: Look, ship: Unit, unit: Unit) -> Refused | None:
    """Why a craft cannot be launched: it came in this turn, or its group has no room in the battle (GCW-LCH-01)."""
    if look.use(unit).recalled:
        return Refused("LAUNCH_RECALL", {"unit": shown(unit.name)})
    return uncommittable(look, replace(unit, docked="", system=ship.system, cell=ship.cell))


def to_launch(look: Look, words: str, found: Found) -> list[Unit]:
    """The craft to launch. Refuses NO_CRAFT."""
    return chosen(look, words, aboard(look, found.ship), found.ship.name)


class Launch(Action):
    """Launch craft from a ship; they may act in the same turn."""

    path: ClassVar[str] = "gcw battle launch"
    line: ClassVar[str] = "launch {craft} from {ship}"
    each: ClassVar[int] = 2
    ship: Annotated[str, CARRIER.but(among=carriers).that(can(Act.LAUNCH))] = Field(
        description="the carrier", max_length=60
    )
    craft: Annotated[str, Craft("craft aboard", to_launch, aboard, kept_in)] = Field(
        description="'all', 'squadrons', a class ('TF', '2 TF'), or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """Launched craft appear in the ship's cell (GCW-LCH-01)."""
        ship: Unit = run.found.ship
        commit(run, ship)
        for unit in run.found.craft:
            run.look.require(kept_in(run.look, ship, unit))
            use = run.use(unit)
            use.launched, use.landed = True, run.use(ship).landed
            run.say(Launched(unit.id, ship.system, ship.cell), only(run.seat))
            commit(run, run.state.units[unit.id])  # it may be of another ship's group
            if run.real:
                battle = run.state.battles.get(ship.system)
                if battle is not None and run.seat in battle.parties:
                    shields_rise(run.table, [run.state.units[unit.id]])
                gave_away(run.table, run.world, run.state.units[unit.id], LAUNCH)


class Launched(Fact[State], frozen=True):
    """A craft left its carrier."""

    says = N_("{unit} launches at {system} {cell}.")
    unit: Own
    system: Term
    cell: Term

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, docked="", system=self.system, cell=self.cell)


def flying(look: Look) -> list[Unit]:
    """The player's craft in flight."""
    return [unit for unit in look.own() if unit.kind in CRAFT and unit.on_grid]


def beside(look: Look, ship: Unit) -> list[Unit]:
    """The player's craft in a ship's cell; swarms, which fit into no hangar, are meant only by name."""
    here = (ship.system, ship.cell)
    return [unit for unit in flying(look) if (unit.system, unit.cell) == here and unit.kind is not UnitKind.SWARM]


def kept_out(look: Look, ship: Unit, unit: Unit) -> Refused | None:
    """Why a craft cannot be taken aboard a ship (GCW-LCH-01, GCW-ESC-06, GCW-TRC-07)."""
    if unit.kind is UnitKind.SWARM:
        return Refused("SWARM_DOCK", {"unit": shown(unit.name)})
    if (unit.system, unit.cell) != (ship.system, ship.cell):
        return Refused("RECALL_CELL", {"craft": shown(unit.name), "host": shown(ship.name)})
    if look.use(unit).launched:
        return Refused("LAUNCH_RECALL", {"unit": shown(unit.name)})
    if room(look, ship, unit.kind) < 1:
        return Refused("HANGAR_FULL", {"host": shown(ship.name)})
    return unable(look, unit, Act.OTHER) or grip(look.known, unit) or uncommittable(look, unit)


def room(look: Look, ship: Unit, kind: UnitKind) -> int:
    """Free places aboard for a kind of craft."""
    squadrons, auxiliaries = look.world.hangar(ship.code)
    places = squadrons if kind is UnitKind.SQUADRON else auxiliaries
    return places - count(carried(look.known, ship), kind)


def count(units: Iterable[Unit], kind: UnitKind) -> int:
    """How many of a kind."""
    return sum(unit.kind is kind for unit in units)


def to_recall(look: Look, words: str, found: Found) -> list[Unit]:
    """The craft to take aboard: by name wherever they are, else those in the ship's cell. Refuses NO_CRAFT."""
    pool = beside(look, found.ship) if words.strip().casefold() in GROUPS else flying(look)
    return chosen(look, words, pool, IN_FLIGHT)


class Recall(Action):
    """Take craft back aboard a ship in their cell."""

    path: ClassVar[str] = "gcw battle recall"
    line: ClassVar[str] = "recall {craft} to {ship}"
    each: ClassVar[int] = 2
    ship: Annotated[str, CARRIER.that(can(Act.OTHER))] = Field(description="the carrier", max_length=60)
    craft: Annotated[str, Craft("craft in flight", to_recall, beside, kept_out)] = Field(
        description="'all', 'squadrons', a class ('TF', '2 TF'), or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """Recalled craft must be in the ship's cell, and need a place in its hangar (GCW-LCH-01, GCW-ESC-06)."""
        ship: Unit = run.found.ship
        commit(run, ship)
        for unit in run.found.craft:
            run.look.require(kept_out(run.look, ship, unit))
            commit(run, unit)
            run.use(unit).recalled = True
            before = run.state.units[unit.id]
            run.say(Docked(unit.id, ship.id), only(run.seat))
            if run.real:
                if before.id in run.state.tracks:
                    acted(run, before, f"taken aboard a carrier at {before.cell}")
                vanished(run.table, run.world, before, "was taken aboard a carrier")


class Docked(Fact[State], frozen=True):
    """A craft is aboard a carrier."""

    says = N_("{unit} is aboard {carrier}.")
    unit: Own
    carrier: Own

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, docked=self.carrier, system="", cell="", shields_up=False, patrol=False)
