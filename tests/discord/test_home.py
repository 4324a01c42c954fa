"""A player's home: what waits for them, and buttons and menus that do what they could order, once and in their name."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import discord
import pytest

from engine.game import Seat
from sandbox.client.player import Answer, Player
from sandbox.model.components import BUTTON, SECTION, SELECTS, walk
from sandbox.model.guilds import Message
from storage.records import Game
from tests.discord.house import CHANNEL, ELSEWHERE, House, buttons

FIRE = "Fire red LNCR 1 at blue CORV 1 (C1)"


def beside(shown: Answer | Message, words: str) -> str:
    """The id of the button that stands beside the line of these words."""
    lines = [part for part in walk(shown.components) if part["type"] == SECTION]
    (found,) = [part for part in lines if any(one["content"] == words for one in part["components"])]
    return str(found["accessory"]["custom_id"])


def drafted(panel: Answer) -> str:
    """The draft, as the panel shows it."""
    return panel.words.split("**Your draft**")[1].split("**Battles")[0]


async def home(house: House, player: Player | None = None) -> Answer:
    return await house.slash(player or house.red, "me")


async def test_the_home_tells_what_there_is_and_a_line_of_it_is_done_by_its_button(house: House) -> None:
    await house.met()
    panel = await home(house)
    assert panel.ephemeral and "Twilight (game 1)" in panel.words
    assert "**Your treasury**" in panel.words and "**Your fleet**" in panel.words and "empty" in drafted(panel)
    await house.red.click(panel, beside(panel, FIRE))
    assert "the last is “fire red LNCR 1 at" in panel.words and "Effects" in panel.words  # as a typed order is answered
    await house.red.click(panel, "Panel")
    assert "1. fire red LNCR 1 at" in drafted(panel)


async def test_no_heading_of_a_home_says_what_the_one_above_it_said(house: House) -> None:
    await house.skirmish()
    lines = (await house.slash(house.red, "me")).words.split("\n")
    at = lines.index("**Points**")
    assert lines[at + 1] == "Both sides are level." and "Points" not in lines and "Markers" in lines


async def test_what_came_of_a_click_stands_between_the_report_and_the_buttons(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="blue CORV 1")
    panel = await home(house)
    await house.red.click(panel, "Clear draft")
    told = [part.get("content") or part.get("label", "") for part in walk(panel.components)]
    (said,) = [at for at, words in enumerate(told) if "Your draft is empty." in words]
    report = max(at for at, words in enumerate(told) if "Your fleet" in words)
    assert report < said < told.index("Submit turn") < told.index("Refresh")


async def test_what_was_heard_since_the_last_look_is_told_once(house: House) -> None:
    await house.met()
    await home(house)
    await house.slash(house.blue, "gcw turn submit", story="We hold.")
    assert "Since you last looked" in (await home(house)).words
    assert "Since you last looked" not in (await home(house)).words


async def test_what_a_player_did_and_was_answered_is_no_news_to_them(house: House) -> None:
    await house.met()
    panel = await home(house)
    await house.red.click(panel, beside(panel, FIRE))
    assert "the last is “fire red LNCR 1 at" in panel.words
    await house.red.click(panel, "Panel")
    assert "1. fire red LNCR 1 at" in drafted(panel) and "Since you last looked" not in panel.words
    await house.slash(house.red, "gcw turn submit", story="We fire.")
    await house.slash(house.blue, "gcw turn submit", story="We hold.")
    news = (await home(house)).words.split("Since you last looked")[1]
    assert "blue has posted turn 2" in news and "You have posted" not in news


async def test_two_clicks_at_once_do_one_thing(house: House) -> None:
    game = await house.met()
    panel = await home(house)
    button = beside(panel, FIRE)
    await asyncio.gather(*(house.red.click(panel, button) for _ in range(2)))
    await house.slash(house.red, "me")
    assert drafted(await home(house)).count("fire red LNCR 1") == 1
    entries = await house.service.desk.record.audit(game.id, 200)
    assert sum("fire red LNCR 1" in entry for entry in entries) == 1


async def test_of_two_clicks_that_both_found_it_offered_one_is_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits until the other has seen that the order is offered; then both would give it."""
    game = await house.met()
    panel = await home(house)
    both, seen = asyncio.Barrier(2), house.service.desk.views.offer

    async def offered(*asked: Any) -> Any:
        found = await seen(*asked)
        await both.wait()
        return found

    monkeypatch.setattr(house.service.desk.views, "offer", offered)
    button = beside(panel, FIRE)
    await asyncio.gather(*(house.red.click(panel, button) for _ in range(2)))
    monkeypatch.undo()
    entries = await house.service.desk.record.audit(game.id, 200)
    assert sum("fire red LNCR 1" in entry for entry in entries) == 1


