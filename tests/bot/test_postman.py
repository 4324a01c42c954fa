"""The postman: order, retries, lost answers, places that are gone or closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.posts.news import DECIDES, DECORATES, INFORMS, Letter, encoded, nonce
from bot.posts.postman import HOLD, KEPT, NONCE_KEPT, Barred, Gone, NotYet, Postman, Seen, Unclear, Undelivered, Unfit
from storage.records import Post, Waiting
from storage.store import Store
from tests.bot.opened import GUILD, START


class Board:
    """A place to post to that fails as the test says, and drops second copies of a nonce while it remembers it."""

    def __init__(self) -> None:
        self.posted: list[tuple[str, str]] = []
        self.seen: list[tuple[str, Seen]] = []
        self.faults: dict[str, list[Callable[[], Undelivered | None]]] = {}
        self.forgotten: list[str] = []
        self.remembers = True
        self.lost_answers: set[str] = set()
        self.arrived = asyncio.Event()

    async def send(self, row: Waiting, letter: Letter) -> int:
        await asyncio.sleep(0)
        if waiting := self.faults.get(row.target):
            fault = waiting.pop(0)()
            if fault is not None:
                raise fault
        if self.remembers:
            for _, seen in self.seen:
                if seen.nonce == row.nonce:
                    return seen.message
        message = 1000 + len(self.posted)
        self.posted.append((row.target, letter.text))
        self.arrived.set()
        self.seen.append((row.target, Seen(message, letter.text, row.nonce)))
        if letter.text in self.lost_answers:
            self.lost_answers.discard(letter.text)
            raise Unclear("the connection dropped")
        return message

    async def recent(self, target: str, since: int) -> Sequence[Seen]:
        return [Seen(seen.message, seen.text) for place, seen in self.seen if place == target]

    async def forget(self, target: str) -> None:
        self.forgotten.append(target)


@pytest.fixture
def board() -> Board:
    return Board()


class Ticking(Clock):
    """A clock whose steady seconds run as fast as anybody waits for them."""

    def __init__(self) -> None:
        super().__init__(wall=lambda: START)
        self.passed = 0.0

    def steady(self) -> float:
        self.passed += 400.0
        return self.passed


@pytest.fixture
def ticking() -> Ticking:
    return Ticking()


@pytest.fixture
def postman(store: Store, board: Board, ticking: Ticking) -> Postman:
    return Postman(store, board, ticking, asyncio.Event(), per_second=1e6)


def letter(target: str, text: str, priority: int = INFORMS, not_before: int = 0) -> Post:
    return Post(GUILD, None, target, encoded(Letter(text)), nonce(), priority, START, not_before)


async def test_what_decides_goes_first_and_a_place_keeps_its_order(
    postman: Postman, store: Store, board: Board
) -> None:
    await store.post([letter("channel:1", "map", DECORATES), letter("channel:1", "one"), letter("channel:1", "two")])
    await store.post([letter("channel:2", "elsewhere"), letter("channel:2", "fire", DECIDES)])
    await postman.deliver_all()
    assert [text for target, text in board.posted if target == "channel:1"] == ["map", "one", "two"]
    assert [text for target, text in board.posted if target == "channel:2"] == ["elsewhere", "fire"]
    assert next(text for _, text in board.posted) == "elsewhere"  # its place has something that decides
    assert await store.outbox_counts() == (0, 5, 0)


async def test_a_lost_answer_makes_no_second_post(postman: Postman, store: Store, board: Board) -> None:
    board.lost_answers = {"once only"}
    await store.post([letter("channel:1", "once only"), letter("channel:1", "then this")])
    await postman.deliver_all()
    assert [text for _, text in board.posted] == ["once only", "then this"]
    assert await store.outbox_counts() == (0, 2, 0)


async def test_a_post_in_flight_long_ago_is_looked_for(store: Store, board: Board, ticking: Ticking) -> None:
    board.remembers = False
    board.lost_answers = {"long ago"}
    await store.post([letter("channel:1", "long ago"), letter("channel:1", "new")])
    first = await store.take(START, 1)
    with pytest.raises(Unclear):
        await board.send(first[0], Letter("long ago"))
    ticking.skip(NONCE_KEPT + 1)
    await Postman(store, board, ticking, asyncio.Event(), per_second=1e6).deliver_all()
    assert [text for _, text in board.posted] == ["long ago", "new"]
    assert await store.made_as([1000, 1001]) == {1000, 1001}


async def test_an_equal_text_that_belongs_to_another_post_is_not_taken_for_it(
    store: Store, board: Board, ticking: Ticking
) -> None:
    board.remembers = False
    await store.post([letter("channel:1", "red: hi")])
    postman = Postman(store, board, ticking, asyncio.Event(), per_second=1e6)
    await postman.deliver_all()
    await store.post([letter("channel:1", "red: hi")])
    await store.take(START, 1)  # the process dies before it sends
    ticking.skip(NONCE_KEPT + 1)
    await postman.deliver_all()
    assert len(board.posted) == 2


async def test_a_fault_holds_up_no_other_place(postman: Postman, store: Store, board: Board) -> None:
    board.faults["channel:1"] = [lambda: NotYet("503"), lambda: Unclear("dropped"), lambda: NotYet("429", 3.0)]
    await store.post([letter("channel:1", "slow"), letter("channel:2", "quick"), letter("channel:1", "slow too")])
    await postman.deliver_all()
    assert sorted(text for _, text in board.posted) == ["quick", "slow", "slow too"]
    assert [text for target, text in board.posted if target == "channel:1"] == ["slow", "slow too"]


async def test_a_place_that_is_gone_is_made_again_else_moderators_hear_once(
    postman: Postman, store: Store, board: Board
) -> None:
    gone = Gone("the channel was deleted")
    board.faults["thread:1:battle:1"] = [lambda: gone]
    board.faults["channel:5"] = [lambda: gone] * 4
    await store.post([letter("thread:1:battle:1", "again"), letter("channel:5", "a"), letter("channel:5", "b")])
    await postman.deliver_all()
    assert board.forgotten[0] == "thread:1:battle:1"
    assert [text for target, text in board.posted if target == "thread:1:battle:1"] == ["again"]
    notes = [text for target, text in board.posted if target == f"moderators:{GUILD}"]
    assert notes == ["I could not post to <#5>: the channel was deleted"]
    assert await store.outbox_counts() == (0, 2, 2)


async def test_closed_messages_wait_a_day_and_moderators_hear_once(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    board.faults["user:9"] = [lambda: Barred("they take no messages")] * 100
    await store.post([letter("user:9", "secret")])
    for _ in range(5):
        await postman.deliver_all()
        ticking.skip(HOLD)
    assert await store.outbox_counts() == (1, 1, 0)
    ticking.skip(KEPT)
    await postman.deliver_all()
    assert await store.outbox_counts() == (0, 1, 1)
    assert "secret" not in board.posted[0][1] and len(board.posted) == 1


async def test_what_discord_never_takes_is_given_up(postman: Postman, store: Store, board: Board) -> None:
    board.faults["channel:1"] = [lambda: Unfit("Invalid Form Body")]
    await store.post([letter("channel:1", "bad"), letter("channel:1", "good")])
    await postman.deliver_all()
    assert [text for target, text in board.posted if target == "channel:1"] == ["good"]


async def test_a_post_waits_for_its_time_and_once_means_once(
    postman: Postman, store: Store, board: Board, ticking: Ticking
) -> None:
    await store.post([letter("channel:1", "later", not_before=START + 60)])
    daily = Post(GUILD, None, "channel:2", encoded(Letter("daily")), nonce(), INFORMS, START, once="daily:7:2026-11-21")
    again = Post(GUILD, None, "channel:2", encoded(Letter("daily")), nonce(), INFORMS, START, once="daily:7:2026-11-21")
    assert await store.post([daily]) == 1
    assert await store.post([again]) == 0
    await postman.deliver_all()
    assert [text for _, text in board.posted] == ["daily"]
    ticking.skip(60)
    await postman.deliver_all()
    assert [text for _, text in board.posted] == ["daily", "later"]


async def test_it_delivers_while_running_and_stops_when_told(
    desk: Desk, store: Store, board: Board, clock: Clock
) -> None:
    running = asyncio.create_task(Postman(store, board, clock, desk.transactions.posted, per_second=1e6).run())
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=1, channel=70)
    await desk.lobby.join(game.id, 11, "red")
    async with asyncio.timeout(5):
        await board.arrived.wait()
    assert board.posted == [(f"game:{game.id}", "<@11> joins as **red**.")]
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
