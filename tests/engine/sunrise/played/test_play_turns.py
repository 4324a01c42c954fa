"""Turns at the table: sides, secrecy, deadlines, movement, markers, points and the end."""

from __future__ import annotations

import pytest

from engine.game import MODERATOR, Sealed, Seat, Unsealed
from engine.sunrise.data.shapes import INCH, Circle, Point
from engine.sunrise.data.units import FleetList
from engine.sunrise.fleet.building import DraftSet
from engine.sunrise.moderators.figures import Corrected
from engine.sunrise.movement.plotting import LockOrders, PlotSet, PlotsShown
from engine.sunrise.movement.sailing import Moved, Reverenced
from engine.sunrise.play import RanLate, StageBegan
from engine.sunrise.state import Ending, Mode, Side, Stage, Status
from engine.sunrise.turn.comings import CameBack
from engine.sunrise.turn.turns import Scored
from tests.engine.sunrise.playing import BLUE, MARKERS, NOON, RED, RULES, Played, armed, locked, turn_one

RUNNER = "Runner | Frigate | | Torpedo; Shields"


def hold_all(game: Played) -> None:
    """Every ship is activated and fires nothing."""
    while game.state.stage is Stage.PICK:
        side = game.state.picks
        assert side is not None
        ship = next(one for one in game.state.on_board(side) if not one.activated)
        game.order(game.state.crew(side)[0], f"hold {ship.id}")


def turn(game: Played, *lines: str) -> None:
    """Side A's plots, side B drifts, nobody shoots."""
    game.red(*lines, "lock orders")
    game.blue("lock orders")
    hold_all(game)


@pytest.mark.rule("FS-TERM-04")
def test_two_sides_take_turns_in_the_seats() -> None:
    game = Played(seats=(RED, BLUE, Seat("green"), Seat("gold")))
    assert game.state.seats == {"red": Side.A, "blue": Side.B, "green": Side.A, "gold": Side.B}
    game.order(Seat("green"), "sample fleet line")
    assert game.known[RED].a.fleet.name == game.state.a.fleet.name == "Line of battle"
    assert game.known[BLUE].a.fleet == FleetList("", ())
    assert game.refused(Seat("green"), "join side B").startswith("E_ONCE FS-TERM-04")


@pytest.mark.rule("FS-TERM-04")
def test_who_comes_later_is_admitted_by_the_side() -> None:
    late = Seat("late")
    game = Played()
    game.known[late] = game.known[None]
    game.red("sample fleet line")
    game.order(late, "join side A")
    assert game.refused(late, "lock fleet").startswith("E_OWNER FS-TERM-04")
    assert game.refused(BLUE, "admit late").startswith("E_UNKNOWN FS-TERM-04")
    assert not game.known[late].a.fleet.ships
    game.red("admit late")
    assert game.heard(DraftSet, late) and game.known[late].a.fleet == game.state.a.fleet
    game.order(late, "lock fleet")
    game = Played(seats=())
    game.order(RED, "join side A")
    assert game.state.crew(Side.A) == (RED,)


@pytest.mark.rule("FS-FRC-06", "FS-TURN-03")
def test_a_fleet_and_a_plot_are_secret_until_both_sides_have_locked() -> None:
    game = Played()
    game.red("sample fleet line")
    assert not game.heard(DraftSet, BLUE) and not game.heard(DraftSet, None)
    game.red("lock fleet")
    (seal,) = game.heard(Sealed, None)
    assert game.known[BLUE].a.locked and not game.known[BLUE].a.fleet.ships
    game.blue("sample fleet ringworks")
    game.rolls(6, 1)
    game.blue("lock fleet")
    assert [one.seat for one in game.heard(Unsealed, BLUE)] == [seal.seat, "blue/2"]
    assert game.known[BLUE] == game.known[RED] == game.state

    game = turn_one(RUNNER)
    game.red("Runner: port 1")
    assert game.heard(PlotSet, RED) and not game.heard(PlotSet, BLUE) and not game.heard(PlotSet, None)
    game.red("lock orders", "unlock orders", "Runner: port 2", "lock orders")
    assert not game.known[BLUE].a.plots and game.known[RED].a.plots
    game.blue("lock orders")
    shown = {one.side: one for one in game.heard(PlotsShown, BLUE)}
    assert shown[Side.A].written["A1"].plot.port == 2 and shown[Side.B].drifts == ("B1",)
    opened = game.heard(Unsealed, None)
    assert [one.body for one in opened] == ["A1: port 2", "no orders"]