async def test_the_ids_of_what_is_pressed_tell_nothing(house: House) -> None:
    await house.met()
    panel = await home(house)
    pressed = [part for part in walk(panel.components) if part["type"] == BUTTON or part["type"] in SELECTS]
    assert len(pressed) > 5
    for part in pressed:
        assert not any(word in part["custom_id"].lower() for word in ("red", "blue", "fire", "lncr", "contact"))


async def test_a_button_is_for_the_seat_that_was_offered_it(house: House) -> None:
    game = await house.met()
    panel = await home(house)
    button = beside(panel, FIRE)
    (submit,) = [part["custom_id"] for part in walk(panel.components) if part.get("label") == "Submit turn"]
    theirs = await copied(house, house.blue, submit)  # Blue could submit a turn as well, and not by Red's button
    assert theirs.modal is None and "offered no more" in theirs.words
    for stranger, told in ((house.bystander, "You have no seat in that game."), (house.blue, "offered no more")):
        pressed = await copied(house, stranger, button)
        assert told in pressed.words and "red LNCR 1" not in pressed.words
    assert not (await house.service.desk.views.known(game.id, Seat("red"))).drafts


async def copied(house: House, player: Player, custom_id: str) -> Answer:
    """Somebody presses a button of that id where everybody sees one."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Copied", custom_id=custom_id))
    sent = await house.bot.get_partial_messageable(house.channel.id).send("Copied", view=view)
    message = next(one for one in player.sees(CHANNEL) if one.id == sent.id)
    answer = await player.click(message, "Copied")
    return answer if answer.modal is not None else await answer.final()


async def test_buttons_of_what_was_taken_back_or_has_ended_answer_in_words(house: House) -> None:
    game = await house.met()
    panel = await home(house)
    line = beside(panel, FIRE)
    await house.tell(game, "red", "fire red LNCR 1 at blue CORV 1")
    late = await house.red.click(panel, line)
    assert "offered no more" in late.words
    await house.service.desk.moderation.end(game.id, user=house.gm.id)
    assert "has ended: nothing is done in it any more" in (await house.red.click(panel, "Clear draft")).words
    ended = await home(house)
    assert "It has ended." in ended.words and buttons(ended) == ["Refresh"]


async def test_an_order_is_chosen_from_a_menu_and_its_form_has_menus(house: House) -> None:
    await house.met()
    panel = await home(house)
    form = await house.red.select(panel, "Give an order …", "gcw battle fire")
    assert form.modal is not None
    kinds = {part["component"]["custom_id"]: part["component"]["type"] for part in form.modal.components}
    assert kinds["unit"] in SELECTS and kinds["target"] in SELECTS
    fired = await house.red.submit(form, unit="red LNCR 1", target="blue CORV 1")
    assert "Effects" in fired.words and "fire red LNCR 1 at" in fired.words


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({"craft": "all"}, "1. launch all from red VSD 3"),
        ({"craft:other": "1 LAM"}, "1. launch 1 LAM from red VSD 3"),
        ({"craft": "all", "craft:other": "1 LAM"}, "1. launch 1 LAM from red VSD 3"),
        ({}, "The order needs the craft"),
    ],
    ids=["of the menu", "in words", "in words rather than of the menu", "neither"],
)
async def test_a_field_that_takes_other_words_has_a_menu_and_a_box(
    house: House, given: dict[str, str], answer: str
) -> None:
    await house.met()
    form = await house.red.select(await home(house), "Give an order …", "gcw battle launch")
    assert form.modal is not None
    kinds = {part["component"]["custom_id"]: part["component"]["type"] for part in form.modal.components}
    assert kinds["craft"] in SELECTS and kinds["craft:other"] not in SELECTS
    assert answer in (await house.red.submit(form, fields={"ship": "red VSD 3", **given})).words


async def test_words_beside_a_menu_are_kept_until_they_are_obeyed(house: House) -> None:
    await house.met()
    form = await house.red.select(await home(house), "Give an order …", "gcw battle launch")
    refused = await house.red.submit(form, fields={"ship": "red VSD 3", "craft:other": "9 LAM"})
    again = await house.red.click(refused, "Try again")
    assert again.modal is not None
    boxes = {part["component"]["custom_id"]: part["component"] for part in again.modal.components}
    assert boxes["craft:other"]["value"] == "9 LAM"
    assert [one["value"] for one in boxes["ship"]["options"] if one["default"]] == ["red VSD 3"]


async def opened(house: House, path: str) -> dict[str, dict[str, Any]]:
    """The parts of an order's form by their custom ids, opened from the menu of orders."""
    panel = await home(house)
    menu = "Give an order …"
    if not any(path == one["value"] for part in walk(panel.components) for one in part.get("options", ())):
        raise AssertionError(f"{path} is not offered")
    first = next(part for part in walk(panel.components) if part.get("placeholder") == menu)
    if path not in [one["value"] for one in first["options"]]:
        menu = "Another order …"
    form = await house.red.select(panel, menu, path)
    assert form.modal is not None
    return {part["component"]["custom_id"]: part["component"] for part in form.modal.components}


