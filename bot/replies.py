"""Answers to interactions: private by default, split where Discord's 2,000 characters end."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from bot.pieces import MOST, pieces

__all__ = ["MOST", "MOST_MESSAGES", "pieces", "reply"]

MOST_MESSAGES = 4
"""Messages that one answer may take before it becomes a text file."""


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