@pytest.mark.rule("FS-TURN-03")
def test_the_plots_of_the_last_turn_can_be_written_again() -> None:
    game = turn_one(f"{RUNNER}\nWing | Corvette | | Torpedo\nLame | Corvette | | Torpedo")

    def again(seat: Seat) -> tuple[str, ...]:
        heard = [one.fact for one in reversed(game.said) if one.to.includes(seat)]
        return RULES.again(game.known[seat], seat, heard)

    assert again(RED) == ()
    turn(game, "Runner: accelerate 1, port 1", "Lame: decelerate 1")
    game.red("Runner: port 2")  # what is not revealed yet is not the last turn's
    assert again(RED) == ("plot Runner to accelerate 1, port 1", "plot Lame to decelerate 1")
    assert again(BLUE) == ()
    game.red(*again(RED))


@pytest.mark.rule("FS-TURN-03")
def test_plots_that_leave_the_board_or_are_not_written_raise_doubts_before_they_are_locked() -> None:
    game = turn_one(RUNNER)

    def doubts(seat: Seat = RED) -> str:
        return str(RULES.doubts(game.known[seat], seat, LockOrders(), game.now))

    assert "no order, it drifts" in doubts()
    game.red("Runner: drift")
    assert doubts() == ""
    game.stand("A1", 70, 24, 90, 6)
    assert "**leaves the board**" in doubts()
    game.red("lock orders")
    assert doubts() == ""  # it would be refused now
    assert "no order" in doubts(BLUE)


@pytest.mark.rule("FS-TURN-03", "FS-MOV-08")
def test_plots_that_run_into_terrain_raise_doubts_and_those_that_pass_it_do_not() -> None:
    game = turn_one(RUNNER)

    def doubts() -> str:
        return str(RULES.doubts(game.known[RED], RED, LockOrders(), game.now))

    game.stand("A1", 36, 10, 90, 6)
    game.gm("add terrain circle 41 10 1")
    game.red("Runner: drift")
    assert doubts() == (
        "- Runner: keep velocity, straight on; thrust 0 of 8; **runs into t1** for 6 damage at (40, 10)"
    )
    before = game.state
    game.red("Runner: decelerate 3")  # it stops short of the rock
    assert doubts() == ""
    game.red("Runner: drift", "lock orders")
    assert game.state.a.lock is not None and before.a.lock is None  # who means it may
    game.blue("Dart: drift", "lock orders")
    assert [(one.ship, one.crash) for one in game.said_of(Moved) if one.crash] == [("A1", "t1")]


@pytest.mark.rule("FS-TERM-04")
def test_there_is_room_for_others_until_turn_1() -> None:
    assert RULES.full(locked().state, 2) == ""
    assert RULES.full(turn_one().state, 2) == "Its sides were joined before turn 1."


@pytest.mark.rule("FS-TURN-04")
def test_who_is_late_drifts_and_what_is_written_is_carried_out() -> None:
    game = turn_one(RUNNER)
    game.blue("Dart: accelerate 1")
    assert game.awaits() == [("red", NOON + 172800), ("blue", NOON + 172800)]
    game.wait(2880)
    assert [one.side for one in game.heard(RanLate)] == [Side.A, Side.B]
    assert game.ship("A1").velocity == 6 and game.ship("B1").velocity == 7
    assert game.ship("A1").place == Point(36000, 16000)  # from (36, 10)


@pytest.mark.rule("FS-SET-02", "FS-SET-04")
def test_every_wait_of_the_set_up_ends_by_a_legal_pick_of_the_dice() -> None:
    game = locked(options={"pace": "live"})
    for _ in range(5):
        game.rolls(40)
        game.wait(2)
    game.rolls(3)
    game.wait(2)
    assert game.state.of(Side.A).edge == "E"
    game.rolls(100)
    game.wait(2)
    game.rolls(100)
    game.wait(2)
    assert len(game.state.markers) == 5
    assert all(ship.deployed for ship in game.state.ships.values())
    game.wait(5)
    assert game.state.picks is Side.A
    game.wait(2)
    assert game.ship("A1").activated
    game.wait(2)
    assert game.state.turn == 2


