"""Occupied worlds, and worlds claimed by what is built there. Rulebook: GCW-CON-06, -07, GCW-ACT-03."""

from __future__ import annotations

from collections.abc import Iterator

from engine.book import afterwards
from engine.declared.changes import Keeps, PutsUnder, Removes, Together
from engine.declared.sentences import Addressed, either
from engine.game import EVERYONE, Fact, Seat, Table
from engine.gcw.contacts import hidden
from engine.gcw.data.terms import Ring
from engine.gcw.ground.forces import reckon
from engine.gcw.look import Player, Players, Term
from engine.gcw.state import NEUTRAL, NOBODY, Origin, PlayerStatus, State, UnitKind
from engine.gcw.whereabouts import other_units
from engine.gcw.world import FOLLOWED, World
from engine.text.message import N_


def military(state: State, system: str, seat: Seat) -> bool:
    """True if somebody has a live unit or facility in a system: disabled ones count, doomed and derelict ones do not
    (GCW-CON-06).
    """
    return any(unit.owner == seat and unit.live for unit in state.at(system))


def host_of(state: State, system: str) -> Seat:
    """Host of a world: its owner, or its own defenders; nobody where it never had any (GCW-CON-06)."""
    owner = state.owners.get(system, NOBODY)
    return owner if owner != NOBODY or system not in state.defended else NEUTRAL


def present(world: World, state: State, system: str, *, ashore: bool = False) -> Iterator[Seat]:
    """The players with live units in a system, as they joined; `ashore` on its Surface. What deep space hides occupies
    nothing, so that an empty world does not betray it.
    """
    there = [unit for unit in state.at(system) if unit.live and not hidden(state, world, unit.cell)]
    for player_ in state.players.values():
        mine = [unit for unit in there if unit.owner == player_.seat and player_.status is PlayerStatus.ACTIVE]
        if any(not ashore or world.ring(unit.cell) is Ring.GS for unit in mine):
            yield player_.seat


def occupants(world: World, before: State, state: State, system: str) -> tuple[Seat, ...]:
    """Players who occupy a system: who was there when the last of its host's was gone, while they stay; a world that
    nobody defends is occupied by the first player on its Surface (GCW-CON-06).
    """
    host = host_of(state, system)
    if host != NOBODY and (military(state, system, host) or host in state.coming()):
        return ()
    there = [seat for seat in present(world, state, system) if seat != host]
    if host != NOBODY and military(before, system, host) and there:
        return tuple(there)
    staying = tuple(seat for seat in state.occupied.get(system, ()) if seat in there)
    if staying:
        return staying
    return tuple(seat for seat in present(world, state, system, ashore=True) if seat != host)[:1]


@afterwards
def judge_worlds(world: World, table: Table[State], before: State) -> None:
    """Wherever units have come or gone: who occupies the world, and who claimed it by building (GCW-CON-06, -07)."""
    after = table.state
    if after.units is before.units or not world.whole(after):
        return
    was = before.units
    new = [after.units[key] for key in other_units(was, after.units)]
    for unit in new:
        if unit.kind is UnitKind.FACILITY and unit.origin in CLAIMING and unit.id not in was:
            claim(world, table, unit.owner, unit.system)
    changed = [was[unit.id] for unit in new if unit.id in was]
    come = len(new) - len(changed)
    gone = was.keys() - after.units.keys() if len(was) + come > len(after.units) else ()
    touched = {unit.system for unit in (*new, *changed, *(was[key] for key in gone))}
    for system in sorted(touched - {""}):
        now = occupants(world, before, table.state, system)
        if now != table.state.occupied.get(system, ()):
            table.say(Occupied(system, now), EVERYONE)
            if world.version >= FOLLOWED:
                reckon(world, table, table.now)  # so does it whether its owner's friends are


CLAIMING = frozenset({Origin.BUILT})
"""Only building claims a world: not what was captured, surrendered, or put there (GCW-CON-07)."""


def claim(world: World, table: Table[State], seat: Seat, system: str) -> None:
    """A ground facility of an occupant's is complete: the world is its own (GCW-CON-07)."""
    if seat in table.state.occupied.get(system, ()):
        table.say(Claimed(system, seat), EVERYONE)
        reckon(world, table, table.now)  # whose land it is decides who is an attacking force (GCW-FTG-01)


class Occupied(Fact[State], frozen=True):
    """Occupants of a system: it pays nobody, and is its owner's no more to use, until somebody claims it or it is freed
    (GCW-CON-06, -07).
    """

    says = either("seats", N_("{system} is occupied by {seats}."), N_("{system} is occupied by nobody any more."))
    rule = "GCW-CON-06"
    decides = True
    makes = Keeps("occupied", "system", "seats")
    system: Term
    seats: Players


class Claimed(Fact[State], frozen=True):
    """An occupied system belongs to who built there (GCW-CON-07)."""

    says = Addressed(
        "seat",
        N_("Your facility on {system} is complete: the system is yours."),
        N_("{seat} has claimed {system} with a facility: the system is {seat}'s."),
    )
    rule = "GCW-CON-07"
    decides = True
    makes = Together(PutsUnder("owners", "system", "seat"), Removes("occupied", "system"))
    system: Term
    seat: Player
