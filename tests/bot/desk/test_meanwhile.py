"""Things that happen while something else is awaited: what is kept at hand is what the database holds afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Mapping
from typing import ClassVar

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.desk.replay import transcript
from bot.game.rulebooks import Rulebooks
from bot.game.step import Step
from engine.clock import DAY, Instant
from engine.game import MODERATOR, Seat
from engine.orders import Order
from engine.report import Report
from storage.store import Store
from tests.bot.ledger import Ledger, Mint, Pay, Purses, Shout
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, opened


@contextlib.asynccontextmanager
async def writing_held_up(store: Store) -> AsyncIterator[None]:
    """Nothing is written until the end of the block, and then all that waited."""
    gate = threading.Event()
    first = asyncio.create_task(store.database.write(lambda _: gate.wait()))
    while store.database._waiting or store.database._task is None:
        await asyncio.sleep(0.001)
    try:
        yield
    finally:
        gate.set()
        await first
        await store.remember("written", "all that waited")


async def waits_to_be_written(store: Store) -> None:
    """Return once a piece of work waits for the writer, which is held up."""
    while not store.database._waiting:
        await asyncio.sleep(0.001)


async def test_games_that_are_made_while_those_of_a_server_are_read_are_found(desk: Desk) -> None:
    game = await opened(desk)
    desk.directory.changed(GUILD)
    reading = asyncio.create_task(desk.directory.games(GUILD))
    await asyncio.sleep(0)
    time.sleep(0.1)  # noqa: ASYNC251  # the loop stands still: it has been read, and nobody has gone on with it
    with contextlib.closing(sqlite3.connect(desk.store.database.path, isolation_level=None)) as other:
        other.execute("UPDATE game SET name = 'Notes' WHERE id = ?", (game,))
    desk.directory.changed(GUILD)
    await reading
    assert [one.name for one in await desk.directory.games(GUILD)] == ["Notes"]


async def test_who_does_not_wait_until_a_seat_is_written_sits_there_all_the_same(desk: Desk) -> None:
    game = await opened(desk)
    assert await desk.directory.seats_of(GUILD, 13) == {}
    async with writing_held_up(desk.store):
        joining = asyncio.create_task(desk.lobby.join(game, 13, "green"))
        await waits_to_be_written(desk.store)
        joining.cancel()
        await asyncio.sleep(0.01)
        assert await desk.directory.seats_of(GUILD, 13) == {}
    with pytest.raises(asyncio.CancelledError):
        await joining
    assert await desk.directory.seats_of(GUILD, 13) == {game: Seat("green")}


async def test_nobody_looks_at_a_game_before_what_somebody_no_longer_waits_for_is_written(desk: Desk) -> None:
    game = await opened(desk)
    async with writing_held_up(desk.store):
        minting = asyncio.create_task(desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM))
        await waits_to_be_written(desk.store)
        minting.cancel()
        looking = asyncio.create_task(desk.views.known(game, Seat("red")))
        await asyncio.wait({looking}, timeout=0.1)
        assert not looking.done()
    assert (await looking).coins["red"] == 5
    assert minting.cancelled()
    assert (await desk.orders.submit(game, Seat("red"), Pay(coins=5, payee="blue"), user=ALICE)).refusal is None


class Library:
    """Makes the edition of a game anew, the first time not before somebody says so."""

    def __init__(self) -> None:
        self.asked, self.may = threading.Event(), threading.Event()

    def make(self, _files: Mapping[str, str], _version: int) -> Ledger:
        """The ledger as it was."""
        first = not self.asked.is_set()
        self.asked.set()
        if first:
            self.may.wait()
        return Ledger(digest="old")


async def test_who_is_forgotten_while_a_game_is_opened_sits_there_no_more(store: Store, clock: Clock) -> None:
    before, now, library = Rulebooks(), Rulebooks(), Library()
    before.add(Ledger(digest="old"), {"a.toml": ""})
    game = await opened(Desk(store, before, clock))
    now.add(Ledger(), {"a.toml": ""}, library.make)
    desk = Desk(store, now, clock)
    looking = asyncio.create_task(desk.views.show(game, Seat("red"), "purse"))
    await asyncio.to_thread(library.asked.wait)
    await desk.record.forget(BOB)
    library.may.set()
    await looking
    async with desk.games.lock(game):
        assert (await desk.games.open(game)).seats == {"blue": None, "red": ALICE}


async def test_a_replay_that_was_looked_at_before_shows_no_name_of_who_is_forgotten(desk: Desk, clock: Clock) -> None:
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(game.id, ALICE, "zorblax")
    await desk.lobby.start(game.id, GM)
    await desk.orders.submit(game.id, Seat("zorblax"), Shout(words="hello"), user=ALICE)
    await desk.moderation.end(game.id, user=GM)
    clock.skip(DAY)
    await desk.transactions.tick(game.id)
    assert "zorblax> shout hello" in transcript(await desk.replay.course(game.id))
    await desk.record.forget(ALICE)
    assert "forgotten-1> shout hello" in transcript(await desk.replay.course(game.id))


class Skilled(Ledger):
    """A ledger whose purses are skills that can be rolled anywhere."""

    rolling: ClassVar[Mapping[str, str]] = {}

    def roll(self, text: str, sight: str, codes: Mapping[str, str]) -> Order:
        """Shouts what is known."""
        return Shout(words=f"{text} {codes}")

    def closing(self, state: Purses, rolls: int) -> None:
        """Nothing is ever used up."""

    def odds(self, text: str, codes: Mapping[str, str]) -> Report:
        """The books are sure."""
        return self.show(Purses(), Seat(text), "purse", "", Instant(0))

    def codes(self, known: Purses, seat: Seat) -> Mapping[str, str]:
        """Coins of a seat, as dice."""
        return {"coins": f"{known.coins[seat]}D"}


async def test_who_looks_up_a_skill_while_an_order_is_written_doubles_nothing(store: Store, clock: Clock) -> None:
    books = Rulebooks()
    books.add(Skilled())
    desk = Desk(store, books, clock)
    game = await opened(desk)
    async with desk.games.lock(game):
        loaded = await desk.games.open(game)
        step = Step(loaded, clock.now())
        await desk.transactions._rulings.obey(step, MODERATOR, Mint(coins=5, payee="red"), GM)
        await store.commit(step.commit(None))
        looking = asyncio.create_task(desk.rolls.codes(GUILD, ALICE))
        await asyncio.wait({looking}, timeout=0.2)
        step.written({})
    assert await looking == {"coins": "5D"}
    assert (await desk.views.known(game, Seat("red"))).coins["red"] == 5
