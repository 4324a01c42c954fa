"""The campaign half of Galactic Civil War over Discord: each order by its slash command, from the founding on.

Every field that completes itself offers what is then given, as far as it is typed.
"""

from __future__ import annotations

import pytest

from engine.game import Seat
from sandbox.client.player import Answer, Player
from sandbox.client.values import Refused
from sandbox.model.components import media_urls, walk
from tests.discord.house import House

WRITTEN = {"name", "hero", "text", "story"}
"""Fields in which players write what they like."""


async def gives(house: House, player: Player, path: str, /, **options: str) -> str:
    """Answer to an order by its slash command; who is asked first says yes."""
    for field, value in options.items():
        if field in WRITTEN:
            continue
        rest = {other: given for other, given in options.items() if other != field}
        try:
            offered = await player.autocomplete(path, field, value, channel="campaign", **rest)
        except Refused:
            continue  # its values are choices, which Discord itself lists
        assert value in [one["value"] for one in offered], f"/{path} does not offer {value} as {field}: {offered}"
    answer = await house.slash(player, path, **options)
    return (await confirmed(player, answer)).words


async def confirmed(player: Player, answer: Answer) -> Answer:
    """The answer, once the player has said yes to what cannot be taken back."""
    return await (await player.click(answer, "Yes, do it")).final() if "Yes, do it" in answer.words else answer


async def founded(house: House) -> None:
    """Red and Blue found their campaigns by slash commands alone."""
    await house.begun()
    red, blue = house.red, house.blue
    for player, faction, hero in ((red, "Galactic Empire", "Needa"), (blue, "Rebel Alliance", "Ackbar")):
        said = await gives(house, player, "gcw join", faction=faction, hero=hero, hero_class="Admiral")
        assert "You join with the" in said
    assert "joins you" in await gives(house, red, "gcw-setup sample")
    assert "You pay **500 KC**" in await gives(house, red, "gcw-setup facility", facility="FAC", grid="G-2S")
    assert "get **500 KC** back" in await gives(house, red, "gcw-setup raze", unit="Factory")
    assert "You pay **1,000 KC**" in await gives(house, red, "gcw-setup facility", facility="SHY", grid="G-3S")
    assert "You pay **500 KC**" in await gives(house, red, "gcw-setup facility", facility="FAC", grid="G-3S")
    assert "G-3" in await gives(house, red, "gcw-setup center", grid="G-3")
    assert "C-2" in await gives(house, red, "gcw-setup station", unit="Sigma", cell="C-2")
    turn = (await house.slash(red, "show turn")).words
    assert "Nothing: you may confirm." in turn and "500 KC of facility credit left" in turn
    assert "Your setup is confirmed." in await gives(house, red, "gcw confirm")
    assert "joins you" in await gives(house, blue, "gcw muster", unit="NEBB", name="Redemption")
    assert "Your setup is confirmed." in await gives(house, blue, "gcw confirm")


