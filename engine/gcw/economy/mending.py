"""Repairs as time passes: who is being repaired, since when, and the points of every completed hour. Rulebook: GCW-REP.

Shields of ships and facilities, and everything of craft and facilities, mend by themselves where the rules allow it;
a ship's armor, hull and systems by order, in dock. `tend` looks who qualifies after anything has changed; what time
then restores is kept in `State.repairs` alone, so that the clock need not look at the fleet.

A completed hour counts before anything else that happens at its instant: its points are there when they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.book import clock
from engine.clock import HOUR, Instant, completed_hours, later
from engine.game import Fact, Seat, Table, only, ruled
from engine.gcw.acting import OWN, PlayerOrder, in_transit
from engine.gcw.battles import combatants, opposed
from engine.gcw.conflict import CLEARS_AFTER, clears_at, conflict_at
from engine.gcw.contacts import show_status, watchers
from engine.gcw.data.codes import Code
from engine.gcw.data.places import Feature
from engine.gcw.data.terms import Layer, Pools, Status
from engine.gcw.data.units import Builds
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.look import Look, hearers, some_of
from engine.gcw.state import (
    CRAFT,
    FACILITIES,
    NOBODY,
    TROOPS,
    Mending,
    Repair,
    State,
    Unit,
    UnitKind,
    changed,
    outermost,
    put,
    without,
)
from engine.gcw.viewing import unit_note
from engine.gcw.whereabouts import other_units
from engine.gcw.world import CAMPAIGN, MENDED, OPEN_TO_ALL, Pack, World, is_friendly, is_open
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import News, Section
from engine.text.message import N_, NOTHING, T_, Text, joined, stamp, term
from engine.text.names import shown

SHIP_PERCENT = 5
"""Percent an hour of a ship's or facility's pools (GCW-REP-02, -04, -05)."""


CRAFT_SHIELDS_PERCENT = 20
"""Percent an hour of a squadron's or auxiliary's shields (GCW-REP-07)."""


CRAFT_ARMOR_PERCENT = 10
"""Percent an hour of a squadron's or auxiliary's armor (GCW-REP-08)."""


REPAIR_ORDER = (Layer.ARMOR, Layer.HULL, Layer.SYSTEMS)
"""Which pool of a ship is repaired first, unless its player says otherwise (GCW-REP-04)."""


def restore(most: int, current: int, percent: int, hours: int) -> int:
    """Points after repairing for completed whole hours, rounded up on the accumulated total (GCW-REP-02)."""
    return min(most, current + ceil_div(most * percent * hours, 100))


def hours_to_full(most: int, current: int, percent: int) -> int:
    """The fewest whole hours after which `restore` gives the maximum (GCW-REP-02)."""
    missing = most - current
    return 0 if missing <= 0 else 100 * (missing - 1) // (most * percent) + 1


def repaired(
    pools: Pools, most: Pools, hours: int, order: Sequence[Layer] = REPAIR_ORDER, percent: int = SHIP_PERCENT
) -> Pools:
    """A ship's pools after so many completed hours in dock, one pool an hour, in the player's order (GCW-REP-04, -05).

    An hour that fills a pool belongs to it alone. Layers that are not in `order` stay.
    """
    for layer in order:
        taken = min(hours, hours_to_full(most.of(layer), pools.of(layer), percent))
        pools = pools.with_layer(layer, restore(most.of(layer), pools.of(layer), percent, taken))
        hours -= taken
    return pools


def repair_hours(pools: Pools, most: Pools, order: Sequence[Layer] = REPAIR_ORDER, percent: int = SHIP_PERCENT) -> int:
    """Whole hours until all the pools of `order` are full (GCW-REP-04)."""
    return sum(hours_to_full(most.of(layer), pools.of(layer), percent) for layer in order)


def status_repaired(status: Status, pools: Pools) -> Status:
    """A disabled ship is ACTIVE again when it has both systems and armor; others stay what they are (GCW-REP-06)."""
    disabled = status in (Status.DISABLED, Status.DISABLED_PENDING)
    return Status.ACTIVE if disabled and pools.systems > 0 and pools.armor > 0 else status


FACILITY_ORDER = (Layer.ARMOR, Layer.HULL)
"""The pools of facilities that are repaired, where they stand and without an order (GCW-REP-03)."""

MENDABLE = frozenset({Status.ACTIVE, Status.DISABLED, Status.DISABLED_PENDING})
"""What can be repaired: a derelict has nobody aboard who could."""

LAYER_WORDS = {layer.value: layer for layer in REPAIR_ORDER}


def fighting(state: State, unit: Unit) -> bool:
    """True if a unit, or what it is docked in, is in combat: its owner is a party to a battle there."""
    return state.fights(unit.owner, outermost(state, unit).system)


def at_home(world: World, state: State, unit: Unit) -> bool:
    """True if a unit is at a friendly system; nobody's units are, where no player owns it (GCW-REP-01).

    What is open to all is a friend to nobody here but to its holder's friends (GCW-FAC-09).
    """
    system = outermost(state, unit).system
    if unit.owner == NOBODY:
        return bool(system) and not state.owners.get(system)
    if system == OPEN_TO_ALL and world.version >= MENDED:
        return is_open(state, unit.owner, system)
    return bool(system) and is_friendly(state, world, unit.owner, system)


def is_yard(world: World, state: State, system: str) -> bool:
    """True if a system can repair ships: a stronghold, whoever holds it (GCW-FAC-15), or a shipyard world, unless its
    yards are disabled (GCW-REP-03).

    A yard that stands there has to work; where none stands, the world's own does.
    """
    place = world.pack.systems.get(system)
    if place is None or not (place.stronghold_of or Feature.SHIPYARD_WORLD in place.features):
        return False
    facilities = (unit for unit in state.at(system) if unit.kind in FACILITIES)
    yards = [unit for unit in facilities if Builds.SHIP in world.spec(unit.code).builds]
    return not yards or any(unit.status is Status.ACTIVE for unit in yards)


def clear_at(world: World, state: State, seat: Seat, system: str, now: Instant) -> Instant | None:
    """Instant at which a system's conflict is over for a player's captured ships: `now` or ahead; None while a battle
    goes on, or foes stand there (GCW-CON-05). Before version 3 the ships of each player had a clock of their own.
    """
    if world.version >= CAMPAIGN:
        conflict = conflict_at(state, system, seat)
        return now if conflict is None else clears_at(conflict)
    gone = state.contested.get(f"{seat}/{system}", Instant(0))
    if system in state.battles or gone is None:
        return None
    quiet = max(gone, state.quiet_since.get(system, gone))
    return max(now, later(quiet, CLEARS_AFTER)) if quiet else now


def begins(world: World, state: State, unit: Unit, now: Instant) -> Instant | None:
    """From when a unit can be repaired, as far as peace goes: now, or when a captured ship's conflict is over.

    None in combat, and for what cannot be repaired (GCW-REP-01, -09, GCW-BRD-06).
    """
    if unit.status not in MENDABLE or unit.kind in TROOPS or unit.kind is UnitKind.HERO or fighting(state, unit):
        return None
    return clear_at(world, state, unit.owner, outermost(state, unit).system, now) if unit.captured else now


def mends_shields(world: World, state: State, unit: Unit) -> bool:
    """True if a unit's shields mend where it is (GCW-REP-01, -03, -07)."""
    return unit.kind in CRAFT or unit.kind in FACILITIES or at_home(world, state, unit)


