"""Small changes that facts are made of: entries of mappings, fields of a unit, of a player, of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.game import Seat
from engine.gcw.index import carry_over
from engine.gcw.state import State

K = TypeVar("K")
V = TypeVar("V")


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry set."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """The mapping without an entry, if it has it."""
    return {one: value for one, value in mapping.items() if one != key}


def counted(state: State, owner: Seat, number: int = 1) -> dict[Seat, int]:
    """The counters of ids with more of a player's given."""
    return put(state.last_ids, owner, state.last_ids.get(owner, 0) + number)


def changed(state: State, unit: str, **fields: object) -> State:
    """The state with fields of a unit set; unchanged for a unit it does not hold."""
    known = state.units.get(unit)
    if known is None:
        return state
    now = replace(known, **fields)
    units = put(state.units, unit, now)
    carry_over(state.units, units, known, now)
    return replace(state, units=units)


def player_changed(state: State, seat: Seat, **fields: object) -> State:
    """The state with fields of a player set; unchanged for one it does not hold."""
    player = state.players.get(seat)
    if player is None:
        return state
    return replace(state, players=put(state.players, seat, replace(player, **fields)))


def turn_changed(state: State, turn: int, **fields: object) -> State:
    """The state with fields of a provisional turn set; unchanged for one it does not hold."""
    known = state.turns.get(str(turn))
    if known is None:
        return state
    return replace(state, turns=put(state.turns, str(turn), replace(known, **fields)))
