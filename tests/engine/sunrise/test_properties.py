"""Properties of all numbers, not only for the register's examples; odds agree with enumeration and with icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sunrise.data.shapes import INCH, Board, Circle, Piece, Point, Polygon
from engine.sunrise.data.units import Type, step
from engine.sunrise.figures import board, hull, motion, odds, plot, squadrons, weapons
from engine.sunrise.state import Plot, Side
from tests.engine.sunrise.register_calls import PACK

FIELD = Board()
POINTS = st.builds(Point, st.integers(0, FIELD.width), st.integers(0, FIELD.height))
HEADINGS = st.integers(0, 359)
CIRCLES = st.builds(lambda place, radius: Circle("t1", place, radius), POINTS, st.integers(1, 6000))
SQUARES = st.builds(
    lambda at, wide, high: Polygon(
        "t1", (at, Point(at.x + wide, at.y), Point(at.x + wide, at.y + high), Point(at.x, at.y + high))
    ),
    POINTS,
    st.integers(1, 9000),
    st.integers(1, 9000),
)
PIECES = st.one_of(CIRCLES, SQUARES)


@pytest.mark.rule("FS-BRD-02")
@given(POINTS, POINTS, HEADINGS)
def test_directions_there_and_back_are_opposite_and_turn_with_the_ship(one: Point, other: Point, heading: int) -> None:
    if one != other:
        assert (board.direction(one, other) - board.direction(other, one)) % 36000 == 18000
    assert (board.bearing(one, heading, other) + heading * 100) % 36000 == board.direction(one, other)


@pytest.mark.rule("FS-BRD-04")
@given(POINTS, POINTS, POINTS)
def test_distances_are_symmetric_and_a_leg_is_no_farther_than_its_ends(a: Point, b: Point, c: Point) -> None:
    assert board.distance(a, b) == board.distance(b, a)
    nearest = board.distance_to_leg(c, a, b)
    assert nearest == board.distance_to_leg(c, b, a)
    assert nearest <= min(board.distance(a, c), board.distance(b, c))


@pytest.mark.rule("FS-BRD-04", "FS-MOV-06")
@given(POINTS, HEADINGS, st.integers(1, 40))
def test_a_leg_goes_as_far_as_it_says_in_the_direction_it_says(start: Point, heading: int, length: int) -> None:
    end = board.ahead(start, heading, length * INCH)
    assert abs(board.distance(start, end) - length * INCH) <= 1
    off = (board.direction(start, end) - heading * 100) % 36000
    assert min(off, 36000 - off) <= 8 // length + 1
    assert board.ahead(end, (heading + 180) % 360, length * INCH) == start


@pytest.mark.rule("FS-WPN-01", "FS-WPN-02")
@given(st.integers(0, 35999))
def test_every_bearing_is_in_an_arc_and_only_boundaries_in_two(relative: int) -> None:
    found = weapons.arcs_of(relative)
    assert len(found) == (2 if relative in (4500, 13500, 22500, 31500) else 1)
    assert len({weapons.AROUND.index(arc) for arc in found}) == len(found)


@pytest.mark.rule("FS-BRD-07")
@given(PIECES, POINTS, POINTS)
def test_sight_is_mutual_and_nobody_inside_sees_far(piece: Piece, one: Point, other: Point) -> None:
    assert board.sees([piece], one, other) == board.sees([piece], other, one)
    if board.inside(piece, one) and one != other:
        assert not board.sees([piece], one, other)


CORNERS = st.lists(st.builds(Point, st.integers(0, 8), st.integers(0, 8)), min_size=3, max_size=6)
NEAR = st.builds(Point, st.integers(-1, 9), st.integers(-1, 9))


@pytest.mark.rule("FS-BRD-06", "FS-BRD-07")
@given(CORNERS, NEAR, NEAR)
def test_what_blocks_sight_is_what_a_path_runs_into(corners: list[Point], one: Point, other: Point) -> None:
    piece = Polygon("t1", tuple(corners))
    if not board.crosses_itself(piece):
        assert board.blocks(piece, one, other) == (board.entry([piece], one, other) is not None)


@pytest.mark.rule("FS-MOV-08", "FS-MOV-10", "FS-MOV-12")
@given(st.lists(PIECES, max_size=3), POINTS, HEADINGS, st.integers(0, 14), st.integers(-5, 5), st.booleans())
def test_a_voyage_ends_on_the_board_and_outside_terrain(
    pieces: list[Piece], start: Point, heading: int, velocity: int, hours: int, front: bool
) -> None:
    if board.terrain_at(pieces, start):
        return
    done = motion.move(motion.Pose(start, heading), velocity, hours, FIELD, pieces, front=front)
    assert FIELD.holds(done.end.place) or done.crash
    assert done.exit or board.terrain_at(pieces, done.end.place) is None
    assert sum(board.distance(leg.start, leg.end) for leg in done.legs) <= velocity * INCH + 4
    if done.crash:
        assert (done.velocity, done.crash.damage) == (0, velocity)
    elif not done.exit:
        assert done.velocity == velocity
        assert done.end.heading == board.turned(heading, hours)


@given(POINTS, HEADINGS, st.integers(0, 14), st.integers(-5, 5))
def test_a_voyage_is_the_same_in_the_mirror(start: Point, heading: int, velocity: int, hours: int) -> None:
    done = motion.move(motion.Pose(start, heading), velocity, hours, FIELD)
    mirrored = Point(FIELD.width - start.x, start.y)
    other = motion.move(motion.Pose(mirrored, -heading % 360), velocity, -hours, FIELD)
    assert abs(other.end.place.x - (FIELD.width - done.end.place.x)) <= (1 if done.exit else 0)
    assert other.end.place.y == done.end.place.y or done.exit


@pytest.mark.rule("FS-MOV-01", "FS-MOV-03", "FS-MOV-17")
@given(
    st.builds(Plot, change=st.integers(-12, 12), port=st.integers(0, 6), overcharge=st.integers(0, 4)),
    st.integers(0, 5),
    st.integers(0, 12),
    st.booleans(),
    st.integers(0, 2),
    st.booleans(),
)
def test_a_plot_that_is_cut_is_legal_and_a_legal_one_is_not_cut(
    given_plot: Plot, half: int, velocity: int, engines: bool, exhausts: int, overchargers: bool
) -> None:
    helm = plot.Helm(thrust=2 * half, velocity=velocity, engines=engines, exhausts=exhausts, overchargers=overchargers)
    left = plot.cut(given_plot, helm)
    assert plot.faults(left, helm, FIELD) == ()
    if plot.faults(given_plot, helm, FIELD) == ():
        assert left == given_plot


@pytest.mark.rule("FS-HULL-03", "FS-HULL-12", "FS-HULL-13")
@given(st.integers(1, 8), st.sampled_from([6, 8, 10]), st.data())
def test_pips_and_rows_always_agree(rows: int, row: int, data: st.DataObject) -> None:
    pips = data.draw(st.integers(1, rows * row))
    damage, more = data.draw(st.integers(0, 60)), data.draw(st.integers(0, 60))
    once = hull.mark(pips, damage, row)
    twice = hull.mark(once.pips, more, row)
    assert hull.mark(pips, damage + more, row).rows == once.rows + twice.rows
    assert once.pips + once.marked == pips
    healed = hull.heal(once.pips, more, rows, row)
    assert once.pips <= healed.pips <= rows * row
    smaller = hull.armor_lost(pips, row) if row > 6 else pips
    assert -(-smaller // max(6, row - 2)) <= -(-pips // row)
    assert hull.armor_lost(hull.armor_regained(pips, row), row + 2) == pips


@pytest.mark.rule("FS-SC-12")
@given(st.integers(1, 30))
def test_a_ladder_goes_down_in_order(full: int) -> None:
    steps = [step(size, full) for size in range(full, 0, -1)]
    assert steps[0] == "full"
    order = ["full", "half", "low"]
    assert [order.index(step) for step in steps if step] == sorted(order.index(step) for step in steps if step)


@pytest.mark.rule("FS-SC-16", "FS-SC-18")
@given(st.integers(0, 14), st.integers(0, 14), st.lists(st.integers(1, 6), min_size=28, max_size=28))
def test_a_dogfight_takes_no_more_craft_than_fought(one: int, other: int, faces: list[int]) -> None:
    left = iter(faces)
    fighting = [squadrons.Fighting("a", Side.A, one, 3), squadrons.Fighting("b", Side.B, other, 4)]
    after = squadrons.dogfight(fighting, {}, Side.A, lambda label, sides: next(left), "d")
    assert one - min(one, other) <= after["a"] <= one
    assert other - min(one, other) <= after["b"] <= other


# Odds


@pytest.mark.slow
@pytest.mark.rule("FS-ODD-01", "FS-ODD-08", "FS-ODD-09")
@pytest.mark.parametrize("dice", range(1, 7))
def test_odds_are_those_of_every_roll_there_is(dice: int) -> None:
    rolls = list(product(range(1, 7), repeat=dice))
    for discard in range(dice):
        for fire_control in (True, False):
            ways = Counter(
                weapons.strike(Type.ENERGY, roll, discard, fire_control=fire_control).damage for roll in rolls
            )
            expected = {total: Fraction(count, 6**dice) for total, count in ways.items()}
            assert dict(odds.damage(dice, discard, fire_control=fire_control)) == expected


@pytest.mark.rule("FS-ODD-10")
@pytest.mark.parametrize(("dice", "discard"), [(1, 0), (2, 1), (4, 1), (5, 2)])
def test_odds_with_a_reroll_are_those_of_every_roll_and_new_face(dice: int, discard: int) -> None:
    ways: Counter[int] = Counter()
    for *faces, new in product(range(1, 7), repeat=dice + 1):
        die = weapons.default_reroll(faces)
        after = tuple(faces) if die is None else weapons.rerolled(faces, die, new)
        ways[weapons.strike(Type.MISSILE, after, discard).damage] += 1
    expected = {total: Fraction(count, 6 ** (dice + 1)) for total, count in ways.items()}
    assert dict(odds.damage(dice, discard, rerolls=1)) == expected


@pytest.mark.rule("FS-ODD-01", "FS-ODD-07")
@pytest.mark.parametrize(("dice", "discard"), [(2, 1), (4, 0), (4, 2), (5, 1), (8, 3)])
def test_icepool_agrees(dice: int, discard: int) -> None:
    kept = icepool.lowest(*[icepool.d6] * dice, keep=dice - discard)
    assert {total: Fraction(kept.probability(total)) for total in kept.outcomes()} == dict(odds.damage(dice, discard))
    survivor = icepool.Die({1: 5, 0: 4})
    thinned = kept.map(lambda total: max(0, total - 3) @ survivor)
    expected = {total: Fraction(thinned.probability(total)) for total in thinned.outcomes()}
    assert dict(odds.reduced(odds.damage(dice, discard), 3, 1, True)) == expected


ATTACKS = st.builds(
    lambda dice, drop, **more: odds.Attack(dice=dice, discard=min(drop, dice - 1), **more),
    st.integers(1, 6),
    st.integers(0, 4),
    fire_control=st.booleans(),
    rerolls=st.integers(0, 2),
    fragmenting=st.sampled_from([None, 0, 1, 2]),
    shields=st.integers(0, 6),
    plating=st.integers(0, 2),
    rugged=st.booleans(),
    pips=st.integers(1, 48),
    systems=st.integers(0, 11),
    haywire=st.integers(0, 2),
)


@pytest.mark.rule("FS-ODD-06", "FS-ODD-07", "FS-ODD-13")
@given(ATTACKS)
def test_a_forecast_agrees_with_itself_and_with_its_parts(attack: odds.Attack) -> None:
    told = odds.forecast(attack)
    plain = odds.damage(attack.dice, attack.discard, fire_control=attack.fire_control, rerolls=attack.rerolls)
    assert told.damage == plain
    through = odds.reduced(plain, attack.shields, attack.plating, attack.rugged)
    assert told.marked == through.map(lambda points: min(points, attack.pips))
    assert told.destroyed == through.chance(lambda points: points >= attack.pips)
    assert told.rows == through.map(lambda points: hull.mark(attack.pips, points, attack.row).rows)
    for distribution in (told.damage, told.marked, told.rows, told.systems):
        assert sum(chance for _, chance in distribution) == 1


@pytest.mark.rule("FS-ODD-08", "FS-WPN-17")
def test_systems_in_a_forecast_are_those_of_every_roll() -> None:
    attack = odds.Attack(dice=4, discard=1, fragmenting=1, shields=2, pips=9, systems=3)
    ways: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=4):
        done = weapons.strike(Type.BALLISTIC, faces, 1, fragmenting=1)
        marked = hull.mark(9, max(0, done.damage - 2))
        ways[0 if marked.destroyed else min(3, marked.rows + done.systems)] += 1
    assert dict(odds.forecast(attack).systems) == {lost: Fraction(count, 1296) for lost, count in ways.items()}


@pytest.mark.rule("FS-ODD-02")
@given(st.integers(1, 8), st.integers(0, 7))
def test_the_closed_form_is_the_mean(dice: int, discard: int) -> None:
    assert odds.mean(dice, discard) == odds.damage(dice, discard).mean()


@pytest.mark.slow
@pytest.mark.rule("FS-BRD-05")
@given(st.integers(0, 20), st.integers(0, 2**32))
def test_random_terrain_keeps_its_distance(count: int, seed: int) -> None:
    chance = Random(seed)
    drawn = board.random_circles(FIELD, count, lambda label, sides: chance.randint(1, sides))
    for number, one in enumerate(drawn):
        assert board.piece_ok(FIELD, one) is None
        assert 1500 <= one.radius <= 3000
        assert min(one.centre.x, one.centre.y, 72000 - one.centre.x, 48000 - one.centre.y) >= 4000
        for other in drawn[:number]:
            assert board.distance(one.centre, other.centre) - max(one.radius, other.radius) >= 4000


@pytest.mark.parametrize("kind", list(Type))
def test_bands_of_every_weapon_cover_what_its_reach_says(kind: Type) -> None:
    for weapon in PACK.weapons.values():
        if weapon.type is not kind:
            continue
        best, poor = weapons.reach(weapon.band)
        for low, high in (best, *poor):
            assert weapons.band_dice(kind, weapon.band, high) == weapons.band_dice(kind, weapon.band, low + 1)
        assert weapons.band_dice(kind, weapon.band, best[1]) == weapons.BEST_DICE[kind]
