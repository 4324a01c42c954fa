"""The commands of a rulebook: read what was asked, submit it to the desk, show the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import discord
from discord import app_commands

from bot.game.which_game import games_offered, here, seat_of
from bot.render.sending import reply
from bot.ui.home.fields import is_written
from bot.ui.home.panel import KEPT, ask_first, foreseen, keep, obeyed, open_form
from bot.ui.home.seated import At, moderating
from bot.ui.order_commands import tree_of
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.game import MODERATOR, Ruleset
from engine.orders import SEAT, Option, Order
from engine.text.lines import build


@cache
def groups_of(rules: Ruleset[Any]) -> tuple[app_commands.Group, ...]:
    """The slash commands of a rulebook, its moderators' orders in groups that only moderators see.

    They are made once, whichever bot has them: the service is that of the bot which is asked.
    """

    async def dispatch(
        interaction: discord.Interaction[Any], order: type[Order], given: dict[str, Any], game: str | None
    ) -> None:
        service: Service = interaction.client.service
        place = await here(service.desk, interaction, game, rules.name)
        if order.moderator:
            at = await moderating(interaction, place.game)
        else:
            at = At(service, place.game, seat_of(place))
        if order.form:
            await open_form(interaction, at, order, *map(str, given.values()))
            return
        again = None
        if is_written(order):
            again = await keep(at, order, {name: str(value) for name, value in given.items()})
        made = build(order, given)
        if await ask_first(interaction, at, made):
            return
        work = service.desk.orders.submit(
            place.game.id, at.seat, made, user=interaction.user.id, interaction=str(interaction.id)
        )
        answer = await in_time(interaction, work)
        if answer.refusal is None:
            await obeyed(at, made, again is not None)
        elif again is not None:
            await reply(interaction, f"{answer.text}\n{KEPT}", view=again)
            return
        if answer.refusal is None and order.shows and not order.moderator:
            await foreseen(interaction, at, order.shows, answer.text)
        else:
            await reply(interaction, answer.text)

    async def complete(
        interaction: discord.Interaction[Any], order: type[Order], field: str, given: Mapping[str, str]
    ) -> Iterable[Option]:
        service: Service = interaction.client.service
        desk = service.desk
        place = await here(desk, interaction, given.get("game"), rules.name)
        if not order.moderator:
            return await desk.views.options(place.game.id, seat_of(place), order, field, given)
        if not await service.is_moderator(interaction):
            return ()
        if field == SEAT and order.names_seat():
            return [Option(row.seat) for row in await desk.store.seats(place.game.id)]
        whole = await desk.sight.shown(place.game.id, f"what /{order.path} offers", user=interaction.user.id)
        views = desk.referee if whole else desk.views
        return await views.options(place.game.id, MODERATOR, order, field, given)

    async def games(interaction: discord.Interaction[Any]) -> Iterable[Option]:
        return await games_offered(interaction.client.service.desk, interaction, rules.name)

    titles = {rules.name: rules.title, **rules.groups}
    orders = [order for order in rules.by_use if order.slash]
    made = tree_of(orders, titles, dispatch, complete, games)
    for group in made:
        if all(order.moderator for order in orders if order.path.split()[0] == group.name):
            group.default_permissions = discord.Permissions(manage_guild=True)
    return tuple(made)
