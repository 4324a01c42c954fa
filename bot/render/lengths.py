"""Lengths of time in words."""

from __future__ import annotations

from engine.clock import DAY, HOUR, MINUTE
from engine.text.message import NN_, T_, Text, spaced

PARTS = {
    DAY: NN_("{count} day", "{count} days", "count"),
    HOUR: NN_("{count} hour", "{count} hours", "count"),
    MINUTE: NN_("{count} minute", "{count} minutes", "count"),
    1: NN_("{count} second", "{count} seconds", "count"),
}
NO_TIME = T_("no time")


def length(seconds: int) -> Text:
    """A length of time in words, its two largest parts: "2 days 3 hours"."""
    parts = []
    for unit, says in PARTS.items():
        count, seconds = divmod(seconds, unit)
        if count:
            parts.append(says(count=count))
    return spaced(*parts[:2]) or NO_TIME
