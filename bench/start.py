"""`start`: from exec of the real process to its first answered command, with 1,000 games stored."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
import time
from functools import partial
from pathlib import Path

import msgspec

from bench.measure import Finding, Scale, percentile
from bench.measure import milliseconds as ms
from bench.stage import PACKS, START, battle, folder, service
from bot.game.desk.desk import Desk
from sandbox.client.player import Player
from sandbox.server import Sandbox
from storage.games import create
from storage.records import REFEREE, Command, Commit, Game, Snapshot

GAMES = 1000
BAR = 3_000_000_000
"""Nanoseconds."""

PATIENCE = 60
"""Seconds after which a bot that does not answer is given up."""


def run(scale: Scale) -> list[Finding]:
    """The median of several starts."""
    return asyncio.run(_run(scale.of(5, 1), scale.of(GAMES, 20)))


async def _run(starts: int, games: int) -> list[Finding]:
    with folder() as place:
        async with Sandbox(guild="Bench", channels=("campaign",)) as here:
            red, blue = here.member("Red"), here.member("Blue")
            users = {"red": red.user.id, "blue": blue.user.id}
            async with service(place) as made:
                own = await battle(made.desk, "Own", users, here.guild.id, here.channel("campaign").id)
                await _fill(made.desk, own, games)
            settings = place / "config.toml"
            database, packs = place / "bench.db", PACKS.resolve()
            settings.write_text(
                f'token = "{here.token}"\npacks = "{packs}"\n\n[database]\npath = "{database}"\n\n'
                f'[backup]\nfolder = "{place / "copies"}"\n',
                encoding="utf-8",
            )
            await _start(here, red, settings)  # the first registers the commands with Discord
            samples = [await _start(here, red, settings) for _ in range(starts)]
    figure = percentile(samples, 50)
    return [Finding("start", ms(figure), "at most 3 s", figure <= BAR, f"{games} games stored, {starts} starts")]


async def _start(here: Sandbox, red: Player, settings: Path) -> int:
    """Nanoseconds from exec to the first answer."""
    environment = {
        **os.environ,
        "DISCORD_API_BASE": here.api_base,
        "DISCORD_GATEWAY_URL": here.gateway_url,
        "UMPIRE_SKIPPED_SECONDS": str(max(0, START - int(time.time()))),
    }
    before = here.gateway.identified
    started = time.perf_counter_ns()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.start.command_line", "run", "--config", str(settings), env=environment,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(PATIENCE):
            while here.gateway.identified == before or not here.gateway.online:
                if process.returncode is not None:
                    raise RuntimeError(f"the bot ended with code {process.returncode}")
                await asyncio.sleep(0.002)
            answer = await red.slash("table panel", game="1", channel="campaign")
            if answer.error is not None:
                raise RuntimeError(answer.error)
        return time.perf_counter_ns() - started
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def _fill(desk: Desk, like: Game, games: int) -> None:
    """Store that many games as that one stands, each in a server of its own."""
    live = await desk.games.open(like.id)
    files = desk.rulebooks.edition("gcw").files
    snapshot = Snapshot(REFEREE, 1, 0, live.codec.state_bytes(live.state))
    opened = Command(1, "create", START, START)

    def store(connection: sqlite3.Connection, last: int) -> None:
        for number in range(last):
            game = msgspec.structs.replace(
                like,
                id=0,
                number=0,
                guild=like.guild + 1 + number,
                name=f"Filled {number}",
                sequence=1,
                facts=0,
                chain="",
            )
            commit = Commit(before=0, game=game, commands=(opened,), snapshots=(snapshot,))
            create(connection, game, number.to_bytes(32, "big"), files, commit, 2)

    await desk.store.database.write(partial(store, last=games))
