"""Docks: ships built for one movement point or for none, ships too large for one dock, refits for no movement point.

EAW-6.0.1 to EAW-6.0.8, EAW-6c, EAW-12a.2, EAW-15.0.1, EAW-15d, EAW-17d, EAW-33.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.eaw.composition import fault
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Design, Flag
from engine.eaw.figures import cost
from engine.eaw.nouns import OWN_DOCK, OWN_SHIP, Joined
from engine.eaw.season import holdings
from engine.eaw.season.movement import STACK, stacked
from engine.eaw.season.plot import Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Dock, Fleet, Oversize, Ship
from engine.eaw.works.purchases import WANTED, Ships, Wanted, bought, ill_crewed, made, prices, unbuildable
from engine.eaw.world import LAUNCHED_IN_M2, TO_THE_LETTER
from engine.game import Seat
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, T_

DOCKS = Group("eaw-dock", "Empires at War: docks, and what they build and refit")
DOCK_POINTS = 36
"""Docking points of a dock in a season (EAW-6.0.1)."""


def docked(dock: Dock, t: int) -> int:
    """Docking points of a dock that are taken this season, by ships built, refitted, or too large (EAW-6.0.3)."""
    used = dock.used if t in (dock.built, dock.refitted) else 0
    over = dock.oversize
    return used + (over.left if over is not None and over.ready == t else 0)


def unusable(run: Run, dock: Dock, points: int = 0, *, refit: bool = False) -> Refused | None:
    """Refuses E-DOCK, E-FRDUSED, E-INSP more docking points than fit, or a dock that does nothing of the kind this
    season (EAW-6.0.1, EAW-33.3, EAW-9b.1).
    """
    t, free, most = run.state.t, DOCK_POINTS - docked(dock, run.state.t), DOCK_POINTS
    if points > free:
        why = N_("{points} are needed, and {free} of {most} docking points are free at dock {dock}.")
        return no(Code.E_DOCK, why, "EAW-6.0.1", points=points, free=free, most=most, dock=dock.number)
    if not dock.inspected:
        return no(Code.E_INSP, N_("Dock {dock} was captured and is not inspected."), "EAW-9b.1", dock=dock.number)
    if dock.ready > t:
        return no(Code.E_FRDUSED, N_("Dock {dock} was placed this season."), "EAW-15a.3", dock=dock.number)
    if dock.arrived == t:
        return no(Code.E_FRDUSED, N_("Dock {dock} has moved this season."), "EAW-15e", dock=dock.number)
    if (dock.refitted if refit else dock.built) == t:
        return no(Code.E_FRDUSED, N_("Dock {dock} has done so this season."), "EAW-33.3", dock=dock.number)
    return None


def docking(run: Run, designs: Sequence[Design]) -> int:
    """Docking points that ships take together (EAW-6.0.1). Refuses E-ID where a moderator has to enter them."""
    if run.world.version >= TO_THE_LETTER and (missing := [design.name for design in designs if not design.dp]):
        why = N_("A moderator has entered no docking points of {missing}.")
        run.decline(Code.E_ID, why, "EAW-6.0.1", missing=missing[0])
    return sum(design.dp for design in designs)


def unplaceable(run: Run, dock: Dock, number: int) -> Refused | None:
    """Refuses E-SPLIT, E-FULL ships that cannot join a fleet of that number at a dock (EAW-6c.1, EAW-17a)."""
    state = run.state
    if (fleet := state.fleets.get(holdings.fleet_id(dock.owner, number))) is None:
        there = stacked(state, dock.at, dock.owner)
        if there >= STACK:
            return no(Code.E_FULL, N_("{there} fleets are at {at}."), "EAW-6c.1", there=there, at=dock.at)
        return None
    if fleet.at != dock.at or fleet.place != "system":
        why = N_("Fleet {number} is not at {at}, where dock {dock} is.")
        return no(Code.E_SPLIT, why, "EAW-6c.1", number=number, at=dock.at, dock=dock.number)
    return no(Code.E_TRAP, N_("Fleet {number} is trapped."), "EAW-10h", number=number) if fleet.trapped else None


def place(run: Run, dock: Dock, number: int, wanted: tuple[Wanted, ...], *, now: bool) -> None:
    """Ships are bought and put into a fleet at a dock, where 17.0 holds of it (EAW-6c.1, EAW-6c.2). Refuses E-BPV,
    E-CAP, E-SCCAP, E-S8, E-X, E-CREW.
    """
    state, seat, id = run.state, dock.owner, holdings.fleet_id(dock.owner, number)
    ships = bought(run, seat, id, wanted, placed=NEVER if now else state.t)
    fleet = state.fleets.get(id, Fleet(id, seat, number, dock.at))
    run.tell(holdings.FleetFormed(fleet if now else replace(fleet, placed=state.t)), seat)
    run.tell(holdings.ShipsJoined(ships), seat)


def commission(run: Run, dock: Dock, number: int, wanted: tuple[Wanted, ...], *, now: bool) -> None:
    """A monitor is bought: alone in a fleet that belongs to its dock, moves and fights with it, and is not counted
    (EAW-17e.1, EAW-17a). Refuses E-UNIT, E-SPLIT, E-BPV, E-CREW.
    """
    state, seat, id = run.state, dock.owner, holdings.fleet_id(dock.owner, number)
    if len(wanted) > 1 or dock.monitor in state.ships:
        if (has := state.ships.get(dock.monitor)) is None:
            run.decline(Code.E_UNIT, T_("A dock has one monitor, and it is built by itself."), "EAW-17e.1")
        why = N_("A dock has one monitor, built by itself: dock {dock} has {monitor}.")
        run.decline(Code.E_UNIT, why, "EAW-17e.1", dock=dock.number, monitor=has.name)
    if id in state.fleets:
        why = N_("Fleet {number} is there already, and a monitor is alone.")
        run.decline(Code.E_SPLIT, why, "EAW-17e.1", number=number)
    (ship,) = made(run, seat, id, wanted, placed=NEVER if now else state.t)
    run.pay(seat, cost(sum(price for price, _ in prices(run.world, state, seat, wanted))), "ships")
    run.require(ill_crewed(run.look, wanted))
    run.tell(holdings.FleetFormed(Fleet(id, seat, number, dock.at, placed=NEVER if now else state.t)), seat)
    run.tell(holdings.ShipsJoined((ship,)), seat)
    run.tell(holdings.DockSet(replace(dock, monitor=ship.id)), seat)


class AtDock(Plot):
    """An order to a dock."""

    dock: Annotated[str, OWN_DOCK] = Field(description="the dock's number", max_length=20)


class AttachMonitor(AtDock):
    """Give a monitor that has lost its dock to another dock in its system."""

    path: ClassVar[str] = f"{DOCKS.path} monitor"
    line: ClassVar[str] = "attach {ship} to dock {dock}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the monitor", max_length=60)

    def perform(self, run: Run, found: Found) -> None:
        """It leaves its fleet, and is the dock's from then on (EAW-17e.1, EAW-17e.2). Refuses E-UNIT, E-FAC, E-INSP."""
        dock, ship = run.state.docks[found.dock.id], run.state.ships[found.ship.id]
        fleet = run.fleet(ship.fleet)
        run.require(self.hindered(run, fleet))
        if not run.world.of(run.state, ship).has(Flag.MONITOR) or dock.monitor in run.state.ships:
            why = N_("{ship} is no monitor, or dock {dock} has one.")
            run.decline(Code.E_UNIT, why, "EAW-17e.1", ship=ship.name, dock=dock.number)
        run.require(elsewhere(ship, fleet, dock, "EAW-17e.1"))
        run.inspected(ship)
        beside_dock(run, dock, ship, monitor=ship.id)