@pytest.mark.rule("FS-MOV-12", "FS-MOV-13", "FS-MOV-14", "FS-MOV-15")
def test_a_ship_that_leaves_is_back_a_turn_later() -> None:
    game = turn_one(RUNNER + "\nWing | Corvette | | Torpedo")
    game.stand("A1", 70, 24, 90, 6)
    turn(game)
    runner = game.ship("A1")
    assert runner.status is Status.OFF_BOARD and runner.exit == Point(72000, 24000) and runner.due == 2
    assert game.refused(RED, "Runner: port 1").startswith("E_NOORDERS FS-MOV-14")
    game.red("lock orders")
    game.blue("lock orders")
    assert game.refused(BLUE, "fire Torpedo at Runner with Dart").startswith("E_UNKNOWN FS-MOV-14")
    hold_all(game)
    assert game.state.stage is Stage.END and game.state.choice is not None
    assert game.refused(RED, "reenter Runner at 72 27.1 heading 0").startswith(
        "E_SPACING FS-MOV-13: Wrong distance. That is 3.1"
    )
    game.red("reenter Runner at 69 24 heading 270")
    (back,) = game.heard(CameBack)
    assert back.velocity == 6 and game.ship("A1").place == Point(69000, 24000) and game.state.turn == 3
    game.red("Runner: port 1")


@pytest.mark.rule("FS-MOV-08", "FS-MOV-09", "FS-HULL-05", "FS-CHG-01")
def test_a_collision_costs_the_turn_s_whole_velocity() -> None:
    game = turn_one("Dart | Frigate | | Shields; Torpedo\nBare | Frigate | | Torpedo; Torpedo")
    game.gm("add terrain circle 20 18 3")
    game.stand("A1", 20, 10, 0, 8)
    game.stand("A2", 60, 10, 0, 6)
    game.red("lock orders")
    game.blue("lock orders")
    moved = next(one for one in game.heard(Moved) if one.ship == "A1")
    assert moved.crash == "t1" and moved.end.place == Point(20000, 15000) and game.ship("A1").velocity == 0
    assert game.ship("A1").pips == 12 - (8 - 3)


@pytest.mark.rule("FS-WIN-01", "FS-WIN-02", "FS-WIN-03")
def test_markers_are_taken_by_passing_and_score_while_held() -> None:
    game = turn_one(RUNNER)
    game.stand("A1", 9, 16, 0, 6)  # passes marker 1 at (12, 24) at exactly 3 inches
    game.stand("B1", 60, 44, 180, 6)
    turn(game, "Runner: accelerate 2")
    assert [one.side for one in game.state.markers] == [Side.A, None, None, None, Side.B]
    assert [one.total for one in game.said_of(Scored)] == [(1, 1)]
    game.stand("A1", 60, 34, 180, 0)
    game.stand("B1", 60, 36, 0, 0)
    turn(game)
    assert game.state.markers[4].side is Side.B  # both were there: it stays as it was
    assert (game.state.a.score, game.state.b.score) == (2, 2)


@pytest.mark.rule("FS-WIN-04")
def test_fifteen_points_end_the_game_unless_both_are_level() -> None:
    game = turn_one(RUNNER)
    game.gm("score of A is 14", "score of B is 14", "put marker m1 at 20 20 for A", "put marker m2 at 30 30 for B")
    game.gm("lift marker m3", "lift marker m4", "lift marker m5")
    turn(game)
    assert (game.state.a.score, game.state.b.score) == (15, 15) and game.state.winner is None
    game.gm("put marker m2 at 30 30 for nobody")
    turn(game)
    assert game.state.winner is Ending.A and game.state.stage is Stage.OVER


@pytest.mark.rule("FS-WIN-05", "FS-TURN-08")
def test_the_last_ship_lost_ends_the_game_with_the_activation() -> None:
    game = armed("Warspite | Corvette | | Railgun (fore)", "Wing | Corvette | | Torpedo\nWing 2 | Corvette | | Torpedo")
    game.rolls(4, 4, 4, 4)
    game.red("fire Railgun at Wing with Warspite")
    assert game.ship("B1").status is Status.DESTROYED and game.state.picks is Side.B
    assert game.refused(BLUE, "activate Wing").startswith("E_DESTROYED FS-TURN-08")
    game = armed("Warspite | Corvette | | Railgun (fore)", "Wing | Corvette | | Torpedo")
    game.rolls(4, 4, 4, 4)
    game.red("fire Railgun at Wing with Warspite")
    assert game.state.winner is Ending.A and not game.heard(Scored)


