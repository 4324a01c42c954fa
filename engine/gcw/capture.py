"""Ships that change hands: captured by boarders, or adrift; and the fleet that has room for them.

Rulebook: GCW-BRD-03..05, GCW-DMG-16, GCW-LCH-02, GCW-CMD-05, -07, GCW-PDF-01, -03.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec.structs import replace
from pydantic import Field

from engine.game import EVERYONE, REFEREE, Seat, Table, only
from engine.gcw.acting import Run, Told, hearers, own, track_label
from engine.gcw.codes import Code
from engine.gcw.command import CAPACITY, Strength, change_ok
from engine.gcw.contacts import alias_of, appeared, hidden, see, sharers
from engine.gcw.damage import Status
from engine.gcw.facts import (
    Adrift,
    Bound,
    CaptureWaits,
    DutySet,
    FoesCounted,
    LeftAboard,
    PresetSet,
    Seen,
    Taken,
    Tracked,
    Yielded,
)
from engine.gcw.interior import aboard, foes_in, parties
from engine.gcw.launch import words_of
from engine.gcw.setup import free_name, roster, taken_names
from engine.gcw.state import (
    CRAFT,
    CREW,
    NOBODY,
    PUBLIC,
    TROOPS,
    Contact,
    Foes,
    Origin,
    Preset,
    Sighting,
    State,
    Unit,
    UnitKind,
    within,
)
from engine.gcw.world import World
from engine.names import shown
from engine.orders import Order, Pick

TAKEN, ADRIFT = "TAKEN", "ADRIFT"
"""Acts by which a ship is seen to change hands, or to be given up."""

MAIN, PDF = "MAIN", "PDF"

CARGO = CRAFT | (TROOPS - {UnitKind.INFANTRY})
"""What goes with a ship: docked craft and vehicles (GCW-BRD-03, GCW-LCH-02). Squads are people, and stay whose they
are."""


class Capture(Order):
    """Say where ships go that you capture: to the PDF of that system, or into your main fleet; it stays so."""

    path: ClassVar[str] = "gcw battle capture"
    line: ClassVar[str] = "capture to {to}[ moving {ships}]"
    shows: ClassVar[str] = "preview"
    to: Literal["MAIN", "PDF"] = Field(description="MAIN: your main fleet; PDF: planetary defense where it is captured")
    ships: Annotated[str | None, Pick("ships of your main fleet")] = Field(
        None, description="ships that go on PDF duty there to make room in MAIN, first named first", max_length=200
    )


class Room(NamedTuple):
    """Where a captured ship goes: the system of its PDF, or "" for the main fleet; and ships that go on PDF duty."""

    duty: str
    moves: tuple[str, ...] = ()


def with_ship(fleet: Strength, *points: int) -> Strength:
    """A fleet with ships more."""
    return replace(fleet, ships=(*fleet.ships, *points))


def room_for(world: World, state: State, seat: Seat, cp: int, system: str) -> Room | None:
    """Where a ship captured in a system goes by its captor's preset, else wherever there is room (GCW-BRD-04, -05).

    Ships named to make room go on PDF duty there, as few as are needed, in the order in which they are named.
    """
    preset = state.presets.get(seat, Preset(to=PDF))
    main = to_main(world, state, seat, cp, system, preset.moves if preset.to == MAIN else ())
    before = roster(world, state, seat, system)
    pdf = Room(system) if change_ok(before, with_ship(before, cp)) is None else None
    return (main or pdf) if preset.to == MAIN else (pdf or main)


def to_main(world: World, state: State, seat: Seat, cp: int, system: str, moves: tuple[str, ...]) -> Room | None:
    """Room in the main fleet, with as many of these ships moved to the PDF of the system as it takes."""
    named = [state.units[one] for one in moves if one in state.units]
    named = [one for one in named if one.owner == seat and not one.duty and one.kind is UnitKind.SHIP and one.live]
    main, pdf = roster(world, state, seat), roster(world, state, seat, system)
    for number in range(len(named) + 1):
        going = named[:number]
        left = list(main.ships)
        for one in going:
            left.remove(world.cp(one.code))
        after = with_ship(replace(main, ships=tuple(left)), cp)
        there = with_ship(pdf, *(world.cp(one.code) for one in going if not one.bonus))
        if change_ok(main, after) is None and change_ok(pdf, there) is None:
            return Room("", tuple(one.id for one in going))
    return None


def capture(run: Run, order: Capture) -> None:
    """Set the preset. Refuses PRESET_MOVES, NOT_IN_MAIN; CAPTURE_CP where it makes no room for a ship that waits."""
    state, seat, table = run.state, run.seat, run.table
    ships: list[Unit] = []
    for name in words_of(order.ships or "", {unit.name.casefold() for unit in state.of(seat)}):
        ship = own(table, seat, name)
        if ship.kind is not UnitKind.SHIP or ship.duty:
            table.refuse("NOT_IN_MAIN", unit=shown(ship.name))
        ships.append(ship)
    if ships and order.to == PDF:
        table.refuse("PRESET_MOVES")
    moves = tuple(dict.fromkeys(ship.id for ship in ships))
    table.say(PresetSet(seat, Preset(to=order.to, moves=moves)), only(seat))
    for cp, system in waiting(run):
        if room_for(run.world, run.state, seat, cp, system) is None:
            no_room(run, cp, system)


def waiting(run: Run) -> list[tuple[int, str]]:
    """Derelicts that a player's boarders hold, as far as this state knows: command points, and system."""
    state, seat, found = run.state, run.seat, dict[str, tuple[int, str]]()
    for one in state.of(seat):
        contact = state.contacts_of(seat).get(one.inside) if one.boarder else None
        if contact is not None and contact.status is Status.DERELICT and contact.code and contact.system:
            found[contact.alias] = (run.world.cp(contact.code), contact.system)
    return list(found.values())


