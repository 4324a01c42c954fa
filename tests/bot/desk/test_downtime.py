"""Grace: whoever could give no orders at a deadline, because the bot or Discord was away, has half an hour for them."""

from __future__ import annotations

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.downtime import AWAY, GRACE
from bot.game.ticker import Ticker
from engine.clock import DAY, HOUR, MINUTE
from engine.game import Seat
from storage.store import Store
from tests.bot.ledger import INCOME, Shout
from tests.bot.opened import ALICE, GM, START, opened, posted

RED = Seat("red")


async def test_a_deadline_that_passed_while_the_bot_was_down_is_half_an_hour_after_its_return(
    desk: Desk, store: Store, clock: Clock
) -> None:
    game = await opened(desk)
    await Ticker(desk, clock).look_at_calendar()  # it was connected till now
    clock.skip(5 * HOUR)
    restarted = Desk(store, desk.rulebooks, clock)
    assert await restarted.downtime.since_last_alive() == 1
    assert await Ticker(restarted, clock).sweep() == 0
    row = await store.game(game)
    assert row.due_at == START + 5 * HOUR + GRACE
    told = (await posted(store))[-1][1].text
    assert f"I was away from <t:{START}:F> until <t:{START + 5 * HOUR}:F>" in told
    assert f"The deadline of <t:{START + HOUR}:F> is now <t:{row.due_at}:F>" in told
    assert (await restarted.orders.submit(game, RED, Shout(words="in time"), user=ALICE)).refusal is None
    clock.skip(GRACE)
    assert await Ticker(restarted, clock).sweep() == 1
    assert (await restarted.views.known(game, RED)).coins["red"] == INCOME
    assert (await store.game(game)).due_at == row.due_at + HOUR  # the next is an hour after it, as ever
    assert await restarted.record.verify(game) is None


async def test_grace_is_given_once_and_not_for_a_moments_absence(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    clock.skip(HOUR - 60)
    await desk.downtime.alive()
    clock.skip(AWAY - 1)
    assert await desk.downtime.since_last_alive() == 0
    clock.skip(1)
    assert await desk.downtime.since_last_alive() == 1
    assert await desk.downtime.since_last_alive() == 0
    assert (await store.game(game)).due_at == clock.now() + GRACE


async def test_grace_is_counted_from_now_also_where_the_clock_of_the_game_was_moved(
    desk: Desk, store: Store, clock: Clock
) -> None:
    game = await opened(desk)
    await desk.moderation.pause(game, user=GM)
    clock.skip(DAY)
    await desk.moderation.resume(game, user=GM)
    assert (await store.game(game)).due_at == START + DAY + HOUR
    await desk.downtime.alive()
    clock.skip(HOUR + 10 * MINUTE)
    assert await desk.downtime.since_last_alive() == 1
    assert (await store.game(game)).due_at == clock.now() + 30 * MINUTE
    assert (await desk.record.audit(game))[-1].endswith("I: was away, and moved deadlines by 40 minutes")
    assert await desk.record.verify(game) is None


async def test_deadlines_wait_while_discord_is_away(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    passed = 0.0
    online = True
    machine = Clock(clock.now, lambda: passed)
    ticker = Ticker(Desk(store, desk.rulebooks, machine), machine, connected=lambda: online)
    assert await ticker.sweep() == 0
    online = False
    passed += 2 * HOUR
    clock.skip(2 * HOUR)
    assert await ticker.sweep() == 0
    assert (await store.game(game)).due_at == START + HOUR
    online = True
    assert await ticker.sweep() == 0
    assert (await store.game(game)).due_at == START + 2 * HOUR + GRACE


async def test_a_clock_that_is_skipped_is_no_absence(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    ticker = Ticker(desk, clock)
    clock.skip(HOUR)
    assert await ticker.sweep() == 1
    assert (await store.game(game)).due_at == START + 2 * HOUR
