"""Environ combat at the table: the examples of the register, one after another (FITG-ENV)."""

from __future__ import annotations

import pytest

from engine.freedom.combat.environ import EnvironFought, NoCombat
from engine.freedom.combat.fight import FightOpened
from engine.freedom.data.pack import Side
from engine.freedom.pieces import Detected, UnitsFell
from engine.freedom.play import Chosen, FiledSo
from engine.freedom.state import Stage
from tests.engine.freedom.playing import BLUE, RED, Played

URBAN, AIR = "Angoff urban", "Charkhan air"


@pytest.mark.rule("FITG-GEN-01", "FITG-ENV-06", "FITG-ENV-07")
def test_all_units_of_an_environ_are_pooled() -> None:
    game = Played()
    for kind in ("Line", "Patrol", "Militia"):
        game.unit(kind, URBAN)
    game.unit("Rebel 2-1", URBAN, "urban")
    game.rolls(1, 1)
    game.combat(URBAN)
    (fought,) = game.of(EnvironFought)
    assert fought.strengths == (5, 2)


@pytest.mark.rule("FITG-ENV-01", "FITG-ENV-02", "FITG-ENV-04")
def test_the_phasing_side_is_asked_first_and_both_may_pass() -> None:
    game = Played()
    game.unit("Line", URBAN)
    game.unit("Rebel 1-0", URBAN, "urban")
    game.unit("Patrol", AIR)
    game.person("Doctor Sontag", AIR)
    game.red("done")
    assert game.asked == "declare rebel" and game.state.choice is not None and game.state.choice.where == URBAN
    assert "E_OWNER" in game.refused(BLUE, "declare")
    game.red("pass")
    assert game.asked == "declare imperial"
    game.blue("pass")
    assert [one.environ for one in game.of(NoCombat)] == [URBAN], "in the air there are characters alone"
    assert game.state.stage is Stage.SEARCH


@pytest.mark.rule("FITG-ENV-03", "FITG-ENV-04")
def test_the_other_side_may_say_beforehand_that_it_attacks_if_the_enemy_passes() -> None:
    game = Played()
    game.unit("Line", URBAN)
    game.unit("Rebel 1-0", URBAN, "urban")
    game.red("done")
    game.blue("declare in Angoff urban if enemy passes")
    assert game.known[RED].conditional == {}, "its own to know"
    game.rolls(1, 1)
    game.red("pass")
    (fought,) = game.of(EnvironFought)
    assert fought.attacker is Side.IMPERIAL


@pytest.mark.rule("FITG-ENV-05")
def test_environs_are_gone_through_in_the_order_of_the_phasing_side() -> None:
    game = Played()
    for environ, terrain in ((URBAN, "urban"), (AIR, "air")):
        game.unit("Line", environ)
        game.unit("Rebel 1-0", environ, terrain)
    game.red("done")
    assert game.asked == "order rebel"
    refusal = game.refused(RED, "order Angoff urban")
    assert refusal.startswith("E_WHERE FITG-ENV-05") and "Name each of Angoff urban, Charkhan air once" in refusal
    game.red("order Charkhan air, Angoff urban")
    assert game.state.choice is not None and game.state.choice.where == AIR


@pytest.mark.rule("FITG-ENV-09", "FITG-ENV-10", "FITG-ENV-15")
def test_leaders_are_named_at_once_and_sealed() -> None:
    game = Played()
    game.unit("Line", URBAN)
    game.unit("Rebel 2-1", URBAN, "urban")
    game.person("Doctor Sontag", URBAN)
    game.person("Kogus", URBAN)
    game.person("Jon Kidu", URBAN)
    game.combat(URBAN)
    assert game.asked == "leader imperial rebel"
    assert game.refused(RED, "leader Kogus").startswith("E_LEADER FITG-ENV-09"), "leadership 0"
    assert game.refused(RED, "leader Doctor Sontag, Kogus").startswith("E_LEADER FITG-ENV-10")
    assert "E_LEADER" in game.refused(RED, "leader Jon Kidu")
    game.red("leader none")
    assert game.known[BLUE].filed == {} and not game.heard_by(FiledSo, BLUE)
    game.red("leader Doctor Sontag")
    game.rolls(3, 4)
    game.blue("leader Jon Kidu")
    (fought,) = game.of(EnvironFought)
    assert set(fought.leaders) == {"Doctor Sontag", "Jon Kidu"}
    assert {why: columns for columns, why in fought.shifts} == {
        "leader of the rebel side": -1, "leader of the imperial side": 3, "Rebels of the type urban": -1,
    }  # fmt: skip


