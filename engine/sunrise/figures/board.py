"""The board, points, headings, distances and bearings, exactly. Rulebook: FS-BRD-01..04, FS-TERM-06.

Coordinates and lengths are whole thousandths of an inch, headings whole degrees, bearings whole hundredths of a degree.
Nothing here is a float: sines are whole numbers of 10^-30, so that every rounding to a thousandth comes out right.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from math import isqrt

import msgspec

from engine.look import Refused
from engine.sunrise.data.codes import Code, no

INCH = 1000
"""Thousandths of an inch."""
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


class Point(msgspec.Struct, frozen=True, order=True):
    """A place: x from the west edge, y from the south edge, in thousandths of an inch."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({inches(self.x)}, {inches(self.y)})"


class Board(msgspec.Struct, frozen=True):
    """The field, a closed rectangle; 72 by 48 inches unless a moderator sets another (FS-BRD-01)."""

    width: int = 72 * INCH
    height: int = 48 * INCH

    def holds(self, point: Point) -> bool:
        """Whether a point is on the board; its edges are."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.height

    @property
    def centre(self) -> Point:
        """The middle, where headings turn to by default."""
        return Point(self.width // 2, self.height // 2)


def board_ok(board: Board) -> Refused | None:
    """A board is at least 24 inches each way (FS-BRD-01). Refused: `E_VALUE`."""
    if min(board.width, board.height) < SMALLEST_SIDE:
        return no(Code.E_VALUE, "a board is at least 24 inches each way", "FS-BRD-01")
    return None


def on_board(board: Board, point: Point) -> Refused | None:
    """A point must be on the board (FS-BRD-01). Refused: `E_BOUNDS`."""
    if board.holds(point):
        return None
    size = f"{inches(board.width)} by {inches(board.height)}"
    return no(Code.E_BOUNDS, f"{point} is not within {size} inches", "FS-BRD-01")


def inches(thousandths: int) -> str:
    """A length as players read it, without needless zeros: 36000 is "36", 8250 is "8.25"."""
    sign, size = ("-" if thousandths < 0 else ""), abs(thousandths)
    whole, part = divmod(size, INCH)
    return f"{sign}{whole}" + (f".{part:03d}".rstrip("0") if part else "")


def thousandths(text: str) -> int | None:
    """A length that players write ("36", "8.25"), rounded to a thousandth, half up (FS-BRD-04); None if it is none."""
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number) > 10**6:
        return None
    return int((number * INCH * 2 + 1) // 2) if number >= 0 else -int((-number * INCH * 2 + 1) // 2)


def rounded_root(number: int, divisor: int = 1) -> int:
    """The square root of number / divisor, rounded to a whole number, half up. Neither may be negative."""
    root = isqrt(number // divisor)
    return root + 1 if 4 * number >= (2 * root + 1) ** 2 * divisor else root


def distance(one: Point, other: Point) -> int:
    """Centre to centre, rounded to a thousandth (FS-BRD-04)."""
    return rounded_root((one.x - other.x) ** 2 + (one.y - other.y) ** 2)


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
    return no(Code.E_VALUE, f"a heading is from 0 to 359 degrees, not {heading}", "FS-BRD-02")


def ahead(start: Point, heading: int, by: int) -> Point:
    """Where so many thousandths straight ahead end, rounded to a thousandth (FS-BRD-02, FS-BRD-04).

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
    """How far a point lies ahead of a heading and to starboard of it, in units of 10^-30 thousandths, cut."""
    dx, dy = there.x - here.x, there.y - here.y
    sine, cosine = _SINES[heading % 360], _SINES[(heading + 90) % 360]
    return dx * sine + dy * cosine, dx * cosine - dy * sine


def degrees_text(hundredths: int) -> str:
    """A bearing as players read it: 4500 is "45.00"."""
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def heading_toward(here: Point, there: Point) -> int:
    """The heading toward a point, rounded to a clock hour (FS-MOV-13)."""
    return (direction(here, there) + 1500) // 3000 * 30 % 360
