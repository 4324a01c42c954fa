"""Battles from the first shot to the last: fire and what it does, last acts, command points, who is left."""

import pytest

from engine.gcw.battles import (
    BattleClosed,
    BattleJoined,
    BattleOpened,
    BattlePost,
    Hostility,
    ShieldsRose,
    used_cp,
)
from engine.gcw.data.terms import Pools, Status
from engine.gcw.fleets import HeroDied, Removed
from engine.gcw.space.volleys import (
    Dealt,
    Hurt,
)
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.playing import BLUE, GREEN, RED, facing, joined


@pytest.mark.rule("GCW-GEN-04", "GCW-DMG-20")
def test_the_first_shot_opens_a_battle_makes_enemies_and_raises_shields() -> None:
    game = facing()
    game.blue("relation grant red")
    game.turn(RED, "fire 1 HTLB of Avenger at Yavaris")
    assert [one.parties for one in game.heard(None, BattleOpened)] == [(BLUE, RED)]
    assert game.heard(BLUE, Hostility) == game.heard(RED, Hostility) and game.heard(GREEN, Hostility) == []
    assert game.state.are_hostile(BLUE, RED) and game.state.access == ()
    # 15 x 0.600 = 9 on shields that rose before the hit
    assert len(game.heard(BLUE, ShieldsRose)) == 1 and game.unit("Yavaris").pools.shields == 441


@pytest.mark.rule("GCW-DMG-20", "GCW-SCN-08")
def test_silent_shields_stay_down_and_are_passed_by() -> None:
    game = facing()
    game.turn(BLUE, "shields silent Yavaris")
    game.turn(RED, "fire 10 HTLB of Avenger at Yavaris")
    assert game.unit("Yavaris").pools == Pools(450, 210, 150, 300)
    game.turn(BLUE, "shields up Yavaris")
    assert game.unit("Yavaris").shields_up


@pytest.mark.rule("GCW-UCR-04", "GCW-WPN-04", "GCW-UCR-09")
def test_volleys_at_one_target_are_one_total_at_the_place_of_the_first() -> None:
    game = facing()
    # 15 x 0.428 = 6.42 and 30 x 0.428 = 12.84 would be 7 + 13; together 45 x 0.428 = 19.26, up to 20
    game.turn(
        RED, "fire 1 HTLB of Avenger at Bantam", "fire 1 HTLB of Avenger at Yavaris", "fire 2 HTLB of Avenger at Bantam"
    )
    assert [(one.raw, one.damage) for one in game.heard(RED, Dealt)] == [(45, 20), (15, 9)]


@pytest.mark.rule("GCW-DMG-19")
def test_the_player_sets_which_channel_is_dealt_first() -> None:
    game = facing()
    game.turn(RED, "fire 10 HTLB, 10 IC of Avenger at Yavaris with ion first")
    assert [one.channel for one in game.heard(RED, Dealt)] == ["ION", "NORMAL"]
    game.turn(BLUE)
    game.turn(RED, "fire 10 HTLB, 10 IC of Avenger at Yavaris")
    assert [one.channel for one in game.heard(RED, Dealt)] == ["NORMAL", "ION"]


@pytest.mark.rule("GCW-FAM-01", "GCW-FAM-02")
def test_fire_then_move_or_move_then_fire_with_others_between() -> None:
    game = facing()
    game.red("fire 1 HTLB of Avenger at Bantam", "launch TF from Avenger", "fire Avenger TF-1 at Bantam",
             "fire 1 HTLB of Avenger at Yavaris", "move Avenger to B-2 B-1")  # fmt: skip
    assert game.refused(RED, "fire 1 HTLB of Avenger at Yavaris") == "FIRE_MOVE_ORDER"
    game.red("clear", "move Avenger to C-1")
    game.blue("submit Shields up.", "final")
    assert game.refused(RED, "fire Avenger at Yavaris") == "TARGET_UNKNOWN"  # they share an orbit no more


