"""The clock: a jump of the machine's moves nothing that the steady clock and Discord's do not bear out."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from bot.clock import Clock, HeldWall
from bot.game.desk.desk import Desk
from bot.game.desk.downtime import GRACE
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from engine.clock import DAY, HOUR, MINUTE
from storage.store import Store
from tests.bot.ledger import Ledger
from tests.bot.opened import GUILD, START, opened, posted


class Machine:
    """A machine whose clocks the test sets: what its wall clock shows, and seconds since it was started."""

    def __init__(self, shows: float = START) -> None:
        self.shows, self.steady = shows, 100.0
        self.clock = Clock(HeldWall(lambda: self.shows, lambda: self.steady), lambda: self.steady)

    def passes(self, seconds: float) -> None:
        """Time passes, on both."""
        self.shows += seconds
        self.steady += seconds

    def discord(self, at: float) -> None:
        """An answer of Discord's comes in at that time of its own."""
        self.clock.heard(formatdate(at, usegmt=True))


def test_three_days_forward_for_a_moment_move_nothing() -> None:
    machine = Machine()
    machine.shows += 3 * DAY
    machine.passes(2)
    assert machine.clock.now() == START + 2
    assert machine.clock.doubtful
    machine.shows -= 3 * DAY
    machine.passes(2)
    assert machine.clock.now() == START + 4
    assert not machine.clock.doubtful
    assert machine.clock.jumps() == [
        "The clock of the machine that I run on jumped 3 d 0 h ahead; I go on by the time that passed."
    ]
    assert machine.clock.jumps() == []


def test_a_clock_that_is_set_right_little_by_little_is_followed() -> None:
    machine = Machine()
    for _ in range(100):
        machine.passes(10)
        machine.shows -= 1
        assert machine.clock.now() == int(machine.shows)
    assert machine.clock.jumps() == []


def test_a_sleep_that_discord_bears_out_is_caught_up_with() -> None:
    machine = Machine()
    machine.shows += 8 * HOUR
    assert machine.clock.now() == START
    machine.discord(START + 8 * HOUR + 1)
    assert machine.clock.now() == START + 8 * HOUR
    assert not machine.clock.doubtful
    assert machine.clock.jumps()[-1].startswith("By Discord's clock it is 8 h 0 min ahead of mine")


@pytest.mark.parametrize("wrong", [3 * DAY, -2 * HOUR])
def test_a_clock_that_is_wrong_at_the_start_is_set_by_discords_first_answer(wrong: int) -> None:
    machine = Machine(START + wrong)
    machine.discord(START)
    assert machine.clock.now() == START
    machine.passes(HOUR)
    assert machine.clock.now() == START + HOUR
    assert len(machine.clock.jumps()) == 1
    machine.shows -= wrong  # somebody sets it right
    assert machine.clock.now() == START + HOUR
    assert not machine.clock.doubtful


def test_a_date_that_differs_little_or_cannot_be_read_changes_nothing() -> None:
    machine = Machine()
    machine.discord(START + 30)
    machine.clock.heard("yesterday")
    machine.clock.heard(None)
    assert machine.clock.now() == START and machine.clock.jumps() == []


async def test_no_deadline_is_met_early_or_late_and_moderators_are_told(store: Store) -> None:
    machine = Machine()
    books = Rulebooks()
    books.add(Ledger())
    desk = Desk(store, books, machine.clock)
    game = await opened(desk)
    asked: list[float] = []

    async def ask() -> None:
        asked.append(machine.clock.now())
        machine.discord(START + 1)

    ticker = Ticker(desk, machine.clock, ask=ask)
    desk.transactions.posted.clear()
    machine.shows += 3 * DAY
    machine.passes(1)
    assert await ticker.sweep() == 0
    await ticker.look_at_calendar()
    assert asked == [START + 1] and desk.transactions.posted.is_set()  # the postman need not wait for its next look
    row = await store.game(game)
    assert (row.floor, row.due_at) == (START, START + HOUR)
    machine.shows -= 3 * DAY
    machine.passes(HOUR - MINUTE)
    assert await ticker.sweep() == 0
    machine.passes(MINUTE - 1)
    assert await ticker.sweep() == 1
    assert (await store.game(game)).due_at == START + 2 * HOUR
    told = [letter.text for target, letter in await posted(store) if target == f"moderators:{GUILD}"]
    assert ["jumped 3 d 0 h ahead" in text for text in told] == [True, False], "then who let the deadline pass"


async def test_what_fell_due_while_the_machine_slept_is_half_an_hour_after_it_woke(store: Store) -> None:
    machine = Machine()
    books = Rulebooks()
    books.add(Ledger())
    desk = Desk(store, books, machine.clock)
    game = await opened(desk)

    async def ask() -> None:
        machine.discord(machine.shows)

    ticker = Ticker(desk, machine.clock, ask=ask)
    machine.shows += 2 * HOUR + MINUTE
    assert await ticker.sweep() == 0
    await ticker.look_at_calendar()
    assert await ticker.sweep() == 0
    assert (await store.game(game)).due_at == START + 2 * HOUR + MINUTE + GRACE
