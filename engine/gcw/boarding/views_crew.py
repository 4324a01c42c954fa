"""What is inside ships, in views: crews, boarders, fleets on PDF duty, pods. Rulebook: GCW-BRD, GCW-PDF, GCW-DMG-14."""

from __future__ import annotations

from engine.gcw.boarding.interior import crew_class, crew_most, crew_points, squads_of
from engine.gcw.facts.boarding import foes_key
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS
from engine.gcw.figures.damage import Status
from engine.gcw.fleets import roster
from engine.gcw.look import Look
from engine.gcw.state import CREW, NOBODY, Contact, Foes, Hero, Unit, UnitKind
from engine.gcw.words import class_words, contact_at, counted
from engine.gcw.world import HERO
from engine.report import Section
from engine.text.names import shown


def fleet_sections(look: Look) -> list[Section]:
    """Fleets on PDF duty, squads in ships of others', crews on their way to the ground."""
    return [*pdf_sections(look), *aboard_sections(look), *pod_sections(look)]


def pdf_sections(look: Look) -> list[Section]:
    """A player's PDFs, each with what it counts; ships that are not where it is are absent (GCW-PDF-01, -07)."""
    seat, own = look.player_needed(), look.own()
    found = []
    for system in sorted({one.duty for one in own if one.duty}):
        strength = roster(look.world, look.known, seat, system)
        ships = [one for one in own if one.duty == system and one.kind is UnitKind.SHIP]
        names = [f"**{shown(one.name)}** ({one.code}){absent(one)}" for one in ships]
        counts = f"{strength.cp} of {CAPACITY} CP · {len(strength.ships)} of {MOST_SHIPS} ships"
        found.append(Section(f"On PDF duty for {system}", (counts, ", ".join(names))))
    return found


def absent(unit: Unit) -> str:
    """Words for a ship that is not where its PDF is."""
    return "" if unit.system == unit.duty else ", absent"


def aboard_sections(look: Look) -> list[Section]:
    """A player's squads in ships of others', ship by ship, with whom they have to fight."""
    inside: dict[str, list[Unit]] = {}
    for one in look.own():
        if one.inside and one.docked:
            inside.setdefault(one.inside, []).append(one)
    return [
        Section(f"In {contact_at(look.known, look.player_needed(), alias)}", tuple(people_lines(look, alias, squads)))
        for alias, squads in inside.items()
    ]


def people_lines(look: Look, alias: str, squads: list[Unit]) -> list[str]:
    """Squads of the viewer's in another's ship, the heroes with them, and their foes."""
    lines = [
        f"**{shown(one.name)}** ({one.code}, {counted(look.world.squads(one.code, one.pools), 'squad')})"
        for one in squads
    ]
    lines += [f"**{shown(one.name)}**" for one in look.known.heroes.values() if one.alive and one.inside == alias]
    contact = look.known.contacts_of(look.player_needed()).get(alias)
    foes = look.known.foes.get(foes_key(look.player_needed(), alias))
    if foes is not None:
        lines.append(f"against them, as far as you know: {foes_words(look, foes, contact)}")
    return lines


def foes_words(look: Look, foes: Foes, contact: Contact | None) -> str:
    """Foes inside a ship with their strength as far as it is known."""
    owner = contact.owner if contact is not None else NOBODY
    parts = []
    for label, points in foes.points.items():
        if label.startswith(HERO):
            parts.append(f"a hero ({look.world.spec(label).name})")
            continue
        code = crew_class(look.world, look.known, owner) if label == CREW else label
        what = "its crew" if label == CREW else class_words(look.world, code)
        parts.append(f"{what}, at most {counted(squads_of(look.world, code, points), 'squad')}")
    return "; ".join(parts)


def pod_sections(look: Look) -> list[Section]:
    """Crews in escape pods."""
    lines = [
        f"**{shown(pod.name)}** ({pod.code}, {counted(squads_of(look.world, pod.code, pod.hp), 'squad')}): "
        f"at {pod.system} {pod.cell} when your next turn begins"
        for pod in look.known.pods.values()
    ]
    return [Section("In escape pods", tuple(lines))] if lines else []


def crew_sections(look: Look, unit: Unit) -> list[Section]:
    """What is inside an own ship: its crew, and boarders; the fleet it belongs to, if that is a PDF."""
    if unit.kind is not UnitKind.SHIP:
        return []
    world, known = look.world, look.known
    code, most = crew_class(world, known, unit.owner), crew_most(world, known, unit.code, unit.owner)
    left = crew_points(world, known, unit)
    crew = f"crew: {squads_of(world, code, left)} of {squads_of(world, code, most)} squads ({code})"
    lines = [crew if left else "no crew of its own: those aboard run it"]
    foes = known.foes.get(foes_key(unit.owner, unit.id))
    if foes is not None:
        lines.append(f"**boarders**: {foes_words(look, foes, None)}")
    if unit.duty:
        lines.append(f"on PDF duty for {unit.duty}{absent(unit)}")
    return [Section("Inside", tuple(lines))]


def boarded_sections(look: Look, contact: Contact) -> list[Section]:
    """The viewer's squads inside a contact."""
    squads = [one for one in look.own() if one.inside == contact.alias and one.docked]
    waits = ("it is yours as soon as there is command room",) if contact.status is Status.DERELICT else ()
    lines = people_lines(look, contact.alias, squads) if squads else []
    return [Section("Your people inside", (*lines, *waits))] if lines else []


def hero_away(look: Look, hero: Hero) -> str:
    """Where a hero is that is in no unit of its owner's: among boarders, or in escape pods; "" for others."""
    if hero.inside:
        return f"in {contact_at(look.known, look.player_needed(), hero.inside)} with your boarders"
    return "in escape pods" if hero.aboard in look.known.pods else ""
