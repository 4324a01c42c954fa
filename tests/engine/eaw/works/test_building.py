"""Ships are built at docks, for a movement point or for none. EAW-6, EAW-12a.2, EAW-17c, EAW-17f, EAW-33.3."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.season.run import Lost
from engine.eaw.state import Dock, with_realm
from tests.engine.eaw.playing import BLUE, RED, Played

BB = "design BB of Federation costs 300 counts 300 class 2 year 165 command 10 dock 40"


def test_a_ship_built_for_one_point_sails_in_a_later_slot_and_one_for_none_next_season() -> None:
    game = Played()
    before = game.state.realms[RED].treasury
    game.red("build CA, FF at dock 1 in fleet 7 for 1 MP", "jump fleet 7 to 2")
    game.seal()
    assert game.where("red:7") == "2" and len(game.state.crew("red:7")) == 2
    assert game.state.realms[RED].treasury == before - 125 - 71
    game.red("build DD at dock 1 in fleet 8")
    assert "E_COMMIT EAW-6.0.3" in game.refused(RED, "jump fleet 8 to 2")
    game.seal()
    game.red("jump fleet 8 to 2")


def test_free_builds_come_before_all_that_moves() -> None:
    game = Played()
    game.fleet(RED, 3, "1", "CA")
    game.fleet(BLUE, 1, "6", "D7")
    game.blue("jump fleet 1 to 1")
    game.red("build FF at dock 1 in fleet 3")
    game.seal()
    assert sorted(ship.name for ship in game.state.crew("red:3")) == ["CA-1", "FF-3"]
    assert game.state.sites


def test_a_build_in_a_slot_after_an_enemy_has_come_is_lost_and_costs_nothing() -> None:
    game = Played()
    game.fleet(BLUE, 1, "6", "D7")
    game.fleet(RED, 1, "2", "CA")
    game.blue("jump fleet 1 to 1")
    game.red("jump fleet 1 to 3", "build FF at dock 1 in fleet 3 for 1 MP")
    before = game.state.realms[RED].treasury
    game.seal()
    assert [one.code for one in game.of(Lost)] == ["E_PIN"] and game.state.realms[RED].treasury == before


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("build CA, CA at dock 1 in fleet 7", "E_DOCK EAW-6.0.1"),
        ("build NCL at dock 1 in fleet 7", "E_YEAR EAW-2d.1"),
        ("build D7 at dock 1 in fleet 7", "E_RACE EAW-2b"),
        ("build Battle Station at dock 1 in fleet 7", "E_ID EAW-2d.1"),
        ("build FRD at dock 1 in fleet 7", "E_UNIT EAW-15a.3"),
        ("build FF at dock 2 in fleet 7", "E_ID"),
        ("build FF [outstanding] at dock 1 in fleet 7", "E_CREW EAW-2e.1"),
        ("build FF [captain; captain] at dock 1 in fleet 7", "E_CREW EAW-2e.7"),
        ("build FF [2 F-4] at dock 1 in fleet 7", "E_VALUE EAW-6a"),
        ("build FF [bagpipes] at dock 1 in fleet 7", "E_ID EAW-6b"),
        ("build FF at dock 1 in fleet 9", "E_SPLIT EAW-6c.1"),
        ("build CA at dock 1 in fleet 1", "E_CAP EAW-17.0.1"),
        ("build DN at dock 1 in fleet 7", "E_S8 EAW-17.0.8"),
        ("build oversize FF at dock 1 in fleet 7", "E_DOCK EAW-6.0.4"),
    ],
)
def test_what_cannot_be_built_is_refused(line: str, refused: str) -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CC", "DD", "DD", "DD", "DD")
    game.fleet(RED, 9, "2", "FF")
    assert refused in game.refused(RED, line)


def test_the_treasury_and_the_places_at_a_dock_bound_what_is_built() -> None:
    game = Played()
    game.gm("correct treasury of empire red to 70")
    assert "E_BPV" in game.refused(RED, "build FF at dock 1 in fleet 7")
    game.gm("correct treasury of empire red to 500")
    for number in (1, 2, 3):
        game.fleet(RED, number, "1", "FF")
    assert "E_FULL EAW-6c.1" in game.refused(RED, "build FF at dock 1 in fleet 7")
    game.red("build FF at dock 1 in fleet 3")
    assert "E_FRDUSED EAW-33.3" in game.refused(RED, "build FF at dock 1 in fleet 3")


@pytest.mark.parametrize(
    ("ships", "price"),
    [
        ("CA [poor]", 100),
        ("CC [poor]", 110),
        ("CA [engineer]", 138),
        ("CA [captain; doctor]", 157),
        ("SC", 120),
        ("F-L", 61),
    ],
)
def test_crews_and_officers_change_the_price(ships: str, price: int) -> None:
    game = Played()
    before = game.state.realms[RED].treasury
    game.red(f"build {ships} at dock 1 in fleet 7")
    game.seal()
    assert before - game.state.realms[RED].treasury == price


def test_a_carrier_comes_with_its_fighters_and_its_escorts() -> None:
    game = Played(options={"start-year": "175"})
    before = game.state.realms[RED].treasury
    assert "E_S8" in game.refused(RED, "build CVS [12 F-4] at dock 1 in fleet 7")
    game.fleet(RED, 7, "1", "DE", "DE")
    game.red("build CVS [12 F-4] at dock 1 in fleet 7")
    game.seal()
    assert before - game.state.realms[RED].treasury == 238
    assert game.state.ships["red:CVS-1"].attrition == {"Federation F-4": 12}


def test_the_third_strong_ship_of_a_type_costs_more_and_a_poor_crew_takes_off_its_share_alone() -> None:
    game = Played()
    game.gm("design BC of Federation costs 170 counts 170 class 3 year 165 command 8 dock 10")
    game.gm("place BC in fleet 1 of red at 2", "place BC in fleet 1 of red at 2")
    before = game.state.realms[RED].treasury
    game.red("build BC [poor] at dock 1 in fleet 7")
    game.seal()
    assert before - game.state.realms[RED].treasury == 187
    assert game.state.ships["red:BC-3"].penalty == 51


def test_a_ship_too_large_for_a_dock_takes_two_seasons() -> None:
    game = Played()
    game.gm(BB)
    game.fleet(RED, 3, "1", "CA", "FF")
    assert "E_DOCK EAW-6.0.1" in game.refused(RED, "build BB at dock 1 in fleet 3")
    game.red("build oversize BB at dock 1 in fleet 3")
    assert "E_DOCK" in game.refused(RED, "build FF at dock 1 in fleet 3")
    game.seal()
    assert "red:BB-1" not in game.state.ships  # it is launched in M2 of this season, before any slot
    assert "E_COMMIT" in game.refused(RED, "jump fleet 3 to 2")
    assert "32 of 36 docking points are free" in game.refused(RED, "build CA, CL at dock 1 in fleet 7")
    game.red("build CA, DD at dock 1 in fleet 7")
    game.seal()
    assert game.state.ships["red:BB-1"].fleet == "red:3"
    game.red("jump fleet 3 to 2")
    game.seal()
    assert game.state.docks["red:d1"].oversize is None and game.where("red:3") == "2"


def test_two_docks_build_it_in_one_season() -> None:
    game = Played()
    game.gm(BB)
    game.fleet(RED, 3, "1", "CA", "FF")
    dock = Dock("red:d2", RED, 2, "1")
    game.arrange(replace(game.state, docks={**game.state.docks, dock.id: dock}))
    assert "E_VALUE" in game.refused(RED, "build oversize BB at dock 1 in fleet 3 for 2 MP")
    game.red("build oversize BB at dock 1 and dock 2 in fleet 3 for 2 MP", "jump fleet 3 to 2")
    game.seal()
    assert game.state.ships["red:BB-1"].fleet == "red:3" and game.where("red:3") == "2"


def test_a_dock_that_was_placed_this_season_or_captured_builds_nothing() -> None:
    game = Played()
    dock = game.state.docks["red:d1"]
    game.arrange(replace(game.state, docks={dock.id: replace(dock, ready=1)}))
    assert "E_FRDUSED EAW-15a.3" in game.refused(RED, "build FF at dock 1 in fleet 3")
    game.arrange(replace(game.state, docks={dock.id: replace(dock, inspected=False)}))
    assert "E_INSP" in game.refused(RED, "build FF at dock 1 in fleet 3")


def test_officers_are_not_sold_where_the_campaign_says_so() -> None:
    game = Played(options={"lo-purchase-at-build": "no"})
    game.arrange(with_realm(game.state, RED, mp=3))
    assert "E_CREW EAW-6b" in game.refused(RED, "build FF [captain] at dock 1 in fleet 3")
