"""Combat fatigue: the ceiling of a landing, the clock of a force, rest, and the host ship that stops it."""

import pytest

from engine.clock import DAY, HOUR, Instant
from engine.gcw.ground.forces import OVER, ForceAshore, ForceChanged
from engine.gcw.space.volleys import (
    Dealt,
)
from engine.gcw.state import Force
from tests.engine.gcw.playing import BLUE, RED, Played, joined


def landing(squads: int = 100) -> Played:
    """Blue holds Hoth; a Star Destroyer's barge of red's has just set troops down in G-1."""
    game = joined()
    game.gm(
        "set owner of Hoth to blue",
        "spawn 40 RSO named Rangers at Hoth G-1S for blue",
        f"spawn {squads} STM named Legion at Hoth G-1S for red",
        "spawn LB named Barge at Hoth G-1S for red",
    )
    return game


def force(game: Played) -> Force:
    """Red's force at Hoth G-1."""
    return game.state.forces["red/Hoth/G-1"]


def changes(game: Played) -> list[str]:
    """News that red had of its clock in the last step."""
    return [one.what for one in game.heard(RED, ForceChanged)]


@pytest.mark.rule("GCW-FTG-01")
def test_an_attacker_lands_at_most_5000_squads_and_50_vehicles() -> None:
    game = landing(4990)
    game.gm("spawn LB named Ferry at Hoth G-1S for red", "spawn 11 STM named Wave at Hoth G-1S for red inside Ferry")
    refusal = game.give(RED, "unload Wave from Ferry")
    assert refusal is not None and refusal.code == "FATIGUE_CAP" and "G-1" in refusal.sentence
    game.red("unload 10 squads of Wave from Ferry")
    game.gm("spawn 50 AT-ST named Strider at Hoth G-1S for red", "spawn LB named Hauler at Hoth G-1S for red",
            "spawn SPB named Bike at Hoth G-1S for red inside Hauler")  # fmt: skip
    assert game.refused(RED, "unload Bike from Hauler") == "FATIGUE_CAP"


@pytest.mark.rule("GCW-FTG-01", "GCW-FTG-03")
def test_a_defender_has_no_ceiling_and_no_clock() -> None:
    game = landing()
    assert set(game.state.forces) == {"red/Hoth/G-1"}
    assert len(game.ever(RED, ForceAshore)) == 1 and game.ever(BLUE, ForceAshore) == []


@pytest.mark.rule("GCW-FTG-01", "GCW-GEN-04")
def test_a_friends_garrison_does_not_tire() -> None:
    game = landing()
    game.blue("relation grant red")
    assert not game.state.forces and changes(game) == [OVER]
    game.wait(seconds=15 * DAY)
    game.blue("relation revoke red")
    assert len(game.heard(RED, ForceAshore)) == 1


@pytest.mark.rule("GCW-FTG-03", "GCW-FTG-04")
def test_a_small_force_tires_after_exactly_14_days() -> None:
    game = landing()
    landed = force(game).landed_at
    game.wait(seconds=14 * DAY - 1)
    assert not force(game).fatigued
    game.wait(seconds=1)
    assert force(game).fatigued and changes(game) == ["TIRED"]
    assert game.now == landed + 336 * HOUR
    game.turn(RED, "fire Legion at Rangers")
    assert game.heard(RED, Dealt)[0].attack == 3  # UCR 4, -1
    game.turn(BLUE, "fire Rangers at Legion")
    assert game.heard(BLUE, Dealt)[0].defence == 3


@pytest.mark.rule("GCW-FTG-02", "GCW-FTG-04")
def test_a_force_that_was_ever_at_the_ceiling_tires_after_7_days() -> None:
    game = landing(4000)
    game.wait(24)
    game.gm("spawn 1000 STM named More at Hoth G-1S for red")
    assert "LARGE" in changes(game)
    game.gm("remove More of red")
    game.wait(24 * 6 - 1)
    assert not force(game).fatigued
    game.wait(1)
    assert force(game).fatigued


