"""Instants, durations and calendars: whole seconds of UTC since 1970-01-01, never floats, never the wall clock."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import NewType

Instant = NewType("Instant", int)
"""Seconds of UTC since the epoch."""

MINUTE = 60
HOUR = 3600
DAY = 86_400


def instant(text: str) -> Instant:
    """The instant of an ISO 8601 text with a zone ("2024-03-01T12:00:00Z"). Raises ValueError."""
    moment = datetime.datetime.fromisoformat(text.strip())
    if moment.tzinfo is None:
        raise ValueError(f"an instant needs a zone, such as a final Z: {text!r}")
    if moment.microsecond:
        raise ValueError(f"an instant is a whole second: {text!r}")
    return Instant((moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)) // datetime.timedelta(seconds=1))


def iso(at: Instant) -> str:
    """The ISO 8601 text of an instant, in UTC with a final Z."""
    moment = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(seconds=at)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def later(at: Instant, seconds: int) -> Instant:
    """The instant that many seconds after (negative: before)."""
    return Instant(at + seconds)


def midnight(day: datetime.date) -> Instant:
    """00:00:00 UTC of a calendar day."""
    return Instant((day - datetime.date(1970, 1, 1)).days * DAY)


def day_of(at: Instant) -> datetime.date:
    """The UTC calendar day an instant falls on."""
    return datetime.date(1970, 1, 1) + datetime.timedelta(days=at // DAY)


def completed_hours(since: Instant, now: Instant) -> int:
    """Whole hours that have passed between two instants; 0 when `now` is not after `since`."""
    return max(0, now - since) // HOUR


def next_deadline(met: Instant | None, now: Instant, seconds: int) -> Instant:
    """The next of deadlines that are so many seconds apart, after the one that was met: what was over early moves none.

    The first (`met` is None) counts from `now`; those that have passed already are left out.
    """
    start = now if met is None else met
    return later(start, seconds * max(1, 1 + (now - start) // seconds))


class MonthDays:
    """A calendar that strikes at 00:00:00 UTC on certain days of every month.

    Days are 1..28, so that every month has each of them; anything else is refused (ValueError).
    """

    def __init__(self, days: Sequence[int]) -> None:
        if not days or any(not 1 <= day <= 28 for day in days):
            raise ValueError("a monthly calendar needs days between 1 and 28")
        self.days = tuple(sorted(set(days)))

    def from_month(self, year: int, month: int) -> Iterator[Instant]:
        """Every strike from the start of a month on, in order."""
        while True:
            for day in self.days:
                yield midnight(datetime.date(year, month, day))
            year, month = (year, month + 1) if month < 12 else (year + 1, 1)

    def next_after(self, now: Instant) -> Instant:
        """The first strike strictly after an instant."""
        today = day_of(now)
        return next(strike for strike in self.from_month(today.year, today.month) if strike > now)

    def between(self, after: Instant, upto: Instant) -> tuple[Instant, ...]:
        """All strikes in (after, upto], in order; none when `upto` is not later."""
        strikes = []
        strike = self.next_after(after)
        while strike <= upto:
            strikes.append(strike)
            strike = self.next_after(strike)
        return tuple(strikes)
