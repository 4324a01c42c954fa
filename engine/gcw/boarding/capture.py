"""Room for captured ships: where they go, and which ships go on PDF duty for them.

Rulebook: GCW-BRD-04, -05, GCW-CMD-05, -07, GCW-PDF-01, -03.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact, Seat, only
from engine.gcw.acting import own
from engine.gcw.data.codes import Code
from engine.gcw.facts.changes import put
from engine.gcw.figures.command import CAPACITY, Strength, change_ok
from engine.gcw.figures.damage import Status
from engine.gcw.fleets import roster
from engine.gcw.look import Look
from engine.gcw.run import Run
from engine.gcw.space.launch import words_of
from engine.gcw.state import Contact, Preset, State, Unit, UnitKind
from engine.gcw.world import World
from engine.orders import Order, Pick
from engine.text.message import NN_, T_, Text, listed
from engine.text.names import shown

MAIN, PDF = "MAIN", "PDF"


class Capture(Order):
    """Say where captured ships go: to the PDF of that system, or into your main fleet; it stays so."""

    path: ClassVar[str] = "gcw-crew capture"
    line: ClassVar[str] = "capture to {to}[ moving {ships}]"
    shows: ClassVar[str] = "preview"
    to: Literal["MAIN", "PDF"] = Field(description="MAIN: your main fleet; PDF: planetary defense where it is captured")
    ships: Annotated[str | None, Pick("ships of your main fleet")] = Field(
        None, description="ships that go on PDF duty there to make room in MAIN, first named first", max_length=200
    )


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


def capture(run: Run, order: Capture) -> None:
    """Set the preset. Refuses PRESET_MOVES, NOT_IN_MAIN; CAPTURE_CP where it makes no room for a ship that waits."""
    state, seat, table = run.state, run.seat, run.table
    ships: list[Unit] = []
    for name in words_of(order.ships or "", {unit.name.casefold() for unit in state.of(seat)}):
        ship = own(table, seat, name)
        if ship.kind is not UnitKind.SHIP or ship.duty:
            table.refuse("NOT_IN_MAIN", unit=shown(ship.name))
        ships.append(ship)
    if ships and order.to == PDF:
        table.refuse("PRESET_MOVES")
    moves = tuple(dict.fromkeys(ship.id for ship in ships))
    table.say(PresetSet(seat, Preset(to=order.to, moves=moves)), only(seat))
    for cp, system in waiting(run):
        if room_for(run.world, run.state, seat, cp, system) is None:
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


def expected(run: Run, contact: Contact) -> str:
    """What becomes of a ship when nobody is left in it, as its captor knows: words for a preview."""
    cp = run.world.cp(contact.code)
    room = room_for(run.world, run.state, run.seat, cp, contact.system)
    if room is None:
        pdf, main = roster(run.world, run.state, run.seat, contact.system), roster(run.world, run.state, run.seat)
        return (
            f"there is no command room for its {cp} CP (PDF {pdf.cp}/{CAPACITY}, main {main.cp}/{CAPACITY}): it would "
            "be derelict, and your boarders hold it"
        )
    where = f"PDF of {room.duty}" if room.duty else "main fleet"
    moved = [shown(run.state.units[one].name) for one in room.moves]
    making = f", {', '.join(moved)} to the PDF" if moved else ""
    return f"it would be yours, in your {where} ({cp} CP){making}"
