"""Fleets are resupplied, repaired and refitted; ships repair themselves; options are raised.

EAW-2f.2, EAW-6.0.6, EAW-6.0.7, EAW-6d, EAW-6e, EAW-6f, EAW-8.0, EAW-22, EAW-23a, EAW-24.0; 1.4 step P2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import BeforeValidator, Field

from engine.declared.changes import Its, Sets
from engine.eaw.data.pack import Attrition, Code
from engine.eaw.data.units import PRIME, Design, RefitRow
from engine.eaw.figures import cost
from engine.eaw.look import Called, Look, ShipOf, ShipsOf
from engine.eaw.nouns import OWN_SHIP
from engine.eaw.season.holdings import FleetFormed, RetiredUnpaid, ShipsSet
from engine.eaw.season.movement import shields_up
from engine.eaw.season.plot import OfFleet, Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import Ship, State
from engine.eaw.works.building import DOCKS, AtDock, docking, unusable, use
from engine.eaw.works.moving_goods import FLEETS, serve, service, serviced
from engine.eaw.works.purchases import MOST_CO, not_yet, with_refit
from engine.eaw.world import TO_THE_LETTER, World
from engine.game import Fact
from engine.noun import Found, Offered, Several, value
from engine.orders import Option
from engine.text.message import N_, T_

UNPAID = "its crew"
"""Words of a refit that pays nothing for crew and officers (EAW-6f.3); they were recorded with the word before them."""
Crewing = Annotated[
    str,
    Offered[Look]("", lambda look, found: [Option(UNPAID)]),
    BeforeValidator(lambda words: str(words).removeprefix("without ")),
    Field(pattern=f"^({UNPAID})?$"),
]
SELF_REPAIR = 3
"""Systems that a ship may repair for each point of its damage control rating (EAW-22b)."""
REPAIR_BOX = 3
"""Systems of other ships for each repair box (EAW-22d)."""


# Refit, repair


def of_modules(world: World, state: State, design: Design) -> list[Design]:
    """The designs that one is changed to by an exchange of modules (EAW-6f.1)."""
    others = world.buildable(state, design.race) if design.modules else ()
    return [other for other in others if other.modules == design.modules and other.code != design.code]


def refits(look: Look, found: Found) -> Iterator[Option]:
    """Refits that one of the ships named has not, and designs that they may be changed to, in service or not yet."""
    ships = found.get("ships") or ((found.ship,) if found.get("ship") else ())
    for code in dict.fromkeys(ship.design for ship in ships):
        design = look.world.design(look.known, code)
        has = set.intersection(*({*ship.refits, *ship.upgrades} for ship in ships if ship.design == code))
        yield from (Option(row.name, f"{row.name} ({row.yis})") for row in design.refits if row.name not in has)
        yield from (Option(module.name) for module in of_modules(look.world, look.known, design))


Refitting = Annotated[str, Offered("a refit, or a design", refits), Field(examples=["SpH-A"])]


def refitted(run: Run, ship: Ship, target: str, *, crewed: bool = True) -> tuple[Ship, Fraction]:
    """A ship refitted, or converted by an exchange of modules, and what that costs: the rise of its EBPV and of what
    its crew and officers cost. If that is not paid, an outstanding crew is a normal one, and officers retire (EAW-6f.1,
    EAW-6f.2, EAW-6f.3, EAW-6d.2). Refuses E-ID, E-YEAR, E-INSP.
    """
    state, world = run.state, run.world
    design = world.of(state, ship)
    run.inspected(ship)
    has = {*ship.refits, *ship.upgrades}
    ways: list[RefitRow | Design] = [refit for refit in design.refits if refit.name not in has]
    ways += of_modules(world, state, design)
    if (to := next((way for way in ways if way.name == target), None)) is None:
        run.decline(Code.E_ID, N_("{ship} has no refit “{target}” to come."), "EAW-6f.1", ship=ship.name, target=target)
    run.require(not_yet(run.look, target, to.yis, "EAW-6f.1"))
    if isinstance(to, RefitRow):
        changed, more = with_refit(ship, design, to)
    else:
        prime = {refit.name for refit in design.refits if refit.kind == PRIME}
        left = {called: worth for called, worth in ship.upgrades.items() if called in prime}
        changed = replace(ship, ebpv=to.ebpv, cbpv=to.cbpv, design=to.code, upgrades=left)
        more = to.ebpv - ship.ebpv
    rise = max(0, changed.cbpv - ship.cbpv)
    crews = sum((world.officer_cost(state.settings, officer.kind, rise) for officer in ship.officers), Fraction(0))
    if ship.crew == "outstanding":
        crews += Fraction(rise * state.settings.oc_pct, 100)
    if crews and not crewed:
        changed = replace(changed, crew="normal" if ship.crew == "outstanding" else ship.crew, officers=())
        crews = Fraction(0)
    return changed, max(0, more) + crews


def retire(run: Run, ship: Ship, changed: Ship) -> None:
    """Tell which officers of a ship retire, since nobody paid for them when it was changed (EAW-6f.3)."""
    for officer in ship.officers if not changed.officers else ():
        run.tell(RetiredUnpaid(officer.kind, ship.id), ship.owner)


class Serving(Plot):
    """An order about a ship at a dock or colony, of which one movement point serves a fleet."""

    ship: Annotated[str, OWN_SHIP] = Field(description="the ship", max_length=60)

    def price(self, run: Run, found: Found) -> int:
        """1; none where its fleet is resupplied or refitted there this season (EAW-6a, EAW-6d.1, EAW-6f.1)."""
        return 0 if service(run, run.fleet(found.ship.fleet)) else 1


class Refit(Serving):
    """Refit a ship at a dock or colony, or exchange its modules; one movement point serves a fleet."""

    path: ClassVar[str] = f"{FLEETS.path} refit"
    line: ClassVar[str] = "refit {ship} to {target}[ without {crew}]"
    target: Refitting = Field(description="the refit, or the design of other modules", max_length=40)
    crew: Crewing = Field("", description="'its crew' to pay nothing for it, and lose it", max_length=20)

    def perform(self, run: Run, found: Found) -> None:
        """For the difference of the prices (EAW-6f.1, EAW-6f.2, EAW-8.0). Refuses E-FAC, E-ID, E-YEAR, E-INSP."""
        ship = run.state.ships[found.ship.id]
        serviced(run, run.fleet(ship.fleet))
        changed, more = refitted(run, ship, self.target, crewed=not self.crew)
        price = cost(more)
        run.pay(ship.owner, price, "refits")
        serve(run, run.fleet(ship.fleet), service(run, run.fleet(ship.fleet)) or "refit")
        run.tell(ShipsSet((changed,)), ship.owner)
        run.tell(Refitted(ship.id, price), ship.owner)
        retire(run, ship, changed)


class Refitted(Fact[State], frozen=True):
    """A ship is refitted."""

    rule = "EAW-6f.1"
    says = N_("{ship} is refitted for {price:,} BPV.")
    ship: ShipOf
    price: int


def rooms(look: Look, found: Found) -> dict[str, tuple[Attrition, int]]:
    """Fighters and the like that a ship's owner may buy in the year, and how many more of them it carries (EAW-6a)."""
    ship, every = found.get("ship"), look.world.pack.attrition
    if ship is None or look.empire is None:
        return {}
    design, held = look.world.of(look.known, ship), [*ship.attrition.items(), *ship.lost.items()]
    room = {True: design.pfs, False: design.fighters}
    for called, count in held:
        room[every[called].pf] -= count
    return {unit.name: (unit, room[unit.pf]) for unit in look.world.attrition(look.empire.race, look.known)}


