"""Foresight: moderators are told what would come of it, before they do it: nothing of it is kept."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.gm.rewinding import Back
from engine.clock import HOUR
from engine.game import MODERATOR, Refusal, Seat
from storage.store import Store
from tests.bot.ledger import Mint, Pay, Shout
from tests.bot.opened import ALICE, GM, START, opened

RED = Seat("red")


async def shouted(desk: Desk, game: int, clock: Clock, times: int) -> None:
    """So many orders of Red's, a minute apart; every second one is followed by one that is refused."""
    for number in range(1, times + 1):
        clock.skip(60)
        await desk.orders.submit(game, RED, Shout(words=f"{number}"), user=ALICE)
        if number % 2 == 0:
            refused = await desk.orders.submit(game, RED, Pay(coins=9, payee="blue"), user=ALICE)
            assert refused.refusal is not None


async def test_a_rewind_names_what_it_takes_back_latest_first_and_counts_the_rest(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    await shouted(desk, game, clock, 14)
    before = await desk.store.game(game)
    back, told = await desk.foresight.taken_back(game, 13, whole=True)
    lines = told.split("\n")
    assert lines[0] == "- just now: red: shout 14" and lines[1] == "- 1 minute ago: red: shout 13"
    assert lines[11:13] == ["- 11 minutes ago: red: shout 3", "- and 1 more before that"]
    assert lines[-1] == f"The clock stays as it is. Next by the clock: <t:{START + HOUR}:F>."
    _, hidden = await desk.foresight.taken_back(game, 1, whole=False)
    assert hidden.split("\n")[0] == "- just now: red: an order"
    assert await desk.store.game(game) == before
    await desk.moderation.rewind(game, back, user=GM)
    assert [option.label for option in await desk.foresight.steps_back(game, whole=True)] == [
        "13 minutes ago: red: shout 1"
    ]
    with pytest.raises(Refusal, match="Between 1 and 1 commands can be taken back, not 2"):
        await desk.foresight.taken_back(game, 2, whole=True)


async def test_a_rewind_offers_what_can_be_gone_back_to(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    await shouted(desk, game, clock, 2)
    clock.skip(HOUR)
    await desk.transactions.tick(game)
    offered = await desk.foresight.steps_back(game, whole=True)
    assert [option.label for option in offered] == [
        "just now: what was due by the clock",
        "1 hour ago: red: shout 2",
        "1 hour 1 minute ago: red: shout 1",
    ]
    back, told = await desk.foresight.taken_back(game, 0, int(offered[1].value), whole=True)
    assert told.startswith("- just now: what was due by the clock\n- 1 hour ago: red: shout 2\n")
    assert "The clock goes back by" in told
    await desk.moderation.rewind(game, back, user=GM)
    assert [option.label for option in await desk.foresight.steps_back(game, whole=True)] == [offered[2].label]


async def test_a_rewind_that_was_looked_at_before_others_went_on_is_refused(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    await shouted(desk, game, clock, 1)
    back, _ = await desk.foresight.taken_back(game, 1, whole=True)
    assert back == Back(back.first, (await desk.store.game(game)).sequence)
    await desk.orders.submit(game, RED, Shout(words="meanwhile"), user=ALICE)
    refused = await desk.moderation.rewind(game, back, user=GM)
    assert refused.refusal is not None and "Something has happened since that list was made" in refused.text


async def test_what_is_due_next_is_told_while_a_game_runs_or_is_paused_and_no_more_when_it_has_ended(
    desk: Desk, store: Store
) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    told = await desk.foresight.next_due(game)
    assert told.startswith(f"**What would happen <t:{START + HOUR}:F> (<t:{START + HOUR}:R>):**\n")
    await desk.moderation.pause(game, user=GM)
    assert ", were the game not paused:**" in await desk.foresight.next_due(game)
    await desk.moderation.resume(game, user=GM)
    await desk.moderation.end(game, user=GM)
    with pytest.raises(Refusal, match="nothing happens by time alone"):
        await desk.foresight.next_due(game)
