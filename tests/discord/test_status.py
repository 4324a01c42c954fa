"""`/show`, `/help`, `/rules`, `/dice` and `/settings`: every command at least once, for the asker or openly."""

from __future__ import annotations

import io
import logging
import re

import pytest

from bot.cogs.help import TOPICS
from bot.start.logs import logging_discreetly
from engine.game import Seat
from engine.picture import sides_of
from sandbox.model.components import CONTAINER, SELECTS, walk
from tests.discord.house import ROOT, House, buttons

VIEWS = (
    "turn",
    "preview",
    "fleet",
    "contacts",
    "map",
    "standings",
    "treasury",
    "log",
    "ship",
    "board",
    "ground",
    "system",
    "class",
)
EVERYWHERE = ("turn", "log")
"""Views that every game has; the others are commands of their rulebook."""

ABOUT = {"ship": "red LNCR 1", "board": "Corellia", "ground": "Corellia", "system": "Corellia", "class": "LNCR"}


def command(view: str) -> str:
    return f"show {view}" if view in EVERYWHERE else f"gcw-show {view}"


@pytest.mark.parametrize("view", VIEWS)
async def test_every_view_is_shown_to_the_asker_alone(house: House, view: str) -> None:
    await house.met()
    given = {"about": ABOUT[view]} if view in ABOUT else {}
    answer = await house.slash(house.red, command(view), **given)
    assert answer.ephemeral and answer.words and "wrong on my side" not in answer.words
    assert not answer.attachments  # the renderer fails in this house: the words stand without it


async def test_an_answer_has_its_seat_s_colour_and_buttons_for_whoever_can_press_them(house: House) -> None:
    game = await house.met()
    answer = await house.slash(house.red, "show turn")
    (box,) = answer.components
    assert box["type"] == CONTAINER and box["accent_color"] == int(sides_of(["red"])["red"].colour[1:], 16)
    assert answer.content == ""
    assert {"Draft", "Submit turn"} <= set(buttons(answer))
    (more,) = [part["placeholder"] for part in walk(answer.components) if part["type"] in SELECTS]
    line = next(option["label"] for part in walk(answer.components) for option in part.get("options", ()))
    drafted = await house.red.select(answer, more, line)
    assert f"Your draft has 1 line; the last is “{line[0].lower()}{line[1:]}”" in drafted.words
    openly = await house.slash(house.red, "gcw-show board", about="Corellia", openly=True)
    assert not openly.ephemeral and openly.components[0]["type"] == CONTAINER and not buttons(openly)
    await house.service.desk.moderation.pause(game.id, user=house.gm.id)
    assert not buttons(await house.slash(house.red, "show turn"))


async def test_openly_shows_what_everybody_knows_and_no_more(house: House) -> None:
    await house.met()
    board = await house.slash(house.red, "gcw-show board", about="Corellia", openly=True)
    assert not board.ephemeral and "red LNCR 1" not in board.words
    secret = await house.slash(house.red, "gcw-show fleet", openly=True)
    assert secret.ephemeral and "LNCR" not in secret.words
    log = await house.slash(house.red, "show log", openly=True)
    assert not log.ephemeral and "red LNCR 1" not in log.words and "The campaign **Twilight** begins" in log.words


async def test_a_bystander_is_shown_what_is_public(house: House) -> None:
    await house.met()
    assert "Galactic Empire" in (await house.slash(house.bystander, "gcw-show standings")).words
    for view in ("fleet", "contacts", "treasury", "turn", "ship"):
        answer = await house.slash(
            house.bystander, command(view), **({"about": "red LNCR 1"} if view == "ship" else {})
        )
        assert answer.ephemeral and "Lancer" not in answer.words and "KC" not in answer.words
    assert await house.bystander.autocomplete("gcw-show ship", "about", channel="campaign") == []


