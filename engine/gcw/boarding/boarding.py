"""Boarding: troops out of auxiliaries into a ship and out again, fights inside, and scuttling.

Rulebook: GCW-BRD-01, -02, -07, GCW-DMG-18. What becomes of the ship is told in `prizes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.game import REFEREE, Fact, Seat, only
from engine.gcw.acting import (
    CONTACT,
    FIRED,
    INSIDE,
    MOVED,
    OWN,
    Action,
    acted,
    aims,
    begin_half,
    behind,
    can,
    contact_named,
    foreign,
    in_sight,
    unable,
    when_found,
)
from engine.gcw.battles import commit, hostile_act
from engine.gcw.boarding.interior import (
    A_HERO,
    THE_CREW,
    Blow,
    Fighter,
    FoesCounted,
    a_ship,
    aboard,
    as_fighter,
    as_known_foes,
    boarded,
    crew_class,
    crew_most,
    foes_in,
    foes_key,
    fought,
    hero_class,
    heroes_in,
    my_people,
    parties,
    recount,
    ship_label,
    ship_words,
    squads_by_class,
    squads_of,
    totals,
    with_heroes,
)
from engine.gcw.boarding.prizes import expected
from engine.gcw.contacts import BOARD, gave_away, hidden, see, track_of
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import DamageChannel, Status
from engine.gcw.figures.damage import Act, ship_status_after
from engine.gcw.figures.ucr import SCUTTLE_UCR, q3, refined
from engine.gcw.fleets import SQUAD_PLACES, HeroDied, hero_changed, hero_name, room_left
from engine.gcw.ground.troops import Share, shares_meant, told_apart, whole_or_part
from engine.gcw.look import (
    SQUADS,
    Look,
    Run,
    class_words,
    contact_at,
    contact_words,
    decimal,
    hearers,
    player,
    refused_as,
)
from engine.gcw.losses import DESTROYED, fallen, take_out
from engine.gcw.space.patrol import blocked, foretell_doubts
from engine.gcw.space.volleys import Hurt
from engine.gcw.state import CREW, NOBODY, Contact, Foes, Sighting, State, Unit, UnitKind, carried, changed
from engine.gcw.world import HERO, World
from engine.look import Refused
from engine.noun import Found, Noun, Value, parts_of
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Text, joined, listed, name, term
from engine.text.names import did_you_mean, shown

SQUADS_TYPED = re.compile(r"(\d{1,6}) squads?")


class Meant(NamedTuple):
    """Who is meant to go: stacks or shares of them, and heroes."""

    shares: tuple[Share, ...]
    heroes: list[Fighter]

    def places(self, world: World) -> int:
        """Places that the squads take."""
        return sum(
            world.spec(unit.code).room * (world.squads(unit.code, unit.pools) if squads is None else squads)
            for unit, squads in self.shares
        )


class Party(NamedTuple):
    """Who goes from one place to another: stacks, and heroes."""

    squads: list[Unit]
    heroes: list[Fighter]


NAME_AND_SQUADS = N_("{name} ({squads})")
YOUR_PEOPLE = T_("Your people")


def people_words(look: Look, units: Sequence[str], heroes: Sequence[str]) -> Text:
    """Stacks and heroes of the hearer's by name."""
    world, known = look.world, look.known
    stacks = [known.units[one] for one in units if one in known.units]
    squads = [SQUADS(number=world.squads(one.code, one.pools)) for one in stacks]
    who = [NAME_AND_SQUADS(name=look.name(one.id), squads=number) for one, number in zip(stacks, squads, strict=True)]
    who += [name(known.heroes[one].name) for one in heroes if one in known.heroes]
    return listed(who) or YOUR_PEOPLE


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
    """Who goes, squads of a stack as stacks of their own."""
    return Party(told_apart(run, meant.shares), meant.heroes)


def go_over(run: Run, craft: Unit, party: Party) -> None:
    """Going from ship to ship is the moving half of a stack's turn, and uses its group and the craft's (GCW-BUR-02)."""
    commit(run, craft)
    for one in party.squads:
        begin_half(run, one, MOVED)
        commit(run, replace(one, docked="", system=craft.system))


