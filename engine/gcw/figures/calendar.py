"""Action Days and turn cycles: when income falls due, when a turn may be posted, edited, made final.

Rulebook: GCW-ACT, GCW-TRN-01, -02, -04.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from engine.clock import DAY, MINUTE, Instant, MonthDays, later
from engine.gcw.data.codes import Code

ACTION_DAYS = MonthDays((1, 15))
"""The 1st and the 15th of every month, 00:00:00 UTC (GCW-ACT-01)."""
BASE_INCOME = 1000
"""KC for every active player on every Action Day (GCW-ACT-02)."""
TURN_LOCK = DAY
"""Least time between two turns of a player (GCW-TRN-01)."""
EDIT_WINDOW = 15 * MINUTE
"""A turn may be changed until so long after it was posted, inclusive (GCW-TRN-02)."""


@lru_cache(maxsize=256)
def next_action_day(now: Instant) -> Instant:
    """The first Action Day strictly after an instant (GCW-ACT-01)."""
    return ACTION_DAYS.next_after(now)


def payday(paid_upto: Instant | None, ahead: int, dated_from: Instant) -> Instant | None:
    """Instant at which income is next due by a campaign's clock, which the calendar is `ahead` of by so many seconds,
    after the last Action Day paid; None before there was one. Those of the calendar before `dated_from`, while the
    campaign stood still, are passed over (GCW-ACT-01).
    """
    if paid_upto is None:
        return None
    return later(next_action_day(max(later(paid_upto, ahead), dated_from)), -ahead)


def income(outputs: Iterable[int]) -> int:
    """KC paid to a player whose units, facilities and systems have these industrial outputs (GCW-ACT-02, -03)."""
    return BASE_INCOME + sum(outputs)


def turn_opens(last: Instant | None) -> Instant | None:
    """Instant at which the next turn may be posted after one at `last`; None without an earlier turn (GCW-TRN-01)."""
    return None if last is None else later(last, TURN_LOCK)


def post_ok(last: Instant | None, now: Instant) -> Code | None:
    """`POST_TOO_SOON` less than 24 hours after the player's last turn was posted (GCW-TRN-01)."""
    opens = turn_opens(last)
    return Code.POST_TOO_SOON if opens is not None and now < opens else None


def edit_closes(posted: Instant) -> Instant:
    """The last instant at which a turn may be edited (GCW-TRN-02)."""
    return later(posted, EDIT_WINDOW)


def edit_ok(posted: Instant, now: Instant) -> Code | None:
    """`EDIT_CLOSED` more than 15 minutes after a turn was posted (GCW-TRN-02)."""
    return Code.EDIT_CLOSED if now > edit_closes(posted) else None


class Provisional(msgspec.Struct, frozen=True):
    """A posted turn that is not final yet: when it was posted, by whom, and when its player pressed "final"."""

    posted: Instant
    player: str
    pressed: Instant | None = None


def finalised(turns: Sequence[Provisional]) -> tuple[tuple[Provisional, Instant], ...]:
    """In what order provisional turns become final, and when (GCW-TRN-04, GCW-TRN-12, register 0.7).

    Each one second after its edit window, or when made final early, but never before one posted earlier; turns posted
    in the same second go by player id.
    """
    order = []
    earliest = None
    for turn in sorted(turns, key=lambda turn: (turn.posted, turn.player)):
        own = later(edit_closes(turn.posted), 1)
        if turn.pressed is not None:
            own = min(own, turn.pressed)
        earliest = own if earliest is None else max(earliest, own)
        order.append((turn, earliest))
    return tuple(order)
