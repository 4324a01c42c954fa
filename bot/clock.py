"""The clock on the wall, held against a steady one and against Discord's: the only source of time.

A machine's clock may be set wrong, for a moment or for good. A jump of it that the steady clock does not bear out moves
nothing here, unless Discord's own time (the Date of its answers) says that it is right: then the machine slept, and
what fell due meanwhile is caught up with.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

from engine.clock import Instant
from engine.text.message import N_, Message, Text

log = logging.getLogger("umpire.clock")

TOLERATED = 5.0
"""Seconds by which the wall clock may move at once: it is set right a little now and then."""

BELIEVED = 60.0
"""Seconds by which a clock may differ from Discord's and still be taken to agree with it."""

JUMPED = (
    N_("The clock of the machine that I run on jumped {time} back; I go on by the time that passed."),
    N_("The clock of the machine that I run on jumped {time} ahead; I go on by the time that passed."),
)
IS_OFF = (
    N_("The clock of the machine that I run on is {time} back; I go by Discord's."),
    N_("The clock of the machine that I run on is {time} ahead; I go by Discord's."),
)
SLEPT = (
    N_("By Discord's clock it is {time} back of mine, as after a sleep of the machine: I catch up."),
    N_("By Discord's clock it is {time} ahead of mine, as after a sleep of the machine: I catch up."),
)
"""What is said of a clock that is behind, and of one that is ahead."""

DAYS, HOURS = N_("{days} d {hours} h"), N_("{hours} h {minutes} min")
MINUTES, SECONDS = N_("{minutes} min"), N_("{seconds} s")


class HeldWall:
    """The seconds since 1970 of the machine's clock, held against its steady clock and against Discord's."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._time, self._at = wall(), steady()
        self._off = self._settled = 0.0
        self._jumps: list[Text] = []

    def __call__(self) -> float:
        """The time: the machine's, or what the steady clock makes of the last that was trusted."""
        wall, steady = self._wall(), self._steady()
        held = self._time + steady - self._at
        off = wall - held
        if abs(off) <= TOLERATED:
            self._time, self._at = wall, steady
            self._off = self._settled = 0.0
            return wall
        if abs(off - self._off) > TOLERATED:
            self._off = off
            self._note(_by(off, JUMPED))
        return held

    def heard(self, date: float) -> None:
        """Takes what Discord's clock shows now: where ours is wrong, the machine's is believed again, or else
        Discord's.
        """
        now = self()
        if abs(date - now) <= BELIEVED:
            self._settled = self._off
            return
        wall = self._wall()
        self._time, self._at = wall if abs(date - wall) <= BELIEVED else date, self._steady()
        self._off = self._settled = wall - self._time
        moved = self._time - now
        self._note(_by(self._off, IS_OFF) if self._off else _by(moved, SLEPT))

    @property
    def doubtful(self) -> bool:
        """True while the machine's clock is not believed, and Discord's has not settled it yet."""
        self()
        return abs(self._off - self._settled) > TOLERATED

    def jumps(self) -> list[Text]:
        """Jumps of the clock since this was asked last, in sentences."""
        told, self._jumps = self._jumps, []
        return told

    def _note(self, sentence: Text) -> None:
        log.warning("%s", sentence)
        self._jumps.append(sentence)


def _by(seconds: float, says: tuple[Message, Message]) -> Text:
    """Sentence about a clock that is so many seconds ahead, or below 0 behind: "jumped 3 d 2 h ahead"."""
    minutes = round(abs(seconds) / 60)
    hours, days = minutes // 60, minutes // 1440
    if days:
        time = DAYS(days=days, hours=hours % 24)
    elif hours:
        time = HOURS(hours=hours, minutes=minutes % 60)
    else:
        time = MINUTES(minutes=minutes) if minutes else SECONDS(seconds=round(abs(seconds)))
    return says[seconds > 0](time=time)


class Clock:
    """Wall time in whole seconds of UTC, and monotonic seconds for measuring.

    `skip` moves this clock forward without waiting, for the table and for tests; the machine's clock stays.
    """

    def __init__(
        self,
        wall: Callable[[], float] | None = None,
        steady: Callable[[], float] = time.monotonic,
        skipped: int = 0,
    ) -> None:
        self._steady = steady
        self._wall = wall or HeldWall(steady=steady)
        self._skipped = skipped

    def now(self) -> Instant:
        """The wall time, in seconds since 1970."""
        return Instant(int(self._wall()) + self._skipped)

    def steady(self) -> float:
        """Monotonic seconds, which no change of the machine's clock moves; a skip of this one does."""
        return self._steady() + self._skipped

    def heard(self, date: str | None) -> None:
        """The Date of an answer of Discord's (RFC 9110); one that cannot be read is passed over."""
        if date is None or not isinstance(self._wall, HeldWall):
            return
        try:
            moment = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        self._wall.heard(moment)

    @property
    def doubtful(self) -> bool:
        """True if the machine's clock jumped and Discord has not said yet whether it is right."""
        return isinstance(self._wall, HeldWall) and self._wall.doubtful

    def jumps(self) -> list[Text]:
        """Jumps of the machine's clock since this was asked last, in sentences."""
        return self._wall.jumps() if isinstance(self._wall, HeldWall) else []

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
