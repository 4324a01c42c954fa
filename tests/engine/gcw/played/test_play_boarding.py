"""Boarding as it is played: getting aboard, fighting there, taking the ship. Rulebook: GCW-BRD, GCW-LCH-02."""

import pytest
from msgspec.structs import replace

from engine.gcw.boarding.boarding import CameAboard, Intruders
from engine.gcw.boarding.fights import CrewHurt, FoughtAboard, HeroHurt, SquadsHurt
from engine.gcw.boarding.prizes import CaptureWaits, Taken, Yielded
from engine.gcw.data.terms import Status
from engine.gcw.fleets import HeroDied, Removed, roster
from engine.gcw.state import NOBODY, Origin
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.boarded import captured, crew, manned, near, preview, roster_cp, storm, words
from tests.engine.gcw.playing import BLUE, GREEN, RED, facing, joined


@pytest.mark.rule("GCW-BRD-01")
def test_troops_come_aboard_a_ship_without_shields() -> None:
    game = near(craft=1)
    game.turn(RED, "board Bantam with all from S1")
    (came,) = game.heard(RED, CameAboard)
    (told,) = game.heard(BLUE, Intruders)
    legion = game.unit("L1")
    assert (legion.docked, legion.cell) == (game.unit("Bantam").id, "") and came.alias == legion.inside
    assert told.squads == {"STM": 7}
    assert "**Bantam (T2)** is boarded by 7 squads of Stormtrooper (STM) of red." in words(game, BLUE)
    assert game.heard(GREEN, CameAboard) == [] == game.heard(GREEN, Intruders)
    assert (RED, BLUE) in game.state.hostile and "Hoth" in game.state.battles
    assert game.state.battles["Hoth"].committed[f"red/{game.unit('S1').id}"] == 1


@pytest.mark.rule("GCW-BRD-03", "GCW-LCH-03")
def test_squads_who_took_a_ship_without_places_for_them_are_told_as_what_they_are() -> None:
    game = near()
    game.gm("spawn CGUN named Gunner at Hoth B-1 for blue", "set unit Gunner of blue shields 0")
    game.turn(RED, *storm("Gunner"), "fight aboard Gunner")
    game.turn(RED, "fight aboard Gunner")
    assert game.unit("Gunner").owner == RED
    shown = str(game.rules.show(game.known[RED], RED, "ship", "Gunner", game.now))
    assert "squads who took it, with places for 0;" in shown and "of 0 squads" not in shown


@pytest.mark.rule("GCW-BRD-01")
def test_nobody_gets_aboard_while_a_shield_is_up() -> None:
    game = near(craft=1)
    game.gm("set unit Bantam of blue shields 1")
    game.red("board Bantam with all from S1")
    assert "The shields of Bantam (C2) may be up" in preview(game, RED)
    game.red("submit Now.", "final")
    (dropped,) = game.heard(RED, ActionDropped)
    assert dropped.code == "BOARD_SHIELDS" and "still up (at most 150)" in dropped.sentence
    assert game.unit("L1").docked == game.unit("S1").id and not game.state.battles  # it came to nothing at all


@pytest.mark.rule("GCW-BRD-01", "GCW-DMG-20")
def test_shields_lowered_by_choice_count_as_down() -> None:
    game = near(craft=1)
    game.gm("set unit Bantam of blue shields 150")
    game.turn(BLUE, "shields silent Bantam")
    game.turn(RED, "board Bantam with all from S1")
    assert game.unit("L1").docked == game.unit("Bantam").id


@pytest.mark.rule("GCW-BRD-01")
def test_shields_may_be_shot_down_earlier_in_the_turn() -> None:
    game = near(craft=1)
    game.gm("set unit Bantam of blue shields 150", "set unit Bantam of blue hull 150")
    game.red("fire 60 IC of Avenger at Bantam", "fire 30 HTLB of Avenger at Bantam", "board Bantam with all from S1")
    assert "may be up" not in preview(game, RED)  # what the volleys leave of them is known
    game.red("submit Now.", "final")
    assert game.unit("Bantam").pools.shields == 0 and game.unit("L1").docked == game.unit("Bantam").id