def fit_in(look: Look, found: Found) -> Iterator[Option]:
    """As many of each kind as a ship has room for."""
    return (Option(f"{room} {called}") for called, (_, room) in rooms(look, found).items() if room > 0)


@value("fighters with their number", fit_in)
def squadron(look: Look, words: str, found: Found) -> tuple[Attrition, int]:
    """Fighters of one kind with their number: "12 F-4". Refuses E_ID what is not to be had, E_VALUE too many."""
    there, (count, _, called) = rooms(look, found), words.strip().partition(" ")
    unit, room = there.get(called.strip(), (None, 0))
    if unit is None or not (count.isascii() and count.isdigit()):
        some = N_("There are {fighters}, written as 12 F-4, not “{words}”.")
        why = some if there else N_("There are no fighters, written as 12 F-4, not “{words}”.")
        look.no(Code.E_ID, why, "EAW-6a", fighters=", ".join(there), words=words)
    if not 0 < int(count) <= room:
        why = N_("There is room for {room} more {unit}, not for {count}.")
        look.no(Code.E_VALUE, why, "EAW-6a", room=room, unit=unit.name, count=count)
    return unit, int(count)


class Arm(Serving):
    """Buy fighters and the like for a ship that has room for them, at a dock or colony."""

    path: ClassVar[str] = f"{FLEETS.path} arm"
    line: ClassVar[str] = "arm {ship} with {fighters}"
    fighters: Annotated[str, squadron] = Field(description="such as 12 F-4", max_length=40, examples=["12 F-4"])

    def perform(self, run: Run, found: Found) -> None:
        """At their price (EAW-2f.1, EAW-6a, EAW-25c). Refuses E-FAC, E-INSP, E-BPV."""
        ship, (unit, count) = run.state.ships[found.ship.id], found.fighters
        fleet, called = run.fleet(ship.fleet), f"{unit.race} {unit.name}"
        serviced(run, fleet)
        run.inspected(ship)
        run.pay(ship.owner, unit.ebpv * count, "fighters")
        serve(run, fleet, service(run, fleet) or "refit")
        aboard = {**ship.attrition, called: ship.attrition.get(called, 0) + count}
        run.tell(ShipsSet((replace(ship, attrition=aboard),)), ship.owner)
        run.tell(Armed(ship.id, count, unit.name), ship.owner)


