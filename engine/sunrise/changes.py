"""Small changes that facts are made of: fields of a ship, of a squadron, of a side. Unknown ids change nothing."""

from __future__ import annotations

from msgspec.structs import replace

from engine.sunrise.figures.markers import Side
from engine.sunrise.state import State


def ship_changed(state: State, ship: str, **fields: object) -> State:
    """The state with fields of a ship set."""
    known = state.ships.get(ship)
    if known is None:
        return state
    return replace(state, ships={**state.ships, ship: replace(known, **fields)})


def squadron_changed(state: State, squadron: str, **fields: object) -> State:
    """The state with fields of a squadron set."""
    known = state.squadrons.get(squadron)
    if known is None:
        return state
    return replace(state, squadrons={**state.squadrons, squadron: replace(known, **fields)})


def side_changed(state: State, side: Side, **fields: object) -> State:
    """The state with fields of a side set."""
    if side is Side.A:
        return replace(state, a=replace(state.a, **fields))
    return replace(state, b=replace(state.b, **fields))
