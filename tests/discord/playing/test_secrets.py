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
from sandbox.limits.faults import slow
from sandbox.model.guilds import Message
from sandbox.model.kinds import MessageType
from tests.discord.house import House, housed


class Secret(msgspec.Struct, frozen=True):
    """A ship of Blue's that Red knows nothing of: its class, its random name, its cell, and where it goes."""

    code: str
    name: str
    cell: str
    to: str


CHANCE = re.compile(r"(-# Record: `)[0-9a-f]{16}|(u1:\w+:1:)[0-9a-f]{6}")
"""What chance drew, or the secret of the game sealed: the head of the record, the tokens of a panel's buttons."""

ONE = Secret("LNCR", "q7f3k9z2", "DSZ-1", "DSZ-2")
OTHER = Secret("NEBB", "w4x8v1t6", "DSZ-4", "DSZ-3")


@pytest.fixture(autouse=True)
def the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both games have the same secret, not each the next."""
    monkeypatch.setattr("bot.game.desk.lobby.secrets", SimpleNamespace(token_bytes=lambda count: b"s" * count))


def files_of(message: Message) -> list[str]:
    """The names of the files of a message."""
    return [file.filename for file in message.attachments]


def read(house: House, reader: Player) -> list[str]:
    """All that somebody reads, place by place, posts and answers each in order: words, embeds, buttons, files.

    What is posted and what is answered go to Discord side by side, to each place by itself, and where a thread begins
    Discord says so itself: which of these comes first, only the quicker way decides.
    """
    return [
        CHANCE.sub(r"\1\2", f"#{channel.name} {kind}: {message.words} {message.components} {files_of(message)}")
        for channel in sorted(reader.channels(), key=lambda channel: channel.name)
        for kind in ("post", "answer", "notice")
        for message in reader.sees(channel)
        if kind_of(message) == kind
    ]


def kind_of(message: Message) -> str:
    """Kind of a message: an answer to a command, a notice of Discord's own, or a post."""
    if message.interaction_user is not None:
        return "answer"
    return "post" if message.type == MessageType.DEFAULT else "notice"


async def settled(house: House) -> None:
    """Reminders are looked up, which else happens every few seconds, and all that is to be posted is."""
    await house.bot.clock_moved()
    await house.delivered()


async def menus(house: House) -> list[str]:
    """Offers of Red's completions."""
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


async def told(folder: Path, secret: Secret, held_up: str) -> tuple[list[str], list[str], str]:
    """Messages that Red and the bystander get in a game with that secret, while Discord is slow at some addresses; and
    the ship's name.
    """
    folder.mkdir()
    async with housed(folder) as house:
        house.discord.faults.add("POST", held_up, slow(0.04), times=None)
        game = await house.met()
        await settled(house)

        async def asked(who: Player, path: str, **options: str | int) -> None:
            """A command, and all that is posted because of it: what comes first does not hang on how quick it was."""
            await house.slash(who, path, **options)
            await settled(house)

        await house.tell(game, "gm", f"spawn {secret.code} named {secret.name} at Corellia {secret.cell} for blue")
        await settled(house)
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
        await settled(house)
        await asked(house.blue, "gcw battle shields", unit=secret.name, state="up")
        await house.gm.submit(await house.slash(house.gm, "gm rewind", steps=1), reason="a slip")
        await asked(house.gm, "settings daily", zone="UTC", hour=13)
        await house.skip(days=5)
        await settled(house)
        await asked(house.red, "table panel")
        offered += await menus(house)
        await settled(house)
        assert any(secret.name in line for line in read(house, house.blue))
        return [*offered, *read(house, house.red)], read(house, house.bystander), secret.name


async def test_red_and_everybody_read_the_same_whatever_lies_in_deep_space(tmp_path: Path) -> None:
    one = await told(tmp_path / "one", ONE, "/channels/*/messages")
    other = await told(tmp_path / "other", OTHER, "/interactions/*")
    assert one[0] == other[0]
    assert one[1] == other[1]
    assert len(one[0]) > 20
    for mine, public, name in (one, other):
        assert [line for line in [*mine, *public] if name in line] == []
