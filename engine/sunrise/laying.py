"""The set-up: sides, fleets shown, terrain, initiative, markers, edges and deployment. Rulebook: FS-SET, FS-BRD-05.

Also FS-FRC-06 (fleets are open once both are locked) and FS-FAC-20 (ships held back).
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field

from engine.catalogue import no_such
from engine.game import EVERYONE, Seat, Table, only
from engine.names import shown
from engine.orders import Order, Pick
from engine.sunrise.board import INCH, Point, thousandths
from engine.sunrise.codes import Code, Refused
from engine.sunrise.facts import (
    Deployed,
    DraftSet,
    EdgesTaken,
    FleetLocked,
    FleetShown,
    HeldBack,
    InitiativeRolled,
    JoinAsked,
    MarkerPlaced,
    RanLate,
    SideJoined,
    TerrainDone,
    TerrainLaid,
)
from engine.sunrise.force import faults
from engine.sunrise.markers import Side
from engine.sunrise.motion import RETURN_VELOCITY, nearest_legal
from engine.sunrise.naming import heading_of, listed, own_ship, point_of, side_of
from engine.sunrise.play import Play, at, own_pick, refuse, require
from engine.sunrise.plotting import sealed, unsealed
from engine.sunrise.roster import fleet_text
from engine.sunrise.setup import (
    EDGE_GAP,
    FACING,
    MARKERS,
    OPPOSITE,
    ZONE,
    BoardEdge,
    deploy_ok,
    deploy_places,
    depth,
    edge_ok,
    first_side,
    hold_back_ok,
    marker_ok,
    marker_places,
    marker_side,
)
from engine.sunrise.specs import FactionCode
from engine.sunrise.state import SETUP_STAGES, Marker, Stage, State, Status, TerrainMode
from engine.sunrise.terrain import Circle, Piece, Polygon, piece_ok, pieces_ok, random_circles
from engine.sunrise.turns import begin_turn
from engine.sunrise.world import World


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


class TakeEdge(Order):
    """Choose the edge of the board where your side deploys."""

    path: ClassVar[str] = "sunrise setup edge"
    line: ClassVar[str] = "edge {edge}"
    edge: Annotated[str, Pick("an edge")] = Field(description="N, S, E or W", max_length=10)


class Deploy(Order):
    """Deploy a ship within 12 inches of your edge."""

    path: ClassVar[str] = "sunrise setup deploy"
    line: ClassVar[str] = "deploy {ship} at {x} {y}[ heading {heading}]"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship of yours", max_length=40)
    x: str = Field(description="inches from the west edge", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)
    heading: str | None = Field(
        None, description="degrees clockwise from north; toward the enemy's edge if left out", max_length=8
    )


class DeployRest(Order):
    """Deploy all your remaining ships in a line along your edge."""

    path: ClassVar[str] = "sunrise setup deploy-rest"
    line: ClassVar[str] = "deploy the rest"


class HoldBack(Order):
    """Hold ships back in Slipspace: the First Cycle's, at most a third of the fleet."""

    path: ClassVar[str] = "sunrise setup hold-back"
    line: ClassVar[str] = "hold back {ships}"
    ships: Annotated[str, Pick("ships of yours")] = Field(description="ships with commas", max_length=200)


def join(world: World, seat: Seat, order: Join, table: Table[State]) -> None:
    """A seat that plays neither side plays for one; where others do already, it asks them (FS-TERM-04).

    Refuses `E_VALUE` for a third side, `E_PHASE` after the set-up, `E_ONCE`.
    """
    state = table.state
    word = order.side.strip().upper().removeprefix("SIDE ").strip()
    if word not in (Side.A.value, Side.B.value):
        refuse(table, Refused(Code.E_VALUE, f"there are side A and side B, and no side {shown(word)}", "FS-TERM-04"))
    side = Side(word)
    if state.stage not in SETUP_STAGES:
        refuse(table, Refused(Code.E_PHASE, "sides are joined before turn 1", "FS-TERM-04"))
    if seat in state.seats:
        why = f"you play side {state.seats[seat]}; a moderator can have you change"
        refuse(table, Refused(Code.E_ONCE, why, "FS-TERM-04"))
    if not state.crew(side):
        seated(table, seat, side)
    elif state.asking.get(seat) is side:
        refuse(table, Refused(Code.E_ONCE, f"you ask to play side {side} already", "FS-TERM-04"))
    else:
        table.say(JoinAsked(seat, side), EVERYONE)


