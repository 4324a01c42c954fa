"""Reports laid out: a line with its button beside it, the other buttons beneath, the picture in a gallery."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot.render.colours import accent
from bot.render.described_file import alt_text
from bot.render.layouts import Item, Layout, fits
from bot.render.splitting import shorten
from bot.ui.views import OurLayout
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, T_, code

MOST_BESIDE = 6
"""Lines of a message that have a button beside them; what more is offered stands in a menu."""

MOST_IN_ROW, MOST_ROWS = 5, 2
"""Buttons of a row, and rows of them beneath a report."""

LONGEST_OF_LINE = 400
"""Characters of a line of a report in a panel, of its title and of its headings."""

SHORTER = (40, 20, 10, 5, 2, 1, 0)
"""Lines of a section that are shown, tried one after another until the panel fits into one message."""

HIDDEN = N_("-# … and {count} more")

Press = Callable[[Suggestion], Item]
"""Makes the button of what is offered."""


class Offers(msgspec.Struct, frozen=True):
    """Controls for what a report offers: buttons, and a menu of what has no button of its own."""

    press: Press
    more: Callable[[Sequence[Suggestion]], Item]


def report_items(
    report: Report, offers: Offers | None = None, *, picture: str = "", ending: Sequence[Item] = ()
) -> list[Item]:
    """A report in a container of its colour, whole, however long it is, with controls for what it offers where its
    reader can use any; `picture` is the name of the attached file that it shows, `ending` what stands beneath.
    """
    if offers is None:
        items, _, _ = _items(msgspec.structs.replace(report, suggestions=()), unpressed, None, picture=picture)
    else:
        items, buttons, left = _items(report, offers.press, None, picture=picture)
        items += [*buttons, *([ui.ActionRow[Any](offers.more(left))] if left else [])]
    return [ui.Container[Any](*items, accent_colour=accent(report)), *ending]


def report_layout(report: Report) -> Layout:
    """A report as an answer, with nothing to press."""
    return Layout(report_items(report), OurLayout)


def unpressed(offered: Suggestion) -> Item:
    """Makes no button: nothing is offered."""
    raise AssertionError(f"{offered.line} is offered to nobody who could press it")


def panel_items(
    report: Report,
    press: Press,
    *,
    above: Sequence[str],
    said: str,
    ending: Callable[[Sequence[Suggestion]], Iterable[Item]],
    beside: bool = False,
    picture: str = "",
) -> list[Item]:
    """A report in a container of its colour that one message holds: where it is long, lines are left out, and told so.
    `picture` is the name of the attached file that it shows.

    `above` are lines before its sections, `said` is what came of the last click: it stands where whoever has pressed a
    button looks, right above the buttons beneath the report, or before its sections where that one was `beside` a line
    of them. `ending` makes what stands beneath, from what is offered and
    has no button of its own.
    """
    made: list[Item] = []
    for most in SHORTER:
        items, buttons, left = _items(report, press, most, above=above, said=said if beside else "", picture=picture)
        items += [ui.Separator[Any](), ui.TextDisplay[Any](said)] if said and not beside else []
        made = [ui.Container[Any](*items, *buttons, *ending(left), accent_colour=accent(report))]
        if fits(made):
            break
    return made


def _items(
    report: Report,
    press: Press,
    most: int | None,
    *,
    above: Sequence[str] = (),
    said: str = "",
    picture: str = "",
) -> tuple[list[Item], list[Item], list[Suggestion]]:
    """The items with `most` lines of each section (None: all), the rows of buttons beneath them, and what is offered
    without a button; what stands `above` the sections, and what is `said` between the two.
    """
    offered = {suggestion.line: suggestion for suggestion in report.suggestions}.values()
    of_line: dict[str, list[Suggestion]] = {}  # several lines may read alike: missions of two heroes
    for each in offered:
        of_line.setdefault(each.words, []).append(each)
    left: list[Suggestion] = []
    made: list[Item] = []
    brief = _brief if most is not None else str
    lead = [brief(line) for line in report.lead.split("\n")]
    text: list[str] = [f"### {brief(report.title)}" if report.title else "", *lead, *above]
    if said:
        made += [*_told(text), ui.Separator[Any](), ui.TextDisplay[Any](said), ui.Separator[Any]()]
    room = MOST_BESIDE if most is None else min(MOST_BESIDE, most)
    pressed = 0
    for section in report.sections:
        text += ["", f"**{brief(section.heading)}**"] if section.heading else [""]
        shown = hidden = 0
        for line in section.lines:
            words = brief(line)
            suggestion = of_line[line].pop(0) if line and of_line.get(line) else None
            if suggestion is None:
                shown, hidden = (shown + 1, hidden) if most is None or shown < most else (shown, hidden + 1)
                text += [words] if not hidden else []
            elif pressed < room:
                made += [*_told(text), ui.Section[Any](words, accessory=press(suggestion))]
                pressed += 1
            else:
                left.append(suggestion)
                text += [words] if most is None else []
        text += [HIDDEN(count=hidden)] if hidden else []
    if picture:
        shown_there = discord.MediaGalleryItem(f"attachment://{picture}", description=alt_text(report))
        made += [*_told(text), ui.MediaGallery[Any](shown_there)]
    text += ["", f"-# {report.rule}"] if report.rule else []
    made += _told(text)
    plain = [offer for offer in offered if not offer.words]
    return made, rows(map(press, plain[: MOST_IN_ROW * MOST_ROWS])), [*left, *plain[MOST_IN_ROW * MOST_ROWS :]]


def _brief(line: str) -> str:
    """A line as a panel has room for it."""
    return line if len(line) <= LONGEST_OF_LINE else shorten(line, LONGEST_OF_LINE)


def _told(text: list[str]) -> Iterator[Item]:
    """The lines gathered so far as one text; none of them is left."""
    words = re.sub(r"\n{3,}", "\n\n", "\n".join(text).strip("\n"))
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
    lines = tuple(code(suggestion.line) for suggestion in report.suggestions if not suggestion.words)
    if lines:
        yield Section(T_("Now"), lines)
