"""Commands in Discord: sent where they changed or are lacking, tried again where Discord would not take them."""

from __future__ import annotations

import pytest

from sandbox.limits.faults import Failing, RateLimited, Refusing, slow
from tests.discord.house import House

MISSING_ACCESS, TOO_MANY_TODAY = 50001, 30034


def commands(house: House) -> set[str]:
    """The names of the server's own commands, as Discord has them."""
    return {command.name for command in house.discord.commands.of(house.discord.guild.id)}


async def test_commands_are_sent_to_discord_only_when_they_change(house: House) -> None:
    await house.begun()
    sent = house.discord.faults.add("PUT", "/applications/*", slow(0), times=None)
    looked = house.discord.faults.add("GET", "/applications/*/commands", slow(0), times=None)
    await house.restart()
    await house.discord.until(lambda: looked.seen == 2)  # the global ones, and the server's
    assert (await house.slash(house.red, "game list")).words
    assert sent.seen == 0


async def test_whoever_is_thrown_out_and_invited_again_has_the_commands_again(house: House) -> None:
    await house.begun()
    before = commands(house)
    assert {"gcw", "gcw-show"} <= before
    house.discord.kick()
    assert commands(house) == set()
    house.discord.invite()
    await house.discord.until(lambda: commands(house) == before)
    assert (await house.slash(house.red, "gcw-show fleet")).words


async def test_also_where_that_happened_while_it_was_away(house: House) -> None:
    await house.begun()
    before = commands(house)
    await house.close()
    house.discord.kick()
    house.discord.invite()
    await house.open()
    await house.discord.until(lambda: commands(house) == before)


async def test_commands_that_somebody_else_took_away_are_sent_again(house: House) -> None:
    await house.begun()
    before = commands(house)
    await house.close()
    for command in house.discord.commands.of(house.discord.guild.id)[:2]:
        house.discord.commands.remove(command)
    await house.open()
    await house.discord.until(lambda: commands(house) == before)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (Refusing(MISSING_ACCESS), "A moderator can invite me again: https://discord.com/oauth2/authorize?client_id="),
        (Refusing(TOO_MANY_TODAY), "Discord takes 200 new commands a day in a server, and has had them."),
        (Failing(503), "Discord answered with an error (503)."),
    ],
)
async def test_a_game_is_made_though_its_commands_are_not_and_that_is_said(
    house: House, fault: Refusing | Failing, told: str
) -> None:
    house.discord.faults.add("PUT", "/applications/*/guilds/*", fault, times=2)
    made = await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    assert "Game **1: Twilight**" in made.words and "is open" in made.words
    assert "**Its commands are not there yet.**" in made.words and told in made.words
    assert "`/settings check` tries at once" in made.words
    still = await house.slash(house.gm, "settings check")
    if "not there" in still.words:  # it had not tried by itself meanwhile
        assert told in still.words
    await house.slash(house.gm, "settings check")
    assert "gcw" in commands(house)
    assert (await house.slash(house.gm, "settings check")).words == "I may do everything here that a game needs."
    await house.slash(house.red, "game join")


async def test_whoever_makes_a_game_waits_no_longer_for_its_commands_than_for_an_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.start.registration.PATIENCE", 0.05)
    house.discord.faults.add("PUT", "/applications/*/guilds/*", RateLimited(600.0))
    made = await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    assert "**Its commands are not there yet.** Discord did not answer in time." in made.words


async def test_whoever_runs_the_bot_may_have_them_sent_anew(house: House) -> None:
    await house.begun()
    me = house.discord.world.bot.id
    sent = house.discord.faults.add("PUT", "/applications/*", slow(0), times=None)
    await house.red.say(f"<@{me}> sync", "campaign")
    await house.owner.say(f"<@{me}> sync", "campaign")
    said = await house.discord.posted("campaign", lambda message: "sent anew" in message.words)
    assert said.words == "The commands of 2 places were sent anew." and sent.seen == 2


async def test_in_development_all_commands_are_in_one_guild(house: House) -> None:
    await house.close()
    house.development = house.discord.guild.id
    await house.open()
    await house.discord.until(lambda: "game" in [one.name for one in house.red.commands("campaign")])
    assert house.discord.commands.find(house.discord.guild.id, "game", 1) is not None
