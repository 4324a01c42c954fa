"""Boarding: troops out of auxiliaries into a ship, and out again; whom both sides see there. Rulebook: GCW-BRD-01.

What they do there is told in `fights_aboard`, what becomes of the ship in `capture`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple

from msgspec.structs import replace
from pydantic import Field

from engine.game import REFEREE, Fact, Seat, only
from engine.gcw.acting import MOVED, able, acted, begin_half, commit, contact_named, hostile_act, look_in, own, target
from engine.gcw.boarding.capture import expected
from engine.gcw.boarding.interior import (
    A_HERO,
    Fighter,
    FoesCounted,
    as_fighter,
    by_number,
    counted_foes,
    crew_most,
    foes_in,
    foes_key,
    hero_class,
    hero_fighter,
    heroes_in,
    parties,
    squads_by_class,
    with_heroes,
)
from engine.gcw.data.codes import Code
from engine.gcw.facts.changes import changed
from engine.gcw.figures.damage import Act, Status
from engine.gcw.ground.troops import make_room, parted, rooms, shares_meant, told_apart
from engine.gcw.look import Look
from engine.gcw.run import Run
from engine.gcw.sight.contacts import BOARD, gave_away, hidden, see, track_of
from engine.gcw.space.launch import words_of
from engine.gcw.space.patrol import require_unblocked
from engine.gcw.state import CREW, NOBODY, Contact, Foes, Sighting, State, Unit, UnitKind, carried
from engine.gcw.words import SQUADS as SQUADS_WORDS
from engine.gcw.words import class_words, contact_at, player
from engine.gcw.world import HERO
from engine.orders import Order, Pick
from engine.text.message import N_, NN_, T_, Text, listed, name, term
from engine.text.names import did_you_mean, shown

SQUADS = re.compile(r"(\d{1,6}) squads?")


class Board(Order):
    """Land troops from an auxiliary craft on a ship whose shields are down, in the same cell."""

    path: ClassVar[str] = "gcw-crew board"
    line: ClassVar[str] = "board {target} with {squads} from {craft}"
    shows: ClassVar[str] = "preview"
    craft: Annotated[str, Pick("a craft with troops")] = Field(description="the craft that carries them", max_length=60)
    target: Annotated[str, Pick("a contact")] = Field(description="the ship that is boarded: a contact", max_length=60)
    squads: Annotated[str, Pick("troops aboard")] = Field(
        "all", description="'all', '10 squads', '10 squads of Legion', or names with commas, heroes too", max_length=200
    )


class TakeOff(Order):
    """Take squads of yours out of a ship that is not yours, into an auxiliary craft in the same cell."""

    path: ClassVar[str] = "gcw-crew take-off"
    line: ClassVar[str] = "take off {squads} from {target} with {craft}"
    shows: ClassVar[str] = "preview"
    craft: Annotated[str, Pick("a craft of yours")] = Field(description="the craft that takes them", max_length=60)
    target: Annotated[str, Pick("a contact")] = Field(description="the ship they are in: a contact", max_length=60)
    squads: Annotated[str, Pick("troops inside")] = Field(
        "all", description="'all', '10 squads', '10 squads of Legion', or names with commas, heroes too", max_length=200
    )


class Party(NamedTuple):
    """Who goes from one place to another: stacks, and heroes."""

    squads: list[Unit]
    heroes: list[Fighter]


class Inside(NamedTuple):
    """A player's people in another's ship, and that ship's id, as far as this state knows it."""

    squads: list[Unit]
    heroes: list[Fighter]
    host: str


NAME_AND_SQUADS = N_("{name} ({squads})")
YOUR_PEOPLE = T_("Your people")


