"""Changes that facts declare, and instants that clocks wait for: everything that they name is there, of its type."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from engine.book import Book, Clock
from engine.clock import Instant
from engine.declared.changes import Alters, Its, Keeps, Puts, PutsUnder, Removes, Sets, Together, Writes
from engine.declared.due import Earliest, First
from engine.game import Fact, Seat
from engine.gcw.state import ContactsSet, PutsNew
from engine.sunrise.state import Side, SideSets, SideState
from tests.rulebooks import BOOKS


def kinds(hint: Any) -> set[Any]:
    """The types that a hint allows: its parts where it is a union, those of each thing where it is a tuple of many."""
    if get_origin(hint) in (Union, types.UnionType):
        return {part for one in get_args(hint) for part in kinds(one)}
    return {hint}


def each(hint: Any) -> Any:
    """The type of a thing of which a field has one, or many in a tuple."""
    return get_args(hint)[0] if get_origin(hint) is tuple else hint


def type_of(field: str, of: type[Any]) -> Any:
    """The type of a field or property of things of a type; None where they have none."""
    found = getattr(of, field, None)
    return get_type_hints(found.fget)["return"] if isinstance(found, property) else get_type_hints(of).get(field)


def written(change: Writes, has: dict[str, Any], of: type[Any]) -> Iterator[str]:
    """Faults of what a fact that has these fields sets of a thing of a type."""
    parts = get_type_hints(of)
    for name, to in change.fields.items():
        if name not in parts:
            yield f"{of.__name__} has no {name}"
        elif to is UNSET and UnsetType in get_args(parts[name]):
            continue  # what is left out of stored forms
        elif not isinstance(to, Its):
            msgspec.convert(to, parts[name])
        elif to.field not in has or not kinds(has[to.field]) <= kinds(parts[name]):
            yield f"{to.field} is no {name} of {of.__name__}"


def goes_by(key: Any, named: Any) -> bool:
    """True if what is named by a type, or by each of a tuple of it, can stand under keys of another."""
    return getattr(key, "__supertype__", key) in (each(named), getattr(each(named), "__supertype__", None))


def faults(state: type[Any], fact: type[Fact[Any]], change: Any) -> Iterator[str]:
    """Faults of a change that a fact declares."""
    has, parts = get_type_hints(fact), get_type_hints(state)
    if isinstance(change, Together):
        for part in change.changes:
            yield from faults(state, fact, part)
        return
    if not isinstance(change, Alters | Puts | PutsUnder | Removes | Sets):
        assert isinstance(change, Writes)
        if isinstance(change, SideSets) and has.get("side") is not Side:
            yield "nothing says which side it is"
        yield from written(change, has, SideState if isinstance(change, SideSets) else state)
        return
    if change.mapping not in parts:
        yield f"a state has no {change.mapping}"
        return
    key, entry = get_args(parts[change.mapping])
    if isinstance(change, ContactsSet):
        if has.get("viewer") is not key:
            yield "nothing says whose contacts they are"
        key, entry = get_args(entry)
    if isinstance(change, Puts):
        named = type_of(change.key, entry)
        if each(has.get(change.things)) is not entry:
            yield f"{change.things} are no {entry.__name__}"
        if isinstance(change, PutsNew) and get_type_hints(entry).get("owner") is not Seat:
            yield f"nobody owns {change.things}"
    else:
        named = has.get(change.key if isinstance(change, Alters | PutsUnder) else change.keys)
    if not goes_by(key, named):
        yield f"{change.mapping} do not go by {named}"
    nothing = {types.NoneType} if isinstance(change, Keeps) else set()  # which takes the entry away
    if isinstance(change, PutsUnder) and not kinds(has.get(change.thing)) - nothing <= kinds(entry):
        yield f"{change.thing} is no {entry}"
    if isinstance(change, Sets):
        yield from written(change, has, entry)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_declared_changes_name_what_there_is(book: Book[Any, Any]) -> None:
    wrong = {
        fact.__name__: list(faults(book.state, fact, fact.makes))
        for fact in book.facts
        if fact.makes is not None and any(faults(book.state, fact, fact.makes))
    }
    assert not wrong


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_a_change_is_declared_or_made(book: Book[Any, Any]) -> None:
    both = [fact.__name__ for fact in book.facts if fact.makes is not None and fact.evolve is not Fact.evolve]
    assert not both


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_clocks_wait_for_instants_that_there_are(book: Book[Any, Any]) -> None:
    clocks = [one for chapter in book.chapters for one in vars(chapter).values() if isinstance(one, Clock)]
    nexts = [one for clock in clocks for one in (clock.next.waits if isinstance(clock.next, First) else [clock.next])]
    waits = [one for one in nexts if isinstance(one, Earliest)]
    state = get_type_hints(book.state)
    assert clocks
    assert [one for one in waits if one.mapping not in state] == []
    kept = {one: kinds(type_of(one.field, get_args(state[one.mapping])[1])) for one in waits}
    assert {one: found for one, found in kept.items() if found - {types.NoneType} != {Instant}} == {}
    asked = [(one, field) for one in waits for field in one.others]
    assert [field for one, field in asked if type_of(field, get_args(state[one.mapping])[1]) is None] == []


class Boat(msgspec.Struct, frozen=True):
    """A boat of a sea, for these examples."""

    id: str
    men: int = 4
    owner: Seat = Seat("red")


class Sea(msgspec.Struct, frozen=True):
    """A state of boats that a fact could be about, and of plans."""

    boats: Mapping[str, Boat]
    plans: Mapping[str, str] = {}
    night: int = 1
    last_ids: Mapping[Seat, int] = {}


class Told(msgspec.Struct, frozen=True):
    """All that the changes of these examples name."""

    boat: Boat = Boat("Cat")
    boats: tuple[Boat, ...] = (Boat("Cat"), Boat("Dog", owner=Seat("blue")), Boat("Elk"))
    id: str = "Ant"
    ids: tuple[str, ...] = ("Ant", "Fox")
    men: int = 2
    seat: str = "red"
    lines: str = "north"


ANT, BEE = Boat("Ant"), Boat("Bee")
SEA, TOLD = Sea({"Ant": ANT, "Bee": BEE}), Told()


def test_things_are_put_under_their_own_names_or_under_what_the_fact_says() -> None:
    assert list(Puts("boats", "boat").made(SEA, TOLD).boats) == ["Ant", "Bee", "Cat"]
    assert list(Puts("boats", "boats").made(SEA, TOLD).boats) == ["Ant", "Bee", "Cat", "Dog", "Elk"]
    assert PutsUnder("plans", "seat", "lines").made(SEA, TOLD).plans == {"red": "north"}


def test_entries_are_removed_as_far_as_there_are_any() -> None:
    assert list(Removes("boats", "id").made(SEA, TOLD).boats) == ["Bee"]
    assert list(Removes("boats", "ids").made(SEA, TOLD).boats) == ["Bee"]
    assert Removes("boats", "seat").made(SEA, TOLD) == SEA


def test_fields_are_set_to_what_the_fact_has_or_to_a_value() -> None:
    assert Sets("boats", "id", "men").made(SEA, TOLD).boats["Ant"] == Boat("Ant", men=2)
    assert Sets("boats", "ids", men=0).made(SEA, TOLD).boats == {"Ant": Boat("Ant", men=0), "Bee": BEE}
    assert Sets("boats", "seat", men=0).made(SEA, TOLD) is SEA
    assert Writes(night=Its("men")).made(SEA, TOLD).night == 2


def test_several_changes_follow_each_other() -> None:
    after = Together(Puts("boats", "boat"), Removes("boats", "id"), Writes(night=3)).made(SEA, TOLD)
    assert (list(after.boats), after.night) == (["Bee", "Cat"], 3)


def test_what_is_new_takes_a_number_of_its_owners() -> None:
    after = PutsNew("boats", "boats").made(Sea({"Ant": ANT}, last_ids={Seat("red"): 5}), TOLD)
    assert (list(after.boats)[1:], after.last_ids) == (["Cat", "Dog", "Elk"], {"red": 7, "blue": 1})
