"""Sight of moderators: everything, noted, unless they play; and nobody else sees anything of it."""

from __future__ import annotations

import pytest

from engine.game import Seat
from tests.discord.house import START, House


async def audit(house: House) -> str:
    return (await house.slash(house.gm, "gm audit", latest=5)).words


async def test_a_moderator_sees_any_view_of_the_referee_and_of_a_seat_and_it_is_noted(house: House) -> None:
    await house.met()
    whole = await house.slash(house.gm, "gm show", view="board", about="Corellia")
    assert whole.ephemeral and "as the referee sees it, for you alone" in whole.words
    assert "red LNCR 1 (red)" in whole.words and "blue CORV 1 (blue)" in whole.words
    reds = await house.slash(house.gm, "gm show", view="fleet", **{"as": "red"})
    assert reds.ephemeral and "red LNCR 1" in reds.words and "blue CORV 1" not in reds.words
    assert "KC" in (await house.slash(house.gm, "gm show", view="treasury", **{"as": "blue"})).words
    assert "one player's own view" in (await house.slash(house.gm, "gm show", view="treasury")).words
    noted = await audit(house)
    assert "looked at board Corellia as the referee" in noted and "treasury as blue" in noted


async def test_what_there_is_to_see_is_offered_as_it_is_typed(house: House) -> None:
    await house.met()

    async def offered(field: str, **typed: str) -> list[str]:
        found = await house.gm.autocomplete("gm show", field, channel="campaign", **typed)
        return [str(choice["value"]) for choice in found]

    assert {"board", "treasury", "log"} <= set(await offered("view"))
    assert await offered("as") == ["the referee", "blue", "red"]
    assert {"red LNCR 1", "blue CORV 1"} <= set(await offered("about", view="ship"))
    assert "blue CORV 1" not in await offered("about", view="ship", **{"as": "red"})


async def test_a_moderator_who_plays_sees_nothing_until_all_others_agree(house: House) -> None:
    await house.met()
    house.red.member.roles += house.gm.member.roles
    shown = await house.slash(house.red, "gm show", view="fleet", **{"as": "blue"})
    assert shown.words == "You play in Twilight, and blue did not agree to that. `/game agree` is how they would."
    assert await house.red.autocomplete("gm show", "about", channel="campaign", view="ship") == []
    assert "looked at fleet as blue; refused: SIGHT" in await audit(house)
    await house.slash(house.blue, "game agree", allow=True)
    assert "blue CORV 1" in (await house.slash(house.red, "gm show", view="fleet", **{"as": "blue"})).words
    await house.slash(house.blue, "game agree", allow=False)
    assert "did not agree" in (await house.slash(house.red, "gm show", view="fleet", **{"as": "blue"})).words
    await house.delivered()
    said = house.said("campaign")
    assert "**blue** agrees that moderators who play see everything" in said and "does not agree any more" in said


async def test_a_new_player_of_a_seat_has_agreed_to_nothing(house: House) -> None:
    await house.met()
    house.red.member.roles += house.gm.member.roles
    await house.slash(house.blue, "game agree", allow=True)
    await house.leaves(house.blue)
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="blue")
    assert "did not agree" in (await house.slash(house.red, "gm show", view="fleet", **{"as": "blue"})).words


async def test_who_has_seen_everything_takes_no_seat_unless_the_others_agree(house: House) -> None:
    await house.met()
    await house.leaves(house.red)
    await house.slash(house.gm, "gm show", view="fleet", **{"as": "blue"})
    refused = (await house.slash(house.gm, "game join", seat="red")).words
    seen = f"<@{house.gm.id}> has seen what is hidden in Twilight, as a moderator"
    assert f"{seen}, and blue did not agree to that." in refused
    await house.slash(house.blue, "game agree", allow=True)
    assert "You are **red**" in (await house.slash(house.gm, "game join", seat="red")).words


async def test_a_moderator_who_plays_is_told_of_a_correction_what_their_seat_hears(house: House) -> None:
    await house.met()
    house.red.member.roles += house.gm.member.roles
    line = "LNCR named Ghost at Corellia C-3 for blue"
    assert "Ghost" not in (await house.slash(house.red, "gm spawn", line=line)).words
    unknown = {"unit": "Ghast", "player": "blue", "what": "cell", "value": "C-4"}
    refused = (await house.slash(house.red, "gm-gcw set-unit", **unknown)).words
    assert "Ghost" not in refused
    names = await house.red.autocomplete("gm-gcw set-unit", "unit", channel="campaign")
    assert "Ghost" not in str(names)
    assert "Ghost" in str(await house.gm.autocomplete("gm-gcw set-unit", "unit", "Gho", channel="campaign"))