@pytest.mark.slow
async def test_a_campaign_is_played_by_slash_commands_whose_fields_offer_what_may_be_given(house: House) -> None:
    await founded(house)
    red, blue, gm = house.red, house.blue, house.gm
    await house.slash(gm, "gm-gcw set-treasury", player="red", amount=9000)
    yard = {"place": "Shipyard"}

    # Works: built, constructed, called off, assigned; complements exchanged, units scrapped.
    assert "Begun at Coruscant" in await gives(
        house, red, "gcw-yard build", unit="LNCR", to="dock", name="Scout", **yard
    )
    assert "Begun at Coruscant" in await gives(
        house, red, "gcw-yard build", unit="LNCR", to="dock", name="Hound", **yard
    )
    raised = await gives(
        house, red, "gcw-yard construct", facility="BUN", cell="G-1S", system="Coruscant", name="Cellar"
    )
    assert "Begun at Coruscant" in raised
    assert "called off" in await gives(house, red, "gcw-yard call-off", work="Cellar")
    for ship in ("Scout", "Hound"):
        assert "done" in (await house.slash(gm, "gm-gcw set-work", work=ship, player="red", hours=0)).words
    assert "Scout** joins you" in await gives(house, red, "gcw-fleet assign", work="Scout", to="pdf")
    exchanged = await gives(house, red, "gcw-yard exchange", units="Imperial-class Star Destroyer I TF-1", unit="TI")
    assert "to exchange 1 TI" in exchanged
    assert "KC" in await gives(house, red, "gcw-yard scrap", unit="Scout")

    # The dashboard has it all at a glance.
    words = (await house.slash(gm, "gm dashboard")).words
    told = words[words.index("**red**\n") :]
    assert "Systems: 1: Coruscant" in told and "Works: 0 jobs under way, 1 in dock." in told
    assert "of 23 CP · 2 of 7 ships" in told and "Reserve: 0 of 23 CP" in told
    assert "Heroes: Needa, Admiral of level 1" in told and "Mission: none" in told and "Battles: none" in told

    # Rosters: into the reserve and back, to the PDF and back, escorts.
    assert "is in reserve" in await gives(house, red, "gcw-fleet reserve", unit="Lancer-class Frigate")
    lambda_shuttle = "Imperial-class Star Destroyer I LAM-1"
    escort = (await house.slash(red, "gcw-fleet escort", state="on", craft=lambda_shuttle)).words  # it is not offered
    assert "These escorts need 2 capital ships, the fleet has 1." in escort
    assert "Hound" in await gives(house, red, "gcw-fleet assign", work="Hound", to="main")
    called = await gives(house, red, "gcw-fleet activate", unit="Lancer-class Frigate", fleet="pdf", cell="DSZ-2")
    assert "is being activated" in called
    assert "stays in reserve" in await gives(house, red, "gcw-fleet stand-down", unit="Lancer-class Frigate")
    assert "PDF" in await gives(house, red, "gcw-fleet transfer", unit="Hound", fleet="Coruscant")
    assert "Hound" in await gives(house, red, "gcw-fleet transfer", unit="Hound", fleet="main")

    await house.slash(gm, "gm-gcw remove", unit="Imperial-class Star Destroyer I LAM-2", player="red")
    assert "1 LAM, done" in await gives(
        house, red, "gcw-yard regrow", host="Imperial-class Star Destroyer I", unit="LAM"
    )
    assert "1 LNCR, done" in await gives(house, red, "gcw-yard build", unit="LNCR", to="dock", name="Third", **yard)
    await house.slash(gm, "gm-gcw set-work", work="Third", player="red", hours=0)
    assert "**Third** joins you" in await gives(house, red, "gcw-fleet swap", ship="Hound", other="Third")

    # Heroes and missions.
    assert "level 2" in await gives(house, red, "gcw-people upgrade", hero="Needa")
    assert "Piett" in await gives(house, red, "gcw-people train", name="Piett", hero_class="General")
    assert "Show the flag" in await gives(house, red, "gcw-people mission", mission="Show the flag", hero="Needa")
    assert "Show the flag" in await gives(house, red, "gcw-people abandon")
    await house.slash(gm, "gm-gcw events open", flashpoint="CONVOY", wait=0, hours=24)
    joined = await gives(house, red, "gcw-people flashpoint", flashpoint="The pirate convoy")
    assert "You take part in **The pirate convoy**" in joined

    # Its units have orders of the moderator's; nobody else gives them any, and their turn comes once in 24 hours.
    await house.slash(gm, "gm-gcw spawn", unit="CORV", name="Prey", system="Wroona", cell="B-2", player="blue")
    orders = "move Wroona Bulk Cruiser to C-2; fire Wroona Bulk Cruiser 2 at Prey"
    answer = await house.slash(gm, "gm-gcw events run", flashpoint="CONVOY", orders=orders)
    assert "A moderator gave the units of The pirate convoy their orders." in answer.words
    await house.delivered()
    assert "Prey" in "\n".join(message.words for message in house.reads(blue))
    assert "The units of The pirate convoy act." in house.public()
    answer = await house.slash(gm, "gm-gcw events run", flashpoint="CONVOY", orders=orders)
    assert "A turn is due no sooner than 24 hours after the last" in answer.words
    with pytest.raises(Refused, match="You do not have permission to use /gm-gcw events run here"):
        await house.slash(red, "gm-gcw events run", flashpoint="CONVOY", orders=orders)
    asked = (await house.slash(gm, "gm audit", latest=3)).words
    assert "flashpoint run CONVOY with move Wroona Bulk Cruiser to C-2" in asked

    # A ship is offered to an enemy, not any more, again, and taken.
    await house.slash(gm, "gm-gcw spawn", unit="CORV", name="Tantive IV", system="Coruscant", cell="B-1", player="blue")
    await house.slash(blue, "gcw relation", player="red", kind="hostile")
    assert "You offer to surrender Tantive IV" in await gives(
        house, blue, "gcw-people surrender", units="Tantive IV", player="red"
    )
    assert "Your offer to surrender to red is over" in await gives(house, blue, "gcw-people take-back", player="red")
    assert "You offer to surrender Tantive IV" in await gives(
        house, blue, "gcw-people surrender", units="Tantive IV", player="red"
    )
    assert "You captured **Tantive IV** of blue" in await gives(house, red, "gcw-people accept", offer="blue")

    # Ways are plotted; a message travels to where its reader's hero is, and comes to the seat's own thread.
    plotted = await gives(house, red, "gcw-travel plot", units="Hound", system="Endor")
    assert "Corellia" in plotted and "42 map hours" in plotted
    way = "Corellia, Duro, Bestine IV, Yag'Dhul, Wroona, Sullust"
    round_about = await gives(house, red, "gcw-travel plot", units="Hound", system="Endor", way=way)
    assert "Duro" in round_about and "48 map hours" in round_about
    sent = await gives(house, red, "gcw-people message", sender="Omega", players="blue", text="Come and see.")
    assert "at twice hyperspace" in sent
    await house.delivered()
    assert "Come and see." not in "\n".join(message.words for message in house.reads(blue))
    await house.skip(days=5)
    await house.delivered()
    [heard] = {message.words for message in house.reads(blue) if "Come and see." in message.words}
    assert "General message from red" in heard and "Come and see." not in house.public()


