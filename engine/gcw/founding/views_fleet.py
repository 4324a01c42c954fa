"""Views of units: the fleet, one unit or contact, the units on a grid."""

from __future__ import annotations

from engine.gcw.boarding.views_crew import boarded_sections, crew_sections, fleet_sections, hero_away
from engine.gcw.data.units import Mount
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS
from engine.gcw.figures.damage import DamageChannel, Status
from engine.gcw.figures.ucr import Role
from engine.gcw.figures.weapons import raw, raw_by_channel
from engine.gcw.fleets import roster
from engine.gcw.ground.troops import capacity, rooms
from engine.gcw.look import Look
from engine.gcw.sight.views_contacts import aim, contact_line, contact_lines, inside, scanning_words, scans_under_way
from engine.gcw.space.views_beams import grip_words, hold_sections, mending_words
from engine.gcw.state import AGROUND, CRAFT, Contact, Hero, Unit, UnitKind, carried
from engine.gcw.viewing import find_system, find_thing, lines_or, pool_bars
from engine.gcw.words import (
    CHANNEL_WORDS,
    STATUS_WORDS,
    aboard_words,
    class_count,
    class_words,
    code_words,
    contact_at,
    contact_words,
    counted,
    grouped,
    where,
)
from engine.report import Report, Section, Suggestion, stamp
from engine.text.names import shown


def fleet(look: Look, about: str) -> Report:
    """All own units by place."""
    seat = look.player_needed()
    units = look.own()
    strength = roster(look.world, look.known, seat)
    escorts = strength.squadrons + strength.auxiliaries
    lead = (
        f"{strength.cp} of {CAPACITY} CP · {len(strength.ships)} of {MOST_SHIPS} ships · "
        f"{counted(escorts, 'escort')} · {counted(len(units), 'unit')} in all"
    )
    sections = []
    for place in dict.fromkeys(unit.system for unit in units if unit.cell):
        sections.append(Section(place, tuple(unit_lines(look, look.own_at(place)))))
    for voyage in look.known.voyages.values():
        if voyage.owner == seat:
            travelling = [unit for unit in units if unit.voyage == voyage.id]
            heading = f"In hyperspace: {voyage.origin} to {voyage.destination}"
            due = f"There {stamp(voyage.due_at)} ({stamp(voyage.due_at, 'R')}), exit {voyage.exit_cell}."
            towed = [contact_at(look.known, seat, alias) for alias in voyage.towed]
            tow = (f"In tow: {', '.join(towed)}",) if towed else ()
            sections.append(Section(heading, (due, *unit_lines(look, travelling), *tow)))
    dragged = [unit for unit in units if unit.voyage and unit.voyage not in look.known.voyages]
    if dragged:
        sections.append(Section("Dragged into hyperspace, you do not know where to", tuple(unit_lines(look, dragged))))
    sections += scans_under_way(look)
    sections += fleet_sections(look)
    heroes = [
        f"**{shown(hero.name)}**, {hero_class(look, hero.klass)} of level {hero.level}, " + hero_place(look, hero)
        for hero in look.known.heroes.values()
        if hero.owner == seat
    ]
    if heroes:
        sections.append(Section("Heroes", tuple(heroes)))
    if not units:
        sections.append(Section("Nothing yet", ("`/gcw muster` adds a ship to your starting fleet.",)))
    return Report("Your fleet", lead, tuple(sections), rule="GCW-CMD-04")


def hero_place(look: Look, hero: Hero) -> str:
    """Where a hero is, in words."""
    if not hero.alive:
        return "dead"
    if hero_away(look, hero):
        return hero_away(look, hero)
    unit = look.known.units.get(hero.aboard)
    if unit is not None and unit.kind is UnitKind.HERO:
        return f"ashore at {unit.system} {unit.cell}"
    return f"aboard {name_of(look, hero.aboard)}" if hero.aboard else "at home"


def hero_class(look: Look, code: str) -> str:
    """The name of a hero's class."""
    found = look.world.pack.heroes.get(code)
    return found.name if found is not None else code


def name_of(look: Look, unit: str) -> str:
    """An own unit's name."""
    found = look.known.units.get(unit)
    return shown(found.name) if found is not None else "a unit that is no more"


ALIKE = CRAFT | {UnitKind.VEHICLE, UnitKind.AIRSPEEDER}
"""What is told together when it is of one class, in one place, and unharmed."""


def unit_lines(look: Look, units: list[Unit]) -> list[str]:
    """Units in words: ships and platforms one by one, unharmed craft of a class in a cell together."""
    lines: list[str] = []
    stacks: dict[tuple[str, str, bool], list[Unit]] = {}
    for unit in units:
        whole = unit.pools == look.world.full(unit.code, unit.count) and unit.status is Status.ACTIVE
        if unit.kind in ALIKE and whole and unit.exit_until is None:
            stacks.setdefault((unit.code, unit.cell, unit.patrol), []).append(unit)
        else:
            lines += one_unit(look, unit)
    for (code, cell, patrol), stack in stacks.items():
        names = ", ".join(shown(unit.name) for unit in stack)
        place = f" at {cell}{', on patrol' if patrol else ''}" if cell else ""
        lines.append(f"{class_count(len(stack), code)}{place}, unharmed: {names}"[:1000])
    return lines