class Armed(Fact[State], frozen=True):
    """A ship takes new fighters aboard."""

    rule = "EAW-6a"
    says = N_("{ship} takes {count} {unit} aboard.")
    ship: ShipOf
    count: int
    unit: Called


class RefitAtDock(AtDock):
    """Refit ships at a dock for no movement point: they take its docking points, and sail next season."""

    path: ClassVar[str] = f"{DOCKS.path} refit"
    line: ClassVar[str] = "dock {ships} at dock {dock} to refit to {target}[ without {unpaid}]"
    sampled: ClassVar[bool] = True
    slots: ClassVar[int] = 0
    stage: ClassVar[str] = "build"
    ships: Annotated[str, Several(OWN_SHIP)] = Field(description="ships with commas", max_length=200)
    target: Refitting = Field(description="the refit or design of all, or with commas of each", max_length=200)
    unpaid: Literal["crews"] | None = Field(
        None, description="'crews' to pay nothing for crews and officers, and lose them"
    )

    def perform(self, run: Run, found: Found) -> None:
        """It shares the dock's points with what is built, and pays for crews or loses them (EAW-6.0.3, EAW-6f.3).
        Refuses E-DOCK, E-FRDUSED, E-FAC, E-VALUE.
        """
        state, dock = run.state, run.state.docks[found.dock.id]
        points = docking(run, [run.world.of(state, ship) for ship in found.ships])
        run.require(unusable(run, dock, points, refit=True))
        changed, total = list[Ship](), Fraction(0)
        once = run.world.version >= TO_THE_LETTER
        targets = [part.strip() for part in self.target.split(",")]
        targets *= len(found.ships) if len(targets) == 1 else 1
        if len(targets) != len(found.ships):
            why = N_("You name {ships} ships, and {targets} refits; it is one for all, or one for each.")
            run.decline(Code.E_VALUE, why, "EAW-6.0.3", ships=len(found.ships), targets=len(targets))
        for ship, target in zip((state.ships[ship.id] for ship in found.ships), targets, strict=True):
            fleet = run.fleet(ship.fleet)
            if fleet.at != dock.at or fleet.place != "system":
                run.decline(Code.E_FAC, N_("{ship} is not at {at}."), "EAW-6.0.3", ship=ship.name, at=dock.at)
            run.require(self.hindered(run, fleet))
            after, price = refitted(run, ship, target, crewed=self.unpaid is None)
            changed.append(replace(after, placed=state.t))
            total += price if once else cost(price)
        run.pay(dock.owner, cost(total), "refits")
        for id in dict.fromkeys(ship.fleet for ship in changed):
            run.tell(FleetFormed(replace(run.fleet(id), placed=state.t)), dock.owner)
        run.tell(ShipsSet(tuple(changed)), dock.owner)
        for ship in changed:
            retire(run, state.ships[ship.id], ship)
        use(run, dock, points, refit=True)


