"""Garrisons: into facilities and out of them, and who is covered. Rulebook: GCW-GAR, GCW-RGF-01.

A garrison is docked in a facility of its owner's. Infiltrators stand on the Surface, inside a facility of another's
that their owner knows by an alias: which it is, the referee alone can trace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, ClassVar

from pydantic import Field

from engine.declared.changes import Its
from engine.game import Fact, only
from engine.gcw.acting import CONTACT, MOVED, OWN, Action, acted, behind, can, half_over, in_sight
from engine.gcw.battles import commit, hostile_act, uncommittable
from engine.gcw.contacts import look_into, shifted
from engine.gcw.figures.damage import Act
from engine.gcw.fleets import room_left
from engine.gcw.ground.troops import (
    BESIDE,
    TROOPS_MEANT,
    Share,
    Troops,
    ground_label,
    make_room,
    shares_meant,
    step_of_troops,
    told_apart,
    troops_of,
)
from engine.gcw.look import Briefly, Look, Own, Run, Seen, contact_words, refused_as
from engine.gcw.losses import CameOut
from engine.gcw.state import Contact, State, Unit, UnitKind, UnitsSet, garrisoned, host_of
from engine.look import Refused
from engine.noun import Found
from engine.text.message import N_, NN_, T_, Text, name, term, unmarked
from engine.text.names import shown


def grounded(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Facilities on the ground, and nothing else, have a garrison."""
    return None if unit.kind is UnitKind.FACILITY else Refused("NOT_FACILITY", {"unit": shown(unit.name)})


def near_facility(look: Look, found: Found) -> list[Unit]:
    """Those on the Surface beside the facility."""
    facility: Unit | None = found.get("facility")
    if facility is None:
        return [troop for troop in troops_of(look) if troop.on_grid]
    place = facility.system, facility.cell
    return [troop for troop in troops_of(look) if not troop.inside and (troop.system, troop.cell) == place]


def room_inside(look: Look, found: Found) -> tuple[int, int]:
    """Places that are free in the facility, for squads and for vehicles."""
    return room_left(look.world, look.known, found.facility)


class Garrison(Action):
    """Bring ground units into a facility of yours beside them, under its cover."""

    path: ClassVar[str] = "gcw-ground garrison"
    line: ClassVar[str] = "garrison {troops} in {facility}"
    tried: ClassVar[int] = 4
    facility: Annotated[str, OWN.but(what="a facility of yours", label=ground_label).that(grounded)] = Field(
        description="the facility", max_length=60
    )
    troops: Annotated[
        str, Troops(near_facility, lambda look, found: BESIDE(carrier=name(found.facility.name)), room_inside)
    ] = Field(description=TROOPS_MEANT, max_length=200)

    def perform(self, run: Run) -> None:
        """Ground units on the Surface go in beside them. Refuses GARRISON_ROOM (GCW-GAR-01, GCW-RGF-01)."""
        facility: Unit = run.found.facility
        units = told_apart(run, run.found.troops)
        make_room(run, facility, units)
        step_of_troops(run, units)
        run.say(Garrisoned(tuple(unit.id for unit in units), facility.id), only(run.seat))
        if run.real:
            for unit in units:
                shifted(run.table, run.world, run.state.units[unit.id])


class Garrisoned(Fact[State], frozen=True):
    """Ground units are in a facility, under its cover (GCW-GAR-01)."""

    says = NN_("{units} garrisons {facility}.", "{units} garrison {facility}.", "units")
    rule = "GCW-GAR-01"
    makes = UnitsSet("units", docked=Its("facility"), system="", cell="")
    units: Briefly
    facility: Own


def inside(look: Look, found: Found) -> list[Unit]:
    """Those in a facility: of the player's own, or of another's."""
    return [unit for unit in look.own() if unit.infiltrating or garrisoned(look.known, unit)]


class Inside(Troops):
    """Ground units in facilities; "all of Fort" are all in one."""

    def find(self, look: Look, words: str, found: Found) -> tuple[Share, ...]:
        """The units and shares of stacks that are meant. Raises Refusal."""
        whole = re.fullmatch(r"all of (.+)", words.strip(), re.I)
        if whole is None:
            return super().find(look, words, found)
        facility = OWN.named(look, whole[1])
        there = [unit for unit in self.pool(look, found) if unit.docked == facility.id]
        return shares_meant(look, "all", there, N_("in {facility}")(facility=name(facility.name)))