@pytest.mark.rule("FITG-ENV-12", "FITG-ENV-16")
def test_two_lines_attack_one_rebel_as_the_register_counts_it() -> None:
    game = Played()
    game.unit("Line", URBAN, id="Line A")
    game.unit("Line", URBAN, id="Line B")
    game.unit("Rebel 2-1", URBAN, "urban")
    game.rolls(1, 1)
    game.combat(URBAN)
    (fought,) = game.of(EnvironFought)
    assert (fought.strengths, fought.base, fought.column) == ((6, 2), 7, 6), "3-1, one left to 2-1"
    assert fought.losses == (3, 1)
    assert game.asked == "remove rebel imperial", "either Line pays for 3"
    assert game.refused(BLUE, "remove Line A, Line B").startswith("E_ALLOC FITG-ENV-12")
    game.blue("remove Line B")
    assert [(one.units, one.why) for one in game.of(UnitsFell)] == [(("Line B",), "fight")], (
        "1 is not enough for the Rebel 2-1"
    )


@pytest.mark.rule("FITG-ENV-13", "FITG-ENV-18", "FITG-ENV-19", "FITG-ENV-20", "FITG-GEN-03", "FITG-CHR-13")
def test_riders_without_units_are_attacked_by_a_squad_of_the_survivors() -> None:
    game = Played()
    game.unit("Line", URBAN)
    game.unit("Rebel 1-0", URBAN, "urban")
    game.person("Agan Rafa", URBAN, rides=True)
    game.person("Kogus", URBAN, rides=True)
    game.combat(URBAN)
    assert game.asked == "leader imperial rebel"
    game.rolls(6, 6)
    game.blue("leader none")
    game.red("leader none")
    assert game.asked == "attack imperial"
    assert game.refused(BLUE, "decline").startswith("E_TYPE FITG-ENV-19")
    assert game.refused(BLUE, "attack by hand").startswith("E_TYPE FITG-CHR-13")
    assert game.refused(RED, "search Angoff urban").startswith("E_LOCKED FITG-GEN-03")
    game.blue("attack to capture")
    (opened,) = game.of(FightOpened)
    assert opened.fight.force is not None
    assert (opened.fight.force.attack, opened.fight.force.endurance) == (8, 6)
    assert (opened.fight.weapon, opened.fight.intention) == ("fire", "capture")
    assert set(opened.fight.defenders) == {"Agan Rafa", "Kogus"}


@pytest.mark.rule("FITG-ENV-13")
def test_where_both_are_wiped_out_the_riders_stay_detected() -> None:
    game = Played()
    game.unit("Patrol", URBAN)
    game.unit("Rebel 1-0", URBAN, "wild")
    game.person("Kogus", URBAN, rides=True)
    game.rolls(6, 1)
    game.combat(URBAN)
    game.blue("as usual") if game.asked else None
    assert not game.state.units and not game.state.people["Kogus"].rides
    assert game.state.people["Kogus"].detected and game.of(Detected) and not game.of(FightOpened)


@pytest.mark.rule("FITG-ENV-01", "FITG-ENV-10")
def test_a_rebellion_strikes_with_a_column_in_its_favour() -> None:
    game = Played()
    game.unit("Militia", URBAN)
    game.unit("Rebel 1-0", URBAN, "wild")
    game.gm("strike in Angoff urban")
    assert game.asked == "declare rebel"
    assert "E_OWNER" in game.refused(BLUE, "declare")
    game.rolls(1, 6)
    game.red("declare")
    (fought,) = game.of(EnvironFought)
    assert (fought.base, fought.column) == (5, 6)


@pytest.mark.rule("FITG-ENV-06")
def test_units_beyond_the_size_leave_the_weakest_first() -> None:
    game = Played("skirmish", bare=False)
    assert game.asked == "excess imperial"
    assert game.refused(BLUE, "remove Militia A, Militia B").startswith("E_ALLOC FITG-ENV-06")
    game.blue("as usual")
    assert len(game.state.fielded(URBAN, Side.IMPERIAL)) == 6 and "Militia A" not in game.state.units


@pytest.mark.rule("FITG-GEN-03")
def test_time_that_runs_out_decides_by_default() -> None:
    game = Played(options={"pace": "post"})
    game.unit("Line", URBAN)
    game.unit("Rebel 1-0", URBAN, "urban")
    game.lapse(type(game.now)(game.now + 24 * 3600))
    assert game.asked == "declare rebel", "movement is over by itself"
    game.lapse(type(game.now)(game.now + 24 * 3600))
    assert [one.late for one in game.of(Chosen)] == [(Side.REBEL,)] and game.asked == "declare imperial"
