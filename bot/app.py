"""The Discord client: its cogs, the commands of the rulebooks each guild plays, and what starts and stops with it.

Nothing here rules on a game. Commands of a rulebook are registered in the guilds that play it, and sent to
Discord only when the digest of what would be sent has changed.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import report_error

log = logging.getLogger("umpire.app")


class Tree(app_commands.CommandTree[Any]):
    """The command tree, with the one error path."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer the player, or log a bug."""
        command = interaction.command.qualified_name if interaction.command is not None else "?"
        await report_error(interaction, error, f"/{command}")

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Commands are for servers: in private messages nobody's seat or role is known."""
        if interaction.guild_id is not None:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await interaction.response.send_message("I answer in a server only, where your seat is.", ephemeral=True)
        return False


def payload_digest(tree: app_commands.CommandTree[Any], guild: discord.abc.Snowflake | None) -> str:
    """The digest (hex) of the commands that a sync would send for the guild, or globally."""
    payload = [command.to_dict(tree) for command in tree.get_commands(guild=guild)]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def intents() -> discord.Intents:
    """What the bot needs to hear: its servers and their channels and threads. Nothing privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    return wanted


class Umpire(commands.Bot):
    """The bot: built from its cogs; `bot.service` gives it desk, postman and ticker."""

    def __init__(self, *, guild_ready_timeout: float = 2.0) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            guild_ready_timeout=guild_ready_timeout,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )

    def register(self, groups: Iterable[app_commands.Group], guild: discord.abc.Snowflake) -> bool:
        """Put a rulebook's command groups into a guild's tree; whether anything was new."""
        new = False
        for group in groups:
            if self.tree.get_command(group.name, guild=guild) is None:
                self.tree.add_command(group, guild=guild)
                new = True
        return new

    async def on_message(self, message: discord.Message, /) -> None:
        """Chat is not read: orders are slash commands, so message content is never needed."""
