"""What can happen in the toy rulebook: each fact, and the change it makes to whatever its hearer knows."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat

from .state import Boat, Locked, State, Stranger


class NightFell(Fact[State], frozen=True):
    """The game begins."""

    seats: tuple[Seat, ...]
    length: int
    hours: int

    def evolve(self, state: State) -> State:
        return replace(state, seats=self.seats, length=self.length, hours=self.hours)


class Buried(Fact[State], frozen=True):
    """The treasure lies somewhere."""

    place: int

    def evolve(self, state: State) -> State:
        return replace(state, treasure=self.place)


class RoundBegan(Fact[State], frozen=True):
    """Orders are taken until an instant."""

    round: int
    until: Instant

    def evolve(self, state: State) -> State:
        return replace(state, round=self.round, until=self.until)


class Postponed(Fact[State], frozen=True):
    """A moderator moved the end of the round."""

    until: Instant

    def evolve(self, state: State) -> State:
        return replace(state, until=self.until)


class Launched(Fact[State], frozen=True):
    """A seat has a boat."""

    boat: Boat

    def evolve(self, state: State) -> State:
        return replace(state, boats=(*state.boats, self.boat))


class Ordered(Fact[State], frozen=True):
    """A boat is ordered somewhere; it sails when the round ends."""

    boat: str
    to: int

    def evolve(self, state: State) -> State:
        boats = (replace(boat, to=self.to) if boat.id == self.boat else boat for boat in state.boats)
        return replace(state, boats=tuple(boats))


class OrdersLocked(Fact[State], frozen=True):
    """A seat's orders of a round stand; `body` is what they were, in the face of this fact that others do not hear."""

    lock: Locked

    def evolve(self, state: State) -> State:
        others = (lock for lock in state.locked if (lock.turn, lock.seat) != (self.lock.turn, self.lock.seat))
        return replace(state, locked=(*others, self.lock))


class Sailed(Fact[State], frozen=True):
    """A boat is where it was ordered."""

    boat: str
    place: int

    def evolve(self, state: State) -> State:
        boats = (replace(boat, place=self.place, to=None) if boat.id == self.boat else boat for boat in state.boats)
        return replace(state, boats=tuple(boats))


class Thunder(Fact[State], frozen=True):
    """Guns are heard at a place: whose boats fought there, and who lost."""

    place: int
    seats: tuple[Seat, ...]
    losers: tuple[Seat, ...]


class Sunk(Fact[State], frozen=True):
    """A boat is no more."""

    boat: str
    name: str

    def evolve(self, state: State) -> State:
        return replace(state, boats=tuple(boat for boat in state.boats if boat.id != self.boat))


class Sighted(Fact[State], frozen=True):
    """A seat sees a strange boat at a place, for the first time or again."""

    viewer: Seat
    alias: str
    place: int

    def evolve(self, state: State) -> State:
        known = [
            stranger for stranger in state.strangers if (stranger.viewer, stranger.alias) == (self.viewer, self.alias)
        ]
        if known:
            moved = (replace(one, place=self.place) if one is known[0] else one for one in state.strangers)
            return replace(state, strangers=tuple(moved))
        return replace(state, strangers=(*state.strangers, Stranger(self.viewer, self.alias, self.place)))


class Recognised(Fact[State], frozen=True):
    """Which boat a stranger is: the referee's to know."""

    viewer: Seat
    alias: str
    boat: str

    def evolve(self, state: State) -> State:
        strangers = (
            replace(one, boat=self.boat) if (one.viewer, one.alias) == (self.viewer, self.alias) else one
            for one in state.strangers
        )
        return replace(state, strangers=tuple(strangers))


class LostSight(Fact[State], frozen=True):
    """A seat sees a stranger no longer."""

    viewer: Seat
    alias: str

    def evolve(self, state: State) -> State:
        kept = (one for one in state.strangers if (one.viewer, one.alias) != (self.viewer, self.alias))
        return replace(state, strangers=tuple(kept))


class Called(Fact[State], frozen=True):
    """Words went over the water: from the caller's side (`boat` is ""), or heard on one of the hearer's boats."""

    call: str
    alias: str = ""
    boat: str = ""


class DayBroke(Fact[State], frozen=True):
    """The game is over: won by a seat, or by nobody."""

    winner: Seat | None
    treasure: int

    def evolve(self, state: State) -> State:
        return replace(state, over=True, winner=self.winner, treasure=self.treasure, until=None)


FACTS: tuple[type[Fact[State]], ...] = (
    NightFell,
    Buried,
    RoundBegan,
    Postponed,
    Launched,
    Ordered,
    OrdersLocked,
    Sailed,
    Thunder,
    Sunk,
    Sighted,
    Recognised,
    LostSight,
    Called,
    DayBroke,
)
