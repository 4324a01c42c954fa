"""`start`: from exec of the real process to its first answered command, with 1,000 games stored.

Against the same of a bot that is discord.py and nothing else, `bench/bare_bot.py`; by the time of the processor, for
Discord and others are at work on the same machine meanwhile. Both are started from bytecode, as an installed bot is,
whether or not Python is told to keep any on this machine: the start that registers the commands writes it.
"""

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
import psutil

from bench.measure import Cost, Finding, Scale, bar, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import PACKS, START, battle, folder, service
from bot.game.desk.desk import Desk
from sandbox.client.player import Player
from sandbox.server import Sandbox
from storage.games import create
from storage.records import REFEREE, Command, Commit, Game, Snapshot

GAMES = 1000
MOST = 9

PATIENCE = 60
"""Seconds after which a bot that does not answer is given up."""


def run(scale: Scale) -> list[Finding]:
    """The ratio of the medians of several starts."""
    return asyncio.run(_run(scale.of(9, 1), scale.of(GAMES, 20)))


async def _run(starts: int, games: int) -> list[Finding]:
    with folder() as place:
        async with Sandbox(guild="Bench", channels=("campaign",), limit_second=0) as here:
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
            umpire = ("bot.start.command_line", "run", "--config", str(settings))
            kept = partial(_start, here, red, place / "bytecode")
            await kept(*umpire)  # the first registers the commands with Discord
            mine: list[Cost] = []
            theirs: list[Cost] = []
            for _ in range(starts):
                mine.append(await kept(*umpire))
                theirs.append(await kept("bench.bare_bot"))
    found = ratio(*(percentile([cost.processor for cost in costs], 50) for costs in (mine, theirs)))
    figure, base = (percentile([cost.wall for cost in costs], 50) for costs in (mine, theirs))
    return [
        Finding(
            "start", times(found), f"at most {bar(MOST)} a bare bot", found <= MOST,
            f"{ms(figure)} against {ms(base)}; {games} games stored, {starts} starts",
        )
    ]  # fmt: skip


async def _start(here: Sandbox, red: Player, bytecode: Path, *module: str) -> Cost:
    """The cost from exec of a module to its first answer."""
    environment = {
        **os.environ,
        "PYTHONPYCACHEPREFIX": str(bytecode),
        "PYTHONDONTWRITEBYTECODE": "",
        "DISCORD_API_BASE": here.api_base,
        "DISCORD_GATEWAY_URL": here.gateway_url,
        "UMPIRE_TOKEN": here.token,
        "UMPIRE_SKIPPED_SECONDS": str(max(0, START - int(time.time()))),
    }
    before = here.gateway.identified
    started = time.perf_counter_ns()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *module, env=environment,
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
        taken = time.perf_counter_ns() - started
        spent = psutil.Process(process.pid).cpu_times()
        return Cost(taken, int(1e9 * (spent.user + spent.system)))
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
