"""What ground units could be ordered: moves for random players, and values for menus. From what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refusal
from engine.gcw.acting import MOVED, garrisoned, place
from engine.gcw.figures.grid import Cost, Ring
from engine.gcw.ground.ashore import Disembark, Embark
from engine.gcw.ground.garrison import Garrison, Infiltrate, Leave
from engine.gcw.ground.troops import Detach, Load, Merge, Unload, beside, capacity, rooms
from engine.gcw.run import Run
from engine.gcw.sight.aims import aims
from engine.gcw.space.fire import Fire, bearing
from engine.gcw.space.movement import Move
from engine.gcw.state import AGROUND, TROOPS, Contact, State, Unit, UnitKind, carried
from engine.gcw.world import World, grid_of
from engine.orders import Option, Order

MOST_TARGETS = 3
SPLIT = 3
"""A random player splits off a third of a stack."""


def in_reach(run: Run, unit: Unit) -> list[Contact]:
    """Contacts that a unit on the ground, in its air or in a garrison could fire at."""
    found, stand = [], place(run.state, unit)
    bound = unit.kind in AGROUND - {UnitKind.FACILITY}
    for contact in aims(run.world, run.state, run.seat, stand.system):
        if bound and grid_of(contact.cell) != grid_of(stand.cell):
            continue
        try:
            bearing(run, unit, contact, None)
        except Refusal:
            continue
        found.append(contact)
    return found


def ground_orders(world: World, run: Run) -> Iterator[Order]:
    """Orders for what is on the ground, in the air above, or bound there."""
    seen: set[tuple[str, str]] = set()
    for unit in list(run.state.of(run.seat)):
        if unit.voyage or unit.status.value in ("DISABLED", "DERELICT"):
            continue
        ring = world.ring(place(run.state, unit).cell)
        if unit.kind in AGROUND and ring is not None:
            yield from _aground(world, run, unit)
        if ring is not None and unit.on_grid:
            yield from _descents(world, run, unit)
        if unit.kind in (UnitKind.SHIP, UnitKind.AUXILIARY) and (ring is Ring.GS or first_docked(unit, seen)):
            yield from _carrying(world, run, unit)


def first_docked(unit: Unit, seen: set[tuple[str, str]]) -> bool:
    """Whether a craft is docked, and the first of its class in its host: the others could do the same."""
    key = (unit.docked, unit.code)
    first = bool(unit.docked) and key not in seen
    seen.add(key)
    return first


def _aground(world: World, run: Run, unit: Unit) -> Iterator[Order]:
    state, use = run.state, run.use(unit)
    if not use.fired and world.mounts_of(unit):
        for contact in in_reach(run, unit)[:MOST_TARGETS]:
            yield Fire(unit=unit.name, target=contact.alias)
    if MOVED in use.halves or unit.kind not in TROOPS:
        return
    if unit.infiltrating or garrisoned(state, unit):
        yield Leave(troops=unit.name)
        return
    alone = not any(one.code == unit.code and one.cell == unit.cell for one in state.of(run.seat) if one is not unit)
    if unit.kind is UnitKind.INFANTRY and alone and world.squads(unit.code, unit.pools) >= SPLIT and not use.fired:
        yield Detach(squads=world.squads(unit.code, unit.pools) // SPLIT, unit=unit.name)
    spec = world.spec(unit.code)
    for other in state.of(run.seat):
        if (other.system, other.cell) != (unit.system, unit.cell):
            continue
        if other.kind is UnitKind.FACILITY:
            yield Garrison(troops=unit.name, facility=other.name)
        elif unit.kind is not UnitKind.INFANTRY:
            continue
        elif other.code == unit.code and other.id < unit.id and not (use.fired or run.use(other).fired):
            yield Merge(unit=unit.name, other=other.name)
    if spec.infiltrator:
        for contact in state.contacts_of(run.seat).values():
            if contact.kind is UnitKind.FACILITY and contact.cell == unit.cell and not contact.gone:
                yield Infiltrate(target=contact.alias, unit=unit.name)


def _descents(world: World, run: Run, unit: Unit) -> Iterator[Order]:
    """Steps into the atmosphere, to the ground and back; some for ships would be refused, and are left out."""
    if MOVED in run.use(unit).halves or unit.kind in (UnitKind.INFANTRY, UnitKind.VEHICLE, UnitKind.HERO):
        return
    if not world.atmospheric(unit.code):
        return
    for cell in world.grid.neighbours(unit.cell):
        low = (Ring.ATM, Ring.GA, Ring.GS)
        if world.ring(cell) in low and isinstance(world.grid.move(unit.cell, cell), Cost):
            yield Move(unit=unit.name, cells=cell)


def _carrying(world: World, run: Run, carrier: Unit) -> Iterator[Order]:
    state = run.state
    aboard = [one for one in carried(state, carrier) if one.kind in TROOPS and one.owner == run.seat]
    host = state.units.get(carrier.docked)
    if aboard and (host is None or host.kind is UnitKind.FACILITY or MOVED in run.use(aboard[0]).halves):
        yield Unload(troops=aboard[0].name, carrier=carrier.name)
    free = [most - used for most, used in zip(capacity(world, carrier.code), rooms(world, aboard), strict=True)]
    near = [one for one in beside(state, carrier) if MOVED not in run.use(one).halves and not run.use(one).fired]
    stack = next((one for one in near if one.kind is UnitKind.INFANTRY), None)
    if stack is not None and free[0] > 0:
        yield Load(troops=f"{min(free[0], world.squads(stack.code, stack.pools))} squads of {stack.name}",
                   carrier=carrier.name)  # fmt: skip
    vehicle = next((one for one in near if one.kind in TROOPS and rooms(world, [one])[1] <= free[1]), None)
    if vehicle is not None and vehicle is not stack:
        yield Load(troops=vehicle.name, carrier=carrier.name)
    if not carrier.docked:
        for hero in state.heroes.values():
            if hero.owner == run.seat and hero.alive and hero.aboard == carrier.id:
                yield Disembark(hero=hero.name, carrier=carrier.name)
            ashore = state.units.get(hero.aboard)
            if ashore is not None and ashore.kind is UnitKind.HERO and ashore.cell == carrier.cell:
                yield Embark(hero=hero.name, carrier=carrier.name)


def ground_options(world: World, state: State, run: Run, order: type[Order], field: str) -> list[Option] | None:
    """Values for a field of a ground order; None for what is no such field."""
    own = list(state.of(run.seat))
    match field:
        case "troops":
            return [Option("all"), Option("infantry"), Option("vehicles")] + [
                option(world, state, one) for one in own if one.kind in TROOPS and _meant(state, one, order)
            ]
        case "carrier":
            kinds = (UnitKind.SHIP, UnitKind.AUXILIARY)
            return [option(world, state, one) for one in own if one.kind in kinds and any(capacity(world, one.code))]
        case "facility":
            return [option(world, state, one) for one in own if one.kind is UnitKind.FACILITY]
        case "hero":
            return [Option(hero.name) for hero in state.heroes.values() if hero.owner == run.seat and hero.alive]
        case "other":
            return [option(world, state, one) for one in own if one.kind is UnitKind.INFANTRY]
        case "unit" if order in (Detach, Merge):
            return [option(world, state, one) for one in own if one.kind is UnitKind.INFANTRY]
        case "unit" if order is Infiltrate:
            return [option(world, state, one) for one in own if _infiltrates(world, one)]
        case "target" if order is Infiltrate:
            return [
                Option(one.label, f"{one.alias} at {one.cell}")
                for one in state.contacts_of(run.seat).values()
                if one.kind is UnitKind.FACILITY and not one.gone
            ]
    return None


def _infiltrates(world: World, unit: Unit) -> bool:
    return world.spec(unit.code).infiltrator and unit.on_grid


def _meant(state: State, unit: Unit, order: type[Order]) -> bool:
    if order is Leave:
        return unit.infiltrating or garrisoned(state, unit)
    return unit.on_grid if order is Garrison else True


def option(world: World, state: State, unit: Unit) -> Option:
    """An own unit in a menu: its class, its squads, and where it is."""
    host = state.units.get(unit.docked)
    where = f"in {host.name}" if host is not None else f"{unit.system} {unit.cell}".strip() or "in hyperspace"
    squads = f", {world.squads(unit.code, unit.pools)} squads" if unit.kind is UnitKind.INFANTRY else ""
    return Option(unit.name, f"{unit.name} ({unit.code}{squads}, {where})")
