"""Names on a map: each near what it names, clear of each other and of everything drawn before.

A search over candidate places, best first, the same on every machine. What finds no room is handed back, so that a
legend can say it instead; a name is never drawn over another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.picture.lettering import BODY, fit, measure, text
from engine.picture.palette import INK, SKY
from engine.picture.shapes import Box, Point, Shape, group, line


class Wanted(NamedTuple):
    """A name and the box of what it names. The lower the rank, the earlier it chooses its place.

    `widest` is the room a name may take in tenths of a pixel; a longer one is cut with "…".
    """

    words: str
    at: Box
    size: int = BODY
    fill: str = INK
    bold: bool = False
    rank: int = 0
    widest: int = 2400


class Placed(NamedTuple):
    """A name and the box it was given."""

    wanted: Wanted
    box: Box


class Arranged(NamedTuple):
    """Places of names, and those that found no room."""

    placed: tuple[Placed, ...]
    left_out: tuple[Wanted, ...]

    def draw(self) -> Shape:
        """The names, in the order in which they chose, with a leader to what they name where they are far from it, or
        as near to something else.
        """
        parts = []
        others = [name.at for name, _ in self.placed]
        for name, box in self.placed:
            start, end = _leader(name, box)
            if _far(start, end) or _doubtful(name, box, others):
                parts.append(line(start, end, name.fill, weight=12, opacity=90))
            words = fit(name.words, name.widest, name.size, bold=name.bold)
            base = Point(box.x, box.y + name.size * 78 // 100)
            parts.append(text(base, words, size=name.size, fill=name.fill, bold=name.bold, halo=SKY))
        return group(parts)


LEADER_FROM = 120
BESIDE = 40
"""The distance up to which a name stands right beside what it names."""
CELL = 1000
# What a place costs: its turn among the candidates, and far more for crossing a line or a leader over a thing.
CROSSES_LINE, LEADER_CROSSES = 12, 40
GAP = 14
NEAR = (GAP, 6 * GAP, 14 * GAP, 24 * GAP, 38 * GAP)
"""How far from what it names a name may stand."""
FAR = (*NEAR, 56 * GAP, 80 * GAP, 110 * GAP, 150 * GAP)
"""The same where nobody is left out: in a crowd, with room around it."""


class _Index:
    """Boxes by the cells of a coarse net they touch."""

    def __init__(self) -> None:
        self.boxes: dict[tuple[int, int], list[tuple[int, Box]]] = {}

    def cells(self, box: Box) -> Iterator[tuple[int, int]]:
        for column in range(box.x // CELL, box.right // CELL + 1):
            for row in range(box.y // CELL, box.bottom // CELL + 1):
                yield column, row

    def add(self, key: int, box: Box) -> None:
        for cell in self.cells(box):
            self.boxes.setdefault(cell, []).append((key, box))

    def remove(self, key: int, box: Box) -> None:
        for cell in self.cells(box):
            self.boxes[cell].remove((key, box))

    def meeting(self, box: Box) -> Iterator[tuple[int, Box]]:
        """Each once for every shared cell."""
        x, y, right, bottom = box.x, box.y, box.right, box.bottom
        for cell in self.cells(box):
            for found in self.boxes.get(cell, ()):
                left, top, width, height = found[1]
                if left < right and x < left + width and top < bottom and y < top + height:  # as `Box.meets`
                    yield found


@lru_cache(maxsize=8)
def _indexed(lines: tuple[tuple[Point, Point], ...]) -> _Index:
    """An index of lines by their boxes, never changed: the routes of a galaxy are the same on every map of it."""
    index = _Index()
    for key, (start, end) in enumerate(lines):
        index.add(key, _stroke(start, end))
    return index


class _Board:
    """An area: what is taken of it, and what a place on it would cost."""

    def __init__(
        self, area: Box, obstacles: Iterable[Box], lines: Iterable[tuple[Point, Point]], reach: Sequence[int]
    ) -> None:
        self.area, self.reach = area, reach
        self.taken = _Index()
        self.ends = tuple(lines)
        self.strokes = _indexed(self.ends)
        for box in obstacles:
            self.taken.add(-1, box)

    def blockers(self, box: Box) -> frozenset[int] | None:
        """Keys of the names in the way; None where something that cannot move is, or the area ends."""
        if not self.area.holds(box):
            return None
        keys = frozenset(key for key, _ in self.taken.meeting(box))
        return None if -1 in keys else keys

    def cost(self, name: Wanted, box: Box) -> int:
        crossed = {key for key, _ in self.strokes.meeting(box) if _parts(*self.ends[key], box)}
        price = CROSSES_LINE * len(crossed)
        start, end = _leader(name, box)
        if _far(start, end):
            over = {
                other
                for _, other in self.taken.meeting(_stroke(start, end))
                if other != name.at and _parts(start, end, other)
            }
            price += LEADER_CROSSES * len(over)
        return price

    def best(self, name: Wanted) -> Box | None:
        """The cheapest free place of a name, the first of equals."""
        found: tuple[int, Box] | None = None
        for turn, box in enumerate(places(name, self.reach)):
            if found and turn >= found[0]:
                break
            if self.blockers(box) == frozenset():
                price = turn + self.cost(name, box)
                if found is None or price < found[0]:
                    found = price, box
        return found[1] if found else None


def arrange(
    names: Sequence[Wanted],
    area: Box,
    obstacles: Iterable[Box] = (),
    lines: Iterable[tuple[Point, Point]] = (),
    reach: Sequence[int] = NEAR,
) -> Arranged:
    """Gives every name a place inside the area, as near as can be to what it names; `reach` is how far away each place
    is tried.

    Kept clear of: the boxes of all that is named, the obstacles, and each other. Lines are crossed only where every
    other place is worse.
    """
    uncoloured = tuple(name._replace(fill="") for name in names)
    placed, lost = _arranged(uncoloured, area, tuple(obstacles), tuple(lines), tuple(reach))
    return Arranged(tuple(Placed(names[key], box) for key, box in placed), tuple(names[key] for key in lost))


@lru_cache(maxsize=64)
def _arranged(
    names: tuple[Wanted, ...],
    area: Box,
    obstacles: tuple[Box, ...],
    lines: tuple[tuple[Point, Point], ...],
    reach: tuple[int, ...],
) -> tuple[tuple[tuple[int, Box], ...], tuple[int, ...]]:
    """Places of the names, by number in the order in which they chose, and the numbers of those without room.

    Kept, for the same map is drawn again and again, in other colours for other viewers.
    """
    board = _Board(area, [*(name.at for name in names), *obstacles], lines, reach)
    where: dict[int, Box] = {}
    waiting = sorted(range(len(names)), key=lambda key: (names[key].rank, key))
    homeless = []
    for key in waiting:
        box = board.best(names[key])
        if box is None:
            homeless.append(key)
        else:
            where[key] = box
            board.taken.add(key, _berth(box))
    lost = tuple(key for key in homeless if not _make_room(key, names, board, where))
    return tuple((key, where[key]) for key in waiting if key in where), lost


def _make_room(key: int, names: Sequence[Wanted], board: _Board, where: dict[int, Box]) -> bool:
    """Moves one other name aside for a name that found no place; whether that helped."""
    for box in places(names[key], board.reach):
        inside = board.blockers(box)
        if inside is None or len(inside) != 1:
            continue
        (other,) = inside
        old = where[other]
        board.taken.remove(other, _berth(old))
        board.taken.add(key, _berth(box))
        new = board.best(names[other])
        if new is not None:
            where[key], where[other] = box, new
            board.taken.add(other, _berth(new))
            return True
        board.taken.remove(key, _berth(box))
        board.taken.add(other, _berth(old))
    return False


def places(name: Wanted, reach: Sequence[int] = NEAR) -> Iterator[Box]:
    """Places where a name may stand, best first: beside, under and over what it names, at the corners, then farther
    out.
    """
    words = fit(name.words, name.widest, name.size, bold=name.bold)
    width, height = measure(words, name.size, bold=name.bold), name.size
    at, middle = name.at, name.at.centre
    for away in reach:
        east, west = at.right + away, at.x - away - width
        north, south = at.y - away - height, at.bottom + away
        level, centre = middle.y - height // 2, middle.x - width // 2
        left, right = at.x, at.right - width
        for x, y in (
            (east, level), (centre, south), (centre, north), (west, level),
            (east, south), (east, north), (west, south), (west, north),
            (east, at.y - height // 2), (east, at.bottom - height // 2),
            (west, at.y - height // 2), (west, at.bottom - height // 2),
            (left, south), (right, south), (left, north), (right, north),
        ):  # fmt: skip
            yield Box(x, y, width, height)


def _parts(start: Point, end: Point, box: Box) -> bool:
    """True if the endless line through two points has corners of a box on both its sides."""
    dx, dy = end.x - start.x, end.y - start.y
    level, aside = dx * (box.y - start.y), dy * (box.x - start.x)
    across, down = dy * box.width, dx * box.height
    sides = (level - aside, level - aside - across, level - aside + down, level - aside - across + down)
    return min(sides) < 0 < max(sides)


def _berth(box: Box) -> Box:
    """The box of a name with the air it needs: names side by side read as one."""
    return Box(box.x - 4 * GAP, box.y - 2, box.width + 8 * GAP, box.height + 4)


def _stroke(start: Point, end: Point) -> Box:
    """The box of a line, never without area."""
    return Box(min(start.x, end.x), min(start.y, end.y), abs(start.x - end.x) + 1, abs(start.y - end.y) + 1)


def _leader(name: Wanted, box: Box) -> tuple[Point, Point]:
    """From the nearest edge of a name's box to the nearest edge of what it names."""
    start = box.grow(8).nearest(name.at.centre)
    return start, name.at.nearest(start)


def _doubtful(name: Wanted, box: Box, others: Iterable[Box]) -> bool:
    """True for a name that is not right beside what it names, and as near to something else."""
    own = _apart(box, name.at)
    return own > BESIDE and any(_apart(box, other) <= own for other in others if other != name.at)


def _apart(box: Box, other: Box) -> int:
    """The distance between two boxes, along and across."""
    aside = max(0, other.x - box.right, box.x - other.right)
    return aside + max(0, other.y - box.bottom, box.y - other.bottom)


def _far(start: Point, end: Point) -> bool:
    return abs(start.x - end.x) + abs(start.y - end.y) > LEADER_FROM
