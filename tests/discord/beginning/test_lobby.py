"""The lobby by slash commands: games are made, joined, left, started, listed; and what is refused."""

from __future__ import annotations

import re

import pytest

from sandbox.client.values import Refused
from sandbox.model.kinds import ChannelType
from sandbox.model.permissions import Permission
from storage.store import POSTS_KEPT
from tests.discord.house import House


async def test_a_game_is_made_joined_and_started_in_the_open(house: House) -> None:
    made = await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    assert "Game **1: Twilight** (Galactic Civil War, Episode II) is open." in made.words
    assert not made.ephemeral
    sits = await house.slash(house.red, "game join")
    assert sits.ephemeral and sits.words == "You are **red** in Twilight."
    await house.slash(house.blue, "game join", seat="The Blue Fleet")
    assert (await house.slash(house.gm, "game start")).words == "Twilight begins."
    await house.delivered()
    public = house.said("campaign", house.bystander)
    assert f"{house.red.mention} joins as **red**." in public
    assert f"**Twilight** begins. Players: red ({house.red.mention}), the-blue-fleet ({house.blue.mention})." in public
    assert "Commitment of the dice" in public


async def test_nobody_s_own_name_becomes_a_seat_by_itself(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    alice = house.discord.member("Alice Liddell")
    assert (await house.slash(alice, "game join")).words == "You are **red** in Twilight."
    assert (await house.slash(house.red, "game join")).words == "You are **blue** in Twilight."


async def test_every_player_gets_a_thread_that_others_do_not_see(house: House) -> None:
    await house.begun()
    await house.delivered()
    assert [channel.name for channel in house.red.channels()] == ["campaign", "table-talk", "Your orders: Red"]
    assert [channel.name for channel in house.blue.channels()] == ["campaign", "table-talk", "Your orders: Blue"]
    assert [channel.name for channel in house.bystander.channels()] == ["campaign", "table-talk"]
    assert "here you alone are told what your side hears" in house.said("Your orders: Red", house.red)


async def test_a_late_player_and_a_successor_are_welcomed_too(house: House) -> None:
    await house.begun()
    await house.slash(house.bystander, "game join", seat="green")
    await house.leaves(house.blue)
    latecomer = house.discord.member("Violet")
    asked = (await house.slash(latecomer, "game join", seat="blue")).words
    assert "whoever sits there learns all that it knows" in asked
    await house.delivered()
    assert house.said("campaign").count("asks to take over **blue** in Twilight") == 1
    await house.slash(latecomer, "game join", seat="blue")
    assert "takes over" not in house.said("campaign")
    await house.slash(house.gm, "gm seat", player=latecomer.user, seat="blue")
    await house.delivered()
    assert "takes over **blue**" in house.said("campaign")
    assert house.said("campaign").count("asks to take over") == 1  # asked once a day
    assert "Your orders: Green" in [channel.name for channel in house.bystander.channels()]
    assert "Your orders: Blue" in [channel.name for channel in latecomer.channels()]
    assert "Your orders: Blue" not in [channel.name for channel in house.blue.channels()]


async def test_what_the_lobby_refuses_is_told_to_the_asker_alone(house: House) -> None:
    nothing = await house.slash(house.red, "game list")
    assert nothing.words == "There is no game here yet. `/game create` makes one." and nothing.ephemeral
    unknown = await house.slash(house.gm, "game create", rulebook="chess", name="Twilight")
    assert "There is no rulebook 'chess'. There are: d6, eaw, freedom, gcw" in unknown.words and unknown.ephemeral
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    twice = await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    assert twice.message is not None and twice.message.ephemeral
    assert "The name Twilight is taken by game 1. Choose another, or end that one." in twice.words
    early = await house.slash(house.red, "table panel")
    assert early.words.startswith("You watch Twilight: </gcw-show board:")
    assert re.search(r"tell what everybody knows. </game join:\d+> takes a seat, where there is room[.]$", early.words)
    await house.slash(house.red, "game join")
    assert "You sit in Twilight already, as red." in (await house.slash(house.red, "game join", seat="x")).words
    assert "Somebody else is red." in (await house.slash(house.blue, "game join", seat="RED")).words
    assert "moderators' own" in (await house.slash(house.blue, "game join", seat="gm")).words
    assert "needs letters" in (await house.slash(house.blue, "game join", seat="!!")).words
    assert "You have no seat in Twilight." in (await house.slash(house.blue, "game leave")).words
    foreign = await house.slash(house.blue, "game start")
    assert foreign.words == "Only whoever created the game, or a moderator, can start it." and foreign.ephemeral
    assert (
        "There is no game 9 in this server. There are: 1 (Twilight)."
        in (await house.slash(house.red, "game info", game="9")).words
    )
    await house.slash(house.gm, "game start")
    again = await house.slash(house.gm, "game start")
    assert again.words == "Twilight has started already." and again.ephemeral
    assert not any("refus" in message.words for message in house.bystander.sees("campaign"))


async def test_a_name_with_backticks_mentions_and_emoji_stays_a_name(house: House) -> None:
    name = "`Doom` @everyone <@&1> 🚀 **x**"
    await house.slash(house.gm, "game create", rulebook="gcw", name=name)
    await house.slash(house.red, "game join", seat="`red` @here")
    await house.slash(house.gm, "game start")
    await house.delivered()
    for message in house.gm.sees("campaign"):
        assert not message.mention_everyone and not message.mention_roles
    said = house.said("campaign")
    assert "🚀" in said and "@everyone" not in said and "\\`Doom\\`" in said
    listed = await house.slash(house.blue, "game list")
    assert "red-here" not in listed.words and "🚀" in listed.words


async def test_a_game_needs_a_channel_in_which_it_can_be_played(house: House) -> None:
    denied = int(Permission.CREATE_PRIVATE_THREADS | Permission.ATTACH_FILES)
    house.discord.add_channel("quiet", deny={"Umpire": denied})
    answer = await house.slash(house.gm, "game create", "quiet", rulebook="gcw", name="Twilight")
    assert "In this channel I may not attach files, create private threads; a game needs that." in answer.words
    assert answer.ephemeral
    check = await house.slash(house.gm, "settings check", "quiet")
    assert "attach files, create private threads" in check.words
    assert "everything here" in (await house.slash(house.gm, "settings check")).words
    house.discord.add_channel("news", kind=ChannelType.ANNOUNCEMENT)
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    assert len(await house.service.desk.directory.games(house.discord.guild.id)) == 1


async def test_of_several_games_the_right_one_is_meant_or_asked_for(house: House) -> None:
    await house.begun("First")
    await house.slash(house.gm, "game create", house.discord.channel("table-talk"), rulebook="gcw", name="Second")
    await house.slash(house.blue, "game join", "table-talk", game="second", seat="blue")
    here = await house.slash(house.blue, "game info", "table-talk")
    assert here.words.startswith("### 2: Second") and "as usual: no option was chosen" in here.words
    place = house.discord.add_channel("else")
    assert "Your games" in (await house.slash(house.blue, "table panel", place)).words
    asked = await house.slash(house.blue, "table sheet", place)
    assert "There are several games it could be: 1 (First), 2 (Second). Name one with `game`." in asked.words
    assert "have no seat" not in (await house.slash(house.red, "table panel", place)).words  # Red sits in one only
    offered = await house.blue.autocomplete("game info", "game", "sec", channel="campaign")
    assert offered == [{"name": "2: Second (gcw, lobby)", "value": "2"}]
    assert (await house.red.autocomplete("game leave", "game", channel="campaign"))[0]["value"] == "1"


async def test_info_says_who_plays_and_what_everybody_may_know_is_awaited(house: House) -> None:
    game = await house.met()
    await house.tell(game, "red", "submit We come in peace.")
    info = await house.slash(house.bystander, "game info")
    assert f"red: {house.red.mention}" in info.words
    public = "red: turn becomes final, until <t:1773144901:F>"
    assert public in info.words
    await house.skip(minutes=1)
    await house.slash(house.blue, "gcw turn submit", story="And so do we.")
    info = await house.slash(house.bystander, "game info")
    assert public in info.words and "blue: turn becomes final, until <t:1773144961:F>" in info.words


async def test_moderators_commands_are_not_offered_to_players(house: House) -> None:
    assert "gm" not in [command.name for command in house.red.commands("campaign")]
    assert "gm" in [command.name for command in house.gm.commands("campaign")]
    with pytest.raises(Refused):
        await house.red.slash("gm pause", channel="campaign")


async def test_a_game_is_made_as_its_rulebook_lets_it_be_played(house: House) -> None:
    made = await house.slash(
        house.gm, "game create", rulebook="gcw", name="Open skies", options="Fog=off , ucr_floor=0"
    )
    assert "(Galactic Civil War, Episode II, fog off, ucr_floor 0) is open." in made.words
    await house.slash(house.red, "game join")
    await house.slash(house.blue, "game join")
    assert (await house.slash(house.gm, "game start")).words == "Open skies begins."
    await house.delivered()
    told = house.said("campaign", house.bystander)
    assert "Chosen for this campaign: every unit in a system is seen by all who are there." in told
    told = (await house.slash(house.blue, "game info", game="Open skies")).words
    assert "`fog`: off (whether you see only what your units see)" in told and "`ucr_floor`: 0 (" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("fgo=off", "There is no option named 'fgo' (did you mean 'fog'?)."),
        ("fog", "The option fog has no value: whether you see only what your units see."),
        ("fog=off, fog=on", "The option fog is given twice."),
        ("fog=sometimes", "sometimes"),
    ],
)
async def test_options_that_cannot_be_are_refused_before_anybody_comes(house: House, options: str, told: str) -> None:
    answer = await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight", options=options)
    assert told in answer.words and answer.ephemeral
    assert "There is no game here yet." in (await house.slash(house.red, "game list")).words


