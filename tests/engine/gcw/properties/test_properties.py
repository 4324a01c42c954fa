"""Properties of all numbers, not only for the register's examples."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import Instant, MonthDays
from engine.gcw.data.codes import Code
from engine.gcw.data.marks import Mount
from engine.gcw.data.places import Link, LinkKind
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Status
from engine.gcw.data.units import ShipClass
from engine.gcw.economy import mending
from engine.gcw.figures import calendar
from engine.gcw.figures.arithmetic import ceil_div, cut3
from engine.gcw.figures.command import Limits, Strength, change_ok, fleet_ok
from engine.gcw.figures.damage import (
    CRAFT_WAYS,
    FACILITY_WAYS,
    SHIP_WAYS,
    Hit,
    Ways,
    dealt,
    hit,
    hit_facility,
    hit_sf,
)
from engine.gcw.figures.grid import Shooter
from engine.gcw.figures.ucr import q3, refined
from engine.gcw.figures.weapons import Ask, Volley, VolleyError, committed, left_of, read_volley
from engine.gcw.galaxy.courses import Course, detours, neighbours, plotted, shortest, voyage_minutes
from engine.look import Refused
from tests.engine.gcw.register_calls import GRID, walked

RATINGS = st.integers(1, 999)
DAMAGE = st.integers(0, 20_000)
POINTS = st.integers(0, 5_000)
CELLS = st.sampled_from(sorted(GRID.cells))


@pytest.mark.rule("GCW-MAT-01", "GCW-MAT-02", "GCW-MAT-05")
@given(DAMAGE, RATINGS, RATINGS)
def test_refined_damage_lies_between_something_and_the_raw_total(raw: int, attacker: int, defender: int) -> None:
    done = refined(raw, attacker, defender)
    assert 0 <= done <= raw
    assert (done > 0) == (raw > 0)
    exact = raw * min(Fraction(1), Fraction(attacker, defender))
    assert done - 1 < exact + 1
    assert exact - Fraction(raw, 1000) <= done


@pytest.mark.rule("GCW-UCR-10")
@given(DAMAGE, st.integers(0, 100), RATINGS, st.integers(0, 100), RATINGS)
def test_more_raw_damage_or_a_better_rating_never_does_less(
    raw: int, more: int, attacker: int, better: int, defender: int
) -> None:
    assert refined(raw + more, attacker, defender) >= refined(raw, attacker, defender)
    assert refined(raw, attacker + better, defender) >= refined(raw, attacker, defender)
    assert refined(raw, attacker, defender + better) <= refined(raw, attacker, defender)
    assert 1 <= q3(attacker, defender) <= 1000


@given(st.fractions(max_denominator=10_000), st.fractions(min_value=Fraction(1, 100), max_denominator=1000))
def test_cutting_goes_toward_zero_and_rounding_goes_up(number: Fraction, divisor: Fraction) -> None:
    cut = Fraction(cut3(number, divisor), 1000)
    assert abs(cut) <= abs(number / divisor) < abs(cut) + Fraction(1, 1000)
    assert ceil_div(number.numerator, number.denominator) == ceil(number)


def check(before: Pools, done: Hit, damage: int, way: Sequence[Layer], vital: Sequence[Layer]) -> None:
    """Checks what every hit has in common, whatever it hits."""
    reachable = sum(before.of(layer) for layer in way)
    absorbed = {layer: done.absorbed.of(layer) for layer in Layer}
    assert sum(absorbed.values()) == min(damage, reachable)
    assert done.wasted == damage - min(damage, reachable)
    for layer in Layer:
        dropped = done.dropped if layer is Layer.SHIELDS else 0
        assert done.pools.of(layer) == before.of(layer) - absorbed[layer] - dropped >= 0
        assert absorbed[layer] == 0 or layer in way
    for outer, inner in pairwise(way):
        assert done.pools.of(outer) == 0 or absorbed[inner] == 0
    assert done.dropped == 0 or any(done.pools.of(layer) == 0 for layer in vital)


def channels(ways: Ways) -> st.SearchStrategy[DamageChannel]:
    """The channels that can reach a kind of unit."""
    return st.sampled_from(sorted(ways))


@pytest.mark.rule("GCW-DMG-01", "GCW-DMG-02", "GCW-DMG-10", "GCW-DMG-11", "GCW-DMG-20")
@given(st.builds(Pools, POINTS, POINTS, POINTS, POINTS), channels(SHIP_WAYS), DAMAGE, st.booleans())
def test_ships_lose_exactly_what_the_channel_reaches(
    pools: Pools, channel: DamageChannel, damage: int, shields_up: bool
) -> None:
    done = hit(pools, channel, damage, shields_up=shields_up)
    way = [layer for layer in SHIP_WAYS[channel] if shields_up or layer is not Layer.SHIELDS]
    check(pools, done, damage, way, (Layer.ARMOR, Layer.SYSTEMS))
    assert (done.status is Status.DESTROYED) == (done.pools.hull == 0)
    if done.status is Status.DISABLED and pools.armor > 0 and pools.systems > 0:
        assert done.pools.shields == 0


@pytest.mark.rule("GCW-DMG-04")
@given(st.builds(Pools, POINTS, POINTS), channels(CRAFT_WAYS), DAMAGE, st.booleans())
def test_craft_lose_exactly_what_the_channel_reaches(
    pools: Pools, channel: DamageChannel, damage: int, shields_up: bool
) -> None:
    done = hit_sf(pools, channel, damage, shields_up=shields_up)
    way = [layer for layer in CRAFT_WAYS[channel] if shields_up or layer is not Layer.SHIELDS]
    check(pools, done, damage, way, ())
    assert (done.status is Status.DESTROYED) == (done.pools.armor == 0)


@pytest.mark.rule("GCW-GAR-06")
@given(POINTS, POINTS, POINTS, channels(FACILITY_WAYS), DAMAGE)
def test_facilities_lose_exactly_what_the_channel_reaches(
    shields: int, armor: int, hull: int, channel: DamageChannel, damage: int
) -> None:
    pools = Pools(shields, armor, hull=hull)
    done = hit_facility(pools, channel, damage)
    check(pools, done, damage, FACILITY_WAYS[channel], (Layer.ARMOR,))


@pytest.mark.rule("GCW-DMG-01")
@given(st.builds(Pools, POINTS, POINTS, POINTS, POINTS), DAMAGE, DAMAGE)
def test_two_hits_of_one_channel_are_one_hit_of_their_sum(pools: Pools, one: int, two: int) -> None:
    apart = hit(hit(pools, DamageChannel.NORMAL, one).pools, DamageChannel.NORMAL, two).pools
    assert apart == hit(pools, DamageChannel.NORMAL, one + two).pools


@pytest.mark.parametrize("channel", [DamageChannel.BYPASS, DamageChannel.SCUTTLE])
def test_no_order_can_aim_these_channels_at_craft(channel: DamageChannel) -> None:
    with pytest.raises(ValueError, match="cannot be done"):
        hit_sf(Pools(1, 1), channel, 1)


@pytest.mark.rule("GCW-DMG-03", "GCW-DMG-15")
@given(st.integers(1, 200_000))
def test_a_ship_class_has_the_systems_and_crew_of_its_length(length_dm: int) -> None:
    made = ShipClass(
        code="X", name="X", tech=(), cost=1, speed=1, maneuver=1, role="M", cp=1, length_dm=length_dm,
        shields=1, armor=1, hull=1,
    )  # fmt: skip
    assert (made.systems, made.crew) == (ceil(Fraction(length_dm, 20)), ceil(Fraction(length_dm, 100)))


@pytest.mark.rule("GCW-TIE-03")
@given(st.lists(st.integers(0, 500), max_size=12), st.integers(0, 6000))
def test_a_dissolving_swarm_deals_out_all_that_fits(maxima: list[int], left: int) -> None:
    shares = dealt(left, maxima)
    assert sum(shares) == min(left, sum(maxima))
    assert all(0 <= share <= most for share, most in zip(shares, maxima, strict=True))


@pytest.mark.rule("GCW-GRD-02")
@given(CELLS, CELLS)
def test_relations_are_the_same_both_ways(one: str, other: str) -> None:
    assert GRID.rel(one, other) == GRID.rel(other, one)


@pytest.mark.rule("GCW-RNG-02")
@given(CELLS, CELLS)
def test_craft_reach_nothing_that_ships_do_not(one: str, other: str) -> None:
    for craft in (Shooter.SF, Shooter.AUX):
        if GRID.fire(one, other, craft) is None:
            assert GRID.fire(one, other) is None


@pytest.mark.rule("GCW-MOV-01")
@given(CELLS, st.lists(CELLS, max_size=6), st.integers(0, 8))
def test_a_walk_never_takes_more_points_than_there_are(here: str, path: list[str], points: int) -> None:
    found = walked(here, path, points)
    if isinstance(found, int):
        assert 0 <= found <= points - len(path)


WORLDS = ("Anaxes", "Bestine", "Corellia", "Duro", "Endor", "Fondor")
LINKS = st.lists(
    st.tuples(st.sampled_from(WORLDS), st.sampled_from(WORLDS), st.sampled_from([0, 6, 12])).filter(
        lambda link: link[0] != link[1]
    ),
    max_size=14,
).map(lambda rows: tuple(Link(a, b, LinkKind.TRADE, hours) for a, b, hours in rows))


def every_course(
    links: Sequence[Link], special: frozenset[str], origin: str, destination: str
) -> list[tuple[int, int, tuple[str, ...]]]:
    """All courses without a loop, as hours, links and systems: slow and certain."""
    ways = neighbours(links)
    found: list[tuple[int, int, tuple[str, ...]]] = []
    open_ends: list[tuple[int, tuple[str, ...]]] = [(0, (origin,))]
    while open_ends:
        hours, systems = open_ends.pop()
        if systems[-1] == destination:
            found.append((hours, len(systems) - 1, systems))
        elif systems[-1] == origin or systems[-1] not in special:
            near = ways.get(systems[-1], {})
            open_ends += [(hours + near[there], (*systems, there)) for there in near if there not in systems]
    return found


@pytest.mark.rule("GCW-GAL-03", "GCW-GAL-04")
@given(LINKS, st.frozensets(st.sampled_from(WORLDS), max_size=2), st.sampled_from(WORLDS), st.sampled_from(WORLDS))
def test_the_default_course_is_the_best_of_all(
    links: tuple[Link, ...], special: frozenset[str], origin: str, destination: str
) -> None:
    course = shortest(links, special, origin, destination)
    courses = every_course(links, special, origin, destination)
    if isinstance(course, Refused):
        assert course.code is Code.ROUTE_INVALID
        assert not courses
        return
    assert (course.map_hours, len(course.systems) - 1, course.systems) == min(courses)
    if len(course.systems) > 1:
        assert plotted(links, special, course.systems) == course


@pytest.mark.rule("GCW-GAL-03")
@given(LINKS, st.frozensets(st.sampled_from(WORLDS), max_size=2), st.sampled_from(WORLDS), st.sampled_from(WORLDS))
def test_ways_round_are_other_courses_the_fastest_of_them_first(
    links: tuple[Link, ...], special: frozenset[str], origin: str, destination: str
) -> None:
    course, others = shortest(links, special, origin, destination), detours(links, special, origin, destination)
    for other in others:
        assert plotted(links, special, other.systems) == other != course
    courses = sorted(every_course(links, special, origin, destination))
    assert [one.map_hours for one in others] == sorted(one.map_hours for one in others)
    if isinstance(course, Course) and len(course.systems) > 1 and len(courses) > 1:
        assert others[0].map_hours == courses[1][0]  # the second best does without some link of the best


@pytest.mark.rule("GCW-FHM-01")
@given(st.integers(0, 200), st.integers(1, 40), st.integers(0, 40))
def test_a_better_rating_never_takes_longer(map_hours: int, tenths: int, more: int) -> None:
    slow = voyage_minutes(map_hours, Fraction(tenths, 10))
    assert voyage_minutes(map_hours, Fraction(tenths + more, 10)) <= slow
    assert slow >= Fraction(map_hours * 600, tenths) - 1


@pytest.mark.rule("GCW-REP-02", "GCW-REP-04")
@given(st.integers(1, 5000), st.integers(0, 5000), st.sampled_from([5, 10, 20]), st.integers(0, 30))
def test_repair_is_full_exactly_when_it_says(most: int, current: int, percent: int, hours: int) -> None:
    current = min(most, current)
    full = mending.hours_to_full(most, current, percent)
    assert mending.restore(most, current, percent, full) == most
    assert full == 0 or mending.restore(most, current, percent, full - 1) < most
    assert full <= -(-100 // percent)
    assert mending.restore(most, current, percent, hours) <= mending.restore(most, current, percent, hours + 1) <= most


@pytest.mark.rule("GCW-ACT-01")
@given(st.integers(0, 4_000_000_000), st.integers(0, 40_000_000), st.integers(0, 40_000_000))
def test_action_days_missed_in_two_spans_are_those_of_the_whole(start: int, one: int, two: int) -> None:
    first, second, third = Instant(start), Instant(start + one), Instant(start + one + two)
    days = calendar.ACTION_DAYS
    assert days.between(first, third) == days.between(first, second) + days.between(second, third)
    assert calendar.next_action_day(first) > first


@pytest.mark.parametrize("days", [(), (0,), (31,)])
def test_a_monthly_calendar_needs_days_that_every_month_has(days: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="between 1 and 28"):
        MonthDays(days)


STRENGTHS = st.builds(
    Strength,
    st.lists(st.integers(1, 12), max_size=9).map(tuple),
    st.integers(0, 5),
    st.integers(0, 14),
)


@pytest.mark.rule("GCW-CMD-05")
@given(STRENGTHS, STRENGTHS)
def test_a_legal_roster_may_become_exactly_what_is_legal(before: Strength, after: Strength) -> None:
    def legal(strength: Strength) -> Code | None:
        return fleet_ok(strength.ships, strength.squadrons, strength.auxiliaries)

    if legal(before) is None:
        assert change_ok(before, after) == legal(after)
    if legal(after) is None:
        assert change_ok(before, after) is None


@given(STRENGTHS, STRENGTHS, st.integers(23, 30))
def test_a_roster_may_always_stay_as_it_is(before: Strength, after: Strength, capacity: int) -> None:
    assert change_ok(before, before, Limits(capacity)) is None


MOUNTS = st.lists(
    st.builds(Mount, st.sampled_from(["HTLB", "IC", "LC"]), st.sampled_from([1, 2, 4]), st.integers(1, 20)),
    max_size=6,
    unique_by=lambda mount: (mount.weapon, mount.barrels),
)
ASKS = st.lists(
    st.builds(
        Ask, st.sampled_from(["HTLB", "IC", "PT"]), st.none() | st.integers(1, 25), st.sampled_from([None, 2, 4])
    ),
    max_size=3,
    unique_by=lambda ask: (ask.weapon, ask.barrels),
)


@pytest.mark.rule("GCW-UCR-09")
@given(MOUNTS, ASKS)
def test_no_volley_fires_a_mount_twice(mounts: list[Mount], asks: list[Ask]) -> None:
    fired = committed(Volley(tuple(asks)), mounts, (), "Devastator")
    if isinstance(fired, Refused):
        assert fired.code is Code.WEAPON_USED
        return
    had = {(mount.weapon, mount.barrels): mount.count for mount in mounts}
    assert all(1 <= mount.count <= had[mount.weapon, mount.barrels] for mount in fired)
    left = left_of(mounts, fired)
    assert sum(mount.count for mount in (*left, *fired)) == sum(had.values())


@given(ASKS)
def test_a_volley_reads_back_as_it_was_written(asks: list[Ask]) -> None:
    volley = Volley(tuple(asks))
    assert read_volley(str(volley)) == volley


@pytest.mark.parametrize(
    ("text", "position"),
    [("10", 0), ("5 IC, 0 TLB", 6), ("5 IC,,", 5), ("IC, 3 IC", 4), ("-1 IC", 0), ("2 Octo LC", 0)],
)
def test_a_volley_that_cannot_be_read_says_where(text: str, position: int) -> None:
    with pytest.raises(VolleyError) as caught:
        read_volley(text)
    assert caught.value.position == position


WHOLE = st.integers(1, 5_000)


@pytest.mark.rule("GCW-DMG-10")
@given(st.builds(Pools, WHOLE, POINTS, POINTS, WHOLE), st.sampled_from(list(SHIP_WAYS)), DAMAGE)
def test_only_the_hit_that_disables_a_ship_drops_its_shields(pools: Pools, channel: DamageChannel, amount: int) -> None:
    done = hit(pools, channel, amount)
    was_able, is_able = pools.armor > 0 < pools.systems, done.pools.armor > 0 < done.pools.systems
    if was_able and not is_able:
        assert done.pools.shields == 0
    else:
        assert done.dropped == 0
    assert done.pools.shields + done.dropped + done.absorbed.shields == pools.shields
