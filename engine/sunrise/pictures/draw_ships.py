"""How ships, squadrons, markers and terrain look on the board: silhouettes by hull, sides by colour and by filling.

A side is told by its colour and, for eyes that do not tell colours, by how it is drawn: side A solid, side B hollow.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.picture import (
    ACCENT,
    DANGER,
    HULL,
    INK,
    MUTED,
    NEUTRAL,
    SKY,
    Box,
    Point,
    Shape,
    around,
    centred,
    circle,
    group,
    line,
    measure,
    polar,
    polygon,
    rect,
    text,
)
from engine.picture.glyphs import Figure, figure
from engine.picture.palette import ink_on, side
from engine.sunrise.data.shapes import INCH, Circle, Piece
from engine.sunrise.pictures.draw_camera import FINE, Camera
from engine.sunrise.state import Side

COLOURS: dict[Side, str] = {Side.A: side(0).colour, Side.B: side(1).colour}
ROCK, RIM = "#333a4d", "#9aa3b8"
GHOST = ACCENT
"""Plots that are not yet moved."""


def _mirrored(*half: tuple[int, int]) -> Figure:
    """A silhouette from the points of its starboard half, bow to stern."""
    return ((*half, *((-x, y) for x, y in reversed(half) if x)),)


HULLS: dict[str, tuple[int, Figure]] = {
    "corvette": (320, _mirrored((0, -50), (8, -14), (27, 30), (25, 44), (10, 32), (8, 46))),
    "frigate": (390, _mirrored((0, -50), (9, -34), (9, -6), (25, 18), (25, 44), (11, 36), (9, 50))),
    "destroyer": (460, _mirrored((0, -50), (9, -36), (10, -14), (20, -4), (20, 34), (13, 40), (13, 50))),
    "cruiser": (530, _mirrored((5, -50), (12, -36), (12, -14), (27, 4), (27, 34), (16, 40), (16, 50))),
    "flagship": (600, _mirrored((6, -50), (15, -40), (15, -22), (30, -8), (30, 36), (21, 42), (21, 50), (7, 45))),
}
"""Size in tenths of a pixel and silhouette by the code of the hull, facing up."""

CRAFT: Figure = _mirrored((0, -50), (14, -6), (46, 34), (14, 24), (9, 44))


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A ship as it stands on the board. `acted` ships are dim; `rows` are pips left and pips of each row."""

    name: str
    hull: str
    side: Side
    at: Point
    heading: int
    velocity: int = 0
    pips: int = 0
    row: int = 6
    count: int = 1
    acted: bool = False
    own: bool = False
    marked: bool = False

    @property
    def size(self) -> int:
        """How large it is drawn."""
        return HULLS.get(self.hull, HULLS["frigate"])[0]


class Craft(msgspec.Struct, frozen=True):
    """A squadron as a chip beside its ship: whose, what in short, how many are left, in which mode."""

    side: Side
    short: str
    size: int
    mode: str


