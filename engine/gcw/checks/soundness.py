"""Invariants of every state of a campaign, whatever was played. Found by random games, never by players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.gcw.battles import combatants, opposed, used_cp
from engine.gcw.contacts import turn_key
from engine.gcw.data.terms import Ring, Status
from engine.gcw.economy.rosters import stored_cp
from engine.gcw.figures.command import CAPACITY
from engine.gcw.fleets import capacity, room, rooms
from engine.gcw.ground.forces import ashore, attacker, counts, force_key, over_ceiling
from engine.gcw.sight.scanning import TAKES
from engine.gcw.space.holding import free, held_unit
from engine.gcw.space.movement import MARCHING
from engine.gcw.state import TROOPS, State, Unit, UnitKind, located
from engine.gcw.world import CAMPAIGN, World


def unsound(world: World, state: State) -> str | None:
    """The first thing that is wrong with a referee's state; None for a sound one."""
    for faults in (_units, _guests, _holds, _sight, _scans, _ground, _battles, _works, _rest):
        for fault in faults(world, state):
            return fault
    return None


def _units(world: World, state: State) -> Iterator[str]:
    for unit in state.units.values():
        places = [bool(unit.cell), bool(unit.docked), bool(unit.voyage)]
        if sum(places) != 1 or bool(unit.cell) != bool(unit.system):
            yield f"{unit.name} is in {sum(places)} places (GCW-GRD-03)"
        if min(unit.pools.shields, unit.pools.armor, unit.pools.systems, unit.pools.hull) < 0:
            yield f"{unit.name} has negative pools"
        if unit.docked and unit.docked not in state.units:
            yield f"{unit.name} is docked in nothing"
        elif unit.docked and unit.boarder and state.units[unit.docked].owner == unit.owner:
            yield f"{unit.name} boards a ship of its own side (GCW-BRD-01)"
        elif unit.docked and not unit.inside and not unit.guest_in and state.units[unit.docked].owner != unit.owner:
            yield f"{unit.name} is docked in another's {state.units[unit.docked].name} (GCW-BRD-03)"
        if unit.status is Status.DERELICT and unit.kind is UnitKind.SHIP and unit.owner:
            yield f"{unit.name} is derelict, and {unit.owner}'s (GCW-DMG-16)"
        if unit.voyage and not travelling(state, unit):
            yield f"{unit.name} is on a voyage that does not have it"
        if unit.cell and unit.cell not in world.grid.cells:
            yield f"{unit.name} is at {unit.cell}, which is no cell"


def _guests(world: World, state: State) -> Iterator[str]:
    known = {key: guest.host for key, guest in state.guests.items()}
    there: dict[str, str] = {}
    for unit in state.units.values():
        if not unit.guest_in:
            continue
        host = state.units.get(unit.docked)
        contact = state.contacts_of(unit.owner).get(unit.guest_in)
        if host is None or host.owner == unit.owner or unit.kind not in (UnitKind.SQUADRON, UnitKind.AUXILIARY):
            yield f"{unit.name} is a guest in {unit.docked or 'nothing'} (GCW-LCH-02)"
        elif contact is None or bool(contact.gone) == bool(host.cell):
            yield f"{unit.owner} does not know where {host.name} is with its {unit.name} (GCW-LCH-02)"
        elif host.cell and (contact.system, contact.cell) != (host.system, host.cell):
            yield f"{unit.owner} has {host.name} at {contact.system} {contact.cell}, and {unit.name} in it (GCW-LCH-02)"
        elif host.owner:
            there[unit.id] = host.id
    if known != there:
        yield f"guests are {there}, their hosts know of {known} (GCW-LCH-02)"
    for ship in {*known.values()} & state.units.keys():
        for kind in (UnitKind.SQUADRON, UnitKind.AUXILIARY):
            if room(world, state, state.units[ship], kind) < 0 and not state.units[ship].captured:
                yield f"{state.units[ship].name} has more craft than places, guests among them (GCW-LCH-02)"


def travelling(state: State, unit: Unit) -> bool:
    """True if a unit is on the voyage that it says: as one of its units, or in its beams (GCW-TRC-07).

    What is in the beams may be captured on the way, and is no contact of its captor's then.
    """
    voyage = state.voyages.get(unit.voyage)
    return voyage is not None and (unit.id in voyage.units or bool(voyage.towed))


def _holds(world: World, state: State) -> Iterator[str]:
    held = {unit.id: unit.held for unit in state.units.values() if unit.held}
    gripped: dict[str, list[str]] = {}
    for hold in state.holds.values():
        unit = held_unit(state, hold)
        if unit is None or not hold.controlled or not hold.beams:
            yield f"{hold.seat} holds {hold.target}, which is not in its beams (GCW-TRC-10)"
        else:
            gripped.setdefault(unit.id, []).append(hold.seat)
        for beam in hold.beams:
            crew = state.units.get(beam)
            if crew is None or free(world, state, crew, "") < 0:
                yield f"{hold.seat} holds {hold.target} with projectors that {beam} has not (GCW-TRC-06)"
    for target in sorted({*held, *gripped}):
        if held.get(target, "") not in gripped.get(target, ()):
            yield f"{target} is held by {held.get(target)}, in the beams of {gripped.get(target)} (GCW-TRC-05)"


