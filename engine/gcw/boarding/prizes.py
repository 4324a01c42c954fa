"""Ships that change hands: captured by boarders, and where they go; or adrift.

Rulebook: GCW-BRD-03..05, GCW-CMD-05, -07, GCW-PDF-01, -03, GCW-DMG-16, GCW-LCH-02.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

from msgspec import UNSET
from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Its, Puts, PutsUnder
from engine.game import EVERYONE, REFEREE, Fact, Seat, Table, only, ruled
from engine.gcw.acting import OWN, Action
from engine.gcw.boarding.interior import FoesCounted, aboard, foes_in, parties, with_heroes
from engine.gcw.contacts import (
    Bound,
    Glance,
    Seen,
    Tracked,
    alias_of,
    appeared,
    hidden,
    see,
    sharers,
    show_status,
    watchers,
)
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.figures.command import CAPACITY, Strength, change_ok
from engine.gcw.fleets import MAIN, PDF, DutySet, HeroDied, free_name, group_of, roster, taken_names
from engine.gcw.look import (
    CAPTURED_AT,
    LAST_AT,
    Look,
    Run,
    Told,
    class_words,
    contact_at,
    grouped,
    hearers,
    names_words,
    player,
    track_label,
)
from engine.gcw.look import Seen as SeenAs
from engine.gcw.state import (
    CRAFT,
    CREW,
    NOBODY,
    PUBLIC,
    TROOPS,
    Contact,
    Entry,
    Foes,
    Origin,
    Preset,
    Sighting,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    carried,
    changed,
    contact_changed,
    guests_of,
    put,
    visiting,
    within,
    without,
)
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found, Several
from engine.report import News
from engine.text.message import N_, NN_, T_, Text, joined, listed, name, term
from engine.text.names import shown


class Room(NamedTuple):
    """A place for a captured ship: the system of its PDF, or "" for the main fleet; and ships that go on PDF duty."""

    duty: str
    moves: tuple[str, ...] = ()


def with_ship(fleet: Strength, *points: int) -> Strength:
    """A fleet with ships more."""
    return replace(fleet, ships=(*fleet.ships, *points))


def room_for(world: World, state: State, seat: Seat, cp: int, system: str) -> Room | None:
    """A place for a ship captured in a system, by its captor's preset, else wherever there is room (GCW-BRD-04, -05).

    Ships named to make room go on PDF duty there, as few as are needed, in the order in which they are named.
    """
    preset = state.presets.get(seat, Preset(to=PDF))
    main = to_main(world, state, seat, cp, system, preset.moves if preset.to == MAIN else ())
    before = roster(world, state, seat, system)
    pdf = Room(system) if change_ok(before, with_ship(before, cp)) is None else None
    return (main or pdf) if preset.to == MAIN else (pdf or main)


def to_main(world: World, state: State, seat: Seat, cp: int, system: str, moves: tuple[str, ...]) -> Room | None:
    """Room in the main fleet, with as many of these ships moved to the PDF of the system as it takes."""
    named = [state.units[unit] for unit in moves if unit in state.units]
    named = [one for one in named if one.owner == seat and not one.duty and one.kind is UnitKind.SHIP and one.live]
    main, pdf = roster(world, state, seat), roster(world, state, seat, system)
    for number in range(len(named) + 1):
        going = named[:number]
        left = list(main.ships)
        for unit in going:
            left.remove(world.cp(unit.code))
        after = with_ship(replace(main, ships=tuple(left)), cp)
        there = with_ship(pdf, *(world.cp(unit.code) for unit in going if not unit.bonus))
        if change_ok(main, after, world.limits(state, seat)) is None and change_ok(pdf, there) is None:
            return Room("", tuple(unit.id for unit in going))
    return None


def in_main(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Ships of the main fleet."""
    if ship.kind is UnitKind.SHIP and not ship.duty:
        return None
    return Refused("NOT_IN_MAIN", {"unit": shown(ship.name)})


def ship_of_main(look: Look, ship: Unit) -> Text:
    """A ship in a menu, with its command points."""
    return N_("{ship} ({code}, {cp} CP)")(ship=term(ship.name), code=term(ship.code), cp=look.world.cp(ship.code))


MAIN_FLEET = OWN.but(label=ship_of_main).that(in_main)