def elsewhere(ship: Ship, fleet: Fleet, dock: Dock, rule: str) -> Refused | None:
    """Refuses E-FAC a ship of a fleet that can be of no use to a dock: it is not where that is."""
    if fleet.at == dock.at and fleet.place == "system":
        return None
    why = N_("{ship} is at {at}, dock {dock} at {there}.")
    return no(Code.E_FAC, why, rule, ship=ship.name, at=fleet.at, dock=dock.number, there=dock.at)


def beside_dock(run: Run, dock: Dock, ship: Ship, **role: str) -> Fleet:
    """A ship leaves its fleet for one that belongs to a dock, as its `monitor` or its `tug`."""
    old, new = run.fleet(ship.fleet), new_fleet(run, dock.owner, dock.at)
    run.tell(holdings.FleetFormed(replace(new, entry=old.entry, arrived=old.arrived)), dock.owner)
    run.tell(holdings.ShipsSet((replace(ship, fleet=new.id),)), dock.owner)
    run.tell(holdings.DockSet(replace(dock, **role)), dock.owner)
    return run.fleet(new.id)


class Build(Plot):
    """Build ships at a dock: for 1 movement point they are ready at once, for none they sail next season."""

    path: ClassVar[str] = f"{DOCKS.path} build"
    line: ClassVar[str] = "build {ships} at dock {dock} in fleet {number}[ for {mp} MP]"
    sampled: ClassVar[bool] = True
    stage: ClassVar[str] = "build"
    resolves: ClassVar[tuple[str, ...]] = ("dock",)
    tried: ClassVar[int] = 2
    ships: Ships = Field(description="designs with commas: 2 FF, CA [poor], CVS [12 F-4; captain]")
    dock: Annotated[str, OWN_DOCK] = Field(description="the dock's number", max_length=20)
    number: Joined = Field(description="the fleet they join, or a new one's number")
    mp: int = Field(0, description="1: they may sail this season; 0: the next", ge=0, le=1)

    def price(self, run: Run, found: Found) -> int:
        """As it says, whatever the number of ships (EAW-6.0.2, EAW-6.0.3, EAW-6.0.8, EAW-17d)."""
        return self.mp

    def perform(self, run: Run, found: Found) -> None:
        """Once for each dock in a season, within its docking points (EAW-6.0.1, EAW-12a.2, EAW-15d, EAW-33.3). Refuses
        E-DOCK, E-FRDUSED, E-YEAR, E-UNIT, E-BPV, E-CAP, E-SCCAP, E-S8, E-X, E-CREW, E-FULL, E-SPLIT.
        """
        dock, wanted = run.state.docks[found.dock.id], found.ships
        points = docking(run, [one.design for one in wanted])
        run.require(unusable(run, dock, points))
        run.require(unbuildable(run.look, wanted))
        if any(one.design.has(Flag.MONITOR) for one in wanted):
            commission(run, dock, self.number, wanted, now=bool(self.mp))
        else:
            run.require(unplaceable(run, dock, self.number))
            place(run, dock, self.number, wanted, now=bool(self.mp))
        use(run, run.state.docks[dock.id], points)