def offers(part: Mapping[str, Any]) -> dict[str, str]:
    return {one["value"]: one["label"] for one in part["options"]}


async def test_what_depends_on_another_field_is_chosen_from_a_menu_that_says_with_what_it_goes(house: House) -> None:
    await house.met()
    fire = await opened(house, "gcw battle fire")
    assert list(fire) == ["unit", "target", "weapons", "first", ":rest"]
    assert all(fire[one]["type"] in SELECTS for one in ("unit", "target", "weapons"))
    weapons = offers(fire["weapons"])
    assert next(iter(weapons)) == "all" and fire["weapons"]["max_values"] == len(weapons)
    assert weapons["10 IC"] == "10 IC (red VSD 3)"
    move = await opened(house, "gcw battle move")
    assert offers(move["cells"])["DSZ-1"] == "DSZ-1 (from C-1) (red LNCR 1)"
    jump = await opened(house, "gcw-travel jump")
    assert jump["system"]["type"] in SELECTS and jump["exit"]["type"] in SELECTS
    assert len(jump["system"]["options"]) == 25 and jump[":rest"]["type"] not in SELECTS


async def test_several_weapons_and_several_ships_are_chosen_at_once(house: House) -> None:
    await house.met()
    form = await house.red.select(await home(house), "Give an order …", "gcw battle fire")
    given = {"unit": "red VSD 3", "target": "blue NEBB 2", "weapons": ["10 Quad LTL", "10 IC"]}
    fired = await house.red.submit(form, fields=given)
    assert "1. fire 10 Quad LTL, 10 IC of red VSD 3 at blue NEBB 2" in fired.words
    await house.red.click(fired, "Panel")
    form = await house.red.select(await home(house), "Give an order …", "gcw battle fire")
    fired = await house.red.submit(form, fields={"unit": ["red INT 2", "red LNCR 1"], "target": "blue CORV 1"})
    assert "2. fire red INT 2 at blue CORV 1" in fired.words and "3. fire red LNCR 1 at blue CORV 1" in fired.words


