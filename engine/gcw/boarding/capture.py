"""Room for captured ships: where they go, and which ships go on PDF duty for them.

Rulebook: GCW-BRD-04, -05, GCW-CMD-05, -07, GCW-PDF-01, -03.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact, Seat, only
from engine.gcw.acting import Action
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.figures.command import CAPACITY, Strength, change_ok
from engine.gcw.fleets import roster
from engine.gcw.look import Look
from engine.gcw.nouns import OWN
from engine.gcw.run import Run
from engine.gcw.state import Contact, Preset, State, Unit, UnitKind, put
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found, Several
from engine.text.message import N_, NN_, T_, Text, joined, listed, name, term
from engine.text.names import shown

MAIN, PDF = "MAIN", "PDF"


class Room(NamedTuple):
    """Where a captured ship goes: the system of its PDF, or "" for the main fleet; and ships that go on PDF duty."""

    duty: str
    moves: tuple[str, ...] = ()


def with_ship(fleet: Strength, *points: int) -> Strength:
    """A fleet with ships more."""
    return replace(fleet, ships=(*fleet.ships, *points))


def room_for(world: World, state: State, seat: Seat, cp: int, system: str) -> Room | None:
    """Where a ship captured in a system goes by its captor's preset, else wherever there is room (GCW-BRD-04, -05).

    Ships named to make room go on PDF duty there, as few as are needed, in the order in which they are named.
    """
    preset = state.presets.get(seat, Preset(to=PDF))
    main = to_main(world, state, seat, cp, system, preset.moves if preset.to == MAIN else ())
    before = roster(world, state, seat, system)
    pdf = Room(system) if change_ok(before, with_ship(before, cp)) is None else None
    return (main or pdf) if preset.to == MAIN else (pdf or main)


def to_main(world: World, state: State, seat: Seat, cp: int, system: str, moves: tuple[str, ...]) -> Room | None:
    """Room in the main fleet, with as many of these ships moved to the PDF of the system as it takes."""
    named = [state.units[one] for one in moves if one in state.units]
    named = [one for one in named if one.owner == seat and not one.duty and one.kind is UnitKind.SHIP and one.live]
    main, pdf = roster(world, state, seat), roster(world, state, seat, system)
    for number in range(len(named) + 1):
        going = named[:number]
        left = list(main.ships)
        for one in going:
            left.remove(world.cp(one.code))
        after = with_ship(replace(main, ships=tuple(left)), cp)
        there = with_ship(pdf, *(world.cp(one.code) for one in going if not one.bonus))
        if change_ok(main, after) is None and change_ok(pdf, there) is None:
            return Room("", tuple(one.id for one in going))
    return None


def in_main(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Ships of the main fleet."""
    if ship.kind is UnitKind.SHIP and not ship.duty:
        return None
    return Refused("NOT_IN_MAIN", {"unit": shown(ship.name)})


SHIP_OF_MAIN = N_("{ship} ({code}, {cp} CP)")


def ship_of_main(look: Look, ship: Unit) -> Text:
    """A ship in a menu, with its command points."""
    return SHIP_OF_MAIN(ship=term(ship.name), code=term(ship.code), cp=look.world.cp_of(ship))


MAIN_FLEET = OWN.but(label=ship_of_main).that(in_main)


