"""Attacks at the table: dice, rerolls, reductions, losses, repairs and the upgrades that change them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.look import Refused
from engine.sunrise.abilities import aimed
from engine.sunrise.craft.spotting import Spotted
from engine.sunrise.data.shapes import Circle, Point
from engine.sunrise.data.units import Arc, Type
from engine.sunrise.figures.weapons import Gun, Line, aim
from engine.sunrise.harm import Damaged, SystemLost
from engine.sunrise.shooting.aiming import Shoot, Volleyed
from engine.sunrise.shooting.gunnery import NOT_MADE, Attacked, Rerolled, ShotLost, phrase_of
from engine.sunrise.shooting.repairs import Mended
from engine.sunrise.state import Ending, Shot, Stage, Status
from engine.text.message import T_, recorded
from tests.engine.sunrise.playing import BLUE, RED, RULES, armed, turn_one

GUN = "Gun | Corvette | | Railgun (fore)"
BOAT = "Boat | Destroyer | | Hydra; Hydra; Shields; Shields"


@pytest.mark.rule("FS-WPN-20", "FS-WPN-10", "FS-WPN-09", "FS-CHG-04")
def test_the_register_s_full_attack() -> None:
    wall = (
        "Wall | Cruiser | Refractive Coating, Refractive Coating | Shields; Torpedo; Torpedo; Torpedo; Torpedo; Torpedo"
    )
    game = armed("Lance | Frigate | | Energy Lance (fore); Upgraded Capacitors", wall)
    game.stand("A1", 36, 24)
    game.stand("B1", 36, 40)
    game.rolls(6, 5, 4, 2, 1)
    game.red("fire Energy Lance at Wall with Lance")
    assert game.state.choice is not None and game.state.choice.faces == (6, 5, 4, 2, 1)
    assert game.refused(RED, "reroll 6").startswith("E_VALUE FS-WPN-15: That value is not possible. There is no die 6")
    assert game.refused(RED, "reroll 4, 5").startswith("E_ONCE FS-WPN-15")
    game.rolls(3)
    game.red("reroll 5")
    (hit,), (hurt,) = game.heard(Attacked), game.heard(Damaged)
    assert (hit.faces, hit.rating, hit.discard, hit.damage) == ((6, 5, 4, 2, 3), 2, 2, 9)
    assert (hurt.by_shields, hurt.marked, hurt.pips, hurt.rows) == (3, 6, 30, 1)
    game.blue("lose Engines")
    assert not game.works("B1", "engines")


@pytest.mark.rule("FS-WPN-15")
def test_an_absent_player_s_lowest_die_is_rerolled_up_to_three() -> None:
    game = armed("Gun | Frigate | | Railgun (fore); Tuned Fire Control", BOAT)
    game.rolls(4, 4, 3, 4)
    game.red("fire Railgun at Boat with Gun")
    game.rolls(5)
    game.wait(720)
    assert [(one.die, one.before, one.face) for one in game.said_of(Rerolled)] == [(3, 3, 5)]
    game = armed("Gun | Frigate | | Railgun (fore); Tuned Fire Control", BOAT)
    game.red("automatic reroll")
    game.rolls(4, 4, 4, 4)
    game.red("fire Railgun at Boat with Gun")
    assert not game.said_of(Rerolled) and game.all_rolled()


@pytest.mark.rule("FS-WPN-14", "FS-TURN-08")
def test_shots_at_a_ship_that_is_gone_are_lost() -> None:
    game = armed("Gun | Frigate | | Railgun (fore); Torpedo", "One | Corvette | | Torpedo\nTwo | Corvette | | Torpedo")
    game.rolls(4, 4, 4, 4)
    game.red("fire Railgun at One, Torpedo at One with Gun")
    assert [one.by_rule for one in game.heard(ShotLost)] == ["FS-WPN-14"]
    assert game.ship("B1").status is Status.DESTROYED and game.ship("A1").activated
    assert next(one.shots for one in game.heard(Volleyed))[1].target == "B1"


@pytest.mark.rule("FS-WPN-17", "FS-HULL-04", "FS-UPG-11")
def test_ballistic_dice_destroy_systems_of_the_owner_s_choice() -> None:
    game = armed(GUN, BOAT.replace("| |", "| Hardened Armor, Hardened Armor |"))
    game.blue("loss order of Boat Hydra, Fire Control")
    game.rolls(6, 6, 2, 1)
    game.red("fire Railgun at Boat with Gun")
    (hit,) = game.heard(Attacked)
    assert (hit.damage, hit.broken, hit.discard) == (3, 2, 2)
    game.wait(720)
    assert [one.system for one in game.said_of(SystemLost)] == ["c1", "fire_control"]


@pytest.mark.rule("FS-HULL-09", "FS-WPN-22")
def test_without_fire_control_dice_count_two_less() -> None:
    game = armed("Gun | Frigate | | Hydra; Railgun (fore)", "Boat | Destroyer | | Hydra; Hydra; Hydra; Hydra")
    game.break_system("A1", "fire_control")
    game.rolls(6, 6, 2, 1)
    game.red("fire Railgun at Boat with Gun")
    (hit,) = game.heard(Attacked)
    assert (hit.values, hit.damage, hit.broken) == ((4, 4, 0, 0), 8, 0)


@pytest.mark.rule("FS-HULL-13", "FS-UPG-05", "FS-UPG-08")
def test_armor_and_shields_go_with_what_they_gave() -> None:
    boat = "Boat | Destroyer | | Reinforced Armor; Shields; Shields; Hydra"
    game = armed(GUN, boat)
    assert game.ship("B1").pips == 32 and game.ship("B1").shields == 6
    game.rolls(5, 5, 5, 2)
    game.red("fire Railgun at Boat with Gun")  # 17 - 6 = 11: 21 of 32, 1 row
    assert game.ship("B1").pips == 21 and game.ship("B1").shields == 0
    game.blue("lose Reinforced Armor")
    assert game.ship("B1").pips == 2 * 6 + 5  # 2 rows of 8 and 5 in the third


@pytest.mark.rule("FS-HULL-04")
def test_the_last_system_goes_unasked_and_a_second_loss_is_void() -> None:
    game = armed(GUN, "Boat | Destroyer | | Hydra; Hydra; Torpedo; Torpedo")
    game.break_system("B1", "c1", "c2", "c3", "c4", "engines", "fire_control")
    game.rolls(5, 5, 5, 5)
    game.red("fire Railgun at Boat with Gun")
    assert not any(one.works for one in game.ship("B1").systems) and game.state.choice is None


@pytest.mark.rule("FS-UPG-07", "FS-HULL-12", "FS-CHG-02", "FS-CHG-03")
def test_repair_crews_mend_pips_or_two_systems() -> None:
    tender = "Tender | Destroyer | | Repair Crews; Hydra; Hydra; Torpedo"
    game = armed(tender)
    game.alter("A1", pips=17)
    game.break_system("A1", "c2", "c3", "engines")
    game.red("hold Tender")
    game.rolls(4)
    game.red("repair pips")
    (done,) = game.heard(Mended)
    assert (done.die, done.pips, done.filled) == (4, 24, 2)
    assert game.refused(RED, "restore c2, c3, engines").startswith("E_VALUE FS-UPG-07")
    game.red("restore engines, 2")
    assert game.works("A1", "engines") and game.works("A1", "c2") and not game.works("A1", "c3")
    game = armed(tender)
    game.break_system("A1", "c2", "c3", "engines")
    game.red("hold Tender")
    assert game.refused(RED, "repair pips c2").startswith("E_VALUE FS-UPG-07")
    assert game.refused(RED, "repair systems c2, c3, engines").startswith("E_VALUE FS-UPG-07")
    assert game.state.choice is not None and game.state.choice.kind == "repair"
    game.red("repair systems engines, c3")
    assert game.works("A1", "engines") and game.works("A1", "c3") and not game.works("A1", "c2")
    game = armed(tender)
    game.break_system("A1", "c2", "c3")
    game.red("hold Tender", "repair systems")
    assert game.works("A1", "c2") and game.works("A1", "c3")


@pytest.mark.rule("FS-TURN-06")
def test_the_ship_that_is_activated_need_not_be_named_to_fire() -> None:
    game = armed(f"{GUN}\nOther | Corvette | | Railgun (fore)")
    refused = game.refused(RED, "fire Railgun at Dart")
    assert refused.startswith("E_PHASE FS-TURN-06") and "say which fires: fire Railgun at Dart with A1" in refused
    game.red("activate Gun")
    refused = game.refused(RED, "fire Railgun at Dart with Other")
    assert refused.startswith("E_PENDING FS-TURN-06") and "Gun is activated; end that first" in refused
    offered = [RULES.options(game.known[RED], RED, Shoot, field, {}, game.now) for field in ("ship", "shots")]
    assert [[one.value for one in field] for field in offered] == [["A1"], ["c1 at B1"]]
    game.rolls(1, 1, 1, 1)
    game.red("fire Railgun at Dart")
    assert [one.ship for one in game.heard(Volleyed)] == ["A1"]


@pytest.mark.rule("FS-WPN-08")
def test_a_weapon_fires_again_when_its_ship_is_activated_anew() -> None:
    game = armed(GUN)
    game.alter("A1", systems=tuple(replace(one, fired=True) for one in game.ship("A1").systems))
    game.rolls(1, 1, 1, 1)
    game.red("fire Railgun at Dart with Gun")
    assert [one.ship for one in game.heard(Volleyed)] == ["A1"]


@pytest.mark.rule("FS-UPG-07")
def test_crews_restored_by_their_twin_do_not_work_in_the_same_step() -> None:
    game = armed("Tender | Destroyer | | Repair Crews; Repair Crews; Hydra; Torpedo")
    game.alter("A1", pips=10)
    game.break_system("A1", "c2", "c3", "c4")
    game.red("hold Tender", "repair systems", "restore c2, c3")
    assert game.works("A1", "c2") and not game.works("A1", "c4")
    assert game.state.choice is None and not game.heard(Mended)


@pytest.mark.rule("FS-UPG-18")
def test_away_crews_work_once_within_twelve_inches() -> None:
    game = armed("Tender | Frigate | | Away Crews; Torpedo\nHurt | Frigate | | Torpedo; Torpedo")
    game.alter("A2", pips=3)
    game.stand("A2", 36, 24)
    game.red("activate Tender")
    assert game.refused(RED, "away song on Hurt").startswith("E_VALUE FS-UPG-18")
    assert game.refused(RED, "away pips on Dart").startswith("E_OWNER FS-UPG-18")
    game.rolls(5)
    game.red("away pips on Hurt")
    assert game.ship("A2").pips == 8
    assert game.refused(RED, "away pips on Hurt").startswith("E_ONCE FS-UPG-18")
    game.red("end activation")


@pytest.mark.rule("FS-UPG-21", "FS-UPG-22", "FS-WPN-18")
def test_a_spotted_ship_needs_no_line_of_sight_for_missiles() -> None:
    spy = "Spy | Frigate | | Target Acquisition Gear; Torpedo\nGun | Frigate | | Railgun (fore); Torpedo"
    game = turn_one(spy, "Boat | Corvette | | Torpedo\nShip | Corvette | | Torpedo")
    for id, x, y in (("A1", 20, 6), ("A2", 36, 6), ("B1", 36, 42), ("B2", 20, 42)):
        game.stand(id, x, y, 0 if y == 6 else 180, 6)
    game.gm("add terrain circle 36 24 3", "add terrain circle 28 24 2")
    game.red("lock orders")
    game.blue("lock orders")
    choice = game.state.choice
    assert game.state.stage is Stage.LAUNCH and choice is not None and choice.kind == "spot"
    assert choice.options == ("B2",)
    assert game.refused(RED, "spot Boat").startswith("E_LOS FS-UPG-21")
    assert game.refused(RED, "spot Gun").startswith("E_FRIENDLY FS-UPG-21")
    game.red(f"spot {choice.options[0]}")
    assert [one.ship for one in game.heard(Spotted)] == [choice.options[0]]
    game.set(spotted=("B1",))
    game.red("activate Gun")
    assert game.refused(RED, "target Railgun at Boat").startswith("E_LOS FS-BRD-07")
    game.red("target Torpedo at Boat")


@pytest.mark.rule("FS-UPG-13", "FS-FAC-30")
def test_a_turret_covers_the_neighbouring_arcs_while_it_works() -> None:
    game = armed("Gun | Frigate | | Railgun (fore); Turret Mount (1)")
    game.stand("B1", 60, 12)
    game.red("activate Gun", "target Railgun at Dart")
    game.break_system("A1", "c2")
    assert game.refused(RED, "target Railgun at Dart").startswith("E_ARC FS-WPN-01")


@pytest.mark.rule("FS-HULL-05", "FS-WIN-05")
def test_a_ship_without_pips_is_lost_at_once() -> None:
    game = armed(GUN, "Boat | Corvette | | Torpedo")
    game.rolls(2, 2, 1, 1)
    game.red("fire Railgun at Boat with Gun")
    assert game.state.winner is Ending.A and not game.said_of(SystemLost)


@pytest.mark.rule("FS-HULL-04")
def test_a_choice_may_be_left_to_the_usual_way() -> None:
    game = armed(GUN, BOAT)
    game.blue("automatic lose, repair")
    game.rolls(4, 4, 4, 2)
    game.red("fire Railgun at Boat with Gun")  # 14 - 6 = 8 pips: a row
    assert [one.system for one in game.said_of(SystemLost)] == ["bridge"]
    assert game.refused(BLUE, "automatic sleep").startswith("E_VALUE FS-TURN-07")


FORE = Gun(type=Type.ENERGY, band=2, arcs=(Arc.FORE,))
HERE, AHEAD = Point(36_000, 10_000), Point(36_000, 20_000)
ROCK = Circle("t1", Point(36_000, 15_000), 2000)


@pytest.mark.rule("FS-WPN-08", "FS-WPN-14")
@pytest.mark.parametrize(
    ("gun", "target", "cloaked", "phrase"),
    [
        (replace(FORE, works=False), AHEAD, False, "the weapon is destroyed"),
        (
            replace(FORE, bridge_out=True, manoeuvred=True),
            AHEAD,
            False,
            "the Control Bridge is out and the ship changed velocity or course",
        ),
        (FORE, Point(36_000, 2000), False, "the target bears 180.00, and the weapon covers fore"),
        (FORE, Point(36_000, 40_000), False, "30 inches is range band 5, and the weapon's is 2"),
        (FORE, Point(36_000, 26_000), True, "16 inches is range band 3, and the weapon's is 2"),
        (FORE, AHEAD, False, "the circle (36, 15) r 2 is between (36, 10) and (36, 20)"),
    ],
)
def test_why_a_declared_shot_is_lost_is_recorded_as_a_phrase_and_told_in_a_sentence(
    gun: Gun, target: Point, cloaked: bool, phrase: str
) -> None:
    refused = aim(gun, Line(here=HERE, heading=0, target=target, cloaked=cloaked), (ROCK,))
    assert isinstance(refused, Refused) and phrase_of(refused) == phrase and phrase in NOT_MADE
    told = NOT_MADE.words(phrase, recorded, ship=T_("Dart"), weapon=T_("Railgun"), target=T_("Wall"))
    assert told == f"The attack of Dart (Railgun) on Wall is lost: {phrase}."


@pytest.mark.rule("FS-FAC-23")
def test_a_shot_that_lost_the_ship_of_its_runes_is_recorded_by_ids() -> None:
    game = armed(GUN, GUN)
    refused = aimed(RULES.world, game.state, game.ship("A1"), Shot("c1", "B1", "A2"))
    assert isinstance(refused, Refused)
    assert phrase_of(refused) == "A2 and c1 of Gun do not both have working Binding Runes"
    assert phrase_of(refused) in NOT_MADE
