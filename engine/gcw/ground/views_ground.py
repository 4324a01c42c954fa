"""The view of a system's ground: its four Ground Grids, who stands in each, in what facility, under what effects."""

from __future__ import annotations

from engine.gcw.certainty import contact_line, contact_lines
from engine.gcw.data.places import System
from engine.gcw.ground.draw_ground import ground_picture
from engine.gcw.ground.forces import force_key, next_rest, next_tiring
from engine.gcw.look import Look
from engine.gcw.state import Contact, Unit, UnitKind, located
from engine.gcw.viewing import PLACE, ground_grids, unit_lines
from engine.gcw.world import grid_of
from engine.report import Report, Section
from engine.text.message import N_, T_, Text, stamp, term
from engine.view import view

LEVELS = {"S": T_("_Surface_"), "A": T_("_Air_")}


GROUND_OF = N_("Ground of {system}")
MAP_OF_IT = T_("G-1 to G-4 lie under A-1 to A-4; between them nobody marches.")
NOBODY_THERE = T_("You know of nobody there.")
BOMBARDED = N_("bombarded from orbit until {until}: −1 UCR, and no troops in or out")
HOSTED, TIRED = T_("your force does not tire while its host ship stands here"), T_("your force is tired: −1 UCR")
TIRES = N_("your force tires {at} ({off})")
RESTS = N_("your force is away, and has rested {at} ({off})")
INSIDE = N_("inside: {line}")


@view("ground", "the ground of one system, grid by grid, as you know it", PLACE, picture=ground_picture, public=True)
def ground(look: Look, place: System) -> Report:
    """Units on the ground and their places, as far as the viewer knows."""
    system = place.name
    own = [located(look.known, unit) for unit in look.own()]
    own = [unit for unit in own if unit.system == system and grid_of(unit.cell)]
    seen = [contact for contact in look.contacts_at(system) if grid_of(contact.cell)]
    sections: list[Section] = []
    for grid in ground_grids(look):
        lines: list[Text] = [*effects(look, system, grid)]
        for level, words in LEVELS.items():
            here = [unit for unit in own if unit.cell == grid + level]
            there = [contact for contact in seen if contact.cell == grid + level]
            lines += at_level(look, words, here, there)
        sections += Section.of(term(grid), lines)
    return Report(
        GROUND_OF(system=term(system)), MAP_OF_IT if sections else NOBODY_THERE, tuple(sections), draws=True,
        rule="GCW-GND-01",
    )  # fmt: skip


def effects(look: Look, system: str, grid: str) -> list[Text]:
    """Lines for what weighs on a Ground Grid: a bombardment for all, the clock of the viewer's own force for it."""
    lines: list[Text] = []
    until = look.known.bombarded.get(f"{system}/{grid}")
    if until is not None:
        lines.append(BOMBARDED(until=stamp(until)))
    force = look.known.forces.get(force_key(look.viewer, system, grid)) if look.seat is not None else None
    if force is None:
        return lines
    tires, rests = next_tiring(force), next_rest(force)
    if force.paused_since is not None:
        lines.append(HOSTED)
    elif force.fatigued:
        lines.append(TIRED)
    elif tires is not None:
        lines.append(TIRES(at=stamp(tires), off=stamp(tires, "R")))
    if rests is not None:
        lines.append(RESTS(at=stamp(rests), off=stamp(rests, "R")))
    return lines


def at_level(look: Look, level: Text, own: list[Unit], seen: list[Contact]) -> list[Text]:
    """One level of a Ground Grid; under each facility who is inside."""
    open_own = [unit for unit in own if not unit.docked]
    lines: list[Text] = []
    for unit in (unit for unit in open_own if unit.kind is UnitKind.FACILITY):
        lines += unit_lines(look, [unit])
        lines += [INSIDE(line=term(line)) for line in unit_lines(look, [one for one in own if one.docked == unit.id])]
        lines += [seen_inside(look, contact) for contact in seen if contact.inside == unit.id]
    lines += unit_lines(look, [unit for unit in open_own if unit.kind is not UnitKind.FACILITY])
    for contact in (contact for contact in seen if not contact.inside):
        lines += contact_lines(look, [contact]) if contact.kind is UnitKind.FACILITY else []
        lines += [seen_inside(look, other) for other in seen if other.inside == contact.alias]
    lines += contact_lines(look, [one for one in seen if not one.inside and one.kind is not UnitKind.FACILITY])
    return [level, *lines] if lines else []


def seen_inside(look: Look, contact: Contact) -> Text:
    """A contact inside a facility, with what the viewer calls it."""
    return N_("inside: **{contact}**: {line}")(contact=look.called(contact), line=term(contact_line(look, contact)))