async def test_news_of_departures_and_works_reach_a_seat_s_own_thread_at_twice_hyperspace_speed(house: House) -> None:
    """From Coruscant to Blue's hero at Endor it is 42 hours by the map: news takes 21 (GCW-COM-02, -03, -05)."""
    await founded(house)
    red, blue = house.red, house.blue
    await house.slash(house.gm, "gm-gcw set-treasury", player="red", amount=9000)
    await gives(house, red, "gcw-travel jump", units="Lancer-class Frigate", system="Corellia")
    await gives(house, red, "gcw-yard build", unit="LNCR", to="dock", name="Scout", place="Shipyard")
    news = ("News: a fleet of red left Coruscant", "News: red has ordered 1 × Lancer-class Frigate")
    await house.skip(hours=20, minutes=59)
    await house.delivered()
    assert not any(words in message.words for message in house.reads(blue) for words in news)
    await house.skip(minutes=1)
    await house.delivered()
    thread = house.said(house.thread(": Blue"), blue)
    assert all(words in thread for words in news)
    assert not any(words in house.public() for words in news)
    assert "Corellia" not in thread and "Scout" not in thread  # neither where to, nor what is being made (GCW-COM-05)


async def test_a_platform_under_fire_calls_its_owner_and_who_has_access_there_and_nobody_else(house: House) -> None:
    """The call takes 18 hours to Blue's hero at Endor and 15 to his friend's at Mustafar (GCW-COM-02, -06)."""
    red, blue, friend, gm = house.red, house.blue, house.bystander, house.gm
    stranger = house.discord.member("Stranger")
    await house.lobby()
    for player in (friend, stranger):
        await house.slash(player, "game join")
    await house.slash(gm, "game start")
    factions = {red: "Galactic Empire", blue: "Rebel Alliance", friend: "Trade Federation", stranger: "Hutt Syndicate"}
    for player, faction in factions.items():
        await gives(house, player, "gcw join", faction=faction, hero=f"Captain {player.name}", hero_class="Admiral")
        await gives(house, player, "gcw-setup sample")
        assert "Your setup is confirmed." in await gives(house, player, "gcw confirm")
    for unit, name, seat in (("CARK", "Talon", "red"), ("GAMMA", "Beacon", "blue")):
        await house.slash(gm, "gm-gcw spawn", unit=unit, name=name, system="Corellia", cell="C-1", player=seat)
    assert "Your systems are now friendly to green." in await gives(
        house, blue, "gcw relation", player="green", kind="grant"
    )
    await house.slash(red, "gcw battle fire", unit="Talon", target="Contact 1")
    await house.slash(red, "gcw turn submit", story="The lighthouse goes dark.")
    await house.slash(red, "gcw turn final")

    async def heard() -> list[str]:
        """Those who have read of the call by now."""
        await house.delivered()
        call = "Distress call: the platforms of blue at Corellia are under attack"
        return [one.name for one in factions if any(call in message.words for message in house.reads(one))]

    assert await heard() == []
    assert "**Beacon (T2)** takes **120** damage" in house.said(
        house.thread(": Blue"), blue
    )  # what its owner sees at once
    await house.skip(hours=14, minutes=59)
    assert await heard() == []
    await house.skip(minutes=1)
    assert await heard() == [friend.name]
    await house.skip(hours=3)
    assert await heard() == [blue.name, friend.name]
    await house.skip(days=10)
    assert await heard() == [blue.name, friend.name]
    assert "Distress call" not in house.said("campaign") + house.said(house.thread("Battle of Corellia"))


