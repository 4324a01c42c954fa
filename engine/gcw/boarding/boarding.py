"""Boarding: troops out of auxiliaries into a ship, and out again. Rulebook: GCW-BRD-01, -05."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple

from msgspec.structs import replace
from pydantic import Field

from engine.game import REFEREE, Fact, Seat, only
from engine.gcw.acting import (
    CONTACT,
    MOVED,
    OWN,
    Action,
    acted,
    aims,
    begin_half,
    behind,
    can,
    foreign,
    in_sight,
    when_found,
)
from engine.gcw.battles import commit, hostile_act, uncommittable
from engine.gcw.boarding.interior import (
    A_HERO,
    Fighter,
    FoesCounted,
    as_fighter,
    boarded,
    crew_most,
    foes_key,
    hero_class,
    heroes_in,
    my_people,
    parties,
    recount,
    ship_label,
    squads_by_class,
    squads_of,
    with_heroes,
)
from engine.gcw.boarding.prizes import expected
from engine.gcw.contacts import BESIDE, BOARD, gave_away, hidden, see, track_of
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.figures.damage import Act
from engine.gcw.fleets import SQUAD_PLACES, room_left
from engine.gcw.ground.troops import Share, shares_meant, told_apart, whole_or_part
from engine.gcw.look import SQUADS, Look, Run, class_words, contact_at, contact_words, player, refused_as
from engine.gcw.space.patrol import blocked, foretell_doubts
from engine.gcw.state import CREW, NOBODY, Contact, Foes, State, Unit, UnitKind, carried, changed
from engine.gcw.world import HERO, World
from engine.look import Refused
from engine.noun import Found, Value, parts_of
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Text, did_you_mean, listed, name, term
from engine.text.names import shown

SQUADS_TYPED = re.compile(r"(\d{1,6}) squads?")


class Meant(NamedTuple):
    """People meant to go: stacks or shares of them, and heroes."""

    shares: tuple[Share, ...]
    heroes: list[Fighter]

    def places(self, world: World) -> int:
        """Places that the squads take."""
        return sum(
            world.spec(unit.code).room * (world.squads(unit.code, unit.pools) if squads is None else squads)
            for unit, squads in self.shares
        )


class Party(NamedTuple):
    """People who go from one place to another: stacks, and heroes."""

    squads: list[Unit]
    heroes: list[Fighter]


NAME_AND_SQUADS = N_("{name} ({squads})")


def people_words(look: Look, units: Sequence[str], heroes: Sequence[str]) -> Text:
    """Stacks and heroes of the hearer's by name."""
    world, known = look.world, look.known
    stacks = [known.units[unit] for unit in units if unit in known.units]
    squads = [SQUADS(number=world.squads(stack.code, stack.pools)) for stack in stacks]
    who = [NAME_AND_SQUADS(name=look.name(unit.id), squads=number) for unit, number in zip(stacks, squads, strict=True)]
    who += [name(known.heroes[hero].name) for hero in heroes if hero in known.heroes]
    return listed(who) or T_("Your people")


CAME_ABOARD = N_("**{people}** are aboard {ship}: they may fight in the same turn.")


class CameAboard(Fact[State], frozen=True):
    """Squads, and heroes with them, came out of a craft into a ship to take it (GCW-BRD-01). For their owner.

    `alias` is what their owner calls the ship.
    """

    rule = "GCW-BRD-01"
    decides = True
    units: tuple[str, ...]
    heroes: tuple[str, ...]
    ship: str
    alias: str

    def evolve(self, state: State) -> State:
        state = changed(
            state, *self.units, docked=self.ship, inside=self.alias, boarder=True, system="", cell="", voyage=""
        )
        return with_heroes(state, self.heroes, self.ship, self.alias)

    def words(self, look: Look) -> Text:
        ship = contact_at(look.known, look.viewer, self.alias)
        return CAME_ABOARD(people=people_words(look, self.units, self.heroes), ship=ship)


TOOK_OFF = N_("{people} left {ship} with {craft}.")


class TookOff(Fact[State], frozen=True):
    """Squads, and heroes with them, went out of a ship that is not their owner's into a craft. For their owner."""

    rule = "GCW-BRD-01"
    units: tuple[str, ...]
    heroes: tuple[str, ...]
    alias: str
    craft: str

    def evolve(self, state: State) -> State:
        state = changed(state, *self.units, docked=self.craft, inside="", boarder=False)
        return with_heroes(state, self.heroes, self.craft)

    def words(self, look: Look) -> Text:
        ship = contact_at(look.known, look.viewer, self.alias)
        return TOOK_OFF(people=people_words(look, self.units, self.heroes), ship=ship, craft=look.name(self.craft))


