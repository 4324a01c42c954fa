"""The checks of Night Boats."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Seat, Setup
from engine.orders import Order
from engine.played.checks import Checks

from .sea import BOATS, Launch
from .state import State


def wrong_with(state: State) -> str | None:
    """Fault that no rule may let come about; None for a sound state."""
    for boat in state.boats:
        if not 1 <= boat.place <= state.length:
            return f"{boat.name} is at {boat.place}, which is no place"
    for seat in state.seats:
        if len(state.fleet(seat)) > BOATS:
            return f"{seat} has more than {BOATS} boats"
    for stranger in state.strangers:
        where = [boat.place for boat in state.boats if boat.id == stranger.boat]
        if where != [stranger.place]:
            return f"{stranger.viewer} sees {stranger.alias} at {stranger.place}, but it is at {where}"
    return None


def rightly_known(state: State, seat: Seat) -> State:
    """State as a seat should know it: its boats, the strangers it sees, who has locked; of the rest nothing."""
    return replace(
        state,
        treasure=state.treasure if state.over else 0,
        boats=state.fleet(seat),
        strangers=tuple(replace(stranger, boat="") for stranger in state.seen_by(seat)),
        locked=tuple(lock if lock.seat == seat else replace(lock, body="") for lock in state.locked),
    )


class ToyChecks(Checks[State]):
    def as_known(self, state: State, seat: Seat) -> State:
        return rightly_known(state, seat)

    def invariant(self, state: State) -> str | None:
        return wrong_with(state)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        return [(seat, Launch(boat=f"Boat {number}")) for seat in setup.seats for number in range(1, BOATS + 1)]
