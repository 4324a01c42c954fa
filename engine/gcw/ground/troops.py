"""Ground units on their way: loaded, landed, split and merged. Rulebook: GCW-LCH-03, GCW-LOG, GCW-FTG-01, GCW-ORB-05.

Squads and vehicles go nowhere by themselves: carriers take them, on the Surface or inside the host they are docked in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, ClassVar, NoReturn

from msgspec.structs import replace
from pydantic import Field

from engine.game import Seat, Table, only
from engine.gcw.acting import MOVED, able, begin_half, commit, open_battle, own, when
from engine.gcw.facts import Hostility, Landed, Loaded, Merged, Split
from engine.gcw.figures.damage import Act, Pools
from engine.gcw.figures.grid import Ring
from engine.gcw.founding.setup import Name, free_name, taken_names
from engine.gcw.ground.forces import too_many
from engine.gcw.run import Run
from engine.gcw.sight.contacts import appeared, counted_anew, forget, held_of, is_target, taken_aboard
from engine.gcw.space.launch import words_of
from engine.gcw.state import NOBODY, TROOPS, State, Unit, UnitKind, carried, located
from engine.gcw.world import World, grid_of
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown

PART = " part"
"""Ends the name of squads that were split off."""

MOST_IN_STACK = 100_000

SQUADS_OF = re.compile(r"(\d{1,6}) squads? of (.+)")


class Load(Order):
    """Take ground units into a craft or ship that has landed beside them, or is docked where they are."""

    path: ClassVar[str] = "gcw-ground load"
    line: ClassVar[str] = "load {troops} into {carrier}"
    shows: ClassVar[str] = "preview"
    carrier: Annotated[str, Pick("a carrier of yours")] = Field(description="the craft or ship", max_length=60)
    troops: Annotated[str, Pick("ground units of yours")] = Field(
        description="'all', a class, '20 squads of Legion', '3 AT-ST', or names with commas", max_length=200
    )


class Unload(Order):
    """Put ground units out of a carrier: on the Surface where it landed, or into its host."""

    path: ClassVar[str] = "gcw-ground unload"
    line: ClassVar[str] = "unload {troops} from {carrier}"
    shows: ClassVar[str] = "preview"
    carrier: Annotated[str, Pick("a carrier of yours")] = Field(description="the craft or ship", max_length=60)
    troops: Annotated[str, Pick("ground units of yours")] = Field(
        description="'all', a class, '20 squads of Legion', '3 AT-ST', or names with commas", max_length=200
    )


class Detach(Order):
    """Make some squads of a stack a stack of their own."""

    path: ClassVar[str] = "gcw-ground detach"
    line: ClassVar[str] = "detach {squads} squads from {unit}[ named {name}]"
    squads: int = Field(description="how many squads", ge=1, le=MOST_IN_STACK)
    unit: Annotated[str, Pick("a stack of yours")] = Field(description="the stack", max_length=60)
    name: Annotated[Name | None, Pick("a name")] = Field(
        None, description="what the new stack is called", max_length=40
    )


class Merge(Order):
    """Make a stack of squads part of another in the same place."""

    path: ClassVar[str] = "gcw-ground merge"
    line: ClassVar[str] = "merge {unit} into {other}"
    unit: Annotated[str, Pick("a stack of yours")] = Field(description="the stack that ends", max_length=60)
    other: Annotated[str, Pick("a stack of yours")] = Field(description="the stack it becomes part of", max_length=60)


def capacity(world: World, code: str) -> tuple[int, int]:
    """Places for squads and places for vehicles in a class (GCW-LCH-03, GCW-RGF-01)."""
    spec = world.spec(code)
    return spec.troop_capacity, spec.vehicle_capacity


def rooms(world: World, units: Iterable[Unit]) -> tuple[int, int]:
    """Places that ground units take: of squads, and of vehicles by their room (GCW-STK-05)."""
    squads = vehicles = 0
    for unit in units:
        spec = world.spec(unit.code)
        if unit.kind is UnitKind.INFANTRY:
            squads += world.squads(unit.code, unit.pools) * spec.room
        elif unit.kind in TROOPS:
            vehicles += spec.room
    return squads, vehicles


def make_room(world: World, table: Table[State], host: Unit, coming: list[Unit]) -> None:
    """Refuse what does not fit: BOARD_CAPACITY for a carrier, GARRISON_ROOM for a facility or platform."""
    most = capacity(world, host.code)
    crew = [one for one in carried(table.state, host) if one.owner == host.owner]  # boarders take nobody's place
    used, more = rooms(world, crew), rooms(world, coming)
    for limit, there, added, kind in zip(most, used, more, ("squads", "places for vehicles"), strict=True):
        if added and there + added > limit:
            if host.kind in (UnitKind.FACILITY, UnitKind.PLATFORM):
                table.refuse("GARRISON_ROOM", facility=shown(host.name), used=there + added, max=limit)
            table.refuse("BOARD_CAPACITY", rule="GCW-LCH-03", craft=shown(host.name), n=limit, kind=kind)


def not_locked(run: Run, system: str, cell: str) -> None:
    """Refuse OB_GRID_LOCK where troops cannot move into or out of a Ground Grid (GCW-ORB-05)."""
    until = run.state.bombarded.get(f"{system}/{grid_of(cell)}") if grid_of(cell) else None
    if until is not None:
        run.table.refuse("OB_GRID_LOCK", grid=grid_of(cell), time=when(until))


def not_fired(run: Run, unit: Unit) -> None:
    """Refuse STACK_FIRED: squads that have fired in this turn are not told apart from others."""
    if run.use(unit).fired:
        run.table.refuse("STACK_FIRED", unit=shown(unit.name))


def parted(run: Run, unit: Unit, squads: int, name: str = "") -> Unit:
    """A new stack of whole squads; the rest keeps the wounded one. Refuses STACK_SIZE, STACK_FIRED."""
    world, table, state = run.world, run.table, run.state
    spec, there = world.spec(unit.code), world.squads(unit.code, unit.pools)
    if unit.kind is not UnitKind.INFANTRY or not 1 <= squads < there:
        table.refuse("STACK_SIZE", unit=shown(unit.name), n=there if unit.kind is UnitKind.INFANTRY else 0)
    not_fired(run, unit)
    points = spec.hp * squads
    stem = re.sub(rf"{PART}( \d+)?$", "", unit.name)
    made = replace(
        unit,
        id=state.next_id("u", run.seat),
        name=free_name(taken_names(state, run.seat), name or f"{stem}{PART}"),
        pools=Pools(armor=points),
        count=squads,
    )
    table.say(Split(unit.id, Pools(armor=unit.pools.armor - points), unit.count - squads, made), only(run.seat))
    before, use = run.use(unit), run.use(made)
    use.halves, use.fresh = list(before.halves), before.fresh
    if run.real:
        counted_anew(table, world, run.state.units[unit.id])
        if made.cell:
            appeared(table, world, made)
    return made


def troops_meant(run: Run, words: str, pool: list[Unit], where: str) -> list[Unit]:
    """The ground units that are meant: all, a class, so many of one, squads of a stack, or by name."""
    wanted = words.strip().casefold()
    if wanted == "all" and pool:
        return pool
    names = {unit.name.casefold(): unit for unit in pool}
    found: list[Unit] = []
    stack = SQUADS_OF.fullmatch(wanted)
    listed = [wanted] if stack is not None and stack[2] in names else words_of(words, names)
    for word in listed:
        for unit in one_meant(run, word, pool, names) or no_troops(run, word, pool, where):
            if unit.id not in {one.id for one in found}:
                found.append(unit)
    return found or no_troops(run, words, pool, where)


def one_meant(run: Run, word: str, pool: list[Unit], names: dict[str, Unit]) -> list[Unit]:
    """The ground units that one part of a list means; none where it means nothing of the pool."""
    fold = word.casefold()
    if fold in names:
        return [names[fold]]
    of_stack = SQUADS_OF.fullmatch(fold)
    if of_stack is not None and of_stack[2] in names:
        stack, squads = names[of_stack[2]], int(of_stack[1])
        if stack.kind is UnitKind.INFANTRY and squads == run.world.squads(stack.code, stack.pools):
            return [stack]
        return [parted(run, stack, squads)]
    kinds = {"infantry": {UnitKind.INFANTRY}, "squads": {UnitKind.INFANTRY}, "vehicles": TROOPS - {UnitKind.INFANTRY}}
    if fold in kinds:
        return [unit for unit in pool if unit.kind in kinds[fold]]
    numbered = re.fullmatch(r"(\d{1,6}) (\S+)", fold)
    code, most = (numbered[2], int(numbered[1])) if numbered is not None else (fold, len(pool))
    of_class = [unit for unit in pool if unit.code.casefold() == code]
    return of_class[:most] if numbered is None or len(of_class) >= most else []


def no_troops(run: Run, word: str, pool: list[Unit], where: str) -> NoReturn:
    """Refuse NO_TROOPS with what was meant, perhaps."""
    hint = did_you_mean(word, [unit.name for unit in pool])
    run.table.refuse("NO_TROOPS", name=shown(word), place=where, hint=hint)


def carrier_of(run: Run, name: str) -> Unit:
    """A craft or ship of the player's that carries, able to open its doors: aground, or docked in a host."""
    carrier = own(run.table, run.seat, name)
    if not carrier.docked:
        able(run, carrier, Act.OTHER)
        aground(run, carrier)
        commit(run, carrier)
    return carrier


