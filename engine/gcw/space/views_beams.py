"""Words of views for tractor beams and repairs: what holds a unit, what it holds, when it will be whole."""

from __future__ import annotations

from engine.clock import HOUR, later
from engine.gcw.economy.mending import body_left, shields_left
from engine.gcw.look import Look
from engine.gcw.space.holding import free, holds_of, projectors
from engine.gcw.state import Unit
from engine.gcw.words import contact_at, player
from engine.report import Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, name, stamp

HELD_BY = N_("held by tractor beams of {holders}")


def grip_words(look: Look, unit: Unit) -> Text:
    """By whose tractor beams an own unit is held; "" where it is free (GCW-TRC-08)."""
    if not unit.held:
        return NOTHING
    seen = look.known.contacts_of(look.viewer)
    names = [name(seen[one].label if one in seen else one) for one in unit.held_by]
    return HELD_BY(holders=joined(", ", names) or player(unit.held))


SHIELDS_FULL, REST_WHOLE = N_("being repaired: shields full {shields}"), N_("being repaired: the rest whole {rest}")
BOTH_WHOLE = N_("being repaired: shields full {shields}, the rest whole {rest}")


def mending_words(look: Look, unit: Unit) -> Text:
    """What of a unit is being repaired and when it will be whole; "" for nothing (GCW-REP-02, -04)."""
    repair = look.known.repairs.get(unit.id)
    if repair is None:
        return NOTHING
    shields = rest = NOTHING
    if repair.shields is not None:
        hours = repair.shields.hours + shields_left(look.world, unit)
        shields = stamp(later(repair.shields.since, HOUR * hours), "R")
    if repair.body is not None:
        hours = repair.body.hours + body_left(look.world, unit, repair.order)
        rest = stamp(later(repair.body.since, HOUR * hours), "R")
    sentence = BOTH_WHOLE if shields and rest else SHIELDS_FULL if shields else REST_WHOLE
    return sentence(shields=shields, rest=rest)


REPAIR, TRACTOR_BEAMS = T_("Repair"), T_("Tractor beams")
PROJECTORS = NN_(
    "{number} projector of {metres} m, {left} free", "{number} projectors of {metres} m, {left} free", "number"
)
BEAMS_ON = N_("{beams} on {target}: {metres} m held in all")


def hold_sections(look: Look, unit: Unit) -> list[Section]:
    """A unit's repair, its tractor projectors with what each hold comes to, and what holds it (GCW-TRC-02, -05)."""
    number, metres = projectors(look.world, unit.code)
    lines = []
    if number:
        lines.append(PROJECTORS(number=number, metres=metres, left=free(look.world, look.known, unit, "")))
    for hold in holds_of(look.known, unit.owner):
        if unit.id in hold.beams:
            own = look.known.units.get(hold.target)
            target = name(own.name) if own is not None else contact_at(look.known, unit.owner, hold.target)
            lines.append(BEAMS_ON(beams=hold.beams[unit.id], target=target, metres=hold.metres))
    lines += [words for words in (grip_words(look, unit),) if words]
    mending = mending_words(look, unit)
    found = [(REPAIR, [mending] if mending else []), (TRACTOR_BEAMS, lines)]
    return [Section(heading, tuple(words)) for heading, words in found if words]
