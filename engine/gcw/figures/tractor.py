"""Tractor beams: metres held and what they control. Rulebook: GCW-TRC."""

from __future__ import annotations

from collections.abc import Iterable

from engine.gcw.data.codes import Code
from engine.gcw.figures.arithmetic import Exact
from engine.gcw.figures.ucr import refined

SHIP_METRES = 100
"""Metres of one projector of a ship, unless its spec says otherwise (GCW-TRC-02)."""


def held(projectors: int, attacker: int, defender: int, per: int = SHIP_METRES) -> int:
    """Metres that projectors hold, computed as damage is (GCW-TRC-04); `per` metres for each projector."""
    return refined(projectors * per, attacker, defender)


def pooled(parts: Iterable[int]) -> int:
    """Metres that several units of one player hold together, each part rounded by itself (GCW-TRC-06)."""
    return sum(parts)


def controls(metres: int, length: Exact) -> bool:
    """Whether so many metres control a target of that length in metres: more than its length (GCW-TRC-05)."""
    return metres > length


def tractor_ok(projectors_free: int, length: Exact, target_length: Exact) -> Code | None:
    """Whether a unit may take hold of a target (GCW-TRC-01, -06). Lengths in metres.

    Refused: `TRACTOR_NONE` without a free projector, `TRACTOR_SIZE` for a target not smaller than the unit.
    """
    if projectors_free < 1:
        return Code.TRACTOR_NONE
    return None if target_length < length else Code.TRACTOR_SIZE
