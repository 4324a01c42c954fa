"""Scans that a seat could order, and the values their menus offer. Rulebook: GCW-SCN-03, -06."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.gcw.acting import CAPITAL
from engine.gcw.data.codes import Code
from engine.gcw.figures.coverage import ScanLayer, ScanMode, covers
from engine.gcw.figures.damage import Act, ship_act_ok, squadron_act_ok
from engine.gcw.run import Run
from engine.gcw.sight.scanning import ComScan, may_scan, starts_at
from engine.gcw.state import Unit

EACH_MODE = 2
"""Units that a player is offered to scan with, for each mode."""

TYPES = (
    (ScanMode.ACTIVE, ScanLayer.ORBIT),
    (ScanMode.ACTIVE, ScanLayer.GROUND),
    (ScanMode.ACTIVE, ScanLayer.DEEP_SPACE),
    (ScanMode.PASSIVE, ScanLayer.ORBIT),
    (ScanMode.ACTIVE, ScanLayer.ATMOSPHERE),
    (ScanMode.PASSIVE, ScanLayer.ATMOSPHERE),
)
"""All types of scan, the likeliest first."""


def scanners(run: Run, seat: Seat) -> list[Unit]:
    """The seat's units that may order a scan of any type where they stand."""
    start = starts_at(run)
    busy = {one.unit for one in run.state.scans.values() if one.owner == seat and one.due_at > start}
    return [unit for unit in run.state.of(seat) if unit.id not in busy and unit.on_grid and any(types(run, unit))]


def types(run: Run, unit: Unit) -> Iterator[tuple[ScanMode, ScanLayer]]:
    """The types of scan that a unit may make from where it stands, in its state."""
    refused = (ship_act_ok if unit.kind in CAPITAL else squadron_act_ok)(unit.status, Act.OTHER)
    if refused is not None:
        return
    for mode, layer in TYPES:
        if may_scan(run.world, unit, mode) and not isinstance(covers(run.world.grid, unit.cell, mode, layer), Code):
            yield mode, layer


def scan_orders(run: Run, seat: Seat) -> Iterator[ComScan]:
    """Scans that could be drafted next: of each type by a unit or two."""
    offered = dict.fromkeys(TYPES, 0)
    for unit in scanners(run, seat):
        for mode, layer in types(run, unit):
            if offered[mode, layer] < EACH_MODE:
                offered[mode, layer] += 1
                yield ComScan(unit=unit.name, mode=mode.value, layer=layer.value)
