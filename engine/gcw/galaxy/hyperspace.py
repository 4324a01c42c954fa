"""Hyperspace: courses, free entries, withdrawals, arrivals. Rulebook: GCW-GAL, GCW-FHM, GCW-HYX, GCW-TRN-05..09."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.clock import HOUR, MINUTE, Instant, later
from engine.game import Refusal, Seat, Table, only
from engine.gcw.acting import MOVED, able, acted, active, begin_half, hearers, not_held, own, refuse, shields_rise, when
from engine.gcw.data.codes import Code, Refused
from engine.gcw.facts import Arrived, Departed, EntryOver, EntryWaits, Left
from engine.gcw.figures.calendar import Provisional, finalised
from engine.gcw.figures.damage import Act, Status
from engine.gcw.figures.escorts import ships_needed
from engine.gcw.figures.grid import SPACE, Ring
from engine.gcw.figures.travel import Course, clock_text, pace_of, plotted, shortest
from engine.gcw.run import Run
from engine.gcw.sight.contacts import EXIT, alias_of, gave_away, vanished
from engine.gcw.space.holding import dragged, held_unit, in_tow, own_in_tow, take_along
from engine.gcw.space.launch import words_of
from engine.gcw.state import AGROUND, CRAFT, Entry, State, Unit, UnitKind, Voyage, carried, eyes
from engine.gcw.world import World
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown

EXIT_LOCK = 24 * HOUR
"""Time without movement after leaving hyperspace, unless the owner plays a turn before (GCW-HYX-03)."""

DEFAULT_EXIT = "DSZ-1"
OPEN_TO_ALL = "Tatooine"
"""Every player counts as friendly there for entering and leaving hyperspace (GCW-FAC-09)."""


class Plot(Order):
    """How long a course takes, without leaving."""

    path: ClassVar[str] = "gcw-travel plot"
    line: ClassVar[str] = "plot {units} to {system}[ via {way}]"
    sheet: ClassVar[bool] = False
    units: Annotated[str, Pick("units of yours")] = Field(
        description="'all of Yavin IV', or names with commas", max_length=200
    )
    system: Annotated[str, Pick("a system")] = Field(description="the destination", max_length=60)
    way: str | None = Field(None, description="systems in between with commas, if not the fastest way", max_length=200)


class Jump(Order):
    """Enter hyperspace with units that are not in combat; it costs no turn."""

    path: ClassVar[str] = "gcw-travel jump"
    line: ClassVar[str] = "jump {units} to {system}[ via {way}][ exit {exit}]"
    units: Annotated[str, Pick("units of yours")] = Field(
        description="'all of Yavin IV', or names with commas", max_length=200
    )
    system: Annotated[str, Pick("a system")] = Field(description="the destination", max_length=60)
    exit: Annotated[str, Pick("a cell")] = Field(DEFAULT_EXIT, description="the cell to come out in", max_length=8)
    way: str | None = Field(None, description="systems in between with commas, if not the fastest way", max_length=200)


class Withdraw(Order):
    """Leave a battle into hyperspace, as part of your turn."""

    path: ClassVar[str] = "gcw battle withdraw"
    assumes: ClassVar[Mapping[str, str]] = {"exit": f"out of hyperspace in {DEFAULT_EXIT}", "way": "by the fastest way"}
    line: ClassVar[str] = "withdraw {units} to {system}[ via {way}][ exit {exit}]"
    shows: ClassVar[str] = "preview"
    units: Annotated[str, Pick("units of yours")] = Field(
        description="'all of Yavin IV', or names with commas", max_length=200
    )
    system: Annotated[str, Pick("a system")] = Field(description="the destination", max_length=60)
    exit: Annotated[str, Pick("a cell")] = Field(DEFAULT_EXIT, description="the cell to come out in", max_length=8)
    way: str | None = Field(None, description="systems in between with commas, if not the fastest way", max_length=200)


STAYING = AGROUND | {UnitKind.PLATFORM}
"""What is not meant by all of a system: it stays where it is."""


def travellers(table: Table[State], world: World, seat: Seat, words: str) -> list[Unit]:
    """The units that are meant: all of a system, or named ones."""
    whole = re.fullmatch(r"all(?:\s+(?:of|at|in|from)\s+(.+))?", words.strip(), re.I)
    if whole is None:
        names = {unit.name.casefold() for unit in table.state.of(seat)}
        named = [own(table, seat, part) for part in words_of(words, names)]
        if not named:
            table.refuse("NO_UNIT", name=shown(words), hint="")
        return list({unit.id: unit for unit in named}.values())
    flying = [unit for unit in table.state.of(seat) if unit.on_grid and unit.kind not in STAYING]
    places = sorted({unit.system for unit in flying})
    if whole[1]:
        system = find_system(table, world, whole[1])
        flying = [unit for unit in flying if unit.system == system]
    elif len(places) > 1:
        table.refuse("ROUTE_INVALID", detail=f"your units are in {', '.join(places)}: say 'all of {places[0]}'")
    if not flying:
        table.refuse("NO_UNIT", name=shown(words), hint="")
    return flying


def find_system(table: Table[State], world: World, name: str) -> str:
    """A system by name. Refuses ROUTE_INVALID."""
    found = world.pack.find_system(name)
    if found is None:
        hint = did_you_mean(name, world.pack.systems)
        detail = f"there is no system “{shown(name)}”"
        table.refuse("ROUTE_INVALID", detail=f"{detail} ({hint[0].lower()}{hint[1:]})" if hint else detail)
    return found.name


def course(table: Table[State], world: World, origin: str, destination: str, way: str | None) -> Course:
    """The course named, or the fastest (GCW-GAL-01, -03, -04)."""
    special = {system.name for system in world.pack.systems.values() if system.special}
    if origin == destination:
        table.refuse("ROUTE_INVALID", detail=f"your units are at {origin} already")
    if way:
        stops = [find_system(table, world, part) for part in re.split(r"\s*,\s*", way) if part]
        found = plotted(world.pack.links, special, [origin, *stops, destination])
    else:
        found = shortest(world.pack.links, special, origin, destination)
    if isinstance(found, Refused):
        refuse(table, found)
    return found


def is_friendly(state: State, world: World, seat: Seat, system: str) -> bool:
    """Whether a system is friendly to a player (register 0.3, GCW-FAC-09)."""
    owner = state.owners.get(system)
    if system == OPEN_TO_ALL or owner == seat or (owner is not None and (owner, seat) in state.access):
        return True
    player = state.players.get(seat)
    if player is None or (owner is not None and state.are_hostile(owner, seat)):
        return False
    return system in (player.home, world.pack.factions[player.faction].stronghold)


def exits(state: State, world: World, seat: Seat, system: str) -> list[str]:
    """The cells in which a player may leave hyperspace (GCW-HYX-01, -02)."""
    free = is_friendly(state, world, seat, system) or system in state.scanned.get(seat, ())
    rings = (Ring.DSZ, Ring.C, Ring.B) if free else (Ring.DSZ,)
    return [cell.name for cell in world.grid.cells.values() if cell.ring in rings]


def exit_cell(table: Table[State], world: World, seat: Seat, system: str, cell: str) -> str:
    """The exit asked for. Refuses EXIT_ZONE."""
    allowed = exits(table.state, world, seat, system)
    if cell.strip().upper() not in allowed:
        table.refuse("EXIT_ZONE", cells=", ".join(allowed), system=system)
    return cell.strip().upper()


def in_combat(state: State, unit: Unit) -> bool:
    """Whether a unit is in a system with an open battle to which its owner is a party (register 0.3)."""
    battle = state.battles.get(unit.system)
    return battle is not None and unit.owner in battle.parties


def pulling(run: Run, units: list[Unit]) -> list[Unit]:
    """Of units that are to travel, those that do so themselves: what others of them have in tow is taken (TRC-07)."""
    towed = own_in_tow(run.state, in_tow(run.world, run.state, run.seat, units))
    return [unit for unit in units if unit not in towed]


def ready(run: Run, units: list[Unit]) -> None:
    """Refuse units that cannot enter hyperspace together (GCW-TRN-08, -09, GCW-DMG-13, GCW-FHM-02, GCW-ESC-07)."""
    world, table = run.world, run.table
    for unit in units:
        able(run, unit, Act.OTHER)
        not_held(run, unit)
        if world.ring(unit.cell) not in SPACE:
            table.refuse("HYPER_FROM_CELL", unit=shown(unit.name))
        if unit.system != units[0].system:
            one, other = shown(units[0].name), shown(unit.name)
            detail = f"{one} is at {units[0].system}, {other} at {unit.system}"
            table.refuse("ROUTE_INVALID", rule="GCW-FHM-02", detail=detail)
        if world.hyper(unit.code) <= 0:
            table.refuse("NO_HYPERDRIVE", unit=shown(unit.name))
    holder = interdictor(run, units)
    if holder:
        table.refuse("INTERDICTED", unit=holder)
    lone_escorts(run, units)


def on_duty(run: Run, units: list[Unit], destination: str) -> None:
    """Refuse PDF_PLACE for units on PDF duty that would travel elsewhere than to their PDF's system (GCW-PDF-07)."""
    for unit in units:
        if unit.duty not in ("", destination):
            run.table.refuse(Code.PDF_PLACE, unit=shown(unit.name), system=unit.duty)


