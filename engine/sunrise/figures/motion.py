"""Movement as it happens: two turns and two legs, terrain, and the edge of the board. Rulebook: FS-MOV-05..15."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Board, Piece, Point, inches
from engine.sunrise.figures import board as ground
from engine.sunrise.figures.board import Entry
from engine.text.message import N_, term

RETURN_REACH = 3 * INCH
"""How far from its exit point a ship comes back (FS-MOV-13)."""
RETURN_VELOCITY = 6
"""The velocity of every ship that is set on the board: at the start, back from outside, arriving (FS-SET-06)."""


class Pose(msgspec.Struct, frozen=True):
    """A ship's place and heading."""

    place: Point
    heading: int


class Leg(msgspec.Struct, frozen=True):
    """A straight stretch of a path."""

    start: Point
    end: Point


class Crash(msgspec.Struct, frozen=True):
    """A collision: with which piece, and the damage, equal to the turn's velocity (FS-MOV-08)."""

    piece: str
    damage: int


class Voyage(msgspec.Struct, frozen=True):
    """One ship's movement: the trace after each step done, its path, and where it ends.

    `velocity` is 0 after a crash. `exit` is the point of the edge where it left the board, or None (FS-MOV-12).
    """

    trace: tuple[Pose, ...]
    legs: tuple[Leg, ...]
    velocity: int
    crash: Crash | None = None
    exit: Point | None = None

    @property
    def end(self) -> Pose:
        """The last pose; for a ship that left the board, at its exit point."""
        return self.trace[-1]


def course_halves(points: int, front: bool = False) -> tuple[int, int]:
    """Course points of the first and the second turn: the larger half last, or first if so ordered (FS-MOV-05)."""
    small, large = points // 2, points - points // 2
    return (large, small) if front else (small, large)


def velocity_halves(velocity: int) -> tuple[int, int]:
    """Inches of the first and the second leg: the larger half first (FS-MOV-05)."""
    return velocity - velocity // 2, velocity // 2


def move(
    start: Pose, velocity: int, hours: int, board: Board, terrain: Sequence[Piece] = (), *, front: bool = False
) -> Voyage:
    """The four steps with the new velocity: turn, leg, turn, leg (FS-MOV-06); `hours` above 0 is to starboard.

    Ends early where the path enters terrain (FS-MOV-08) or leaves the board (FS-MOV-12).
    """
    way = 1 if hours >= 0 else -1
    pose, trace, legs = start, [], []
    for points, length in zip(course_halves(abs(hours), front), velocity_halves(velocity), strict=True):
        pose = Pose(pose.place, ground.turned(pose.heading, way * points))
        trace.append(pose)
        goal = ground.ahead(pose.place, pose.heading, length * INCH)
        out = exit_point(board, pose.place, goal)
        hit = _within(ground.entry(terrain, pose.place, goal), pose.place, goal, out)
        stop = hit.point if hit else out or goal
        legs.append(Leg(pose.place, stop))
        pose = Pose(stop, pose.heading)
        trace.append(pose)
        if hit:
            return Voyage(tuple(trace), tuple(legs), 0, Crash(hit.piece, velocity))
        if out:
            return Voyage(tuple(trace), tuple(legs), velocity, None, out)
    return Voyage(tuple(trace), tuple(legs), velocity)


def _within(hit: Entry | None, start: Point, goal: Point, out: Point | None) -> Entry | None:
    """An entry that comes before the ship is off the board."""
    if hit is None or out is None:
        return hit
    whole = abs(goal.x - start.x) + abs(goal.y - start.y)
    gone = abs(out.x - start.x) + abs(out.y - start.y)
    return hit if hit.along * whole < gone * 10**24 else None


def exit_point(board: Board, start: Point, goal: Point) -> Point | None:
    """The point at which a leg that ends outside crosses the edge, rounded to a thousandth; None if it stays on
    (FS-MOV-12).
    """
    if board.holds(goal):
        return None
    dx, dy = goal.x - start.x, goal.y - start.y
    ways: list[tuple[int, int]] = []
    for place, delta, most in ((start.x, dx, board.width), (start.y, dy, board.height)):
        if place + delta > most:
            ways.append((most - place, delta))
        elif place + delta < 0:
            ways.append((place, -delta))
    part, whole = ways[0]
    for other, length in ways[1:]:
        if other * whole < part * length:
            part, whole = other, length
    return Point(start.x + (2 * dx * part + whole) // (2 * whole), start.y + (2 * dy * part + whole) // (2 * whole))


def path_distance(start: Point, legs: Iterable[Leg], to: Point, also: Sequence[Point] = ()) -> int:
    """Least distance of a path from a point; its start counts, and points such as a jump's landing (FS-WIN-01)."""
    return min(
        ground.distance(start, to),
        *(ground.distance_to_leg(to, leg.start, leg.end) for leg in legs),
        *(ground.distance(point, to) for point in also),
    )


def due_back(left: int) -> int:
    """The turn in whose End phase a ship that left in turn `left` comes back; orders follow in the next (FS-MOV-15)."""
    return left + 1


def return_ok(board: Board, terrain: Iterable[Piece], exit: Point, place: Point) -> Refused | None:
    """None if a ship may come back there (FS-MOV-13). Refused: `E_BOUNDS`, `E_TERRAIN`, `E_SPACING`."""
    refused = ground.on_board(board, place) or ground.clear_of_terrain(terrain, place, "FS-MOV-13")
    if refused:
        return refused
    away = ground.distance(exit, place)
    if away > RETURN_REACH:
        why = N_("That is {away} inches from the exit point, at most 3.")
        return no(Code.E_SPACING, why, "FS-MOV-13", away=term(inches(away)))
    return None


def return_default(board: Board, terrain: Sequence[Piece], exit: Point) -> Pose:
    """The pose in which a ship comes back by itself: its exit point, or the nearest legal point, facing the middle
    (FS-MOV-13).
    """
    place = nearest_legal(exit, RETURN_REACH, lambda point: return_ok(board, terrain, exit, point) is None) or exit
    return Pose(place, ground.heading_toward(place, board.centre))


def nearest_legal(to: Point, reach: int, legal: Callable[[Point], bool]) -> Point | None:
    """The nearest of the points every quarter inch around `to`, within `reach`, that is legal; None if none is.

    Of equally near ones the westernmost, then the southernmost.
    """
    return next((point for point in _around(to, reach) if legal(point)), None)


def _around(to: Point, reach: int) -> Iterator[Point]:
    """Points every quarter inch, nearest first, ring by ring."""
    step = INCH // 4
    rings = reach // step
    for ring in range(rings + 1):
        found = []
        for across in range(-ring - 1, ring + 2):
            for up in range(-ring - 1, ring + 2):
                if ring * ring <= across * across + up * up < (ring + 1) * (ring + 1):
                    found.append((across * across + up * up, Point(to.x + across * step, to.y + up * step)))
        yield from (point for _, point in sorted(found))
