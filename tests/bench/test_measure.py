"""Figures of benchmarks, made from samples, printed and judged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.__main__ import verdict
from bench.measure import (
    Cost,
    Finding,
    Piece,
    Scale,
    Stopwatch,
    bar,
    calibration,
    milliseconds,
    paired,
    percentile,
    ratio,
    times,
)

SAMPLES = st.lists(st.integers(0, 10**9), min_size=1, max_size=300)


@pytest.mark.parametrize(
    ("samples", "percent", "expected"),
    [
        ([7], 50, 7),
        ([7], 99, 7),
        ([1, 2], 50, 1),
        ([3, 1, 2], 50, 2),
        ([4, 3, 2, 1], 50, 2),
        (list(range(1, 101)), 50, 50),
        (list(range(1, 101)), 99, 99),
        (list(range(1, 101)), 100, 100),
        (list(range(1, 1001)), 99, 990),
        (list(range(1, 12)), 99, 11),
        ([5, 1], 0, 1),
    ],
)
def test_a_percentile_is_the_sample_of_the_nearest_rank(samples: list[int], percent: int, expected: int) -> None:
    assert percentile(samples, percent) == expected


@given(SAMPLES, st.integers(1, 100))
def test_at_least_that_share_of_the_samples_is_no_greater_than_a_percentile(samples: list[int], percent: int) -> None:
    found = percentile(samples, percent)
    assert found in samples
    assert 100 * sum(sample <= found for sample in samples) >= percent * len(samples)
    assert 100 * sum(sample < found for sample in samples) < percent * len(samples)


def test_a_ratio_is_exact_and_survives_a_baseline_of_nothing() -> None:
    assert ratio(300, 100) == 3
    assert ratio(301, 100) > 3
    assert ratio(1, 3) == Fraction(1, 3)
    assert ratio(5, 0) == 5


@pytest.mark.parametrize(
    ("value", "printed"),
    [(Fraction(3), "3.00x"), (Fraction(213, 100), "2.13x"), (Fraction(2, 3), "0.66x"), (Fraction(2999, 1000), "2.99x")],
)
def test_a_ratio_is_printed_cut_to_hundredths(value: Fraction, printed: str) -> None:
    assert times(value) == printed


def test_durations_are_printed_in_milliseconds() -> None:
    assert milliseconds(1_270_000) == "1.27 ms"
    assert milliseconds(0) == "0.00 ms"


def test_a_finding_prints_its_figure_bar_and_verdict() -> None:
    assert Finding("load", "2.50 ms", "at most 10 ms", True).line() == "load: 2.50 ms (at most 10 ms) ok"
    short = Finding("load", "12.00 ms", "at most 10 ms", False, "2,000 units")
    assert short.line() == "load: 12.00 ms (at most 10 ms) short  [2,000 units]"


def test_a_smoke_run_does_little() -> None:
    assert (Scale().of(1000, 30), Scale(smoke=True).of(1000, 30)) == (1000, 30)


def test_both_sides_are_measured_in_turn() -> None:
    done: list[str] = []

    def side(name: str) -> Callable[[int], asyncio.Future[None]]:
        def work(number: int) -> asyncio.Future[None]:
            done.append(f"{name} {number}")
            finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            finished.set_result(None)
            return finished

        return work

    mine, theirs = asyncio.run(paired(3, side("ours"), side("baseline")))
    assert done == ["ours 0", "baseline 0", "ours 1", "baseline 1", "ours 2", "baseline 2"]
    assert len(mine) == len(theirs) == 3
    assert all(sample >= 0 for sample in mine + theirs)


@pytest.mark.parametrize(
    ("met", "smoke", "code"),
    [
        ([True, True], False, 0),
        ([True, False], False, 1),
        ([False, True], False, 1),
        ([False], True, 0),
        ([], False, 0),
    ],
)
def test_a_run_fails_when_one_figure_is_short_but_a_smoke_run_never_does(
    met: list[bool], smoke: bool, code: int
) -> None:
    assert verdict([Finding("load", "1", "at most 2", ok) for ok in met], Scale(smoke=smoke)) == code


def test_the_calibration_is_always_the_same_work() -> None:
    assert {calibration(), calibration()} == {2_323_520}


def test_each_piece_is_counted_in_calibrations_of_its_own_moment() -> None:
    slow = Piece(Cost(wall=9_000_000, processor=8_000_000), unit=2_000_000)
    quick = Piece(Cost(wall=5_000_000, processor=4_000_000), unit=1_000_000)
    assert slow.times == quick.times == 4
    watch = Stopwatch()
    watch.pieces = [slow, quick, slow]
    assert watch.times() == 4


def test_a_stopwatch_calibrates_before_and_after_each_piece() -> None:
    watch = Stopwatch(calibrations=2)
    for _ in range(3):
        with watch.piece():
            pass
    assert len(watch.pieces) == 3
    assert all(piece.unit > 0 for piece in watch.pieces)


def test_bars_are_printed_as_they_are_written() -> None:
    assert [bar(3), bar(Fraction(3, 2)), bar(Fraction(115, 100))] == ["3x", "1.5x", "1.15x"]


def test_a_finding_in_calibrations_shows_what_the_clock_said_and_does_not_judge_by_it() -> None:
    watch = Stopwatch()
    watch.pieces = [Piece(Cost(wall=90_000_000, processor=4_000_000), unit=1_000_000)]
    met = watch.finding("games", Fraction(5, 2), "2 games", share=2)
    assert met.line() == "games: 2.00x (at most 2.5x the calibration) ok  [45.00 ms, calibration 1.00 ms; 2 games]"
    assert watch.finding("games", 3).line().startswith("games: 4.00x (at most 3x the calibration) short")
