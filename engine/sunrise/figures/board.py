"""The board and its terrain, exactly: headings, distances, bearings; what is inside, what blocks sight and paths.

Lengths are whole thousandths of an inch, headings whole degrees, bearings whole hundredths of a degree. Nothing here is
a float: sines are whole numbers of 10^-30, so that every rounding to a thousandth comes out right. A piece's interior
is open: its rim is not terrain (FS-BRD-06). Distances to a circle's centre are rounded to a thousandth before they are
compared (FS-BRD-04), so that a graze which no ruler shows is none; polygons are exact.

Rulebook: FS-BRD, FS-TERM-06, FS-MOV-08.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isqrt

import msgspec

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Board, Circle, Piece, Point, Polygon, inches
from engine.sunrise.figures.rolls import Roll
from engine.text.message import N_, NN_, NOTHING, T_, Text, term

HOUR = 30
"""Degrees of a clock hour (FS-BRD-03)."""
CIRCLE = 36000
"""Hundredths of a degree all round."""
SMALLEST_SIDE = 24 * INCH

_SCALE = 10**30


def _inverse_arctangent(number: int) -> int:
    """arctan(1/number), in units of the scale, a little extended."""
    power = total = _SCALE * 10**8 // number
    at = 1
    while power:
        power //= -number * number
        at += 2
        total += power // at
    return total


_PI = 4 * (4 * _inverse_arctangent(5) - _inverse_arctangent(239)) // 10**8


def _sine(degrees: int) -> int:
    """The sine of 0..90 degrees, by its series."""
    angle = _PI * degrees // 180
    term = total = angle
    at = 1
    while term:
        term = -(term * angle // _SCALE) * angle // _SCALE // ((at + 1) * (at + 2))
        at += 2
        total += term
        if abs(term) <= 1:
            break
    return total


_QUARTER = (0, *(_sine(degrees) for degrees in range(1, 90)), _SCALE)
_SINES = tuple(
    (1 if degrees < 180 else -1) * _QUARTER[min(degrees % 180, 180 - degrees % 180)] for degrees in range(360)
)


def board_ok(board: Board) -> Refused | None:
    """A board is at least 24 inches each way (FS-BRD-01). Refused: `E_VALUE`."""
    if min(board.width, board.height) < SMALLEST_SIDE:
        return no(Code.E_VALUE, T_("A board is at least 24 inches each way."), "FS-BRD-01")
    return None


def on_board(board: Board, point: Point) -> Refused | None:
    """A point must be on the board (FS-BRD-01). Refused: `E_BOUNDS`."""
    if board.holds(point):
        return None
    why, across, up = N_("{point} is not within {across} by {up} inches."), inches(board.width), inches(board.height)
    return no(Code.E_BOUNDS, why, "FS-BRD-01", point=term(str(point)), across=term(across), up=term(up))


def rounded_root(number: int, divisor: int = 1) -> int:
    """The square root of number / divisor, rounded to a whole number, half up. Neither may be negative."""
    root = isqrt(number // divisor)
    return root + 1 if 4 * number >= (2 * root + 1) ** 2 * divisor else root


def distance(start: Point, end: Point) -> int:
    """Centre to centre, rounded to a thousandth (FS-BRD-04)."""
    return rounded_root((start.x - end.x) ** 2 + (start.y - end.y) ** 2)


def distance_to_leg(point: Point, start: Point, end: Point) -> int:
    """From a point to the nearest point of a straight leg, rounded to a thousandth (FS-BRD-04)."""
    dx, dy = end.x - start.x, end.y - start.y
    px, py = point.x - start.x, point.y - start.y
    length = dx * dx + dy * dy
    along = dx * px + dy * py
    if along <= 0:
        return rounded_root(px * px + py * py)
    if along >= length:
        return distance(point, end)
    return rounded_root((dx * py - dy * px) ** 2, length)


def turned(heading: int, hours: int) -> int:
    """The heading after so many clock hours; starboard counts up, port down (FS-BRD-03)."""
    return (heading + HOUR * hours) % 360


def heading_ok(heading: int) -> Refused | None:
    """Headings are 0 to 359 (FS-BRD-02). Refused: `E_VALUE`."""
    if 0 <= heading < 360:
        return None
    return no(Code.E_VALUE, N_("A heading is from 0 to 359 degrees, not {heading}."), "FS-BRD-02", heading=heading)


def ahead(start: Point, heading: int, by: int) -> Point:
    """The point so many thousandths straight ahead, rounded to a thousandth (FS-BRD-02, FS-BRD-04).

    A tie cannot arise with whole inches: of whole degrees only 0, 30, 90 and the like have sines that are fractions.
    """
    return Point(
        start.x + _nearest(by * _SINES[heading % 360], _SCALE),
        start.y + _nearest(by * _SINES[(heading + 90) % 360], _SCALE),
    )


def _nearest(number: int, divisor: int) -> int:
    size = (2 * abs(number) + divisor) // (2 * divisor)
    return size if number >= 0 else -size


def direction(here: Point, there: Point) -> int:
    """The direction of a point in hundredths of a degree clockwise from north, rounded (FS-BRD-02).

    0 for the same point. An angle of whole coordinates is never half a hundredth off, so there is no tie to break.
    """
    dx, dy = there.x - here.x, there.y - here.y
    if dx >= 0:
        turns, along, across = (0, dy, dx) if dy > 0 else (1, dx, -dy)
    else:
        turns, along, across = (2, -dy, -dx) if dy < 0 else (3, -dx, dy)
    if not across:
        return turns * 9000 if along else 0
    return (turns * 9000 + _quadrant(along, across)) % CIRCLE


def _quadrant(along: int, across: int) -> int:
    """The angle between `along` and the vector (along, across) in hundredths of a degree; both at least 0."""
    low, high = 0, 90
    while high - low > 1:
        middle = (low + high) // 2
        if across * _QUARTER[90 - middle] >= along * _QUARTER[middle]:
            low = middle
        else:
            high = middle
    sine = across * _QUARTER[90 - low] - along * _QUARTER[low]
    cosine = along * _QUARTER[90 - low] + across * _QUARTER[low]
    tangent = sine * _SCALE // cosine
    square = tangent * tangent // _SCALE
    term = total = tangent
    at = 1
    while abs(term) > 1:
        term = -term * square // _SCALE
        at += 2
        total += term // at
    return low * 100 + _nearest(total * 18000, _PI)


def bearing(here: Point, heading: int, there: Point) -> int:
    """The relative bearing of a target in hundredths of a degree, 0..35999 (FS-BRD-02)."""
    return (direction(here, there) - heading * 100) % CIRCLE


def split(here: Point, heading: int, there: Point) -> tuple[int, int]:
    """Distances of a point ahead of a heading and to starboard of it, in units of 10^-30 thousandths, cut."""
    dx, dy = there.x - here.x, there.y - here.y
    sine, cosine = _SINES[heading % 360], _SINES[(heading + 90) % 360]
    return dx * sine + dy * cosine, dx * cosine - dy * sine


def degrees_text(hundredths: int) -> str:
    """A bearing as players read it: 4500 is "45.00"."""
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def heading_toward(here: Point, there: Point) -> int:
    """The heading toward a point, rounded to a clock hour (FS-MOV-13)."""
    return (direction(here, there) + 1500) // 3000 * 30 % 360


FEWEST, MOST = 7, 10
"""How many pieces the rulebook advises (FS-BRD-05)."""
LIMIT = 20


class Entry(msgspec.Struct, frozen=True):
    """The first entry of a leg into a piece: the share of the leg (0..1) in units of 10^-24, and the point."""

    along: int
    piece: str
    point: Point


_FINE = 10**24


def cross(origin: Point, end: Point, other: Point) -> int:
    """Side on which `other` lies of the line origin -> end: above 0 to port, below 0 to starboard, 0 on it."""
    return (end.x - origin.x) * (other.y - origin.y) - (end.y - origin.y) * (other.x - origin.x)


def edges(piece: Polygon) -> Iterable[tuple[Point, Point]]:
    """The edges of a polygon, the last closing it."""
    return zip(piece.corners, (*piece.corners[1:], *piece.corners[:1]), strict=True)


def inside(piece: Piece, point: Point) -> bool:
    """True if a point lies in the open interior (FS-BRD-06)."""
    if isinstance(piece, Circle):
        centre, radius = piece.centre, piece.radius
        if abs(point.x - centre.x) >= radius or abs(point.y - centre.y) >= radius:
            return False
        return distance(centre, point) < radius
    return _within(piece, point.x, point.y)


def _within(piece: Polygon, x: int | Fraction, y: int | Fraction) -> bool:
    """True if a point is strictly inside a polygon: a ray to the east crosses its edges an odd number of times."""
    odd = False
    for a, b in edges(piece):
        side = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
        if side == 0 and min(a.x, b.x) <= x <= max(a.x, b.x) and min(a.y, b.y) <= y <= max(a.y, b.y):
            return False
        if (a.y > y) != (b.y > y) and (side > 0) == (b.y > a.y):
            odd = not odd
    return odd


def terrain_at(terrain: Iterable[Piece], point: Point) -> Piece | None:
    """The piece that a point is inside of, or None."""
    return next((piece for piece in terrain if inside(piece, point)), None)


def clear_of_terrain(terrain: Iterable[Piece], point: Point, rule: str = "FS-BRD-06") -> Refused | None:
    """A point must not be inside terrain. Refused: `E_TERRAIN`."""
    piece = terrain_at(terrain, point)
    if piece is None:
        return None
    return no(Code.E_TERRAIN, N_("{at} is inside the {piece}."), rule, at=term(str(point)), piece=term(str(piece)))


def blocks(piece: Piece, here: Point, there: Point) -> bool:
    """True if the open line between two points meets the interior of a piece (FS-BRD-07)."""
    if isinstance(piece, Circle):
        if here == there or _passes(piece, here, there):
            return False
        return distance_to_leg(piece.centre, here, there) < piece.radius
    sides = [_sign(cross(here, there, corner)) for corner in piece.corners]
    if min(sides) >= 0 or max(sides) <= 0:
        return False
    return _cut_through(piece, here, there, sides) or _polygon_entry(piece, here, there) is not None


def _cut_through(piece: Polygon, here: Point, there: Point, sides: Sequence[int]) -> bool:
    """True if a line properly crosses an edge, which needs no fractions; `sides` are its corners' from the line."""
    following = (*sides[1:], sides[0])
    return any(
        one * other < 0 and _sign(cross(a, b, here)) * _sign(cross(a, b, there)) < 0
        for (a, b), one, other in zip(edges(piece), sides, following, strict=True)
    )