def no_room(run: Run, cp: int, system: str) -> None:
    """Refuse CAPTURE_CP with what is in use (GCW-BRD-04)."""
    pdf, main = roster(run.world, run.state, run.seat, system), roster(run.world, run.state, run.seat)
    run.table.refuse(Code.CAPTURE_CP, cp=cp, p=pdf.cp, m=main.cp, cap=CAPACITY)


def judge_captures(world: World, table: Table[State], *, by: Seat = NOBODY, told: Told | None = None) -> None:
    """Ships in which boarders have nobody left to fight: captured, or derelict while there is no room for them.

    `by` is whose turn it is, if any; `told` gathers what the public reads of it (GCW-BRD-03..05, GCW-DMG-16).
    """
    squads = (one.docked for one in table.state.units.values() if one.boarder)
    heroes = (one.aboard for one in table.state.heroes.values() if one.alive and one.inside)
    for name in dict.fromkeys((*squads, *heroes)):
        ship = table.state.units.get(name)
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
            set_adrift(world, table, ship, told, by=captor)


def claimant(world: World, state: State, ship: Unit, by: Seat) -> Seat:
    """Who captures a ship without defenders: a player with boarders, and nobody hostile to it aboard.

    Of several it is the one whose turn it is, else the one with the most squads, the first in alphabetical order.
    """
    there = parties(world, state, ship)
    strength = {
        seat: sum(one.squads for one in aboard(world, state, ship, seat))
        for seat in there
        if any(one.boarder and one.docked == ship.id for one in state.of(seat))
        and not any(state.are_hostile(seat, other) for other in there if other != seat)
    }
    if by in strength:
        return by
    return min(strength, key=lambda seat: (-strength[seat], seat), default=NOBODY)


def passing(state: State, ship: Unit) -> list[Unit]:
    """A ship and what goes with it: its owner's craft and vehicles in it (GCW-BRD-03, GCW-LCH-02)."""
    return [ship, *(one for one in within(state, ship) if one.kind in CARGO and one.owner == ship.owner)]


