"""Reports laid out for Discord: embeds within its limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import discord

from bot.render.splitting import pieces, shorten
from engine.report import Report, Section

COLOUR = 0x4C7EF3
"""The side line of what is no seat's."""

TITLE, BODY, FIELD_NAME, FIELD, FIELDS, FOOTER, WHOLE = 256, 4096, 256, 1024, 25, 2048, 6000
"""Discord's limits of an embed's parts in characters (and fields), and of all embeds of a message together."""

MOST_EMBEDS = 10


def _fields(sections: Iterable[Section]) -> Iterator[tuple[str, str]]:
    for section in sections:
        name = shorten(section.heading, FIELD_NAME) or "\u200b"
        for number, text in enumerate(pieces("\n".join(section.lines) or "–", FIELD)):
            yield (name if number == 0 else f"{shorten(section.heading, 240)} (continued)"), text


def as_number(colour: str) -> int:
    """A colour (`#rrggbb`) as Discord takes it."""
    return int(colour.removeprefix("#"), 16)


def accent(report: Report) -> int:
    """The colour of the line at the side of a report."""
    return as_number(report.colour) if report.colour else COLOUR


def embeds(report: Report, image: str = "") -> list[discord.Embed]:
    """A report as embeds, one after another; `image` is the name of the attached picture for the first, "" for none."""
    leads = pieces(report.lead, BODY) if report.lead.strip() else [None]
    made = [discord.Embed(description=lead, colour=accent(report)) for lead in leads]
    made[0].title = shorten(report.title, TITLE) or None
    for name, text in _fields(report.sections):
        if len(made[-1].fields) >= FIELDS or len(made[-1]) + len(name) + len(text) > WHOLE:
            made.append(discord.Embed(colour=accent(report)))
        made[-1].add_field(name=name, value=text, inline=False)
    if report.rule:
        footer = shorten(report.rule, FOOTER)
        if len(made[-1]) + len(footer) > WHOLE:
            made.append(discord.Embed(colour=accent(report)))
        made[-1].set_footer(text=footer)
    if image:
        made[0].set_image(url=f"attachment://{image}")
    return made


def batches(report_embeds: Sequence[discord.Embed]) -> list[list[discord.Embed]]:
    """The embeds in messages that Discord takes: at most ten and 6,000 characters each."""
    made: list[list[discord.Embed]] = [[]]
    for embed in report_embeds:
        if made[-1] and (len(made[-1]) >= MOST_EMBEDS or sum(map(len, made[-1])) + len(embed) > WHOLE):
            made.append([])
        made[-1].append(embed)
    return made


def words_of(embed: discord.Embed) -> str:
    """All that an embed says, as plain lines."""
    fields = (part for field in embed.fields for part in (field.name, field.value))
    return "\n".join(filter(None, [embed.title, embed.description, *fields, embed.footer.text]))
