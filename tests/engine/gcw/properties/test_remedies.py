"""Refusals that say what would be right here, and reports that give the reason of every modifier."""

import pytest

from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, facing, joined


def told(game: Played, line: str) -> str:
    """Answer to red for a line that is refused."""
    refusal = game.give(RED, line)
    assert refusal is not None, f"{line} was obeyed"
    return str(refusal)


def heard(game: Played) -> str:
    """All the words that red heard in the last step."""
    said = [one for one in game.last if one.to.includes(RED)]
    return "\n".join(news.text for one in said if (news := game.rules.tell(game.known[RED], one, RED)))


@pytest.mark.rule("GCW-UCR-09")
def test_a_weapon_that_is_not_there_is_answered_with_those_that_are() -> None:
    game = facing()
    game.gm("spawn LB named Barge at Hoth B-1 for red")
    assert "0 of those mounts left this turn. Left to fire: 60 HTLB, 60 IC." in told(
        game, "fire 1 PT of Avenger at Bantam"
    )
    game.red("fire 60 IC, 58 HTLB of Avenger at Yavaris")
    assert "Left to fire: 2 HTLB." in told(game, "fire 5 HTLB of Avenger at Bantam")
    game.red("fire Avenger at Bantam")
    assert "All its weapons have fired" in told(game, "fire Avenger at Yavaris")


@pytest.mark.rule("GCW-MOV-01", "GCW-MOV-02", "GCW-MOV-04", "GCW-ATM-05", "GCW-ATM-06")
def test_a_step_that_cannot_be_taken_is_answered_with_its_price_and_the_cells_around() -> None:
    game = facing()
    assert "from B-1 a step leads to C-1, B-2, B-4 or A-1." in told(game, "move Avenger to B-3")
    assert "It has 2 in each turn, and a step to A-1 takes all that are left" in told(
        game, "move Avenger to C-1 B-1 A-1"
    )
    game.gm("place Avenger of red at Hoth A-1", "spawn TF named Alpha at Hoth A-1 for red")
    assert "ATM" not in told(game, "move Avenger to C-1")  # it may not go down there
    assert "ATM" in told(game, "move Alpha to C-1")
    game.gm("spawn TF named Low at Hoth G-1S for red")
    assert "takes the whole turn's: make no other step before it" in told(game, "move Low to G-1A ATM")
    game.gm("spawn GAMMA named Post at Hoth B-1 for red")
    game.gm("spawn BUN named Bunker at Hoth G-2S for red")
    assert "it does not move by itself" in told(game, "move Bunker to A-1")
    assert "It has no movement points in any turn" in told(game, "move Post to B-2")


@pytest.mark.rule("GCW-RNG-01", "GCW-RNG-02", "GCW-G2G-01", "GCW-ORB-02", "GCW-SCN-06", "GCW-CSP-06")
def test_what_is_out_of_reach_is_answered_with_what_is_in_it() -> None:
    game = facing()
    game.gm(
        "ruling fog off",
        "spawn CORV named Far at Hoth B-3 for blue",
        "spawn TF named Alpha at Hoth B-2 for red",
        "spawn 9 STM named Legion at Hoth G-1S for red",
        "spawn 9 RSO named Rangers at Hoth G-2S for blue",
        "spawn XW named Rogue at Hoth B-2 for blue",
        "spawn CORV named Ward at Hoth B-2 for blue",
    )
    assert "From B-1 it reaches B-1, C-1, B-2, B-4 and A-1." in told(game, "fire Avenger at Far")
    assert "It is at B-2 and the target at B-3: bring it there first." in told(game, "fire Alpha at Far")
    assert "It is in G-1 and the target at G-2S: attack what is in G-1." in told(game, "fire Legion at Rangers")
    assert "It is at B-1: move to the A cell over the target" in told(game, "bombard Rangers with Avenger")
    game.gm("place Avenger of red at Hoth A-1")
    said = told(game, "bombard Rangers with Avenger")
    assert "From A-1 the Surface of G-1 is in reach; G-2S is bombarded from A-2." in said
    assert "active orbit, atmosphere, ground; passive orbit, atmosphere." in told(
        game, "scan Avenger active deep space"
    )
    game.gm("place Avenger of red at Hoth A-2")
    assert "From low orbit the ground is bombarded: bombard" in told(game, "fire Avenger at Rangers")
    game.gm("spawn CORV named Dart at Hoth A-2 for red")
    assert "From A-2 it reaches" in told(game, "fire Dart at Rangers")  # it bombards nothing
    game.turn(BLUE, "patrol on Rogue")
    game.red("fire 1 SLC of Alpha at Rogue")
    assert "Leave the patrol to other units" in told(game, "fire Alpha at Ward")


