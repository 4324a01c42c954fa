"""`/game`: create, join, leave, start and list games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.desk.game_options import completions, offered_options, read_options
from bot.game.desk.lobby import NewGame
from bot.game.which_game import here, label, seat_of
from bot.posts.greeting import ways_in
from bot.render.mentions import person, played_by
from bot.render.sending import reply
from bot.ui.errors import NotAllowed
from bot.ui.home.layout import report_layout
from bot.ui.home.panel import LeaveButton, give_up
from bot.ui.home.seated import At
from bot.ui.menus import completing, offer_games, offered
from bot.ui.permissions import require_fit, unseen
from bot.ui.replies import in_time, promise
from bot.ui.service import Service
from bot.ui.views import OurView
from bot.ui.welcome.greeting import view_of
from engine.game import Refusal, Seat
from engine.orders import Option
from engine.picture.palette import NAMED
from engine.report import Report, Section
from engine.text.message import N_, NOTHING, T_, code, joined, name, said, spaced, stamp, term
from storage.records import Game

LACKING = T_("**Its commands are not there yet.**")
TRIED_AGAIN = T_("The game stands: I try again by myself, and `/settings check` tries at once.")
TOO_LARGE = N_("{file} has {size:,} bytes, and a table has at most {most:,}.")
TWICE, NO_TEXT = N_("{file} is there twice."), N_("{file} is no text.")
SAVE_AS_TEXT = T_("Save it as plain text (UTF-8).")
FOR_MODERATORS = T_("Tables of your own are for moderators: what they say is how the game is played.")
OPENED = N_(
    "Game **{number}: {game}** ({played}) is open. Join it with `/game join`; whoever made it starts it with `/game "
    "start`. `/help` tells a newcomer how."
)
SET, BOOK = N_("{option} {value}"), N_("{rulebook}: {title}")
LEAVES = N_("You are {seat} in {game}. Your seat is gone with you.")
VACATES = N_("You are {seat} in {game}. Your seat is vacant then, for somebody else to take over.")
BOT = N_("{player} cannot play: that is a bot.")
WHO_STARTS = T_("Only whoever created the game, or a moderator, can start it.")
WHO_AUTOMATES = T_("Only whoever created the game, or a moderator, can have me play a seat.")
NO_GAMES, CREATE_ONE = T_("There is no game here yet."), T_("`/game create` makes one.")
LISTED = N_("**{number}** {game}: {rulebook}, {status}[; you are {seat}]")

SEAT = N_("{seat}: {who}")
OWES = N_("{seat}: {what}[, until {time}]")
PLAYED_BY = N_("{title}, version {version} of the rules.")
PLAYERS, AWAITED, CHOSEN = T_("Players"), T_("Awaited"), T_("How it is played")
OPTION, AS_USUAL = N_("{option}: {value}[ ({what})]"), T_("as usual: no option was chosen")
PROOF = N_("Data pack {pack} · commitment of the dice {commitment}")
NOBODY_YET, NOBODY = T_("nobody yet"), T_("nobody")
STATES = {"lobby": T_("waiting for players"), "running": T_("running"), "paused": T_("paused"), "ended": T_("ended")}


def in_lobby(game: Game, _: Seat | None) -> bool:
    """True for a game that waits for players."""
    return game.status == "lobby"


def joinable(game: Game, seat: Seat | None) -> bool:
    """True for a game that waits for players, to somebody who has no seat in it."""
    return seat is None and in_lobby(game, seat)


LARGEST_TABLE = 200_000
"""Bytes of a table that somebody brings."""


async def tables_of(files: Iterable[discord.Attachment]) -> dict[str, str]:
    """The texts of files, by name. Raises Refusal for one that is too long, is no text, or comes twice."""
    tables: dict[str, str] = {}
    for file in files:
        if file.size > LARGEST_TABLE:
            raise Refusal("PACK", said(TOO_LARGE, file=file.filename, size=file.size, most=LARGEST_TABLE))
        if file.filename in tables:
            raise Refusal("PACK", said(TWICE, file=file.filename))
        try:
            tables[file.filename] = (await file.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Refusal("PACK", said(NO_TEXT, file=file.filename), fix=SAVE_AS_TEXT) from None
    return tables


@app_commands.guild_only()
class LobbyCog(commands.GroupCog, name="game", description="Create, join and start games"):
    """Games before they run, and the list of all."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command()
    @app_commands.describe(
        rulebook="what is played",
        name="what the game is called",
        options="how it is played, such as edition=2024-07, goal=10; as usual if left out",
        table="a file instead of a table of the data pack, such as maps.toml; for moderators",
        table2="a second one",
        table3="a third one",
    )
    async def create(
        self,
        interaction: discord.Interaction[Any],
        rulebook: app_commands.Range[str, 1, 32],
        name: app_commands.Range[str, 1, 60],
        options: app_commands.Range[str, 0, 300] = "",
        table: discord.Attachment | None = None,
        table2: discord.Attachment | None = None,
        table3: discord.Attachment | None = None,
    ) -> None:
        """Create a game; its news goes to this channel."""
        assert interaction.guild_id is not None and interaction.channel_id is not None
        require_fit(interaction.channel, interaction.app_permissions)
        files = [attachment for attachment in (table, table2, table3) if attachment is not None]
        if files and not await self.service.is_moderator(interaction):
            raise NotAllowed(FOR_MODERATORS)
        rules = self.service.desk.rulebooks.current(rulebook.strip().casefold())
        game = await self.service.desk.lobby.create(
            NewGame(rules.name, name, read_options(rules, options), tables=await tables_of(files)),
            guild=interaction.guild_id,
            channel=interaction.channel_id,
            user=interaction.user.id,
            interaction=str(interaction.id),
        )
        await promise(interaction, ephemeral=False)
        lacking = await interaction.client.registration.enrol(interaction.guild_id, rules.name)
        chosen = (said(SET, option=term(option), value=value) for option, value in game.options.items())
        played = joined(", ", (term(rules.title), *chosen))
        told = said(OPENED, number=game.number, game=game.name, played=played)
        await reply(
            interaction,
            joined("\n", (told, spaced(LACKING, lacking, TRIED_AGAIN)) if lacking else (told,)),
            ephemeral=False,
            view=view_of(ways_in(game, self.service.desk.rulebooks.courses.get(rules.name))),
        )

    @create.autocomplete("rulebook")
    @completing
    async def _rulebooks(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.service.desk.rulebooks
        return offered(
            (Option(name, BOOK(rulebook=term(name), title=term(books.current(name).title))) for name in books.names),
            current,
        )

    @create.autocomplete("options")
    @completing
    async def _options(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.service.desk.rulebooks
        name = str(getattr(interaction.namespace, "rulebook", "") or "").strip().casefold()
        return offered(completions(books.current(name), current), current) if name in books.names else []

    @app_commands.command()
    @app_commands.describe(
        seat="the name of your seat, such as 'red'; a colour that is free if left out",
        game="which game, if there are several",
    )
    @app_commands.autocomplete(game=offer_games)
    async def join(
        self,
        interaction: discord.Interaction[Any],
        seat: app_commands.Range[str, 1, 24] | None = None,
        game: str | None = None,
    ) -> None:
        """Take a seat in a game."""
        place = await here(self.service.desk, interaction, game, wanted=joinable)
        asked, user = self.service.desk.lobby.join, interaction.user.id
        moderator = await self.service.is_moderator(interaction)
        work = asked(place.game.id, user, seat or "", moderator=moderator, interaction=str(interaction.id))
        answer = await in_time(interaction, work)
        home = await self.service.desk.store.place(place.game.id, "")
        closed = unseen(interaction, home.channel) if home is not None and answer.refusal is None else NOTHING
        await reply(interaction, f"{answer.text}\n{closed}".rstrip())
        await self.service.desk.lobby.welcome(place.game.id, [user])

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def leave(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give up your seat; what it owns stays where it is."""
        place = await here(self.service.desk, interaction, game)
        seat, view = seat_of(place), OurView()
        view.add_item(LeaveButton(place.game.id))
        says = LEAVES if place.game.status == "lobby" else VACATES
        with (await self.service.desk.views.masks(place.game.id)).hiding():
            words = said(says, seat=seat, game=place.game.name)
        await reply(interaction, words, view=view)

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def concede(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give the game up; it asks first, or says what is done instead where nobody can."""
        place = await here(self.service.desk, interaction, game)
        await give_up(interaction, At(self.service, place.game, seat_of(place)))

    @app_commands.command()
    @app_commands.describe(colour="that you are shown in, in all panels and pictures", game="which game")
    @app_commands.choices(colour=[app_commands.Choice(name=one.capitalize(), value=one) for one in NAMED])
    @app_commands.autocomplete(game=offer_games)
    async def colour(self, interaction: discord.Interaction[Any], colour: str, game: str | None = None) -> None:
        """Choose the colour of your seat."""
        place, asked = await here(self.service.desk, interaction, game), self.service.desk.lobby.wear
        work = asked(place.game.id, interaction.user.id, colour, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)

    @app_commands.command()
    @app_commands.describe(player="who; nobody any more if left out", game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def substitute(
        self, interaction: discord.Interaction[Any], player: discord.Member | None = None, game: str | None = None
    ) -> None:
        """Name who takes your place while you are away."""
        if player is not None and player.bot:
            raise Refusal("SEAT", BOT(player=person(player.id)))
        place, asked = await here(self.service.desk, interaction, game), self.service.desk.substitutes.name
        named = player.id if player is not None else None
        work = asked(place.game.id, named, user=interaction.user.id, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)

    @app_commands.command()
    @app_commands.describe(reason="why, or until when, for the announcement", game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def away(
        self,
        interaction: discord.Interaction[Any],
        reason: app_commands.Range[str, 1, 200] = "",
        game: str | None = None,
    ) -> None:
        """Have your substitute play for you until you are back."""
        place, asked = await here(self.service.desk, interaction, game), self.service.desk.substitutes.away
        work = asked(place.game.id, user=interaction.user.id, reason=reason, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)

    @app_commands.command()
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def back(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Play again where your substitute plays for you."""
        place, asked = await here(self.service.desk, interaction, game), self.service.desk.substitutes.back
        work = asked(place.game.id, user=interaction.user.id, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)

    @app_commands.command()
    @app_commands.describe(allow="whether they may; you can take it back", game="which game")
    @app_commands.autocomplete(game=offer_games)
    async def agree(self, interaction: discord.Interaction[Any], allow: bool, game: str | None = None) -> None:
        """Let moderators who play in your game see everything of it, or no more."""
        place = await here(self.service.desk, interaction, game)
        asked, user = self.service.desk.sight.agree, interaction.user.id
        work = asked(place.game.id, user=user, agrees=allow, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)

    @app_commands.command()
    @app_commands.describe(game="which game, if there are several")
    @app_commands.autocomplete(game=offer_games)
    async def start(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Start a game: for whoever created it, and for moderators."""
        place = await here(self.service.desk, interaction, game, wanted=in_lobby)
        if place.game.creator != interaction.user.id and not await self.service.is_moderator(interaction):
            raise NotAllowed(WHO_STARTS)
        work = self.service.desk.lobby.start(place.game.id, interaction.user.id, interaction=str(interaction.id))
        answer = await in_time(interaction, work)
        await reply(interaction, answer.text)
        await self.service.desk.lobby.welcome(place.game.id)

    @app_commands.command()
    @app_commands.describe(
        seat="the name of the seat that I am to play",
        leave="have me give that seat up again",
        game="which game, if there are several",
    )
    @app_commands.autocomplete(game=offer_games)
    async def opponent(
        self,
        interaction: discord.Interaction[Any],
        seat: app_commands.Range[str, 1, 24],
        leave: bool = False,
        game: str | None = None,
    ) -> None:
        """Have Umpire itself play a seat: for whoever created the game, and for moderators."""
        place = await here(self.service.desk, interaction, game, wanted=in_lobby)
        if place.game.creator != interaction.user.id and not await self.service.is_moderator(interaction):
            raise NotAllowed(WHO_AUTOMATES)
        desk = self.service.desk
        asked = desk.lobby.give_up if leave else desk.lobby.take_up
        work = asked(place.game.id, interaction.user.id, seat, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)

    @app_commands.command(name="list")
    async def list_games(self, interaction: discord.Interaction[Any]) -> None:
        """All games of this server."""
        assert interaction.guild_id is not None
        games = await self.service.desk.directory.games(interaction.guild_id)
        if not games:
            raise Refusal("GAME", NO_GAMES, fix=CREATE_ONE)
        seats = await self.service.desk.directory.seats_of(interaction.guild_id, interaction.user.id)
        desk, lines = self.service.desk, []
        for game in games:
            title, mine = term(desk.rulebooks.of(game).title), NOTHING
            if game.id in seats:
                with (await desk.views.masks(game.id)).hiding():
                    mine = name(seats[game.id])
            called, status = name(game.name), STATES[game.status]
            lines.append(LISTED(number=game.number, game=called, rulebook=title, status=status, seat=mine))
        await reply(interaction, joined("\n", lines))

    @app_commands.command()
    @app_commands.describe(game="which game, if there are several")
    @app_commands.autocomplete(game=offer_games)
    async def info(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Show who plays and how, what is awaited, and how it can be checked."""
        place = await here(self.service.desk, interaction, game)
        desk = self.service.desk
        rules = self.service.desk.rulebooks.of(place.game)
        seats, owing = await desk.store.seats(place.game.id), await desk.views.awaits(place.game.id)
        with (await desk.views.masks(place.game.id)).hiding():
            players = tuple(SEAT(seat=name(row.seat), who=played_by(row.user, row.automated)) for row in seats)
            awaited = tuple(
                OWES(
                    seat=name(wanted.seat),
                    what=term(wanted.theirs),
                    time=stamp(wanted.until) if wanted.until is not None else NOTHING,
                )
                for wanted in owing
            )
        known = offered_options(rules)
        chosen = tuple(
            OPTION(option=code(option), value=name(value), what=term(known[option][0]) if option in known else NOTHING)
            for option, value in place.game.options.items()
        )
        report = Report(
            title=label(place.game),
            lead=PLAYED_BY(title=term(rules.title), version=rules.version),
            sections=(
                *((Section(CHOSEN, chosen or (AS_USUAL,)),) if known else ()),
                Section(PLAYERS, players or (NOBODY_YET,)),
                Section(AWAITED, awaited or (NOBODY,)),
            ),
            rule=PROOF(pack=code(place.game.digest[:12]), commitment=code(place.game.commitment)),
        )
        await reply(interaction, view=report_layout(report))