async def test_options_are_offered_one_after_the_other(house: House) -> None:
    async def offered(typed: str, rulebook: str = "gcw") -> list[str]:
        given = {"rulebook": rulebook}
        found = await house.gm.autocomplete("game create", "options", typed, channel="campaign", **given)
        return [str(one["value"]) for one in found]

    assert "fog=off" in await offered("")
    assert await offered("fog=of") == ["fog=off"]
    assert "fog=off, ucr_floor=0" in await offered("fog=off, ucr") and "fog=off, fog=on" not in await offered(
        "fog=off, "
    )
    assert await offered("", "chess") == []


async def test_every_option_of_false_sunrise_is_offered_and_can_be_played(house: House) -> None:
    found = await house.gm.autocomplete("game create", "options", "", channel="campaign", rulebook="sunrise")
    texts = [str(one["value"]) for one in found]
    assert {"edition=2024-07", "total=10", "goal=15", "board=72x48", "factions=no", "pace=live"} <= set(texts)
    for number, text in enumerate(texts):
        made = await house.slash(house.gm, "game create", rulebook="sunrise", name=f"Game {number}", options=text)
        assert "is open" in made.words, made.words
    bad = await house.slash(house.gm, "game create", rulebook="sunrise", name="Late", options="goal=0")
    assert "goal is a number from 1 to 200" in bad.words


