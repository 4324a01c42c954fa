"""Bounds that nothing read from outside may exceed, so that no text of a few kilobytes costs seconds or gigabytes."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from engine.pack.positions import Path

MOST_NUMBER = 10**12
"""The largest number, up or down: seconds of thirty thousand years, credits of a galaxy."""

MOST_DECIMALS = 9
"""Decimals of a number."""

DEEPEST = 24
"""Lists and tables within one another."""

LONGEST_TEXT = 100_000
"""Characters of one text."""


def absurd(value: object) -> tuple[Path, str] | None:
    """Place at which a parsed value (of JSON or TOML) exceeds the bounds, and the fault in words; None where all is
    well.

    What is no number (nan, inf) is left to whoever knows what they are for.
    """
    waiting: list[tuple[Path, object]] = [((), value)]
    while waiting:
        path, inner = waiting.pop()
        if len(path) > DEEPEST:
            return path[:DEEPEST], f"is nested more than {DEEPEST} levels deep"
        if isinstance(inner, str):
            if len(inner) > LONGEST_TEXT:
                return path, f"has {len(inner):,} characters, and a text at most {LONGEST_TEXT:,}"
        elif isinstance(inner, Mapping):
            waiting += (((*path, str(key)[:LONGEST_TEXT]), part) for key, part in inner.items())
        elif isinstance(inner, list):
            waiting += (((*path, at), part) for at, part in enumerate(inner))
        elif isinstance(inner, Decimal) and not inner.is_finite():
            continue
        elif isinstance(inner, int | float | Decimal) and not -MOST_NUMBER <= inner <= MOST_NUMBER:
            return path, f"is a number beyond {MOST_NUMBER:,}"
        elif isinstance(inner, Decimal) and int(inner.as_tuple().exponent) < -MOST_DECIMALS:
            return path, f"has more than {MOST_DECIMALS} decimals"
    return None
