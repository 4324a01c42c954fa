"""A rule that fails locks nobody out: its game is set aside, with a way on for moderators, and others are played."""

from __future__ import annotations

import datetime

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from bot.posts.news import UNTOLD_AGAIN
from engine.clock import HOUR
from engine.game import MODERATOR, Awaited, Said, Seat, Table
from engine.report import News
from engine.sunrise.craft.spotting import Spot
from storage.guilds import Settings
from storage.store import Store
from tests.bot.ledger import INCOME, Earned, Ledger, Mint, Purses, Shout
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, START, opened, posted
from tests.rulebooks import delivered

RED, BLUE = Seat("red"), Seat("blue")


class Failing(Ledger):
    """The ledger, with a bug: no income is paid to somebody who owns exactly 13 coins and income."""

    name = "failing"

    def lapse(self, table: Table[Purses]) -> None:
        if any(coins % INCOME == 13 for coins in table.state.coins.values()):
            raise ValueError("13 is an unlucky number")
        super().lapse(table)


@pytest.fixture
def both(store: Store, clock: Clock) -> Desk:
    books = Rulebooks()
    books.add(Ledger())
    books.add(Failing())
    return Desk(store, books, clock)


async def failing(desk: Desk, clock: Clock) -> int:
    """A game that has lapsed once, and whose rule fails two hours after its start."""
    game = await desk.lobby.create(NewGame("failing", "Unlucky"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(game.id, ALICE, "red")
    await desk.lobby.join(game.id, BOB, "blue")
    await desk.lobby.start(game.id, GM)
    clock.skip(HOUR + 5)
    await desk.orders.submit(game.id, MODERATOR, Mint(coins=13, payee="red"), user=GM)
    return game.id


async def test_a_game_whose_rule_fails_is_set_aside_and_others_go_on(both: Desk, clock: Clock, store: Store) -> None:
    unlucky, other = await failing(both, clock), await opened(both)
    clock.skip(HOUR)
    assert await Ticker(both, clock).sweep() == 2
    assert (await both.views.known(other, RED)).coins["red"] == INCOME
    row = await store.game(unlucky)
    assert (row.status, row.paused_at, row.due_at) == ("paused", START + 2 * HOUR - 1, None)
    told = {target: letter.text for target, letter in await posted(store) if "let the deadline" not in letter.text}
    assert "is set aside: a rule of mine failed" in told[f"game:{unlucky}"]
    assert "`/gm rewind`" in told[f"moderators:{GUILD}"] and "unlucky number" not in str(told)
    assert await Ticker(both, clock).sweep() == 0


async def test_what_was_due_before_the_failure_happens_and_the_record_holds(both: Desk, clock: Clock) -> None:
    unlucky = await failing(both, clock)
    await both.moderation.rewind(unlucky, 1, user=GM)
    await both.orders.submit(unlucky, MODERATOR, Mint(coins=13, payee="red"), user=GM)
    clock.skip(5 * HOUR)
    reply = await both.orders.submit(unlucky, BLUE, Shout(words="hello"), user=BOB)
    assert reply.refusal is not None and "is paused since" in reply.text
    assert await both.record.verify(unlucky) is None
    both.games.drop_all()
    assert (await both.views.known(unlucky, RED)).coins["red"] == INCOME + 13


async def test_a_game_that_is_set_aside_can_be_looked_at_and_put_right(both: Desk, clock: Clock, store: Store) -> None:
    unlucky = await failing(both, clock)
    clock.skip(HOUR)
    assert (await both.views.show(unlucky, RED, "purse")).lead.endswith(f"You have {INCOME + 13}.")
    assert "It will be posted" in (await both.moderation.announce(unlucky, "wait", user=GM)).text
    assert (await both.moderation.extend(unlucky, 60, user=GM)).refusal is None
    assert (await both.moderation.pause(unlucky, user=GM)).refusal is not None  # its clock stands already
    again = await both.moderation.resume(unlucky, user=GM)
    assert again.refusal is None
    await both.transactions.tick(unlucky)
    assert (await store.game(unlucky)).status == "running"  # a minute was given
    clock.skip(61)
    await both.transactions.tick(unlucky)
    assert (await store.game(unlucky)).status == "paused"  # it fails again
    assert (await both.orders.submit(unlucky, MODERATOR, Mint(coins=1, payee="red"), user=GM)).refusal is None
    await both.moderation.resume(unlucky, user=GM)
    clock.skip(1)
    await both.transactions.tick(unlucky)
    assert (await both.views.known(unlucky, RED)).coins["red"] == 2 * INCOME + 14
    assert await both.record.verify(unlucky) is None


async def test_a_failing_game_can_be_taken_back_or_ended(both: Desk, clock: Clock) -> None:
    unlucky = await failing(both, clock)
    clock.skip(HOUR)
    await both.transactions.tick(unlucky)
    assert "took back the latest command, of <t:" in (await both.moderation.rewind(unlucky, 1, user=GM)).text
    await both.moderation.resume(unlucky, user=GM)
    clock.skip(HOUR)
    await both.transactions.tick(unlucky)
    assert (await both.views.known(unlucky, RED)).coins["red"] == 2 * INCOME
    assert "has ended" in (await both.moderation.end(unlucky, user=GM)).text


class Speechless(Ledger):
    """The ledger, with bugs in its words and in whom it waits for."""

    name = "speechless"

    def tell(self, known: Purses, said: Said[Purses], seat: Seat | None) -> News | None:
        if isinstance(said.fact, Earned):
            raise KeyError("coins")
        return super().tell(known, said, seat)

    def awaits(self, state: Purses) -> tuple[Awaited, ...]:
        raise IndexError("nobody")


async def test_what_cannot_be_told_is_said_to_be_so_and_the_day_of_others_is(store: Store, clock: Clock) -> None:
    books = Rulebooks()
    books.add(Speechless())
    books.add(Ledger())
    desk = Desk(store, books, clock)
    speechless = await desk.lobby.create(NewGame("speechless", "Silent"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(speechless.id, ALICE, "red")
    await desk.lobby.start(speechless.id, GM)
    await opened(desk)
    reply = await desk.orders.submit(speechless.id, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    assert "I cannot put into words" in reply.text
    assert (await desk.views.known(speechless.id, RED)).coins["red"] == 5
    hour = datetime.datetime.fromtimestamp(clock.now(), datetime.UTC).hour
    await store.set_settings(GUILD, Settings(daily_hour=hour))
    assert await Ticker(desk, clock).announce() == 1


async def test_a_log_that_lacks_the_words_of_one_thing_tells_the_others(store: Store, clock: Clock) -> None:
    books = Rulebooks()
    books.add(Speechless())
    desk = Desk(store, books, clock)
    game = await desk.lobby.create(NewGame("speechless", "Silent"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(game.id, ALICE, "red")
    await desk.lobby.start(game.id, GM)
    await desk.orders.submit(game.id, RED, Shout(words="hello"), user=ALICE)
    await desk.orders.submit(game.id, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    told = [line.partition(" ")[2] for line in await desk.views.log(game.id, RED)]
    assert told[-2:] == ["red: hello", UNTOLD_AGAIN]


async def test_a_refused_order_with_half_of_a_part_is_shown_in_the_audit(store: Store, clock: Clock) -> None:
    desk = Desk(store, delivered(), clock)
    game = await desk.lobby.create(NewGame("sunrise", "Dawn"), guild=GUILD, user=GM, channel=CHANNEL)
    for user, seat in ((ALICE, "red"), (BOB, "blue")):
        await desk.lobby.join(game.id, user, seat)
    await desk.lobby.start(game.id, GM)
    reply = await desk.orders.submit(game.id, RED, Spot(target="at", gear="x"), user=ALICE)
    assert reply.refusal is not None
    assert '/sunrise-choose spot target: "at" gear: "x"; refused' in (await desk.record.audit(game.id))[-1]
