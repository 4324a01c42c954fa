"""Docks are placed, move alone or towed, are inspected and scrapped. EAW-9a, EAW-15a, EAW-15e, EAW-15f, EAW-15g."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag
from engine.eaw.look import At
from engine.eaw.nouns import LANE, OWN_SHIP, SYSTEM
from engine.eaw.season.holdings import DockGone, DockSet, dock_id
from engine.eaw.season.movement import disrupted, send
from engine.eaw.season.plot import Plot
from engine.eaw.season.run import Run
from engine.eaw.state import Credit, Dock, State
from engine.eaw.works.building import DOCKS, AtDock, beside_dock
from engine.eaw.works.developing import hostile
from engine.eaw.works.moving_goods import CreditDue, inspected_at, scrapped_at
from engine.game import Fact
from engine.noun import Found
from engine.text.message import N_

DOCK_EBPV = 200
"""What a dock costs, and half of which its scrap brings (EAW-15a.3, EAW-9a)."""

ALONE, SALVAGED, TOWED, PLACING = 3, 2, 1, 3
"""Movement points for a lane: alone, with a salvage tug, with a military tug; and for placing a dock."""


class PlaceDock(Plot):
    """Place a new dock at a developed mine or colony of yours."""

    path: ClassVar[str] = f"{DOCKS.path} place"
    line: ClassVar[str] = "place dock at {system}"
    slots: ClassVar[int] = PLACING
    system: Annotated[str, SYSTEM] = Field(description="where", max_length=12)

    def perform(self, run: Run, found: Found) -> None:
        """For 200 BPV, where no enemy is; it builds from next season on (EAW-15a.3). Refuses E-FAC, E-ENEMY, E-BPV."""
        state, seat, system = run.state, run.look.own, found.system
        held = state.systems[system].development
        if held is None or held.owner != seat:
            run.decline(Code.E_FAC, f"you have no developed mine or colony at {system}", "EAW-15a.3")
        if run.real and (state.enemies(system, seat) or disrupted(state, system, seat)):
            run.decline(Code.E_ENEMY, f"an enemy is at {system}", "EAW-15a.3")
        run.require(None if run.real else hostile(run, system))
        run.pay(seat, DOCK_EBPV, "docks")
        number = max((one.number for one in state.docks.values() if one.owner == seat), default=0) + 1
        run.tell(DockSet(Dock(dock_id(seat, number), seat, number, system, ready=state.t + 1)), seat)
        run.tell(DockPlaced(number, system), seat)


class DockPlaced(Fact[State], frozen=True):
    """A dock is placed."""

    rule = "EAW-15a.3"
    says = N_("Dock {number} is placed at {at}; it builds from next season on.")
    number: int
    at: At


class MoveDock(AtDock):
    """Move a dock along a lane: alone, or with a tug that is there."""

    path: ClassVar[str] = f"{DOCKS.path} move"
    line: ClassVar[str] = "move dock {dock} to {system}[ with {ship}]"
    stage: ClassVar[str] = "jump"
    system: Annotated[str, LANE] = Field(description="the system at the end of a lane", max_length=12)
    ship: Annotated[str | None, OWN_SHIP] = Field(None, description="the tug", max_length=60)

    def price(self, run: Run, found: Found) -> int:
        """3 alone, 2 with a salvage tug, 1 with a military tug (EAW-15e, EAW-15f, EAW-15g)."""
        if found.ship is None:
            return ALONE
        return SALVAGED if run.world.of(run.state, found.ship).has(Flag.SALVAGE_TUG) else TOWED

    def perform(self, run: Run, found: Found) -> None:
        """The tug leaves its fleet, and is a new one after the move; the monitor goes along (EAW-15e, EAW-15f, EAW-15g,
        EAW-17e.1). Refuses E-FAC, E-UNIT, E-INSP.
        """
        dock, lane = run.state.docks[found.dock.id], found.system
        if not dock.inspected:
            run.decline(Code.E_INSP, f"dock {dock.number} was captured and is not inspected", "EAW-9b.1")
        if found.ship is not None:
            tug = run.state.ships[found.ship.id]
            fleet, design = run.fleet(tug.fleet), run.world.of(run.state, tug)
            if fleet.at != dock.at or fleet.place != "system":
                run.decline(Code.E_FAC, f"{tug.name} is at {fleet.at}, dock {dock.number} at {dock.at}", "EAW-15f")
            run.require(self.hindered(run, fleet))
            if not design.has(Flag.TUG, Flag.SALVAGE_TUG) or design.has(Flag.BATTLE_TUG) or not tug.inspected:
                run.decline(Code.E_UNIT, f"{tug.name} is no tug for a dock", "EAW-15g")
            if any("cargo" not in pod for pod in tug.pods):
                run.decline(Code.E_UNIT, f"{tug.name} has pods other than cargo pods", "EAW-15g")
            send(run, beside_dock(run, dock, tug, tug=tug.id), lane)
            dock = run.state.docks[dock.id]
        if dock.monitor in run.state.ships:
            send(run, run.fleet(run.state.ships[dock.monitor].fleet), lane)
        send(run, dock, lane)


class ScrapDock(AtDock):
    """Scrap a dock, with a large repair freighter, for half its price."""

    path: ClassVar[str] = f"{DOCKS.path} scrap"
    line: ClassVar[str] = "scrap dock {dock}"

    def perform(self, run: Run, found: Found) -> None:
        """A captured one too (EAW-9a, EAW-15a.1). Refuses E-FAC."""
        dock = run.state.docks[found.dock.id]
        scrapped_at(run, dock.at, dock.owner, dock=True)
        run.tell(DockGone(dock.id, "scrapped"), dock.owner)
        run.tell(CreditDue(dock.owner, Credit(run.state.t + 1, DOCK_EBPV // 2, "scrap")), dock.owner)


class InspectDock(AtDock):
    """Inspect a captured dock, which works for you from then on."""

    path: ClassVar[str] = f"{DOCKS.path} inspect"
    line: ClassVar[str] = "inspect dock {dock}"

    def perform(self, run: Run, found: Found) -> None:
        """It builds ships of its captor's race (EAW-15a.1). Refuses E-FAC, E-INSP."""
        dock = run.state.docks[found.dock.id]
        inspected_at(run, dock.at, dock.owner)
        if dock.inspected:
            run.decline(Code.E_INSP, f"dock {dock.number} was never captured, or is inspected", "EAW-15a.1")
        run.tell(DockSet(replace(dock, inspected=True, damage={}, crippled=False)), dock.owner)