def _sight(world: World, state: State) -> Iterator[str]:
    for viewer, bindings in state.bindings.items():
        for alias, binding in bindings.items():
            contact, unit = state.contacts_of(viewer).get(alias), state.units.get(binding.unit)
            unit = located(state, unit) if unit is not None else None
            if contact is None or unit is None:
                yield f"{viewer}'s {alias} is bound to {binding.unit}, one of which is not there"
            elif not binding.stale and (contact.gone or (contact.system, contact.cell) != (unit.system, unit.cell)):
                yield f"{viewer} has {alias} at {contact.system} {contact.cell}, it is at {unit.system} {unit.cell}"
            elif unit.owner == viewer:
                yield f"{viewer} has its own {unit.name} as a contact"


def _ground(world: World, state: State) -> Iterator[str]:
    held: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        if unit.kind in TROOPS and unit.docked:
            held.setdefault(unit.docked, []).append(unit)
        if unit.kind in MARCHING and unit.cell and world.ring(unit.cell) is not Ring.GS:
            yield f"{unit.name} stands at {unit.cell}, which is no Surface (GCW-LOG-01)"
        if unit.kind is UnitKind.INFANTRY and not 0 < world.squads(unit.code, unit.pools) <= unit.count:
            yield f"{unit.name} of {unit.count} squads has {unit.pools.armor} hit points (GCW-G2G-01)"
        if unit.inside and not unit.cell and not unit.docked:
            yield f"{unit.name} is inside {unit.inside} and nowhere (GCW-GAR-05)"
    for host, units in held.items():
        most, used = capacity(world, state.units[host].code), rooms(world, units)
        own_units = all(unit.owner == state.units[host].owner for unit in units) and not state.units[host].captured
        if own_units and (used[0] > most[0] or used[1] > most[1]):
            yield f"{state.units[host].name} holds {used} of {most} places for ground units (GCW-LCH-03)"
    for key, force in state.forces.items():
        if key != force_key(force.seat, force.system, force.grid) or not attacker(
            world, state, force.seat, force.system
        ):
            yield f"{key} is no attacking force (GCW-FTG-01)"
        squads, vehicles = counts(world, ashore(state, force.seat, force.system, force.grid))
        if over_ceiling(squads, vehicles):
            yield f"{key} has {squads} squads and {vehicles} vehicles (GCW-FTG-01)"


def _scans(world: World, state: State) -> Iterator[str]:
    for key, scan in state.scans.items():
        if scan.due_at != scan.started_at + TAKES:
            yield f"scan {key} takes {scan.due_at - scan.started_at} s (GCW-SCN-02)"
        mine = (other for other in state.scans.values() if (other.owner, other.unit) == (scan.owner, scan.unit))
        others = [one.id for one in mine if one.id != key]
        if others:
            yield f"{scan.unit} makes {key} and {others[0]} at once (GCW-SCN-01)"
    provisional = {turn_key(turn.seat) for turn in state.turns.values()}
    for key in state.signatures:
        if key not in state.scans and key not in provisional:
            yield f"signatures are kept for {key}, which is over (GCW-SCN-08)"


def _battles(world: World, state: State) -> Iterator[str]:
    for system, battle in state.battles.items():
        if not opposed(state, [unit for unit in combatants(state, system) if unit.owner in battle.parties]):
            yield f"the battle of {system} has no two sides left (register 0.3)"
        for party in battle.parties:
            apart = state.switches.get("battle_cap_scope") == "fleet"
            if not apart and used_cp(state, system, party) > world.capacity(state, party):
                yield f"{party} uses {used_cp(state, system, party)} CP at {system} (GCW-BUR-01)"


def _works(world: World, state: State) -> Iterator[str]:
    for work in state.works.values():
        if work.left < 0 or (work.done and work.since is not None):
            yield f"{work.name} has {work.left} s of work left (GCW-CST-03)"
        if work.maker and work.maker not in state.units:
            yield f"{work.name} is made by {work.maker}, which is no more (GCW-CST-03)"
    for stored in state.reserve.values():
        if any(unit.id in state.units for unit in stored.units):
            yield f"{stored.units[0].name} is in reserve, and in play (GCW-RES-02)"
    for seat in state.players:
        if stored_cp(world, state, seat) > CAPACITY:
            yield f"{seat} has {stored_cp(world, state, seat)} CP in reserve (GCW-RES-01)"


def _rest(world: World, state: State) -> Iterator[str]:
    for player in state.players.values():
        if player.treasury < 0 or player.credit < 0:
            yield f"{player.seat} has a treasury of {player.treasury} and a credit of {player.credit}"
        lines = state.ledger.get(player.seat, ())
        sums = tuple(sum(line.amount for line in lines if line.credit is credit) for credit in (False, True))
        if world.version >= CAMPAIGN and sums != (player.treasury, player.credit):
            yield f"{player.seat} has {player.treasury} and {player.credit} KC, the ledger says {sums} (GCW-ACT-02)"
        if sum(turn.seat == player.seat for turn in state.turns.values()) > 1:
            yield f"{player.seat} has two turns posted (GCW-TRN-01)"
    for hero in state.heroes.values():
        if hero.alive and hero.aboard and hero.aboard not in state.units and hero.aboard not in state.pods:
            yield f"{hero.name} is aboard a ship that is lost (GCW-HRO-06)"
