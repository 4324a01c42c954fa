"""What happens to a battle: opened, joined, told, closed."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import put, without
from engine.gcw.state import PUBLIC, Battle, State


class BattleOpened(Fact[State], frozen=True):
    """A battle has begun (register 0.3)."""

    battle: int
    system: str
    at: Instant
    parties: tuple[Seat, ...]

    def evolve(self, state: State) -> State:
        battle = Battle(id=self.battle, system=self.system, opened_at=self.at, parties=self.parties)
        return replace(
            state,
            battles=put(state.battles, self.system, battle),
            quiet_since=without(state.quiet_since, self.system),
            last_battle=self.battle,
        )


class BattleJoined(Fact[State], frozen=True):
    """Another player is a party to a battle."""

    system: str
    seat: Seat

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None:
            return state
        joined = replace(battle, parties=tuple(sorted({*battle.parties, self.seat})))
        return replace(state, battles=put(state.battles, self.system, joined))


class Committed(Fact[State], frozen=True):
    """A group's command points count in a battle from now on (GCW-BUR-02); for its owner."""

    system: str
    group: str
    cp: int

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None:
            return state
        committed = replace(battle, committed=put(battle.committed, self.group, self.cp))
        return replace(state, battles=put(state.battles, self.system, committed))


class BattlePost(Fact[State], frozen=True):
    """The public post of a turn in a battle: story, places, damage and status as far as they are public (GCW-PST).

    `taken` is what the author's units took since its last turn; `hits` are (whose, what) for the posts of those hit.
    """

    battle: int
    system: str
    seat: Seat
    story: str
    places: tuple[str, ...]
    damage: tuple[str, ...]
    status: tuple[str, ...]
    losses: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    hits: tuple[tuple[Seat, str], ...] = ()
    captures: tuple[str, ...] = ()
    derelicts: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None:
            return state
        taken = without(battle.taken, self.seat)
        for owner, what in self.hits:
            taken[owner] = (*taken.get(owner, ()), what)
        longer = replace(
            battle,
            losses=(*battle.losses, *self.losses),
            captures=(*battle.captures, *self.captures),
            derelicts=(*battle.derelicts, *self.derelicts),
            taken=taken,
        )
        return replace(state, battles=put(state.battles, self.system, longer))


class BattleClosed(Fact[State], frozen=True):
    """A battle is over: who is left in the system as far as it is public, and what was lost, taken, abandoned in it."""

    battle: int
    system: str
    at: Instant
    field: tuple[Seat, ...]
    losses: tuple[str, ...]
    captures: tuple[str, ...] = ()
    derelicts: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        tracks = {alias: seen for alias, seen in state.contacts_of(PUBLIC).items() if seen.system != self.system}
        contacts = put(state.contacts, PUBLIC, tracks) if tracks else without(state.contacts, PUBLIC)
        return replace(
            state,
            battles=without(state.battles, self.system),
            quiet_since=put(state.quiet_since, self.system, self.at),
            contacts=contacts,
        )


class OrderOfBattle(Fact[State], frozen=True):
    """A player becomes a party to a battle and is told who is there, as far as it knows. For that player."""

    battle: int
    system: str
    seat: Seat


class BattleAccount(Fact[State], frozen=True):
    """A battle is over for one of its parties: the command points it had in use there, and its units left. For it."""

    battle: int
    system: str
    seat: Seat
    freed: int
    left: tuple[str, ...]
