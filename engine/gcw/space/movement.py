"""Movement over the grid of a system. Rulebook: GCW-MOV, GCW-ATM-05, GCW-FAM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Fact, only
from engine.gcw.acting import (
    ACTOR,
    MOVED,
    Action,
    acted,
    begin_half,
    borders,
    can,
    half_over,
    locked_by_exit,
    off_guard,
    points,
    points_left,
)
from engine.gcw.battles import commit, uncommittable
from engine.gcw.contacts import MOVE, gave_away, hidden, slip, untrack, went_deep
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Ring
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import Cost, Shooter, may_enter, pay, written
from engine.gcw.look import (
    GONE_DEEP,
    Look,
    Own,
    Run,
    Term,
    met,
    own_name,
)
from engine.gcw.state import State, Unit, UnitKind, UnitsSet
from engine.gcw.world import World, grid_of
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, NN_, OR, T_, Text, listed, term
from engine.text.names import shown

MARCHING = frozenset({UnitKind.INFANTRY, UnitKind.VEHICLE, UnitKind.HERO})
"""What goes nowhere by itself: Ground Grids are continents apart (GCW-LOG-01)."""


def moves(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that go anywhere by themselves (GCW-LOG-01)."""
    return Refused("LOGISTICS") if unit.kind in MARCHING else None


def way(look: Look, words: str, found: Found) -> list[str]:
    """The cells of a way as written: separated by blanks, commas or arrows. Refuses CELL_UNKNOWN for none."""
    steps = [written(cell) for cell in re.split(r"[\s,>→]+", words) if cell]
    if not steps:
        look.refuse(Code.CELL_UNKNOWN, cell=shown(words))
    return steps


def next_steps(look: Look, found: Found) -> Iterator[Option]:
    """The cells to which one step leads."""
    unit: Unit | None = found.get("unit")
    if unit is None or half_over(look.use(unit), unit, MOVED) or uncommittable(look, unit):
        return
    for cell in look.world.grid.neighbours(unit.cell):
        if not isinstance(stepped(look, unit, cell), Refused):
            yield Option(cell, N_("{cell} (from {place})")(cell=term(cell), place=term(unit.cell)))


NEVER = T_("It has no movement points in any turn: it does not move by itself.")
"""What would be right for what stays where it is: nothing (GCW-MOV-01)."""

WAYS_ON = N_("Name every cell on the way: from {cell} a step leads to {cells}.")


def ways_on(world: World, code: str, shooter: Shooter, here: str) -> Text:
    """The cells one step away that a class of unit may enter (GCW-MOV-04, GCW-ATM-05)."""
    open_cells = [
        term(cell)
        for cell in world.grid.neighbours(here)
        if (ring := world.ring(cell)) is not None
        and may_enter(ring, shooter, atmospheric=world.atmospheric(code)) is None
    ]
    if not open_cells or world.move_points(code) == 0:
        return NEVER
    return WAYS_ON(cell=term(here), cells=listed(open_cells, OR))


TOLLS = {
    Cost.ONE: N_("It has {points} in each turn, and a step to {cell} takes 1."),
    Cost.ALL: N_("It has {points} in each turn, and a step to {cell} takes all that are left, at least 1."),
    Cost.FULL: N_(
        "It has {points} in each turn, and a step to {cell} takes the whole turn's: make no other step before it."
    ),
}


def toll(world: World, code: str, cell: str, cost: Cost) -> Text:
    """Words for the movement points of a class and what a step into a cell takes (GCW-MOV-01..03, GCW-ATM-06)."""
    points = world.move_points(code)
    return TOLLS[cost](points=points, cell=term(cell)) if points else NEVER