def approached(run: Run, craft: Unit, ship: Unit) -> None:
    """The craft is seen at the ship, as fire would be, and its people see the ship (GCW-SCN-18, GCW-PST-03)."""
    acted(run, craft)
    if not hidden(run.state, run.world, ship.cell):
        track_of(run.table, ship)
    gave_away(run.table, run.world, craft, BOARD, victim=ship.owner)
    see(run.table, run.world, run.seat, ship, Sighting.CELL, "", classified=True)


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
    told = [as_fighter(world, one) for one in party.squads] + party.heroes
    if ship.owner != NOBODY:
        table.say(Intruders(ship.id, seat, squads_by_class(told)), only(ship.owner))
    for other in (ship.owner, *parties(world, run.state, ship)):
        if other not in (seat, NOBODY):
            recount(run, ship, other, told)


SO_MANY = T_("so many squads")


def chosen(look: Look, words: str, pool: list[Unit], heroes: list[Fighter], where: Text) -> Meant:
    """Of squads and heroes in a place those that are meant: all, so many squads, of a stack, or by name.

    Refuses NO_TROOPS.
    """
    named = {look.known.heroes[one.key].name.casefold(): one for one in heroes}
    stack_names = {one.name.casefold() for one in pool}
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
    for one in pool:
        there = look.world.squads(one.code, one.pools)
        if squads > 0:
            found.append(whole_or_part(look, Share(one, min(squads, there))))
            squads -= there
    if squads > 0 or not found:
        look.refuse("NO_TROOPS", name=SO_MANY, place=where, hint="")
    return tuple(found)


WITH_SQUADS = NN_("{craft}: {number} squad", "{craft}: {number} squads", "number")
CRAFT_AT = N_("{name} ({code}, {system} {cell})")


def squads_in(look: Look, craft: Unit) -> list[Unit]:
    """The player's stacks in a craft."""
    return [one for one in carried(look.known, craft) if one.kind is UnitKind.INFANTRY and one.owner == craft.owner]


def craft_label(look: Look, craft: Unit) -> Text:
    """A craft in a menu, with the troops in it."""
    inside = sum(squads_of(look.world, one.code, one.pools.armor) for one in squads_in(look, craft))
    place = {"system": term(craft.system), "cell": term(craft.cell)}
    return WITH_SQUADS(craft=CRAFT_AT(name=term(craft.name), code=term(craft.code), **place), number=inside)


def clumsy(look: Look, craft: Unit, found: Found) -> Refused | None:
    """Auxiliary craft board ships, and landing barges do not (GCW-BRD-01)."""
    boards = craft.kind is UnitKind.AUXILIARY and not look.world.spec(craft.code).is_landing_barge
    return None if boards else Refused(Code.BOARD_CRAFT, {"unit": shown(craft.name)})


def delivered(look: Look, craft: Unit, found: Found) -> Refused | None:
    """Each puts troops aboard a ship once in a turn."""
    return Refused("BOARDED", {"craft": shown(craft.name)}) if look.use(craft).delivered else None


AT_ALL = T_("at all")
ABOARD_CRAFT = N_("aboard {craft}")


def empty(look: Look, craft: Unit, found: Found) -> Refused | None:
    """Those with squads or heroes in them."""
    if squads_in(look, craft) or heroes_in(look.world, look.known, craft, look.viewer):
        return None
    return Refused("NO_TROOPS", {"name": AT_ALL, "place": ABOARD_CRAFT(craft=name(craft.name)), "hint": ""})


BOARDING_CRAFT = OWN.but(what="a craft of yours", label=craft_label).that(clumsy, can(Act.OTHER))
"""An auxiliary craft of the player's that can act."""


