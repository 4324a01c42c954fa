"""Permissions that the bot needs in the channels of its games, and lacks."""

from __future__ import annotations

from typing import Any

import discord

from bot.posts.rights import NEEDED, lacking
from engine.game import Refusal

WISHED = {"pin_messages": "pin messages: the panel in each player's thread is not pinned"}
"""What it would do besides, and what becomes of it without."""


def wishes(held: discord.Permissions) -> list[str]:
    """Lines for what the bot may not do in a channel that a game can do without, and what becomes of that."""
    return [f"I may not {words}." for name, words in WISHED.items() if not getattr(held, name)]


def invitation(client: discord.Client) -> str:
    """The link by which a server's moderators invite the bot, with all that its games need."""
    permissions = discord.Permissions(**dict.fromkeys([*NEEDED, *WISHED], True))
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=permissions, scopes=("bot", "applications.commands")
    )


def hindrances(channel: object, held: discord.Permissions) -> str:
    """Why a game cannot be played in a channel, where the bot holds these permissions; "" where it can."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        kind = "This is an announcement channel" if isinstance(channel, discord.TextChannel) else "This is none"
        return f"A game needs a plain text channel, where private threads can be made. {kind}."
    missing = lacking(held)
    return f"In this channel I may not {', '.join(missing)}; a game needs that." if missing else ""


def require_fit(channel: object, held: discord.Permissions) -> None:
    """Raise Refusal unless a game's news and threads can be made in the channel."""
    hindered = hindrances(channel, held)
    if hindered:
        raise Refusal("CHANNEL", hindered, fix="`/settings check` shows it again once it is put right.")


def unseen(interaction: discord.Interaction[Any], channel_id: int | None) -> str:
    """Words for a player who cannot see the channel of a game; "" where they can."""
    channel = interaction.guild.get_channel(channel_id) if interaction.guild is not None and channel_id else None
    member = interaction.user
    if channel is None or not isinstance(member, discord.Member) or channel.permissions_for(member).view_channel:
        return ""
    return (
        f"You cannot see {channel.mention}, where it is played: ask a moderator to open it to you. "
        "Until then I write to you in private messages."
    )
