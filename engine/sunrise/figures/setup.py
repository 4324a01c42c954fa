"""Set-up: initiative, markers, edges, deployment, and ships that come later. Rulebook: FS-SET, FS-FAC-10, -20, -21."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Board, Piece, Point, inches
from engine.sunrise.figures.board import clear_of_terrain, distance, heading_ok, on_board
from engine.sunrise.figures.rolls import Roll
from engine.sunrise.state import OPPOSITE, BoardEdge, Side
from engine.text.message import N_, T_, term

MARKERS = 5
EDGE_GAP = 12 * INCH
MARKER_GAP = 9 * INCH
ZONE = 12 * INCH
INSIDE = 3 * INCH
"""How far from every edge of the board a ship is put that nobody placed, where terrain leaves room."""
ARRIVAL_GAP = 12 * INCH
ARRIVAL_TURN = 3
FACING = {BoardEdge.S: 0, BoardEdge.N: 180, BoardEdge.W: 90, BoardEdge.E: 270}
"""The heading toward the opposite edge, which ships have unless told otherwise (FS-SET-05)."""


def first_side(roll: Roll, label: str = "initiative") -> tuple[Side, tuple[tuple[int, int], ...]]:
    """Winner of the initiative roll, and every pair rolled, A's die first; ties are rolled again (FS-SET-01)."""
    pairs: list[tuple[int, int]] = []
    while True:
        number = len(pairs) + 1
        pair = roll(f"{label}/{number}/A", 6), roll(f"{label}/{number}/B", 6)
        pairs.append(pair)
        if pair[0] != pair[1]:
            return (Side.A if pair[0] > pair[1] else Side.B), tuple(pairs)


def marker_side(first: Side, number: int) -> Side:
    """Side that the n-th marker (from 1) is of: the initiative side's are 1, 3 and 5 (FS-SET-02, FS-SET-03)."""
    return first if number % 2 else first.other


def marker_ok(board: Board, terrain: Iterable[Piece], markers: Sequence[Point], place: Point) -> Refused | None:
    """None if the next marker may lie there (FS-SET-02, FS-SET-03). Refused: `E_BOUNDS`, `E_SPACING`, `E_TERRAIN`."""
    if refused := on_board(board, place):
        return refused
    gap = inside(board, place)
    if gap < EDGE_GAP:
        why = N_("That is {gap} inches from an edge, at least 12.")
        return no(Code.E_SPACING, why, "FS-SET-02", gap=term(inches(gap)))
    for number, marker in enumerate(markers, 1):
        away = distance(marker, place)
        if away < MARKER_GAP:
            why = N_("That is {away} inches from marker {number}, at least 9.")
            return no(Code.E_SPACING, why, "FS-SET-03", away=term(inches(away)), number=number)
    return clear_of_terrain(terrain, place, "FS-SET-02")


def marker_places(board: Board, terrain: Sequence[Piece], markers: Sequence[Point]) -> tuple[Point, ...]:
    """Every whole inch where the next marker may lie: for a seeded pick at the deadline (FS-SET-03)."""
    return tuple(place for place in whole_inches(board) if marker_ok(board, terrain, markers, place) is None)


def whole_inches(board: Board) -> Iterator[Point]:
    """The points of the board at whole inches, from the south-west, row by row."""
    for y in range(0, board.height + 1, INCH):
        for x in range(0, board.width + 1, INCH):
            yield Point(x, y)


def depth(board: Board, edge: BoardEdge, place: Point) -> int:
    """Distance of a point from an edge, in thousandths."""
    match edge:
        case BoardEdge.N:
            return board.height - place.y
        case BoardEdge.S:
            return place.y
        case BoardEdge.E:
            return board.width - place.x
        case BoardEdge.W:
            return place.x


def inside(board: Board, place: Point) -> int:
    """Distance of a point from the nearest edge, in thousandths."""
    return min(depth(board, edge, place) for edge in BoardEdge)


def edge_ok(taken: BoardEdge | None, edge: BoardEdge) -> Refused | None:
    """None if a side may deploy at an edge, the other having taken one already (FS-SET-04). Refused: `E_EDGE`."""
    if taken is None or edge is OPPOSITE[taken]:
        return None
    why = N_("Edge {edge} is not opposite {taken}; yours is {opposite}.")
    return no(Code.E_EDGE, why, "FS-SET-04", edge=edge, taken=taken, opposite=OPPOSITE[taken])


def deploy_ok(
    board: Board, terrain: Iterable[Piece], edge: BoardEdge, place: Point, heading: int = 0
) -> Refused | None:
    """None if a ship may start there (FS-SET-04, -05). Refused: `E_VALUE`, `E_BOUNDS`, `E_SPACING`, `E_TERRAIN`."""
    if refused := heading_ok(heading) or on_board(board, place):
        return refused
    deep = depth(board, edge, place)
    if deep > ZONE:
        why = N_("That is {deep} inches from edge {edge}, at most 12.")
        return no(Code.E_SPACING, why, "FS-SET-04", deep=term(inches(deep)), edge=edge)
    return clear_of_terrain(terrain, place, "FS-SET-04")


