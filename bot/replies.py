"""Answers to interactions: private by default, split where Discord's 2,000 characters end."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

MOST = 2000
"""Characters of one message."""

MOST_MESSAGES = 4
"""Messages that one answer may take before it becomes a text file."""


def pieces(text: str, most: int = MOST) -> list[str]:
    """The text in parts of at most `most` characters, cut at lines; code fences are closed and opened again."""
    room = most - 16
    lines = [line[at : at + room] for line in text.split("\n") for at in range(0, max(1, len(line)), room)]
    parts: list[str] = []
    current: list[str] = []
    fence = ""

    def close() -> None:
        if any(line.strip() and line != fence for line in current):
            parts.append("\n".join([*current, "```"] if fence else current))

    for line in lines:
        if current and sum(map(len, current)) + len(current) + len(line) > room:
            close()
            current = [fence] if fence else []
        current.append(line)
        if line.startswith("```"):
            fence = "" if fence else line
    close()
    return parts or ["\u200b"]


async def reply(
    interaction: discord.Interaction,
    text: str = "",
    *,
    embeds: Sequence[discord.Embed] = (),
    files: Sequence[discord.File] = (),
    view: discord.ui.View | None = None,
    ephemeral: bool = True,
) -> None:
    """Answer an interaction, deferred or not. Long texts take several messages, very long ones a file."""
    parts = pieces(text) if text else [""]
    attached = list(files)
    if len(parts) > MOST_MESSAGES:
        attached.append(discord.File(io.BytesIO(text.encode()), "report.txt"))
        parts = [parts[0]]
    for number, part in enumerate(parts, start=1):
        ending = number == len(parts)
        content = part or discord.utils.MISSING
        sent_embeds = list(embeds) if ending else []
        sent_files = attached if ending else []
        sent_view = view if ending and view is not None else discord.utils.MISSING
        send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
        await send(content, embeds=sent_embeds, files=sent_files, view=sent_view, ephemeral=ephemeral)
