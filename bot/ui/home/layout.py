"""Reports laid out: a line with its button beside it, the other buttons beneath, the picture in a gallery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.render.described_file import alt_text
from bot.render.embeds import accent
from bot.render.layouts import Item, fits
from bot.render.splitting import shorten
from engine.report import Report, Section, Suggestion
from engine.text.message import T_, code

MOST_BESIDE = 6
"""Lines of a message that have a button beside them; what more is offered stands in a menu."""

MOST_IN_ROW, MOST_ROWS = 5, 2
"""Buttons of a row, and rows of them beneath a report."""

LONGEST_OF_LINE = 400
"""Characters of a line of a report in a panel."""

SHORTER = (40, 20, 10, 5, 2, 1, 0)
"""Lines of a section that are shown, tried one after another until the panel fits into one message."""

Press = Callable[[Suggestion], Item]
"""Makes the button of what is offered."""


def report_items(report: Report, press: Press, *, picture: str = "", ending: Sequence[Item] = ()) -> list[Item]:
    """A report in a container of its colour, whole, however long it is; `picture` is the name of the attached file that
    it shows, `ending` what stands beneath.
    """
    items, _ = _items(report, press, (), picture, None)
    return [ui.Container[Any](*items, accent_colour=accent(report)), *ending]


def panel_items(
    report: Report,
    press: Press,
    *,
    above: Sequence[str],
    said: str,
    ending: Callable[[Sequence[Suggestion]], Iterable[Item]],
) -> list[Item]:
    """A report in a container of its colour that one message holds: where it is long, lines are left out, and told so.

    `above` are lines before its sections, `said` is what came of the last click: it stands beneath the report, right
    above the buttons, where whoever has pressed one looks. `ending` makes what stands beneath, from what is offered and
    has no button of its own.
    """
    made: list[Item] = []
    for most in SHORTER:
        items, left = _items(report, press, above, "", most, said)
        made = [ui.Container[Any](*items, *ending(left), accent_colour=accent(report))]
        if fits(made):
            break
    return made


def _items(
    report: Report, press: Press, above: Sequence[str], picture: str, most: int | None, said: str = ""
) -> tuple[list[Item], list[Suggestion]]:
    """The items with `most` lines of each section (None: all), and what is offered without a button."""
    offered = {one.line: one for one in report.suggestions}.values()
    beside: dict[str, list[Suggestion]] = {}  # several lines may read alike: missions of two heroes
    for each in offered:
        beside.setdefault(each.words, []).append(each)
    left: list[Suggestion] = []
    made: list[Item] = []
    text: list[str] = [f"### {report.title}" if report.title else "", report.lead, *above]
    room = MOST_BESIDE if most is None else min(MOST_BESIDE, most)
    pressed = 0
    for section in report.sections:
        text += ["", f"**{section.heading}**"] if section.heading else [""]
        shown = hidden = 0
        for line in section.lines:
            words = line if most is None or len(line) <= LONGEST_OF_LINE else shorten(line, LONGEST_OF_LINE)
            one = beside[line].pop(0) if line and beside.get(line) else None
            if one is None:
                shown, hidden = (shown + 1, hidden) if most is None or shown < most else (shown, hidden + 1)
                text += [words] if not hidden else []
            elif pressed < room:
                made += [*_told(text), ui.Section[Any](words, accessory=press(one))]
                pressed += 1
            else:
                left.append(one)
        text += [f"-# … and {hidden} more"] if hidden else []
    text += ["", f"-# {report.rule}"] if report.rule else []
    made += _told(text)
    if picture:
        shown_there = discord.MediaGalleryItem(f"attachment://{picture}", description=alt_text(report))
        made.append(ui.MediaGallery[Any](shown_there))
    if said:
        made += [ui.Separator[Any](), ui.TextDisplay[Any](said)]
    plain = [one for one in offered if not one.words]
    made += rows(map(press, plain))
    return made, left


def _told(text: list[str]) -> Iterator[Item]:
    """The lines gathered so far as one text; none of them is left."""
    words = "\n".join(text).strip("\n")
    text.clear()
    if words.strip():
        yield ui.TextDisplay[Any](words)


def rows(buttons: Iterable[Item]) -> list[Item]:
    """Buttons in rows, as many as there is room for."""
    listed = list(buttons)[: MOST_IN_ROW * MOST_ROWS]
    return [ui.ActionRow[Any](*listed[at : at + MOST_IN_ROW]) for at in range(0, len(listed), MOST_IN_ROW)]


def plainly(report: Report, above: Sequence[str] = ()) -> str:
    """The same as plain text, for where nothing else can be shown."""
    parts = [f"**{report.title}**" if report.title else "", report.lead, *above]
    for section in (*report.sections, *_typed(report)):
        parts += ["", f"**{section.heading}**" if section.heading else "", *section.lines]
    return "\n".join([*parts, f"-# {report.rule}" if report.rule else ""]).strip()


def _typed(report: Report) -> Iterator[Section]:
    """Offers as lines that can be typed."""
    lines = tuple(code(one.line) for one in report.suggestions if not one.words)
    if lines:
        yield Section(T_("Now"), lines)