async def test_a_box_for_all_menus_takes_what_they_have_not_and_keeps_it(house: House) -> None:
    await house.met()
    form = await house.red.select(await home(house), "Give an order …", "gcw battle fire")
    given = {"unit": "red VSD 3", "target": "blue NEBB 2", ":rest": "percent: 100\nweapons: 99 IC"}
    refused = await house.red.submit(form, fields=given)
    assert "has 10 of those mounts left" in refused.words
    again = await house.red.click(refused, "Try again")
    assert again.modal is not None
    parts = {part["component"]["custom_id"]: part["component"] for part in again.modal.components}
    assert parts[":rest"]["value"] == "percent: 100\nweapons: 99 IC"
    misnamed = await house.red.submit(again, fields={":rest": "guns: 5 IC"})
    assert "There is no field guns in that form." in misnamed.words
    once_more = await house.red.click(misnamed, "Try again")
    assert once_more.modal is not None
    rest = [part["component"] for part in once_more.modal.components if part["component"]["custom_id"] == ":rest"]
    assert rest[0]["value"] == "guns: 5 IC"
    fired = await house.red.submit(once_more, fields={":rest": "weapons: 4 IC"})
    assert "fire 4 IC of red VSD 3 at blue NEBB 2" in fired.words


async def test_the_line_of_a_draft_is_chosen_by_what_it_says(house: House) -> None:
    game = await house.met()
    await house.tell(game, "red", "move red LNCR 1 to B-1", "shields up red INT 2")
    drop = await opened(house, "gcw turn drop")
    assert offers(drop["number"]) == {"1": "1. move red LNCR 1 to B-1", "2": "2. shields up red INT 2"}
    completed = await house.red.autocomplete("gcw turn drop", "number", channel=CHANNEL)
    assert [one["value"] for one in completed] == [1, 2]


async def test_more_orders_than_one_menu_holds_stand_in_another(house: House) -> None:
    game = await house.met()
    possible = (await house.service.desk.views.home(game.id, Seat("red"))).orders
    assert len(possible) > 25
    form = await house.red.select(await home(house), "Another order …", possible[-1].path)
    assert form.modal is not None and form.modal.custom_id.endswith(possible[-1].path)


async def test_a_form_that_would_be_refused_does_not_open(house: House) -> None:
    await house.met()
    panel = await home(house)
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    late = await house.red.click(panel, "Submit turn")
    assert late.modal is None and late.words


async def test_a_story_that_is_refused_is_given_back(house: House) -> None:
    await house.met()
    panel = await home(house)
    form = await house.red.click(panel, "Submit turn")
    await house.slash(house.red, "gcw turn submit", story="Written elsewhere.")
    refused = await house.red.submit(form, story="A long story. " * 100)
    assert "GCW-TRN" in refused.words
    await house.skip(days=1, minutes=16)
    again = await house.red.click(refused, "Try again")
    assert again.modal is not None
    assert again.modal.components[0]["component"]["value"].startswith("A long story. A long story.")
    posted = await house.red.submit(again)
    assert "You have posted turn 2" in posted.words
    await house.skip(days=1, minutes=16)
    fresh = await house.red.click(await home(house), "Submit turn")
    assert fresh.modal is not None and not fresh.modal.components[0]["component"].get("value")


