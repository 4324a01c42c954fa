"""Factions at the table: miracles, sanctuaries, returns, Slipspace, jumps, runes, Cores, inertia and thick plating."""

from __future__ import annotations

import pytest

from engine.sunrise.data.shapes import Point
from engine.sunrise.harm import ShipLost
from engine.sunrise.movement.sailing import Jumped, MarkersTaken
from engine.sunrise.shooting.gunnery import Attacked, HaywireRolled, Pushed, SanctuaryRolled, ShotLost
from engine.sunrise.shooting.miracles import PoolChanged
from engine.sunrise.state import Side, Stage, Status
from engine.sunrise.turn.comings import CameBack
from engine.sunrise.turn.cores import CoreSet
from engine.sunrise.turn.turns import PoolRolled
from engine.sunrise.turn.views_hints import hints
from tests.engine.sunrise.playing import BLUE, RED, RULES, armed, locked, turn_one

SUN = "Sun; faction cots\n"
CYCLE = "Cycle; faction tfc\n"
MARS = "Mars; faction owc\n"
GAS = "Gas; faction ggc\n"
GUN = "Gun | Corvette | | Railgun (fore)"


@pytest.mark.rule("FS-FAC-02", "FS-TURN-02", "FS-FAC-03")
def test_the_pool_is_rolled_anew_and_buys_thrust_at_the_reveal() -> None:
    game = turn_one(SUN + "Saint | Flagship | | " + "; ".join(["Torpedo"] * 8), start=(2, 2, 3))
    assert game.state.a.pool == 7
    game.red("Saint: accelerate 6, miracle 2")
    assert game.state.a.pool == 7
    assert game.refused(RED, "Saint: accelerate 6, miracle 8").startswith(
        "E_POINTS FS-FAC-03: Not enough Miracle Points. It costs 8; you"
    )
    game.red("lock orders")
    game.blue("lock orders")
    assert game.state.a.pool == 5 and game.ship("A1").velocity == 12
    game.red("hold Saint")
    game.rolls(1, 1, 1)
    game.blue("hold Dart")
    assert [one.faces for one in game.heard(PoolRolled)] == [(1, 1, 1)] and game.state.a.pool == 3


@pytest.mark.rule("FS-FAC-04", "FS-FAC-05", "FS-FAC-06")
def test_miracles_add_a_die_a_defense_and_rerolls_in_their_windows() -> None:
    boat = "Boat | Destroyer | | Hydra; Hydra; Hydra; Hydra"
    game = armed(SUN + "Saint | Corvette | | Solar Light (fore)", SUN + boat, (2, 2, 3, 2, 1, 1))
    game.red("fire 1 at Boat with Saint")
    assert game.state.choice is not None and game.state.choice.side is Side.B
    assert game.refused(BLUE, "miracle defense 3").startswith(
        "E_POINTS FS-FAC-05: Not enough Miracle Points. It costs 6; you have 4"
    )
    game.blue("miracle defense 2")
    assert game.state.b.pool == 0
    game.rolls(6, 5, 4, 3, 2, 1)
    game.red("miracle die")
    assert game.state.a.pool == 5
    assert game.refused(RED, "miracle die").startswith("E_ONCE FS-FAC-04")
    game.rolls(6, 6)
    game.red("reroll 6, 5")
    assert game.state.a.pool == 3
    game.red("keep")
    (hit,) = game.heard(Attacked)
    assert (len(hit.faces), hit.rating, hit.discard) == (6, 2, 2) and hit.damage == 6 + 5 + 4 + 3 + 6 + 6 - 12