def sees(terrain: Iterable[Piece], here: Point, there: Point) -> bool:
    """True if there is a line of sight; ships never block it, and one point sees itself (FS-BRD-07)."""
    return here == there or not any(blocks(piece, here, there) for piece in terrain)


def in_sight(terrain: Iterable[Piece], here: Point, there: Point, rule: str = "FS-BRD-07") -> Refused | None:
    """There must be a line of sight (FS-BRD-07). Refused: `E_LOS`."""
    if here == there:
        return None
    hides = next((piece for piece in terrain if blocks(piece, here, there)), None)
    if hides is None:
        return None
    why = N_("The {hides} is between {here} and {there}.")
    return no(Code.E_LOS, why, rule, hides=term(str(hides)), here=term(str(here)), there=term(str(there)))


def entry(terrain: Iterable[Piece], start: Point, end: Point) -> Entry | None:
    """The first entry of a leg into the interior of a piece, or None (FS-MOV-08, FS-MOV-10).

    The point is the crossing of the rim, as the nearest thousandth that is inside no piece, so that the ship can leave
    again.
    """
    if start == end:
        return None
    pieces = tuple(terrain)
    along, piece = min(_met(pieces, start, end), key=lambda pair: pair[0], default=(0, None))
    return None if piece is None else Entry(along, piece.id, _resting(pieces, start, end, along))


