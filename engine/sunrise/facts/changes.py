"""Small changes that facts are made of: entries of mappings, fields of a ship, of a squadron."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.sunrise.state import State

K = TypeVar("K")
V = TypeVar("V")


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry set."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """The mapping without an entry, if it has it."""
    return {one: value for one, value in mapping.items() if one != key}


def ship_changed(state: State, ship: str, **fields: object) -> State:
    """The state with fields of a ship set; unchanged for one it does not hold."""
    known = state.ships.get(ship)
    if known is None:
        return state
    return replace(state, ships=put(state.ships, ship, replace(known, **fields)))


def squadron_changed(state: State, squadron: str, **fields: object) -> State:
    """The state with fields of a squadron set; unchanged for one it does not hold."""
    known = state.squadrons.get(squadron)
    if known is None:
        return state
    return replace(state, squadrons=put(state.squadrons, squadron, replace(known, **fields)))
