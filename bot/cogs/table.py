"""`/table`: the panel with what you may do now, and the order sheet with many lines at once."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import here, seat_of
from bot.ui.menus import offer_games
from bot.ui.panel import SheetForm, show_panel
from bot.ui.service import Service


@app_commands.guild_only()
class TableCog(commands.GroupCog, name="table", description="Your panel and your order sheet"):
    """The panel and the order sheet: what a player uses most."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def panel(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """What you may do now, and until when."""
        place = await here(self.service.desk, interaction, game)
        seat = seat_of(place)
        await show_panel(interaction, self.service, place.game, seat)

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def sheet(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give many orders at once, one a line."""
        place = await here(self.service.desk, interaction, game)
        seat = seat_of(place)
        text = await self.service.desk.store.draft(place.game.id, seat)
        await SheetForm(place.game, text).show(interaction)
