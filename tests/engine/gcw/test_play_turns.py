"""Turns: posted, locked, edited, made final in order; withdrawals; free entries that wait. GCW-TRN, HYX, PST."""

import pytest

from engine.gcw.galaxy.hyperspace import Departed, EntryOver, EntryWaits
from engine.gcw.space.fire import Shields
from engine.gcw.turn.posts import TurnTold
from engine.gcw.turn.turn import ActionDropped, StoryRetold, TurnFinal
from engine.text.lines import WordsError, to_text
from tests.engine.gcw.playing import BLUE, GREEN, RED, facing, joined


@pytest.mark.rule("GCW-TRN-01", "GCW-TRN-10", "GCW-TRN-12")
def test_a_day_between_turns_to_the_second_whoever_else_posts() -> None:
    game = joined()
    game.red("submit First.", "final")
    game.wait(hours=23, minutes=59, seconds=59)
    assert game.refused(RED, "submit Second.") == "POST_TOO_SOON"
    game.wait(seconds=1)
    game.red("submit Second.")


@pytest.mark.rule("GCW-TRN-02", "GCW-TRN-04")
def test_an_edit_is_possible_for_fifteen_minutes_inclusive_and_never_moves_t0() -> None:
    game = facing()
    game.red("move Avenger to B-2", "submit We go.")
    game.wait(minutes=15)
    game.red("recover", "drop 1", "move Avenger to B-4", "edit")
    game.wait(seconds=1)
    assert [one.turn for one in game.heard(RED, TurnFinal)] == [1]
    assert game.unit("Avenger").cell == "B-4"
    assert game.refused(RED, "edit") == "EDIT_CLOSED"
    assert game.refused(RED, "recover") == "EDIT_CLOSED"


@pytest.mark.rule("GCW-TRN-02")
def test_all_actions_can_be_taken_back() -> None:
    game = facing()
    game.red("move Avenger to B-2", "submit We go.")
    assert game.refused(RED, "edit") == "NO_CHANGE"
    game.red("recover", "drop 1", "edit We stay.", "final")
    assert game.unit("Avenger").cell == "B-1"


@pytest.mark.rule("GCW-TRN-03")
def test_a_story_may_be_told_anew_at_any_time() -> None:
    game = facing()
    game.red("submit We go.")
    game.red("story We wait.")
    assert game.heard(BLUE, StoryRetold) == []
    game.wait(hours=1)
    assert [one.story for one in game.ever(None, TurnTold)] == ["We wait."]
    game.wait(hours=100)
    game.red("story We waited in vain.")
    assert [one.story for one in game.heard(None, StoryRetold)] == ["We waited in vain."]
    assert game.refused(BLUE, "story Ours now. of turn 1") == "NO_TURN"


@pytest.mark.rule("GCW-TRN-04", "GCW-TRN-12")
def test_turns_become_final_in_order_of_their_t0() -> None:
    game = facing()
    game.red("submit First.")
    game.wait(minutes=10)
    game.blue("submit Second.", "final")
    assert game.heard(RED, TurnFinal) == []
    game.wait(minutes=5, seconds=1)
    assert [one.seat for one in game.heard(RED, TurnFinal)] == [RED, BLUE]


@pytest.mark.rule("GCW-TRN-12")
def test_of_one_second_the_first_player_id_is_first() -> None:
    game = facing()
    game.red("submit First.")
    game.blue("submit Second.")
    game.wait(minutes=20)
    assert [one.seat for one in game.heard(RED, TurnFinal)] == [BLUE, RED]


@pytest.mark.rule("GCW-TRN-04")
def test_a_provisional_turn_is_its_author_s_alone() -> None:
    game = facing()
    game.red("move Avenger to B-2", "submit A secret.")
    for seat in (BLUE, GREEN):
        (turn,) = game.known[seat].turns.values()
        assert (turn.lines, turn.story) == ((), "")


@pytest.mark.rule("GCW-TRN-04", "GCW-TRN-06", "GCW-TRN-07", "GCW-DMG-13")
def test_a_withdrawal_comes_after_fire_that_was_posted_before_it() -> None:
    game = facing()
    game.gm("set unit Yavaris of blue armor 90")
    game.red("fire Avenger at Yavaris", "submit Fire.")  # 900 x 0.600 = 540: shields 450, armor 90
    game.wait(minutes=1)
    game.blue("withdraw Yavaris to Bespin", "withdraw Bantam to Bespin", "submit Away.", "final")
    game.wait(minutes=15)
    (dropped,) = game.heard(BLUE, ActionDropped)
    assert dropped.code == "UNIT_DISABLED" and "Yavaris" in dropped.line
    assert game.unit("Bantam").voyage


@pytest.mark.rule("GCW-TRN-07", "GCW-FAM-01")
def test_fire_then_leave_but_not_move_then_leave() -> None:
    game = facing()
    game.red("move Avenger to B-2")
    assert game.refused(RED, "withdraw Avenger to Bespin") == "NO_MP"
    game.red("clear", "fire Avenger at Bantam", "withdraw Avenger to Bespin", "submit Hit and run.", "final")
    assert game.unit("Avenger").voyage


