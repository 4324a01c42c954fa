"""Purchases from a shipyard: designs with crews, officers, fighters; what it costs, what it makes.

EAW-2d.1, EAW-2e.2, EAW-2f.1, EAW-6.0.5, EAW-6a, EAW-6b, EAW-17c, EAW-17f.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.eaw.composition import fault, surcharge, x_ships
from engine.eaw.data.pack import Code
from engine.eaw.data.units import OFFICERS, PRIME, Design, Flag, OfficerKind, PodKind, RefitRow
from engine.eaw.figures import cost
from engine.eaw.look import Look
from engine.eaw.nouns import OWN_DESIGN
from engine.eaw.season.holdings import ship_id
from engine.eaw.season.run import Run
from engine.eaw.state import NEVER, Crew, Officer, Ship, State
from engine.eaw.world import World
from engine.game import Seat
from engine.look import Refused, no
from engine.noun import Found, Noun, Value
from engine.orders import Option
from engine.text.message import N_, T_

MOST_SHIPS = 40
"""Ships of one order."""
FREE_CO, OUTSTANDING_CO, MOST_CO = 10, 20, 20
"""Per cent of its CBPV in commander's options: free, free with an outstanding crew, at most (EAW-6.0.6, EAW-6.0.7)."""
MOST_PODS = 2
"""Pods that a tug carries (EAW-7b.3)."""
BOX, PIRATE_BOX = 4, 2
"""EBPV of bases that a cargo box carries; on Orion ships that are no freighters (EAW-14a)."""
_ITEM = re.compile(r"(?:(\d{1,2}) )?(.+?)(?: ?\[([^\]]*)\])?$")
_OPTIONS, _COUNTED = re.compile(r"co (\d{1,3})$"), re.compile(r"([0-9]{1,3}) +(.+)$")
_PARTS = re.compile(r",(?![^\[]*\])")


class Wanted(msgspec.Struct, frozen=True):
    """A ship that is ordered: its design, its crew, the officers and the fighters that are bought with it; the per cent
    of its CBPV in commander's options, 0 for what comes free; the bases in its cargo boxes, at the start alone; a tug's
    pods; the refits and upgrades that it is built with.
    """

    design: Design
    crew: Crew = "normal"
    officers: tuple[OfficerKind, ...] = ()
    attrition: Mapping[str, int] = {}
    co: int = 0
    bases: Mapping[str, int] = {}
    pods: tuple[PodKind, ...] = ()
    refits: tuple[RefitRow, ...] = ()

    @property
    def cbpv(self) -> int:
        """Its CBPV with speed upgrades, without crew, officers, prime teams and pods (EAW-17.0.5)."""
        return self.design.cbpv + sum(row.cbpv for row in self.refits if row.kind != PRIME)

    @property
    def free(self) -> int:
        """Per cent of its CBPV in commander's options that come free (EAW-6.0.6)."""
        return OUTSTANDING_CO if self.crew == "outstanding" else FREE_CO


def read_wanted(look: Look, words: str, found: Found, noun: Noun[Look, Design]) -> tuple[Wanted, ...]:
    """Ships of designs with commas: "2 FF, CA [poor], CVS [12 F-4; captain]". Refuses E-ID, E-RACE, E-VALUE, E-YEAR,
    E-CREW, E-CO, E-CARGO.
    """
    wanted = list[Wanted]()
    for part in _PARTS.split(words):
        if (item := _ITEM.match(part.strip())) is None:
            look.no(Code.E_VALUE, T_("Ships stand with commas, such as 2 FF, CA [poor]."), "EAW-6.0.5")
        ship = Wanted(noun.find(look, item[2].strip(), found))
        for extra in filter(None, map(str.strip, (item[3] or "").split(";"))):
            ship = with_extra(look, ship, extra)
        wanted += [ship] * int(item[1] or 1)
    if not 0 < len(wanted) <= MOST_SHIPS:
        why = N_("1 to {most} ships are ordered at once, not {wanted}.")
        look.no(Code.E_VALUE, why, "EAW-6.0.5", most=MOST_SHIPS, wanted=len(wanted))
    return tuple(wanted)


