"""A look at the night: what a seat knows of it, and how facts show their fields. What all chapters are written with."""

from __future__ import annotations

from typing import Annotated

from engine import look
from engine.act import Order
from engine.clock import Instant
from engine.look import Refused
from engine.text.message import Shown, Text, name, stamp, term

from .state import State


class Look(look.Look[None, State], frozen=True):
    """A look at the night."""

    def boat_name(self, boat: str) -> Text:
        """A boat of the looker's, by its id."""
        return next((name(each.name) for each in self.known.boats if each.id == boat), term("a boat"))


class Playing(Order):
    """An order that only needs a part in the night."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses a seat that can order nothing now: the night is over, or it has no part in it."""
        if look.known.over:
            return Refused("OVER")
        return None if look.seat in look.known.seats else Refused("NOT_SEATED")


class Unlocked(Playing):
    """An order of a round, until its seat has locked its orders (TOY-ORD-02)."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """As every order, and LOCKED once the seat's orders stand."""
        refused = super().ready(look)
        if refused is None and look.seat in look.known.locks():
            refused = Refused("LOCKED", {"round": look.known.round})
        return refused


Own = Annotated[str, Shown[str](lambda look, boat, form: look.boat_name(boat))]
"""A field of a fact: a boat of the hearer's, by its id."""

Name = Annotated[str, Shown[str](lambda look, text, form: name(text))]
"""A field of a fact: what somebody called something."""

Term = Annotated[str, Shown[str](lambda look, text, form: term(text))]
"""A field of a fact: a word of the rulebook."""

At = Annotated[Instant, Shown[Instant](lambda look, at, form: stamp(at))]
"""A field of a fact: an instant."""