def interdictor(run: Run, units: list[Unit]) -> str:
    """What keeps units, or what they have in tow, from hyperspace, as far as this state knows; "" for nothing.

    It holds all units hostile to its owner, those in tow as well (GCW-TRN-08, GCW-TRC-07).
    """
    state, world, seat, system = run.state, run.world, run.seat, units[0].system
    owners = dict.fromkeys((seat, *towed_owners(run, units)))
    if not run.real:
        for contact in state.contacts_of(seat).values():
            here = contact.system == system and not contact.gone and contact.status is Status.ACTIVE
            stops = bool(contact.code) and world.interdicts(contact.code)
            if here and stops and any(state.are_hostile(owner, contact.owner) for owner in owners):
                return shown(contact.label)
        return ""
    for other in [one for owner in owners for one in holders(state, world, owner, system)]:
        if other.owner == seat:
            continue
        alias = alias_of(state, seat, other.id)
        known = state.contacts_of(seat)[alias] if alias is not None else None
        return shown(known.label) if known is not None and known.code else "Something that you cannot make out"
    return ""


def towed_owners(run: Run, units: list[Unit]) -> list[Seat]:
    """The players whose units these would take along, as far as this state knows (GCW-TRC-07)."""
    found = []
    for hold in in_tow(run.world, run.state, run.seat, units):
        thing = held_unit(run.state, hold) or run.state.contacts_of(run.seat)[hold.target]
        found.append(thing.owner)
    return found


