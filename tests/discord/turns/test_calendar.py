"""Action Days are days of the calendar, whatever becomes of a campaign's clock (GCW-ACT-01)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.clock import DAY, HOUR
from storage.records import Game
from tests.discord.house import START, House

MARCH_15 = int(datetime(2026, 3, 15, tzinfo=UTC).timestamp())
APRIL_1 = int(datetime(2026, 4, 1, tzinfo=UTC).timestamp())


async def due(house: House, game: Game) -> int | None:
    return (await house.service.desk.store.game(game.id)).due_at


async def payday(house: House) -> str:
    """The next Action Day, as Red's treasury names it."""
    return (await house.slash(house.red, "gcw-show treasury")).words.split("On ")[1].split(" ")[0]


async def sound(house: House, game: Game) -> bool:
    """True if the record says what the game is played from."""
    desk = house.service.desk
    return await desk.record.verify(game.id) is None and not await desk.record.faults(game.id, house.clock.now())


async def test_an_extension_moves_deadlines_and_no_action_day(house: House) -> None:
    game = await house.met()
    assert await due(house, game) == MARCH_15
    later = await house.slash(house.gm, "gm extend", amount=3)
    assert f"What goes by the calendar stays. Next deadline: <t:{MARCH_15}:F>." in later.words
    assert await due(house, game) == MARCH_15
    assert await payday(house) == f"<t:{MARCH_15}:D>"
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.slash(house.gm, "gm extend", amount=2)
    assert await due(house, game) == START + 15 * 60 + 1 + 5 * HOUR  # a deadline of the rules moves
    await house.skip(seconds=MARCH_15 - START + 1)
    await house.delivered()
    assert house.said("campaign").count("Action Day of") == 1 and f"Action Day of <t:{MARCH_15}:D>" in house.said(
        "campaign"
    )
    assert await payday(house) == f"<t:{APRIL_1}:D>" and await sound(house, game)


async def test_action_days_of_a_pause_are_passed_over_and_the_next_is_in_time(house: House) -> None:
    game = await house.met()
    await house.slash(house.gm, "gm pause")
    await house.skip(days=10)  # until the 20th
    await house.restart()
    resumed = await house.slash(house.gm, "gm resume")
    assert "goes on" in resumed.words
    await house.delivered()
    assert "Action Day of <t:" not in house.said("campaign")
    assert await payday(house) == f"<t:{APRIL_1}:D>" and await sound(house, game)


@pytest.mark.parametrize("before", [False, True])
async def test_a_rewind_leaves_the_calendar_where_it_is(house: House, before: bool) -> None:
    game = await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    if before:
        await house.skip(minutes=10)
        await house.slash(house.gm, "gm extend", amount=30)
    await house.skip(days=2)
    listed = await house.slash(house.gm, "gm rewind", steps=1)
    await house.gm.submit(listed, reason="A misclick")  # the turn is played again as long after its posting
    await house.skip(minutes=16)
    assert await due(house, game) == MARCH_15 and await sound(house, game)


async def test_a_rewind_that_goes_back_over_an_action_day_pays_it_no_second_time(house: House) -> None:
    game = await house.met()
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.skip(seconds=MARCH_15 - START + 10)
    listed = await house.slash(house.gm, "gm rewind", steps=2)
    await house.gm.submit(listed, reason="Once more")
    assert await payday(house) == f"<t:{APRIL_1}:D>" and await sound(house, game)


async def test_clock_that_is_moved_forward_takes_the_calendar_along(house: House) -> None:
    await house.met()
    await house.slash(house.gm, "gm advance", amount=6, unit="days")
    await house.delivered()
    assert "Action Day of" in house.said("campaign")
    await house.slash(house.gm, "gm extend", amount=1)
    assert await payday(house) == f"<t:{APRIL_1 - 6 * DAY}:D>"