class Capture(Action):
    """Say where captured ships go: to the PDF of that system, or into your main fleet; it stays so."""

    path: ClassVar[str] = "gcw-crew capture"
    line: ClassVar[str] = "capture to {to}[ moving {ships}]"
    to: Literal["MAIN", "PDF"] = Field(description="MAIN: your main fleet; PDF: planetary defense where it is captured")
    ships: Annotated[str | None, Several(MAIN_FLEET, "ships of your main fleet")] = Field(
        None, description="ships that go on PDF duty there to make room in MAIN, first named first", max_length=200
    )

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Either, while the player has boarders somewhere."""
        if any(one.boarder for one in look.own()):
            for ship in list(MAIN_FLEET.fitting(look))[-1:]:
                yield cls(to="MAIN", ships=ship.name)
                yield cls(to="PDF", ships=None)

    def perform(self, run: Run) -> None:
        """Set the preset. Refuses PRESET_MOVES; CAPTURE_CP where it makes no room for a ship that waits."""
        ships = run.found.ships or ()
        if ships and self.to == PDF:
            run.table.refuse("PRESET_MOVES")
        moves = tuple(ship.id for ship in ships)
        run.say(PresetSet(run.seat, Preset(to=self.to, moves=moves)), only(run.seat))
        for cp, system in waiting(run):
            if room_for(run.world, run.state, run.seat, cp, system) is None:
                no_room(run, cp, system)


TO_PDF = T_("Ships that you capture go on PDF duty where you capture them, else into your main fleet if it has room.")
TO_MAIN = T_("Ships that you capture go into your main fleet; else on PDF duty where you capture them.")
MAKING_ROOM = NN_(
    "Ships that you capture go into your main fleet; {ships} goes on PDF duty there if room is needed; "
    "else on PDF duty where you capture them.",
    "Ships that you capture go into your main fleet; {ships} go on PDF duty there if room is needed; "
    "else on PDF duty where you capture them.",
    "number",
)


class PresetSet(Fact[State], frozen=True):
    """Where a player's captured ships go, and which ships make room (GCW-BRD-05). For that player."""

    rule = "GCW-BRD-05"
    seat: Seat
    preset: Preset

    def evolve(self, state: State) -> State:
        return replace(state, presets=put(state.presets, self.seat, self.preset))

    def words(self, look: Look) -> Text:
        moves = self.preset.moves
        moved = [look.name(one) for one in moves if one in look.known.units]
        if self.preset.to != MAIN:
            return TO_PDF
        return MAKING_ROOM(ships=listed(moved), number=len(moves)) if moved else TO_MAIN


def waiting(run: Run) -> list[tuple[int, str]]:
    """Derelicts that a player's boarders hold, as far as this state knows: command points, and system."""
    state, seat, found = run.state, run.seat, dict[str, tuple[int, str]]()
    for one in state.of(seat):
        contact = state.contacts_of(seat).get(one.inside) if one.boarder else None
        if contact is not None and contact.status is Status.DERELICT and contact.code and contact.system:
            found[contact.alias] = (run.world.cp(contact.code), contact.system)
    return list(found.values())


def no_room(run: Run, cp: int, system: str) -> None:
    """Refuse CAPTURE_CP with what is in use (GCW-BRD-04)."""
    pdf, main = roster(run.world, run.state, run.seat, system), roster(run.world, run.state, run.seat)
    run.table.refuse(Code.CAPTURE_CP, cp=cp, p=pdf.cp, m=main.cp, cap=CAPACITY)


NO_ROOM = N_(
    "there is no command room for its {cp} CP (PDF {pdf}/{capacity}, main {main}/{capacity}): it would be derelict, "
    "and your boarders hold it"
)
YOURS_IN_PDF = N_("it would be yours, in your PDF of {system} ({cp} CP)")
YOURS_IN_MAIN = N_("it would be yours, in your main fleet ({cp} CP)")
MAKING_WAY = N_("{outcome}, {ships} to the PDF")


def expected(run: Run, contact: Contact) -> Text:
    """What becomes of a ship when nobody is left in it, as its captor knows: words for a preview."""
    cp = run.world.cp(contact.code)
    room = room_for(run.world, run.state, run.seat, cp, contact.system)
    if room is None:
        pdf, main = roster(run.world, run.state, run.seat, contact.system), roster(run.world, run.state, run.seat)
        return NO_ROOM(cp=cp, pdf=pdf.cp, main=main.cp, capacity=CAPACITY)
    outcome = YOURS_IN_PDF(system=term(room.duty), cp=cp) if room.duty else YOURS_IN_MAIN(cp=cp)
    moved = [name(run.state.units[one].name) for one in room.moves]
    return MAKING_WAY(outcome=outcome, ships=joined(", ", moved)) if moved else outcome
