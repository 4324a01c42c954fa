"""Tutorials: played to their ends by doing what they say, left and resumed, in a thread and a game of one's own."""

from __future__ import annotations

import pytest

from bot.posts.lessons import HINT, SKIP
from sandbox.client.player import Answer
from sandbox.client.values import Refused
from sandbox.model.guilds import Channel, Message
from storage.records import Game
from tests.discord.house import CHANNEL, House, buttons

GCW, SUNRISE = "Galactic Civil War, Episode II", "False Sunrise"
FREEDOM, EAW = "Freedom in the Galaxy", "Empires at War"
D6 = "Advanced Star Wars D6"


def thread_of(house: House, title: str) -> Channel:
    """The thread of Red's tutorial."""
    return house.thread(f"Tutorial: {title}")


def lesson(house: House, title: str) -> Message:
    """The lesson that Red was told last."""
    told = [one for one in house.red.sees(thread_of(house, title)) if "**Lesson " in one.words]
    return told[-1]


def number(message: Message) -> int:
    """Number of the lesson."""
    return int(message.words.split("**Lesson ")[1].split(" of ")[0])


async def asked(house: House, rulebook: str, title: str) -> Game:
    """Red has asked for the tutorial of a rulebook, and is told the first lesson."""
    answer = await house.slash(house.red, "start tutorial", CHANNEL, rulebook=rulebook)
    assert answer.ephemeral and f"The tutorial of {title} begins" in answer.words, answer.words
    await house.rested()
    game = await house.service.desk.tutorials.of(house.discord.guild.id, house.red.id, rulebook)
    assert game is not None
    return game


async def do(house: House, message: Message, label: str) -> Answer:
    """Press what a lesson offers; a form that opens is filled in with a sentence, and a doubt is set aside."""
    answer = await house.red.click(message, label)
    if answer.modal is not None:
        answer = await house.red.submit(answer, story="The Avenger opens fire.")
    await answer.final()
    assert answer.error is None, answer.error
    if answer.message is not None and "Yes, do it" in buttons(answer.message):
        await (await house.red.click(answer.message, "Yes, do it")).final()
    await house.rested()
    return answer


async def follow(house: House, title: str, most: int) -> None:
    """Do what the lessons offer, from the left to the right, up to lesson `most`."""
    while number(current := lesson(house, title)) < most:
        for offered in buttons(current):
            if offered in ("Hint", "Skip"):
                raise AssertionError(f"what the lesson offers does not end it: {current.words}")
            await do(house, current, offered)
            if lesson(house, title) is not current:
                break


@pytest.mark.slow
async def test_the_tutorial_of_galactic_civil_war_is_played_to_its_end_by_its_buttons(house: House) -> None:
    game = await asked(house, "gcw", GCW)
    first = lesson(house, GCW)
    assert f"{house.red.mention}\n**Lesson 1 of 10: The bridge**" in first.words and "waits for you" in first.words
    await follow(house, GCW, 10)
    read = house.said(thread_of(house, GCW), house.red)
    assert (
        "Battle of Hoth" in read and "takes **156** damage from Yavaris" in read
    )  # Blue, whom Umpire plays, fires back
    assert "is lost: entered hyperspace." in read  # Yavaris would not outlast another day
    assert "**Talon** came out of hyperspace at Corellia DSZ-1" in read and "told late" not in read
    before = house.clock.now()
    await do(house, lesson(house, GCW), "Show the map")
    assert house.clock.now() == before
    ended = house.red.sees(thread_of(house, GCW))[-1]
    assert "That is all you need, Captain." in ended.words
    desk = house.service.desk
    assert (await desk.store.game(game.id)).status == "ended"
    assert await desk.record.verify(game.id) is None
    assert await desk.record.faults(game.id, house.clock.now()) == []


@pytest.mark.slow
async def test_the_tutorial_of_false_sunrise_is_played_against_umpire(house: House) -> None:
    game = await asked(house, "sunrise", SUNRISE)
    await follow(house, SUNRISE, 6)
    for _ in range(40):
        current = lesson(house, SUNRISE)
        if number(current) == 8:
            break
        panel = await do(house, current, "My panel")
        onward = [one for one in buttons(panel) if one not in ("Order sheet", "Refresh", "Panel")]
        if onward:
            fires = [one for one in onward if one.startswith("Fire")]
            await do(house, panel.message or current, (fires or onward)[0])
    read = house.said(thread_of(house, SUNRISE), house.red)
    assert "fires" in read and "Turn 1: red scores" in read
    await do(house, lesson(house, SUNRISE), "Show the score")
    assert "you know how the rest goes" in house.red.sees(thread_of(house, SUNRISE))[-1].words
    assert (await house.service.desk.store.game(game.id)).status == "ended"
    assert await house.service.desk.record.verify(game.id) is None


