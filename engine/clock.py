"""Instants and durations: whole seconds of UTC since 1970-01-01, never floats, never the wall clock."""

from __future__ import annotations

import datetime
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
