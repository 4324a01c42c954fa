"""Edges and deployment: where ships stand when turn 1 begins. Rulebook: FS-SET-04..06, FS-FAC-20 (held back)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from engine.act import Order
from engine.declared.changes import Its, Sets
from engine.game import Fact, Refusal
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Value
from engine.orders import Option
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Board, Piece, Point, inches
from engine.sunrise.data.units import FactionCode
from engine.sunrise.figures import setup
from engine.sunrise.figures.board import ahead, enters
from engine.sunrise.figures.motion import RETURN_VELOCITY, nearest_legal
from engine.sunrise.figures.setup import FACING, INSIDE, ZONE
from engine.sunrise.founding.laying import GROUP, grid
from engine.sunrise.look import At, Look, ShipOf, ShipsOf, SideOf, split_list
from engine.sunrise.nouns import OWN, own_ships, ship_names
from engine.sunrise.play import Act, Play, late
from engine.sunrise.state import OPPOSITE, BeginTurn, BoardEdge, Ship, Side, Stage, State, Status, side_changed
from engine.sunrise.world import WELL_INSIDE, World
from engine.text.message import N_, T_, Shown, Text, term

EDGE_NAMES = {edge.value.casefold(): edge for edge in BoardEdge} | {
    "north": BoardEdge.N,
    "south": BoardEdge.S,
    "east": BoardEdge.E,
    "west": BoardEdge.W,
}


def edge_named(look: Look, words: str, found: Found) -> BoardEdge:
    """An edge of the board: "N", "north edge". Refuses `E_VALUE`, `E_EDGE` once edges are taken."""
    edge = EDGE_NAMES.get(words.strip().casefold().removesuffix("edge").rstrip())
    if edge is None:
        look.no(Code.E_VALUE, N_("An edge is N, S, E or W, not “{words}”."), "FS-SET-04", words=words)
    known, side = look.known, look.own
    if known.stage is Stage.DEPLOY:
        if side is not known.first:
            look.require(setup.edge_ok(known.of(side.other).edge, edge))
        why = N_("Edges are taken; yours is {edge}.")
        look.no(Code.E_EDGE, why, "FS-SET-04", edge=term(str(known.of(side).edge)))
    return edge


EDGE: Value[Look, BoardEdge] = Value(
    "an edge",
    edge_named,
    lambda look, found: [Option(edge) for edge in BoardEdge if look.known.stage is not Stage.DEPLOY],
)


class TakeEdge(Order):
    """Choose the edge of the board where your side deploys."""

    path: ClassVar[str] = f"{GROUP.path} edge"
    line: ClassVar[str] = "edge {edge}"
    each: ClassVar[int] = len(BoardEdge)
    edge: Annotated[str, EDGE] = Field(description="N, S, E or W", max_length=10)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While it is the side's to choose. Once edges are taken, it is told which is whose."""
        chosen = look.outside() is None and look.known.stage is Stage.DEPLOY
        return None if chosen else look.untimely("FS-SET-07", Stage.EDGE) or look.not_picking("FS-SET-04")

    def obey(self, act: Act) -> None:
        """The initiative side chooses (FS-SET-04)."""
        set_edges(act.play, act.side, act.found.edge)


def set_edges(play: Play, side: Side, edge: BoardEdge) -> None:
    """Both edges are taken, and the initiative side deploys (FS-SET-04)."""
    play.tell(EdgesTaken(side, edge, OPPOSITE[edge]))
    play.stage(Stage.DEPLOY, side)


@late(Stage.EDGE)
def late_edge(play: Play) -> None:
    """Time is up: an edge by the dice (register 18)."""
    side = play.ran_late()
    edges = tuple(BoardEdge)
    set_edges(play, side, edges[play.roll("edge", len(edges)) - 1])


class DeployOrder(Order):
    """An order of a side while it deploys."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the side deploys."""
        return look.untimely("FS-SET-07", Stage.DEPLOY) or look.not_picking("FS-SET-04")


def edge_of(state: State, side: Side) -> BoardEdge:
    """The edge of a side that deploys."""
    edge = state.of(side).edge
    assert edge is not None  # edges are taken before ships are deployed
    return edge


def waiting(look: Look, found: Found = NOTHING_FOUND) -> list[Ship]:
    """The ships of the viewer's side that are not deployed yet."""
    return [ship for ship in own_ships(look) if ship.status is Status.RESERVE]


