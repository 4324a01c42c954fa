"""The one error path: a planted bug anywhere is one honest sentence with a reference, and a line in the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

import discord
import pytest

from bot.ui.errors import NotAllowed, told
from bot.ui.views import OurLayout, OurView
from engine.gcw import Gcw
from engine.text.message import T_
from sandbox.client.player import Answer
from sandbox.model.guilds import Message
from storage.errors import DiskFull, NoSuchGame
from tests.discord.house import House

SENTENCE = re.compile(
    r"Something went wrong on my side, and it is logged for whoever runs me\. If an order was part of it, "
    r"`/show turn` tells whether it counts\.\n-# Reference ([0-9a-f]{8})"
)


class PlantedBug(Exception):
    """Bug that a test plants."""


def fails(*_: object, **__: object) -> NoReturn:
    raise PlantedBug("a wire is loose")


def owned_up(answer: Answer | Message, log: pytest.LogCaptureFixture) -> None:
    """The answer is the honest sentence, for the asker alone, and its reference finds the bug in the log."""
    words = answer.words
    found = SENTENCE.search(words)
    assert found is not None, words
    assert answer.ephemeral and "wire" not in words and "Traceback" not in words
    records = [record for record in log.records if found[1] in record.getMessage()]
    assert len(records) == 1 and records[0].exc_info is not None
    assert " user " not in records[0].getMessage()
    assert isinstance(records[0].exc_info[1], PlantedBug)
    log.clear()


Plant = Callable[[str], None]


@pytest.fixture
async def plant(house: House, monkeypatch: pytest.MonkeyPatch) -> Plant:
    """Plants a bug in a function of the rulebook."""
    await house.met()

    def planted(name: str) -> None:
        monkeypatch.setattr(Gcw, name, fails)

    return planted


async def test_in_a_command(house: House, plant: Plant, caplog: pytest.LogCaptureFixture, monkeypatch: Any) -> None:
    plant("obey")
    owned_up(await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1"), caplog)
    monkeypatch.undo()  # the game goes on where it was
    assert (
        "Your draft has 1 line"
        in (await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")).words
    )


async def test_in_a_view(house: House, plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    plant("show")
    owned_up(await house.slash(house.red, "gcw-show fleet"), caplog)
    openly = await house.slash(house.red, "gcw-show board", about="Corellia", openly=True)
    owned_up(openly, caplog)


async def test_in_a_completion(house: House, plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    plant("options")
    assert await house.red.autocomplete("gcw battle fire", "unit", channel="campaign") == []
    assert "a wire is loose" in caplog.text and "the completion of unit in /gcw battle fire" in caplog.text


async def test_in_a_cogs_completion(house: House, caplog: pytest.LogCaptureFixture, monkeypatch: Any) -> None:
    await house.begun()
    monkeypatch.setattr(house.service.desk.directory, "games", fails)
    for path in ("game info", "table panel", "gm pause", "dice verify", "gcw-show fleet", "gcw confirm"):
        assert await house.gm.autocomplete(path, "game", channel="campaign") == []
        assert "a wire is loose" in caplog.text and f"/{path}" in caplog.text and "reference" in caplog.text
        caplog.clear()


async def test_in_a_button(house: House, plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    panel = await house.slash(house.red, "table panel")
    plant("obey")
    owned_up(await house.red.click(panel, "Clear draft"), caplog)
    plant("show")
    owned_up(await house.red.click(panel, "Refresh"), caplog)


async def test_in_a_form(house: House, plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    sheet = await house.slash(house.red, "table sheet")
    panel = await house.slash(house.red, "table panel")
    story = await house.red.click(panel, "Submit turn")
    plant("obey")
    owned_up(await house.red.submit(sheet, lines="clear"), caplog)
    owned_up(await house.red.submit(story, story="Onward."), caplog)


async def test_in_a_plain_view_and_in_a_layout(house: House, caplog: pytest.LogCaptureFixture) -> None:
    class Trap(discord.ui.Button[Any]):
        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            fails()

    await house.delivered()
    view, layout = OurView(), OurLayout()
    view.add_item(Trap(label="Trap", custom_id="u1:trap"))
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    row.add_item(Trap(label="Door", custom_id="u1:door"))
    layout.add_item(row)
    place = house.bot.get_partial_messageable(house.channel.id)
    await place.send("A trap", view=view)
    await place.send(view=layout)
    trap, door = house.red.sees("campaign")[-2:]
    for message, label in ((trap, "Trap"), (door, "Door")):
        clicked = await house.red.click(message, label)
        owned_up(await clicked.final(), caplog)


async def test_in_a_picture_the_words_stand(house: House, plant: Plant, caplog: pytest.LogCaptureFixture) -> None:
    plant("draw")
    board = await house.slash(house.red, "gcw-show board", about="Corellia")
    assert "Grid of Corellia" in board.words and not board.attachments and "a wire is loose" in caplog.text


async def test_in_what_time_does_the_other_games_go_on(
    house: House, plant: Plant, caplog: pytest.LogCaptureFixture
) -> None:
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    plant("lapse")
    await house.skip(minutes=16)
    assert "time cannot pass in game 1" in caplog.text and "a wire is loose" in caplog.text
    assert "Twilight" in (await house.slash(house.red, "game list")).words


async def test_old_buttons_answer_after_a_restart(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    panel = await house.slash(house.red, "table panel")
    form = await house.red.click(panel, "Submit turn")
    sheet = await house.red.click(panel, "Order sheet")
    await house.restart()
    await house.red.click(panel, "Refresh")
    assert "1. move red LNCR 1 to B-1" in panel.words
    assert "✅ shields up red INT 2" in (await house.red.submit(sheet, lines="shields up red INT 2")).words
    posted = await house.red.submit(form, story="Written before the bot was restarted.")
    assert "You have posted turn 1" in posted.words


async def test_buttons_of_an_older_version_say_so(house: House) -> None:
    await house.begun()
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id="u0:do:1:clear"))
    view.add_item(discord.ui.Button(label="Gone", custom_id="u1:open:1:gcw fly"))
    await house.bot.get_partial_messageable(house.channel.id).send("Buttons", view=view)
    await house.restart()
    message = next(one for one in house.red.sees("campaign") if one.content == "Buttons")
    assert "older version" in (await house.red.click(message, "Old")).words
    assert "older version" in (await house.red.click(message, "Gone")).words
    assert "You have no seat in that game." in (await house.bystander.click(message, "Gone")).words


async def test_in_private_messages_it_says_where_it_answers(house: House) -> None:
    await house.begun()
    asked = [command.name for command in house.red.commands(house.red.dm)]
    assert asked == ["dice", "roll"]  # dice need neither seat nor role
    refused = await house.slash(house.red, "dice verify", house.red.dm)
    assert refused.words.startswith("Nothing was rolled here yet.")


def test_every_trouble_has_its_sentence() -> None:
    assert told(DiskFull("The disk is full.")) == "The disk is full. Nothing was changed; please try again later."
    assert told(NoSuchGame("No game has the number 3.")) == "No game has the number 3."
    assert told(NotAllowed(T_("That is for moderators."))) == "That is for moderators."
    assert told(PlantedBug()) is None
