"""What a text about a fact is made from: the world, what the hearer knows, when it was heard, and by whom."""

from __future__ import annotations

import msgspec

from engine.clock import Instant
from engine.game import Seat
from engine.gcw.state import State
from engine.gcw.words import unit_name, you_or
from engine.gcw.world import World
from engine.report import News


class Heard(msgspec.Struct, frozen=True):
    """One hearing of a fact; `known` already holds it. `seat` None is the public."""

    world: World
    known: State
    at: Instant
    seat: Seat | None

    def you(self, seat: Seat) -> str:
        """A player as a sentence's subject: "You" to itself."""
        return you_or(seat, self.seat)

    def mine(self, seat: Seat) -> bool:
        """Whether the hearer is that player."""
        return self.seat is not None and self.seat == seat

    def name(self, unit: str) -> str:
        """An own unit's name."""
        return unit_name(self.known, unit)


def ruled(text: str, rule: str, *, decides: bool = False) -> News:
    """News that ends with the id of its rule in small text."""
    return News(f"{text}\n-# {rule}" if rule else text, decides=decides)