def mends_body(world: World, state: State, unit: Unit, running: Repair | None) -> bool:
    """True if the rest of a unit mends where it is: of craft and facilities by itself, of ships by order (-03, -08)."""
    if unit.kind in FACILITIES:
        return True
    if unit.kind in CRAFT:
        return bool(unit.docked) or at_home(world, state, unit)
    ordered = running is not None and running.body is not None
    return ordered and yard_ok(world, state, unit)


def yard_ok(world: World, state: State, unit: Unit) -> bool:
    """True if a ship is where ships are repaired (GCW-REP-03)."""
    return bool(unit.cell) and is_yard(world, state, unit.system) and at_home(world, state, unit)


def percents(unit: Unit) -> tuple[int, int]:
    """Percent an hour of a unit's shields, and of the rest (GCW-REP-02, -04, -07, -08)."""
    return (CRAFT_SHIELDS_PERCENT, CRAFT_ARMOR_PERCENT) if unit.kind in CRAFT else (SHIP_PERCENT, SHIP_PERCENT)


def layers_of(unit: Unit, order: Iterable[str] = ()) -> tuple[Layer, ...]:
    """The pools besides shields that are repaired, in order, one an hour (GCW-REP-04)."""
    if unit.kind in CRAFT:
        return (Layer.ARMOR,)
    if unit.kind in FACILITIES:
        return FACILITY_ORDER
    return tuple(Layer(layer) for layer in order) or REPAIR_ORDER