@pytest.mark.rule("GCW-TRN-07", "GCW-HYX-03")
def test_what_just_arrived_may_withdraw_without_movement_points() -> None:
    game = joined()
    game.gm("spawn NEBB named Guard at Corellia B-1 for blue", "set owner of Corellia to red")
    game.red("jump Talon to Corellia exit B-1")
    game.wait(hours=6)
    assert game.refused(RED, "move Talon to B-2") == "NO_MP"
    game.red("fire Talon at Guard", "withdraw Talon to Coruscant", "submit Run.", "final")
    assert game.unit("Talon").voyage


@pytest.mark.rule("GCW-HYX-03")
def test_movement_comes_back_with_the_first_turn_after_the_exit_or_in_a_day() -> None:
    game = joined()
    game.red("jump Talon to Corellia")
    game.wait(hours=6)
    game.red("submit We are there.", "final")
    assert game.unit("Talon").exit_until is None
    game.red("jump Talon to Coruscant exit C-1")
    game.wait(hours=6)
    assert game.refused(RED, "move Talon to C-2") == "NO_MP"
    game.wait(hours=24)
    game.red("move Talon to C-2")


@pytest.mark.rule("GCW-HYX-03", "GCW-LCH-01")
def test_what_came_aboard_has_no_movement_points_either() -> None:
    game = joined()
    game.gm("spawn ISD named Avenger at Coruscant B-1 for red")
    game.red("jump Avenger to Corellia")
    game.wait(hours=6)
    game.red("launch TF from Avenger")
    assert game.refused(RED, "move Avenger TF-1 to C-1") == "NO_MP"


@pytest.mark.rule("GCW-TRN-05")
def test_a_free_entry_needs_no_turn_out_of_combat() -> None:
    game = joined()
    game.red("submit Nothing.", "final")
    game.wait(hours=1)
    game.red("jump Talon to Corellia")
    assert len(game.heard(RED, Departed)) == 1


@pytest.mark.rule("GCW-TRN-05", "GCW-TRN-06")
def test_a_free_entry_waits_for_turns_posted_before_it_and_is_judged_then() -> None:
    game = facing()
    game.red("fire Avenger at Bantam", "submit Surprise.")
    game.wait(minutes=5)
    game.blue("jump Yavaris to Bespin")
    assert len(game.heard(BLUE, EntryWaits)) == 1 and game.heard(BLUE, Departed) == []
    assert game.refused(BLUE, "jump Yavaris to Bespin") == "LEAVING"
    game.wait(minutes=10, seconds=1)
    (over,) = game.heard(BLUE, EntryOver)
    assert "in combat" in over.sentence and game.unit("Yavaris").cell == "B-1"


@pytest.mark.rule("GCW-TRN-05")
def test_an_entry_comes_before_a_turn_that_was_posted_after_it() -> None:
    game = facing()
    game.order(GREEN, "submit Waiting.")
    game.wait(minutes=5)
    game.blue("jump Yavaris to Bespin")
    game.wait(minutes=5)
    game.red("fire Avenger at Yavaris", "submit Fire.", "final")
    game.wait(minutes=5, seconds=1)
    kinds = [type(one.fact).__name__ for one in game.last]
    assert kinds.index("Departed") < kinds.index("ActionDropped")
    assert game.unit("Yavaris").pools.shields == 450


@pytest.mark.rule("GCW-TRN-08")
def test_an_interdictor_holds_its_enemies_wherever_it_stands_in_the_system() -> None:
    game = facing()
    game.gm("spawn INT named Net at Hoth DSZ-3 for red")
    game.blue("relation hostile red")
    assert game.refused(BLUE, "jump Bantam to Bespin") == "IN_COMBAT"  # it was declared to red's face
    game.blue("withdraw Bantam to Bespin", "submit Away.", "final")
    (dropped,) = game.heard(BLUE, ActionDropped)
    assert dropped.code == "INTERDICTED" and "cannot make out" in dropped.sentence and "Net" not in dropped.sentence
    game.gm("set unit Net of red systems 0")
    game.turn(BLUE, "withdraw Bantam to Bespin")
    assert game.unit("Bantam").voyage


@pytest.mark.rule("GCW-TRN-08")
def test_an_interdictor_that_nobody_sees_is_met_only_when_the_entry_is_tried() -> None:
    game = joined()
    game.gm("spawn INT named Net at Hoth DSZ-3 for red", "spawn CORV named Bantam at Hoth C-1 for blue")
    game.red("relation hostile blue")
    game.blue("jump Bantam to Bespin")
    (over,) = game.heard(BLUE, EntryOver)
    assert over.sentence.startswith("Something that you cannot make out") and game.unit("Bantam").cell == "C-1"


@pytest.mark.rule("GCW-TRN-08")
def test_a_draft_may_rely_on_the_interdictor_being_gone_by_then() -> None:
    game = facing()
    game.gm("spawn INT named Net at Hoth B-1 for blue")
    game.red("relation hostile blue")
    assert game.refused(RED, "withdraw Avenger to Bespin") == "INTERDICTED"
    game.turn(RED, "fire Avenger at Net")
    game.wait(hours=24)
    game.red("fire Avenger at Net", "withdraw Avenger to Bespin", "submit Break out.", "final")
    assert game.unit("Avenger").voyage