class Capture(Action):
    """Say where captured ships go: to the PDF of that system, or into your main fleet; it stays so."""

    path: ClassVar[str] = "gcw-crew capture"
    line: ClassVar[str] = "capture to {to}[ moving {ships}]"
    tried: ClassVar[int] = 4
    to: Literal["MAIN", "PDF"] = Field(description="MAIN: your main fleet; PDF: planetary defense where it is captured")
    ships: Annotated[str | None, Several(MAIN_FLEET, "ships of your main fleet")] = Field(
        None, description="ships that go on PDF duty there to make room in MAIN, first named first", max_length=200
    )

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Either, while the player has boarders somewhere."""
        if any(unit.boarder for unit in look.own()):
            for ship in list(MAIN_FLEET.fitting(look))[-1:]:
                yield cls(to="MAIN", ships=ship.name)
                yield cls(to="PDF", ships=None)

    def perform(self, run: Run) -> None:
        """Set the preset. Refuses PRESET_MOVES; CAPTURE_CP where it makes no room for a ship that waits."""
        ships = run.found.ships or ()
        if ships and self.to == PDF:
            run.table.refuse("PRESET_MOVES")
        moves = tuple(ship.id for ship in ships)
        run.say(PresetSet(run.seat, Preset(to=self.to, moves=moves)), only(run.seat))
        for cp, system in waiting(run):
            if room_for(run.world, run.state, run.seat, cp, system) is None:
                run.look.decline(no_room(run.world, run.state, run.seat, cp, system))


TO_PDF = T_("Ships that you capture go on PDF duty where you capture them, else into your main fleet if it has room.")


TO_MAIN = T_("Ships that you capture go into your main fleet; else on PDF duty where you capture them.")


MAKING_ROOM = NN_(
    "Ships that you capture go into your main fleet; {ships} goes on PDF duty there if room is needed; "
    "else on PDF duty where you capture them.",
    "Ships that you capture go into your main fleet; {ships} go on PDF duty there if room is needed; "
    "else on PDF duty where you capture them.",
    "number",
)


class PresetSet(Fact[State], frozen=True):
    """A player's preset: where captured ships go, and which ships make room (GCW-BRD-05). For that player."""

    rule = "GCW-BRD-05"
    makes = PutsUnder("presets", "seat", "preset")
    seat: Seat
    preset: Preset

    def words(self, look: Look) -> Text:
        moves = self.preset.moves
        moved = [look.name(unit) for unit in moves if unit in look.known.units]
        if self.preset.to != MAIN:
            return TO_PDF
        return MAKING_ROOM(ships=listed(moved), number=len(moves)) if moved else TO_MAIN


def waiting(run: Run) -> list[tuple[int, str]]:
    """Derelicts that a player's boarders hold, as far as this state knows: command points, and system."""
    state, seat, found = run.state, run.seat, dict[str, tuple[int, str]]()
    for unit in state.of(seat):
        contact = state.contacts_of(seat).get(unit.inside) if unit.boarder else None
        if contact is not None and contact.status is Status.DERELICT and contact.code and contact.system:
            found[contact.alias] = (run.world.cp(contact.code), contact.system)
    return list(found.values())


def no_room(world: World, state: State, seat: Seat, cp: int, system: str) -> Refused:
    """CAPTURE_CP with what is in use (GCW-BRD-04)."""
    pdf, main = roster(world, state, seat, system), roster(world, state, seat)
    numbers = {"cp": cp, "p": pdf.cp, "m": main.cp, "cap": world.capacity(state, seat)}
    return Refused(Code.CAPTURE_CP, numbers)


MAKE_ROOM = N_("A PDF at {system} has {used} of {most} in use: have ships there, or in the main fleet, make room.")


def no_room_offered(world: World, state: State, seat: Seat, cp: int, system: str) -> Refused:
    """CP_LIMIT with the same, for a ship that surrenders (GCW-CON-08)."""
    pdf, main = roster(world, state, seat, system), roster(world, state, seat)
    fix = MAKE_ROOM(system=term(system), used=pdf.cp, most=CAPACITY)
    numbers = {"used": main.cp, "added": cp, "limit": world.capacity(state, seat)}
    return Refused(Code.CP_LIMIT, numbers, "GCW-CON-08", fix)


NO_ROOM = N_(
    "there is no command room for its {cp} CP (PDF {pdf}/{capacity}, main {main}/{capacity}): it would be derelict, "
    "and your boarders hold it"
)