@pytest.mark.rule("GCW-SCN-18")
def test_a_contact_that_is_written_wrong_is_asked_about_and_one_unseen_is_not() -> None:
    game = facing()
    assert game.refusal(RED, "fire Avenger at Yaveris").fix == "Did you mean Yavaris?"
    assert game.refusal(RED, "fire Avenger at Executor").fix == "Find it first: scan, or share its cell."


@pytest.mark.rule("GCW-DMG-12", "GCW-DMG-11", "GCW-FAM-03")
def test_a_doomed_ship_acts_once_more_and_is_gone() -> None:
    game = facing()
    game.turn(RED, "fire Avenger at Bantam")
    assert game.unit("Bantam").status is Status.DOOMED
    assert game.refused(RED, "fire Avenger at Bantam") == "TARGET_GONE"
    game.turn(BLUE, "fire Bantam at Avenger", "move Bantam to B-2")
    assert not game.there("Bantam")
    assert [one.names for one in game.heard(BLUE, Removed)] == [("Bantam", "Bantam RSO")]
    assert len(game.heard(BLUE, Dealt)) == 1


@pytest.mark.rule("GCW-DMG-12")
def test_last_acts_are_those_of_the_first_turn_to_become_final_even_one_posted_before_the_hit() -> None:
    game = facing()
    game.red("fire Avenger at Bantam", "submit Fire.")
    game.wait(minutes=1)
    game.blue("fire Bantam at Avenger", "submit Fire too.")
    game.wait(minutes=16)
    assert [one.unit for one in game.heard(BLUE, Dealt)] and not game.there("Bantam")


@pytest.mark.rule("GCW-DMG-09", "GCW-DMG-12", "GCW-DMG-10")
def test_a_disabled_ship_spends_its_last_acts_and_then_is_destroyed_at_once() -> None:
    game = facing()
    game.gm("set unit Yavaris of blue armor 90")
    game.turn(RED, "fire 60 HTLB of Avenger at Yavaris")  # 540: shields 450, armor 90
    assert game.unit("Yavaris").status is Status.DISABLED_PENDING and game.unit("Yavaris").pools.shields == 0
    assert game.refused(BLUE, "shields up Yavaris") == "UNIT_DISABLED"
    game.turn(BLUE, "move Yavaris to B-2", "fire Yavaris at Avenger", "launch all from Yavaris")
    assert game.unit("Yavaris").status is Status.DISABLED
    for line in ("move Yavaris to B-1", "fire Yavaris at Avenger", "launch all from Yavaris"):
        assert game.refused(BLUE, line) == "FINAL_USED"
    assert game.refused(BLUE, "recall all to Yavaris") == "UNIT_DISABLED"
    game.turn(RED, "fire 60 HTLB of Avenger at Yavaris")
    assert not game.there("Yavaris") and game.there("Yavaris XW-1")


@pytest.mark.rule("GCW-DMG-17")
def test_a_doomed_squadron_moves_and_fires_once_more_an_auxiliary_does_not() -> None:
    game = facing()
    game.gm("spawn XW named Rogue at Hoth B-1 for blue", "spawn LAM named Tydirium at Hoth B-1 for blue")
    game.turn(RED, "fire 60 HTLB of Avenger at Rogue", "fire 60 IC of Avenger at Tydirium")
    assert game.unit("Rogue").status is Status.DOOMED and not game.there("Tydirium")
    assert game.refused(BLUE, "withdraw Rogue to Bespin") == "FINAL_USED"
    game.turn(BLUE, "fire Rogue at Avenger", "move Rogue to B-2")
    assert not game.there("Rogue")


@pytest.mark.rule("GCW-LCH-02", "GCW-HRO-06", "GCW-DMG-11")
def test_what_is_docked_and_who_is_aboard_go_down_with_a_ship() -> None:
    game = facing()
    game.gm("place Redemption of blue at Hoth B-1", "set unit Redemption of blue hull 1",
            "set unit Redemption of blue armor 1", "set unit Redemption of blue shields 0")  # fmt: skip
    game.turn(RED, "fire Avenger at Redemption")
    assert game.heard(BLUE, HeroDied) == []  # she has her last acts yet
    game.turn(BLUE, "launch XW from Redemption")
    assert [one.names for one in game.heard(BLUE, Removed)] == [
        ("Redemption", "Redemption YW-1", "Redemption LAM-1", "Redemption LAM-2", "Redemption RSO")
    ]
    assert len(game.heard(BLUE, HeroDied)) == 1 and game.there("Redemption XW-1")


