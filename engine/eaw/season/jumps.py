"""Orders to jump, paid and free, and who may leave. EAW-5a, EAW-5b, EAW-17a, EAW-17g.2, EAW-33.1."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.eaw.data.maps import Lane
from engine.eaw.data.pack import Code, no
from engine.eaw.data.units import Flag
from engine.eaw.nouns import LANE
from engine.eaw.season.movement import STACK, disrupted, send, stacked
from engine.eaw.season.plot import OfFleet
from engine.eaw.season.run import Run
from engine.eaw.state import Fleet, State
from engine.game import Seat
from engine.look import Refused
from engine.noun import Found


def may_leave(run: Run, fleet: Fleet, lane: Lane) -> Refused | None:
    """Why a fleet may not jump (EAW-17g.2, EAW-33.1). Refuses E-FULL, E-COMMIT, E-NCMOVE."""
    state, to = run.state, lane.far(fleet.at)
    if not run.real and stacked(state, to, fleet.owner) >= STACK:
        return no(Code.E_FULL, f"{STACK} fleets will be at {to}", "EAW-17a")
    if fleet.committed:
        return no(Code.E_COMMIT, f"fleet {fleet.number} stays to {fleet.committed}", "EAW-33.1")
    if (of := state.attending().get(fleet.id)) is not None:
        dock = state.docks[of]
        tows = dock.tug in state.ships and state.ships[dock.tug].fleet == fleet.id
        why = f"fleet {fleet.number} {'tows' if tows else 'moves with'} dock {dock.number}"
        return no(Code.E_COMMIT, f"{why} this season" if tows else why, "EAW-15f" if tows else "EAW-17e.1")
    if fleet.placed == state.t:
        why = f"fleet {fleet.number} gets ships of this season, built for no movement point"
        return no(Code.E_COMMIT, why, "EAW-6.0.3")
    if not set(fleet.reasons) <= {"d"}:
        docks = [one.at for one in state.docks.values() if one.owner == fleet.owner and one.place == "system"]
        here, there = run.world.nearest(state, fleet.at, docks), run.world.nearest(state, to, docks)
        if here is None or there is None or there >= here:
            far = (
                "no dock of yours can be reached"
                if here is None
                else f"the nearest dock is {here} lanes from here, {there} from {to}"
            )
            return no(Code.E_NCMOVE, far, "EAW-17g.2")
    return None


def jumps_freely(state: State, system: str, seat: Seat) -> bool:
    """True if an empire has a colony in a system that stood when the season opened (EAW-5b.1)."""
    held = state.systems[system].development
    return held is not None and held.kind == "colony" and held.owner == seat and held.t < state.t


class Jumping(OfFleet):
    """A jump of a fleet along a lane."""

    system: Annotated[str, LANE] = Field(description="the system at the end of a lane", max_length=12)


class Jump(Jumping):
    """Send a fleet along a lane to the next system."""

    path: ClassVar[str] = "eaw jump"
    line: ClassVar[str] = "jump fleet {fleet} to {system}"
    stage: ClassVar[str] = "jump"
    tried: ClassVar[int] = 6

    def price(self, run: Run, found: Found) -> int:
        """1 for a lane; 2 for a fleet with a monitor (EAW-5a, EAW-17e.2)."""
        return 2 if run.world.has(run.state, found.fleet, Flag.MONITOR) else 1

    def perform(self, run: Run, found: Found) -> None:
        """It leaves with all others of its tick (EAW-5a, EAW-1d.2). Refuses E-FULL, E-COMMIT, E-NCMOVE."""
        fleet, lane = run.fleet(found.fleet.id), found.system
        run.require(may_leave(run, fleet, lane))
        send(run, fleet, lane)


class FreeJump(Jumping):
    """Send a fleet from a developed colony of yours along a lane, for no movement point."""

    path: ClassVar[str] = "eaw free-jump"
    line: ClassVar[str] = "free jump fleet {fleet} to {system}"
    slots: ClassVar[int] = 0
    stage: ClassVar[str] = "free"
    tried: ClassVar[int] = 2

    def perform(self, run: Run, found: Found) -> None:
        """Once for a fleet in a season, from a colony that stood when the season opened (EAW-5b.1, EAW-5b.2,
        EAW-13c.1).
        Refuses E-FAC, E-COMMIT, E-UNIT besides what a jump is refused for.
        """
        fleet, lane = run.fleet(found.fleet.id), found.system
        run.require(may_leave(run, fleet, lane))
        if run.world.has(run.state, fleet, Flag.MONITOR):
            run.decline(Code.E_UNIT, f"fleet {fleet.number} has a monitor", "EAW-5b.2")
        if not jumps_freely(run.state, fleet.at, fleet.owner):
            run.decline(Code.E_FAC, f"at {fleet.at} you had no developed colony when the season opened", "EAW-5b.1")
        if disrupted(run.state, fleet.at, fleet.owner):
            run.decline(Code.E_FAC, f"the colony at {fleet.at} is disrupted by a trapped enemy", "EAW-10i.2")
        if fleet.freed == run.state.t:
            run.decline(Code.E_COMMIT, f"fleet {fleet.number} has had its free jump this season", "EAW-5b.1")
        send(run, fleet, lane, free=True)