class Leave(Action):
    """Bring ground units out of the facility they are in, onto the Surface."""

    path: ClassVar[str] = "gcw-ground leave"
    line: ClassVar[str] = "leave facility with {troops}"
    tried: ClassVar[int] = 10
    troops: Annotated[str, Inside(inside, lambda look, found: T_("in a facility"))] = Field(
        description="'all of Fort', or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """Out of a facility of the player's own, or of another's."""
        units = told_apart(run, run.found.troops)
        step_of_troops(run, units)
        for unit in units:
            host = host_of(run.state, unit) if unit.docked else unit
            assert host is not None
            run.say(CameOut((unit.id,), host.system, host.cell), only(run.seat))
            if run.real:
                shifted(run.table, run.world, run.state.units[unit.id])


def facilities(look: Look, found: Found) -> Iterable[Contact]:
    """Facilities of others that the viewer knows of."""
    return (contact for contact in look.contacts() if contact.kind is UnitKind.FACILITY and not contact.gone)


def facility_label(look: Look, contact: Contact) -> Text:
    """A facility of another's in a menu."""
    return N_("{facility} at {cell}")(facility=term(unmarked(contact_words(contact))), cell=term(contact.cell))


def no_facility(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Facilities alone have cover to be entered."""
    facility = behind(look, contact)
    kind = facility.kind if facility is not None else contact.kind
    return None if kind is UnitKind.FACILITY else Refused("NOT_FACILITY", {"unit": refused_as(look.world, contact)})


def elsewhere(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those on the Surface where the facility is (GCW-GAR-05)."""
    contact: Contact | None = found.get("target")
    here = contact is None or (contact.system, contact.cell) == (unit.system, unit.cell)
    return None if here else Refused("GROUND_GRID", rule="GCW-GAR-05")


def kept_out(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Infiltrators alone: its cover keeps all others out (GCW-GAR-05)."""
    contact: Contact | None = found.get("target")
    facility = contact_words(contact) if contact is not None else T_("its facility")
    if look.world.spec(unit.code).infiltrator:
        return None
    return Refused("GARRISON_COVER", {"facility": facility}, rule="GCW-GAR-05")


def may_go(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those in the moving half of their turn that come into the battle where they are (GCW-FAM-01, GCW-BUR-01)."""
    return half_over(look.use(unit), unit, MOVED) or uncommittable(look, unit)


class Infiltrate(Action):
    """Enter another's facility with infiltrators, to fight its garrison as if it had no cover."""

    path: ClassVar[str] = "gcw-ground infiltrate"
    line: ClassVar[str] = "infiltrate {unit} at {target}"
    tried: ClassVar[int] = 8
    once: ClassVar[tuple[str, ...]] = ("infiltrate {target} with {unit}",)
    target: Annotated[str, CONTACT.but(among=facilities, label=facility_label).that(in_sight, no_facility)] = Field(
        description="the facility: a contact", max_length=60
    )
    unit: Annotated[str, OWN.but(label=ground_label).that(can(Act.MOVE), elsewhere, kept_out, may_go)] = Field(
        description="the infiltrators", max_length=60
    )

    def perform(self, run: Run) -> None:
        """Special troops enter a facility on their Surface; it is a hostile act (GCW-GAR-05)."""
        table, world, unit, contact = run.table, run.world, run.found.unit, run.found.target
        facility = behind(run.look, contact)
        step_of_troops(run, [unit])
        hostile_act(run, unit.system, facility.owner if facility is not None else contact.owner)
        commit(run, unit)
        run.say(Infiltrated(unit.id, contact.alias), only(run.seat))
        if run.real and facility is not None:
            acted(run, run.state.units[unit.id])
            shifted(table, world, run.state.units[unit.id])
            look_into(table, world, run.seat, facility)


class Infiltrated(Fact[State], frozen=True):
    """Infiltrators have entered another's facility, which their owner knows by an alias (GCW-GAR-05)."""

    says = N_("**{unit}** is inside {facility}.")
    rule = "GCW-GAR-05"
    makes = UnitsSet("unit", inside=Its("facility"))
    unit: Own
    facility: Seen