@pytest.mark.rule("GCW-BUR-01", "GCW-BUR-02", "GCW-BUR-11")
def test_a_battle_takes_23_command_points_of_a_player_and_no_more() -> None:
    game = facing()
    game.gm("spawn VSD named Shade at Hoth B-1 for red", "spawn CARK named Dart at Hoth B-1 for red")
    game.red("launch LAM from Avenger", "fire 1 HTLB of Avenger at Yavaris", "fire Dart at Bantam")  # 19 + 4
    assert game.refused(RED, "fire Shade at Bantam") == "BATTLE_CP_LIMIT"
    game.red("shields up Shade", "submit All we may.", "final")  # no act of will against the enemy
    battle = game.state.battles["Hoth"]
    assert sorted(battle.committed.values()) == [4, 19]
    game.wait(hours=24)
    assert game.refused(RED, "move Shade to B-2") == "BATTLE_CP_LIMIT"
    game.red("withdraw Shade to Bespin")


@pytest.mark.rule("GCW-BUR-03", "GCW-BUR-05", "GCW-BUR-10", "GCW-BUR-04")
def test_orphans_keep_the_command_points_of_their_ship_until_they_are_gone_too() -> None:
    game = joined()
    game.gm("spawn RAF named Home at Hoth B-1 for blue", "spawn DREAD named Grim at Hoth B-1 for red")
    game.gm(*(f"spawn CORV named Little {number} at Hoth B-1 for blue" for number in range(18)))
    craft = [unit for unit in game.state.units.values() if unit.docked == game.unit("Home").id]
    assert {unit.group_cp for unit in craft} == {6}
    game.turn(BLUE, f"launch {craft[0].name} from Home", "fire 1 TLB of Little 0 at Grim")
    game.gm("set unit Home of blue shields 0", "set unit Home of blue armor 1", "set unit Home of blue hull 1")
    game.turn(RED, "fire Grim at Home")
    game.turn(BLUE)  # her last acts pass
    assert not game.there("Home") and used_cp(game.state, "Hoth", BLUE) == 1
    game.turn(BLUE, f"fire {craft[0].name} at Grim", *(f"fire 1 TLB of Little {one} at Grim" for one in range(17)))
    assert used_cp(game.state, "Hoth", BLUE) == 6 + 17
    game.wait(hours=24)
    assert game.refused(BLUE, "fire Little 17 at Grim") == "BATTLE_CP_LIMIT"
    game.gm(f"remove {craft[0].name} of blue")
    game.blue("fire Little 17 at Grim")


@pytest.mark.rule("GCW-BUR-05")
def test_a_ship_that_withdrew_counts_until_the_battle_is_over() -> None:
    game = facing()
    game.gm("spawn VSD named Shade at Hoth B-1 for red", "spawn CARK named Dart at Hoth B-1 for red")
    game.turn(RED, "fire 1 LTL of Shade at Bantam", "withdraw Shade to Bespin", "fire 1 HTLC of Dart at Bantam")
    game.wait(hours=24)
    assert game.refused(RED, "fire 1 HTLB of Avenger at Bantam") == "BATTLE_CP_LIMIT"


@pytest.mark.rule("GCW-GEN-01", "GCW-TRN-06")
def test_a_battle_ends_when_one_side_has_withdrawn() -> None:
    game = facing()
    game.turn(RED, "fire Avenger at Bantam")
    game.turn(BLUE, "fire Bantam at Avenger", "withdraw Yavaris to Bespin")
    (closed,) = game.heard(None, BattleClosed)
    assert closed.field == (RED,) and closed.losses == ("Track 2 (blue) at B-1",)
    assert game.state.battles == {} and game.state.are_hostile(RED, BLUE)


