"""Answers to interactions: private by default, split where Discord's 2,000 characters end, files where that is kinder."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

MOST = 2000
"""Characters of one message."""

MOST_MESSAGES = 4
"""Messages that one answer may take before it becomes a text file."""


def pieces(text: str, most: int = MOST) -> list[str]:
    """The text in parts of at most `most` characters, cut at lines where it can be; code fences are closed and reopened."""
    parts: list[str] = []
    current: list[str] = []
    size = 0
    fence = ""
    for line in text.split("\n"):
        while len(line) > most - 16:
            line, rest = line[: most - 16], line[most - 16 :]
            if current:
                parts.append(_close(current, fence))
            parts.append(_close([fence, line] if fence else [line], fence))
            current, size = ([fence] if fence else []), len(fence) + 1
            line = rest
        if size + len(line) + 1 > most - 8 and current:
            parts.append(_close(current, fence))
            current, size = ([fence] if fence else []), len(fence) + 1
        current.append(line)
        size += len(line) + 1
        if line.startswith("```"):
            fence = "" if fence else line
    if any(part.strip() for part in current):
        parts.append("\n".join(current))
    return [part for part in parts if part.strip()] or ["\u200b"]


def _close(lines: list[str], fence: str) -> str:
    return "\n".join(lines) + ("\n```" if fence else "")


async def reply(
    interaction: discord.Interaction,
    text: str = "",
    *,
    embeds: Sequence[discord.Embed] = (),
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
    ephemeral: bool = True,
) -> None:
    """Answer an interaction, whether or not it was deferred. Long texts take several messages, very long ones a file."""
    parts = pieces(text) if text else [""]
    attached = list(files)
    if len(parts) > MOST_MESSAGES:
        attached.append(discord.File(io.BytesIO(text.encode()), "report.txt"))
        parts = [parts[0]]
    last = len(parts) - 1
    for number, part in enumerate(parts):
        ending = number == last
        sent_embeds = list(embeds) if ending else []
        sent_files = attached if ending else []
        sent_view = view if ending and view is not None else discord.utils.MISSING
        content = part if part else discord.utils.MISSING
        if interaction.response.is_done():
            await interaction.followup.send(
                content, embeds=sent_embeds, files=sent_files, view=sent_view, ephemeral=ephemeral
            )
        else:
            await interaction.response.send_message(
                content, embeds=sent_embeds, files=sent_files, view=sent_view, ephemeral=ephemeral
            )