def enters(terrain: Iterable[Piece], start: Point, end: Point) -> bool:
    """True if a leg enters the interior of a piece; `entry` finds the point."""
    return any(True for _ in _met(terrain, start, end))


def _met(terrain: Iterable[Piece], start: Point, end: Point) -> Iterator[tuple[int, Piece]]:
    """The pieces that a leg enters, and how far along it does."""
    west, east, south, north = *sorted((start.x, end.x)), *sorted((start.y, end.y))
    for piece in terrain:
        if isinstance(piece, Circle):  # most legs lie wholly to one side of it, and then nothing need be measured
            (x, y), radius = (piece.centre.x, piece.centre.y), piece.radius
            if west >= x + radius or east <= x - radius or south >= y + radius or north <= y - radius:
                continue
        if (along := _entered(piece, start, end)) is not None:
            yield along, piece


def _entered(piece: Piece, start: Point, end: Point) -> int | None:
    if isinstance(piece, Circle):
        return _circle_entry(piece, start, end)
    along = _polygon_entry(piece, start, end)
    return None if along is None else along.numerator * _FINE // along.denominator


def _passes(piece: Circle, start: Point, end: Point) -> bool:
    """True if a leg lies wholly to one side of a circle: most do, and then nothing need be measured."""
    x, y, radius = piece.centre.x, piece.centre.y, piece.radius
    return (
        (start.x >= x + radius and end.x >= x + radius)
        or (start.x <= x - radius and end.x <= x - radius)
        or (start.y >= y + radius and end.y >= y + radius)
        or (start.y <= y - radius and end.y <= y - radius)
    )


