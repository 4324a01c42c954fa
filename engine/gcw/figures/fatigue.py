"""Combat fatigue: when an attacking ground force tires. Rulebook: GCW-FTG."""

from __future__ import annotations

from typing import Literal

from engine.clock import DAY, HOUR, Instant, later
from engine.gcw.data.codes import Code

MOST_SQUADS = 5000
MOST_VEHICLES = 50
LARGE_DAYS = 7
SMALL_DAYS = 14
REST = 24 * HOUR


def at_ceiling(squads: int, vehicles: int) -> bool:
    """Whether a force counts as large: as many squads or as many vehicles as may be there (GCW-FTG-02)."""
    return squads >= MOST_SQUADS or vehicles >= MOST_VEHICLES


def fatigue_days(squads: int, vehicles: int) -> int | Literal[Code.FATIGUE_CAP]:
    """Days after which a force tires: 7 for a large one, else 14 (GCW-FTG-02, -03).

    Refused: `FATIGUE_CAP` above 5000 squads or 50 vehicles (GCW-FTG-01).
    """
    if squads > MOST_SQUADS or vehicles > MOST_VEHICLES:
        return Code.FATIGUE_CAP
    return LARGE_DAYS if at_ceiling(squads, vehicles) else SMALL_DAYS


def tires_at(first_landed: Instant, paused: int, *, ever_at_ceiling: bool) -> Instant:
    """When a force tires: days from its first landing, plus the seconds its clock was paused (GCW-FTG-04, -06)."""
    return later(first_landed, (LARGE_DAYS if ever_at_ceiling else SMALL_DAYS) * DAY + paused)


def rested(away_since: Instant, now: Instant) -> bool:
    """Whether a force that left the grid has been away long enough for a new clock: 24 hours or more (GCW-FTG-05)."""
    return now - away_since >= REST