def beside(look: Look, found: Found) -> Iterable[Contact]:
    """The contacts in the cell of the craft, or of any that could board; those without shields first."""
    craft: Unit | None = found.get("craft")
    crews = [craft] if craft is not None else list(BOARDING_CRAFT.fitting(look))
    near = {
        contact.alias: contact
        for one in crews
        for contact in aims(look.world, look.known, look.viewer, one.system)
        if contact.cell == one.cell
    }
    return sorted(near.values(), key=lambda one: one.pools is None or one.pools.shields > 0)


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
    return Option(unit.name, SQUADS_OF_STACK(name=term(unit.name), number=squads, klass=klass)[:100])


def boarders_offered(look: Look, found: Found) -> Iterator[Option]:
    """All, each stack, each hero in the craft."""
    craft: Unit | None = found.get("craft")
    yield ALL
    if craft is not None:
        yield from (stack_option(look, one) for one in squads_in(look, craft))
        heroes = heroes_in(look.world, look.known, craft, look.viewer)
        yield from (Option(look.known.heroes[one.key].name) for one in heroes)


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
        ids, heroes = tuple(one.id for one in party.squads), tuple(one.key for one in party.heroes)
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
        yield from (stack_option(look, one) for one in mine.squads)
        yield from (Option(look.known.heroes[one.key].name) for one in mine.heroes)


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
        ids, leading = tuple(one.id for one in party.squads), tuple(one.key for one in party.heroes)
        run.say(TookOff(ids, leading, contact.alias, craft.id), only(seat))
        if ship is None:
            return
        acted(run, run.state.units[craft.id])
        told = [as_fighter(run.world, one) for one in party.squads] + party.heroes
        if ship.owner != NOBODY:
            run.say(Intruders(ship.id, seat, squads_by_class(told), left=True), only(ship.owner))
        for other in (ship.owner, *parties(run.world, run.state, ship)):
            if other not in (seat, NOBODY):
                recount(run, ship, other, ())


FOUGHT, SCUTTLED = "fought", "scuttled"
"""What people inside a ship may do in a turn: the one or the other (GCW-DMG-18)."""


def idle(look: Look, fighters: list[Fighter], ship: str) -> list[Fighter]:
    """Of people in a ship those who have done nothing there in this turn."""
    uses = [(one, look.use_of(key_of(one, ship))) for one in fighters]
    return [one for one, use in uses if not use.inside and FIRED not in use.halves]


def key_of(fighter: Fighter, ship: str) -> str:
    """The key under which is kept what a fighter did in a turn."""
    return fighter.key if fighter.key != CREW else f"{CREW}/{ship}"


def free(run: Run, fighters: list[Fighter], ship: str, act: str) -> list[Fighter]:
    """Of people in a ship those who have done nothing there in this turn, who are now busy. Refuses SQUADS_BUSY."""
    left = idle(run.look, fighters, ship)
    if not left:
        run.table.refuse("SQUADS_BUSY", ship=shown(ship))
    for one in left:
        use = run.use_of(key_of(one, ship))
        use.inside = act
        use.halves.append(FIRED)
    return left


FORETOLD = N_(
    "{people} in {ship} at {foe}: {raw} raw × {quotient} (UCR {attack} against {defence}) = **{damage}**, leaving at "
    "most {left} hit points"
)


NOBODY_LEFT = N_("Nobody is known to be left in {ship}: {outcome}")


IF_NOBODY_ELSE = N_("If nobody else fights in {ship}, {outcome} (GCW-BRD-03, -05)")


CREW_OF = N_("the crew ({code})")


def foresee_fight(run: Run, contact: Contact, fighters: list[Fighter]) -> None:
    """Foretells what boarders will do, as far as their player knows who is against them (GCW-TRN-04)."""
    world, state, ship = run.world, run.state, contact_words(contact)
    foes = state.foes.get(foes_key(run.seat, contact.alias))
    if foes is None or not foes.points:
        if contact.code:
            run.workings.append(NOBODY_LEFT(ship=ship, outcome=expected(run, contact)))
        return
    known = as_known_foes(world, state, contact, contact.owner, foes)
    left = foreseen(run, ship, foes, fought(world, state, contact, fighters, known))
    if not left.points and contact.code:
        run.workings.append(IF_NOBODY_ELSE(ship=ship, outcome=expected(run, contact)))


