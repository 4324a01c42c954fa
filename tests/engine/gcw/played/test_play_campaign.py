"""Corners of campaigns that are founded whole, which random players found."""

import pytest
from msgspec.structs import replace

from engine.game import Seat, Setup
from engine.gcw.data.terms import DamageChannel, Pools
from engine.gcw.figures.ucr import Role
from engine.gcw.state import PlayerStatus, UnitKind
from tests.engine.gcw.playing import BLUE, NOON, RED, Played


def founded() -> Played:
    """The Empire and the Rebel Alliance, each with its sample fleet, a factory, and 5,000 KC."""
    game = Played()
    game.begin(Setup("Campaign", game.seats, {"founding": "whole"}), NOON)
    for seat, faction in ((RED, "GE"), (BLUE, "RA")):
        game.order(seat, f"join {faction} as Captain {seat}", "take sample fleet", "raise FAC at G-1", "confirm")
        game.gm(f"set treasury of {seat} to 5000")
    return game


@pytest.mark.rule("GCW-STK-04", "GCW-LOG-01")
def test_what_cannot_fly_takes_the_place_of_an_airspeeder_on_the_surface_below() -> None:
    game = founded()
    game.turn(BLUE, "move Guard T47 3 to G-1A")
    assert game.unit("Guard T47 3").cell == "G-1A"
    game.blue("exchange Guard T47 3 for SPB")
    assert game.unit("Speeder Bike").cell == "G-1S"


@pytest.mark.parametrize("founding", ["whole", "fleet"])
@pytest.mark.parametrize("faction", [one.code for one in Played().rules.world.pack.factions.values()])
def test_what_nobody_placed_starts_well_inside_the_board_of_its_home(faction: str, founding: str) -> None:
    """The fleet stands on the inner ring B, platforms no farther out than ring C, the rest on the ground."""
    game = Played()
    game.begin(Setup("Campaign", game.seats, {"founding": founding}), NOON)
    game.order(RED, f"join {faction} as Captain Red", "take sample fleet", "confirm")
    mine = [unit for unit in game.state.of(RED) if unit.cell]
    assert {unit.system for unit in mine} == {game.state.players[RED].home}
    assert {unit.cell for unit in mine if unit.kind is UnitKind.SHIP} == {"B-1"}
    assert {unit.cell.split("-")[0] for unit in mine} <= {"G", "B", "C"}


def with_hero(klass: str, level: int, seat: Seat = RED) -> Played:
    """A bare campaign in which that seat's one hero, aboard its first ship, is of a class and level."""
    game = Played()
    for each, faction, ship in ((RED, "RA", "NEBB named Yavaris"), (BLUE, "GE", "STRK named Havoc")):
        chosen = klass if each == seat else "Agent"
        game.order(each, f"join {faction} as Captain {each} class {chosen}", f"muster {ship}", "confirm")
    game.gm(f"set hero Captain {seat} of {seat} level {level}", "place Yavaris of red at Hoth B-1")
    game.gm("place Havoc of blue at Hoth B-1")
    return game


def lost(game: Played, name: str, damage: int, channel: DamageChannel = DamageChannel.NORMAL) -> Pools:
    """Points that a unit's pools lose by refined damage."""
    unit = replace(game.unit(name), shields_up=True)
    hit = game.rules.world.hits(game.state, unit, channel, damage)
    assert hit.absorbed == unit.pools.minus(hit.pools)
    return hit.absorbed


@pytest.mark.rule("GCW-HRO-01", "GCW-MAT-01")
def test_a_pool_that_a_hero_makes_larger_loses_less_and_overflows_later() -> None:
    """Shields of 450 count as 472 with an Admiral of level 2: 472 empty them, and 28 more go into the armor."""
    game = with_hero("Admiral", 2)
    game.gm("set unit Yavaris of red shields 450")
    assert lost(game, "Yavaris", 105) == Pools(100)
    assert lost(game, "Yavaris", 500) == Pools(450, 28)
    game.gm("place Yavaris of red at Hoth B-2", "spawn NEBB named Far at Endor B-1 for red")
    assert lost(game, "Far", 105) == Pools(105)  # he is elsewhere


