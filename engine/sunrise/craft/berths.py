"""Squadrons and their bays: who has room, and what Fabricators make. Rulebook: FS-SC-10, FS-SC-19.

Also FS-UPG-23 (Fabricator) and FS-UPG-24 (Flight Deck).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Self

from msgspec import field
from msgspec.structs import replace
from pydantic import Field

from engine.game import ruled
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import SquadronType, Upgrade
from engine.sunrise.figures.sheet import bays
from engine.sunrise.figures.squadrons import Bay, fabricators
from engine.sunrise.look import Look, Question, TurnFact
from engine.sunrise.nouns import OWN, system_of
from engine.sunrise.play import Answer, Play
from engine.sunrise.state import Choice, Fabricate, Ship, Side, Squadron, State, System, acting_as
from engine.sunrise.words import item_name
from engine.sunrise.world import World
from engine.text.message import N_, T_, Text, did_you_mean, listed, name, term

READY = N_("{craft} of {side} stands ready in {ship}.")


class SquadronMade(TurnFact, frozen=True):
    """A squadron is there, docked: made by a Fabricator, or in a hangar that a Chameleon Core has become.

    `rule` says which (FS-UPG-23, FS-FAC-24).
    """

    squadron: Squadron
    by_rule: str = field(name="rule")

    def evolve(self, state: State) -> State:
        squadrons = {**state.squadrons, self.squadron.id: self.squadron}
        return replace(state, squadrons=squadrons, moored=state.moored + 1)

    def words(self, look: Look) -> News:
        made = self.squadron
        words = READY(craft=item_name(made.type, look.pack), side=look.name(made.side), ship=look.ship(made.ship))
        return ruled(words, self.by_rule)


FABRICATORS = N_("Fabricators of {side} roll for {craft}: {rolls}; {won} may make one.")
ROLL = N_("{place} {face}")


class FabricatorsRolled(TurnFact, frozen=True):
    """Fabricators roll for a lost squadron: a die each, by "ship/system", and the highest (FS-UPG-23)."""

    rule = "FS-UPG-23"
    side: Side
    craft: str
    faces: Mapping[str, int]
    won: tuple[str, ...]

    def words(self, look: Look) -> Text:
        return FABRICATORS(
            side=look.name(self.side),
            craft=item_name(self.craft, look.pack),
            rolls=listed(ROLL(place=look.place(place), face=face) for place, face in self.faces.items()),
            won=listed(map(look.place, self.won)),
        )


def room(world: World, state: State, ship: Ship, system: System) -> int:
    """Empty bays of a hangar; 0 where it does not work (FS-SC-02)."""
    most = bays(system, world.pack)
    return most - len(state.held(ship.id, system.id)) if most else 0


def free_bay(world: World, state: State, ship: Ship) -> str | None:
    """The first hangar of a ship with an empty bay, or None (FS-SC-10)."""
    return next((system.id for system in ship.systems if room(world, state, ship, system) > 0), None)


def bay_meant(look: Look, ship: Ship, hangar: str) -> str | None:
    """The hangar of a ship where a squadron docks: the one that is named, or the first with an empty bay, if any.

    Refuses `E_UNKNOWN`, and `E_HANGAR` for a system that is no working hangar, or full (FS-SC-10).
    """
    if not hangar:
        return free_bay(look.world, look.known, ship)
    system = system_of(look, ship, hangar, lambda system: room(look.world, look.known, ship, system) > 0)
    most, place = bays(system, look.pack), N_("{system} of {ship}")(system=term(system.id), ship=name(ship.name))
    if not most:
        look.no(Code.E_HANGAR, N_("System {place} is no working hangar."), "FS-SC-10", place=term(place))
    if room(look.world, look.known, ship, system) <= 0:
        why = N_("No bay of {place} is empty: {most} of {most2} are taken.")
        look.no(Code.E_HANGAR, why, "FS-SC-10", place=term(place), most=most, most2=most)
    return system.id


def free_bays(world: World, state: State, side: Side) -> list[Bay]:
    """The hangars of a side's ships on the board with an empty bay (FS-SC-19)."""
    return [
        Bay(ship.id, system.id, ship.place)
        for ship in state.on_board(side)
        if ship.place is not None
        for system in ship.systems
        if room(world, state, ship, system) > 0
    ]


def makers(world: World, state: State, side: Side) -> tuple[str, ...]:
    """The Fabricators of a side that roll, as "ship/system": they work, are empty, and on the board (FS-UPG-23)."""
    return tuple(
        f"{ship.id}/{system.id}"
        for ship in state.on_board(side)
        for system in acting_as(ship.systems, Upgrade.FABRICATOR)
        if room(world, state, ship, system) > 0
    )