def foreseen(run: Run, ship: Text, foes: Foes, blows: list[Blow]) -> Foes:
    """The arithmetic of a fight inside in the preview, and whom it would leave."""
    points = dict(foes.points)
    for blow in blows:
        points[blow.foe.label] = blow.left
        run.workings.append(
            FORETOLD(
                people=blow.total.words,
                ship=ship,
                foe=foe_words(run.world, blow.foe),
                raw=blow.spent,
                quotient=decimal(blow.quotient),
                attack=blow.total.attack,
                defence=blow.defence,
                damage=blow.damage,
                left=blow.left,
            )
        )
    left = replace(foes, points={label: hp for label, hp in points.items() if hp})
    run.say(FoesCounted(left), REFEREE)
    return left


def foe_words(world: World, foe: Fighter) -> Text:
    """A foe inside a ship in words: the crew, or a class."""
    if foe.is_hero:
        return A_HERO(klass=hero_class(world, foe.code))
    return CREW_OF(code=term(foe.code)) if foe.label == CREW else class_words(world, foe.code)


def places_of_fights(look: Look, found: Found) -> Iterator[Unit | Contact]:
    """Own ships with boarders in them, and ships of others' that the player has boarded."""
    yield from (one for one in look.own() if foes_key(look.viewer, one.id) in look.known.foes)
    yield from boarded(look, found)


def place_named(look: Look, words: str, found: Found) -> Unit | Contact | None:
    """An own unit of that name, else a contact of that name or alias."""
    wanted = words.strip().casefold()
    mine = next((one for one in look.own() if one.name.casefold() == wanted), None)
    return mine if mine is not None else contact_named(look.known, look.viewer, words)


REPELLED = N_("{ship}: repel boarders")


def place_label(look: Look, place: Unit | Contact) -> Text:
    """A ship with boarders in a menu."""
    return REPELLED(ship=term(place.name)) if isinstance(place, Unit) else ship_label(look, place)


ITS_ARRIVAL = T_("its arrival")


def peaceful(look: Look, place: Unit | Contact, found: Found) -> Refused | None:
    """Ships in which people of the player's have somebody to fight, and have not done so in this turn.

    NO_BOARDERS, NO_CREW, SQUADS_BUSY; IN_TRANSIT for boarders in a ship in hyperspace, which the referee alone knows.
    """
    if isinstance(place, Unit):
        cannot = unable(look, place, Act.REPEL)
        if cannot is not None:
            return cannot
        if place.kind is not UnitKind.SHIP or foes_key(look.viewer, place.id) not in look.known.foes:
            return Refused("NO_BOARDERS", {"ship": shown(place.name)})
    elif (ship := place_behind(look, place)) is not None and not ship.cell:
        return Refused("IN_TRANSIT", {"unit": shown(place.label), "time": ITS_ARRIVAL})
    fighters, called = people_in(look, place)
    if not fighters:
        return Refused(Code.NO_CREW)
    return None if idle(look, fighters, called) else Refused("SQUADS_BUSY", {"ship": shown(called)})


def place_behind(look: Look, contact: Contact) -> Unit | None:
    """The ship in which the player's people are, where whoever holds this state knows it."""
    return look.known.units.get(my_people(look, contact).host) if look.turn.real else None


def people_in(look: Look, place: Unit | Contact) -> tuple[list[Fighter], str]:
    """Who fights for the player in its own ship, or in another's; and what the ship is called."""
    if isinstance(place, Unit):
        return aboard(look.world, look.known, place, look.viewer), place.name
    people = my_people(look, place)
    return [*(as_fighter(look.world, one) for one in people.squads), *people.heroes], place.label


FOUGHT_OVER: Noun[Look, Unit | Contact] = Noun(
    "a ship with boarders",
    places_of_fights,
    lambda place: (place.name,) if isinstance(place, Unit) else place.names,
    place_label,
    unknown="NO_UNIT",
    exact=place_named,
    tests=(peaceful,),
)
"""A ship with boarders: the player's own, or one that it has boarded."""


