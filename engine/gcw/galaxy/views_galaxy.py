"""Views of places and powers: one system, the galaxy, the standings, the treasury, one class of unit."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.gcw.data.places import LinkKind, System
from engine.gcw.data.units import AuxClass, FacilityType, GroundClass, ShipClass, SquadronClass
from engine.gcw.economy.income import outputs
from engine.gcw.figures.calendar import BASE_INCOME, next_action_day
from engine.gcw.figures.damage import Layer
from engine.gcw.founding.views_fleet import unit_lines, weapon_lines
from engine.gcw.galaxy.hyperspace import exits, final_instants
from engine.gcw.look import Look
from engine.gcw.moderators import SWITCH_WORDS
from engine.gcw.sight.views_contacts import contact_lines
from engine.gcw.state import Battle, PlayerStatus
from engine.gcw.viewing import find_class, find_system, lines_or
from engine.gcw.words import counted, faction, grouped, listed, money, player
from engine.gcw.world import SWITCHES
from engine.report import Report, Section, stamp
from engine.text.names import shown

LINK_WORDS = {LinkKind.TRADE: "trade route", LinkKind.COMMON: "common route", LinkKind.APPROACH: "approach"}

STATUS_OF_PLAYER = {
    PlayerStatus.SETUP: "setting up",
    PlayerStatus.ACTIVE: "playing",
    PlayerStatus.RETIRED: "retired",
}


def system(look: Look, about: str) -> Report:
    """One system: what it is, where its routes lead, what the seat knows to be there."""
    world, place = look.world, find_system(look, about)
    name = place.name
    owner = look.known.owners.get(name)
    lead = f"{place.region} · strategic value {place.strategic_value} · " + (
        f"owned by {player(owner)}" if owner else "owned by nobody"
    )
    links = [
        f"{link.other(name)}: {link.hours} h, {LINK_WORDS[link.kind]}{f' ({link.route})' if link.route else ''}"
        for link in world.pack.neighbours(name)
    ]
    sections = [Section("Routes", lines_or(links)), Section("The world", tuple(world_lines(look, place)))]
    battle = look.known.battles.get(name)
    if battle is not None:
        sections.append(Section("Battle", (battle_line(battle),)))
    if look.seat is not None:
        own = look.own_at(name)
        sections.append(Section("Your units", lines_or(unit_lines(look, own))))
        seen = contact_lines(look, look.contacts_at(name))
        sections.append(Section("Contacts", lines_or(seen, "none that you know of")))
        cells = exits(look.known, world, look.seat, name)
        sections.append(Section("Where you may leave hyperspace", (", ".join(cells),)))
    return Report(name, lead, tuple(sections), draws=True, rule="GCW-GAL-01")


def world_lines(look: Look, place: System) -> list[str]:
    """What a world has by itself."""
    lines = [f"sector: {place.sector or 'none'}, industrial output {money(place.industrial_output)}"]
    if place.features:
        lines.append("features: " + ", ".join(one.replace("_", " ").lower() for one in place.features))
    if place.stronghold_of:
        lines.append(f"stronghold of the {faction(look.world, place.stronghold_of)}")
    standing = [f"{look.world.pack.facilities[post.code].name} at {post.cell}" for post in place.standing]
    if standing:
        lines.append(f"standing there: {', '.join(standing)}")
    if place.special:
        lines.append("off the routes: 24 h more for each end of a course (GCW-GAL-04)")
    return lines


def battle_line(battle: Battle) -> str:
    """A battle in one line, as everybody knows it."""
    who = listed(player(party) for party in battle.parties)
    lost = f"; lost so far: {'; '.join(shown(one) for one in battle.losses)}" if battle.losses else ""
    return f"Battle of {battle.system}: {who}, since {stamp(battle.opened_at)}{lost}"


def galaxy(look: Look, about: str) -> Report:
    """The seat's places on the map: units, voyages, owned systems, battles."""
    sections = []
    units = look.own()
    places = dict.fromkeys(unit.system for unit in units if unit.cell)
    here = [f"**{name}**: {grouped(look.own_at(name))}" for name in places]
    if look.seat is not None:
        sections.append(Section("Your units", lines_or(here)))
        voyages = [
            f"{voyage.origin} to {voyage.destination}: "
            f"{grouped(unit for unit in units if unit.voyage == voyage.id)}, there {stamp(voyage.due_at)} "
            f"({stamp(voyage.due_at, 'R')})"
            for voyage in look.known.voyages.values()
            if voyage.owner == look.seat
        ]
        if voyages:
            sections.append(Section("In hyperspace", tuple(voyages)))
        seen = sorted({one.system for one in look.contacts() if one.system and not one.gone})
        if seen:
            sections.append(Section("Contacts", tuple(f"{name}: {len(look.contacts_at(name))}" for name in seen)))
    owned = [f"{name}: {player(owner)}" for name, owner in sorted(look.known.owners.items())]
    sections.append(Section("Owned systems", lines_or(owned)))
    fights = [battle_line(look.known.battles[name]) for name in sorted(look.known.battles)]
    if fights:
        sections.append(Section("Battles", tuple(fights)))
    count = len(look.world.pack.systems)
    return Report(
        "The galaxy", f"{count} systems; `/show system` tells of one.", tuple(sections), draws=True, rule="GCW-GAL-01"
    )