async def test_who_left_a_seat_comes_back_without_asking(house: House) -> None:
    await house.begun()
    await house.leaves(house.blue)
    assert "You are **blue**" in (await house.slash(house.blue, "game join", seat="blue")).words


async def test_who_comes_to_a_full_game_is_told_so_and_nobody_else_hears_of_it(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="freedom", name="Rising")
    await house.slash(house.red, "game join")
    await house.slash(house.blue, "game join")
    late = await house.slash(house.bystander, "game join")
    assert "Rising is full. One seat plays the Rebellion and one the Empire." in late.words and late.ephemeral
    await house.leaves(house.blue)
    assert "You are **" in (await house.slash(house.bystander, "game join")).words
    await house.delivered()
    assert house.said("campaign").count(f"{house.bystander.mention} joins") == 1


async def test_a_fight_that_goes_on_has_no_room_but_at_a_vacant_seat(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="freedom", name="Rising")
    await house.slash(house.red, "game join")
    await house.slash(house.blue, "game join")
    await house.slash(house.gm, "game start")
    await house.leaves(house.blue)
    assert (
        "`/game join seat:blue` takes a seat that is vacant" in (await house.slash(house.bystander, "game join")).words
    )
    assert "I have asked them" in (await house.slash(house.bystander, "game join", seat="blue")).words