class FightAboard(Action):
    """Have your people inside a ship fight: boarders against its defenders, or crew against boarders."""

    path: ClassVar[str] = "gcw-crew fight"
    line: ClassVar[str] = "fight aboard {ship}"
    step: ClassVar[int] = INSIDE
    ship: Annotated[str, FOUGHT_OVER] = Field(
        description="the ship: your own, or a contact that you have boarded", max_length=60
    )

    def perform(self, run: Run) -> None:
        """All of a player's people in a ship fight its foes there; after all boarding of the turn (GCW-BRD-02, -07).

        Repelling boarders uses neither the ship's fire half nor its command points.
        """
        place = run.found.ship
        fighters, called = people_in(run.look, place)
        fighters = free(run, fighters, called, FOUGHT)
        if isinstance(place, Unit):
            repel(run, place, fighters)
        else:
            storm(run, place, fighters)


def repel(run: Run, ship: Unit, fighters: list[Fighter]) -> None:
    """Crew, squads and heroes of a ship fight its boarders (GCW-BRD-07)."""
    world, state, seat = run.world, run.state, run.seat
    if run.real:
        settle_fight(run, ship, fighters, ship.id)
        return
    foes = state.foes[foes_key(seat, ship.id)]
    known = as_known_foes(world, state, ship, seat, foes)
    foreseen(run, name(ship.name), foes, fought(world, state, ship, fighters, known))


def storm(run: Run, contact: Contact, fighters: list[Fighter]) -> None:
    """Boarders fight those in another's ship; it is a hostile act, unless the ship is a derelict (GCW-BRD-02)."""
    ship = place_behind(run.look, contact)
    people = my_people(run.look, contact)
    where = ship.system if ship is not None else contact.system
    if (ship.status if ship is not None else contact.status) is not Status.DERELICT:
        hostile_act(run, where, ship.owner if ship is not None else contact.owner)
    for one in people.squads:
        commit(run, replace(one, docked="", system=where))
    if ship is not None:
        settle_fight(run, ship, fighters, contact.alias)
    else:
        foresee_fight(run, contact, fighters)


class Clash(msgspec.Struct, frozen=True):
    """A blow of squads of one rating at one lot of foes inside a ship, with the arithmetic of GCW-UCR-04.

    `by` is who they are, in words. `foe` is what they hit: the crew, a class of squads, a hero's class. `left` are its
    hit points afterwards, at most.
    """

    by: str
    raw: int
    attack: int
    defence: int
    quotient: int
    damage: int
    foe: str
    left: int


BLOW = N_(
    "{by} against {foe}: {raw:,} raw × {quotient} (UCR {attack} against {defence}) = **{damage:,}**; "
    "at most {left:,} hit points left."
)


LAST_BLOW = N_(
    "{by} against {foe}: {raw:,} raw × {quotient} (UCR {attack} against {defence}) = **{damage:,}**; "
    "nobody of them is left."
)


def clash_words(look: Look, clash: Clash) -> Text:
    """A total of squads against one lot of foes, with its arithmetic."""
    if clash.foe.startswith(HERO):
        foe = A_HERO(klass=hero_class(look.world, clash.foe))
    else:
        foe = THE_CREW if clash.foe == CREW else class_words(look.world, clash.foe)
    return (BLOW if clash.left else LAST_BLOW)(
        by=term(clash.by),
        foe=foe,
        raw=clash.raw,
        quotient=decimal(clash.quotient),
        attack=clash.attack,
        defence=clash.defence,
        damage=clash.damage,
        left=clash.left,
    )


FOUGHT_THERE = N_("Your people in **{ship}**: {clashes}")


FOUND_NOBODY = N_("Your people in **{ship}**: they find nobody to fight.")


