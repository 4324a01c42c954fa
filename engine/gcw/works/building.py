"""Orders to build: units at a facility, facilities in a Ground Grid or orbit, lost stock; and to call them off.

Rulebook: GCW-CST-01, -02, GCW-FAC-11, GCW-CON-03, -07, GCW-STK-01, GCW-COM-03, GCW-SET-03.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, ClassVar, Self

from pydantic import Field

from engine.clock import DAY, HOUR, later
from engine.game import only
from engine.gcw.acting import OWN, SYSTEM, PlayerOrder
from engine.gcw.conflict import suspended
from engine.gcw.data.terms import Status
from engine.gcw.data.units import FacilityType, UnitClass
from engine.gcw.economy.accounts import enter, shares, unpaid
from engine.gcw.economy.rosters import DOCK, technology
from engine.gcw.fleets import MAIN, Name
from engine.gcw.galaxy.tidings import announce
from engine.gcw.look import Look, Obeying
from engine.gcw.people.founded import FACILITY, site, sites, stands_guard, unbuilt
from engine.gcw.state import TROOPS, Origin, Unit, UnitKind, Why, Work
from engine.gcw.works.classes import CLASS, GROUP, Purchase, can_make, days, makers, no_facility
from engine.gcw.works.jobs import SURFACE, TO, WORK, WorksOver, begin, holds, under_way
from engine.gcw.world import grid_of
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option, Pick
from engine.text.message import T_

CALLED_OFF = HOUR
"""Before so long has passed, what is called off is refunded in full (GCW-CST-02)."""

MOST_AT_ONCE = 100
"""Units in one order; infantry comes in one stack of so many squads at most."""


def place_read(look: Look, words: str, found: Found) -> tuple[str, list[Unit]]:
    """A facility of the player's, or a system with what of the player's makes something there. Refuses NO_UNIT."""
    wanted = words.strip().casefold()
    for unit in makers(look):
        if unit.name.casefold() == wanted:
            return unit.system, [unit]
    system = look.world.pack.find_system(words)
    if system is not None:
        return system.name, list(makers(look, system.name))
    return OWN.named(look, words).system, []


def places_offered(look: Look, found: Found) -> Iterator[Option]:
    """The player's facilities that make something."""
    yield from (Option(unit.name, f"{unit.name} ({unit.code}, {unit.system} {unit.cell})") for unit in makers(look))


def unplaced(look: Look, system: str) -> Refused | None:
    """CLAIM_NOT_OCCUPIED where a player may not build: neither own nor home nor occupied (GCW-CST-02)."""
    return None if holds(look.known, look.viewer, system) else Refused("CLAIM_NOT_OCCUPIED", {"system": system})


def working(look: Look, facilities: list[Unit], spec: UnitClass) -> Iterator[Unit]:
    """The facilities that would make a class: those that work (GCW-CST-02, -03)."""
    return (unit for unit in facilities if can_make(look, unit.code, spec) and unit.status is Status.ACTIVE)


class Build(Purchase):
    """Have units built at a facility of yours: each a job of its own, paid now, all side by side."""

    path: ClassVar[str] = f"{GROUP.path} build"
    line: ClassVar[str] = "build [{count} ]{unit} at {place}[ for {to}][ named {name}]"
    resolves: ClassVar[tuple[str, ...]] = ("place",)
    unit: Annotated[str, CLASS] = Field(description="a class of your faction's list", max_length=60)
    place: Annotated[str, Value("a facility", place_read, places_offered)] = Field(
        description="a facility of yours, or its system", max_length=60
    )
    count: int = Field(1, description="how many; of infantry squads, in one stack", ge=1, le=MOST_AT_ONCE, examples=[1])
    to: Annotated[str | None, TO] = Field(
        None, description="main, pdf, reserve, dock, guard, surface, or a unit with room", max_length=60
    )
    name: Annotated[Name | None, Pick("a name")] = Field(None, description="what it is called", max_length=40)

    def check(self, look: Look, found: Found) -> None:
        """Refuses where units cannot be built, in the order of the register (GCW-CST-02, -03, GCW-FAC-11)."""
        spec, (system, facilities) = found.unit, found.place
        look.require(unpaid(look.known.players[look.viewer], spec.cost * self.count))
        look.require(None if any(working(look, facilities, spec)) else no_facility(look, spec, system))
        look.require(suspended(look, system) or technology(look, spec) or unplaced(look, system))

    def obey(self, act: Obeying) -> None:
        """Pay, begin, and let everybody hear of it in time (GCW-CST-02, GCW-COM-03)."""
        spec: UnitClass = act.found.unit
        facility = next(working(act.look, act.found.place[1], spec))
        stack = act.world.kind(spec.code) is UnitKind.INFANTRY
        usual = SURFACE if act.world.kind(spec.code) in TROOPS else MAIN
        job = Work(
            id="", owner=act.seat, code=spec.code, name=self.name or spec.name, system=facility.system,
            to=act.found.to or usual, origin=Origin.BUILT, ordered_at=act.look.now, left=days(spec) * DAY,
            maker=facility.id, count=self.count if stack else 1, paid=spec.cost * (self.count if stack else 1),
        )  # fmt: skip
        begin(act, job, 1 if stack else self.count)
        announce(act.world, act.table, act.seat, facility.system, (spec.code, self.count))


