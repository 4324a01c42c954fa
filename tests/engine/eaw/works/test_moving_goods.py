"""Ships pass between fleets, officers between ships; ships are scrapped, captives inspected. EAW-7, EAW-9, EAW-25b."""

from __future__ import annotations

from msgspec.structs import replace

from engine.eaw.state import Officer, with_fleets, with_ships
from tests.engine.eaw.playing import RED, Played


def two_fleets() -> Played:
    """Two fleets of the first empire at 2, and one at 3."""
    game = Played()
    game.fleet(RED, 1, "2", "CA", "FF", "DD", entry="F", arrived=-1)
    game.fleet(RED, 2, "2", "CC")
    game.fleet(RED, 3, "3", "FF")
    return game


def test_ships_change_fleets_in_one_system_one_way_for_one_point() -> None:
    game = two_fleets()
    game.red("transfer CA-1, FF-1 from fleet 1 to fleet 2", "transfer CC-1 from fleet 2 to fleet 1")
    game.seal()
    assert {ship.name for ship in game.state.crew("red:2")} == {"CA-1", "FF-1"}
    assert "E_SPLIT" in game.refused(RED, "transfer CA-1 from fleet 2 to fleet 3")
    assert "E_SPLIT" in game.refused(RED, "transfer CA-1 from fleet 2 to fleet 2")
    assert "E_ID" in game.refused(RED, "transfer CA-1 from fleet 1 to fleet 2")


def test_a_new_fleet_has_the_way_and_residence_of_the_old_and_an_emptied_one_is_gone() -> None:
    game = two_fleets()
    game.red("transfer CA-1 from fleet 1 to fleet 7", "transfer FF-1, DD-1 from fleet 1 to fleet 2")
    game.seal()
    new = game.state.fleets["red:7"]
    assert (new.entry, new.arrived, new.at) == ("F", -1, "2")
    assert "red:1" not in game.state.fleets


def test_a_fourth_fleet_needs_room() -> None:
    game = two_fleets()
    game.fleet(RED, 4, "2", "FF")
    assert "E_FULL EAW-17a" in game.refused(RED, "transfer CA-1 from fleet 1 to fleet 7")
    game.red("transfer FF-3 from fleet 4 to fleet 7")


def test_the_same_ship_is_not_in_two_transfers() -> None:
    game = two_fleets()
    game.red("transfer CA-1 from fleet 1 to fleet 7")
    assert "E_ID" in game.refused(RED, "transfer CA-1 from fleet 1 to fleet 2")


def test_what_was_built_for_nothing_does_not_sail_with_another_fleet() -> None:
    game = Played()
    game.fleet(RED, 2, "1", "CC")
    game.red("build FF at dock 1 in fleet 7", "transfer FF-3 from fleet 7 to fleet 2")
    assert "E_COMMIT EAW-6.0.3" in game.refused(RED, "jump fleet 2 to 2")


def test_scrap_brings_half_next_season() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA", "DD", "FF")
    game.fleet(RED, 2, "2", "FF")
    game.gm("correct treasury of empire red to 0")
    game.red("scrap CA-1, DD-1 of fleet 1")
    assert "E_FAC EAW-9.0.1" in game.refused(RED, "scrap FF-2 of fleet 2")
    assert "E_BPV" in game.refused(RED, "build FF at dock 1 in fleet 1")
    game.seal()
    assert game.state.realms[RED].treasury == 109 and game.state.realms[RED].credits == ()
    assert [ship.name for ship in game.state.crew("red:1")] == ["FF-1"]


def test_a_dock_is_scrapped_with_a_large_repair_freighter_alone() -> None:
    game = Played()
    assert "E_FAC" in game.refused(RED, "scrap dock 1")
    game.gm("design FRL of civilian costs 100 counts 10 class 4 year 74 flags civilian large-repair-freighter")
    game.gm("place FRL in fleet 1 of red at 1", "correct treasury of empire red to 0")
    game.red("scrap dock 1")
    game.seal()
    assert game.state.realms[RED].treasury == 100 and "red:d1" not in game.state.docks


def captives() -> Played:
    """A fleet of the first empire at its dock with a captured ship that is crippled."""
    game = Played()
    game.fleet(RED, 1, "1", "CA", "FF")
    game.arrange(with_ships(game.state, ["red:FF-1"], inspected=False, crippled=True, damage={"hull": 4}))
    return game


def test_captives_are_inspected_at_a_dock_and_are_whole_then() -> None:
    game = captives()
    game.red("inspect fleet 1")
    game.seal()
    ship = game.state.ships["red:FF-1"]
    assert ship.inspected and not ship.crippled and not ship.damage
    assert "E_INSP" in game.refused(RED, "inspect fleet 1")
    game.arrange(with_fleets(with_ships(game.state, ["red:FF-1"], inspected=False), ["red:1"], at="2"))
    assert "E_FAC EAW-9b.1" in game.refused(RED, "inspect fleet 1")


def test_captives_do_not_go_alone_nor_take_an_officer_and_may_be_scrapped() -> None:
    game = captives()
    game.arrange(with_ships(game.state, ["red:CA-1"], officers=(Officer("captain"),)))
    assert "E_INSP EAW-25b.1" in game.refused(RED, "transfer FF-1 from fleet 1 to fleet 7")
    assert "E_INSP EAW-25b.1" in game.refused(RED, "transfer CA-1 from fleet 1 to fleet 7")
    assert "E_INSP EAW-9b.1" in game.refused(RED, "move captain of CA-1 to FF-1")
    game.red("scrap FF-1 of fleet 1")


def test_an_officer_is_paid_for_on_his_new_ship() -> None:
    game = Played()
    game.fleet(RED, 1, "2", "CC", "FF", "DD")
    game.arrange(with_ships(game.state, ["red:FF-1"], officers=(Officer("captain"),)))
    game.arrange(with_ships(game.state, ["red:DD-1"], officers=(Officer("captain"),)))
    before = game.state.realms[RED].treasury
    assert "E_CREW EAW-2e.7" in game.refused(RED, "move captain of FF-1 to DD-1")
    assert "E_CREW EAW-7b.1" in game.refused(RED, "move doctor of FF-1 to CC-1")
    game.red("move captain of FF-1 to CC-1")
    game.seal()
    assert before - game.state.realms[RED].treasury == 28  # 27.4 up
    assert game.state.ships["red:CC-1"].officers == (Officer("captain"),)


def test_a_captured_dock_is_inspected_before_it_works() -> None:
    game = Played()
    dock = game.state.docks["red:d1"]
    game.arrange(replace(game.state, docks={dock.id: replace(dock, inspected=False)}))
    assert "E_FAC" in game.refused(RED, "inspect dock 1")
    second = replace(dock, id="red:d2", number=2)
    game.arrange(replace(game.state, docks={**game.state.docks, second.id: second}))
    assert "E_INSP" in game.refused(RED, "inspect dock 2")
    game.red("inspect dock 1", "build FF at dock 1 in fleet 7 for 1 MP")
