"""Complements and guards: exchanged one for one, and what is lost of their stock grown again.

Rulebook: GCW-STK-01..05, GCW-RGF-02..05, GCW-FAC-11, GCW-BUR-09.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.clock import DAY
from engine.game import Seat, only
from engine.gcw.acting import OWN, PlayerOrder, away
from engine.gcw.conflict import suspended
from engine.gcw.data.terms import Status
from engine.gcw.data.units import Berth, UnitClass
from engine.gcw.economy.accounts import enter, unpaid
from engine.gcw.economy.rosters import hero_aboard, locked, technology
from engine.gcw.fleets import Mustered, laden, new_unit
from engine.gcw.look import Look, Obeying
from engine.gcw.losses import take_out
from engine.gcw.state import CRAFT, Origin, State, Unit, UnitKind, Why, Work, carried, outermost
from engine.gcw.works.classes import CLASS, GROUP, Purchase, can_make, no_facility
from engine.gcw.works.jobs import LIKE_STOCK, begin, grounded, keep_in_dock
from engine.gcw.world import World, grid_of, is_friendly
from engine.look import Refused
from engine.noun import Found, Noun, Several, Value
from engine.orders import Option
from engine.text.message import N_, T_, term
from engine.text.names import shown


def number(world: World, unit: Unit) -> int:
    """Number of places of a complement that a unit fills: squads, or one."""
    return world.squads(unit.code, unit.pools) if unit.kind is UnitKind.INFANTRY else 1


def of_complement(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Refuses what is neither aboard a ship or facility as its complement nor guards a grid (GCW-STK-04,
    GCW-RGF-03).
    """
    if unit.guest_in:
        return away(look, unit)
    aboard = bool(unit.docked) and not unit.escort and not unit.boarder and unit.code in look.world.pack.units
    return None if unit.guard or aboard else Refused("STOCK_TYPE", {"unit": shown(unit.name)})


COMPLEMENT: Noun[Look, Unit] = OWN.but(what="a unit of a complement or guard").that(of_complement, hero_aboard)


def counted_class(look: Look, words: str, found: Found) -> tuple[UnitClass, int]:
    """A class and how many of it: "TI", "2 AT-AT". Refuses NO_CLASS."""
    match = re.fullmatch(r"(?:(\d{1,5})\s+)?(.+)", words.strip())
    count, word = (match[1], match[2]) if match is not None else (None, words)
    spec = CLASS.named(look, word, found)
    units: tuple[Unit, ...] = found.get("units") or ()
    return spec, int(count) if count else sum(number(look.world, unit) for unit in units) or 1


def classes(look: Look, found: Found) -> Iterator[Option]:
    """The classes of the type of what is given up that a facility there makes."""
    units: tuple[Unit, ...] = found.get("units") or ()
    if units:
        berth, system = look.world.spec(units[0].code).berth, outermost(look.known, units[0]).system
        for spec in CLASS.among(look, found):
            if spec.berth is berth and spec.code != units[0].code and maker_of(look, spec, system) is not None:
                yield Option(
                    spec.code,
                    N_("{name} ({code}, {cost:,} KC)")(name=term(spec.name), code=term(spec.code), cost=spec.cost),
                )


def maker_of(look: Look, spec: UnitClass, system: str) -> str | None:
    """The player's facility in a friendly system that makes a class, by its id; "" for one of somebody's who granted
    access; None where none that is known of works (GCW-STK-04).
    """
    if not is_friendly(look.known, look.world, look.viewer, system):
        return None
    for unit in look.known.of(look.viewer):
        if unit.system == system and unit.status is Status.ACTIVE and can_make(look, unit.code, spec):
            return unit.id
    for contact in look.contacts_at(system):
        granted = (contact.owner, look.viewer) in look.known.access
        if granted and contact.status is Status.ACTIVE and can_make(look, contact.code, spec):
            return ""
    return None


def host_of(units: tuple[Unit, ...]) -> set[tuple[str, str]]:
    """The hosts, or the guarded grids, of units."""
    return {("", grid_of(unit.cell)) if unit.guard and unit.cell else (unit.docked, "") for unit in units}


