"""Which layers of a system a scanner reaches, and from which cells. Rulebook: GCW-SCN-05, -06, -10, -11, -13."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from engine.gcw.data.codes import Code
from engine.gcw.figures.grid import GROUND, Grid, Ring


class ScanMode(StrEnum):
    """Active scans look and are noticed; passive ones listen and are not (GCW-SCN-04, -07)."""

    ACTIVE = "active"
    PASSIVE = "passive"


class ScanLayer(StrEnum):
    """What of a system is scanned (GCW-SCN-01)."""

    ORBIT = "orbit"
    ATMOSPHERE = "atmosphere"
    GROUND = "ground"
    DEEP_SPACE = "deep space"


EVERYWHERE = frozenset(Ring)
OUT_OF_DEEP_SPACE = EVERYWHERE - {Ring.DSZ}

SCANNED_FROM: Mapping[tuple[ScanMode, ScanLayer], frozenset[Ring]] = {
    (ScanMode.ACTIVE, ScanLayer.ORBIT): EVERYWHERE,
    (ScanMode.ACTIVE, ScanLayer.ATMOSPHERE): OUT_OF_DEEP_SPACE,
    (ScanMode.ACTIVE, ScanLayer.GROUND): OUT_OF_DEEP_SPACE - {Ring.C},
    (ScanMode.ACTIVE, ScanLayer.DEEP_SPACE): frozenset({Ring.DSZ, Ring.C}),
    (ScanMode.PASSIVE, ScanLayer.ORBIT): EVERYWHERE,
    (ScanMode.PASSIVE, ScanLayer.ATMOSPHERE): OUT_OF_DEEP_SPACE,
    (ScanMode.PASSIVE, ScanLayer.GROUND): frozenset(),
    (ScanMode.PASSIVE, ScanLayer.DEEP_SPACE): frozenset(),
}
"""The rings in which a scanner must be (GCW-SCN-06)."""

LAYER_RINGS: Mapping[ScanLayer, frozenset[Ring]] = {
    ScanLayer.ORBIT: frozenset({Ring.C, Ring.B, Ring.A}),
    ScanLayer.ATMOSPHERE: frozenset({Ring.ATM}),
    ScanLayer.GROUND: GROUND,
    ScanLayer.DEEP_SPACE: frozenset({Ring.DSZ}),
}
"""The rings that a layer is: orbits, the atmosphere, Ground Grids with their air, deep space."""


@cache
def covers(grid: Grid, cell: str, mode: ScanMode, layer: ScanLayer) -> frozenset[str] | Code:
    """The cells that a scan from a cell covers; `SCAN_TYPE` or `SCAN_ZONE` where there is no such scan (GCW-SCN-06).

    Layers cover all quadrants; of deep space only the zone of the scanner's own quadrant is in reach (GCW-SCN-13).
    """
    if (mode, layer) == (ScanMode.PASSIVE, ScanLayer.GROUND):
        return Code.SCAN_TYPE
    here = grid.cells.get(cell)
    if here is None or here.ring not in SCANNED_FROM[mode, layer]:
        return Code.SCAN_ZONE
    zone = here.quadrant if layer is ScanLayer.DEEP_SPACE else None
    return frozenset(
        name
        for name, one in grid.cells.items()
        if one.ring in LAYER_RINGS[layer] and (zone is None or one.quadrant == zone)
    )