def take(world: World, table: Table[State], ship: Unit, captor: Seat, room: Room, told: Told | None) -> None:
    """A ship becomes its boarders': they know it as their own, its former owner as a contact (GCW-BRD-03..05)."""
    loser, going = ship.owner, passing(table.state, ship)
    track = table.state.tracks.get(ship.id)
    end_foes(table, ship, captor)
    aliases = given_up(table, captor, going)
    for move in room.moves:
        table.say(DutySet(group_of(table.state, captor, move), ship.system), only(captor))
    give_up(table, ship, going, to=captor)
    taken = taken_names(table.state, captor)
    prizes = []
    for one in going:
        name = free_name(taken, one.name)
        taken.add(name.casefold())
        prizes.append(
            replace(
                changed_hands(one, ship),
                owner=captor,
                name=name,
                duty=room.duty,
                status=status_of(one),
                captured=table.now,
                origin=Origin.CAPTURED,
            )
        )
    squads = tuple(one.id for one in table.state.of(captor) if one.docked == ship.id and one.inside)
    table.say(Taken(captor, tuple(prizes), squads, aliases, loser), only(captor))
    keep_track(world, table, ship, track)
    prize = table.state.units[ship.id]
    seen_changed(world, table, prize, loser, TAKEN)
    appeared(table, world, prize)
    if told is not None and track is not None and not hidden(table.state, world, ship.cell):
        words = f"{track_label(track, loser)} at {ship.cell}, by {captor}"
        told.captures.append((ship.system, words))


def status_of(unit: Unit) -> Status:
    """What a captured unit is: disabled if armor or systems are gone; last acts are its former owner's (GCW-DMG-12)."""
    if unit.kind is not UnitKind.SHIP:
        return unit.status
    return Status.DISABLED if min(unit.pools.armor, unit.pools.systems) == 0 else Status.ACTIVE


def changed_hands(unit: Unit, ship: Unit) -> Unit:
    """What goes with a ship, without what was its former owner's: orders, its place in a fleet, holds it knew of."""
    return replace(
        unit,
        group=ship.id,
        group_cp=ship.group_cp,
        crew=0 if unit.kind is UnitKind.SHIP else None,
        silent=False,
        escort=False,
        bonus=False,
        patrol=False,
        held=NOBODY,
        held_by=(),
        exit_until=None,
    )


def give_up(table: Table[State], ship: Unit, going: list[Unit], *, to: Seat = NOBODY, abandoned: bool = False) -> None:
    """A ship's owner is told that it is theirs no longer."""
    ids, names = tuple(one.id for one in going), tuple(one.name for one in going)
    table.say(Yielded(ship.owner, ids, names, to, abandoned), hearers(ship.owner))


def given_up(table: Table[State], viewer: Seat, units: list[Unit]) -> tuple[str, ...]:
    """What a viewer called units as contacts, which are bound to them no more."""
    wanted = {one.id for one in units}
    bound = [alias for alias, binding in table.state.bindings.get(viewer, {}).items() if binding.unit in wanted]
    for alias in bound:
        table.say(Bound(viewer, alias, ""), REFEREE)
    return tuple(bound)


def group_of(state: State, seat: Seat, ship: str) -> tuple[str, ...]:
    """A ship, and the units that its command points are for."""
    return (ship, *(one.id for one in state.of(seat) if one.group == ship and one.id != ship))


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


def seen_changed(world: World, table: Table[State], prize: Unit, loser: Seat, act: str) -> None:
    """Its former owner keeps a ship as a contact; who shares its cell, or has boarders in it, sees it change hands."""
    inside = {one.owner for one in within(table.state, prize) if one.kind is UnitKind.INFANTRY}
    viewers = {loser, *sharers(table.state, world, prize), *inside} - {prize.owner, NOBODY}
    for viewer in sorted(viewers):
        see(table, world, viewer, prize, Sighting.EVENT, act, classified=True)


