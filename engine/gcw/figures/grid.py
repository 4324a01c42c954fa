"""The Space-Ground Grid: cells, who neighbours whom, what a step costs, who may fire where.

Rulebook: GCW-GRD, GCW-FIR, GCW-MOV, GCW-ATM, GCW-RNG. The geometry is data (`seeds/gcw/grid.toml`): code relies only on
rings, quadrants, edges, cost classes and fire flags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from re import Match
from typing import Annotated, Literal

from msgspec import Meta, field

from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Ring, ScanLayer, ScanMode
from engine.pack.reading import Names
from engine.pack.shapes import Links, Row, Unique, Written, Wrong

QUADRANTS = 4
"""Quadrants are numbered 1 to 4 clockwise: 1 is next to 2 and 4 (GCW-GRD-01)."""


RING_INDEX: Mapping[Ring, int] = {ring: index for index, ring in enumerate(Ring)}
SPACE = frozenset({Ring.DSZ, Ring.C, Ring.B, Ring.A})
GROUND = frozenset({Ring.GA, Ring.GS})


class Relation(StrEnum):
    """Relation of two cells to each other (register 4.3)."""

    SAME = "SAME"
    ORTHO = "ORTHO"
    DIAGONAL = "DIAGONAL"
    SPECIAL = "SPECIAL"
    FAR = "FAR"


class Cost(StrEnum):
    """Cost of a step (register 4.4): one movement point, all that are left, or a whole turn's."""

    ONE = "1"
    ALL = "ALL"
    FULL = "FULL"


class Shooter(StrEnum):
    """Firers and movers: ships and platforms reach one cell, squadrons and auxiliaries none (GCW-RNG-01, -02)."""

    SHIP = "SHIP"
    SF = "SF"
    AUX = "AUX"


Link = Literal["lateral", "radial", "level"]
"""The kind of an edge: to a neighbouring quadrant, to another ring, or between Air and Surface."""


class Reach(StrEnum):
    """Attacks with a reach of their own, beside ordinary fire (register 4.6)."""

    ORBITAL_BOMBARDMENT = "orbital bombardment"
    PLANETARY_WEAPON = "planetary weapon"
    BOMBING_RUN = "bombing run"
    SURFACE_TO_AIR = "surface to air"
    """Beside ordinary fire in nothing: the grid of the pack tells it apart, and so do the packs that games keep."""


def _fire(match: Match[str]) -> Code | None:
    if match[0] != "OK" and match[0] not in Code.__members__:
        raise ValueError(f"{match[0]} is neither OK nor a refusal code")
    return None if match[0] == "OK" else Code(match[0])


Fire = Annotated[Code | None, Written(".*", _fire, "should be OK or a refusal code")]
CellName = Annotated[str, Links("cell")]


class Cell(Row, frozen=True):
    """One place of the grid, named in capitals; `around` is its quadrant, 0 for the atmosphere (GCW-ATM-01)."""

    name: Annotated[str, Meta(pattern=r"^[A-Z0-9-]+$", examples=["B-1"])] = field(name="cell")
    ring: Ring
    around: Annotated[int, Meta(ge=0, le=QUADRANTS)] = field(name="quadrant")

    @property
    def quadrant(self) -> int | None:
        """1 to 4; None for the atmosphere, which wraps around."""
        return self.around or None


class Edge(Row, frozen=True):
    """A step from one cell to a neighbour (register 4.5), and whether fire may go the same way (None: it may)."""

    here: CellName
    there: CellName
    link: Link = field(name="kind")
    cost: Cost = field(name="move")
    fire_ship: Fire
    fire_craft: Fire


_LOOSE = re.compile(r"(DSZ|[ABCG]) ?([1-4][SA]?)")


def written(words: str) -> str:
    """A cell as the grid calls it, however it is typed: "b2" and "B 2" are B-2."""
    return _LOOSE.sub(r"\1-\2", words.strip().upper())