@pytest.mark.rule("GCW-BRD-01")
def test_who_and_what_can_board() -> None:
    game = near(craft=1)
    game.gm(
        "spawn LB named Barge at Hoth B-1 for red",
        "spawn 4 STM named Wave at Hoth B-1 for red inside Barge",
        "spawn SEN named Far at Hoth B-2 for red",
        "spawn 4 STM named Away at Hoth B-2 for red inside Far",
        "spawn OMEGA named Post at Hoth B-1 for blue",
    )
    assert game.refused(RED, "board Bantam with all from Barge") == "BOARD_CRAFT"
    assert game.refused(RED, "board Bantam with all from Avenger") == "BOARD_CRAFT"
    assert game.refused(RED, "board Bantam with all from Far") == "BOARD_CELL"
    assert game.refused(RED, "board Post with all from S1") == "BOARD_TARGET"
    assert game.refused(RED, "board Avenger with all from S1") == "OWN_TARGET"
    assert game.refused(RED, "board Nothing with all from S1") == "TARGET_UNKNOWN"
    refusal = game.give(RED, "board Bantam with 8 squads from S1")
    assert refusal is not None and (refusal.code, refusal.sentence) == (
        "BOARD_CAPACITY",
        "S1 carries at most 7 (squads).",
    )
    game.red("board Bantam with 3 squads from S1")
    assert game.refused(RED, "board Bantam with all from S1") == "BOARDED"


@pytest.mark.rule("GCW-BRD-01")
def test_a_part_of_the_troops_may_go() -> None:
    game = near(craft=1)
    game.turn(RED, "board Bantam with 3 squads of L1 from S1")
    assert game.unit("L1").docked == game.unit("S1").id and game.unit("L1").count == 4
    part = game.unit("L1 part")
    assert part.count == 3 and part.docked == game.unit("Bantam").id


@pytest.mark.rule("GCW-BRD-01", "GCW-CSP-02")
def test_a_patrol_of_auxiliaries_keeps_boarders_off_until_one_engages_it() -> None:
    game = near(craft=2)
    game.gm("spawn GR75 named Guard at Hoth B-1 for blue")
    game.turn(BLUE, "patrol on Guard")
    game.wait(24)
    assert game.refused(RED, "board Bantam with all from S1") == "CSP_BLOCKED"
    game.turn(RED, "fire S2 at Guard", "board Bantam with all from S1")
    assert game.unit("L1").docked == game.unit("Bantam").id


@pytest.mark.rule("GCW-BRD-02")
def test_boarders_fight_in_the_turn_they_come() -> None:
    game = near()
    game.red(*storm(), "fight aboard Bantam")
    foreseen = "42 squads in Bantam (C2) at the crew (RSO): 84 raw × 1.000 (UCR 4 against 3) = **84**"
    assert foreseen in preview(game, RED)
    game.red("submit Go.", "final")
    (fought,) = game.heard(RED, FoughtAboard)
    (clash,) = fought.clashes
    assert (clash.by, clash.raw, clash.quotient, clash.damage) == ("42 squads", 84, 1000, 84)
    (hurt,) = game.heard(BLUE, CrewHurt)
    assert (hurt.damage, hurt.crew) == (84, 66) and crew(game, "Bantam") == 66
    assert "left: 7 squads, 66 hit points" in words(game, BLUE)
    assert clash.left == 70  # whole squads are what its foes count


@pytest.mark.rule("GCW-BRD-02")
def test_fights_come_after_all_boarding_wherever_they_stand() -> None:
    game = near(craft=2)
    game.turn(RED, "board Bantam with all from S1", "fight aboard Bantam", "board Bantam with all from S2")
    (fought,) = game.heard(RED, FoughtAboard)
    assert fought.clashes[0].by == "14 squads"


@pytest.mark.rule("GCW-BRD-02")
def test_each_side_fights_in_its_own_turns_and_once() -> None:
    game = near(craft=1)
    game.turn(RED, "board Bantam with all from S1")
    assert game.ever(RED, FoughtAboard) == []
    game.blue("fight aboard Bantam")
    assert game.refused(BLUE, "fight aboard Bantam") == "SQUADS_BUSY"
    game.blue("submit Repel.", "final")
    (fought,) = game.heard(BLUE, FoughtAboard)
    assert (fought.clashes[0].raw, fought.clashes[0].damage) == (17, 13)  # 17 × 0.750, up
    assert game.unit("L1").pools.armor == 84 - 13
    (hurt,) = game.heard(RED, SquadsHurt)
    assert hurt.left == 71 and "left: 6 squads, 71 hit points" in words(game, RED)


