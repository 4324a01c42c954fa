"""What repairing changes: units that are being repaired, and the points restored hour by hour."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.facts.changes import changed, put, without
from engine.gcw.figures.damage import Pools, Status
from engine.gcw.state import Repair, State


class RepairsSet(Fact[State], frozen=True):
    """Units of a player are being repaired from now on, or in another way; `over` are those that are no more.

    For their owner.
    """

    seat: Seat
    repairs: tuple[Repair, ...]
    over: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        repairs = {unit: one for unit, one in state.repairs.items() if unit not in self.over}
        return replace(state, repairs={**repairs, **{one.unit: one for one in self.repairs}})


class Mend(msgspec.Struct, frozen=True):
    """A unit after an hour of repair: its pools, its status, and what is still being repaired (None: nothing).

    `back` says that it is no longer disabled (GCW-REP-06).
    """

    unit: str
    pools: Pools
    status: Status
    left: Repair | None = None
    back: bool = False


class Mended(Fact[State], frozen=True):
    """Whole hours of repair are completed for units of a player (GCW-REP-02, -09). For their owner."""

    seat: Seat
    mends: tuple[Mend, ...]

    def evolve(self, state: State) -> State:
        for mend in self.mends:
            state = changed(state, mend.unit, pools=mend.pools, status=mend.status)
            left = mend.left
            repairs = put(state.repairs, mend.unit, left) if left else without(state.repairs, mend.unit)
            state = replace(state, repairs=repairs)
        return state