def aground(run: Run, carrier: Unit) -> None:
    """Refuse a carrier that is not on the Surface: LEVEL_REQUIRED in the Air of a grid, else NOT_LANDED."""
    ring = run.world.ring(carrier.cell)
    if ring is Ring.GA:
        run.table.refuse("LEVEL_REQUIRED", rule="GCW-LCH-03", grid=grid_of(carrier.cell), needed="the Surface")
    if ring is not Ring.GS:
        run.table.refuse("NOT_LANDED", unit=shown(carrier.name))


def beside(state: State, carrier: Unit) -> list[Unit]:
    """The ground units of a carrier's owner that are where it is: on the same Surface, or inside the same host."""
    return [
        one
        for one in state.of(carrier.owner)
        if one.kind in TROOPS
        and not one.inside
        and (
            one.docked == carrier.docked if carrier.docked else (one.system, one.cell) == (carrier.system, carrier.cell)
        )
    ]


def doors(run: Run, carrier: Unit) -> None:
    """Refuse OB_GRID_LOCK where a carrier would take or leave troops in a bombarded grid (GCW-ORB-05)."""
    host = run.state.units.get(carrier.docked) if carrier.docked else carrier
    if host is not None and (host.kind is UnitKind.FACILITY or host.id == carrier.id):
        not_locked(run, host.system, host.cell)