class FoughtAboard(Fact[State], frozen=True):
    """A fight of a player's people inside a ship: its own, or one that it knows by an alias. For that player."""

    rule = "GCW-BRD-02"
    decides = True
    seat: Seat
    ship: str
    clashes: tuple[Clash, ...]

    def words(self, look: Look) -> Text:
        ship = ship_words(look, self.seat, self.ship)
        if not self.clashes:
            return FOUND_NOBODY(ship=ship)
        return FOUGHT_THERE(ship=ship, clashes=joined(" ", (clash_words(look, one) for one in self.clashes)))


CREW_LOST = N_(
    "The crew of **{ship}** lost **{damage:,}** hit points to the people of {player}; left: {squads}, "
    "{points:,} hit points."
)


SOME = T_("some")


class CrewHurt(Fact[State], frozen=True):
    """A ship's crew was hit: hit points lost, and left. For the ship's owner."""

    rule = "GCW-BRD-02"
    decides = True
    ship: str
    damage: int
    crew: int
    by: Seat

    def evolve(self, state: State) -> State:
        return changed(state, self.ship, crew=self.crew)

    def words(self, look: Look) -> Text:
        unit = look.known.units.get(self.ship)
        code = crew_class(look.world, look.known, unit.owner) if unit is not None else ""
        squads = SQUADS(number=squads_of(look.world, code, self.crew)) if code else SOME
        numbers = {"damage": self.damage, "points": self.crew}
        return CREW_LOST(ship=look.name(self.ship), player=player(self.by), squads=squads, **numbers)


STACK_LOST = N_(
    "**{unit}** lost **{damage:,}** hit points inside the ship to the people of {player}; left: {squads}, "
    "{points:,} hit points."
)


class SquadsHurt(Fact[State], frozen=True):
    """Squads inside a ship were hit: hit points lost, and left. For their owner."""

    rule = "GCW-BRD-02"
    decides = True
    unit: str
    damage: int
    left: int
    by: Seat

    def evolve(self, state: State) -> State:
        unit = state.units.get(self.unit)
        if unit is None:
            return state
        return changed(state, self.unit, pools=replace(unit.pools, armor=self.left))

    def words(self, look: Look) -> Text:
        unit = look.known.units.get(self.unit)
        squads = SQUADS(number=squads_of(look.world, unit.code, self.left) if unit is not None else 0)
        numbers = {"damage": self.damage, "points": self.left}
        return STACK_LOST(unit=look.name(self.unit), player=player(self.by), squads=squads, **numbers)


HERO_LOST = N_("**{hero}** lost **{damage:,}** hit points to the people of {player}.")


class HeroHurt(Fact[State], frozen=True):
    """A hero inside a ship was hit; `wounds` are the hit points it lacks now. For its owner."""

    rule = "GCW-G2H-01"
    decides = True
    hero: str
    damage: int
    wounds: int
    by: Seat

    def evolve(self, state: State) -> State:
        return hero_changed(state, self.hero, wounds=self.wounds)

    def words(self, look: Look) -> Text:
        return HERO_LOST(hero=hero_name(look, self.hero), damage=self.damage, player=player(self.by))


def settle_fight(run: Run, ship: Unit, fighters: list[Fighter], name: str) -> None:
    """A fight inside on the referee's state: casualties, and what both sides know now (GCW-BRD-02)."""
    world, seat = run.world, run.seat
    foes = foes_in(world, run.state, ship, seat)
    blows = fought(world, run.state, ship, fighters, foes)
    clashes = tuple(
        Clash(
            by=blow.total.words,
            raw=blow.spent,
            attack=blow.total.attack,
            defence=blow.defence,
            quotient=blow.quotient,
            damage=blow.damage,
            foe=blow.foe.label,
            left=seen_left(run, blow),
        )
        for blow in blows
    )
    run.table.say(FoughtAboard(seat, name, clashes), only(seat))
    for blow in blows:
        casualty(run, run.state.units[ship.id], blow)
    after = run.state.units[ship.id]
    recount(run, after, seat, [blow.foe for blow in blows])
    for victim in sorted({blow.foe.owner for blow in blows} - {NOBODY}):
        recount(run, after, victim, fighters)