def use(run: Run, dock: Dock, points: int, *, refit: bool = False) -> None:
    """So many docking points of a dock are used this season (EAW-6.0.1, EAW-6.0.3)."""
    t = run.state.t
    used = points + (dock.used if t in (dock.built, dock.refitted) else 0)
    changed = replace(dock, refitted=t, used=used) if refit else replace(dock, built=t, used=used)
    run.tell(holdings.DockSet(changed), dock.owner)


class BuildOversize(Plot):
    """Build a ship too large for one dock: at one dock in two seasons, or at two docks of one system in one."""

    path: ClassVar[str] = f"{DOCKS.path} oversize"
    line: ClassVar[str] = "build oversize {design} at dock {dock}[ and dock {other}] in fleet {number}[ for {mp} MP]"
    stage: ClassVar[str] = "build"
    resolves: ClassVar[tuple[str, ...]] = ("dock",)
    design: Annotated[str, WANTED] = Field(description="one ship, such as BB", max_length=100)
    dock: Annotated[str, OWN_DOCK] = Field(description="the dock's number", max_length=20)
    other: Annotated[str | None, OWN_DOCK] = Field(None, description="a second dock there", max_length=20)
    number: Joined = Field(description="the fleet it joins, or a new one's number")
    mp: int = Field(0, description="with two docks: 2, and it may sail this season", ge=0, le=2)

    def price(self, run: Run, found: Found) -> int:
        """2 with two docks for a ship that sails at once; none otherwise (EAW-6.0.4)."""
        return self.mp

    def perform(self, run: Run, found: Found) -> None:
        """It is paid for at once; one dock is taken whole, and its remainder next season (EAW-6.0.4). Refuses E-VALUE,
        E-DOCK, E-FRDUSED, and what a build is refused for.
        """
        docks = [run.state.docks[one.id] for one in (found.dock, found.other) if one is not None]
        wanted: tuple[Wanted, ...] = found.design
        points, t = docking(run, [wanted[0].design]), run.state.t
        if len(wanted) > 1 or self.mp not in (0, 2 * (len(docks) - 1)):
            told = T_("One ship is built so, for 2 movement points with two docks or for none.")
            run.decline(Code.E_VALUE, told, "EAW-6.0.4")
        if len(docks) > 1 and (docks[0].at != docks[1].at or docks[0].id == docks[1].id):
            run.decline(Code.E_DOCK, T_("Two docks of one system build it together."), "EAW-6.0.4")
        if not DOCK_POINTS < points <= 2 * DOCK_POINTS:
            why = N_("It needs {points} docking points, more than {most} to {both}.")
            run.decline(Code.E_DOCK, why, "EAW-6.0.4", points=points, most=DOCK_POINTS, both=2 * DOCK_POINTS)
        shares = (DOCK_POINTS, points - DOCK_POINTS)
        for dock, share in zip(docks, shares, strict=False):
            run.require(unusable(run, dock, share))
        run.require(unbuildable(run.look, wanted))
        run.require(unplaceable(run, docks[0], self.number))
        if len(docks) > 1:
            place(run, docks[0], self.number, wanted, now=bool(self.mp))
            for dock, share in zip(docks, shares, strict=True):
                use(run, dock, share)
            return
        seat, id = docks[0].owner, holdings.fleet_id(docks[0].owner, self.number)
        (ship,) = bought(run, seat, id, wanted)
        run.tell(holdings.DockSet(replace(docks[0], oversize=Oversize(ship, shares[1], t + 1))), seat)
        use(run, run.state.docks[docks[0].id], DOCK_POINTS)


