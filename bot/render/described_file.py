"""Files as Discord takes them, each with its alt text, for whoever hears the screen instead of seeing it."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Mapping

import discord
import msgspec

from bot.render.splitting import shorten
from engine.report import Report
from engine.text.masks import Masks
from engine.text.names import shown

LONGEST = 500
"""Characters of an alt text: Discord takes 1,024, and whoever listens cannot skim."""


class DescribedFile(msgspec.Struct, frozen=True):
    """File with its name, its content, and what it shows or is for."""

    name: str
    content: bytes
    alt: str

    def file(self) -> discord.File:
        """A file for one message: discord.py closes it when that was sent."""
        return discord.File(io.BytesIO(self.content), self.name, description=self.alt)


_STAMP = re.compile(r"<t:(-?\d+)(?::[tTdDfFR])?>")
_GAUGE = re.compile(r"[▰▱]+ *")


def _dated(found: re.Match[str]) -> str:
    return datetime.datetime.fromtimestamp(int(found[1]), datetime.UTC).strftime("%d %B %Y %H:%M UTC")


def alt_text(report: Report) -> str:
    """The report of a picture as one line of plain text: its title, then its words as far as there is room.

    Discord lays nothing out there, so markdown and gauges go, and instants are told in UTC.
    """
    parts: list[str] = [report.title, report.lead]
    parts += [f"{section.heading}: {'; '.join(section.lines)}" for section in report.sections if section.lines]
    words = " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts if part)
    return shorten(discord.utils.remove_markdown(_GAUGE.sub("", _STAMP.sub(_dated, words))), LONGEST)


CUT = "…"
"""Ends an alt text for which there was no room."""


def hidden_in_alt(alt: str, masked: Mapping[str, str]) -> str:
    """An alt text without the names that are `masked` by others: whole, as they stand in it without markdown, and in
    part, where it is cut within one.
    """
    bare = (
        (discord.utils.remove_markdown(form), mask) for name, mask in masked.items() for form in (name, shown(name))
    )
    masks = dict(masked) | {form: mask for form, mask in bare if form}
    told = Masks(masks).hide(alt)
    if not told.endswith(CUT):
        return told
    words = told.removesuffix(CUT)
    parts = [name[:size].rstrip() for name in masks for size in range(1, len(name) + 1)]
    found = [re.search(rf"(?<!\w){re.escape(part)}$", words, re.IGNORECASE) for part in filter(None, parts)]
    begun = min((one.start() for one in found if one is not None), default=None)
    return told if begun is None else f"{words[:begun].rstrip()}{CUT}"
