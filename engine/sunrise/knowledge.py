"""What a seat knows, taken from the referee's state: the same as the fold of all that the seat has heard.

That it equals the fold is an invariant of every random game: a difference would be a leak, or something a seat was not
told.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Seat
from engine.sunrise.markers import Side
from engine.sunrise.specs import FleetList
from engine.sunrise.state import Stage, State


def as_known(state: State, seat: Seat) -> State:
    """The state as that seat knows it: without the other side's fleet before both are shown, and without its plots."""
    side = state.seats.get(seat)
    for other in Side:
        if other is side:
            continue
        theirs = state.of(other)
        hidden = theirs
        if state.stage is Stage.FLEETS and not any(True for _ in state.fleet(other)):
            hidden = replace(hidden, fleet=FleetList("", ()))
        if state.stage is Stage.ORDERS:
            hidden = replace(hidden, plots={})
        if hidden is not theirs:
            state = replace(state, a=hidden) if other is Side.A else replace(state, b=hidden)
    return state
