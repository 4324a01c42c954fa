"""Corners of battles: units of nobody, craft aboard another's ship, what moderators' menus offer. GCW-DMG, BUR, GEN."""

import pytest
from msgspec.structs import replace

from engine.clock import HOUR, Instant
from engine.game import MODERATOR
from engine.gcw.battles import (
    BattleClosed,
    used_cp,
)
from engine.gcw.checks.oracle import reveals
from engine.gcw.data.terms import Status
from engine.gcw.moderators.units import RemoveUnit, SetUnit, Spawn
from engine.gcw.space.volleys import (
    Dealt,
)
from engine.gcw.turn.turn import ActionDropped
from engine.orders import Order
from tests.engine.gcw.playing import GREEN, RED, Played, facing, joined


@pytest.mark.rule("GCW-DMG-12", "GCW-DMG-11")
def test_a_ship_of_nobody_has_no_last_acts() -> None:
    game = facing()
    game.gm("spawn CORV named Hulk at Hoth B-1", "spawn NEBB named Relic at Hoth B-1")
    game.gm(
        "set unit Hulk of nobody shields 0",
        "set unit Hulk of nobody hull 20",
        "set unit Relic of nobody armor 20",
        "set unit Relic of nobody shields 0",
    )
    game.turn(RED, "fire 30 HTLB of Avenger at Hulk", "fire 20 HTLB of Avenger at Relic")
    assert not game.there("Hulk")
    assert game.unit("Relic").status is Status.DISABLED
    assert [one.status for one in game.heard(RED, Dealt)] == [Status.DESTROYED, Status.DISABLED]
    assert game.state.battles  # the disabled one still counts as live
    game.turn(RED, "fire Avenger at Relic")
    assert not game.there("Relic") and len(game.heard(None, BattleClosed)) == 1


@pytest.mark.rule("GCW-BUR-02", "GCW-LCH-01", "GCW-LCH-02")
def test_craft_launched_or_recalled_by_another_ship_use_the_points_of_their_own() -> None:
    game = facing()
    game.gm("spawn ISD named Chimaera at Hoth B-1 for red", "remove Chimaera TF-1 of red")
    game.turn(RED, "launch Avenger TF-1 from Avenger", "fire 1 HTLB of Chimaera at Yavaris")
    assert used_cp(game.state, "Hoth", RED) == 19
    assert game.refused(RED, "recall Avenger TF-1 to Chimaera") == "BATTLE_CP_LIMIT"  # 19 more, of the Avenger


def menu(game: Played, order: type[Order], field: str, **given: str) -> list[str]:
    """The values that a moderator's menu offers."""
    return [one.value for one in game.rules.options(game.state, MODERATOR, order, field, given, game.now)]


def test_moderators_pick_from_the_units_of_the_player_they_named() -> None:
    game = facing()
    game.gm("spawn OMEGA named Post at Hoth C-1")
    assert menu(game, SetUnit, "unit", player="blue")[:1] == ["Redemption"]
    assert menu(game, RemoveUnit, "unit", player="nobody") == ["Post"]
    everything = menu(game, RemoveUnit, "unit")
    assert "Avenger" in everything and "Post" in everything
    classes = menu(game, Spawn, "unit")
    assert {"ISD", "XW", "LAM", "OMEGA"} <= set(classes)
    assert "ATM" in menu(game, Spawn, "cell") and "ATM" not in menu(game, Spawn, "cell", unit="ISD")
    assert menu(game, Spawn, "cell", unit="100 STM") == ["G-1S", "G-2S", "G-3S", "G-4S"]


@pytest.mark.rule("GCW-TRN-05", "GCW-PST-03")
def test_an_entry_that_waits_may_fairly_show_in_what_is_played_after_it() -> None:
    game = joined()
    game.blue("move Redemption to C-1", "submit First.")
    game.wait(minutes=1)
    game.red("move Talon to C-1", "submit Second.", "jump Talon to Bespin")
    (entry,) = game.state.entries.values()
    without_it = replace(game.state, entries={})
    upto = Instant(game.now + HOUR)
    world = game.rules.world
    assert reveals(world, game.state, GREEN, None, upto) != reveals(world, without_it, GREEN, None, upto)
    game.wait(hours=1)
    assert entry.id not in game.state.entries and game.unit("Talon").voyage
    assert [one.code for one in game.heard(RED, ActionDropped)] == ["IN_TRANSIT"]


@pytest.mark.rule("GCW-TRN-05")
def test_a_line_that_is_dropped_is_recorded_with_what_its_name_looks_like_alone() -> None:
    game = joined()
    game.gm("spawn XW named Talon Blue Leader at Hoth B-1 for red")
    game.red("move Talon to C-1", "submit First.")
    game.gm("remove Talon of red")
    game.wait(hours=1)
    (dropped,) = game.heard(RED, ActionDropped)
    assert dropped.code == "NO_UNIT" and "Did you mean" not in dropped.sentence
    refused = game.give(RED, "move Talon to C-1")
    assert refused is not None and "Did you mean Talon Blue Leader?" in refused.sentence
