"""Sight of moderators: any view of the referee's or of a seat's. For their eyes alone, and noted in the audit."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import Here, here
from bot.render.sending import reply
from bot.ui.home.layout import report_layout
from bot.ui.home.panel import show_panel
from bot.ui.home.seated import sitting
from bot.ui.menus import completing, guarded, offer_games, offered
from bot.ui.pictures import laid_out, pictured
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.game import MODERATOR, Refereed, Refusal, Seat
from engine.orders import Option
from engine.report import Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, said, term, unmatched
from engine.text.message import name as shown_name

LOG, HEARD = "log", "heard"
"""What somebody heard: the one view that no rulebook declares."""

REFEREE = "the referee"
ABOUT_WHAT = N_("`{view}` has to know about what: {asked}.")
FILL_IN = N_("Fill in `about`[, such as {such}].")
HEALTHY = NN_(
    "Discord answers within {ms} ms; {waiting} post waiting, {made} made, {given_up} given up.",
    "Discord answers within {ms} ms; {waiting} posts waiting, {made} made, {given_up} given up.",
    "waiting",
)
NO_SEAT = N_("There is no seat named '{word}'[ (did you mean '{likely}'?)].")

BLIND = T_("-# You play in this game, and not all others agreed that you see more: this is what everybody knows.")
FOR_YOU = N_("-# {game} as {seat} sees it, for you alone")
FOR_YOU_ALL = N_("-# {game} as the referee sees it, for you alone")
NO_MASTER, DASHBOARD = N_("{rulebook} has no game master: I referee it."), T_("`/gm dashboard` shows a game.")
YOU_PLAY = N_("You play {seat} in {game}: `/me` is your panel.")
UNREACHED = NN_(
    "**{count} place cannot be reached**: `/settings check` says what I lack.",
    "**{count} places cannot be reached**: `/settings check` says what I lack.",
    "count",
)
RIVALLED = T_("**Another process answers with my token**: stop one of the two.")
LOOKED_AFTER = N_("The database was last looked after on {day}.")
NOT_YET = T_("No day's work was due yet.")
VIEW, LATELY = N_("{view}: {what}"), N_("{view}: what was heard lately")

LINES = 15
"""What was heard lately, as far as it is shown at once."""


async def _seats(interaction: discord.Interaction[Any]) -> list[Option]:
    """The seats of the game that is meant."""
    desk = interaction.client.service.desk
    place = await here(desk, interaction, interaction.namespace.game)
    masks = await desk.views.masks(place.game.id)
    return [masks.hidden(Option(row.seat)) for row in await desk.store.seats(place.game.id)]


offer_seats = guarded("seat", _seats)
"""The completion of a parameter that names a seat."""


class Seeing(commands.Cog):
    """Commands of `/gm` that show what not everybody knows."""

    service: Service

    async def _looked(self, interaction: discord.Interaction[Any], place: Here, what: str) -> bool:
        """Note the look; whether it was granted, and if not, say why."""
        asked, user = self.service.desk.sight.look, interaction.user.id
        answer = await in_time(interaction, asked(place.game.id, what, user=user, interaction=str(interaction.id)))
        if answer.refusal is not None:
            await reply(interaction, answer.text)
        return answer.refusal is None

    async def _eyes(self, place: Here, name: str | None) -> Seat:
        """The seat of that name, or the referee. Raises Refusal."""
        if name is None or name.strip().casefold() in ("", "referee", REFEREE):
            return MODERATOR
        masks = await self.service.desk.views.masks(place.game.id)
        seats = {row.seat.casefold(): row.seat for row in await self.service.desk.store.seats(place.game.id)}
        meant = masks.reveal(name.strip()).casefold()
        if meant not in seats:
            there = [masks.hidden(Option(seat)).value for seat in seats.values()]
            raise Refusal("SEAT", unmatched(NO_SEAT, shown_name(name), there))
        return Seat(seats[meant])

    def _heard(self, place: Here) -> str:
        """The name of what was heard lately: another where the rulebook has a log of its own."""
        views = self.service.desk.rulebooks.of(place.game).views
        return HEARD if any(view.name == LOG for view in views) else LOG

    @app_commands.command()
    @app_commands.rename(eyes="as")
    @app_commands.describe(
        view="what to see",
        about="about what, where the view is about something",
        eyes="as which seat sees it; the referee if left out",
        game="which game, if there are several",
    )
    @app_commands.autocomplete(game=offer_games)
    async def show(
        self,
        interaction: discord.Interaction[Any],
        view: app_commands.Range[str, 1, 32],
        about: app_commands.Range[str, 1, 100] | None = None,
        eyes: app_commands.Range[str, 1, 24] | None = None,
        game: str | None = None,
    ) -> None:
        """See anything of a game as the referee, or as a seat does; it is noted in the audit."""
        place = await here(self.service.desk, interaction, game)
        seat = await self._eyes(place, eyes)
        with (await self.service.desk.views.masks(place.game.id)).hiding():
            whose = REFEREE if seat == MODERATOR else shown_name(seat)
            says = FOR_YOU_ALL if seat == MODERATOR else FOR_YOU
            heading = said(says, game=place.game.name, seat=whose)
        if not await self._looked(interaction, place, f"{view} {about or ''}".strip() + f" as {whose}"):
            return
        if view == self._heard(place):
            lines = await in_time(interaction, self.service.desk.views_of(seat).log(place.game.id, seat, LINES))
            await reply(interaction, "\n".join([heading, *lines]))
            return
        try:
            answer = laid_out(*await pictured(interaction, place.game.id, seat, view, about or ""))
        except Refusal as refusal:
            if about:
                raise
            raise await self._unnamed(place, seat, view, refusal) from refusal
        await reply(interaction, heading, files=answer.files, view=answer.layout)

    async def _unnamed(self, place: Here, seat: Seat, view: str, refusal: Refusal) -> Refusal:
        """Refusal of a view that was refused where nobody said what it is about: it says what, with an example."""
        views = self.service.desk.rulebooks.of(place.game).views
        asked = next((each.about for each in views if each.name == view), "")
        if not asked:
            return refusal
        subjects = await self.service.desk.views_of(seat).subjects(place.game.id, seat, view)
        such = shown_name(subjects[0].value) if subjects else NOTHING
        told = ABOUT_WHAT(view=term(view), asked=term(asked))
        return Refusal("VIEW", told, refusal.rule, fix=FILL_IN(such=such))

    @app_commands.command()
    @app_commands.describe(game="which game, if there are several")
    @app_commands.autocomplete(game=offer_games)
    async def panel(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """The game master's panel: whose turn it is, how everybody is, buttons for what comes next, undo."""
        place = await here(self.service.desk, interaction, game)
        rules = self.service.desk.rulebooks.of(place.game)
        if not isinstance(rules, Refereed):
            raise Refusal("GM", NO_MASTER(rulebook=term(rules.title)), fix=DASHBOARD)
        at = await sitting(interaction, place.game.id)
        if at.seat != MODERATOR:
            with (await self.service.desk.views.masks(place.game.id)).hiding():
                raise Refusal("GM", said(YOU_PLAY, seat=at.seat, game=place.game.name))
        await show_panel(interaction, at)

    @app_commands.command()
    @app_commands.describe(game="which game, if there are several")
    @app_commands.autocomplete(game=offer_games)
    async def dashboard(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Show who owes what since when, what each seat has, who was last seen when, and whether I am well."""
        place = await here(self.service.desk, interaction, game)
        desk, user = self.service.desk, interaction.user.id
        whole = await desk.sight.sees(place.game.id, user)
        if whole:
            await desk.sight.look(place.game.id, "dashboard", user=user, interaction=str(interaction.id))
        report = await in_time(interaction, desk.surveys.survey(place.game.id, whole=whole))
        if not whole:
            report = msgspec.structs.replace(report, lead=joined("\n", (report.lead, BLIND)))
        health = Section(T_("The bot"), tuple(await self._health(interaction, place)))
        report = msgspec.structs.replace(report, sections=(*report.sections, health))
        await reply(interaction, view=report_layout(report))

    async def _health(self, interaction: discord.Interaction[Any], place: Here) -> list[Text]:
        """Lines on the bot's health, as far as this game is concerned."""
        client, desk = interaction.client, self.service.desk
        waiting, made, given_up = await desk.store.outbox_counts(place.game.id)
        lines = [HEALTHY(ms=term(f"{client.latency * 1000:.0f}"), waiting=waiting, made=made, given_up=given_up)]
        marks = (f"game:{place.game.id}", f"thread:{place.game.id}:", f"seat:{place.game.id}:")
        held = [target for target in client.postman.held if target == marks[0] or target.startswith(marks[1:])]
        if held:
            lines.append(UNREACHED(count=len(held)))
        if client.heard.rivalled:
            lines.append(RIVALLED)
        copied = await desk.store.memo("copied")
        lines.append(LOOKED_AFTER(day=term(copied)) if copied else NOT_YET)
        return lines

    @show.autocomplete("view")
    @completing
    async def _views(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        place = await here(self.service.desk, interaction, interaction.namespace.game)
        views = self.service.desk.rulebooks.of(place.game).views
        options = [Option(view.name, VIEW(view=term(view.name), what=term(view.help))) for view in views]
        heard = self._heard(place)
        return offered([*options, Option(heard, LATELY(view=term(heard)))], current)

    @show.autocomplete("about")
    @completing
    async def _subjects(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        desk, asked = self.service.desk, interaction.namespace
        if not await self.service.is_moderator(interaction):
            return []
        place = await here(desk, interaction, asked.game)
        if not await desk.sight.shown(place.game.id, "what there is to see", user=interaction.user.id):
            return []
        seat = await self._eyes(place, getattr(asked, "as", None))
        return offered(await desk.views_of(seat).subjects(place.game.id, seat, asked.view or ""), current)

    @show.autocomplete("eyes")
    @completing
    async def _watchers(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered([Option(REFEREE), *await _seats(interaction)], current)

    @app_commands.command(name="dry-run")
    @app_commands.describe(game="which game, if there are several")
    @app_commands.autocomplete(game=offer_games)
    async def dry_run(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Show what time will change next; nothing of it is kept, but that you looked."""
        place = await here(self.service.desk, interaction, game)
        if await self._looked(interaction, place, "what is due next"):
            await reply(interaction, await in_time(interaction, self.service.desk.foresight.next_due(place.game.id)))