def _circle_entry(piece: Circle, start: Point, end: Point) -> int | None:
    """Share of a leg at which it meets the circle's rim, going in, in units as `Entry.along`; 0 from a start on the
    rim.
    """
    if _passes(piece, start, end) or distance_to_leg(piece.centre, start, end) >= piece.radius:
        return None
    dx, dy = end.x - start.x, end.y - start.y
    px, py = start.x - piece.centre.x, start.y - piece.centre.y
    length, half = dx * dx + dy * dy, dx * px + dy * py
    outside = px * px + py * py - piece.radius**2
    if outside <= 0:
        return 0
    root = isqrt((half * half - length * outside) * _FINE * _FINE)
    return max(0, (-half * _FINE - root) // length)


@lru_cache(maxsize=256)
def _extent(corners: tuple[Point, ...]) -> tuple[int, int, int, int]:
    """West, east, south and north of some corners."""
    across, up = [corner.x for corner in corners], [corner.y for corner in corners]
    return min(across), max(across), min(up), max(up)


def _polygon_entry(piece: Polygon, start: Point, end: Point) -> Fraction | None:
    """Share of a leg (0..1) at which it first goes on inside a polygon; None if it never does."""
    west, east, south, north = _extent(piece.corners)
    if (
        max(start.x, end.x) <= west
        or min(start.x, end.x) >= east
        or max(start.y, end.y) <= south
        or min(start.y, end.y) >= north
    ):
        return None
    sides = [cross(start, end, corner) for corner in piece.corners]
    if min(sides) >= 0 or max(sides) <= 0:  # the line of the leg passes it by
        return None
    if not any(_touch(start, end, a, b) for a, b in edges(piece)):
        return Fraction(0) if inside(piece, start) else None
    dx, dy = end.x - start.x, end.y - start.y
    stops = {Fraction(0), Fraction(1)}
    for a, b in edges(piece):
        ex, ey = b.x - a.x, b.y - a.y
        turn = dx * ey - dy * ex
        if turn:
            along = Fraction((a.x - start.x) * ey - (a.y - start.y) * ex, turn)
            if 0 < along < 1:
                stops.add(along)
        elif cross(start, end, a) == 0:
            length = dx * dx + dy * dy
            for corner in (a, b):
                along = Fraction((corner.x - start.x) * dx + (corner.y - start.y) * dy, length)
                if 0 < along < 1:
                    stops.add(along)
    ordered = sorted(stops)
    for low, high in pairwise(ordered):
        middle = (low + high) / 2
        if _within(piece, start.x + dx * middle, start.y + dy * middle):
            return low
    return None


def _resting(terrain: Sequence[Piece], start: Point, end: Point, along: int) -> Point:
    """The thousandth nearest to a place on a leg that is inside no piece; failing that, where the leg starts."""
    x = start.x * _FINE + (end.x - start.x) * along
    y = start.y * _FINE + (end.y - start.y) * along
    near = Point((2 * x + _FINE) // (2 * _FINE), (2 * y + _FINE) // (2 * _FINE))

    def off(point: Point) -> int:
        return (point.x * _FINE - x) ** 2 + (point.y * _FINE - y) ** 2

    for reach in (1, 3):
        span = range(-reach, reach + 1)
        around = sorted(
            (Point(near.x + dx, near.y + dy) for dx in span for dy in span), key=lambda point: (off(point), point)
        )
        found = next((point for point in around if terrain_at(terrain, point) is None), None)
        if found is not None and (reach == 3 or 4 * off(found) < 9 * _FINE**2):  # all others are farther off than that
            return found
    return start


def piece_ok(board: Board, piece: Piece) -> Refused | None:
    """None if a piece may be laid (FS-BRD-05). Refused: `E_VALUE`, `E_BOUNDS` for one wholly off the board."""
    if isinstance(piece, Circle):
        if piece.radius <= 0:
            why = N_("A radius is above 0, not {radius}.")
            return no(Code.E_VALUE, why, "FS-BRD-05", radius=term(inches(piece.radius)))
        nearest = Point(min(max(piece.centre.x, 0), board.width), min(max(piece.centre.y, 0), board.height))
        off = distance(piece.centre, nearest) >= piece.radius
    else:
        if len(piece.corners) < 3:
            why = N_("A polygon has at least 3 corners, not {corners}.")
            return no(Code.E_VALUE, why, "FS-BRD-05", corners=len(piece.corners))
        if crosses_itself(piece):
            return no(Code.E_VALUE, T_("The polygon's edges cross or touch each other."), "FS-BRD-05")
        off = not _overlaps(board, piece)
    if off:
        return no(Code.E_BOUNDS, N_("The {piece} is wholly off the board."), "FS-BRD-05", piece=term(str(piece)))
    return None


def pieces_ok(terrain: Sequence[Piece]) -> Refused | None:
    """At most 20 pieces (FS-BRD-05). Refused: `E_VALUE`."""
    if len(terrain) > LIMIT:
        why = N_("{terrain} pieces are more than {limit}.")
        return no(Code.E_VALUE, why, "FS-BRD-05", terrain=len(terrain), limit=LIMIT)
    return None


ADVISED = NN_(
    "{count} piece of terrain: the rulebook advises {fewest} to {most}.",
    "{count} pieces of terrain: the rulebook advises {fewest} to {most}.",
    "count",
)


def advice(terrain: Sequence[Piece]) -> Text:
    """A remark on an unusual number of pieces, or "" (FS-BRD-05)."""
    if FEWEST <= len(terrain) <= MOST:
        return NOTHING
    return ADVISED(count=len(terrain), fewest=FEWEST, most=MOST)


def crosses_itself(piece: Polygon) -> bool:
    """True if edges of a polygon cross or touch other than at the corners they share."""
    around = list(edges(piece))
    last = len(around) - 1
    for i, (a, b) in enumerate(around):
        if a == b:
            return True
        for j in range(i + 1, len(around)):
            c, d = around[j]
            if j == i + 1 or (i == 0 and j == last):
                shared, end, other = (b, a, d) if j == i + 1 else (a, b, c)
                if cross(shared, end, other) == 0 and _dot(shared, end, other) > 0:
                    return True
            elif _touch(a, b, c, d):
                return True
    return False


def _dot(origin: Point, end: Point, other: Point) -> int:
    return (end.x - origin.x) * (other.x - origin.x) + (end.y - origin.y) * (other.y - origin.y)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True if two straight stretches share a point."""
    sides = _sign(cross(a, b, c)), _sign(cross(a, b, d)), _sign(cross(c, d, a)), _sign(cross(c, d, b))
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    on = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _between(*three) for side, three in zip(sides, on, strict=True))


def _between(a: Point, b: Point, point: Point) -> bool:
    return min(a.x, b.x) <= point.x <= max(a.x, b.x) and min(a.y, b.y) <= point.y <= max(a.y, b.y)


def _overlaps(board: Board, piece: Polygon) -> bool:
    """True if some of a polygon's interior is on the board."""
    field = Polygon("", (Point(0, 0), Point(board.width, 0), Point(board.width, board.height), Point(0, board.height)))
    if any(_polygon_entry(field, a, b) is not None for a, b in edges(piece)):
        return True
    return _within(piece, Fraction(board.width, 2), Fraction(board.height, 2))


SMALLEST_CIRCLE = 1500
"""The radius of the smallest random piece, in thousandths of an inch."""


def random_circles(board: Board, count: int, roll: Roll, before: Sequence[Piece] = ()) -> tuple[Circle, ...]:
    """So many circles of radius 1.5 to 3 at whole inches, drawn one after the other (FS-BRD-05).

    Centres stay 4 inches from every edge and from each other's rims; fewer come where no room is left. Labels are
    "terrain/<n>/radius" and "terrain/<n>/place".
    """
    drawn: list[Circle] = []
    laid = [piece for piece in before if isinstance(piece, Circle)]
    margin = 4 * INCH
    across, up = range(margin, board.width - margin + 1, INCH), range(margin, board.height - margin + 1, INCH)
    places = [Point(x, y) for x in across for y in up]

    def clear_of(circles: Sequence[Circle], radius: int) -> list[Point]:
        least = [(circle.centre.x, circle.centre.y, margin + max(radius, circle.radius)) for circle in circles]
        rims = [(x, y, reach * (reach - 1)) for x, y, reach in least]  # squared, as `distance` rounds
        return [place for place in places if all((place.x - x) ** 2 + (place.y - y) ** 2 > rim for x, y, rim in rims)]

    places = clear_of(laid, SMALLEST_CIRCLE)
    for number in range(1, count + 1):
        radius = SMALLEST_CIRCLE + 100 * (roll(f"terrain/{number}/radius", 16) - 1)
        free = clear_of([circle for circle in laid if circle.radius < radius], radius)
        if not free:
            break
        circle = Circle(f"t{len(before) + number}", free[roll(f"terrain/{number}/place", len(free)) - 1], radius)
        drawn.append(circle)
        laid.append(circle)
        places = clear_of([circle], SMALLEST_CIRCLE)
    return tuple(drawn)
