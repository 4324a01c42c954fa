"""The side that Umpire plays: what it knows, and the orders that it may give, by their paths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.act import Order
from engine.gcw.look import Look
from engine.gcw.state import UnitKind

YARD = "SHY"
"""What a side has first of all facilities: where ships are made."""


@dataclass(frozen=True)
class Side:
    """A look at the campaign by a side, and its orders."""

    look: Look
    orders: Mapping[str, type[Order]]

    def order(self, path: str, **fields: object) -> Order:
        """An order as a player gives it, by its path ("gcw battle fire")."""
        return self.orders[path].model_validate(fields)

    def drafted(self) -> Side:
        """The side after what it has drafted."""
        return replace(self, look=self.look.drafted())

    def systems(self) -> list[str]:
        """The systems where the side has a ship."""
        return sorted({unit.system for unit in self.look.own() if unit.kind is UnitKind.SHIP and unit.on_grid})
