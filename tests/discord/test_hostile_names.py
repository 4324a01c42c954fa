"""Text that somebody types, wherever the bot says it again, looks as it was typed: it styles, pings and opens nothing.

Rulebooks put names into words of their own: `tests/engine/rulebooks/test_hostile_names.py` reads those.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.text.names import shown
from sandbox.client.player import Answer, Player
from tests.discord.house import START, House

NAME = "@everyone **qx** _qy_ <@1>"
"""Text that pings, is bold and underlined, and names somebody, if it is not escaped."""

ALIVE = re.compile(r"@everyone|(?<!\\)\*qx|(?<!\\)_qy|<@1>")
"""What of it is to be read nowhere as it stands there."""

DISGUISED = "Twi\u200blight"
"""A name with a sign of no width, which looks like another."""


def alive(words: str) -> list[str]:
    """Lines in which a name that was typed is alive, mentions of the bot's own aside."""
    return [line for line in words.split("\n") if ALIVE.search(line)]


def test_what_is_alive_is_seen() -> None:
    assert alive(NAME) and alive("**qx**") and alive(r"\**qx\**") and alive("a _qy_")
    assert not alive(shown(NAME)) and "qx" in shown(NAME)


async def asked(house: House, player: Player, path: str, /, **options: Any) -> Answer:
    """A command whose answer says nothing alive."""
    answer = await house.slash(player, path, **options)
    assert not alive(answer.words), (path, answer.words)
    return answer


async def all_read(house: House) -> str:
    """All that anybody reads anywhere, by and by; nothing of it is alive."""
    await house.delivered()
    people = (house.gm, house.red, house.blue, house.bystander)
    words = "\n".join(message.words for player in people for message in house.reads(player))
    assert not alive(words), alive(words)
    return words


TYPED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("gm", "game create", {"rulebook": NAME[:32], "name": "x"}),
    ("gm", "game create", {"rulebook": "gcw", "name": "x", "options": f"{NAME}=1"}),
    ("gm", "game create", {"rulebook": "sunrise", "name": "x", "options": f"{NAME}=1"}),
    ("gm", "game create", {"rulebook": "gcw", "name": NAME}),
    ("red", "game join", {"game": NAME[:30]}),
    ("red", "game info", {"game": NAME + "x"}),
    ("red", "help", {"topic": NAME}),
    ("red", "rules search", {"words": NAME, "rulebook": NAME}),
    ("red", "rules search", {"words": NAME}),
    ("red", "rules cite", {"rule": NAME}),
    ("red", "start tutorial", {"rulebook": NAME}),
    ("red", "shelf use", {"name": NAME}),
    ("red", "shelf drop", {"name": NAME}),
    ("red", "settings me", {"quiet": "_qy_ **qx**"}),
    ("red", "settings me", {"zone": NAME}),
    ("gm", "settings daily", {"zone": NAME}),
    ("gm", "start server", {"zone": NAME}),
    ("gm", "gm show", {"view": "**qx** _qy_", "as": "_qy_ **qx**"}),
    ("gm", "gm show", {"view": "**qx** _qy_"}),
    ("gm", "gm show", {"view": "ship", "about": NAME}),
    ("gm", "gm rewind", {"to": "_qy_ **qx"}),
    ("gm", "gm audit", {"seat": "_qy_ **qx**"}),
    ("gm", "gm spawn", {"line": NAME}),
    ("gm", "gm set", {"line": f"set {NAME} of {NAME} to 1"}),
    ("gm", "gm ruling", {"line": f"ruling {NAME}: {NAME}"}),
    ("gm", "game opponent", {"seat": "_qy_ **qx**"}),
    ("red", "gcw-show ship", {"about": NAME}),
    ("red", "gcw battle move", {"unit": NAME, "cells": NAME}),
    ("red", "gcw join", {"faction": "GE", "hero": NAME}),
    ("red", "gcw turn submit", {"story": NAME}),
    ("red", "roll", {"dice": NAME, "sight": "private"}),
    ("red", "roll", {"dice": f"4D+2 vs {NAME}", "sight": "private"}),
)
"""Commands with something in each field that takes words, wrong or right."""


