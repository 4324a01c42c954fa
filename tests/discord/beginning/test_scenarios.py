"""Freedom in the Galaxy from outside: each scenario is begun by its option, and moderators set up what they play."""

from __future__ import annotations

import pytest

from engine.freedom.data.pack import Side
from engine.freedom.state import Stage, State, Status
from engine.game import Seat
from sandbox.client.values import File
from storage.records import Game
from tests.discord.house import CHANNEL, House


async def begun(house: House, options: str) -> Game:
    """A game of two, begun with such options."""
    made = await house.slash(house.gm, "game create", rulebook="freedom", name="Rising", options=options)
    assert "is open" in made.words, made.words
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.blue, "game join", seat="blue")
    assert (await house.slash(house.gm, "game start")).words == "Rising begins."
    await house.delivered()
    return (await house.service.desk.directory.games(house.discord.guild.id))[-1]


async def known(house: House, game: Game) -> State:
    """Knowledge of a game's game master."""
    state = await house.service.desk.referee.known(game.id, None)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(("options", "rebel"), [("scenario=egrix", "blue"), ("rebels=second", "red")])
async def test_whoever_makes_a_game_says_who_leads_the_rebels(house: House, options: str, rebel: str) -> None:
    game = await begun(house, options)
    assert (await known(house, game)).seats[Seat(rebel)] is Side.REBEL
    other = {"blue": "red", "red": "blue"}[rebel]
    assert f"Rebellion ({rebel}) against Empire ({other})." in house.said(CHANNEL)


@pytest.mark.parametrize(
    ("scenario", "told", "stands"),
    [
        ("egrix", "Flight to Egrix**: 6 turns", "Planetary Privateer"),
        ("varu", "Varu Powderkeg**: 7 turns", "Star Cruiser"),
        ("skirmish", "A skirmish at Angoff**: 3 turns", "Frun Sentel"),
    ],
)
async def test_each_scenario_is_offered_and_begins(house: House, scenario: str, told: str, stands: str) -> None:
    offered = await house.gm.autocomplete("game create", "options", "scen", channel=CHANNEL, rulebook="freedom")
    assert f"scenario={scenario}" in [one["value"] for one in offered]
    state = await known(house, await begun(house, f"scenario={scenario}"))
    assert state.scenario == scenario and {*state.people, *state.ships} >= {stands}
    assert told in house.said(CHANNEL, house.bystander)
    assert "Turn 1" in (await house.slash(house.red, "me")).words


async def test_every_ruling_is_an_option_of_a_new_game(house: House) -> None:
    state = await known(
        house,
        await begun(
            house,
            "scenario=varu, pace=live, leader-min=2, extremes=any-shift, break-all-only=yes, rebellion-strike=no, "
            "elite-cancels=no, squad-may-decline=yes, locals-inverted=yes",
        ),
    )
    rulings = state.options
    assert (rulings.leader_min, rulings.extremes, rulings.rebellion_strike) == (2, "any_shift", False)
    assert rulings.break_all_only and rulings.squad_may_decline and rulings.locals_flag_inverted
    assert not rulings.elite_cancels and state.until is not None


