"""The set-up: sides, fleets shown, terrain, initiative and markers. Rulebook: FS-SET-01..03, FS-SET-07, FS-BRD-05.

Also FS-FRC-06 (fleets are open once both are locked) and FS-TERM-04 (two sides).
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import EVERYONE, Seat, Table, only
from engine.orders import Order, Pick
from engine.sunrise.data.codes import Code, no
from engine.sunrise.facts import (
    DraftSet,
    FleetLocked,
    FleetShown,
    InitiativeRolled,
    JoinAsked,
    MarkerPlaced,
    RanLate,
    SideJoined,
    TerrainDone,
    TerrainLaid,
)
from engine.sunrise.figures.board import INCH, Point, thousandths
from engine.sunrise.figures.force import faults
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.setup import (
    EDGE_GAP,
    MARKERS,
    first_side,
    marker_ok,
    marker_places,
    marker_side,
    room_ok,
)
from engine.sunrise.figures.terrain import Circle, Piece, Polygon, piece_ok, pieces_ok, random_circles
from engine.sunrise.fleet.roster import fleet_text
from engine.sunrise.movement.plotting import sealed, unsealed
from engine.sunrise.naming import point_of, side_of
from engine.sunrise.play import Play, at, own_pick, refuse, require
from engine.sunrise.state import SETUP_STAGES, Marker, Stage, State, TerrainMode
from engine.sunrise.world import World
from engine.text.names import no_such, shown


class Join(Order):
    """Play for a side, A or B, while the game is being set up."""

    path: ClassVar[str] = "sunrise join"
    line: ClassVar[str] = "join side {side}"
    sheet: ClassVar[bool] = False
    side: Annotated[str, Pick("a side")] = Field(description="A or B", max_length=10)


class Admit(Order):
    """Let a seat that asks for it play for your side."""

    path: ClassVar[str] = "sunrise admit"
    line: ClassVar[str] = "admit {seat}"
    sheet: ClassVar[bool] = False
    seat: Annotated[str, Pick("a seat")] = Field(description="the seat that asks", max_length=40)


class LockFleet(Order):
    """Lock your fleet; when both sides have, both are shown and the game is set up."""

    path: ClassVar[str] = "sunrise-fleet lock"
    line: ClassVar[str] = "lock fleet"


class UnlockFleet(Order):
    """Unlock your fleet to change it, while the other side's is open."""

    path: ClassVar[str] = "sunrise-fleet unlock"
    line: ClassVar[str] = "unlock fleet"


class LayTerrain(Order):
    """Lay a piece of terrain, where the game has terrain laid by hand."""

    path: ClassVar[str] = "sunrise setup terrain"
    line: ClassVar[str] = "lay {shape}"
    shape: str = Field(
        description="circle 36 24 3 (x, y, radius), or polygon 10 10, 20 10, 15 18 (corners)", max_length=300
    )


class CallInitiative(Order):
    """Lay no more terrain and have the initiative rolled."""

    path: ClassVar[str] = "sunrise setup initiative"
    line: ClassVar[str] = "roll initiative"


class PlaceMarker(Order):
    """Place the next objective marker."""

    path: ClassVar[str] = "sunrise setup marker"
    line: ClassVar[str] = "marker at {x} {y}"
    x: str = Field(description="inches from the west edge", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)


def join(world: World, seat: Seat, order: Join, table: Table[State]) -> None:
    """A seat that plays neither side plays for one; where others do already, it asks them (FS-TERM-04).

    Refuses `E_VALUE` for a third side, `E_PHASE` after the set-up, `E_ONCE`.
    """
    state = table.state
    word = order.side.strip().upper().removeprefix("SIDE ").strip()
    if word not in (Side.A.value, Side.B.value):
        refuse(table, no(Code.E_VALUE, f"there are side A and side B, and no side {shown(word)}", "FS-TERM-04"))
    side = Side(word)
    if state.stage not in SETUP_STAGES:
        refuse(table, no(Code.E_PHASE, "sides are joined before turn 1", "FS-TERM-04"))
    if seat in state.seats:
        why = f"you play side {state.seats[seat]}; a moderator can have you change"
        refuse(table, no(Code.E_ONCE, why, "FS-TERM-04"))
    if not state.crew(side):
        seated(table, seat, side)
    elif state.asking.get(seat) is side:
        refuse(table, no(Code.E_ONCE, f"you ask to play side {side} already", "FS-TERM-04"))
    else:
        table.say(JoinAsked(seat, side), EVERYONE)