def holders(state: State, world: World, seat: Seat, system: str) -> list[Unit]:
    """Units in a system that keep a player's from hyperspace (GCW-TRN-08)."""
    return [
        other
        for other in state.at(system)
        if other.owner != seat
        and other.status is Status.ACTIVE
        and world.interdicts(other.code)
        and world.ring(other.cell) in SPACE
        and state.are_hostile(seat, other.owner)
    ]


def lone_escorts(run: Run, units: list[Unit]) -> None:
    """Escorts beyond what the fleet's ships supply travel only with a ship of the fleet (GCW-ESC-07)."""
    if any(unit.kind is UnitKind.SHIP for unit in units):
        return
    state, seat = run.state, run.seat
    ships = sum(unit.live and unit.kind is UnitKind.SHIP for unit in state.of(seat))
    alone = {unit.id for unit in units}
    for voyage in state.voyages.values():
        aboard = [state.units[one] for one in voyage.units if one in state.units]
        if voyage.owner == seat and not any(unit.kind is UnitKind.SHIP for unit in aboard):
            alone |= {unit.id for unit in aboard}
    escorts = [state.units[one] for one in sorted(alone) if state.units[one].escort]
    squadrons = sum(unit.kind is UnitKind.SQUADRON for unit in escorts)
    auxiliaries = len(escorts) - squadrons
    if ships_needed(squadrons, auxiliaries) > ships:
        run.table.refuse("ESCORT_RATIO", rule="GCW-ESC-07", need=ships_needed(squadrons, auxiliaries), have=ships)