def makeable(world: World, faction: str) -> tuple[str, ...]:
    """The types that a Fabricator of a fleet can make: those it could have started with (FS-UPG-23)."""
    return tuple(code for code, kind in world.pack.squadrons.items() if world.pack.may_mount(kind, faction))


@runs(Fabricate)
def fabricate(play: Play, task: Fabricate) -> None:
    """Each Fabricator rolls, and the owner picks among the highest what it makes (FS-UPG-23)."""
    state = play.state
    won = task.won
    if not won:
        ids = makers(play.world, state, task.side)
        if not ids:
            return
        won, faces = fabricators(ids, play.roll, f"fabricate {task.squadron}")
        play.tell(FabricatorsRolled(task.side, task.craft, faces, won))
    types = makeable(play.world, state.of(task.side).faction)
    usual = task.craft if task.craft in types else types[0]
    play.ask(
        Choice(
            kind="fabricate",
            side=task.side,
            by=task.craft,
            count=1,
            options=tuple(f"{maker}:{code}" for maker in won for code in types),
            usual=(won[0], usual),
        ),
        Fabricate(task.side, task.squadron, task.craft, won),
    )


class WhatToMake(Question[Fabricate]):
    """Fabricators and the squadron that each makes (FS-UPG-23)."""

    kind = "fabricate"
    place = 15
    rule = "FS-UPG-23"
    asks = N_("which Fabricator makes which squadron")
    awaited = T_("what a Fabricator makes")

    def answered(self, play: Play, task: Fabricate, choice: Choice, answer: tuple[str, ...]) -> None:
        """The Fabricator holds a new squadron, which can be launched next turn."""
        maker, code = answer
        ship, _, bay = maker.partition("/")
        berth(play, task.side, code, ship, bay, "FS-UPG-23")


def _type(look: Look, word: str, found: Found) -> SquadronType:
    """A type that the fleet could have started with. Refuses `E_UNKNOWN`, `E_FACTION`."""
    kind = look.pack.find_squadron(word)
    if kind is None:
        hint = did_you_mean(word, [squadron.name for squadron in look.pack.squadrons.values()])
        why = N_("There is no type of squadron “{word}”.")(word=name(word))
        look.refuse(Code.E_UNKNOWN, "FS-UPG-23", hint, why=why)
    if kind.code not in makeable(look.world, look.known.of(look.own).faction):
        look.no(Code.E_FACTION, N_("Your fleet could not start with {kind}."), "FS-UPG-23", kind=kind.name)
    return kind


def makeable_types(look: Look, found: Found) -> list[Option]:
    """The types that the viewer's fleet could make."""
    if look.side is None:
        return []
    return [Option(look.pack.squadrons[code].name) for code in makeable(look.world, look.known.of(look.side).faction)]


def _winners(look: Look, found: Found) -> list[Ship]:
    """The ships whose Fabricators rolled highest."""
    choice = look.asked(WhatToMake)
    ids = dict.fromkeys(option.partition("/")[0] for option in choice.options) if isinstance(choice, Choice) else ()
    return [look.known.ships[id] for id in ids]


class MakeSquadron(Answer):
    """Pick what a Fabricator makes, and which Fabricator where several may."""

    path: ClassVar[str] = "sunrise-choose fabricate"
    line: ClassVar[str] = "fabricate {squadron}[ in {ship}]"
    answers = (WhatToMake,)
    squadron: Annotated[str, Value("a type", _type, makeable_types)] = Field(
        description="a type of squadron", max_length=40
    )
    ship: Annotated[str | None, OWN.but(among=_winners)] = Field(None, description="its ship", max_length=40)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The Fabricator and the type. Refuses `E_HANGAR` for a ship without one that rolled highest."""
        kind, ship = found.squadron, found.ship
        makers = [option.rpartition(":")[0] for option in choice.options if option.endswith(f":{kind.code}")]
        if ship is not None:
            makers = [maker for maker in makers if maker.partition("/")[0] == ship.id]
            if not makers:
                look.no(Code.E_HANGAR, N_("No Fabricator of {ship} rolled highest."), "FS-UPG-23", ship=ship.name)
        return makers[0], kind.code

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        for option in choice.options:
            maker, _, code = option.rpartition(":")
            yield cls(squadron=look.pack.squadrons[code].name, ship=maker.partition("/")[0])


def berth(play: Play, side: Side, code: str, ship: str, bay: str, rule: str) -> None:
    """A new squadron at full size, docked."""
    number = play.state.moored + 1
    while f"{side.value}S{number}" in play.state.squadrons:
        number += 1
    made = Squadron(
        id=f"{side.value}S{number}", type=code, side=side, size=play.world.pack.squadrons[code].size, ship=ship, bay=bay
    )
    play.tell(SquadronMade(made, rule))