@pytest.mark.rule("FS-FAC-07")
def test_a_miracle_restores_a_system_between_steps() -> None:
    game = turn_one(SUN + "Saint | Frigate | | Torpedo; Torpedo", start=(1, 1, 2))
    game.break_system("A1", "engines")
    assert game.refused(BLUE, "miracle restore Engines of Dart").startswith("E_FACTION FS-FAC-02")
    game.red("miracle restore Engines of Saint")
    assert game.works("A1", "engines") and game.state.a.pool == 0
    game.break_system("A1", "engines")
    assert game.refused(RED, "miracle restore Engines of Saint").startswith("E_POINTS FS-FAC-07")


@pytest.mark.rule("FS-FAC-07", "FS-TURN-07")
def test_an_activation_stays_open_while_a_miracle_can_restore_a_system() -> None:
    saint = SUN + "Saint | Destroyer | | Solar Light (fore); Repair Crews; Torpedo; Torpedo"
    game = armed(saint, start=(2, 2, 2))
    game.red("automatic die, reroll")
    game.break_system("A1", "c2")
    game.rolls(1, 1, 1, 1, 1)
    game.red("fire Solar Light at Dart with Saint")
    assert game.state.acting == "A1" and game.state.stage is Stage.ACTION
    assert any(one.line == "/sunrise miracle" for one in hints(RULES.look(game.known[RED], RED, game.now)))
    game.alter("A1", pips=5)
    game.rolls(6)
    game.red("miracle restore Repair Crews of Saint")
    assert (game.state.a.pool, game.state.acting) == (2, "") and game.ship("A1").pips == 5 + 6 + 3
    game = armed(saint, start=(1, 1, 1))
    game.red("automatic die, reroll")
    game.break_system("A1", "c2")
    game.rolls(1, 1, 1, 1, 1)
    game.red("fire Solar Light at Dart with Saint")  # three points pay for no system
    assert game.state.acting == ""


@pytest.mark.rule("FS-FAC-04", "FS-FAC-08")
def test_miracle_dice_are_said_with_the_shots() -> None:
    saint = SUN + "Saint | Frigate | | Solar Light (fore); Solar Light (fore)"
    game = armed(saint, start=(1, 1, 1))
    refused = game.refused(RED, "fire 1 at Dart miracle die, 2 at Dart miracle die with Saint")
    assert refused.startswith("E_POINTS FS-FAC-04: Not enough Miracle Points. It costs 2; you have 1.")
    game.blue("automatic all")
    game.red("automatic reroll")
    game.rolls(*[1] * 11)
    game.red("fire 1 at Dart miracle die, 2 at Dart no die with Saint")
    assert [len(one.faces) for one in game.heard(Attacked)] == [6, 5]
    assert game.state.a.pool == 1 and game.all_rolled()
    assert game.refused(BLUE, "fire Torpedo at Saint miracle die with Dart").startswith("E_FACTION FS-FAC-04")


@pytest.mark.rule("FS-FAC-08")
def test_holy_sanctuary_turns_weapons_to_another_target() -> None:
    saints = (
        SUN
        + "Saint | Corvette | | Holy Sanctuary\nTwo | Frigate | | Torpedo; Torpedo\nSix | Frigate | | Torpedo; Torpedo"
    )
    game = armed("Gun | Corvette | | Torpedo", saints, (1, 1, 1))
    game.blue("automatic defense")
    game.stand("B2", 40, 36)
    game.stand("B3", 32, 36)
    game.rolls(6)
    game.red("fire Torpedo at Saint with Gun")
    assert [one.turned for one in game.heard(SanctuaryRolled)] == [True]
    assert game.refused(RED, "redirect to Saint").startswith("E_ONCE FS-FAC-08")
    game.rolls(1, 1, 1, 1)
    game.red("redirect to Six")
    assert [one.target for one in game.heard(Attacked)] == ["B3"]
    game = armed("Gun | Corvette | | Torpedo", SUN + "Saint | Corvette | | Holy Sanctuary", (1, 1, 1))
    game.rolls(6)
    game.red("fire Torpedo at Saint with Gun")
    assert [one.by_rule for one in game.heard(ShotLost)] == ["FS-FAC-08"]


