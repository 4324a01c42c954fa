"""Tractor beams as they are played: what holds what, what it allows, how it ends. Rulebook: GCW-TRC, -RAM, -TRN-08."""

import pytest

from engine.clock import HOUR
from engine.game import Seat
from engine.gcw.data.terms import Status
from engine.gcw.figures.ucr import Role
from engine.gcw.space.holding import (
    Gripped,
    HoldEnded,
    HoldSet,
    Tugged,
    projectors,
)
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, facing, joined


@pytest.fixture
def game() -> Played:
    """Red's Avenger (ISD, 10 projectors) and blue's Yavaris and Bantam (CORV, 150 m) share orbit B-1 of Hoth."""
    return facing()


def held() -> Played:
    """Red's Avenger holds blue's Bantam."""
    game = facing()
    game.turn(RED, "tractor Avenger on Bantam")
    return game


def preview(game: Played, line: str) -> str:
    """Preview of a line."""
    game.red(line)
    lines = game.rules.preview(game.known[RED], RED, game.now)
    game.red("clear")
    return "\n".join(lines)


def said(game: Played, seat: Seat) -> str:
    """All the words that a seat heard in the last step."""
    heard = [one for one in game.last if one.to.includes(seat)]
    told = [game.rules.tell(game.known[seat], one, seat) for one in heard]
    return "\n".join(news.text for news in told if news is not None)


@pytest.mark.rule("GCW-TRC-02")
@pytest.mark.rule("GCW-TRC-03")
def test_projectors_are_of_a_hundred_metres_or_as_the_spec_says(game: Played) -> None:
    assert projectors(game.rules.world, "ISD") == (10, 100)
    assert projectors(game.rules.world, "TUG") == (2, 25)


@pytest.mark.rule("GCW-TRC-04")
@pytest.mark.rule("GCW-TRC-05")
def test_ten_projectors_hold_a_corvette(game: Played) -> None:
    assert "10 × 100 m × 0.428 (Avenger, UCR 3 against 7) = 428. They hold 428 of 150 m, and control it." in preview(
        game, "tractor Avenger on Bantam"
    )
    game.turn(RED, "tractor Avenger on Bantam")
    assert game.unit("Bantam").held == RED
    (hold,) = game.state.holds.values()
    assert (hold.metres, hold.controlled) == (428, True)
    (grip,) = game.heard(BLUE, Gripped)
    assert grip.holder == RED and "held by the tractor beams of Avenger" in said(game, BLUE)


@pytest.mark.rule("GCW-TRC-07")
def test_what_is_held_neither_moves_nor_leaves_but_fires(game: Played) -> None:
    game.turn(RED, "tractor Avenger on Bantam")
    refusal = game.give(BLUE, "move Bantam to B-2")
    assert refusal is not None and refusal.code == "TRACTORED" and "Avenger" in refusal.sentence
    assert game.refused(BLUE, "withdraw Bantam to Bespin") == "TRACTORED"
    game.turn(BLUE, "fire Bantam at Avenger")
    assert not game.ever(BLUE, ActionDropped)


@pytest.mark.rule("GCW-TRC-08")
def test_it_is_rated_1_from_the_next_turn_of_anybody(game: Played) -> None:
    game.red("fire 60 IC of Avenger at Bantam", "tractor Avenger on Bantam")
    assert "UCR 3 against 7" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    game.red("submit So.", "final")
    game.blue("fire Bantam at Avenger")
    assert "UCR 1 against 3" in "\n".join(game.rules.preview(game.known[BLUE], BLUE, game.now))
    game.wait(24)
    game.red("fire 60 HTLB of Avenger at Bantam")
    assert "UCR 3 against 1" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))


@pytest.mark.rule("GCW-TRC-09")
def test_beams_come_last_wherever_they_stand(game: Played) -> None:
    game.red("tractor Avenger on Bantam", "fire 60 IC of Avenger at Bantam")
    assert "tractor beams last, so line 1 comes after the others" in said(game, RED)
    assert "UCR 3 against 7" in "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    game.red("submit So.", "final")
    assert game.unit("Bantam").held == RED and game.unit("Bantam").pools.shields < 200


