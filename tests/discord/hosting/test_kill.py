"""The real process, killed at fifty random moments while two players give orders: nothing is lost, nothing twice."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from bot.posts.news import decoded
from engine.clock import DAY, Instant
from engine.gcw.figures.calendar import ACTION_DAYS
from sandbox.client.player import Player
from sandbox.client.values import Refused
from sandbox.model.permissions import Permission
from sandbox.server import Sandbox

ROOT = Path(__file__).parents[3]
START = 1_773_144_000
"""Tuesday, 10 March 2026, 12:00 UTC: five days before an Action Day."""

KILLS = 50
PATIENCE = 60.0


class Process:
    """`umpire run` on a database and a Discord of its own."""

    def __init__(self, discord: Sandbox, folder: Path) -> None:
        self.discord, self.database = discord, folder / "umpire.db"
        self.settings = folder / "config.toml"
        self.settings.write_text(
            f'token = "{discord.token}"\npacks = "{ROOT / "seeds"}"\n\n[database]\npath = "{self.database}"\n\n'
            f'[backup]\nfolder = "{folder / "copies"}"\n',
            encoding="utf-8",
        )
        self.environment = {
            **os.environ,
            "DISCORD_API_BASE": discord.api_base,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
            "UMPIRE_SKIPPED_SECONDS": str(START - int(time.time())),
        }
        self.running: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start, and wait until it hears commands."""
        before = self.discord.gateway.identified
        self.running = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.start.command_line", "run", "--config", str(self.settings),
            env=self.environment, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        async with asyncio.timeout(PATIENCE):
            while self.discord.gateway.identified == before or not self.discord.gateway.online:
                assert self.running.returncode is None, "the bot ended by itself"
                await asyncio.sleep(0.005)

    async def end(self, how: signal.Signals) -> None:
        """Stop it so."""
        assert self.running is not None
        self.running.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            await self.running.wait()

    def read(self, query: str) -> list[tuple[object, ...]]:
        """Rows that the database gives for a query."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as connection:
            return [tuple(row) for row in connection.execute(query)]


class Orders:
    """A player who never stops: each order is given by a slash command; those answered without a refusal count."""

    def __init__(self, player: Player, ship: str) -> None:
        self.player, self.ship = player, ship
        self.acknowledged: list[int] = []

    async def go_on(self) -> None:
        """Give orders until cancelled."""
        number = 0
        while True:
            number += 1
            try:
                if number % 5 == 0:
                    answer = await self.player.slash("gcw turn clear", channel="campaign")
                elif number % 7 == 0:
                    answer = await self.player.slash("gcw turn submit", story=f"Turn {number}", channel="campaign")
                else:
                    state = "up" if number % 2 else "down"
                    answer = await self.player.slash(
                        "gcw battle shields", unit=self.ship, state=state, channel="campaign"
                    )
            except Refused:
                await asyncio.sleep(0.01)
                continue
            if answer.error is None:
                self.acknowledged.append(answer.interaction.id)


async def opened(discord: Sandbox, gm: Player, red: Player, blue: Player) -> None:
    """A campaign in which both have a fleet at one system."""

    async def give(who: Player, command: str, **values: str | int) -> None:
        answer = await who.slash(command, values, channel="campaign")
        final = await answer.final() if answer.deferred else answer
        assert answer.error is None, (command, answer.error)
        assert final is not None

    await give(gm, "game create", rulebook="gcw", name="Killing fields")
    for player, seat in ((red, "red"), (blue, "blue")):
        await give(player, "game join", seat=seat)
    await give(gm, "game start")
    for player, seat, faction, ship in ((red, "red", "GE", "ISD"), (blue, "blue", "NR", "MC80")):
        await give(player, "gcw join", faction=faction, hero=f"Captain {seat}")
        await give(player, "gcw muster", unit=ship, name=f"Flag of {seat}")
        await give(player, "gcw confirm")
        await give(gm, "gm-gcw place", units="all", player=seat, system="Corellia", cell="C-1")


@pytest.mark.slow
async def test_fifty_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    chance = random.Random(50)
    async with Sandbox(guild="Killing", channels=("campaign",), limit_second=0.01) as discord:
        discord.role("Game master", Permission.MANAGE_GUILD)
        gm, red, blue = discord.member("GM", ["Game master"]), discord.member("Red"), discord.member("Blue")
        bot = Process(discord, tmp_path)
        await bot.start()
        await opened(discord, gm, red, blue)
        players = [Orders(red, "Flag of red"), Orders(blue, "Flag of blue")]
        for kill in range(KILLS):
            if kill in (10, 25, 40):  # an Action Day and a half passes
                answer = await gm.slash("gm advance", amount=20, unit="days", channel="campaign")
                assert answer.error is None
            giving = [asyncio.create_task(player.go_on()) for player in players]
            await asyncio.sleep(chance.uniform(0.005, 0.25))
            await bot.end(signal.SIGKILL)
            for task in giving:
                task.cancel()
            await asyncio.gather(*giving, return_exceptions=True)
            await bot.start()
        await delivered(bot)
        await bot.end(signal.SIGTERM)
        acknowledged = [identity for player in players for identity in player.acknowledged]
        check_orders(bot, acknowledged)
        check_income(bot)
        check_posts(bot, discord)
        assert len(acknowledged) > KILLS, "hardly an order was answered: the test tests nothing"
        verified = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.start.command_line", "verify", "--database", str(bot.database), cwd=ROOT,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        out, _ = await verified.communicate()
        assert verified.returncode == 0, out.decode()


async def delivered(bot: Process) -> None:
    """Wait until every post is out."""
    async with asyncio.timeout(PATIENCE):
        while bot.read("SELECT count(*) FROM outbox WHERE done_at IS NULL")[0][0]:
            await asyncio.sleep(0.1)


def check_orders(bot: Process, acknowledged: list[int]) -> None:
    """Every acknowledged order has one receipt, and the log has as many orders as there are receipts of orders."""
    receipts = Counter(str(row[0]) for row in bot.read("SELECT interaction FROM receipt"))
    assert not [identity for identity in acknowledged if receipts[str(identity)] != 1]
    logged = bot.read("SELECT count(*) FROM command WHERE kind = 'order'")[0][0]
    others = bot.read("SELECT count(*) FROM command WHERE kind NOT IN ('order', 'tick')")[0][0]
    assert int(str(logged)) + int(str(others)) == sum(receipts.values())


def check_income(bot: Process) -> None:
    """Each Action Day that passed was paid to each player once."""
    days = bot.read("SELECT json_extract(CAST(body AS TEXT), '$.seat'),"
                    " json_extract(CAST(body AS TEXT), '$.bookings[0].at') FROM fact"
                    " WHERE json_extract(CAST(body AS TEXT), '$.fact') = 'Booked'"
                    " AND json_extract(CAST(body AS TEXT), '$.bookings[0].why') = 'BASE'")  # fmt: skip
    last = max(int(str(row[0])) for row in bot.read("SELECT at FROM command"))
    passed = ACTION_DAYS.between(Instant(START), Instant(last))
    assert len(passed) >= 3 * 20 * DAY // (16 * DAY)
    assert Counter(days) == Counter((seat, int(day)) for seat in ("red", "blue") for day in passed)


def check_posts(bot: Process, discord: Sandbox) -> None:
    """Each row of the outbox became one message, but for those that changed one, and no message is there twice."""
    done = [(str(nonce), decoded(str(body))) for nonce, body in bot.read("SELECT nonce, body FROM outbox")]
    rows = [nonce for nonce, letter in done if not letter.edits]
    assert not bot.read("SELECT id, failure FROM outbox WHERE message IS NULL")
    posted = Counter(
        message.nonce
        for channel in discord.guild.channels.values()
        for message in channel.messages.values()
        if message.nonce is not None
    )
    assert posted == Counter(rows)
