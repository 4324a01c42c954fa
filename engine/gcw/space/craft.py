"""Craft launched and recalled; TIE swarms, squadrons that fly and fight as one. Rulebook: GCW-LCH, GCW-TIE-01..03."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar, Generic, Self, TypeVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Its
from engine.game import Fact, only
from engine.gcw.acting import (
    ACTOR,
    OWN,
    Action,
    acted,
    can,
    grip,
    off_guard,
    owned,
    points,
    somebody_elses,
    unable,
    unit_label,
)
from engine.gcw.battles import commit, shields_rise, uncommittable
from engine.gcw.contacts import LAUNCH, LAUNCHES, appeared, forget, gave_away, lose, sharers, taken_aboard, vanished
from engine.gcw.data.terms import Pools, Status
from engine.gcw.figures.damage import Act, dealt
from engine.gcw.fleets import Mustered, Removed, crafts, new_unit, room
from engine.gcw.look import (
    CARRIED,
    Look,
    Own,
    Owns,
    Run,
    Term,
)
from engine.gcw.state import CRAFT, State, Unit, UnitKind, UnitsSet, by_number, carried
from engine.gcw.world import JOINS, MENDED
from engine.look import Refused
from engine.noun import Found, Several, Value, parts_of
from engine.orders import NAMING, Option
from engine.text.message import N_, T_, Text, did_you_mean, listed
from engine.text.names import shown

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


H = TypeVar("H")


class Craft(Value[Look, list[Unit]], Generic[H]):
    """Craft of a carrier: all, those of a kind or class, or by name. `pool` are those that a ship could take."""

    def __init__(
        self,
        what: str,
        read: Callable[[Look, str, Found], list[Unit]],
        pool: Callable[[Look, H], list[Unit]],
        barred: Callable[[Look, H, Unit], Refused | None],
    ) -> None:
        super().__init__(what, read)
        self.pool, self.barred = pool, barred

    def ready(self, look: Look, ship: H) -> list[Unit]:
        """Units that could go one by one."""
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


class OwnCraft(Craft[Unit]):
    """Craft of a carrier that comes into a battle with what it launches or takes aboard."""

    def ready(self, look: Look, ship: Unit) -> list[Unit]:
        """Units that could go one by one."""
        return [] if uncommittable(look, ship) else super().ready(look, ship)


def hangars(look: Look, found: Found) -> Iterator[Unit]:
    """The player's units on a grid that have a hangar."""
    return (unit for unit in look.own() if unit.on_grid and any(look.world.hangar(unit.code)))


def carriers(look: Look, found: Found) -> Iterator[Unit]:
    """The player's units with craft aboard."""
    return (unit for unit in look.own() if aboard(look, unit))


def anothers_hangar(look: Look, words: str, found: Found) -> Refused | None:
    """NOT_OWNER for a carrier of another player's, with what docks craft there."""
    refused = somebody_elses(look, words, found)
    return replace(refused, fix=DOCKS_THERE) if refused is not None else None


DOCKS_THERE = T_("`dock` brings craft into a friend's hangar, `undock` out of it.")
CARRIER = ACTOR.but(what="a carrier of yours", among=hangars, exact=owned, stranger=anothers_hangar)
"""A unit of the player's; menus offer those that take craft."""


def aboard(look: Look, ship: Unit) -> list[Unit]:
    """The craft of its owner's in a ship's hangar."""
    return crafts(look.known, ship)