@pytest.mark.rule("GCW-TRC-01")
def test_a_target_must_be_smaller_and_a_ship(game: Played) -> None:
    assert game.refused(BLUE, "tractor Yavaris on Avenger") == "TRACTOR_SIZE"
    assert game.refused(BLUE, "tractor Bantam on Avenger") == "TRACTOR_NONE"
    game.turn(BLUE, "launch XW from Yavaris")
    assert game.refused(RED, "tractor Avenger on Yavaris XW-1") == "TRACTOR_SIZE"
    assert game.refused(RED, "tractor 11 of Avenger on Bantam") == "TRACTOR_NONE"
    assert game.refused(RED, "tractor 0 of Avenger on Bantam") == "TRACTOR_NONE"
    game.gm("spawn OMEGA named Post at Hoth B-1")
    assert game.refused(RED, "tractor Avenger on Post") == "TRACTOR_SIZE"
    assert game.refused(RED, "tractor Avenger on Nothing") == "TARGET_UNKNOWN"


@pytest.mark.rule("GCW-TRC-06")
def test_a_projector_holds_one_target(game: Played) -> None:
    game.turn(RED, "tractor 4 of Avenger on Bantam", "tractor 6 of Avenger on Yavaris")
    assert {one.hold.metres for one in game.ever(RED, HoldSet)} == {172, 360}
    assert game.unit("Bantam").held == RED and game.unit("Yavaris").held == RED  # of 150 m and of 300 m
    game.gm("spawn CORV named Third at Hoth B-1 for blue")
    game.wait(24)
    assert game.refused(RED, "tractor Avenger on Third") == "TRACTOR_NONE"
    game.turn(RED, "release Bantam", "tractor Avenger on Third")
    assert game.unit("Bantam").held == "" and game.unit("Third").held == RED


@pytest.mark.rule("GCW-TRC-06")
def test_several_units_pool_what_each_holds_by_itself(game: Played) -> None:
    game.gm(
        "remove Avenger of red",
        "spawn STRK named Hook at Hoth B-1 for red",
        "spawn STRK named Line at Hoth B-1 for red",
        "spawn MCC named Swift at Hoth B-1 for blue",
    )
    words = preview(game, "tractor 1 of Hook, Line on Swift")  # 62.5 metres of each, so 63
    assert (
        "(Hook, UCR 5 against 8) = 63; " in words
        and "together **126**. They hold 126 of 195 m, and do not control it." in words
    )
    game.turn(RED, "tractor 1 of Hook, Line on Swift")
    assert game.unit("Swift").held == "" and not game.state.holds
    (tug,) = game.heard(BLUE, Tugged)
    assert (tug.metres, tug.length_dm) == (126, 1950)
    assert "hold 126 of 195 m: no control" in said(game, BLUE)
    game.turn(RED, "tractor 3 of Hook on Swift", "tractor 3 of Line on Swift")
    assert game.unit("Swift").held == RED  # 188 and 188 are more than 195


@pytest.mark.rule("GCW-TRC-07")
def test_a_held_ship_is_pulled_by_one_cell_a_turn() -> None:
    game = held()
    game.wait(24)
    assert game.refused(RED, "tractor Avenger on Bantam step to A-2") == "MOVE_DIAGONAL"
    assert game.refused(RED, "tractor Avenger on Bantam step to DSZ-1") == "MOVE_NOT_ADJACENT"
    assert game.refused(RED, "tractor Avenger on Bantam step to B-1") == "MOVE_NOT_ADJACENT"
    game.red("tractor Avenger on Bantam step to B-2")
    assert game.refused(RED, "tractor Avenger on Bantam step to B-3") == "TRACTOR_STEP"
    game.red("submit So.", "final")
    assert game.unit("Bantam").cell == "B-2" and game.unit("Bantam").held == RED
    assert "Avenger (C1, T1) pulled **Bantam (T2)** to B-2" in said(game, BLUE)
    assert game.contacts(RED)["Contact 2"].cell == "B-2"
    game.wait(24)
    assert game.refused(RED, "tractor Avenger on Bantam step to B-3") == "TRACTOR_RANGE"
    game.turn(RED, "tractor Avenger on Bantam step to B-1")
    assert game.unit("Bantam").cell == "B-1"