async def test_the_tutorial_of_empires_at_war_is_a_season_of_orders(house: House) -> None:
    game = await asked(house, "eaw", EAW)
    await follow(house, EAW, 5)
    read = house.said(thread_of(house, EAW), house.red)
    assert "Fleet 4 jumps from 1 to 2" in read and "**Summer 165** begins" in read
    await do(house, lesson(house, EAW), "Show my fleets")
    assert "That was a season of Empires at War" in house.red.sees(thread_of(house, EAW))[-1].words
    assert await house.service.desk.record.verify(game.id) is None


async def test_the_tutorial_of_freedom_in_the_galaxy_is_played_against_umpire(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    game = await asked(house, "freedom", FREEDOM)
    for _ in range(60):
        current = lesson(house, FREEDOM)
        if number(current) == 10:
            break
        offered = buttons(current)[0]
        shown = await do(house, current, offered)
        onward = [one for one in buttons(shown) if one not in ("Order sheet", "Refresh", "Panel")]
        if offered == "My panel" and onward:
            await do(house, shown.message or current, onward[0])
    read = house.said(thread_of(house, FREEDOM), house.red)
    assert "**Rebellion (red)** attacks in Angoff urban: 7 against 6, column 1-1; +2 for the leader" in read
    assert "was refused" not in caplog.text  # the script before it, and that of the creature's lesson
    assert "Frun Sentel and Doctor Sontag meet **Laboroid** in Angoff urban" in read and "Round 1: " in read
    await do(house, lesson(house, FREEDOM), "Show the map")
    assert "you know how the rest goes" in house.red.sees(thread_of(house, FREEDOM))[-1].words
    assert (await house.service.desk.store.game(game.id)).status == "ended"
    assert await house.service.desk.record.verify(game.id) is None


async def test_the_tutorial_of_star_wars_is_a_fight_with_a_game_master_who_is_a_script(house: House) -> None:
    game = await asked(house, "d6", D6)
    await follow(house, D6, 9)
    read = house.said(thread_of(house, D6), house.red)
    assert "**Rex** is here" in read and "Rex rolls streetwise" in read and "**Combat begins.**" in read
    assert "fires the heavy blaster pistol at **Greel**" in read
    await do(house, lesson(house, D6), "Show the scene")
    assert "you know how the rest goes" in house.red.sees(thread_of(house, D6))[-1].words
    assert (await house.service.desk.store.game(game.id)).status == "ended"
    assert await house.service.desk.record.verify(game.id) is None


@pytest.mark.slow  # that any is found so is looked at quickly, too
async def test_a_tutorial_that_was_left_goes_on_a_month_and_a_restart_later(house: House) -> None:
    game = await asked(house, "gcw", GCW)
    await follow(house, GCW, 5)
    await house.restart()
    await house.skip(days=31)
    await house.delivered()
    assert number(lesson(house, GCW)) == 5  # nothing has happened: its clock stood still
    assert (await house.service.desk.store.game(game.id)).due_at is None
    back = await house.slash(house.red, "start tutorial", CHANNEL, rulebook="gcw")
    thread = thread_of(house, GCW)
    assert back.words == f"You go on with the tutorial of {GCW} where you were: {thread.mention}."
    await house.rested()
    assert house.red.mention in lesson(house, GCW).words and number(lesson(house, GCW)) == 5
    await follow(house, GCW, 10)
    assert await house.service.desk.record.verify(game.id) is None


@pytest.mark.parametrize(
    ("rulebook", "title"), [("gcw", GCW), ("sunrise", SUNRISE), ("freedom", FREEDOM), ("eaw", EAW), ("d6", D6)]
)
async def test_any_tutorial_is_found_a_month_later_as_it_was_left_and_stands_in_no_list(
    house: House, rulebook: str, title: str
) -> None:
    await house.begun()
    await house.slash(house.gm, "settings daily", zone="UTC", hour=12)
    game = await asked(house, rulebook, title)
    await follow(house, title, 2)
    left = [one.words for one in house.red.sees(thread_of(house, title))]
    await house.skip(days=31)
    await house.delivered()
    assert [one.words for one in house.red.sees(thread_of(house, title))] == left, "no reminder, no deadline"
    for player, path in ((house.gm, "gm dashboard"), (house.gm, "game list"), (house.red, "game list")):
        listed = await house.slash(player, path)
        assert listed.error is None and "Tutorial" not in listed.words and "Twilight" in listed.words
    assert "Tutorial" not in house.public() and title not in house.said("Your orders: Red", house.red)
    await house.slash(house.red, "start tutorial", CHANNEL, rulebook=rulebook)
    await house.rested()
    assert number(lesson(house, title)) == 2
    await follow(house, title, 3)
    assert await house.service.desk.record.verify(game.id) is None


async def test_whoever_comes_back_twice_in_one_second_is_told_the_lesson_twice(house: House) -> None:
    await asked(house, "gcw", GCW)
    for _ in range(2):
        await house.slash(house.red, "start tutorial", CHANNEL, rulebook="gcw")
        await house.rested()
    told = [one.words for one in house.red.sees(thread_of(house, GCW)) if house.red.mention in one.words]
    assert [words.count("**Lesson 1 of 10") for words in told] == [1, 1, 1]


async def test_what_is_answered_tells_its_times_as_they_are_then(house: House) -> None:
    await asked(house, "gcw", GCW)
    await follow(house, GCW, 9)
    jumped = await do(house, lesson(house, GCW), "Jump to Corellia")
    assert f"<t:{house.clock.now() + 6 * 3600}:R>" in jumped.words  # although the lesson after it lets 6 hours pass


async def test_nobody_else_learns_of_a_tutorial(house: House) -> None:
    await house.begun()
    await house.delivered()
    public = house.public()
    await asked(house, "gcw", GCW)
    await follow(house, GCW, 6)
    await house.skip(days=2)
    await house.rested()
    assert house.public() == public
    for other in (house.blue, house.bystander):
        assert not any("Tutorial" in channel.name for channel in other.channels())
        listed = await house.slash(other, "game list")
        assert "Tutorial" not in listed.words and "Twilight" in listed.words
    assert "Tutorial" not in (await house.slash(house.red, "game list")).words
    assert {target.partition(":")[0] for target, letter in await house.outbox() if "Hoth" in letter.text} == {"seat"}
    assert "Twilight" in (await house.slash(house.red, "game info")).words  # the channel is the campaign's
    await house.slash(house.gm, "game create", rulebook="gcw", name="Dawn")
    assert [game.number for game in await house.service.desk.directory.games(house.discord.guild.id)] == [1, 2]


async def test_a_daily_brief_says_nothing_of_tutorials(house: House) -> None:
    await house.slash(house.gm, "settings daily", zone="UTC", hour=12)
    await asked(house, "gcw", GCW)
    await house.skip(days=1)
    await house.rested()
    assert not any("the day in brief" in letter.text for _, letter in await house.outbox())


async def test_who_is_ahead_of_the_lessons_is_not_held_back(house: House) -> None:
    await asked(house, "gcw", GCW)
    thread = thread_of(house, GCW)
    await house.slash(house.red, "gcw battle fire", thread, unit="Avenger", target="Yavaris")
    await house.rested()
    assert number(lesson(house, GCW)) == 4
    await house.slash(house.red, "gcw-show contacts", thread)
    await house.rested()
    assert number(lesson(house, GCW)) == 4  # looking around skips nothing


async def test_hints_skipping_and_beginning_anew(house: House) -> None:
    first = await asked(house, "gcw", GCW)
    current = lesson(house, GCW)
    assert buttons(current) == ["Show the board", "Hint", "Skip"]
    hint = await house.red.click(current, f"{HINT}{first.id}")
    assert hint.ephemeral and "`/gcw-show board about:Hoth` draws" in hint.words
    await do(house, current, "Skip")
    assert number(lesson(house, GCW)) == 2
    thread = thread_of(house, GCW)
    await house.slash(house.red, "start tutorial", CHANNEL, rulebook="gcw", anew=True)
    await house.rested()
    second = await house.service.desk.tutorials.of(house.discord.guild.id, house.red.id, "gcw")
    assert second is not None and second.id != first.id
    assert thread_of(house, GCW) is thread and number(lesson(house, GCW)) == 1
    assert (await house.service.desk.store.game(first.id)).status == "ended"
    stale = await house.red.click(current, f"{SKIP}{first.id}")
    assert "This tutorial is not yours, or is over." in stale.words
    await follow(house, GCW, 3)


async def test_a_tutorial_is_for_one(house: House) -> None:
    game = await asked(house, "gcw", GCW)
    refused = await house.service.desk.lobby.join(game.id, house.blue.id, "blue")
    assert refused.text == "This is a tutorial, for one. `/start tutorial` begins one of your own."
    try:
        await house.slash(house.blue, "gcw-show board", thread_of(house, GCW))
    except Refused:
        return
    raise AssertionError("Blue can see the thread")


async def test_two_members_learn_side_by_side(house: House) -> None:
    await asked(house, "gcw", GCW)
    await house.slash(house.blue, "start tutorial", CHANNEL, rulebook="gcw")
    await house.rested()
    red, blue = (
        [channel for channel in player.channels() if channel.name.startswith("Tutorial")]
        for player in (house.red, house.blue)
    )
    assert len(red) == len(blue) == 1 and red != blue


async def test_the_tutorial_is_of_what_is_played_in_the_channel(house: House) -> None:
    await house.slash(house.gm, "game create", CHANNEL, rulebook="eaw", name="Ring")
    assert f"The tutorial of {EAW} begins" in (await house.slash(house.red, "start tutorial")).words


async def test_what_has_no_tutorial_says_which_have(house: House) -> None:
    which = await house.slash(house.red, "start tutorial")
    assert "Which game do you want to learn?" in which.words and buttons(which) == [D6, EAW, FREEDOM, GCW, SUNRISE]
    begun = await (await house.red.click(which, FREEDOM)).final()
    assert f"The tutorial of {FREEDOM} begins" in begun.words
    refused = await house.slash(house.red, "start tutorial", rulebook="chess")
    assert "There is no rulebook 'chess'. There are: d6, eaw, freedom, gcw, sunrise." in refused.words