def deploy_places(board: Board, terrain: Sequence[Piece], edge: BoardEdge, margin: int = INSIDE) -> tuple[Point, ...]:
    """Every whole inch where a ship may be put that nobody placed, for a seeded pick at the deadline (FS-SET-04): those
    so far inside the board, or where terrain leaves none, all.
    """
    places = tuple(place for place in _zone_inches(board, edge) if deploy_ok(board, terrain, edge, place) is None)
    return tuple(place for place in places if inside(board, place) >= margin) or places


def _zone_inches(board: Board, edge: BoardEdge) -> Iterator[Point]:
    """The whole inches of an edge's zone, in the order of `whole_inches`."""
    return (place for place in whole_inches(board) if depth(board, edge, place) <= ZONE)


def room_ok(board: Board, terrain: Sequence[Piece]) -> Refused | None:
    """Terrain leaves every edge a whole inch where ships may start, and one for a marker (FS-SET-02, FS-SET-04).

    Ships may share it (FS-TERM-06). Refused: `E_VALUE`.
    """
    for edge in BoardEdge:
        if not any(deploy_ok(board, terrain, edge, place) is None for place in _zone_inches(board, edge)):
            why = N_("No whole inch within 12 inches of edge {edge} would be free of terrain.")
            return no(Code.E_VALUE, why, "FS-SET-04", edge=edge)
    if not any(marker_ok(board, terrain, (), place) is None for place in whole_inches(board)):
        return no(Code.E_VALUE, T_("No whole inch would be left for a marker."), "FS-SET-02")
    return None


def hold_back_ok(held: Sequence[int], total: int, first_cycle: bool) -> Refused | None:
    """None if ships of these integrities may be held back: together at most a third of the fleet (FS-FAC-20).

    Refused: `E_FACTION`, `E_INTEGRITY`.
    """
    if not first_cycle:
        return no(Code.E_FACTION, T_("Holding ships back is the First Cycle's."), "FS-FAC-20")
    if 3 * sum(held) > total:
        why = N_("Integrity {held} would be held back, at most {total} of {total2}.")
        return no(Code.E_INTEGRITY, why, "FS-FAC-20", held=sum(held), total=total // 3, total2=total)
    return None


def slipspace_shut(turn: int) -> Refused | None:
    """Refuses `E_PHASE` ships that may not come out of Slipspace yet (FS-FAC-21)."""
    if turn >= ARRIVAL_TURN:
        return None
    return no(Code.E_PHASE, N_("This is turn {turn}, and Slipspace opens in turn 3."), "FS-FAC-21", turn=turn)


Apart = tuple[str, Point]
"""Something that a ship which arrives keeps its distance from: what it is, and where."""


def arrival_ok(
    board: Board, terrain: Iterable[Piece], apart: Iterable[Apart], turn: int, place: Point, heading: int = 0
) -> Refused | None:
    """None if a ship may come out of Slipspace there, `apart` from all that it keeps its distance from (FS-FAC-21).

    Refused: `E_PHASE`, `E_VALUE`, `E_BOUNDS`, `E_SPACING`, `E_TERRAIN`.
    """
    if refused := slipspace_shut(turn) or heading_ok(heading) or on_board(board, place):
        return refused
    for what, point in apart:
        away = distance(point, place)
        if away < ARRIVAL_GAP:
            why = N_("That is {away} inches from {what}, at least 12.")
            return no(Code.E_SPACING, why, "FS-FAC-21", away=term(inches(away)), what=term(what))
    return clear_of_terrain(terrain, place, "FS-FAC-21")


def resplendent_ok(
    board: Board, terrain: Iterable[Piece], edge: BoardEdge, place: Point, heading: int = 0
) -> Refused | None:
    """None if a ship may return in glory there, in its side's zone (FS-FAC-10).

    Refused: `E_VALUE`, `E_BOUNDS`, `E_EDGE` in the enemy's zone, `E_SPACING`, `E_TERRAIN`.
    """
    if refused := heading_ok(heading) or on_board(board, place):
        return refused
    if depth(board, OPPOSITE[edge], place) <= ZONE < depth(board, edge, place):
        why = N_("Edge {opposite} is the enemy's; yours is {edge}.")
        return no(Code.E_EDGE, why, "FS-FAC-10", opposite=OPPOSITE[edge], edge=edge)
    return deploy_ok(board, terrain, edge, place)


def resplendent_default(board: Board, terrain: Sequence[Piece], edge: BoardEdge, last: Point) -> Point:
    """Place where a ship returns by itself: the whole inch of its zone nearest to its loss (register 18)."""
    nearest = sorted(_zone_inches(board, edge), key=lambda place: (distance(place, last), place))
    return next((place for place in nearest if deploy_ok(board, terrain, edge, place) is None), last)