async def test_what_can_be_shown_is_offered(house: House) -> None:
    await house.met()
    mine = [choice["value"] for choice in await house.red.autocomplete("gcw-show ship", "about", channel="campaign")]
    assert "red LNCR 1" in mine and "Contact 1" in mine and not any("blue MC90" in value for value in mine)
    assert len(await house.red.autocomplete("gcw-show class", "about", channel="campaign")) == 25


@pytest.mark.parametrize("typed", ["contact 1", "C1", "blue CORV 1 (C1"])
async def test_a_contact_is_found_by_each_of_its_names(house: House, typed: str) -> None:
    await house.met()
    for command_name, field in (("gcw battle fire", "target"), ("gcw-show ship", "about")):
        (first, *_) = await house.red.autocomplete(command_name, field, typed, channel="campaign")
        assert first["name"].startswith("blue CORV 1 (C1): "), first


async def test_the_log_tells_what_was_heard_oldest_first(house: House) -> None:
    await house.met()
    lines = (await house.slash(house.red, "show log")).words
    assert lines.index("setup is confirmed") < lines.index("treasury of blue") and "<t:1773144000:f>" in lines
    assert "blue LNCR" not in lines and "blue MC90 3" not in lines


async def test_help_where_a_game_is_played_tells_of_its_rulebook_alone(house: House) -> None:
    await house.met()
    words = (await house.slash(house.red, "help")).words
    assert "such as </gcw-show fleet:" in words and "`/gcw`: Galactic Civil War" in words
    assert "sunrise" not in words.casefold() and "d6" not in words.casefold()


async def test_an_order_that_has_nothing_to_name_is_not_said_to_be_possible(house: House) -> None:
    game = await house.met()
    possible = await house.service.desk.views.home(game.id, Seat("blue"))
    assert "gcw-people take-back" not in {order.path for order in possible.orders}
    assert "take-back" not in (await house.slash(house.blue, "help")).words


async def test_help_begins_at_the_beginning_and_has_a_page_for_every_order(house: House) -> None:
    start = await house.slash(house.red, "help")
    assert "</game create:" in start.words and "`/gcw`: Galactic Civil War" in start.words
    assert "`/sunrise`: False Sunrise" in start.words and "{" not in start.words
    fire = await house.slash(house.red, "help", topic="/gcw battle fire")
    assert "On a sheet: `fire" in fire.words and "• `target`" in fire.words
    course = await house.slash(house.red, "help", topic="gcw-travel plot")  # has no place on a sheet
    assert "Show how long a course takes" in course.words and "On a sheet" not in course.words
    group = await house.slash(house.red, "help", topic="gcw battle")
    assert "`/gcw battle move`: Move a unit" in group.words
    unknown = await house.slash(house.red, "help", topic="gcw battle fyre")
    assert "There is no help on that." in unknown.words
    offered = await house.red.autocomplete("help", "topic", "turn", channel="campaign")
    assert any(choice["value"] == "gcw turn submit" for choice in offered)
    for topic in TOPICS:
        assert (await house.slash(house.red, "help", topic=topic)).words


async def test_every_command_that_is_spoken_of_exists(house: House) -> None:
    for rulebook in house.service.desk.rulebooks.names:
        await house.bot.registration.enrol(house.discord.guild.id, rulebook)
    known = set()
    for command in house.discord.commands.usable(house.discord.guild.id):
        known.add(command.name)
        for option in command.body.get("options", ()):
            known.add(f"{command.name} {option['name']}")
            known.update(f"{command.name} {option['name']} {inner['name']}" for inner in option.get("options", ()))
    rooms = [ROOT / room for room in ("bot", "engine", "seeds", "docs", "tests/play")]
    pages = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".toml", ".md", ".play")]
    texts = [path.read_text(encoding="utf-8") for path in [*pages, ROOT / "README.md"]]
    spoken = {found[1] for text in texts for found in re.finditer(r"`/([a-z][a-z -]*[a-z])`", text)}
    assert len(spoken) > 40
    assert sorted(spoken - known - {"toy-show", "toy-show fleet"}) == []


