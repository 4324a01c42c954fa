"""The ticker: deadlines, also those missed; the daily announcement and the nightly copy, once a day."""

from __future__ import annotations

import asyncio
import datetime
import os
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.game.daily_copies import Backup, held_by, kept
from bot.game.desk.desk import Desk
from bot.game.ticker import Ticker
from engine.clock import DAY, HOUR
from engine.game import MODERATOR, Seat
from storage.files.copy import read_back
from storage.guilds import Settings
from storage.store import Store
from tests.bot.ledger import INCOME, Mint, Shout
from tests.bot.opened import ALICE, GM, GUILD, START, opened, posted

RED = Seat("red")


async def test_deadlines_missed_while_down_are_met_once_in_order(desk: Desk, store: Store, clock: Clock) -> None:
    first = await opened(desk)
    clock.skip(60)
    second = await opened(desk, "More coins")
    clock.skip(3 * DAY)
    restarted = Desk(store, desk.rulebooks, clock)
    assert await Ticker(restarted, clock).sweep() == 2
    assert await Ticker(restarted, clock).sweep() == 0
    for game in (first, second):
        assert (await restarted.views.known(game, RED)).coins["red"] == 72 * INCOME
        assert await restarted.record.verify(game) is None
    late = [letter.text for target, letter in await posted(store) if target == f"seat:{first}:red"]
    assert late[0].startswith("-# Due") and "told late" in late[0]


async def test_what_a_clock_that_is_moved_makes_due_is_met_though_a_sweep_was_under_way(
    desk: Desk, clock: Clock
) -> None:
    await opened(desk)
    ticker = Ticker(desk, clock)
    under_way = asyncio.create_task(ticker.sweep())
    await asyncio.sleep(0)
    assert await ticker.sweep() == 0, "one at a time"
    clock.skip(3 * DAY)
    met = await ticker.sweep_after()
    assert under_way.done() and met + under_way.result() >= 1
    assert not await desk.store.due(clock.now(), 10, ())


async def test_the_day_is_announced_once_at_the_guilds_hour(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, RED, Shout(words="we hold the pass"), user=ALICE)
    await desk.store.set_settings(GUILD, Settings(time_zone="Europe/Berlin", daily_hour=18))
    local = datetime.datetime.fromtimestamp(clock.now(), datetime.UTC)
    berlin = Settings(time_zone="Europe/Berlin").zone()
    evening = local.astimezone(berlin).replace(hour=17, minute=59, second=0) + datetime.timedelta(days=1)
    ticker = Ticker(desk, clock)
    await ticker.announce()
    clock.skip(int(evening.timestamp()) - clock.now())
    assert await ticker.announce() == 0
    clock.skip(60)
    assert await ticker.announce() == 1
    assert await Ticker(desk, clock).announce() == 0  # nor after a restart
    target, letter = (await posted(store))[-1]
    assert target == f"game:{game}"
    assert "the day in brief" in letter.text
    assert letter.mentions == ()
    assert "Awaited: **blue** (<@12>) for a payment, until <t:" in letter.text
    clock.skip(2 * DAY + HOUR)  # down at the hour, and on the day before: today's comes late, yesterday's not at all
    assert await Ticker(desk, clock).announce() == 1


async def test_the_announcement_tells_what_everybody_heard_and_no_secrets(
    desk: Desk, store: Store, clock: Clock
) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=77, payee="red"), user=GM)
    await desk.orders.submit(game, RED, Shout(words="we hold the pass"), user=ALICE)
    await desk.store.set_settings(
        GUILD, Settings(daily_hour=datetime.datetime.fromtimestamp(clock.now(), datetime.UTC).hour)
    )
    assert await Ticker(desk, clock).announce() == 1
    text = (await posted(store))[-1][1].text
    assert "- red: we hold the pass" in text and "77" not in text


async def test_the_daily_copy_is_made_once_and_old_ones_go(
    desk: Desk, store: Store, clock: Clock, tmp_path: Path
) -> None:
    await opened(desk)
    copies = tmp_path / "copies"
    ticker = Ticker(desk, clock, Backup(folder=copies, hour=4, keep=3))
    clock.skip(DAY - clock.now() % DAY + 5 * HOUR)
    made = await ticker.copy()
    assert made is not None and read_back(made).rows["seat"] == 2
    assert await ticker.copy() is None
    for _ in range(5):
        clock.skip(DAY)
        await ticker.copy()
    assert len(list(copies.iterdir())) == 3


async def test_a_copy_beside_the_database_goes_when_its_day_has_come(
    desk: Desk, store: Store, clock: Clock, tmp_path: Path
) -> None:
    database, backup = store.database.path, Backup(folder=tmp_path / "copies", hour=4, keep=3)
    clock.skip(DAY - clock.now() % DAY + 5 * HOUR)
    ticker = Ticker(desk, clock, backup)
    left = [database.with_name(f"{database.name}.{ending}") for ending in ("before-4", "before-restore")]
    for copy, age in zip(left, (2 * DAY, 3 * DAY), strict=True):
        copy.write_bytes(b"a copy")
        os.utime(copy, (clock.now() - age, clock.now() - age))
    left[1].with_name(f"{left[1].name}-wal").write_bytes(b"its log")
    made = await ticker.copy()
    assert made is not None and left[0].exists() and not list(database.parent.glob("*.before-restore*"))
    today = datetime.datetime.fromtimestamp(clock.now(), datetime.UTC).date()
    assert [(copy.path, (copy.until - today).days) for copy in kept(database, backup)] == [(left[0], 1), (made, 3)]
    assert f"`{made.name}` until {today + datetime.timedelta(days=3)}" in held_by(kept(database, backup))


class Stopped(Clock):
    """A clock whose steady seconds the test sets."""

    def __init__(self, wall: Clock) -> None:
        super().__init__(wall=wall.now)
        self._held = wall
        self.seconds = 0.0

    @property
    def skipped(self) -> int:
        return self._held.skipped

    def steady(self) -> float:
        return self.seconds


async def test_it_runs_by_itself_and_wakes_a_scheduler_that_overslept(
    desk: Desk, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.game.ticker.SLEPT", 0.02)
    stopped = Stopped(clock)
    game = await opened(desk)
    ticker = Ticker(desk, stopped)
    running = asyncio.create_task(ticker.run())
    await asyncio.sleep(0.05)
    clock.skip(HOUR)
    stopped.seconds += 60  # the scheduler's next run is most of a second away; the watchdog comes first
    desk.transactions.posted.clear()
    async with asyncio.timeout(0.5):
        await desk.transactions.posted.wait()
    assert (await store.game(game)).due_at == START + 2 * HOUR
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_job_that_is_under_way_when_it_is_stopped_ends_without_a_word(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.game.ticker.CALENDAR", 0.01)
    calls, under_way = 0, asyncio.Event()

    async def lock() -> None:
        nonlocal calls
        calls += 1
        if calls > 1:  # the first is before the scheduler begins
            under_way.set()
            await asyncio.Event().wait()

    running = asyncio.create_task(Ticker(desk, clock, lock=lock).run())
    async with asyncio.timeout(5):
        await under_way.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await asyncio.sleep(0.05)  # the job hears of it a turn of the loop later
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
