"""`/show`: what a seat knows, in words and pictures; one subcommand for each view that the rulebooks offer."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.commands import offered, shorten
from bot.errors import report_error
from bot.here import games_offered, here
from bot.layout import batches, embeds
from bot.replies import reply
from bot.service import Service
from engine.game import Refusal
from engine.report import View

LOG = View("log", "What you heard lately, newest last")
"""The view that the desk serves for every rulebook: heard facts, told again."""

GAME_ABOUT = "which of your games, if you are in several"


async def show(
    service: Service, interaction: discord.Interaction[Any], view: str, about: str, game: str | None, openly: bool
) -> None:
    """Answer with a view of the caller's game: as far as the seat knows, or, openly, as far as everybody does."""
    await interaction.response.defer(ephemeral=not openly, thinking=True)
    place = await here(service, interaction, game)
    if view == LOG.name:
        lines = await service.desk.log(place.game.id, None if openly else place.seat)
        await reply(interaction, "\n".join(lines) or "Nothing was heard yet.", ephemeral=not openly)
        return
    offers = {one.name: one for one in service.rules_of(place.game).views}
    if view not in offers:
        raise Refusal("VIEW", f"{place.game.name} has no {view}; it has: {', '.join(sorted(offers))}.")
    seat = None if openly else place.seat
    report = await service.desk.show(place.game.id, seat, view, about)
    files: list[discord.File] = []
    if report.draws:
        svg = await service.desk.draw(place.game.id, seat, view, about)
        files.append(discord.File(io.BytesIO(await service.painter.png(svg)), f"{view}.png"))
    image = files[0].filename if files else None
    for number, batch in enumerate(batches(embeds(report, image))):
        await reply(interaction, embeds=batch, files=files if number == 0 else (), ephemeral=not openly)


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


def _command(service: Service, view: View) -> app_commands.Command[Any, Any, Any]:
    async def complete_game(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered(await games_offered(service, interaction, None), current)

    if view.about:

        @app_commands.describe(about=shorten(view.about, 100), game=GAME_ABOUT, openly="show everybody what is public")
        async def about_callback(
            interaction: discord.Interaction[Any],
            about: app_commands.Range[str, 1, 100] | None = None,
            game: str | None = None,
            openly: bool = False,
        ) -> None:
            await show(service, interaction, view.name, about or "", game, openly)

        async def complete_about(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
            try:
                place = await here(service, interaction, interaction.namespace.game)
                return offered(await service.desk.subjects(place.game.id, place.seat, view.name), current)
            except Refusal:
                return []
            except Exception as error:  # noqa: BLE001  # discord.py only logs what a completion raises
                await report_error(interaction, error, f"the completion of /show {view.name}")
                return []

        command: app_commands.Command[Any, Any, Any] = app_commands.Command(
            name=view.name, description=shorten(view.help, 100), callback=about_callback
        )
        command.autocomplete("about")(complete_about)
    else:

        @app_commands.describe(game=GAME_ABOUT, openly="show everybody what is public")
        async def callback(
            interaction: discord.Interaction[Any], game: str | None = None, openly: bool = False
        ) -> None:
            await show(service, interaction, view.name, "", game, openly)

        command = app_commands.Command(name=view.name, description=shorten(view.help, 100), callback=callback)
    command.autocomplete("game")(complete_game)
    return command