@pytest.mark.rule("FS-FAC-10")
def test_a_resplendent_ship_returns_whole_once() -> None:
    game = armed(GUN, SUN + "Saint | Frigate | | Resplendent Return; Torpedo", (1, 1, 1))
    game.blue("automatic defense")
    game.alter("B1", pips=1)
    game.rolls(3, 3, 3, 3, 4)
    game.red("fire Railgun at Saint with Gun")
    (lost,) = game.heard(ShipLost)
    assert lost.faces == (4,) and lost.returning and game.ship("B1").status is Status.RETURNING
    assert game.state.turn == 2 and game.state.choice is not None
    assert game.refused(BLUE, "resplendent Saint at 36 6 heading 0").startswith("E_EDGE FS-FAC-10")
    assert game.refused(BLUE, "resplendent Saint at 36 30 heading 0").startswith("E_SPACING FS-SET-04")
    game.rolls(1, 1, 1)
    game.blue("resplendent Saint at 36 40 heading 200")
    ship = game.ship("B1")
    assert (ship.pips, ship.velocity, ship.heading, game.works("B1", "c1")) == (12, 6, 200, False)
    game.alter("B1", systems=ship.systems)
    assert game.refused(BLUE, "miracle restore 1 of Saint").startswith("E_DESTROYED FS-FAC-10")


@pytest.mark.rule("FS-FAC-12", "FS-WPN-21")
def test_harbingers_feed_on_every_hit() -> None:
    boat = SUN + "Boat | Destroyer | | Flight Deck (Harbingers); Torpedo; Torpedo; Torpedo"
    game = armed("Gun | Frigate | | Railgun (fore); Torpedo", boat, (1, 1, 1))
    game.blue("automatic all")
    game.assign("BS1", "B1", "offensive", size=5)
    game.rolls(1, 1, 1, 1, 1, 1)
    game.red("fire Railgun at Boat, Torpedo at Boat with Gun")
    assert [one.by for one in game.heard(PoolChanged)] == [3, 3]


@pytest.mark.rule("FS-FAC-20", "FS-FAC-21")
def test_ships_held_back_come_out_of_slipspace_in_turn_three() -> None:
    game = locked(
        CYCLE + "Late | Frigate | | Torpedo; Torpedo\nMain | Destroyer | | Torpedo; Torpedo; Torpedo; Torpedo"
    )
    for number, (x, y) in enumerate(((12, 24), (22, 36), (32, 24), (42, 36), (60, 36))):
        game.order((RED, BLUE)[number % 2], f"marker at {x} {y}")
    game.red("edge S")
    assert game.refused(RED, "hold back Main").startswith(
        "E_INTEGRITY FS-FAC-20: Too much integrity. Integrity 4 would be held back"
    )
    game.red("hold back Late", "deploy the rest")
    game.blue("deploy the rest")
    assert game.refused(RED, "arrive Late at 50 10 heading 0").startswith("E_PHASE FS-FAC-21: Not now. This is turn 1")
    for _ in range(2):
        game.red("Main: decelerate 3", "lock orders")
        game.blue("lock orders")
        for _ in range(2):
            seat = RED if game.state.picks is Side.A else BLUE
            game.order(seat, "hold Main" if seat == RED else "hold Dart")
    assert game.state.turn == 3
    assert game.refused(RED, "arrive Late at 60 24.1 heading 0").startswith(
        "E_SPACING FS-FAC-21: Wrong distance. That is 11.9"
    )
    game.red("arrive Late at 60 10 heading 0")
    (came,) = game.heard(CameBack)
    assert came.how is Status.SLIPSPACE and came.velocity == 6
    assert game.refused(RED, "Late: port 1").startswith("E_NOORDERS FS-MOV-14")
    game.red("lock orders")
    game.blue("lock orders")
    assert game.ship("A1").place == Point(60000, 16000)


