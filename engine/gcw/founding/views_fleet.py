"""Views of units: the fleet, and one unit or contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game import MODERATOR
from engine.gcw.boarding.interior import boarded_sections, crew_sections, fleet_sections, guest_sections, hero_away
from engine.gcw.certainty import aim, contact_line
from engine.gcw.economy.mending import repair_sections
from engine.gcw.fleets import capacity, hero_class, room, rooms
from engine.gcw.look import (
    STATUS_WORDS,
    Look,
    aboard_words,
    class_words,
    contact_at,
    contact_labelled,
    contact_words,
    own_name,
    player,
    where,
)
from engine.gcw.people.founded import strength
from engine.gcw.pictures.sheet import sheet
from engine.gcw.sight.scanning import scanning_words, scans_under_way
from engine.gcw.space.holding import beam_sections
from engine.gcw.state import AGROUND, Contact, Guest, Hero, Unit, UnitKind, Voyage, carried, foremost
from engine.gcw.viewing import THING, figures, pool_bars, unit_lines, weapon_lines
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, NN_, NOTHING, T_, Text, begun, joined, name, stamp, term
from engine.view import view

YOUR_FLEET, ALL_UNITS = T_("Your fleet"), T_("All units")
FLEET = N_("{strength} · {units}")
UNITS_IN_ALL = NN_("{number} unit in all", "{number} units in all", "number")
IN_HYPERSPACE = N_("In hyperspace: {origin} to {destination}")
THERE_BY, IN_TOW = N_("There {at} ({in_time}), exit {cell}."), N_("In tow: {contacts}")
DRAGGED = T_("Dragged into hyperspace, you do not know where to")
HEROES, HERO = T_("Heroes"), N_("**{name}**, {klass} of level {level}, {place}")


@view("fleet", "all your units, where they are and in what state")
def fleet(look: Look, _: None) -> Report:
    """All own units by place."""
    seat = look.player_needed(or_moderator=True)
    units = sorted(look.own(), key=foremost)
    in_all = UNITS_IN_ALL(number=len(units))
    places = dict.fromkeys(unit.system for unit in units if unit.cell)
    sections = [Section(term(place), tuple(unit_lines(look, look.own_at(place)))) for place in places]
    sections += [voyage_section(look, voyage) for voyage in look.voyages()]
    dragged = [unit for unit in units if unit.voyage and unit.voyage not in look.known.voyages]
    sections += Section.of(DRAGGED, unit_lines(look, dragged))
    sections += scans_under_way(look)
    sections += fleet_sections(look)
    heroes = (
        HERO(name=name(hero.name), klass=hero_class(look, hero), level=hero.level, place=hero_place(look, hero))
        for hero in look.known.heroes.values()
        if seat in (hero.owner, MODERATOR)
    )
    sections += Section.of(HEROES, heroes)
    if not units:
        sections.append(Section(T_("Nothing yet"), (T_("`/gcw muster` adds a ship to your starting fleet."),)))
    if seat == MODERATOR:
        return Report(ALL_UNITS, in_all, tuple(sections))
    lead = FLEET(strength=strength(look, seat, ""), units=in_all)
    return Report(YOUR_FLEET, lead, tuple(sections), rule="GCW-CMD-04")


def voyage_section(look: Look, voyage: Voyage) -> Section:
    """Own units in hyperspace: when they are there, who they are, what is in their tow."""
    travelling = [unit for unit in look.own() if unit.voyage == voyage.id]
    at, in_time = stamp(voyage.due_at), stamp(voyage.due_at, "R")
    lines = [THERE_BY(at=at, in_time=in_time, cell=term(voyage.exit_cell)), *unit_lines(look, travelling)]
    towed = [contact_at(look.known, voyage.owner, alias) for alias in voyage.towed]
    if towed:
        lines.append(IN_TOW(contacts=joined(", ", towed)))
    heading = IN_HYPERSPACE(origin=term(voyage.origin), destination=term(voyage.destination))
    return Section(heading, tuple(lines))


ASHORE, ABOARD = N_("ashore at {system} {cell}"), N_("aboard {unit}")


def hero_place(look: Look, hero: Hero) -> Text:
    """Whereabouts of a hero."""
    if not hero.alive:
        return T_("dead")
    if away := hero_away(look, hero):
        return away
    unit = look.known.units.get(hero.aboard)
    if unit is not None and unit.kind is UnitKind.HERO:
        return ASHORE(system=term(unit.system), cell=term(unit.cell))
    if not hero.aboard:
        return T_("at home")
    return ABOARD(unit=own_name(look.known, unit)) if unit is not None else T_("aboard a unit that is no more")


@view("ship", "one unit of yours, or one contact", THING, picture=sheet)
def ship(look: Look, thing: Unit | Contact) -> Report:
    """One own unit, or one contact."""
    return own_sheet(look, thing) if isinstance(thing, Unit) else contact_sheet(look, thing)


LEAD = N_("{klass} · {place} · {status}")
POOLS, FIGHTING, WEAPONS, BELONGS_TO = T_("Pools"), T_("Fighting"), T_("Weapons"), T_("Belongs to")
HANGAR = T_("Hangar")
ROOM_FOR_CRAFT = N_("{squadrons} of {places} squadrons, {auxiliaries} of {others} auxiliaries")
ROOM_FOR_TROOPS = N_("{squads:,} of {places:,} squads, {vehicles} of {others} places for vehicles")
CAPTORS = N_("{squads:,} squads who took it, with places for {places:,}; {vehicles} of {others} places for vehicles")


def guest_lines(look: Look, guests: Iterable[Guest]) -> Iterator[Text]:
    """Guests in a hangar of the viewer's, as the viewer knows them (GCW-LCH-02)."""
    for guest in guests:
        yield N_("guest: **{name}** ({klass}) of {player}")(
            name=contact_labelled(look.known, look.viewer, guest.name),
            klass=class_words(look.world, guest.code),
            player=player(guest.owner),
        )