async def test_rules_are_found_and_cited(house: House) -> None:
    found = await house.slash(house.red, "rules search", words="ion shields")
    assert found.ephemeral and "-# GCW-" in found.words
    cited = await house.slash(house.red, "rules cite", rule="gcw-ucr-03", openly=True)
    assert not cited.ephemeral and cited.words.endswith("-# GCW-UCR-03")
    assert "Did you mean GCW-UCR-0" in (await house.slash(house.red, "rules cite", rule="GCW-UCR-3")).words
    assert "No rule holds" in (await house.slash(house.red, "rules search", words="zzzz qqqq")).words
    assert "no rulebook" in (await house.slash(house.red, "rules search", words="ion", rulebook="chess")).words
    offered = await house.red.autocomplete("rules cite", "rule", "GCW-UCR", channel="campaign")
    assert 5 < len(offered) <= 25 and all(choice["value"].startswith("GCW-") for choice in offered)
    assert [one["value"] for one in await house.red.autocomplete("rules search", "rulebook", channel="campaign")] == [
        "d6",
        "eaw",
        "freedom",
        "gcw",
        "sunrise",
    ]


async def test_dice_are_verified_and_counted(house: House) -> None:
    await house.begun()
    verified = await house.slash(house.bystander, "dice verify")
    assert "has rolled no public die. Its commitment is `" in verified.words
    assert [file.filename for file in verified.attachments] == ["record.json", "dice_check.py"]
    assert "no public die so far" in (await house.slash(house.red, "dice stats")).words


async def test_settings_are_shown_set_and_checked(house: House) -> None:
    shown = await house.slash(house.red, "settings show")
    assert "only members who may manage the server" in shown.words and shown.ephemeral
    talk = house.discord.channel("table-talk")
    answer = await house.slash(house.gm, "settings channels", troubles=talk)
    assert f"<#{talk.id}>" in answer.words
    assert "Nothing was set." in (await house.slash(house.gm, "settings channels")).words
    wrong = await house.slash(house.gm, "settings daily", zone="Mars/Olympus", hour=3)
    assert "is no time zone" in wrong.words
    misspelt = await house.slash(house.gm, "settings daily", zone="europe/lisboa", hour=3)
    assert "Did you mean Europe/Lisbon" in misspelt.words
    zones = await house.gm.autocomplete("settings daily", "zone", "berl", channel="campaign")
    assert zones == [{"name": "Europe/Berlin", "value": "Europe/Berlin"}]


async def test_a_person_can_be_forgotten(house: House) -> None:
    await house.begun()
    kept = await house.slash(house.red, "settings forget-me", sure="yes")
    assert "Nothing was deleted." in kept.words
    done = await house.slash(house.red, "settings forget-me", sure="forget me")
    assert "Done: your seats are vacant" in done.words
    assert "red: vacant" in (await house.slash(house.gm, "game info")).words
    await house.delivered()
    dump = await house.service.desk.store.database.read(lambda connection: "\n".join(connection.iterdump()))
    assert str(house.blue.id) in dump and str(house.red.id) not in dump


async def test_at_debug_no_log_holds_the_token_of_an_interaction_or_an_order(house: House) -> None:
    stream = io.StringIO()
    with logging_discreetly(stream):
        for name in ("", "discord", "discord.http", "discord.gateway", "aiosqlite"):
            logging.getLogger(name).setLevel(logging.DEBUG)
        await house.begun()
        await house.slash(house.red, "gcw join", faction="Rebel Alliance", hero="Captain Zsinj")
        classes = await house.red.autocomplete("gcw muster", "unit", channel="campaign")
        mustered = await house.slash(house.red, "gcw muster", unit=classes[0]["value"], name="Iron Fist")
        assert "**Iron Fist** joins you" in mustered.words
        await house.delivered()
        for name in ("discord", "discord.http", "discord.gateway", "aiosqlite"):
            logging.getLogger(name).setLevel(logging.NOTSET)
    logged = stream.getvalue()
    assert "Zsinj" not in logged and "Iron Fist" not in logged
    assert not re.search(r"/(webhooks|interactions)/\d+/(?!\(token\))", logged)