def test_without_control_nothing_is_pulled(game: Played) -> None:
    game.turn(RED, "tractor 1 of Avenger on Bantam step to B-2")
    assert game.unit("Bantam").cell == "B-1" and game.unit("Bantam").held == ""


@pytest.mark.rule("GCW-TRC-11")
def test_range_is_that_of_weapons(game: Played) -> None:
    game.gm("spawn CORV named Far at Hoth B-3 for blue", "spawn TUG named Hauler at Hoth B-2 for red")
    game.turn(BLUE, "move Far to B-4", "fire Bantam at Avenger")
    far = next(one.alias for one in game.contacts(RED).values() if one.cell == "B-4")
    near = next(one.alias for one in game.contacts(RED).values() if one.name == "Bantam")
    game.red(f"tractor Avenger on {far}")  # the next cell
    assert game.refused(RED, f"tractor Hauler on {near}") == "TRACTOR_SIZE"
    game.gm("spawn LAM named Little at Hoth B-1 for blue")
    little = next(one.alias for one in game.contacts(RED).values() if one.code == "LAM")
    assert game.refused(RED, f"tractor Hauler on {little}") == "TRACTOR_RANGE"
    game.gm("place Hauler of red at Hoth B-1")
    game.red(f"tractor Hauler on {little}")


@pytest.mark.rule("GCW-TRC-10")
def test_a_hold_lasts_until_it_is_too_weak() -> None:
    game = held()
    game.turn(BLUE)
    assert game.unit("Bantam").held == RED and not game.ever(RED, HoldEnded)
    game.gm("set unit Avenger of red armor 0")
    assert game.unit("Avenger").status is Status.DISABLED
    assert game.unit("Bantam").held == ""
    assert "free of tractor beams" in said(game, BLUE)


def test_a_hold_ends_when_its_holder_moves_away_or_is_gone() -> None:
    game = held()
    game.turn(RED, "move Avenger to C-1 C-2")
    assert game.unit("Bantam").held == "" and not game.state.holds
    game = held()
    game.gm("remove Avenger of red")
    assert game.unit("Bantam").held == "" and not game.state.holds


def test_releasing_costs_the_turn_and_frees() -> None:
    game = held()
    game.wait(24)
    assert game.refused(RED, "release Yavaris") == "NO_HOLD"
    game.turn(RED, "release Bantam")
    assert game.unit("Bantam").held == ""
    game.turn(BLUE, "move Bantam to B-2")
    assert game.unit("Bantam").cell == "B-2"


def test_holding_ones_own_is_no_hostile_act() -> None:
    game = joined()
    game.gm("spawn ISD named Hook at Hoth B-1 for red", "spawn CORV named Wreck at Hoth B-1 for red")
    game.gm("set unit Wreck of red armor 0")
    game.turn(RED, "tractor Hook on Wreck step to B-2")
    assert game.unit("Wreck").cell == "B-2" and game.unit("Wreck").held == RED
    assert not game.state.battles  # it is one's own: no hostile act


@pytest.mark.rule("GCW-REP-06")
def test_a_disabled_ship_is_towed_to_a_yard() -> None:
    game = joined()
    game.gm("spawn ISD named Hook at Hoth B-1 for red", "spawn CORV named Wreck at Hoth B-1 for red")
    game.gm("set unit Wreck of red armor 0")
    assert game.refused(RED, "jump all of Hoth to Bespin") == "UNIT_DISABLED"
    game.turn(RED, "tractor Hook on Wreck")
    game.red("jump all of Hoth to Bespin")
    (voyage,) = game.state.voyages.values()
    assert set(voyage.units) == {game.unit("Hook").id, game.unit("Wreck").id}
    game.wait(400)
    assert (game.unit("Wreck").system, game.unit("Wreck").cell) == ("Bespin", "DSZ-1")
    assert game.unit("Wreck").held == RED