@pytest.mark.rule("GCW-BRD-02")
def test_casualties_fall_on_the_crew_then_on_stacks_in_order() -> None:
    game = near()
    game.turn(RED, *storm(), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    clashes = game.heard(RED, FoughtAboard)[0].clashes
    assert [(one.foe, one.raw, one.damage) for one in clashes] == [("crew", 66, 66), ("RSO", 18, 18)]
    assert game.unit("Bantam RSO").pools.armor == 2
    assert "Rebel Soldier (RSO), at most 1 squad (10 hit points)" in words(game, RED)


@pytest.mark.rule("GCW-BRD-02")
def test_boarders_learn_of_embarked_squads_when_these_fight() -> None:
    game = near(craft=1)
    game.turn(RED, "board Bantam with all from S1", "fight aboard Bantam")
    assert "Rebel Soldier" not in words(game, RED)
    game.turn(BLUE, "fight aboard Bantam")
    assert "Rebel Soldier (RSO), at most 2 squads (20 hit points)" in words(game, RED)


@pytest.mark.rule("GCW-BRD-02", "GCW-G2H-01")
def test_heroes_fight_inside_and_are_hit_last() -> None:
    game = near(craft=1)
    game.gm("place Redemption of blue at Hoth B-1", "set unit Redemption of blue shields 0")
    assert (
        next(iter(one.aboard for one in game.state.heroes.values() if one.owner == BLUE)) == game.unit("Redemption").id
    )
    game.turn(RED, "board Redemption with all from S1")
    game.turn(BLUE, "fight aboard Redemption")
    clashes = game.heard(BLUE, FoughtAboard)[0].clashes
    assert any("hero" in one.by for one in clashes)
    assert game.ever(BLUE, HeroHurt) == [] == game.ever(BLUE, HeroDied)


@pytest.mark.rule("GCW-BRD-07")
def test_defenders_may_destroy_the_boarders() -> None:
    game = near(craft=1, squads="1 STM")
    game.turn(RED, "board Bantam with all from S1")
    game.turn(BLUE, "fire Bantam at Avenger", "fight aboard Bantam")  # its fire half is its own
    assert not game.there("L1") and game.unit("Bantam").owner == BLUE
    assert [one.names for one in game.heard(RED, Removed)] == [("L1",)]
    assert game.state.foes == {} and not game.ever(BLUE, ActionDropped)
    assert game.refused(BLUE, "fight aboard Yavaris") == "NO_BOARDERS"
    assert game.refused(RED, "fight aboard Bantam") == "NO_CREW"


@pytest.mark.rule("GCW-BRD-03", "GCW-LCH-02")
def test_a_ship_is_captured_with_its_craft_and_damage() -> None:
    game = near(target="Yavaris", craft=6)
    game.gm("set unit Yavaris of blue hull 200", "remove Yavaris RSO of blue")
    game.turn(BLUE, "launch Yavaris XW-1 from Yavaris")
    game.turn(RED, *storm("Yavaris"), "fight aboard Yavaris")
    while game.unit("Yavaris").owner == BLUE:
        game.turn(RED, "fight aboard Yavaris")
    prize = game.unit("Yavaris")
    assert (prize.owner, prize.pools.hull, prize.status) == (RED, 200, Status.ACTIVE)
    assert (prize.origin, prize.captured, prize.group_cp) == (Origin.CAPTURED, game.now, 3)
    assert game.unit("Yavaris LAM-1").owner == RED == game.unit("Yavaris YW-1").owner
    assert game.unit("Yavaris XW-1").owner == BLUE  # it was launched, and fights on
    (taken,) = game.heard(RED, Taken)
    (lost,) = game.heard(BLUE, Yielded)
    assert lost.to == RED and set(lost.units) == {one.id for one in taken.units}
    assert [one.owner for one in game.contacts(BLUE).values() if one.name == "Yavaris"] == [RED]
    assert game.unit("L1").docked == prize.id and not game.unit("L1").inside
    assert any("by red" in one for one in game.state.battles["Hoth"].captures)
    game.wait(24)
    game.turn(RED, "launch Yavaris LAM-1 from Yavaris", "fire Yavaris at Yavaris XW-1")


@pytest.mark.rule("GCW-BRD-03")
def test_it_need_not_be_disabled_and_stays_disabled_if_it_was() -> None:
    assert captured().unit("Bantam").status is Status.ACTIVE
    game = near()
    game.gm("remove Bantam RSO of blue", "set unit Bantam of blue systems 0")
    game.turn(RED, *storm(), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    assert (game.unit("Bantam").owner, game.unit("Bantam").status) == (RED, Status.DISABLED)


@pytest.mark.rule("GCW-BRD-04", "GCW-PDF-01", "GCW-CMD-05")
def test_a_captured_ship_occupies_command_points_at_once() -> None:
    game = captured()
    assert game.unit("Bantam").duty == "Hoth"  # the PDF of the system of capture, unless its captor says otherwise
    assert roster_cp(game, "Hoth") == (1, 1) and roster_cp(game) == (28, 2)


@pytest.mark.rule("GCW-BRD-06")
def test_captured_ships_are_repaired_when_the_conflict_is_over() -> None:
    game = captured()
    game.gm("set owner of Hoth to red", "set unit Bantam of red armor 10")
    game.gm("remove Yavaris of blue")  # no enemy is left: the conflict ends a day later
    assert "Hoth" not in game.state.battles
    game.wait(23, 59)
    assert game.unit("Bantam").pools.shields == 0
    game.wait(1, 1)
    assert game.unit("Bantam").pools.shields > 0


@pytest.mark.rule("GCW-BRD-01")
def test_boarders_may_be_taken_off_again() -> None:
    game = near(craft=1)
    game.turn(RED, "board Bantam with all from S1")
    game.turn(RED, "take off 3 squads from Bantam with S1")
    assert game.unit("L1 part").docked == game.unit("S1").id and game.unit("L1").count == 4
    (left,) = game.heard(BLUE, Intruders)
    assert left.left and left.squads == {"STM": 3}
    game.turn(RED, "take off all from Bantam with S1")
    assert game.state.foes == {}
    assert game.refused(RED, "take off all from Bantam with S1") == "NO_CREW"


@pytest.mark.rule("GCW-DMG-11", "GCW-LCH-02")
def test_boarders_go_down_with_the_ship() -> None:
    game = near(craft=1)
    game.turn(RED, "board Bantam with all from S1")
    game.gm("set unit Bantam of blue hull 1", "set unit Bantam of blue armor 1")
    game.turn(RED, "fire Avenger at Bantam")
    assert game.unit("Bantam").status is Status.DOOMED
    game.turn(BLUE)
    assert not game.there("Bantam") and not game.there("L1")
    assert [one.names for one in game.heard(RED, Removed)] == [("L1",)] and game.state.foes == {}


@pytest.mark.rule("GCW-BRD-02")
def test_a_ship_of_nobody_has_a_crew_too() -> None:
    game = facing()
    game.gm(
        "spawn CORV named Loner at Hoth B-1",
        "spawn SEN named S1 at Hoth B-1 for red",
        "spawn 7 STM named L1 at Hoth B-1 for red inside S1",
        "set unit Loner of nobody shields 0",
    )
    game.turn(RED, "board Loner with all from S1", "fight aboard Loner")
    assert crew(game, "Loner") == 150 - 14
    for _ in range(10):
        game.turn(RED, "fight aboard Loner")
    assert game.unit("Loner").owner == RED


@pytest.mark.rule("GCW-BRD-04", "GCW-BRD-05", "GCW-DMG-16")
def test_without_room_it_is_derelict_and_its_boarders_hold_it() -> None:
    game = manned(23, 23)
    game.turn(RED, *storm(), "fight aboard Bantam")
    game.red("fight aboard Bantam")
    assert "no command room for its 1 CP (PDF 23/23, main 23/23)" in preview(game, RED)
    game.turn(RED)
    wreck = game.unit("Bantam")
    assert (wreck.owner, wreck.status) == (NOBODY, Status.DERELICT) and game.unit("L1").docked == wreck.id
    (waits,) = game.heard(RED, CaptureWaits)
    assert (waits.cp, waits.pdf, waits.main) == (1, 23, 23)
    assert "no command room for the captured ship (1 CP): PDF 23/23, main 23/23" in words(game, RED)
    assert [one.status for one in game.contacts(BLUE).values() if one.name == "Bantam"] == [Status.DERELICT]
    assert game.heard(BLUE, Yielded)[0].to == NOBODY
    game.wait(24)
    refusal = game.give(RED, "capture to MAIN moving Main 3")
    assert refusal is not None and refusal.code == "CAPTURE_CP" and "PDF 23/23, main 23/23" in refusal.sentence
    game.gm("remove Post 5 of red")  # the Death Star calls; there is room at once
    assert (game.unit("Bantam").owner, game.unit("Bantam").duty) == (RED, "Hoth")
    assert game.unit("Bantam").status is Status.ACTIVE and not game.unit("L1").boarder


@pytest.mark.rule("GCW-BRD-05", "GCW-PDF-01")
def test_ships_make_room_in_the_main_fleet() -> None:
    """The register's: main 23/23 with a ship of 5 CP, PDF 18/23, captured 5 CP: to MAIN, the other to the PDF."""
    game = manned(23, 18)
    game.gm("spawn DREAD named Prize at Hoth B-1 for blue")
    for unit in [one for one in game.state.units.values() if one.name.startswith("Prize ")]:
        game.gm(f"remove {unit.name} of blue")
    game.gm("set unit Prize of blue shields 0")
    game.red("capture to MAIN moving Main 1")
    game.turn(RED, *storm("Prize"), "fight aboard Prize")
    while game.unit("Prize").owner == BLUE:
        game.turn(RED, "fight aboard Prize")
    assert (game.unit("Prize").owner, game.unit("Prize").duty) == (RED, "")
    assert game.unit("Main 1").duty == "Hoth"
    assert (roster_cp(game)[0], roster_cp(game, "Hoth")[0]) == (23, 23)


@pytest.mark.rule("GCW-BRD-05")
def test_no_more_ships_move_than_room_needs() -> None:
    game = manned(20, 10)
    game.turn(RED, "capture to MAIN moving Main 1", *storm(), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    assert game.unit("Bantam").duty == "" == game.unit("Main 1").duty


@pytest.mark.rule("GCW-BRD-05")
def test_what_a_preset_can_name() -> None:
    game = manned(20, 5)
    assert game.refused(RED, "capture to PDF moving Main 1") == "PRESET_MOVES"
    assert game.refused(RED, "capture to MAIN moving Post 1") == "NOT_IN_MAIN"
    assert game.refused(RED, "capture to MAIN moving S1") == "NOT_IN_MAIN"
    assert game.refused(RED, "capture to MAIN moving Nobody") == "NO_UNIT"


@pytest.mark.rule("GCW-PDF-07", "GCW-PDF-01")
def test_a_ship_on_pdf_duty_acts_at_home_and_nowhere_else() -> None:
    game = captured()
    game.gm("remove Yavaris of blue")
    game.wait(24)
    game.turn(RED, "move Bantam to C-1")
    assert game.refused(RED, "jump Bantam to Bespin") == "PDF_PLACE"
    game.gm("place Bantam of red at Bespin B-1")
    refusal = game.give(RED, "move Bantam to B-2")
    assert refusal is not None and refusal.code == "PDF_PLACE" and "PDF duty for Hoth" in refusal.sentence
    assert game.refused(RED, "jump Bantam to Gerrenthum") == "PDF_PLACE"
    game.red("jump Bantam to Hoth")


@pytest.mark.rule("GCW-PDF-03", "GCW-CMD-07")
def test_bonus_units_on_pdf_duty_count_nothing() -> None:
    game = manned(20, 20)
    for state in (game.state, game.known[RED]):
        assert state.units[game.unit("Post 1").id].duty == "Hoth"
    before = roster_cp(game, "Hoth")
    bonus = replace(game.unit("Post 1"), bonus=True)
    known = replace(game.known[RED], units={**game.known[RED].units, bonus.id: bonus})
    counted = roster(game.rules.world, known, RED, "Hoth")
    assert (counted.cp, len(counted.ships)) == (before[0] - 5, before[1] - 1)
    main = replace(bonus, duty="")
    known = replace(known, units={**known.units, bonus.id: main})
    assert roster(game.rules.world, known, RED).cp == 25  # moved to the main fleet it counts


@pytest.mark.rule("GCW-BRD-03")
def test_several_parties_inside_are_judged_by_hostility() -> None:
    game = near(craft=3)
    game.gm(
        "remove Bantam RSO of blue",
        "spawn NSH named Nute's at Hoth B-1 for green",
        "spawn 2 BAT named Droids at Hoth B-1 for green inside Nute's",
    )
    game.turn(RED, *storm(craft=3), "fight aboard Bantam")
    game.turn(GREEN, "board Bantam with all from Nute's", "fight aboard Bantam")
    assert crew(game, "Bantam") == 150 - 42 - 2
    game.order(RED, "relation hostile green")
    game.turn(RED, "fight aboard Bantam")
    assert game.heard(RED, FoughtAboard)[0].clashes[0].foe == "crew"  # the ship's owner's people first
    game.turn(RED, "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    assert not game.there("Droids") and game.unit("Bantam").owner == RED


@pytest.mark.rule("GCW-UCR-07")
def test_nothing_misses_a_derelict() -> None:
    game = manned(23, 23)
    game.turn(RED, *storm(), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    game.blue("fire 12 LC of Yavaris at Bantam")
    assert "NORMAL 12 raw × 1.000 (UCR 5 against 0) = **12**" in preview(game, BLUE)
    game.blue("submit Deny it.", "final")
    assert game.unit("Bantam").pools.armor == 75 - 12


@pytest.mark.rule("GCW-BRD-02", "GCW-BRD-03")
def test_boarders_go_along_wherever_the_ship_goes() -> None:
    game = near()
    game.gm("remove Bantam RSO of blue")
    game.turn(RED, *storm())
    alias = game.unit("L1").inside
    game.turn(BLUE, "withdraw Bantam to Endor")
    game.wait(24)
    refusal = game.give(RED, f"take off all from {alias} with S1")
    assert refusal is not None and refusal.code == "BOARD_CELL"
    game.turn(RED, f"fight aboard {alias}")
    (dropped,) = game.heard(RED, ActionDropped)
    assert dropped.code == "IN_TRANSIT"  # in hyperspace nobody fights
    game.wait(24 * 14)
    assert game.unit("Bantam").system == "Endor"
    game.turn(RED, f"fight aboard {alias}")
    game.turn(RED, f"fight aboard {alias}")
    prize = game.unit("Bantam")
    assert (prize.owner, prize.duty, prize.system) == (RED, "Endor", "Endor")
    assert [one.system for one in game.contacts(BLUE).values() if one.name == "Bantam"] == ["Endor"]


@pytest.mark.rule("GCW-BRD-02", "GCW-G2H-01")
def test_a_hero_leads_boarders_and_is_at_home_in_the_prize() -> None:
    game = near(craft=5)
    game.gm("place Talon of red at Hoth B-1", "remove Bantam RSO of blue")
    game.turn(RED, "load 2 squads of Talon ARM into Talon LAM-1", "embark Piett in Talon LAM-1",
              "launch Talon LAM-1 from Talon", "board Bantam with all, Piett from Talon LAM-1", *storm(craft=5),
              "fight aboard Bantam")  # fmt: skip
    (piett,) = [one for one in game.state.heroes.values() if one.owner == RED]
    assert (piett.aboard, bool(piett.inside)) == (game.unit("Bantam").id, True)
    assert "a hero (Admiral)" in words(game, BLUE) and "1 squad" not in words(game, RED)
    game.turn(BLUE, "fight aboard Bantam")
    assert game.ever(RED, HeroHurt) == []  # all others stand before him
    game.turn(RED, "fight aboard Bantam")
    (piett,) = [one for one in game.state.heroes.values() if one.owner == RED]
    assert game.unit("Bantam").owner == RED and not piett.inside


@pytest.mark.rule("GCW-BRD-02", "GCW-BUR-05")
def test_a_battle_goes_on_while_there_are_boarders_inside_a_ship() -> None:
    game = joined()
    game.gm(
        "spawn CORV named Bantam at Hoth B-1 for blue",
        "spawn LAM named Lift at Hoth B-1 for red",
        "spawn 2 STM named Squad at Hoth B-1 for red inside Lift",
        "set unit Bantam of blue shields 0",
    )
    game.turn(RED, "board Bantam with all from Lift")
    game.gm("remove Lift of red")
    assert set(game.state.battles) == {"Hoth"}
    game.gm("remove Squad of red")
    assert not game.state.battles