@pytest.mark.rule("FS-WIN-07")
def test_a_side_may_concede_at_any_time() -> None:
    game = turn_one(RUNNER)
    game.blue("concede the game")
    assert game.state.winner is Ending.A


@pytest.mark.rule("FS-TURN-09", "FS-TURN-06")
def test_the_initiative_passes_and_activations_alternate() -> None:
    game = armed(RUNNER, "One | Corvette | | Torpedo\nTwo | Corvette | | Torpedo\nThree | Corvette | | Torpedo")
    picks = []
    while game.state.stage is Stage.PICK:
        side = game.state.picks
        assert side is not None
        picks.append(side.value)
        ship = next(one for one in game.state.on_board(side) if not one.activated)
        game.order(game.state.crew(side)[0], f"hold {ship.id}")
    assert picks == ["A", "B", "B", "B"]
    assert game.state.initiative is Side.B and game.state.first is Side.A


@pytest.mark.rule("FS-UPG-17", "FS-MOV-17")
def test_an_overcharge_is_owed_the_turn_after_and_not_pushed_on() -> None:
    game = turn_one("Fast | Cruiser | | Thruster Overchargers; Shields; Shields; Shields; Shields; Shields")
    assert game.refused(RED, "Fast: accelerate 5, overcharge 5").startswith("E_THRUST FS-UPG-17")
    turn(game, "Fast: accelerate 8, overcharge 4")
    assert game.ship("A1").debt == 4
    assert game.refused(RED, "Fast: accelerate 1").startswith(
        "E_THRUST FS-MOV-01: Not enough thrust. It takes 1; it has 0."
    )
    assert game.refused(RED, "Fast: overcharge 1").startswith("E_ONCE FS-UPG-17")
    game.break_system("A1", "engines")
    turn(game)
    assert game.ship("A1").debt == 0
    game.break_system("A1", "engines")
    game.red("Fast: accelerate 2")


@pytest.mark.rule("FS-UPG-17", "FS-MOV-13")
def test_a_turn_off_the_board_pays_nothing_for_an_overcharge() -> None:
    game = turn_one("Fast | Cruiser | | Thruster Overchargers; Shields; Shields; Shields; Shields; Shields")
    game.stand("A1", 70, 24, 90, 6)
    turn(game, "Fast: accelerate 8, overcharge 4")
    assert (game.ship("A1").status, game.ship("A1").debt) == (Status.OFF_BOARD, 4)
    game.red("lock orders")
    game.blue("lock orders")
    hold_all(game)
    game.red("reenter Fast at 69 24 heading 270")
    assert game.ship("A1").status is Status.DEPLOYED and game.ship("A1").debt == 4
    assert game.refused(RED, "Fast: accelerate 1").startswith(
        "E_THRUST FS-MOV-01: Not enough thrust. It takes 1; it has 0."
    )
    turn(game)
    assert game.ship("A1").debt == 0


@pytest.mark.rule("FS-MOV-17", "FS-HULL-08")
def test_a_plot_that_has_become_illegal_is_cut() -> None:
    game = turn_one("Ship | Destroyer | | Shields; Shields; Shields; Shields")
    game.red("Ship: accelerate 3, starboard 3")
    game.break_system("A1", "engines")
    game.red("lock orders")
    game.blue("lock orders")
    shown = next(one for one in game.heard(PlotsShown) if one.side is Side.A)
    assert (shown.done["A1"].change, shown.done["A1"].course) == (3, 0)
    assert game.ship("A1").velocity == 9 and game.ship("A1").heading == 0


@pytest.mark.rule("FS-FAC-09")
def test_forced_reverance_halves_what_the_order_then_changes() -> None:
    holy = "Holy; faction cots\nSaint | Frigate | | Forced Reverance; Forced Reverance"
    game = turn_one(holy, "Dart | Frigate | | Torpedo; Torpedo\nFar | Frigate | | Torpedo; Torpedo", (1, 1, 1))
    game.stand("A1", 36, 24, 0, 0)
    game.stand("B1", 36, 36, 180, 7)
    game.stand("B2", 60, 44, 180, 7)
    game.blue("Dart: decelerate 4", "lock orders")
    game.red("lock orders")
    assert [(one.ship, one.before, one.velocity) for one in game.heard(Reverenced)] == [("B1", 7, 3)]
    assert game.ship("B1").velocity == 0 and game.ship("B2").velocity == 7