YOURS_IN_PDF = N_("it would be yours, in your PDF of {system} ({cp} CP)")


YOURS_IN_MAIN = N_("it would be yours, in your main fleet ({cp} CP)")


def expected(run: Run, contact: Contact) -> Text:
    """Words of a preview for a ship in which nobody is left, as its captor knows."""
    cp = run.world.cp(contact.code)
    room = room_for(run.world, run.state, run.seat, cp, contact.system)
    if room is None:
        pdf, main = roster(run.world, run.state, run.seat, contact.system), roster(run.world, run.state, run.seat)
        return NO_ROOM(cp=cp, pdf=pdf.cp, main=main.cp, capacity=CAPACITY)
    outcome = YOURS_IN_PDF(system=term(room.duty), cp=cp) if room.duty else YOURS_IN_MAIN(cp=cp)
    moved = [name(run.state.units[unit].name) for unit in room.moves]
    return N_("{outcome}, {ships} to the PDF")(outcome=outcome, ships=joined(", ", moved)) if moved else outcome


TAKEN, ADRIFT = "TAKEN", "ADRIFT"
"""Acts by which a ship is seen to change hands, or to be given up."""

CARGO = CRAFT | (TROOPS - {UnitKind.INFANTRY})
"""What goes with a ship: docked craft and vehicles (GCW-BRD-03, GCW-LCH-02). Squads are people, and stay whose they
are."""


YOU_CAPTURED = N_("You captured **{ship}** of {player} at {system} {cell}: {what}.")
YOU_SALVAGED = N_("You captured **{ship}**, which was nobody's, at {system} {cell}: {what}.")
WITH_CARGO = N_("{klass}, with {cargo} in it")
JOINS_PDF, JOINS_MAIN = N_("It joins the PDF of {system} ({cp} CP)."), N_("It joins your main fleet ({cp} CP).")


class Taken(Fact[State], frozen=True):
    """A ship, with the craft and vehicles in it, belongs to who boarded it (GCW-BRD-03, GCW-LCH-02). For that player.

    `squads` are its boarders, who are at home in it now; `aliases` what it called the units as contacts.
    """

    rule = "GCW-BRD-03"
    decides = True
    seat: Seat
    units: tuple[Unit, ...]
    squads: tuple[str, ...]
    aliases: tuple[str, ...]
    of: Seat = NOBODY

    def evolve(self, state: State) -> State:
        state = replace(state, units={**state.units, **{unit.id: unit for unit in self.units}})
        state = changed(state, *self.squads, inside="", boarder=False)
        mine = (key for key, hero in state.heroes.items() if hero.owner == self.seat and hero.inside in self.aliases)
        state = with_heroes(state, tuple(mine), self.units[0].id)
        return contact_changed(state, self.seat, *self.aliases, gone="it is your own now", name="")

    def words(self, look: Look) -> Text:
        ship, cargo = self.units[0], self.units[1:]
        what = class_words(look.world, ship.code)
        if cargo:
            what = WITH_CARGO(klass=what, cargo=grouped(cargo))
        words = {"ship": name(ship.name), "system": term(ship.system), "cell": term(ship.cell), "what": what}
        captured = YOU_CAPTURED(player=player(self.of), **words) if self.of else YOU_SALVAGED(**words)
        if ship.kind is not UnitKind.SHIP:
            return captured
        points = look.world.cp(ship.code)
        joins = JOINS_PDF(system=term(ship.duty), cp=points) if ship.duty else JOINS_MAIN(cp=points)
        return joined(" ", (captured, joins))


LEFT_BY_CREW = N_("**{ship}** is a derelict of nobody's now: its crew has left it.")
CREW_LOST = N_("**{ship}** is a derelict of nobody's now: its crew is lost.")