def with_shields(world: World, unit: Unit, pools: Pools, mending: Mending, hours: int) -> Pools:
    """Pools with the shields as they are after so many hours (GCW-REP-02)."""
    most, percent = world.full(unit.code, unit.count).shields, percents(unit)[0]
    return pools.with_layer(Layer.SHIELDS, restore(most, mending.pools.shields, percent, hours))


def with_body(world: World, unit: Unit, pools: Pools, repair: Repair, mending: Mending, hours: int) -> Pools:
    """Pools with armor, hull and systems as they are after so many hours (GCW-REP-04, -05, -08)."""
    order = layers_of(unit, repair.order)
    after = repaired(mending.pools, world.full(unit.code, unit.count), hours, order, percents(unit)[1])
    for layer in order:
        pools = pools.with_layer(layer, after.of(layer))
    return pools


def shields_left(world: World, unit: Unit) -> int:
    """Hours until a unit's shields are full."""
    return hours_to_full(world.full(unit.code, unit.count).shields, unit.pools.shields, percents(unit)[0])


def body_left(world: World, unit: Unit, order: Iterable[str] = ()) -> int:
    """Hours until the rest of a unit is whole."""
    most = world.full(unit.code, unit.count)
    return repair_hours(unit.pools, most, layers_of(unit, order), percents(unit)[1])