class Exchange(Purchase):
    """Exchange units of a complement or guard for bought ones of the same type, one for one, at once."""

    path: ClassVar[str] = f"{GROUP.path} exchange"
    line: ClassVar[str] = "exchange {units} for {unit}"
    resolves: ClassVar[tuple[str, ...]] = ("units",)
    asks: ClassVar[str] = T_("Stock that you give up is gone. Exchange it?")
    units: Annotated[str, Several(COMPLEMENT, "units of a complement or guard")] = Field(
        description="units of one complement or guard, with commas", max_length=200
    )
    unit: Annotated[str, Value("a class", counted_class, classes)] = Field(
        description="the class that takes their places, such as 'TI' or '2 AT-AT'", max_length=60
    )

    def check(self, look: Look, found: Found) -> None:
        """Refuses what cannot be exchanged so, in the order of the register (GCW-STK-04, -05, GCW-RGF-05)."""
        units: tuple[Unit, ...] = found.units
        spec, count = found.unit
        look.require(unguarded(look, units[0]) or unequal(look, units, spec, count))
        look.require(barred(look, units, spec, count, outermost(look.known, units[0]).system))

    def obey(self, act: Obeying) -> None:
        """The old go, the new are there, full price is paid (GCW-STK-04, -05, GCW-RGF-03)."""
        units: tuple[Unit, ...] = act.found.units
        spec, count = act.found.unit
        system = outermost(act.look.known, units[0]).system
        maker = maker_of(act.look, spec, system)
        enter(act.table, act.seat, Why.EXCHANGE, f"{count} {spec.code}", -spec.cost * count)
        for old in units:
            gone = take_out(act.table, act.state.units[old.id], "exchanged")
            if old.origin not in LIKE_STOCK and old.kind is not UnitKind.INFANTRY and gone:
                keep_in_dock(act, old, system, maker or "")
        self._take_places(act, units[0], spec, count)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """One of a complement for the first class there that may take its place."""
        for old in islice(COMPLEMENT.fitting(look), 4 * cls.each):
            offered = classes(look, Found({"units": (old,)}))
            orders = (cls(units=old.name, unit=option.value) for option in offered)
            yield from islice((order for order in orders if order.passes(look)), 1)

    def _take_places(self, act: Obeying, old: Unit, spec: UnitClass, count: int) -> None:
        """The new units stand where the old were, and belong to what they belonged to; what cannot fly, on the Surface
        below (GCW-LOG-01).
        """
        flies = act.world.kind(spec.code) in CRAFT | {UnitKind.AIRSPEEDER}
        cell = old.cell if flies or not grid_of(old.cell) else f"{grid_of(old.cell)}S"
        stack = act.world.kind(spec.code) is UnitKind.INFANTRY
        ties = {"group": old.group, "group_cp": old.group_cp, "duty": old.duty}
        for _ in range(1 if stack else count):
            new = new_unit(act.world, act.state, act.seat, spec.code, spec.name, count if stack else 1)
            origin = Origin.BOUGHT_GUARD if old.guard else Origin.BUILT
            placed = replace(new, system=old.system, cell=cell, docked=old.docked, origin=origin)
            more = laden(act.world, act.state, placed)
            more = tuple(replace(unit, **({"group_cp": 0} if old.guard else ties)) for unit in more)
            act.say(Mustered(more), only(act.seat))


def unequal(look: Look, units: tuple[Unit, ...], spec: UnitClass, count: int) -> Refused | None:
    """STOCK_TYPE for another type, more than are given up, or units of several places (GCW-STK-04)."""
    given = sum(number(look.world, unit) for unit in units)
    same = all(look.world.spec(unit.code).berth is spec.berth for unit in units) and spec.berth is not None
    return None if same and 1 <= count <= given and len(host_of(units)) == 1 else Refused("STOCK_TYPE")


def barred(look: Look, units: tuple[Unit, ...], spec: UnitClass, count: int, system: str) -> Refused | None:
    """Refuses to exchange units in a system, in the register's order (GCW-STK-04, -05, GCW-FAC-11, GCW-BUR-09)."""
    missing = None if maker_of(look, spec, system) is not None else no_facility(look, spec, system)
    found = missing or suspended(look, system) or unpaid(look.known.players[look.viewer], spec.cost * count)
    need, free = spec.room * count, sum(look.world.spec(unit.code).room * number(look.world, unit) for unit in units)
    found = found or locked(look.known, units[0])
    return found or (Refused("STOCK_ROOM", {"need": need, "free": free}) if need > free else technology(look, spec))


def unguarded(look: Look, unit: Unit) -> Refused | None:
    """RGF_PLACE for the guard of a grid in which no facility of the player's is left (GCW-RGF-05)."""
    there = grounded(look.known, unit.owner, unit.system, grid_of(unit.cell))
    kept = not unit.guard or any(other.kind is UnitKind.FACILITY and other.live for other in there)
    return None if kept else Refused("RGF_PLACE", {"grid": grid_of(unit.cell)})


