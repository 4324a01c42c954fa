"""What ground units could be ordered: moves for random players, and values for menus. From what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.gcw.acting import MOVED, look_in, place
from engine.gcw.ground.garrison import Infiltrate
from engine.gcw.ground.troops import ground_label
from engine.gcw.run import Run
from engine.gcw.state import AGROUND, TROOPS, State, Unit, UnitKind
from engine.gcw.world import World
from engine.orders import Option, Order

SPLIT = 3
"""A random player splits off a third of a stack."""


def ground_orders(world: World, run: Run) -> Iterator[Order]:
    """Orders for what is on the ground, in the air above, or bound there."""
    for unit in list(run.state.of(run.seat)):
        if unit.voyage or unit.status.value in ("DISABLED", "DERELICT"):
            continue
        ring = world.ring(place(run.state, unit).cell)
        if unit.kind in AGROUND and ring is not None:
            yield from _aground(world, run, unit)


def _aground(world: World, run: Run, unit: Unit) -> Iterator[Order]:
    state, use = run.state, run.use(unit)
    if MOVED in use.halves or unit.kind not in TROOPS:
        return
    spec = world.spec(unit.code)
    if spec.infiltrator:
        for contact in state.contacts_of(run.seat).values():
            if contact.kind is UnitKind.FACILITY and contact.cell == unit.cell and not contact.gone:
                yield Infiltrate(target=contact.alias, unit=unit.name)


def ground_options(world: World, state: State, run: Run, order: type[Order], field: str) -> list[Option] | None:
    """Values for a field of a ground order; None for what is no such field."""
    own = list(state.of(run.seat))
    match field:
        case "unit" if order is Infiltrate:
            look = look_in(run)
            return [Option(one.name, ground_label(look, one)) for one in own if _infiltrates(world, one)]
        case "target" if order is Infiltrate:
            return [
                Option(one.label, f"{one.alias} at {one.cell}")
                for one in state.contacts_of(run.seat).values()
                if one.kind is UnitKind.FACILITY and not one.gone
            ]
    return None


def _infiltrates(world: World, unit: Unit) -> bool:
    return world.spec(unit.code).infiltrator and unit.on_grid
