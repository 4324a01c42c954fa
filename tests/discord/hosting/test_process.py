"""The process as its operator meets it: what it says and with which code it ends, and that it ends when told to."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from bot.start.command_line import main
from bot.start.exit_codes import Exit
from sandbox import Sandbox
from sandbox.limits.faults import RateLimited
from sandbox.model.permissions import Permission
from storage.store import Store
from tests.discord.house import PACKS, ROOT

FULL = """
import sqlite3, sys
whole = sqlite3.connect
def small(*given, **named):
    connection = whole(*given, **named)
    connection.execute("PRAGMA max_page_count = 3")
    return connection
sqlite3.connect = small
from bot.start.command_line import main
sys.exit(main(sys.argv[1:]))
"""
"""The command line on a disk that has room for three pages of a database."""


class Ended:
    """End of a process."""

    def __init__(self, code: int | None, err: str) -> None:
        self.code, self.err = code, err
        self.said = [line for line in err.splitlines() if line.startswith("umpire: ")]


def installed(folder: Path, packs: Path = PACKS, token: str = "sandbox") -> Path:
    """A folder with settings."""
    folder.mkdir()
    (folder / "config.toml").write_text(f'token = "{token}"\npacks = "{packs}"\n', encoding="utf-8")
    return folder


async def begin(folder: Path, *program: str, discord: str = "", **more: str) -> asyncio.subprocess.Process:
    """Start `umpire run` with the settings of a folder."""
    hidden = {"UMPIRE_TOKEN", "DISCORD_API_BASE", "DISCORD_GATEWAY_URL"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= (
        {"DISCORD_API_BASE": discord, "DISCORD_GATEWAY_URL": discord.replace("http", "ws")} if discord else {}
    )
    return await asyncio.create_subprocess_exec(
        sys.executable, *(program or ("-m", "bot.start.command_line")), "run", "--config", str(folder / "config.toml"),
        cwd=ROOT, env={**environment, **more}, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def end(process: asyncio.subprocess.Process) -> Ended:
    async with asyncio.timeout(120):
        _, err = await process.communicate()
    return Ended(process.returncode, err.decode())


def test_without_settings_or_token_it_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UMPIRE_TOKEN", raising=False)
    tokenless = installed(tmp_path / "tokenless", token="")
    for folder, sentence in (
        (tmp_path / "nothing", "There is no settings file"),
        (tokenless, "There is no token: set UMPIRE_TOKEN, or `token` in"),
    ):
        assert main(["run", "--config", str(folder / "config.toml")]) == Exit.CONFIG
        err = capsys.readouterr().err
        assert err.startswith(f"umpire: {sentence}") and err.count("\n") == 1


@pytest.mark.slow
async def test_what_stops_the_start_is_one_sentence_and_an_exit_code(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    tokenless = installed(tmp_path / "tokenless", token="")
    newer, locked, full, damaged = (installed(tmp_path / name) for name in ("newer", "locked", "full", "damaged"))
    for folder in (newer, locked, damaged):
        (folder / "data").mkdir()
        await (await Store.open(folder / "data" / "umpire.db")).close()
    with sqlite3.connect(newer / "data" / "umpire.db") as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    games = damaged / "data" / "umpire.db"
    games.write_bytes(games.read_bytes()[: 4 * 4096] + b"\xff" * 4096 + games.read_bytes()[5 * 4096 :])
    holder = sqlite3.connect(locked / "data" / "umpire.db", isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    broken = tmp_path / "packs"
    shutil.copytree(PACKS / "gcw", broken / "gcw")
    galaxy = broken / "gcw" / "galaxy.toml"
    galaxy.write_text(galaxy.read_text(encoding="utf-8").replace('"Corellia"', '"Correlia"', 1), encoding="utf-8")
    bad = installed(tmp_path / "bad", packs=broken)
    runs = [
        await end(await begin(nothing)),
        await end(await begin(tokenless)),
        *await asyncio.gather(*[end(await begin(folder)) for folder in (newer, locked, damaged, bad)]),
        await end(await begin(full, "-c", FULL)),
    ]
    holder.close()
    expected = (
        (Exit.CONFIG, "There is no settings file"),
        (Exit.CONFIG, "There is no token: set UMPIRE_TOKEN, or `token` in"),
        (Exit.NEWER, ""),
        (Exit.LOCKED, "The database is in use by another process."),
        (Exit.DAMAGED, "is damaged: page 5, which holds the table "),
        (Exit.PACK, "galaxy.toml"),
        (Exit.DISK_FULL, "The disk that holds the database is full."),
    )
    for run, (code, sentence) in zip(runs, expected, strict=True):
        assert run.code == code, run.err
        assert len(run.said) == 1 and sentence in run.said[0], run.err
        assert "Traceback" not in run.err


@pytest.mark.slow
async def test_an_unknown_token_and_a_discord_that_is_not_there(tmp_path: Path) -> None:
    async with Sandbox(limit_second=0.01) as discord:
        wrong = await begin(installed(tmp_path / "wrong", token="guessed"), discord=discord.api_base)
        absent = await begin(installed(tmp_path / "absent"), discord="http://127.0.0.1:9/api/v10")
        foreign = await begin(installed(tmp_path / "foreign"), discord="http://192.0.2.1/api/v10")
        rejected, unreachable, refused = await asyncio.gather(end(wrong), end(absent), end(foreign))
    assert (rejected.code, unreachable.code, refused.code) == (Exit.TOKEN, Exit.UNREACHABLE, Exit.CONFIG)
    assert "does not accept the token" in rejected.said[0]
    assert "cannot be reached" in unreachable.said[0]
    assert "is not an address of this machine" in refused.said[0]


@pytest.mark.slow
async def test_it_ends_cleanly_when_told_to_whenever_that_is(tmp_path: Path) -> None:
    async with Sandbox(channels=("campaign",), limit_second=0.01) as discord:
        member = discord.member("Red")
        addresses = {"DISCORD_API_BASE": discord.api_base, "DISCORD_GATEWAY_URL": discord.gateway_url}
        folder = installed(tmp_path / "one")
        process = await begin(folder, **addresses)
        await discord.until(lambda: discord.gateway.online, within=90)
        answer = await member.slash("game list", channel="campaign")
        assert "There is no game here yet." in answer.words
        process.send_signal(signal.SIGTERM)
        ended = await end(process)
        assert ended.code == Exit.OK and "Traceback" not in ended.err, ended.err
        for delay in (0.9, 1.4, 1.8):
            early = await begin(folder, **addresses)
            await asyncio.sleep(delay)
            early.send_signal(signal.SIGINT)
            early.send_signal(signal.SIGTERM)
            ended = await end(early)
            assert "Traceback" not in ended.err or ended.code == -signal.SIGTERM, ended.err


@pytest.mark.slow
async def test_it_ends_in_order_whatever_discord_asks_it_to_wait(tmp_path: Path) -> None:
    """Discord asks for ten minutes. The bot closes its database and ends; what is not posted waits for its return."""
    async with Sandbox(channels=("campaign",)) as discord:
        discord.role("Game master", Permission.MANAGE_GUILD)
        gm = discord.member("GM", ["Game master"])
        limited = discord.faults.add("POST", "/channels/*", RateLimited(600.0), times=None)
        addresses = {"DISCORD_API_BASE": discord.api_base, "DISCORD_GATEWAY_URL": discord.gateway_url}
        folder = installed(tmp_path / "one")
        process = await begin(folder, **addresses)
        await discord.until(lambda: discord.gateway.online, within=90)
        await gm.slash("game create", rulebook="gcw", name="Twilight", channel="campaign")
        told = await gm.slash("gm announce", text="Hear, hear", channel="campaign")
        assert told.error is None
        await discord.until(lambda: limited.seen > 0)
        process.send_signal(signal.SIGTERM)
        ended = await end(process)
        assert ended.code == Exit.OK and "Traceback" not in ended.err, ended.err
        assert not (folder / "data" / "umpire.db-wal").exists(), "the database was not closed"
        assert heard(discord, "Hear, hear") == 0

        discord.faults.clear()
        process = await begin(folder, **addresses)
        await discord.until(lambda: heard(discord, "Hear, hear") > 0, within=90)
        assert "Twilight" in (await gm.slash("game list", channel="campaign")).words
        process.send_signal(signal.SIGTERM)
        ended = await end(process)
        assert ended.code == Exit.OK and "Traceback" not in ended.err, ended.err
        assert heard(discord, "Hear, hear") == 1


def heard(discord: Sandbox, words: str) -> int:
    """Number of messages of the channel that have these words."""
    return sum(words in message.words for message in discord.channel("campaign").messages.values())
