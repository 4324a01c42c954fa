"""`/shelf`: keep what you built in one game, a fleet for instance, and build it again in another."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import Here, here
from bot.render.sending import reply
from bot.ui.fair_use import Costly
from bot.ui.menus import completing, offered
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.clock import Instant
from engine.game import Refusal, Seat
from engine.orders import Option
from engine.text.message import N_, T_, joined, recorded, said, stamp, term
from engine.text.message import name as named

NO_SEAT, TAKE_ONE = N_("You have no seat in {game}."), T_("`/game join` takes one.")
OBEYED, REFUSED = N_("{name}: {obeyed} of {count} orders obeyed."), N_("{line}: {why}")
KEPT = N_("**{name}** ({rulebook}), kept {at}")
EMPTY = T_("Your shelf is empty: `/shelf save` keeps what you built.")


@app_commands.guild_only()
class ShelfCog(commands.GroupCog, name="shelf", description="Keep what you built, for other games"):
    """A person's own shelf: the same in every server, seen by nobody else."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    async def _place(self, interaction: discord.Interaction[Any], game: str | None) -> tuple[Here, Seat]:
        place = await here(self.service.desk, interaction, game)
        if place.seat is None:
            raise Refusal("SEAT", said(NO_SEAT, game=place.game.name), fix=TAKE_ONE)
        return place, place.seat

    @app_commands.command()
    @app_commands.describe(name="what to call it", game="which game")
    async def save(
        self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, 60], game: str | None = None
    ) -> None:
        """Keep what you have built in a game."""
        place, seat = await self._place(interaction, game)
        work = self.service.desk.shelf.keep(place.game.id, seat, interaction.user.id, name)
        await reply(interaction, await in_time(interaction, work))

    @app_commands.command()
    @app_commands.describe(name="what you called it", game="which game")
    async def use(
        self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, 60], game: str | None = None
    ) -> None:
        """Build something of your shelf in a game, by the orders that it was built with."""
        place, seat = await self._place(interaction, game)
        desk = self.service.desk
        kept = await desk.shelf.named(interaction.user.id, place.game.rulebook, name)
        self.service.fair_use.require(Costly.SHEET, interaction.user.id)
        work = desk.orders.sheet(
            place.game.id, seat, kept.lines, user=interaction.user.id, interaction=str(interaction.id)
        )
        answer = await in_time(interaction, work)
        refused = [
            said(REFUSED, line=line.line, why=recorded(line.text))
            for line in answer.answers
            if line.refusal is not None
        ]
        count = len(answer.answers)
        told = said(OBEYED, name=kept.name, obeyed=count - len(refused), count=count)
        await reply(interaction, joined("\n", [told if count else recorded(answer.text), *refused]))

    @app_commands.command(name="list")
    async def list_(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is on your shelf."""
        kept = await self.service.desk.shelf.kept(interaction.user.id)
        lines = (
            KEPT(name=named(thing.name), rulebook=term(thing.rulebook), at=stamp(Instant(thing.kept_at), "R"))
            for thing in kept
        )
        await reply(interaction, joined("\n", lines) or EMPTY)

    @app_commands.command()
    @app_commands.describe(name="what you called it", game="a game of its rulebook, if you are in several")
    async def drop(
        self, interaction: discord.Interaction[Any], name: app_commands.Range[str, 1, 60], game: str | None = None
    ) -> None:
        """Take something off your shelf."""
        place = await here(self.service.desk, interaction, game)
        told = await self.service.desk.shelf.drop(interaction.user.id, place.game.rulebook, name)
        await reply(interaction, told)

    @use.autocomplete("name")
    @drop.autocomplete("name")
    @completing
    async def _names(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        kept = await self.service.desk.shelf.kept(interaction.user.id)
        return offered((Option(thing.name, f"{thing.name} ({thing.rulebook})") for thing in kept), current)
