"""Starts of sessions: how many a bot has left today, and how soon after one another they may come."""

import time

from sandbox.model.clock import Clock

MOST_A_DAY = 1_000
DAY = 86_400.0  # seconds, by the sandbox's clock
APART = 5.0  # seconds of Discord's limits
AT_ONCE = 1
"""Sessions of different shards that may start at one moment: the `max_concurrency` of a small bot."""


class Starts:
    """The sessions that were started today, by the sandbox's clock, and when the last one was, by the machine's.

    `second` is how many real seconds a second of Discord's limits lasts; with 0 they may come as they like.
    """

    def __init__(self, clock: Clock, second: float) -> None:
        self._clock = clock
        self.second = second
        self._began = clock.seconds()
        self._today = 0
        self._last = float("-inf")

    @property
    def soon(self) -> float:
        """Real seconds until the next start is allowed, 0 or less where it is."""
        return self._last + APART * self.second - time.monotonic()

    def allow(self) -> bool:
        """Count a start; False where it comes too soon after the last."""
        if self.soon > 0:
            return False
        self._last = time.monotonic()
        self._turn()
        self._today += 1
        return True

    @property
    def left(self) -> int:
        """The starts that are left today; below 0 where there were more."""
        self._turn()
        return MOST_A_DAY - self._today

    @property
    def new_in(self) -> int:
        """Milliseconds until all are there again."""
        return int((self._began + DAY - self._clock.seconds()) * 1000)

    def _turn(self) -> None:
        if self._clock.seconds() >= self._began + DAY:
            self._began, self._today = self._clock.seconds(), 0