def admit(world: World, seat: Seat, order: Admit, table: Table[State]) -> None:
    """A seat that asks for the side plays for it. Refuses `E_UNKNOWN`, `E_PHASE`."""
    side = side_of(table, seat)
    asking = [one for one, wanted in table.state.asking.items() if wanted is side]
    if table.state.stage not in SETUP_STAGES:
        refuse(table, no(Code.E_PHASE, "sides are joined before turn 1", "FS-TERM-04"))
    for one in asking:
        if one.casefold() == order.seat.strip().casefold():
            seated(table, one, side)
            return
    refuse(table, no(Code.E_UNKNOWN, no_such("seat that asks to play for you", order.seat, asking), "FS-TERM-04"))


def seated(table: Table[State], seat: Seat, side: Side) -> None:
    """A seat plays for a side, and hears what the side has built."""
    table.say(SideJoined(seat, side), EVERYONE)
    if table.state.stage is Stage.FLEETS:
        table.say(DraftSet(side, table.state.of(side).fleet), only(seat))


def lock_fleet(world: World, seat: Seat, table: Table[State]) -> None:
    """A legal fleet is locked under a seal; with the second lock both are shown (FS-FRC-06).

    Refuses `E_ONCE`, and with every fault of the list under the first one's code.
    """
    side = side_of(table, seat)
    at(table, side, "FS-FRC-06", Stage.FLEETS)
    state = table.state
    if state.of(side).locked:
        refuse(table, no(Code.E_ONCE, f"the fleet of side {side} is locked", "FS-FRC-06"))
    fleet = state.of(side).fleet
    found = faults(fleet, world.pack, state.settings.total, factions=state.settings.factions)
    if found:
        parts = [f"{shown(one.ship)}: {one.refused.why}" if one.ship else one.refused.why for one in found]
        first = found[0].refused
        rules = ", ".join(dict.fromkeys(one.refused.rule for one in found if one.refused.rule != first.rule))
        why = "; ".join(parts) + (f" (also {rules})" if rules else "")
        refuse(table, no(first.code, why, first.rule))
    table.say(FleetLocked(side, sealed(table, seat, fleet_text(fleet, world.pack))), EVERYONE)
    if table.state.a.locked and table.state.b.locked:
        play = Play(world, table)
        show_fleets(play)
        play.go()


def unlock_fleet(world: World, seat: Seat, table: Table[State]) -> None:
    """A locked fleet is open again. Refuses `E_PHASE`."""
    side = side_of(table, seat)
    at(table, side, "FS-FRC-06", Stage.FLEETS)
    if not table.state.of(side).locked:
        refuse(table, no(Code.E_PHASE, "your fleet is not locked", "FS-FRC-06"))
    table.say(FleetLocked(side, None), EVERYONE)


def show_fleets(play: Play) -> None:
    """Both fleets lie on the table; terrain follows (FS-SET-07)."""
    for side in Side:
        known = play.state.of(side)
        if known.lock is not None:
            unsealed(play.table, known.lock, fleet_text(known.fleet, play.world.pack))
    play.deal()
    for side in Side:
        fleet = play.state.of(side).fleet
        play.say(FleetShown(side, fleet, play.world.ships_of(fleet, side), play.world.squadrons_of(fleet, side)))
    settings = play.state.settings
    if settings.terrain is TerrainMode.HAND:
        play.stage(Stage.TERRAIN, Side.A)
        return
    pieces: tuple[Piece, ...] = ()
    if settings.terrain is TerrainMode.RANDOM:
        pieces = random_circles(settings.board, settings.pieces, play.roll, play.state.terrain)
    elif settings.map:
        pieces = play.world.pack.maps[settings.map].terrain
    if pieces:
        play.say(TerrainLaid(pieces))
    roll_initiative(play)


_SHAPE = re.compile(r"(circle|polygon)\s+(.*)", re.IGNORECASE | re.DOTALL)


def read_piece(table: Table[State], text: str) -> Piece:
    """A piece from its words, under the next free id. Refuses `E_VALUE`, `E_BOUNDS` (FS-BRD-05)."""
    state = table.state
    match = _SHAPE.fullmatch(text.strip())
    numbers = [thousandths(word) for word in re.split(r"[\s,;()]+", match[2]) if word] if match else []
    found = [number for number in numbers if number is not None]
    circle = match is not None and match[1].casefold() == "circle"
    if match is None or len(found) != len(numbers) or (len(found) != 3 if circle else len(found) % 2 or not found):
        why = f"cannot read “{shown(text)}”; write 'circle 36 24 3' or 'polygon 10 10, 20 10, 15 18'"
        refuse(table, no(Code.E_VALUE, why, "FS-BRD-05"))
    taken = {piece.id for piece in state.terrain}
    id = next(name for name in (f"t{number}" for number in range(1, len(taken) + 2)) if name not in taken)
    piece: Piece
    if circle:
        piece = Circle(id, Point(found[0], found[1]), found[2])
    else:
        piece = Polygon(id, tuple(Point(x, y) for x, y in zip(found[::2], found[1::2], strict=True)))
    require(table, piece_ok(state.settings.board, piece))
    require(table, pieces_ok((*state.terrain, piece)))
    require(table, room_ok(state.settings.board, (*state.terrain, piece)))
    return piece