class Yielded(Fact[State], frozen=True):
    """A ship, and the craft and vehicles in it, are a player's no longer (GCW-BRD-03, GCW-DMG-16). For that player.

    `to` is who took it, nobody for a derelict. `ship` is the first of `units`; `abandoned` if its crew left it.
    """

    owner: Seat
    units: tuple[str, ...]
    names: tuple[str, ...]
    to: Seat = NOBODY
    abandoned: bool = False

    def evolve(self, state: State) -> State:
        gone = frozenset(self.units)
        formations = state.formations
        if self.owner in formations:
            mine = {name: _less(members, gone) for name, members in formations[self.owner].items()}
            mine = {name: members for name, members in mine.items() if members}
            formations = put(formations, self.owner, mine) if mine else without(formations, self.owner)
        return replace(
            state,
            units={key: unit for key, unit in state.units.items() if key not in gone},
            tracks={key: track for key, track in state.tracks.items() if key not in gone},
            repairs={key: repair for key, repair in state.repairs.items() if key not in gone},
            entries=_entries(state.entries, gone),
            formations=formations,
            guests={key: guest for key, guest in state.guests.items() if guest.host not in gone},
        )

    def words(self, look: Look) -> News:
        ship, cargo = name(self.names[0]), names_words(self.names[1:])
        if self.to != NOBODY:
            words = [N_("**{ship}** was captured by {player}.")(ship=ship, player=player(self.to))]
        else:
            words = [(LEFT_BY_CREW if self.abandoned else CREW_LOST)(ship=ship)]
        words += [N_("{units} went with it.")(units=cargo)] if cargo else []
        return ruled(joined(" ", words), "GCW-BRD-03" if self.to else "GCW-DMG-16", decides=True)


CAUGHT = N_("{player} captured {host} with your guests in it: {units} went with it.")


class GuestsYielded(Yielded, frozen=True):
    """Guests in a ship's hangar, and what is in them, are their owner's no longer: the ship was captured (GCW-LCH-02).
    For that player, who calls the ship by the alias.
    """

    alias: str = ""

    def words(self, look: Look) -> News:
        host = contact_at(look.known, look.viewer, self.alias)
        words = CAUGHT(player=player(self.to), host=host, units=names_words(self.names))
        return ruled(words, "GCW-LCH-02", decides=True)


class Rehomed(Fact[State], frozen=True):
    """Guests' host was captured by their own owner: they are at home in it. For that player."""

    silent = "that the ship is captured tells it"
    makes = UnitsSet("units", harbour=UNSET)
    units: tuple[str, ...]


def yield_guests(table: Table[State], ship: Unit, captor: Seat) -> list[Unit]:
    """Guests of a captured ship, with what is in them, are given up by their owners, with the heroes in them; what is
    the captor's own stays so. All that the captor gets.
    """
    taken = [unit for unit in visiting(table.state, ship) if unit.owner != captor]
    for seat in sorted({unit.owner for unit in taken}):
        mine = [unit for unit in taken if unit.owner == seat]
        ids, alias = tuple(unit.id for unit in mine), next(unit.guest_in for unit in mine if unit.guest_in)
        for hero in list(table.state.heroes.values()):
            if hero.alive and hero.aboard in ids:
                table.say(HeroDied(hero.id), only(seat))
        names = tuple(unit.name for unit in mine)
        table.say(GuestsYielded(seat, ids, names, captor, alias=alias), only(seat))
    return taken


def _less(units: tuple[str, ...], gone: frozenset[str]) -> tuple[str, ...]:
    return tuple(unit for unit in units if unit not in gone)


def _entries(entries: Mapping[str, Entry], gone: frozenset[str]) -> dict[str, Entry]:
    """Waiting entries without units that are gone; none that nobody is left for."""
    left = {key: replace(entry, units=_less(entry.units, gone)) for key, entry in entries.items()}
    return {key: entry for key, entry in left.items() if entry.units}


class Adrift(Fact[State], frozen=True):
    """A ship, with the craft and vehicles in it, is nobody's: a derelict (GCW-DMG-16). For the referee alone."""

    silent = "the referee alone keeps what is nobody's"
    makes = Puts("units", "units")
    units: tuple[Unit, ...]


STAY = NN_(
    "{squads} stays in {ship}; an auxiliary craft can take them off.",
    "{squads} stay in {ship}; an auxiliary craft can take them off.",
    "number",
)


class LeftAboard(Fact[State], frozen=True):
    """Squads stay in a ship that was given up; their owner calls it by this alias now (GCW-DMG-14). For their owner."""

    rule = "GCW-DMG-14"
    makes = UnitsSet("units", docked=Its("ship"), inside=Its("alias"), boarder=False)
    units: tuple[str, ...]
    ship: str
    alias: str

    def words(self, look: Look) -> Text:
        squads, ship = look.names(self.units), contact_at(look.known, look.viewer, self.alias)
        return STAY(squads=squads, ship=ship, number=len(self.units))


