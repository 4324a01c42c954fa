"""What a seat knows, taken from the referee's state: the same as the fold of all that the seat has heard.

That it equals the fold is an invariant of every random game: a difference would be a leak, or something a seat was not
told.
"""

from __future__ import annotations

from engine.game import Seat
from engine.sunrise.data.units import FleetList
from engine.sunrise.state import Side, Stage, State, side_changed


def strangers(state: State, seat: Seat) -> tuple[Side, ...]:
    """The sides whose secrets a seat does not share."""
    return tuple(side for side in Side if state.seats.get(seat) is not side)


def as_known(state: State, seat: Seat) -> State:
    """The state as that seat knows it.

    Another side's fleet is hidden until both are locked (FS-FRC-06), its plots until they are revealed (FS-TURN-03).
    """
    shown = state.a.locked and state.b.locked
    for side in strangers(state, seat):
        if not shown:
            state = side_changed(state, side, fleet=FleetList("", ()))
        elif state.stage is Stage.ORDERS:
            state = side_changed(state, side, plots={})
    return state
