"""`/me` and `/table`: what you may do now, in a panel, and the order sheet with many lines at once."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import here, seat_of
from bot.render.sending import reply
from bot.ui.home.layout import plainly
from bot.ui.home.panel import PANEL_VIEW, StandingForm, home_report, open_again, open_sheet, show_games, show_panel
from bot.ui.home.seated import At
from bot.ui.menus import offer_games
from bot.ui.service import Service
from engine.game import Refusal, Ruleset, Unasked
from engine.text.message import N_, T_, Text, code, joined, said
from storage.records import STANDING, Game

WATCHING = N_("You watch {game}: {commands} tell what everybody knows. `/game join` takes a seat, where there is room.")


def watching(game: Game, rules: Ruleset[Any]) -> Text:
    """The panel of somebody without a seat: what everybody may see of a game, and how a seat is taken."""
    public = [view.name for view in rules.views if view.public and view.name != PANEL_VIEW]
    told_by = (*(code(f"/{rules.name}-show {view}") for view in public), code("/show log"))
    return said(WATCHING, game=game.name, commands=joined(", ", told_by))


async def show_watching(interaction: discord.Interaction[Any], game: Game, rules: Ruleset[Any]) -> None:
    """Answer somebody without a seat; the commands can be clicked where Discord has them."""
    words = watching(game, rules)
    await reply(interaction, interaction.client.registration.mentioned(words, interaction.guild_id or 0))


NO_SEAT = T_(
    "You sit in none of the games here. `/game list` shows them, `/game join` takes a seat, `/start tutorial` teaches "
    "how to play; in the channel of a game this command shows what you may see of it."
)


async def told_games(interaction: discord.Interaction[Any], service: Service) -> bool:
    """Show the games of somebody who plays in several, or that they play in none, where the channel is no game's.
    Whether that was done.
    """
    assert interaction.guild_id is not None
    directory = service.desk.directory
    seats = await directory.seats_of(interaction.guild_id, interaction.user.id)
    going_on = [game for game in await directory.games(interaction.guild_id) if game.status != "ended"]
    mine = [game for game in going_on if game.id in seats]
    at_place = await directory.games_at(interaction.channel_id or 0)
    local = [game for game in mine if game.id in at_place]
    if len(local) > 1 or (len(mine) > 1 and not any(game in seats for game in at_place)):
        await show_games(interaction, service, local or mine, seats)
        return True
    if not mine and len(going_on) > 1 and not at_place:
        await reply(interaction, interaction.client.registration.mentioned(NO_SEAT, interaction.guild_id))
        return True
    return False


class HomeCog(commands.Cog):
    """Commands that a player comes back to."""

    def __init__(self, service: Service) -> None:
        self.service = service

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which game", plain="as plain text, without buttons")
    @app_commands.autocomplete(game=offer_games)
    async def me(self, interaction: discord.Interaction[Any], game: str | None = None, plain: bool = False) -> None:
        """Show what waits for you, what you can do now, what you have, and what you heard lately."""
        if game is None and await told_games(interaction, self.service):
            return
        desk = self.service.desk
        place = await here(desk, interaction, game)
        if place.seat is None:
            await show_watching(interaction, place.game, desk.rulebooks.of(place.game))
            return
        at = At(self.service, place.game, place.seat)
        if plain:
            await reply(
                interaction, plainly(*home_report(place.game, await desk.views.home(place.game.id, place.seat)))
            )
        else:
            await show_panel(interaction, at)


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
        """Show what you may do now, and until when."""
        if game is None and await told_games(interaction, self.service):
            return
        place = await here(self.service.desk, interaction, game)
        if place.seat is None:
            await show_watching(interaction, place.game, self.service.desk.rulebooks.of(place.game))
        else:
            await show_panel(interaction, At(self.service, place.game, place.seat))

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def sheet(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give many orders at once, one a line."""
        place = await here(self.service.desk, interaction, game)
        await open_sheet(interaction, At(self.service, place.game, seat_of(place)))

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def again(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give the orders of your last turn again: they stand on a sheet, to be changed."""
        place = await here(self.service.desk, interaction, game)
        await open_again(interaction, At(self.service, place.game, seat_of(place)))

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def standing(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Your standing orders: given for you whenever you are asked for orders."""
        place = await here(self.service.desk, interaction, game)
        seat, rules = seat_of(place), self.service.desk.rulebooks.of(place.game)
        if isinstance(rules, Unasked) and rules.unasked:
            raise Refusal("STANDING", str(rules.unasked))
        text = await self.service.desk.store.draft(place.game.id, f"{seat}{STANDING}")
        await StandingForm(place.game, text).show(interaction)
