"""Changes that facts declare: everything that they name is there, and of the type of what it is put in."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from engine.book import Book
from engine.declared.changes import Its, Puts, Removes, Sets
from engine.game import Fact
from tests.rulebooks import BOOKS


def kinds(hint: Any) -> set[Any]:
    """The types that a hint allows: its parts where it is a union, those of each thing where it is a tuple of many."""
    if get_origin(hint) in (Union, types.UnionType):
        return {part for one in get_args(hint) for part in kinds(one)}
    return {hint}


def each(hint: Any) -> Any:
    """The type of a thing of which a field has one, or many in a tuple."""
    return get_args(hint)[0] if get_origin(hint) is tuple else hint


def faults(state: type[Any], fact: type[Fact[Any]]) -> Iterator[str]:
    """Faults of the change that a fact declares."""
    change, has, parts = fact.makes, get_type_hints(fact), get_type_hints(state)
    assert isinstance(change, Puts | Removes | Sets)
    if change.mapping not in parts:
        yield f"a state has no {change.mapping}"
        return
    key, entry = get_args(parts[change.mapping])
    if isinstance(change, Puts):
        named = get_type_hints(entry).get(change.key) or get_type_hints(getattr(entry, change.key).fget)["return"]
        if each(has.get(change.things)) is not entry:
            yield f"{change.things} are no {entry.__name__}"
        if named is not key and getattr(key, "__supertype__", key) is not named:
            yield f"{change.mapping} do not go by {change.key}"
        return
    if getattr(key, "__supertype__", key) not in (each(has.get(change.keys)), key, str) or change.keys not in has:
        yield f"{change.mapping} do not go by {change.keys}"
    for name, to in change.fields.items() if isinstance(change, Sets) else ():
        if name not in get_type_hints(entry):
            yield f"{entry.__name__} has no {name}"
        elif not isinstance(to, Its):
            msgspec.convert(to, get_type_hints(entry)[name])
        elif not kinds(has.get(to.field)) <= kinds(get_type_hints(entry)[name]):
            yield f"{to.field} is no {name} of {entry.__name__}"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_declared_changes_name_what_there_is(book: Book[Any, Any]) -> None:
    wrong = {
        fact.__name__: list(faults(book.state, fact))
        for fact in book.facts
        if fact.makes is not None and any(faults(book.state, fact))
    }
    assert not wrong


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_a_change_is_declared_or_made(book: Book[Any, Any]) -> None:
    both = [fact.__name__ for fact in book.facts if fact.makes is not None and fact.evolve is not Fact.evolve]
    assert not both