SQUADS_OF_CLASS = NN_("{number} squad of {klass}", "{number} squads of {klass}", "number")
BOARDED_BY, GO_OUT = (
    N_("**{ship}** is boarded by {squads} of {player}."),
    N_("Out of **{ship}** go {squads} of {player}."),
)


class Intruders(Fact[State], frozen=True):
    """Squads of another player's came aboard a ship, or left it: how many of each class. For the ship's owner."""

    rule = "GCW-BRD-01"
    decides = True
    ship: str
    seat: Seat
    squads: Mapping[str, int]
    left: bool = False

    def attacks(self) -> bool:
        """Whoever comes aboard does."""
        return not self.left

    def words(self, look: Look) -> Text:
        who = [
            A_HERO(klass=hero_class(look.world, code))
            if code.startswith(HERO)
            else SQUADS_OF_CLASS(number=number, klass=class_words(look.world, code))
            for code, number in self.squads.items()
        ]
        sentence = GO_OUT if self.left else BOARDED_BY
        return sentence(ship=look.name(self.ship), squads=listed(who), player=player(self.seat))


def told_off(run: Run, meant: Meant) -> Party:
    """Party that goes, squads of a stack as stacks of their own."""
    return Party(told_apart(run, meant.shares), meant.heroes)


def go_over(run: Run, craft: Unit, party: Party) -> None:
    """Going from ship to ship is the moving half of a stack's turn, and uses its group and the craft's (GCW-BUR-02)."""
    commit(run, craft)
    for squad in party.squads:
        begin_half(run, squad, MOVED)
        commit(run, replace(squad, docked="", system=craft.system))


def approached(run: Run, craft: Unit, ship: Unit) -> None:
    """The craft is seen at the ship, as fire would be, and its people see the ship (GCW-SCN-18, GCW-PST-03)."""
    acted(run, craft)
    if not hidden(run.state, run.world, ship.cell):
        track_of(run.table, ship)
    gave_away(run.table, run.world, craft, BOARD, victim=ship.owner)
    see(run.table, run.world, run.seat, ship, BESIDE)


IF_NOBODY = N_("If nobody fights in {ship}, {outcome} (GCW-BRD-05)")


def came(run: Run, contact: Contact, ship: Unit | None, party: Party) -> None:
    """Both sides count whom they have to fight: boarders expect a crew, and its owner sees who came (GCW-BRD-02)."""
    table, world, seat = run.table, run.world, run.seat
    contact = run.state.contacts_of(seat)[contact.alias]
    old = run.state.foes.get(foes_key(seat, contact.alias))
    if old is None and contact.code and contact.status is not Status.DERELICT:
        points = {CREW: crew_most(world, run.state, contact.code, contact.owner)}
        table.say(FoesCounted(Foes(seat=seat, ship=contact.alias, points=points)), only(seat) if run.real else REFEREE)
    if ship is None:
        if contact.status is Status.DERELICT and contact.code:
            run.workings.append(IF_NOBODY(ship=contact_words(contact), outcome=expected(run, contact)))
        return
    ship = run.state.units[ship.id]
    told = [as_fighter(world, squad) for squad in party.squads] + party.heroes
    if ship.owner != NOBODY:
        table.say(Intruders(ship.id, seat, squads_by_class(told)), only(ship.owner))
    for other in (ship.owner, *parties(world, run.state, ship)):
        if other not in (seat, NOBODY):
            recount(run, ship, other, told)


def chosen(look: Look, words: str, pool: list[Unit], heroes: list[Fighter], where: Text) -> Meant:
    """Of squads and heroes in a place those that are meant: all, so many squads, of a stack, or by name.

    Refuses NO_TROOPS.
    """
    named = {look.known.heroes[fighter.key].name.casefold(): fighter for fighter in heroes}
    stack_names = {unit.name.casefold() for unit in pool}
    parts = parts_of(words, {*named, *stack_names})
    leading = [named[part.casefold()] for part in parts if part.casefold() in named]
    rest = [part for part in parts if part.casefold() not in named]
    number = SQUADS_TYPED.fullmatch(rest[0].casefold()) if len(rest) == 1 else None
    if number is not None:
        return Meant(so_many(look, int(number[1]), pool, where), leading)
    shares = shares_meant(look, ", ".join(rest), pool, where) if rest else ()
    if not shares and not leading:
        look.refuse("NO_TROOPS", name=shown(words), place=where, hint=did_you_mean(words, stack_names))
    return Meant(shares, leading)


