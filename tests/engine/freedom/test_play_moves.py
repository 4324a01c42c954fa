"""Movement past planetary defence bases, what moderators place and set, and the turn with its end (FITG-PDB, D12)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.freedom.combat.bases import BaseChanged, BaseFired, ShipSought, StayedBehind
from engine.freedom.data.pack import Detected, Side
from engine.freedom.pieces import Caught, UnitsFell
from engine.freedom.state import Ship, Stage, Status
from engine.freedom.turn import GameEnded, points
from tests.engine.freedom.playing import BLUE, RED, RULES, Played

URBAN, WILD, AIR, QUIBRON = "Angoff urban", "Charkhan wild", "Charkhan air", "Quibron wild"


@pytest.mark.rule("FITG-PDB-02", "FITG-PDB-03", "FITG-PDB-09", "FITG-PDB-10", "FITG-PDB-11")
def test_a_stack_passes_both_bases() -> None:
    game = Played()
    game.unit("Rebel 2-1", URBAN, "urban", id="Urban A")
    game.unit("Rebel 2-1", URBAN, "urban", id="Urban B")
    game.red("move Urban A, Urban B to Quibron wild")
    assert (game.asked, game.where) == ("fire imperial", "Angoff")
    game.rolls(2, 5)  # column 3-1: 3 for the movers, nothing for the base
    game.blue("fire")
    assert game.asked == "shot rebel", "either pays 2 of 3"
    game.red("remove Urban A")
    assert [(one.units, one.why) for one in game.of(UnitsFell)] == [(("Urban A",), "base")]
    assert (game.asked, game.where) == ("fire imperial", "Quibron")
    game.rolls(1, 1)  # column 1-1: nothing for the mover, 4 for the base
    game.blue("fire")
    assert [one.losses for one in game.of(BaseFired)] == [(3, 0), (0, 4)]
    assert (game.state.planets["Quibron"].level, game.state.planets["Quibron"].up) == (0, False)
    assert [unit.environ for unit in game.state.units.values()] == [QUIBRON]
    assert game.refused(RED, "move Urban B to Angoff urban").startswith("E_PHASE FITG-PDB-10")


@pytest.mark.rule("FITG-PDB-04", "FITG-PDB-09")
def test_a_base_of_level_0_or_down_attacks_nobody() -> None:
    game = Played()
    game.unit("Rebel 2-1", WILD, "wild", id="Wild A")
    game.planet("Quibron", up=False)
    game.red("move Wild A to Quibron wild")
    assert not game.of(BaseFired) and game.asked == "" and game.state.units["Wild A"].environ == QUIBRON


@pytest.mark.rule("FITG-PDB-05")
def test_riders_whose_units_are_shot_arrive_detected() -> None:
    game = Played()
    game.unit("Rebel 2-1", WILD, "wild", id="Wild A")
    game.person("Kogus", WILD, rides=True)
    game.red("move Wild A, Kogus to Angoff urban")
    game.rolls(2, 3)
    game.blue("fire")
    kogus = game.state.people["Kogus"]
    assert (kogus.environ, kogus.detected, kogus.rides) == (URBAN, True, False)
    assert [(one.level, one.up) for one in game.of(BaseChanged)] == [(2, False)], "a loss of 2: down (PDB-06)"


@pytest.mark.rule("FITG-PDB-05", "FITG-PDB-10")
@pytest.mark.parametrize("guarded", [False, True])
def test_riders_whose_units_are_shot_as_they_leave_stay_detected(guarded: bool) -> None:
    game = Played()
    game.unit("Rebel 2-1", URBAN, "urban", id="Urban A")
    if guarded:
        game.unit("Rebel 1-0", URBAN, "urban", id="Urban B")
    game.person("Boccanegra", URBAN, rides=True)
    privateer = Ship("Privateer", Side.REBEL, "Planetary Privateer", "Boccanegra", URBAN)
    game.arrange(replace(game.state, ships={"Privateer": privateer}))
    game.red("move Urban A, Boccanegra, Privateer to Charkhan wild")
    game.rolls(2, 3)
    game.blue("fire")
    stays = game.state.people["Boccanegra"]
    assert (stays.environ, stays.detected, stays.rides, stays.moved) == (URBAN, True, False, True)
    assert game.state.ships["Privateer"].environ == URBAN and not game.of(ShipSought)
    assert [one.people for one in game.of(StayedBehind)] == [("Boccanegra",)]


@pytest.mark.rule("FITG-PDB-01", "FITG-PDB-10")
def test_a_ship_without_units_is_looked_for() -> None:
    game = Played()
    game.person("Boccanegra", WILD)
    game.arrange(
        replace(
            game.state, ships={"Privateer": Ship("Privateer", Side.REBEL, "Planetary Privateer", "Boccanegra", WILD)}
        )
    )
    assert game.refused(RED, "move Boccanegra to Angoff urban").startswith("E_WHERE FITG-PDB-10")
    game.rolls(1, 6)
    game.red("move Boccanegra, Privateer to Angoff urban")
    assert [(one.planet, one.found) for one in game.of(ShipSought)] == [
        ("Charkhan", Detected.UNDETECTED), ("Angoff", Detected.LOST_ON_ARRIVAL),
    ]  # fmt: skip
    assert not game.state.ships and game.state.people["Boccanegra"].environ == URBAN


def test_militia_do_not_move_and_pieces_of_two_places_do_not_move_together() -> None:
    game = Played()
    game.unit("Militia", URBAN, id="Militia A")
    game.unit("Line", URBAN, id="Line A")
    game.unit("Line", WILD, id="Line B")
    game.arrange(replace(game.state, player=Side.IMPERIAL))
    assert game.refused(BLUE, "move Militia A to Charkhan wild").startswith("E_TYPE")
    assert game.refused(BLUE, "move Line A, Line B to Charkhan air").startswith("E_WHERE")
    assert game.refused(RED, "move Line A to Charkhan air").startswith("E_OWNER")
    game.blue("move Line A to Charkhan air")
    assert game.state.units["Line A"].environ == AIR, "no base of one's own fires"


def test_moderators_place_set_give_and_take() -> None:
    game = Played()
    game.gm("place unit Line in Angoff urban", "place unit Rebel 2-1 of type urban in Angoff urban")
    assert sorted(game.state.units) == ["Line A", "Urban 2-1 A"]
    assert game.refused(RED, "place unit Line in Angoff urban").startswith("GM_ONLY")
    game.gm("place character Kogus in Angoff urban as rider", "place character Jon Kidu in Angoff urban")
    game.gm("place character Frun Sentel in Charkhan wild")
    game.gm("give Sniper's Rifle to Kogus")
    assert "E_OWNER" in game.refused("gm", "give Medi-kit to Jon Kidu")  # type: ignore[arg-type]  # a seat by its name
    assert "E_OWNER" in game.refused("gm", "take Medi-kit from Kogus")  # type: ignore[arg-type]  # a seat by its name
    game.gm("take Sniper's Rifle from Kogus", "place ship Explorer for Kogus")
    game.gm("set wounds of Kogus to 4", "set captive of Kogus to yes")
    assert game.state.people["Kogus"].status is Status.CAPTIVE
    assert game.state.ships["Explorer"].owner == "", "the units there take it over"
    assert game.of(Caught)
    refusal = game.refused("gm", "set wounds of Kogus to 5")  # type: ignore[arg-type]  # a seat by its name
    assert refusal.startswith("E_RANGE") and "from 0 to 4" in refusal
    game.gm(
        "set control of planet Angoff to nobody",
        "set loyalty of planet Angoff to -2",
        "set level of planet Angoff to 1",
    )
    game.gm("set base of planet Angoff to down", "set rebellion of planet Angoff to yes", "points 3")
    planet = game.state.planets["Angoff"]
    assert (planet.control, planet.loyalty, planet.level, planet.up, planet.rebelling) == (None, -2, 1, False, True)
    assert points(RULES.world, game.state) == 3 + 6 - 2 - 2, "rebellion 6, Charkhan patriotic -2, Kogus captured -2"
    game.gm("take off Line A")
    assert game.state.people["Kogus"].free


@pytest.mark.rule("FITG-CHR-05")
def test_a_planet_that_is_the_rebels_wins_flight_to_egrix_at_once() -> None:
    game = Played(bare=False)
    game.gm("set control of planet Quibron to rebel")
    (ended,) = game.of(GameEnded)
    assert ended.winner is Side.REBEL and game.state.over
    assert game.refused(RED, "done").startswith("E_PHASE")


def test_a_game_that_nobody_decides_is_the_empires_on_points() -> None:
    game = Played(bare=False)
    for _ in range(100):
        if game.state.over:
            break
        if game.state.choice is not None:
            game.gm("default")
        elif (game.state.stage is Stage.SEARCH) is (game.state.player is Side.REBEL):
            game.blue("done")
        else:
            game.red("done")
    (ended,) = game.of(GameEnded)
    assert (ended.winner, game.state.turn) == (Side.IMPERIAL, 6)