class Grid:
    """The geometry of every system. Cells are named as players name them: `B-1`, `ATM`, `G-1S`."""

    def __init__(self, cells: Sequence[Cell], edges: Sequence[Edge], special: Sequence[tuple[str, str, Reach]]) -> None:
        self.cells: Mapping[str, Cell] = {cell.name: cell for cell in cells}
        self.edges: Mapping[tuple[str, str], Edge] = {(edge.here, edge.there): edge for edge in edges}
        self.special = frozenset(special)
        self._next: dict[str, tuple[str, ...]] = {}
        for here, there in self.edges:
            self._next[here] = (*self._next.get(here, ()), there)
        every = self.cells.values()
        self._rel = {(cell.name, other.name): self._relation(cell, other) for cell in every for other in every}

    def cell(self, name: str) -> Cell | Code:
        """A cell by name, or why there is none: `CELL_UNKNOWN`, `LEVEL_REQUIRED` (GCW-GRD-03, GCW-GND-03).

        Case, surrounding blanks and the hyphen do not matter.
        """
        wanted = written(name)
        if wanted in self.cells:
            return self.cells[wanted]
        if wanted and any(cell.ring in GROUND and cell.name[:-1] == wanted for cell in self.cells.values()):
            return Code.LEVEL_REQUIRED
        return Code.CELL_UNKNOWN

    def neighbours(self, here: str) -> tuple[str, ...]:
        """Cells one step away, in the order of the table; none for an unknown cell."""
        return self._next.get(here, ())

    def rel(self, here: str, there: str) -> Relation | Code:
        """Relation of two cells to each other (register 4.3); refused like `cell`."""
        found = self._rel.get((here, there))
        if found is not None:
            return found
        start, end = self.cell(here), self.cell(there)
        if isinstance(start, Code):
            return start
        if isinstance(end, Code):
            return end
        return self._relation(start, end)

    def _relation(self, cell: Cell, other: Cell) -> Relation:
        if cell == other:
            return Relation.SAME
        if (cell.name, other.name) in self.edges:
            return Relation.ORTHO
        if cell.quadrant is not None and other.quadrant is not None:
            if cell.ring in SPACE and other.ring in SPACE:
                rings = abs(RING_INDEX[cell.ring] - RING_INDEX[other.ring])
                if rings == 1 and quadrant_distance(cell.quadrant, other.quadrant) == 1:
                    return Relation.DIAGONAL
            elif cell.quadrant == other.quadrant and Ring.A in (cell.ring, other.ring):
                return Relation.SPECIAL
        return Relation.FAR

    def move(self, here: str, there: str) -> Cost | Code:
        """Cost of a step between rings and quadrants, or why it cannot be taken (GCW-GRD-01, GCW-MOV-01..04,
        GCW-ATM-01, -06, -08).

        Refused: `MOVE_DIAGONAL`, `MOVE_NOT_ADJACENT`, and like `cell`. Who may enter is `may_enter`'s business.
        """
        relation = self.rel(here, there)
        if isinstance(relation, Code):
            return relation
        if relation is Relation.ORTHO:
            return self._edge(here, there).cost
        return Code.MOVE_DIAGONAL if relation is Relation.DIAGONAL else Code.MOVE_NOT_ADJACENT

    def fire(self, here: str, there: str, shooter: Shooter = Shooter.SHIP) -> Code | None:
        """Refusal of ordinary fire from one cell to another, None if it can go (GCW-FIR-01..08, GCW-RNG-01, -02).

        Within the atmosphere, and from low air at its own ground, anything may be engaged (GCW-ATM-07, GCW-STF-02).

        For ships `FIRE_DSZ` comes before `FIRE_DIAGONAL` before `FIRE_RANGE`; craft outside the target's grid space
        get `FIRE_SAME_CELL`.
        """
        relation = self.rel(here, there)
        if isinstance(relation, Code):
            return relation
        if relation is Relation.SAME:
            return None
        craft = shooter is not Shooter.SHIP
        if relation is Relation.ORTHO:
            edge = self._edge(here, there)
            return edge.fire_craft if craft else edge.fire_ship
        if craft:
            return Code.FIRE_SAME_CELL
        if any(self.ring_of(name) is Ring.DSZ for name in (here, there)):
            return Code.FIRE_DSZ
        return Code.FIRE_DIAGONAL if relation is Relation.DIAGONAL else Code.FIRE_RANGE

    def reaches(self, reach: Reach, here: str, there: str) -> bool:
        """True if an attack with a reach of its own goes from one cell to another (register 4.6)."""
        return (here.strip().upper(), there.strip().upper(), reach) in self.special

    def ring_of(self, name: str) -> Ring | None:
        """The ring of a cell; None for an unknown one, and off the grid. Heights in km change nothing (GCW-GRD-02,
        GCW-ATM-09).
        """
        known = self.cells.get(name)
        if known is not None:
            return known.ring
        cell = self.cell(name)
        return None if isinstance(cell, Code) else cell.ring

    def _edge(self, here: str, there: str) -> Edge:
        return self.edges[here.strip().upper(), there.strip().upper()]


def quadrant_distance(quadrant: int, other: int) -> int:
    """Quadrants apart on the circle of four: 0, 1 or 2 (register 4.3)."""
    around = (quadrant - other) % QUADRANTS
    return min(around, QUADRANTS - around)


def pay(cost: Cost, left: int, *, spent: bool) -> int | Literal[Code.NO_MP]:
    """Movement points left after a step, or `NO_MP` (register 4.4).

    `spent` says that the unit has already used points this turn, which rules out a `FULL` step (GCW-ATM-06).
    """
    if left < 1 or (cost is Cost.FULL and spent):
        return Code.NO_MP
    return left - 1 if cost is Cost.ONE else 0


def may_enter(ring: Ring, shooter: Shooter, *, atmospheric: bool) -> Code | None:
    """`MOVE_FORBIDDEN` for a capital ship in atmosphere or on the ground unless its spec allows it (GCW-ATM-05)."""
    if ring in SPACE or shooter is not Shooter.SHIP or atmospheric:
        return None
    return Code.MOVE_FORBIDDEN


class Special(Row, frozen=True):
    """A special fire edge (register 4.6)."""

    here: CellName
    there: CellName
    reach: Reach


class GridSheet(Row, frozen=True):
    """grid.toml: the geometry. Refused: an edge to itself, twice, or without its reverse."""

    cells: Annotated[tuple[Cell, ...], Unique("cell"), Meta(min_length=1)]
    edges: Annotated[tuple[Edge, ...], Meta(min_length=1)]
    special: tuple[Special, ...] = ()

    def wrong(self) -> Iterable[Wrong]:
        """Edges that do not hang together."""
        pairs = [(edge.here, edge.there) for edge in self.edges]
        for index, (here, there) in enumerate(pairs):
            if here == there:
                yield ("edges", index), f"edge {here} to {there} leads nowhere"
            elif (here, there) in pairs[:index]:
                yield ("edges", index), f"edge {here} to {there} stands twice"
            elif (there, here) not in pairs:
                yield ("edges", index), f"edge {here} to {there} has no way back"

    def grid(self) -> Grid:
        """The geometry ready for use."""
        return Grid(self.cells, self.edges, [(row.here, row.there, row.reach) for row in self.special])


NAMES: Mapping[str, Names] = {"cell": Names(("cells",), "cell")}
"""What links to cells may name."""


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
