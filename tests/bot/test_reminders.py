"""Reminders: whoever owes something is told before its deadline, once, never late, and others learn nothing by it."""

from __future__ import annotations

import random

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.desk.reminders import PRESENT
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from bot.posts.news import Letter, decoded
from engine.clock import HOUR, MINUTE, Instant
from engine.game import MODERATOR, Seat
from engine.orders import Order
from storage.records import Waiting
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, START
from tests.toy import Toy
from tests.toy.rounds import Lock, Postpone

RED, BLUE = Seat("red"), Seat("blue")
PLAYERS = {RED: ALICE, BLUE: BOB}
STEP = 10 * MINUTE


class Night:
    """A game of Night Boats whose rounds take two days each, on a desk that may be started anew."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.books = Rulebooks()
        self.books.add(Toy())
        self.start()

    def start(self) -> None:
        """The bot starts, knowing only what the database holds."""
        self.desk = Desk(self.store, self.books, self.clock)
        self.ticker = Ticker(self.desk, self.clock)

    async def opened(self, hours: int = 48, name: str = "Night") -> int:
        """Red and Blue are asked for the orders of the first round."""
        wanted = NewGame("toy", name, {"hours": str(hours)})
        game = await self.desk.lobby.create(wanted, guild=GUILD, user=GM, channel=CHANNEL)
        for seat, user in PLAYERS.items():
            await self.desk.lobby.join(game.id, user, seat)
        await self.desk.lobby.start(game.id, GM)
        self.clock.skip(PRESENT)
        return game.id

    async def look(self) -> None:
        """The bot notices what time it is."""
        await self.ticker.sweep()
        await self.ticker.remind()

    async def told(self, seat: Seat) -> list[tuple[int, str, str]]:
        """The reminders of a seat, delivered or not: when they were made, where, and of what."""
        found = [(row.made_at, row.target, letter) for row, letter in await reminders(self.store)]
        return [(at, target, letter.reminds) for at, target, letter in found if letter.seat == seat]

    async def order(self, game: int, seat: Seat, order: Order) -> None:
        """An order that is obeyed."""
        reply = await self.desk.orders.submit(game, seat, order, user=PLAYERS.get(seat, GM))
        assert reply.refusal is None, reply.text


async def reminders(store: Store) -> list[tuple[Waiting, Letter]]:
    """All reminders that were ever to be posted."""
    rows = await store.database.read(
        lambda connection: connection.execute(
            "SELECT id, guild, game, target, body, nonce, priority, made_at, claimed_at, attempts FROM outbox"
            " ORDER BY id"
        ).fetchall()
    )
    found = [(Waiting(*row), decoded(row[4])) for row in rows]
    return [(row, letter) for row, letter in found if letter.reminds]


@pytest.fixture
def night(store: Store, clock: Clock) -> Night:
    return Night(store, clock)


async def test_whoever_owes_is_asked_and_reminded_12_and_2_hours_before_the_deadline(
    night: Night, clock: Clock
) -> None:
    await night.opened()
    for _ in range(48 * 6 - 1):
        await night.look()
        clock.skip(STEP)
    first = START + PRESENT
    assert [at - first for at, _, _ in await night.told(RED)] == [0, 36 * HOUR, 46 * HOUR]
    letter = [letter for _, letter in await reminders(night.store)][-1]
    deadline = START + 48 * HOUR
    assert letter.text == (
        f"<@{BOB}> **Night**: the table waits for your orders, until <t:{deadline}:F> (<t:{deadline}:R>). "
        "`/table panel` shows what you can do."
    )
    assert letter.mentions == (BOB,)


class Truth:
    """What each seat owed at each step, written down beside the bot: when its reminders fell due, and which were told.

    Several that fall due at one step are one reminder.
    """

    def __init__(self, night: Night) -> None:
        self.night = night
        self.since: dict[tuple[int, Seat, Instant | None], int] = {}
        self.past: set[tuple[int, Seat, Instant | None, int]] = set()
        self.wanted: list[tuple[int, Seat, int]] = []

    async def step(self, game: int) -> None:
        """Hold what is awaited now against what was."""
        row, now = await self.night.store.game(game), self.night.clock.now()
        state = await self.night.desk.views.known(game, None)
        if row.status != "running":
            return
        log = await self.night.store.commands(game)
        for one in self.night.books.current("toy").awaits(state):
            assert one.until is not None
            matter = (game, one.seat, one.until)
            since = self.since.setdefault(matter, now)
            there = max(command.wall for command in log if command.user == PLAYERS[one.seat]) + PRESENT
            ahead = {by: one.until + row.clock_offset - by for by in one.ahead}
            due = {
                seconds for seconds, at in ahead.items() if since < at <= now and (*matter, seconds) not in self.past
            }
            if (*matter, 0) not in self.past and (due or there <= now):
                due.add(0)
            if due:
                self.wanted.append((game, one.seat, now))
            self.past |= {(*matter, by) for by in due}


async def test_a_simulated_month_misses_none_repeats_none_and_tells_nothing_stale(night: Night, clock: Clock) -> None:
    """Random orders, postponements, pauses and days without the bot, in steps of ten minutes."""
    chance, truth = random.Random(6), Truth(night)
    game = await night.opened()
    away = paused = 0
    for _ in range(30 * 24 * 6):
        clock.skip(STEP)
        away, paused = max(0, away - 1), max(0, paused - 1)
        if away:
            continue
        night.start()
        await night.ticker.sweep()
        status = (await night.store.game(game)).status
        seat = chance.choice((RED, BLUE))
        known = await night.desk.views.known(game, seat)
        if known.over:
            game = await night.opened(name=f"Night {clock.now()}")
        elif status == "paused" and not paused:
            await night.desk.moderation.resume(game, user=GM)
        elif status == "running" and chance.random() < 0.01 and seat not in known.locks():
            await night.order(game, seat, Lock())
        elif status == "running" and chance.random() < 0.003:
            await night.order(game, MODERATOR, Postpone(minutes=600))
        elif status == "running" and chance.random() < 0.002:
            await night.desk.moderation.pause(game, user=GM)
            paused = chance.randint(1, 200)
        elif chance.random() < 0.002:
            away = chance.randint(1, 300)
        await night.look()
        await truth.step(game)
    made = [(row.game, Seat(letter.seat), row.made_at) for row, letter in await reminders(night.store)]
    assert sorted(map(str, made)) == sorted(map(str, truth.wanted))
    assert len(made) > 40
    assert sorted({len(truth.wanted), len(set(truth.wanted))}) == [len(made)]
