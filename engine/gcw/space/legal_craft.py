"""Patrols, swarms, bombing runs and bombardments that a seat could order, and what their menus offer.

Rulebook: GCW-CSP-01, GCW-CAP-01, GCW-TIE-01, GCW-BMB-01, GCW-ORB-01.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.gcw.figures.damage import Status
from engine.gcw.figures.grid import Reach, Ring
from engine.gcw.ground.bombardment import Bombard
from engine.gcw.run import Run
from engine.gcw.sight.aims import aims
from engine.gcw.space.swarm import Dissolve, Swarm
from engine.gcw.state import CRAFT, Contact, Unit, UnitKind
from engine.gcw.world import World
from engine.orders import Order

EACH = 2
"""Orders of one kind that random players are offered."""


def able_craft(run: Run, seat: Seat) -> list[Unit]:
    """The seat's craft in flight that can still act."""
    return [
        unit
        for unit in run.state.of(seat)
        if unit.kind in CRAFT and unit.on_grid and unit.status is Status.ACTIVE and not run.use(unit).launched
    ]


def bombardiers(run: Run, seat: Seat) -> list[Unit]:
    """The seat's ships in low orbit that can bombard and have not fired."""
    return [
        unit
        for unit in run.state.of(seat)
        if unit.status is Status.ACTIVE
        and run.world.ring(unit.cell) is Ring.A
        and run.world.spec(unit.code).orbital_bombardment
        and not run.use(unit).fired
    ]


def below(run: Run, seat: Seat, unit: Unit) -> list[Contact]:
    """What a ship in low orbit could bombard."""
    return [
        contact
        for contact in aims(run.world, run.state, seat, unit.system)
        if run.world.grid.reaches(Reach.ORBITAL_BOMBARDMENT, unit.cell, contact.cell)
    ]


def swarming(world: World, unit: Unit) -> bool:
    """Whether a squadron may fly in a swarm (GCW-TIE-01)."""
    spec = world.spec(unit.code)
    return unit.kind is UnitKind.SQUADRON and spec.swarm and not spec.elite


def craft_orders(run: Run, seat: Seat) -> Iterator[Order]:
    """Of each kind of order one or two that could be drafted next."""
    craft = able_craft(run, seat)
    ties: dict[tuple[str, str], list[Unit]] = {}
    for unit in craft:
        if swarming(run.world, unit):
            ties.setdefault((unit.system, unit.cell), []).append(unit)
        elif unit.kind is UnitKind.SWARM:
            yield Dissolve(swarm=unit.name)
    for units in list(ties.values())[:EACH]:
        if len(units) > 1:
            yield Swarm(squadrons=", ".join(unit.name for unit in units[:4]), name=None)
    for unit in bombardiers(run, seat)[:EACH]:
        for contact in below(run, seat, unit)[:EACH]:
            yield Bombard(ship=unit.name, targets=contact.alias)


def chosen_units(run: Run, seat: Seat, order: type[Order], own: list[Unit]) -> list[Unit]:
    """The units that an order of these chapters can be for; all of the seat's for another order."""
    if order is Swarm:
        return [unit for unit in able_craft(run, seat) if swarming(run.world, unit)]
    if order is Dissolve:
        return [unit for unit in own if unit.kind is UnitKind.SWARM]
    if order is Bombard:
        return bombardiers(run, seat)
    return own


def craft_targets(run: Run, seat: Seat, unit: Unit | None) -> list[Contact]:
    """What a ship in low orbit could aim at; of no unit yet, what any of them could."""
    units = [unit] if unit is not None else bombardiers(run, seat)
    found = {contact.alias: contact for one in units for contact in below(run, seat, one)}
    return list(found.values())