@pytest.mark.rule("GCW-TRN-09", "GCW-FHM-02")
def test_craft_without_hyperdrive_are_left_behind_unless_recalled() -> None:
    game = facing()
    game.turn(RED, "launch TF from Avenger")
    assert game.refused(RED, "jump all of Hoth to Bespin") == "NO_HYPERDRIVE"
    game.red("jump Avenger to Bespin")
    assert game.unit("Avenger TF-1").cell == "B-1"
    game.gm("spawn ISD named Chimaera at Hoth B-1 for red", "remove Chimaera TF-1 of red")
    game.wait(hours=30)
    game.turn(RED, "recall Avenger TF-1 to Chimaera")
    assert game.unit("Avenger TF-1").docked == game.unit("Chimaera").id


@pytest.mark.rule("GCW-TRN-11")
def test_a_moderator_ends_last_acts_that_nobody_orders() -> None:
    game = facing()
    game.turn(RED, "fire Avenger at Bantam")
    assert game.there("Bantam")
    game.gm("lapse blue")
    assert not game.there("Bantam")


@pytest.mark.rule("GCW-TRN-11", "GCW-HYX-03")
def test_ended_last_acts_give_no_movement_back_after_an_exit() -> None:
    game = facing()
    game.gm("spawn NEBB named Late at Coruscant A-1 for blue")
    game.blue("jump Late to Corellia")
    game.wait(hours=6)
    game.turn(RED, "fire Avenger at Bantam")
    game.gm("lapse blue")
    assert not game.there("Bantam") and game.refused(BLUE, "move Late to C-1") == "NO_MP"


@pytest.mark.rule("GCW-PST-01", "GCW-PST-02")
def test_a_story_has_something_to_see() -> None:
    game = facing()
    assert game.refused(RED, "submit \u200b\u2060") == "POST_INCOMPLETE"
    with pytest.raises(WordsError):
        game.give(RED, "submit")
    game.red("submit !")


@pytest.mark.rule("GCW-TRN-04")
def test_one_bad_action_refuses_the_whole_submission_and_the_draft_stays() -> None:
    game = facing()
    game.turn(BLUE, "shields up Yavaris")  # heard, so that it is a target from elsewhere too
    game.red("move Avenger to B-2", "fire Avenger at Yavaris")
    game.gm("place Yavaris of blue at Hoth C-3")
    assert game.refused(RED, "submit Fire.") == "FIRE_DIAGONAL"
    assert len(game.known[RED].drafts[RED]) == 2


@pytest.mark.rule("GCW-TRN-04")
def test_a_foe_cannot_undo_an_order_by_another_name() -> None:
    game = facing()
    game.red("fire 1 HTLB of Avenger at Yavaris", "submit Fire.")
    assert "Contact 1" in game.known[RED].turns["1"].lines[0]
    game.blue("rename Yavaris to Nobody")
    assert game.refused(RED, "rename Avenger to Chimaera") == "NAME_USED"
    game.wait(minutes=20)
    assert game.heard(RED, ActionDropped) == []


@pytest.mark.rule("GCW-TRN-08")
@pytest.mark.parametrize("disabled", [False, True])
def test_whoever_fires_at_an_interdictor_may_order_to_leave_and_leaves_if_it_is_disabled_by_then(
    disabled: bool,
) -> None:
    game = facing()
    game.gm("spawn INT named Anchor at Hoth B-1 for red")
    if disabled:
        game.gm("set unit Anchor of red shields 0", "set unit Anchor of red armor 1")
    game.blue("relation hostile red")
    assert game.refused(BLUE, "withdraw Bantam to Bespin") == "INTERDICTED"
    game.blue("fire Yavaris at Anchor", "withdraw Bantam to Bespin")
    assert "Anchor (C2) holds you, if" in str(game.rules.preview(game.known[BLUE], BLUE, game.now))
    game.blue("submit Run!", "final")
    assert [one.code for one in game.heard(BLUE, ActionDropped)] == ([] if disabled else ["INTERDICTED"])
    assert bool(game.unit("Bantam").voyage) is disabled


def test_a_home_has_no_heading_with_nothing_beneath_it() -> None:
    game = facing()
    home = game.rules.home(game.known[RED], RED, game.now)
    (treasury,) = [part.lines for part in home.sections if part.heading == "Your treasury"]
    assert treasury[-2:] == ("**in all 1,250 KC**, as things stand", "… and 1 more")  # no empty ledger between


@pytest.mark.rule("GCW-DMG-20")
def test_shields_are_offered_to_be_changed_alone() -> None:
    game = facing()

    def offered() -> list[str]:
        return [to_text(order) for order in game.rules.legal(game.known[RED], RED, game.now, Shields)]

    now = "up" if game.unit("Avenger").shields_up else "down"
    assert f"shields {now} Avenger" not in offered()
    game.turn(RED, "shields silent Avenger")
    assert "shields up Avenger" in offered() and "shields silent Avenger" not in offered()
