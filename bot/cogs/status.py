"""Knowledge of a seat, in words and pictures: `/show` for what every game has, `/gcw-show` for a rulebook's own
views.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from typing import Any

import discord
from discord import app_commands

from bot.game.desk.seat_views import halted
from bot.game.which_game import Here, games_offered, here
from bot.render.sending import reply
from bot.render.splitting import shorten
from bot.ui.home.panel import PANEL_VIEW, offering
from bot.ui.home.seated import At
from bot.ui.menus import guarded, offer_games
from bot.ui.order_commands import LONGEST_DESCRIPTION
from bot.ui.pictures import laid_out, pictured
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.game import Refusal, Ruleset
from engine.orders import Option
from engine.report import View
from engine.text.message import N_, T_, joined, recorded, said, term

TURN = View(PANEL_VIEW, T_("What you may do now, and until when"))
"""The view that every rulebook has."""

LOG = View("log", T_("What you heard lately, newest last"))
"""The view that the desk serves for every rulebook: heard facts, told again."""

LOGGED = 40
"""Lines of the log on a page."""

GAME_ABOUT, OPENLY = T_("which game"), T_("show everybody what is public")
EARLIER = N_("-# `/show log page: {page}` shows what was heard before.")
NOTHING_BEFORE, NOTHING_YET = N_("In {game} nothing was heard before that."), N_("In {game} nothing was heard yet.")
YOURS, WHAT_YOU_KNOW = T_("Your turn and your log, in every game"), N_("{rulebook}: what you know")
NO_VIEW = N_("{game} has no {view}; it has: {views}.")

Show = Callable[[discord.Interaction[Any], Here, str, bool], Awaitable[None]]
"""Answers with a view of a game: about what, and whether openly, so that it holds no more than everybody knows."""


def show_group() -> app_commands.Group:
    """The command group `/show`: what there is of a game of any rulebook."""

    @app_commands.describe(page="1 is the latest, 2 what was heard before that", game=GAME_ABOUT, openly=OPENLY)
    @app_commands.autocomplete(game=offer_games)
    async def log(
        interaction: discord.Interaction[Any],
        page: app_commands.Range[int, 1, 1000] = 1,
        game: str | None = None,
        openly: bool = False,
    ) -> None:
        service: Service = interaction.client.service
        place = await here(service.desk, interaction, game)
        work = service.desk.views.log(place.game.id, None if openly else place.seat, page=page)
        lines = await in_time(interaction, work, ephemeral=not openly)
        earlier = [EARLIER(page=page + 1)] if len(lines) == LOGGED else []
        told = joined("\n", (*filter(None, [halted(place.game)]), *earlier, *map(recorded, lines)))
        nothing = NOTHING_BEFORE if page > 1 else NOTHING_YET
        await reply(interaction, told or said(nothing, game=place.game.name), ephemeral=not openly)

    group = app_commands.Group(name="show", description=YOURS, guild_only=True)
    group.add_command(_command(TURN, _shown(TURN)))
    group.add_command(app_commands.Command(name=LOG.name, description=LOG.help, callback=log))
    return group


@cache
def views_group(rules: Ruleset[Any]) -> app_commands.Group:
    """The command group of a rulebook's own views (`/gcw-show`), a subcommand for each but that of the turn.

    It is made once, whichever bot has it.
    """
    about = shorten(WHAT_YOU_KNOW(rulebook=term(rules.title)), LONGEST_DESCRIPTION)
    group = app_commands.Group(name=f"{rules.name}-show", description=about)
    group.guild_only = True
    for view in rules.views:
        if view.name != TURN.name:
            group.add_command(_command(view, _shown(view), rules.name))
    return group


def _shown(view: View) -> Show:
    """Shows a view of the game's rulebook."""

    async def show(interaction: discord.Interaction[Any], place: Here, about: str, openly: bool) -> None:
        service: Service = interaction.client.service
        offers = {offer.name for offer in service.desk.rulebooks.of(place.game).views}
        if view.name not in offers:
            views = joined(", ", map(term, sorted(offers)))
            raise Refusal("VIEW", said(NO_VIEW, game=place.game.name, view=term(view.name), views=views))
        seat = None if openly else place.seat
        controls = offering(At(service, place.game, seat), view.name) if seat is not None else None
        seen = await pictured(interaction, place.game.id, seat, view.name, about, ephemeral=not openly)
        answer = laid_out(*seen, controls)
        await reply(interaction, files=answer.files, view=answer.layout, ephemeral=not openly)

    return show


def _command(view: View, show: Show, rulebook: str | None = None) -> app_commands.Command[Any, Any, Any]:
    """The command of a view: of the games of a rulebook, or (None) of all."""

    async def asked(interaction: discord.Interaction[Any], about: str, game: str | None, openly: bool) -> None:
        desk = interaction.client.service.desk
        await show(interaction, await here(desk, interaction, game, rulebook), about, openly)

    async def games(interaction: discord.Interaction[Any]) -> Iterable[Option]:
        return await games_offered(interaction.client.service.desk, interaction, rulebook)

    async def subjects(interaction: discord.Interaction[Any]) -> Iterable[Option]:
        service: Service = interaction.client.service
        place = await here(service.desk, interaction, interaction.namespace.game, rulebook)
        return await service.desk.views.subjects(place.game.id, place.seat, view.name)

    @app_commands.describe(game=GAME_ABOUT, openly=OPENLY)
    async def callback(interaction: discord.Interaction[Any], game: str | None = None, openly: bool = False) -> None:
        await asked(interaction, "", game, openly)

    @app_commands.describe(about=shorten(view.about, LONGEST_DESCRIPTION), game=GAME_ABOUT, openly=OPENLY)
    async def about_callback(
        interaction: discord.Interaction[Any],
        about: app_commands.Range[str, 1, 100] | None = None,
        game: str | None = None,
        openly: bool = False,
    ) -> None:
        await asked(interaction, about or "", game, openly)

    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=view.name,
        description=shorten(view.help[:1].upper() + view.help[1:], LONGEST_DESCRIPTION),
        callback=about_callback if view.about else callback,
    )
    if view.about:
        command.autocomplete("about")(guarded("about", subjects))
    command.autocomplete("game")(guarded("game", games))
    return command
