"""Repairs as time passes: where, how fast, and what interrupts them. Rulebook: GCW-REP, GCW-BRD-06."""

from functools import partial

import pytest
from msgspec.structs import replace

from engine.clock import HOUR, Instant
from engine.dice.keyed import ScriptedDice
from engine.game import Table, lapse, play
from engine.gcw.checks.knowledge import as_known
from engine.gcw.conflict import ConflictSet
from engine.gcw.data.terms import Layer, Pools, Status
from engine.gcw.economy.mending import Mended, RepairsSet, tend
from engine.gcw.state import Conflict, State, Unit
from engine.text.lines import parse
from tests.engine.gcw.boarded import captured
from tests.engine.gcw.playing import BLUE, RED, Played, joined


@pytest.fixture
def game() -> Played:
    """Red at home at Coruscant (a stronghold and shipyard world) with the frigate Talon and its craft."""
    return joined()


def hurt(game: Played, name: str, **pools: int) -> None:
    """A unit of red's has these pools left."""
    for pool, points in pools.items():
        game.gm(f"set unit {name} of red {pool} {points}")


def full(game: Played, name: str) -> Pools:
    """A unit's pools as they are when it is whole."""
    return game.rules.world.full(game.unit(name).code)


@pytest.mark.rule("GCW-REP-01")
@pytest.mark.rule("GCW-REP-02")
def test_a_ships_shields_mend_at_a_friendly_system(game: Played) -> None:
    most = full(game, "Talon").shields
    hurt(game, "Talon", shields=0)
    game.wait(minutes=59)
    assert game.unit("Talon").pools.shields == 0
    game.wait(minutes=60)  # one hour and 59 minutes: one hour counts
    assert game.unit("Talon").pools.shields == -(-most * 5 // 100)
    game.wait(18)
    assert game.unit("Talon").pools.shields == -(-most * 95 // 100)
    game.wait(1)
    assert game.unit("Talon").pools.shields == most and not game.state.repairs


@pytest.mark.rule("GCW-REP-01")
def test_a_ships_shields_do_not_mend_elsewhere(game: Played) -> None:
    game.gm("spawn ISD named Avenger at Hoth B-1 for red")
    hurt(game, "Avenger", shields=0)
    game.wait(48)
    assert game.unit("Avenger").pools.shields == 0
    game.gm("set owner of Hoth to red")
    game.wait(3)
    assert game.unit("Avenger").pools.shields == full(game, "Avenger").shields * 15 // 100
    game.gm("set owner of Hoth to blue")
    game.wait(3)
    assert game.unit("Avenger").pools.shields == full(game, "Avenger").shields * 15 // 100


@pytest.mark.rule("GCW-REP-04")
def test_armor_hull_and_systems_are_repaired_by_order_one_an_hour(game: Played) -> None:
    game.gm("spawn NEBB named Wreck at Coruscant B-1 for red")
    most = full(game, "Wreck")
    hurt(game, "Wreck", armor=most.armor // 2, hull=most.hull // 2)
    game.wait(10)
    assert game.unit("Wreck").pools.armor == most.armor // 2  # not by itself
    game.red("repair Wreck")
    game.wait(10)
    assert (game.unit("Wreck").pools.armor, game.unit("Wreck").pools.hull) == (most.armor, most.hull // 2)
    game.wait(9)
    assert game.state.repairs
    game.wait(1)
    assert game.unit("Wreck").pools == most and not game.state.repairs


@pytest.mark.rule("GCW-REP-04")
@pytest.mark.rule("GCW-REP-05")
def test_the_player_sets_the_order(game: Played) -> None:
    most = full(game, "Talon")
    hurt(game, "Talon", armor=most.armor - 1, systems=most.systems - 1, hull=most.hull - 1)
    game.red("repair Talon order systems, hull")
    game.wait(2)
    assert game.unit("Talon").pools == most.with_layer(Layer.ARMOR, most.armor - 1)
    game.wait(1)
    assert game.unit("Talon").pools == most
    hurt(game, "Talon", hull=1)
    assert game.refused(RED, "repair Talon order paint") == "NO_LAYER"
    assert game.refused(RED, "repair Talon order hull, hull") == "NO_LAYER"


@pytest.mark.rule("GCW-REP-06")
def test_a_disabled_ship_is_active_again_with_systems_and_armor(game: Played) -> None:
    hurt(game, "Talon", systems=0, armor=0)
    assert game.unit("Talon").status is Status.DISABLED
    game.red("repair Talon")
    game.wait(20)  # the armor is full
    assert game.unit("Talon").status is Status.DISABLED
    game.wait(1)
    assert game.unit("Talon").status is Status.ACTIVE
    (mended,) = game.heard(RED, Mended)
    assert mended.mends[0].back


@pytest.mark.rule("GCW-REP-03")
def test_where_a_ship_is_repaired(game: Played) -> None:
    game.gm("spawn NEBB named Far at Hoth B-1 for red")
    hurt(game, "Far", armor=1)
    assert game.refused(RED, "repair Far") == "REPAIR_PLACE"
    game.gm("set owner of Hoth to red")  # its own, but no yard
    assert game.refused(RED, "repair Far") == "REPAIR_PLACE"
    assert game.refused(RED, "repair Talon") == "UNHARMED"
    assert game.refused(RED, "repair Talon LAM-1") == "REPAIRS_ITSELF"
    game.gm("place Far of red at Endor B-1")  # a stronghold, but not a friend's
    assert game.refused(RED, "repair Far") == "REPAIR_PLACE"
    game.blue("relation grant red")
    game.red("repair Far")


@pytest.mark.rule("GCW-REP-01")
def test_no_repair_in_combat(game: Played) -> None:
    hurt(game, "Talon", armor=1, shields=1)
    game.red("repair Talon")
    assert game.state.repairs
    game.gm("spawn NEBB named Raider at Coruscant B-1 for blue")
    game.turn(BLUE, "fire Raider at Talon")
    assert not game.state.repairs and game.heard(RED, RepairsSet)[0].over == (game.unit("Talon").id,)
    assert game.refused(RED, "repair Talon") == "REPAIR_COMBAT"


@pytest.mark.rule("GCW-REP-09")
def test_completed_hours_are_kept_and_a_part_is_lost(game: Played) -> None:
    most = full(game, "Talon").armor
    hurt(game, "Talon", armor=0)
    game.red("repair Talon")
    game.wait(3, minutes=40)
    game.gm("place Talon of red at Hoth B-1")
    game.wait(30)
    assert game.unit("Talon").pools.armor == -(-most * 15 // 100)
    game.gm("place Talon of red at Coruscant B-1")
    game.wait(5)
    assert game.unit("Talon").pools.armor == -(-most * 15 // 100)  # it has to be ordered again


@pytest.mark.rule("GCW-REP-07")
@pytest.mark.rule("GCW-REP-08")
def test_craft_shields_mend_anywhere_and_armor_docked(game: Played) -> None:
    game.gm("spawn ASH named Wing at Hoth B-1 for red")
    most = full(game, "Wing")
    hurt(game, "Wing", shields=0, armor=1)
    game.wait(2)
    assert game.unit("Wing").pools == Pools(-(-most.shields * 40 // 100), 1)
    game.wait(3)
    assert game.unit("Wing").pools == Pools(most.shields, 1)
    game.gm("place Wing of red at Coruscant B-1")
    game.wait(1)
    assert game.unit("Wing").pools == Pools(most.shields, min(most.armor, 1 + -(-most.armor // 10)))
    hurt(game, "Wing", armor=1)
    game.gm("place Wing, Talon of red at Hoth B-1", "remove Talon LAM-1 of red")
    game.turn(RED, "recall Wing to Talon")
    game.wait(10)
    assert game.unit("Wing").pools == most


@pytest.mark.rule("GCW-REP-03")
def test_platforms_mend_where_they_stand(game: Played) -> None:
    game.gm("spawn OMEGA named Post at Hoth B-1 for red")
    most = full(game, "Post")
    hurt(game, "Post", shields=0, armor=0)
    assert game.unit("Post").status is Status.DISABLED
    game.wait(1)
    post = game.unit("Post")
    assert post.status is Status.ACTIVE
    assert post.pools == Pools(-(-most.shields // 20), -(-most.armor // 20), 0, most.hull)
    game.wait(19)
    assert game.unit("Post").pools == most


@pytest.mark.rule("GCW-REP-02")
def test_days_at_once_are_the_same_as_hour_by_hour(game: Played) -> None:
    game.gm("spawn NEBB named Wreck at Coruscant B-1 for red", "spawn ASH named Wing at Coruscant B-1 for red")
    hurt(game, "Wreck", shields=7, armor=0, systems=3, hull=11)
    hurt(game, "Wing", shields=0, armor=1)
    game.wait(minutes=7)
    game.red("repair Wreck order hull")
    hours, now = game.state, game.now
    for _ in range(96):
        now = Instant(now + HOUR)
        hours = lapse(game.rules, hours, now, ScriptedDice()).state
    assert lapse(game.rules, game.state, now, ScriptedDice()).state == hours
    assert unit(hours, "Wreck").pools == full(game, "Wreck")


def unit(state: State, name: str) -> Unit:
    """A unit by name."""
    return next(one for one in state.units.values() if one.name == name)


@pytest.mark.rule("GCW-BRD-06")
def test_a_captured_ship_waits_for_the_end_of_the_conflict(game: Played) -> None:
    hurt(game, "Talon", shields=0, armor=1)
    prize = replace(game.unit("Talon"), captured=game.now)
    over = Instant(game.now + 24 * HOUR)
    clearing = Conflict(system="Coruscant", since=game.now, clear_since=game.now)
    conflicts = {"/Coruscant": clearing, f"{RED}/Coruscant": clearing}
    taken = replace(game.state, units={**game.state.units, prize.id: prize}, repairs={}, conflicts=conflicts)
    assert tried(game, taken, "repair Talon", game.now) == "REPAIR_COMBAT"
    assert tried(game, taken, "repair Talon", Instant(over - 1)) == "REPAIR_COMBAT"
    assert tried(game, taken, "repair Talon", over) == ""
    wreck = replace(prize, status=Status.DERELICT)
    assert tried(game, replace(taken, units={**taken.units, wreck.id: wreck}), "repair Talon", over) == "NO_REPAIR"
    table = Table(taken, game.now, ScriptedDice(), game.rules.refusals)
    tend(game.rules.world, table)  # its shields wait, too
    assert unit(lapse(game.rules, table.state, over, ScriptedDice()).state, "Talon").pools.shields == 0
    later = lapse(game.rules, table.state, Instant(over + HOUR), ScriptedDice()).state
    assert unit(later, "Talon").pools.shields == -(-full(game, "Talon").shields // 20)


@pytest.mark.rule("GCW-BRD-06", "GCW-CON-04", "GCW-CON-05")
def test_who_comes_into_a_conflict_keeps_it_from_being_over_without_a_shot() -> None:
    game = captured()
    game.gm("remove Yavaris of blue")  # the battle is over
    game.wait(23)
    game.gm("spawn CORV named Watcher at Hoth DSZ-3 for blue")  # out of red's sight
    (told,) = game.heard(RED, ConflictSet)
    assert told.conflict is not None and told.conflict.clear_since is None and not game.heard(BLUE, ConflictSet)
    game.wait(7)
    assert game.refused(RED, "repair Bantam") == "REPAIR_COMBAT"
    game.gm("remove Watcher of blue")
    game.wait(23, minutes=59)
    assert game.refused(RED, "repair Bantam") == "REPAIR_COMBAT"
    game.wait(minutes=1)  # 54 hours after the battle
    assert game.refused(RED, "repair Bantam") == "REPAIR_PLACE"  # Hoth has no yard
    game.gm("spawn CORV named Again at Hoth DSZ-3 for blue")
    assert game.refused(RED, "repair Bantam") == "REPAIR_PLACE"  # a quiet visitor begins no conflict


def tried(game: Played, state: State, line: str, now: Instant) -> str:
    """The code of the refusal of an order of red's in another state; "" where it is obeyed."""
    order = parse(line, [one for one in game.rules.orders if not one.moderator])
    refusal = play(game.rules, state, RED, order, now, ScriptedDice(), partial(as_known, state)).refusal
    return refusal.code if refusal is not None else ""
