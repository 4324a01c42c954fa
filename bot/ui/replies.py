"""Answers to interactions: private by default, split where Discord's 2,000 characters end."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import discord

from bot.render.splitting import pieces

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds after which an answer is promised to Discord, which waits for three."""

MOST_MESSAGES = 4
"""Messages that one answer may take before it becomes a text file."""


async def promise(interaction: discord.Interaction[Any], *, ephemeral: bool = True) -> None:
    """Tell Discord that an answer will come. The first answer afterwards is as open as the promise was."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=ephemeral, thinking=True)


async def in_time(interaction: discord.Interaction[Any], work: Awaitable[T], *, ephemeral: bool = True) -> T:
    """The result of some work; an answer is promised if it takes longer than Discord waits."""
    promised: list[asyncio.Task[None]] = []

    def late() -> None:
        promised.append(asyncio.ensure_future(promise(interaction, ephemeral=ephemeral)))

    timer = asyncio.get_running_loop().call_later(PATIENCE, late)
    try:
        result = await work
    finally:
        timer.cancel()
        if promised:  # whether Discord could be told or not, what was asked for is done
            await asyncio.wait(promised)
    for task in promised:
        task.result()
    return result


async def reply(
    interaction: discord.Interaction[Any],
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
        sent_embeds = list(embeds) if ending and embeds else discord.utils.MISSING
        sent_files = attached if ending and attached else discord.utils.MISSING
        sent_view = view if ending and view is not None else discord.utils.MISSING
        send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
        await send(content, embeds=sent_embeds, files=sent_files, view=sent_view, ephemeral=ephemeral)