def stepped(look: Look, unit: Unit, cell: str) -> int | Refused:
    """The movement points that a step to a neighbouring cell leaves; or why it cannot be made (GCW-MOV-01..05)."""
    world = look.world
    where = {"from": unit.cell, "to": cell, "cell": cell, "grid": cell, "unit": shown(unit.name), "needed": "S or A"}
    if grid_of(cell) != grid_of(unit.cell) and (stays := off_guard(look, unit)) is not None:
        return stays
    if unit.kind is UnitKind.AIRSPEEDER and world.ring(cell) is not None and grid_of(cell) != grid_of(unit.cell):
        return Refused("LOGISTICS")
    cost = world.grid.move(unit.cell, cell) if cell != unit.cell else Code.MOVE_NOT_ADJACENT
    if isinstance(cost, Code):
        far = cost is Code.MOVE_NOT_ADJACENT
        fix = ways_on(world, unit.code, world.shooter(unit.kind), unit.cell) if far else ""
        return Refused(cost, where, fix=fix)
    ring = world.ring(cell)
    if ring is not None:
        forbidden = may_enter(ring, world.shooter(unit.kind), atmospheric=world.atmospheric(unit.code))
        if forbidden is not None:
            return Refused(forbidden, where)
    barred = borders(world, look.known, unit, cell)
    if barred is not None:
        return barred
    left = pay(cost, points_left(look, unit), spent=look.use(unit).spent)
    return unpaid(look, unit, cost, where) if isinstance(left, Code) else left


def unpaid(look: Look, unit: Unit, cost: Cost, where: dict[str, str]) -> Refused:
    """NO_MP: a step takes more movement points than there are left (GCW-MOV-01, GCW-HYX-03)."""
    numbers = {**where, "mp": points_left(look, unit)}
    if locked_by_exit(look, unit):
        return Refused(Code.NO_MP, numbers, rule="GCW-HYX-03")
    return Refused(Code.NO_MP, numbers, rule="GCW-MOV-01", fix=toll(look.world, unit.code, where["to"], cost))


GOES = NN_(
    "{unit} goes from {origin} to {cell} and has {left} movement point left",
    "{unit} goes from {origin} to {cell} and has {left} movement points left",
    "left",
)
LANDS = NN_(
    "{unit} lands from {origin} on {cell} and has {left} movement point left",
    "{unit} lands from {origin} on {cell} and has {left} movement points left",
    "left",
)


class Move(Action):
    """Move a unit over the grid, cell by cell."""

    path: ClassVar[str] = "gcw battle move"
    line: ClassVar[str] = "move {unit} to {cells}"
    tried: ClassVar[int] = 30
    lively: ClassVar[int] = 120
    each: ClassVar[int] = 20
    unit: Annotated[str, ACTOR.that(moves, can(Act.MOVE))] = Field(
        description="the unit that moves; or a formation, or names with commas", max_length=200
    )
    cells: Annotated[str, Value[Look, list[str]]("the next cell", way, next_steps)] = Field(
        description="the way, cell by cell: 'C-2' or 'C-2 B-2'", max_length=80
    )

    def perform(self, run: Run) -> None:
        """Walk, paying for every step (GCW-MOV-01..05)."""
        unit: Unit = run.found.unit
        begin_half(run, unit, MOVED)
        commit(run, unit)
        for cell in run.found.cells:
            step(run, run.state.units[unit.id], cell)
        after = run.state.units[unit.id]
        words = {"unit": own_name(run.state, unit), "origin": term(unit.cell), "cell": term(after.cell)}
        goes = LANDS if run.world.ring(after.cell) is Ring.GS else GOES
        told = goes(**words, left=points_left(run.look, after))
        run.workings.append(met(run.look, told, after.system, after.cell))


def step(run: Run, unit: Unit, cell: str) -> None:
    """One step to a neighbouring cell, and who hears of it."""
    look, use = run.look, points(run, unit)
    left = stepped(look, unit, cell)
    if isinstance(left, Refused):
        look.decline(left)
    use.left, use.spent = left, True
    use.landed = run.world.ring(cell) is Ring.GS
    run.say(Moved(unit.id, cell), only(run.seat))
    if run.real:
        noticed(run, unit, run.state.units[unit.id])


class Moved(Fact[State], frozen=True):
    """A unit stands in another cell of its system."""

    says = N_("{unit} moves to {cell}.")
    makes = UnitsSet("unit", "cell", patrol=False)
    unit: Own
    cell: Term


def noticed(run: Run, before: Unit, after: Unit) -> None:
    """Says a step to those who hear of it (GCW-SCN-08, -12)."""
    world, state = run.world, run.state
    if not hidden(state, world, after.cell):
        acted(run, after)
        gave_away(run.table, world, after, MOVE)
    elif hidden(state, world, before.cell):
        slip(run.table, world, after.id)
    else:
        acted(run, before, GONE_DEEP)
        went_deep(run.table, world, before, after)
        untrack(run.table, after)
