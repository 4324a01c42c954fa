"""Orders to rosters: what lies in dock is assigned, ships change between main fleet and PDF, craft become escorts.

Rulebook: GCW-CST-04, GCW-PDF-02..06, GCW-BUR-06..09, GCW-CMD-05..07, GCW-ESC-01..07.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.declared.sentences import either
from engine.game import Fact, only
from engine.gcw.acting import OWN, SYSTEM, PlayerOrder, away, in_transit
from engine.gcw.boarding.prizes import in_main
from engine.gcw.economy.rosters import counted, fits, limits, locked, minus, not_present, pdf_place, plus
from engine.gcw.figures.command import USUAL
from engine.gcw.fleets import MAIN, DutySet, group_of, room, roster
from engine.gcw.look import Look, Obeying, Own
from engine.gcw.state import CRAFT, State, Unit, UnitKind, UnitsSet, Work, outermost
from engine.gcw.works.jobs import TO, WORK, built, commission, undeliverable, works_of
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, T_, drawn, term
from engine.text.names import shown

GROUP = Group("gcw-fleet", "Galactic Civil War: main fleet, planetary defense, escorts and the reserve")


def in_dock(look: Look, work: Work, found: Found) -> Refused | None:
    """Refuses a work that is not done yet: it is not assigned."""
    return None if work.done else Refused("WORK_NOT_DONE", {"unit": shown(work.name)})


class Assign(PlayerOrder):
    """Send what lies in dock to a roster, to a unit with room, or to the ground."""

    path: ClassVar[str] = f"{GROUP.path} assign"
    line: ClassVar[str] = "assign {work} to {to}"
    work: Annotated[str, WORK.that(in_dock)] = Field(description="what lies in dock", max_length=60)
    to: Annotated[str, TO] = Field(description="main, pdf, reserve, guard, surface, or a unit with room", max_length=60)

    def check(self, look: Look, found: Found) -> None:
        """Refuses as the roster does, NOT_PRESENT, FLEET_LOCKED; as its owner knows (GCW-CST-04)."""
        units = built(look.world, look.known, found.work, found.to)
        look.require(undeliverable(look.world, look.known, units, found.work, found.to))

    def obey(self, act: Obeying) -> None:
        """It is in play from now on (GCW-CST-04)."""
        commission(act.world, act.table, act.found.work, act.found.to)


def of_the_roster(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Ships and escorts: what is aboard goes with its ship."""
    if unit.kind is UnitKind.SHIP or unit.escort:
        return None
    return Refused("COMPLEMENT" if unit.docked else "NO_DUTY", {"unit": shown(unit.name)})


def on_duty(look: Look, unit: Unit, found: Found) -> Refused | None:
    """ON_ROSTER for what is in the main fleet already, or no ship."""
    ready = unit.kind is UnitKind.SHIP and unit.duty
    return None if ready else Refused("ON_ROSTER", {"unit": shown(unit.name)})


ON_ROSTER = OWN.but(what="a ship or escort of yours").that(in_transit, away, of_the_roster)
SHIP = ON_ROSTER.but(what="a ship of yours")
IN_MAIN, ON_DUTY = SHIP.that(in_main), SHIP.that(on_duty)


def fleet_read(look: Look, words: str, found: Found) -> str:
    """ "" for the main fleet, else the system of a PDF."""
    return "" if words.strip().casefold() == MAIN.casefold() else SYSTEM.named(look, words)


def fleets_offered(look: Look, found: Found) -> Iterator[Option]:
    """The main fleet, the system where the unit is, and the player's own."""
    yield Option("main", T_("your main fleet"))
    unit = found.get("unit")
    here = [unit.system] if unit is not None and unit.system else []
    own = [system for system, owner in look.known.owners.items() if owner == look.viewer]
    yield from (
        Option(system, N_("the PDF of {system}")(system=term(system))) for system in dict.fromkeys((*here, *own))
    )


FLEET: Value[Look, str] = Value("main fleet or PDF", fleet_read, fleets_offered)


