"""The clock on the wall, and a steady one: the only source of time, handed to whoever needs it."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.clock import Instant


class Clock:
    """Wall time in whole seconds of UTC, and monotonic seconds for measuring.

    `skip` moves this clock forward without waiting, for the table and for tests; the machine's clock stays.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic, skipped: int = 0
    ) -> None:
        self._wall, self._steady = wall, steady
        self._skipped = skipped

    def now(self) -> Instant:
        """The wall time, in seconds since 1970."""
        return Instant(int(self._wall()) + self._skipped)

    def steady(self) -> float:
        """Monotonic seconds, which no change of the wall clock moves."""
        return self._steady()

    @property
    def skipped(self) -> int:
        """Seconds skipped so far: to be given to the clock of the next start."""
        return self._skipped

    def skip(self, seconds: int) -> Instant:
        """Move forward and return the new time. Raises ValueError for a move back: the record knows no way back."""
        if seconds < 0:
            raise ValueError("a clock is skipped forward only")
        self._skipped += seconds
        return self.now()
