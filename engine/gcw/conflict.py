"""Systems in conflict: what begins one, who is in it, when it is over. Rulebook: GCW-CON-01..05, register 0.3 (battle).

The referee keeps every conflict; a player is told of those that concern it: where it owns the system, has facilities,
ground forces, captured ships or works. Told or not, it is one conflict, and its clock one clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from engine.book import clock
from engine.clock import DAY, Instant, later
from engine.declared.due import Dated
from engine.game import REFEREE, Seat, Table
from engine.gcw.battles import combatants, open_battle, opposed
from engine.gcw.contacts import hidden
from engine.gcw.look import Look, hearers, when
from engine.gcw.state import AGROUND, NEUTRAL, NOBODY, Conflict, State, Unit, UnitKind, put, without
from engine.gcw.viewing import unit_note
from engine.gcw.whereabouts import whereabouts
from engine.gcw.world import VEILED, World
from engine.look import Refused
from engine.text.message import N_, NOTHING, T_, Text, term

CLEARS_AFTER = DAY
"""How long a conflict outlasts the presence of enemies (GCW-CON-05)."""

STANDING = AGROUND | {UnitKind.PLATFORM}
"""Whose owner a conflict concerns."""


def conflict_at(state: State, system: str, seat: Seat = NOBODY) -> Conflict | None:
    """The conflict of a system as a player was told of it; as the referee knows it, for nobody (GCW-CON-01)."""
    return state.conflicts.get(f"{seat}/{system}")


def clears_at(conflict: Conflict) -> Instant | None:
    """Instant at which a conflict ends if nothing hostile comes; None while something hostile is there (GCW-CON-05)."""
    return None if conflict.clear_since is None else later(conflict.clear_since, CLEARS_AFTER)


def suspended(look: Look, system: str) -> Refused | None:
    """CONFLICT_SUSPENDED where nothing is manufactured, as far as the player was told (GCW-CON-03)."""
    told = conflict_at(look.known, system, look.viewer)
    if told is None:
        return None
    over = clears_at(told)
    until = T_("it is cleared") if over is None else when(over)
    return Refused("CONFLICT_SUSPENDED", {"system": system, "until": until})


def noticed(world: World, state: State, unit: Unit, live: list[Unit]) -> bool:
    """True if a unit's presence can begin a conflict: a foe has found it, for a shipyard that stands still must betray
    neither what nobody has seen, nor that a bystander has (GCW-CON-04). Neutral defenders see all outside deep space,
    and are seen.
    """
    if not world.fog(state) or unit.owner == NEUTRAL:
        return True
    if any(other.owner == NEUTRAL for other in live) and not hidden(state, world, unit.cell):
        return True
    veiled = world.version >= VEILED
    viewers = (
        seat for seat in state.bindings if seat != unit.owner and (not veiled or state.are_hostile(seat, unit.owner))
    )
    return any(found_there(world, state, viewer, unit) for viewer in viewers)


def found_there(world: World, state: State, viewer: Seat, unit: Unit) -> bool:
    """True if a viewer has found a unit in the system where it is, whether or not it has moved unseen within it since:
    that it has not is nothing that a conflict may tell (GCW-SCN-18). A contact is none that it knows to be gone.
    """
    held = state.contacts_of(viewer)
    return any(
        binding.unit == unit.id
        and held[alias].system == unit.system
        and not (held[alias].gone and world.version >= VEILED)
        for alias, binding in state.bindings.get(viewer, {}).items()
    )


def enemies(state: State, units: Iterable[Unit]) -> tuple[Seat, ...]:
    """The players among whose units are such as are hostile to each other (GCW-CON-02)."""
    owners = sorted({unit.owner for unit in units})
    return tuple(owner for owner in owners if any(state.are_hostile(owner, other) for other in owners))


def concerned(state: State, system: str) -> Iterator[Seat]:
    """The players who are told of a conflict: it stops what they have there (GCW-CON-03, GCW-BRD-06)."""
    seats = {state.owners.get(system, NOBODY)}
    seats |= {unit.owner for unit in state.at(system) if unit.live and (unit.kind in STANDING or unit.captured)}
    yield from sorted(seat for seat in seats if seat in state.players)


def judge_conflicts(world: World, table: Table[State]) -> None:
    """Begins conflicts, keeps them or lets them clear as things stand now, and tells who is to hear it (GCW-CON-01,
    -04, -05).
    """
    state = table.state
    if not (state.hostile or state.conflicts):
        return
    for system in sorted({*whereabouts(state.units).standing, *(one.system for one in state.conflicts.values())}):
        judge(world, table, system)


def judge(world: World, table: Table[State], system: str) -> None:
    """One system: its battle where foes know of each other, its conflict, and what players are told of it."""
    live = list(combatants(table.state, system))
    there = opposed(table.state, live)
    if there:
        meet(world, table, system, live)
    was = conflict_at(table.state, system)
    now = was
    if there or system in table.state.battles:
        going_on = was or system in table.state.battles
        seen = live if going_on else [unit for unit in live if noticed(world, table.state, unit, live)]
        parties = enemies(table.state, seen)
        if parties or was:
            since = table.now if was is None else was.since
            now = Conflict(system=system, since=since, parties=tuple(sorted({*parties, *(was.parties if was else ())})))
    elif was is not None and was.clear_since is None:
        now = replace(was, clear_since=table.now)
    if now is None:
        return
    if now != was:
        table.say(ConflictSet(NOBODY, system, now), REFEREE)
    for seat in concerned(table.state, system):
        told = replace(now, parties=(seat,) if seat in now.parties else ())
        if conflict_at(table.state, system, seat) != told:
            table.say(ConflictSet(seat, system, told), hearers(seat))


def meet(world: World, table: Table[State], system: str, live: list[Unit]) -> None:
    """Declared enemies who each know of a unit of the other's there are in battle (register 0.3, GCW-CON-04)."""
    for one, other in combinations(sorted({unit.owner for unit in live if unit.owner != NOBODY}), 2):
        battle, state = table.state.battles.get(system), table.state
        if not state.are_hostile(one, other) or (battle is not None and {one, other} <= set(battle.parties)):
            continue
        if knows_of(world, state, one, other, live) and knows_of(world, state, other, one, live):
            open_battle(table, system, one, other)


