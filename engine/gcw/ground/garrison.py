"""Garrisons: into facilities and out of them, and who is covered. Rulebook: GCW-GAR, GCW-RGF-01.

A garrison is docked in a facility of its owner's. Infiltrators stand on the Surface, inside a facility of another's
that their owner knows by an alias: which it is, the referee alone can trace.
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Table, only
from engine.gcw.acting import able, acted, commit, garrisoned, hearers, hostilities, own, target
from engine.gcw.facts import CameOut, Garrisoned, Infiltrated
from engine.gcw.figures.damage import Act, Status
from engine.gcw.ground.troops import make_room, step_of_troops, troops_meant
from engine.gcw.run import Run
from engine.gcw.sight.contacts import alias_of, look_into, shifted
from engine.gcw.state import TROOPS, Contact, State, Unit, UnitKind, carried, garrison_of, host_of
from engine.gcw.world import World
from engine.orders import Order, Pick
from engine.text.names import shown

CONTACT = "a contact"
OPEN = frozenset({Status.DISABLED, Status.DOOMED, Status.DESTROYED})
"""A facility in one of these covers nobody (GCW-GAR-02)."""


class Garrison(Order):
    """Bring ground units into a facility of yours beside them, under its cover."""

    path: ClassVar[str] = "gcw-ground garrison"
    line: ClassVar[str] = "garrison {troops} in {facility}"
    shows: ClassVar[str] = "preview"
    facility: Annotated[str, Pick("a facility of yours")] = Field(description="the facility", max_length=60)
    troops: Annotated[str, Pick("ground units of yours")] = Field(
        description="'all', a class, '20 squads of Legion', '3 AT-ST', or names with commas", max_length=200
    )


class Leave(Order):
    """Bring ground units out of the facility they are in, onto the Surface."""

    path: ClassVar[str] = "gcw-ground leave"
    line: ClassVar[str] = "leave facility with {troops}"
    shows: ClassVar[str] = "preview"
    troops: Annotated[str, Pick("ground units of yours")] = Field(
        description="'all of Fort', or names with commas", max_length=200
    )


class Infiltrate(Order):
    """Enter another's facility with infiltrators, to fight its garrison as if it had no cover."""

    path: ClassVar[str] = "gcw-ground infiltrate"
    line: ClassVar[str] = "infiltrate {target} with {unit}"
    shows: ClassVar[str] = "preview"
    target: Annotated[str, Pick(CONTACT)] = Field(description="the facility: a contact", max_length=60)
    unit: Annotated[str, Pick("a unit of yours")] = Field(description="the infiltrators", max_length=60)


def garrison(run: Run, order: Garrison) -> None:
    """Ground units on the Surface go in beside them. Refuses NOT_FACILITY, GARRISON_ROOM (GCW-GAR-01, GCW-RGF-01)."""
    facility = own(run.table, run.seat, order.facility)
    if facility.kind is not UnitKind.FACILITY:
        run.table.refuse("NOT_FACILITY", unit=shown(facility.name))
    pool = [
        one
        for one in run.state.of(run.seat)
        if one.kind in TROOPS and not one.inside and (one.system, one.cell) == (facility.system, facility.cell)
    ]
    units = troops_meant(run, order.troops, pool, f"beside {shown(facility.name)}")
    make_room(run.world, run.table, facility, units)
    step_of_troops(run, units)
    run.table.say(Garrisoned(tuple(unit.id for unit in units), facility.id), only(run.seat))
    if run.real:
        for unit in units:
            shifted(run.table, run.world, run.state.units[unit.id])


def leave(run: Run, order: Leave) -> None:
    """Out of a facility of the player's own, or of another's. Refuses NO_TROOPS."""
    inside = [one for one in run.state.of(run.seat) if one.infiltrating or garrisoned(run.state, one)]
    whole = re.fullmatch(r"all of (.+)", order.troops.strip(), re.I)
    if whole is not None:
        facility = own(run.table, run.seat, whole[1])
        units = [one for one in carried(run.state, facility) if one in inside]
        units = troops_meant(run, "all", units, f"in {shown(facility.name)}")
    else:
        units = troops_meant(run, order.troops, inside, "in a facility")
    step_of_troops(run, units)
    for unit in units:
        host = host_of(run.state, unit) if unit.docked else unit
        assert host is not None
        run.table.say(CameOut((unit.id,), host.system, host.cell), only(run.seat))
        if run.real:
            shifted(run.table, run.world, run.state.units[unit.id])


def infiltrate(run: Run, order: Infiltrate) -> None:
    """Special troops enter a facility on their Surface; it is a hostile act (GCW-GAR-05).

    Refuses GARRISON_COVER to all others, GROUND_GRID, NOT_FACILITY.
    """
    table, world = run.table, run.world
    unit = own(table, run.seat, order.unit)
    able(run, unit, Act.MOVE)
    contact, facility = target(run, order.target)
    kind = facility.kind if facility is not None else contact.kind
    if kind is not UnitKind.FACILITY:
        table.refuse("NOT_FACILITY", unit=shown(contact.label))
    if (contact.system, contact.cell) != (unit.system, unit.cell):
        table.refuse("GROUND_GRID", rule="GCW-GAR-05")
    spec = world.spec(unit.code)
    if not spec.infiltrator:
        table.refuse("GARRISON_COVER", rule="GCW-GAR-05", facility=shown(contact.label))
    step_of_troops(run, [unit])
    hostilities(run, unit, facility.owner if facility is not None else contact.owner)
    commit(run, unit)
    table.say(Infiltrated(unit.id, contact.alias), only(run.seat))
    if run.real and facility is not None:
        acted(run, run.state.units[unit.id])
        shifted(table, world, run.state.units[unit.id])
        look_into(table, world, run.seat, facility)


def cover_of(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> str:
    """What covers a target from a unit: the facility's name or alias; "" for nothing (GCW-GAR-01, -02, -05).

    The referee judges by what is so, a rehearsal by what its author knows.
    """
    state = run.state
    if run.real and enemy is not None:
        host, mine = host_of(state, enemy), host_of(state, unit)
        if host is None or host.status in OPEN or host.id in (unit.id, mine.id if mine is not None else ""):
            return ""
        if host.owner == run.seat:
            return host.name
        alias = alias_of(state, run.seat, host.id)
        return state.contacts_of(run.seat)[alias].label if alias is not None else "its facility"
    place = unit.docked if garrisoned(state, unit) else unit.inside or unit.id
    if not contact.inside or contact.inside == place:
        return ""
    if contact.inside in state.units:
        own_host = state.units[contact.inside]
        return "" if own_host.status in OPEN else own_host.name
    known = state.contacts_of(run.seat).get(contact.inside)
    return known.label if known is not None and not known.gone and known.status not in OPEN else ""


def turned_out(table: Table[State], world: World, facility: Unit) -> None:
    """A facility is about to be no more: who is inside stands on the Surface, unharmed (GCW-GAR-06)."""
    for unit in garrison_of(table.state, facility):
        out = CameOut((unit.id,), facility.system, facility.cell, destroyed=True)
        table.say(out, hearers(unit.owner))
        shifted(table, world, table.state.units[unit.id])
