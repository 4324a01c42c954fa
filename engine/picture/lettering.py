"""Words in a picture: cleaned, measured exactly by the bundled font, cut, wrapped, drawn."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from engine.picture import widths
from engine.picture.palette import INK, ink_on
from engine.picture.shapes import Box, Point, Shape, group, rect

EM = 2048
FAMILY = "DejaVu Sans"
UNKNOWN = "\ufffd"

WIDE = 10_000
"""Tenths of a pixel of a picture's width for which the type sizes below are made."""

SMALL, BODY, LARGE, TITLE = 200, 240, 300, 360
"""Type sizes, tenths of a pixel. Nothing is written smaller than SMALL, a fiftieth of the width: shown 550 pixels wide,
as Discord does on a phone, that is 11 pixels."""

Anchor = Literal["start", "middle", "end"]


def _read(table: str) -> dict[str, int]:
    known: dict[str, int] = {}
    for row in table.split("\n"):
        first, *advances = row.split() or ("0",)
        for number, advance in enumerate(advances):
            known[chr(int(first, 16) + number)] = int(advance)
    return known


_REGULAR, _BOLD = _read(widths.REGULAR), _read(widths.BOLD)

REMEMBERED = 4096
"""Words whose clean form and widths are kept: a picture measures the same names again and again."""


@lru_cache(maxsize=REMEMBERED)
def clean(words: str) -> str:
    """Words the font can draw: composed, spaces for breaks, no invisible characters, a sign for the unknown."""
    kept = []
    for letter in unicodedata.normalize("NFC", words):
        if letter.isspace():
            kept.append(" ")
        elif letter in _REGULAR:
            kept.append(letter)
        elif unicodedata.category(letter) not in {"Cc", "Cf", "Mn", "Me"}:
            kept.append(UNKNOWN)
    return "".join(kept)


@lru_cache(maxsize=REMEMBERED)
def _advance(words: str, bold: bool) -> int:
    """Width of cleaned words in units of the font."""
    table = _BOLD if bold else _REGULAR
    return sum(table[letter] for letter in clean(words))


def measure(words: str, size: int, *, bold: bool = False) -> int:
    """Width of cleaned words in tenths of a pixel, rounded up; `size` is the type size in the same unit."""
    return -(-size * _advance(words, bold) // EM)


def fit(words: str, room: int, size: int, *, bold: bool = False) -> str:
    """The words, cut with "…" where they are wider than the room; nothing where not even that fits."""
    whole = clean(words)
    if measure(whole, size, bold=bold) <= room:
        return whole

    def cut(end: int) -> str:
        return whole[:end].rstrip() + "…"

    fitting = bisect_right(range(1, len(whole)), room, key=lambda end: measure(cut(end), size, bold=bold))
    return cut(fitting) if fitting else ""


def wrap(words: str, room: int, size: int, *, bold: bool = False, most: int = 100) -> list[str]:
    """The words in lines no wider than the room, at most `most`; the last is cut where they do not all fit."""
    rows: list[str] = []
    rest = clean(words).split()
    while rest and len(rows) < most - 1:
        taken = 1
        while taken < len(rest) and measure(" ".join(rest[: taken + 1]), size, bold=bold) <= room:
            taken += 1
        rows.append(fit(" ".join(rest[:taken]), room, size, bold=bold))
        rest = rest[taken:]
    if rest:
        rows.append(fit(" ".join(rest), room, size, bold=bold))
    return rows


def wrap_names(names: Iterable[str], room: int, size: int) -> list[str]:
    """Names in lines no wider than the room, with commas between them, none of them parted."""
    rows = [""]
    for name in names:
        more = f"{rows[-1]}, {name}" if rows[-1] else name
        rows = [*rows[:-1], more] if measure(more, size) <= room or not rows[-1] else [*rows, name]
    return [fit(row, room, size) for row in rows]


def escape(words: str) -> str:
    """Words as XML text or attribute."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _unjoined(words: str) -> str:
    """Words with a sign between letters that renderers would join: "fi" stays as wide as f and i."""
    return re.sub("f(?=[fil])", "f\u200c", words)


def text(
    at: Point,
    words: str,
    *,
    size: int = BODY,
    fill: str = INK,
    bold: bool = False,
    anchor: Anchor = "start",
    halo: str | None = None,
) -> Shape:
    """One line of words with its baseline at a point; a halo keeps it legible over lines."""
    shown = clean(words)
    width = measure(shown, size, bold=bold)
    left = {"start": at.x, "middle": at.x - width // 2, "end": at.x - width}[anchor]
    box = Box(left, at.y - size * 78 // 100, width, size)
    if not shown.strip():
        return Shape("", box)
    weight = ' font-weight="bold"' if bold else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    rim = (
        f' stroke="{halo}" stroke-width="{max(20, size // 5)}" stroke-linejoin="round" paint-order="stroke"'
        if halo
        else ""
    )
    style = f'font-size="{size}" fill="{fill}"{weight}{place}{rim}'
    return Shape(f'<text x="{at.x}" y="{at.y}" {style}>{escape(_unjoined(shown))}</text>', box)


def centred(
    box: Box, words: str, *, size: int = BODY, fill: str = INK, bold: bool = False, halo: str | None = None
) -> Shape:
    """One line of words in the middle of a box, cut to its width."""
    at = Point(box.centre.x, box.centre.y + size * 36 // 100)
    shown = fit(words, box.width, size, bold=bold)
    return text(at, shown, size=size, fill=fill, bold=bold, anchor="middle", halo=halo)


def paragraph(at: Point, rows: Sequence[str], *, size: int = BODY, fill: str = INK, bold: bool = False) -> Shape:
    """Lines under each other, the first with its baseline at a point."""
    step = size * 135 // 100
    return group(
        text(Point(at.x, at.y + number * step), row, size=size, fill=fill, bold=bold) for number, row in enumerate(rows)
    )


def badge(centre: Point, words: str, colour: str, *, size: int = SMALL) -> Shape:
    """Words on a pill of colour, in whichever ink reads on it."""
    width = max(measure(words, size, bold=True) + size, size * 3 // 2)
    box = Box(centre.x - width // 2, centre.y - size * 7 // 10, width, size * 7 // 5)
    return group(
        [rect(box, fill=colour, corner=box.height // 2), centred(box, words, size=size, fill=ink_on(colour), bold=True)]
    )
