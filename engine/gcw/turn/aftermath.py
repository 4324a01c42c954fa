"""What follows from any change, whatever made it: captures, holds that no longer hold, repairs, sight lost.

Rulebook: GCW-BRD-03, GCW-TRC-10, GCW-REP-09, GCW-SCN-18.
"""

from __future__ import annotations

from engine.book import afterwards
from engine.game import Table
from engine.gcw.battles import (
    close_battles,
)
from engine.gcw.boarding.prizes import forget_foes, judge_captures
from engine.gcw.economy.mending import tend
from engine.gcw.sight.contacts import look_back
from engine.gcw.space.holding import judge_holds
from engine.gcw.state import State
from engine.gcw.world import World

WATCHED = ("units", "holds", "owners", "access", "hostile", "battles", "players", "presets")
"""What captures, holds, repairs and sight depend on."""


@afterwards
def settle(world: World, table: Table[State], before: State) -> None:
    """Judge holds, look after repairs and date what is no more in sight, if anything changed that they depend on."""
    if all(getattr(before, field) is getattr(table.state, field) for field in WATCHED):
        return
    standing = table.state.units
    judge_captures(world, table)
    if table.state.units is not standing:
        close_battles(table)
    forget_foes(world, table)
    judge_holds(world, table)
    tend(world, table)
    look_back(table, world, before)