def one_unit(look: Look, unit: Unit) -> list[str]:
    """A unit: what and where it is, its pools, its hangar."""
    points = f", {look.world.cp_of(unit)} CP" if unit.kind is UnitKind.SHIP or unit.escort else ""
    state = f" · **{STATUS_WORDS[unit.status]}**" if unit.status is not Status.ACTIVE else ""
    held = f" · no movement until {stamp(unit.exit_until)}" if still_held(look, unit) and unit.exit_until else ""
    squads = look.world.squads(unit.code, unit.pools)
    stack = f", {squads} of {unit.count} squads" if unit.kind is UnitKind.INFANTRY else ""
    patrol = " · on patrol" if unit.patrol else ""
    lines = [
        f"**{shown(unit.name)}** ({code_words(unit.code)}{points}{stack}) {unit.cell}{state}{patrol}{held}".rstrip()
    ]
    lines += [
        words for words in (grip_words(look, unit), mending_words(look, unit), scanning_words(look, unit)) if words
    ]
    lines.append(pool_bars(unit.pools, look.world.full(unit.code, unit.count), unit.kind, shields_up=unit.shields_up))
    aboard = carried(look.known, unit)
    if aboard:
        lines.append(f"{'garrison' if unit.kind is UnitKind.FACILITY else 'aboard'}: {grouped(aboard)}")
    return lines


def still_held(look: Look, unit: Unit) -> bool:
    """Whether a unit cannot move yet after leaving hyperspace (GCW-HYX-03)."""
    return unit.exit_until is not None and look.now < unit.exit_until


def ship(look: Look, about: str) -> Report:
    """One own unit, or one contact."""
    look.player_needed()
    thing = find_thing(look, about)
    return own_sheet(look, thing) if isinstance(thing, Unit) else contact_sheet(look, thing)


def own_sheet(look: Look, unit: Unit) -> Report:
    """Everything about an own unit."""
    world, known = look.world, look.known
    state = STATUS_WORDS[unit.status]
    lead = f"{class_words(world, unit.code)} · {where(known, unit)} · {state}"
    leader = known.units.get(unit.group)
    group = [one for one in look.own() if (one.group or one.id) == (unit.group or unit.id)]
    belongs = [
        f"Group of {shown(leader.name if leader else unit.name)}: {counted(len(group), 'unit')}, "
        f"{world.cp_of(leader or unit)} CP in battle"
    ]
    battle = known.battles.get(unit.system)
    if battle is not None:
        used = f"{look.viewer}/{unit.group or unit.id}" in battle.committed
        belongs.append(f"{'Committed' if used else 'Not committed'} in the battle of {battle.system}")
    if scanning_words(look, unit):
        belongs.append(f"It {scanning_words(look, unit)}")
    if unit.patrol:
        belongs.append(f"On patrol at {unit.cell}, until it moves or is called off")
    if unit.id in known.tracks:
        belongs.append(f"Track {known.tracks[unit.id]} in public posts")
    belongs += [f"Hero aboard: {shown(hero.name)}" for hero in known.heroes.values() if hero.aboard == unit.id]
    aboard = carried(known, unit)
    bars = pool_bars(unit.pools, world.full(unit.code, unit.count), unit.kind, shields_up=unit.shields_up)
    sections = [
        Section(
            "Pools",
            tuple(bars.split(" · ")),
        ),
        Section("Fighting", tuple(figures(look, unit.code, unit.cell, unit.status, held=bool(unit.held)))),
        Section("Weapons", weapon_lines(look, world.mounts_of(unit))),
        Section("Belongs to", tuple(belongs)),
        *crew_sections(look, unit),
        *hold_sections(look, unit),
    ]
    squadrons, auxiliaries = world.hangar(unit.code)
    places, taken = capacity(world, unit.code), rooms(world, aboard)
    if squadrons or auxiliaries or aboard or any(places):
        room = (
            f"{sum(one.kind is UnitKind.SQUADRON for one in aboard)} of {squadrons} squadrons, "
            f"{sum(one.kind is UnitKind.AUXILIARY for one in aboard)} of {auxiliaries} auxiliaries"
        )
        troops = f"{taken[0]:,} of {places[0]:,} squads, {taken[1]} of {places[1]} places for vehicles"
        sections.append(Section("Hangar", (room, troops, *unit_lines(look, aboard))))
    suggestions = []
    if unit.on_grid and aboard:
        suggestions.append(Suggestion("Draft: launch squadrons", f"launch squadrons from {unit.name}"))
    return Report(shown(unit.name), lead, tuple(sections), tuple(suggestions), draws=True, rule="GCW-PST-05")