def own_systems(look: Look, found: Found) -> Iterator[str]:
    """The systems where the player may build, then all others."""
    held = [system for system in look.world.pack.systems if look.viewer in look.known.players]
    yield from sorted(held, key=lambda system: not holds(look.known, look.viewer, system))


def affordable(look: Look, kind: FacilityType, found: Found) -> Refused | None:
    """NOT_BUILT, or FUNDS for what neither the treasury nor the credit for facilities pays (GCW-CST-02)."""
    player = look.known.players.get(look.viewer)
    if player is None:
        return unbuilt(kind)
    return unbuilt(kind) or unpaid(player, look.world.price(look.known, look.viewer, kind), facility=True)


def founding_ground(look: Look, system: str, found: Found) -> Refused | None:
    """CONFLICT_SUSPENDED, CLAIM_NOT_OCCUPIED where a player may not build now (GCW-CST-02, GCW-CON-03)."""
    return suspended(look, system) or (unplaced(look, system) if look.viewer in look.known.players else None)


def unguarded(look: Look, cell: str, system: str) -> Refused | None:
    """NO_FACILITY_SITE in a Ground Grid of a world on which no unit of the player's is (GCW-CON-07)."""
    if not grid_of(cell) or stands_guard(look, system):
        return None
    return Refused("NO_FACILITY_SITE", rule="GCW-CON-07", fix=T_("Bring a unit of yours onto the Surface there first."))


def site_read(look: Look, words: str, found: Found) -> str:
    """The cell with room for the facility that the words name. Refuses NO_FACILITY_SITE."""
    cell = site(look, found.facility, found.system, words)
    if not cell:
        look.refuse("NO_FACILITY_SITE", rule="GCW-CST-02")
    look.require(unguarded(look, cell, found.system))
    return cell


def sites_offered(look: Look, found: Found) -> Iterator[Option]:
    """The cells of the system with room for the facility; none while either is not known."""
    kind, system = found.get("facility"), found.get("system")
    cells = sites(look, kind, system) if kind is not None and system is not None else ()
    yield from (Option(cell) for cell in cells if unguarded(look, cell, system) is None)


PAYABLE = FACILITY.that(affordable)
BUILT_ON = SYSTEM.but(among=own_systems).that(founding_ground)
SITE: Value[Look, str] = Value("a place", site_read, sites_offered)
"""A place with room for the facility."""


class Construct(PlayerOrder):
    """Have a facility built in a system of yours; facility credit pays first."""

    path: ClassVar[str] = f"{GROUP.path} construct"
    line: ClassVar[str] = "construct {facility} in {cell} of {system}[ named {name}]"
    resolves: ClassVar[tuple[str, ...]] = ("facility", "system")
    facility: Annotated[str, PAYABLE] = Field(description="a facility or platform", max_length=60)
    cell: Annotated[str, SITE] = Field(
        description="a Ground Grid, such as G-1; for a platform a cell of space", max_length=8
    )
    system: Annotated[str, BUILT_ON] = Field(description="your own, home or an occupied system", max_length=60)
    name: Annotated[Name | None, Pick("a name")] = Field(None, description="what it is called", max_length=40)

    def obey(self, act: Obeying) -> None:
        """Pay and begin; it is no asset until it stands (GCW-CST-02, GCW-CON-07)."""
        kind, system = act.found.facility, act.found.system
        cost = act.world.price(act.look.known, act.seat, kind)
        paid, credit = shares(act.look.known.players[act.seat], cost, facility=True)
        job = Work(
            id="", owner=act.seat, code=kind.code, name=self.name or kind.name, system=system, to=DOCK,
            origin=Origin.BUILT, ordered_at=act.look.now, left=days(kind) * DAY, cell=act.found.cell, paid=paid,
            credit=credit,
        )  # fmt: skip
        begin(act, job, 1)
        announce(act.world, act.table, act.seat, system, (kind.code, 1))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Facilities that the player can pay, in two systems, each in the first place that it could have there."""
        kinds = list(PAYABLE.fitting(look))
        for system in islice(BUILT_ON.fitting(look), 2):
            for kind in kinds:
                for cell in islice(sites_offered(look, Found({"facility": kind, "system": system})), 1):
                    yield cls(facility=kind.code, cell=cell.value, system=system)


class CallOff(PlayerOrder):
    """Call off something that you have made; in its first hour you get your money back."""

    path: ClassVar[str] = f"{GROUP.path} call-off"
    line: ClassVar[str] = "call off {work}"
    asks: ClassVar[str] = T_("After the first hour nothing is refunded. Call it off?")
    called: ClassVar[tuple[str, ...]] = ("cancel",)
    work: Annotated[str, WORK.that(under_way)] = Field(description="what is being made", max_length=60)

    def obey(self, act: Obeying) -> None:
        """Each account gets back what it paid, before the first full hour (GCW-CST-02)."""
        work: Work = act.found.work
        if act.look.now < later(work.ordered_at, CALLED_OFF):
            enter(act.table, act.seat, Why.REFUND, work.code, work.paid, credit=work.credit)
        act.say(WorksOver(act.seat, (work.id,), (work.name,), "called off"), only(act.seat))
