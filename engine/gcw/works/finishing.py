"""Jobs that are done: units go where they were ordered to, facilities stand.

Rulebook: GCW-CST-04, GCW-CON-07, GCW-RGF-03.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.book import clock
from engine.declared.due import Earliest
from engine.game import Table, only
from engine.gcw.contacts import appeared
from engine.gcw.economy.rosters import DOCK
from engine.gcw.fleets import Mustered, made
from engine.gcw.people.strongholds import station
from engine.gcw.state import State, UnitKind, Work
from engine.gcw.works.jobs import WorksOver, WorksSet, deliver, holds
from engine.gcw.world import World, grid_of


@clock(next=Earliest("works", "due"), priority=62)
def complete(world: World, table: Table[State]) -> None:
    """Finishes the works that are done now, in the order in which they were ordered (GCW-CST-04, CLK-08, -09)."""
    for work in sorted(table.state.works.values(), key=lambda one: (one.ordered_at, one.id)):
        if work.due is not None and work.due <= table.now:
            if work.cell:
                raise_facility(world, table, work)
            else:
                finish(world, table, work)


def finish(world: World, table: Table[State], work: Work) -> None:
    """A unit is done: it goes where it was ordered to, or lies in dock until it is assigned (GCW-CST-04)."""
    if work.to == DOCK or deliver(world, table, work, work.to) is not None:
        table.say(WorksSet(work.owner, (replace(work, done=True, since=None, left=0),)), only(work.owner))


def raise_facility(world: World, table: Table[State], work: Work) -> None:
    """A facility stands, if its player still holds the system; else it is not built (GCW-CON-07)."""
    kept = holds(table.state, work.owner, work.system)
    table.say(WorksOver(work.owner, (work.id,), (work.name,), "" if kept else "unclaimed"), only(work.owner))
    if not kept:
        return
    state = table.state
    faction = world.pack.factions[state.players[work.owner].faction]
    units = made(
        world, state, work.owner, work.code, work.name,
        system=work.system, cell=work.cell, escort=False, origin=work.origin, faction=faction,
    )  # fmt: skip
    grid = grid_of(work.cell)
    there = [one for one in state.of(work.owner) if one.system == work.system and grid and grid_of(one.cell) == grid]
    table.say(Mustered(units), only(work.owner))
    appeared(table, world, table.state.units[units[0].id])
    if grid and not any(one.kind is UnitKind.FACILITY or one.guard for one in there):
        station(world, table, work.owner, work.system, [grid])