async def test_a_view_shows_a_picture_if_it_has_one_and_else_words_alone(drawing_house: House) -> None:
    await drawing_house.begun()
    treasury = await drawing_house.slash(drawing_house.red, "gcw-show treasury")
    assert pictures(treasury) == []
    [galaxy] = pictures(await drawing_house.slash(drawing_house.red, "gcw-show map"))
    assert galaxy.endswith("map.png")


def pictures(answer: Answer) -> list[str]:
    """Addresses of the pictures that an answer shows."""
    return [url for part in walk(answer.components) for url in media_urls(part)]


async def test_who_attacks_a_neutral_world_names_what_its_defenders_fire_at_where_that_is_ruled(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight", options="npc_control=attacker")
    await house.slash(house.red, "game join")
    await house.slash(house.blue, "game join")
    await house.slash(house.gm, "game start")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    await house.tell(game, "red", "join GE as Needa", "muster VSD named Dominator", "muster INT named Claw", "confirm")
    await house.tell(game, "red", "jump Dominator, Claw to Bespin exit DSZ-1")
    await house.skip(days=4)
    await house.tell(game, "gm", "place Dominator, Claw of red at Bespin B-1")
    asked = await gives(house, house.red, "gcw-people answer", defender="Bespin Gamma", target="Dominator")
    assert "Your draft has 1 line" in asked
    assert "answers at Dominator" in (await house.slash(house.red, "gcw-show preview")).words
    await house.tell(game, "red", "fire Dominator at Bespin Gamma", "submit A first volley.", "final")
    known = await house.service.desk.views.known(game.id, Seat("red"))
    shields = {one.name: one.pools.shields for one in known.units.values() if one.name in ("Dominator", "Claw")}
    assert shields == {"Dominator": 1_419, "Claw": 900}
    ruled = (await house.slash(house.gm, "gm ruling", line="npc_control bot")).words
    assert "Before: who attacks a neutral world chooses" in ruled
    refused = (await house.slash(house.red, "gcw-people answer", defender="Bespin Gamma", target="Claw")).words
    assert "Umpire plays the defenders of neutral worlds" in refused


async def test_who_has_nothing_left_is_told_so_and_asked_for_nothing_until_something_is_theirs(house: House) -> None:
    game = await house.met()
    blue = await house.service.desk.views.known(game.id, Seat("blue"))
    home = blue.players[Seat("blue")].home
    await house.tell(game, "gm", f"set owner of {home} to red")
    while left := [one for one in blue.units.values() if one.owner == "blue" and one.cell]:
        await house.tell(game, "gm", f'remove "{left[0].name}" of blue')
        blue = await house.service.desk.views.known(game.id, Seat("blue"))
    await house.delivered()
    assert "is out of the campaign" in house.said("campaign")
    assert "You are out of the campaign" in (await house.slash(house.blue, "show turn")).words
    assert "nothing of yours is left" in (await house.slash(house.blue, "gcw turn submit", story="I fight on.")).words
    assert " · eliminated · " in (await house.slash(house.red, "gcw-show standings")).words
    assert "In the campaign: eliminated" in (await house.slash(house.gm, "gm dashboard")).words
    await house.skip(days=6)
    await house.delivered()
    assert not [message for message in house.reads(house.blue) if "Income of" in message.words]
    await house.tell(game, "gm", "spawn CORV named Bantam at Hoth B-1 for blue")
    assert "You may post a turn now" in (await house.slash(house.blue, "show turn")).words
