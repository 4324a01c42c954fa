"""Two tables that differ only in what Red may not know, over Discord: each message and completion of Red's is the same.

What differs is a ship of Blue's in deep space: its class, its random name, where it is, and what Blue has it do.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from sandbox import Player
from sandbox.model.guilds import Message
from tests.discord.house import House, housed


class Secret(msgspec.Struct, frozen=True):
    """A ship of Blue's that Red knows nothing of: its class, its random name, its cell, and where it goes."""

    code: str
    name: str
    cell: str
    to: str


HEAD = re.compile(r"-# Record: `[0-9a-f]{16}`")

ONE = Secret("LNCR", "q7f3k9z2", "DSZ-1", "DSZ-2")
OTHER = Secret("NEBB", "w4x8v1t6", "DSZ-4", "DSZ-3")


@pytest.fixture(autouse=True)
def the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.game.desk.lobby.secrets", SimpleNamespace(token_bytes=lambda count: b"s" * count))


def files_of(message: Message) -> list[str]:
    """The names of the files of a message."""
    return [file.filename for file in message.attachments]


def read(house: House, reader: Player) -> list[str]:
    """All that somebody reads, place by place, in order: words, embeds, buttons, files.

    The head of the record, which depends on all that is recorded, is sealed with the game's secret: it is left out.
    """
    return [
        f"#{channel.name}: {HEAD.sub('', message.words)} {message.components} {files_of(message)}"
        for channel in reader.channels()
        for message in reader.sees(channel)
    ]


async def menus(house: House) -> list[str]:
    """What Red's completions offer."""
    found: list[str] = []
    for path, field in MENUS:
        choices = await house.red.autocomplete(path, field, channel="campaign")
        found.append(f"{path} {field}: {[choice['name'] for choice in choices]}")
    return found


MENUS = (
    ("gcw battle fire", "target"),
    ("gcw battle fire", "unit"),
    ("gcw battle move", "cells"),
    ("gcw-show ship", "about"),
    ("gcw-show system", "about"),
    ("gcw rename", "unit"),
)


async def told(folder: Path, secret: Secret) -> tuple[list[str], list[str], str]:
    """What Red and the bystander get in a game with that secret, and what Blue gets."""
    folder.mkdir()
    async with housed(folder) as house:
        game = await house.met()
        await house.delivered()

        async def asked(who: Player, path: str, **options: str | int) -> None:
            """A command, and all that is posted because of it: what comes first does not hang on how quick it was."""
            await house.slash(who, path, **options)
            await house.delivered()

        await house.tell(game, "gm", f"spawn {secret.code} named {secret.name} at Corellia {secret.cell} for blue")
        await house.delivered()
        await asked(house.blue, "gcw battle move", unit=secret.name, cells=secret.to)
        offered = await menus(house)
        for path in ("gcw-show fleet", "gcw-show contacts", "show turn", "show log"):
            await asked(house.red, path)
        await asked(house.red, "gcw-show board", about="Corellia")
        await asked(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
        await asked(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 9")
        await asked(house.blue, "gcw turn submit", story="We wait in the dark.")
        await asked(house.blue, "gcw turn final")
        await asked(house.red, "gcw turn submit", story="We fire.")
        await house.skip(hours=1)
        await house.delivered()
        await asked(house.blue, "gcw battle shields", unit=secret.name, state="up")
        await house.gm.submit(await house.slash(house.gm, "gm rewind", steps=1), reason="a slip")
        await asked(house.gm, "settings daily", zone="UTC", hour=13)
        await house.skip(days=5)
        await house.delivered()
        await asked(house.red, "table panel")
        offered += await menus(house)
        await house.delivered()
        assert any(secret.name in line for line in read(house, house.blue))
        return [*offered, *read(house, house.red)], read(house, house.bystander), secret.name


async def test_red_and_everybody_read_the_same_whatever_lies_in_deep_space(tmp_path: Path) -> None:
    one, other = await told(tmp_path / "one", ONE), await told(tmp_path / "other", OTHER)
    assert one[0] == other[0]
    assert one[1] == other[1]
    assert len(one[0]) > 20
    for mine, public, name in (one, other):
        assert [line for line in [*mine, *public] if name in line] == []
