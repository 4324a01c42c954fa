"""Facts that tell what the table waits for, and until when: one thing at a time, so that a post of the last is past."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Fact
from engine.report import News
from engine.text.message import Text

S = TypeVar("S", bound=Struct)


class WaitsUntil(Fact[S], frozen=True):
    """The table waits for something, `until` an instant (None: as long as it takes)."""

    def foretells(self) -> str:
        """The wait, of which there is one at a time."""
        return "wait"

    def lasting(self, look: Any) -> Text | News | None:  # each rulebook has its own look
        """The same words without the deadline."""
        return None if getattr(self, "until", None) is None else replace(self, until=None).words(look)
