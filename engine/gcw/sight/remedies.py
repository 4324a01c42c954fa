"""What would be right: remedies with cells and numbers, for refusals of steps, fire and scans. GCW-MOV, -FIR, -SCN."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.gcw.data.codes import Code
from engine.gcw.data.units import Mount
from engine.gcw.figures.coverage import ScanLayer, ScanMode, covers
from engine.gcw.figures.grid import Cost, Grid, Shooter, may_enter
from engine.gcw.words import listed
from engine.gcw.world import World, grid_of

NEVER = "It has no movement points in any turn: it does not move by itself."
"""What would be right for what stays where it is: nothing (GCW-MOV-01)."""


def ways_on(world: World, code: str, shooter: Shooter, here: str) -> str:
    """The cells one step away that a class of unit may enter (GCW-MOV-04, GCW-ATM-05)."""
    open_cells = [
        cell
        for cell in world.grid.neighbours(here)
        if (ring := world.ring(cell)) is not None
        and may_enter(ring, shooter, atmospheric=world.atmospheric(code)) is None
    ]
    if not open_cells or world.move_points(code) == 0:
        return NEVER
    return f"Name every cell on the way: from {here} a step leads to {listed(open_cells, 'or')}."


def toll(world: World, code: str, cell: str, cost: Cost) -> str:
    """How many movement points a class has, and what a step into a cell takes (GCW-MOV-01..03, GCW-ATM-06)."""
    points = world.move_points(code)
    if points == 0:
        return NEVER
    takes = {
        Cost.ONE: "takes 1",
        Cost.ALL: "takes all that are left, at least 1",
        Cost.FULL: "takes the whole turn's: make no other step before it",
    }[cost]
    return f"It has {points} in each turn, and a step to {cell} {takes}."


def in_reach(grid: Grid, here: str, shooter: Shooter) -> str:
    """The cells that ordinary fire reaches from one (GCW-FIR, GCW-RNG)."""
    cells = [here, *(cell for cell in grid.neighbours(here) if grid.fire(here, cell, shooter) is None)]
    return f"From {here} it reaches {listed(cells)}."


def brought_together(here: str, there: str) -> str:
    """Where a craft and its target are, that must share a grid space (GCW-RNG-02)."""
    return f"It is at {here} and the target at {there}: bring it there first."


def one_grid(here: str, there: str) -> str:
    """Where a ground unit and its target are, that must share a Ground Grid (GCW-G2G-01, GCW-S2A-01)."""
    return f"It is in {grid_of(here)} and the target at {there}: attack what is in {grid_of(here)}."


def overhead(here: str, there: str) -> str:
    """Which low orbit lies over a target of a bombardment, and what lies under the ship (GCW-ORB-02)."""
    below = f"From {here} the Surface of G-{here[2:]} is in reach" if here.startswith("A-") else f"It is at {here}"
    if not grid_of(there):
        return f"{below}, and the target is at {there}."
    if there.endswith("A"):
        return f"{below}, and the target is in the air at {there}: fire at it from there."
    return f"{below}; {there} is bombarded from A-{there[2:3]}."


def armament(mounts: Sequence[Mount], left: Iterable[Mount]) -> str:
    """The weapons that a unit has left to fire in this turn, of those that it has (GCW-UCR-09)."""
    names = [str(mount) for mount in left]
    if names:
        return f"Left to fire: {', '.join(names)}."
    return "All its weapons have fired: they fire again in your next turn." if mounts else "It has no weapons."


def scannable(grid: Grid, cell: str) -> str:
    """What can be scanned from a cell (GCW-SCN-06)."""
    said = []
    for mode in ScanMode:
        layers = [str(layer) for layer in ScanLayer if not isinstance(covers(grid, cell, mode, layer), Code)]
        if layers:
            said.append(f"{mode} {', '.join(layers)}")
    return f"From {cell}: {'; '.join(said)}."
