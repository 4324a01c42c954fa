"""Systems of a ship through a game: lost, restored, copied, bound; repairs and hangars."""

import pytest

from engine.look import Refused
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Board, Circle, Point, inches, thousandths
from engine.sunrise.data.units import Arc, ShipList, Type, Upgrade
from engine.sunrise.figures import hull, plot, sheet, weapons
from engine.sunrise.figures.board import heading_toward, piece_ok, pieces_ok
from engine.sunrise.figures.motion import RETURN_VELOCITY, Pose, move, nearest_legal, return_default
from engine.sunrise.figures.setup import deploy_places, marker_side, resplendent_default, resplendent_ok
from engine.sunrise.figures.sheet import fitted
from engine.sunrise.fleet.lists import read_mount, read_ship
from engine.sunrise.harm import picks_ok
from engine.sunrise.state import BoardEdge, Kind, Plot, Side, System, working
from tests.engine.sunrise.register_calls import PACK

FIELD = Board()


def ship(*components: str) -> tuple[System, ...]:
    read = read_ship("Try", "cruiser", [], list(components), PACK)
    assert isinstance(read, ShipList)
    return fitted(read, PACK)


def code(refused: Refused | None) -> str | None:
    return refused.code if refused else None


@pytest.mark.rule("FS-HULL-11", "FS-UPG-07")
def test_a_system_is_lost_restored_and_lost_again() -> None:
    systems = sheet.lose(ship("Hydra", "Shields"), "c2")
    assert code(sheet.lose_ok(systems, "c2")) is Code.E_DESTROYED
    assert code(sheet.restore_ok(systems, "c1")) is Code.E_VALUE
    assert code(sheet.restore_ok(systems, "c9")) is Code.E_UNKNOWN
    assert picks_ok(systems, ["c2"], 2) is None
    assert code(picks_ok(systems, ["c2", "c2"], 2)) is Code.E_VALUE
    assert code(picks_ok(systems, ["c2"], 0)) is Code.E_VALUE
    assert working(sheet.restore(systems, "c2"), Upgrade.SHIELDS) == 1
    assert sheet.restore(systems, "c1") == systems


@pytest.mark.rule("FS-FAC-41")
def test_fail_safes_have_three_boxes() -> None:
    systems = ship("Additional Fail-safes")
    for _ in range(2):
        systems = sheet.lose(systems, "c1")
        assert working(systems, Upgrade.ADDITIONAL_FAIL_SAFES) == 1
    systems = sheet.lose(systems, "c1")
    assert working(systems, Upgrade.ADDITIONAL_FAIL_SAFES) == 0
    assert working(sheet.restore(systems, "c1"), Upgrade.ADDITIONAL_FAIL_SAFES) == 1


@pytest.mark.rule("FS-FAC-10")
def test_burnt_out_copies_are_not_restored() -> None:
    systems = (System(id="c1", kind=Kind.UPGRADE, item=Upgrade.RESPLENDENT_RETURN, lost=1, barred=True),)
    assert sheet.restorable(systems) == ()
    assert code(sheet.restore_ok(systems, "c1")) is Code.E_DESTROYED
    assert sheet.restore(systems, "c1") == systems


@pytest.mark.rule("FS-UPG-13", "FS-FAC-23", "FS-FAC-24")
def test_a_core_can_be_a_second_turret() -> None:
    guns = ("Arc Gun (fore)", "Hydra", "Beam Rifle (port)")
    systems = ship(*guns, "Turret Mount (1)", "Binding Runes (3)", "Chameleon Core")
    assert sheet.turreted(systems, "c1")
    assert sheet.runed(systems, "c3")
    assert not sheet.turreted(systems, "c3")
    assert code(sheet.core_ok(systems, PACK, "c6", "c4")) is Code.E_MOUNT
    assert code(sheet.core_ok(systems, PACK, "c6", "c4", "c2")) is Code.E_MOUNT
    assert code(sheet.core_ok(systems, PACK, "c6", "c4", "c1")) is Code.E_MOUNT
    assert sheet.core_ok(systems, PACK, "c6", "c4", "c3") is None
    changed = sheet.core_set(systems, "c6", "c4", "c3")
    assert sheet.turreted(changed, "c3")
    assert not sheet.turreted(sheet.lose(changed, "c6"), "c3")
    assert not sheet.runed(sheet.lose(systems, "c3"), "c3")
    assert weapons.allowed_arcs((Arc.PORT,), True) == (Arc.FORE, Arc.REAR, Arc.PORT)


@pytest.mark.rule("FS-SC-02", "FS-SC-06", "FS-DEF-05")
def test_hangars_hold_while_they_work() -> None:
    systems = ship("Flight Deck (Fighter, Bomber)", "Shields")
    assert [sheet.bays(system, PACK) for system in systems] == [2, 0, 0, 0, 0]
    assert sheet.carrier(systems, PACK)
    assert not sheet.carrier(sheet.lose(systems, "c1"), PACK)
    assert sheet.point_defenses(("point-defenses", "hardened-armor", "point-defenses"), PACK) == 2


@pytest.mark.rule("FS-DEF-06", "FS-TERM-10")
def test_a_destroyed_upgrade_defends_no_more_and_defenses_do() -> None:
    systems = ship("Ceramic Lining")
    coat = ("refractive-coating",)
    assert sheet.rating(systems, coat, PACK, Type.ENERGY) == 2
    assert sheet.rating(sheet.lose(systems, "c1"), coat, PACK, Type.ENERGY) == 1


