"""Reports laid out for Discord: embeds within its limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from bot.render.splitting import shorten
from engine.report import Report, Section

COLOUR = 0x4C7EF3
"""The side line of an embed."""

TITLE, BODY, FIELD_NAME, FIELD, FIELDS, WHOLE = 256, 4096, 256, 1024, 25, 5600
"""Discord's limits of an embed's parts in characters (and fields), the whole kept under its 6,000."""

MOST_EMBEDS = 10


def _chunks(lines: Sequence[str], most: int) -> Iterable[str]:
    """The lines joined to texts of at most `most` characters; a longer line is cut with an ellipsis."""
    held: list[str] = []
    size = 0
    for line in lines:
        fitting = line if len(line) <= most else line[: most - 1] + "…"
        if held and size + len(fitting) + 1 > most:
            yield "\n".join(held)
            held, size = [], 0
        held.append(fitting)
        size += len(fitting) + 1
    if held:
        yield "\n".join(held)


def _fields(sections: Sequence[Section]) -> Iterable[tuple[str, str]]:
    for section in sections:
        name = shorten(section.heading, FIELD_NAME) or "\u200b"
        for number, text in enumerate(_chunks(section.lines or ("–",), FIELD)):
            yield (name if number == 0 else f"{shorten(section.heading, 240)} (continued)"), text


def embeds(report: Report, image: str | None = None) -> list[discord.Embed]:
    """A report as embeds, one after another; `image` is the name of the attached picture for the first."""
    made = [discord.Embed(title=shorten(report.title, TITLE), description=report.lead[:BODY] or None, colour=COLOUR)]
    size = len(made[0])
    for name, text in _fields(report.sections):
        if len(made[-1].fields) >= FIELDS or size + len(name) + len(text) > WHOLE:
            made.append(discord.Embed(colour=COLOUR))
            size = 0
        made[-1].add_field(name=name, value=text, inline=False)
        size += len(name) + len(text)
    if report.rule:
        made[-1].set_footer(text=report.rule)
    if image is not None:
        made[0].set_image(url=f"attachment://{image}")
    return made


def batches(report_embeds: Sequence[discord.Embed]) -> list[list[discord.Embed]]:
    """The embeds in messages that Discord takes: at most ten and 6,000 characters each."""
    made: list[list[discord.Embed]] = [[]]
    size = 0
    for embed in report_embeds:
        if made[-1] and (len(made[-1]) >= MOST_EMBEDS or size + len(embed) > 6000):
            made.append([])
            size = 0
        made[-1].append(embed)
        size += len(embed)
    return made
