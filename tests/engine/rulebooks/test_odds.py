"""Exact odds, against counting every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.odds import Odds, constant, die, percent, tenths


def counted(sides: int, number: int, value: Callable[[tuple[int, ...]], int]) -> Odds:
    """The distribution of something about so many dice, by counting all their faces."""
    counts = Counter(value(faces) for faces in product(range(1, sides + 1), repeat=number))
    return Odds.weighed(counts.items())


@pytest.mark.parametrize("ways", [{}, {1: 0}, {1: -1, 2: 3}, {1: 2, 2: -2}])
def test_ways_are_not_below_nothing_and_there_is_one(ways: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="ways are not below 0"):
        Odds.counted(ways)
    assert Odds.counted({1: 0, 2: 3, 3: 1}) == Odds({2: Fraction(3, 4), 3: Fraction(1, 4)})


@given(sides=st.integers(1, 6), number=st.integers(0, 4))
def test_sums(sides: int, number: int) -> None:
    assert die(sides).times(number) == counted(sides, number, sum)


@given(sides=st.integers(1, 5), number=st.integers(1, 4), kept=st.integers(0, 4), highest=st.booleans())
def test_the_best_or_worst_of_some(sides: int, number: int, kept: int, highest: bool) -> None:
    kept = min(kept, number)
    assert die(sides).keeping(number, kept, highest) == counted(
        sides, number, lambda faces: sum(sorted(faces, reverse=highest)[:kept])
    )


def test_maps_and_rolls_that_depend_on_rolls() -> None:
    assert die(6).map(lambda face: face // 5) == Odds({0: Fraction(2, 3), 1: Fraction(1, 3)})
    assert die(4).then(lambda face: die(6).times(face)).mean() == Fraction(5, 2) * Fraction(7, 2)
    assert die(6) + 3 == counted(6, 1, lambda faces: faces[0] + 3)
    assert die(4) + die(6) == Odds.weighed((a + b, 1) for a in range(1, 5) for b in range(1, 7))


def test_chances_and_means() -> None:
    assert die(6).times(2).chance(lambda total: total >= 10) == Fraction(1, 6)
    assert die(6).times(10).mean() == 35
    assert sum(chance for _, chance in die(7).times(5)) == 1
    assert constant(3).chance(lambda value: value == 3) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Odds({1: Fraction(1, 2)}),
        lambda: Odds({1: Fraction(3, 2), 2: Fraction(-1, 2)}),
        lambda: Odds.weighed([]),
        lambda: die(0),
        lambda: die(6).times(-1),
        lambda: die(6).keeping(2, 3),
    ],
)
def test_what_is_no_distribution_is_refused(wrong: Callable[[], Odds]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        wrong()


def test_what_cannot_come_about_is_left_out() -> None:
    assert list(Odds({1: Fraction(0), 2: Fraction(1)})) == [(2, Fraction(1))]


def test_odds_are_values() -> None:
    assert hash(die(6)) == hash(Odds.weighed((face, 1) for face in range(6, 0, -1)))
    assert die(2) != 3
    assert repr(die(2)) == "Odds(1: 1/2, 2: 1/2)"


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "under 1 %"),
        (Fraction(1, 3), "33 %"),
        (Fraction(2, 3), "67 %"),
        (Fraction(999, 1000), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_a_chance_in_words(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


@pytest.mark.parametrize(
    ("mean", "told"),
    [("7", "7 "), ("21/2", "10.5 "), ("15869/1296", "12.2 15869/1296"), ("-1/4", "−0.2 −1/4"), ("-3/2", "−1.5 ")],
)
def test_a_mean_is_told_in_tenths_and_exactly_where_they_are_not(mean: str, told: str) -> None:
    assert "{mean} {exact}".format(**tenths(Fraction(mean))) == told
