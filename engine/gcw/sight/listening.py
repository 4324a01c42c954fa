"""What passive scans record while they run, and what makes a scan come to nothing. Rulebook: GCW-SCN-07, -08, -16."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import REFEREE, Fact, Seat, Table
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import ScanLayer, ScanMode, Status
from engine.gcw.figures.grid import covers
from engine.gcw.state import Scan, Signature, State, Unit, put, without
from engine.gcw.world import World
from engine.text.message import N_, T_, Text, term

UNFIT = {
    Status.DISABLED_PENDING: T_("the scanner is disabled"),
    Status.DISABLED: T_("the scanner is disabled"),
    Status.DERELICT: T_("the scanner is derelict"),
    Status.DOOMED: T_("the scanner is doomed"),
    Status.DESTROYED: T_("the scanner is destroyed"),
}
"""States in which a unit cannot scan, in words."""


LAYER_WORDS = {
    ScanLayer.ORBIT: T_("the orbits"),
    ScanLayer.ATMOSPHERE: T_("the atmosphere"),
    ScanLayer.GROUND: T_("the ground"),
    ScanLayer.DEEP_SPACE: T_("deep space"),
}
"""Layers in a sentence."""

LOST, CAPTURED, ABOARD = (
    T_("the scanner is lost"),
    T_("the scanner is captured"),
    T_("the scanner is aboard another unit"),
)
AWAY = N_("the scanner has left {system}")
OUT_OF_REACH = N_("the scanner is at {cell}, from where {layer} cannot be scanned")


def reach(world: World, state: State, scan: Scan) -> frozenset[str] | Text:
    """The cells that a scan covers as its scanner stands now; else why it would fail, in words (GCW-SCN-16)."""
    unit = state.units.get(scan.unit)
    if unit is None:
        return LOST
    if unit.owner != scan.owner:
        return CAPTURED
    if unit.status in UNFIT:
        return UNFIT[unit.status]
    if unit.docked:
        return ABOARD
    if not unit.on_grid or unit.system != scan.system:
        return AWAY(system=term(scan.system))
    cells = covers(world.grid, unit.cell, scan.mode, scan.layer)
    if isinstance(cells, Code):
        return OUT_OF_REACH(cell=term(unit.cell), layer=LAYER_WORDS[scan.layer])
    return cells


class Recorded(Fact[State], frozen=True):
    """Acts that a passive scan, or the player of a provisional turn, has recorded in all; for the referee alone."""

    silent = "the referee alone keeps what a passive scan has recorded, until it is over"

    key: str
    signatures: tuple[Signature, ...]

    def evolve(self, state: State) -> State:
        if not self.signatures:
            return replace(state, signatures=without(state.signatures, self.key))
        return replace(state, signatures=put(state.signatures, self.key, self.signatures))


def over(state: State, scan: str) -> State:
    """The state without a scan, and without what it recorded."""
    return replace(state, scans=without(state.scans, scan), signatures=without(state.signatures, scan))


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
            if not isinstance(cells, Text) and unit.cell in cells:
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