async def test_who_plays_for_months_is_not_welcomed_again_whenever_somebody_comes(house: House) -> None:
    await house.begun()
    await house.delivered()
    await house.service.desk.store.tidy(house.clock.now() + POSTS_KEPT + 1)  # the posts of the beginning are gone
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="green")
    await house.slash(house.discord.member("Violet"), "game join", seat="violet")
    await house.delivered()
    for seat, player in (("Red", house.red), ("Blue", house.blue), ("Green", house.bystander)):
        assert house.said(f"Your orders: {seat}", player).count("here you alone are told") == 1


async def test_what_is_offered_at_more_length_than_discord_shows_ends_in_an_ellipsis(house: House) -> None:
    for player, path, options in (
        (house.gm, "game create", {"rulebook": "sunrise", "name": "First light"}),
        (house.red, "game join", {}),
        (house.blue, "game join", {}),
        (house.gm, "game start", {}),
        (house.red, "sunrise-fleet ship", {"name": "Dart", "hull": "Cruiser"}),
    ):
        await house.slash(player, path, **options)
    found = await house.red.autocomplete("sunrise-fleet upgrade", "upgrade", channel="campaign", ship="Dart")
    labels = [str(one["name"]) for one in found]
    assert any(label.endswith("…") for label in labels)
    assert [label for label in labels if not label.endswith((".", "…"))] == []


async def test_of_two_games_in_one_channel_that_is_meant_in_which_somebody_sits(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="First")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game create", rulebook="gcw", name="Second")
    asked = await house.slash(house.blue, "game join", seat="blue")
    assert "There are several games it could be: 1 (First), 2 (Second)." in asked.words
    joined = await house.slash(house.blue, "game join", seat="blue", game="2")
    assert "You are **blue** in Second" in joined.words
    # Whoever sits in one may join the other, and the moderator says which begins.
    asked = await house.slash(house.gm, "game start")
    assert "There are several games it could be: 1 (First), 2 (Second)." in asked.words
    assert "Second begins" in (await house.slash(house.gm, "game start", game="2")).words
    assert "First begins" in (await house.slash(house.gm, "game start")).words
    for player, name in ((house.red, "First"), (house.blue, "Second")):
        assert f"{name} (game" in (await house.slash(player, "table panel")).words
        joined = await house.slash(player, "gcw join", faction="Rebel Alliance", hero="Mon")
        assert f"You have no seat in {name}" not in joined.words and "You join with the Rebel" in joined.words
    # Who sits in both is asked which is meant.
    await house.slash(house.red, "game join", game="Second", seat="red")
    assert "Your games" in (await house.slash(house.red, "me")).words
    asked = await house.slash(house.red, "table sheet")
    assert "There are several games it could be: 1 (First), 2 (Second)." in asked.words


async def test_a_game_that_goes_on_is_meant_before_one_that_ended_in_the_same_channel(house: House) -> None:
    await house.begun("First")
    await house.slash(house.gm, "game create", rulebook="gcw", name="Second")
    await house.gm.submit(await house.slash(house.gm, "gm end", game="Second"), name="Second")
    assert (await house.slash(house.gm, "game info")).words.startswith("### 1: First")
    assert "First (game 1)" in (await house.slash(house.red, "me")).words
