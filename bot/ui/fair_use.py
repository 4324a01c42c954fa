"""Limits on what one member may ask for within a minute of what costs much, so that all others are still answered
at once.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from discord.app_commands import Cooldown

from engine.game import Refusal
from engine.text.message import NN_, Message, Text

MINUTE = 60.0

MOST_MEMBERS = 5000
"""Members whose counts are kept; when there are more, those who asked for nothing within a minute are let go."""


class Costly(Enum):
    """Requests that are limited: number that a member may make within a minute, and what is said of one too many."""

    PICTURE = (
        20,
        NN_(
            "You asked for {most} pictures within a minute; the next one is for you in {late} second.",
            "You asked for {most} pictures within a minute; the next one is for you in {late} seconds.",
            "late",
        ),
    )
    SHEET = (
        12,
        NN_(
            "You asked for {most} order sheets within a minute; the next one is for you in {late} second.",
            "You asked for {most} order sheets within a minute; the next one is for you in {late} seconds.",
            "late",
        ),
    )
    DICE = (
        6,
        NN_(
            "You asked for {most} checks of dice within a minute; the next one is for you in {late} second.",
            "You asked for {most} checks of dice within a minute; the next one is for you in {late} seconds.",
            "late",
        ),
    )
    ROLL = (
        30,
        NN_(
            "You asked for {most} rolls within a minute; the next one is for you in {late} second.",
            "You asked for {most} rolls within a minute; the next one is for you in {late} seconds.",
            "late",
        ),
    )

    def __init__(self, most: int, says: Message) -> None:
        self.most, self.says = most, says


class FairUse:
    """Counts what members ask for, by a steady clock in seconds. It is forgotten with the process."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._asked: dict[tuple[Costly, int], Cooldown] = {}

    def wait(self, what: Costly, user: int) -> int:
        """Count that a member asks for something: 0, or the seconds until they may, and then it is not counted."""
        now = self._steady()
        if len(self._asked) >= MOST_MEMBERS:
            self._asked = {key: kept for key, kept in self._asked.items() if kept.get_tokens(now) < kept.rate}
        counted = self._asked.setdefault((what, user), Cooldown(what.most, MINUTE))
        late = counted.update_rate_limit(now)
        return 0 if late is None else max(1, round(late))

    def require(self, what: Costly, user: int) -> None:
        """The same, but raise Refusal where they may not yet."""
        late = self.wait(what, user)
        if late:
            raise Refusal("LIMIT", told(what, late))


def told(what: Costly, late: int) -> Text:
    """Reason why something is not done now, and in how many seconds it would be."""
    return what.says(most=what.most, late=late)