@pytest.mark.rule("GCW-GEN-04")
def test_a_third_player_joins_by_firing_and_a_newcomer_is_no_party() -> None:
    game = facing()
    game.turn(RED, "fire 1 HTLB of Avenger at Yavaris")
    game.gm("spawn HARD named Spear at Hoth B-1 for green")
    game.order(GREEN, "jump Spear to Bespin")
    game.gm("spawn HARD named Second at Hoth B-1 for green")
    game.turn(GREEN, "fire Second at Yavaris")
    assert [one.seat for one in game.heard(None, BattleJoined)] == [GREEN]
    assert game.refused(GREEN, "jump Second to Bespin") == "IN_COMBAT"


@pytest.mark.rule("GCW-FAC-13")
def test_nobody_s_units_can_be_fought_and_the_battle_ends_with_them() -> None:
    game = facing()
    game.gm("spawn GAMMA named Post One at Hoth B-1", "set unit Post One of nobody shields 0",
            "set unit Post One of nobody armor 1", "set unit Post One of nobody hull 8")  # fmt: skip
    game.turn(RED, "fire 1 HTLB of Avenger at Post One")
    assert [one.parties for one in game.heard(None, BattleOpened)] == [("", RED)]
    assert game.state.battles == {} and not game.there("Post One")


@pytest.mark.rule("GCW-FAC-12", "GCW-RNG-01", "GCW-GAR-06")
def test_a_platform_fires_as_a_ship_does_and_neither_moves_nor_travels() -> None:
    game = facing()
    game.gm("spawn GAMMA named Post at Hoth C-1 for blue")
    game.turn(RED, "shields up Avenger")
    game.blue("fire 1 TLB of Post at Avenger")
    assert game.refused(BLUE, "move Post to C-2") == "NO_MP"
    assert game.refused(BLUE, "jump Post to Bespin") == "NO_HYPERDRIVE"
    game.gm("set unit Post of blue armor 0")
    assert game.refused(BLUE, "fire Post at Avenger") == "UNIT_DISABLED"


@pytest.mark.rule("GCW-WPN-03", "GCW-DMG-05")
def test_the_owner_hears_what_it_took_and_who_fired_as_far_as_it_knows() -> None:
    game = facing()
    game.turn(RED, "fire 10 IC of Avenger at Yavaris")
    (hurt,) = game.heard(BLUE, Hurt)
    assert (hurt.damage, hurt.by) == (18, "Avenger")  # 30 x 0.600
    assert game.heard(GREEN, Hurt) == []


@pytest.mark.rule("GCW-SCN-18")
def test_what_slipped_away_unseen_is_found_out_only_when_the_turn_is_played() -> None:
    game = joined()
    game.gm("spawn ISD named Avenger at Hoth DSZ-1 for red", "spawn CORV named Bantam at Hoth DSZ-1 for blue")
    game.gm("ruling fog off", "ruling fog on")
    game.red("fire Avenger at Bantam", "submit Fire.")
    game.blue("move Bantam to DSZ-2", "submit Away.", "final")  # blue goes first: the same second
    game.wait(minutes=16)
    assert [one.code for one in game.heard(RED, ActionDropped)] == ["TARGET_UNKNOWN"]
    assert game.unit("Bantam").cell == "DSZ-2"


@pytest.mark.rule("GCW-PST-03")
def test_a_post_tells_only_its_own_battle() -> None:
    game = facing()
    game.gm("spawn VSD named Shade at Bespin B-1 for red", "spawn HARD named Cart at Bespin B-1 for green")
    game.turn(GREEN, "fire Cart at Shade")
    game.turn(BLUE, "fire Bantam at Avenger")
    (post,) = game.heard(None, BattlePost)
    assert post.system == "Hoth"
    game.turn(RED, "fire 1 HTLB of Avenger at Bantam", "fire 1 IC of Shade at Cart")
    posts = {one.system: one for one in game.heard(None, BattlePost)}
    assert [len(post.shots or ()) for post in (posts["Hoth"], posts["Bespin"])] == [1, 1]