def own_sheet(look: Look, unit: Unit) -> Report:
    """Everything about an own unit."""
    world = look.world
    lead = LEAD(klass=class_words(world, unit.code), place=where(look.known, unit), status=STATUS_WORDS[unit.status])
    aboard = [cargo for cargo in carried(look.known, unit) if not cargo.guest_in]
    bars = pool_bars(unit.pools, world.full(unit.code, unit.count), unit.kind, shields_up=unit.shields_up)
    sections = [
        Section(POOLS, tuple(bars) or (NOTHING,)),
        Section(FIGHTING, tuple(figures(look, unit.code, unit.cell, unit.status, held=bool(unit.held)))),
        Section(WEAPONS, weapon_lines(look, world.mounts_of(unit))),
        Section(BELONGS_TO, tuple(ties(look, unit))),
        *crew_sections(look, unit),
        *repair_sections(look, unit),
        *beam_sections(look, unit),
    ]
    squadrons, auxiliaries = world.hangar(unit.code)
    guests = [guest for guest in look.known.guests.values() if guest.host == unit.id]
    places, taken = capacity(world, unit.code), rooms(world, aboard)
    if squadrons or auxiliaries or aboard or any(places):
        craft = ROOM_FOR_CRAFT(
            squadrons=squadrons - room(world, look.known, unit, UnitKind.SQUADRON),
            places=squadrons,
            auxiliaries=auxiliaries - room(world, look.known, unit, UnitKind.AUXILIARY),
            others=auxiliaries,
        )
        troops = (ROOM_FOR_TROOPS if taken[0] <= places[0] else CAPTORS)(
            squads=taken[0], places=places[0], vehicles=taken[1], others=places[1]
        )
        sections.append(Section(HANGAR, (craft, troops, *unit_lines(look, aboard), *guest_lines(look, guests))))
    suggestions = []
    if unit.on_grid and any(one.kind is UnitKind.SQUADRON for one in aboard):
        suggestions.append(Suggestion(T_("Draft: launch squadrons"), f"launch squadrons from {unit.name}"))
    if unit.guest_in:
        suggestions.append(Suggestion(T_("Draft: fly out"), f"undock {unit.name}"))
    return Report(own_name(look.known, unit), lead, tuple(sections), tuple(suggestions), draws=True, rule="GCW-PST-05")