class RaiseOptions(Plot):
    """Raise the share of its CBPV that a ship has in commander's options."""

    path: ClassVar[str] = f"{FLEETS.path} options"
    line: ClassVar[str] = "raise options of {ship} to {level} percent"
    slots: ClassVar[int] = 0
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship", max_length=60)
    level: int = Field(description="per cent of its CBPV", ge=1, le=100, examples=[20])

    def perform(self, run: Run, found: Found) -> None:
        """At a dock or colony, for so much more of its CBPV, to 20 per cent at most (EAW-6.0.6, EAW-6.0.7, EAW-8.0).
        Refuses E-FAC, E-CO, E-BPV, E-INSP.
        """
        ship = run.state.ships[found.ship.id]
        serviced(run, run.fleet(ship.fleet))
        run.inspected(ship)
        if not ship.co < self.level <= MOST_CO:
            why = N_("{ship} has {co} per cent, and {most} is the most.")
            run.decline(Code.E_CO, why, "EAW-6.0.7", ship=ship.name, co=ship.co, most=MOST_CO)
        run.pay(ship.owner, cost(Fraction(ship.cbpv * (self.level - ship.co), 100)), "options")
        run.tell(ShipsSet((replace(ship, co=self.level),)), ship.owner)


# Self-repair


def capacity(run: Run, ship: Ship) -> int:
    """Systems that a ship may still repair itself: three for each point of its damage control, and what is left of its
    continuous repair; less when the rating has dropped (EAW-22b, EAW-25a.2, EAW-3b.4).
    """
    rating = ship.dc_left if ship.dc_left is not None else run.world.of(run.state, ship).dc
    full = (SELF_REPAIR if ship.inspected else 2) * rating + ship.spare_cdr
    return full if ship.repairs is None else min(full, ship.repairs)


def mended(ship: Ship, most: int) -> Ship:
    """A ship with so many of its lost systems repaired at most, in the order of the alphabet."""
    damage, left = dict(ship.damage), most
    for system in sorted(damage):
        done = min(left, damage[system])
        damage[system] -= done
        left -= done
    damage = {system: boxes for system, boxes in damage.items() if boxes}
    after = replace(ship, damage=damage)
    return after if damage else replace(after, crippled=False, hurt=False, dc_left=None)


class SelfRepair(OfFleet):
    """Have the ships of a fleet repair themselves."""

    path: ClassVar[str] = f"{FLEETS.path} self-repair"
    line: ClassVar[str] = "selfrepair fleet {fleet}"
    kept: ClassVar[bool] = True

    def perform(self, run: Run, found: Found) -> None:
        """Every ship up to what is left of its capacity, when the season's battles are over (EAW-24.0). Refuses E-FAC
        where nothing can be repaired.
        """
        fleet = run.fleet(found.fleet.id)
        if not any(ship.damage and ship.inspected and capacity(run, ship) for ship in run.state.crew(fleet.id)):
            why = N_("No ship of fleet {fleet} has damage that it can repair itself.")
            run.decline(Code.E_FAC, why, "EAW-24.0", fleet=fleet.number)
        run.tell(RepairOrdered(fleet.id, run.state.t), fleet.owner)


