"""`/start`: tutorials, and the set-up of a server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.menus import completing, offered
from bot.ui.service import Service
from bot.ui.welcome.lessons import begin, named
from engine.orders import Option


@app_commands.guild_only()
class StartCog(commands.GroupCog, name="start", description="Learn a game, or set this server up for one"):
    """The first things that somebody does."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command()
    @app_commands.describe(rulebook="what you want to learn", anew="begin again from the first lesson")
    async def tutorial(
        self,
        interaction: discord.Interaction[Any],
        rulebook: app_commands.Range[str, 1, 32] | None = None,
        anew: bool = False,
    ) -> None:
        """Learn a game in ten minutes, in a thread of your own; or go on where you were."""
        await begin(interaction, named(self.service, rulebook), anew=anew)

    @tutorial.autocomplete("rulebook")
    @completing
    async def _rulebooks(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.service.desk.rulebooks
        taught = sorted(name for name, course in books.courses.items() if course.tutorial is not None)
        return offered((Option(name, f"{name}: {books.current(name).title}") for name in taught), current)
