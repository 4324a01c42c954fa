"""`/game`: create, join, leave, start and list games."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands import offered
from bot.errors import NotAllowed
from bot.here import games_offered, here, label
from bot.layout import embeds
from bot.replies import reply
from bot.service import Service
from engine.game import Refusal
from engine.names import shown
from engine.orders import Option
from engine.report import Report, Section, stamp

STATES = {"lobby": "waiting for players", "running": "running", "paused": "paused", "ended": "ended"}


class LobbyCog(commands.GroupCog, name="game", description="Create, join and start games"):
    """Games before they run, and the list of all."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(rulebook="what is played", name="what the game is called")
    async def create(
        self,
        interaction: discord.Interaction[Any],
        rulebook: app_commands.Range[str, 1, 32],
        name: app_commands.Range[str, 1, 60],
    ) -> None:
        """Create a game; its news goes to this channel."""
        await interaction.response.defer(ephemeral=False, thinking=True)
        assert interaction.guild_id is not None and interaction.channel_id is not None
        game = await self.service.desk.create(
            interaction.guild_id,
            rulebook,
            name,
            user=interaction.user.id,
            channel=interaction.channel_id,
            interaction=str(interaction.id),
        )
        await interaction.client.enrol(interaction.guild_id, rulebook)
        rules = self.service.rules_of(game)
        await reply(
            interaction,
            f"Game **{game.number}: {shown(game.name)}** ({rules.title}) is open. "
            f"Join it with `/game join`; `/help start` tells a newcomer how.",
            ephemeral=False,
        )

    @create.autocomplete("rulebook")
    async def _rulebooks(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.service.desk.rulebooks
        return offered((Option(name, f"{name}: {books.current(name).title}") for name in books.names), current)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(
        seat="the name of your seat, such as 'red'; your own name if left out", game="which game, if there are several"
    )
    async def join(
        self,
        interaction: discord.Interaction[Any],
        seat: app_commands.Range[str, 1, 24] | None = None,
        game: str | None = None,
    ) -> None:
        """Take a seat in a game."""
        place = await here(self.service, interaction, game)
        name = seat or interaction.user.display_name
        answer = await self.service.desk.join(place.game.id, interaction.user.id, name, interaction=str(interaction.id))
        await reply(interaction, answer.text)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which of your games, if you are in several")
    async def leave(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give up your seat; what it owns stays where it is."""
        place = await here(self.service, interaction, game)
        answer = await self.service.desk.leave(place.game.id, interaction.user.id, interaction=str(interaction.id))
        await reply(interaction, answer.text)

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which game, if there are several")
    async def start(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Start a game: for whoever created it, and for moderators."""
        place = await here(self.service, interaction, game)
        if place.game.creator != interaction.user.id and not await self.service.is_moderator(interaction):
            raise NotAllowed("Only whoever created the game, or a moderator, can start it.")
        answer = await self.service.desk.start(place.game.id, interaction.user.id, interaction=str(interaction.id))
        await reply(interaction, answer.text, ephemeral=False)

    @app_commands.command(name="list")
    @app_commands.guild_only()
    async def list_games(self, interaction: discord.Interaction[Any]) -> None:
        """All games of this server."""
        assert interaction.guild_id is not None
        games = await self.service.desk.games(interaction.guild_id)
        if not games:
            raise Refusal("GAME", "There is no game here yet.", fix="`/game create` makes one.")
        seats = await self.service.desk.seats_of(interaction.guild_id, interaction.user.id)
        lines = [
            f"**{game.number}** {shown(game.name)}: {self.service.rules_of(game).title}, {STATES[game.status]}"
            + (f"; you are {shown(seats[game.id])}" if game.id in seats else "")
            for game in games
        ]
        await reply(interaction, "\n".join(lines))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which game, if there are several")
    async def info(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Who plays, since when, what is awaited, and how it can be checked."""
        place = await here(self.service, interaction, game)
        desk = self.service.desk
        rules = self.service.rules_of(place.game)
        players = [
            f"{shown(row.seat)}: " + (f"<@{row.user}>" if row.user is not None else "vacant")
            for row in await desk.seats(place.game.id)
        ]
        awaited = [
            f"{shown(one.seat)}: {one.what}" + (f", until {stamp(one.until)}" if one.until is not None else "")
            for one in await desk.awaits(place.game.id)
        ]
        report = Report(
            title=label(place.game),
            lead=f"{rules.title}, version {rules.version} of the rules, data pack `{place.game.digest[:12]}`.",
            sections=(
                Section("Players", tuple(players) or ("nobody yet",)),
                Section("Awaited", tuple(awaited) or ("nobody",)),
                Section("Commitment of the dice", (f"`{place.game.commitment}`",)),
            ),
        )
        await reply(interaction, embeds=embeds(report))

    @join.autocomplete("game")
    @leave.autocomplete("game")
    @start.autocomplete("game")
    @info.autocomplete("game")
    async def _games(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered(await games_offered(self.service, interaction, None), current)