class CaptureWaits(Fact[State], frozen=True):
    """A ship is in the hands of a player's boarders, with no command room for it yet (GCW-BRD-05). For that player.

    `cp` are its command points, `pdf` and `main` those in use there and in the main fleet, of `capacity`.
    """

    says = N_(
        "Your boarders hold **{alias}**, which is derelict: no command room for the captured ship ({cp} CP): "
        "PDF {pdf}/{capacity}, main {main}/{capacity}. It is yours as soon as there is room."
    )
    rule = "GCW-BRD-05"
    decides = True
    seat: Seat
    alias: SeenAs
    cp: int
    pdf: int
    main: int
    capacity: int


def judge_captures(world: World, table: Table[State], *, by: Seat = NOBODY, told: Told | None = None) -> None:
    """Ships in which boarders have nobody left to fight: captured, or derelict while there is no room for them.

    `by` is whose turn it is, if any; `told` gathers what the public reads of it (GCW-BRD-03..05, GCW-DMG-16).
    """
    squads = (unit.docked for unit in table.state.units.values() if unit.boarder)
    heroes = (hero.aboard for hero in table.state.heroes.values() if hero.alive and hero.inside)
    for host in dict.fromkeys((*squads, *heroes)):
        ship = table.state.units.get(host)
        if ship is None or not ship.cell or ship.status in (Status.DOOMED, Status.DESTROYED):
            continue
        if aboard(world, table.state, ship, ship.owner):
            continue
        captor = claimant(world, table.state, ship, by)
        if captor != NOBODY:
            room = room_for(world, table.state, captor, world.cp(ship.code), ship.system)
            if room is not None:
                take(world, table, ship, captor, room, told)
                continue
        if ship.status is not Status.DERELICT:
            set_adrift(world, table, ship, told)
        if captor != NOBODY and (ship.status is not Status.DERELICT or captor == by):
            wait_for_room(world, table, table.state.units[ship.id], captor)


def claimant(world: World, state: State, ship: Unit, by: Seat) -> Seat:
    """Captor of a ship without defenders: a player with boarders, and nobody hostile to it aboard.

    Of several it is the one whose turn it is, else the one with the most squads, the first in alphabetical order.
    """
    there = parties(world, state, ship)
    strength = {
        seat: sum(fighter.squads for fighter in aboard(world, state, ship, seat))
        for seat in there
        if any(unit.boarder and unit.docked == ship.id for unit in state.of(seat))
        and not any(state.are_hostile(seat, other) for other in there if other != seat)
    }
    if by in strength:
        return by
    return min(strength, key=lambda seat: (-strength[seat], seat), default=NOBODY)


def passing(state: State, ship: Unit) -> list[Unit]:
    """A ship and what goes with it: its owner's craft and vehicles in it (GCW-BRD-03, GCW-LCH-02)."""
    return [ship, *(unit for unit in within(state, ship) if unit.kind in CARGO and unit.owner == ship.owner)]


def take(world: World, table: Table[State], ship: Unit, captor: Seat, room: Room, told: Told | None) -> None:
    """A ship becomes its boarders': they know it as their own, its former owner as a contact (GCW-BRD-03..05). Guests
    in its hangar are the captor's with it (GCW-LCH-02).
    """
    loser, going = ship.owner, passing(table.state, ship)
    if not any(unit.boarder for unit in carried(table.state, ship)):  # surrendered, with its people
        people = (unit for unit in within(table.state, ship) if unit.kind is UnitKind.INFANTRY and unit.owner == loser)
        going = [*going, *people]
    home = tuple(guest.id for guest in guests_of(table.state, ship) if guest.owner == captor)
    hosted = {guest.owner for guest in guests_of(table.state, ship)}
    caught = yield_guests(table, ship, captor)
    track = table.state.tracks.get(ship.id)
    end_foes(table, ship, captor)
    aliases = given_up(table, captor, [*going, *caught])
    for move in room.moves:
        table.say(DutySet(group_of(table.state, captor, move), ship.system), only(captor))
    give_up(table, ship, going, to=captor)
    taken = taken_names(table.state, captor)
    prizes = []
    for unit in (*going, *caught):
        called = free_name(taken, unit.name)
        prizes.append(
            replace(
                changed_hands(unit, ship),
                owner=captor,
                name=called,
                duty=room.duty,
                status=status_of(unit),
                captured=table.now,
                origin=Origin.CAPTURED,
            )
        )
    squads = tuple(unit.id for unit in table.state.of(captor) if unit.docked == ship.id and unit.inside)
    table.say(Taken(captor, tuple(prizes), squads, aliases, loser), only(captor))
    if home:
        table.say(Rehomed(home), only(captor))
    keep_track(world, table, ship, track)
    prize = table.state.units[ship.id]
    seen_changed(world, table, prize, loser, TAKEN, hosted=hosted)
    appeared(table, world, prize)
    if told is not None and track is not None and not hidden(table.state, world, ship.cell):
        words = CAPTURED_AT(track=term(track_label(track, loser)), cell=term(ship.cell), player=term(captor))
        told.captures.append((ship.system, words))