@pytest.mark.rule("GCW-PST-05")
@pytest.mark.parametrize("line", ["move {0} to B-2 B-3 B-4 B-1", "fire 99 HTLB of {0} at Bantam"])
def test_a_name_in_a_refusal_calls_nobody(line: str) -> None:
    game = joined()
    game.gm('spawn ISD named "<@1> @everyone" at Hoth B-1 for red', "spawn CORV named Bantam at Hoth B-1 for blue")
    said = told(game, line.format('"<@1> @everyone"'))
    assert "<@1>" not in said and "@everyone" not in said


@pytest.mark.rule("GCW-UCR-05", "GCW-ATB-02", "GCW-TRC-08")
def test_the_arithmetic_gives_the_reason_of_a_rating_that_cannot_be_less_and_of_ions_that_do_nothing() -> None:
    game = joined()
    game.gm(
        "spawn CORV named Low at Hoth ATM for red",
        "spawn 20 AT-AT named Walker at Hoth G-1S for blue",
        "spawn 10 ION named Spark at Hoth G-1S for red",
        "spawn 10 RSO named Rangers at Hoth G-1S for blue",
        "spawn ISD named Avenger at Hoth A-1 for green",
        "ruling fog off",
    )
    game.turn(GREEN, "bombard Rangers with Avenger")
    game.red("fire Low at Walker", "fire Spark at Walker 2")
    game.red("explain")
    said = heard(game)
    assert "−1 (under orbital bombardment, GCW-ORB-06) = 1, never less (GCW-UCR-05)" in said
    assert "ion weapons do nothing to infantry and vehicles: **0** (GCW-ATB-02)" in said and "no loss" in said
    assert "rounded up: **0**" not in said
    game.turn(RED)
    said = heard(game)
    assert "Attacker UCR: 7, −1 in the atmosphere (GCW-ATM-02)." in said
    assert "Target UCR: 1, −1 under orbital bombardment (GCW-ORB-06), never less than 1 (GCW-UCR-05)." in said


@pytest.mark.rule("GCW-FTG-04", "GCW-UCR-06")
def test_who_meets_tired_troops_hears_why_they_are_easier_to_hit() -> None:
    game = joined()
    game.gm(
        "set owner of Hoth to red",
        "spawn 40 RSO named Rangers at Hoth G-1S for blue",
        "spawn 10 STM named Legion at Hoth G-1S for red",
    )
    game.wait(24 * 14)
    game.turn(RED, "fire Legion at Rangers")
    assert "Target UCR: 3, −1 combat fatigue (GCW-FTG-04)." in heard(game)


@pytest.mark.rule("GCW-TRC-04", "GCW-ATM-02")
def test_tractor_beams_in_the_atmosphere_give_the_reasons_of_both_ratings() -> None:
    game = joined()
    game.gm("spawn TUG named Hauler at Hoth ATM for red", "spawn LAM named Little at Hoth ATM for blue")
    game.red("tractor Hauler on Little")
    said = "\n".join(game.rules.preview(game.known[RED], RED, game.now))
    assert "2 × 25 m × 1.000 (Hauler, UCR 5 against 5) = 50. They hold 50 of 20 m, and control it." in said
    assert "Target UCR: 6, −1 in the atmosphere (GCW-ATM-02). Hauler UCR: 6, −1 in the atmosphere" in said


@pytest.mark.rule("GCW-LCH-01", "GCW-TRC-10")
def test_troops_aboard_are_unloaded_not_launched() -> None:
    game = facing()
    game.gm("spawn SEN named Lift at Hoth B-1 for red", "spawn 2 STM named Squad at Hoth B-1 for red inside Lift")
    assert "Squad is docked in Lift. Unload it first" in told(game, "fire Squad at Bantam")
    assert "do not hold" in told(game, "release Bantam") and "  " not in told(game, "release Bantam")