@pytest.mark.rule("GCW-HRO-01")
def test_an_ace_flies_a_squadron_that_is_harder_to_bring_down() -> None:
    game = with_hero("Ace Pilot", 2)
    game.gm("set unit Yavaris XW-1 of red shields 0")
    assert lost(game, "Yavaris XW-1", 12) == Pools(0, 12)
    game.red("embark Captain red in Yavaris XW-1", "launch Yavaris XW-1 from Yavaris", "submit Out.", "final")
    assert lost(game, "Yavaris XW-1", 12) == Pools(0, 10)
    game.gm("spawn XW named Other at Hoth B-1 for red")
    world = game.rules.world
    rating = {
        name: world.rating_of(game.state, game.unit(name), Role.ATTACK).value for name in ("Yavaris XW-1", "Other")
    }
    assert rating["Yavaris XW-1"] == rating["Other"] + 1


@pytest.mark.rule("GCW-HRO-06")
def test_a_hero_who_was_trained_is_taken_from_the_command_center_or_from_g_1() -> None:
    game = founded()
    ship, craft = "Imperial-class Star Destroyer I", "Imperial-class Star Destroyer I LAM-1"
    game.red("train Thrawn as Admiral", f"rename {ship} to Devastator", f"rename {craft} to Bus")
    game.gm("place Bus of red at Coruscant G-1S")
    game.turn(RED, "embark Thrawn in Bus")
    (thrawn,) = (hero for hero in game.state.heroes.values() if hero.name == "Thrawn")
    assert game.state.units[thrawn.aboard].name == "Bus"
    bare = with_hero("Admiral", 1)
    bare.gm("set treasury of red to 1000", "spawn LAM named Bus at Endor G-1S for red")
    bare.red("train Leia as Diplomat")
    bare.turn(RED, "embark Leia in Bus")
    (leia,) = (hero for hero in bare.state.heroes.values() if hero.name == "Leia")
    assert bare.state.units[leia.aboard].name == "Bus"


@pytest.mark.rule("GCW-STK-04", "GCW-HRO-06")
def test_what_a_hero_is_aboard_is_not_exchanged() -> None:
    game = founded()
    game.turn(RED, "embark Captain red in Imperial-class Star Destroyer I LAM-1")
    assert game.refused(RED, "exchange Imperial-class Star Destroyer I LAM-1 for STT") == "HERO_ABOARD"


@pytest.mark.rule("GCW-HRO-01", "GCW-GAR-01", "GCW-G2G-01")
def test_a_general_makes_garrisons_tougher_and_ground_units_better() -> None:
    game = with_hero("General", 5)
    game.gm("spawn GAR named Fort at Hoth G-1S for red", "spawn 10 RSO named Watch at Hoth G-1S for red inside Fort")
    game.gm("spawn 10 RSO named Field at Hoth G-1S for red", "spawn 10 RSO named Away at Endor G-1S for red")
    assert lost(game, "Watch", 11) == Pools(0, 10)
    assert lost(game, "Field", 11) == Pools(0, 11)
    rating = {
        name: game.rules.world.rating_of(game.state, game.unit(name), Role.ATTACK).value for name in ("Field", "Away")
    }
    assert rating["Field"] == rating["Away"] + 1


@pytest.mark.rule("GCW-HRO-01", "GCW-GAR-03")
def test_a_governor_makes_facilities_harder_to_hit_and_no_better_at_hitting() -> None:
    game = with_hero("Governor", 5)
    game.gm("spawn GAR named Fort at Hoth G-1S for red", "spawn GAR named Far Fort at Endor G-1S for red")
    here, there = game.unit("Fort"), game.unit("Far Fort")
    world, state = game.rules.world, game.state
    gains = {
        role: world.rating_of(state, here, role).value - world.rating_of(state, there, role).value for role in Role
    }
    assert gains == {Role.DEFEND: 1, Role.ATTACK: 0}


