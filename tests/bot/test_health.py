"""Signs of life, and what `umpire health` makes of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from bot.start.command_line import main
from bot.start.health import APART, OLD, Sign, beside, health, pulse

NOW = 5000.0


def left(folder: Path, sign: Sign) -> Path:
    database = folder / "umpire.db"
    beside(database).write_bytes(msgspec.json.encode(sign))
    return database


@pytest.mark.parametrize(
    ("sign", "well", "told"),
    [
        (Sign(NOW - 5), True, "The bot is well."),
        (Sign(NOW - 5, apart_since=NOW - APART + 1), True, "The bot is well."),
        (Sign(NOW - 5, apart_since=NOW - APART - 1), False, "has not reached Discord for 301 seconds"),
        (Sign(NOW - OLD - 1), False, "over 60 seconds ago: it hangs, or has died"),
        (Sign(NOW + 100), False, "it hangs, or has died"),  # of before the machine was started again
        (Sign(NOW - 5, rivalled=True), False, "another process answers with its token"),
    ],
)
def test_a_sign_of_life_is_read(tmp_path: Path, sign: Sign, well: bool, told: str) -> None:
    found, sentence = health(left(tmp_path, sign), NOW)
    assert found is well and told in sentence


def test_without_a_sign_nothing_runs_and_a_broken_one_is_said_to_be(tmp_path: Path) -> None:
    database = tmp_path / "umpire.db"
    assert health(database, NOW) == (False, f"No bot runs on {database}.")
    beside(database).write_text("{", encoding="utf-8")
    assert "cannot be read" in health(database, NOW)[1]


async def test_signs_are_left_while_it_runs_and_none_after(tmp_path: Path) -> None:
    database, there = tmp_path / "umpire.db", [True]
    async with pulse(database, lambda: there[0], lambda: False):
        while not beside(database).exists():
            await asyncio.sleep(0.01)
        sign = msgspec.json.decode(beside(database).read_bytes(), type=Sign)
        assert health(database, sign.at + 1) == (True, "The bot is well.")
    assert not beside(database).exists()


def test_the_command_ends_with_what_a_container_asks_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text('token = "x"\n[database]\npath = "umpire.db"', encoding="utf-8")
    assert main(["health", "--config", str(tmp_path / "config.toml")]) == 1
    assert capsys.readouterr().out.startswith("No bot runs on ")
    monkeypatch.setattr("time.monotonic", lambda: NOW)
    left(tmp_path, Sign(NOW))
    assert main(["health", "--config", str(tmp_path / "config.toml")]) == 0
