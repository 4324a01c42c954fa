"""Sentences of a fact of which one is said, by what happened: `Sentences(lambda fact: fact.sealed, {True: ...})`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any

from engine.text.message import Message


class Sentences:
    """The sentences that a fact may say, each by a case; `case` says which it is, by the fact."""

    def __init__(self, case: Callable[[Any], object], told: Mapping[Any, Message]) -> None:  # cases of any type
        self.case, self.told = case, told

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields that any of them names."""
        return frozenset[str]().union(*(message.fields for message in self.told.values()))

    def of(self, fact: object, seat: str | None) -> Message:
        """The sentence that a fact says to a seat, or to everybody (None)."""
        return self.told[self.case(fact)]


class Addressed(Sentences):
    """Two sentences: one to the seat that the fact's field `whose` names, and one to all others."""

    def __init__(self, whose: str, own: Message, others: Message) -> None:
        super().__init__(attrgetter(whose), {True: own, False: others})

    def of(self, fact: object, seat: str | None) -> Message:
        """The sentence that a fact says to a seat, or to everybody (None)."""
        return self.told[self.case(fact) == seat]


def either(case: str | Callable[[Any], object], if_so: Message, if_not: Message) -> Sentences:
    """The sentences of a fact of which it says the first if its case is so, or its field of that name has something,
    and otherwise the second.
    """
    found = attrgetter(case) if isinstance(case, str) else case
    return Sentences(lambda fact: bool(found(fact)), {True: if_so, False: if_not})


def told_by(field: str, **told: Message) -> Sentences:
    """The sentences of a fact of which it says the one that its field names."""
    return Sentences(attrgetter(field), told)
