"""The bot taken out of a server: its games stand still, and go on when it is invited again."""

from __future__ import annotations

import asyncio

import pytest

from engine.clock import instant
from storage.records import Game
from tests.discord.house import House


async def status(house: House, game: Game) -> str:
    return (await house.service.desk.store.game(game.id)).status


async def becomes(house: House, game: Game, wanted: str) -> None:
    for _ in range(1500):
        if await status(house, game) == wanted:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"it is {await status(house, game)}")


async def test_no_deadline_is_met_where_nobody_can_give_orders(house: House) -> None:
    game = await house.begun()
    due = (await house.service.desk.store.game(game.id)).due_at
    assert due is not None
    house.discord.kick()
    await becomes(house, game, "paused")
    await house.skip(days=9)
    house.discord.invite()
    await becomes(house, game, "running")
    after = (await house.service.desk.store.game(game.id)).due_at
    assert after == instant("2026-04-01T00:00:00Z")  # the Action Day meanwhile is passed over
    await house.delivered()
    said = house.said("campaign")
    assert said.index("Reason: I was taken out of this server.") < said.index("Reason: I am in this server again.")


async def test_also_where_it_happens_while_the_bot_is_away(house: House) -> None:
    game = await house.begun()
    await house.close()
    house.discord.kick()
    await house.open()
    await becomes(house, game, "paused")
    await house.close()
    house.discord.invite()
    await house.open()
    await becomes(house, game, "running")


async def test_what_a_moderator_paused_stays_paused(house: House) -> None:
    game = await house.begun()
    await house.slash(house.gm, "gm pause", reason="holidays")
    house.discord.kick()
    house.discord.invite()
    await house.discord.until(lambda: any(one.name == "gcw" for one in house.red.commands("campaign")))
    assert await status(house, game) == "paused"
    assert "I am in this server again" not in house.said("campaign")


@pytest.mark.parametrize("times", [1, 2])
async def test_however_often_it_goes_and_comes(house: House, times: int) -> None:
    game = await house.begun()
    for _ in range(times):
        house.discord.kick()
        await becomes(house, game, "paused")
        house.discord.invite()
        await becomes(house, game, "running")