def test_a_moderator_minds_the_clock() -> None:
    game = turn_one(RUNNER)
    game.gm("deadline in 10 minutes", "extend by 5 minutes")
    assert game.state.until == NOON + 900
    game.wait(5)
    game.gm("pause the clock")
    assert game.state.pause == 600
    game.wait(5000)
    game.gm("resume the clock", "timer activation 1")
    assert game.state.until == game.now + 600
    game.gm("advance")
    assert game.state.stage is Stage.PICK and game.state.until == game.now + 60
    game.gm("set destroyed of A1 to engines because it was drawn so", "place A1 at 20 20 heading 90", "remove B1")
    assert game.state.winner is Ending.A


def test_a_stopped_clock_stands_whatever_is_played_until_it_goes_on() -> None:
    game = turn_one(RUNNER)
    game.gm("deadline in 10 minutes", "timer activation 7", "pause the clock")
    game.red("lock orders")
    game.blue("lock orders")
    assert game.state.stage is Stage.PICK and game.state.until is None
    game.wait(60 * 24 * 7)
    assert game.state.stage is Stage.PICK
    game.gm("resume the clock")
    assert game.state.until == game.now + 7 * 60 and game.state.pause is None


def test_stages_say_until_when_they_wait() -> None:
    game = turn_one(RUNNER)
    begun = [one for one in game.said_of(StageBegan) if one.stage is Stage.DEPLOY]
    assert [one.picks for one in begun] == [Side.A, Side.B]


@pytest.mark.rule("FS-CHG-06")
def test_what_was_only_proposed_is_no_rule() -> None:
    """The pack has what the tables of the rules list: 13 weapons, 4 defenses, 23 upgrades and 12 of factions."""
    pack = RULES.world.pack
    numbered = [one for one in pack.upgrades.values() if not one.faction]
    assert (len(pack.weapons), len(pack.defenses), len(numbered), len(pack.upgrades)) == (13, 4, 23, 35)
    assert pack.component("accuracy") is None  # announced in December 2024


@pytest.mark.rule("FS-SET-04", "FS-MOV-08")
def test_ships_in_a_line_stand_where_they_may_drift() -> None:
    """Straight ahead of where the first of two ships would stand lies a rock: it stands beside its path."""
    game = locked("Warspite | Frigate | | Railgun (fore); Railgun (fore)\nDart | Corvette | | Railgun (fore)")
    rock = Circle("t1", Point(24 * INCH, 14 * INCH), INCH)
    game.set(terrain=(rock,))
    for number, (x, y) in enumerate(MARKERS):
        game.order((RED, BLUE)[number % 2], f"marker at {x} {y}")
    game.red("edge S", "deploy the rest")
    ship = next(one for one in game.state.ships.values() if one.name == "Warspite")
    assert ship.place is not None and (ship.place.x, ship.place.y) != (24 * INCH, 10 * INCH)
    assert abs(ship.place.x - 24 * INCH) >= INCH or ship.place.y + 6 * INCH < 13 * INCH


def test_the_parts_of_a_plot_may_be_joined_by_and() -> None:
    game = turn_one("Carrier | Flagship | | Flight Deck (Fighter, Bomber)" + "; Beam Rifle (fore)" * 7)
    game.red("Carrier: accelerate 1 and port 1 and launch Fighter and Bomber")
    plotted = game.state.of(Side.A).plots["A1"]
    assert (plotted.plot.change, plotted.plot.port, plotted.launch) == (1, 1, ("AS1", "AS2"))


@pytest.mark.rule("FS-SET-06", "FS-TURN-06")
def test_a_moderator_places_a_ship_at_rest_and_one_that_left_goes_on_at_six_inches() -> None:
    game = turn_one(RUNNER + "\nWing | Corvette | | Torpedo")
    game.stand("A1", 71, 24, 90, 9)
    game.stand("A2", 30, 24, 90, 9)
    game.red("lock orders")
    game.blue("lock orders")
    game.red("activate Wing")
    refused = game.refused(MODERATOR, "place Wing at 20 20 heading 90")
    assert refused.startswith("E_PENDING FS-TURN-06: First things first. Wing is activated; `advance`")
    assert game.ship("A1").status is Status.OFF_BOARD
    game.gm("place Runner at 20 20 heading 90")
    assert (game.ship("A1").velocity, game.ship("A1").place) == (6, Point(20000, 20000))
    game.red("end activation")
    game.gm("place Wing at 40 20 heading 90")
    assert game.ship("A2").velocity == 9


