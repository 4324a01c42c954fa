"""`/table`: the panel with what you may do now, and the order sheet with many lines at once."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import here, seat_of
from bot.render.sending import reply
from bot.ui.menus import offer_games
from bot.ui.panel import PANEL_VIEW, SheetForm, show_panel
from bot.ui.service import Service
from engine.game import Ruleset
from engine.text.names import shown
from storage.records import Game


def watching(game: Game, rules: Ruleset[Any]) -> str:
    """The panel of somebody without a seat: what everybody may see of a game, and how a seat is taken."""
    public = [view.name for view in rules.views if view.public and view.name != PANEL_VIEW]
    commands = [*(f"`/{rules.name}-show {view}`" for view in public), "`/show log`"]
    return (
        f"You watch {shown(game.name)}: {', '.join(commands)} tell what everybody knows. "
        "`/game join` takes a seat, where there is room."
    )


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
        if place.seat is None:
            await reply(interaction, watching(place.game, self.service.desk.rulebooks.of(place.game)))
        else:
            await show_panel(interaction, self.service, place.game, place.seat)

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def sheet(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give many orders at once, one a line."""
        place = await here(self.service.desk, interaction, game)
        seat = seat_of(place)
        text = await self.service.desk.store.draft(place.game.id, seat)
        await SheetForm(place.game, text).show(interaction)