@lru_cache(maxsize=1024)
def silhouette(hull: str, owner: Side, at: Point, heading: int, size: int, *, dim: bool = False) -> Shape:
    """A hull at a place: solid for side A, hollow for side B; the exact point of the ship is dotted."""
    parts = HULLS.get(hull, HULLS["frigate"])[1]
    colour = COLOURS[owner]
    if owner is Side.A:
        body = figure(parts, at, size, fill=colour, stroke=SKY, weight=max(14, size // 22), turn=heading)
    else:
        body = figure(parts, at, size * 94 // 100, fill=SKY, stroke=colour, weight=max(28, size // 11), turn=heading)
    sign = SKY if owner is Side.A else colour
    keel = line(at, polar(at, size * 30 // 100, heading), sign, weight=max(14, size // 28))
    dot = circle(at, max(18, size // 17), fill=sign)
    drawn = group([body, keel, dot], opacity=50 if dim else 100)
    return Shape(drawn.svg, around(at, size))


def ghost(hull: str, at: Point, heading: int, size: int) -> Shape:
    """Where a ship will be by its plot: a dashed outline."""
    parts = HULLS.get(hull, HULLS["frigate"])[1]
    body = figure(parts, at, size, fill=None, stroke=GHOST, weight=24, turn=heading)
    return Shape(group([body], opacity=85).svg, around(at, size))


def drift(camera: Camera, token: Token, colour: str | None = None) -> Shape:
    """The velocity: an arrow from the ship to where it comes by going straight on; nothing at rest."""
    if not token.velocity:
        return Shape("", around(token.at, 0))
    shade = colour or COLOURS[token.side]
    end = polar(token.at, camera.long(token.velocity * INCH), token.heading)
    start = polar(token.at, min(token.size // 2, camera.long(token.velocity * INCH)), token.heading)
    tip = [polar(end, 0, 0), polar(end, 150, token.heading + 155), polar(end, 150, token.heading - 155)]
    shaft = line(start, end, shade, weight=18, dash="50 40", opacity=75)
    return group([shaft, polygon(tip, fill=shade)])


def pips_bar(box: Box, pips: int, row: int, rows: int) -> Shape:
    """Rows of a hull side by side, each filled as far as it has pips; the rightmost are lost first."""
    gap = 14
    each = max(10, (box.width - gap * (rows - 1)) // max(1, rows))
    share = 3 * pips
    colour = HULL if share > 2 * rows * row else "#f0c24b" if share > rows * row else DANGER
    parts = []
    for number in range(rows):
        slot = Box(box.x + number * (each + gap), box.y, each, box.height)
        left = min(row, max(0, pips - number * row))
        parts.append(rect(slot, fill="#2a3550"))
        if left:
            parts.append(rect(Box(slot.x, slot.y, max(8, each * left // row), slot.height), fill=colour))
    return Shape(group(parts).svg, box)


def token_shape(token: Token, rows: int) -> Shape:
    """A ship with its pips below it."""
    parts = []
    if token.marked:
        parts.append(circle(token.at, token.size * 66 // 100, stroke=INK, weight=18, dash="60 40"))
    parts.append(silhouette(token.hull, token.side, token.at, token.heading, token.size, dim=token.acted))
    wide = 110 + 60 * rows
    bar = Box(token.at.x - wide // 2, token.at.y + token.size * 56 // 100, wide, 60)
    parts.append(rect(bar.grow(14), fill=SKY))
    parts.append(pips_bar(bar, token.pips, token.row, rows))
    return group(parts)


CHIP_TALL, CHIP_WORD = 230, 170


def chip_width(craft: Craft) -> int:
    """The width of a squadron's chip."""
    return 280 + measure(f"{craft.short}{craft.size}", CHIP_WORD, bold=True)


def chip(craft: Craft, left: int, top: int) -> Shape:
    """A squadron: a dart (up: Offensive, down: Defensive), its kind in short and its size, solid or hollow by side."""
    box = Box(left, top, chip_width(craft), CHIP_TALL)
    colour = COLOURS[craft.side]
    solid = craft.side is Side.A
    ink = ink_on(colour) if solid else colour
    back = rect(box, fill=colour if solid else SKY, stroke=colour, weight=18, corner=70)
    turn = 0 if craft.mode == "offensive" else 180
    dart = figure(CRAFT, Point(left + 125, top + CHIP_TALL // 2), 150, fill=ink, turn=turn)
    words = Box(left + 200, top, box.width - 220, CHIP_TALL)
    return Shape(
        group([back, dart, centred(words, f"{craft.short}{craft.size}", size=CHIP_WORD, fill=ink, bold=True)]).svg, box
    )


def marker(camera: Camera, at: Point, holder: Side | None) -> Shape:
    """A marker: a hexagon for its number, solid for A, hollow for B, grey and dashed for nobody; its 3-inch reach."""
    colour = COLOURS[holder] if holder else NEUTRAL.colour
    reach = circle(at, camera.long(3 * INCH), stroke=colour, weight=14, dash="24 50", opacity=80)
    corners = [polar(at, 190, 30 + 60 * step) for step in range(6)]
    solid = holder is Side.A
    dash = "" if holder else "46 30"
    sign = polygon(corners, fill=colour if solid else SKY, stroke=colour, weight=30, dash=dash)
    return Shape(group([reach, sign]).svg, around(at, 400))


def marker_number(at: Point, number: str, holder: Side | None) -> Shape:
    """The number of a marker, drawn over what leads across it."""
    colour = COLOURS[holder] if holder else NEUTRAL.colour
    solid = holder is Side.A
    ink, ground = (ink_on(colour), colour) if solid else (colour, SKY)
    return centred(around(at, 300), number, size=220, fill=ink, bold=True, halo=ground)


def rock(camera: Camera, piece: Piece) -> Shape:
    """A piece of terrain, its id in it."""
    if isinstance(piece, Circle):
        middle = camera.at(piece.centre)
        radius = camera.long(piece.radius)
        body = circle(middle, radius, fill=ROCK, stroke=RIM, weight=16)
        inner = circle(middle, radius * 72 // 100, stroke=RIM, weight=8, dash="30 60", opacity=50)
        return Shape(group([body, inner, _rock_name(camera, piece)]).svg, body.box)
    corners = [camera.at(corner) for corner in piece.corners]
    body = polygon(corners, fill=ROCK, stroke=RIM, weight=16)
    return Shape(group([body, _rock_name(camera, piece)]).svg, body.box)


def rock_middle(camera: Camera, piece: Piece) -> Point:
    """Where the id of a piece of terrain is written."""
    if isinstance(piece, Circle):
        return camera.at(piece.centre)
    corners = [camera.at(corner) for corner in piece.corners]
    return Point(sum(one.x for one in corners) // len(corners), sum(one.y for one in corners) // len(corners))


def _rock_name(camera: Camera, piece: Piece) -> Shape:
    return centred(around(rock_middle(camera, piece), 300), piece.id, size=FINE, fill=MUTED)


def crash_mark(at: Point) -> Shape:
    """Where a path ends in terrain."""
    arm = 130
    strokes = [
        line(Point(at.x - arm, at.y - arm), Point(at.x + arm, at.y + arm), DANGER, weight=44),
        line(Point(at.x - arm, at.y + arm), Point(at.x + arm, at.y - arm), DANGER, weight=44),
    ]
    return group(strokes)


def exit_mark(at: Point, words: str = "") -> Shape:
    """Where a ship left the board, or will."""
    ring = circle(at, 110, fill=SKY, stroke=DANGER, weight=30)
    if not words:
        return ring
    return group([ring, text(Point(at.x, at.y - 160), words, size=FINE, fill=DANGER, anchor="middle", halo=SKY)])