def step_of_troops(run: Run, units: list[Unit]) -> None:
    """Going aboard or ashore, in or out, is the moving half of a ground unit's turn (GCW-FAM-01)."""
    for unit in units:
        begin_half(run, unit, MOVED)
        commit(run, unit)


def load(run: Run, order: Load) -> None:
    """Ground units go aboard. Refuses BOARD_CAPACITY, LEVEL_REQUIRED, OB_GRID_LOCK (GCW-LCH-03)."""
    carrier = carrier_of(run, order.carrier)
    doors(run, carrier)
    units = troops_meant(run, order.troops, beside(run.state, carrier), f"beside {shown(carrier.name)}")
    make_room(run.world, run.table, carrier, units)
    step_of_troops(run, units)
    before = [run.state.units[unit.id] for unit in units]
    run.table.say(Loaded(tuple(unit.id for unit in units), carrier.id), only(run.seat))
    if run.real:
        for unit in before:
            taken_aboard(run.table, run.world, unit, "went aboard a craft")


def unload(run: Run, order: Unload) -> None:
    """Ground units go ashore, or into the host that their carrier is docked in.

    Refuses LEVEL_REQUIRED, FATIGUE_CAP, OB_GRID_LOCK, BOARD_CAPACITY, GARRISON_ROOM (GCW-LCH-03).
    """
    carrier = carrier_of(run, order.carrier)
    doors(run, carrier)
    pool = [one for one in carried(run.state, carrier) if one.kind in TROOPS and one.owner == run.seat]
    units = troops_meant(run, order.troops, pool, f"aboard {shown(carrier.name)}")
    if carrier.docked:
        into_host(run, carrier, units)
    else:
        ashore(run, carrier, units)