def end_foes(table: Table[State], ship: Unit, captor: Seat = NOBODY) -> Foes | None:
    """A ship's former owner, and its captor, fight nobody in it any more. What the former owner knew of foes there."""
    fought = table.state.foes.get(f"{ship.owner}/{ship.id}")
    for foes in list(table.state.foes.values()):
        there = ship_of(table.state, foes)
        if foes == fought or (foes.seat == captor and there is not None and there.id == ship.id):
            table.say(FoesCounted(replace(foes, points={})), only(foes.seat))
    return fought


def set_adrift(
    world: World,
    table: Table[State],
    ship: Unit,
    told: Told | None,
    *,
    by: Seat = NOBODY,
    abandoned: bool = False,
) -> None:
    """A ship becomes a derelict of nobody's, with the craft and vehicles in it; squads that stay are their owner's.

    `by` is whose boarders hold it and wait for room (GCW-DMG-16, GCW-BRD-05).
    """
    loser, going = ship.owner, passing(table.state, ship)
    track = table.state.tracks.get(ship.id)
    fought = end_foes(table, ship)
    give_up(table, ship, going, abandoned=abandoned)
    wreck = [replace(changed_hands(one, ship), owner=NOBODY, duty="") for one in going]
    wreck[0] = replace(wreck[0], status=Status.DERELICT, shields_up=False)
    table.say(Adrift(tuple(wreck)), REFEREE)
    keep_track(world, table, ship, track)
    seen_changed(world, table, table.state.units[ship.id], loser, ADRIFT)
    stay_aboard(table, table.state.units[ship.id], loser, fought)
    if told is not None and track is not None and not hidden(table.state, world, ship.cell):
        told.derelicts.append((ship.system, f"{track_label(track, loser)} at {ship.cell}"))
    alias = alias_of(table.state, by, ship.id)
    if by != NOBODY and alias is not None:
        cp = world.cp(ship.code)
        pdf, main = roster(world, table.state, by, ship.system).cp, roster(world, table.state, by).cp
        table.say(CaptureWaits(by, alias, cp, pdf, main, CAPACITY), only(by))


def stay_aboard(table: Table[State], ship: Unit, loser: Seat, fought: Foes | None) -> None:
    """The former owner's squads in a derelict are there as strangers, who know the ship by an alias (GCW-DMG-14).

    `fought` are the boarders they had against them. Nobody has the crew against them any more.
    """
    alias = alias_of(table.state, loser, ship.id)
    left = [one.id for one in within(table.state, ship) if one.owner == loser and one.kind is UnitKind.INFANTRY]
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
    """What a player knows of foes inside a ship is over when its people there, or the foes of its ship, are gone."""
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
    squads = (one.docked for one in state.of(foes.seat) if one.inside == foes.ship)
    heroes = (one.aboard for one in state.heroes.values() if one.owner == foes.seat and one.inside == foes.ship)
    found = (state.units.get(one) for one in (*squads, *heroes))
    return next((one for one in found if one is not None and one.kind is UnitKind.SHIP), None)


def expected(run: Run, contact: Contact) -> str:
    """What becomes of a ship when nobody is left in it, as its captor knows: words for a preview."""
    cp = run.world.cp(contact.code)
    room = room_for(run.world, run.state, run.seat, cp, contact.system)
    if room is None:
        pdf, main = roster(run.world, run.state, run.seat, contact.system), roster(run.world, run.state, run.seat)
        return (
            f"there is no command room for its {cp} CP (PDF {pdf.cp}/{CAPACITY}, main {main.cp}/{CAPACITY}): it would "
            "be derelict, and your boarders hold it"
        )
    where = f"PDF of {room.duty}" if room.duty else "main fleet"
    moved = [shown(run.state.units[one].name) for one in room.moves]
    making = f", {', '.join(moved)} to the PDF" if moved else ""
    return f"it would be yours, in your {where} ({cp} CP){making}"
