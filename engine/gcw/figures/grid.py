"""The Space-Ground Grid: cells, who neighbours whom, what a step costs, who may fire where.

Rulebook: GCW-GRD, GCW-FIR, GCW-MOV, GCW-ATM, GCW-RNG. The geometry is data (`seeds/gcw/grid.toml`): code relies only on
rings, quadrants, edges, cost classes and fire flags.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from engine.gcw.data.codes import Code

QUADRANTS = 4
"""Quadrants are numbered 1 to 4 clockwise: 1 is next to 2 and 4 (GCW-GRD-01)."""


class Ring(StrEnum):
    """Layers of the grid from outside in (GCW-GRD-02); `GA` and `GS` are a Ground Grid's Air and Surface."""

    DSZ = "DSZ"
    C = "C"
    B = "B"
    A = "A"
    ATM = "ATM"
    GA = "GA"
    GS = "GS"


RING_INDEX: Mapping[Ring, int] = {ring: index for index, ring in enumerate(Ring)}
SPACE = frozenset({Ring.DSZ, Ring.C, Ring.B, Ring.A})
GROUND = frozenset({Ring.GA, Ring.GS})


class Relation(StrEnum):
    """How two cells lie to each other (register 4.3)."""

    SAME = "SAME"
    ORTHO = "ORTHO"
    DIAGONAL = "DIAGONAL"
    SPECIAL = "SPECIAL"
    FAR = "FAR"


class Cost(StrEnum):
    """What a step takes (register 4.4): one movement point, all that are left, or a whole turn's."""

    ONE = "1"
    ALL = "ALL"
    FULL = "FULL"


class Shooter(StrEnum):
    """Who fires or moves: ships and platforms reach one cell, squadrons and auxiliaries none (GCW-RNG-01, -02)."""

    SHIP = "SHIP"
    SF = "SF"
    AUX = "AUX"


class Link(StrEnum):
    """What an edge is: to a neighbouring quadrant, to another ring, or between Air and Surface."""

    LATERAL = "lateral"
    RADIAL = "radial"
    LEVEL = "level"


class Reach(StrEnum):
    """Attacks with a reach of their own, beside ordinary fire (register 4.6)."""

    ORBITAL_BOMBARDMENT = "orbital bombardment"
    PLANETARY_WEAPON = "planetary weapon"
    BOMBING_RUN = "bombing run"
    SURFACE_TO_AIR = "surface to air"


class Cell(msgspec.Struct, frozen=True):
    """One place of the grid. `quadrant` is 1..4, or None for the atmosphere, which wraps around (GCW-ATM-01)."""

    name: str
    ring: Ring
    quadrant: int | None