def so_many(look: Look, squads: int, pool: list[Unit], where: Text) -> tuple[Share, ...]:
    """That many squads: whole stacks in order, and a part of the last. Refuses NO_TROOPS."""
    found: list[Share] = []
    for unit in pool:
        there = look.world.squads(unit.code, unit.pools)
        if squads > 0:
            found.append(whole_or_part(look, Share(unit, min(squads, there))))
            squads -= there
    if squads > 0 or not found:
        look.refuse("NO_TROOPS", name=T_("so many squads"), place=where, hint="")
    return tuple(found)


WITH_SQUADS = NN_("{craft}: {number} squad", "{craft}: {number} squads", "number")
CRAFT_AT = N_("{name} ({code}, {system} {cell})")


def squads_in(look: Look, craft: Unit) -> list[Unit]:
    """The player's stacks in a craft."""
    return [unit for unit in carried(look.known, craft) if unit.kind is UnitKind.INFANTRY and unit.owner == craft.owner]


def craft_label(look: Look, craft: Unit) -> Text:
    """A craft in a menu, with the troops in it."""
    inside = sum(squads_of(look.world, squad.code, squad.pools.armor) for squad in squads_in(look, craft))
    place = {"system": term(craft.system), "cell": term(craft.cell)}
    return WITH_SQUADS(craft=CRAFT_AT(name=term(craft.name), code=term(craft.code), **place), number=inside)


def clumsy(look: Look, craft: Unit, found: Found) -> Refused | None:
    """Auxiliary craft board ships, and landing barges do not (GCW-BRD-01)."""
    boards = craft.kind is UnitKind.AUXILIARY and not look.world.spec(craft.code).is_landing_barge
    return None if boards else Refused(Code.BOARD_CRAFT, {"unit": shown(craft.name)})


def delivered(look: Look, craft: Unit, found: Found) -> Refused | None:
    """Each puts troops aboard a ship once in a turn."""
    return Refused("BOARDED", {"craft": shown(craft.name)}) if look.use(craft).delivered else None


ABOARD_CRAFT = N_("aboard {craft}")


def empty(look: Look, craft: Unit, found: Found) -> Refused | None:
    """Those with squads or heroes in them."""
    if squads_in(look, craft) or heroes_in(look.world, look.known, craft, look.viewer):
        return None
    return Refused("NO_TROOPS", {"name": T_("at all"), "place": ABOARD_CRAFT(craft=name(craft.name)), "hint": ""})


BOARDING_CRAFT = OWN.but(what="a craft of yours", label=craft_label).that(clumsy, can(Act.OTHER), uncommittable)
"""An auxiliary craft of the player's that can act, and comes into a battle where it is."""


def beside(look: Look, found: Found) -> Iterable[Contact]:
    """The contacts in the cell of the craft, or of any that could board; those without shields first."""
    craft: Unit | None = found.get("craft")
    crews = [craft] if craft is not None else list(BOARDING_CRAFT.fitting(look))
    near = {
        contact.alias: contact
        for crew in crews
        for contact in aims(look.world, look.known, look.viewer, crew.system)
        if contact.cell == crew.cell
    }
    return sorted(near.values(), key=lambda contact: contact.pools is None or contact.pools.shields > 0)


