"""Movement over the grid of a system. Rulebook: GCW-MOV, GCW-ATM-05, GCW-FAM."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import only
from engine.gcw.acting import MOVED, able, acted, begin_half, commit, locked, look_in, own, points
from engine.gcw.data.codes import Code
from engine.gcw.facts import Moved
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import Ring, may_enter, pay
from engine.gcw.run import Run
from engine.gcw.sight.contacts import MOVE, gave_away, hidden, slip, untrack, went_deep
from engine.gcw.sight.remedies import toll, ways_on
from engine.gcw.state import TROOPS, Unit, UnitKind, carried
from engine.gcw.world import grid_of
from engine.orders import Order, Pick
from engine.text.names import shown

MARCHING = frozenset({UnitKind.INFANTRY, UnitKind.VEHICLE, UnitKind.HERO})
"""What goes nowhere by itself: Ground Grids are continents apart (GCW-LOG-01)."""


class Move(Order):
    """Move a unit over the grid, cell by cell."""

    path: ClassVar[str] = "gcw battle move"
    line: ClassVar[str] = "move {unit} to {cells}"
    shows: ClassVar[str] = "preview"
    unit: Annotated[str, Pick("a unit of yours")] = Field(
        description="the unit that moves; or a formation, or names with commas", max_length=200
    )
    cells: Annotated[str, Pick("the next cell")] = Field(
        description="the way, cell by cell: 'C-2' or 'C-2 B-2'", max_length=80
    )


def way(cells: str) -> list[str]:
    """The cells of a way as written: separated by blanks, commas or arrows."""
    return [cell.upper() for cell in re.split(r"[\s,>→]+", cells) if cell]


def move(run: Run, order: Move) -> None:
    """Walk, paying for every step (GCW-MOV-01..05)."""
    unit = own(run.table, run.seat, order.unit)
    if unit.kind in MARCHING:
        run.table.refuse("LOGISTICS")
    able(run, unit, Act.MOVE)
    steps = way(order.cells)
    if not steps:
        run.table.refuse(Code.CELL_UNKNOWN, cell=shown(order.cells))
    begin_half(run, unit, MOVED)
    commit(run, unit)
    for cell in steps:
        step(run, run.state.units[unit.id], cell)


def step(run: Run, unit: Unit, cell: str) -> None:
    """One step to a neighbouring cell."""
    world, use = run.world, points(run, unit)
    where = {"from": unit.cell, "to": cell, "cell": cell, "grid": cell, "unit": shown(unit.name), "needed": "S or A"}
    if unit.kind is UnitKind.AIRSPEEDER and world.ring(cell) is not None and grid_of(cell) != grid_of(unit.cell):
        run.table.refuse("LOGISTICS")
    cost = world.grid.move(unit.cell, cell)
    if cell == unit.cell:
        cost = Code.MOVE_NOT_ADJACENT
    if isinstance(cost, Code):
        far = cost is Code.MOVE_NOT_ADJACENT
        fix = ways_on(world, unit.code, world.shooter(unit.kind), unit.cell) if far else ""
        run.table.refuse(cost, fix=fix, **where)
    ring = world.ring(cell)
    if ring is not None:
        barred = may_enter(ring, world.shooter(unit.kind), atmospheric=world.atmospheric(unit.code))
        if barred is not None:
            run.table.refuse(barred, **where)
    borders(run, unit, cell)
    assert use.left is not None
    left = pay(cost, use.left, spent=use.spent)
    if isinstance(left, Code):
        locked = unit.exit_until is not None and not run.table.reached(unit.exit_until)
        rule, fix = ("GCW-HYX-03", "") if locked else ("GCW-MOV-01", toll(world, unit.code, cell, cost))
        run.table.refuse(left, rule=rule, fix=fix, mp=use.left, **where)
    use.left, use.spent = left, True
    use.landed = ring is Ring.GS
    run.table.say(Moved(unit.id, cell), only(run.seat))
    if run.real:
        noticed(run, unit, run.state.units[unit.id])


def borders(run: Run, unit: Unit, cell: str) -> None:
    """Refuse OB_GRID_LOCK to craft with troops at the edge of a bombarded Ground Grid; alone they fly (GCW-ORB-05).

    Troops of a ship's hold stay in it.
    """
    crosses = unit.kind is UnitKind.AUXILIARY and grid_of(unit.cell) != grid_of(cell)
    if crosses and any(one.kind in TROOPS for one in carried(run.state, unit)):
        look_in(run).require(locked(run.state, unit.system, unit.cell))
        look_in(run).require(locked(run.state, unit.system, cell))


def noticed(run: Run, before: Unit, after: Unit) -> None:
    """Who hears of a step (GCW-SCN-08, -12)."""
    world, state = run.world, run.state
    if not hidden(state, world, after.cell):
        acted(run, after)
        gave_away(run.table, world, after, MOVE)
    elif hidden(state, world, before.cell):
        slip(run.table, after.id)
    else:
        acted(run, before, f"{before.cell}, out into deep space")
        went_deep(run.table, world, before, after)
        untrack(run.table, after)