async def test_what_is_typed_in_a_command_looks_as_typed_in_its_answer(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name=NAME)
    for player in (house.red, house.blue):
        await asked(house, player, "game join")
    await asked(house, house.gm, "game start")
    people = {"gm": house.gm, "red": house.red}
    said = [(await asked(house, people[who], path, **options)).words for who, path, options in TYPED]
    assert sum("qx" in words or "qy" in words for words in said) > 15, "else nothing that was typed is said again"
    await all_read(house)


async def test_the_name_of_a_game_looks_as_typed_wherever_it_stands(house: House) -> None:
    await house.slash(house.gm, "settings channels", troubles=house.discord.channel("table-talk"))
    made = await asked(house, house.gm, "game create", rulebook="gcw", name=NAME)
    explained = await (await house.bystander.click(made, "What is all this")).final()
    assert "qx" in explained.words and not alive(explained.words)
    for player in (house.red, house.blue):
        await asked(house, player, "game join")
    await asked(house, house.gm, "game start")
    for player, path in (
        (house.red, "me"), (house.red, "table panel"), (house.bystander, "table panel"), (house.red, "show log"),
        (house.red, "game list"), (house.red, "game info"), (house.red, "game leave"), (house.red, "game concede"),
        (house.red, "dice verify"), (house.red, "dice stats"), (house.bystander, "shelf save"),
        (house.red, "shelf save"), (house.bystander, "game back"), (house.bystander, "game away"),
        (house.gm, "gm dashboard"), (house.gm, "gm audit"), (house.gm, "gm dry-run"), (house.gm, "gm resume"),
    ):  # fmt: skip
        await asked(house, player, path, **({"name": NAME} if path == "shelf save" else {}))
    await asked(house, house.gm, "gm show", view="log")
    await asked(house, house.gm, "gm pause", reason=NAME)
    assert "qx" in (await asked(house, house.red, "gcw turn clear")).words
    await asked(house, house.gm, "gm resume", reason=NAME)
    await asked(house, house.gm, "gm extend", amount=2, unit="hours", reason=NAME)
    await asked(house, house.gm, "gm advance", amount=1, unit="hours", reason=NAME)
    await asked(house, house.red, "game substitute", player=house.bystander.user)
    await asked(house, house.red, "game away", reason=NAME)
    await asked(house, house.red, "game back")
    await asked(house, house.gm, "gm channel", channel=house.discord.channel("table-talk"))
    form = await house.slash(house.gm, "gm end", game="1")
    assert form.modal is not None and form.modal.title.startswith("End @everyone **qx**"), "a title is not laid out"
    ended = await (await house.gm.submit(form, name=f"{NAME}!", reason=NAME)).final()
    assert "is not the name of" in ended.words and not alive(ended.words)
    form = await house.slash(house.gm, "gm end", game="1")
    ended = await (await house.gm.submit(form, name=NAME, reason=NAME)).final()
    assert "has ended" in ended.words and not alive(ended.words)
    for path in ("me", "gcw turn clear"):
        await asked(house, house.red, path, game="1")
    await house.skip(days=2)
    words = await all_read(house)
    assert words.count("qx") > 40
    assert f"<t:{START}" not in NAME  # the clock of the house stands still but for what is skipped


async def test_a_name_that_looks_like_another_is_refused_in_a_whole_sentence(house: House) -> None:
    refused = await house.slash(house.gm, "game create", rulebook="gcw", name=DISGUISED)
    assert refused.words == (
        "That cannot be a game's name. A name has no line breaks, control characters or invisible characters."
    )
    await house.lobby()
    unknown = await asked(house, house.red, "game info", game=DISGUISED)
    assert unknown.words.startswith("There is no game Twi") and "There are: 1 (Twilight)." in unknown.words


@pytest.mark.parametrize("line", ["pay **qx** to _qy_", "@everyone", f"fire {NAME} at {NAME}"])
async def test_a_line_of_a_sheet_looks_as_typed_beside_its_answer(house: House, line: str) -> None:
    await house.begun()
    form = await house.slash(house.red, "table sheet")
    answer = await (await house.red.submit(form, lines=line)).final()
    assert "❌" in answer.words and not alive(answer.words), answer.words
