"""Rolls away from any game: each server, and each direct conversation with the bot, has a table of its own for them, in
no list, with its own chain of dice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from bot.game.answers import DONE, Reply, refused
from bot.game.desk.lessons.staging import Cast, Staging
from bot.game.desk.lobby import Lobby, NewGame
from bot.game.game_cache import GameCache
from bot.game.rulings import Rulings
from bot.game.slow_work import SlowWork
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.render.mentions import person
from engine.game import Refusal, RollsAnywhere, Seat
from engine.orders import Order
from engine.report import Report
from engine.text.message import N_, T_, recorded
from storage.records import Game
from storage.store import Store

NAME = "Rolls"
ENDED = T_("This table of rolls is over.")
ROLLS = N_("{player} rolls for the GM:\n{told}")
NO_GM = T_("In a private message there is no GM to roll for.")
NOWHERE = T_("This server has no channel in which its moderators alone would read that.")
NAMES_ONE = T_("A moderator names one with `/settings channels troubles:`.")
TABLE = Seat("table")
"""The seat of a table of rolls; nobody sits there, and whoever rolls is heard for it."""


def conversation(channel: int) -> int:
    """Id that stands for the server where there is none, of a direct conversation, less than 0."""
    return -channel


class Rolls:
    """The tables of rolls, and what is rolled at them."""

    def __init__(
        self,
        store: Store,
        games: GameCache,
        rulings: Rulings,
        lobby: Lobby,
        staging: Staging,
        transactions: Transactions,
        *,
        slow_work: SlowWork,
    ) -> None:
        self._store, self._games, self._rulings = store, games, rulings
        self._lobby, self._staging, self._transactions, self._slow_work = lobby, staging, transactions, slow_work
        self._making: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def _book(self) -> tuple[str, RollsAnywhere[Any]]:
        """The rulebook whose dice are rolled, with its name."""
        books = self._games.rulebooks
        return next((name, book) for name in books.names if isinstance(book := books.current(name), RollsAnywhere))

    async def table(self, guild: int) -> Game | None:
        """The table of rolls of a server or conversation whose chain of dice is not used up; None before the first."""
        name, book = self._book()
        games = await self._store.games(guild, rulebook=name, tutorials=True)
        tables = [game for game in games if game.tutorial and game.options == dict(book.rolling)]
        return next((game for game in reversed(tables) if game.status == "running"), None)

    async def roll(self, text: str, sight: str, *, guild: int, channel: int, user: int, interaction: str) -> Reply:
        """Roll what somebody typed. What is "private" they alone are told, and what is for the "gm" moderators as well.

        Raises Refusal for what cannot be read, and for a "gm" roll where moderators have no channel of their own.
        """
        if sight == "gm":
            await self._require_staff(guild)
        orders = self._book()[1].roll(text, sight, await self.codes(guild, user))
        async with self._making.setdefault(guild, asyncio.Lock()):
            game = await self._table_for(len(orders), guild, channel, user)
            return await self._rolled(game, orders, user, interaction, staff=sight == "gm")

    async def _table_for(self, rolls: int, guild: int, channel: int, user: int) -> Game:
        """The table whose chain has dice for so many rolls: these are one step, so that a second delivery of them is
        answered with all. One that has too few is ended, and another is opened.
        """
        game, book = await self.table(guild), self._book()[1]

        async def work(step: Step) -> Reply:
            step.quiet, step.acting = True, TABLE
            closing = book.closing(step.state, rolls)
            if closing is None:
                return Reply(DONE)
            refusal = await self._rulings.obey(step, TABLE, closing, user)
            if refusal is not None:
                return refused(refusal)
            step.change(status="ended")
            return Reply(ENDED)

        if game is not None and (await self._transactions.act(game.id, work)).text != DONE:
            game = None
        return game or await self._open(guild, channel, user)

    async def _rolled(self, game: Game, orders: Sequence[Order], user: int, interaction: str, *, staff: bool) -> Reply:
        """The answer to orders that the chain of a table has dice for; moderators are told it in the same step where it
        is for the `staff`.
        """

        async def work(step: Step) -> Reply:
            step.quiet, step.acting = True, TABLE
            for order in orders:
                refusal = await self._rulings.obey(step, TABLE, order, user)
                if refusal is not None:
                    raise refusal
            if step.state.over:
                step.change(status="ended")
            if staff:
                step.answered = partial(self._tell_staff, step, user)
            return Reply(DONE)

        return await self._transactions.act(game.id, work, interaction=interaction)

    @staticmethod
    def _tell_staff(step: Step, user: int, text: str) -> None:
        """Tell moderators what somebody rolled for them."""
        step.note("for the gm", user=user)
        step.tell_staff(ROLLS(player=person(user), told=recorded(text)))

    async def odds(self, text: str, *, guild: int, user: int) -> Report:
        """The odds of what somebody would roll; nothing is rolled. Raises Refusal for what cannot be read."""
        codes, (name, book) = await self.codes(guild, user), self._book()
        return await self._slow_work.read(f"{name} odds", lambda: book.odds(text, codes))

    async def _require_staff(self, guild: int) -> None:
        """Raises Refusal where there is no place in which moderators alone are told."""
        if guild < 0:
            raise Refusal("GM", NO_GM, fix=T_("Roll in your server."))
        if (await self._store.settings(guild)).moderator_channel is None:
            raise Refusal("GM", NOWHERE, fix=NAMES_ONE)

    async def _open(self, guild: int, channel: int, user: int) -> Game:
        """A new table of rolls, in no list."""
        name, book = self._book()
        made = NewGame(name, NAME, dict(book.rolling), tutorial=True)
        game = await self._lobby.create(made, guild=guild, channel=channel, user=user)

        async def work(step: Step) -> Reply:
            await self._staging.begin(step, Cast({TABLE: None}), user)
            return Reply(DONE)

        await self._transactions.act(game.id, work)
        return await self._store.game(game.id)

    async def codes(self, guild: int, user: int) -> Mapping[str, str]:
        """Codes that somebody can roll by name, for the seats that they have in a server's games; in a conversation,
        in those of any server.
        """
        found: dict[str, str] = {}
        name, book = self._book()
        for game in await self._store.games(guild if guild > 0 else None, user=user, rulebook=name):
            seats = [Seat(seat.seat) for seat in await self._store.seats(game.id) if seat.user == user]
            if game.status == "running" and seats:
                async with self._games.lock(game.id):
                    known = await self._games.knowledge(await self._games.open(game.id), seats[:1])
                found = {**book.codes(known[seats[0]], seats[0]), **found}
        return found
