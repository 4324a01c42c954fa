"""Instants and calendars: whole seconds of UTC, months of every length, nothing twice."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import (
    DAY,
    HOUR,
    MINUTE,
    Instant,
    MonthDays,
    completed_hours,
    day_of,
    instant,
    iso,
    later,
    midnight,
    next_deadline,
)
from engine.text.message import stamp

MOMENTS = st.integers(0, 4_102_444_800).map(Instant)


@given(at=MOMENTS)
def test_an_instant_is_written_and_read_back(at: Instant) -> None:
    assert instant(iso(at)) == at
    assert midnight(day_of(at)) <= at < later(midnight(day_of(at)), DAY)


def test_an_instant_is_read_in_any_zone() -> None:
    assert iso(instant("2024-03-01T01:30:00+02:00")) == "2024-02-29T23:30:00Z"


@pytest.mark.parametrize("text", ["2024-03-01T12:00:00", "2024-03-01T12:00:00.5Z", "2024-02-30T12:00:00Z", "soon", ""])
def test_what_is_no_instant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        instant(text)


@pytest.mark.parametrize(
    ("seconds", "then"),
    [(MINUTE, "2024-02-28T12:01:00Z"), (HOUR, "2024-02-28T13:00:00Z"), (DAY, "2024-02-29T12:00:00Z")],
)
def test_minutes_hours_and_days_are_as_long_as_everywhere(seconds: int, then: str) -> None:
    assert iso(later(instant("2024-02-28T12:00:00Z"), seconds)) == then


def test_hours_count_when_they_are_whole() -> None:
    start = instant("2024-03-01T12:00:00Z")
    assert [completed_hours(start, later(start, seconds)) for seconds in (-5, 0, HOUR - 1, HOUR, 2 * HOUR + 1)] == [
        0, 0, 0, 1, 2,
    ]  # fmt: skip


@given(now=MOMENTS, days=st.sets(st.integers(1, 28), min_size=1, max_size=4), span=st.integers(0, 400))
def test_a_calendar_strikes_on_its_days_and_never_twice(now: Instant, days: set[int], span: int) -> None:
    calendar = MonthDays(sorted(days))
    strikes = calendar.between(now, later(now, span * DAY))
    first = day_of(now) + datetime.timedelta(days=1)
    wanted = [midnight(first + datetime.timedelta(days=number)) for number in range(span + 1)]
    assert list(strikes) == [at for at in wanted if day_of(at).day in days and at <= now + span * DAY]
    assert calendar.next_after(now) > now


@pytest.mark.parametrize(
    ("met", "now", "then"),
    [(None, 12, 14), (14, 13, 16), (14, 14, 16), (14, 15, 16), (14, 16, 18), (14, 19, 20), (20, 13, 22)],
)
def test_deadlines_stay_where_they_were_when_one_is_met_early(met: int | None, now: int, then: int) -> None:
    at = None if met is None else Instant(met * HOUR)
    assert next_deadline(at, Instant(now * HOUR), 2 * HOUR) == then * HOUR


def test_an_instant_on_the_stroke_belongs_to_what_was_before() -> None:
    calendar = MonthDays([1, 15])
    stroke = instant("2024-02-15T00:00:00Z")
    assert calendar.next_after(stroke) == instant("2024-03-01T00:00:00Z")
    assert calendar.between(later(stroke, -1), stroke) == (stroke,)
    assert calendar.between(stroke, stroke) == ()


@pytest.mark.parametrize("days", [[], [0], [29]])
def test_a_calendar_has_days_that_every_month_has(days: list[int]) -> None:
    with pytest.raises(ValueError, match="between 1 and 28"):
        MonthDays(days)


def test_an_instant_is_shown_in_each_readers_own_zone() -> None:
    assert stamp(Instant(1709294400)) == "<t:1709294400:F>"
    assert stamp(Instant(1709294400), "R") == "<t:1709294400:R>"