class Deploy(DeployOrder):
    """Deploy a ship within 12 inches of your edge."""

    path: ClassVar[str] = f"{GROUP.path} deploy"
    line: ClassVar[str] = "deploy {ship} at {x} {y}[ heading {heading}]"
    ship: Annotated[str, OWN.but(among=waiting)] = Field(description="a ship of yours", max_length=40)
    x: str = Field(description="inches from the west edge", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)
    heading: str | None = Field(
        None, description="degrees clockwise from north; toward the enemy's edge if left out", max_length=8
    )

    def obey(self, act: Act) -> None:
        """A ship is deployed, or moved while its side deploys (FS-SET-04..06). Refuses as `setup.deploy_ok`."""
        look, known, side = act.look, act.look.known, act.side
        edge = edge_of(known, side)
        place = look.point_of(self.x, self.y)
        heading = look.heading_of(self.heading) if self.heading is not None else FACING[edge]
        look.require(setup.deploy_ok(known.settings.board, known.terrain, edge, place, heading))
        act.play.tell(Deployed(act.found.ship.id, place, heading, RETURN_VELOCITY))
        after_deploying(act.play, side)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Deploy]:
        """The next two ships, straight and askew, all along the edge: of places a grid has enough."""
        edge, ships = edge_of(look.known, look.own), waiting(look)[:2]
        askew = str((FACING[edge] + 330) % 360)
        for place in grid(look.known.settings.board):
            if setup.deploy_ok(look.known.settings.board, look.known.terrain, edge, place) is None:
                for ship in ships:
                    yield cls(ship=ship.id, x=inches(place.x), y=inches(place.y))
                    yield cls(ship=ship.id, x=inches(place.x), y=inches(place.y), heading=askew)


class DeployRest(DeployOrder):
    """Deploy all your remaining ships in a line along your edge."""

    path: ClassVar[str] = f"{GROUP.path} deploy-rest"
    line: ClassVar[str] = "deploy the rest"

    def obey(self, act: Act) -> None:
        """The ships that are left stand in a line, evenly along the edge (FS-SET-04)."""
        side = act.side
        line_up(act.play, side, edge_of(act.play.state, side))
        after_deploying(act.play, side)


def line_up(play: Play, side: Side, edge: BoardEdge) -> None:
    """Ships that are not deployed are, in a line."""
    state = play.state
    left = [ship.id for ship in state.fleet(side) if ship.status is Status.RESERVE]
    places = line_of(state.settings.board, state.terrain, edge, len(left), margin_of(play.world))
    for ship, place in zip(left, places, strict=True):
        play.tell(Deployed(ship, place, FACING[edge], RETURN_VELOCITY))


def margin_of(world: World) -> int:
    """Distance from the edge at which ships are put that nobody placed, in thousandths."""
    return INSIDE if world.version >= WELL_INSIDE else 0