def lay(world: World, seat: Seat, order: LayTerrain, table: Table[State]) -> None:
    """Sides lay terrain in turn, where it is laid by hand (FS-BRD-05). Refuses `E_PERM` in other games, `E_TURN`."""
    side = side_of(table, seat)
    if table.state.settings.terrain is not TerrainMode.HAND and table.state.stage in SETUP_STAGES:
        refuse(table, no(Code.E_PERM, "in this game players lay no terrain", "FS-BRD-05"))
    at(table, side, "FS-BRD-05", Stage.TERRAIN)
    own_pick(table, side, "FS-BRD-05")
    piece = read_piece(table, order.shape)
    play = Play(world, table)
    play.say(TerrainLaid((piece,), side))
    _next_layer(play, side)


def _next_layer(play: Play, side: Side) -> None:
    """The other side lays, unless it lays no more."""
    play.stage(Stage.TERRAIN, side if play.state.of(side.other).ready else side.other)


def call_initiative(world: World, seat: Seat, table: Table[State]) -> None:
    """A side is content with the terrain; with both the initiative is rolled (FS-SET-01). Refuses `E_PHASE`."""
    side = side_of(table, seat)
    at(table, side, "FS-SET-01", Stage.TERRAIN)
    if table.state.of(side).ready:
        refuse(table, no(Code.E_ONCE, "you have called for it", "FS-SET-01"))
    play = Play(world, table)
    play.say(TerrainDone(side))
    if play.state.of(side.other).ready:
        roll_initiative(play)
    else:
        _next_layer(play, side)
    play.go()


def late_terrain(play: Play) -> None:
    """Time is up: the terrain is as it is."""
    for side in Side:
        if not play.state.of(side).ready:
            play.say(RanLate(side, "placing"))
    roll_initiative(play)


def roll_initiative(play: Play) -> None:
    """A die each, until they differ (FS-SET-01)."""
    first, pairs = first_side(play.roll)
    play.say(InitiativeRolled(first, pairs))
    next_marker(play)


def next_marker(play: Play) -> None:
    """The next marker's side picks, up to five or as many as there is room for; then the edge (FS-SET-02..04)."""
    state = play.state
    first = state.first or Side.A
    number = len(state.markers) + 1
    if number <= MARKERS and _room(state):
        play.stage(Stage.MARKERS, marker_side(first, number))
    else:
        play.stage(Stage.EDGE, first)


def _room(state: State) -> bool:
    """Whether another marker has room on some whole inch."""
    board, points = state.settings.board, [marker.place for marker in state.markers]
    return any(
        marker_ok(board, state.terrain, points, Point(x, y)) is None
        for y in range(EDGE_GAP, board.height - EDGE_GAP + 1, INCH)
        for x in range(EDGE_GAP, board.width - EDGE_GAP + 1, INCH)
    )


def place_marker(world: World, seat: Seat, order: PlaceMarker, table: Table[State]) -> None:
    """A marker is placed (FS-SET-02, FS-SET-03). Refuses as `setup.marker_ok`, `E_TURN`, `E_PHASE`."""
    side = side_of(table, seat)
    at(table, side, "FS-SET-07", Stage.MARKERS)
    own_pick(table, side, "FS-SET-03")
    state = table.state
    place = point_of(table, order.x, order.y)
    require(table, marker_ok(state.settings.board, state.terrain, [marker.place for marker in state.markers], place))
    play = Play(world, table)
    _lay_marker(play, place, side)


def _lay_marker(play: Play, place: Point, side: Side) -> None:
    taken = {marker.id for marker in play.state.markers}
    id = next(name for name in (f"m{number}" for number in range(1, len(taken) + 2)) if name not in taken)
    play.say(MarkerPlaced(Marker(id, place), side))
    next_marker(play)


def late_marker(play: Play, side: Side) -> None:
    """Time is up: a legal whole inch by the dice (register 18)."""
    state = play.state
    play.say(RanLate(side, "placing"))
    points = [marker.place for marker in state.markers]
    places = marker_places(state.settings.board, state.terrain, points)
    _lay_marker(play, places[play.roll(f"marker {len(points) + 1}", len(places)) - 1], side)