class Edge(msgspec.Struct, frozen=True):
    """A step from one cell to a neighbour, and whether fire may go the same way (None: it may)."""

    here: str
    there: str
    link: Link
    cost: Cost
    fire_ship: Code | None
    fire_craft: Code | None


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
        self._rel = {(one.name, other.name): self._relation(one, other) for one in every for other in every}

    def cell(self, name: str) -> Cell | Code:
        """A cell by name, or why there is none: `CELL_UNKNOWN`, `LEVEL_REQUIRED` (GCW-GRD-03, GCW-GND-03).

        Case and surrounding blanks do not matter.
        """
        wanted = name.strip().upper()
        if wanted in self.cells:
            return self.cells[wanted]
        if wanted and any(cell.ring in GROUND and cell.name[:-1] == wanted for cell in self.cells.values()):
            return Code.LEVEL_REQUIRED
        return Code.CELL_UNKNOWN

    def neighbours(self, here: str) -> tuple[str, ...]:
        """Cells one step away, in the order of the table; none for an unknown cell."""
        return self._next.get(here, ())

    def rel(self, here: str, there: str) -> Relation | Code:
        """How two cells lie to each other (register 4.3); refused like `cell`."""
        found = self._rel.get((here, there))
        if found is not None:
            return found
        one, other = self.cell(here), self.cell(there)
        if isinstance(one, Code):
            return one
        if isinstance(other, Code):
            return other
        return self._relation(one, other)

    def _relation(self, one: Cell, other: Cell) -> Relation:
        if one == other:
            return Relation.SAME
        if (one.name, other.name) in self.edges:
            return Relation.ORTHO
        if one.quadrant is not None and other.quadrant is not None:
            if one.ring in SPACE and other.ring in SPACE:
                rings = abs(RING_INDEX[one.ring] - RING_INDEX[other.ring])
                if rings == 1 and quadrant_distance(one.quadrant, other.quadrant) == 1:
                    return Relation.DIAGONAL
            elif one.quadrant == other.quadrant and Ring.A in (one.ring, other.ring):
                return Relation.SPECIAL
        return Relation.FAR

    def move(self, here: str, there: str) -> Cost | Code:
        """What a step costs, or why it cannot be taken (GCW-MOV-01..04, GCW-ATM-06, -08).

        Refused: `MOVE_DIAGONAL`, `MOVE_NOT_ADJACENT`, and like `cell`. Who may enter is `may_enter`'s business.
        """
        relation = self.rel(here, there)
        if isinstance(relation, Code):
            return relation
        if relation is Relation.ORTHO:
            return self._edge(here, there).cost
        return Code.MOVE_DIAGONAL if relation is Relation.DIAGONAL else Code.MOVE_NOT_ADJACENT

    def fire(self, here: str, there: str, shooter: Shooter = Shooter.SHIP) -> Code | None:
        """Why ordinary fire cannot go from one cell to another, None if it can (GCW-FIR-01..08, GCW-RNG-01, -02).

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
        """Whether an attack with a reach of its own goes from one cell to another (register 4.6)."""
        return (here.strip().upper(), there.strip().upper(), reach) in self.special

    def ring_of(self, name: str) -> Ring | None:
        """The ring of a cell; None for an unknown one (and for places off the grid)."""
        cell = self.cells.get(name) or self.cell(name)
        return None if isinstance(cell, Code) else cell.ring

    def walk(self, here: str, path: Sequence[str], points: int) -> int | tuple[Code, int]:
        """Movement points left after walking a path from a cell at the start of a turn (GCW-MOV-01, register 4.4).

        Where it cannot be walked: the refusal and the index in `path` of the step it stops.
        """
        left, spent = points, False
        for index, there in enumerate(path):
            cost = self.move(here, there)
            if isinstance(cost, Code):
                return cost, index
            paid = pay(cost, left, spent=spent)
            if isinstance(paid, Code):
                return paid, index
            here, left, spent = there, paid, True
        return left

    def _edge(self, here: str, there: str) -> Edge:
        return self.edges[here.strip().upper(), there.strip().upper()]


def quadrant_distance(one: int, other: int) -> int:
    """Quadrants apart on the circle of four: 0, 1 or 2 (register 4.3)."""
    around = (one - other) % QUADRANTS
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


def _fire_flag(text: str) -> Code | None:
    if text == "OK":
        return None
    if text not in Code.__members__:
        raise ValueError(f"{text} is neither OK nor a refusal code")
    return Code(text)


FireFlag = Annotated[str, AfterValidator(lambda text: (_fire_flag(text), text)[1])]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CellRow(_Row):
    """A cell as the data file has it; `quadrant` 0 means none."""

    cell: str = Field(min_length=1)
    ring: Ring
    quadrant: int = Field(ge=0, le=QUADRANTS)


class EdgeRow(_Row):
    """A directed edge as the data file has it (register 4.5)."""

    here: str
    there: str
    kind: Link
    move: Cost
    fire_ship: FireFlag
    fire_craft: FireFlag


class ReachRow(_Row):
    """A special fire edge as the data file has it (register 4.6)."""

    here: str
    there: str
    reach: Reach


class GridFile(_Row):
    """The data file of the geometry. Refused: a name twice, an edge to nowhere, to itself or without its reverse."""

    cells: tuple[CellRow, ...] = Field(min_length=1)
    edges: tuple[EdgeRow, ...] = Field(min_length=1)
    special: tuple[ReachRow, ...] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> GridFile:
        names = [row.cell for row in self.cells]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"cell {name} stands twice")
            if name != name.strip().upper():
                raise ValueError(f"cell {name} is not written in capitals")
        pairs = [(row.here, row.there) for row in self.edges]
        for here, there in (*pairs, *((row.here, row.there) for row in self.special)):
            for name in (here, there):
                if name not in names:
                    raise ValueError(f"edge {here} to {there}: no cell {name}")
        for here, there in pairs:
            if here == there:
                raise ValueError(f"edge {here} to {there} leads nowhere")
            if pairs.count((here, there)) > 1:
                raise ValueError(f"edge {here} to {there} stands twice")
            if (there, here) not in pairs:
                raise ValueError(f"edge {here} to {there} has no way back")
        return self

    def grid(self) -> Grid:
        """The geometry ready for use."""
        return Grid(
            [Cell(row.cell, row.ring, row.quadrant or None) for row in self.cells],
            [
                Edge(row.here, row.there, row.kind, row.move, _fire_flag(row.fire_ship), _fire_flag(row.fire_craft))
                for row in self.edges
            ],
            [(row.here, row.there, row.reach) for row in self.special],
        )