def with_extra(look: Look, wanted: Wanted, extra: str) -> Wanted:
    """A ship with one thing more: a poor or outstanding crew, an officer, so many fighters, more commander's options,
    so many bases in its cargo boxes, pods, a refit (EAW-6a, EAW-6b, EAW-6.0.7, EAW-7b.3, EAW-14a).
    """
    design = wanted.design
    if extra in ("poor", "outstanding"):
        return replace(wanted, crew=extra)
    if extra in OFFICERS:
        if extra in wanted.officers:
            look.no(Code.E_CREW, N_("You name two officers of a kind ({extra}) on one ship."), "EAW-2e.7", extra=extra)
        return replace(wanted, officers=(*wanted.officers, extra))
    if level := _OPTIONS.match(extra):
        if not wanted.free <= int(level[1]) <= MOST_CO:
            why = N_("A {design} has {free} per cent free, and {most} is the most, not {level}.")
            look.no(Code.E_CO, why, "EAW-6.0.7", design=design.name, free=wanted.free, most=MOST_CO, level=level[1])
        return replace(wanted, co=int(level[1]))
    if row := next((refit for refit in design.refits if refit.name == extra), None):
        return with_refit_at_build(look, wanted, row)
    counted = _COUNTED.match(extra)
    count, called = (int(counted[1]), counted[2]) if counted is not None else (0, extra)
    if counted and (base := look.world.pack.bases.get(called)):
        bases = {**wanted.bases, base.kind: count}
        needed = sum(boxes_for(look.world, design, kind) * many for kind, many in bases.items())
        if needed > design.cargo:
            why = N_("{needed} cargo boxes are needed, a {design} has {cargo}.")
            look.no(Code.E_CARGO, why, "EAW-14a", needed=needed, design=design.name, cargo=design.cargo)
        return replace(wanted, bases=bases)
    if counted and (pod := look.world.pods(look.known).get(called)):
        pods = len(wanted.pods) + count
        if not design.has(Flag.TUG, Flag.BATTLE_TUG) or pods > MOST_PODS:
            why = N_("A tug carries {most} pods, and a {design} not {pods}.")
            look.no(Code.E_UNIT, why, "EAW-7b.3", most=MOST_PODS, design=design.name, pods=pods)
        return replace(wanted, pods=(*wanted.pods, *[pod] * count))
    unit = look.world.pack.attrition.get(f"{design.race} {called}")
    if unit is None or not counted:
        nothing = N_(
            "“{extra}” is no crew (poor), officer ({officers}), fighters of your race (12 F-4), refit of the design, "
            "bases (6 GSA), pods (1 cargo pod) or commander's options (co 15), parted by semicolons."
        )
        look.no(Code.E_ID, nothing, "EAW-6b", extra=extra, officers=", ".join(OFFICERS))
    look.require(not_yet(look, unit.name, unit.yis, "EAW-3a"))
    room = design.pfs if unit.pf else design.fighters
    if count > room:
        why = N_("A {design} carries {room}, not {count}.")
        look.no(Code.E_VALUE, why, "EAW-6a", design=design.name, room=room, count=count)
    return replace(wanted, attrition={**wanted.attrition, f"{design.race} {unit.name}": count})


def not_yet(look: Look, called: str, yis: int, rule: str) -> Refused | None:
    """Refuses E-YEAR what comes into service in a later year."""
    year, why = look.known.year, N_("The {called} is in service from {yis}, and it is {year}.")
    return no(Code.E_YEAR, why, rule, called=called, yis=yis, year=year) if yis > year else None


def with_refit_at_build(look: Look, wanted: Wanted, row: RefitRow) -> Wanted:
    """A ship that is built with a refit or an upgrade (EAW-2d.2, EAW-6b). Refuses E-YEAR, E-VALUE."""
    look.require(not_yet(look, row.name, row.yis, "EAW-6b"))
    for other in wanted.refits:
        if other == row or other.kind == row.kind != "":
            why = N_("A {design} has {other} already, and not {row} too.")
            look.no(Code.E_VALUE, why, "EAW-6b", design=wanted.design.name, other=other.name, row=row.name)
    return replace(wanted, refits=(*wanted.refits, row))


