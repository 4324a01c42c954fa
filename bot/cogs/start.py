"""`/start`: tutorials, and the set-up of a server."""

from __future__ import annotations

from functools import partial
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.settings import checked, described
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import Rulebooks
from bot.render.mentions import place_named
from bot.render.sending import reply
from bot.ui.menus import completing, offered
from bot.ui.replies import promise
from bot.ui.service import Service
from bot.ui.welcome.lessons import ask_which, begin, taught, wanted
from bot.ui.welcome.setting_up import Wanted, make_ready, places, troubles, when
from engine.game import Ruleset
from engine.orders import Option
from engine.text.message import N_, T_, Text, bullets, joined, said, term
from storage.guilds import Settings

BOOK = N_("{rulebook}: {title}")
NOT_MADE = T_("No game was made yet: once that is put right, the same command goes on.")
LACKING = T_("**What I lack:**")
MAY_ALL = T_("I may do everything that games need there. `/game create` makes one.")
IS_OPEN = N_("**{game}** is open: the invitation with its *Join* button is in {channel}.")


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
        learnt = await wanted(interaction, rulebook)
        if learnt:
            await begin(interaction, learnt, anew=anew)
        else:
            await ask_which(interaction)

    @tutorial.autocomplete("rulebook")
    @completing
    async def _rulebooks(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.service.desk.rulebooks
        return offered(map(partial(_book, books), taught(self.service)), current)

    @app_commands.command()
    @app_commands.describe(
        rulebook="what the first game is; none is made if left out",
        name="what the first game is called",
        zone="your time zone, such as Europe/Berlin",
        hour="hour of the daily announcement, 0 to 23",
        channel="where the game is played",
        desk="where I tell moderators what I could not do",
        role="the role whose members are moderators of games",
        make="have me make the channels and the role that you do not name",
    )
    async def server(
        self,
        interaction: discord.Interaction[Any],
        rulebook: app_commands.Range[str, 1, 32] | None = None,
        name: app_commands.Range[str, 1, 60] | None = None,
        zone: app_commands.Range[str, 1, 64] | None = None,
        hour: app_commands.Range[int, 0, 23] | None = None,
        channel: discord.TextChannel | None = None,
        desk: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        make: bool = False,
    ) -> None:
        """Set this server up: channels, role, hour, time zone, and a first game with an invitation."""
        await self.service.require_moderator(interaction)
        guild, store = interaction.guild, self.service.desk.store
        assert guild is not None
        rules = None if rulebook is None else self.service.desk.rulebooks.current(rulebook.strip().casefold())
        before = await store.settings(guild.id)
        checked(Settings, {**before.model_dump(), **when(zone, hour)})  # before anything is made
        await promise(interaction)
        made = await make_ready(guild, interaction.channel, Wanted(channel, desk, role, make))
        after = checked(Settings, {**before.model_dump(), **when(zone, hour), **places(made)})
        await store.set_settings(guild.id, after)
        self.service.desk.transactions.posted.mend()
        lines = [*made.told, described(after, guild)]
        wrong = troubles(guild, made)
        if rules is not None and made.campaign is not None and not wrong:
            lines.append(await self._invite(interaction, rules, name or rules.title, made.campaign))
        elif rules is not None:
            lines.append(NOT_MADE)
        if wrong:
            lines.append(joined("", (LACKING, bullets(wrong))))
        elif rules is None:
            lines.append(MAY_ALL)
        await reply(interaction, joined("\n", lines))

    async def _invite(
        self, interaction: discord.Interaction[Any], rules: Ruleset[Any], name: str, channel: discord.TextChannel
    ) -> Text:
        """Make the first game and post its invitation; what is to be said of it."""
        assert interaction.guild_id is not None
        lobby = self.service.desk.lobby
        game = await lobby.create(
            NewGame(rules.name, name),
            guild=interaction.guild_id,
            channel=channel.id,
            user=interaction.user.id,
            interaction=str(interaction.id),
        )
        await lobby.invite(game.id)
        lacking: Text = await interaction.client.registration.enrol(interaction.guild_id, rules.name)
        told = said(IS_OPEN, game=game.name, channel=place_named(channel.id))
        return joined("\n", filter(None, (told, lacking)))

    @server.autocomplete("zone")
    @completing
    async def _zones(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered((Option(zone) for zone in sorted(available_timezones())), current)

    @server.autocomplete("rulebook")
    @completing
    async def _books(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.service.desk.rulebooks
        return offered(map(partial(_book, books), books.names), current)


def _book(books: Rulebooks, rulebook: str) -> Option:
    """A rulebook as it is offered."""
    return Option(rulebook, BOOK(rulebook=term(rulebook), title=term(books.current(rulebook).title)))
