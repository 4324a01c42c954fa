"""The postman: order, retries, lost answers, places that are gone or closed."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence

import msgspec
import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.transaction import FOR_MODERATORS
from bot.posts.bell import Bell
from bot.posts.news import DECIDES, DECORATES, INFORMS, Letter, encoded, moderators_of, nonce
from bot.posts.postman import (
    GIVEN_UP,
    HOLD,
    KEEPS_TRYING,
    LONGEST_HOLD,
    NONCE_KEPT,
    TRIES,
    WAITS,
    Barred,
    NotYet,
    Postman,
    Unchanged,
    Unclear,
    Undelivered,
    Unfit,
)
from engine.clock import DAY
from engine.text.message import NOTHING, Text, term
from storage.records import Post, Waiting
from storage.store import Store
from tests.bot.opened import GM, GUILD, START, opened

passes = functools.partial(asyncio.sleep, 0)
"""Lets others go on for a moment; kept here, since a test puts its own sleep in the place of asyncio's."""


class Standing(msgspec.Struct):
    """A message that stands in a place."""

    target: str
    text: str
    message: int
    nonce: str


class Board:
    """A place to post to that fails as the test says, and drops second copies of a nonce while it remembers it."""

    def __init__(self) -> None:
        self.standing: list[Standing] = []
        self.faults: dict[str, list[Callable[[], Undelivered | None]]] = {}
        self.remembers = True
        self.lost_answers: set[str] = set()
        self.arrived = asyncio.Event()

    def texts(self, target: str) -> list[str]:
        return [post.text for post in self.standing if post.target == target]

    async def carry(self, row: Waiting, letter: Letter, refused: Text = NOTHING) -> int:
        await asyncio.sleep(0)
        if waiting := self.faults.get(row.target):
            fault = waiting.pop(0)()
            if fault is not None:
                raise fault
        if self.remembers:
            for post in self.standing:
                if post.nonce == row.nonce:
                    return post.message
        text = f"file: {letter.text}" if refused else letter.text
        self.standing.append(Standing(row.target, text, 1000 + len(self.standing), row.nonce))
        self.arrived.set()
        if letter.text in self.lost_answers:
            self.lost_answers.discard(letter.text)
            raise Unclear(DROPPED)
        return self.standing[-1].message

    async def made(self, row: Waiting, letter: Letter, after: int | None) -> Sequence[int]:
        return [
            post.message
            for post in self.standing
            if post.target == row.target and post.text == letter.text and post.message > (after or 0)
        ]


@pytest.fixture
def board() -> Board:
    return Board()


class Ticking(Clock):
    """A clock whose steady seconds pass with every look, so that short rests are soon over; its wall can be set."""

    def __init__(self) -> None:
        super().__init__(wall=lambda: START + self.set_by)
        self.set_by = 0
        self.passed, self.step = 0.0, 5.0

    def steady(self) -> float:
        self.passed += self.step
        return self.passed + self.skipped


class Paused(Clock):
    """A clock on which time passes only where somebody sleeps, and then at once."""

    def __init__(self) -> None:
        super().__init__(wall=lambda: START)
        self.slept = 0.0

    def steady(self) -> float:
        return self.slept

    async def sleep(self, seconds: float) -> None:
        until = self.slept + seconds
        await passes()
        self.slept = max(self.slept, until)


@pytest.fixture
def ticking() -> Ticking:
    return Ticking()


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def postman(store: Store, board: Board, ticking: Ticking, bell: Bell) -> Postman:
    return Postman(store, board, ticking, bell, per_second=1e6)


DROPPED = term("The connection dropped.")


def letter(target: str, text: str, priority: int = INFORMS) -> Post:
    return Post(GUILD, None, target, encoded(Letter(text)), nonce(), priority, START)


def never(reason: str) -> list[Callable[[], Undelivered | None]]:
    """A place that cannot be reached until the faults are taken away."""
    return [lambda: Barred(term(reason))] * 1000


# What goes when


