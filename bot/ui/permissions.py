"""Permissions that the bot needs in the channels of its games, and lacks."""

from __future__ import annotations

from typing import Any

import discord

from engine.game import Refusal

NEEDED = {
    "view_channel": "see the channel",
    "send_messages": "send messages",
    "embed_links": "embed links",
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


def invitation(client: discord.Client) -> str:
    """The link by which a server's moderators invite the bot, with all that its games need."""
    permissions = discord.Permissions(**dict.fromkeys(NEEDED, True))
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=permissions, scopes=("bot", "applications.commands")
    )


def require_fit(interaction: discord.Interaction[Any]) -> None:
    """Raise Refusal unless a game's news and threads can be made in the channel."""
    if not isinstance(interaction.channel, discord.TextChannel):
        raise Refusal("CHANNEL", "A game needs a text channel of its own kind, where threads can be made.")
    missing = lacking(interaction.app_permissions)
    if missing:
        raise Refusal(
            "CHANNEL",
            f"In this channel I may not {', '.join(missing)}; a game needs that.",
            fix="`/settings check` shows it again once it is put right.",
        )