@pytest.mark.parametrize("view", ["board", "fleet", "log"])
async def test_what_a_moderator_saw_is_nowhere_that_a_player_reads(house: House, view: str) -> None:
    game = await house.met()
    await house.tell(game, "gm", "spawn LNCR named Ghost at Corellia C-3 for blue")
    before, views, red = await house.outbox(), house.service.desk.views, Seat("red")
    known = await views.known(game.id, red)
    about = {"about": "Corellia"} if view == "board" else {}
    assert "Ghost" in (await house.slash(house.gm, "gm show", view=view, **about)).words
    assert await house.outbox() == before
    assert await views.known(game.id, red) == known
    await house.slash(house.red, "gcw turn submit", story="We wait.")
    await house.delivered()
    seen = [*house.reads(house.red), *house.reads(house.bystander)]
    assert not any("Ghost" in message.words for message in seen)
    assert "Ghost" not in (await house.slash(house.red, "gcw-show board", about="Corellia")).words
    assert "Ghost" not in (await house.slash(house.red, "show log")).words


async def test_the_dashboard_says_who_owes_what_since_when_and_what_each_has(house: House) -> None:
    await house.begun()
    await house.slash(house.red, "gcw join", faction="Galactic Empire", hero="Commander")
    await house.skip(hours=2)
    words = (await house.slash(house.gm, "gm dashboard")).words
    assert f"**red**\nPlayed by <@{house.red.id}>, last seen <t:{START}:R>\n" in words
    assert f"**Owes:** their setup to be confirmed since <t:{START}:R>" in words
    assert "Treasury: 0 KC, credit" in words and "Main fleet: 0 of 23 CP" in words
    assert "Discord answers within" in words and "0 given up" in words
    assert "dashboard" in await audit(house)


async def test_a_moderator_who_plays_has_a_dashboard_of_what_everybody_knows(house: House) -> None:
    await house.met()
    house.red.member.roles += house.gm.member.roles
    words = (await house.slash(house.red, "gm dashboard")).words
    assert "this is what everybody knows" in words and "Treasury" not in words and "last seen" in words


async def test_a_moderator_who_is_away_from_their_seat_sees_no_more_than_at_it(house: House) -> None:
    await house.met()
    house.blue.member.roles += house.gm.member.roles
    await house.slash(house.blue, "game substitute", player=house.bystander.user)
    await house.slash(house.blue, "game away")
    shown = await house.slash(house.blue, "gm show", view="fleet", **{"as": "red"})
    assert shown.words.startswith("You play in Twilight, and blue, red did not agree to that.")
    assert "this is what everybody knows" in (await house.slash(house.blue, "gm dashboard")).words
    assert await house.blue.autocomplete("gm show", "about", channel="campaign", view="ship") == []


async def test_who_read_others_orders_in_the_audit_has_seen_what_is_hidden(house: House) -> None:
    await house.met()
    other = house.bystander
    other.member.roles += house.gm.member.roles
    await house.slash(house.blue, "gcw turn submit", story="We wait.")
    await house.leaves(house.red)
    for _ in range(2):
        assert "submit We wait." in (await house.slash(other, "gm audit", kind="orders", latest=1)).words
    assert (await audit(house)).count(f"<@{other.id}>: looked at what others ordered") == 1
    assert f"<@{other.id}> has seen what is hidden" in (await house.slash(other, "game join", seat="red")).words


@pytest.mark.parametrize(
    ("command", "field", "typed"),
    [("gm-gcw set-unit", "unit", ""), ("gm remove", "line", "remove CORV"), ("gm rewind", "to", "")],
)
async def test_who_was_offered_what_is_hidden_has_seen_it(house: House, command: str, field: str, typed: str) -> None:
    game = await house.met()
    other = house.bystander
    other.member.roles += house.gm.member.roles
    await house.leaves(house.red)
    assert await other.autocomplete(command, field, typed, channel="campaign")
    assert "looked at what" in await audit(house)
    assert f"<@{other.id}> has seen what is hidden" in (await house.slash(other, "game join", seat="red")).words
    assert await house.service.desk.record.faults(game.id, house.clock.now()) == []


async def test_who_was_answered_as_a_moderator_knows_what_others_heard(house: House) -> None:
    await house.met()
    await house.leaves(house.red)
    line = "LNCR named Ghost at Corellia C-3 for blue"
    assert "Ghost" in (await house.slash(house.gm, "gm spawn", line=line)).words
    assert "has seen what is hidden" in (await house.slash(house.gm, "game join", seat="red")).words


async def test_before_the_start_there_is_nothing_that_a_moderator_could_have_seen(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="Dawn")
    await house.slash(house.gm, "gm audit", game="Dawn")
    assert "You are" in (await house.slash(house.gm, "game join", game="Dawn", seat="red")).words
