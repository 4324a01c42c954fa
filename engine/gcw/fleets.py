"""Fleets: units come with what they carry, each under a name of its own, and are lost; heroes; what a fleet counts,
and what a host has room for.

Rulebook: GCW-STK-01, GCW-LCH, GCW-CMD-04, GCW-HRO-05, -06.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import AfterValidator

from engine.declared.changes import Its, Sets
from engine.declared.sentences import either
from engine.game import Fact, Seat, ruled
from engine.gcw.data.codes import Code
from engine.gcw.data.people import Faction
from engine.gcw.data.terms import Pools
from engine.gcw.data.units import Berth
from engine.gcw.figures.command import Strength
from engine.gcw.look import Look, Own, class_words, grouped, names_words, where, with_before
from engine.gcw.look import Name as SafeName
from engine.gcw.state import (
    CRAFT,
    TROOPS,
    Hero,
    Origin,
    PutsNew,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    carried,
    counted,
    put,
)
from engine.gcw.world import HERO, World
from engine.look import Refused
from engine.report import News
from engine.text.given import plain_name
from engine.text.message import N_, NN_, T_, Shown, Text, joined, name, term
from engine.text.names import shown

Name = Annotated[str, AfterValidator(plain_name)]
"""A field of an order: what a player calls something."""

INDEPENDENTS = "IND"


def taken_names(state: State, seat: Seat) -> set[str]:
    """The names of a player's units, in small letters."""
    return {unit.name.casefold() for unit in state.of(seat)}


def free_name(taken: set[str], wanted: str) -> str:
    """The name, or with the first number that makes it one of its own; it is taken from then on."""
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wanted} {number}"
    taken.add(name.casefold())
    return name


def new_unit(world: World, state: State, seat: Seat, code: str, name: str, count: int = 1) -> Unit:
    """A whole unit of a class, under a name of its own, with a group of its own, and nowhere yet; of `count` squads of
    infantry, a hero of level `count`.
    """
    leading = state.next_id("u", seat)
    return Unit(
        id=leading,
        kind=world.kind(code),
        code=code,
        name=free_name(taken_names(state, seat), name),
        owner=seat,
        pools=world.full(code, count),
        count=count,
        group=leading,
        group_cp=world.cp(code),
    )


