"""The real process, killed again and again while Umpire plays both sides of a game: no order is lost or given twice."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.start.serve import service
from engine.sunrise.state import Stage
from sandbox.model.permissions import Permission
from sandbox.server import Sandbox
from tests.discord.hosting.test_kill import PATIENCE, ROOT, Process

KILLS = 6


def written(process: Process) -> int:
    """Number of commands in the game."""
    return int(str(process.read("SELECT count(*) FROM command")[0][0]))


def over(process: Process) -> bool:
    """True if the game has ended."""
    return bool(process.read("SELECT 1 FROM fact WHERE CAST(body AS TEXT) LIKE '%GameEnded%'"))


@pytest.mark.slow
async def test_kills_while_umpire_plays_itself_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    chance = random.Random(8)
    async with Sandbox(guild="Killing", channels=("campaign",), limit_second=0.01) as discord:
        discord.role("Game master", Permission.MANAGE_GUILD)
        gm = discord.member("GM", ["Game master"])
        process = Process(discord, tmp_path)
        await process.start()
        for command, values in (
            ("game create", {"rulebook": "sunrise", "name": "Mirror"}),
            ("game opponent", {"seat": "red"}),
            ("game opponent", {"seat": "blue"}),
            ("game start", {}),
        ):
            answer = await gm.slash(command, values, channel="campaign")
            await answer.final()
            assert answer.error is None, (command, answer.error)
        for _ in range(KILLS):
            goal = written(process) + chance.randint(1, 14)
            async with asyncio.timeout(PATIENCE):
                while written(process) < goal:
                    await asyncio.sleep(0.002)
            assert not over(process)
            await process.end(signal.SIGKILL)
            await process.start()
        async with asyncio.timeout(PATIENCE):
            while not over(process):
                await asyncio.sleep(0.1)
        await process.end(signal.SIGTERM)
    async with service(process.database, ROOT / "seeds", Clock()) as made:
        state = (await made.desk.games.open(1)).state
        assert state.stage is Stage.OVER
        assert await made.desk.record.verify(1) is None
        log = await made.desk.store.commands(1)
    assert [one.refusal for one in log] == [""] * len(log)
    deployed = [one.body for one in log if '"sunrise setup deploy"' in one.body]
    assert len(deployed) == len(set(deployed)) == len(state.ships)
    plotted = [(one.seat, one.body) for one in log if '"sunrise sheet"' in one.body]
    assert len(plotted) == len(set(plotted))
