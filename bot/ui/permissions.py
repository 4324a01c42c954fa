"""Permissions that the bot needs in the channels of its games, and lacks."""

from __future__ import annotations

from typing import Any

import discord

from bot.posts.rights import NEEDED, lacking
from engine.game import Refusal
from engine.text.message import N_, NOTHING, T_, Text, term

WISHED = {"pin_messages": T_("I may not pin messages: neither players' panels nor what goes on in a game is pinned.")}
"""What becomes of what it would do besides, where it may not."""

ANNOUNCES = T_("A game needs a plain text channel, where private threads can be made. This is an announcement channel.")
NO_TEXT = T_("A game needs a plain text channel, where private threads can be made. This is none.")
LACKING = N_("In this channel I may not {deeds}; a game needs that.")
PUT_RIGHT = T_("`/settings check` shows it again once it is put right.")
UNSEEN = N_(
    "You cannot see {channel}, where it is played: ask a moderator to open it to you. Until then I write to you in "
    "private messages."
)


def wishes(held: discord.Permissions) -> list[Text]:
    """Lines for what the bot may not do in a channel that a game can do without, and what becomes of that."""
    return [words for name, words in WISHED.items() if not getattr(held, name)]


def invitation(client: discord.Client) -> str:
    """The link by which a server's moderators invite the bot, with all that its games need."""
    permissions = discord.Permissions(**dict.fromkeys([*NEEDED, *WISHED], True))
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=permissions, scopes=("bot", "applications.commands")
    )


def hindrances(channel: object, held: discord.Permissions) -> Text:
    """Reason why a game cannot be played in a channel where the bot holds these permissions; "" where it can."""
    if not isinstance(channel, discord.TextChannel):
        return NO_TEXT
    if channel.is_news():
        return ANNOUNCES
    missing = lacking(held)
    return LACKING(deeds=missing) if missing else NOTHING


def require_fit(channel: object, held: discord.Permissions) -> None:
    """Raise Refusal unless a game's news and threads can be made in the channel."""
    hindered = hindrances(channel, held)
    if hindered:
        raise Refusal("CHANNEL", hindered, fix=PUT_RIGHT)


def unseen(interaction: discord.Interaction[Any], channel_id: int | None) -> Text:
    """Words for a player who cannot see the channel of a game; "" where they can."""
    channel = interaction.guild.get_channel(channel_id) if interaction.guild is not None and channel_id else None
    member = interaction.user
    if channel is None or not isinstance(member, discord.Member) or channel.permissions_for(member).view_channel:
        return NOTHING
    return UNSEEN(channel=term(channel.mention))
