"""Edges and deployment: where ships stand when turn 1 begins. Rulebook: FS-SET-04..06, FS-FAC-20 (held back)."""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Seat, Table
from engine.orders import Order, Pick
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import FactionCode
from engine.sunrise.facts import Deployed, EdgesTaken, HeldBack, RanLate
from engine.sunrise.figures.board import INCH, Point, ahead
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.setup import (
    FACING,
    OPPOSITE,
    ZONE,
    BoardEdge,
    deploy_ok,
    deploy_places,
    depth,
    edge_ok,
    hold_back_ok,
)
from engine.sunrise.figures.terrain import enters
from engine.sunrise.movement.motion import RETURN_VELOCITY, nearest_legal
from engine.sunrise.naming import heading_of, listed, own_ship, point_of, ship_names, side_of
from engine.sunrise.play import Play, at, own_pick, refuse, require
from engine.sunrise.state import Stage, State, Status
from engine.sunrise.turn.turns import begin_turn
from engine.sunrise.world import World
from engine.text.names import shown


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


_EDGE_NAMES = {edge.value.casefold(): edge for edge in BoardEdge} | {
    "north": BoardEdge.N,
    "south": BoardEdge.S,
    "east": BoardEdge.E,
    "west": BoardEdge.W,
}


class HoldBack(Order):
    """Hold ships back in Slipspace: the First Cycle's, at most a third of the fleet."""

    path: ClassVar[str] = "sunrise setup hold-back"
    line: ClassVar[str] = "hold back {ships}"
    ships: Annotated[str, Pick("ships of yours")] = Field(description="ships with commas", max_length=200)


def take_edge(world: World, seat: Seat, order: TakeEdge, table: Table[State]) -> None:
    """The initiative side chooses (FS-SET-04). Refuses `E_TURN` for the other, `E_EDGE` once taken, `E_VALUE`."""
    side = side_of(table, seat)
    edge = _EDGE_NAMES.get(order.edge.strip().casefold().removesuffix("edge").rstrip())
    if edge is None:
        refuse(table, no(Code.E_VALUE, f"an edge is N, S, E or W, not “{shown(order.edge)}”", "FS-SET-04"))
    state = table.state
    if state.stage is Stage.DEPLOY:
        taken = state.of(side.other).edge if side is not state.first else state.of(side).edge
        require(table, edge_ok(taken, edge) if side is not state.first else None)
        refuse(table, no(Code.E_EDGE, f"edges are taken; yours is {state.of(side).edge}", "FS-SET-04"))
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
    """Ships that are not deployed are, ten inches deep, or as near to it as terrain lets them, and free to drift."""
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
        place = _free_start(state, edge, wanted) or nearest_legal(wanted, ZONE, partial(_legal_start, state, edge))
        if place is None:
            place = min(deploy_places(board, terrain, edge), key=lambda point: (depth(board, edge, point), point))
        play.say(Deployed(ship, place, FACING[edge], RETURN_VELOCITY))


def _legal_start(state: State, edge: BoardEdge, point: Point) -> bool:
    return deploy_ok(state.settings.board, state.terrain, edge, point) is None


def _free_start(state: State, edge: BoardEdge, wanted: Point) -> Point | None:
    """The nearest place by whole inches along the edge from which a ship would run into nothing if it drifted."""
    across = edge in (BoardEdge.N, BoardEdge.S)
    for inches in range(ZONE // INCH + 1):
        for aside in (-inches * INCH, inches * INCH):
            point = Point(wanted.x + aside, wanted.y) if across else Point(wanted.x, wanted.y + aside)
            drifted = ahead(point, FACING[edge], RETURN_VELOCITY * INCH)
            if _legal_start(state, edge, point) and not enters(state.terrain, point, drifted):
                return point
    return None


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
    ships = [own_ship(table, side, word) for word in listed(order.ships, ship_names(state))]
    if not ships:
        refuse(table, no(Code.E_VALUE, "no ship is named", "FS-FAC-20"))
    held = {ship.id: ship for ship in state.fleet(side) if ship.status is Status.SLIPSPACE}
    held.update({ship.id: ship for ship in ships})
    total = sum(world.rows(ship) for ship in state.fleet(side))
    cycle = world.is_of(state, side, FactionCode.FIRST_CYCLE)
    require(table, hold_back_ok([world.rows(ship) for ship in held.values()], total, cycle))
    play = Play(world, table)
    play.say(HeldBack(side, tuple(dict.fromkeys(ship.id for ship in ships))))
    after_deploying(play, side)
    play.go()