def with_refit(ship: Ship, design: Design, row: RefitRow) -> tuple[Ship, int]:
    """A ship of a design with a refit, and how much more it costs; an upgrade takes the place of what the ship has of
    its kind (EAW-6f.2, EAW-8.0).
    """
    if not row.kind:
        more = replace(ship, ebpv=ship.ebpv + row.ebpv, cbpv=ship.cbpv + row.cbpv, refits=(*ship.refits, row.name))
        return more, row.ebpv
    had = [refit for refit in design.refits if refit.kind == row.kind and refit.name in ship.upgrades]
    others = {called: worth for called, worth in ship.upgrades.items() if called not in {refit.name for refit in had}}
    rise, upgrades = row.ebpv - sum(refit.ebpv for refit in had), {**others, row.name: row.cbpv}
    if row.kind == PRIME:
        return replace(ship, prime_teams=row.cbpv, upgrades=upgrades), rise
    counts = ship.cbpv + row.cbpv - sum(ship.upgrades[refit.name] for refit in had)
    return replace(ship, ebpv=ship.ebpv + rise, cbpv=counts, upgrades=upgrades), rise


def loaded(ship: Ship, kinds: Iterable[PodKind], sign: int = 1) -> Ship:
    """A tug with some pods more (1) or fewer (-1), and what they are worth in its prices."""
    held = Counter(ship.pods)
    for kind in kinds:
        held[kind.name] += sign
        ship = replace(ship, ebpv=ship.ebpv + sign * kind.ebpv, cbpv=ship.cbpv + sign * kind.cbpv)
    return replace(ship, pods=tuple(held.elements()))