def status_of(unit: Unit) -> Status:
    """Status of a captured unit: disabled if armor or systems are gone; last acts are its former owner's
    (GCW-DMG-12).
    """
    if unit.kind is not UnitKind.SHIP:
        return unit.status
    return Status.DISABLED if min(unit.pools.armor, unit.pools.systems) == 0 else Status.ACTIVE


def changed_hands(unit: Unit, ship: Unit) -> Unit:
    """A unit that goes with a ship, without what was its former owner's: orders, its place in a fleet, holds it
    knew of.
    """
    return replace(
        unit,
        group=ship.id,
        group_cp=ship.group_cp,
        crew=0 if unit.kind is UnitKind.SHIP else None,
        silent=False,
        escort=False,
        bonus=False,
        patrol=False,
        harbour=UNSET,
        held=NOBODY,
        held_by=(),
        exit_until=None,
    )


def give_up(table: Table[State], ship: Unit, going: list[Unit], *, to: Seat = NOBODY, abandoned: bool = False) -> None:
    """A ship's owner is told that it is theirs no longer."""
    ids, names = tuple(unit.id for unit in going), tuple(unit.name for unit in going)
    table.say(Yielded(ship.owner, ids, names, to, abandoned), hearers(ship.owner))


def given_up(table: Table[State], viewer: Seat, units: list[Unit]) -> tuple[str, ...]:
    """Unbinds a viewer's contacts from units, and gives their aliases."""
    wanted = {unit.id for unit in units}
    bound = [alias for alias, binding in table.state.bindings.get(viewer, {}).items() if binding.unit in wanted]
    for alias in bound:
        table.say(Bound(viewer, alias, ""), REFEREE)
    return tuple(bound)


def keep_track(world: World, table: Table[State], ship: Unit, track: int | None) -> None:
    """A ship keeps its number in public posts, which show its new owner where they have it (GCW-PST-03)."""
    if track is None:
        return
    prize = table.state.units[ship.id]
    table.say(Tracked(ship.id, track), hearers(prize.owner))
    charted = table.state.contacts_of(PUBLIC).get(f"Contact {track}")
    if charted is not None and not hidden(table.state, world, prize.cell):
        seen = Seen(
            viewer=PUBLIC,
            number=track,
            system=prize.system,
            cell=prize.cell,
            how=Sighting.EVENT,
            at=table.now,
            owner=prize.owner,
            status=prize.status,
            track=track,
        )
        table.say(seen, EVERYONE)


def seen_changed(
    world: World, table: Table[State], prize: Unit, loser: Seat, act: str, *, hosted: Iterable[Seat] = ()
) -> None:
    """Its former owner keeps a ship as a contact; who shares its cell, or has boarders or guests in it, sees it change
    hands.
    """
    inside = {unit.owner for unit in within(table.state, prize) if unit.kind is UnitKind.INFANTRY}
    viewers = {loser, *hosted, *sharers(table.state, world, prize), *inside} - {prize.owner, NOBODY}
    for viewer in sorted(viewers):
        known = prize.pools if viewer == loser else None
        see(table, world, viewer, prize, Glance(Sighting.EVENT, act, pools=known))


def end_foes(table: Table[State], ship: Unit, captor: Seat = NOBODY) -> Foes | None:
    """A ship's former owner, and its captor, fight nobody in it any more. What the former owner knew of foes there."""
    fought = table.state.foes.get(f"{ship.owner}/{ship.id}")
    for foes in list(table.state.foes.values()):
        there = ship_of(table.state, foes)
        if foes == fought or (foes.seat == captor and there is not None and there.id == ship.id):
            table.say(FoesCounted(replace(foes, points={})), only(foes.seat))
    return fought


