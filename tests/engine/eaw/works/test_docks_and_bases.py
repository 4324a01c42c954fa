"""Docks are placed and moved, bases built, carried, installed. EAW-7b.4, EAW-9b.2, EAW-14, EAW-15a.3, EAW-15e to g."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.eaw.season.run import Lost
from engine.eaw.state import Base, with_realm
from tests.engine.eaw.playing import BLUE, RED, Played


def test_a_dock_is_placed_at_a_development_of_ones_own_and_builds_next_season() -> None:
    game = Played()
    game.develops(RED, "2", "colony")
    before = game.state.realms[RED].treasury
    for system, code in (("3", "E_FAC EAW-15a.3"), ("4", "E_FAC EAW-15a.3")):
        assert code in game.refused(RED, f"place dock at {system}")
    game.red("place dock at 2")
    assert "E_MP" in game.refused(RED, "place dock at 1")
    assert "E_FRDUSED EAW-15a.3" in game.refused(RED, "build FF at dock 2 in fleet 7 for 1 MP")
    game.seal()
    assert game.state.docks["red:d2"].at == "2" and before - game.state.realms[RED].treasury == 200
    game.red("build FF at dock 2 in fleet 7 for 1 MP")


def test_a_dock_costs_two_hundred_and_keeps_from_known_enemies() -> None:
    game = Played()
    game.gm("correct treasury of empire red to 199")
    assert "E_BPV" in game.refused(RED, "place dock at 1")
    known = game.state.realms[RED].knowledge["1"]
    game.gm("correct treasury of empire red to 500")
    game.arrange(with_realm(game.state, RED, knowledge={"1": replace(known, lost=-1)}))
    assert "E_ENEMY" in game.refused(RED, "place dock at 1")


def test_a_dock_moves_alone_for_three_points() -> None:
    game = Played()
    game.red("move dock 1 to 2")
    assert "E_FRDUSED EAW-15e" in game.refused(RED, "build FF at dock 1 in fleet 7 for 1 MP")
    assert "E_LANE" in game.refused(RED, "move dock 1 to 4")
    game.seal()
    assert game.state.docks["red:d1"].at == "2"


def test_a_military_tug_takes_it_for_one_point_and_is_a_fleet_of_its_own_then() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA", "Tug")
    game.red("build FF at dock 1 in fleet 1", "move dock 1 to 2 with Tug-1")
    assert "E_COMMIT EAW-15f" in game.refused(RED, "jump fleet 2 to 3")
    assert "E_FRDUSED EAW-15e" in game.refused(RED, "build FF at dock 1 in fleet 7 for 1 MP")
    game.seal()
    assert game.state.docks["red:d1"].at == game.where("red:2") == "2"
    assert [ship.name for ship in game.state.crew("red:2")] == ["Tug-1"]
    game.red("jump fleet 2 to 3")


def test_a_tug_fights_with_the_fleet_that_its_dock_is_pooled_into() -> None:
    """EAW-15g: a tug of 60 CBPV with a dock's fleet of 300 makes 360."""
    game = Played()
    game.fleet(RED, 1, "1", "Tug")
    game.fleet(RED, 3, "2", "GSC", "SC", "MS(CL)")
    game.fleet(RED, 4, "2", "FF")
    game.fleet(BLUE, 1, "3", "D7", "F5")
    game.red("move dock 1 to 2 with Tug-1")
    game.blue("jump fleet 1 to 2")
    game.seal()
    (site,) = game.state.sites.values()
    game.red(f"pool 3: GSC-1, SC-1, MS(CL)-1, dock 1; 4: FF-1 at {site.id}")
    game.red(f"battle order 3, 4 at {site.id}")
    (battle,) = game.state.battles.values()
    mine = next(force for force in battle.forces if force.seat == RED)
    assert [unit.name for unit in mine.units] == ["GSC-1", "SC-1", "MS(CL)-1", "Tug-1", "FRD 1"]
    assert sum(Fraction(unit.power) for unit in mine.units if unit.kind == "ship") == 360


def test_no_tug_no_tow() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    game.fleet(RED, 2, "3", "Tug")
    assert "E_UNIT EAW-15g" in game.refused(RED, "move dock 1 to 2 with CA-1")
    assert "E_FAC EAW-15f" in game.refused(RED, "move dock 1 to 2 with Tug-1")


