"""What happens to a campaign and its players: opening, joining, income, relations, rulings."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import player_changed, put
from engine.gcw.state import Player, PlayerStatus, State


class Opened(Fact[State], frozen=True):
    """The campaign begins."""

    name: str
    at: Instant

    def evolve(self, state: State) -> State:
        return replace(state, name=self.name, opened_at=self.at, paid_upto=self.at)


class Answered(Fact[State], frozen=True):
    """The answer to a question that a player asked of the rules, such as how long a course takes."""

    text: str


class Joined(Fact[State], frozen=True):
    """A player joined with a faction (GCW-SET-01); `holder`: holds the stronghold (GCW-SET-06)."""

    seat: Seat
    faction: str
    home: str
    holder: bool
    at: Instant

    def evolve(self, state: State) -> State:
        player = Player(seat=self.seat, faction=self.faction, home=self.home, holder=self.holder, joined_at=self.at)
        owners = put(state.owners, self.home, self.seat) if self.holder else state.owners
        return replace(state, players=put(state.players, self.seat, player), owners=owners)


class Credited(Fact[State], frozen=True):
    """A player's facility credit and treasury at the start (GCW-SET-01, -05)."""

    seat: Seat
    treasury: int
    credit: int

    def evolve(self, state: State) -> State:
        return player_changed(state, self.seat, treasury=self.treasury, credit=self.credit)


class Confirmed(Fact[State], frozen=True):
    """A player's setup is confirmed (GCW-SET-02)."""

    seat: Seat
    at: Instant

    def evolve(self, state: State) -> State:
        return player_changed(state, self.seat, status=PlayerStatus.ACTIVE, confirmed_at=self.at)


class AccessGranted(Fact[State], frozen=True):
    """One player's places are friendly to another, or no longer (GCW-GEN-04)."""

    by: Seat
    to: Seat
    granted: bool

    def evolve(self, state: State) -> State:
        pair = (self.by, self.to)
        others = tuple(one for one in state.access if one != pair)
        return replace(state, access=(*others, pair) if self.granted else others)


class Hostility(Fact[State], frozen=True):
    """(who, towards whom): one is hostile to another by declaration or act, or takes it back (GCW-GEN-04).

    Two are hostile while one of them is. Access between them ends.
    """

    pair: tuple[Seat, Seat]
    hostile: bool = True

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.hostile if one != self.pair)
        if not self.hostile:
            return replace(state, hostile=others)
        access = tuple(one for one in state.access if set(one) != set(self.pair))
        return replace(state, hostile=(*others, self.pair), access=access)
