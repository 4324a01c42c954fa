"""Instants at which something is next due, declared by the names of fields: `Earliest("offers", "until")`."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.clock import Instant


class Earliest(msgspec.Struct, frozen=True):
    """The first of the instants that the things of a state's mapping have in a field; None for none. Those without one
    are not waited for.
    """

    mapping: str
    field: str

    def __call__(self, state: Any) -> Instant | None:  # of each rulebook
        """When that is, in a state."""
        found = [getattr(thing, self.field) for thing in getattr(state, self.mapping).values()]
        return min([at for at in found if at is not None], default=None)