def kept_in(look: Look, ship: Unit, unit: Unit) -> Refused | None:
    """Refuses to launch a craft that came in this turn, or whose group has no room in the battle (GCW-LCH-01)."""
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
    tried: ClassVar[int] = 8
    each: ClassVar[int] = 2
    ship: Annotated[str, CARRIER.but(among=carriers).that(can(Act.LAUNCH))] = Field(
        description="the carrier", max_length=60
    )
    craft: Annotated[str, OwnCraft("craft aboard", to_launch, aboard, kept_in)] = Field(
        description="'all', 'squadrons', a class ('TF', '2 TF'), or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """Launched craft appear in the ship's cell (GCW-LCH-01)."""
        ship: Unit = run.found.ship
        commit(run, ship)
        if run.real and run.world.version >= MENDED:
            gave_away(run.table, run.world, ship, LAUNCHES)
        for unit in run.found.craft:
            run.look.require(kept_in(run.look, ship, unit))
            use = run.use(unit)
            use.launched, use.landed = True, run.use(ship).landed
            run.say(Launched(unit.id, ship.system, ship.cell), only(run.seat))
            commit(run, run.state.units[unit.id])  # it may be of another ship's group
            if run.real:
                if run.state.fights(run.seat, ship.system):
                    shields_rise(run.table, [run.state.units[unit.id]])
                gave_away(run.table, run.world, run.state.units[unit.id], LAUNCH)


class Launched(Fact[State], frozen=True):
    """A craft left its carrier."""

    says = N_("{unit} launches at {system} {cell}.")
    makes = UnitsSet("unit", "system", "cell", docked="")
    unit: Own
    system: Term
    cell: Term


def flying(look: Look) -> list[Unit]:
    """The player's craft in flight."""
    return [unit for unit in look.own() if unit.kind in CRAFT and unit.on_grid]


def beside(look: Look, ship: Unit) -> list[Unit]:
    """The player's craft in a ship's cell; swarms, which fit into no hangar, are meant only by name."""
    here = (ship.system, ship.cell)
    return [unit for unit in flying(look) if (unit.system, unit.cell) == here and unit.kind is not UnitKind.SWARM]


def kept_out(look: Look, ship: Unit, unit: Unit) -> Refused | None:
    """Refuses a craft that cannot be taken aboard a ship (GCW-LCH-01, GCW-ESC-06, GCW-TRC-07)."""
    refused = stays_out(look, unit, (ship.system, ship.cell), shown(ship.name))
    if refused is None and room(look.world, look.known, ship, unit.kind) < 1:
        refused = Refused("HANGAR_FULL", {"host": shown(ship.name)})
    return refused or unready(look, unit)


def stays_out(look: Look, unit: Unit, place: tuple[str, str], host: object) -> Refused | None:
    """Refuses a craft that docks in no hangar in that place: a swarm, not there, of a guard force, launched now."""
    if unit.kind is UnitKind.SWARM:
        return Refused("SWARM_DOCK", {"unit": shown(unit.name)})
    if (unit.system, unit.cell) != place:
        return Refused("RECALL_CELL", {"craft": shown(unit.name), "host": host})
    if unit.guard:
        return off_guard(look, unit)
    return Refused("LAUNCH_RECALL", {"unit": shown(unit.name)}) if look.use(unit).launched else None


def unready(look: Look, unit: Unit) -> Refused | None:
    """Refuses a craft that cannot dock as it is: it cannot act, is held, or has no room in the battle."""
    return unable(look, unit, Act.OTHER) or grip(look, unit) or uncommittable(look, unit)


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
    craft: Annotated[str, OwnCraft("craft in flight", to_recall, beside, kept_out)] = Field(
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
                    acted(run, before, CARRIED)
                vanished(run.table, run.world, before, "was taken aboard a carrier")


class Docked(Fact[State], frozen=True):
    """A craft is aboard a carrier."""

    says = N_("{unit} is aboard {carrier}.")
    makes = UnitsSet("unit", docked=Its("carrier"), system="", cell="", shields_up=False, patrol=False)
    unit: Own
    carrier: Own


FEWEST = 2


MOST_LIKELY = 2
"""Cells whose squadrons random players have swarm."""


def flies_in_swarms(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squadrons of TIE Fighters and TIE Interceptors, no elite ones (GCW-TIE-01)."""
    spec = look.world.spec(unit.code)
    if unit.kind is UnitKind.SQUADRON and spec.swarm and not spec.elite:
        return None
    return Refused("SWARM_UNIT", {"unit": shown(unit.name)})


def all_of_class(look: Look, words: str) -> list[Unit] | None:
    """All squadrons of a class in flight: "all TF"; None where the words name no class that flies."""
    wanted = words.casefold()
    if not wanted.startswith("all "):
        return None
    code = wanted.removeprefix("all ").strip()
    return [unit for unit in look.own() if unit.on_grid and unit.code.casefold() == code] or None


SQUADRON = OWN.that(flies_in_swarms, can(Act.OTHER), what="a squadron of yours")


SQUADRONS: Several[Look, Unit] = Several(SQUADRON, "squadrons of yours", all_of_class)


class Swarm(Action):
    """Have TIE Fighter and TIE Interceptor squadrons of one cell fly as one swarm of rating 8."""

    path: ClassVar[str] = "gcw-craft swarm"
    line: ClassVar[str] = "swarm {squadrons}[ as {name}]"
    squadrons: Annotated[str, SQUADRONS] = Field(
        description="names with commas, or a class such as 'all TF'", max_length=200
    )
    name: Annotated[str | None, NAMING] = Field(None, description="what the swarm is called", max_length=40)

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Up to four squadrons of each cell: some together that are not in one cell are none."""
        cells: dict[tuple[str, str], list[str]] = {}
        for unit in SQUADRON.fitting(look):
            cells.setdefault((unit.system, unit.cell), []).append(unit.name)
        for names in list(cells.values())[:MOST_LIKELY]:
            if len(names) >= FEWEST:
                yield cls(squadrons=", ".join(names[:4]), name=None)

    def perform(self, run: Run) -> None:
        """Merge squadrons: pools and weapons summed, the slowest's pace, at no cost (GCW-TIE-01).

        Their groups are used when the swarm acts, not before (GCW-BUR-02). Refuses SWARM_CELL.
        """
        world, table = run.world, run.table
        members: list[Unit] = sorted(run.found.squadrons, key=lambda unit: by_number(unit.id))
        if len(members) < FEWEST or len({(unit.system, unit.cell) for unit in members}) > 1:
            table.refuse("SWARM_CELL", number=len(members))
        before = [run.state.units[unit.id] for unit in members]
        uses = [points(run, unit) for unit in members]
        code = JOINS.join(unit.code for unit in members)
        made = replace(
            new_unit(world, run.state, run.seat, code, self.name or "Swarm"),
            pools=Pools(sum(unit.pools.shields for unit in members), sum(unit.pools.armor for unit in members)),
            group_cp=0,  # it leads itself: the groups of its squadrons count, each as before
            system=members[0].system,
            cell=members[0].cell,
            shields_up=all(unit.shields_up for unit in members),
            exit_until=max((unit.exit_until for unit in members if unit.exit_until is not None), default=None),
        )
        table.say(Mustered((made,)), only(run.seat))
        table.say(SwarmFormed(made.id, tuple(unit.id for unit in members)), only(run.seat))
        use = run.use(made)
        use.left = min(part.left or 0 for part in uses)
        use.spent = any(part.spent for part in uses)
        use.fired = [mount for part in uses for mount in part.fired]
        use.halves = list(dict.fromkeys(half for part in uses for half in part.halves))
        use.launched = any(part.launched for part in uses)
        if run.real:
            for unit in before:
                taken_aboard(table, world, unit, "flies in a swarm now")
            appeared(table, world, run.state.units[made.id])


class SwarmFormed(Fact[State], frozen=True):
    """Squadrons are one meta-squadron, which was mustered before them; for its owner (GCW-TIE-01)."""

    says = N_("{members} fly as **{swarm}**, rating 8.")
    makes = UnitsSet("members", docked=Its("swarm"), system="", cell="", patrol=False)
    rule: ClassVar[str] = "GCW-TIE-02"
    swarm: Own
    members: Owns


def is_swarm(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Swarms, and nothing else."""
    return None if unit.kind is UnitKind.SWARM else Refused("SWARM_UNIT", {"unit": shown(unit.name)})


class Dissolve(Action):
    """Have the squadrons of a swarm fly apart again."""

    path: ClassVar[str] = "gcw-craft dissolve"
    line: ClassVar[str] = "dissolve {swarm}"
    swarm: Annotated[str, OWN.that(is_swarm, can(Act.OTHER), what="a swarm of yours")] = Field(
        description="the swarm", max_length=60
    )

    def perform(self, run: Run) -> None:
        """Deal what is left among the members, in order of id (GCW-TIE-03); what gets no armor has its last act now."""
        world, table = run.world, run.table
        unit: Unit = run.found.swarm
        members = sorted(carried(run.state, unit), key=lambda member: by_number(member.id))
        full = [world.full(member.code) for member in members]
        shields = dealt(unit.pools.shields, [pools.shields for pools in full])
        armor = dealt(unit.pools.armor, [pools.armor for pools in full])
        shares = tuple(
            (member.id, Pools(shield, plate), member.status if plate else Status.DOOMED)
            for member, shield, plate in zip(members, shields, armor, strict=True)
        )
        use = points(run, unit)
        table.say(SwarmDissolved(unit.id, shares), only(run.seat))
        for member in members:
            mine = run.use(member)
            mine.left, mine.spent, mine.halves = use.left, use.spent, list(use.halves)
            mine.fired = list(world.mounts(member.code)) if use.fired else []
            mine.launched = use.launched
        if run.real:
            lose(table, unit.id, "flew apart", sharers(run.state, world, unit))
            forget(table, unit.id)
        table.say(Removed((unit.id,), "dissolved", (unit.name,)), only(run.seat))
        if run.real:
            for member in members:
                appeared(table, world, run.state.units[member.id])


SHARE = N_("{squadron} with shields {shields}, armor {armor}")


LAST_SHARE = N_("{squadron} with its last act")


class SwarmDissolved(Fact[State], frozen=True):
    """A swarm is squadrons again, with what is left of it dealt out among them; for its owner (GCW-TIE-03)."""

    rule: ClassVar[str] = "GCW-TIE-03"
    swarm: str
    members: tuple[tuple[str, Pools, Status], ...]

    def evolve(self, state: State) -> State:
        swarm = state.units.get(self.swarm)
        if swarm is None:
            return state
        units = dict(state.units)
        for member, pools, status in self.members:
            if member in units:
                units[member] = replace(
                    units[member], docked="", system=swarm.system, cell=swarm.cell, pools=pools, status=status,
                    shields_up=swarm.shields_up, exit_until=swarm.exit_until,
                )  # fmt: skip
        return replace(state, units=units)

    def words(self, look: Look) -> Text:
        shares = (
            (LAST_SHARE if status is Status.DOOMED else SHARE)(
                squadron=look.name(member), shields=pools.shields, armor=pools.armor
            )
            for member, pools, status in self.members
        )
        return N_("**{swarm}** flies apart: {shares}.")(swarm=look.name(self.swarm), shares=listed(shares))
