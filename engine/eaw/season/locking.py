"""Jumps are ordered, paid and free; orders are locked, and everything moves: arrivals, builds, free jumps, then slot by
slot. Register 1.2, section 6; EAW-5a, EAW-5b, EAW-17a, EAW-17g.2, EAW-33.1.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.book import Clock, afterwards
from engine.eaw.data.maps import Lane
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag
from engine.eaw.look import Look, SeasonOf
from engine.eaw.nouns import LANE
from engine.eaw.season.movement import STACK, Waits, disrupted, send, settle, stacked
from engine.eaw.season.plot import OfFleet, Planned, forget, rehearse
from engine.eaw.season.resolution import go_on, open_sites
from engine.eaw.season.run import Move, Run, When, moment
from engine.eaw.state import Fleet, State, Step
from engine.eaw.world import FIXED_DEADLINES, World
from engine.game import Fact, Seat, Table
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, T_, term


def lock(world: World, table: Table[State]) -> None:
    """Orders are locked and carried out: arrivals, builds, free jumps, then slot by slot (1.2 step 3,
    EAW-32.1, EAW-32.2, EAW-32.3).
    """
    run = Run(world, table)
    known = {seat: Look(world, table.known(seat), seat, table.now, table.refusals) for seat in run.state.living}
    plans = {seat: rehearse(look, look.mine.orders).plan for seat, look in known.items()}  # on what each knows
    for look in known.values():
        forget(look)
    for seat in plans:
        table.seal(run.state.dealt + 1, seat, "\n".join(run.state.realms[seat].orders))
    seals = tuple(said.fact.seal for said in table.said if hasattr(said.fact, "seal"))
    fact = OrdersLocked if world.version >= FIXED_DEADLINES else Locked
    run.proclaim(fact(run.state.t, seals))
    moment(run, When.LOCK)
    arrivals(run)
    moment(run, When.M2)
    groups: dict[tuple[int, ...], list[tuple[Seat, Planned]]] = {}
    for seat, plan in plans.items():
        for planned in plan:
            groups.setdefault(planned.key[:3], []).append((seat, planned))
    for stage, tick, part in sorted(groups):
        run.tick = stage * 100 + 10 * tick + part
        for seat, planned in groups[stage, tick, part]:
            carry_out(run, seat, planned)
        run.seat = None
        leave(run)
    run.proclaim(Executed(run.state.t))
    open_sites(run)
    moment(run, When.SITES)
    go_on(run)


def carry_out(run: Run, seat: Seat, planned: Planned) -> None:
    """Carry out one order on what is so; if it cannot be, it is lost, which its owner alone hears."""
    run.seat = seat
    before, moves, dice = run.table.mark(), len(run.moves), run._dice
    refusal = planned.order.carry_out(run)
    if refusal is not None:
        run.table.back(before)
        run.moves, run._dice = run.moves[:moves], dice
        run.lost(seat, planned.line, refusal)


def leave(run: Run) -> None:
    """All jumps of the tick are made at once; who finds no room stays, and its jump is lost (EAW-17a)."""
    for move in settle(run):
        mover = run.state.fleets[move.mover]
        why = N_("Three fleets are at {to} when fleet {fleet} would arrive.")(to=term(move.to), fleet=mover.number)
        refusal = run.look.refusal(Code.E_FULL, "EAW-17a", why=why)
        run.lost(mover.owner, f"jump fleet {mover.number} to {move.to}", refusal)


def arrivals(run: Run) -> None:
    """M1: fleets in hyperspace arrive, all at once, where they are bound and at no dock (EAW-32.1, EAW-21a.5,
    EAW-3.0.2); enemies on one lane meet in it (S13).
    """
    run.tick = 100
    run.moves = [
        Move(fleet.id, fleet.lane, fleet.bound, lane.leaves(fleet.bound))
        for fleet in run.state.fleets.values()
        if fleet.place == "hyper"
        for lane in run.state.lanes(fleet.bound)
        if lane.id == fleet.lane
    ]
    for move in settle(run):
        run.tell(Waits(move.mover, move.to), run.state.fleets[move.mover].owner)


class Locked(Fact[State], frozen=True):
    """The orders of a season are locked, and carried out. In games of version 1: their deadline is forgotten."""

    closes = True
    rule = "EAW-4.0"
    says = N_("Orders of **{t}** are locked, and fleets move.")
    t: SeasonOf
    seals: tuple[str, ...]

    def evolve(self, state: State) -> State:
        realms = {seat: replace(realm, last=realm.orders, orders=()) for seat, realm in state.realms.items()}
        return replace(state, step=Step.BATTLES, until=None, realms=realms, seals=self.seals)


class OrdersLocked(Locked, frozen=True):
    """The orders of a season are locked, and carried out. The next deadline is counted from theirs."""

    def evolve(self, state: State) -> State:
        return replace(super().evolve(state), met=state.until)


class Executed(Fact[State], frozen=True):
    """All that was ordered for a season has been carried out: the debts of movement points are paid."""

    silent = "sites and reports tell what came of it"
    t: int

    def evolve(self, state: State) -> State:
        realms = {seat: replace(realm, debt=0) if realm.debt else realm for seat, realm in state.realms.items()}
        return replace(state, realms=realms)


def all_sealed(state: State) -> bool:
    """True if every empire that is left has sealed its orders."""
    return state.step is Step.PLOT and all(empire.sealed for empire in state.empires.values() if empire.alive)


@afterwards
def when_all_have_sealed(world: World, table: Table[State], before: State) -> None:
    """The season is played as soon as the last has sealed (1.2 step 3)."""
    if table.state.empires is before.empires and table.state.step is before.step:
        return  # nobody has sealed or opened anything
    if all_sealed(table.state) and not all_sealed(before):
        lock(world, table)


PLOT_ENDS = Clock(lambda state: state.until if state.step is Step.PLOT else None, lock, priority=1)
"""The deadline of orders: the lists as they stand, none where there is none (section 6)."""


def may_leave(run: Run, fleet: Fleet, lane: Lane) -> Refused | None:
    """Refuses E-FULL, E-COMMIT, E-NCMOVE a fleet that may not jump (EAW-17g.2, EAW-33.1)."""
    state, to = run.state, lane.far(fleet.at)
    if not run.real and stacked(state, to, fleet.owner) >= STACK:
        return no(Code.E_FULL, N_("{stack} fleets will be at {to}."), "EAW-17a", stack=STACK, to=to)
    if fleet.committed:
        why = N_("Fleet {fleet} stays to {committed}.")
        return no(Code.E_COMMIT, why, "EAW-33.1", fleet=fleet.number, committed=fleet.committed)
    if (of := state.attending().get(fleet.id)) is not None:
        dock = state.docks[of]
        tows = dock.tug in state.ships and state.ships[dock.tug].fleet == fleet.id
        why, rule = (
            (N_("Fleet {fleet} tows dock {dock} this season."), "EAW-15f")
            if tows
            else (N_("Fleet {fleet} moves with dock {dock}."), "EAW-17e.1")
        )
        return no(Code.E_COMMIT, why, rule, fleet=fleet.number, dock=dock.number)
    if fleet.placed == state.t:
        why = N_("Fleet {fleet} gets ships of this season, built for no movement point.")
        return no(Code.E_COMMIT, why, "EAW-6.0.3", fleet=fleet.number)
    if not set(fleet.reasons) <= {"d"}:
        docks = [one.at for one in state.docks.values() if one.owner == fleet.owner and one.place == "system"]
        here, there = run.world.nearest(state, fleet.at, docks), run.world.nearest(state, to, docks)
        if here is None or there is None:
            return no(Code.E_NCMOVE, T_("No dock of yours can be reached."), "EAW-17g.2")
        if there >= here:
            far = N_("The nearest dock is {here} lanes from here, {there} from {to}.")
            return no(Code.E_NCMOVE, far, "EAW-17g.2", here=here, there=there, to=to)
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
            run.decline(Code.E_UNIT, N_("Fleet {fleet} has a monitor."), "EAW-5b.2", fleet=fleet.number)
        if not jumps_freely(run.state, fleet.at, fleet.owner):
            run.decline(
                Code.E_FAC, N_("At {at} you had no developed colony when the season opened."), "EAW-5b.1", at=fleet.at
            )
        if disrupted(run.state, fleet.at, fleet.owner):
            run.decline(Code.E_FAC, N_("The colony at {at} is disrupted by a trapped enemy."), "EAW-10i.2", at=fleet.at)
        if fleet.freed == run.state.t:
            run.decline(
                Code.E_COMMIT, N_("Fleet {fleet} has had its free jump this season."), "EAW-5b.1", fleet=fleet.number
            )
        send(run, fleet, lane, free=True)