def loaded(system: str = "2", kind: str = "colony") -> Played:
    """A large freighter of the first empire at its dock, and a development of its two lanes away."""
    game = Played()
    game.fleet(RED, 1, "1", "F-L")
    game.develops(RED, system, kind)
    game.red("build bases 12 GSA, CPL at dock 1 aboard F-L-1")
    return game


def test_bases_are_built_carried_and_installed_in_one_season() -> None:
    game = loaded()
    before = game.state.realms[RED].treasury
    game.red("jump fleet 1 to 2", "install 12 GSA facing A, CPL at 3014 with fleet 1")
    game.seal()
    assert before - game.state.realms[RED].treasury == 12 * 8 + 32
    there = game.state.garrison("2", RED)
    assert len(there) == 13 and {one.installed for one in there} == {0} and {one.carrier for one in there} == {""}
    assert "E_BASE EAW-7b.4" in game.refused(RED, "pick up b1 with F-L-1")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("install 13 GSA facing A with fleet 1", "E_BASE EAW-14.0.4"),
        ("install GSA facing A on planet 2 with fleet 1", "E_BASE EAW-14.0.4"),
        ("install GMS facing A with fleet 1", "E_CARGO EAW-14.0.6"),
        ("install GSA with fleet 1", "E_VALUE EAW-14.0.5"),
        ("install CPL with fleet 1", "E_VALUE EAW-14.0.5"),
        ("install Starbase facing A with fleet 1", "E_UNIT EAW-6c.2"),
        ("build bases Starbase at dock 1 aboard F-L-1", "E_UNIT EAW-6c.2"),
    ],
)
def test_bases_that_cannot_be_are_refused(line: str, code: str) -> None:
    game = loaded()
    game.red("jump fleet 1 to 2")
    assert code in game.refused(RED, line)


def test_a_base_stands_at_its_kind_of_planet() -> None:
    game = loaded("2", "mine")
    game.red("jump fleet 1 to 2")
    assert "E_PLANET EAW-14.0.7" in game.refused(RED, "install GSA facing A with fleet 1")
    game.red("cancel order 2", "jump fleet 1 to 6")
    assert "E_NEW EAW-33.2" in game.refused(RED, "install CPL at 3014 with fleet 1")


def test_cargo_boxes_bound_what_is_carried() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "F-L", "CA")
    assert "E_CARGO EAW-14a" in game.refused(RED, "build bases 11 DEFSAT at dock 1 aboard F-L-1")
    assert "E_CARGO" in game.refused(RED, "build bases GSA at dock 1 aboard CA-1")
    game.red("build bases 10 DEFSAT at dock 1 aboard F-L-1")


def test_bases_are_set_down_and_taken_up_until_they_are_installed() -> None:
    game = loaded()
    game.red("drop b1, b2 of F-L-1", "pick up b1 with F-L-1")
    assert "E_BASE" in game.refused(RED, "drop b2 of F-L-1")
    game.seal()
    states = {id: one.state for id, one in game.state.bases.items() if id in ("red:b1", "red:b2")}
    assert states == {"red:b1": "cargo", "red:b2": "dropped"}


def test_an_enemy_ship_keeps_bases_from_being_installed() -> None:
    game = loaded()
    game.seal()
    game.red("jump fleet 1 to 2")
    game.seal()
    game.fleet(BLUE, 1, "3", "D7")
    game.red("install CPL at 3014 with fleet 1")
    game.blue("jump fleet 1 to 2")
    game.seal()
    game.gm(f"close site {next(iter(game.state.sites))}")
    assert game.of(Lost) == [] and {one.state for one in game.state.bases.values() if one.kind == "CPL"} == {"dropped"}


def test_damaged_bases_are_repaired_ground_ones_at_once_and_orbital_ones_for_next_season() -> None:
    game = Played()
    game.fleet(RED, 1, "2", "CA")
    game.develops(RED, "2", "colony")
    assert "E_BASE EAW-9b.2" in game.refused(RED, "repair bases with fleet 1")
    kinds = ("GSA", "CPL")
    bases = {f"red:b{n}": Base(f"red:b{n}", RED, kind, "damaged", "2", installed=-3) for n, kind in enumerate(kinds)}
    game.arrange(replace(game.state, bases=bases))
    game.red("repair bases with fleet 1")
    game.seal()
    assert {(one.kind, one.state, one.installed) for one in game.state.bases.values()} == {
        ("GSA", "installed", 0),
        ("CPL", "installed", 1),
    }
