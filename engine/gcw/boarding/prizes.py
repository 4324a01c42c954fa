"""Ships that change hands: captured by boarders, or adrift. Rulebook: GCW-BRD-03, -05, GCW-DMG-16, GCW-LCH-02."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import EVERYONE, REFEREE, Seat, Table, only
from engine.gcw.acting import hearers, track_label
from engine.gcw.boarding.capture import Room, room_for
from engine.gcw.boarding.interior import aboard, foes_in, parties
from engine.gcw.facts import Adrift, CaptureWaits, DutySet, FoesCounted, LeftAboard, Taken, Yielded
from engine.gcw.figures.command import CAPACITY
from engine.gcw.figures.damage import Status
from engine.gcw.fleets import free_name, roster, taken_names
from engine.gcw.run import Told
from engine.gcw.sight.contacts import (
    Bound,
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
from engine.gcw.state import (
    CRAFT,
    CREW,
    NOBODY,
    PUBLIC,
    TROOPS,
    Foes,
    Origin,
    Sighting,
    State,
    Unit,
    UnitKind,
    within,
)
from engine.gcw.world import World

TAKEN, ADRIFT = "TAKEN", "ADRIFT"
"""Acts by which a ship is seen to change hands, or to be given up."""

CARGO = CRAFT | (TROOPS - {UnitKind.INFANTRY})
"""What goes with a ship: docked craft and vehicles (GCW-BRD-03, GCW-LCH-02). Squads are people, and stay whose they
are."""


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
            set_adrift(world, table, ship, told)
        if captor != NOBODY and (ship.status is not Status.DERELICT or captor == by):
            wait_for_room(world, table, table.state.units[ship.id], captor)


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
        known = prize.pools if viewer == loser else None
        see(table, world, viewer, prize, Sighting.EVENT, act, classified=True, pools=known)


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
    abandoned: bool = False,
) -> None:
    """A ship becomes a derelict of nobody's, with the craft and vehicles in it; squads that stay are their owner's.

    Rulebook: GCW-DMG-16, GCW-BRD-05.
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
        drifts = table.state.units[ship.id]
        show_status(
            table, drifts, tuple(one for one in watchers(table.state, drifts) if not _knows_wreck(table, one, ship))
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