def standings(look: Look, about: str) -> Report:
    """Who plays, as everybody knows it."""
    known = look.known
    rows = []
    for one in known.players.values():
        owned = sum(owner == one.seat for owner in known.owners.values())
        since = f" since {stamp(one.confirmed_at, 'D')}" if one.confirmed_at is not None else ""
        rows.append(
            f"**{player(one.seat)}**: {faction(look.world, one.faction)}, home {one.home} · "
            f"{STATUS_OF_PLAYER[one.status]}{since} · {counted(owned, 'system')}"
        )
    fights = [battle_line(known.battles[name]) for name in sorted(known.battles)]
    posted = []
    for number, at in final_instants(known):
        turn = known.turns[number]
        posted.append(
            f"Turn {number} of {player(turn.seat)}: final {stamp(at, 'T')} ({stamp(at, 'R')}) at the latest"
            if turn.pressed is None
            else f"Turn {number} of {player(turn.seat)}: made final, waits for earlier ones until {stamp(at, 'T')}"
        )
    ruled = [SWITCH_WORDS.get((name, known.switches.get(name, values[0])), name) for name, values in SWITCHES.items()]
    sections = [
        Section("Players", lines_or(rows, "nobody has joined")),
        Section("Battles", lines_or(fights)),
        Section("Turns not final yet", lines_or(posted)),
        Section("How open rules are played", tuple(ruled)),
    ]
    begun = f"Begun {stamp(known.opened_at, 'D')}. " if known.opened_at is not None else ""
    payday = f"Next Action Day {stamp(next_action_day(look.now))} ({stamp(next_action_day(look.now), 'R')})."
    return Report(shown(known.name) or "The campaign", begun + payday, tuple(sections), rule="GCW-GEN-01")


def treasury(look: Look, about: str) -> Report:
    """Money: what there is, and what the next Action Day brings."""
    seat = look.player_needed()
    mine = look.known.players.get(seat)
    if mine is None:
        return Report("Your treasury", "You have not joined this campaign.", rule="GCW-SET-01")
    gains = outputs(look.world, look.known).get(seat, [])
    network = look.world.pack.factions[mine.faction].network_income
    day = next_action_day(look.now)
    lines = [f"base income {money(BASE_INCOME)}"]
    if gains:
        lines.append(f"industrial output {money(sum(gains))} from {counted(len(gains), 'source')}")
    if network:
        lines.append(f"network of your faction {money(network)}")
    lines.append(f"**in all {money(BASE_INCOME + sum(gains) + network)}**, as things stand")
    if mine.status is not PlayerStatus.ACTIVE:
        lines = ["nothing until your setup is confirmed" if mine.status is PlayerStatus.SETUP else "nothing any more"]
    sections = (Section(f"On {stamp(day, 'D')} ({stamp(day, 'R')})", tuple(lines)),)
    lead = f"**{money(mine.treasury)}** and a facility credit of {money(mine.credit)}."
    return Report("Your treasury", lead, sections, rule="GCW-ACT-02")