@pytest.mark.rule("GCW-FTG-02", "GCW-FTG-04")
def test_a_force_that_grows_large_after_7_days_is_tired_at_once() -> None:
    game = landing(4000)
    game.wait(24 * 8)
    game.gm("spawn 1000 STM named More at Hoth G-1S for red")
    assert changes(game) == ["LARGE", "TIRED"]


@pytest.mark.rule("GCW-FTG-04")
def test_reinforcements_inherit_the_clock() -> None:
    game = landing()
    landed = force(game).landed_at
    game.wait(48)
    game.gm("spawn 10 STM named Relief at Hoth G-1S for red")
    assert force(game).landed_at == landed


@pytest.mark.rule("GCW-FTG-05")
@pytest.mark.parametrize(("away", "rested"), [(24 * HOUR - 60, False), (24 * HOUR, True)])
def test_24_hours_off_the_grid_begin_a_new_clock(away: int, rested: bool) -> None:
    game = landing(10)
    landed = force(game).landed_at
    game.turn(RED, "load all into Barge")
    left = game.now
    assert changes(game) == ["AWAY"] and force(game).absent_since == left
    game.wait(seconds=away)
    assert ("red/Hoth/G-1" not in game.state.forces) is rested
    game.gm("spawn 10 STM named Wave at Hoth G-1S for red")
    assert force(game).landed_at == (game.now if rested else landed)
    assert force(game).absent_since is None


@pytest.mark.rule("GCW-FTG-05", "GCW-LCH-03")
def test_a_turn_leaves_and_lands_at_the_instant_it_was_posted() -> None:
    game = landing(10)
    game.wait(1)
    game.red("load all into Barge", "submit Up.")
    posted = game.now
    game.wait(minutes=16)
    assert force(game).absent_since == posted


@pytest.mark.rule("GCW-FTG-06")
def test_a_force_whose_ship_has_landed_is_immune_and_its_clock_stands_still() -> None:
    game = landing()
    landed = force(game).landed_at
    game.gm("spawn CORV named Home at Hoth G-1S for red")
    assert changes(game) == ["PAUSED"]
    game.wait(24 * 20)
    assert not force(game).fatigued
    game.turn(RED, "move Home to ATM")
    assert changes(game) == ["RUNNING"]
    paused = force(game).paused
    assert paused == game.now - landed
    game.wait(24 * 14)
    assert force(game).fatigued and game.now == Instant(landed + paused + 14 * DAY)
    # a tired force is no longer so while its host stands there
    game.turn(RED, "move Home to G-1S")
    game.turn(RED, "fire Legion at Rangers")
    assert game.heard(RED, Dealt)[0].attack == 4


@pytest.mark.rule("GCW-FTG-06")
def test_a_disabled_ship_hosts_nobody() -> None:
    game = landing()
    game.gm("spawn CORV named Home at Hoth G-1S for red", "set unit Home of red armor 0")
    assert force(game).paused_since is None


@pytest.mark.rule("GCW-FTG-04", "GCW-ORB-06")
def test_fatigue_and_bombardment_add_up() -> None:
    game = landing()
    game.gm("spawn ISD named Avenger at Hoth A-1 for red")
    game.wait(24 * 14)
    game.turn(RED, "bombard Rangers with Avenger")
    game.gm("spawn 40 RSO named Second at Hoth G-1S for blue")
    game.turn(BLUE, "fire Second at Legion")
    assert game.heard(BLUE, Dealt)[0].defence == 2  # UCR 4, -1, -1


@pytest.mark.rule("GCW-FTG-01")
def test_who_comes_to_own_a_system_is_no_attacker_there_any_more() -> None:
    game = landing()
    game.gm("set owner of Hoth to red")
    assert set(game.state.forces) == {"blue/Hoth/G-1"}
    game.gm("set owner of Hoth to blue")
    assert force(game).landed_at == game.now


@pytest.mark.rule("GCW-FTG-01", "GCW-GEN-04")
def test_landing_before_the_eyes_of_the_owner_is_a_hostile_act() -> None:
    game = landing()
    game.gm("spawn 5 STM named Wave at Hoth G-1S for red inside Barge")
    assert not game.state.are_hostile(RED, BLUE)
    game.turn(RED, "unload Wave from Barge")
    assert game.state.are_hostile(RED, BLUE) and "Hoth" in game.state.battles