def line_of(
    board: Board, terrain: Sequence[Piece], edge: BoardEdge, ships: int, margin: int = INSIDE
) -> Iterator[Point]:
    """Places of so many ships in a line: evenly along the edge and ten inches deep, or as near to it as terrain lets
    them, so far inside the board and free to drift.
    """
    wide = board.width if edge in (BoardEdge.N, BoardEdge.S) else board.height
    deep = ZONE - 2 * INCH

    def stands(point: Point) -> bool:
        return setup.inside(board, point) >= margin and setup.deploy_ok(board, terrain, edge, point) is None

    for number in range(1, ships + 1):
        along = min(max(wide * number // (ships + 1) // INCH * INCH, margin), wide - margin)
        wanted = {
            BoardEdge.S: Point(along, deep),
            BoardEdge.N: Point(along, board.height - deep),
            BoardEdge.W: Point(deep, along),
            BoardEdge.E: Point(board.width - deep, along),
        }[edge]
        free = (point for point in _aside(wanted, edge) if stands(point) and _may_drift(terrain, edge, point))
        place = next(free, None) or nearest_legal(wanted, ZONE, stands)
        yield place or min(
            setup.deploy_places(board, terrain, edge, margin),
            key=lambda point: (setup.depth(board, edge, point), point),
        )


def _aside(wanted: Point, edge: BoardEdge) -> Iterator[Point]:
    """Places by whole inches along an edge, the nearest first."""
    for step in range(ZONE // INCH + 1):
        for aside in (-step * INCH, step * INCH):
            across = edge in (BoardEdge.N, BoardEdge.S)
            yield Point(wanted.x + aside, wanted.y) if across else Point(wanted.x, wanted.y + aside)


def _may_drift(terrain: Iterable[Piece], edge: BoardEdge, point: Point) -> bool:
    """True if a ship would run into nothing if it drifted."""
    return not enters(terrain, point, ahead(point, FACING[edge], RETURN_VELOCITY * INCH))


def after_deploying(play: Play, side: Side) -> None:
    """Goes on where a side has no ship left to deploy: the other side does so, or turn 1 begins (FS-SET-07)."""
    if any(ship.status is Status.RESERVE for ship in play.state.fleet(side)):
        return
    if any(ship.status is Status.RESERVE for ship in play.state.fleet(side.other)):
        play.stage(Stage.DEPLOY, side.other)
    else:
        play.push(BeginTurn())
        play.go()


@late(Stage.DEPLOY)
def late_deployment(play: Play) -> None:
    """Time is up: the ships that are left stand on legal whole inches by the dice (register 18)."""
    side, state = play.ran_late(), play.state
    edge = state.of(side).edge
    assert edge is not None  # edges are taken before
    places = setup.deploy_places(state.settings.board, state.terrain, edge, margin_of(play.world))
    for ship in [ship for ship in state.fleet(side) if ship.status is Status.RESERVE]:
        place = places[play.roll(f"{ship.id}/deployment", len(places)) - 1]
        play.tell(Deployed(ship.id, place, FACING[edge], RETURN_VELOCITY))
    after_deploying(play, side)


def held_back(look: Look, words: str, found: Found) -> tuple[Ship, ...]:
    """Own ships, with commas, that may stay in Slipspace beside those that do (FS-FAC-20).

    Refuses `E_VALUE` for none, `E_FACTION`, `E_INTEGRITY`.
    """
    ships = [OWN.find(look, word, found) for word in split_list(words, ship_names(look.known))]
    if not ships:
        look.no(Code.E_VALUE, T_("No ship is named."), "FS-FAC-20")
    held = {ship.id: ship for ship in own_ships(look) if ship.status is Status.SLIPSPACE}
    held.update({ship.id: ship for ship in ships})
    total = sum(look.world.rows(ship) for ship in own_ships(look))
    cycle = look.world.is_of(look.known, look.own, FactionCode.FIRST_CYCLE)
    look.require(setup.hold_back_ok([look.world.rows(ship) for ship in held.values()], total, cycle))
    return tuple(ships)


def may_wait(look: Look, found: Found) -> Iterator[Option]:
    """Each ship that may be held back alone."""
    for ship in waiting(look):
        try:
            held_back(look, ship.id, found)
        except Refusal:
            continue
        yield OWN.option(look, ship)


class HoldBack(DeployOrder):
    """Hold ships back in Slipspace: the First Cycle's, at most a third of the fleet."""

    path: ClassVar[str] = f"{GROUP.path} hold-back"
    line: ClassVar[str] = "hold back {ships}"
    ships: Annotated[str, Value("ships of yours", held_back, may_wait)] = Field(
        description="ships with commas", max_length=200
    )

    def obey(self, act: Act) -> None:
        """Ships stay in Slipspace."""
        side = act.side
        act.play.tell(HeldBack(side, tuple(dict.fromkeys(ship.id for ship in act.found.ships))))
        after_deploying(act.play, side)


EDGE_WORDS: dict[BoardEdge, Text] = {
    BoardEdge.N: T_("north"),
    BoardEdge.S: T_("south"),
    BoardEdge.E: T_("east"),
    BoardEdge.W: T_("west"),
}
Edge = Annotated[BoardEdge, Shown[BoardEdge](lambda look, edge, form: EDGE_WORDS[edge])]
"""A field of a fact: an edge of the board."""


class EdgesTaken(Fact[State], frozen=True):
    """The initiative side has chosen its edge, and the other has the opposite one (FS-SET-04)."""

    says = N_("{side} deploys at the {edge} edge, {side:other} at the {opposite} edge.")
    rule = "FS-SET-04"
    decides = True
    side: SideOf
    edge: Edge
    opposite: Edge

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, edge=self.edge)
        return side_changed(state, self.side.other, edge=self.opposite)


class Deployed(Fact[State], frozen=True):
    """A ship stands on the board, or elsewhere while its side deploys (FS-SET-04..06)."""

    says = N_("{ship} stands at {place} heading {heading}\u00b0, velocity {velocity}.")
    rule = "FS-SET-04"
    makes = Sets("ships", "ship", "place", "heading", "velocity", status=Status.DEPLOYED, last=Its("place"))
    ship: ShipOf
    place: At
    heading: int
    velocity: int


class HeldBack(Fact[State], frozen=True):
    """Ships stay in Slipspace (FS-FAC-20)."""

    says = N_("{side} holds {ships} back in Slipspace.")
    rule = "FS-FAC-20"
    makes = Sets("ships", "ships", status=Status.SLIPSPACE, place=None)
    side: SideOf
    ships: ShipsOf