def into_host(run: Run, carrier: Unit, units: list[Unit]) -> None:
    """From a docked carrier into its host: the hold of a ship, the garrison of a facility."""
    host = run.state.units[carrier.docked]
    make_room(run.world, run.table, host, units)
    if host.kind is UnitKind.FACILITY and too_many(run.world, run.state, run.seat, host.system, host.cell, units):
        run.table.refuse("FATIGUE_CAP", grid=grid_of(host.cell))
    step_of_troops(run, units)
    for unit in units:
        run.use(unit).fresh = run.use(unit).fresh or run.use(carrier).landed
    run.table.say(Loaded(tuple(unit.id for unit in units), host.id), only(run.seat))


def ashore(run: Run, carrier: Unit, units: list[Unit]) -> None:
    """From a carrier that has landed onto the Surface: an attacker's force has a ceiling (GCW-FTG-01)."""
    table, world, system, cell = run.table, run.world, carrier.system, carrier.cell
    if too_many(world, run.state, run.seat, system, cell, units):
        table.refuse("FATIGUE_CAP", grid=grid_of(cell))
    step_of_troops(run, units)
    fresh = run.use(carrier).landed
    for unit in units:
        run.use(unit).fresh = run.use(unit).fresh or fresh
    invasion(run, system)
    table.say(Landed(tuple(unit.id for unit in units), system, cell, fresh), only(run.seat))
    for unit in units:
        commit(run, run.state.units[unit.id])
        if run.real:
            appeared(table, world, run.state.units[unit.id])


def invasion(run: Run, system: str) -> None:
    """Landing troops in another player's system, before the eyes of units of that player's, is a hostile act.

    It is none where the owner grants access, or has nothing there that the lander knows of (register 0.3, GCW-GEN-04).
    """
    table, state, seat = run.table, run.state, run.seat
    owner = state.owners.get(system, NOBODY)
    if owner in (NOBODY, seat) or (owner, seat) in state.access or not faced(run, system, owner):
        return
    if (seat, owner) not in state.hostile:
        table.say(Hostility((seat, owner)), only(seat, owner))
    open_battle(table, system, seat, owner)


def faced(run: Run, system: str, owner: Seat) -> bool:
    """Whether a unit of a player's is in the system, in the sight of whoever acts and really there."""
    for contact in run.state.contacts_of(run.seat).values():
        if contact.system != system or contact.owner != owner or not is_target(run.state, run.world, run.seat, contact):
            continue
        if not run.real:
            return True
        binding = held_of(run.state, run.seat, contact)
        unit = run.state.units.get(binding.unit) if binding is not None else None
        if unit is not None and unit.live and located(run.state, unit).system == system:
            return True
    return False


def detach(run: Run, order: Detach) -> None:
    """Split a stack; it uses no command points (GCW-BUR-02). Refuses STACK_SIZE, STACK_FIRED, NAME_TAKEN."""
    unit = own(run.table, run.seat, order.unit)
    if order.name is not None and order.name.casefold() in taken_names(run.state, run.seat):
        run.table.refuse("NAME_TAKEN", name=shown(order.name))
    parted(run, unit, order.squads, order.name or "")


def merge(run: Run, order: Merge) -> None:
    """Two stacks of one class in one place become one. Refuses NOT_ALIKE, STACK_FIRED.

    Of two groups whose command points count in a battle neither may lose squads to the other (GCW-BUR-02).
    """
    table, world = run.table, run.world
    unit, other = own(table, run.seat, order.unit), own(table, run.seat, order.other)
    alike = unit.kind is UnitKind.INFANTRY and unit.code == other.code and unit.id != other.id
    spots = [(one.system, one.cell, one.docked, one.inside, one.voyage) for one in (unit, other)]
    fighting = run.state.battles.get(located(run.state, unit).system)
    apart = unit.group != other.group and fighting is not None and run.seat in fighting.parties
    if not alike or spots[0] != spots[1] or apart:
        table.refuse("NOT_ALIKE", unit=shown(unit.name), other=shown(other.name))
    for one in (unit, other):
        not_fired(run, one)
    was, use = run.use(unit), run.use(other)
    use.halves = list(dict.fromkeys([*use.halves, *was.halves]))
    use.fresh = use.fresh or was.fresh
    if run.real:
        taken_aboard(table, world, unit, "is part of another stack now")
        forget(table, unit.id)
    pools = Pools(armor=unit.pools.armor + other.pools.armor)
    table.say(Merged(unit.id, other.id, pools, unit.count + other.count, unit.name), only(run.seat))
    if run.real:
        counted_anew(table, world, run.state.units[other.id])