def laden(world: World, state: State, leader: Unit, faction: Faction | None = None) -> tuple[Unit, ...]:
    """A new unit with its stock complement docked in it: its infantry is one stack (GCW-STK-01, GCW-LCH). The stock is
    that of a `faction`, of its owner's where none is said.
    """
    seat, player = leader.owner, state.players.get(leader.owner)
    if faction is None and player is not None:
        faction = world.pack.factions[player.faction]
    taken = {*taken_names(state, seat), leader.name.casefold()}
    units = [leader]
    counts: dict[str, int] = {}
    for part in world.spec(leader.code).complement:
        craft = part.code or (world.pack.stock(faction, part.kind) if faction is not None else "")
        if not craft:
            continue
        squads = part.count if part.kind is Berth.INFANTRY else 1
        for _ in range(part.count // squads):
            counts[craft] = counts.get(craft, 0) + 1
            number = "" if part.kind is Berth.INFANTRY else f"-{counts[craft]}"
            called = free_name(taken, f"{leader.name} {craft}{number}")
            units.append(
                Unit(
                    id=state.next_id("u", seat, 1 + len(units)),
                    kind=world.kind(craft),
                    code=craft,
                    name=called,
                    owner=seat,
                    pools=world.full(craft, squads),
                    count=squads,
                    group=leader.id,
                    group_cp=leader.group_cp,
                    docked=leader.id,
                    origin=Origin.STOCK,
                )
            )
    return tuple(units)


def roster(world: World, state: State, seat: Seat, duty: str = "") -> Strength:
    """Strength of a fleet: its ships and escorts, wherever they are; the main fleet, or the PDF of the system `duty`
    (GCW-CMD-04, -06, GCW-UNT-02).

    Bonus units on PDF duty are left out (GCW-CMD-07, GCW-PDF-03), and so is what is doomed.
    """
    fleet = [
        unit
        for unit in state.of(seat)
        if (not unit.docked or unit.escort) and unit.duty == duty and unit.live and not (duty and unit.bonus)
    ]
    return Strength(
        tuple(world.cp(unit.code) for unit in fleet if unit.kind is UnitKind.SHIP),
        sum(unit.escort and unit.kind is UnitKind.SQUADRON for unit in fleet),
        sum(unit.escort and unit.kind is UnitKind.AUXILIARY for unit in fleet),
    )


def capacity(world: World, code: str) -> tuple[int, int]:
    """Places for squads and places for vehicles in a class (GCW-LCH-03, GCW-RGF-01)."""
    spec = world.spec(code)
    return spec.troop_capacity, spec.vehicle_capacity


def rooms(world: World, units: Iterable[Unit]) -> tuple[int, int]:
    """Places that ground units take: of squads, and of vehicles by their room (GCW-STK-05)."""
    squads = vehicles = 0
    for unit in units:
        spec = world.spec(unit.code)
        if unit.kind is UnitKind.INFANTRY:
            squads += world.squads(unit.code, unit.pools) * spec.room
        elif unit.kind in TROOPS:
            vehicles += spec.room
    return squads, vehicles


def room_left(world: World, state: State, host: Unit) -> tuple[int, int]:
    """Places for squads and for vehicles that are free in a host; boarders take nobody's place."""
    most = capacity(world, host.code)
    used = rooms(world, [unit for unit in carried(state, host) if unit.owner == host.owner])
    return most[0] - used[0], most[1] - used[1]


SQUAD_PLACES, VEHICLE_PLACES = T_("squads"), T_("places for vehicles")


def overfull(world: World, state: State, host: Unit, coming: list[Unit]) -> Refused | None:
    """A refusal of what does not fit, or None: BOARD_CAPACITY for a carrier, GARRISON_ROOM for a facility or
    platform.
    """
    most, free, more = capacity(world, host.code), room_left(world, state, host), rooms(world, coming)
    for limit, left, added, kind in zip(most, free, more, (SQUAD_PLACES, VEHICLE_PLACES), strict=True):
        if added > max(left, 0):
            if host.kind in (UnitKind.FACILITY, UnitKind.PLATFORM):
                return Refused(
                    "GARRISON_ROOM", {"facility": shown(host.name), "used": limit - left + added, "max": limit}
                )
            return Refused(
                Code.BOARD_CAPACITY, {"craft": shown(host.name), "n": limit, "kind": kind}, rule="GCW-LCH-03"
            )
    return None


def room(world: World, state: State, ship: Unit, kind: UnitKind) -> int:
    """Free places aboard for a kind of craft; guests take theirs (GCW-LCH-02)."""
    guests = sum(guest.host == ship.id and guest.kind is kind for guest in state.guests.values())
    return places_for(world, ship.code, kind) - count(crafts(state, ship), kind) - guests


def places_for(world: World, code: str, kind: UnitKind) -> int:
    """Places of a class for a kind of craft."""
    squadrons, auxiliaries = world.hangar(code)
    return squadrons if kind is UnitKind.SQUADRON else auxiliaries


def crafts(state: State, ship: Unit) -> list[Unit]:
    """Craft of its owner's in a ship's hangar."""
    return [unit for unit in carried(state, ship) if unit.kind in CRAFT and not unit.guest_in]


def count(units: Iterable[Unit], kind: UnitKind) -> int:
    """Number of units of a kind."""
    return sum(unit.kind is kind for unit in units)


MAIN, PDF = "MAIN", "PDF"


def group_of(state: State, seat: Seat, ship: str) -> tuple[str, ...]:
    """A ship, and the units that its command points are for."""
    return (ship, *(unit.id for unit in state.of(seat) if unit.group == ship and unit.id != ship))


ON_DUTY = NN_("{units} is now on PDF duty for {system}.", "{units} are now on PDF duty for {system}.", "number")
IN_MAIN = NN_("{units} is now in your main fleet.", "{units} are now in your main fleet.", "number")


PDF_OF, MAIN_FLEET = N_("the PDF of {system}"), T_("the main fleet")


class DutySet(Fact[State], frozen=True):
    """Ships, and the units of their groups, are on PDF duty for a system; "" for none (GCW-BRD-05). For their owner."""

    rule = "GCW-BRD-05"
    decides = True
    makes = UnitsSet("units", duty=Its("system"))
    units: tuple[str, ...]
    system: str
    before: str | UnsetType = UNSET
    """The system whose PDF the ship was in, where a moderator put it elsewhere."""

    def words(self, look: Look) -> Text:
        units, number = look.names(self.units), len(self.units)
        words = IN_MAIN(units=units, number=number)
        if self.system:
            words = ON_DUTY(units=units, system=term(self.system), number=number)
        if self.before is UNSET:
            return words
        return with_before(words, PDF_OF(system=term(self.before)) if self.before else MAIN_FLEET)


JOINS_YOU, JOINS_LADEN = (
    N_("**{unit}** joins you: {what}, {size}, {where}."),
    N_("**{unit}** joins you: {what}, {size}, {where}, with {cargo} aboard."),
)
SQUADS, POINTS = NN_("{number:,} squad", "{number:,} squads", "number"), N_("{points} CP")


class Mustered(Fact[State], frozen=True):
    """Units are there that were not: a ship with its complement, an escort, a spawned unit."""

    makes = PutsNew("units", "units")
    units: tuple[Unit, ...]

    def words(self, look: Look) -> Text:
        """Each unit that came, with what it carries."""
        ids = {unit.id for unit in self.units}
        return joined("\n", (self._arrival(look, unit) for unit in self.units if unit.docked not in ids))

    def _arrival(self, look: Look, unit: Unit) -> Text:
        cargo = grouped(carried for carried in self.units if carried.docked == unit.id)
        stack = unit.kind is UnitKind.INFANTRY
        called_as_class = unit.name == look.world.spec(unit.code).name
        return (JOINS_LADEN if cargo else JOINS_YOU)(
            unit=name(unit.name),
            what=term(unit.code) if called_as_class else class_words(look.world, unit.code),
            size=SQUADS(number=unit.count) if stack else POINTS(points=look.world.cp(unit.code)),
            where=where(look.known, unit),
            cargo=cargo,
        )


MOST_NAMED = 8
"""Names in one piece of news; a Star Destroyer goes down with more than eighty units."""

UNITS, AND_ABOARD = NN_("{number} unit", "{number} units", "number"), N_("{first} and {number} units aboard")
DESTROYED = NN_("**{units}** is destroyed.", "**{units}** are destroyed.", "number")
DISMISSED = NN_("**{units}** is dismissed.", "**{units}** are dismissed.", "number")
NO_MORE = NN_("**{units}** is no more.", "**{units}** are no more.", "number")
NO_MORE_FOR = NN_("**{units}** is no more: {why}.", "**{units}** are no more: {why}.", "number")
ENDS = {
    "destroyed": DESTROYED,
    "dismissed": DISMISSED,
    "dissolved": NN_("**{units}** is no more: dissolved.", "**{units}** are no more: dissolved.", "number"),
    "exchanged": NN_("**{units}** is no more: exchanged.", "**{units}** are no more: exchanged.", "number"),
    "scrapped": NN_("**{units}** is no more: scrapped.", "**{units}** are no more: scrapped.", "number"),
    "removed by a moderator": NN_(
        "**{units}** is no more: removed by a moderator.", "**{units}** are no more: removed by a moderator.", "number"
    ),
    "": NO_MORE,
}
"""What is said of units that are no more, by why, as it is recorded."""


def named_or_counted(names: tuple[str, ...]) -> Text:
    """Units by name; of very many the first, and how many more."""
    if len(names) <= MOST_NAMED:
        return names_words(names)
    return AND_ABOARD(first=name(names[0]), number=len(names) - 1)


class Removed(Fact[State], frozen=True):
    """Units are no more part of the campaign: dismissed in setup, removed by a moderator, or destroyed."""

    units: tuple[str, ...]
    why: str = ""
    names: tuple[str, ...] = ()
    """What they were called: whoever hears of it knows them no more."""

    def evolve(self, state: State) -> State:
        gone = frozenset(self.units)
        return replace(
            state,
            units={key: unit for key, unit in state.units.items() if key not in gone},
            tracks={key: track for key, track in state.tracks.items() if key not in gone},
            voyages={key: voyage for key, voyage in state.voyages.items() if not gone.issuperset(voyage.units)},
            entries={key: entry for key, entry in state.entries.items() if not gone.issuperset(entry.units)},
            guests={key: guest for key, guest in state.guests.items() if guest.host not in gone},
        )

    def words(self, look: Look) -> News:
        number = len(self.units)
        units = named_or_counted(self.names) if self.names else UNITS(number=number)
        words = ENDS.get(self.why, NO_MORE_FOR)(units=units, number=number, why=name(self.why))
        rule = "GCW-DMG-11" if self.why == "destroyed" else ""
        return ruled(words, rule, decides=self.why != "dismissed")


class Renamed(Fact[State], frozen=True):
    """A unit has another name."""

    makes = UnitsSet("unit", "name")
    unit: str
    name: SafeName

    def words(self, look: Look) -> Text:
        unit = look.known.units.get(self.unit)
        if unit is None:
            return N_("Your unit is now called **{name}**.")(name=name(self.name))
        return N_("Your {code} is now called **{name}**.")(code=term(unit.code), name=name(self.name))


YOUR_HERO = T_("Your hero")


def hero_name(look: Look, hero: str) -> Text:
    """A hero's name, by its id."""
    known = look.known.heroes.get(hero)
    return name(known.name) if known is not None else YOUR_HERO


OwnHero = Annotated[str, Shown[str](lambda look, hero, form: hero_name(look, hero))]
"""A field of a fact: a hero of the hearer's."""


def hero_class(look: Look, hero: Hero) -> Text:
    """The name of a hero's class."""
    found = look.world.pack.heroes.get(hero.klass)
    return term(found.name if found is not None else hero.klass)


class Boarded(Fact[State], frozen=True):
    """A hero goes aboard a unit."""

    says = either("unit", N_("{hero} is aboard {unit}."), N_("{hero} is at your home system."))
    makes = Sets("heroes", "hero", aboard=Its("unit"))
    hero: OwnHero
    unit: Own


SERVES = N_("**{hero}**, {title} of level {level}, serves you.")


class HeroTrained(Fact[State], frozen=True):
    """A player has a hero."""

    rule = "GCW-HRO-01"
    makes = PutsNew("heroes", "hero")
    hero: Hero

    def words(self, look: Look) -> Text:
        return SERVES(hero=name(self.hero.name), title=hero_class(look, self.hero), level=self.hero.level)


class HeroDied(Fact[State], frozen=True):
    """A hero is dead and stays so (GCW-HRO-05)."""

    says = N_("**{hero}** is dead.")
    rule = "GCW-HRO-05"
    decides = True
    makes = Sets("heroes", "hero", alive=False)
    hero: OwnHero


def hero_unit(world: World, state: State, hero: Hero, carrier: Unit) -> Unit:
    """A hero as a unit where a carrier stands, or a crew with which it came down, and of its group (GCW-G2H-01)."""
    unit = new_unit(world, state, hero.owner, f"{HERO}{hero.klass}", hero.name, hero.level)
    left = Pools(armor=unit.pools.armor - hero.wounds)
    ties = {"group": carrier.group, "group_cp": carrier.group_cp}
    return replace(unit, pools=left, system=carrier.system, cell=carrier.cell, **ties)


HERO_ASHORE = N_("**{hero}** goes ashore at {system} {cell}.")


class HeroLanded(Fact[State], frozen=True):
    """A hero stands on the Surface as a unit of its own (GCW-HRO-06, GCW-G2H-01)."""

    rule = "GCW-HRO-06"
    hero: str
    unit: Unit

    def evolve(self, state: State) -> State:
        hero = state.heroes.get(self.hero)
        if hero is None:
            return state
        return replace(
            state,
            heroes=put(state.heroes, self.hero, replace(hero, aboard=self.unit.id)),
            units=put(state.units, self.unit.id, self.unit),
            last_ids=counted(state, self.unit.owner),
        )

    def words(self, look: Look) -> Text:
        unit = self.unit
        return HERO_ASHORE(hero=name(unit.name), system=term(unit.system), cell=term(unit.cell))
