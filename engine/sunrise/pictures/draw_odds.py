"""The picture of odds: for each attack that could be made, what it may do, pip by pip. Rulebook: FS-ODD."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from engine import picture as draw
from engine.dice.odds import Odds, percent
from engine.game import Svg
from engine.picture import ACCENT, DANGER, HULL, INK, MUTED, RULE, SPENT, Box, Picture, Point, Shape
from engine.sunrise.figures.odds import Forecast
from engine.sunrise.pictures.scene import FINE, HEAD, WIDTH, WORD
from engine.sunrise.words import tenth
from engine.text.message import T_

TALL = 3700
"""Height of the panel of one attack."""
GAP = 200
MOST = 4
"""Attacks of one picture: more are told in words."""
TAIL = Fraction(1, 500)
"""Ends of a distribution that are rarer together are not drawn, but counted in the last bar."""


class Charted(msgspec.Struct, frozen=True):
    """One attack: who at whom, how (range, dice, defense), its odds, and pips to the next row and to the end."""

    title: str
    detail: str
    forecast: Forecast
    to_row: int
    pips: int


NO_TARGET = T_("No weapon has a legal target.")


def odds_picture(title: str, attacks: Sequence[Charted], nothing: str = NO_TARGET) -> Svg:
    """The attacks under each other, at most four."""
    shown = attacks[:MOST]
    height = 720 + max(1, len(shown)) * (TALL + GAP) + 560
    picture = Picture(WIDTH, height, title)
    y = 740
    for attack in shown:
        picture.add(chart(Box(200, y, WIDTH - 400, TALL), attack))
        y += TALL + GAP
    if not shown:
        picture.add(draw.panel(Box(200, y, WIDTH - 400, TALL)))
        picture.add(draw.centred(Box(200, y, WIDTH - 400, TALL), nothing, size=HEAD, fill=MUTED))
        y += TALL + GAP
    picture.add(_key(Point(260, y + 160)))
    return picture.svg()


def _key(at: Point) -> Shape:
    """A key to the colours of the bars."""
    x, parts = at.x, []
    for colour, words in (
        (HULL, T_("no row lost")),
        (ACCENT, T_("a row lost, so a system")),
        (DANGER, T_("destroyed")),
    ):
        parts.append(draw.rect(Box(x, at.y - 130, 160, 160), fill=colour))
        shape = draw.text(Point(x + 230, at.y), words, size=FINE, fill=INK)
        parts.append(shape)
        x = shape.box.right + 420
    parts.append(draw.text(Point(x, at.y), T_("pips marked, exact odds"), size=FINE, fill=MUTED))
    return draw.group(parts)


def chart(box: Box, attack: Charted) -> Shape:
    """One attack: its title, its bars, and what matters in figures on the right."""
    cast = attack.forecast
    side = 2900
    left, right = box.x + 240, box.right - side
    parts = [
        draw.panel(box),
        draw.text(
            Point(left, box.y + 400), draw.fit(attack.title, box.width - 480, HEAD, bold=True), size=HEAD, bold=True
        ),
        draw.text(Point(left, box.y + 720), draw.fit(attack.detail, box.width - 480, WORD), size=WORD, fill=MUTED),
        bars_of(Box(left, box.y + 900, right - left - 150, TALL - 1250), cast.marked, attack.to_row, attack.pips),
    ]
    mean = cast.marked.mean()
    rows = [
        (T_("Pips, mean"), f"{tenth(mean)}", INK),
        (T_("A row lost"), percent(cast.row_lost), ACCENT),
        (T_("A system lost"), percent(cast.system_lost), ACCENT),
        (T_("Destroyed"), percent(cast.destroyed), DANGER),
        (T_("No pip at all"), percent(cast.marked.chance(lambda pips: pips == 0)), MUTED),
    ]
    for number, (name, value, colour) in enumerate(rows):
        y = box.y + 1240 + 480 * number
        parts.append(draw.text(Point(right + 60, y), name, size=WORD, fill=MUTED))
        parts.append(draw.text(Point(box.right - 240, y), value, size=WORD, fill=colour, bold=True, anchor="end"))
    return draw.group(parts)


def bars_of(box: Box, odds: Odds, to_row: int, pips: int) -> Shape:
    """A bar for every number of pips, its height its chance, coloured by what it brings; every few have figures."""
    values = _folded(odds)
    low, high = min(values), max(values)
    count = high - low + 1
    most = max(values.values())
    step = box.width // count
    wide = max(20, step * 78 // 100)
    parts: list[Shape] = [draw.line(Point(box.x, box.bottom), Point(box.right, box.bottom), RULE, weight=16)]
    each = max(1, -(-340 // step))
    for value in range(low, high + 1):
        chance = values.get(value, Fraction(0))
        x = box.x + (value - low) * step
        tall = int(chance * (box.height - 260) / most)
        colour = DANGER if value >= pips else ACCENT if value >= to_row else HULL
        if chance:
            parts.append(draw.rect(Box(x, box.bottom - max(12, tall), wide, max(12, tall)), fill=colour))
        if not (value - low) % each:
            more = "+" if value == high and value < max(value for value, _ in odds) else ""
            parts.append(
                draw.text(
                    Point(x + wide // 2, box.bottom + 230), f"{value}{more}", size=FINE, fill=MUTED, anchor="middle"
                )
            )
        if chance == most:
            top = Point(x + wide // 2, box.bottom - tall - 70)
            parts.append(draw.text(top, percent(chance), size=FINE, fill=INK, anchor="middle"))
    if low < to_row <= high and to_row < pips:
        x = box.x + (to_row - low) * step - (step - wide) // 2
        parts.append(draw.line(Point(x, box.y + 120), Point(x, box.bottom), SPENT, weight=12, dash="40 40"))
    return draw.group(parts)


def _folded(odds: Odds) -> dict[int, Fraction]:
    """The chances by value, a long thin upper end gathered in one bar."""
    values = dict(odds)
    tail = Fraction(0)
    while len(values) > 12:
        last = max(values)
        if tail + values[last] > TAIL:
            break
        tail += values.pop(last)
    if tail:
        values[max(values)] += tail
    return values
