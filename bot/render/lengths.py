"""Lengths of time in words."""

from __future__ import annotations

from engine.clock import DAY, HOUR, MINUTE


def length(seconds: int) -> str:
    """A length of time in words, its two largest parts: "2 days 3 hours"."""
    parts = []
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        count, seconds = divmod(seconds, unit)
        if count:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " ".join(parts[:2]) or "no time"