def test_a_held_enemy_is_taken_into_hyperspace_at_the_holders_rating() -> None:
    game = held()
    game.turn(RED, "withdraw Avenger to Bespin")
    (voyage,) = game.state.voyages.values()
    assert voyage.towed == ("Contact 2",) and game.unit("Bantam").voyage == voyage.id
    assert game.contacts(RED)["Contact 2"].system == "" and not game.contacts(RED)["Contact 2"].gone
    assert "with **Bantam** in tow" in said(game, BLUE)
    assert game.refused(BLUE, "move Bantam to B-2") == "IN_TRANSIT"
    game.now = voyage.due_at
    game.wait()
    assert (game.unit("Bantam").system, game.unit("Bantam").cell) == ("Bespin", "DSZ-1")
    assert game.unit("Bantam").held == RED and game.contacts(RED)["Contact 2"].system == "Bespin"
    assert game.refused(BLUE, "jump Bantam to Hoth") in ("TRACTORED", "IN_COMBAT")


@pytest.mark.rule("GCW-TRC-07")
@pytest.mark.rule("GCW-FHM-01")
def test_what_is_towed_travels_at_the_rating_of_its_holder() -> None:
    game = joined()
    game.gm("spawn VSD named Hook at Hoth B-1 for red", "spawn ACTN named Slow at Hoth B-1 for red")
    game.turn(RED, "tractor Hook on Slow")
    game.red("jump Hook to Bespin")
    (voyage,) = game.state.voyages.values()  # 12 map hours at 1.5, though Slow would take 24
    assert voyage.due_at - voyage.entered_at == 8 * HOUR and game.unit("Slow").voyage == voyage.id


@pytest.mark.rule("GCW-TRN-08")
def test_an_interdictor_hostile_to_what_is_towed_blocks_too() -> None:
    game = held()
    net = next(code for code in game.rules.world.pack.ships if game.rules.world.interdicts(code))
    game.gm(f"spawn {net} named Web at Hoth B-1 for green")
    game.order(GREEN, "relation hostile blue")
    game.turn(RED, "withdraw Avenger to Bespin")  # whose enemy green is, red does not know
    (dropped,) = game.heard(RED, ActionDropped)
    assert dropped.code == "INTERDICTED" and "Web" in dropped.sentence and not game.unit("Avenger").voyage
    game.turn(RED, "release Bantam", "withdraw Avenger to Bespin")
    assert game.unit("Avenger").voyage and not game.unit("Bantam").voyage


@pytest.mark.rule("GCW-RAM-01")
def test_there_is_no_ramming(game: Played) -> None:
    assert game.refused(RED, "ram Avenger at Bantam") == "RAMMING"
    assert game.refused(RED, "ram Bantam with Avenger") == "RAMMING"
    assert game.refused(RED, "ram Bantam") == "RAMMING"


def test_what_nobody_identified_is_held_blind(game: Played) -> None:
    game.gm("spawn CORV named Shade at Hoth B-2 for blue")
    game.turn(BLUE, "fire Shade at Avenger") if "Avenger" in str(game.contacts(BLUE)) else None
    shade = next(one for one in game.contacts(RED).values() if one.cell == "B-2")
    assert not shade.code
    assert "so is whether the tractor beams of Avenger control it" in preview(
        game, f"tractor Avenger on {shade.alias} step to B-1"
    )
    game.turn(RED, f"tractor Avenger on {shade.alias} step to B-1")
    assert game.unit("Shade").cell == "B-1" and game.unit("Shade").held == RED


@pytest.mark.rule("GCW-TRC-08")
def test_a_derelict_is_held_in_full_and_stays_at_0() -> None:
    game = joined()
    game.gm(
        "spawn STRK named Breaker at Hoth B-1 for red",
        "spawn NEBB named Hook at Hoth B-1 for red",
        "spawn CORV named Wreck at Hoth B-1 for blue",
    )
    game.turn(RED, "tractor Hook on Wreck")  # 2 × 100 m × 0.714
    assert game.unit("Wreck").held == ""
    game.gm("set unit Wreck of blue shields 0", "set unit Wreck of blue armor 1")
    game.turn(RED, "fire 10 TLB of Breaker at Wreck")
    assert game.unit("Wreck").status is Status.DISABLED_PENDING
    game.turn(BLUE, "abandon Wreck to G-1")
    assert game.unit("Wreck").status is Status.DERELICT
    game.turn(RED, "tractor Hook on Wreck step to C-1")  # 2 × 100 m × 1.000
    assert (game.unit("Wreck").held, game.unit("Wreck").cell) == (RED, "C-1")
    assert game.rules.world.rating_of(game.state, game.unit("Wreck"), Role.DEFEND).value == 0


