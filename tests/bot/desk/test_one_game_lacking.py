"""A game whose rulebook is not to be had, or fails, holds up no other game: not their grace, reminders or briefs, nor
the daily copy.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import Clock
from bot.game.daily_copies import Backup
from bot.game.desk.desk import Desk
from bot.game.desk.downtime import GRACE
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from engine.clock import DAY, HOUR
from engine.game import Awaited, Seat
from storage.guilds import Settings
from storage.store import Store
from tests.bot.ledger import Ledger, Purses, Shout
from tests.bot.opened import ALICE, GUILD, opened, posted


class Broken(Ledger):
    """A ledger in which nobody can say who is awaited."""

    def awaits(self, state: Purses) -> tuple[Awaited, ...]:
        raise RuntimeError("a bug")


class Both:
    """Two games of a server, of which the older one cannot be played any more since the latest start."""

    def __init__(self, store: Store, clock: Clock, left: str) -> None:
        self.store, self.clock, self.left = store, clock, left

    async def begin(self) -> Desk:
        """The desk on which only the second of them can be played."""
        before = Rulebooks()
        before.add(Ledger(digest="lost"))
        self.lost = await opened(Desk(self.store, before, self.clock), "Lost")
        now = Rulebooks()
        if self.left == "broken":
            now.add(Broken(digest="lost"))
        now.add(Ledger())
        desk = Desk(self.store, now, self.clock)
        self.sound = await opened(desk, "Sound")
        return desk


@pytest.fixture(params=["missing", "broken"])
def both(store: Store, clock: Clock, request: pytest.FixtureRequest) -> Both:
    return Both(store, clock, request.param)


async def test_others_have_their_grace(both: Both, store: Store, clock: Clock) -> None:
    desk = await both.begin()
    await desk.downtime.alive()
    clock.skip(5 * HOUR)
    assert await desk.downtime.since_last_alive() == 1
    assert (await store.game(both.sound)).due_at == clock.now() + GRACE


async def test_others_are_reminded(both: Both, store: Store, clock: Clock) -> None:
    desk = await both.begin()
    ticker = Ticker(desk, clock)
    clock.skip(HOUR // 2)
    await ticker.remind()
    assert f"seat:{both.sound}:red" in [target for target, letter in await posted(store) if letter.reminds]


async def test_others_have_their_day_in_brief_and_all_are_copied(
    both: Both, store: Store, clock: Clock, tmp_path: Path
) -> None:
    desk = await both.begin()
    await desk.orders.submit(both.sound, Seat("red"), Shout(words="we hold the pass"), user=ALICE)
    await store.set_settings(GUILD, Settings(daily_hour=23))
    clock.skip(DAY - clock.now() % DAY + 23 * HOUR)
    await store.remember(f"daily:{GUILD}", "yesterday")
    await Ticker(desk, clock, Backup(folder=tmp_path / "copies")).look_at_calendar()
    told = [target for target, letter in await posted(store) if "the day in brief" in letter.text]
    assert told == [f"game:{both.sound}"]
    assert list((tmp_path / "copies").iterdir())
