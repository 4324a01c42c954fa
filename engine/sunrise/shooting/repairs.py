"""Repair Crews and Away Crews: pips or systems. Rulebook: FS-UPG-07, FS-UPG-18, FS-HULL-12."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.shapes import Point
from engine.sunrise.figures.hull import ROW, Healed, heal
from engine.sunrise.figures.sheet import restorable, restore, restore_ok
from engine.sunrise.figures.squadrons import near_ok
from engine.sunrise.state import Systems

CREW_BONUS = 3
CREW_SYSTEMS = 2


class Work(StrEnum):
    """What crews restore; chosen before any die (FS-UPG-07, FS-UPG-18)."""

    PIPS = "pips"
    SYSTEMS = "systems"


def repair_pips(pips: int, rows: int, die: int, row: int = ROW) -> Healed:
    """Repair Crews at the hull: 1d6+3 pips, and a system for each row filled (FS-UPG-07)."""
    return heal(pips, die + CREW_BONUS, rows, row)


def away_pips(pips: int, rows: int, die: int, row: int = ROW) -> Healed:
    """Away Crews at a hull: 1d6 pips; rows that they fill bring nothing more (FS-UPG-18)."""
    return heal(pips, die, rows, row)


def owed(work: Work, filled: int, systems: Systems) -> int:
    """Systems that Repair Crews may restore, as far as there are any to restore (FS-UPG-07)."""
    boxes = sum(system.lost for system in restorable(systems))
    return min(boxes, CREW_SYSTEMS if work is Work.SYSTEMS else filled)


def picks_ok(systems: Systems, picks: Sequence[str], most: int) -> Refused | None:
    """Whether these systems may be restored, one box each time they are named (FS-UPG-07, FS-FAC-41).

    Refused: `E_VALUE` for too many, `E_UNKNOWN`, `E_DESTROYED`.
    """
    if len(picks) > most:
        return no(Code.E_VALUE, f"{len(picks)} systems, at most {most}", "FS-UPG-07")
    for id in picks:
        if refused := restore_ok(systems, id):
            return refused
        systems = restore(systems, id)
    return None


def away_ok(here: Point, there: Point, *, own: bool = True, used: bool = False) -> Refused | None:
    """Whether Away Crews may work on a ship (FS-UPG-18). Refused: `E_ONCE`, `E_OWNER`, `E_SPACING`."""
    if used:
        return no(Code.E_ONCE, "these Away Crews have been out in this activation", "FS-UPG-18")
    if not own:
        return no(Code.E_OWNER, "Away Crews work on their own side's ships", "FS-UPG-18")
    return near_ok(here, there, "FS-UPG-18")
