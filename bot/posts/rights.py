"""Permissions that the bot needs in the channels of its games: which it lacks where, and who can give them."""

from __future__ import annotations

import discord

NEEDED = {
    "view_channel": "see the channel",
    "send_messages": "send messages",
    "attach_files": "attach files",
    "read_message_history": "read the message history",
    "create_public_threads": "create public threads",
    "create_private_threads": "create private threads",
    "send_messages_in_threads": "send messages in threads",
    "manage_threads": "manage threads",
}
"""What the bot does in a game's channel, by the name of the permission."""


def lacking(held: discord.Permissions) -> list[str]:
    """Permissions that a game needs in a channel and the bot lacks, in words."""
    return [words for name, words in NEEDED.items() if not getattr(held, name)]


def withheld(channel: object) -> str:
    """Words for what the bot may not do in a channel, and how somebody can let it; "" where it lacks nothing."""
    if not isinstance(channel, discord.TextChannel):
        return ""
    missing = lacking(channel.permissions_for(channel.guild.me))
    if not missing:
        return ""
    return (
        f"in {channel.mention} I may not {', '.join(missing)}; whoever may manage that channel can allow it "
        f"(Edit Channel, Permissions, {channel.guild.me.name})"
    )