def admit(world: World, seat: Seat, order: Admit, table: Table[State]) -> None:
    """A seat that asks for the side plays for it. Refuses `E_UNKNOWN`, `E_PHASE`."""
    side = side_of(table, seat)
    asking = [one for one, wanted in table.state.asking.items() if wanted is side]
    if table.state.stage not in SETUP_STAGES:
        refuse(table, Refused(Code.E_PHASE, "sides are joined before turn 1", "FS-TERM-04"))
    for one in asking:
        if one.casefold() == order.seat.strip().casefold():
            seated(table, one, side)
            return
    refuse(table, Refused(Code.E_UNKNOWN, no_such("seat that asks to play for you", order.seat, asking), "FS-TERM-04"))


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
        refuse(table, Refused(Code.E_ONCE, f"the fleet of side {side} is locked", "FS-FRC-06"))
    fleet = state.of(side).fleet
    found = faults(fleet, world.pack, state.settings.total, factions=state.settings.factions)
    if found:
        parts = [f"{shown(one.ship)}: {one.refused.why}" if one.ship else one.refused.why for one in found]
        first = found[0].refused
        rules = ", ".join(dict.fromkeys(one.refused.rule for one in found if one.refused.rule != first.rule))
        why = "; ".join(parts) + (f" (also {rules})" if rules else "")
        refuse(table, Refused(first.code, why, first.rule))
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
        refuse(table, Refused(Code.E_PHASE, "your fleet is not locked", "FS-FRC-06"))
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
        why = f"cannot read {shown(text)!r}; write 'circle 36 24 3' or 'polygon 10 10, 20 10, 15 18'"
        refuse(table, Refused(Code.E_VALUE, why, "FS-BRD-05"))
    taken = {piece.id for piece in state.terrain}
    id = next(name for name in (f"t{number}" for number in range(1, len(taken) + 2)) if name not in taken)
    piece: Piece
    if circle:
        piece = Circle(id, Point(found[0], found[1]), found[2])
    else:
        piece = Polygon(id, tuple(Point(x, y) for x, y in zip(found[::2], found[1::2], strict=True)))
    require(table, piece_ok(state.settings.board, piece))
    require(table, pieces_ok((*state.terrain, piece)))
    return piece


def lay(world: World, seat: Seat, order: LayTerrain, table: Table[State]) -> None:
    """Sides lay terrain in turn, where it is laid by hand (FS-BRD-05). Refuses `E_PERM` in other games, `E_TURN`."""
    side = side_of(table, seat)
    if table.state.settings.terrain is not TerrainMode.HAND and table.state.stage in SETUP_STAGES:
        refuse(table, Refused(Code.E_PERM, "in this game players lay no terrain", "FS-BRD-05"))
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
        refuse(table, Refused(Code.E_ONCE, "you have called for it", "FS-SET-01"))
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


def take_edge(world: World, seat: Seat, order: TakeEdge, table: Table[State]) -> None:
    """The initiative side chooses (FS-SET-04). Refuses `E_TURN` for the other, `E_EDGE` once taken, `E_VALUE`."""
    side = side_of(table, seat)
    word = order.edge.strip().upper()[:1]
    if word not in {edge.value for edge in BoardEdge}:
        refuse(table, Refused(Code.E_VALUE, f"an edge is N, S, E or W, not {shown(order.edge)!r}", "FS-SET-04"))
    edge = BoardEdge(word)
    state = table.state
    if state.stage is Stage.DEPLOY:
        taken = state.of(side.other).edge if side is not state.first else state.of(side).edge
        require(table, edge_ok(taken, edge) if side is not state.first else None)
        refuse(table, Refused(Code.E_EDGE, f"edges are taken; yours is {state.of(side).edge}", "FS-SET-04"))
    at(table, side, "FS-SET-07", Stage.EDGE)
    own_pick(table, side, "FS-SET-04")
    set_edges(Play(world, table), side, edge)


def set_edges(play: Play, side: Side, edge: BoardEdge) -> None:
    """Both edges are taken, and the initiative side deploys (FS-SET-04)."""
    play.say(EdgesTaken(side, edge, OPPOSITE[edge]))
    play.stage(Stage.DEPLOY, side)


def late_edge(play: Play, side: Side) -> None:
    """Time is up: an edge by the dice (register 18)."""
    play.say(RanLate(side, "placing"))
    edges = tuple(BoardEdge)
    set_edges(play, side, edges[play.roll("edge", len(edges)) - 1])