def no_ship(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Ships alone are boarded; of unknown kind is what may be one."""
    ship = behind(look, contact)
    kind = ship.kind if ship is not None else contact.kind
    return (
        None if kind in (None, UnitKind.SHIP) else Refused("BOARD_TARGET", {"target": refused_as(look.world, contact)})
    )


def apart(look: Look, craft: Unit, contact: Contact) -> Refused:
    """A craft is not in the cell of a ship."""
    return Refused(Code.BOARD_CELL, {"unit": shown(craft.name), "target": refused_as(look.world, contact)})


def within_reach(craft: Unit, contact: Contact) -> bool:
    """True if a contact is in the cell of a craft."""
    return not contact.gone and (contact.system, contact.cell) == (craft.system, craft.cell)


@when_found("craft")
def afar(look: Look, contact: Contact, craft: Unit) -> Refused | None:
    """Refuses a contact that is not in the cell of the craft."""
    return None if within_reach(craft, contact) else apart(look, craft, contact)


@when_found("craft")
def kept_off(look: Look, contact: Contact, craft: Unit) -> Refused | None:
    """Refuses a contact that a patrol keeps the craft off (GCW-CSP-02)."""
    return blocked(look.turn, craft, contact, behind(look, contact))


ALL = Option("all")
PEOPLE = "'all', '10 squads', '10 squads of Legion', or names with commas, heroes too"


def read_boarders(look: Look, words: str, found: Found) -> Meant:
    """The squads and heroes in a craft that are meant. Refuses BOARD_CAPACITY, NO_TROOPS."""
    craft: Unit = found.craft
    most = look.world.spec(craft.code).troop_capacity
    over = Refused(Code.BOARD_CAPACITY, {"craft": shown(craft.name), "n": most, "kind": SQUAD_PLACES})
    asked = SQUADS_TYPED.match(words.strip().casefold())
    look.require(over if asked is not None and int(asked[1]) > most else None)
    heroes = heroes_in(look.world, look.known, craft, look.viewer)
    meant = chosen(look, words, squads_in(look, craft), heroes, ABOARD_CRAFT(craft=name(craft.name)))
    look.require(over if meant.places(look.world) > most else None)
    return meant


SQUADS_OF_STACK = NN_("{name}: {number} squad of {klass}", "{name}: {number} squads of {klass}", "number")


def stack_option(look: Look, unit: Unit) -> Option:
    """A stack in a menu."""
    squads, klass = look.world.squads(unit.code, unit.pools), class_words(look.world, unit.code)
    return Option(unit.name, SQUADS_OF_STACK(name=term(unit.name), number=squads, klass=klass))


def boarders_offered(look: Look, found: Found) -> Iterator[Option]:
    """All, each stack, each hero in the craft."""
    craft: Unit | None = found.get("craft")
    yield ALL
    if craft is not None:
        yield from (stack_option(look, squad) for squad in squads_in(look, craft))
        heroes = heroes_in(look.world, look.known, craft, look.viewer)
        yield from (Option(look.known.heroes[fighter.key].name) for fighter in heroes)


AT_MOST, AT_MOST_POINTS = N_("at most {points:,}"), N_("at most {points:,} points")
STRENGTH_UNKNOWN, SHIP_UNKNOWN = T_("how strong is not known"), T_("its class is unknown")
SHIELDS_MAY_BE_UP = N_("The shields of {ship} may be up ({most}): then nobody gets aboard (GCW-BRD-01)")


def shields_down(run: Run, contact: Contact, ship: Unit | None) -> None:
    """Refuse BOARD_SHIELDS while shields are up; who does not know whether they are is told so in the preview."""
    contact = run.state.contacts_of(run.seat).get(contact.alias, contact)
    if ship is not None:
        ship = run.state.units[ship.id]
        if ship.shields_up and ship.pools.shields > 0:  # with what its player knows: the exact number is its owner's
            most = AT_MOST(points=contact.pools.shields) if contact.pools is not None else STRENGTH_UNKNOWN
            run.table.refuse(Code.BOARD_SHIELDS, s=most)
        return
    if contact.status is Status.ACTIVE and (contact.pools is None or contact.pools.shields > 0):
        most = AT_MOST_POINTS(points=contact.pools.shields) if contact.pools is not None else SHIP_UNKNOWN
        run.workings.append(SHIELDS_MAY_BE_UP(ship=contact_words(contact), most=most))


class Board(Action):
    """Land troops from an auxiliary craft on a ship whose shields are down, in the same cell."""

    path: ClassVar[str] = "gcw-crew board"
    line: ClassVar[str] = "board {craft} at {target}[ with {squads}]"
    tried: ClassVar[int] = 9
    once: ClassVar[tuple[str, ...]] = ("board {target} with {squads} from {craft}",)
    craft: Annotated[str, BOARDING_CRAFT.that(delivered, empty, what="a craft with troops")] = Field(
        description="the craft that carries them; or a formation, or names with commas", max_length=200
    )
    target: Annotated[
        str, CONTACT.but(among=beside, label=ship_label).that(in_sight, foreign, no_ship, afar, kept_off)
    ] = Field(description="the ship that is boarded: a contact", max_length=60)
    squads: Annotated[str, Value("troops aboard", read_boarders, boarders_offered)] = Field(
        "all", description=PEOPLE, max_length=200
    )

    def perform(self, run: Run) -> None:
        """Troops go aboard another's ship; it is a hostile act, unless the ship is a derelict (GCW-BRD-01).

        Refuses BOARD_SHIELDS.
        """
        craft, contact = run.found.craft, run.found.target
        ship = behind(run.look, contact)
        party = told_off(run, run.found.squads)
        foretell_doubts(run, craft, contact, ship)
        if (ship.status if ship is not None else contact.status) is not Status.DERELICT:
            owner = ship.owner if ship is not None else contact.owner
            hostile_act(run, craft.system, owner)  # from now on the shields are up, if it keeps them so (GCW-DMG-20)
        shields_down(run, contact, ship)
        run.use(craft).delivered = True
        go_over(run, craft, party)
        if run.real and ship is not None:
            approached(run, craft, run.state.units[ship.id])
        ids, heroes = tuple(squad.id for squad in party.squads), tuple(fighter.key for fighter in party.heroes)
        inside = ship.id if ship is not None else contact.alias
        run.say(CameAboard(ids, heroes, inside, contact.alias), only(run.seat))
        came(run, contact, ship, party)


def deserted(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those in which the player has people."""
    return None if my_people(look, contact).host else Refused(Code.NO_CREW)


@when_found("craft")
def out_of_reach(look: Look, contact: Contact, craft: Unit) -> Refused | None:
    """Refuses boarders whose ship is not in the cell of the craft, as whoever holds this state knows it."""
    ship = look.known.units.get(my_people(look, contact).host) if look.turn.real else None
    here = within_reach(craft, contact) if ship is None else (ship.system, ship.cell) == (craft.system, craft.cell)
    return None if here else apart(look, craft, contact)


def read_leaving(look: Look, words: str, found: Found) -> Meant:
    """The squads and heroes in a ship that are meant. Refuses NO_TROOPS, BOARD_CAPACITY."""
    craft, contact, mine = found.craft, found.target, my_people(look, found.target)
    meant = chosen(look, words, mine.squads, mine.heroes, ABOARD_CRAFT(craft=contact_words(contact)))
    if meant.places(look.world) > max(room_left(look.world, look.known, craft)[0], 0):
        most = look.world.spec(craft.code).troop_capacity
        look.refuse(Code.BOARD_CAPACITY, rule="GCW-LCH-03", craft=shown(craft.name), n=most, kind=SQUAD_PLACES)
    return meant


def leaving_offered(look: Look, found: Found) -> Iterator[Option]:
    """All, each stack, each hero in the ship."""
    contact: Contact | None = found.get("target")
    yield ALL
    for ship in [contact] if contact is not None else boarded(look, found):
        mine = my_people(look, ship)
        yield from (stack_option(look, squad) for squad in mine.squads)
        yield from (Option(look.known.heroes[fighter.key].name) for fighter in mine.heroes)


class TakeOff(Action):
    """Take squads of yours out of a ship that is not yours, into an auxiliary craft in the same cell."""

    path: ClassVar[str] = "gcw-crew take-off"
    line: ClassVar[str] = "take off {squads} from {target} with {craft}"
    craft: Annotated[str, BOARDING_CRAFT] = Field(description="the craft that takes them", max_length=60)
    target: Annotated[str, CONTACT.but(among=boarded, label=ship_label).that(deserted, out_of_reach)] = Field(
        description="the ship they are in: a contact", max_length=60
    )
    squads: Annotated[str, Value("troops inside", read_leaving, leaving_offered)] = Field(
        "all", description=PEOPLE, max_length=200
    )

    def perform(self, run: Run) -> None:
        """Squads leave a ship that is not their owner's: boarders, or squads that stayed in a derelict (GCW-DMG-14)."""
        craft, contact, seat = run.found.craft, run.found.target, run.seat
        ship = run.state.units.get(my_people(run.look, contact).host) if run.real else None
        party = told_off(run, run.found.squads)
        go_over(run, craft, party)
        ids, leading = tuple(squad.id for squad in party.squads), tuple(fighter.key for fighter in party.heroes)
        run.say(TookOff(ids, leading, contact.alias, craft.id), only(seat))
        if ship is None:
            return
        acted(run, run.state.units[craft.id])
        told = [as_fighter(run.world, squad) for squad in party.squads] + party.heroes
        if ship.owner != NOBODY:
            run.say(Intruders(ship.id, seat, squads_by_class(told), left=True), only(ship.owner))
        for other in (ship.owner, *parties(run.world, run.state, ship)):
            if other not in (seat, NOBODY):
                recount(run, ship, other, ())