GROUP = NN_(
    "Group of {leader}: {number} unit, {cp} CP in battle",
    "Group of {leader}: {number} units, {cp} CP in battle",
    "number",
)
COMMITTED = N_("Committed in the battle of {system}")
NOT_COMMITTED = N_("Not committed in the battle of {system}")
IT_SCANS, ON_PATROL = N_("It {scans}"), N_("On patrol at {cell}, until it moves or is called off")
IN_PUBLIC, HERO_ABOARD = N_("Track {track} in public posts"), N_("Hero aboard: {hero}")


def ties(look: Look, unit: Unit) -> list[Text]:
    """Lines for what an own unit belongs to and takes part in: its group, a battle, a scan, a patrol; and its hero."""
    known = look.known
    leader = known.units.get(unit.group) or unit
    group = [other for other in look.own() if (other.group or other.id) == (unit.group or unit.id)]
    lines = [GROUP(leader=own_name(known, leader), number=len(group), cp=look.world.cp(leader.code))]
    battle = known.battles.get(unit.system)
    if battle is not None:
        used = f"{look.viewer}/{unit.group or unit.id}" in battle.committed
        lines.append((COMMITTED if used else NOT_COMMITTED)(system=term(battle.system)))
    if scans := scanning_words(look, unit):
        lines.append(IT_SCANS(scans=scans))
    if unit.patrol:
        lines.append(ON_PATROL(cell=term(unit.cell)))
    if unit.id in known.tracks:
        lines.append(IN_PUBLIC(track=known.tracks[unit.id]))
    lines += [HERO_ABOARD(hero=name(hero.name)) for hero in known.heroes.values() if hero.aboard == unit.id]
    return lines


HOW_TO_LEARN = T_("Share its cell outside deep space, or scan it, to learn more.")


def contact_sheet(look: Look, contact: Contact) -> Report:
    """A report of what is known of a contact, and what its class says."""
    world = look.world
    sections = []
    if contact.code and contact.kind is not None:
        if contact.pools is not None:
            bars = pool_bars(contact.pools, world.full(contact.code, contact.count), contact.kind)
            sections.append(Section(pools_heading(contact), tuple(bars) or (NOTHING,)))
        if contact.aboard and contact.measured is not None:
            heading = N_("Garrison, as scanned {at}") if contact.kind in AGROUND else N_("Aboard, as scanned {at}")
            sections.append(Section(heading(at=stamp(contact.measured, "R")), (aboard_words(contact.aboard),)))
        rated = figures(look, contact.code, contact.cell, contact.status, held=contact.held)
        sections.append(Section(FIGHTING, tuple(rated)))
        sections.append(Section(WEAPONS, weapon_lines(look, world.armed(contact.code, contact.count))))
    else:
        sections.append(Section(T_("Class unknown"), (HOW_TO_LEARN,)))
    sections += boarded_sections(look, contact) + guest_sections(look, contact.alias)
    sections.append(Section(T_("As a target"), (aim(look, contact),)))
    return Report(
        contact_words(contact), begun(contact_line(look, contact)), tuple(sections), draws=True, rule="GCW-SCN-18"
    )


def pools_heading(contact: Contact) -> Text:
    """Heading for the pools of a contact: as they were when it was scanned, or all that can be left of its class."""
    if contact.measured is None or contact.kind in AGROUND:
        return T_("At most left")
    return N_("Left, as scanned {at}, less what you saw absorbed since")(at=stamp(contact.measured, "R"))
