"""The sandbox's own clock, and the snowflakes made from it."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the first moment a snowflake can name."""


PATIENCE = 15.0
"""Real seconds that tests wait for something to happen before they are told that it did not."""


class Clock:
    """A clock that runs with `source` (seconds since 1970) plus an offset that skips add to.

    Snowflakes from one clock always rise, also when many are made within a millisecond.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._last = 0
        self.offset = 0.0

    def seconds(self) -> float:
        """Seconds since 1970, by this clock."""
        return self._source() + self.offset

    def now(self) -> datetime:
        """This moment, in UTC, to the millisecond."""
        return datetime.fromtimestamp(int(self.seconds() * 1000) / 1000, UTC)

    def skip(self, seconds: float) -> None:
        """Move the clock forward. A clock that went backward would make snowflakes that lie: ValueError."""
        if seconds < 0:
            raise ValueError("the clock only goes forward")
        self.offset += seconds

    def snowflake(self) -> int:
        """A new id that carries this moment and is greater than every one before it."""
        self._last = max((int(self.seconds() * 1000) - DISCORD_EPOCH) << 22, self._last + 1)
        return self._last


def made_at(snowflake: int) -> datetime:
    """The moment a snowflake carries."""
    return datetime.fromtimestamp(((snowflake >> 22) + DISCORD_EPOCH) / 1000, UTC)


def stamp(moment: datetime) -> str:
    """A moment as Discord writes it."""
    return moment.isoformat(timespec="microseconds")


def later(moment: datetime, seconds: float) -> datetime:
    """The moment so many seconds after."""
    return moment + timedelta(seconds=seconds)
