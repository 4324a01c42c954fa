"""The connection to Discord: closed for good it is told why, shared with another process it is noticed, and it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.start import app
from bot.start.app import BREAKING_OFF, FINISHING, HANGING_UP, Umpire
from bot.start.command_line import EXITS
from bot.start.exit_codes import Exit
from bot.start.serve import HungUp, connect, service
from sandbox import Sandbox
from sandbox.limits.faults import Failing, RateLimited
from sandbox.point import pointed_at
from tests.discord.house import PACKS, START, House
from tests.rulebooks import delivered


@contextlib.asynccontextmanager
async def another(discord: Sandbox, folder: Path) -> AsyncIterator[Umpire]:
    """A bot with a database of its own, not connected yet."""
    async with service(folder / "other.db", PACKS, Clock(wall=lambda: START), delivered()) as made:
        with pointed_at(discord):
            yield Umpire(made, guild_ready_timeout=0.01)


@pytest.mark.parametrize(
    ("close", "code", "told"),
    [
        (4004, Exit.TOKEN, "does not accept the token"),
        (4011, Exit.SHARDS, "more servers than one connection may serve (2,500)"),
        (4013, Exit.INTENTS, "does not know the events"),
        (4014, Exit.FORBIDDEN, "allow them in the developer portal"),
    ],
)
async def test_a_connection_that_discord_closes_for_good_is_told_and_has_a_code(
    tmp_path: Path, close: int, code: Exit, told: str
) -> None:
    async with Sandbox(channels=("campaign",)) as discord, another(discord, tmp_path) as bot:
        running = asyncio.create_task(connect(bot, discord.token, asyncio.Event()))
        await discord.until(lambda: discord.gateway.online)
        discord.gateway.close_all(close)
        with pytest.raises(HungUp) as caught:
            await running
    assert told in str(caught.value) and str(caught.value).endswith(".")
    assert next(exit_code for kind, exit_code in EXITS if isinstance(caught.value, kind)) == code


@pytest.mark.parametrize("command", ["help", "game list"])  # one is answered, the other refused: no game is there
async def test_a_second_process_with_the_same_token_is_noticed(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture, command: str
) -> None:
    async with another(house.discord, tmp_path) as bot, bot:
        await asyncio.sleep(house.discord.world.starts.soon)  # who comes sooner waits five seconds
        running = asyncio.create_task(bot.start(house.discord.token))
        await bot.wait_until_ready()
        assert (await house.slash(house.red, command)).words
        await house.discord.until(lambda: house.bot.heard.rivalled or bot.heard.rivalled)
        await bot.close()
        await running
    assert f"Somebody else answered /{command} before me: another process runs with this token" in caplog.text


async def test_what_discord_tells_twice_is_no_second_process(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.discord.faults.on_event("INTERACTION_CREATE", "twice")
    await house.slash(house.red, "game list")
    await house.discord.until(lambda: "has already been acknowledged" in caplog.text)
    assert not house.bot.heard.rivalled


async def test_an_answer_that_discord_took_and_denied_is_no_second_process(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.discord.faults.add("POST", "/interactions/*/callback", Failing(502, done=True), times=1)
    await house.slash(house.red, "game list")
    await house.discord.until(lambda: "has already been acknowledged" in caplog.text)
    assert not house.bot.heard.rivalled


async def test_it_ends_though_discord_asks_for_ten_minutes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert FINISHING + BREAKING_OFF + HANGING_UP <= 4, "five seconds, and one of them is for the database"
    for share in ("FINISHING", "BREAKING_OFF", "HANGING_UP"):
        monkeypatch.setattr(app, share, 0.05)
    limited = house.discord.faults.add("POST", "/channels/*", RateLimited(600.0), times=None)
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    await house.slash(house.gm, "gm announce", text="Hear, hear")
    await house.discord.until(lambda: limited.seen > 0)
    async with asyncio.timeout(10):  # it waits for nothing else: with these shares it ends at once
        await house.close()
    house.discord.faults.clear()
    await house.open()
    await house.delivered()
    assert house.said("campaign").count("Hear, hear") == 1
