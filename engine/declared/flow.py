"""Parts of a table that asks and waits: a key of dice for each command, and time anew when nothing is asked any more.

A rulebook whose state has `dealt`, `seals` and `until` names this module among its chapters, for its facts.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from engine.clock import MINUTE, Instant, later
from engine.declared.changes import Its, Writes
from engine.game import EVERYONE, Fact, Table, TurnDice

S = TypeVar("S", bound=msgspec.Struct)


class Dealt(Fact[Any], frozen=True):
    """The key of dice of that number is in use; the next dice have the next."""

    silent = "the key that follows has its number"
    makes = Writes(dealt=Its("number"), seals=())
    number: int


class TimeGiven(Fact[Any], frozen=True):
    """Until when it waits for what nothing interrupts any more."""

    silent = "the panel and the reminders tell it"
    makes = Writes("until")
    until: Instant


class Keyed(Generic[S]):
    """A play whose dice have a key of their own for each command, mixed with the seals published since the last."""

    table: Table[S]
    _dice: TurnDice[S] | None = None

    def key(self) -> TurnDice[S]:
        """The dice of this command."""
        if self._dice is None:
            state: Any = self.table.state  # of each rulebook, with `dealt` and `seals`
            self.table.say(Dealt(state.dealt + 1), EVERYONE)
            self._dice = self.table.turn_dice(state.dealt + 1, state.seals)
        return self._dice


def time_anew(table: Table[Any], minutes: int) -> None:
    """Gives what a table waits for its whole time anew, if it waits for so many minutes and none are given yet."""
    if minutes and table.state.until is None:
        table.say(TimeGiven(later(table.now, minutes * MINUTE)), EVERYONE)
