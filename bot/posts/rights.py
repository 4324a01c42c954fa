"""Permissions that the bot needs in the channels of its games: which it lacks where, and who can give them."""

from __future__ import annotations

import discord

from engine.text.message import N_, NOTHING, T_, Text, joined, name, term

NEEDED = {
    "view_channel": T_("see the channel"),
    "send_messages": T_("send messages"),
    "attach_files": T_("attach files"),
    "read_message_history": T_("read the message history"),
    "create_public_threads": T_("create public threads"),
    "create_private_threads": T_("create private threads"),
    "send_messages_in_threads": T_("send messages in threads"),
    "manage_threads": T_("manage threads"),
}
"""What the bot does in a game's channel, by the name of the permission."""


WITHHELD = N_(
    "In {channel} I may not {deeds}; whoever may manage that channel can allow it (Edit Channel, Permissions, {bot})."
)


def lacking(held: discord.Permissions) -> Text:
    """Permissions that a game needs in a channel and the bot lacks, in words; "" for none."""
    return joined(", ", (words for name, words in NEEDED.items() if not getattr(held, name)))


def withheld(channel: object) -> Text:
    """The sentence for what the bot may not do in a channel, and how somebody can let it; "" where it lacks nothing."""
    if not isinstance(channel, discord.TextChannel):
        return NOTHING
    me = channel.guild.me
    missing = lacking(channel.permissions_for(me))
    return WITHHELD(channel=term(channel.mention), deeds=missing, bot=name(me.name)) if missing else NOTHING
