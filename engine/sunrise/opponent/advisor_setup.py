"""Where the bot puts markers and ships, and which marker a ship goes for. Rulebook: FS-SET-02..05, FS-FAC-10, -21."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.sunrise.data.shapes import INCH, Board, Piece, Point
from engine.sunrise.figures.board import direction, distance
from engine.sunrise.figures.motion import RETURN_VELOCITY, Pose, move
from engine.sunrise.figures.setup import deploy_places, depth, marker_places, whole_inches
from engine.sunrise.opponent.advisor_helm import Foe, Gun, fire
from engine.sunrise.state import BoardEdge

ELBOW_ROOM = 3 * INCH
"""Ships of the bot start so far from each other, where there is room."""
BETWEEN = 3
"""Inches between two places that are looked at where the whole board is open."""


def marker(board: Board, terrain: Sequence[Piece], markers: Sequence[Point]) -> Point:
    """Where the next marker lies: as near to the middle as may be, so that both sides must come there."""
    return min(marker_places(board, terrain, markers), key=lambda place: (distance(place, board.centre), place))


def edge(board: Board, markers: Sequence[Point]) -> BoardEdge:
    """The edge that is nearest to the markers; of equally near ones the first of N, S, E, W."""
    return min(BoardEdge, key=lambda one: sum(depth(board, one, place) for place in markers))


def heading(here: Point, there: Point) -> int:
    """The heading toward a point in whole degrees."""
    return (direction(here, there) + 50) // 100 % 360


def berth(board: Board, terrain: Sequence[Piece], own: BoardEdge, taken: Sequence[Point], goal: Point) -> Pose:
    """Where a ship starts: in its side's zone, near its goal and facing it, with room beside it and ahead."""

    def rank(place: Point) -> tuple[bool, int, Point]:
        return any(distance(place, other) < ELBOW_ROOM for other in taken), distance(place, goal), place

    def free(pose: Pose) -> bool:
        ahead = move(pose, RETURN_VELOCITY, 0, board, terrain)
        return ahead.crash is None and ahead.exit is None

    poses = [Pose(place, heading(place, goal)) for place in sorted(deploy_places(board, terrain, own), key=rank)]
    return next((pose for pose in poses if free(pose)), poses[0])


def errands(ships: Mapping[str, Point], wanted: Sequence[Point]) -> dict[str, Point]:
    """Which marker each ship goes for: the nearest pairs first, and every marker once before any twice."""
    found: dict[str, Point] = {}
    left: list[Point] = []
    while wanted and len(found) < len(ships):
        left = left or list(wanted)
        pairs = ((distance(ships[id], place), id, place) for id in ships if id not in found for place in left)
        _, id, place = min(pairs)
        found[id] = place
        left.remove(place)
    return found


def open_places(board: Board) -> Iterable[Point]:
    """Places all over the board, some inches from each other."""
    return (place for place in whole_inches(board) if not (place.x // INCH % BETWEEN or place.y // INCH % BETWEEN))


def ambush(
    places: Iterable[Point], board: Board, terrain: Sequence[Piece], guns: Sequence[Gun], foes: Sequence[Foe]
) -> Pose | None:
    """Where a ship comes out of Slipspace among legal places: where its guns do most, each time facing the target.

    None where there is no place from which it would not at once leave the board or crash.
    """
    best: tuple[int, Point, Pose] | None = None
    for place in places:
        for foe in foes:
            pose = Pose(place, heading(place, foe.pose.place))
            voyage = move(pose, RETURN_VELOCITY, 0, board, terrain)
            if voyage.crash is not None or voyage.exit is not None:
                continue
            worth = fire(guns, voyage.end, foe.pose, foe.ratings, foe.cloaked) * foe.worth
            if best is None or worth > best[0]:
                best = worth, place, pose
    return best[2] if best else None