def its_own_work(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Ships alone are repaired by order (GCW-REP-03, -07)."""
    if unit.kind is UnitKind.SHIP:
        return None
    return Refused("REPAIRS_ITSELF" if unit.kind in CRAFT | FACILITIES else "NO_REPAIR", {"unit": shown(unit.name)})


def beyond_repair(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Derelicts and what is destroyed are not repaired."""
    return None if unit.status in MENDABLE else Refused("NO_REPAIR", {"unit": shown(unit.name)})


CONFLICT_OVER = N_("The conflict of {system} is over {at}.")
FOES_THERE = T_("The conflict goes on while players who are hostile to each other have units there, and for 24 h more.")
CONFLICT_LASTS = N_("Hostile units are at {system}: its conflict goes on, and is over 24 hours after they are gone.")


class Contested(Fact[State], frozen=True):
    """Foes stand in a system where a player has captured ships, and whose conflict is not over yet; or no longer do.

    For that player: its ships there are repaired 24 hours after that (GCW-CON-05, GCW-BRD-06).
    """

    rule = "GCW-CON-05"
    seat: Seat
    system: str
    there: bool
    at: Instant

    def evolve(self, state: State) -> State:
        gone = None if self.there else self.at
        return replace(state, contested=put(state.contested, f"{self.seat}/{self.system}", gone))

    def words(self, look: Look) -> Text:
        over = stamp(later(self.at, CLEARS_AFTER))
        return (CONFLICT_LASTS if self.there else CONFLICT_OVER)(system=term(self.system), at=over)


def contest(world: World, table: Table[State]) -> None:
    """Tell who has captured ships where foes have come into a conflict that is not over yet, and where they are gone.

    Even such as are out of sight keep it from being over (GCW-CON-04, -05).
    """
    state = table.state
    keys = {
        f"{unit.owner}/{unit.system}" for unit in state.units.values() if unit.captured and unit.owner and unit.cell
    }
    for key in sorted(keys | {key for key, gone in state.contested.items() if gone is None}):
        seat, _, system = key.rpartition("/")
        was, there = state.contested.get(key, table.now) is None, opposed(state, combatants(state, system))
        running = clear_at(world, state, Seat(seat), system, table.now) != table.now
        if system not in state.battles and was is not there and (was or running):
            table.say(Contested(Seat(seat), system, there, table.now), only(Seat(seat)))


def at_war(look: Look, unit: Unit, found: Found) -> Refused | None:
    """No repair in combat; of a captured ship none while a conflict lasts (GCW-REP-01, GCW-BRD-06)."""
    since = begins(look.world, look.known, unit, look.now)
    if since is None:
        calm = unit.captured and not fighting(look.known, unit)
        return Refused(Code.REPAIR_COMBAT, rule="GCW-BRD-06", fix=FOES_THERE) if calm else Refused(Code.REPAIR_COMBAT)
    if since > look.now:
        fix = CONFLICT_OVER(system=term(unit.system), at=stamp(since, "f"))
        return Refused(Code.REPAIR_COMBAT, rule="GCW-BRD-06", fix=fix)
    return None


def no_yard(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Ships are repaired where a yard works (GCW-REP-03)."""
    if yard_ok(look.world, look.known, unit):
        return None
    return Refused(Code.REPAIR_PLACE, {"unit": shown(unit.name), "system": unit.system or T_("hyperspace")})


def unharmed(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Refuses a unit that is whole."""
    return None if body_left(look.world, unit) else Refused("UNHARMED", {"unit": shown(unit.name)})


def repair_label(look: Look, unit: Unit) -> str:
    """A ship in the menu, with the hours that its repair takes."""
    words = {"ship": term(unit.name), "code": term(unit.code), "system": term(unit.system)}
    return N_("{ship} ({code}, {system}): {hours} h")(hours=body_left(look.world, unit), **words)


DAMAGED = OWN.but(what="a ship of yours", label=repair_label).that(
    in_transit, its_own_work, beyond_repair, at_war, no_yard, unharmed
)
"""A damaged ship of the player's in a yard."""


def read_layers(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """The pools named, in order, and after them the rest. Refuses NO_LAYER."""
    named = [part.strip().casefold() for part in words.replace(" and ", ",").split(",") if part.strip()]
    for part in named:
        if part not in LAYER_WORDS or named.count(part) > 1:
            look.refuse("NO_LAYER", name=shown(part))
    return (*named, *(layer for layer in LAYER_WORDS if layer not in named))


def layer_orders(look: Look, found: Found) -> list[Option]:
    """Each pool first, the others as usual."""
    return [Option(", ".join((first, *(word for word in LAYER_WORDS if word != first)))) for first in LAYER_WORDS]


class RepairShip(PlayerOrder):
    """Repair a ship's armor, hull and systems in a yard, hour by hour; it costs no turn."""

    path: ClassVar[str] = "gcw repair"
    line: ClassVar[str] = "repair {unit}[ order {layers}]"
    unit: Annotated[str, DAMAGED] = Field(description="a ship of yours in a yard", max_length=60)
    layers: Annotated[str | None, Value("", read_layers, layer_orders)] = Field(
        None, description="what is repaired first: 'armor, hull, systems' if left out", max_length=40
    )

    def obey(self, act: Act[World, State]) -> None:
        """Begin, or change the order of, a ship's repair (GCW-REP-03..06)."""
        unit: Unit = act.found.unit
        running = act.state.repairs.get(unit.id) or Repair(unit=unit.id, owner=act.seat)
        was = running.body  # another order changes what the hour that has begun is for, and does not lose it
        since = later(was.since, HOUR * was.hours) if was is not None else act.look.now
        body = Mending(since=since, pools=unit.pools)
        order = act.found.layers or tuple(LAYER_WORDS)
        act.say(RepairsSet(act.seat, (replace(running, body=body, order=order),)), hearers(act.seat))


BEGUN, OVER = N_("Being repaired, hour by hour: {units}."), N_("No longer being repaired: {units}.")
NOTHING_LEFT = T_("Nothing of it is being repaired any more.")
MOST_NAMED = 6


class RepairsSet(Fact[State], frozen=True):
    """Units of a player are being repaired from now on, or in another way; `over` are those that are no more.

    For their owner.
    """

    rule = "GCW-REP-09"
    seat: Seat
    repairs: tuple[Repair, ...]
    over: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        repairs = {unit: repair for unit, repair in state.repairs.items() if unit not in self.over}
        return replace(state, repairs={**repairs, **{repair.unit: repair for repair in self.repairs}})

    def words(self, look: Look) -> Text:
        begun = look.named(repair.unit for repair in self.repairs)
        left = look.names(unit for unit in self.over if unit in look.known.units)
        parts = [BEGUN(units=some_of(begun, MOST_NAMED, MOST_NAMED))] if begun else []
        parts += [OVER(units=left)] if left else []
        return joined(" ", parts) or NOTHING_LEFT


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

    def words(self, look: Look) -> News | None:
        """Units whole again, or no longer disabled; of an hour like any other nothing, it stands in the fleet."""
        back = look.names(mend.unit for mend in self.mends if mend.back)
        whole = look.names(mend.unit for mend in self.mends if mend.left is None)
        parts = [N_("No longer disabled: **{units}**.")(units=back)] if back else []
        parts += [N_("Repaired: {units}.")(units=whole)] if whole else []
        rule = "GCW-REP-06" if back else "GCW-REP-02"
        return ruled(joined(" ", parts), rule, decides=bool(back)) if parts else None


class _Hurt(NamedTuple):
    """Units of a mapping that are not whole, by the figures of a pack."""

    pack: Pack
    units: Mapping[str, Unit]
    hurt: frozenset[str]


_LATEST: list[_Hurt] = []
"""What was worked out last: of the units of the next mapping only those that are other ones are looked at."""


def hurt(world: World, units: Mapping[str, Unit]) -> frozenset[str]:
    """The units that are not whole. The mapping must never be changed, as none is."""
    latest = _LATEST[0] if _LATEST and _LATEST[0].pack is world.pack else _Hurt(world.pack, {}, frozenset())
    if latest.units is units:
        return latest.hurt
    other = [units[key] for key in other_units(latest.units, units)]
    left = {key for key in latest.hurt if units.get(key) is latest.units[key]}
    found = frozenset(left.union(unit.id for unit in other if unit.pools != world.full(unit.code, unit.count)))
    _LATEST[:] = [now := _Hurt(world.pack, units, found)]
    return now.hurt


def tend(world: World, table: Table[State]) -> None:
    """Look who is to be repaired as things now are: begin what can begin, end what cannot go on (GCW-REP-09)."""
    state = table.state
    begun: dict[Seat, list[Repair]] = {}
    over: dict[Seat, list[str]] = {}
    for key, running in state.repairs.items():
        unit = state.units.get(key)
        if unit is None or unit.owner != running.owner:
            over.setdefault(running.owner, []).append(key)
    concerned = hurt(world, state.units).union(state.repairs)
    for unit in [unit for key, unit in state.units.items() if key in concerned] if concerned else ():
        found = state.repairs.get(unit.id)
        running_on = found if found is not None and found.owner == unit.owner else None
        if running_on is None and unit.pools == world.full(unit.code, unit.count):
            continue
        wanted = tended(world, table, unit, running_on)
        if wanted is None and running_on is not None:
            over.setdefault(unit.owner, []).append(unit.id)
        elif wanted is not None and wanted != running_on:
            begun.setdefault(unit.owner, []).append(wanted)
    for seat in sorted({*begun, *over}):
        table.say(RepairsSet(seat, tuple(begun.get(seat, ())), tuple(over.get(seat, ()))), hearers(seat))


def tended(world: World, table: Table[State], unit: Unit, running: Repair | None) -> Repair | None:
    """The repair of a unit from now on, keeping what goes on as before; None for not at all."""
    state = table.state
    since = begins(world, state, unit, table.now)
    host = state.units.get(unit.docked)
    if since is None or (host is not None and host.kind is UnitKind.SWARM):
        return None
    shields = body = None
    if shields_left(world, unit) and mends_shields(world, state, unit):
        was = running.shields if running is not None else None
        as_was = was is not None and with_shields(world, unit, unit.pools, was, was.hours) == unit.pools
        shields = was if as_was else Mending(since=since, pools=unit.pools)
    order = running.order if running is not None else ()
    if body_left(world, unit, order) and mends_body(world, state, unit, running):
        was = running.body if running is not None else None
        as_was = (
            was is not None
            and running is not None
            and with_body(world, unit, unit.pools, running, was, was.hours) == unit.pools
        )
        body = was if as_was else Mending(since=since, pools=unit.pools)
    if shields is None and body is None:
        return None
    return Repair(unit=unit.id, owner=unit.owner, shields=shields, body=body, order=order if body else ())


def next_hour(state: State) -> Instant | None:
    """Instant at which an hour of repair is next completed (CLK-10..13)."""
    there = [repair for repair in state.repairs.values() if repair.unit in state.units]
    return min((due_at(mending) for repair in there for mending in mendings(repair)), default=None)


def mendings(repair: Repair) -> list[Mending]:
    """The parts of a repair that go on: shields, and the rest."""
    return [shield for shield in (repair.shields, repair.body) if shield is not None]


def due_at(mending: Mending) -> Instant:
    """Instant at which its next hour is completed."""
    return later(mending.since, HOUR * (mending.hours + 1))


@clock(next=next_hour, priority=40)
def mend_due(world: World, table: Table[State]) -> None:
    """Credit the hours that are completed now, to all units of a player at once (GCW-REP-02, -09)."""
    state = table.state
    mends: dict[Seat, list[Mend]] = {}
    for repair in state.repairs.values():
        unit = state.units.get(repair.unit)
        if unit is not None and any(due_at(mending) <= table.now for mending in mendings(repair)):
            mends.setdefault(unit.owner, []).append(mended(world, unit, repair, table.now))
    for seat in sorted(mends):
        table.say(Mended(seat, tuple(mends[seat])), hearers(seat))
        for unit in [table.state.units[mend.unit] for mend in mends[seat] if mend.back]:
            show_status(table, unit, watchers(table.state, unit))


def mended(world: World, unit: Unit, repair: Repair, now: Instant) -> Mend:
    """A unit with its completed hours, and what is left to repair: what is full is over (GCW-REP-04, -06)."""
    pools, shields, body = unit.pools, repair.shields, repair.body
    if shields is not None:
        shields = replace(shields, hours=completed(shields, now))
        pools = with_shields(world, unit, pools, shields, shields.hours)
    if body is not None:
        body = replace(body, hours=completed(body, now))
        pools = with_body(world, unit, pools, repair, body, body.hours)
    after = replace(unit, pools=pools)
    shields = shields if shields_left(world, after) else None
    body = body if body_left(world, after, repair.order) else None
    left = replace(repair, shields=shields, body=body) if shields or body else None
    status = status_after(unit, pools)
    return Mend(unit.id, pools, status, left, status is not unit.status)


def completed(mending: Mending, now: Instant) -> int:
    """Whole hours from its beginning up to an instant (GCW-REP-02)."""
    return max(mending.hours, completed_hours(mending.since, now))


def status_after(unit: Unit, pools: Pools) -> Status:
    """Status of a unit with its pools restored: facilities have no systems to wait for (GCW-REP-06)."""
    if unit.kind in FACILITIES:
        return Status.ACTIVE if unit.status is Status.DISABLED and pools.armor > 0 else unit.status
    return status_repaired(unit.status, pools)


SHIELDS_FULL, REST_WHOLE = N_("being repaired: shields full {shields}"), N_("being repaired: the rest whole {rest}")
BOTH_WHOLE = N_("being repaired: shields full {shields}, the rest whole {rest}")


@unit_note(priority=20)
def mending_words(look: Look, unit: Unit) -> Text:
    """Words for what of a unit is being repaired and when it will be whole; "" for nothing (GCW-REP-02, -04)."""
    repair = look.known.repairs.get(unit.id)
    if repair is None:
        return NOTHING
    shields = rest = NOTHING
    if repair.shields is not None:
        hours = repair.shields.hours + shields_left(look.world, unit)
        shields = stamp(later(repair.shields.since, HOUR * hours), "R")
    if repair.body is not None:
        hours = repair.body.hours + body_left(look.world, unit, repair.order)
        rest = stamp(later(repair.body.since, HOUR * hours), "R")
    sentence = BOTH_WHOLE if shields and rest else SHIELDS_FULL if shields else REST_WHOLE
    return sentence(shields=shields, rest=rest)


def repair_sections(look: Look, unit: Unit) -> list[Section]:
    """A unit's repair, where there is one (GCW-REP-02, -04)."""
    words = mending_words(look, unit)
    return [Section(T_("Repair"), (words,))] if words else []
