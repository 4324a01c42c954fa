"""Sentences of a fact of which one is said, by what happened: `Sentences(lambda fact: fact.sealed, {True: ...})`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from engine.text.message import Message


class Sentences:
    """The sentences that a fact may say, each by a case; `case` says which it is, by the fact."""

    def __init__(self, case: Callable[[Any], object], told: Mapping[Any, Message]) -> None:  # cases of any type
        self.case, self.told = case, told

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields that any of them names."""
        return frozenset[str]().union(*(one.fields for one in self.told.values()))

    def of(self, fact: object) -> Message:
        """The sentence that a fact says."""
        return self.told[self.case(fact)]
