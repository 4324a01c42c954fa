"""Work that may be slow goes to a thread by what its kind took last, and by the length of what it reads."""

from __future__ import annotations

import threading

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebooks import Rulebooks
from bot.game.slow_work import LONG, QUICK, STALL, SlowWork
from engine.game import Seat
from storage.store import Store
from tests.bot.ledger import Ledger, Shout
from tests.bot.opened import ALICE, START, opened


class Works:
    """Work that takes as many seconds of a clock as a test says, and notes whether it was done on the event loop."""

    def __init__(self) -> None:
        self.steady = 0.0
        self.slow_work = SlowWork(Clock(lambda: 0.0, lambda: self.steady))
        self.loop = threading.get_ident()

    async def on_loop(self, kind: str = "gcw battle fire", *, takes: float = 0.0, length: int = 0) -> bool:
        """Do some work; whether the event loop did it."""

        def work() -> bool:
            self.steady += takes
            return threading.get_ident() == self.loop

        return await self.slow_work.run(kind, work, length=length)


async def test_a_kind_that_was_slow_goes_to_a_thread_until_it_was_quick_again() -> None:
    works = Works()
    assert await works.on_loop(takes=QUICK * 1.5)
    assert not await works.on_loop(takes=QUICK * 1.5)
    assert not await works.on_loop()
    assert await works.on_loop()


async def test_each_kind_is_judged_by_itself() -> None:
    works = Works()
    await works.on_loop(takes=1)
    assert await works.on_loop("gcw show fleet")
    assert not await works.on_loop()


async def test_what_takes_just_as_long_as_it_may_stays_on_the_loop() -> None:
    works = Works()
    await works.on_loop(takes=QUICK)
    assert await works.on_loop()


async def test_a_long_text_is_read_by_a_thread_however_quick_the_last_was() -> None:
    works = Works()
    assert await works.on_loop(length=LONG)
    assert not await works.on_loop(length=LONG + 1)
    assert not await works.on_loop(length=LONG + 1)
    assert await works.on_loop(length=LONG)


async def test_a_stall_of_the_loop_is_logged_and_one_of_a_thread_is_not(caplog: pytest.LogCaptureFixture) -> None:
    works = Works()
    await works.on_loop(takes=STALL)
    assert caplog.messages == []
    await works.on_loop(takes=3 * STALL, length=LONG + 1)
    assert caplog.messages == []
    await works.on_loop("gcw show fleet", takes=0.25)
    assert caplog.messages == ["gcw show fleet took 250 ms on the event loop; the next one runs on a thread"]


class Threads:
    """A steady clock that notes in which threads it was asked: slow work asks it where it is done."""

    def __init__(self) -> None:
        self.loop, self.asked = threading.get_ident(), set[int]()

    def __call__(self) -> float:
        self.asked.add(threading.get_ident())
        return 0.0

    def elsewhere(self) -> bool:
        """True if it was asked anywhere but on the event loop since this was last called."""
        asked, self.asked = self.asked, set()
        return bool(asked - {self.loop})


LONG_SPEECH = "Hear! " * (LONG // 6 + 1)


async def test_a_long_order_and_a_long_sheet_are_read_by_a_thread_and_short_ones_at_once(store: Store) -> None:
    rulebooks, threads = Rulebooks(), Threads()
    rulebooks.add(Ledger())
    desk = Desk(store, rulebooks, Clock(lambda: START, threads))
    game = await opened(desk)
    threads.elsewhere()
    red, user = Seat("red"), ALICE
    await desk.orders.submit(game, red, Shout(words="Hear!"), user=user)
    await desk.orders.sheet(game, red, "shout Hear!", user=user)
    assert not threads.elsewhere()
    assert (await desk.orders.submit(game, red, Shout(words=LONG_SPEECH), user=user)).refusal is None
    assert threads.elsewhere()
    await desk.orders.sheet(game, red, "\n".join(["roll"] * (LONG // 5 + 1)), user=user)
    assert threads.elsewhere()
