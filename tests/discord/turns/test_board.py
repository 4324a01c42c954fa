"""A campaign that is otherwise played on a real board: a moderator lays out its pieces over Discord, and two players
fight what comes of them; and the scenarios of Freedom in the Galaxy between two people.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.freedom.combat.environ import EnvironFought
from engine.freedom.combat.fight import FightEnded, FightOpened
from engine.freedom.data.pack import Side
from engine.freedom.missions import CardDrawn
from engine.freedom.state import Stage
from engine.game import Seat
from tests.discord.house import House, buttons
from tests.discord.turns.test_rising import known
from tests.discord.turns.test_uprising import Table

LAID_OUT = (
    ("unit", {"kind": "Line", "environ": "Charkhan wild"}, "A moderator places Line A in Charkhan wild."),
    (
        "unit",
        {"kind": "Rebel 2-1", "terrain": "wild", "environ": "Charkhan wild"},
        "A moderator places Wild 2-1 A in Charkhan wild.",
    ),
    ("character", {"person": "Kogus", "environ": "Charkhan wild"}, "A moderator places Kogus in Charkhan wild."),
    (
        "character",
        {"person": "Redjac", "environ": "Charkhan wild", "stack": "rider"},
        "A moderator places Redjac in Charkhan wild.",
    ),
    (
        "character",
        {"person": "Boccanegra", "environ": "Quibron wild"},
        "A moderator places Boccanegra in Quibron wild.",
    ),
    ("ship", {"kind": "Star Cruiser", "person": "Kogus"}, "A moderator places Star Cruiser in Charkhan wild."),
    ("give", {"item": "Medi-kit", "person": "Kogus"}, "Kogus has the Medi-kit."),
    ("planet", {"planet": "Angoff", "what": "loyalty", "value": "-2"}, "Angoff is the Empire's, loyalty −2"),
    ("planet", {"planet": "Charkhan", "what": "level", "value": "1"}, "The base of Charkhan is **up**, level 1."),
    ("planet", {"planet": "Charkhan", "what": "base", "value": "down"}, "The base of Charkhan is **down**, level 1."),
    ("person", {"person": "Kogus", "what": "wounds", "value": "1"}, "Kogus has 1 wound and is not detected."),
    ("points", {"points": 1}, "+1 points of the Rebels besides those that are counted."),
)
"""What a moderator lays out, each with what it is answered."""


EVENTS = (("Kogus", "locals", "Charkhan wild", "Charkhans"), ("Boccanegra", "creature", "Quibron wild", "Snow Giants"))
"""Who meets what, and where, when a moderator has a card drawn."""

CLEARED = (
    ("remove", {"piece": "Patrol A"}, "A moderator removes Patrol A."),
    ("planet", {"planet": "Angoff", "what": "rebellion", "value": "yes"}, "loyalty −2, in rebellion."),
)
"""What a moderator puts right in the end."""


async def begun(house: House, scenario: str) -> Table:
    """A game of a scenario between two people, each of whom plays a side."""
    options = f"scenario={scenario}, pace=none"
    await house.slash(house.gm, "game create", rulebook="freedom", name="Board", options=options)
    for player in (house.red, house.blue):
        await house.slash(player, "game join")
    await house.slash(house.gm, "game start")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    red = (await known(house, game)).seats[Seat("red")] is Side.REBEL
    return Table(house, game, *((house.red, house.blue) if red else (house.blue, house.red)))


async def test_what_a_moderator_lays_out_is_fought_over_by_two_players(house: House) -> None:
    table = await begun(house, "egrix")
    for order, fields, told in LAID_OUT:
        answer = await house.slash(house.gm, f"gm-freedom {order}", **fields)
        assert told in answer.words and answer.ephemeral, answer.words
    shown = (await house.slash(house.red, "freedom-show environ", about="Charkhan wild")).words
    assert all(one in shown for one in ("Wild 2-1 A", "Line A", "Redjac", "Kogus")), shown
    assert "Medi-kit" in (await house.slash(house.blue, "freedom-show character", about="Kogus")).words
    await table.press(table.rebel, "End movement", "Attack")
    await table.press(table.empire, "Leader Redjac")
    assert await table.said(EnvironFought) == 1
    await decided(table)
    offered = buttons(await table.panel(table.empire))
    assert "Search Charkhan wild" in offered and "End the search" in offered
    await table.press(table.empire, "End the search")
    await house.slash(table.rebel, "freedom mission", people="Frun Sentel, Doctor Sontag")
    for person, event, environ, foe in EVENTS:
        await house.slash(table.rebel, "freedom mission", people=person)
        met = (await house.slash(house.gm, "gm-freedom event", event=event, environ=environ)).words
        assert f"A moderator has a card drawn in {environ}: {event}." in met and f"**{foe}** of" in met
        panel = await table.panel(table.rebel)
        assert "Stay" in buttons(panel) and "nobody breaking off: the attackers beaten" in panel.words
        await table.press(table.rebel, "Stay")
        await decided(table)
    assert await table.said(FightOpened) == await table.said(FightEnded) == len(EVENTS)
    await table.press(table.rebel, "End missions")
    await decided(table)
    assert await table.said(CardDrawn) > 0
    for order, fields, told in CLEARED:
        assert told in (await house.slash(house.gm, f"gm-freedom {order}", **fields)).words
    assert await house.service.desk.record.verify(table.game.id) is None


async def decided(table: Table) -> None:
    """Whoever is asked decides, each by the usual button."""
    players = {Side.REBEL: table.rebel, Side.IMPERIAL: table.empire}
    while (choice := (state := await known(table.house, table.game)).choice) is not None:
        await table.press(next(players[ask.side] for ask in choice.asks if ask.side not in state.filed), "As usual")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["egrix", "varu"])
async def test_two_people_play_a_scenario_to_its_end_by_buttons(house: House, scenario: str) -> None:
    table, chance = await begun(house, scenario), Random(scenario)
    players, kinds = {Side.REBEL: table.rebel, Side.IMPERIAL: table.empire}, set[str]()
    for _ in range(600):
        state = await known(house, table.game)
        if state.over:
            break
        asked = [] if state.choice is None else [ask.side for ask in state.choice.asks if ask.side not in state.filed]
        side = asked[0] if asked else state.player.other if state.stage is Stage.SEARCH else state.player
        offered = [one for one in buttons(await table.panel(players[side])) if one not in ("Order sheet", "Refresh")]
        assert offered, (state.stage, state.choice)
        ends = [one for one in offered if one.startswith("End ")]
        kinds |= {state.choice.kind} if state.choice is not None else {state.stage.value}
        await table.press(
            players[side], chance.choice(ends) if ends and chance.random() < 0.4 else chance.choice(offered)
        )
    else:
        raise AssertionError("it is not over")
    await house.delivered()
    said = house.said("campaign", house.bystander)
    assert "**Board** is over by its rules." in said and ("wins**" in said or "**drawn**" in said)
    assert len(kinds) >= 6, kinds
    assert await house.service.desk.record.verify(table.game.id) is None
