"""Craft: their codes as they are now, shocks, severity, systems that fail, shields and lent power. Sections 13, 14."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.d6.data.pack import ShipHarm, System, load, maneuver_limit
from engine.d6.dice.codes import code
from engine.d6.ground.harm import Hurt
from engine.d6.play import Play
from engine.d6.space.aiming import worse
from engine.d6.space.codes import damage, fire_control, kind, maneuverability, resistance, shields, space
from engine.d6.space.damage import ShipHit, SystemFails, suffer
from engine.d6.space.gunnery import Fire
from engine.d6.space.shields import Routed
from engine.d6.state import Craft, Salvo, Wound, with_craft
from engine.game import MODERATOR, Table
from tests.engine.d6.playing import BLUE, RED, RULES, SHEETS, Played, pips
from tests.engine.d6.test_duels import dice, flight

WORLD = RULES.world


def aboard(ship: str = "X-wing", **changes: object) -> Played:
    """Red's Wel flies a craft of that kind, called Red, which is so; there is no combat."""
    game = Played()
    game.person("Wel", RED, mechanical="5D")
    game.gm(f"bring craft {ship} as Red of side rebels flown by Wel")
    game.arrange(with_craft(game.state, "craft-1", **changes))
    return game


def red(game: Played) -> Craft:
    """The craft called Red."""
    return game.state.craft["craft-1"]


def in_round(game: Played, round: int) -> None:
    """It is that space round, of a combat that began at second 0, and Wel acts."""
    game.arrange(replace(game.state, tick=2 * round - 1, time=4 * round - 4, order=("wel",), acting="wel", turns={}))


def hit(game: Played, margin: int, *faces: int, side: str = "rear", ion: bool = False) -> None:
    """Red is hit with that margin, and these dice fall."""
    game.rolls(*faces)
    table = Table(game.state, game.now, game.dice, RULES.refusals, game.knows)
    play = Play(WORLD, table)
    salvo = Salvo("", "", "craft-1", "lasers", 0, "front" if side == "front" else "rear", ion)
    suffer(play, red(game), margin, salvo)
    play.go()
    game.said += table.said
    game.arrange(play.state)


@pytest.mark.rule("D6-13-13", "D6-13-14", "D6-13-15")
def test_maneuverability_is_within_what_space_allows() -> None:
    limits = [str(code(maneuver_limit(space))) for space in range(13)]
    assert limits == ["0D+1", "0D+2", "1D", "1D+1", "1D+2", "2D", "2D+1", "2D+2", "3D", "3D+1", "3D+2", "4D", "4D+1"]
    cut = dict(SHEETS)
    cut["ships.toml"] = 'ships = [{ name = "Barge", space = 3, maneuverability = "2D", hull = "3D" }]'
    barge = load(cut, "seeds/d6").ships["Barge"]
    assert str(code(barge.maneuverability)) == "1D+1" and "D6-13-14" in barge.note
    assert all(ship.maneuverability <= maneuver_limit(ship.space) for ship in WORLD.pack.ships.values())


@pytest.mark.rule("D6-13-06", "D6-13-13", "D6-13-15")
def test_each_routing_from_engines_takes_space_and_maneuverability() -> None:
    game = aboard()
    for engines, expected in enumerate(((8, "3D"), (5, "2D"), (2, "1D"))):
        craft = replace(red(game), engines=engines)
        assert (space(WORLD, craft), maneuverability(WORLD, game.state, craft)) == (expected[0], pips(expected[1]))
    assert maneuverability(WORLD, game.state, replace(red(game), failed=(System.ENGINES,))) == 1


@pytest.mark.rule("D6-B-30", "D6-13-02")
def test_shields_are_doubled_on_one_side() -> None:
    game = aboard("Y-wing")
    assert resistance(WORLD, game.state, red(game), "rear") == pips("5D+2")
    game.red("angle shields front")
    assert (shields(red(game), "front"), shields(red(game), "rear")) == (pips("3D+1"), 0)
    assert game.refused(RED, "angle shields front").startswith("E_SHIELD D6-13-02")
    game.gm("set shields of craft Red to down")
    assert game.refused(RED, "angle shields even").startswith("E_SHIELD D6-13-02")