def people_words(look: Look, units: Sequence[str], heroes: Sequence[str]) -> Text:
    """Stacks and heroes of the hearer's by name."""
    world, known = look.world, look.known
    stacks = [known.units[one] for one in units if one in known.units]
    squads = [SQUADS_WORDS(number=world.squads(one.code, one.pools)) for one in stacks]
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
        for unit in self.units:
            state = changed(
                state, unit, docked=self.ship, inside=self.alias, boarder=True, system="", cell="", voyage=""
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
        for unit in self.units:
            state = changed(state, unit, docked=self.craft, inside="", boarder=False)
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

    def words(self, look: Look) -> Text:
        who = [
            A_HERO(klass=hero_class(look.world, code))
            if code.startswith(HERO)
            else SQUADS_OF_CLASS(number=number, klass=class_words(look.world, code))
            for code, number in self.squads.items()
        ]
        sentence = GO_OUT if self.left else BOARDED_BY
        return sentence(ship=look.name(self.ship), squads=listed(who), player=player(self.seat))


def board(run: Run, order: Board) -> None:
    """Troops go aboard another's ship; it is a hostile act, unless the ship is a derelict (GCW-BRD-01).

    Refuses BOARD_CRAFT, BOARD_TARGET, BOARD_CELL, CSP_BLOCKED, BOARD_SHIELDS, BOARD_CAPACITY, BOARDED.
    """
    table, seat = run.table, run.seat
    craft = boarding_craft(run, order.craft)
    contact, ship = target(run, order.target)
    kind = ship.kind if ship is not None else contact.kind
    owner = ship.owner if ship is not None else contact.owner
    if owner == seat:
        table.refuse("OWN_TARGET", unit=shown(contact.label))
    if kind is not None and kind is not UnitKind.SHIP:
        table.refuse("BOARD_TARGET", target=shown(contact.label))
    same_cell(run, craft, contact)
    if run.use(craft).delivered:
        table.refuse("BOARDED", craft=shown(craft.name))
    party = party_meant(run, order.squads, craft)
    require_unblocked(run, craft, contact, ship)
    status = ship.status if ship is not None else contact.status
    if status is not Status.DERELICT:
        hostile_act(run, craft.system, owner)  # from now on the shields are up, if it keeps them so (GCW-DMG-20)
    shields_down(run, contact, ship)
    run.use(craft).delivered = True
    step(run, craft, party)
    if run.real and ship is not None:
        approached(run, craft, run.state.units[ship.id])
    ids, heroes = tuple(one.id for one in party.squads), tuple(one.key for one in party.heroes)
    inside = ship.id if ship is not None else contact.alias
    table.say(CameAboard(ids, heroes, inside, contact.alias), only(seat))
    came(run, contact, ship, party)


def boarding_craft(run: Run, name: str) -> Unit:
    """An auxiliary craft of the player's that can act; no landing barge. Refuses BOARD_CRAFT (GCW-BRD-01)."""
    craft = own(run.table, run.seat, name)
    spec = run.world.spec(craft.code)
    if craft.kind is not UnitKind.AUXILIARY or spec.is_landing_barge:
        run.table.refuse(Code.BOARD_CRAFT, unit=shown(craft.name))
    able(run, craft, Act.OTHER)
    return craft


def same_cell(run: Run, craft: Unit, contact: Contact) -> None:
    """Refuse BOARD_CELL unless a craft is in the cell of a ship."""
    if contact.gone or (contact.system, contact.cell) != (craft.system, craft.cell):
        run.table.refuse(Code.BOARD_CELL, unit=shown(craft.name), target=shown(contact.label))


def shields_down(run: Run, contact: Contact, ship: Unit | None) -> None:
    """Refuse BOARD_SHIELDS while shields are up; who does not know whether they are is told so in the preview."""
    contact = run.state.contacts_of(run.seat).get(contact.alias, contact)
    if ship is not None:
        ship = run.state.units[ship.id]
        if ship.shields_up and ship.pools.shields > 0:  # with what its player knows: the exact number is its owner's
            known = f"at most {contact.pools.shields:,}" if contact.pools is not None else "how strong is not known"
            run.table.refuse(Code.BOARD_SHIELDS, s=known)
        return
    if contact.status is Status.ACTIVE and (contact.pools is None or contact.pools.shields > 0):
        most = f"at most {contact.pools.shields:,} points" if contact.pools is not None else "its class is unknown"
        run.workings.append(
            f"The shields of {shown(contact.label)} may be up ({most}): then nobody gets aboard (GCW-BRD-01)"
        )


def party_meant(run: Run, words: str, craft: Unit) -> Party:
    """The squads and heroes in a craft that are meant. Refuses BOARD_CAPACITY, NO_TROOPS."""
    pool = [one for one in carried(run.state, craft) if one.kind is UnitKind.INFANTRY and one.owner == run.seat]
    most = capacity_of(run, craft)
    asked = SQUADS.match(words.strip().casefold())
    if asked is not None and int(asked[1]) > most:
        run.table.refuse(Code.BOARD_CAPACITY, craft=shown(craft.name), n=most, kind="squads")
    party = chosen(run, words, pool, heroes_in(run.world, run.state, craft, run.seat), f"aboard {shown(craft.name)}")
    if rooms(run.world, party.squads)[0] > most:
        run.table.refuse(Code.BOARD_CAPACITY, craft=shown(craft.name), n=most, kind="squads")
    return party


def capacity_of(run: Run, craft: Unit) -> int:
    """Squads that a craft carries."""
    return run.world.spec(craft.code).troop_capacity


def chosen(run: Run, words: str, pool: list[Unit], heroes: list[Fighter], where: str) -> Party:
    """Of squads and heroes in a place those that are meant: all, so many squads, of a stack, or by name."""
    named = {run.state.heroes[one.key].name.casefold(): one for one in heroes}
    stack_names = {one.name.casefold() for one in pool}
    parts = words_of(words, {*named, *stack_names})
    leading = [named[part.casefold()] for part in parts if part.casefold() in named]
    rest = [part for part in parts if part.casefold() not in named]
    number = SQUADS.fullmatch(rest[0].casefold()) if len(rest) == 1 else None
    if number is not None:
        return Party(so_many(run, int(number[1]), pool, where), leading)
    squads = told_apart(run, shares_meant(look_in(run), ", ".join(rest), pool, term(where))) if rest else []
    if not squads and not leading:
        run.table.refuse("NO_TROOPS", name=shown(words), place=where, hint=did_you_mean(words, stack_names))
    return Party(squads, leading)


def so_many(run: Run, squads: int, pool: list[Unit], where: str) -> list[Unit]:
    """That many squads: whole stacks in order, and a part of the last. Refuses NO_TROOPS."""
    found: list[Unit] = []
    for one in pool:
        there = run.world.squads(one.code, one.pools)
        if squads > 0:
            found.append(one if there <= squads else parted(run, one, squads))
            squads -= there
    if squads > 0 or not found:
        run.table.refuse("NO_TROOPS", name="so many squads", place=where, hint="")
    return found


def step(run: Run, craft: Unit, party: Party) -> None:
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
            run.workings.append(f"If nobody fights in {shown(contact.label)}, {expected(run, contact)} (GCW-BRD-05)")
        return
    ship = run.state.units[ship.id]
    told = [as_fighter(world, one) for one in party.squads] + party.heroes
    if ship.owner != NOBODY:
        table.say(Intruders(ship.id, seat, squads_by_class(told)), only(ship.owner))
    for other in (ship.owner, *parties(world, run.state, ship)):
        if other not in (seat, NOBODY):
            recount(run, ship, other, told)


def recount(run: Run, ship: Unit, viewer: Seat, met: Iterable[Fighter]) -> None:
    """A player counts its foes in a ship: those it knew of, and those it has met now (GCW-BRD-02)."""
    world, state = run.world, run.state
    name = ship.id if ship.owner == viewer else alias_inside(run, ship, viewer)
    if not name:
        return
    old = state.foes.get(foes_key(viewer, name))
    labels = {*(old.points if old is not None else ()), *(one.label for one in met)}
    points = counted_foes(world, foes_in(world, state, ship, viewer), labels)
    if old is not None and CREW in points:
        points[CREW] = min(points[CREW], old.points.get(CREW, points[CREW]))
    foes = Foes(seat=viewer, ship=name, points=points)
    if foes != old and (points or old is not None):
        run.table.say(FoesCounted(foes), only(viewer))


def alias_inside(run: Run, ship: Unit, viewer: Seat) -> str:
    """What a player with squads in another's ship calls it."""
    state = run.state
    squads = (one.inside for one in state.of(viewer) if one.docked == ship.id and one.inside)
    heroes = (one.inside for one in state.heroes.values() if one.owner == viewer and one.aboard == ship.id)
    return next(iter((*squads, *heroes)), "")


def take_off(run: Run, order: TakeOff) -> None:
    """Squads leave a ship that is not their owner's: boarders, or squads that stayed in a derelict (GCW-DMG-14).

    Refuses BOARD_CRAFT, BOARD_CELL, BOARD_CAPACITY, NO_CREW.
    """
    table, seat = run.table, run.seat
    craft = boarding_craft(run, order.craft)
    contact = contact_named(run.state, seat, order.target)
    if contact is None:
        table.refuse("TARGET_UNKNOWN", rule="GCW-SCN-18", name=shown(order.target), hint="")
    mine = my_people(run, contact)
    if not mine.host:
        table.refuse(Code.NO_CREW)
    ship = run.state.units.get(mine.host) if run.real else None
    if ship is None:
        same_cell(run, craft, contact)
    elif (ship.system, ship.cell) != (craft.system, craft.cell):
        table.refuse(Code.BOARD_CELL, unit=shown(craft.name), target=shown(contact.label))
    party = chosen(run, order.squads, mine.squads, mine.heroes, f"aboard {shown(contact.label)}")
    make_room(run, craft, party.squads)
    step(run, craft, party)
    ids, leading = tuple(one.id for one in party.squads), tuple(one.key for one in party.heroes)
    table.say(TookOff(ids, leading, contact.alias, craft.id), only(seat))
    if ship is None:
        return
    acted(run, run.state.units[craft.id])
    told = [as_fighter(run.world, one) for one in party.squads] + party.heroes
    if ship.owner != NOBODY:
        table.say(Intruders(ship.id, seat, squads_by_class(told), left=True), only(ship.owner))
    for other in (ship.owner, *parties(run.world, run.state, ship)):
        if other not in (seat, NOBODY):
            recount(run, ship, other, ())


def my_people(run: Run, contact: Contact) -> Inside:
    """The player's squads and heroes in the ship that a contact is: as its alias, or its name, tells."""
    state, seat = run.state, run.seat
    aliases = {
        alias
        for alias, one in state.contacts_of(seat).items()
        if alias == contact.alias or (one.name and (one.name, one.owner) == (contact.name, contact.owner))
    }
    squads = [one for one in state.of(seat) if one.kind is UnitKind.INFANTRY and one.docked and one.inside in aliases]
    heroes = [one for one in state.heroes.values() if one.owner == seat and one.alive and one.inside in aliases]
    hosts = [*(one.docked for one in squads), *(one.aboard for one in heroes)]
    return Inside(
        sorted(squads, key=lambda one: by_number(one.id)),
        [hero_fighter(run.world, one) for one in heroes],
        hosts[0] if hosts else "",
    )