@pytest.mark.rule("FS-HULL-04")
def test_a_loss_order_names_each_system_once() -> None:
    systems = ship("Hydra")
    assert sheet.loss_order_ok(systems, ["engines", "c1"]) is None
    assert code(sheet.loss_order_ok(systems, ["c7"])) is Code.E_UNKNOWN
    assert code(sheet.loss_order_ok(systems, ["c1", "c1"])) is Code.E_ONCE


def test_lines_of_a_list_are_read_as_people_write_them() -> None:
    wrong = {"Beam Rifel (fore)": "Beam Rifle", "Hydra (up)": "No arc", "Turret Mount (fore)": "number"}
    for line, told in wrong.items():
        refused = read_mount(line, PACK)
        assert isinstance(refused, Refused)
        assert told in refused.why
    assert read_mount("beam rifle (BOW)", PACK) == read_mount("Beam Rifle (fore)", PACK)
    assert isinstance(read_mount("Fabricator (Moth)", PACK), Refused)
    assert isinstance(read_mount("Hydra ((", PACK), Refused)
    assert isinstance(read_ship("X", "Dreadnought", [], [], PACK), Refused)
    assert isinstance(read_ship("X", "Cruiser", ["Moat"], [], PACK), Refused)


@pytest.mark.rule("FS-MOV-13")
def test_a_ship_comes_back_beside_terrain_at_its_exit() -> None:
    rock = Circle("t1", Point(72000, 24000), 2000)
    back = return_default(FIELD, [rock], Point(72000, 24000))
    assert back == Pose(Point(70000, 24000), 270)
    assert nearest_legal(Point(0, 0), 1000, lambda point: False) is None


@pytest.mark.rule("FS-FAC-10", "FS-SET-04")
def test_defaults_of_placing_are_legal() -> None:
    place = resplendent_default(FIELD, [Circle("t1", Point(30000, 12000), 1500)], BoardEdge.S, Point(30200, 40000))
    assert resplendent_ok(FIELD, [Circle("t1", Point(30000, 12000), 1500)], BoardEdge.S, place) is None
    assert len(deploy_places(FIELD, (), BoardEdge.W)) == 10 * 43  # three inches inside the board, if not all 13 * 49
    assert "".join(marker_side(Side.A, number) for number in range(1, 6)) == "ABABA"


def test_lengths_are_read_and_written() -> None:
    assert [inches(length) for length in (0, 36000, 8250, -500)] == ["0", "36", "8.25", "-0.5"]
    assert [thousandths(text) for text in ("36", " 8.25 ", "-0.5", "x", "nan", "18.0006")] == [
        36000,
        8250,
        -500,
        None,
        None,
        18001,
    ]
    assert heading_toward(Point(0, 0), Point(1000, 1000)) == 60


@pytest.mark.rule("FS-BRD-05")
def test_terrain_may_hang_over_the_edge_and_there_may_be_too_much() -> None:
    assert piece_ok(FIELD, Circle("t1", Point(-1000, 5000), 1001)) is None
    assert code(piece_ok(FIELD, Circle("t1", Point(-1000, 5000), 1000))) is Code.E_BOUNDS
    assert code(pieces_ok([Circle("t1", Point(0, 0), 1)] * 21)) is Code.E_VALUE


@pytest.mark.rule("FS-MOV-08", "FS-MOV-12")
def test_terrain_before_the_edge_stops_and_terrain_beyond_it_does_not() -> None:
    start = Pose(Point(66000, 24000), 90)
    stopped = move(start, 20, 0, FIELD, [Circle("t1", Point(71000, 24000), 1000)])
    assert (stopped.end.place, stopped.exit) == (Point(70000, 24000), None)
    gone = move(start, 20, 0, FIELD, [Circle("t1", Point(75000, 24000), 2000)])
    assert (gone.exit, gone.crash) == (Point(72000, 24000), None)


@pytest.mark.rule("FS-UPG-17", "FS-MOV-17")
def test_what_a_ship_can_no_longer_do_is_cut_first() -> None:
    asked = Plot(change=3, starboard=2, overcharge=2, front=True, harmonic=2, landing=Point(0, 0), miracle=3)
    left = plot.cut(asked, plot.Helm(thrust=4, velocity=6, pool=1))
    assert left == Plot(change=3, starboard=2, miracle=1)


@pytest.mark.rule("FS-HULL-06")
def test_every_die_of_a_reduction_has_its_label() -> None:
    labels: list[str] = []

    def roll(label: str, sides: int) -> int:
        labels.append(label)
        return 6 if label.endswith("/1") else 1

    done = hull.soak(5, 3, 2, True, roll, "hit")
    assert labels == ["hit/plating 1/1", "hit/plating 1/2", "hit/plating 2/1"]
    assert (done.damage, done.by_shields, done.by_plating, done.by_rugged) == (0, 3, 2, 0)


@pytest.mark.rule("FS-SET-06", "FS-TURN-05")
def test_ships_start_at_velocity_6_and_one_may_end_where_another_began() -> None:
    first = move(Pose(Point(30000, 14000), 0), RETURN_VELOCITY, 0, FIELD)
    other = move(Pose(first.end.place, 0), RETURN_VELOCITY, 0, FIELD)
    assert first.end.place == Point(30000, 20000)
    assert other.trace[-1].place == Point(30000, 26000)


@pytest.mark.rule("FS-TERM-05", "FS-TERM-08")
def test_only_one_defense_shoots_and_every_component_is_a_weapon_or_an_upgrade() -> None:
    assert [defense.code for defense in PACK.defenses.values() if defense.shots] == ["point-defenses"]
    assert not set(PACK.weapons) & set(PACK.upgrades)
    assert PACK.component("point-defenses") is None
