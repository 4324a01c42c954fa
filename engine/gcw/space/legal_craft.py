"""Bombardments that a seat could order, and what their menus offer. Rulebook: GCW-ORB-01."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.gcw.figures.damage import Status
from engine.gcw.figures.grid import Reach, Ring
from engine.gcw.ground.bombardment import Bombard
from engine.gcw.run import Run
from engine.gcw.sight.aims import aims
from engine.gcw.state import Contact, Unit
from engine.orders import Order

EACH = 2
"""Orders of one kind that random players are offered."""


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


def craft_orders(run: Run, seat: Seat) -> Iterator[Order]:
    """One or two that could be drafted next."""
    for unit in bombardiers(run, seat)[:EACH]:
        for contact in below(run, seat, unit)[:EACH]:
            yield Bombard(ship=unit.name, targets=contact.alias)


def chosen_units(run: Run, seat: Seat, order: type[Order], own: list[Unit]) -> list[Unit]:
    """The units that a bombardment can be by; all of the seat's for another order."""
    return bombardiers(run, seat) if order is Bombard else own


def craft_targets(run: Run, seat: Seat, unit: Unit | None) -> list[Contact]:
    """What a ship in low orbit could aim at; of no unit yet, what any of them could."""
    units = [unit] if unit is not None else bombardiers(run, seat)
    found = {contact.alias: contact for one in units for contact in below(run, seat, one)}
    return list(found.values())
