"""Instants at which something is due: the next, declared by the names of fields (`Earliest("offers", "until")`), and
facts that tell of them.
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact
from engine.report import News
from engine.text.message import Text

S = TypeVar("S", bound=Struct)


class Earliest:
    """The first of the instants that the things of a state's mapping have in a field; None for none. Those without one
    are not waited for, nor those of which a field is `others` than is given here.
    """

    def __init__(self, mapping: str, field: str, **others: object) -> None:
        self.mapping, self.field, self.others = mapping, field, others

    def __call__(self, state: Any) -> Instant | None:  # of each rulebook
        """Instant at which that is, in a state."""
        mapping = getattr(state, self.mapping)
        if not mapping:  # mostly nothing of the kind is there
            return None
        there = mapping.values()
        for field, value in self.others.items():
            there = [thing for thing in there if getattr(thing, field) == value]
        return min([at for thing in there if (at := getattr(thing, self.field)) is not None], default=None)


class First:
    """The first of what several wait for; None while none waits for anything."""

    def __init__(self, *waits: Earliest) -> None:
        self.waits = waits

    def __call__(self, state: Any) -> Instant | None:  # of each rulebook
        """Instant at which that is, in a state."""
        first: Instant | None = None
        for earliest in self.waits:
            at = earliest(state) if getattr(state, earliest.mapping) else None  # mostly nothing of the kind is there
            if at is not None and (first is None or at < first):
                first = at
        return first


class Dated(Fact[S], frozen=True):
    """Something is due at an instant that stands in a part of its sentence in brackets, as `Look.until` tells it."""

    def lasting(self, look: Any) -> Text | News | None:  # each rulebook has its own look
        """The same words without the instant."""
        return self.words(replace(look, timeless=True))
