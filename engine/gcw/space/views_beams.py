"""Words of views for tractor beams and repairs: what holds a unit, what it holds, when it will be whole."""

from __future__ import annotations

from engine.clock import HOUR, later
from engine.gcw.economy.mending import body_left, shields_left
from engine.gcw.look import Look
from engine.gcw.space.holding import free, holds_of, projectors
from engine.gcw.state import Unit
from engine.gcw.words import contact_at, counted, player
from engine.report import Section, stamp
from engine.text.names import shown


def grip_words(look: Look, unit: Unit) -> str:
    """By whose tractor beams an own unit is held; "" where it is free (GCW-TRC-08)."""
    if not unit.held:
        return ""
    seen = look.known.contacts_of(look.viewer)
    names = [shown(seen[one].label if one in seen else one) for one in unit.held_by]
    return f"held by tractor beams of {', '.join(names) or player(unit.held)}"


def mending_words(look: Look, unit: Unit) -> str:
    """What of a unit is being repaired and when it will be whole; "" for nothing (GCW-REP-02, -04)."""
    repair = look.known.repairs.get(unit.id)
    if repair is None:
        return ""
    parts = []
    if repair.shields is not None:
        hours = repair.shields.hours + shields_left(look.world, unit)
        parts.append(f"shields full {stamp(later(repair.shields.since, HOUR * hours), 'R')}")
    if repair.body is not None:
        hours = repair.body.hours + body_left(look.world, unit, repair.order)
        parts.append(f"the rest whole {stamp(later(repair.body.since, HOUR * hours), 'R')}")
    return f"being repaired: {', '.join(parts)}"


def hold_sections(look: Look, unit: Unit) -> list[Section]:
    """A unit's repair, its tractor projectors with what each hold comes to, and what holds it (GCW-TRC-02, -05)."""
    number, metres = projectors(look.world, unit.code)
    lines = []
    if number:
        left = free(look.world, look.known, unit, "")
        lines.append(f"{counted(number, 'projector')} of {metres} m, {left} free")
    for hold in holds_of(look.known, unit.owner):
        if unit.id in hold.beams:
            own = look.known.units.get(hold.target)
            name = shown(own.name) if own is not None else contact_at(look.known, unit.owner, hold.target)
            lines.append(f"{hold.beams[unit.id]} on {name}: {hold.metres} m held in all")
    lines += [words for words in (grip_words(look, unit),) if words]
    mending = mending_words(look, unit)
    found = [("Repair", [mending] if mending else []), ("Tractor beams", lines)]
    return [Section(heading, tuple(words)) for heading, words in found if words]
