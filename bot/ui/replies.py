"""Answers in time: Discord is promised one where it takes longer than it waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

import discord

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds after which an answer is promised to Discord, which waits for three."""
SINCE = "since"
"""The name under which an interaction keeps when something was first waited for."""


async def promise(interaction: discord.Interaction[Any], *, ephemeral: bool = True) -> None:
    """Tell Discord that an answer will come. The first answer afterwards is as open as the promise was."""
    if not interaction.response.is_done():
        await interaction.response.defer(ephemeral=ephemeral, thinking=True)


async def in_time(interaction: discord.Interaction[Any], work: Awaitable[T], *, ephemeral: bool = True) -> T:
    """The result of some work; an answer is promised if that, with all that was waited for before it, takes longer than
    Discord waits.
    """
    loop = asyncio.get_running_loop()
    waited = loop.time() - interaction.extras.setdefault(SINCE, loop.time())
    promised: list[asyncio.Task[None]] = []

    def late() -> None:
        promised.append(asyncio.ensure_future(promise(interaction, ephemeral=ephemeral)))

    timer = loop.call_later(max(0.0, PATIENCE - waited), late)
    try:
        result = await work
    finally:
        timer.cancel()
        if promised:  # whether Discord could be told or not, what was asked for is done
            await asyncio.wait(promised)
    for task in promised:
        task.result()
    return result
