"""Work that may be slow goes to a thread by what its kind took last, and by the length of what it reads."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import Rulebooks
from bot.game.slow_work import LONG, QUICK, SlowWork
from engine.game import MODERATOR, Seat, Setup
from engine.played.checks import checks_of
from storage.records import Game
from storage.store import Store
from tests.bot.ledger import Ledger, Shout
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, START, opened
from tests.rulebooks import delivered


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


async def test_a_kind_goes_to_a_thread_until_it_was_seen_to_be_quick_and_again_once_it_was_slow() -> None:
    works = Works()
    assert not await works.on_loop(takes=QUICK * 1.5)
    assert not await works.on_loop()
    assert await works.on_loop(takes=QUICK * 1.5)
    assert not await works.on_loop()
    assert await works.on_loop()


async def test_each_kind_is_judged_by_itself() -> None:
    works = Works()
    await works.on_loop("gcw battle move")
    await works.on_loop(takes=1)
    assert await works.on_loop("gcw battle move")
    assert not await works.on_loop()


async def test_what_takes_just_as_long_as_it_may_stays_on_the_loop() -> None:
    works = Works()
    await works.on_loop(takes=QUICK)
    assert await works.on_loop(takes=QUICK)
    assert await works.on_loop()


async def test_a_long_text_is_read_by_a_thread_however_quick_the_last_was() -> None:
    works = Works()
    await works.on_loop()
    assert await works.on_loop(length=LONG)
    assert not await works.on_loop(length=LONG + 1)
    assert not await works.on_loop(length=LONG + 1)
    assert await works.on_loop(length=LONG)


async def test_a_stall_of_the_loop_is_logged_and_one_of_a_thread_is_not(caplog: pytest.LogCaptureFixture) -> None:
    works = Works()
    await works.on_loop(takes=0.25)
    assert caplog.messages == []
    await works.on_loop("gcw show fleet")
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
    for _ in range(2):  # a kind that nobody has seen yet is done on a thread
        threads.elsewhere()
        await desk.orders.submit(game, red, Shout(words="Hear!"), user=user)
        await desk.orders.sheet(game, red, "shout Hear!", user=user)
    assert not threads.elsewhere()
    assert (await desk.orders.submit(game, red, Shout(words=LONG_SPEECH), user=user)).refusal is None
    assert threads.elsewhere()
    await desk.orders.sheet(game, red, "\n".join(["roll"] * (LONG // 5 + 1)), user=user)
    assert threads.elsewhere()


OPTIONS = {"freedom": {"scenario": "skirmish"}, "sunrise": {"pace": "post"}}
SEATED = {Seat("red"): ALICE, Seat("blue"): BOB}


async def seen(desk: Desk, rulebook: str) -> Game:
    """A game of a rulebook, its first moves made."""
    wanted = NewGame(rulebook, "Twilight", OPTIONS.get(rulebook, {}))
    game = await desk.lobby.create(wanted, guild=GUILD, user=GM, channel=CHANNEL)
    for seat, user in SEATED.items():
        await desk.lobby.join(game.id, user, seat)
    await desk.lobby.start(game.id, GM)
    users = {**SEATED, MODERATOR: GM}
    for seat, order in checks_of(desk.rulebooks.of(game)).opening(Setup("Twilight", tuple(SEATED))):
        await desk.orders.submit(game.id, seat, order, user=users[seat])
    return await desk.store.game(game.id)


@pytest.mark.parametrize("rulebook", delivered().names)
async def test_what_somebody_looks_at_is_made_off_the_event_loop_however_quick_it_was_before(
    store: Store, rulebook: str
) -> None:
    threads = Threads()
    desk = Desk(store, delivered(), Clock(lambda: START, threads))
    game, red = await seen(desk, rulebook), Seat("red")
    rules, views = desk.rulebooks.of(game), desk.views
    home = await views.home(game.id, red)
    first = home.report.suggestions[0].line if home.report.suggestions else ""
    order = next(kind for kind in home.orders if kind.picks())
    field = next(iter(order.picks()))
    looks: dict[str, Callable[[], Awaitable[object]]] = {
        "home": lambda: views.home(game.id, red),
        "offer": lambda: views.offer(game.id, red, "", lambda one: one.line == first),
        "examples": lambda: views.examples(game.id, red, 2, 100),
        "show": lambda: views.show(game.id, red, rules.views[0].name),
        "log": lambda: views.log(game.id, red),
        "options": lambda: views.options(game.id, red, order, field, {}),
        "menus": lambda: views.menus(game.id, red, order, 25),
        "subjects": lambda: views.subjects(game.id, red, next(view.name for view in rules.views if view.about)),
        "dashboard": lambda: desk.surveys.survey(game.id, whole=True),
    }
    for name, look in looks.items():
        for _ in range(3):
            threads.asked.clear()
            await look()
            assert threads.asked and threads.loop not in threads.asked, name


async def test_odds_are_reckoned_off_the_event_loop_and_so_are_the_words_of_a_roll(store: Store) -> None:
    threads = Threads()
    desk = Desk(store, delivered(), Clock(lambda: START, threads))
    for words in ("60d33 vs 60d33", "12d100!t2 vs 200"):
        for _ in range(3):
            threads.asked.clear()
            assert "%" in (await desk.rolls.odds(words, guild=GUILD, user=ALICE)).lead
            assert threads.asked and threads.loop not in threads.asked

    for at, words in enumerate(("d20 vs 3", "5D vs 4", "d20 vs 3", "60D vs 100", "60d33 vs 60d33")):
        threads.elsewhere()
        rolled = await desk.rolls.roll(
            words, "everybody", guild=GUILD, channel=CHANNEL, user=ALICE, interaction=str(at)
        )
        assert "to succeed" in rolled.text and threads.elsewhere(), words
