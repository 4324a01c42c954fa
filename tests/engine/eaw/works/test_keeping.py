"""Fleets are serviced, ships refitted and repaired, options raised. EAW-2f.2, EAW-6, EAW-8.0, EAW-22 to EAW-24."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.season.holdings import RetiredUnpaid
from engine.eaw.state import Fort, Officer, with_fleets, with_ships, with_system
from engine.eaw.works.keeping import Refit, RefitAtDock
from engine.orders import Order
from tests.engine.eaw.playing import BLUE, RED, RULES, Played


def hurt(at: str = "1", **changes: object) -> Played:
    """A fleet of the first empire with a ship that lost ten boxes."""
    game = Played()
    game.fleet(RED, 1, at, "CA", "FF")
    given: dict[str, object] = {"damage": {"hull": 6, "phaser": 4}, "crippled": True, **changes}
    game.arrange(with_ships(game.state, ["red:CA-1"], **given))
    return game


def test_a_fleet_at_a_dock_is_made_whole_for_nothing_but_a_point() -> None:
    game = hurt(used={"t-bomb": 2}, het=1, repairs=0)
    before = game.state.realms[RED].treasury
    game.red("resupply fleet 1")
    game.seal()
    ship = game.state.ships["red:CA-1"]
    assert (ship.damage, ship.crippled, ship.used, ship.het, ship.repairs) == ({}, False, {}, 0, None)
    assert game.state.realms[RED].treasury == before


def test_a_mine_does_not_serve_nor_a_disrupted_colony() -> None:
    game = hurt("2")
    game.develops(RED, "2", "mine")
    assert "E_FAC EAW-6d.1" in game.refused(RED, "resupply fleet 1")
    game.develops(RED, "2", "colony")
    game.red("resupply fleet 1", "cancel order 1")
    game.fleet(BLUE, 1, "2", "D7", trapped="2")
    game.arrange(with_system(game.state, "2", fort=Fort(RED, -1)))
    game.red("resupply fleet 1")
    game.seal()
    assert game.state.ships["red:CA-1"].crippled


def test_a_repair_freighter_serves_but_does_not_refit() -> None:
    game = hurt("2")
    game.gm("design FRS of civilian costs 50 counts 10 class 4 year 74 flags civilian small-repair-freighter")
    game.gm("place FRS in fleet 2 of red at 2")
    game.red("resupply fleet 1")
    assert "E_FAC" in game.refused(RED, "refit CA-1 to CA+")
    assert "E_FAC" in game.refused(RED, "raise options of CA-1 to 20 percent")


@pytest.mark.parametrize(
    ("line", "paid", "aboard"), [("resupply fleet 1 with fighters", 24, 12), ("resupply fleet 1", 0, 9)]
)
def test_lost_fighters_are_replaced_for_their_price(line: str, paid: int, aboard: int) -> None:
    game = hurt(attrition={"Federation F-4": 9}, lost={"Federation F-4": 3})
    before = game.state.realms[RED].treasury
    game.red(line)
    game.seal()
    assert before - game.state.realms[RED].treasury == paid
    assert game.state.ships["red:CA-1"].attrition["Federation F-4"] == aboard


def test_captives_are_not_repaired() -> None:
    game = hurt(inspected=False)
    game.red("resupply fleet 1")
    game.seal()
    assert game.state.ships["red:CA-1"].crippled


def test_modules_are_exchanged_for_the_difference_and_never_paid_back() -> None:
    game = Played(options={"races": "Romulan, Gorn", "start-year": "170", "fleets": "sample"})
    game.gm("place SpH-A in fleet 9 of red at 1", "place SpH-G in fleet 9 of red at 1")
    before = game.state.realms[RED].treasury
    game.red("refit SpH-A-1 to SpH-G", "refit SpH-G-1 to SpH-A")
    assert "E_ID EAW-6f.1" in game.refused(RED, "refit SpH-A-1 to KR")
    game.seal()
    assert before - game.state.realms[RED].treasury == 18
    assert {one.design for one in game.state.crew("red:9")} == {"Romulan SpH-G", "Romulan SpH-A"}


def test_refits_at_a_dock_share_its_points_with_what_is_built() -> None:
    game = Played(options={"races": "Romulan, Gorn", "start-year": "170"})
    game.gm("place SpH-A in fleet 9 of red at 1", "place SpH-A in fleet 9 of red at 1")
    game.red("dock SpH-A-1 at dock 1 to refit to SpH-G")
    assert "E_COMMIT" in game.refused(RED, "jump fleet 9 to 2")
    assert "E_DOCK" in game.refused(RED, "build KR, SkyH-A at dock 1 in fleet 9")
    assert "E_FRDUSED" in game.refused(RED, "dock SpH-A-2 at dock 1 to refit to SpH-G")
    game.red("build KF5R at dock 1 in fleet 9")


DRONES = "enter refit fast drones of Federation CA costs 6 counts 6 year 165 kind drones"
FASTER = "enter refit very fast drones of Federation CA costs 10 counts 10 year 165 kind drones"
TEAMS = "enter refit marines of Federation CA costs 4 counts 5 year 165 kind prime teams"


def test_an_upgrade_takes_the_place_of_its_kind_for_the_difference_and_prime_teams_count_beside_the_ship() -> None:
    """Register 8.0: a drone speed upgrade from 6 to 10 BPV costs 4, and the CBPV is 4 higher."""
    game = Played()
    game.gm(DRONES, FASTER, TEAMS)
    game.fleet(RED, 1, "1", "CA", "FF")
    before = game.state.realms[RED].treasury
    game.red("refit CA-1 to fast drones", "refit CA-1 to very fast drones", "refit CA-1 to marines")
    assert "E_ID EAW-6f.1" in game.refused(RED, "refit CA-1 to marines")
    assert "E_ID EAW-6f.1" in game.refused(RED, "refit FF-1 to marines")
    game.seal()
    ship = game.state.ships["red:CA-1"]
    assert before - game.state.realms[RED].treasury == 6 + 4 + 4
    assert (ship.ebpv, ship.cbpv, ship.prime_teams, ship.refits) == (135, 135, 5, ())
    assert ship.upgrades == {"very fast drones": 10, "marines": 5}
    assert RULES.world.effective(game.state, ship) == 140


def test_the_menu_of_refits_has_what_one_of_the_ships_has_not() -> None:
    game = Played()
    game.gm(DRONES, TEAMS)
    game.fleet(RED, 1, "1", "CA", "CA")
    game.arrange(with_ships(game.state, ["red:CA-1"], upgrades={"fast drones": 6}))

    def offered(kind: type[Order], **given: str) -> list[str]:
        return [one.value for one in RULES.options(game.knows(RED), RED, kind, "target", given, game.now)]

    assert offered(Refit, ship="CA-1") == ["marines"]
    assert offered(Refit, ship="CA-2") == ["fast drones", "marines"]
    assert offered(RefitAtDock, ships="CA-1, CA-2", dock="1") == ["fast drones", "marines"]


def test_a_ship_is_built_with_upgrades_and_its_officers_count_by_them() -> None:
    game = Played()
    game.gm(DRONES, FASTER, TEAMS)
    before = game.state.realms[RED].treasury
    assert "E_VALUE EAW-6b" in game.refused(RED, "build CA [fast drones; very fast drones] at dock 1 in fleet 7")
    game.red("build CA [captain; very fast drones; marines] at dock 1 in fleet 7 for 1 MP")
    game.seal()
    (ship,) = game.state.crew("red:7")
    assert before - game.state.realms[RED].treasury == 125 + 10 + 4 + 27  # 20 per cent of 135
    assert (ship.ebpv, ship.cbpv, ship.prime_teams) == (135, 135, 5)


def test_an_entered_design_keeps_the_refits_that_were_entered() -> None:
    game = Played()
    game.gm("enter refit plus of Federation CA costs 12 counts 12 year 165")
    game.gm("design CA of Federation costs 130 counts 130 class 3 year 130 command 8 control 4 dock 20")
    game.gm("place CA in fleet 7 of red at 1")
    game.red("refit CA-3 to plus")
    game.seal()
    assert game.state.ships["red:CA-3"].cbpv == 142


@pytest.mark.parametrize(
    ("line", "retired", "kinds"),
    [
        ("dock CA-1, CA-2 at dock 1 to refit to plus", 0, ["captain"]),
        ("dock CA-1, CA-2 at dock 1 to refit to plus without crews", 1, []),
    ],
)
def test_a_refit_at_a_dock_pays_for_crews_or_loses_them(line: str, retired: int, kinds: list[str]) -> None:
    game = Played()
    game.gm("enter refit plus of Federation CA costs 12 counts 12 year 165")
    game.gm("design CA of Federation costs 125 counts 125 class 3 year 130 command 8 control 4 dock 18")
    game.fleet(RED, 1, "1", "CA", "CA")
    game.arrange(with_ships(game.state, ["red:CA-1"], officers=(Officer("captain"),)))
    game.arrange(with_ships(game.state, ["red:CA-2"], crew="outstanding"))
    before = game.state.realms[RED].treasury
    game.red(line)
    game.seal()
    assert [one.kind for one in game.state.ships["red:CA-1"].officers] == kinds
    assert game.state.ships["red:CA-2"].crew == ("normal" if retired else "outstanding")
    assert len(game.of(RetiredUnpaid)) == retired
    # 20 per cent of 12 for the captain, 25 for the crew, together rounded up
    assert before - game.state.realms[RED].treasury == 24 + (0 if retired else 6)


@pytest.mark.parametrize(("design", "level", "paid"), [("CA", 20, 13), ("CC", 15, 7)])
def test_options_are_raised_for_their_share(design: str, level: int, paid: int) -> None:
    game = Played()
    game.fleet(RED, 1, "1", design)
    before = game.state.realms[RED].treasury
    game.red(f"raise options of {design}-1 to {level} percent")
    assert "E_CO EAW-6.0.7" in game.refused(RED, f"raise options of {design}-1 to 21 percent")
    game.seal()
    assert before - game.state.realms[RED].treasury == paid
    assert game.state.ships[f"red:{design}-1"].co == level


@pytest.mark.parametrize(
    ("changes", "left", "capacity"),
    [({}, 0, 2), ({"repairs": 5}, 5, 0), ({"dc_left": 2}, 4, 0), ({"dc_left": 2, "spare_cdr": 2}, 2, 0)],
)
def test_ships_repair_themselves_up_to_three_for_each_point_of_control(
    changes: dict[str, object], left: int, capacity: int
) -> None:
    game = hurt("2", **changes)
    game.red("selfrepair fleet 1")
    game.seal()
    ship = game.state.ships["red:CA-1"]
    assert (sum(ship.damage.values()), ship.repairs) == (left, capacity)
    assert ship.crippled is bool(left)


def test_a_trapped_fleet_repairs_nothing_and_one_without_damage_is_refused() -> None:
    game = hurt("2")
    game.arrange(with_fleets(game.state, ["red:1"], trapped="2"))
    assert "E_TRAP" in game.refused(RED, "selfrepair fleet 1")
    game = Played()
    game.fleet(RED, 1, "2", "CA")
    assert "E_FAC EAW-24.0" in game.refused(RED, "selfrepair fleet 1")


def test_survivors_of_a_battle_repair_themselves_for_no_point() -> None:
    game = hurt("2")
    game.fleet(BLUE, 1, "3", "D7")
    game.blue("jump fleet 1 to 2")
    game.seal()
    game.gm(f"close site {next(iter(game.state.sites))}")
    assert not game.state.ships["red:CA-1"].damage


def test_a_repair_ship_mends_others_by_its_boxes() -> None:
    game = hurt("2")
    design = replace(RULES.world.pack.designs["Federation FF"], boxes=3)
    game.arrange(replace(game.state, designs={design.code: design}))
    assert "E_FAC EAW-22d" in game.refused(RED, "have FF-1 repair 11 systems of CA-1")
    game.red("have FF-1 repair 8 systems of CA-1")
    assert "can repair 1 more" in game.refused(RED, "have FF-1 repair 2 systems of CA-1")
    game.seal()
    assert sum(game.state.ships["red:CA-1"].damage.values()) == 2
    assert game.state.ships["red:FF-1"].boxes_left == 1