def minutes(world: World, state: State, units: list[Unit], way: Course) -> int:
    """Minutes in hyperspace: the slowest sets the pace; what is docked does not count (GCW-FHM-01, -02)."""
    pace = world.pace(state)
    return way.minutes(pace_of([world.hyper(unit.code) for unit in units], pace), pace)


def plot(world: World, seat: Seat, order: Plot, table: Table[State]) -> str:
    """The answer to a query: course and time. Refuses as a jump does; changes nothing."""
    units = travellers(table, world, seat, order.units)
    if any(not unit.on_grid for unit in units):
        able(Run(world, table, seat, real=False), next(unit for unit in units if not unit.on_grid), Act.OTHER)
    for unit in units:
        if world.hyper(unit.code) <= 0:
            table.refuse("NO_HYPERDRIVE", unit=shown(unit.name))
    destination = find_system(table, world, order.system)
    way = course(table, world, units[0].system, destination, order.way)
    taken = minutes(world, table.state, units, way)
    whose = f"the slowest of {len(units)} units" if len(units) > 1 else shown(units[0].name)
    return (
        f"{' – '.join(way.systems)}: {way.map_hours} map hours, {clock_text(taken)} for "
        f"{whose}; leaving now, there {when(later(table.now, taken * MINUTE))}."
    )


def jump(world: World, seat: Seat, order: Jump, table: Table[State]) -> None:
    """A free entry: at once, or when the turns posted before it are final (GCW-TRN-05).

    It is refused on what its player knows. What it does not know, such as an Interdictor out of sight, is met when
    the entry is tried. It waits for every turn posted before, for which of them have orders in its system is secret.
    """
    active(table, seat)
    run = Run(world, table.aside(table.known(seat)), seat, real=False)
    units = pulling(run, travellers(run.table, world, seat, order.units))
    for unit in units:
        able(run, unit, Act.OTHER)
        if in_combat(run.state, unit):
            table.refuse("IN_COMBAT", unit=shown(unit.name))
        if any(unit.id in entry.units for entry in run.state.entries.values()):
            table.refuse("LEAVING", unit=shown(unit.name))
    destination = find_system(table, world, order.system)
    way = course(table, world, units[0].system, destination, order.way)
    cell = exit_cell(run.table, world, seat, destination, order.exit)
    ready(run, units)
    on_duty(run, units, destination)
    entry = Entry(
        id=table.state.next_id("e", seat),
        owner=seat,
        units=tuple(unit.id for unit in units),
        path=way.systems,
        exit_cell=cell,
        ordered_at=table.now,
    )
    if must_wait(table.state, entry):
        table.say(EntryWaits(entry), only(seat))
    else:
        enter(world, table, entry)


def must_wait(state: State, entry: Entry) -> bool:
    """Whether a turn of another player that was posted before an entry is not final yet (GCW-TRN-05)."""
    return any(turn.seat != entry.owner and turn.posted <= entry.ordered_at for turn in state.turns.values())


def judge_entries(world: World, table: Table[State]) -> None:
    """Entries for which no earlier turn is waiting any more (GCW-TRN-05)."""
    for entry in list(table.state.entries.values()):
        if not must_wait(table.state, entry):
            enter(world, table, entry)


def enter(world: World, table: Table[State], entry: Entry) -> None:
    """Try a free entry as things are: its player hears if it does not come about, and why."""
    run = Run(world, table.aside(), entry.owner, real=True)
    units = [run.state.units[one] for one in entry.units if one in run.state.units]
    special = {system.name for system in world.pack.systems.values() if system.special}
    try:
        if not units:
            run.table.refuse("NO_UNIT", name="that was to leave", hint="")
        for unit in units:
            if in_combat(run.state, unit):
                run.table.refuse("IN_COMBAT", unit=shown(unit.name))
        ready(run, units)
        on_duty(run, units, entry.path[-1])
        way = plotted(world.pack.links, special, (units[0].system, *entry.path[1:]))
        if isinstance(way, Refused):
            refuse(run.table, way)
    except Refusal as refusal:
        table.say(EntryOver(entry.id, refusal.sentence, refusal.rule), only(entry.owner))
        return
    if entry.id in table.state.entries:
        table.say(EntryOver(entry.id), only(entry.owner))
    depart(Run(world, table, entry.owner, real=True), units, way, entry.exit_cell)


