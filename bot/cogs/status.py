"""`/show`: what a seat knows, in words and pictures; one subcommand for each view that the rulebooks offer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.game.which_game import here
from bot.render.sending import reply
from bot.render.splitting import shorten
from bot.ui.menus import guarded, offer_games
from bot.ui.order_commands import LONGEST_DESCRIPTION
from bot.ui.pictures import laid_out
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.game import Refusal
from engine.orders import Option
from engine.report import View
from engine.text.names import shown

LOG = View("log", "What you heard lately, newest last")
"""The view that the desk serves for every rulebook: heard facts, told again."""

GAME_ABOUT = "which game"


async def show(
    service: Service, interaction: discord.Interaction[Any], view: str, about: str, game: str | None, openly: bool
) -> None:
    """Answer with a view of the caller's game: as far as the seat knows, or, openly, as far as everybody does."""
    place = await here(service.desk, interaction, game)
    seat = None if openly else place.seat
    if view == LOG.name:
        lines = await in_time(interaction, service.desk.views.log(place.game.id, seat), ephemeral=not openly)
        text = "\n".join(lines) or f"In {shown(place.game.name)} nothing was heard yet."
        await reply(interaction, text, ephemeral=not openly)
        return
    offers = {offer.name for offer in service.desk.rulebooks.of(place.game).views}
    if view not in offers:
        raise Refusal("VIEW", f"{shown(place.game.name)} has no {view}; it has: {', '.join(sorted(offers))}.")
    answer = await laid_out(interaction, place.game.id, seat, view, about, ephemeral=not openly)
    await reply(interaction, embeds=answer.embeds, files=answer.files, ephemeral=not openly)


def show_group(service: Service, views: Iterable[View]) -> app_commands.Group:
    """The command group `/show`, with a subcommand for each view of that name in any rulebook."""
    group = app_commands.Group(
        name="show", description="What you know: your fleet, a ship, a system, the log", guild_only=True
    )
    made: set[str] = set()
    for view in views:
        if view.name not in made:
            made.add(view.name)
            group.add_command(_command(service, view))
    return group


def _described(view: View) -> str:
    """A view's help as Discord shows it: a sentence begins with a capital."""
    return shorten(view.help[:1].upper() + view.help[1:], LONGEST_DESCRIPTION)


def _command(service: Service, view: View) -> app_commands.Command[Any, Any, Any]:
    if view.about:

        @app_commands.describe(about=shorten(view.about, 100), game=GAME_ABOUT, openly="show everybody what is public")
        async def about_callback(
            interaction: discord.Interaction[Any],
            about: app_commands.Range[str, 1, 100] | None = None,
            game: str | None = None,
            openly: bool = False,
        ) -> None:
            await show(service, interaction, view.name, about or "", game, openly)

        async def subjects(interaction: discord.Interaction[Any]) -> Iterable[Option]:
            place = await here(service.desk, interaction, interaction.namespace.game)
            return await service.desk.views.subjects(place.game.id, place.seat, view.name)

        command: app_commands.Command[Any, Any, Any] = app_commands.Command(
            name=view.name, description=_described(view), callback=about_callback
        )
        command.autocomplete("about")(guarded(f"the subject of /show {view.name}", subjects))
    else:

        @app_commands.describe(game=GAME_ABOUT, openly="show everybody what is public")
        async def callback(
            interaction: discord.Interaction[Any], game: str | None = None, openly: bool = False
        ) -> None:
            await show(service, interaction, view.name, "", game, openly)

        command = app_commands.Command(name=view.name, description=_described(view), callback=callback)
    command.autocomplete("game")(offer_games)
    return command
