"""What must hold of every state of a campaign, whatever was played. Found by random games, never by players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.gcw.acting import used_cp
from engine.gcw.command import CAPACITY
from engine.gcw.holding import free, held_unit
from engine.gcw.state import State, Unit
from engine.gcw.world import World


def unsound(world: World, state: State) -> str | None:
    """The first thing that is wrong with a referee's state; None for a sound one."""
    for faults in (_units, _holds, _sight, _battles, _rest):
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
        if unit.voyage and not travelling(state, unit):
            yield f"{unit.name} is on a voyage that does not have it"
        if unit.cell and unit.cell not in world.grid.cells:
            yield f"{unit.name} is at {unit.cell}, which is no cell"


def travelling(state: State, unit: Unit) -> bool:
    """Whether a unit is on the voyage that it says: as one of its units, or in its holder's beams (GCW-TRC-07)."""
    voyage = state.voyages.get(unit.voyage)
    if voyage is None:
        return False
    aliases = state.bindings.get(voyage.owner, {})
    return unit.id in voyage.units or any(aliases[one].unit == unit.id for one in voyage.towed if one in aliases)


def _holds(world: World, state: State) -> Iterator[str]:
    held = {unit.id: unit.held for unit in state.units.values() if unit.held}
    gripped: dict[str, list[str]] = {}
    for hold in state.holds.values():
        unit = held_unit(state, hold)
        if unit is None or not hold.controlled or not hold.beams:
            yield f"{hold.seat} holds {hold.target}, which is not in its beams (GCW-TRC-10)"
        else:
            gripped.setdefault(unit.id, []).append(hold.seat)
        for one in hold.beams:
            crew = state.units.get(one)
            if crew is None or free(world, state, crew, "") < 0:
                yield f"{hold.seat} holds {hold.target} with projectors that {one} has not (GCW-TRC-06)"
    for one in sorted({*held, *gripped}):
        if held.get(one, "") not in gripped.get(one, ()):
            yield f"{one} is held by {held.get(one)}, in the beams of {gripped.get(one)} (GCW-TRC-05)"


def _sight(world: World, state: State) -> Iterator[str]:
    for viewer, bindings in state.bindings.items():
        for alias, binding in bindings.items():
            contact, unit = state.contacts_of(viewer).get(alias), state.units.get(binding.unit)
            if contact is None or unit is None:
                yield f"{viewer}'s {alias} is bound to {binding.unit}, one of which is not there"
            elif not binding.stale and (contact.gone or (contact.system, contact.cell) != (unit.system, unit.cell)):
                yield f"{viewer} has {alias} at {contact.system} {contact.cell}, it is at {unit.system} {unit.cell}"
            elif unit.owner == viewer:
                yield f"{viewer} has its own {unit.name} as a contact"


def _battles(world: World, state: State) -> Iterator[str]:
    for system, battle in state.battles.items():
        there = {unit.owner for unit in state.at(system) if unit.live and unit.owner in battle.parties}
        if not any(state.are_hostile(one, other) for one in there for other in there if one < other):
            yield f"the battle of {system} has no two sides left (register 0.3)"
        for party in battle.parties:
            if used_cp(state, system, party) > CAPACITY:
                yield f"{party} uses {used_cp(state, system, party)} CP at {system} (GCW-BUR-01)"


def _rest(world: World, state: State) -> Iterator[str]:
    for player in state.players.values():
        if player.treasury < 0:
            yield f"{player.seat} has a treasury of {player.treasury}"
        if sum(turn.seat == player.seat for turn in state.turns.values()) > 1:
            yield f"{player.seat} has two turns posted (GCW-TRN-01)"
    for hero in state.heroes.values():
        if hero.alive and hero.aboard and hero.aboard not in state.units:
            yield f"{hero.name} is aboard a ship that is lost (GCW-HRO-06)"
