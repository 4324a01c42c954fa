"""Whoever presses a button of a game: at which seat, or as which moderator, and what they may order and look at."""

from __future__ import annotations

import hashlib
from typing import Any

import discord
import msgspec

from bot.game.desk.seat_views import SeatViews
from bot.ui.service import Service
from engine.game import MODERATOR, Refereed, Refusal, Seat
from engine.orders import Order
from engine.text.message import T_
from storage.records import Game

OLDER, NOW = T_("This button is of an older version."), T_("`/me` shows what there is now.")
ELSEWHERE = T_("That game is played in another server.")
SUBSTITUTED, BACK = T_("You play in that game, and a substitute keeps your seat."), T_("`/game back` ends that.")
NO_SEAT_OVER = T_("You have no seat in that game, and it has ended.")
NO_SEAT, TAKE_ONE = T_("You have no seat in that game."), T_("`/game join` takes one, where there is room.")


class At(msgspec.Struct, frozen=True):
    """A seat of a game, and what the bot works with. `whole`: a moderator sees all there is; `panel`: what came of an
    order is shown on the panel, which moderators have as game masters alone; `beside`: it was pressed beside a line of
    the report, and what came of it is looked for there.
    """

    service: Service
    game: Game
    seat: Seat
    whole: bool = True
    panel: bool = True
    beside: bool = False

    @property
    def views(self) -> SeatViews:
        """Views of the seat; a game master's of all there is."""
        return self.service.desk.views_of(self.seat) if self.whole else self.service.desk.views

    @property
    def kinds(self) -> list[type[Order]]:
        """The orders of players, or a game master's."""
        orders = self.service.desk.rulebooks.of(self.game).orders
        return [order for order in orders if order.moderator is (self.seat == MODERATOR)]

    def kind(self, path: str) -> type[Order]:
        """The order of a path, for the seat. Raises Refusal where the rulebook has none."""
        for order in self.kinds:
            if order.path == path:
                return order
        raise Refusal("OLD", OLDER, fix=NOW)

    def key(self, line: str, upon: str = "") -> str:
        """Name of an order that the seat is offered, in the id of its button: it says nothing to anybody else. `upon`:
        what it answers.
        """
        return hashlib.sha256(
            "\n".join((str(self.game.id), self.seat, line, *filter(None, [upon]))).encode()
        ).hexdigest()[:12]


async def moderating(interaction: discord.Interaction[Any], game: Game) -> At:
    """A moderator who gives moderators' orders to a game: who plays in it sees no more than is everybody's, unless all
    agreed. Raises Refusal for anybody else.
    """
    service: Service = interaction.client.service
    await service.require_moderator(interaction)
    whole = await service.desk.sight.sees(game.id, interaction.user.id)
    seated = game.id in await service.desk.directory.seats_of(game.guild, interaction.user.id)
    panel = whole and not seated and isinstance(service.desk.rulebooks.of(game), Refereed)
    return At(service, game, MODERATOR, whole=whole, panel=panel)


async def sitting(interaction: discord.Interaction[Any], game_id: int, path: str = "") -> At:
    """Whoever pressed a button of a game, at their seat; as a moderator, where it is about a moderators' order (its
    `path`); or as its game master, where the rulebook has one and they are a moderator without a seat. Raises Refusal
    for anybody else.
    """
    service: Service = interaction.client.service
    game = await service.desk.store.game(game_id)
    if interaction.guild_id != game.guild:
        raise Refusal("SEAT", ELSEWHERE)
    if any(order.moderator for order in service.desk.rulebooks.of(game).orders if order.path == path):
        return await moderating(interaction, game)
    seats = await service.desk.directory.seats_of(game.guild, interaction.user.id)
    if game_id in seats:
        return At(service, game, seats[game_id])
    if isinstance(service.desk.rulebooks.of(game), Refereed) and await service.is_moderator(interaction):
        if not await service.desk.sight.sees(game_id, interaction.user.id):
            raise Refusal("SEAT", SUBSTITUTED, fix=BACK)
        return At(service, game, MODERATOR)
    if game.status == "ended":
        raise Refusal("SEAT", NO_SEAT_OVER)
    raise Refusal("SEAT", NO_SEAT, fix=TAKE_ONE)
