"""The table greets: what stands in a game's channel when somebody comes, and what the buttons under it do."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.start.demo_table import ALONE, CHANNELS, DEMO, demonstrate, lay
from engine.pack.course import script
from sandbox import Player, Sandbox
from sandbox.client.player import Answer
from sandbox.model.guilds import Message
from tests.discord.house import CHANNEL, PACKS, House, buttons

FIRST, WHAT = "Fire the first volley", "What is all this"


async def laid(house: House) -> Message:
    """The campaign of the table, and the greeting in its channel, which is all that stands there."""
    lines = script((PACKS / DEMO).read_text(encoding="utf-8"))
    await demonstrate(house.service, house.bot, house.discord, [house.red, house.blue], lines)
    await house.delivered()
    (greeting,) = house.bystander.sees(CHANNEL)
    return greeting


async def pressed(player: Player, message: Message, label: str) -> Answer:
    """A button pressed, and its answer."""
    answer = await player.click(message, label)
    await answer.final()
    return answer


async def test_the_demonstration_tells_a_story_and_greets_and_nothing_else(house: House) -> None:
    greeting = await laid(house)
    assert greeting.words.startswith("**Twilight over Corellia**\nCorellia, at dusk.")
    assert "You command a fleet in the Star Wars galaxy" in greeting.words
    assert {FIRST, WHAT} <= set(buttons(greeting))
    for bookkeeping in ("joins", "GCW-", "moderator", "Commitment", "(@"):
        assert bookkeeping not in greeting.words
    assert [thread.name for thread in house.discord.threads()] == ["Your orders: Blue", "Your orders: Red"]
    assert "here you alone" in house.said("Your orders: Red", house.red)
    assert "joins you" not in house.said("Your orders: Red", house.red)


async def test_the_home_of_a_laid_game_has_neither_its_bookkeeping_nor_empty_lists(house: House) -> None:
    await laid(house)
    home = await house.slash(house.red, "me")
    assert "Your treasury" in home.words and "Your fleet" in home.words
    for nothing in ("Since you last looked", "moderator", "Your works", "Being made"):
        assert nothing not in home.words


def test_the_channels_of_the_table_say_what_they_are_for() -> None:
    topics = {name: Sandbox(channels=CHANNELS).channel(name).topic for name in CHANNELS}
    assert topics["campaign"] == "Galactic Civil War: Red against Blue over Corellia" and all(topics.values())
    assert {laid.channel for laid in ALONE.values()} < set(CHANNELS)


async def test_one_press_fires_the_first_volley_and_shows_what_it_will_do(house: House) -> None:
    greeting = await laid(house)
    fired = await pressed(house.red, greeting, FIRST)
    assert fired.ephemeral and "fire Devastator at Tantive IV (C1)" in fired.words
    assert "Devastator at Tantive IV" in fired.words and "doomed" in fired.words and "Submit turn" in buttons(fired)
    assert "fire Devastator" not in house.public()


async def test_who_has_no_seat_is_told_how_to_get_one(house: House) -> None:
    greeting = await laid(house)
    refused = await pressed(house.bystander, greeting, FIRST)
    assert refused.ephemeral and "You have no seat in that game. `/game join` takes one" in refused.words


async def test_what_all_this_is_says_who_one_is_and_who_is_hostile(house: House) -> None:
    greeting = await laid(house)
    told = await pressed(house.red, greeting, WHAT)
    assert told.ephemeral and "Umpire is the game master of a wargame" in told.words
    assert f"You are **red**, against blue ({house.blue.mention})." in told.words
    assert buttons(told)[-1] == FIRST
    watching = await pressed(house.bystander, greeting, WHAT)
    assert f"You watch; there play blue ({house.blue.mention}), red ({house.red.mention})." in watching.words


@pytest.mark.parametrize(
    ("rulebook", "hostile", "against"),
    [
        ("sunrise", "The other side's ships are hostile", "against umpire (Umpire)."),
        ("freedom", "The other side is hostile", "against umpire (Umpire)."),
        ("eaw", "All other empires are your enemies", "against umpire (Umpire)."),
        ("d6", "may be shot at", "against those whom the game master plays."),
    ],
)
async def test_what_all_this_is_says_who_is_hostile_in_each_rulebook(
    house: House, rulebook: str, hostile: str, against: str
) -> None:
    lines = script((PACKS / rulebook / DEMO.name).read_text(encoding="utf-8"))
    laid = replace(ALONE[rulebook], channel=CHANNEL)
    await lay(house.service, house.bot, house.discord, laid, [house.red], lines)
    await house.delivered()
    greeting = next(one for one in house.red.sees(CHANNEL) if WHAT in buttons(one))
    told = await pressed(house.red, greeting, WHAT)
    assert hostile in told.words and f"You are **red**, {against}" in told.words
    assert re.search(r"</table panel:\d+>", told.words), "its commands can be clicked"


async def test_a_game_that_begins_on_a_real_server_greets_as_well(house: House) -> None:
    await house.begun()
    await house.delivered()
    (greeting,) = [one for one in house.bystander.sees(CHANNEL) if "begins. Players" in one.words]
    assert "You command a fleet in the Star Wars galaxy" in greeting.words and {FIRST, WHAT} <= set(buttons(greeting))
    early = await pressed(house.red, greeting, FIRST)
    assert "Join the campaign" in early.words  # there is nothing to fire with yet: the panel says what comes first


async def test_the_skirmish_is_begun_by_its_panel(house: House) -> None:
    await house.slash(house.red, "game create", rulebook="sunrise", name="First light")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.red, "game opponent", seat="umpire")
    await house.slash(house.red, "game start")
    await house.delivered()
    (greeting,) = [one for one in house.bystander.sees(CHANNEL) if "begins. Players" in one.words]
    step = await pressed(house.red, greeting, "Take the first step")
    assert buttons(step) == buttons(await house.slash(house.red, "table panel")) and len(buttons(step)) > 2


async def test_two_games_in_a_channel_have_threads_that_are_told_apart(house: House) -> None:
    await house.begun("Twilight")
    await house.delivered()
    await house.slash(house.gm, "game create", rulebook="gcw", name="Dawn")
    await house.slash(house.red, "game join", game="Dawn")
    await house.slash(house.gm, "game start", game="Dawn")
    await house.delivered()
    mine = [channel.name for channel in house.red.channels() if channel.name.startswith("Your orders")]
    assert mine == ["Your orders: Red", "Your orders: Red (Dawn)"]
