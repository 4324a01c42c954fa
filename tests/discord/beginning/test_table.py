"""The newcomer's table as `umpire table` lays it: who may be chosen, and what waits in its channels."""

from __future__ import annotations

import asyncio
import re
import signal
import sys

import aiohttp
import pytest

from bot.start.command_line import main
from bot.start.demo_table import DESK, furnish
from tests.discord.house import ROOT, House


@pytest.mark.slow
async def test_the_table_asks_who_one_is_red_first_and_has_so_many_members() -> None:
    command = (sys.executable, "-m", "bot.start.command_line", "table", "--port", "0", "--members", "4", "--empty")
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        said = ""
        while "The table stands: " not in said:
            line = await process.stdout.readline()
            assert line, f"it ended with code {await process.wait()}"
            said = line.decode()
        async with aiohttp.ClientSession() as browser:
            async with browser.get(said.split()[-1]) as page:
                asked = await page.text()
            assert re.findall(r'<span class="who-name"[^>]*>(\w+)<', asked) == ["Red", "Blue", "Green", "Gold", "GM"]
            assert "Who are you?" in asked and "Two games are set up" not in asked
            async with browser.get(said.split()[-1], params={"as": "Green"}) as page:
                assert "<title>Green | The table</title>" in await page.text()
            async with browser.get(said.split()[-1], params={"as": "Nobody"}) as page:
                assert "Who are you?" in await page.text()
    finally:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


def test_a_table_has_two_players_at_least_and_no_more_than_there_are_colours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number in ("1", "13", "many"):
        with pytest.raises(SystemExit):
            main(["table", "--members", number])
    assert "--members" in capsys.readouterr().err


async def test_who_missed_a_deadline_at_the_table_is_told_to_game_masters_alone(house: House) -> None:
    await furnish(house.discord, house.service)
    await house.skirmish()
    await house.skip(days=4)
    await house.delivered()
    assert "**First light**" in house.said(DESK, house.gm) and "and owed their orders." in house.said(DESK, house.gm)
    assert "and owed" not in house.public()
    assert DESK not in [channel.name for channel in house.red.channels()]
