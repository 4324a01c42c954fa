"""What passive scans record while they run, and what makes a scan come to nothing. Rulebook: GCW-SCN-07, -08, -16."""

from __future__ import annotations

from engine.game import REFEREE, Seat, Table
from engine.gcw.data.codes import Code
from engine.gcw.facts import Recorded
from engine.gcw.figures.coverage import ScanLayer, ScanMode, covers
from engine.gcw.figures.damage import Status
from engine.gcw.state import Scan, Signature, State, Unit
from engine.gcw.world import World

UNFIT = {
    Status.DISABLED_PENDING: "the scanner is disabled",
    Status.DISABLED: "the scanner is disabled",
    Status.DERELICT: "the scanner is derelict",
    Status.DOOMED: "the scanner is doomed",
    Status.DESTROYED: "the scanner is destroyed",
}
"""States in which a unit cannot scan, in words."""


LAYER_WORDS = {
    ScanLayer.ORBIT: "the orbits",
    ScanLayer.ATMOSPHERE: "the atmosphere",
    ScanLayer.GROUND: "the ground",
    ScanLayer.DEEP_SPACE: "deep space",
}
"""Layers in a sentence."""


def reach(world: World, state: State, scan: Scan) -> frozenset[str] | str:
    """The cells that a scan covers as its scanner stands now; else why it would fail, in words (GCW-SCN-16)."""
    unit = state.units.get(scan.unit)
    if unit is None:
        return "the scanner is lost"
    if unit.owner != scan.owner:
        return "the scanner is captured"
    if unit.status in UNFIT:
        return UNFIT[unit.status]
    if unit.docked:
        return "the scanner is aboard another unit"
    if not unit.on_grid or unit.system != scan.system:
        return f"the scanner has left {scan.system}"
    cells = covers(world.grid, unit.cell, scan.mode, scan.layer)
    if isinstance(cells, Code):
        return f"the scanner is at {unit.cell}, from where {LAYER_WORDS[scan.layer]} cannot be scanned"
    return cells


def turn_key(seat: Seat) -> str:
    """Where what a player hears is kept while a turn of the player's is provisional."""
    return f"turn/{seat}"


def record(table: Table[State], world: World, viewer: Seat, unit: Unit, alias: str, act: str) -> None:
    """A viewer heard an act: its passive scans record it, where they cover the cell (GCW-SCN-08).

    A turn that is posted may start one that runs since the turn's T0, so what is heard since then is kept for it.
    """
    state = table.state
    keys = [turn_key(turn.seat) for turn in state.turns.values() if turn.seat == viewer]
    for scan in state.scans.values():
        if scan.owner == viewer and scan.mode is ScanMode.PASSIVE and scan.system == unit.system:
            cells = reach(world, state, scan)
            if not isinstance(cells, str) and unit.cell in cells:
                keys.append(scan.id)
    signature = Signature(
        alias=alias,
        act=act,
        system=unit.system,
        cell=unit.cell,
        at=table.now,
        kind=unit.kind,
        code=unit.code,
    )
    for key in keys:
        table.say(Recorded(key, (*state.signatures.get(key, ()), signature)), REFEREE)