async def test_moderators_set_up_what_stands_on_a_real_board(house: House) -> None:
    game = await begun(house, "scenario=egrix, pace=none")
    for path, given in (
        ("unit", {"kind": "Line", "environ": "Charkhan air"}),
        ("unit", {"kind": "Rebel 2-1", "terrain": "air", "environ": "Charkhan air"}),
        ("character", {"person": "Kogus", "environ": "Angoff urban"}),
        ("ship", {"kind": "Explorer", "person": "Kogus"}),
        ("give", {"item": "Sniper's Rifle", "person": "Kogus"}),
        ("person", {"what": "wounds", "person": "Kogus", "value": "2"}),
        ("planet", {"what": "loyalty", "planet": "Angoff", "value": "-1"}),
        ("planet", {"what": "level", "planet": "Quibron", "value": "2"}),
        ("planet", {"what": "base", "planet": "Angoff", "value": "down"}),
        ("remove", {"piece": "Militia A"}),
        ("points", {"points": 1}),
    ):
        placed = await house.slash(house.gm, f"gm-freedom {path}", **given)
        assert "moderator" in placed.words or "Kogus" in placed.words or "base" in placed.words, (path, placed.words)
    state = await known(house, game)
    assert {"Line A", "Air 2-1 A"} <= set(state.units) and "Militia A" not in state.units
    kogus, angoff = state.people["Kogus"], state.planets["Angoff"]
    assert (kogus.wounds, kogus.items, kogus.status) == (2, ("Sniper's Rifle",), Status.FREE)
    assert state.ships["Explorer"].owner == "Kogus"
    assert (angoff.loyalty, angoff.up, state.planets["Quibron"].level, state.points) == (-1, False, 2, 1)
    refused = await house.slash(house.gm, "gm-freedom planet", what="loyalty", planet="Angoff", value="3")
    assert "It is from −2 to 2" in refused.words


async def test_moderators_draw_cards_and_roll_for_creatures(house: House) -> None:
    game = await begun(house, "scenario=egrix, pace=none")
    await house.slash(house.gm, "gm-freedom next")
    await house.slash(house.gm, "gm-freedom next")
    assert (await known(house, game)).stage is Stage.MISSIONS
    rebel = house.red if (await known(house, game)).seats[Seat("red")] is Side.REBEL else house.blue
    await house.slash(rebel, "freedom mission", people="Boccanegra, Frun Sentel")
    await house.slash(house.gm, "gm-freedom event", event="creature", environ="Angoff urban")
    await house.delivered()
    assert "meet **Laboroid** in Angoff urban" in house.said(CHANNEL, house.bystander)
    barred = await house.slash(rebel, "freedom break", who="all")
    assert "lets nobody go in round 1" in barred.words and "FITG-CHR-22" in barred.words
    while (await known(house, game)).choice is not None:
        await house.slash(house.gm, "gm-freedom default")
    await house.slash(rebel, "freedom done")
    await house.delivered()
    assert "A card for Angoff urban" in "\n".join(
        house.said(place, house.bystander) for place in house.bystander.channels()
    )


AMBUSH = """
[[scenarios]]
code = "ambush"
name = "Ambush on Horon"
turns = 2
goal = 3
planets = [{ name = "Horon", control = "imperial", loyalty = 1, level = 0 }]
units = [
  { unit = "Rebel 2-1", terrain = "liquid", at = "Horon liquid" },
  { unit = "Patrol", at = "Horon liquid" },
]
characters = [{ name = "Rayner Derban", at = "Horon liquid", leads = true }]
ships = []
"""


async def test_a_scenario_of_one_s_own_is_data_and_is_fought_in(house: House) -> None:
    given = {"rulebook": "freedom", "name": "Rising", "options": "scenario=ambush, pace=none"}
    wrong = File("scenarios.toml", AMBUSH.replace("Horon liquid", "Horon urban").encode())
    refused = await house.slash(house.gm, "game create", table=wrong, **given)
    assert "`scenarios.toml:9`" in refused.words and "did you mean 'Horon liquid'?" in refused.words
    made = await house.slash(house.gm, "game create", table=File("scenarios.toml", AMBUSH.encode()), **given)
    assert "is open" in made.words and "scenario ambush" in made.words, made.words
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.blue, "game join", seat="blue")
    await house.slash(house.gm, "game start")
    await house.delivered()
    assert "Ambush on Horon**: 2 turns" in house.said(CHANNEL, house.bystander)
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    rebel = house.red if (await known(house, game)).seats[Seat("red")] is Side.REBEL else house.blue
    await house.slash(rebel, "freedom done")
    attacked = await house.slash(rebel, "freedom declare")
    assert "attacks in Horon liquid" in attacked.words, attacked.words
    while (await known(house, game)).choice is not None:
        await house.slash(house.gm, "gm-freedom default")
    await house.delivered()
    assert "attacks in Horon liquid: 2 against 1" in house.public()