@pytest.mark.rule("FS-FAC-22")
def test_a_harmonic_drive_sets_a_ship_down_before_it_moves() -> None:
    game = turn_one(CYCLE + "Jump | Frigate | | Harmonic Drive; Harmonic Drive")
    game.stand("A1", 36, 24, 0, 6)
    assert game.refused(RED, "Jump: jump 6 to 36 36.001").startswith(
        "E_SPACING FS-FAC-22: Wrong distance. That is 12.001 inches"
    )
    game.red("Jump: jump 6 to 36 36")
    game.gm("add terrain circle 36 36 2")
    game.red("lock orders")
    game.blue("lock orders")
    assert [one.place for one in game.heard(Jumped)] == [None] and game.ship("A1").place == Point(36000, 30000)


@pytest.mark.rule("FS-FAC-23")
def test_binding_runes_measure_from_another_ship() -> None:
    runed = "Frigate | | Beam Rifle (fore); Binding Runes (1)"
    runes = f"{CYCLE}Far | {runed}\nNear | {runed}"
    game = armed(runes)
    game.stand("A1", 36, 10)
    game.stand("A2", 36, 26)
    game.red("activate Far")
    assert game.refused(RED, "target 1 at Dart").startswith("E_RANGE FS-WPN-05")
    game.red("target 1 at Dart from Near")
    game.rolls(1, 1, 1, 1, 1)
    game.red("volley")
    assert game.heard(Attacked)[0].range == 10000
    game = armed(runes)
    game.stand("A1", 36, 10)
    game.stand("A2", 36, 26)
    game.break_system("A2", "c2")
    game.red("activate Far")
    assert game.refused(RED, "target 1 at Dart from Near").startswith("E_MOUNT FS-FAC-23")


@pytest.mark.rule("FS-FAC-24")
def test_a_chameleon_core_acts_as_another_upgrade() -> None:
    core = CYCLE + "Core | Destroyer | | Chameleon Core; Shields; Flight Deck (Fighter, Bomber); Torpedo"
    game = turn_one(core)
    assert game.refused(RED, "chameleon 1 of Core as Torpedo").startswith("E_MOUNT FS-FAC-24")
    assert game.refused(RED, "chameleon 2 of Core as Shields").startswith("E_UNKNOWN FS-FAC-24")
    assert "is bound to nothing" in game.refused(RED, "chameleon 1 of Core as Shields on 4")
    game.red("chameleon Chameleon Core of Core as Shields")
    assert game.ship("A1").shields == 6
    game.red("lock orders")
    game.blue("lock orders")
    game.red("hold Core")
    game.blue("hold Dart")
    game.red("chameleon 1 of Core as Flight Deck")
    assert len(game.state.held("A1", "c1")) == 2 and game.ship("A1").shields == 3
    assert [one.filled for one in game.heard(CoreSet)] == [True]


@pytest.mark.rule("FS-FAC-31", "FS-FAC-32", "FS-FAC-33")
def test_old_world_weapons_hit_harder_break_more_and_push() -> None:
    mars = MARS + "Gun | Destroyer | | Autocannon (fore, port); High Velocity Munitions; Inertial Weaponry; Torpedo"
    game = armed(mars, "Boat | Destroyer | | Torpedo; Torpedo; Torpedo; Torpedo")
    game.stand("A1", 36, 24)
    game.stand("B1", 36, 34, 180, 3)
    game.rolls(1, 1, 1, 2, 2)
    game.red("fire Autocannon at Boat with Gun")
    game.blue("as usual") if game.state.choice is not None and game.state.choice.side is Side.B else None
    assert game.refused(RED, "inertial +5").startswith(
        "E_VALUE FS-FAC-33: That value is not possible. The change is +5, at"
    )
    game.red("inertial -4")
    assert [(one.before, one.velocity) for one in game.heard(Pushed)] == [(3, 0)]
    game = armed(MARS + "Gun | Frigate | | Hydra; Haywire Missiles", "Boat | Destroyer | | Hydra; Hydra; Hydra; Hydra")
    game.rolls(1, 1, 4)
    game.red("fire Hydra at Boat with Gun")
    assert [one.systems for one in game.heard(HaywireRolled)] == [1]
    game.blue("lose 1")


