"""A tutorial at the desk: a rulebook that brings a course teaches itself, and its pupil alone moves its clock."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebooks import Rulebooks
from engine.clock import DAY, HOUR
from engine.game import Refusal, Seat
from engine.pack.course import Course, Greeting, Lesson, Objective, Tutorial
from storage.store import Store
from tests.bot.ledger import INCOME, Ledger, Pay, Shout
from tests.bot.opened import ALICE, BOB, CHANNEL, GUILD, opened, posted

RED = Seat("red")


def lesson(title: str, *before: str, **until: str) -> Lesson:
    """A lesson that is over once something is done."""
    return Lesson(title, "Listen.", "Do it.", (Objective(**until),), "Just do it.", before=before)


COURSE = Course(
    Greeting("Purses and payments.", "Shout", "Nothing is explained."),
    Tutorial(
        "red",
        ("blue",),
        "Well done.",
        (
            lesson("Shouting", order="ledger shout", about="hello"),
            lesson("Waiting", "@ +5h", "blue> pay 7 to red", fact="Paid", about="blue pays"),
            lesson("Paying", order="ledger pay"),
        ),
        script=("@ +1h", "blue> shout welcome"),
    ),
)


@pytest.fixture
def desk(store: Store, clock: Clock) -> Desk:
    rulebooks = Rulebooks()
    rulebooks.add(Ledger(), course=COURSE)
    return Desk(store, rulebooks, clock)


async def begun(desk: Desk, user: int = ALICE, interaction: str = "") -> int:
    """A tutorial that somebody has begun."""
    game = await desk.tutorials.begin("ledger", guild=GUILD, channel=CHANNEL, user=user, interaction=interaction)
    return game.id


async def told(store: Store, game: int) -> list[str]:
    """Texts in the pupil's thread; nothing is told elsewhere."""
    about = [(target, letter.text) for target, letter in await posted(store)]
    assert {target for target, _ in about} <= {f"seat:{game}:red"}
    return [text for _, text in about]


async def coins(desk: Desk, game: int) -> int:
    """Coins that Red has."""
    return int((await desk.views.known(game, RED)).coins["red"])


async def test_the_set_up_is_played_without_a_word_and_the_first_lesson_is_told(desk: Desk, store: Store) -> None:
    game = await begun(desk)
    (first,) = await told(store, game)
    assert first.startswith(f"<@{ALICE}>\n**Lesson 1 of 3: Shouting**\nListen.\n**Now:** Do it.")
    assert await coins(desk, game) == INCOME  # an hour has passed for it
    assert (await store.game(game)).number == -1 and await store.games(GUILD) == ()


async def test_only_what_is_asked_for_ends_a_lesson(desk: Desk, store: Store) -> None:
    game = await begun(desk)
    await desk.orders.submit(game, RED, Shout(words="good day"), user=ALICE)
    assert not any("Lesson 2" in text for text in await told(store, game))
    await desk.orders.submit(game, RED, Shout(words="Hello!"), user=ALICE)
    assert any("Lesson 2" in text for text in await told(store, game))


async def test_time_stands_still_until_a_lesson_lets_it_pass(desk: Desk, store: Store, clock: Clock) -> None:
    game = await begun(desk)
    clock.skip(31 * DAY)
    assert await store.due(clock.now(), 10) == ()
    assert await coins(desk, game) == INCOME
    reply = await desk.orders.submit(game, RED, Shout(words="hello"), user=ALICE)
    assert reply.refusal is None and await coins(desk, game) == 6 * INCOME + 7
    assert await store.due(clock.now() + 365 * DAY, 10) == ()
    assert not any("told late" in text for text in await told(store, game))
    assert await desk.record.verify(game) is None
    assert await desk.record.faults(game, clock.now()) == []


async def test_what_others_do_of_themselves_is_posted_and_not_answered(desk: Desk, store: Store) -> None:
    game = await begun(desk)
    reply = await desk.orders.submit(game, RED, Shout(words="hello"), user=ALICE)
    assert "pays" not in reply.text and "earn" not in reply.text
    texts = await told(store, game)
    assert "blue pays 7 to red" in texts[-2] and texts[-1].startswith("**Lesson 2 of 3: Waiting**")


async def test_a_lesson_is_not_over_by_what_comes_before_it(desk: Desk, store: Store) -> None:
    game = await begun(desk)
    await desk.orders.submit(game, RED, Shout(words="hello"), user=ALICE)
    assert (await desk.tutorials.lesson(await store.game(game))).title == "Waiting"


async def test_after_the_last_lesson_the_game_is_over_for_good(desk: Desk, store: Store, clock: Clock) -> None:
    game = await begun(desk)
    await desk.orders.submit(game, RED, Pay(coins=1, payee="blue"), user=ALICE)  # ahead of all lessons
    assert (await told(store, game))[-1] == "Well done."
    row = await store.game(game)
    assert row.status == "ended" and row.closed_at == clock.now()
    assert "has ended" in (await desk.orders.submit(game, RED, Shout(words="hello"), user=ALICE)).text
    assert await desk.record.faults(game, clock.now()) == []
    with pytest.raises(Refusal, match="This tutorial is over"):
        await desk.tutorials.lesson(row)


async def test_a_request_that_is_delivered_twice_begins_one_tutorial(desk: Desk, store: Store) -> None:
    game = await begun(desk, interaction="i1")
    assert await begun(desk, interaction="i1") == game
    assert len(await told(store, game)) == 1


async def test_games_are_numbered_as_if_there_were_no_tutorials(desk: Desk, store: Store) -> None:
    first, second = await begun(desk), await begun(desk, BOB)
    game = await opened(desk)
    numbers = [(await store.game(one)).number for one in (first, second, game)]
    assert numbers == [-1, -2, 1]
    assert [one.id for one in await desk.directory.games(GUILD)] == [game]
    assert await store.to_watch(10**12, 10) == (game,)


async def test_only_the_pupil_skips_a_lesson(desk: Desk, store: Store) -> None:
    game = await begun(desk)
    row = await store.game(game)
    assert "not yours" in (await desk.tutorials.skip(row, user=BOB)).text
    assert (await desk.tutorials.skip(row, user=ALICE, interaction="i2")).text == "On to the next lesson."
    assert (await desk.tutorials.skip(row, user=ALICE, interaction="i2")).repeated
    assert (await desk.tutorials.lesson(row)).title == "Waiting"


async def test_a_pupil_who_leaves_is_told_nothing_more(desk: Desk, store: Store, clock: Clock) -> None:
    game = await begun(desk)
    await desk.lobby.leave(game, ALICE)
    before = await posted(store)
    await desk.moderation.advance(game, 2 * HOUR, user=1)
    assert await posted(store) == before
    assert await desk.tutorials.of(GUILD, ALICE, "ledger") is None


async def test_a_rulebook_without_a_tutorial_says_which_have_one(store: Store, clock: Clock) -> None:
    rulebooks = Rulebooks()
    rulebooks.add(Ledger())
    with pytest.raises(Refusal) as refused:
        await begun(Desk(store, rulebooks, clock))
    assert str(refused.value) == "There is no tutorial of 'ledger'. There are: none yet."
