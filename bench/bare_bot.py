"""The least that answers a command on Discord: discord.py and "ok". What `start` is compared with."""

from __future__ import annotations

import os
from typing import Any

import discord
import yarl


class Bare(discord.Client):
    """Answers every command with "ok"."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """The answer."""
        await interaction.response.send_message("ok", ephemeral=True)


if __name__ == "__main__":
    discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["UMPIRE_TOKEN"], log_handler=None)