@at(When.M2)
def finish(run: Run) -> None:
    """Ships too large for one dock are launched in M2 of the second season (EAW-6.0.4)."""
    if run.world.version >= LAUNCHED_IN_M2:
        launch(run)


@at(When.OPENED, 20)
def finish_early(run: Run) -> None:
    """By the earlier versions they are launched when the second season begins."""
    if run.world.version < LAUNCHED_IN_M2:
        launch(run)


def launch(run: Run) -> None:
    """Ships too large for one dock are launched into their fleet if it is there and can have them, else into a new
    one; they jump from the next season on (EAW-6.0.4). Only those of who rehearses, who knows no others.
    """
    for dock in list(run.state.docks.values()):
        over = dock.oversize
        if over is None or over.ready > run.state.t or run.seat not in (None, dock.owner):
            continue
        if over.ready < run.state.t:
            run.tell(holdings.DockSet(replace(dock, oversize=None)), dock.owner)
            continue
        called = holdings.next_name(run.state, dock.owner, run.world.of(run.state, over.ship))
        fleet = run.state.fleets.get(over.ship.fleet)
        gone = fleet is None or fleet.at != dock.at or (fleet.place != "system" and run.world.version >= TO_THE_LETTER)
        if fleet is None or gone or fault(run.world, run.state, [*run.state.crew(fleet.id), over.ship]):
            fleet = new_fleet(run, dock.owner, dock.at)
        id, t = holdings.ship_id(dock.owner, called), run.state.t
        ship = replace(over.ship, id=id, name=called, fleet=fleet.id, placed=t)
        run.tell(holdings.FleetFormed(replace(fleet, placed=t)), dock.owner)
        run.tell(holdings.ShipsJoined((ship,)), dock.owner)


def new_fleet(run: Run, seat: Seat, system: str) -> Fleet:
    """A fleet with the lowest number that an empire has free, not yet told."""
    number = holdings.free_number(run.state.fleets, seat)
    return Fleet(holdings.fleet_id(seat, number), seat, number, system)