class RepairOrdered(Fact[State], frozen=True):
    """A fleet repairs itself when the season's battles are over."""

    rule = "EAW-24.0"
    says = N_("A fleet of yours repairs itself.")
    makes = Sets("fleets", "id", repairs=Its("t"))
    id: str
    t: int


@at(When.P2)
def repair(run: Run) -> None:
    """Shields are whole again; ships repair themselves where it was ordered, and those that fought and neither
    left nor are trapped (EAW-10h, EAW-22a.1, EAW-22a.2, EAW-22b, EAW-23a, EAW-24.0).
    """
    hurt = [ship for ship in run.state.ships.values() if ship.damage]
    for seat in run.state.living if hurt else ():
        shields_up(run, seat, [ship for ship in hurt if ship.owner == seat])
    t = run.state.t
    for fleet in list(run.state.fleets.values()):
        able = fleet.place == "system" and not fleet.trapped and fleet.disengaged != t
        if not able or not (fleet.repairs == t or fleet.pinned):
            continue
        work = [(ship, may) for ship in run.state.crew(fleet.id) if ship.damage and (may := capacity(run, ship))]
        after = [replace(mended(ship, may), repairs=max(0, may - sum(ship.damage.values()))) for ship, may in work]
        if after:
            run.tell(ShipsSet(tuple(after)), fleet.owner)
            run.tell(Repaired(tuple(ship.id for ship in after)), fleet.owner)


class Repaired(Fact[State], frozen=True):
    """Ships have repaired what they could."""

    rule = "EAW-23a"
    says = N_("As much as could be is repaired of {ships}.")
    ships: ShipsOf


class RepairShip(Plot):
    """Have a ship with repair boxes repair another one in its system."""

    path: ClassVar[str] = f"{FLEETS.path} repair"
    line: ClassVar[str] = "have {ship} repair {systems} systems of {other}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the repair ship", max_length=60)
    systems: int = Field(description="how many systems", ge=1, le=200, examples=[6])
    other: Annotated[str, OWN_SHIP] = Field(description="the ship that is repaired", max_length=60)

    def perform(self, run: Run, found: Found) -> None:
        """Three systems for each repair box, of itself one, until it is resupplied (EAW-22c, EAW-22d, EAW-22e, EAW-22f,
        EAW-22g). Refuses E-FAC, E-SPLIT, E-INSP.
        """
        state = run.state
        ship, other = state.ships[found.ship.id], state.ships[found.other.id]
        boxes = run.world.of(state, ship).boxes
        left = REPAIR_BOX * boxes if ship.boxes_left is None else ship.boxes_left
        if run.fleet(ship.fleet).at != run.fleet(other.fleet).at or run.fleet(other.fleet).place != "system":
            run.decline(
                Code.E_SPLIT, N_("{other} is not where {ship} is."), "EAW-22f", other=other.name, ship=ship.name
            )
        if not other.inspected or not ship.inspected:
            run.decline(Code.E_INSP, T_("A captured ship is inspected first."), "EAW-25b.1")
        most = min(left, boxes) if ship.id == other.id else left
        damage = sum(other.damage.values())
        if self.systems > most or self.systems > damage:
            why = N_("{ship} can repair {most} more, and {other} has lost {damage}.")
            run.decline(Code.E_FAC, why, "EAW-22d", ship=ship.name, most=most, other=other.name, damage=damage)
        after = mended(other, self.systems)
        mending = replace(after if ship.id == other.id else ship, boxes_left=left - self.systems)
        run.tell(ShipsSet((mending,) if ship.id == other.id else (after, mending)), ship.owner)
        run.tell(Repaired((other.id,)), ship.owner)
