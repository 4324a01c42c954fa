"""Chameleon Cores: what they act as, and what a hangar that one becomes holds. Rulebook: FS-FAC-24."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.declared.changes import Alters
from engine.declared.sentences import either
from engine.noun import Found, Offered, Value
from engine.orders import Option
from engine.question import runs
from engine.sunrise.craft.berths import berth, makeable, makeable_types
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.sheet import bays, core_ok, core_set
from engine.sunrise.figures.squadrons import bay_ok
from engine.sunrise.harm import crash, without
from engine.sunrise.look import Item, Look, Question, ShipOf, TurnFact, split_list
from engine.sunrise.nouns import system, system_of
from engine.sunrise.play import Answer, Keep, Play
from engine.sunrise.state import Choice, Cores, Kind, Ship, Side, State, System, find
from engine.sunrise.turn.comings import COMING
from engine.sunrise.world import World
from engine.text.message import N_, T_, Beside, term

BoundTo = Annotated[str, Beside(lambda look, fact, form: look.system(fact.ship, fact.on))]
"""A field of a fact: the weapon of its `ship` that something is bound to."""


def _became(ship: Ship, core: CoreSet) -> Ship:
    """A ship with a Core that is another upgrade."""
    systems = (
        replace(system, copies=core.copies, on=core.on, filled=core.filled) if system.id == core.core else system
        for system in ship.systems
    )
    return replace(ship, systems=tuple(systems), pips=core.pips, shields=core.shields)


class CoreSet(TurnFact, frozen=True):
    """A Chameleon Core acts as another upgrade from now on, bound to the weapon `on` if need be (FS-FAC-24).

    `pips` and `shields` are the ship's afterwards; `filled` says that the Core has filled a hangar.
    """

    says = either(
        "on",
        N_("A Chameleon Core of {ship} acts as {copies} on {on}."),
        N_("A Chameleon Core of {ship} acts as {copies}."),
    )
    rule = "FS-FAC-24"
    makes = Alters("ships", "ship", _became)
    ship: ShipOf
    core: str
    copies: Item
    on: BoundTo
    pips: int
    shields: int
    filled: bool = False


def cored(state: State, side: Side) -> list[str]:
    """The working Chameleon Cores of a side, as "ship/system" (FS-FAC-24)."""
    return [
        f"{ship.id}/{system.id}"
        for ship in state.on_board(side)
        for system in ship.systems
        if system.works and system.item == Upgrade.CHAMELEON_CORE
    ]


@runs(Cores)
def ask_cores(play: Play, task: Cores) -> None:
    """A side may make its Cores act as other upgrades, one after the other (FS-FAC-24)."""
    cores = tuple(core for core in cored(play.state, task.side) if core not in task.done)
    if cores:
        play.ask(Choice(kind="core", side=task.side, count=len(cores), options=cores), task)


class WhatCoresAre(Question[Cores]):
    """Asks for the systems that Chameleon Cores become (FS-FAC-24)."""

    kind = "core"
    place = 3
    rule = "FS-FAC-24"
    row = "start"
    asks = N_("what the Chameleon Cores become")
    awaited = T_("your Chameleon Cores")
    nothing = ()
    idle = N_("{side} leaves its Chameleon Cores as they are.")

    def advice(self, look: Look, choice: Choice) -> Order:
        """A Core becomes the best upgrade that its ship has working, if it is not that already."""
        for key in choice.options:
            ship_id, _, core = key.partition("/")
            systems = look.known.ships[ship_id].systems
            own = find(systems, core)
            for wanted in CORES:
                model = next((system for system in systems if system.item == wanted and system.works), None)
                if model is None or own is None:
                    continue
                if own.copies == wanted:
                    break
                return Chameleon(core=core, ship=ship_id, upgrade=model.id)
        return Keep()

    def answered(self, play: Play, task: Cores, choice: Choice, answer: tuple[str, ...]) -> None:
        """A Core acts as another upgrade until it is changed: a hangar that it was is gone, one that it is, filled.

        The answer is the Core, the upgrade's system, the weapon bound to ("" for none), and squadrons to be held.
        """
        if not answer:
            return
        core, target, on, *squadrons = answer
        ship_id, _, id = core.partition("/")
        ship = play.state.ships[ship_id]
        before = find(ship.systems, id)
        after = core_set(ship.systems, id, target, on)
        now = find(after, id)
        assert before is not None and now is not None  # the choice names it
        play.push(Cores(task.side, (*task.done, core)))
        if bays(before, play.world.pack) and before.copies != now.copies:
            play.push(*crash(play, ship_id, id))
        fills = bool(bays(now, play.world.pack)) and not before.filled
        pips, shields = without(play, ship, ship.systems, after)
        play.tell(CoreSet(ship_id, id, now.copies, on, pips, shields, before.filled or fills))
        if fills:
            for code in squadrons:
                berth(play, task.side, code, ship_id, id, "FS-FAC-24")


CORES = (
    Upgrade.SHIELDS,
    Upgrade.ADAPTIVE_PLATING,
    Upgrade.REPAIR_CREWS,
    Upgrade.UPGRADED_CAPACITORS,
    Upgrade.TUNED_FIRE_CONTROL,
    Upgrade.ADVANCED_TARGET_TRACKING,
    Upgrade.CERAMIC_LINING,
    Upgrade.LAYERED_PLATE,
    Upgrade.REFRACTION_ARRAY,
)
"""What a Chameleon Core becomes: the first of these that its ship has."""


def core_squadrons(world: World, state: State, ship: Ship, target: System) -> tuple[str, ...]:
    """Squadrons in a Core that becomes a hangar unless its owner says otherwise: those that hangar started with."""
    ships = state.of(ship.side).fleet.ships
    if not 1 <= ship.number <= len(ships) or not target.id.startswith("c"):
        return ()
    mounts = ships[ship.number - 1].components
    place = int(target.id[1:])
    return mounts[place - 1].squadrons if place <= len(mounts) else ()


def _ship(look: Look, found: Found) -> Ship | None:
    ship: Ship | None = found.get("ship")
    return ship


def _asked_cores(look: Look, found: Found) -> list[Option]:
    """The Cores that are asked about, whatever ship is named."""
    choice = look.asked(WhatCoresAre)
    return [Option(option.partition("/")[2], option) for option in choice.options] if isinstance(choice, Choice) else []


CORE: Value[Look, System] = Value(
    "a Core", lambda look, word, found: system_of(look, found.ship, word, lambda core: core.works), _asked_cores
)
MODEL: Value[Look, System] = Value(
    "an upgrade",
    lambda look, word, found: system_of(look, found.ship, word, lambda core: core.works and core.id != found.core.id),
    lambda look, found: system("", _ship, lambda one: one.works and one.kind is Kind.UPGRADE).options(look, found, ""),
)


class Chameleon(Answer):
    """Make a Chameleon Core act as another upgrade of its ship."""

    path: ClassVar[str] = "sunrise-choose chameleon"
    line: ClassVar[str] = "chameleon {core} of {ship} as {upgrade}[ on {weapon}][ holding {squadrons}]"
    tried: ClassVar[int] = 2
    answers = (WhatCoresAre,)
    resolves = ("ship",)
    core: Annotated[str, CORE] = Field(description="the Core, by name or number", max_length=60)
    ship: Annotated[str, COMING] = Field(description="its ship", max_length=40)
    upgrade: Annotated[str, MODEL] = Field(description="an upgrade of that ship", max_length=60)
    weapon: Annotated[str | None, system("a weapon", _ship, lambda item: item.kind is Kind.WEAPON)] = Field(
        None, description="the weapon that a Turret Mount or Binding Runes are bound to", max_length=60
    )
    squadrons: Annotated[str | None, Offered[Look]("squadrons", makeable_types)] = Field(
        None, description="what a hangar holds", max_length=80
    )

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The Core, its model, what it is bound to, and what it holds.

        Refuses as `sheet.core_ok`, `E_MOUNT`, `E_ONCE`, `E_HANGAR`, `E_FACTION`.
        """
        ship, core, model = found.ship, found.core, found.upgrade
        weapon = found.weapon.id if found.weapon is not None else ""
        look.require(core_ok(ship.systems, look.pack, core.id, model.id, weapon))
        if weapon and not look.pack.upgrades[Upgrade(model.item)].bound:
            look.no(Code.E_MOUNT, N_("System {model} is bound to nothing."), "FS-FRC-05", model=term(model.id))
        key = f"{ship.id}/{core.id}"
        if key not in choice.options:
            look.no(Code.E_ONCE, N_("{key} has been chosen for this turn."), "FS-FAC-24", key=term(key))
        return (key, model.id, weapon, *self._held(look, ship, core, model))

    def _held(self, look: Look, ship: Ship, core: System, model: System) -> tuple[str, ...]:
        """The squadrons that a Core which becomes a hangar is filled with (FS-FAC-24, FS-SC-02)."""
        room = look.pack.upgrades[Upgrade(model.item)].bays
        if not room or core.filled:
            if self.squadrons:
                why = T_("It has filled a hangar before.") if room else T_("It is no hangar.")
                look.no(Code.E_HANGAR, why, "FS-FAC-24")
            return ()
        if self.squadrons is None:
            return core_squadrons(look.world, look.known, ship, model)
        types = [look.pack.find_squadron(word) for word in split_list(self.squadrons)]
        codes = tuple(kind.code for kind in types if kind is not None)
        if len(codes) != len(types):
            says = N_("The squadrons “{squadrons}” cannot be read.")
            look.no(Code.E_UNKNOWN, says, "FS-SC-02", squadrons=self.squadrons)
        look.require(bay_ok(room, 0, len(codes)))
        able = makeable(look.world, look.known.of(look.own).faction)
        for code in codes:
            if code not in able:
                says = N_("{name} is not your faction's.")
                look.no(Code.E_FACTION, says, "FS-SC-02", name=look.pack.squadrons[code].name)
        return codes

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        """Each Core as each upgrade that it can be, bound to each weapon where it must be."""
        for core in choice.options:
            ship_id, _, id = core.partition("/")
            systems = look.known.ships[ship_id].systems
            guns = [system.id for system in systems if system.kind is Kind.WEAPON]
            for model in systems:
                if model.kind is not Kind.UPGRADE or model.item == Upgrade.CHAMELEON_CORE:
                    continue
                bound = look.pack.upgrades[Upgrade(model.item)].bound
                for gun in guns if bound else [""]:
                    if core_ok(systems, look.pack, id, model.id, gun) is None:
                        yield cls(core=id, ship=ship_id, upgrade=model.id, weapon=gun or None)
