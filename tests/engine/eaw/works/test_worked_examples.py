"""Worked examples of the register's chapters on building and keeping, number by number. Register 8.6 to 8.12."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.draft import Stage
from engine.eaw.season.run import Run
from engine.eaw.state import Base, Dock, Fort, Officer, with_ships, with_system
from engine.eaw.works.exploring import from_the_future
from engine.eaw.works.purchases import boxes_for
from tests.engine.eaw.playing import BLUE, NOON, RED, RULES, Played
from tests.engine.eaw.works.test_new_year import bases, income, winter

CARGO_SHIP = "design Raider of Orion Daven costs 90 counts 90 class 4 year 165 cargo 10"


def spent(game: Played, *lines: str) -> int:
    """BPV that orders of the first empire cost, as its projection says."""
    before = game.state.realms[RED].treasury
    game.red(*lines)
    game.seal()
    return before - game.state.realms[RED].treasury


def test_each_of_two_docks_builds_for_thirty_six_points() -> None:
    """6.0.1: CA 20 and NCL 13 are 33, an FF 7 more are 40; a second build at one dock is refused."""
    game = Played(options={"start-year": "175"})
    second = Dock("red:d2", RED, 2, "1")
    game.arrange(replace(game.state, docks={**game.state.docks, second.id: second}))
    assert "40 are needed, and 36 of 36" in game.refused(RED, "build CA, NCL, FF at dock 1 in fleet 7")
    game.red("build CA at dock 1 in fleet 7")
    assert "E_FRDUSED EAW-33.3" in game.refused(RED, "build FF at dock 1 in fleet 7")
    game.red("build CA, NCL at dock 2 in fleet 8")


def test_a_transfer_of_the_season_makes_no_room_for_what_is_built_for_nothing() -> None:
    """6.0.3: a fleet of 560 gives a CA away in slot 1, and a CA for no movement point is too much for it."""
    game = Played()
    game.gm("design DDX of Federation costs 110 counts 110 class 4 year 165 dock 10")
    game.fleet(RED, 3, "1", "CC", "CA", "DD", "DD")
    game.gm("place DDX in fleet 3 of red at 1")
    game.fleet(RED, 4, "1", "FF")
    game.red("transfer CA-1 from fleet 3 to fleet 4")
    assert "E_CAP EAW-17.0.1" in game.refused(RED, "build CA at dock 1 in fleet 3")
    game.red("build CA at dock 1 in fleet 3 for 1 MP")


def test_a_ship_too_large_for_its_dock_is_lost_with_it_and_so_is_the_money() -> None:
    """6.0.4: the dock is gone before the ship is launched, here since it is scrapped for 100 BPV."""
    game = Played()
    game.gm("design BB of Federation costs 300 counts 300 class 2 year 165 command 10 dock 40 flags command")
    game.gm("design FRL of civilian costs 100 counts 10 class 4 year 74 flags civilian large-repair-freighter")
    game.fleet(RED, 3, "1", "CA", "FF")
    game.gm("place FRL in fleet 4 of red at 1")
    assert spent(game, "build oversize BB at dock 1 in fleet 3", "scrap dock 1") == 300 - 100
    assert not game.state.docks.get("red:d1") and "red:BB-1" not in game.state.ships
    game.seal()
    assert "red:BB-1" not in game.state.ships


@pytest.mark.parametrize(
    ("design", "crew", "allowance"), [("CA", "normal", 12), ("CA", "outstanding", 25), ("CC", "normal", 13)]
)
def test_a_ship_has_options_for_a_share_of_its_cbpv_cut(design: str, crew: str, allowance: int) -> None:
    """6.0.6: CBPV 125 has 12, with an outstanding crew 25; CBPV 137 has 13."""
    game = Played()
    game.fleet(RED, 1, "1", design)
    level = 20 if crew == "outstanding" else 10
    game.arrange(with_ships(game.state, [f"red:{design}-1"], crew=crew, co=level))
    assert game.state.ships[f"red:{design}-1"].allowance == allowance
    game.gm("price of shuttle is 0.5")
    refused = game.refused(RED, f"options of {design}-1 are {2 * allowance + 1} shuttle")
    assert f"These cost {allowance}.50, and {design}-1 has {allowance} at {level} per cent" in refused
    game.red(f"options of {design}-1 are {2 * allowance} shuttle")


def test_options_are_raised_at_a_dock_or_colony_to_twenty_per_cent() -> None:
    """6.0.7: 150 from 10 to 20 per cent costs 15, 137 from 10 to 15 per cent 7 (6.85)."""
    game = Played()
    game.gm("design CX of Federation costs 150 counts 150 class 3 year 165 dock 20")
    game.fleet(RED, 2, "2", "FF")
    game.gm("place CX in fleet 1 of red at 1", "place CC in fleet 1 of red at 1")
    game.arrange(with_ships(game.state, ["red:FF-1"], crew="outstanding", co=20))
    assert "E_FAC EAW-6d.1" in game.refused(RED, "raise options of FF-1 to 20 percent")
    assert spent(game, "raise options of CX-1 to 20 percent", "raise options of CC-2 to 15 percent") == 15 + 7
    assert "E_CO EAW-6.0.7: Too many commander's options. CX-1 has 20" in game.refused(
        RED, "raise options of CX-1 to 20 percent"
    )


def test_what_is_used_makes_room_for_as_much_and_a_higher_level_for_more() -> None:
    """7b.1: of 12 BPV 4 are used, and 4 may come, not 5; at 20 per cent 13 more than 12."""
    game = Played()
    game.gm("price of shuttle is 1")
    game.fleet(RED, 1, "1", "CA", "CA")
    game.arrange(with_ships(game.state, ["red:CA-1"], options={"shuttle": 12}, used={"shuttle": 4}))
    game.arrange(with_ships(game.state, ["red:CA-2"], options={"shuttle": 25}, co=20))
    assert "CA-1 would have 13 BPV aboard, and has an allowance of 12 at 10" in game.refused(
        RED, "hand 5 shuttle from CA-2 to CA-1"
    )
    game.red("hand 4 shuttle from CA-2 to CA-1", "cancel order 1")
    game.arrange(with_ships(game.state, ["red:CA-1"], used={}, co=20))
    assert "CA-1 would have 26 BPV aboard, and has an allowance of 25 at 20" in game.refused(
        RED, "hand 14 shuttle from CA-2 to CA-1"
    )
    game.red("hand 13 shuttle from CA-2 to CA-1")


def test_a_captive_may_be_scrapped_as_it_is_for_half_its_price() -> None:
    """9.0.2: a captured D7 of 117 BPV brings 58; 9.0.1: a CA alone 62."""
    game = Played()
    for number, ship in ((1, "CA"), (2, "CA")):
        game.fleet(RED, number, "1", ship)
    game.arrange(with_ships(game.state, ["red:CA-2"], ebpv=117, inspected=False))
    assert -spent(game, "scrap CA-2 of fleet 2") == 58
    assert -spent(game, "scrap CA-1 of fleet 1") == 62


@pytest.mark.parametrize(
    ("lost", "replaced", "earned"), [(None, None, 100), (2, None, 0), (2, 3, 25)], ids=["stands", "lost", "replaced"]
)
def test_without_a_cpl_bases_yield_nothing_and_a_new_one_counts_from_its_season(
    lost: int | None, replaced: int | None, earned: int
) -> None:
    """14.0.3"""
    game = Played()
    game.develops(RED, "2", "colony")
    stands = [("GSA", 10, -4)] + ([("CPL", 1, -4)] if lost is None else [])
    bases(game, *stands, *([("CPL", 1, replaced)] if replaced is not None else []))
    assert income(game).get("bases", 0) == earned


def test_one_of_two_cpls_is_enough() -> None:
    """14.0.4: two CPLs, one destroyed: the income goes on."""
    game = Played()
    game.develops(RED, "2", "colony")
    bases(game, ("GSA", 10, -4), ("CPL", 2, -4))
    last = next(id for id, one in game.state.bases.items() if one.kind == "CPL")
    game.arrange(replace(game.state, bases={id: one for id, one in game.state.bases.items() if id != last}))
    assert income(game)["bases"] == 100


def test_a_planet_has_room_for_twelve_ground_bases_and_five_satellites_and_two_for_twice_as_many() -> None:
    """14.0.4"""
    game = Played()
    game.develops(RED, "2", "colony")
    bases(game, ("GSA", 12, -4), ("DEFSAT", 5, -4))
    game.arrange(replace(game.state, bases={id: replace(one, planet=1) for id, one in game.state.bases.items()}))
    game.fleet(RED, 1, "2", "F-L")
    more = {f"red:b{n}": Base(f"red:b{n}", RED, kind, carrier="red:F-L-1") for n, kind in ((90, "GSA"), (91, "DEFSAT"))}
    game.arrange(replace(game.state, bases={**game.state.bases, **more}))
    assert "12 ground bases at planet 1 and 1 more, and may have 12" in game.refused(
        RED, "install GSA facing A with fleet 1"
    )
    assert "E_BASE EAW-14.0.4" in game.refused(RED, "install DEFSAT at 3014 with fleet 1")
    assert "E_BASE EAW-14.0.4" in game.refused(RED, "install GSA facing A on planet 2 with fleet 1")
    game.arrange(with_system(game.state, "2", map_type="Dual Planets With Moons", planets=2))
    knows = game.state.realms[RED].knowledge["2"]
    realm = replace(game.state.realms[RED], knowledge={"2": replace(knows, planets=2)})
    game.arrange(replace(game.state, realms={**game.state.realms, RED: realm}))
    game.red("install GSA facing A on planet 2 with fleet 1")


def test_a_cargo_box_holds_four_points_of_bases_and_a_pirate_s_two() -> None:
    """14a: a DEFSAT of 20 takes 5 boxes, on a warship of the Orions 10, on their freighters 5."""
    game = Played()
    game.gm(CARGO_SHIP)
    world, state = RULES.world, game.state
    assert boxes_for(world, world.design(state, "civilian F-L"), "DEFSAT") == 5
    assert boxes_for(world, world.design(state, "Orion Daven Raider"), "DEFSAT") == 10


def test_a_captured_mine_pays_its_captor_from_the_season_of_the_capture_and_its_owner_nothing() -> None:
    """12a.1: captured in Fall 50, the old owner 0."""
    game = Played()
    game.gm("design COV of Federation costs 100 counts 80 class 3 year 165 flags commando")
    game.develops(BLUE, "3")
    game.arrange(replace(game.state, t=2))
    game.gm("place COV in fleet 1 of red at 2")
    game.red("jump fleet 1 to 3")
    game.seal()
    before = {seat: game.state.realms[seat].totals.get("mines", 0) for seat in (RED, BLUE)}
    game.seal()
    after = {seat: game.state.realms[seat].totals["mines"] - before[seat] for seat in (RED, BLUE)}
    assert after == {RED: 100 + 50, BLUE: 100}  # their homes yield 100


def test_a_fort_that_falls_to_a_minesweeper_gives_its_mine_to_a_commando_ship() -> None:
    """10f.2: with a commando ship beside the minesweeper the fortification is gone, and the mine changes owner."""
    game = Played()
    game.gm("design COV of Federation costs 100 counts 80 class 3 year 165 flags commando")
    game.develops(BLUE, "3")
    game.arrange(with_system(game.state, "3", fort=Fort(BLUE, -1)))
    game.gm("place COV, MS(CL) in fleet 1 of red at 2")
    game.red("jump fleet 1 to 3")
    game.seal()
    held = game.state.systems["3"].development
    assert game.state.systems["3"].fort is None and held is not None and held.owner == RED


def test_a_site_yields_in_full_where_the_trapped_enemy_is_free_by_the_new_year() -> None:
    """10i.1: released in Winter, the income is whole."""
    game = Played()
    game.develops(RED, "2", "mine")
    game.arrange(with_system(game.state, "2", fort=Fort(RED, -1)))
    game.fleet(BLUE, 1, "2", "D7", trapped="2", trapped_since=1)
    winter(game)
    game.blue("siege with fleet 1")
    game.rolls(3, 4)
    before = game.state.realms[RED].treasury
    game.seal()
    for site in list(game.state.sites):
        game.gm(f"close site {site}")
    assert game.state.realms[RED].treasury - before == 100  # the home's; the fortification fell, and the mine with it


@pytest.mark.parametrize(("ship", "order", "slots"), [("F-L", "colony", 1), ("F-S", "colony", 0), ("F-S", "mine", 1)])
def test_each_freighter_helps_with_its_own_kind_of_development(ship: str, order: str, slots: int) -> None:
    """12b, 13a: a large freighter does not help a colony, nor a small one a mine."""
    game = Played()
    game.learns(RED, "2", "life" if order == "colony" else "mineral")
    game.fleet(RED, 1, "2", "CA", ship)
    game.red(f"{order} with fleet 1")
    assert f", and {3 - slots} MP" in str(game.words[-1][RED].text)


def test_a_ship_from_the_future_is_in_service_within_five_years() -> None:
    """16c.5: in 165 a year in service of 170, and not of 171."""
    game = Played()
    for year in (170, 171):
        game.gm(f"design F{year} of Federation costs 90 counts 90 class 4 year {year}")
    run = Run(RULES.world, Stage(game.state, NOON, RULES.refusals), RED, real=False)
    found = {one.name for one in from_the_future(run, RED)}
    assert "F170" in found and "F171" not in found


def test_a_captain_moves_for_his_price_on_the_new_ship() -> None:
    """7b.2: from 90 to 150 for 30, from 150 to 90 for 18."""
    game = Played()
    game.gm("design C90 of Federation costs 90 counts 90 class 4 year 165 dock 10")
    game.gm("design C150 of Federation costs 150 counts 150 class 3 year 165 dock 20")
    game.gm("place C90, C150 in fleet 1 of red at 2")
    game.arrange(with_ships(game.state, ["red:C90-1"], officers=(Officer("captain"),)))
    assert spent(game, "move captain of C90-1 to C150-1") == 30
    assert spent(game, "move captain of C150-1 to C90-1") == 18
