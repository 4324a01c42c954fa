"""Points, boards, pieces of terrain; lengths in thousandths of an inch. Rulebook: FS-BRD-01, FS-BRD-04, FS-BRD-05."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

import msgspec

INCH = 1000
"""Thousandths of an inch."""


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
        """True if a point is on the board; its edges are."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.height

    @property
    def centre(self) -> Point:
        """The middle, where headings turn to by default."""
        return Point(self.width // 2, self.height // 2)


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


class Circle(msgspec.Struct, frozen=True, tag="circle"):
    """A round piece: its centre and radius."""

    id: str
    centre: Point
    radius: int

    def __str__(self) -> str:
        return f"circle {self.centre} r {inches(self.radius)}"


class Polygon(msgspec.Struct, frozen=True, tag="polygon"):
    """A straight-edged piece: its corners in order, either way round."""

    id: str
    corners: tuple[Point, ...]

    def __str__(self) -> str:
        return f"polygon {' '.join(str(corner) for corner in self.corners)}"


Piece = Circle | Polygon