def knows_of(world: World, state: State, seat: Seat, other: Seat, live: list[Unit]) -> bool:
    """True if a player has found one of another's units there."""
    return any(unit.owner == other and found_there(world, state, seat, unit) for unit in live)


def next_clear(state: State) -> Instant | None:
    """Instant at which a conflict is next over (CLK-14)."""
    ends = (clears_at(conflict) for conflict in state.conflicts.values())
    return min((at for at in ends if at is not None), default=None)


@clock(next=next_clear, priority=65)
def clear_due(world: World, table: Table[State]) -> None:
    """The conflicts that are over now (GCW-CON-05)."""
    for key, conflict in list(table.state.conflicts.items()):
        at = clears_at(conflict)
        if at is not None and at <= table.now:
            end_conflict(table, Seat(key.partition("/")[0]), conflict.system)


def end_conflict(table: Table[State], seat: Seat, system: str) -> None:
    """A conflict is over, for the referee or for a player who was told of it."""
    table.say(ConflictSet(seat, system, None), hearers(seat))


BEGAN = N_(
    "{system} is in conflict: nothing is built there, nor captured ships repaired, until 24 hours after hostile units "
    "are gone."
)
CLEARING = N_("No hostile units are at {system} any more[: its conflict is over {at} unless some come].")
OVER = N_("The conflict of {system} is over.")


class ConflictSet(Dated[State], frozen=True):
    """A system is in conflict, or may clear; None: it is no longer. For a player concerned; for nobody, the referee."""

    rule = "GCW-CON-05"
    seat: Seat
    system: str
    conflict: Conflict | None

    def evolve(self, state: State) -> State:
        key = f"{self.seat}/{self.system}"
        left = without(state.conflicts, key) if self.conflict is None else put(state.conflicts, key, self.conflict)
        return replace(state, conflicts=left)

    def words(self, look: Look) -> Text | None:
        if self.seat == NOBODY:
            return None
        over = clears_at(self.conflict) if self.conflict is not None else None
        sentence = OVER if self.conflict is None else BEGAN if over is None else CLEARING
        return sentence(system=term(self.system), at=look.until(over))


@unit_note(priority=30)
def conflict_note(look: Look, unit: Unit) -> Text:
    """That a unit is in conflict: its owner takes part; bystanders are not (GCW-CON-02)."""
    told = conflict_at(look.known, unit.system, unit.owner) if unit.owner != NOBODY else None
    return T_("in conflict") if told is not None and told.parties and told.clear_since is None else NOTHING
