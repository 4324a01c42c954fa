"""Plain changes of a state, which facts declare by the names of fields, so that they are read at a glance.

`tests/engine/test_changes.py` holds every rulebook's to the fields that its state and its facts have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, is_
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

S = TypeVar("S", bound=msgspec.Struct)


class Watched:
    """Fields of a state, two or more, on which something hangs that is looked after when any of them is another."""

    def __init__(self, *fields: str) -> None:
        self._of = attrgetter(*fields)

    def same(self, before: msgspec.Struct, after: msgspec.Struct) -> bool:
        """True if all of them are the very same things in two states: nothing that hangs on them is other."""
        return all(map(is_, self._of(before), self._of(after)))


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
        put = {**getattr(state, self.mapping)}
        for thing in all_of(fact, self.things):
            put[getattr(thing, self.key)] = thing
        return replace(state, **{self.mapping: put})


class Renews(Puts, frozen=True):
    """A change: as `Puts`, but of those things alone of which the state has one under the same key already."""

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with them."""
        there = getattr(state, self.mapping)
        put = {key: thing for thing in all_of(fact, self.things) if (key := getattr(thing, self.key)) in there}
        return replace(state, **{self.mapping: {**there, **put}}) if put else state


class PutsUnder(msgspec.Struct, frozen=True):
    """A change: a mapping of the state has what the fact has in its field `thing`, under what its field `key` says."""

    mapping: str
    key: str
    thing: str

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with it."""
        there = getattr(state, self.mapping)
        return replace(state, **{self.mapping: {**there, getattr(fact, self.key): getattr(fact, self.thing)}})


class Keeps(PutsUnder, frozen=True):
    """A change: as `PutsUnder`; where the field `thing` of the fact is empty, the mapping has nothing there either."""

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with it, or without."""
        if getattr(fact, self.thing):
            return super().made(state, fact)
        return Removes(self.mapping, self.key).made(state, fact)


class Removes(msgspec.Struct, frozen=True):
    """A change: the entries of a mapping of the state that the fact's field `keys` names, one or a tuple, are gone."""

    mapping: str
    keys: str

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state without them."""
        there, gone = getattr(state, self.mapping), all_of(fact, self.keys)
        return replace(state, **{self.mapping: {key: thing for key, thing in there.items() if key not in gone}})


class Its(msgspec.Struct, frozen=True):
    """The value of a field of the fact, for a field of another name."""

    field: str


class Writes:
    """A change: fields of the state itself are set, `same` to what the fact has under the same name, the `others` to a
    value, or to the fact's field that `Its` names.
    """

    def __init__(self, *same: str, **others: object) -> None:
        self.fields: Mapping[str, object] = {**{name: Its(name) for name in same}, **others}
        self._fixed = {name: to for name, to in self.fields.items() if not isinstance(to, Its)}
        self._its = [(name, to.field) for name, to in self.fields.items() if isinstance(to, Its)]

    def values(self, fact: msgspec.Struct) -> dict[str, Any]:
        """The fields that it sets, and what they come to be."""
        values: dict[str, Any] = self._fixed.copy()
        for name, field in self._its:
            values[name] = getattr(fact, field)
        return values

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with what it sets."""
        return replace(state, **self.values(fact))


class Sets(Writes):
    """A change: fields of the entry that the fact's field `keys` names, or of each of a tuple, are set as `Writes` does
    those of the state itself.
    """

    def __init__(self, mapping: str, keys: str, *same: str, **others: object) -> None:
        super().__init__(*same, **others)
        self.mapping, self.keys = mapping, keys

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with what it sets, as far as it has the entries."""
        mapping, keys = self.mapping, getattr(fact, self.keys)
        there = getattr(state, mapping)
        values = self.values(fact) if self._its else self._fixed
        if isinstance(keys, tuple):
            changed = {key: replace(there[key], **values) for key in keys if key in there}
        else:
            changed = {keys: replace(there[keys], **values)} if keys in there else {}
        return replace(state, **{mapping: {**there, **changed}}) if changed else state


class Alters:
    """A change: the entry of a mapping of the state that the fact's field `key` names is what `to` makes of it and of
    the fact, as far as the state has it.
    """

    def __init__(self, mapping: str, key: str, to: Callable[[Any, Any], Any]) -> None:  # an entry, and a fact
        self.mapping, self.key, self.to = mapping, key, to

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state with the entry as it is then."""
        there, key = getattr(state, self.mapping), getattr(fact, self.key)
        return replace(state, **{self.mapping: {**there, key: self.to(there[key], fact)}}) if key in there else state


class Together:
    """Several changes, one after the other."""

    def __init__(self, *changes: Change) -> None:
        self.changes = changes

    def made(self, state: S, fact: msgspec.Struct) -> S:
        """The state after all of them."""
        for change in self.changes:
            state = change.made(state, fact)
        return state


def all_of(fact: msgspec.Struct, field: str) -> tuple[Any, ...]:  # of whatever type
    """All that a fact has in a field: one thing, or a tuple of them."""
    value = getattr(fact, field)
    return value if isinstance(value, tuple) else (value,)
