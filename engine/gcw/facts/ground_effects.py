"""What bombardment from orbit does to a Ground Grid. Everybody hears it: it is seen from the whole system."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import put, without
from engine.gcw.state import State


class BombardmentBegan(Fact[State], frozen=True):
    """A Ground Grid ("system/G-n") is under orbital bombardment until an instant (GCW-ORB-05, -06)."""

    place: str
    by: Seat
    until: Instant

    def evolve(self, state: State) -> State:
        return replace(state, bombarded=put(state.bombarded, self.place, self.until))


class BombardmentEnded(Fact[State], frozen=True):
    """The effects of a bombardment are over (CLK-15)."""

    place: str
    at: Instant

    def evolve(self, state: State) -> State:
        return replace(state, bombarded=without(state.bombarded, self.place))