def set_adrift(world: World, table: Table[State], ship: Unit, told: Told | None, *, abandoned: bool = False) -> None:
    """A ship becomes a derelict of nobody's, with the craft and vehicles in it; squads that stay are their owner's.

    Rulebook: GCW-DMG-16, GCW-BRD-05.
    """
    loser, going = ship.owner, passing(table.state, ship)
    track = table.state.tracks.get(ship.id)
    fought = end_foes(table, ship)
    give_up(table, ship, going, abandoned=abandoned)
    wreck = [replace(changed_hands(unit, ship), owner=NOBODY, duty="") for unit in going]
    wreck[0] = replace(wreck[0], status=Status.DERELICT, shields_up=False)
    table.say(Adrift(tuple(wreck)), REFEREE)
    keep_track(world, table, ship, track)
    hosted = {guest.owner for guest in guests_of(table.state, ship)}
    seen_changed(world, table, table.state.units[ship.id], loser, ADRIFT, hosted=hosted)
    stay_aboard(table, table.state.units[ship.id], loser, fought)
    if told is not None and track is not None and not hidden(table.state, world, ship.cell):
        words = LAST_AT(track=term(track_label(track, loser)), cell=term(ship.cell))
        told.derelicts.append((ship.system, words))
        drifts = table.state.units[ship.id]
        show_status(
            table, drifts, tuple(seat for seat in watchers(table.state, drifts) if not _knows_wreck(table, seat, ship))
        )


def _knows_wreck(table: Table[State], viewer: Seat, ship: Unit) -> bool:
    alias = alias_of(table.state, viewer, ship.id)
    return alias is not None and table.state.contacts_of(viewer)[alias].status is Status.DERELICT


def wait_for_room(world: World, table: Table[State], ship: Unit, captor: Seat) -> None:
    """Whoever's boarders hold a derelict is told why it is not theirs yet; again in each own turn (GCW-BRD-05)."""
    alias = alias_of(table.state, captor, ship.id)
    if alias is not None:
        cp = world.cp(ship.code)
        pdf, main = roster(world, table.state, captor, ship.system).cp, roster(world, table.state, captor).cp
        table.say(CaptureWaits(captor, alias, cp, pdf, main, CAPACITY), only(captor))


def stay_aboard(table: Table[State], ship: Unit, loser: Seat, fought: Foes | None) -> None:
    """The former owner's squads in a derelict are there as strangers, who know the ship by an alias (GCW-DMG-14).

    `fought` are the boarders they had against them. Nobody has the crew against them any more.
    """
    alias = alias_of(table.state, loser, ship.id)
    left = [unit.id for unit in within(table.state, ship) if unit.owner == loser and unit.kind is UnitKind.INFANTRY]
    if alias is not None and left:
        table.say(LeftAboard(tuple(left), ship.id, alias), only(loser))
        if fought is not None:
            table.say(FoesCounted(replace(fought, ship=alias)), only(loser))
    for foes in list(table.state.foes.values()):
        there = ship_of(table.state, foes)
        if CREW in foes.points and there is not None and there.id == ship.id:
            points = {label: hp for label, hp in foes.points.items() if label != CREW}
            table.say(FoesCounted(replace(foes, points=points)), only(foes.seat))


def forget_foes(world: World, table: Table[State]) -> None:
    """Ends what a player knows of foes inside a ship when its people there, or the foes of its ship, are gone."""
    for foes in list(table.state.foes.values()):
        ship = ship_of(table.state, foes)
        if ship is None:
            over = True
        elif ship.owner == foes.seat:
            over = not foes_in(world, table.state, ship, foes.seat)
        else:
            over = not aboard(world, table.state, ship, foes.seat)
        if over:
            table.say(FoesCounted(replace(foes, points={})), only(foes.seat))


def ship_of(state: State, foes: Foes) -> Unit | None:
    """The ship that a player fights in: its own, or the one in which it has people who know it by that alias."""
    own_ship = state.units.get(foes.ship)
    if own_ship is not None:
        return own_ship if own_ship.owner == foes.seat else None
    squads = (unit.docked for unit in state.of(foes.seat) if unit.inside == foes.ship)
    heroes = (hero.aboard for hero in state.heroes.values() if hero.owner == foes.seat and hero.inside == foes.ship)
    found = (state.units.get(squad) for squad in (*squads, *heroes))
    return next((unit for unit in found if unit is not None and unit.kind is UnitKind.SHIP), None)
