"""The buttons of lessons, and the one that begins a tutorial."""

from __future__ import annotations

from typing import Any

import discord

from bot.game.desk.lessons.tutorials import tutorial_of
from bot.game.which_game import here
from bot.posts.greeting import LEARN
from bot.posts.lessons import HINT, OFFER, SKIP, TEACH
from bot.render.mentions import place_named
from bot.render.posted import Press
from bot.render.sending import reply
from bot.ui.home.panel import PANEL_VIEW, Given, give, open_form, show_panel, show_view
from bot.ui.home.seated import sitting
from bot.ui.permissions import require_fit
from bot.ui.replies import in_time, promise
from bot.ui.service import Service
from bot.ui.welcome.greeting import PressButton, game_of, view_of
from engine.game import Refusal
from engine.text.lines import parse
from engine.text.message import N_, NOTHING, T_, Text, joined, term
from storage.records import Game


async def begin(interaction: discord.Interaction[Any], rulebook: str, *, anew: bool = False) -> None:
    """Begin a tutorial for whoever asks, or bring them back to theirs; `anew` from the beginning in any case."""
    service: Service = interaction.client.service
    desk, user = service.desk, interaction.user.id
    assert interaction.guild_id is not None and interaction.channel_id is not None
    title = term(desk.rulebooks.current(rulebook).title)
    tutorial_of(desk.rulebooks, rulebook)
    game = None if anew else await desk.tutorials.of(interaction.guild_id, user, rulebook)
    if game is not None:
        await in_time(interaction, desk.tutorials.again(game))
        thread = await _thread(service, game)
        await reply(interaction, (GO_ON if thread else GO_ON_CALLED)(rulebook=title, thread=thread))
        return
    channel = interaction.channel
    home = channel.parent if isinstance(channel, discord.Thread) else channel
    require_fit(home, interaction.app_permissions)
    assert isinstance(home, discord.TextChannel)
    await promise(interaction)
    game = await desk.tutorials.begin(
        rulebook, guild=interaction.guild_id, channel=home.id, user=user, interaction=str(interaction.id)
    )
    lacking: Text = await interaction.client.registration.enrol(interaction.guild_id, rulebook)
    thread = await _thread(service, game)
    told = (BEGINS if thread else BEGINS_CALLED)(rulebook=title, thread=thread)
    await reply(interaction, joined("\n", filter(None, (told, lacking))))


GO_ON = N_("You go on with the tutorial of {rulebook} where you were: {thread}.")
GO_ON_CALLED = N_(
    "You go on with the tutorial of {rulebook} where you were: you are called to a private thread of this channel."
)
BEGINS = N_("The tutorial of {rulebook} begins: {thread}. It takes about ten minutes.")
BEGINS_CALLED = N_(
    "The tutorial of {rulebook} begins: you are called to a private thread of this channel. It takes about ten minutes."
)


async def _thread(service: Service, game: Game) -> Text:
    """Place of a tutorial; "" where that is not made yet."""
    tutorial = tutorial_of(service.desk.rulebooks, game.rulebook)
    place = await service.desk.store.place(game.id, f"seat:{tutorial.seat}")
    return place_named(place.channel) if place is not None else NOTHING


class LearnButton(PressButton, template=r"u1:learn:(?P<of>\d+)"):
    """Begins the tutorial of the rulebook of a game, or goes on with it."""

    begins = LEARN

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """For whoever presses it."""
        _, game = await game_of(interaction, self.of)
        await begin(interaction, game.rulebook)


class TeachButton(PressButton, template=r"u1:teach:(?P<of>[a-z0-9-]+)"):
    """Begins the tutorial of a rulebook, or goes on with it."""

    begins = TEACH

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """For whoever presses it."""
        await begin(interaction, self.of)


class OfferButton(PressButton, template=r"u1:lesson:(?P<of>\d+:\d+:\d+)"):
    """Does what a lesson offers: gives an order, opens its form, or shows a view."""

    begins = OFFER

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """For the pupil."""
        game, lesson, number = map(int, self.of.split(":"))
        at = await sitting(interaction, game)
        lessons = tutorial_of(at.service.desk.rulebooks, at.game.rulebook).lessons
        offers = lessons[lesson].offers if lesson < len(lessons) else ()
        if number >= len(offers):
            raise Refusal("OLD", T_("This lesson is told otherwise now."), fix=T_("`/start tutorial` tells it."))
        offer = offers[number]
        if offer.view == PANEL_VIEW:
            await show_panel(interaction, at)
        elif offer.view:
            await show_view(interaction, at, offer.view, offer.about)
        elif offer.line.startswith("/"):
            await open_form(interaction, at, at.kind(offer.line[1:]))
        else:
            await give(interaction, at, Given(parse(offer.line, at.kinds)))


class HintButton(PressButton, template=r"u1:hint:(?P<of>\d+)"):
    """Tells more of what the lesson asks for."""

    begins = HINT

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """To whoever presses, alone."""
        service, game = await game_of(interaction, self.of)
        await reply(interaction, (await service.desk.tutorials.lesson(game)).hint)


class SkipButton(PressButton, template=r"u1:skip:(?P<of>\d+)"):
    """Goes on to the next lesson."""

    begins = SKIP

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """For the pupil."""
        service, game = await game_of(interaction, self.of)
        work = service.desk.tutorials.skip(game, user=interaction.user.id, interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)


LESSONS: tuple[type[PressButton], ...] = (LearnButton, TeachButton, OfferButton, HintButton, SkipButton)
"""The buttons of lessons, registered at the start."""


def taught(service: Service) -> list[str]:
    """The rulebooks that have a tutorial."""
    return sorted(name for name, course in service.desk.rulebooks.courses.items() if course.tutorial is not None)


async def wanted(interaction: discord.Interaction[Any], typed: str | None) -> str:
    """The rulebook whose tutorial is wanted: the one named, else that of the game at hand, else the only one; "" where
    it could be several.
    """
    service: Service = interaction.client.service
    if typed is not None:
        return typed.strip().casefold()
    there = taught(service)
    try:
        played = (await here(service.desk, interaction, None)).game.rulebook
    except Refusal:
        played = ""
    return played if played in there else there[0] if len(there) == 1 else ""


async def ask_which(interaction: discord.Interaction[Any]) -> None:
    """Offer all tutorials, a button each."""
    service: Service = interaction.client.service
    presses = [Press(f"{TEACH}{name}", service.desk.rulebooks.current(name).title) for name in taught(service)]
    await reply(interaction, T_("Which game do you want to learn?"), view=view_of(presses))