@pytest.mark.rule("D6-13-03", "D6-13-02", "D6-B-31", "D6-B-32")
def test_a_shock_blows_raised_shields_and_ionizes_through_a_bare_side() -> None:
    game = aboard("Y-wing", angle="front")
    hit(game, 2, side="rear")
    assert red(game).ionized and red(game).angle == "front" and red(game).shields == pips("1D+2")
    assert game.of(ShipHit)[-1].how == "ionized"
    game = aboard("Y-wing", angle="front")
    hit(game, 2, side="front")
    assert (red(game).shields, red(game).angle, red(game).ionized) == (0, "even", ())


@pytest.mark.rule("D6-B-32", "D6-13-07")
def test_ionizations_add_up_while_they_are_in_force_and_kill_the_controls() -> None:
    game = aboard("Y-wing", shields=0)
    in_round(game, 3)
    hit(game, 1)
    laser, cannon = kind(WORLD, red(game)).weapons[0], kind(WORLD, red(game)).weapons[2]
    assert maneuverability(WORLD, game.state, red(game)) == pips("1D")
    assert fire_control(game.state, red(game), cannon) == pips("2D")
    assert damage(game.state, red(game), laser) == pips("4D")
    in_round(game, 5)
    assert maneuverability(WORLD, game.state, red(game)) == pips("2D")
    hit(game, 1)
    assert red(game).dead == 0
    in_round(game, 6)
    hit(game, 1)
    assert game.of(ShipHit)[-1].how == "dead"
    assert game.refused(RED, "shoot Red with lasers").startswith("E_STATE D6-B-32: Not in that condition. The controls")
    stock = aboard("YT-1300 stock")
    hit(stock, 0)
    assert stock.of(ShipHit)[-1].how == "dead"


@pytest.mark.rule("D6-B-31")
def test_severity_adds_up() -> None:
    light, heavy, severe = ShipHarm.LIGHT, ShipHarm.HEAVY, ShipHarm.SEVERE
    assert worse(light, light) is light and worse(light, heavy) is heavy and worse(heavy, light) is severe
    assert worse(heavy, heavy) is severe and worse(severe, light) is ShipHarm.DESTROYED
    game = aboard(severity=severe)
    hit(game, 3)
    assert red(game).severity is severe
    hit(game, 4, *dice(40, 12), *dice(10, 3))
    assert red(game).severity is ShipHarm.DESTROYED
    figure = game.state.figures["wel"]
    assert (figure.craft, figure.station, figure.wound) == ("", "", Wound.DEAD)


@pytest.mark.rule("D6-13.1-01", "D6-B-31", "D6-13.1-08")
def test_a_hit_of_four_and_more_takes_a_system_and_harms_people_aboard() -> None:
    game = aboard()
    hit(game, 6, 3, 5, 4, *dice(6, 3))
    assert red(game).severity is ShipHarm.LIGHT and red(game).failed == (System.ENGINES,)
    assert space(WORLD, red(game)) == 0 and game.of(Hurt)[-1].how == "none"
    other = aboard()
    hit(other, 17, *dice(20, 12), *dice(14, 3))
    assert red(other).severity is ShipHarm.DESTROYED and not other.of(SystemFails)


SYSTEMS = {
    2: System.CLOSE, 3: System.BACKUP, 4: System.SENSORS, 5: System.GENERATOR, 6: System.WEAPONS, 7: System.HYPERDRIVE,
    8: System.ENGINES, 9: System.THRUSTERS, 10: System.LIFE_SUPPORT, 11: System.COOLING, 12: System.HULL,
}  # fmt: skip


@pytest.mark.rule(
    "D6-13.1-01", "D6-13.1-02", "D6-13.1-03", "D6-13.1-04", "D6-13.1-05", "D6-13.1-06", "D6-13.1-07", "D6-13.1-08",
    "D6-13.1-09", "D6-13.1-10", "D6-13.1-11", "D6-13.1-12", "D6-13.1-13", "D6-13-12",
)  # fmt: skip
@pytest.mark.parametrize(("roll", "system"), SYSTEMS.items(), ids=[one.value for one in SYSTEMS.values()])
def test_each_roll_of_the_table_takes_a_system_once(roll: int, system: System) -> None:
    game = aboard("YT-2400")
    first = max(1, roll - 6)
    cooling = (3,) if system is System.COOLING else ()
    hit(game, 5, first, roll - first, *cooling, 4, *dice(6, 3))
    craft, gun = red(game), kind(WORLD, red(game)).weapons[0]
    assert craft.failed == (() if system is System.CLOSE else (system,))
    if system is System.SENSORS:
        assert fire_control(game.state, craft, gun) == 0
    if system is System.GENERATOR:
        assert craft.shields == 0
        assert game.refused(RED, "route power from engines").startswith("E_SHIELD D6-13-12")
    if system is System.THRUSTERS:
        assert maneuverability(WORLD, game.state, craft) == 0
    if system is not System.CLOSE:
        game.gm(f"system {system} of Red fails")
        assert game.of(SystemFails)[-1].how == "again" and red(game).failed == (system,)


