"""The checks of Night Boats."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat, Setup
from engine.orders import Order
from engine.played.checks import Checks

from . import night
from .orders import Launch
from .state import State


class ToyChecks(Checks[State]):
    def as_known(self, state: State, seat: Seat) -> State:
        return night.rightly_known(state, seat)

    def invariant(self, state: State) -> str | None:
        return night.wrong_with(state)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        return [(seat, Launch(boat=f"Boat {number}")) for seat in setup.seats for number in range(1, night.BOATS + 1)]
