"""Inside a ship: its crew, who is aboard for whom, and what squads there do to each other. Rulebook: GCW-BRD-02, -07.

A ship's inside is one place. On each side fight its squads and heroes, and for the ship's owner the crew; vehicles and
docked craft do not. Casualties fall on the crew first, then on stacks in order of id, then on heroes: so all who stand
before a hero have been engaged (GCW-G2H-01). Who is in a guest's craft stays in it, and out of the fight (GCW-LCH-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.game import Fact, Seat, only
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import DamageChannel, Status
from engine.gcw.data.units import Berth
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS
from engine.gcw.figures.ucr import Role, q3, refined
from engine.gcw.figures.weapons import channel_of, raw
from engine.gcw.fleets import INDEPENDENTS, roster
from engine.gcw.look import SQUADS, Look, Run, class_words, contact_at, contact_words, harbour_place, own_name
from engine.gcw.state import (
    CREW,
    NOBODY,
    Contact,
    Foes,
    Hero,
    State,
    Unit,
    UnitKind,
    by_number,
    carried,
    put,
    within,
    without,
)
from engine.gcw.world import HERO, Stand, World, under_bombardment
from engine.look import Refused
from engine.noun import Found
from engine.report import Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, listed, name, noted, term, unmarked
from engine.text.names import shown

SHIP_CREW = "CRW"
"""The class of crews that have no player; a pack without it has the Independents' stock infantry instead."""


class Fighter(NamedTuple):
    """One who fights inside a ship: its crew, a stack or a hero. `key` is CREW, the unit's id or the hero's.

    `squads` are those left; of a hero, its level. `points` are hit points left.
    """

    key: str
    owner: Seat
    code: str
    squads: int
    points: int

    @property
    def label(self) -> str:
        """The name by which its foes tell it: the crew, or its class."""
        return CREW if self.key == CREW else self.code

    @property
    def is_hero(self) -> bool:
        """True if it is a hero, who is screened by all others (GCW-G2H-01)."""
        return self.code.startswith(HERO)


HEROES = NN_("a hero", "{number} heroes", "number")


class Total(NamedTuple):
    """The raw damage of all who have one rating, added up: squads, and heroes (GCW-DMG-18)."""

    attack: int
    squads: int
    heroes: int
    raw: int

    @property
    def words(self) -> Text:
        """Count of them: "24 squads", "a hero", "3 squads and a hero"."""
        squads = [SQUADS(number=self.squads)] if self.squads else []
        return listed([*squads, HEROES(number=self.heroes)] if self.heroes else squads)


class Blow(NamedTuple):
    """A total's effect on one of its foes: `damage` arrives, of which no more is lost than there was."""

    total: Total
    spent: int
    foe: Fighter
    defence: int
    quotient: int
    damage: int
    left: int