@pytest.mark.rule("D6-13.1-03")
def test_what_is_not_fitted_does_not_fail() -> None:
    game = aboard("TIE/ln")
    game.gm("system hyperdrive backup of Red fails", "system primary hyperdrive of Red fails")
    assert [one.how for one in game.of(SystemFails)] == ["unfitted", "unfitted"] and not red(game).failed


@pytest.mark.rule("D6-13.1-06", "D6-13-07")
def test_failed_weapon_systems_and_weapons_without_power_are_silent() -> None:
    game = flight(duel=False)
    game.gm("craft Red and Gold are 3 units apart")
    game.arrange(with_craft(game.state, "craft-1", guns=2, routed=2))
    lasers, torpedoes = kind(WORLD, red(game)).weapons
    assert (damage(game.state, red(game), lasers), damage(game.state, red(game), torpedoes)) == (0, pips("9D"))
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_STATE D6-13-07")
    game.gm("system weapon systems of Red fails")
    assert game.refused(RED, "shoot Gold with torpedoes").startswith("E_STATE D6-13.1-06")
    game.gm("system weapon systems of Red is repaired")
    assert game.refused(MODERATOR, "system weapon systems of Red is repaired").startswith("E_STATE D6-13.1-01")


@pytest.mark.rule("D6-13.1-11", "D6-13.1-08")
@pytest.mark.parametrize("repaired", [False, True])
def test_without_cooling_all_but_life_support_shuts_down_at_the_end_of_a_round(repaired: bool) -> None:
    game = aboard("YT-2400")
    in_round(game, 4)
    game.rolls(3)
    game.gm("system cooling of Red fails")
    assert red(game).cooling == 4 * 7  # the end of round 7
    in_round(game, 7)
    if repaired:
        game.gm("system cooling of Red is repaired")
    assert red(game).failed == (() if repaired else (System.COOLING,))
    game.red("done")
    assert game.state.space_round == 8
    assert (System.ENGINES in red(game).failed) is not repaired and System.LIFE_SUPPORT not in red(game).failed


@pytest.mark.rule("D6-13-04", "D6-13-10", "D6-13-11", "D6-13-16", "D6-14-04")
def test_shields_and_lent_power_are_back_thirty_rounds_after_the_last_shock() -> None:
    game = aboard()
    in_round(game, 5)
    hit(game, 0)
    assert red(game).blown == 4 * 34  # the start of round 35
    game.arrange(with_craft(game.state, "craft-1", engines=1, routed=1, shields=3))
    in_round(game, 10)
    hit(game, 0)
    assert (red(game).shields, red(game).engines, red(game).blown) == (0, 1, 4 * 39)
    game.gm("end combat", "let 116 seconds pass")
    assert red(game).engines == 1
    game.gm("let 4 seconds pass")
    assert (red(game).shields, red(game).engines, red(game).routed, red(game).blown) == (3, 0, 0, 0)
    lost = aboard(shields=0, blown=100, guns=1, routed=1, failed=(System.GENERATOR,))
    lost.gm("let 2 minutes pass")
    assert (red(lost).shields, red(lost).guns) == (0, 0)


def routes(game: Played, total: int, source: str = "engines") -> bool:
    """True if Wel routes power with that total, of five dice."""
    game.rolls(*dice(total, 5))
    game.sheet("wel", points=0)
    game.red(f"route power from {source}")
    return game.of(Routed)[-1].passed


@pytest.mark.rule("D6-14-01", "D6-14-02", "D6-14-03", "D6-13-05", "D6-13-07", "D6-13-09")
def test_routing_needs_fifteen_then_twenty_then_twenty_five() -> None:
    game = aboard("Lambda shuttle", shields=0, blown=120)
    assert not routes(game, 14) and routes(game, 15) and red(game).shields == 3
    assert not routes(game, 19, "weapons") and routes(game, 20, "weapons") and red(game).shields == 6
    game.arrange(with_craft(game.state, "craft-1", shields=3))
    assert game.refused(RED, "route power from engines").startswith("E_POWER D6-13-06")
    assert game.refused(RED, "route power from weapons").startswith("E_POWER D6-13-07")
    game.arrange(with_craft(game.state, "craft-1", engines=0, guns=2))
    assert not routes(game, 24) and routes(game, 25) and red(game).shields == 6
    assert game.refused(RED, "route power from engines").startswith("E_SHIELD D6-14-02")


