"""Looks of units on a map: a figure for its kind, a mark for its side, and signs for what is not seen well.

Figures are drawn in a square of 100 units about (0, 0), facing up, and carried to any size, place and bearing.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from zlib import crc32

from engine.picture.lettering import SMALL, centred
from engine.picture.palette import DANGER, INK, MUTED, PANEL, RULE, SKY, Side
from engine.picture.shapes import (
    Box,
    Point,
    Shape,
    around,
    circle,
    ellipse,
    group,
    line,
    polar,
    polygon,
    rect,
    rounded,
    turned,
)


class Kind(StrEnum):
    """Kind of a unit, as far as a map tells units apart."""

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
    Kind.CAPITAL: (((0, -50), (7, -38), (42, 38), (34, 46), (20, 40), (16, 50), (-16, 50), (-20, 40), (-34, 46),
                    (-42, 38), (-7, -38)),),
    Kind.CRUISER: (((0, -50), (10, -40), (12, -12), (20, -4), (20, 10), (36, 20), (36, 40), (22, 36), (14, 50),
                    (-14, 50), (-22, 36), (-36, 40), (-36, 20), (-20, 10), (-20, -4), (-12, -12), (-10, -40)),),
    Kind.ESCORT: (((-16, -46), (16, -46), (22, -28), (8, -22), (8, 8), (24, 16), (28, 44), (10, 40), (6, 50),
                   (-6, 50), (-10, 40), (-28, 44), (-24, 16), (-8, 8), (-8, -22), (-22, -28)),),
    Kind.TRANSPORT: (((-10, -50), (10, -50), (16, -36), (30, -32), (30, 34), (14, 38), (12, 50), (-12, 50), (-14, 38),
                      (-30, 34), (-30, -32), (-16, -36)),),
    Kind.SHUTTLE: (((0, -44), (11, -18), (48, 20), (48, 36), (14, 22), (10, 44), (-10, 44), (-14, 22), (-48, 36),
                    (-48, 20), (-11, -18)),),
    Kind.SQUADRON: (
        ((0, -50), (6, -30), (24, -14), (24, -2), (6, -10), (0, -4), (-6, -10), (-24, -2), (-24, -14), (-6, -30)),
        ((-28, -4), (-22, 16), (-4, 32), (-4, 44), (-22, 36), (-28, 42), (-34, 36), (-50, 44), (-50, 32), (-34, 16)),
        ((28, -4), (34, 16), (50, 32), (50, 44), (34, 36), (28, 42), (22, 36), (4, 44), (4, 32), (22, 16)),
    ),
    Kind.PLATFORM: (
        ((-12, -48), (12, -48), (12, -28), (28, -12), (48, -12), (48, 12), (28, 12), (12, 28), (12, 48), (-12, 48),
         (-12, 28), (-28, 12), (-48, 12), (-48, -12), (-28, -12), (-12, -28)),
    ),
    Kind.FACILITY: (((-46, 42), (-46, 20), (-38, -2), (-22, -18), (-6, -22), (-6, -46), (6, -46), (6, -22), (22, -18),
                     (38, -2), (46, 20), (46, 42)),),
    Kind.VEHICLE: (
        ((-34, -20), (-12, -24), (-12, -36), (12, -36), (14, -26), (46, -26), (46, -18), (14, -16), (34, 8), (-34, 8)),
        ((-46, 14), (46, 14), (34, 38), (-34, 38)),
    ),
    Kind.INFANTRY: (
        ((-13, -46), (13, -46), (19, -28), (13, -12), (-13, -12), (-19, -28)),
        ((-34, 6), (-22, -8), (22, -8), (34, 6), (34, 44), (-34, 44)),
    ),
    Kind.HERO: (((0, -46), (12, -14), (46, -14), (19, 8), (29, 42), (0, 21), (-29, 42), (-19, 8), (-46, -14),
                 (-12, -14)),),
    Kind.POD: (
        ((-20, -34), (-4, -18), (-20, -2), (-36, -18)),
        ((20, -26), (36, -10), (20, 6), (4, -10)),
        ((-2, 6), (14, 22), (-2, 38), (-18, 22)),
    ),
}  # fmt: skip

LINES: dict[Kind, Figure] = {
    Kind.CAPITAL: (((0, -26), (5, 12), (-5, 12)), ((-13, 18), (13, 18), (9, 30), (-9, 30))),
    Kind.CRUISER: (((-4, -36), (4, -36), (4, -4), (-4, -4)), ((-10, 14), (10, 14), (6, 32), (-6, 32))),
    Kind.ESCORT: (((-9, -40), (9, -40), (9, -33), (-9, -33)), ((-8, 18), (8, 18), (6, 32), (-6, 32))),
    Kind.TRANSPORT: tuple(((-22, y), (22, y), (22, y + 11), (-22, y + 11)) for y in (-24, -5, 14)),
    Kind.SHUTTLE: (((0, -30), (5, -14), (-5, -14)), ((-4, 4), (4, 4), (4, 30), (-4, 30))),
    Kind.PLATFORM: (((0, -17), (12, -12), (17, 0), (12, 12), (0, 17), (-12, 12), (-17, 0), (-12, -12)),),
    Kind.FACILITY: (((-10, 42), (-10, 18), (10, 18), (10, 42)), ((-30, 10), (-22, 0), (-18, 0), (-18, 10)),
                    ((30, 10), (22, 0), (18, 0), (18, 10))),
    Kind.VEHICLE: (((-30, 21), (30, 21), (26, 30), (-26, 30)),),
    Kind.INFANTRY: (((-14, -33), (14, -33), (12, -25), (-12, -25)), ((-5, 4), (5, 4), (5, 40), (-5, 40))),
}  # fmt: skip
"""What is drawn dark on a figure: windows, superstructures, seams."""


DETAILED = 240
"""Tenths of a pixel from which a figure has its lines."""


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


LANDSCAPES: dict[str, Figure] = {
    "urban": (((-46, 46), (-46, -6), (-26, -6), (-26, 46)), ((-20, 46), (-20, -46), (6, -46), (6, 46)),
                    ((12, 46), (12, -24), (46, -24), (46, 46))),
    "wild": (((-24, -30), (2, 28), (-50, 28)), ((-28, 28), (-20, 28), (-20, 46), (-28, 46)),
                   ((22, -46), (48, 28), (-2, 28)), ((18, 28), (26, 28), (26, 46), (18, 46))),
    "liquid": tuple(((-50, y), (-25, y - 14), (0, y), (25, y - 14), (50, y), (50, y + 12), (25, y - 2), (0, y + 12),
                           (-25, y - 2), (-50, y + 12)) for y in (-22, 6, 34)),
    "subterranean": (((-50, 46), (-50, -20), (-20, -46), (24, -40), (50, -10), (50, 46), (26, 46), (22, 4), (0, -12),
                            (-22, 4), (-26, 46)),),
    "air": (((-50, 18), (-42, 0), (-26, -4), (-14, -24), (10, -26), (22, -10), (40, -8), (50, 8), (44, 18)),
                  ((-30, 28), (30, 28), (22, 38), (-22, 38))),
    "fire": (((-50, 46), (-18, -8), (-8, 2), (8, 2), (18, -8), (50, 46)), ((-6, -6), (-10, -26), (0, -46), (12, -24),
                   (6, -6))),
}  # fmt: skip
"""Signs of landscapes, for beside their names."""


BUST: Figure = (
    ((-9, -48), (9, -48), (19, -38), (21, -24), (15, -8), (7, -2), (-7, -2), (-15, -8), (-21, -24), (-19, -38)),
    ((-46, 48), (-42, 22), (-26, 8), (-10, 4), (0, 14), (10, 4), (26, 8), (42, 22), (46, 48)),
)
"""Head and shoulders of somebody, for their card."""


def portrait(box: Box, party: Side) -> Shape:
    """Somebody's head and shoulders on a panel, in the colour of their side and with its mark."""
    size = min(box.width, box.height) * 84 // 100
    centre = Point(box.centre.x, box.bottom - size // 2 - 40)
    back = rect(box, fill=PANEL, stroke=RULE, corner=60)
    glow = circle(box.centre, size // 2, fill=party.colour, opacity=10)
    drawn = figure(BUST, centre, size, fill=party.colour, stroke=SKY, weight=30)
    shade = figure((BUST[1],), centre, size, fill=SKY)
    corner = Point(box.right - 300, box.y + 300)
    return Shape(group([back, glow, drawn, group([shade], opacity=25), mark(party, corner, 300)]).svg, box)


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
    if kind is Kind.WRECK:
        return wreck(centre, size)
    if kind is Kind.CONTACT:
        return with_mark(contact(centre, size, party.colour), centre, size, party)
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
    if not faint and kind in LINES and size >= DETAILED:
        lines = figure(LINES[kind], centre, size * 92 // 100, fill=SKY, turn=turn)
        drawn = group([drawn, group([lines], opacity=55)])
    return with_mark(drawn, centre, size, party)


def with_mark(drawn: Shape, centre: Point, size: int, party: Side) -> Shape:
    """A figure with the mark of its side at the lower right."""
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
    sign = centred(around(centre, size), "?", size=max(SMALL, size * 52 // 100), fill=colour, bold=True)
    return Shape(group([rim, sign]).svg, around(centre, size))


def wreck(centre: Point, size: int) -> Shape:
    """A cross for what is left of a unit."""
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


WORLDS = (
    ("#3b6a8c", "#2c8a6a", "#7fb2c9"),
    ("#8a6a45", "#a98556", "#6f5236"),
    ("#6f8bab", "#a9c0d8", "#d7e4f0"),
    ("#3c6b4f", "#2e5540", "#59885f"),
    ("#7a5a6e", "#9a7590", "#5d4357"),
    ("#6d6f7c", "#8b8e9d", "#54565f"),
    ("#a5804f", "#bb9865", "#86653c"),
    ("#4a3230", "#a4513a", "#2f2327"),
    ("#4b4e60", "#b49a68", "#363949"),
)
"""Colours of worlds, sea and two kinds of land: no seat has any of them. The last three are of deserts, of fire and of
cities, and only a map that says so has them.
"""

BY_NAME = 6
"""Looks of which a world has one by its name, where no map says which."""


@lru_cache(maxsize=256)
def planet(centre: Point, radius: int, called: str, world: int | None = None) -> Shape:
    """A world under a haze, half in its shadow: each looks as its name has it, the same in every picture; with the
    colours of a `world`, where a map has its own.
    """
    sea, land, other = WORLDS[crc32(called.encode()) % BY_NAME if world is None else world]
    name = f"world-{centre.x}-{centre.y}"
    parts = [
        circle(centre, radius * 106 // 100, fill=other, opacity=14),
        circle(centre, radius * 103 // 100, fill=other, opacity=22),
    ]
    ground = [circle(centre, radius, fill=sea)]
    for spot in range(11):
        bits = crc32(f"{called}{spot}".encode())
        at = polar(centre, radius * (bits % 90) // 100, bits // 90 % 360)
        wide, tall = radius * (16 + bits // 7 % 36) // 100, radius * (7 + bits // 11 % 14) // 100
        ground.append(ellipse(at, wide, tall, fill=land if spot % 2 else other, opacity=45))
    edge = f'<clipPath id="{name}"><circle cx="{centre.x}" cy="{centre.y}" r="{radius}"/></clipPath>'
    dark = (
        f'<radialGradient id="{name}-dark" cx="32%" cy="30%" r="78%"><stop offset="0" stop-color="#ffffff" '
        f'stop-opacity="0.16"/><stop offset="40%" stop-color="{SKY}" stop-opacity="0.05"/><stop offset="1" '
        f'stop-color="{SKY}" stop-opacity="0.86"/></radialGradient>'
    )
    shade = ellipse(centre, radius, radius, fill=f"url(#{name}-dark)")
    clipped = f'<g clip-path="url(#{name})">{group([*ground, shade]).svg}</g>'
    parts.append(Shape(f"<defs>{edge}{dark}</defs>{clipped}", ground[0].box))
    return Shape(group(parts).svg, around(centre, 2 * radius))
