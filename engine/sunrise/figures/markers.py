"""Markers, points and the end of the game. Rulebook: FS-WIN-01..05, FS-FAC-43."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from engine.sunrise.data.shapes import INCH, Point
from engine.sunrise.figures.motion import Leg, path_distance
from engine.sunrise.state import Ending, Side

REACH = 3 * INCH
"""How near a path must come to a marker (FS-WIN-01)."""
GOAL = 15
"""Points that end the game (FS-WIN-04)."""


class Presence(msgspec.Struct, frozen=True):
    """A ship that came within 3 inches of a marker this phase: its side, and its Imposing Presence copies."""

    side: Side
    imposing: int = 0


class Extent(NamedTuple):
    """Bounds of a path to each side, with the reach of a ship about it."""

    west: int
    east: int
    south: int
    north: int

    def holds(self, point: Point) -> bool:
        """True if a point may be in reach; where it is not, no leg need be measured."""
        return self.west <= point.x <= self.east and self.south <= point.y <= self.north


def extent(points: Sequence[Point]) -> Extent:
    """The extent of a path that turns at these points."""
    across, up = [point.x for point in points], [point.y for point in points]
    return Extent(min(across) - REACH, max(across) + REACH, min(up) - REACH, max(up) + REACH)


def present(start: Point, legs: Sequence[Leg], marker: Point, also: Sequence[Point] = ()) -> bool:
    """True if a path came within 3 inches of a marker: start, stop and a jump's landing count (FS-WIN-01)."""
    return path_distance(start, legs, marker, also) <= REACH


def control(before: Side | None, ships: Iterable[Presence]) -> Side | None:
    """Side that holds a marker after the Movement phase (FS-WIN-01, FS-WIN-02, FS-FAC-43); None for nobody.

    Ships destroyed in the phase are not among `ships`; those that left the board are.
    """
    best: dict[Side, int] = {}
    for ship in ships:
        best[ship.side] = max(best.get(ship.side, 0), ship.imposing)
    if not best:
        return before
    if len(best) == 1:
        return next(iter(best))
    if best[Side.A] == best[Side.B]:
        return before
    return Side.A if best[Side.A] > best[Side.B] else Side.B


def gained(markers: Iterable[Side | None], side: Side) -> int:
    """Points of a Points phase: one for each marker held (FS-WIN-03)."""
    return sum(holder is side for holder in markers)


def by_points(points_a: int, points_b: int, goal: int = GOAL) -> Ending | None:
    """Winner on points, or None: play on, also when both are level past the goal (FS-WIN-04)."""
    if max(points_a, points_b) < goal or points_a == points_b:
        return None
    return Ending.A if points_a > points_b else Ending.B


def by_ships(ships_a: bool, ships_b: bool, points_a: int, points_b: int) -> Ending | None:
    """Winner because a side has no ship on the board, due back, held back or returning (FS-WIN-05)."""
    if ships_a and ships_b:
        return None
    if ships_a or ships_b:
        return Ending.A if ships_a else Ending.B
    if points_a == points_b:
        return Ending.DRAW
    return Ending.A if points_a > points_b else Ending.B


def initiative(first: Side, turn: int) -> Side:
    """Side with the initiative in a turn: it changes sides every turn (FS-TURN-09)."""
    return first if turn % 2 else first.other
