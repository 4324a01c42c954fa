"""Common parts of what moderators order. Register section 6.6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from engine.act import Act, Order
from engine.book import Group
from engine.game import Fact, Seat
from engine.gcw.ground.forces import reckon
from engine.gcw.look import Look
from engine.gcw.look import Name as SafeName
from engine.gcw.state import NEUTRAL, NOBODY, State
from engine.gcw.world import World
from engine.noun import Found, Noun
from engine.text.message import N_

GROUP = Group("gm-gcw", "Moderators of a Galactic Civil War campaign")
NOBODYS = ("nobody", "none")


PLAYER: Noun[Look, Seat] = Noun(
    "a player", lambda look, found: look.known.players, lambda seat: (seat,), unknown="NO_PLAYER"
)
"""A player of the campaign, by the name of its seat, in the order in which they joined."""


def named_players(kept: str) -> Callable[[Look, Found], Iterator[Any]]:  # of whatever kind a state keeps there
    """Those of what a state keeps as `kept`, by id, that belong to the `player` that was named; all where none was."""
    return lambda look, found: (
        thing for thing in getattr(look.known, kept).values() if found.get("player") in (None, thing.owner)
    )


OWNER: Noun[Look, Seat] = PLAYER.but(
    among=lambda look, found: (*look.known.players, NEUTRAL, NOBODY),
    names=lambda seat: (seat,) if seat != NOBODY else NOBODYS,
)
"""A player, the neutral defenders, or nobody."""


class ModeratorOrder(Order):
    """An order of moderators: obeyed on the referee's state, and forces on the ground are reckoned anew after it."""

    moderator: ClassVar[bool] = True

    def obey(self, act: Act[World, State]) -> None:
        """Correct, and see whose forces tire now (GCW-FTG-01)."""
        self.correct(act)
        reckon(act.world, act.table, act.table.now)

    def correct(self, act: Act[World, State]) -> None:
        """Makes the correction that the order asks for."""
        raise LookupError(f"{type(self).__name__} does not say what it corrects")


class Ruled(Fact[State], frozen=True):
    """A moderator corrected something: everybody hears that, the players concerned hear what."""

    says = N_("{text}")
    text: SafeName
