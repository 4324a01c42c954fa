"""Seats that Umpire plays itself: it is asked only what its seat knows, and gives each order once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.opponents import Opponents
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from engine.clock import HOUR, MINUTE, Instant
from engine.game import MODERATOR, Awaited, Seat
from engine.orders import Order
from storage.records import Seated
from storage.store import Store
from tests.bot.ledger import Ledger, Mint, Pay, Purses, Shout
from tests.bot.miser import KEEPS, Miser
from tests.bot.opened import ALICE, CHANNEL, GM, GUILD, START, opened, posted

RED, BLUE = Seat("red"), Seat("blue")


class Spendthrift(Miser):
    """Advice that is always refused."""

    def advise(self, known: Purses, seat: Seat, now: Instant) -> Order | None:
        self.asked.append((known, seat, now))
        return Pay(coins=1_000_000, payee="red")


class Crier(Miser):
    """Advice that is heard, and changes nothing."""

    def advise(self, known: Purses, seat: Seat, now: Instant) -> Order | None:
        return Shout(words="alms")


class Muddled(Miser):
    """Advice with an order that the rulebook has not got."""

    def advise(self, known: Purses, seat: Seat, now: Instant) -> Order | None:
        return Order()


class Broken(Miser):
    """Advice that fails."""

    def advise(self, known: Purses, seat: Seat, now: Instant) -> Order | None:
        raise RuntimeError("no advice")


class Restless(Miser):
    """One that nobody waits for, and that pays a coin every minute."""

    def awaits(self, state: Purses) -> tuple[Awaited, ...]:
        return ()

    def advise(self, known: Purses, seat: Seat, now: Instant) -> Order | None:
        self.asked.append((known, seat, now))
        return Pay(coins=1, payee="red") if known.coins.get(seat, 0) > self.left(now) else None

    def stirs(self, known: Purses, seat: Seat, now: Instant) -> Instant | None:
        return Instant(now + MINUTE) if self.left(now) else None

    @staticmethod
    def left(now: Instant) -> int:
        """Coins that are left when so many minutes have passed."""
        return max(0, 5 - (now - START) // MINUTE)


@contextlib.asynccontextmanager
async def playing(desk: Desk) -> AsyncIterator[Opponents]:
    """Umpire plays its seats meanwhile."""
    opponents = Opponents(desk.store, desk.transactions.stirred, desk.advice.advise)
    task = asyncio.create_task(opponents.run())
    try:
        yield opponents
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def settled(desk: Desk, opponents: Opponents) -> None:
    """Wait until nothing is left to be played."""
    for _ in range(1000):
        await asyncio.sleep(0.002)
        if opponents.idle.is_set() and not desk.transactions.stirred:
            return
    raise AssertionError("the opponents go on and on")


def desk_of(store: Store, clock: Clock, rules: Ledger) -> Desk:
    books = Rulebooks()
    books.add(rules)
    return Desk(store, books, clock)


async def alone(desk: Desk) -> int:
    """A running game of Alice as red against Umpire as blue."""
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(game.id, ALICE, "red")
    assert (await desk.lobby.take_up(game.id, GM, "Blue")).text == "I play **blue** in Coins."
    await desk.lobby.start(game.id, GM)
    return game.id


async def coins(desk: Desk, game: int) -> dict[str, int]:
    return dict((await desk.games.open(game)).state.coins)


async def test_a_seat_is_played_after_every_commit_and_lapse(store: Store, clock: Clock) -> None:
    desk = desk_of(store, clock, Miser())
    game = await alone(desk)
    async with playing(desk) as opponents:
        await settled(desk, opponents)
        assert await coins(desk, game) == {"red": 0, "blue": 0}
        clock.skip(HOUR)
        await desk.transactions.tick(game)
        await settled(desk, opponents)
        assert await coins(desk, game) == {"red": 105, "blue": 95}
        await desk.orders.submit(game, MODERATOR, Mint(coins=2, payee="blue"), user=GM)
        await settled(desk, opponents)
        assert await coins(desk, game) == {"red": 107, "blue": 95}
    log = [one for one in await store.commands(game) if one.kind == "order" and one.seat == "blue"]
    assert len(log) == 7 and {one.user for one in log} == {0} and not any(one.refusal for one in log)


async def test_a_seat_that_acts_when_it_likes_is_looked_at_again_when_time_lets_it(store: Store, clock: Clock) -> None:
    desk = desk_of(store, clock, Restless())
    game = await alone(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="blue"), user=GM)
    ticker = Ticker(desk, clock)
    async with playing(desk) as opponents:
        await settled(desk, opponents)
        for passed in range(1, 4):
            clock.skip(MINUTE - 1)
            await ticker.sweep()
            await settled(desk, opponents)
            assert (await coins(desk, game))["red"] == passed - 1
            clock.skip(1)
            await ticker.sweep()
            await settled(desk, opponents)
            assert (await coins(desk, game))["red"] == passed


async def test_it_is_asked_what_its_seat_knows_and_nothing_else(store: Store, clock: Clock) -> None:
    rules = Miser()
    desk = desk_of(store, clock, rules)
    game = await alone(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=50, payee="red"), user=GM)
    await desk.orders.submit(game, MODERATOR, Mint(coins=96, payee="blue"), user=GM)
    assert await desk.advice.advise(game)
    known, seat, now = rules.asked[0]
    assert known.coins == {"red": 0, "blue": 96} and seat == BLUE and now == START


async def test_the_stop_of_the_process_at_any_place_neither_loses_nor_repeats_an_order(
    tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / "kept.db"
    store = await Store.open(path)
    game = await alone(desk_of(store, clock, Miser()))
    await desk_of(store, clock, Miser()).orders.submit(game, MODERATOR, Mint(coins=KEEPS + 40, payee="blue"), user=GM)
    for pauses in (0, 1, 2, 3, 5, 8, 13, 21):
        desk = desk_of(store, clock, Miser())
        task = asyncio.create_task(Opponents(desk.store, desk.transactions.stirred, desk.advice.advise).run())
        for _ in range(pauses * 3):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await store.close()
        store = await Store.open(path)
    desk = desk_of(store, clock, Miser())
    async with playing(desk) as opponents:
        await settled(desk, opponents)
    assert await coins(desk, game) == {"red": 40, "blue": KEEPS}
    assert sum(one.seat == "blue" and one.kind == "order" for one in await store.commands(game)) == 40
    await store.close()


async def test_two_who_look_at_once_give_each_order_once(store: Store, clock: Clock) -> None:
    desk = desk_of(store, clock, Miser())
    game = await alone(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=KEEPS + 3, payee="blue"), user=GM)
    given = await asyncio.gather(*(desk.advice.advise(game) for _ in range(8)))
    assert sum(given) == 3
    assert await coins(desk, game) == {"red": 3, "blue": KEEPS}


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Spendthrift(), "it was refused (POOR)"),
        (Crier(), "it changed nothing"),
        (Muddled(), "knows no such order"),
    ],
)
async def test_advice_that_is_refused_or_changes_nothing_is_logged_once_and_not_kept(
    store: Store, clock: Clock, rules: Miser, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    desk = desk_of(store, clock, rules)
    game = await alone(desk)
    before = len(await store.commands(game))
    async with playing(desk) as opponents:
        await settled(desk, opponents)
        assert len(await store.commands(game)) == before
        assert [words in record.message for record in caplog.records] == [True]
        await desk.orders.submit(game, RED, Shout(words="well?"), user=ALICE)
        await settled(desk, opponents)
    assert len(caplog.records) == 2


async def test_advice_that_fails_stops_no_other_game(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    desk = desk_of(store, clock, Broken())
    game = await alone(desk)
    async with playing(desk) as opponents:
        await settled(desk, opponents)
        reply = await desk.orders.submit(game, RED, Shout(words="go on"), user=ALICE)
        assert reply.refusal is None
        await settled(desk, opponents)
    assert "could not be played" in caplog.text


async def test_a_paused_game_and_one_that_was_left_are_not_played(store: Store, clock: Clock) -> None:
    desk = desk_of(store, clock, Miser())
    game = await alone(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=99, payee="blue"), user=GM)
    await desk.moderation.pause(game, user=GM)
    assert not await desk.advice.advise(game)
    await desk.moderation.resume(game, user=GM)
    assert await desk.advice.advise(game)
    assert (await desk.lobby.give_up(game, GM, "blue")).text == "I have left **blue** in Coins."
    assert not await desk.advice.advise(game)
    assert await store.seats(game) == (Seated("blue", None), Seated("red", ALICE))
    assert (await desk.lobby.join(game, 99, "blue")).refusal is None


async def test_who_sits_where_is_told_and_nobody_writes_to_a_seat_of_umpire_s(store: Store, clock: Clock) -> None:
    desk = desk_of(store, clock, Miser())
    game = await alone(desk)
    clock.skip(HOUR)
    await desk.transactions.tick(game)
    told = await posted(store)
    texts = "\n".join(letter.text for _, letter in told)
    assert "**blue** is played by Umpire." in texts
    assert f"Players: blue (Umpire), red (<@{ALICE}>)." in texts
    assert {target for target, _ in told if target.startswith("seat:")} == {f"seat:{game}:red"}


async def test_what_cannot_be_is_refused(store: Store, clock: Clock, desk: Desk) -> None:
    game = await opened(desk)
    plain = await desk.lobby.take_up(game, GM, "green")
    assert plain.text == "I cannot play The Ledger myself."
    able = desk_of(store, clock, Miser())
    assert "Somebody else is red." in (await able.lobby.take_up(game, GM, "red")).text
    assert "I do not play red in Coins." in (await able.lobby.give_up(game, GM, "red")).text
    await able.lobby.take_up(game, GM, "green")
    assert "I play green already." in (await able.lobby.take_up(game, GM, "green")).text
    assert "I play green myself." in (await able.lobby.join(game, 77, "green")).text
    await able.moderation.end(game, user=GM)
    assert "Coins has ended." in (await able.lobby.take_up(game, GM, "gold")).text


async def test_a_seat_given_up_before_the_start_is_gone(store: Store, clock: Clock) -> None:
    desk = desk_of(store, clock, Miser())
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.take_up(game.id, GM, "blue")
    assert await store.automated() == ()
    await desk.lobby.give_up(game.id, GM, "blue")
    assert await store.seats(game.id) == ()
