"""The bot's ships by themselves: where they start, where they steer, what they go for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sunrise.data.pack import BoardMap
from engine.sunrise.data.shapes import INCH, Board, Point
from engine.sunrise.data.units import Arc, Type
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.markers import REACH
from engine.sunrise.figures.motion import Pose, move, path_distance
from engine.sunrise.figures.plot import Helm, faults
from engine.sunrise.figures.setup import INSIDE, deploy_ok, inside, marker_ok
from engine.sunrise.state import BoardEdge
from engine.sunrise.worth import Goal, Gun, Vessel, Waters, berth, edge, errands, expected, fire, marker, plots, steer
from tests.engine.sunrise.register_calls import PACK

FIELD = Board()
FORE = (Arc.FORE,)
RIFLE = Gun(Type.ENERGY, 2, FORE)
OPEN = Waters(FIELD, (), ())
MAPS = tuple(PACK.maps.values())


def at(x: int, y: int, heading: int = 0) -> Pose:
    return Pose(Point(x * INCH, y * INCH), heading)


@given(st.integers(0, 12), st.integers(0, 14), st.booleans(), st.integers(0, 2), st.integers(0, 5))
def test_every_plot_that_is_steered_by_is_legal(
    thrust: int, velocity: int, engines: bool, exhausts: int, kineticite: int
) -> None:
    helm = Helm(thrust=thrust, velocity=velocity, engines=engines, exhausts=exhausts, kineticite=kineticite)
    for plot in plots(helm):
        assert faults(plot, helm, FIELD) == ()


def vessel(pose: Pose, *guns: Gun) -> Vessel:
    """A ship without defenses."""
    return Vessel(pose=pose, ratings=(0, 0, 0), guns=guns)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(MAPS), st.integers(0, 72), st.integers(0, 48), st.integers(0, 11), st.integers(0, 12),
    st.sampled_from([2, 4, 6, 8, 10]),
)  # fmt: skip
def test_it_neither_crashes_nor_leaves_where_it_need_not(
    where: BoardMap, x: int, y: int, hour: int, velocity: int, thrust: int
) -> None:
    waters = Waters(FIELD, where.terrain, (Vessel(pose=at(36, 40, 180), ratings=(1, 1, 0)),))
    here, helm = at(x, y, 30 * hour), Helm(thrust=thrust, velocity=velocity)
    ways = [move(here, velocity + plot.change, plot.hours, FIELD, where.terrain) for plot in plots(helm)]
    plot = steer(vessel(here, RIFLE), helm, (), waters)
    chosen = move(here, velocity + plot.change, plot.hours, FIELD, where.terrain)
    if any(way.crash is None and way.exit is None for way in ways):
        assert chosen.crash is None or chosen.crash.damage == 0
        assert chosen.exit is None


def test_it_passes_over_a_marker_it_wants() -> None:
    goal = Goal(Point(24 * INCH, 20 * INCH), 4000, 100)
    pose, velocity, nearest = at(20, 6), 6, 72 * INCH
    for _ in range(2):
        plot = steer(vessel(pose), Helm(thrust=6, velocity=velocity), (goal,), OPEN)
        voyage = move(pose, velocity + plot.change, plot.hours, FIELD)
        nearest = min(nearest, path_distance(pose.place, voyage.legs, goal.place))
        pose, velocity = voyage.end, voyage.velocity
    assert nearest <= REACH


def test_it_closes_to_its_best_band_with_its_arc_on_the_target() -> None:
    foe = Vessel(pose=at(36, 40, 0), ratings=(1, 0, 0))
    waters = Waters(FIELD, (), (foe,))
    pose, velocity = at(20, 10), 6
    for _ in range(6):
        plot = steer(vessel(pose, RIFLE), Helm(thrust=6, velocity=velocity), (), waters)
        voyage = move(pose, velocity + plot.change, plot.hours, FIELD)
        pose, velocity = voyage.end, voyage.velocity
    assert fire((RIFLE,), pose, foe.pose, foe.ratings, False) == expected(5, 1)
    assert 6 * INCH < distance(pose.place, foe.pose.place) <= 12 * INCH


def test_it_keeps_out_of_the_fire_that_it_cannot_answer() -> None:
    lance = Gun(Type.ENERGY, 3, FORE)
    foe = Vessel(pose=at(36, 24, 180), ratings=(0, 0, 0), guns=(lance, lance))
    plot = steer(vessel(at(36, 8, 90)), Helm(thrust=10, velocity=4), (), Waters(FIELD, (), (foe,)))
    end = move(at(36, 8, 90), 4 + plot.change, plot.hours, FIELD).end
    assert fire(foe.guns, foe.pose, end, (0, 0, 0), False) == 0


def test_ships_without_orders_and_without_thrust_do_what_they_can() -> None:
    assert steer(vessel(at(10, 10)), Helm(thrust=6, may_order=False), (), OPEN).spent == 0
    assert steer(vessel(at(10, 10)), Helm(thrust=0, velocity=3), (), OPEN).spent == 0


@pytest.mark.parametrize("where", MAPS, ids=lambda one: one.code)
def test_markers_and_berths_are_where_they_may_be(where: BoardMap) -> None:
    markers: list[Point] = []
    for _ in range(5):
        place = marker(FIELD, where.terrain, markers)
        assert marker_ok(FIELD, where.terrain, markers, place) is None
        markers.append(place)
    for own in BoardEdge:
        taken: list[Point] = []
        for goal in markers:
            pose = berth(FIELD, where.terrain, own, taken, goal)
            assert deploy_ok(FIELD, where.terrain, own, pose.place, pose.heading) is None
            assert inside(FIELD, pose.place) >= INSIDE
            ahead = move(pose, 6, 0, FIELD, where.terrain)
            assert ahead.crash is None and ahead.exit is None
            taken.append(pose.place)
        assert all(distance(one, two) >= 3 * INCH for one in taken for two in taken if one is not two)


def test_the_edge_nearest_to_the_markers_is_taken() -> None:
    assert edge(FIELD, [Point(40 * INCH, 14 * INCH), Point(30 * INCH, 12 * INCH)]) is BoardEdge.S
    assert edge(FIELD, [Point(60 * INCH, 24 * INCH)]) is BoardEdge.E


def test_every_marker_has_somebody_go_for_it_before_any_has_two() -> None:
    one, two = Point(10, 0), Point(20, 0)
    ships = {"a": Point(0, 0), "b": Point(1, 0), "c": Point(2, 0)}
    sent = errands(ships, [one, two])
    assert set(sent) == {"a", "b", "c"} and sent["c"] == one and sent["b"] == two
    assert errands(ships, []) == {} and errands({}, [one]) == {}