def depart(run: Run, units: list[Unit], way: Course, cell: str) -> None:
    """Enter hyperspace: the whole time is computed now and spent there, at the holder's rating with what it tows.

    Rulebook: GCW-GAL-05, GCW-TRC-07.
    """
    table, seat = run.table, run.seat
    taken = minutes(run.world, run.state, units, way)
    holds = in_tow(run.world, run.state, seat, units)
    units = [*units, *own_in_tow(run.state, holds)]
    voyage = Voyage(
        id=run.state.next_id("v", seat),
        owner=seat,
        units=tuple(unit.id for unit in units),
        towed=tuple(hold.target for hold in holds if hold.target not in run.state.units),
        origin=way.systems[0],
        destination=way.systems[-1],
        entered_at=table.now,
        due_at=later(table.now, taken * MINUTE),
        exit_cell=cell,
    )
    there = eyes(run.state, way.systems[0])
    table.say(Departed(voyage), only(seat))
    if run.real:
        take_along(run.world, table, voyage, holds)
        for unit in units:
            vanished(table, run.world, unit, "entered hyperspace")
        table.say(Left(seat, way.systems[0]), only(seat, *there))


def withdraw(run: Run, order: Withdraw) -> None:
    """Leave within a turn: the unit's movement, at no cost in points (GCW-TRN-06, -07)."""
    units = pulling(run, travellers(run.table, run.world, run.seat, order.units))
    for unit in units:
        use = run.use(unit)
        if MOVED in use.halves:
            run.table.refuse("NO_MP", rule="GCW-TRN-07", unit=shown(unit.name), mp=0)
        begin_half(run, unit, MOVED)
    ready(run, units)
    if run.real:
        for unit in units:
            acted(run, unit, f"entered hyperspace at {unit.cell}")
        for towed in [held_unit(run.state, hold) for hold in in_tow(run.world, run.state, run.seat, units)]:
            if towed is not None:
                acted(run, towed, f"dragged into hyperspace at {towed.cell}")
    destination = find_system(run.table, run.world, order.system)
    way = course(run.table, run.world, units[0].system, destination, order.way)
    cell = exit_cell(run.table, run.world, run.seat, destination, order.exit)
    for hold in in_tow(run.world, run.state, run.seat, units):
        thing = run.state.units.get(hold.target) or run.state.contacts_of(run.seat)[hold.target]
        label = thing.name if isinstance(thing, Unit) else thing.label
        run.workings.append(f"{shown(label)} goes along into hyperspace, in the tractor beams (GCW-TRC-07)")
    depart(run, units, way, cell)


def arrive(world: World, table: Table[State], voyage: Voyage) -> None:
    """Come out: where it was ordered, or in the DSZ of that quadrant if no more allowed (GCW-HYX-01..03)."""
    state = table.state
    cell = voyage.exit_cell
    if cell not in exits(state, world, voyage.owner, voyage.destination):
        cell = f"DSZ-{world.grid.cells[cell].quadrant}"
    units = [state.units[one] for one in voyage.units if one in state.units]
    towed = dragged(state, voyage)
    for owner, those in ((voyage.owner, units), *sorted(towed.items())):
        aboard = tuple(one.id for unit in those for one in carried(state, unit) if one.kind in CRAFT)
        arrived = Arrived(
            voyage.id,
            tuple(unit.id for unit in those),
            aboard,
            voyage.destination,
            cell,
            table.now,
            later(table.now, EXIT_LOCK),
        )
        table.say(arrived, hearers(owner))
    everybody = [*units, *(unit for owner in sorted(towed) for unit in towed[owner])]
    battle = state.battles.get(voyage.destination)
    if battle is not None:
        shields_rise(table, [table.state.units[unit.id] for unit in everybody if unit.owner in battle.parties])
    for unit in everybody:
        gave_away(table, world, table.state.units[unit.id], EXIT)


def final_instants(state: State) -> tuple[tuple[str, Instant], ...]:
    """When each provisional turn becomes final, in order (GCW-TRN-04)."""
    pairs = {Provisional(turn.posted, turn.seat, turn.pressed): key for key, turn in state.turns.items()}
    return tuple((pairs[turn], at) for turn, at in finalised(tuple(pairs)))