class Transfer(PlayerOrder):
    """Put a ship or escort on PDF duty, or take one from it into your main fleet; it stays where it is."""

    path: ClassVar[str] = f"{GROUP.path} transfer"
    line: ClassVar[str] = "transfer {unit} to {fleet}"
    unit: Annotated[str, ON_ROSTER] = Field(description="a ship or escort of yours", max_length=60)
    fleet: Annotated[str, FLEET] = Field(description="'main', or the system of a PDF", max_length=60)

    def check(self, look: Look, found: Found) -> None:
        """Both rosters stay legal (GCW-PDF-04..06). Refuses limits, PDF_PLACE, NOT_PRESENT, FLEET_LOCKED, ON_ROSTER."""
        unit, duty, world, known, seat = found.unit, found.fleet, look.world, look.known, look.viewer
        if unit.duty == duty:
            look.refuse("ON_ROSTER", unit=shown(unit.name))
        look.require(fits(world, known, seat, [unit], duty))
        leaving = counted(world, [] if unit.duty and unit.bonus else [unit])
        before = roster(world, known, seat, unit.duty)
        look.require(limits(before, minus(before, leaving), world.limits(known, seat, unit.duty)))
        look.require(None if duty else not_present(known, seat, outermost(known, unit).system))
        look.require(locked(known, unit) or (pdf_place(world, known, unit, duty) if duty else None))

    def obey(self, act: Obeying) -> None:
        """It changes rosters with its group, and stays where it is (GCW-PDF-04)."""
        act.say(DutySet(group_of(act.state, act.seat, act.found.unit.id), act.found.fleet), only(act.seat))


def newcomer_read(look: Look, words: str, found: Found) -> Unit | Work:
    """A ship of the player's, or a ship that lies in dock. Refuses NO_UNIT, WORK_NOT_DONE."""
    wanted = words.strip().casefold()
    for work in works_of(look, found):
        if work.name.casefold() == wanted and look.world.kind(work.code) is UnitKind.SHIP:
            look.require(in_dock(look, work, found))
            return work
    return ON_DUTY.find(look, words, found)


def newcomers(look: Look, found: Found) -> Iterator[Option]:
    """Ships in dock, and ships on PDF duty."""
    for work in works_of(look, found):
        if work.done and look.world.kind(work.code) is UnitKind.SHIP:
            yield Option(
                work.name,
                N_("{name} ({code}, in dock at {system})")(
                    name=drawn(work.name), code=term(work.code), system=term(work.system)
                ),
            )
    for unit in ON_DUTY.fitting(look):
        words = N_("{name} ({code}, PDF of {system})")
        yield Option(unit.name, words(name=drawn(unit.name), code=term(unit.code), system=term(unit.duty)))


class Swap(PlayerOrder):
    """Trade duties one for one: a ship of your main fleet for one on PDF duty or a new one, wherever."""

    path: ClassVar[str] = f"{GROUP.path} swap"
    line: ClassVar[str] = "swap {ship} for {other}[ into the pdf of {system}]"
    ship: Annotated[str, IN_MAIN] = Field(description="a ship of your main fleet", max_length=60)
    other: Annotated[str, Value("a ship on PDF duty or in dock", newcomer_read, newcomers)] = Field(
        description="a ship on PDF duty, or a new one in dock", max_length=60
    )
    system: Annotated[str | None, FLEET] = Field(
        None, description="the PDF that yours joins, if the other is new: that of its system if left out", max_length=60
    )

    def check(self, look: Look, found: Found) -> None:
        """Both rosters stay legal (GCW-BUR-07, -08). Refuses FLEET_LOCKED, limits, PDF_PLACE."""
        ship, other, world, known = found.ship, found.other, look.world, look.known
        new, duty = isinstance(other, Work), duty_left(found)
        look.require(locked(known, ship) or (None if new else locked(known, other)))
        going = counted(world, [ship])
        coming = replace(going, ships=(world.cp(other.code),))
        main, pdf = roster(world, known, look.viewer), roster(world, known, look.viewer, duty)
        look.require(limits(main, plus(minus(main, going), coming), world.limits(known, look.viewer)))
        leaves = pdf if new or other.bonus else minus(pdf, coming)
        look.require(limits(pdf, leaves if ship.bonus else plus(leaves, going), USUAL))
        look.require(pdf_place(world, known, ship, duty) if new else None)

    def obey(self, act: Obeying) -> None:
        """Roster entries change, and nobody moves (GCW-BUR-07, -08)."""
        ship, other = act.found.ship, act.found.other
        act.say(DutySet(group_of(act.state, act.seat, ship.id), duty_left(act.found)), only(act.seat))
        if isinstance(other, Work):
            commission(act.world, act.table, other, MAIN)
        else:
            act.say(DutySet(group_of(act.state, act.seat, other.id), ""), only(act.seat))