@pytest.mark.rule("FS-SC-10", "FS-FAC-02", "FS-TURN-09", "FS-UPG-17")
def test_moderators_set_squadrons_miracles_debts_and_the_turn() -> None:
    holy = "Holy; faction cots\nSaint | Frigate | | Forced Reverance; Flight Deck (Fighter, Bomber)"
    game = turn_one(holy, RUNNER, (1, 1, 1))
    game.gm("put AS1 over Runner as offensive because the photo shows it")
    assert (game.squadron("AS1").ship, game.squadron("AS1").docked) == ("B1", False)
    assert game.squadron("AS1").mode is Mode.OFFENSIVE
    refused = game.refused(MODERATOR, "put AS1 over Runner as dock")
    assert refused.startswith("E_HANGAR FS-SC-10") and "Runner is of the other side" in refused
    game.gm("put AS1 over Saint as dock")
    assert game.squadron("AS1").docked
    (menu,) = [kind for kind in RULES.orders if kind.path == "gm-sunrise set"]
    labels = [one.label for one in RULES.options(game.state, MODERATOR, menu, "ship", {}, game.now)]
    assert labels[:1] == ["Saint (A1)"] and labels[-3:] == ["side A", "side B", "game"]
    game.gm("set miracles of A to 7")
    assert game.state.a.pool == 7
    refused = game.refused(MODERATOR, "set miracles of B to 7")
    assert refused.startswith("E_FACTION FS-FAC-02") and "Side B has no Miracle Points" in refused
    game.gm("set debt of Saint to 2")
    assert game.ship("A1").debt == 2
    game.gm("set turn of game to 6", "set initiative of game to B")
    assert (game.state.turn, game.state.initiative) == (6, Side.B)
    news = [RULES.tell(game.known[None], one, None) for one in game.last]
    said = "A moderator sets the initiative of the game from A to B: a moderator's ruling."
    assert [one.text for one in news if one is not None] == [said]
    game.gm("score of B is 14", "set points of B to 2", "set velocity of Saint to 3", "resize AS1 to 4")
    assert (game.state.b.score, game.ship("A1").velocity, game.squadron("AS1").size) == (2, 3, 4)
    assert [(one.what, one.before, one.after) for one in game.said_of(Corrected)][-4:] == [
        ("score", 0, 14), ("score", 14, 2), ("velocity", 6, 3), ("size", 8, 4),
    ]  # fmt: skip
    assert game.refused(MODERATOR, "set pips of B to 3").startswith("E_UNKNOWN FS-HULL-02")
    assert "For side B, points from 0 to 999 can be set, not 1000" in game.refused(MODERATOR, "set points of B to 1000")
    game.rolls(1, 1, 1)
    turn(game)
    assert (game.state.turn, game.state.initiative, game.ship("A1").debt) == (7, Side.A, 0)


@pytest.mark.rule("FS-TURN-07")
def test_moderators_answer_what_a_side_is_asked() -> None:
    game = armed("Tender | Destroyer | | Repair Crews; Hydra; Hydra; Torpedo")
    assert game.refused(MODERATOR, "answer as usual").startswith("E_PHASE FS-TURN-07")
    game.break_system("A1", "c2", "c3", "c4")
    game.red("hold Tender")
    (kind,) = [kind for kind in RULES.orders if kind.path == "gm-sunrise answer"]
    offered = [one.value for one in RULES.options(game.state, MODERATOR, kind, "answer", {}, game.now)]
    assert "repair systems" in offered and "as usual" in offered
    assert game.refused(MODERATOR, 'answer "sing"').startswith("E_VALUE FS-TURN-07")
    assert game.refused(MODERATOR, 'answer "repair everything"').startswith("E_VALUE FS-UPG-07")
    assert game.refused(MODERATOR, 'answer "restore c2"').startswith("E_PHASE FS-TURN-07")
    game.gm('answer "repair systems"', 'answer "restore c2, c4"')
    assert game.works("A1", "c2") and not game.works("A1", "c3") and game.works("A1", "c4")
    assert game.state.choice is None
    game = armed("Tender | Destroyer | | Repair Crews; Hydra; Hydra; Torpedo")
    game.break_system("A1", "c2", "c3", "c4")
    game.red("hold Tender")
    game.set(seats={BLUE: Side.B})  # nobody is left to play side A
    game.gm('answer "repair systems c3, c4"')
    assert not game.works("A1", "c2") and game.works("A1", "c3") and game.works("A1", "c4")
