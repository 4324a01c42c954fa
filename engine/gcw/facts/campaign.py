"""What happens to a campaign and its players: opening, joining, income, relations, rulings."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.state import State


class Answered(Fact[State], frozen=True):
    """The answer to a question that a player asked of the rules, such as how long a course takes."""

    text: str


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