def boxes_for(world: World, design: Design, kind: str) -> int:
    """Cargo boxes that a base takes on a ship of a design (EAW-14a)."""
    race = world.pack.races.get(design.race)
    each = PIRATE_BOX if race is not None and race.pirate and not design.has(Flag.CIVILIAN) else BOX
    return -(-world.pack.bases[kind].ebpv // each)


def wanted_of(
    noun: Noun[Look, Design], offer: Callable[[Look, Found], Iterable[Option]]
) -> Value[Look, tuple[Wanted, ...]]:
    """Ships of the designs of a noun, with what goes with them."""
    return Value("ships to build", lambda look, words, found: read_wanted(look, words, found, noun), offer)


WANTED = wanted_of(
    OWN_DESIGN,
    lambda look, found: [Option(OWN_DESIGN.option(look, design).value) for design in OWN_DESIGN.fitting(look, found)
                         if look.world.in_service(look.known, design) and unbuildable(look, [Wanted(design)]) is None],
)  # fmt: skip
Ships = Annotated[str, WANTED, Field(max_length=200, examples=["CA, FF"])]
"""Ships that are bought."""


def unbuildable(look: Look, wanted: Iterable[Wanted]) -> Refused | None:
    """Refuses E-YEAR, E-UNIT ships that cannot be built at any dock: year, kind (EAW-2d.1, EAW-3a, EAW-15a.3)."""
    for one in wanted:
        design = one.design
        if not look.world.in_service(look.known, design):
            return not_yet(look, design.name, design.yis, "EAW-2d.1")
        if design.has(Flag.FRD):
            return no(Code.E_UNIT, N_("A {design} is placed, not built."), "EAW-15a.3", design=design.name)
        if design.has(Flag.LOG) and not design.verified:
            return no(Code.E_UNIT, N_("A moderator has not confirmed {design}."), "EAW-2d.1", design=design.name)
    return None


def ill_crewed(look: Look, wanted: Iterable[Wanted], *, setup: bool = False) -> Refused | None:
    """Refuses E-CREW crews and officers that cannot be had so (EAW-2e.1, EAW-2e.2, EAW-6b)."""
    for one in wanted:
        if one.crew == "outstanding" and not setup:
            return no(Code.E_CREW, T_("Outstanding crews are bought at the start alone."), "EAW-2e.1")
        if one.bases and not setup:
            return no(Code.E_UNIT, T_("Bases are built by `build bases`, into a ship that is there."), "EAW-6.0.3")
        if one.officers and not look.known.settings.lo_purchase_at_build:
            return no(Code.E_CREW, T_("This campaign sells no officers."), "EAW-6b")
        if one.crew == "poor" and one.design.sc > 4:
            return no(Code.E_CREW, N_("A ship of size class {sc} has no poor crew."), "EAW-2e.2", sc=one.design.sc)
    return None


def prices(world: World, state: State, seat: Seat, wanted: Sequence[Wanted]) -> list[tuple[Fraction, Fraction]]:
    """Price of each ship with all that is bought with it, and its surcharge: EBPV, 17f on the full EBPV, less a poor
    crew's share, crews, officers, options, fighters (EAW-6.0.5, EAW-6.0.7, EAW-2e.2, EAW-6b, EAW-17c, EAW-17f.1).
    """
    settings, found = state.settings, list[tuple[Fraction, Fraction]]()
    crews: dict[Crew, int] = {"normal": 0, "poor": -settings.poor_crew_pct, "outstanding": settings.oc_pct}
    for at, one in enumerate(wanted):
        more = surcharge(world, state, seat, one.design, [earlier.design for earlier in wanted[:at]])
        total = one.design.ebpv + more
        total += Fraction(one.cbpv * crews[one.crew], 100)
        total += sum(world.officer_cost(settings, kind, one.cbpv) for kind in one.officers)
        total += Fraction(one.cbpv * max(0, one.co - one.free), 100)
        total += sum(world.pack.attrition[unit].ebpv * count for unit, count in one.attrition.items())
        total += sum(pod.ebpv for pod in one.pods) + sum(row.ebpv for row in one.refits)
        found.append((total, more))
    return found


def made(run: Run, seat: Seat, fleet: str, wanted: Sequence[Wanted], *, placed: int = NEVER) -> tuple[Ship, ...]:
    """The ships that are ordered, in a fleet, with names that count up those of their design."""
    names, ships = dict(run.state.realms[seat].names), list[Ship]()
    for one, (_, more) in zip(wanted, prices(run.world, run.state, seat, wanted), strict=True):
        design = one.design
        names[design.name] = names.get(design.name, 0) + 1
        name = f"{design.name}-{names[design.name]}"
        ship = Ship(ship_id(seat, name), name, seat, fleet, design.code, design.ebpv, design.cbpv, seat, placed=placed)
        officers, co = tuple(Officer(kind) for kind in one.officers), max(one.co, one.free)
        ship = replace(ship, crew=one.crew, officers=officers, attrition=one.attrition, co=co, penalty=cost(more))
        ship = loaded(ship, one.pods)
        for row in one.refits:
            ship, _ = with_refit(ship, design, row)
        ships.append(ship)
    return tuple(ships)


def bought(run: Run, seat: Seat, fleet: str, wanted: Sequence[Wanted], *, placed: int = NEVER) -> tuple[Ship, ...]:
    """The ships that are ordered, paid for, of which no more than may be are X-ships (EAW-17ee). Refuses E-BPV, E-CAP,
    E-SCCAP, E-S8, E-X, E-CREW.
    """
    ships = made(run, seat, fleet, wanted, placed=placed)
    run.pay(seat, cost(sum(price for price, _ in prices(run.world, run.state, seat, wanted))), "ships")
    run.require(fault(run.world, run.state, [*run.state.crew(fleet), *ships]))
    run.require(x_ships(run.world, run.state, seat, [one.design for one in wanted]))
    run.require(ill_crewed(run.look, wanted))
    return ships


def no_room(run: Run, ship: Ship, kinds: Sequence[str]) -> Refused | None:
    """Refuses E-CARGO bases that do not fit a ship's cargo boxes (EAW-14a)."""
    boxes, takes = run.world.cargo(run.state, ship), partial(boxes_for, run.world, run.world.of(run.state, ship))
    free = boxes - sum(takes(base.kind) for base in run.state.bases.values() if base.carrier == ship.id)
    needed, why = sum(map(takes, kinds)), N_("{needed} cargo boxes are needed, {ship} has {free} of {boxes} free.")
    if needed <= free:
        return None
    return no(Code.E_CARGO, why, "EAW-14a", needed=needed, ship=ship.name, free=free, boxes=boxes)


def with_losses(run: Run, ship: Ship, *, spares_alone: bool = False) -> tuple[Ship, Fraction]:
    """A ship with all the fighters and the like that it lost, and what those cost that its spares do not replace; or
    with those alone that they do (EAW-2f.2, EAW-6d.1).
    """
    spares, total = run.world.of(run.state, ship).spares, Fraction(0)
    aboard, lost = dict(ship.attrition), dict(ship.lost)
    for called, missing in ship.lost.items():
        free = min(missing, spares)
        spares -= free
        back = free if spares_alone else missing
        total += run.world.pack.attrition[called].ebpv * (back - free) if back > free else 0
        aboard[called] = aboard.get(called, 0) + back
        lost[called] = missing - back
    return replace(ship, attrition=aboard, lost={called: count for called, count in lost.items() if count}), total