@pytest.mark.rule("GCW-TRC-03")
def test_a_tug_holds_a_shuttle_in_its_own_cell(game: Played) -> None:
    game.gm("spawn TUG named Hauler at Hoth B-1 for red")
    game.turn(BLUE, "launch LAM from Yavaris")
    shuttle = next(one for one in game.contacts(RED).values() if one.code == "LAM")
    game.turn(RED, f"tractor Hauler on {shuttle.alias}")
    assert game.unit(shuttle.name).held == RED
    assert game.refused(BLUE, f"recall {shuttle.name} to Yavaris") == "TRACTORED"
    game.gm("remove Avenger LAM-1 of red")
    game.turn(RED, "recall Hauler to Avenger")
    assert game.unit(shuttle.name).held == ""


@pytest.mark.rule("GCW-TRC-07", "GCW-DMG-12")
@pytest.mark.parametrize("disabled_before", [False, True], ids=["doomed", "destroyed"])
def test_what_is_shot_down_in_the_beams_does_not_go_along(disabled_before: bool) -> None:
    game = joined()
    game.gm("spawn ISD named Avenger at Hoth B-1 for red", "spawn CORV named Bantam at Hoth B-1 for blue")
    game.gm("set unit Bantam of blue shields 0", "set unit Bantam of blue hull 1")
    game.gm(f"set unit Bantam of blue armor {0 if disabled_before else 1}")
    game.turn(RED, "tractor Avenger on Bantam")
    game.turn(BLUE)  # the last acts of a ship that is disabled
    game.turn(RED, "fire Avenger at Bantam", "withdraw Avenger to Bespin")
    (voyage,) = game.state.voyages.values()
    assert voyage.units == (game.unit("Avenger").id,) and voyage.towed == ()
    assert game.there("Bantam") is not disabled_before


@pytest.mark.rule("GCW-TRC-11", "GCW-TRC-07")
def test_beams_reach_the_ground_as_weapons_do() -> None:
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn VSD named Hook at Hoth G-1S for red",
        "spawn CORV named Bantam at Hoth G-1S for blue",
        "spawn TUG named Hauler at Hoth G-2A for red",
        "spawn LAM named Landed at Hoth G-2S for blue",
        "spawn ISD named Hammer at Hoth A-2 for red",
    )
    assert game.refused(RED, "tractor Hauler on Landed") == "TRACTOR_RANGE"  # an auxiliary's beams: its own cell
    assert game.refused(RED, "tractor Hammer on Landed") == "TRACTOR_RANGE"  # no fire from low orbit at the ground
    game.turn(RED, "tractor Hook on Bantam step to G-1A")
    assert (game.unit("Bantam").held, game.unit("Bantam").cell) == (RED, "G-1A")
    game.turn(BLUE)
    assert game.unit("Bantam").held == RED
    game.wait(1)
    assert game.refused(RED, "tractor Hook on Bantam step to G-2A") == "MOVE_NOT_ADJACENT"
    game.turn(RED, "tractor Hook on Bantam step to G-1S")
    assert game.unit("Bantam").cell == "G-1S"


@pytest.mark.rule("GCW-TRC-07", "GCW-ORB-05")
@pytest.mark.parametrize("troops", [True, False])
def test_troops_are_not_pulled_out_of_a_bombarded_grid(troops: bool) -> None:
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn VSD named Hook at Hoth ATM for red",
        "spawn LAM named Lift at Hoth G-2A for blue",
        "spawn BUN named Bunker at Hoth G-2S for blue",
        "spawn ISD named Hammer at Hoth A-2 for green",
    )
    if troops:
        game.gm("spawn 1 RSO named Squad at Hoth G-2A for blue inside Lift")
    game.turn(GREEN, "bombard Bunker with Hammer")
    game.turn(RED, "tractor Hook on Lift step to ATM")
    assert [one.code for one in game.heard(RED, ActionDropped)] == (["OB_GRID_LOCK"] if troops else [])
    assert game.unit("Lift").cell == ("G-2A" if troops else "ATM")
