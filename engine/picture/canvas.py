"""A picture: a sky of a given size with a heading, what was put on it, and a legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.game import Svg
from engine.picture.lettering import BODY, FAMILY, LARGE, SMALL, TITLE, clean, escape, fit, measure, text, wrap
from engine.picture.palette import INK, MUTED, PANEL, RULE, SKY
from engine.picture.shapes import Box, Point, Shape, around, ellipse, group, line, moved, rect

MARGIN = 200
HEADING = 640
STARS = ((60, 14, 45), (30, 22, 60), (9, 36, 75))
"""Stars of three sizes: how many on a square of the width, their tenths of a pixel, and their opacity in hundredths."""


class Picture:
    """A picture under construction. Width and height are tenths of a pixel, at least 1000 by 1000.

    The heading shows the title and, to its right, a note (the turn, the hour). `body` is the room below it.
    """

    def __init__(self, width: int, height: int, title: str, note: str = "") -> None:
        self.width, self.height = width, height
        self.title, self.note = clean(title), clean(note)
        self.body = Box(MARGIN, HEADING, width - 2 * MARGIN, height - HEADING - MARGIN)
        self._ground: list[Shape] = []
        self._shapes: list[Shape] = []

    def lay(self, *shapes: Shape) -> None:
        """Puts shapes under all else, the heading too."""
        self._ground.extend(shapes)

    def add(self, *shapes: Shape) -> None:
        """Puts shapes on top of what is there."""
        self._shapes.extend(shapes)

    def svg(self) -> Svg:
        """The whole picture as SVG text; equal for equal contents."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{-(-self.width // 10)}" height="{-(-self.height // 10)}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img" font-family="{FAMILY}" font-stretch="condensed" '
            f'style="font-kerning:none">'
        )
        parts = [
            head,
            f"<title>{escape(self.title)}</title>",
            rect(Box(0, 0, self.width, self.height), fill=SKY).svg,
            stars(self.width, self.height),
            *(shape.svg for shape in self._ground),
            self._heading().svg,
            *(shape.svg for shape in self._shapes),
            "</svg>",
        ]
        return Svg("".join(parts))

    def _heading(self) -> Shape:
        """The title, and at its right the note: smaller, then in two lines, where it is long."""
        room = self.width - 2 * MARGIN
        half = min(room // 2, measure(self.note, BODY))
        title = fit(self.title, room - (half + MARGIN if half else 0), TITLE, bold=True)
        left = room - measure(title, TITLE, bold=True) - MARGIN
        rows, size = ([self.note], BODY) if measure(self.note, BODY) <= left else ([], SMALL)
        rows = rows or wrap(self.note, left, SMALL, most=2)
        base = 420 if len(rows) < 2 else 240
        edge = self.width - MARGIN
        return group(
            [
                text(Point(MARGIN, 420), title, size=TITLE, bold=True),
                *(
                    text(Point(edge, base + number * 250), row, size=size, fill=MUTED, anchor="end")
                    for number, row in enumerate(rows)
                ),
                line(Point(MARGIN, HEADING - 80), Point(edge, HEADING - 80), RULE),
            ]
        )


@lru_cache(maxsize=64)
def stars(width: int, height: int) -> str:
    """The stars of a sky of a size, always the same ones."""
    drawn, bits = [], 20_240_302
    for number, weight, opacity in STARS:
        places = []
        for _ in range(number * height // width):
            bits = (bits * 1_103_515_245 + 12_345) % 2**31
            x = bits // 64 % width
            bits = (bits * 1_103_515_245 + 12_345) % 2**31
            places.append(f"M{x} {bits // 64 % height}h1")
        style = f'stroke="{MUTED}" stroke-width="{weight}" stroke-linecap="round" stroke-opacity="0.{opacity}"'
        drawn.append(f'<path d="{"".join(places)}" fill="none" {style}/>')
    return "".join(drawn)


CLOUDS = ((24, 28, 44, "#4a3c8c"), (72, 66, 48, "#1d5278"))
"""Clouds of a nebula: their middle and reach in hundredths of a picture's sides, and their colour; no seat has it."""

LAYERS = 7
"""Of a cloud, each a little smaller than the last: flat ones are drawn and packed in half the time of a gradient."""


@lru_cache(maxsize=64)
def nebula(box: Box) -> Shape:
    """Faint clouds of light for behind a map of stars, thin enough that all words are read on them."""
    drawn = []
    for x, y, reach, colour in CLOUDS:
        at = Point(box.x + box.width * x // 100, box.y + box.height * y // 100)
        for layer in range(LAYERS, 0, -1):
            far = reach * layer // LAYERS
            drawn.append(ellipse(at, box.width * far // 100, box.height * far // 100, fill=colour, opacity=6))
    return Shape(group(drawn).svg, box)


class Empty(str):
    """A picture in which there is nothing to be seen: who did not ask for it is not shown it."""

    __slots__ = ()


def nothing(width: int, title: str, words: str) -> Svg:
    """A low picture that says why there is nothing to be seen in it."""
    picture = Picture(width, 2400, title)
    picture.add(text(Point(width // 2, 1600), words, fill=MUTED, anchor="middle"))
    return Svg(Empty(picture.svg()))


def panel(box: Box, title: str = "") -> Shape:
    """A raised area with an optional title in its upper left corner."""
    back = rect(box, fill=PANEL, stroke=RULE, corner=60)
    if not title:
        return back
    words = fit(title, box.width - 2 * LARGE, BODY, bold=True)
    return group([back, text(Point(box.x + 160, box.y + 330), words, size=BODY, fill=INK, bold=True)])


LINE = 340
"""Tenths of a pixel from a line of a listing to the next."""


def listing(box: Box, title: str, rows: Iterable[tuple[str, str, str]], *, size: int = BODY) -> Shape:
    """A panel with lines: words in a colour, cut to their room, and what is told of them at the right."""
    shapes = [panel(box, title)]
    for number, (words, colour, told) in enumerate(rows):
        y = box.y + (690 if title else 400) + number * LINE
        right = text(Point(box.right - 160, y), told, size=size, fill=MUTED, anchor="end")
        room = right.box.x - box.x - 240
        shapes += [text(Point(box.x + 160, y), fit(words, room, size), size=size, fill=colour), right]
    return group(shapes)


def legend(box: Box, entries: Sequence[tuple[Shape, str]], *, size: int = SMALL, columns: int = 1) -> Shape:
    """Signs and what they mean, in columns from the upper left of a box, each column read downwards.

    A sign may be drawn anywhere: it is carried to its place. Words are cut to their column.
    """
    if not entries:
        return Shape("", box)
    rows = -(-len(entries) // columns)
    column = box.width // columns
    widest = max(sign.box.width for sign, _ in entries)
    step = max(size * 16 // 10, *(sign.box.height + 40 for sign, _ in entries))
    parts = []
    for number, (sign, words) in enumerate(entries):
        left = box.x + number // rows * column
        middle = Point(left + widest // 2, box.y + step // 2 + number % rows * step)
        spot = around(middle, sign.box.width, sign.box.height)
        parts.append(moved(sign, spot.x - sign.box.x, spot.y - sign.box.y))
        start = left + widest + size * 2 // 3
        shown = fit(words, left + column - start - size // 2, size)
        parts.append(text(Point(start, middle.y + size * 36 // 100), shown, size=size, fill=INK))
    return Shape(group(parts).svg, Box(box.x, box.y, box.width, rows * step))