def lost_stock(world: World, known: State, seat: Seat, host: Unit) -> dict[str, int]:
    """The stock of a unit's complement that is lost, by class; of a facility that of its grid's guard: what there was,
    less what is there or on its way, and no more than there are free places of the type (GCW-STK-01, GCW-RGF-04).
    """
    faction = world.pack.factions[known.players[seat].faction]
    slots: dict[str, int] = {}
    if host.kind is UnitKind.FACILITY:
        guard = world.pack.guard
        for berth, places in ((Berth.SF, guard.squadrons), (Berth.INFANTRY, guard.squads), (Berth.GAV, guard.vehicles)):
            slots[world.pack.stock(faction, berth)] = places
        there = [unit for unit in grounded(known, seat, host.system, grid_of(host.cell)) if unit.guard]
    else:
        for part in world.spec(host.code).complement:
            code = part.code or world.pack.stock(faction, part.kind)
            slots[code] = slots.get(code, 0) + part.count
        group = [unit for unit in known.of(seat) if unit.group == host.id and unit.id != host.id and not unit.escort]
        there = [*group, *(unit for unit in carried(known, host) if unit not in group)]
    taken = [(unit.code, number(world, unit)) for unit in there]
    taken += [(one.code, one.count) for one in known.works.values() if one.to == host.id and one.origin is Origin.STOCK]
    lost = {code: places - sum(n for other, n in taken if other == code) for code, places in slots.items()}
    room = dict.fromkeys(Berth, 0)
    for code, n in (*slots.items(), *((code, -n) for code, n in taken)):
        spec = world.pack.units.get(code)
        if spec is not None and spec.berth is not None:
            room[spec.berth] += n
    return {
        code: least for code, n in lost.items() if (least := min(n, room[world.pack.units[code].berth or Berth.SF])) > 0
    }


def has_lost(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those whose complement or guard is not whole."""
    lost = lost_stock(look.world, look.known, look.viewer, unit)
    return None if lost else Refused("NOT_LOST", {"host": shown(unit.name), "unit": T_("stock")})


def lost_class(look: Look, words: str, found: Found) -> UnitClass:
    """A class of which a host has lost stock. Refuses NO_CLASS, NOT_LOST."""
    spec = CLASS.named(look, words, found)
    if spec.code not in lost_stock(look.world, look.known, look.viewer, found.host):
        look.refuse("NOT_LOST", host=shown(found.host.name), unit=spec.name)
    return spec


def lost_classes(look: Look, found: Found) -> Iterator[Option]:
    """The classes of which the host has lost stock."""
    if found.get("host") is not None:
        yield from map(Option, lost_stock(look.world, look.known, look.viewer, found.host))


class Regrow(PlayerOrder):
    """Grow lost stock of a complement or guard again, free, at a facility there that builds its type."""

    path: ClassVar[str] = f"{GROUP.path} regrow"
    line: ClassVar[str] = "regrow {unit} of {host}"
    resolves: ClassVar[tuple[str, ...]] = ("host",)
    unit: Annotated[str, Value("a class", lost_class, lost_classes)] = Field(
        description="the class that was lost", max_length=60
    )
    host: Annotated[str, OWN.but(what="a ship, or a facility for its guard").that(has_lost)] = Field(
        description="the ship whose complement it was of; a facility for the guard of its grid", max_length=60
    )

    def check(self, look: Look, found: Found) -> None:
        """Refuses NO_FACILITY where none makes the class, CONFLICT_SUSPENDED (GCW-STK-01, GCW-CON-03)."""
        system = outermost(look.known, found.host).system
        missing = no_facility(look, found.unit, system) if maker_of(look, found.unit, system) is None else None
        look.require(missing or suspended(look, system))

    def obey(self, act: Obeying) -> None:
        """It takes longer than building, and costs nothing (GCW-STK-01)."""
        host, spec = act.found.host, act.found.unit
        system = outermost(act.look.known, host).system
        maker = maker_of(act.look, spec, system) or ""
        missing = lost_stock(act.world, act.look.known, act.seat, host)[spec.code]
        job = Work(
            id="", owner=act.seat, code=spec.code, name=f"{host.name} {spec.code}", system=system, to=host.id,
            origin=Origin.STOCK, ordered_at=act.look.now, left=getattr(spec, "stock_build_days", 1) * DAY, maker=maker,
            count=missing if spec.berth is Berth.INFANTRY else 1,
        )  # fmt: skip
        begin(act, job, 1)
