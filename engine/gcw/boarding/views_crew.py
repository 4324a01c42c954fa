"""What is inside ships, in views: crews, boarders, fleets on PDF duty, pods. Rulebook: GCW-BRD, GCW-PDF, GCW-DMG-14."""

from __future__ import annotations

from engine.gcw.boarding.interior import (
    A_HERO,
    ITS_CREW,
    crew_class,
    crew_most,
    crew_points,
    foes_key,
    hero_class,
    squads_of,
)
from engine.gcw.data.terms import Status
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS
from engine.gcw.fleets import roster
from engine.gcw.look import SQUADS, Look, class_words, contact_at
from engine.gcw.state import CREW, NOBODY, Contact, Foes, Hero, Unit, UnitKind
from engine.gcw.world import HERO
from engine.report import Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, name, term


def fleet_sections(look: Look) -> list[Section]:
    """Fleets on PDF duty, squads in ships of others', crews on their way to the ground."""
    return [*pdf_sections(look), *aboard_sections(look), *pod_sections(look)]


ON_DUTY_FOR, ABSENT = N_("On PDF duty for {system}"), T_(", absent")
STRENGTH = N_("{cp} of {capacity} CP · {number} of {most} ships")
SHIP, STACK, HERO_NAME = N_("**{name}** ({code}){absent}"), N_("**{name}** ({code}, {squads})"), N_("**{name}**")


def pdf_sections(look: Look) -> list[Section]:
    """A player's PDFs, each with what it counts; ships that are not where it is are absent (GCW-PDF-01, -07)."""
    seat, own = look.player_needed(), look.own()
    found = []
    for system in sorted({one.duty for one in own if one.duty}):
        strength = roster(look.world, look.known, seat, system)
        ships = [one for one in own if one.duty == system and one.kind is UnitKind.SHIP]
        names = [SHIP(name=name(one.name), code=term(one.code), absent=absent(one)) for one in ships]
        counts = STRENGTH(cp=strength.cp, capacity=CAPACITY, number=len(strength.ships), most=MOST_SHIPS)
        found.append(Section(ON_DUTY_FOR(system=term(system)), (counts, joined(", ", names))))
    return found


def absent(unit: Unit) -> Text:
    """Words for a ship that is not where its PDF is."""
    return NOTHING if unit.system == unit.duty else ABSENT


IN_SHIP = N_("In {ship}")
AGAINST_THEM = N_("against them, as far as you know: {foes}")


def aboard_sections(look: Look) -> list[Section]:
    """A player's squads in ships of others', ship by ship, with whom they have to fight."""
    inside: dict[str, list[Unit]] = {}
    for one in look.own():
        if one.inside and one.docked:
            inside.setdefault(one.inside, []).append(one)
    viewer = look.player_needed()
    return [
        Section(IN_SHIP(ship=contact_at(look.known, viewer, alias)), tuple(people_lines(look, alias, squads)))
        for alias, squads in inside.items()
    ]


def squad_words(look: Look, unit: Unit) -> Text:
    """The squads of a stack."""
    return SQUADS(number=look.world.squads(unit.code, unit.pools))


def people_lines(look: Look, alias: str, squads: list[Unit]) -> list[Text]:
    """Squads of the viewer's in another's ship, the heroes with them, and their foes."""
    lines = [STACK(name=name(one.name), code=term(one.code), squads=squad_words(look, one)) for one in squads]
    heroes = (one for one in look.known.heroes.values() if one.alive and one.inside == alias)
    lines += [HERO_NAME(name=name(one.name)) for one in heroes]
    contact = look.known.contacts_of(look.player_needed()).get(alias)
    foes = look.known.foes.get(foes_key(look.player_needed(), alias))
    if foes is not None:
        lines.append(AGAINST_THEM(foes=foes_words(look, foes, contact)))
    return lines


AT_MOST = NN_("{who}, at most {number} squad", "{who}, at most {number} squads", "number")


def foes_words(look: Look, foes: Foes, contact: Contact | None) -> Text:
    """Foes inside a ship with their strength as far as it is known."""
    owner = contact.owner if contact is not None else NOBODY
    parts = []
    for label, points in foes.points.items():
        if label.startswith(HERO):
            parts.append(A_HERO(klass=hero_class(look.world, label)))
            continue
        code = crew_class(look.world, look.known, owner) if label == CREW else label
        who = ITS_CREW if label == CREW else class_words(look.world, code)
        parts.append(AT_MOST(who=who, number=squads_of(look.world, code, points)))
    return joined("; ", parts)


IN_PODS = T_("In escape pods")
POD = N_("**{name}** ({code}, {squads}): at {system} {cell} when your next turn begins")


def pod_sections(look: Look) -> list[Section]:
    """Crews in escape pods."""
    lines = [
        POD(
            name=name(pod.name),
            code=term(pod.code),
            squads=SQUADS(number=squads_of(look.world, pod.code, pod.hp)),
            system=term(pod.system),
            cell=term(pod.cell),
        )
        for pod in look.known.pods.values()
    ]
    return [Section(IN_PODS, tuple(lines))] if lines else []


INSIDE, NO_CREW_LEFT = T_("Inside"), T_("no crew of its own: those aboard run it")
CREW_LEFT, BOARDERS = N_("crew: {left} of {most} squads ({code})"), N_("**boarders**: {foes}")
ON_DUTY = N_("on PDF duty for {system}{absent}")


def crew_sections(look: Look, unit: Unit) -> list[Section]:
    """What is inside an own ship: its crew, and boarders; the fleet it belongs to, if that is a PDF."""
    if unit.kind is not UnitKind.SHIP:
        return []
    world, known = look.world, look.known
    code, most = crew_class(world, known, unit.owner), crew_most(world, known, unit.code, unit.owner)
    left = crew_points(world, known, unit)
    crew = CREW_LEFT(left=squads_of(world, code, left), most=squads_of(world, code, most), code=term(code))
    lines = [crew if left else NO_CREW_LEFT]
    foes = known.foes.get(foes_key(unit.owner, unit.id))
    if foes is not None:
        lines.append(BOARDERS(foes=foes_words(look, foes, None)))
    if unit.duty:
        lines.append(ON_DUTY(system=term(unit.duty), absent=absent(unit)))
    return [Section(INSIDE, tuple(lines))]


YOUR_PEOPLE_INSIDE = T_("Your people inside")
WAITS = T_("it is yours as soon as there is command room")


def boarded_sections(look: Look, contact: Contact) -> list[Section]:
    """The viewer's squads inside a contact."""
    squads = [one for one in look.own() if one.inside == contact.alias and one.docked]
    waits = (WAITS,) if contact.status is Status.DERELICT else ()
    lines = people_lines(look, contact.alias, squads) if squads else []
    return [Section(YOUR_PEOPLE_INSIDE, (*lines, *waits))] if lines else []


WITH_BOARDERS, WITH_PODS = N_("in {ship} with your boarders"), T_("in escape pods")


def hero_away(look: Look, hero: Hero) -> Text:
    """Where a hero is that is in no unit of its owner's: among boarders, or in escape pods; "" for others."""
    if hero.inside:
        return WITH_BOARDERS(ship=contact_at(look.known, look.player_needed(), hero.inside))
    return WITH_PODS if hero.aboard in look.known.pods else NOTHING