async def test_a_story_that_a_slash_command_is_refused_with_is_given_back_too(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw turn submit", story="The first.")
    refused = await house.slash(house.red, "gcw turn submit", story="The second, typed too early.")
    assert "GCW-TRN-01" in refused.words and "What you wrote is kept." in refused.words
    await house.skip(days=1, minutes=16)
    again = await house.red.click(refused, "Try again")
    assert again.modal is not None
    assert again.modal.components[0]["component"]["value"] == "The second, typed too early."
    await house.slash(house.red, "gcw turn submit", story="Another one.")
    await house.skip(days=1, minutes=16)
    fresh = await house.red.click(await home(house), "Submit turn")
    assert fresh.modal is not None and not fresh.modal.components[0]["component"].get("value")


async def test_a_dropped_line_is_told_with_what_is_left_and_lines_change_places(house: House) -> None:
    game = await house.met()
    await house.tell(game, "red", "move red LNCR 1 to B-1", "shields up red INT 2")
    moved = await house.slash(house.red, "gcw turn reorder", number=2, place=1)
    assert "1. shields up red INT 2\n2. move red LNCR 1 to B-1" in moved.words
    dropped = await house.slash(house.red, "gcw turn drop", number=2)
    assert "Dropped: “move red LNCR 1 to B-1”. Your draft has 1 line." in dropped.words
    assert "1. shields up red INT 2" in dropped.words
    await house.slash(house.red, "gcw turn submit", story="Shields.")
    recovered = await house.slash(house.red, "gcw turn recover")
    assert "1. shields up red INT 2" in recovered.words
    edited = await house.slash(house.red, "gcw turn edit")
    assert "Turn 1, posted" in edited.words and "1. shields up red INT 2" in edited.words


async def test_who_leaves_or_concedes_is_asked_first(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="sunrise", name="First light")
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    pressed = await copied(house, house.red, f"u1:open:{game.id}:sunrise concede")
    asked = await house.slash(house.red, "sunrise concede")
    assert "The other side wins then" in asked.words and asked.words == pressed.words
    assert (await house.service.desk.views.known(game.id, None)).winner is None
    sure = await house.red.click(asked, "Yes, do it")
    assert (await house.service.desk.views.known(game.id, None)).winner is not None, sure.words
    leaving = await house.slash(house.blue, "game leave")
    assert "is vacant then" in leaving.words and game.id in await seats(house)
    await house.blue.click(leaving, "Leave the game")
    assert game.id not in await seats(house)


async def seats(house: House) -> dict[int, Seat]:
    return await house.service.desk.directory.seats_of(house.discord.guild.id, house.blue.id)


async def test_the_home_can_be_read_as_plain_text(house: House) -> None:
    await house.met()
    shown = await house.slash(house.red, "me", plain=True)
    assert not shown.components
    assert "**Your draft**" in shown.words and "`final`" not in shown.words


async def test_help_says_what_can_be_done_now_and_its_commands_can_be_clicked(house: House) -> None:
    await house.met()
    told = (await house.slash(house.red, "help")).words
    assert told.startswith("### What you can do now")
    assert told.index("gcw battle fire") < told.index("A game in five steps")
    for command in ("me", "gcw battle fire", "game create"):
        assert re.search(rf"</{command}:\d+>", told), command
    assert "What you can do now" not in (await house.slash(house.bystander, "help")).words
    await house.bot.registration.enrol(house.discord.guild.id, "d6")
    assert re.search(r"</d6-ship fly:\d+>", (await house.slash(house.red, "help", topic="d6-ship")).words)
    offered = await house.red.autocomplete("help", "topic", channel=CHANNEL)
    assert any("/gcw" in one["name"] for one in offered) and not any("/sunrise" in one["name"] for one in offered)
    fitting = [one["value"] for one in await house.red.autocomplete("help", "topic", "fi", channel=CHANNEL)]
    ours = [path.startswith("gcw") for path in fitting]
    assert fitting[0] == "gcw battle fire" and "sunrise fire" in fitting and ours == sorted(ours, reverse=True), fitting


async def test_help_on_a_word_is_of_the_order_that_is_meant(house: House) -> None:
    await house.met()
    page = (await house.slash(house.red, "help", topic="fire")).words
    assert "gcw battle fire" in page and "On a sheet: `fire " in page
    assert "Did you mean fire" in (await house.slash(house.red, "help", topic="fier")).words
    elsewhere = (await house.slash(house.red, "help", ELSEWHERE, topic="lock")).words
    assert "Did you mean `/d6-ship lock`, `/sunrise lock` or `/sunrise-fleet lock`?" in elsewhere


async def test_rules_are_searched_in_the_rulebook_of_the_game_at_hand(house: House) -> None:
    await house.met()
    assert "heavy turbolaser battery" in (await house.slash(house.red, "rules search", words="HTLB")).words
    assert "FS-" not in (await house.slash(house.red, "rules search", words="movement")).words
    reserve = await house.slash(house.red, "rules cite", rule="GCW-RES-01")
    assert "23 CP" in reserve.words and "Umpire does not play" not in reserve.words


async def test_the_orders_of_the_last_turn_stand_on_a_sheet_to_be_given_again(house: House) -> None:
    await house.met()
    panel = await home(house)
    assert "no turn with orders yet" in (await house.red.click(panel, "Last turn again")).words
    for line in ("move red LNCR 1 to B-1", "shields down red INT 2"):
        await house.tell(await playing(house), "red", line)
    await house.slash(house.red, "gcw turn submit", story="Closer.")
    await house.slash(house.red, "gcw turn final")
    await house.skip(days=1, minutes=1)
    await house.slash(house.red, "gcw turn submit", story="We wait.")  # a turn without orders is not the one meant
    await house.slash(house.red, "gcw turn final")
    sheet = await house.slash(house.red, "table again")
    assert sheet.modal is not None
    lines = sheet.modal.components[0]["component"]["value"]
    assert lines == "move red LNCR 1 to B-1\nshields down red INT 2"
    given = await (await house.red.submit(sheet, lines=lines)).final()
    assert "✅ shields down red INT 2" in given.words and "❌ move red LNCR 1 to B-1" in given.words  # it is there
    assert "no turn with orders yet" in (await house.slash(house.blue, "table again")).words


async def playing(house: House) -> Game:
    return (await house.service.desk.directory.games(house.discord.guild.id))[-1]


async def test_a_game_that_cannot_be_played_any_more_hides_no_other_of_its_player_s(house: House) -> None:
    await house.begun("Lost")
    await house.begun("Sound")
    await house.service.desk.store.database.write(
        lambda database: database.execute("UPDATE game SET digest = 'gone' WHERE name = 'Lost'")
    )
    await house.restart()
    shown = await house.slash(house.red, "me", ELSEWHERE)
    assert "**Sound** (game 2): you are red" in shown.words
    assert "**Lost** (game 1): This game was started with version" in shown.words
    assert buttons(shown) == ["Open"]


@pytest.mark.parametrize("path", ["me", "table panel"])
async def test_where_no_game_is_at_hand_one_s_games_are_opened_by_buttons_and_strangers_are_told_the_way(
    house: House, path: str
) -> None:
    await house.begun("Twilight")
    await house.slash(house.gm, "game create", rulebook="gcw", name="Dawn")
    await house.slash(house.red, "game join", game="Dawn")
    await house.slash(house.gm, "game start", game="Dawn")
    listed = await house.slash(house.red, path, ELSEWHERE)
    assert "Your games" in listed.words and buttons(listed) == ["Open", "Open"]
    opened = await house.red.click(listed, beside(listed, words_of(listed, "Dawn")))
    assert "Dawn (game 2)" in (await opened.final()).words
    told = await house.slash(house.bystander, path, ELSEWHERE)
    assert "You sit in none of the games here." in told.words and re.search(r"</game join:\d+>", told.words)
    assert "You play in 2 games here." in (await house.slash(house.red, "help", ELSEWHERE)).words


async def test_help_counts_the_games_that_go_on(house: House) -> None:
    for name in ("Twilight", "Dawn", "Dusk"):
        await house.slash(house.gm, "game create", rulebook="gcw", name=name)
        await house.slash(house.red, "game join", game=name)
        await house.slash(house.gm, "game start", game=name)

    async def ended(name: str) -> None:
        await house.gm.submit(await house.slash(house.gm, "gm end", game=name), name=name)

    await ended("Dusk")
    assert "You play in 2 games here." in (await house.slash(house.red, "help", ELSEWHERE)).words
    await ended("Dawn")
    await ended("Twilight")
    assert "You play in" not in (await house.slash(house.red, "help", ELSEWHERE)).words


def words_of(shown: Answer, part: str) -> str:
    """The line with a button beside it that holds a word."""
    lines = [one["content"] for row in walk(shown.components) if row["type"] == SECTION for one in row["components"]]
    return next(str(line) for line in lines if part in line)
