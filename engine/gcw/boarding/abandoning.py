"""Abandoning ship: a crew leaves a disabled ship in escape pods, and stands on the ground a round later.

Rulebook: GCW-DMG-14, -15, -16, CLK-21.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.game import REFEREE, Seat, only
from engine.gcw.acting import able, acted, own
from engine.gcw.boarding.interior import crew_class, crew_points, heroes_in, squads_of
from engine.gcw.boarding.prizes import passing, set_adrift
from engine.gcw.data.codes import Code
from engine.gcw.facts import PodsAway, PodsLanded, Yielded
from engine.gcw.figures.damage import Act, Pools
from engine.gcw.fleets import free_name, taken_names
from engine.gcw.ground.ashore import HeroLanded, hero_unit
from engine.gcw.run import Run
from engine.gcw.sight.contacts import appeared
from engine.gcw.state import Origin, Pod, State, Unit, UnitKind
from engine.gcw.world import grid_of
from engine.orders import Order, Pick
from engine.text.names import shown


class Abandon(Order):
    """Leave a disabled ship in escape pods, after all else; its crew lands before your next turn."""

    path: ClassVar[str] = "gcw-crew abandon"
    line: ClassVar[str] = "abandon {ship}[ to {grid}]"
    shows: ClassVar[str] = "preview"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a disabled ship of yours", max_length=60)
    grid: Annotated[str | None, Pick("a Ground Grid")] = Field(
        None, description="where the pods come down, from the atmosphere: G-1 to G-4", max_length=4
    )


def pod_grid(run: Run, ship: Unit, wanted: str | None) -> str:
    """The Ground Grid where a ship's pods come down: that of its quadrant, any from the atmosphere (GCW-DMG-14).

    Refuses POD_GRID.
    """
    cell = run.world.grid.cells[ship.cell]
    grids = [f"G-{cell.quadrant}"] if cell.quadrant else ["G-1", "G-2", "G-3", "G-4"]
    grid = wanted.strip().upper() if wanted is not None else grids[0]
    if grid not in grids:
        run.table.refuse("POD_GRID", cell=ship.cell, grids=", ".join(grids), grid=shown(grid))
    return grid


def abandon(run: Run, order: Abandon) -> None:
    """The crew leaves, heroes with it; squads stay, and the ship is a derelict (GCW-DMG-14, -16).

    Refuses UNIT_NOT_DISABLED, FINAL_USED, NO_CREW, POD_GRID.
    """
    table, world, state, seat = run.table, run.world, run.state, run.seat
    ship = own(table, seat, order.ship)
    if ship.kind is not UnitKind.SHIP:
        table.refuse(Code.UNIT_NOT_DISABLED, unit=shown(ship.name))
    able(run, ship, Act.ABANDON)
    points = crew_points(world, state, ship)
    if not points:
        table.refuse(Code.NO_CREW)
    grid, code = pod_grid(run, ship, order.grid), crew_class(world, state, seat)
    names = taken_names(state, seat) | {pod.name.casefold() for pod in state.pods.values() if pod.owner == seat}
    pod = Pod(
        id=state.next_id("pod", seat),
        owner=seat,
        system=ship.system,
        cell=f"{grid}S",
        code=code,
        hp=points,
        name=free_name(names, f"{ship.name} crew"),
    )
    heroes = tuple(one.key for one in heroes_in(world, state, ship, seat))
    table.say(PodsAway(ship.id, pod, heroes), only(seat))
    after = run.state.units[ship.id]
    if run.real:
        acted(run, after)
        if after.pools.hull > 0:
            set_adrift(world, table, after, run.told, abandoned=True)
        return
    run.workings.append(
        f"{squads_of(world, code, points)} squads leave {shown(ship.name)} in escape pods, and stand at {pod.cell} "
        f"when your next turn begins{'; the ship is derelict' if after.pools.hull > 0 else ''} (GCW-DMG-14)"
    )
    if after.pools.hull > 0:
        going = passing(run.state, after)
        ids, called = tuple(one.id for one in going), tuple(one.name for one in going)
        table.say(Yielded(seat, ids, called, abandoned=True), REFEREE)


def land_pods(run: Run) -> None:
    """Pods come down at the start of their owner's turn; while their grid is bombarded from orbit they wait (CLK-21).

    The crew is a stack that counts in no group: its ship's command points do not wait for it (GCW-BUR-05).
    """
    state, seat = run.state, run.seat
    for pod in [one for one in state.pods.values() if one.owner == seat]:
        if f"{pod.system}/{grid_of(pod.cell)}" not in run.state.bombarded:
            land(run, pod)


def land(run: Run, pod: Pod) -> None:
    """One crew comes down, and the heroes with it."""
    table, world, seat = run.table, run.world, run.seat
    crew = stack_of(run.state, seat, pod, squads_of(world, pod.code, pod.hp))
    table.say(PodsLanded(pod.id, crew), only(seat))
    landed = [crew]
    for hero in [one for one in run.state.heroes.values() if one.aboard == pod.id]:
        if hero.alive:
            unit = replace(hero_unit(world, run.state, hero, crew), group_cp=0)
            table.say(HeroLanded(hero.id, unit), only(seat))
            landed.append(unit)
    if run.real:
        for unit in landed:
            appeared(table, world, run.state.units[unit.id])


def stack_of(state: State, seat: Seat, pod: Pod, squads: int) -> Unit:
    """A crew as a stack of squads on the ground."""
    name = state.next_id("u", seat)
    return Unit(
        id=name,
        kind=UnitKind.INFANTRY,
        code=pod.code,
        name=free_name(taken_names(state, seat), pod.name),
        owner=seat,
        pools=Pools(armor=pod.hp),
        group=name,
        system=pod.system,
        cell=pod.cell,
        origin=Origin.STOCK,
        count=squads,
    )