def _deploying(table: Table[State], seat: Seat) -> tuple[Side, BoardEdge]:
    """The side that deploys now, and its edge. Refuses `E_PHASE`, `E_TURN`."""
    side = side_of(table, seat)
    at(table, side, "FS-SET-07", Stage.DEPLOY)
    own_pick(table, side, "FS-SET-04")
    edge = table.state.of(side).edge
    assert edge is not None  # edges are taken before ships are deployed
    return side, edge


def deploy(world: World, seat: Seat, order: Deploy, table: Table[State]) -> None:
    """A ship is deployed, or moved while its side deploys (FS-SET-04..06). Refuses as `setup.deploy_ok`."""
    side, edge = _deploying(table, seat)
    ship = own_ship(table, side, order.ship)
    place = point_of(table, order.x, order.y)
    heading = heading_of(table, order.heading) if order.heading is not None else FACING[edge]
    state = table.state
    require(table, deploy_ok(state.settings.board, state.terrain, edge, place, heading))
    play = Play(world, table)
    play.say(Deployed(ship.id, place, heading, RETURN_VELOCITY))
    after_deploying(play, side)
    play.go()


def deploy_rest(world: World, seat: Seat, table: Table[State]) -> None:
    """The ships that are left stand in a line, evenly along the edge (FS-SET-04)."""
    side, edge = _deploying(table, seat)
    play = Play(world, table)
    line_up(play, side, edge)
    after_deploying(play, side)
    play.go()


def line_up(play: Play, side: Side, edge: BoardEdge) -> None:
    """Ships that are not deployed are, ten inches deep, or as near to it as terrain lets them."""
    state = play.state
    board, terrain = state.settings.board, state.terrain
    left = [ship.id for ship in state.fleet(side) if ship.status is Status.RESERVE]
    wide = board.width if edge in (BoardEdge.N, BoardEdge.S) else board.height
    deep = ZONE - 2 * INCH
    for number, ship in enumerate(left, 1):
        along = wide * number // (len(left) + 1) // INCH * INCH
        wanted = {
            BoardEdge.S: Point(along, deep),
            BoardEdge.N: Point(along, board.height - deep),
            BoardEdge.W: Point(deep, along),
            BoardEdge.E: Point(board.width - deep, along),
        }[edge]
        place = nearest_legal(wanted, ZONE, lambda point: deploy_ok(board, terrain, edge, point) is None)
        if place is None:
            place = min(deploy_places(board, terrain, edge), key=lambda point: (depth(board, edge, point), point))
        play.say(Deployed(ship, place, FACING[edge], RETURN_VELOCITY))


def after_deploying(play: Play, side: Side) -> None:
    """When a side has no ship left to deploy, the other side does so, or turn 1 begins (FS-SET-07)."""
    if any(ship.status is Status.RESERVE for ship in play.state.fleet(side)):
        return
    if any(ship.status is Status.RESERVE for ship in play.state.fleet(side.other)):
        play.stage(Stage.DEPLOY, side.other)
    else:
        begin_turn(play)


def late_deployment(play: Play, side: Side) -> None:
    """Time is up: the ships that are left stand on legal whole inches by the dice (register 18)."""
    play.say(RanLate(side, "placing"))
    state = play.state
    edge = state.of(side).edge
    assert edge is not None  # edges are taken before
    places = deploy_places(state.settings.board, state.terrain, edge)
    for ship in [one for one in state.fleet(side) if one.status is Status.RESERVE]:
        place = places[play.roll(f"{ship.id}/deployment", len(places)) - 1]
        play.say(Deployed(ship.id, place, FACING[edge], RETURN_VELOCITY))
    after_deploying(play, side)


def hold_back(world: World, seat: Seat, order: HoldBack, table: Table[State]) -> None:
    """Ships stay in Slipspace (FS-FAC-20). Refuses `E_FACTION`, `E_INTEGRITY`, `E_UNKNOWN`."""
    side, _ = _deploying(table, seat)
    state = table.state
    ships = [own_ship(table, side, word) for word in listed(order.ships)]
    if not ships:
        refuse(table, Refused(Code.E_VALUE, "no ship is named", "FS-FAC-20"))
    held = {ship.id: ship for ship in state.fleet(side) if ship.status is Status.SLIPSPACE}
    held.update({ship.id: ship for ship in ships})
    total = sum(world.rows(ship) for ship in state.fleet(side))
    cycle = world.is_of(state, side, FactionCode.FIRST_CYCLE)
    require(table, hold_back_ok([world.rows(ship) for ship in held.values()], total, cycle))
    play = Play(world, table)
    play.say(HeldBack(side, tuple(dict.fromkeys(ship.id for ship in ships))))
    after_deploying(play, side)
    play.go()
