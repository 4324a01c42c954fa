"""What a unit looks like on a map: a figure for its kind, a mark for its side, and signs for what is not seen well.

Figures are drawn in a square of 100 units about (0, 0), facing up, and carried to any size, place and bearing.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from engine.picture.lettering import centred
from engine.picture.palette import DANGER, INK, MUTED, SKY, Side
from engine.picture.shapes import Point, Shape, around, circle, group, line, polygon, rounded, turned


class Kind(StrEnum):
    """What a unit is, as far as a map tells units apart."""

    CAPITAL = "capital ship"
    CRUISER = "cruiser"
    ESCORT = "escort"
    TRANSPORT = "transport"
    SHUTTLE = "shuttle"
    SQUADRON = "squadron"
    PLATFORM = "platform"
    FACILITY = "facility"
    VEHICLE = "vehicle"
    INFANTRY = "infantry"
    HERO = "hero"
    POD = "pods"
    WRECK = "wreck"
    CONTACT = "contact"


Figure = tuple[tuple[tuple[int, int], ...], ...]

FIGURES: dict[Kind, Figure] = {
    Kind.CAPITAL: (((0, -50), (44, 44), (14, 36), (14, 50), (-14, 50), (-14, 36), (-44, 44)),),
    Kind.CRUISER: (((0, -50), (20, -32), (16, 0), (36, 14), (36, 38), (14, 50), (-14, 50), (-36, 38), (-36, 14),
                    (-16, 0), (-20, -32)),),
    Kind.ESCORT: (((0, -46), (18, -20), (18, 6), (40, 46), (0, 30), (-40, 46), (-18, 6), (-18, -20)),),
    Kind.TRANSPORT: (((-18, -48), (18, -48), (32, -30), (32, 44), (20, 36), (-20, 36), (-32, 44), (-32, -30)),),
    Kind.SHUTTLE: (((0, -40), (12, -14), (48, 18), (48, 34), (12, 18), (0, 36), (-12, 18), (-48, 34), (-48, 18),
                    (-12, -14)),),
    Kind.SQUADRON: (
        ((0, -50), (22, 0), (0, -12), (-22, 0)),
        ((-28, -4), (-6, 46), (-28, 34), (-50, 46)),
        ((28, -4), (50, 46), (28, 34), (6, 46)),
    ),
    Kind.PLATFORM: (
        ((-12, -48), (12, -48), (12, -28), (28, -12), (48, -12), (48, 12), (28, 12), (12, 28), (12, 48), (-12, 48),
         (-12, 28), (-28, 12), (-48, 12), (-48, -12), (-28, -12), (-12, -28)),
    ),
    Kind.FACILITY: (((-42, 40), (-42, -8), (-16, -8), (-16, -40), (16, -40), (16, -8), (42, -8), (42, 40)),),
    Kind.VEHICLE: (
        ((-30, -22), (-8, -22), (-8, -44), (8, -44), (8, -22), (30, -22), (30, 8), (-30, 8)),
        ((-44, 16), (44, 16), (34, 40), (-34, 40)),
    ),
    Kind.INFANTRY: (
        ((-10, -44), (10, -44), (14, -30), (10, -18), (-10, -18), (-14, -30)),
        ((-28, -8), (28, -8), (28, 44), (-28, 44)),
    ),
    Kind.HERO: (((0, -46), (12, -14), (46, -14), (19, 8), (29, 42), (0, 21), (-29, 42), (-19, 8), (-46, -14),
                 (-12, -14)),),
    Kind.POD: (
        ((-20, -34), (-4, -18), (-20, -2), (-36, -18)),
        ((20, -26), (36, -10), (20, 6), (4, -10)),
        ((-2, 6), (14, 22), (-2, 38), (-18, 22)),
    ),
}  # fmt: skip


MARKS: dict[str, Figure] = {
    "bar": (((-50, -18), (50, -18), (50, 18), (-50, 18)),),
    "triangle": (((0, -50), (50, 42), (-50, 42)),),
    "square": (((-38, -38), (38, -38), (38, 38), (-38, 38)),),
    "diamond": (((0, -50), (50, 0), (0, 50), (-50, 0)),),
    "cross": (
        ((-50, -32), (-32, -50), (0, -18), (32, -50), (50, -32), (18, 0), (50, 32), (32, 50), (0, 18), (-32, 50),
         (-50, 32), (-18, 0)),
    ),
    "chevron": (((-50, 0), (0, -46), (50, 0), (50, 40), (0, -6), (-50, 40)),),
}  # fmt: skip


def figure(
    parts: Figure,
    centre: Point,
    size: int,
    *,
    fill: str | None,
    stroke: str | None = None,
    weight: int = 12,
    turn: int = 0,
) -> Shape:
    """Polygons of a 100-unit square at a centre, scaled to `size` tenths of a pixel, turned clockwise by degrees."""
    drawn = []
    for part in parts:
        corners = [turned(Point(x * size, y * size), turn) for x, y in part]
        places = [Point(centre.x + rounded(x, 100), centre.y + rounded(y, 100)) for x, y in corners]
        drawn.append(polygon(places, fill=fill, stroke=stroke, weight=weight))
    return Shape(group(drawn).svg, around(centre, size))


def mark(party: Side, centre: Point, size: int) -> Shape:
    """The mark of a side: its shape in its colour; nothing for a side that has none."""
    if party.mark == "disc":
        return circle(centre, size // 2, fill=party.colour)
    if party.mark == "ring":
        return circle(centre, size * 36 // 100, stroke=party.colour, weight=max(10, size * 28 // 100))
    if party.mark in MARKS:
        return figure(MARKS[party.mark], centre, size, fill=party.colour)
    return Shape("", around(centre, size))


@lru_cache(maxsize=2048)
def unit(kind: Kind, centre: Point, size: int, party: Side, *, faint: bool = False, turn: int = 0) -> Shape:
    """A unit at a place: its figure in its side's colour, its side's mark at the lower right.

    `faint` draws the outline alone: out of the fight, or last seen here some time ago. Wrecks are crossed and
    contacts show a question mark; neither tells its kind.
    """
    if kind is Kind.CONTACT:
        return contact(centre, size, party.colour)
    if kind is Kind.WRECK:
        return wreck(centre, size)
    weight = max(10, size // 18)
    drawn = figure(
        FIGURES[kind],
        centre,
        size * 92 // 100,
        fill=SKY if faint else party.colour,
        stroke=party.colour if faint else SKY,
        weight=weight,
        turn=turn,
    )
    if party.mark == "none":
        return Shape(drawn.svg, around(centre, size))
    corner = Point(centre.x + size * 40 // 100, centre.y + size * 40 // 100)
    back = circle(corner, size * 20 // 100, fill=SKY)
    return Shape(group([drawn, back, mark(party, corner, size * 28 // 100)]).svg, around(centre, size))


def contact(centre: Point, size: int, colour: str = MUTED) -> Shape:
    """Something is there and nobody here knows what: a dashed diamond with a question mark."""
    half = size * 46 // 100
    dash = f"{max(20, size // 8)} {max(14, size // 12)}"
    corners = [
        Point(centre.x, centre.y - half),
        Point(centre.x + half, centre.y),
        Point(centre.x, centre.y + half),
        Point(centre.x - half, centre.y),
    ]
    rim = polygon(corners, fill=SKY, stroke=colour, weight=max(10, size // 16), dash=dash)
    sign = centred(around(centre, size), "?", size=size * 52 // 100, fill=colour, bold=True)
    return Shape(group([rim, sign]).svg, around(centre, size))


def wreck(centre: Point, size: int) -> Shape:
    """What is left of a unit: a cross."""
    arm, weight = size * 32 // 100, max(14, size // 9)
    ends = [
        (Point(centre.x - arm, centre.y + side * arm), Point(centre.x + arm, centre.y - side * arm)) for side in (1, -1)
    ]
    return Shape(group(line(start, end, DANGER, weight=weight) for start, end in ends).svg, around(centre, size))


def selected(shape: Shape, colour: str = INK) -> Shape:
    """A shape with a dashed ring about it: the one that is spoken of."""
    radius = max(shape.box.width, shape.box.height) * 60 // 100
    ring = circle(shape.box.centre, radius, stroke=colour, weight=14, dash="40 26")
    return group([shape, ring])


def planet(centre: Point, radius: int, colour: str) -> Shape:
    """A world: a disc with a shaded edge."""
    shade = circle(centre, radius - radius // 12, stroke=SKY, weight=max(10, radius // 6), opacity=35)
    return Shape(group([circle(centre, radius, fill=colour), shade]).svg, around(centre, 2 * radius))