@pytest.mark.rule("GCW-HRO-01")
def test_a_force_user_is_better_and_tougher_and_spurs_on_the_fleet() -> None:
    game = with_hero("FORCE", 4)
    world, state = game.rules.world, game.state
    ship = game.unit("Yavaris")
    hero = replace(ship, id="x", kind=UnitKind.HERO, code="FORCE", pools=Pools(0, 80), docked=ship.id)
    assert world.boost(state, hero, "UCR") == 1
    assert world.hits(state, hero, DamageChannel.NORMAL, 15).absorbed == Pools(0, 10)
    assert world.boost(state, ship, "DAMAGE_PERCENT") == 5


@pytest.mark.rule("GCW-CMD-01")
def test_classes_of_ships_and_heroes_may_bring_command_points_of_themselves() -> None:
    """None of the project's pack does: a pack in which an Agent brings 3, and a Nebulon-B 1."""
    game = with_hero("Agent", 1)
    pack = game.rules.world.pack
    agent, frigate = replace(pack.heroes["AGENT"], bonus_cp=3), replace(pack.ships["NEBB"], bonus_cp=1)
    richer = replace(
        game.rules.world,
        pack=replace(pack, heroes={**pack.heroes, "AGENT": agent}, ships={**pack.ships, "NEBB": frigate}),
    )
    assert (game.rules.world.capacity(game.state, RED), richer.capacity(game.state, RED)) == (23, 27)


@pytest.mark.rule("GCW-ACT-01", "GCW-CST-03", "GCW-RES-03")
def test_a_downtime_across_two_action_days_tells_what_was_told_hour_by_hour() -> None:
    """Jobs, a voyage, a reserve and a scan fall due meanwhile: the same facts, each at its instant (register 7.1)."""
    on_time = founded()
    on_time.red("build 3 TF at Factory for dock", "jump Lancer-class Frigate to Champala", "reserve TIE Avenger")
    on_time.red("activate TIE Avenger for main")
    on_time.blue("build XW at Factory for dock")
    on_time.turn(BLUE, "scan MC-80a Star Cruiser active orbit")
    late, began = on_time.copy(), len(on_time.said)
    for _ in range(24 * 30):
        on_time.wait(hours=1)
    late.lapse(on_time.now)
    assert late.said[began:] == on_time.said[began:] and late.state == on_time.state
    kinds = [type(one.fact).__name__ for one in late.said[began:]]
    assert kinds.count("ActionDay") == 2
    assert not {"Arrived", "CameFromReserve", "WorksSet"} - set(kinds)


@pytest.mark.rule("GCW-FTG-01", "GCW-CON-07")
def test_who_claims_a_world_is_no_attacking_force_there_any_more() -> None:
    game = founded()
    game.gm("set owner of Coruscant to blue")
    assert "red/Coruscant/G-1" in game.state.forces
    game.red("transfer Imperial-class Star Destroyer I to Coruscant", "construct BUN in G-2 of Coruscant")
    game.wait(hours=24 * 12)
    assert game.state.owners["Coruscant"] == RED
    assert not [key for key in game.state.forces if key.startswith("red/Coruscant")]


@pytest.mark.rule("GCW-ACT-04", "GCW-CST-03")
def test_whose_last_work_is_lost_is_out_of_the_campaign_with_the_next_turn() -> None:
    """The work ends after players were judged: that anything of any player's is other is enough to see it."""
    game = with_hero("Agent", 1)
    game.gm("spawn SHY named Yard at Endor G-1S for red", "set treasury of red to 700")
    game.red("build NEBB at Yard for dock named Hope")
    game.gm("remove Yavaris of red", "set owner of Endor to blue", "remove Yard of red")
    assert not game.state.works and game.state.players[RED].status is PlayerStatus.ACTIVE
    game.blue("submit Onwards.")
    assert game.state.players[RED].status is PlayerStatus.ELIMINATED