async def test_what_decides_goes_first_and_a_place_keeps_its_order(
    postman: Postman, store: Store, board: Board
) -> None:
    await store.post([letter("channel:1", "map", DECORATES), letter("channel:1", "one"), letter("channel:1", "two")])
    await store.post([letter("channel:2", "elsewhere"), letter("channel:2", "fire", DECIDES)])
    await postman.deliver_all()
    assert board.texts("channel:1") == ["map", "one", "two"]
    assert board.texts("channel:2") == ["elsewhere", "fire"]
    assert board.standing[0].text == "elsewhere"  # its place has something that decides
    assert await store.outbox_counts() == (0, 5, 0)


async def test_it_asks_no_more_a_second_than_it_may_and_a_seats_post_asks_twice(
    store: Store, board: Board, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time passes only where the postman waits: so the seconds that pass are those of its pace."""
    clock = Paused()
    monkeypatch.setattr("asyncio.sleep", clock.sleep)
    await store.post([letter(f"channel:{number}", "news") for number in range(9)])
    await store.post([letter("seat:1:red", "orders")])
    await store.post([letter("channel:10", "the last")])
    await Postman(store, board, clock, bell, per_second=4).deliver_all()
    assert len(board.standing) == 11
    assert clock.slept == pytest.approx((9 + 2) / 4)  # eleven requests have gone when the twelfth goes


async def test_once_means_once(postman: Postman, store: Store, board: Board) -> None:
    daily = Post(GUILD, None, "channel:2", encoded(Letter("daily")), nonce(), INFORMS, START, once="daily:7:2026-11-21")
    again = Post(GUILD, None, "channel:2", encoded(Letter("daily")), nonce(), INFORMS, START, once="daily:7:2026-11-21")
    assert await store.post([daily]) == 1
    assert await store.post([again]) == 0
    await postman.deliver_all()
    assert board.texts("channel:2") == ["daily"]


async def test_a_fault_holds_up_no_other_place(postman: Postman, store: Store, board: Board) -> None:
    board.faults["channel:1"] = [
        lambda: NotYet(term("503")),
        lambda: Unclear(DROPPED),
        lambda: NotYet(term("429"), 3.0),
    ]
    await store.post([letter("channel:1", "slow"), letter("channel:2", "quick"), letter("channel:1", "slow too")])
    await postman.deliver_all()
    assert board.texts("channel:2") == ["quick"] and board.texts("channel:1") == ["slow", "slow too"]


async def test_it_delivers_while_running_and_stops_when_told(
    desk: Desk, store: Store, board: Board, clock: Clock
) -> None:
    running = asyncio.create_task(Postman(store, board, clock, desk.transactions.posted, per_second=1e6).run())
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=1, channel=70)
    await desk.lobby.join(game.id, 11, "red")
    async with asyncio.timeout(5):
        await board.arrived.wait()
    assert board.texts(f"game:{game.id}") == ["<@11> joins as **red**."]
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_what_is_being_sent_when_it_is_told_to_stop_is_finished_first(
    store: Store, board: Board, clock: Clock, bell: Bell
) -> None:
    begun, goes_on = asyncio.Event(), asyncio.Event()

    class Slow(Board):
        async def carry(self, row: Waiting, letter: Letter, refused: Text = NOTHING) -> int:
            begun.set()
            await goes_on.wait()
            return await super().carry(row, letter, refused)

    slow = Slow()
    await store.post([letter("channel:1", "half said")])
    running = asyncio.create_task(Postman(store, slow, clock, bell, per_second=1e6).run())
    async with asyncio.timeout(5):
        await begun.wait()
    running.cancel()
    for _ in range(3):
        await passes()
    assert not running.done()
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert slow.texts("channel:1") == ["half said"] and await store.outbox_counts() == (0, 1, 0)


async def test_a_place_that_is_busy_rests_twice_as_long_each_time(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    ticking.step = 0.0
    board.faults["channel:1"] = [lambda: NotYet(term("it is busy"))] * 100
    await store.post([letter("channel:1", "news")])
    for attempt, rest in enumerate((1, 2, 4, 8), 1):
        await postman.deliver_all()
        ticking.skip(rest - 1)
        await postman.deliver_all()
        assert 100 - len(board.faults["channel:1"]) == attempt
        ticking.skip(1)


# Once, and not twice


async def test_a_lost_answer_makes_no_second_post(postman: Postman, store: Store, board: Board) -> None:
    board.lost_answers = {"once only"}
    await store.post([letter("channel:1", "once only"), letter("channel:1", "then this")])
    await postman.deliver_all()
    assert board.texts("channel:1") == ["once only", "then this"]
    assert await store.outbox_counts() == (0, 2, 0)


async def lost(postman: Postman, store: Store, board: Board) -> None:
    """A post that stands in its place, whose answer was lost and its nonce forgotten; and one that waits after it."""
    await store.post([letter("channel:1", "before")])
    await postman.deliver_all()
    board.lost_answers = {"lost"}
    board.faults["channel:1"] = [lambda: None, lambda: NotYet(term("Discord is away"), 1000.0)]
    await store.post([letter("channel:1", "lost"), letter("channel:1", "after")])
    await postman.deliver_all()
    board.remembers = False


async def test_it_is_looked_for_when_its_nonce_may_be_forgotten(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await lost(postman, store, board)
    ticking.skip(1000)
    await postman.deliver_all()
    assert board.texts("channel:1") == ["before", "lost", "after"]
    assert await store.made_as([1000, 1001, 1002]) == {1000, 1001, 1002}


async def test_also_when_the_wall_clock_was_set_back_in_between(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await lost(postman, store, board)
    ticking.skip(1000)
    ticking.set_by = -990
    await postman.deliver_all()
    assert board.texts("channel:1") == ["before", "lost", "after"]


async def test_also_when_the_machine_slept_and_its_steady_clock_with_it(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await lost(postman, store, board)
    postman._resting.clear()
    ticking.set_by = NONCE_KEPT + 100
    await postman.deliver_all()
    assert board.texts("channel:1") == ["before", "lost", "after"]


async def test_also_by_a_process_that_began_a_moment_ago(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await lost(postman, store, board)
    await Postman(store, board, ticking, Bell(), per_second=1e6).deliver_all()
    assert board.texts("channel:1") == ["before", "lost", "after"]


async def test_also_when_later_attempts_certainly_failed_or_were_as_unclear(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await lost(postman, store, board)
    ticking.step = 0.0  # the machine sleeps between the attempts
    board.faults["channel:1"] = [
        lambda: Unclear(DROPPED),
        lambda: NotYet(term("away")),
        lambda: Unclear(DROPPED),
    ]
    for _ in range(4):
        postman._resting.clear()
        ticking.set_by += NONCE_KEPT // 2
        await postman.deliver_all()
    assert board.texts("channel:1") == ["before", "lost", "after"]


async def test_an_equal_text_that_belongs_to_another_post_is_not_taken_for_it(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await store.post([letter("channel:1", "red: hi")])
    await postman.deliver_all()
    await store.post([letter("channel:1", "red: hi")])
    await store.take(START, 1)  # the process dies before it sends
    await postman.deliver_all()
    assert board.texts("channel:1") == ["red: hi", "red: hi"]


# What cannot be reached, and what is not taken


async def test_a_target_that_cannot_be_reached_waits_whole_and_moderators_hear_once(
    postman: Postman, store: Store, board: Board, ticking: Ticking, bell: Bell
) -> None:
    board.faults["user:9"] = never("They take no messages.")
    await store.post([letter("user:9", "secret"), letter("user:9", "second"), letter("channel:1", "elsewhere")])
    for _ in range(30):
        await postman.deliver_all()
        ticking.skip(int(HOLD))
    await store.post([letter("user:9", "third")])
    assert postman.held == ["user:9"] and board.texts("channel:1") == ["elsewhere"]
    assert board.texts(moderators_of(GUILD)) == [f"I could not post to <@9>. They take no messages. {WAITS}"]
    board.faults.clear()
    bell.mend()
    await postman.deliver_all()
    assert board.texts("user:9") == ["secret", "second", "third"] and postman.held == []
    assert await store.outbox_counts() == (0, 5, 0)


async def test_whoever_puts_something_right_wakes_the_postman_who_tries_once(
    postman: Postman, store: Store, board: Board, ticking: Ticking, bell: Bell
) -> None:
    ticking.step = 0.0
    board.faults["user:9"] = never("They take no messages.")
    await store.post([letter("user:9", "secret")])
    await postman.deliver_all()
    assert not bell.is_set()
    bell.mend()
    assert bell.is_set()
    for _ in range(3):
        await postman.deliver_all()
    assert 1000 - len(board.faults["user:9"]) == 2


async def test_it_is_tried_ever_more_rarely_and_never_given_up(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    board.faults["user:9"] = never("They take no messages.")
    await store.post([letter("user:9", "secret")])
    for _ in range(1000):
        await postman.deliver_all()
        ticking.skip(int(HOLD))
    tried = 1000 - len(board.faults["user:9"])
    assert 1000 * HOLD / LONGEST_HOLD < tried < 2 * 1000 * HOLD / LONGEST_HOLD
    assert await store.outbox_counts() == (1, 1, 0)


def change(of: int, text: str) -> Post:
    return Post(GUILD, None, "channel:1", encoded(Letter(text, edits=of)), nonce(), INFORMS, START)


async def test_a_change_that_is_not_allowed_is_tried_again_and_nothing_waits_for_it(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    may_not: list[Callable[[], Undelivered | None]] = [lambda: Unchanged(term("I may not."))] * 3
    board.faults["channel:1"] = [lambda: None, *may_not[:2], lambda: None, *may_not]
    await store.post([letter("channel:1", "one"), change(1, "first"), change(1, "second"), letter("channel:1", "two")])
    await postman.deliver_all()
    assert board.texts("channel:1") == ["one", "two"]
    notes = board.texts(moderators_of(GUILD))
    assert notes == [f"I could not change what I posted in <#1>. I may not. {TRIES}"]
    for _ in range(60):
        ticking.set_by += int(HOLD)
        await postman.deliver_all()
    assert board.texts("channel:1") == ["one", "two", "second"]  # the first is out of date, whichever may go first
    assert await store.outbox_counts() == (0, 5, 0) and board.texts(moderators_of(GUILD)) == notes


async def test_moderators_hear_once_of_changes_that_are_not_allowed_and_again_when_they_were_in_between(
    postman: Postman, store: Store, board: Board, ticking: Ticking, bell: Bell
) -> None:
    fails: list[Callable[[], Undelivered | None]] = [lambda: Unchanged(term("I may not."))]
    board.faults["channel:1"] = [lambda: None, *fails * 60]
    await store.post([letter("channel:1", "one")])
    for day in range(3):
        await store.post([change(1, f"change {day}")])
        await postman.deliver_all()
        ticking.set_by += DAY
    await postman.deliver_all()
    assert len(board.texts(moderators_of(GUILD))) == 1
    board.faults["channel:1"].clear()
    bell.mend()
    await postman.deliver_all()
    assert board.texts("channel:1") == ["one", "change 2"]
    board.faults["channel:1"] += fails * 60
    await store.post([change(1, "change 3")])
    await postman.deliver_all()
    assert len(board.texts(moderators_of(GUILD))) == 2


async def test_what_waits_for_its_time_waits_though_something_was_put_right(
    postman: Postman, store: Store, board: Board, ticking: Ticking, bell: Bell
) -> None:
    await store.post([letter("channel:1", "in the morning")])
    (row,) = await store.take(ticking.now(), 1)
    await store.put_off(row.id, ticking.now() + int(HOLD))
    bell.mend()
    await postman.deliver_all()
    assert board.texts("channel:1") == []
    ticking.set_by += int(HOLD)
    await postman.deliver_all()
    assert board.texts("channel:1") == ["in the morning"]


async def test_a_change_in_flight_when_the_process_died_is_made_again_and_looked_for_nowhere(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await store.post([letter("channel:1", "one"), change(1, "other")])
    await postman.deliver_all()
    await store.post([change(1, "one more")])
    await store.take(ticking.now(), 1)
    board.standing.append(Standing("channel:1", "one more", 5000, "a message that reads alike"))
    ticking.set_by += NONCE_KEPT + 60
    await postman.deliver_all()
    assert board.texts("channel:1") == ["one", "other", "one more", "one more"]
    assert await store.outbox_counts() == (0, 3, 0)


async def test_a_change_that_is_never_allowed_is_given_up_after_a_week(
    postman: Postman, store: Store, board: Board, ticking: Ticking, bell: Bell
) -> None:
    refused: list[Callable[[], Undelivered | None]] = [lambda: Unchanged(term("I may not."))] * 200
    board.faults["channel:1"] = [lambda: None, *refused]
    await store.post([letter("channel:1", "one"), change(1, "other")])
    await postman.deliver_all()
    bell.mend()
    await postman.deliver_all()
    assert len(refused) - len(board.faults["channel:1"]) == 2  # at once when something was put right
    while (await store.outbox_counts())[0] and ticking.set_by < 30 * DAY:
        ticking.set_by += int(HOLD)
        await postman.deliver_all()
    assert KEEPS_TRYING < ticking.set_by < KEEPS_TRYING + 2 * LONGEST_HOLD
    assert (await store.outbox_counts())[2] == 1 and board.texts("channel:1") == ["one"]


async def test_moderators_hear_again_of_the_next_trouble(
    postman: Postman, store: Store, board: Board, bell: Bell
) -> None:
    for text in ("first", "second"):
        board.faults["user:9"] = never("They take no messages.")
        await store.post([letter("user:9", text)])
        await postman.deliver_all()
        board.faults.clear()
        bell.mend()
        await postman.deliver_all()
    assert len(board.texts(moderators_of(GUILD))) == 2


async def test_what_discord_does_not_take_goes_as_a_file_and_the_rest_goes_on(
    postman: Postman, store: Store, board: Board
) -> None:
    board.faults["channel:1"] = [lambda: Unfit(term("Invalid Form Body"))]
    await store.post([letter("channel:1", "bad"), letter("channel:1", "good")])
    await postman.deliver_all()
    assert board.texts("channel:1") == ["file: bad", "good"]
    assert await store.outbox_counts() == (0, 2, 0)


async def test_what_it_does_not_take_as_a_file_either_is_given_up_and_moderators_hear(
    postman: Postman, store: Store, board: Board
) -> None:
    board.faults["channel:1"] = [lambda: Unfit(term("Discord refuses it."))] * 2
    await store.post([letter("channel:1", "bad"), letter("channel:1", "good")])
    await postman.deliver_all()
    assert board.texts("channel:1") == ["good"]
    (note,) = board.texts(moderators_of(GUILD))
    assert note == f"I could not post to <#1>. Discord refuses it. {GIVEN_UP}"
    assert await store.outbox_counts() == (0, 2, 1)


async def test_without_a_place_for_moderators_the_next_answer_of_the_game_tells_once(
    desk: Desk, store: Store, board: Board, ticking: Ticking
) -> None:
    postman = Postman(store, board, ticking, desk.transactions.posted, per_second=1e6)
    game = await opened(desk)
    board.faults[f"seat:{game}:red"] = never("They take no messages.")
    board.faults[moderators_of(GUILD)] = never("No channel is set for that.")
    await desk.lobby.welcome(game)
    await postman.deliver_all()
    read = await desk.moderation.announce(game, "One", user=GM, interaction="1")
    assert read.text.startswith("It will be posted") and FOR_MODERATORS in read.text
    assert read.text.endswith(
        f"I could not post to the thread of red in game 1 (Coins). They take no messages. {WAITS}"
    )
    again = await desk.moderation.announce(game, "One", user=GM, interaction="1")
    assert again.text == read.text and again.repeated
    assert (await desk.moderation.announce(game, "Two", user=GM, interaction="2")).text.count("I could not") == 0
    board.faults.pop(moderators_of(GUILD))
    desk.transactions.posted.mend()
    await postman.deliver_all()
    assert board.texts(moderators_of(GUILD)) == []


async def test_a_clock_that_began_years_ago_holds_nothing_up(store: Store, board: Board) -> None:
    """As a process is started for tests, at a time of their own: nothing waits until the clock comes to zero."""
    years_ago = Clock(wall=lambda: START + 10 * 365 * 86_400, skipped=-10 * 365 * 86_400)
    await store.post([letter("channel:1", "now")])
    async with asyncio.timeout(30):
        await Postman(store, board, years_ago, Bell(), per_second=1e6).deliver_all()
    assert [post.text for post in board.standing] == ["now"]
