"""What ground units could be ordered: moves for random players, and values for menus. From what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refusal
from engine.gcw.acting import MOVED, Run, garrisoned, place
from engine.gcw.ashore import Disembark, Embark
from engine.gcw.contacts import is_target
from engine.gcw.fire import Fire, bearing
from engine.gcw.garrison import Garrison, Infiltrate, Leave
from engine.gcw.grid import Cost, Ring
from engine.gcw.movement import Move
from engine.gcw.specs import GroundClass
from engine.gcw.state import AGROUND, TROOPS, Contact, State, Unit, UnitKind, carried
from engine.gcw.troops import Detach, Load, Merge, Unload, beside, capacity
from engine.gcw.world import World
from engine.orders import Option, Order

MOST_TARGETS = 3
SPLIT = 3
"""A random player splits off a third of a stack."""


def in_reach(run: Run, unit: Unit) -> list[Contact]:
    """Contacts that a unit on the ground, in its air or in a garrison could fire at."""
    found, stand = [], place(run.state, unit)
    for contact in run.state.contacts_of(run.seat).values():
        if contact.system != stand.system or contact.owner == run.seat or contact.gone:
            continue
        if contact.status.value in ("DOOMED", "DESTROYED") or not is_target(run.state, run.world, run.seat, contact):
            continue
        try:
            bearing(run, unit, contact, None)
        except Refusal:
            continue
        found.append(contact)
    return found


def ground_orders(world: World, run: Run) -> Iterator[Order]:
    """Orders for what is on the ground, in the air above, or bound there."""
    for unit in list(run.state.of(run.seat)):
        if unit.voyage or unit.status.value in ("DISABLED", "DERELICT"):
            continue
        ring = world.ring(place(run.state, unit).cell)
        if unit.kind in AGROUND and ring is not None:
            yield from _aground(world, run, unit)
        if ring is not None and unit.on_grid:
            yield from _descents(world, run, unit)
        if unit.kind in (UnitKind.SHIP, UnitKind.AUXILIARY) and (ring is Ring.GS or unit.docked):
            yield from _carrying(world, run, unit)


def _aground(world: World, run: Run, unit: Unit) -> Iterator[Order]:
    state, use = run.state, run.use(unit)
    if not use.fired and world.mounts_of(unit):
        for contact in in_reach(run, unit)[:MOST_TARGETS]:
            yield Fire(unit=unit.name, target=contact.alias)
    if MOVED in use.halves or unit.kind not in TROOPS:
        return
    if unit.inside or garrisoned(state, unit):
        yield Leave(troops=unit.name)
        return
    if world.squads(unit.code, unit.pools) >= SPLIT and not use.fired:
        yield Detach(squads=world.squads(unit.code, unit.pools) // SPLIT, unit=unit.name)
    spec = world.spec(unit.code)
    for other in state.of(run.seat):
        if (other.system, other.cell) != (unit.system, unit.cell):
            continue
        if other.kind is UnitKind.FACILITY:
            yield Garrison(troops=unit.name, facility=other.name)
        elif other.code == unit.code and other.id < unit.id and unit.kind is UnitKind.INFANTRY:
            yield Merge(unit=unit.name, other=other.name)
    if isinstance(spec, GroundClass) and spec.infiltrator:
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
    if aboard and not (carrier.docked and not _takes(world, state.units.get(carrier.docked))):
        yield Unload(troops=aboard[0].name, carrier=carrier.name)
    if any(capacity(world, carrier.code)):
        near = [one for one in beside(state, carrier) if MOVED not in run.use(one).halves]
        if near:
            squads = world.squads(near[0].code, near[0].pools)
            most = capacity(world, carrier.code)[0]
            part = f"{min(squads, most)} squads of " if most > 0 and squads else ""
            yield Load(troops=f"{part}{near[0].name}", carrier=carrier.name)
    if not carrier.docked:
        for hero in state.heroes.values():
            if hero.owner == run.seat and hero.alive and hero.aboard == carrier.id:
                yield Disembark(hero=hero.name, carrier=carrier.name)
            ashore = state.units.get(hero.aboard)
            if ashore is not None and ashore.kind is UnitKind.HERO and ashore.cell == carrier.cell:
                yield Embark(hero=hero.name, carrier=carrier.name)


def _takes(world: World, host: Unit | None) -> bool:
    return host is not None and any(capacity(world, host.code))


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
    spec = world.spec(unit.code)
    return isinstance(spec, GroundClass) and spec.infiltrator and unit.on_grid


def _meant(state: State, unit: Unit, order: type[Order]) -> bool:
    if order is Leave:
        return bool(unit.inside) or garrisoned(state, unit)
    return unit.on_grid if order is Garrison else True


def option(world: World, state: State, unit: Unit) -> Option:
    """An own unit in a menu: its class, its squads, and where it is."""
    host = state.units.get(unit.docked)
    where = f"in {host.name}" if host is not None else f"{unit.system} {unit.cell}".strip() or "in hyperspace"
    squads = f", {world.squads(unit.code, unit.pools)} squads" if unit.kind is UnitKind.INFANTRY else ""
    return Option(unit.name, f"{unit.name} ({unit.code}{squads}, {where})")
