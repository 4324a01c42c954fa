"""Plain changes of a state, which facts declare by the names of fields, so that they are read at a glance.

`tests/engine/test_changes.py` holds every rulebook's to the fields that its state and its facts have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

S = TypeVar("S", bound=msgspec.Struct)


class Change(Protocol):
    """A plain change of a state that a fact declares by the names of fields. What the holder of the state has never
    heard of is left as it is.
    """

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state after it."""


class Puts(msgspec.Struct, frozen=True):
    """A change: things that the fact has in its field `things`, one or a tuple of them, are in a mapping of the state,
    each under what its own field `key` says, in the place of what was there.
    """

    mapping: str
    things: str
    key: str = "id"

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with them."""
        put = {getattr(thing, self.key): thing for thing in _all(getattr(fact, self.things))}
        return _with(state, self.mapping, {**getattr(state, self.mapping), **put})


class Removes(msgspec.Struct, frozen=True):
    """A change: the entries of a mapping of the state that the fact's field `keys` names, one or a tuple, are gone."""

    mapping: str
    keys: str

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state without them."""
        there, gone = getattr(state, self.mapping), _all(getattr(fact, self.keys))
        return _with(state, self.mapping, {key: thing for key, thing in there.items() if key not in gone})


class Its(msgspec.Struct, frozen=True):
    """The value of a field of the fact, for a field of another name."""

    field: str


class Sets:
    """A change: fields of the entry that the fact's field `keys` names, or of each of a tuple, are set, `same` to what
    the fact has under the same name, the `others` to a value, or to the fact's field that `Its` names.
    """

    def __init__(self, mapping: str, keys: str, *same: str, **others: object) -> None:
        self.mapping, self.keys = mapping, keys
        self.fields: Mapping[str, object] = {**{name: Its(name) for name in same}, **others}

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with what it sets, as far as it has the entries."""
        there = getattr(state, self.mapping)
        values = {name: getattr(fact, to.field) if isinstance(to, Its) else to for name, to in self.fields.items()}
        changed = {key: replace(there[key], **values) for key in _all(getattr(fact, self.keys)) if key in there}
        return _with(state, self.mapping, {**there, **changed}) if changed else state


def _all(value: Any) -> tuple[Any, ...]:  # of a fact's field, whatever its type
    return value if isinstance(value, tuple) else (value,)


def _with(state: S, mapping: str, entries: Mapping[Any, Any]) -> S:  # a mapping of any state
    changes: dict[str, Any] = {mapping: entries}
    return replace(state, **changes)