@pytest.mark.rule("FS-FAC-40", "FS-FAC-41", "FS-FAC-42")
def test_gas_giants_shrug_off_and_speed_up() -> None:
    game = armed(GUN, GAS + "Titan | Frigate | | Additional Fail-safes; Kineticite Plating")
    game.rolls(4, 3, 3, 1, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    game.red("fire Railgun at Titan with Gun")  # 11, of which 2 are ignored
    assert game.ship("B1").pips == 3
    game.blue("lose Additional Fail-safes")
    assert game.works("B1", "c1")
    game.blue("hold Titan")
    assert game.ship("B1").kineticite == 9
    game.blue("Titan: accelerate 17")


@pytest.mark.rule("FS-FAC-43", "FS-WIN-02")
def test_an_imposing_ship_takes_a_contested_marker() -> None:
    game = turn_one(GAS + "Titan | Frigate | | Imposing Presence; Torpedo")
    game.stand("A1", 60, 34, 0, 0)
    game.stand("B1", 60, 38, 0, 0)
    game.red("lock orders")
    game.blue("lock orders")
    assert [one.holders for one in game.heard(MarkersTaken)] == [{"m5": Side.A}]


@pytest.mark.rule("FS-FAC-08", "FS-WPN-08", "FS-WPN-14")
def test_sanctuaries_are_rolled_for_when_targets_are_declared_before_any_attack_dice() -> None:
    saints = SUN + "Saint | Frigate | | Holy Sanctuary; Torpedo\nTwo | Corvette | | Torpedo\nSix | Corvette | | Torpedo"
    game = armed("Gun | Destroyer | | Torpedo; Torpedo; Torpedo; Shields", saints, (1, 1, 1))
    game.blue("automatic all")
    for number, ship in enumerate(("B1", "B2", "B3")):
        game.stand(ship, 32 + 4 * number, 40)
    game.rolls(6, 2, 5)  # three weapons, and the first is turned away
    game.red("fire 1 at Saint, 2 at Saint, 3 at Saint with Gun")
    assert [one.turned for one in game.heard(SanctuaryRolled)] == [True] and game.state.choice is not None
    game.rolls(6, 6, 6, 6, 1, 1, 1, 1)  # it destroys Two; the second's four dice mark 4 pips of Saint
    game.rolls(1, 1, 1, 1)
    game.red("redirect to Two")
    assert [one.turned for one in game.heard(SanctuaryRolled)] == [False, False]
    assert [(one.weapon, one.target) for one in game.heard(Attacked)] == [("c1", "B2"), ("c2", "B1"), ("c3", "B1")]
    assert game.all_rolled() and game.ship("B1").pips == 4


@pytest.mark.rule("FS-FAC-24", "FS-FAC-21", "FS-TURN-02")
def test_a_core_that_comes_out_of_slipspace_is_chosen_in_that_turn() -> None:
    late = "Late | Frigate | | Chameleon Core; Shields"
    game = turn_one(CYCLE + f"Main | Destroyer | | Torpedo; Torpedo; Torpedo; Torpedo\n{late}")
    game.red("keep")
    game.alter("A2", status=Status.SLIPSPACE, place=None)
    for _ in range(2):
        game.red("Main: decelerate 3", "lock orders")
        game.blue("lock orders")
        for _ in range(2):
            seat = RED if game.state.picks is Side.A else BLUE
            game.order(seat, "hold Main" if seat == RED else "hold Dart")
    game.red("arrive Late at 60 10 heading 0")
    game.red("chameleon 1 of Late as Shields")
    assert game.ship("A2").shields == 6
