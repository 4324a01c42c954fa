"""A lull: what can wait leaves the processor to whoever has just asked for something."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

QUIET = 0.1
"""Seconds without a command, a click or a form that make a lull: an answer takes less."""

PATIENCE = 1.0
"""Seconds after which what waits for a lull goes on without one, so that a busy hour only slows it down."""


class Lull:
    """Seconds of a steady clock when somebody last asked for something, and whoever waits until it is quiet."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._asked = -QUIET

    def asked(self) -> None:
        """Somebody asks for something now."""
        self._asked = self._steady()

    @property
    def quiet(self) -> bool:
        """True if nobody has asked for anything lately."""
        return self._steady() - self._asked >= QUIET

    async def wait(self) -> None:
        """Return once it is quiet; at once where it is already, and in any case when patience is at its end."""
        until = self._steady() + PATIENCE
        while (left := min(self._asked + QUIET, until) - self._steady()) > 0:  # noqa: ASYNC110  # time passes unasked
            await asyncio.sleep(left)