def duty_left(found: Found) -> str:
    """The duty that a ship of the main fleet takes over from the other: its PDF, or for a new one that which is named,
    else that of the system where it lies (GCW-BUR-07, -08).
    """
    other: Unit | Work = found.other
    return (found.system or other.system) if isinstance(other, Work) else other.duty


def a_craft(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squadrons and auxiliaries escort."""
    if unit.kind in CRAFT - {UnitKind.SWARM} and not unit.guard:
        return None
    return Refused("NO_ESCORT", {"unit": shown(unit.name)})


def in_hangar(look: Look, unit: Unit, found: Found) -> Refused | None:
    """NOT_ABOARD for what is in no ship of its owner's (GCW-ESC-06)."""
    host = look.known.units.get(unit.docked)
    return None if host is not None and host.kind is UnitKind.SHIP else not_aboard(unit)


def not_aboard(unit: Unit) -> Refused:
    """NOT_ABOARD for a craft in no ship, or that is what it is to be (GCW-ESC-06)."""
    return Refused("NOT_ABOARD", {"unit": shown(unit.name)})


class Escort(PlayerOrder):
    """Make a craft aboard a ship an escort of its own, or an escort aboard part of the ship's complement."""

    path: ClassVar[str] = f"{GROUP.path} escort"
    line: ClassVar[str] = "escort {state} {craft}"
    state: Literal["on", "off"] = Field(description="on: it becomes an escort; off: it belongs to the ship it is in")
    craft: Annotated[str, OWN.but(what="a craft of yours").that(in_transit, away, a_craft, in_hangar)] = Field(
        description="a squadron or auxiliary aboard a ship", max_length=60
    )

    def check(self, look: Look, found: Found) -> None:
        """Refuses NOT_ABOARD for what is so already, limits, HANGAR_FULL, FLEET_LOCKED (GCW-ESC-01..06)."""
        craft: Unit = found.craft
        known, on = look.known, self.state == "on"
        host = known.units[craft.docked]
        look.require(not_aboard(craft) if craft.escort is on else None)
        if on:
            look.require(fits(look.world, known, look.viewer, [replace(craft, escort=True)], host.duty))
        elif room(look.world, known, host, craft.kind) < 0:
            look.refuse("HANGAR_FULL", host=shown(host.name))
        look.require(locked(known, craft))

    def obey(self, act: Obeying) -> None:
        """It costs 1 CP of its fleet, or none any more (GCW-ESC-01..06)."""
        craft: Unit = act.found.craft
        host, on = act.look.known.units[craft.docked], self.state == "on"
        group = (craft.id, act.world.cp(craft.code)) if on else (host.group or host.id, host.group_cp)
        act.say(EscortSet(craft.id, on, *group, host.duty), only(act.seat))


class EscortSet(Fact[State], frozen=True):
    """A craft is an escort, with a group of its own, or part of a ship's complement (GCW-ESC-06). For its owner."""

    says = either(
        "escort",
        N_("{unit} is an escort now: 1 CP of its own."),
        N_("{unit} belongs to the complement of its ship now."),
    )
    rule = "GCW-ESC-06"
    makes = UnitsSet("unit", "escort", "group", "group_cp", "duty")
    unit: Own
    escort: bool
    group: str
    group_cp: int
    duty: str