def seen_left(run: Run, blow: Blow) -> int:
    """Hit points that a foe has left as whoever hit it counts: whole squads."""
    if blow.foe.is_hero:
        return blow.left
    most = run.world.full(blow.foe.code).armor
    return most * squads_of(run.world, blow.foe.code, blow.left)


def casualty(run: Run, ship: Unit, blow: Blow) -> None:
    """Tells the owner what one lot of fighters lost; the dead are taken out of play (GCW-BRD-02, GCW-HRO-05)."""
    table, foe, seat = run.table, blow.foe, run.seat
    lost = foe.points - blow.left
    if foe.label == CREW:
        table.say(CrewHurt(ship.id, lost, blow.left, seat), hearers(foe.owner))
    elif foe.is_hero:
        hero = run.state.heroes[foe.key]
        table.say(HeroHurt(foe.key, lost, hero.wounds + lost, seat), only(foe.owner))
        if not blow.left:
            table.say(HeroDied(foe.key), only(foe.owner))
    else:
        table.say(SquadsHurt(foe.key, lost, blow.left, seat), hearers(foe.owner))
        if not blow.left:
            take_out(table, run.state.units[foe.key], DESTROYED)


def saboteurs(look: Look, ship: Unit) -> list[Fighter]:
    """Who attacks a ship's own hull: its crew and squads, no heroes."""
    return [one for one in aboard(look.world, look.known, ship, ship.owner) if not one.is_hero]


def unmanned(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Those with somebody aboard who has not fought, nor attacked the hull, in this turn."""
    people = saboteurs(look, ship)
    if not people:
        return Refused(Code.NO_CREW)
    return None if idle(look, people, ship.name) else Refused("SQUADS_BUSY", {"ship": shown(ship.name)})


SCUTTLING = N_(
    "{people} scuttle {ship}: {raw} raw × {share} (UCR {attack} against {defence}) = **{damage}**, leaving hull {hull}"
)


SCUTTLED_FOR_GOOD = N_(
    "{people} scuttle {ship}: {raw} raw × {share} (UCR {attack} against {defence}) = **{damage}**, leaving hull {hull}"
    ": destroyed, with all who are aboard"
)


class Scuttle(Action):
    """Have crew and squads of your disabled ship attack its own hull; they do not fight boarders then."""

    path: ClassVar[str] = "gcw-crew scuttle"
    line: ClassVar[str] = "scuttle {ship}"
    step: ClassVar[int] = INSIDE
    ship: Annotated[str, OWN.but(what="a ship of yours").that(a_ship, can(Act.SCUTTLE), unmanned)] = Field(
        description="a disabled ship of yours", max_length=60
    )

    def perform(self, run: Run) -> None:
        """Crew and squads against their own hull, at UCR 20, through nothing else (GCW-DMG-18)."""
        world, ship = run.world, run.found.ship
        people = free(run, saboteurs(run.look, ship), ship.name, SCUTTLED)
        for total in totals(world, run.state, ship, people):
            ship = run.state.units[ship.id]
            damage = refined(total.raw, total.attack, SCUTTLE_UCR)
            hit = world.struck(ship.kind, ship.pools, DamageChannel.SCUTTLE, damage, shields_up=ship.shields_up)
            status = ship_status_after(ship.status, hit.status, DamageChannel.SCUTTLE)
            if not run.real:
                run.workings.append(
                    (SCUTTLED_FOR_GOOD if status is Status.DESTROYED else SCUTTLING)(
                        people=total.words,
                        ship=name(ship.name),
                        raw=total.raw,
                        share=decimal(q3(total.attack, SCUTTLE_UCR)),
                        attack=total.attack,
                        defence=SCUTTLE_UCR,
                        damage=damage,
                        hull=hit.pools.hull,
                    )
                )
            hurt = Hurt(ship.id, DamageChannel.SCUTTLE, damage, hit.pools, status, "its own people")
            run.say(hurt, only(run.seat))
            if status is Status.DESTROYED:
                if run.real:
                    fallen(run, ship, status)
                return