def klass(look: Look, about: str) -> Report:
    """All figures of a class, each with the mark of its source."""
    world, spec = look.world, find_class(look, about)
    pack = world.pack

    def mark(field: str) -> str:
        return f" `{pack.mark(spec, field)}`"

    basics = [f"cost {money(spec.cost)}{mark('cost')}", f"technology {', '.join(spec.tech)}{mark('tech')}"]
    if not isinstance(spec, FacilityType):
        basics.append(f"UCR {spec.ucr}: speed {spec.speed}{mark('speed')} + maneuver {spec.maneuver}{mark('maneuver')}")
    sections = []
    match spec:
        case ShipClass():
            basics.append(f"{spec.cp} CP and as many days to build{mark('cp')}")
            basics.append(f"length {spec.length_dm // 10} m{mark('length_dm')}: {spec.crew} squads of crew")
            basics.append(f"hyperspace rating {tenths(spec.hyper_tenths)}{mark('hyper_tenths')}")
            basics.append(f"{counted(spec.move_points or spec.speed, 'movement point')} a turn")
            sections.append(Section("Pools", pool_lines(spec, mark_of=mark)))
            carries = ", ".join(f"{part.count} {part.code or f'stock {part.kind.value}'}" for part in spec.complement)
            places = [f"hangar: {spec.hangar_sf} squadrons, {spec.hangar_aux} auxiliaries{mark('hangar_sf')}"]
            places += [f"complement: {carries}{mark('complement')}"] if carries else []
            if spec.troop_capacity or spec.vehicle_capacity:
                places.append(f"troops {spec.troop_capacity}, vehicles {spec.vehicle_capacity}")
            sections.append(Section("Aboard", tuple(places)))
        case SquadronClass() | AuxClass():
            basics.append(f"{spec.cp} CP, {counted(spec.build_days, 'day')} to build{mark('cp')}")
            speed = f"hyperspace rating {tenths(spec.hyper_tenths)}" if spec.hyper_tenths else "no hyperdrive"
            basics.append(f"{speed}{mark('hyper_tenths')}")
            sections.append(Section("Pools", pool_lines(spec, mark_of=mark)))
        case FacilityType():
            basics.append(
                f"UCR {spec.ucr_attack} attacking{mark('ucr_attack')}, {spec.ucr_defensive} defending"
                f"{mark('ucr_defensive')}"
            )
            basics.append(f"{counted(spec.build_days, 'day')} to build{mark('build_days')}")
            sections.append(Section("Pools", pool_lines(spec, mark_of=mark)))
        case GroundClass():
            basics.append(f"{spec.hp} hit points{mark('hp')}, {counted(spec.build_days, 'day')} to build")
    sections.insert(0, Section("Figures", tuple(basics)))
    sections.append(Section("Weapons", (*weapon_lines(look, spec.weapons), f"source{mark('weapons')}")))
    traits = [trait for field, trait in TRAITS.items() if getattr(spec, field, False)]
    if traits:
        sections.append(Section("Can do", tuple(traits)))
    ticked = " ".join(re.findall(r"`([^`]*)`", "\n".join(line for one in sections for line in one.lines))).split()
    sources = [f"`{one.mark}` {one.title}" for one in pack.sources.values() if one.mark in ticked]
    if sources:
        sections.append(Section("Where figures come from", tuple(sources)))
    users = [
        one.name for one in pack.factions.values() if not isinstance(spec, FacilityType) and pack.may_use(one, spec)
    ]
    lead = f"{spec.code}" + (f" · used by {', '.join(users)}" if users else "")
    return Report(spec.name, lead, tuple(sections), rule="GCW-FAC-11")


TRAITS = {
    "interdictor": "keeps its enemies from hyperspace (GCW-TRN-08)",
    "atmospheric": "may enter the atmosphere (GCW-ATM-05)",
    "orbital_bombardment": "orbital bombardment (GCW-ORB-01)",
    "tractor_projectors": "tractor beams (GCW-TRC-01)",
    "bombing_run": "bombing runs (GCW-BMB-01)",
    "can_scan": "active scans (GCW-SCN-03)",
    "comscan": "active scans (GCW-SCN-03)",
    "swarm": "swarms (GCW-TIE-01)",
    "is_landing_barge": "landing barge",
    "is_planetary_weapon": "planetary weapon (GCW-DMG-08)",
    "infiltrator": "infiltrator",
}
"""What a class may do beside the ordinary, by the field of its record."""


def tenths(amount: int) -> str:
    """Tenths as players write them: "1", "1.5"."""
    whole, part = divmod(amount, 10)
    return f"{whole}.{part}" if part else str(whole)


def pool_lines(
    spec: ShipClass | SquadronClass | AuxClass | FacilityType, mark_of: Callable[[str], str]
) -> tuple[str, ...]:
    """The pools of a class, each with its mark; systems follow from the length."""
    lines = [
        f"{layer} {getattr(spec, layer, 0):,}{mark_of('length_dm' if layer == 'systems' else layer)}"
        for layer in Layer
        if getattr(spec, layer, 0)
    ]
    return tuple(lines)
