"""Work that may be slow: done at once where it is quick, on a thread where its kind has proved slow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from bot.clock import Clock

T = TypeVar("T")

log = logging.getLogger("umpire.slow_work")

QUICK = 0.020
"""Seconds that a ruling may take on the event loop."""

LONG = 500
"""Characters that are read at once; what is longer a thread reads, however quick the last of its kind was."""

STALL = 0.050
"""Seconds on the event loop that are worth a line in the log."""


class SlowWork:
    """Runs pure work and remembers how long each kind takes.

    A kind whose last run was quick runs on the event loop, where a hop to a thread would cost more than the work.
    One that was slow, or that nobody has seen yet, runs on a thread until it has been quick; the loop then waits for
    single slices only.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.seconds: dict[str, float] = {}

    async def run(self, kind: str, work: Callable[[], T], *, length: int = 0, slow: bool = False) -> T:
        """Run the work, measured under its kind ("gcw battle fire"); `length` is that of a text that it reads. `slow`:
        it may be, however quick the last was, and runs on a thread.
        """

        def measured() -> tuple[T, float]:
            began = self._clock.steady()
            return work(), self._clock.steady() - began

        slow = slow or length > LONG or self.seconds.get(kind, STALL) > QUICK
        result, taken = await asyncio.to_thread(measured) if slow else measured()
        self.seconds[kind] = taken
        if taken > STALL and not slow:
            log.warning("%s took %d ms on the event loop; the next one runs on a thread", kind, taken * 1000)
        return result

    async def read(self, kind: str, work: Callable[[], T]) -> T:
        """Run work that reads what somebody knows: how long that takes hangs on how much it is, not on what was read
        last, so it runs on a thread.
        """
        return await self.run(kind, work, slow=True)