def a_ship(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Ships alone are disabled, and left by their crews."""
    return None if ship.kind is UnitKind.SHIP else Refused(Code.UNIT_NOT_DISABLED, {"unit": shown(ship.name)})


def crew_class(world: World, state: State, owner: Seat) -> str:
    """The class of a ship's crew: its owner's stock infantry; of nobody's ship, plain ship crew (GCW-BRD-02).

    A captured ship has no crew of its own, so its owner is always the one it was crewed by.
    """
    player = state.players.get(owner)
    if player is None and SHIP_CREW in world.pack.units:
        return SHIP_CREW
    faction = player.faction if player is not None else INDEPENDENTS
    return world.pack.stock(world.pack.factions[faction], Berth.INFANTRY)


def crew_most(world: World, state: State, code: str, owner: Seat) -> int:
    """Hit points of the whole crew of a ship of a class: a squad for each started 10 m (GCW-DMG-15)."""
    squads = world.spec(code).crew
    return world.full(crew_class(world, state, owner), squads).armor if squads else 0


def crew_points(world: World, state: State, ship: Unit) -> int:
    """Hit points left of a ship's crew; none on a derelict."""
    if ship.kind is not UnitKind.SHIP or ship.status is Status.DERELICT:
        return 0
    return ship.crew if ship.crew is not None else crew_most(world, state, ship.code, ship.owner)


def squads_of(world: World, code: str, points: int) -> int:
    """Squads that so many hit points of a class are."""
    return ceil_div(max(0, points), world.full(code).armor)


def crew_of(world: World, state: State, ship: Unit) -> list[Fighter]:
    """A ship's crew, if any is left."""
    points, code = crew_points(world, state, ship), crew_class(world, state, ship.owner)
    return [Fighter(CREW, ship.owner, code, squads_of(world, code, points), points)] if points else []


def stacks(state: State, ship: Unit, seat: Seat) -> list[Unit]:
    """A player's infantry in a ship, and in the craft docked there, in order of id."""
    found = [unit for unit in within(state, ship) if unit.owner == seat and unit.kind is UnitKind.INFANTRY]
    return sorted(found, key=lambda unit: by_number(unit.id))


def heroes_in(world: World, state: State, ship: Unit, seat: Seat) -> list[Fighter]:
    """A player's living heroes in a ship, and in what is docked there."""
    places = {ship.id, *(unit.id for unit in within(state, ship))}
    found = []
    for hero in sorted(state.heroes.values(), key=lambda hero: by_number(hero.id)):
        if hero.alive and hero.owner == seat and hero.aboard in places:
            found.append(hero_fighter(world, hero))
    return found


def hero_fighter(world: World, hero: Hero) -> Fighter:
    """A hero as one who fights inside a ship."""
    code = f"{HERO}{hero.klass}"
    points = max(1, world.full(code, hero.level).armor - hero.wounds)
    return Fighter(hero.id, hero.owner, code, hero.level, points)


def as_fighter(world: World, unit: Unit) -> Fighter:
    """A stack as one who fights inside a ship."""
    return Fighter(unit.id, unit.owner, unit.code, world.squads(unit.code, unit.pools), unit.pools.armor)


def aboard(world: World, state: State, ship: Unit, seat: Seat) -> list[Fighter]:
    """Fighters in a ship for a player: the crew if it is the player's, the squads, the heroes; casualties so too."""
    crew = crew_of(world, state, ship) if ship.owner == seat else []
    squads = [as_fighter(world, unit) for unit in stacks(state, ship, seat)]
    return [*crew, *squads, *heroes_in(world, state, ship, seat)]


def parties(world: World, state: State, ship: Unit) -> list[Seat]:
    """The players besides its owner who have people in a ship, in alphabetical order."""
    owners = {unit.owner for unit in within(state, ship) if unit.kind is UnitKind.INFANTRY}
    places = {ship.id, *(unit.id for unit in carried(state, ship) if not unit.guest_in)}
    owners |= {hero.owner for hero in state.heroes.values() if hero.alive and hero.aboard in places}
    return sorted(owners - {ship.owner, NOBODY})


def foes_in(world: World, state: State, ship: Unit, seat: Seat) -> list[Fighter]:
    """Foes of a player in a ship, heroes last: for its owner all who are no people of the ship's; else its owner's
    people, and those who are hostile.
    """
    others = [party for party in parties(world, state, ship) if party != seat]
    if ship.owner == seat:
        sides = others
    else:
        sides = [ship.owner, *(other for other in others if state.are_hostile(seat, other))]
    found = [fighter for side in sides for fighter in aboard(world, state, ship, side)]
    return sorted(found, key=lambda fighter: fighter.is_hero)


def rating_in(world: World, state: State, place: Unit | Contact, code: str, role: Role) -> int:
    """The rating of squads or a hero in a ship, which is where it is (register 0.6)."""
    bombarded = under_bombardment(state, place.system, place.cell)
    return world.rating(state, Stand(code, place.cell, Status.ACTIVE, bombarded=bombarded), role).value


def raw_of(world: World, code: str, squads: int) -> int:
    """Raw damage of so many squads, or of a hero of that level; ions do nothing to people or hulls inside."""
    chart = world.pack.weapons
    mounts = [mount for mount in world.mounts(code) if channel_of(chart[mount.weapon]) is DamageChannel.NORMAL]
    return squads * sum(raw(chart, mount) for mount in mounts)


def totals(world: World, state: State, place: Unit | Contact, fighters: Iterable[Fighter]) -> list[Total]:
    """The raw damage of fighters by rating, the best first: equal ratings add up before rounding (GCW-DMG-18)."""
    found: dict[int, Total] = {}
    for fighter in fighters:
        attack = rating_in(world, state, place, fighter.code, Role.ATTACK)
        old = found.get(attack, Total(attack, 0, 0, 0))
        found[attack] = Total(
            attack,
            old.squads + (0 if fighter.is_hero else fighter.squads),
            old.heroes + fighter.is_hero,
            old.raw + raw_of(world, fighter.code, fighter.squads),
        )
    return [found[attack] for attack in sorted(found, reverse=True) if found[attack].raw]


def fought(
    world: World, state: State, place: Unit | Contact, attackers: Iterable[Fighter], foes: Iterable[Fighter]
) -> list[Blow]:
    """Blows of attackers at foes, one lot after the other: what is not needed for one goes on to the next."""
    left = dict(enumerate(foes))
    blows = []
    for total in totals(world, state, place, attackers):
        unspent = total.raw
        alive = [number for number, foe in left.items() if foe.points]
        for number in alive:
            foe = left[number]
            if not unspent:
                break
            defence = rating_in(world, state, place, foe.code, Role.DEFEND)
            quotient = q3(total.attack, defence)
            spent = unspent if number == alive[-1] else min(unspent, ceil_div(foe.points * 1000, quotient))
            damage = refined(spent, total.attack, defence)
            points = max(0, foe.points - damage)
            squads = foe.squads if foe.is_hero else squads_of(world, foe.code, points)
            left[number] = foe._replace(points=points, squads=squads)
            blows.append(Blow(total, spent, foe, defence, quotient, damage, points))
            unspent -= spent
    return blows


def as_known_foes(world: World, state: State, place: Unit | Contact, owner: Seat, foes: Foes) -> list[Fighter]:
    """Foes as a player knows them, in the order in which casualties fall; `owner` is the ship's."""
    found = []
    for label, points in foes.points.items():
        code = crew_class(world, state, owner) if label == CREW else label
        squads = 1 if code.startswith(HERO) else squads_of(world, code, points)
        found.append(Fighter(label, NOBODY, code, squads, points))
    return sorted(found, key=lambda fighter: (fighter.key != CREW, fighter.is_hero))


def counted_foes(world: World, fighters: Iterable[Fighter], labels: Iterable[str]) -> dict[str, int]:
    """Hit points left at most of foes with these labels, as whoever fights them counts squads (GCW-BRD-02)."""
    wanted, found = set(labels), dict[str, int]()
    for fighter in fighters:
        if fighter.label in wanted:
            most = fighter.points if fighter.is_hero else fighter.squads * world.full(fighter.code).armor
            found[fighter.label] = found.get(fighter.label, 0) + most
    return found


def squads_by_class(fighters: Iterable[Fighter]) -> Mapping[str, int]:
    """Number of squads of each class, heroes as one each."""
    found: dict[str, int] = {}
    for fighter in fighters:
        found[fighter.label] = found.get(fighter.label, 0) + (1 if fighter.is_hero else fighter.squads)
    return found


def foes_key(seat: Seat, ship: str) -> str:
    """The key of whom a player fights in a ship."""
    return f"{seat}/{ship}"


def with_heroes(state: State, heroes: tuple[str, ...], where: str, inside: str = "") -> State:
    """The state with these heroes in a unit, or in pods; `inside` is what their owner calls another's ship."""
    now = {key: replace(state.heroes[key], aboard=where, inside=inside) for key in heroes if key in state.heroes}
    return replace(state, heroes={**state.heroes, **now})


def ship_words(look: Look, seat: Seat, ship: str) -> Text:
    """A ship in which a player has people: its own by its id, or another's by the alias that it has."""
    return look.name(ship) if ship in look.known.units else contact_at(look.known, seat, ship)


A_HERO = N_("a hero ({klass})")
HERO_LEFT = N_("a hero ({klass}), {points:,} hit points")
ITS_CREW, THE_CREW = T_("its crew"), T_("the crew")
SQUADS_LEFT = NN_(
    "{who}, at most {number} squad ({points:,} hit points)",
    "{who}, at most {number} squads ({points:,} hit points)",
    "number",
)


def hero_class(world: World, code: str) -> Text:
    """A hero's class: "Admiral"."""
    return term(world.spec(code).name)


def foes_left(look: Look, owner: Seat, label: str, points: int) -> Text:
    """Foes in a ship of an owner's, with their strength as far as it is known."""
    if label.startswith(HERO):
        return HERO_LEFT(klass=hero_class(look.world, label), points=points)
    code = crew_class(look.world, look.known, owner) if label == CREW else label
    who = ITS_CREW if label == CREW else class_words(look.world, code)
    return SQUADS_LEFT(who=who, number=squads_of(look.world, code, points), points=points)


class FoesCounted(Fact[State], frozen=True):
    """Foes of a player in a ship, as it now knows; without points: nobody any more. For that player."""

    rule = "GCW-BRD-02"
    foes: Foes

    def evolve(self, state: State) -> State:
        key = foes_key(self.foes.seat, self.foes.ship)
        left = put(state.foes, key, self.foes) if self.foes.points else without(state.foes, key)
        return replace(state, foes=left)

    def words(self, look: Look) -> Text:
        foes = self.foes
        ship = ship_words(look, foes.seat, foes.ship)
        contact = look.known.contacts_of(look.viewer).get(foes.ship)
        owner = contact.owner if contact is not None else NOBODY
        if not foes.points:
            return N_("Nobody is known to be against you in {ship} any more.")(ship=ship)
        left = listed(foes_left(look, owner, label, points) for label, points in foes.points.items())
        return N_("Against you in {ship}, as far as you know: {foes}.")(ship=ship, foes=left)


class Inside(NamedTuple):
    """A player's people in another's ship, and that ship's id, as far as this state knows it."""

    squads: list[Unit]
    heroes: list[Fighter]
    host: str


def recount(run: Run, ship: Unit, viewer: Seat, met: Iterable[Fighter]) -> None:
    """A player counts its foes in a ship: those it knew of, and those it has met now (GCW-BRD-02)."""
    world, state = run.world, run.state
    name = ship.id if ship.owner == viewer else alias_inside(run, ship, viewer)
    if not name:
        return
    old = state.foes.get(foes_key(viewer, name))
    labels = {*(old.points if old is not None else ()), *(fighter.label for fighter in met)}
    points = counted_foes(world, foes_in(world, state, ship, viewer), labels)
    if old is not None and CREW in points:
        points[CREW] = min(points[CREW], old.points.get(CREW, points[CREW]))
    foes = Foes(seat=viewer, ship=name, points=points)
    if foes != old and (points or old is not None):
        run.table.say(FoesCounted(foes), only(viewer))


def alias_inside(run: Run, ship: Unit, viewer: Seat) -> str:
    """The alias of another's ship for a player with squads or heroes in it; "" for others."""
    state = run.state
    squads = (unit.inside for unit in state.of(viewer) if unit.docked == ship.id and unit.inside)
    heroes = (hero.inside for hero in state.heroes.values() if hero.owner == viewer and hero.aboard == ship.id)
    return next(iter((*squads, *heroes)), "")


def my_people(look: Look, contact: Contact) -> Inside:
    """The player's squads and heroes in the ship that a contact is: as its alias, or its name, tells."""
    state, seat = look.known, look.viewer
    aliases = {
        alias
        for alias, other in state.contacts_of(seat).items()
        if alias == contact.alias or (other.name and (other.name, other.owner) == (contact.name, contact.owner))
    }
    squads = [one for one in state.of(seat) if one.kind is UnitKind.INFANTRY and one.docked and one.inside in aliases]
    heroes = [hero for hero in state.heroes.values() if hero.owner == seat and hero.alive and hero.inside in aliases]
    hosts = [*(squad.docked for squad in squads), *(hero.aboard for hero in heroes)]
    return Inside(
        sorted(squads, key=lambda squad: by_number(squad.id)),
        [hero_fighter(look.world, hero) for hero in heroes],
        hosts[0] if hosts else "",
    )


def ship_label(look: Look, contact: Contact) -> Text:
    """A ship of another's in a menu."""
    klass = class_words(look.world, contact.code) if contact.code else T_("class unknown")
    return N_("{ship}: {klass} at {cell}")(
        ship=term(unmarked(contact_words(contact))), klass=klass, cell=term(contact.cell)
    )


def boarded(look: Look, found: Found) -> Iterator[Contact]:
    """Ships of others' in which the player has people."""
    inside = {unit.inside for unit in look.own() if unit.inside and unit.docked}
    inside |= {one.inside for one in look.known.heroes.values() if one.alive and look.mine(one.owner) and one.inside}
    return (contact for contact in look.contacts() if contact.alias in inside)


def fleet_sections(look: Look) -> list[Section]:
    """Fleets on PDF duty, squads and guests in ships of others', crews on their way to the ground."""
    return [*pdf_sections(look), *aboard_sections(look), *guest_sections(look), *pod_sections(look)]


STRENGTH = N_("{cp} of {capacity} CP · {number} of {most} ships")


SHIP, STACK, HERO_NAME = N_("**{name}** ({code})"), N_("**{name}** ({code}, {squads})"), N_("**{name}**")


def pdf_sections(look: Look) -> list[Section]:
    """A player's PDFs, each with what it counts; ships that are not where it is are absent (GCW-PDF-01, -07)."""
    seat, own = look.player_needed(or_moderator=True), look.own()
    found = []
    for system in sorted({unit.duty for unit in own if unit.duty}):
        strength = roster(look.world, look.known, seat, system)
        ships = [unit for unit in own if unit.duty == system and unit.kind is UnitKind.SHIP]
        names = [noted(SHIP(name=own_name(look.known, ship), code=term(ship.code)), absent(ship)) for ship in ships]
        counts = STRENGTH(cp=strength.cp, capacity=CAPACITY, number=len(strength.ships), most=MOST_SHIPS)
        found.append(Section(N_("On PDF duty for {system}")(system=term(system)), (counts, joined(", ", names))))
    return found


def absent(unit: Unit) -> Text:
    """Words for a ship that is not where its PDF is."""
    return NOTHING if unit.system == unit.duty else T_("absent")


def aboard_sections(look: Look) -> list[Section]:
    """A player's squads in ships of others', ship by ship, with whom they have to fight."""
    inside: dict[str, list[Unit]] = {}
    for unit in look.own():
        if unit.inside and unit.docked:
            inside.setdefault(unit.inside, []).append(unit)
    viewer = look.player_needed(or_moderator=True)
    return [
        Section(N_("In {ship}")(ship=contact_at(look.known, viewer, alias)), tuple(people_lines(look, alias, squads)))
        for alias, squads in inside.items()
    ]


AS_GUESTS, GUEST = N_("As guests in {ship}, {place}"), N_("**{name}** ({code})")


def guest_sections(look: Look, alias: str = "") -> list[Section]:
    """A player's craft in hangars of others', host by host; in one alone, by its alias (GCW-LCH-02)."""
    inside: dict[tuple[Seat, str], list[Unit]] = {}
    for unit in look.own():
        if unit.guest_in and alias in ("", unit.guest_in):
            inside.setdefault((unit.owner, unit.guest_in), []).append(unit)
    found = []
    for (seat, host), units in inside.items():
        contact = look.known.contacts_of(seat)[host]
        heading = AS_GUESTS(ship=contact_words(contact), place=harbour_place(contact))
        found.append(Section(heading, tuple(GUEST(name=look.titled(unit), code=term(unit.code)) for unit in units)))
    return found


def squad_words(look: Look, unit: Unit) -> Text:
    """The squads of a stack."""
    return SQUADS(number=look.world.squads(unit.code, unit.pools))


def people_lines(look: Look, alias: str, squads: list[Unit]) -> list[Text]:
    """Squads of the viewer's in another's ship, the heroes with them, and their foes."""
    lines = [STACK(name=name(squad.name), code=term(squad.code), squads=squad_words(look, squad)) for squad in squads]
    heroes = (hero for hero in look.known.heroes.values() if hero.alive and hero.inside == alias)
    lines += [HERO_NAME(name=name(hero.name)) for hero in heroes]
    contact = look.known.contacts_of(look.player_needed(or_moderator=True)).get(alias)
    foes = look.known.foes.get(foes_key(look.player_needed(or_moderator=True), alias))
    if foes is not None:
        lines.append(N_("against them, as far as you know: {foes}")(foes=foes_words(look, foes, contact)))
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


def pod_sections(look: Look) -> tuple[Section, ...]:
    """Crews in escape pods."""
    lines = (
        N_("**{name}** ({code}, {squads}): at {system} {cell} when your next turn begins")(
            name=name(pod.name),
            code=term(pod.code),
            squads=SQUADS(number=squads_of(look.world, pod.code, pod.hp)),
            system=term(pod.system),
            cell=term(pod.cell),
        )
        for pod in look.known.pods.values()
    )
    return Section.of(T_("In escape pods"), lines)


CREW_LEFT, BOARDERS = N_("crew: {left} of {most} squads ({code})"), N_("**boarders**: {foes}")


def crew_sections(look: Look, unit: Unit) -> list[Section]:
    """Sections for the inside of an own ship: its crew, and boarders; the fleet it belongs to, if that is a PDF."""
    if unit.kind is not UnitKind.SHIP:
        return []
    world, known = look.world, look.known
    code, most = crew_class(world, known, unit.owner), crew_most(world, known, unit.code, unit.owner)
    left = crew_points(world, known, unit)
    crew = CREW_LEFT(left=squads_of(world, code, left), most=squads_of(world, code, most), code=term(code))
    lines = [crew if left else T_("no crew of its own: those aboard run it")]
    foes = known.foes.get(foes_key(unit.owner, unit.id))
    if foes is not None:
        lines.append(BOARDERS(foes=foes_words(look, foes, None)))
    if unit.duty:
        lines.append(noted(N_("on PDF duty for {system}")(system=term(unit.duty)), absent(unit)))
    return [Section(T_("Inside"), tuple(lines))]


def boarded_sections(look: Look, contact: Contact) -> list[Section]:
    """The viewer's squads inside a contact."""
    squads = [unit for unit in look.own() if unit.inside == contact.alias and unit.docked]
    waits = (T_("it is yours as soon as there is command room"),) if contact.status is Status.DERELICT else ()
    lines = people_lines(look, contact.alias, squads) if squads else []
    return [Section(T_("Your people inside"), (*lines, *waits))] if lines else []


WITH_BOARDERS, WITH_PODS = N_("in {ship} with your boarders"), T_("in escape pods")


def hero_away(look: Look, hero: Hero) -> Text:
    """Whereabouts of a hero that is in no unit of its owner's: among boarders, or in escape pods; "" for others."""
    if hero.inside:
        return WITH_BOARDERS(ship=contact_at(look.known, look.player_needed(or_moderator=True), hero.inside))
    return WITH_PODS if hero.aboard in look.known.pods else NOTHING