def figures(look: Look, code: str, cell: str, status: Status, *, held: bool = False) -> list[str]:
    """Ratings with their workings, movement and hyperspace of a class where it stands, held by tractor beams or not."""
    world = look.world
    attack = world.rating(look.known, code, cell, status, Role.ATTACK, held=held)
    defend = world.rating(look.known, code, cell, status, Role.DEFEND, held=held)
    added = "".join(f", {one.value:+d} {one.reason}" for one in attack.modifiers)
    ratings = f"UCR {attack.value}" if attack == defend else f"UCR {attack.value} attacking, {defend.value} defending"
    lines = [
        f"{ratings} ({attack.base} {attack.reason}{added})",
        f"{counted(world.move_points(code), 'movement point')} a turn",
        hyper_words(look, code),
    ]
    if world.interdicts(code):
        lines.append("keeps its enemies from hyperspace")
    return lines


def hyper_words(look: Look, code: str) -> str:
    """The hyperspace rating in words, in tenths."""
    tenths = look.world.hyper(code) * 10
    whole, part = divmod(int(tenths), 10)
    return f"hyperspace rating {whole}{f'.{part}' if part else ''}" if tenths else "no hyperdrive"


def weapon_lines(look: Look, mounts: tuple[Mount, ...]) -> tuple[str, ...]:
    """Mounts with their raw damage, and the totals by channel."""
    chart = look.world.pack.weapons
    lines = [f"{mount}: {raw(chart, mount):,} raw ({chart[mount.weapon].name})" for mount in mounts]
    totals = raw_by_channel(chart, mounts)
    if totals:
        parts = [f"{amount:,} {channel_words(channel)}" for channel, amount in totals.items()]
        lines.append(f"**all: {' + '.join(parts)}**")
    return lines_or(lines, "unarmed")


def channel_words(channel: DamageChannel) -> str:
    """A channel beside an amount."""
    return CHANNEL_WORDS[channel] or "normal"


def contact_sheet(look: Look, contact: Contact) -> Report:
    """What is known of a contact, and what its class says."""
    world = look.world
    lead = contact_line(look, contact)
    sections = []
    if contact.code and contact.kind is not None:
        full = world.full(contact.code, contact.count)
        if contact.pools is not None:
            bars = pool_bars(contact.pools, full, contact.kind).split(" · ")
            sections.append(Section(pools_heading(contact), tuple(bars)))
        if contact.aboard and contact.measured is not None:
            counts = (aboard_words(contact.aboard),)
            sections.append(
                Section(f"{inside(contact).capitalize()}, as scanned {stamp(contact.measured, 'R')}", counts)
            )
        rated = figures(look, contact.code, contact.cell, contact.status, held=contact.held)
        sections.append(Section("Fighting", tuple(rated)))
        sections.append(Section("Weapons", weapon_lines(look, world.armed(contact.code, contact.count))))
    else:
        sections.append(Section("Class unknown", ("Share its cell outside deep space, or scan it, to learn more.",)))
    sections += boarded_sections(look, contact)
    sections.append(Section("As a target", (aim(look, contact),)))
    return Report(contact_words(contact), lead, tuple(sections), draws=True, rule="GCW-SCN-18")


def pools_heading(contact: Contact) -> str:
    """What the pools of a contact are: as they were when it was scanned, or all that can be left of its class."""
    if contact.measured is None or contact.kind in AGROUND:
        return "At most left"
    return f"Left, as scanned {stamp(contact.measured, 'R')}, less what you saw absorbed since"


def unit_names(units: list[Unit]) -> list[str]:
    """Units by class, each with the names."""
    alike: dict[str, list[Unit]] = {}
    for one in units:
        alike.setdefault(one.code, []).append(one)
    return [
        f"{class_count(len(group), code)}: {', '.join(shown(one.name) for one in group)}"[:1000]
        for code, group in alike.items()
    ]


def board(look: Look, about: str) -> Report:
    """The units on one grid, cell by cell."""
    system = find_system(look, about).name
    own, seen = look.own_at(system), look.contacts_at(system)
    sections = []
    for cell in look.world.grid.cells:
        lines = unit_names([unit for unit in own if unit.cell == cell])
        lines += contact_lines(look, [one for one in seen if one.cell == cell])
        if lines:
            sections.append(Section(cell, tuple(lines)))
    battle = look.known.battles.get(system)
    lead = f"Battle since {stamp(battle.opened_at)}." if battle is not None else "No battle."
    if not sections:
        lead += " No unit's place here is public." if look.seat is None else " You know of no unit here."
    return Report(f"Grid of {system}", lead, tuple(sections), draws=True, rule="GCW-GRD-02")
