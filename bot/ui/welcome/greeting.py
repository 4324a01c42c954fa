"""The buttons under the greeting of a game: a seat, the first deed, and what all this is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

import discord

from bot.game.which_game import label
from bot.posts.greeting import EXPLAIN, FIRST, JOIN, ways_in
from bot.render.mentions import played_by
from bot.render.posted import Press
from bot.render.sending import reply
from bot.ui.home.panel import Given, give, show_panel
from bot.ui.home.seated import sitting
from bot.ui.permissions import unseen
from bot.ui.replies import in_time
from bot.ui.service import Service
from bot.ui.views import OurButton, OurView, on_button
from engine.game import Refereed, Refusal
from engine.pack.course import Greeting
from engine.text.message import N_, NOTHING, T_, Text, joined, name, stamp, term
from storage.records import Game


class PressButton(OurButton, template=r"u1:never"):
    """A button of a post: what it is of stands in its id, after `begins`."""

    begins: ClassVar[str]

    def __init__(self, press: Press) -> None:
        style = discord.ButtonStyle.primary if press.leads else discord.ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=on_button(press.label), style=style, custom_id=press.id))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: object, /
    ) -> Self:
        """The button of an old message."""
        return cls(Press(str(getattr(item, "custom_id", "")), ""))

    @property
    def of(self) -> str:
        """Id of what it is of."""
        return self.custom_id.removeprefix(self.begins)


async def game_of(interaction: discord.Interaction[Any], identity: str) -> tuple[Service, Game]:
    """The game of a button, in the server where it was pressed. Raises Refusal."""
    service: Service = interaction.client.service
    game = await service.desk.store.game(int(identity))
    if game.guild != interaction.guild_id:
        raise Refusal("SEAT", ELSEWHERE)
    return service, game


class JoinButton(PressButton, template=r"u1:join:(?P<of>\d+)"):
    """Takes a seat: one that is vacant, else one of a colour."""

    begins = JOIN

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Join, and tell where the seat's own thread is."""
        service, game = await game_of(interaction, self.of)
        seats = await service.desk.store.seats(game.id)
        vacant = next((row.seat for row in seats if row.user is None and not row.automated), "")
        work = service.desk.lobby.join(game.id, interaction.user.id, vacant, interaction=str(interaction.id))
        answer = await in_time(interaction, work)
        if answer.refusal is not None:
            await reply(interaction, answer.text)
            return
        home = await service.desk.store.place(game.id, "")
        closed = unseen(interaction, home.channel) if home is not None else NOTHING
        waits = NOTHING if game.status != "lobby" else NOT_BEGUN
        await reply(interaction, "\n".join(filter(None, [answer.text, waits, closed])))
        await service.desk.lobby.welcome(game.id, [interaction.user.id])


class FirstButton(PressButton, template=r"u1:first:(?P<of>\d+)"):
    """Does the first deed of a newcomer's game: the likeliest order of the kind that its rulebook names."""

    begins = FIRST

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Give the order, and show the panel with what comes next; the panel alone where there is none to give."""
        at = await sitting(interaction, int(self.of))
        course = at.service.desk.rulebooks.courses.get(at.game.rulebook)
        deeds = course.greeting.deeds if course is not None else ()
        order = await at.service.desk.views.likeliest(at.game.id, at.seat, deeds)
        if order is None:
            await show_panel(interaction, at)
        else:
            await give(interaction, at, Given(order))


class ExplainButton(PressButton, template=r"u1:explain:(?P<of>\d+)"):
    """Tells what all this is: the game, who is against whom, whose turn it is until when, and what can be done here."""

    begins = EXPLAIN

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Answer whoever asks, alone."""
        service, game = await game_of(interaction, self.of)
        course = service.desk.rulebooks.courses.get(game.rulebook)
        if course is None:
            raise Refusal("OLD", OLDER, fix=HOW_TO_BEGIN)
        view = view_of(press for press in ways_in(game, course) if not press.id.startswith(EXPLAIN))
        words = await explained(service, game, interaction.user.id, course.greeting)
        linked = interaction.client.registration.mentioned(words, interaction.guild_id or 0)
        await reply(interaction, linked, view=view)


def view_of(presses: Iterable[Press]) -> OurView:
    """Buttons that are answered by their ids."""
    view = OurView()
    for press in presses:
        style = discord.ButtonStyle.primary if press.leads else discord.ButtonStyle.secondary
        view.add_item(discord.ui.Button(label=on_button(press.label), style=style, custom_id=press.id))
    view.stop()
    return view


ELSEWHERE = T_("That game is played in another server.")
NOT_BEGUN = T_("It has not begun: whoever made it starts it with `/game start`.")
OLDER, HOW_TO_BEGIN = T_("This button is of an older version."), T_("`/help` tells how to begin.")
THE_GAME_MASTER, NOBODY_YET = T_("those whom the game master plays"), T_("nobody yet")
AGAINST = N_("**{game}**: You are **{seat}**, against {others}.")
WATCHING = N_("**{game}**: You watch; there play {others}.")
PLAYER, AWAITED = N_("{seat} ({player})"), N_("- {seat}: {what}[, due {left}]")


async def explained(service: Service, game: Game, user: int, greeting: Greeting) -> Text:
    """Words on what all this is, for somebody who may sit in the game."""
    desk, rules = service.desk, service.desk.rulebooks.of(game)
    mine = (await desk.directory.seats_of(game.guild, user)).get(game.id)
    seats = await desk.store.seats(game.id)
    awaited = await desk.views.awaits(game.id)
    with (await desk.views.masks(game.id)).hiding():
        players = (
            PLAYER(seat=name(row.seat), player=played_by(row.user, row.automated)) for row in seats if row.seat != mine
        )
        nobody = THE_GAME_MASTER if isinstance(rules, Refereed) else NOBODY_YET
        others, called = joined(", ", players) or nobody, label(game)
        who = WATCHING(game=called, others=others)
        if mine is not None:
            who = AGAINST(game=called, seat=name(mine), others=others)
        lines = [term(greeting.explained), who]
        for wanted in awaited:
            left = NOTHING if wanted.until is None else stamp(wanted.until, "R")
            what = wanted.what if wanted.seat == mine else wanted.theirs
            lines.append(AWAITED(seat=name(wanted.seat), what=term(what), left=left))
    return joined("\n", lines)


GREETING: tuple[type[PressButton], ...] = (JoinButton, FirstButton, ExplainButton)
"""The buttons of greetings, registered at the start."""
