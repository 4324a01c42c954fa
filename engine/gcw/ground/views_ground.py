"""The view of a system's ground: its four Ground Grids, who stands in each, in what facility, under what effects."""

from __future__ import annotations

from engine.gcw.founding.views_fleet import unit_lines
from engine.gcw.ground.forces import force_key, next_rest, next_tiring
from engine.gcw.look import Look
from engine.gcw.sight.views_contacts import contact_line, contact_lines
from engine.gcw.state import Contact, Unit, UnitKind, located
from engine.gcw.viewing import find_system
from engine.gcw.world import grid_of
from engine.report import Report, Section, stamp
from engine.text.names import shown

LEVELS = {"S": "Surface", "A": "Air"}


def grids(look: Look) -> list[str]:
    """The Ground Grids of every system: "G-1" to "G-4"."""
    return list(dict.fromkeys(grid_of(cell) for cell in look.world.grid.cells if grid_of(cell)))


def ground(look: Look, about: str) -> Report:
    """Who stands where on the ground, as far as the viewer knows."""
    system = find_system(look, about).name
    own = [located(look.known, unit) for unit in look.own()]
    own = [unit for unit in own if unit.system == system and grid_of(unit.cell)]
    seen = [one for one in look.contacts_at(system) if grid_of(one.cell)]
    sections = []
    for grid in grids(look):
        lines = [*effects(look, system, grid)]
        for level, name in LEVELS.items():
            here = [unit for unit in own if unit.cell == grid + level]
            there = [one for one in seen if one.cell == grid + level]
            lines += at_level(look, name, here, there)
        if lines:
            sections.append(Section(grid, tuple(lines)))
    lead = "G-1 to G-4 lie under A-1 to A-4; between them nobody marches." if sections else "You know of nobody there."
    return Report(f"Ground of {system}", lead, tuple(sections), draws=True, rule="GCW-GND-01")


def effects(look: Look, system: str, grid: str) -> list[str]:
    """What weighs on a Ground Grid: a bombardment for all, the clock of the viewer's own force for it."""
    lines = []
    until = look.known.bombarded.get(f"{system}/{grid}")
    if until is not None:
        lines.append(f"bombarded from orbit until {stamp(until)}: −1 UCR, and no troops in or out")
    force = look.known.forces.get(force_key(look.viewer, system, grid)) if look.seat is not None else None
    if force is None:
        return lines
    tires, rests = next_tiring(force), next_rest(force)
    if force.paused_since is not None:
        lines.append("your force does not tire while its host ship stands here")
    elif force.fatigued:
        lines.append("your force is tired: −1 UCR")
    elif tires is not None:
        lines.append(f"your force tires {stamp(tires)} ({stamp(tires, 'R')})")
    if rests is not None:
        lines.append(f"your force is away, and has rested {stamp(rests)} ({stamp(rests, 'R')})")
    return lines


def at_level(look: Look, name: str, own: list[Unit], seen: list[Contact]) -> list[str]:
    """One level of a Ground Grid; under each facility who is inside."""
    open_own = [unit for unit in own if not unit.docked]
    lines = []
    for unit in (one for one in open_own if one.kind is UnitKind.FACILITY):
        lines += unit_lines(look, [unit])
        lines += [f"inside: {line}" for line in unit_lines(look, [one for one in own if one.docked == unit.id])]
        lines += [f"inside: {contact_line_of(look, one)}" for one in seen if one.inside == unit.id]
    lines += unit_lines(look, [one for one in open_own if one.kind is not UnitKind.FACILITY])
    for contact in (one for one in seen if not one.inside):
        lines += contact_lines(look, [contact]) if contact.kind is UnitKind.FACILITY else []
        lines += [f"inside: {contact_line_of(look, one)}" for one in seen if one.inside == contact.alias]
    lines += contact_lines(look, [one for one in seen if not one.inside and one.kind is not UnitKind.FACILITY])
    return [f"_{name}_", *lines] if lines else []


def contact_line_of(look: Look, contact: Contact) -> str:
    """A contact inside a facility, with what the viewer calls it."""
    return f"**{shown(contact.label)}** ({contact.alias}): {contact_line(look, contact)}"