@pytest.mark.rule("D6-13-08", "D6-13-06", "D6-13-01")
def test_routing_goes_up_to_the_stated_shields_and_not_without_combat_shields() -> None:
    game = aboard("Y-wing", shields=0, blown=120)
    assert routes(game, 15) and routes(game, 20) and red(game).shields == pips("1D+2")
    assert game.refused(RED, "route power from weapons").startswith("E_SHIELD D6-13-08")
    stock = aboard("YT-1300 stock")
    assert stock.refused(RED, "angle shields front").startswith("E_SHIELD D6-13-01")
    assert stock.refused(RED, "route power from engines").startswith("E_SHIELD D6-13-01")


@pytest.mark.rule("D6-14-05", "D6-12-03")
def test_routing_and_firing_and_flying_are_three_actions() -> None:
    game = flight("X-wing, Y-wing")
    game.arrange(with_craft(game.state, "craft-1", shields=0, blown=120))
    game.red("fly against Gold fire 1 and 1 more")
    game.rolls(*dice(20, 6), *dice(12, 6), *dice(9, 3))
    game.blue("fly against Red")
    assert game.pool("wel", "starship shields") == pips("3D") and game.pool("wel", "starship gunnery") == pips("3D")
    game.red("route power from engines")
    assert game.of(Routed)[-1].passed is False


@pytest.mark.rule("D6-14-06", "D6-13-05")
def test_crew_at_the_shields_rolls_and_the_pilot_chooses_the_source() -> None:
    game = aboard("YT-2400", shields=0, blown=120)
    game.person("Eng", BLUE, mechanical="5D")
    game.gm("put Eng aboard Red as shields")
    game.blue("route power from weapons")
    assert game.asked == "source wel"
    game.rolls(*dice(16, 5))
    game.red("power comes from engines")
    assert (red(game).engines, red(game).guns, red(game).shields) == (1, 0, 3)
    game.arrange(with_craft(game.state, "craft-1", shields=3))
    game.rolls(*dice(20, 5))
    game.blue("route power from weapons")  # engines have no more to give: nobody is asked
    assert (red(game).guns, red(game).shields) == (1, 6)


@pytest.mark.rule("D6-1-04", "D6-B-32")
def test_stations_are_taken_and_left() -> None:
    game = aboard("YT-2400")
    game.person("Gus", BLUE)
    assert game.refused(BLUE, "board Red as pilot").startswith("E_STATE D6-1-04")
    assert game.refused(BLUE, "board Red as bridge").startswith("E_UNKNOWN D6-1-04")
    game.blue("board Red as upper turret")
    assert game.refused(BLUE, "angle shields front").startswith("E_STATE D6-1-04")
    assert game.refused(BLUE, "leave craft").startswith("E_STATE D6-1-04")
    game.gm("set flying of craft Red to parked")
    game.blue("leave station", "leave craft")
    assert game.state.figures["gus"].craft == "" and red(game).crew == {"pilot": "wel"}


@pytest.mark.rule("D6-B-31")
def test_the_gm_sets_what_a_craft_is_within_bounds() -> None:
    game = aboard()
    game.gm("set severity of craft Red to heavily damaged", "set side of craft Red to empire")
    assert (red(game).severity, red(game).side) == (ShipHarm.HEAVY, "empire")
    assert game.refused(MODERATOR, "set shields of craft Red to 2D").startswith("E_SHIELD D6-13-08")
    assert game.refused(MODERATOR, "set severity of craft Red to dented").startswith("E_VALUE D6-B-31")
    assert game.refused(MODERATOR, "craft Red and Red are 3 units apart").startswith("E_VALUE D6-B-17")
    game.gm("remove craft Red")
    assert not game.state.craft and game.state.figures["wel"].station == ""


def test_a_menu_of_an_order_that_cannot_be_given_now_is_made_all_the_same() -> None:
    """A client asks for one before anybody knows whether the pilot works a gun."""
    game = aboard()
    game.gm("bring craft TIE interceptor as Tie of side empire")
    assert Fire.ready(RULES.look(game.knows(RED), RED, game.now)) is not None
    assert [one.value for one in RULES.options(game.knows(RED), RED, Fire, "target", {}, game.now)] == ["Tie"]
