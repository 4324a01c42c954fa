"""What moderators may do to a campaign: spawn, set, remove, rule, lapse. Register section 6.6.

What a moderator does is announced, but says no more in public than players may know: that something was corrected,
not what. The players concerned hear it in full.
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import EVERYONE, MODERATOR, Fact, Seat, Table, only
from engine.gcw.acting import SHIELDLESS, hearers, shields_rise
from engine.gcw.data.codes import Code
from engine.gcw.facts import (
    HomeAssigned,
    Mustered,
    OwnerSet,
    Placed,
    PoolsSet,
    Retired,
    Ruled,
    Switched,
    TreasurySet,
)
from engine.gcw.figures.damage import Pools, Status
from engine.gcw.figures.fatigue import MOST_SQUADS, MOST_VEHICLES
from engine.gcw.figures.grid import SPACE, Ring, may_enter
from engine.gcw.founding.setup import Name, made
from engine.gcw.galaxy.hyperspace import find_system
from engine.gcw.ground.forces import reckon
from engine.gcw.ground.garrison import turned_out
from engine.gcw.ground.troops import make_room
from engine.gcw.sight.contacts import (
    MOVE,
    appeared,
    gave_away,
    hidden,
    show_status,
    sky_opened,
    slip,
    uncovered,
    untrack,
    vanished,
    watchers,
)
from engine.gcw.space.losses import close_battles, lapse_last_acts, remove
from engine.gcw.state import AGROUND, CRAFT, NOBODY, TROOPS, Origin, State, Unit, UnitKind
from engine.gcw.world import SWITCHES, World
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown

GROUP = "gm-gcw"


class Spawn(Order):
    """Put units on the grid of a system or into a host, for a player or for nobody."""

    path: ClassVar[str] = f"{GROUP} spawn"
    line: ClassVar[str] = "spawn {unit} named {name} at {system} {cell}[ for {player}][ inside {host}]"
    moderator: ClassVar[bool] = True
    unit: Annotated[str, Pick("a class")] = Field(
        description="a class of unit, facility or platform; of ground units also '100 STM'", max_length=60
    )
    name: Name = Field(description="what it is called", max_length=40)
    system: Annotated[str, Pick("a system")] = Field(description="the system", max_length=60)
    cell: Annotated[str, Pick("a cell")] = Field(description="the cell, such as C-2", max_length=8)
    player: Annotated[str | None, Pick("a player")] = Field(
        None, description="whose it is; nobody's if left out", max_length=40
    )
    host: Annotated[str | None, Pick("a unit")] = Field(
        None, description="a unit of the same owner in that cell, to put ground units into", max_length=60
    )


class SetUnit(Order):
    """Correct a unit: one of its pools, or its cell."""

    path: ClassVar[str] = f"{GROUP} set-unit"
    line: ClassVar[str] = "set unit {unit} of {player} {what} {value}"
    moderator: ClassVar[bool] = True
    unit: Annotated[str, Pick("a unit")] = Field(description="the unit's name", max_length=60)
    player: Annotated[str, Pick("a player")] = Field(description="whose it is; 'nobody' for nobody's", max_length=40)
    what: Annotated[str, Pick("what")] = Field(
        description="shields, armor, systems, hull or cell", pattern="^(shields|armor|systems|hull|cell)$"
    )
    value: str = Field(description="points, or the cell", max_length=8)


class Place(Order):
    """Put units of a player into a cell of any system, wherever they are."""

    path: ClassVar[str] = f"{GROUP} place"
    line: ClassVar[str] = "place {units} of {player} at {system} {cell}"
    moderator: ClassVar[bool] = True
    units: str = Field(description="'all' for all on a grid, or names with commas", max_length=300)
    player: Annotated[str, Pick("a player")] = Field(description="whose they are; 'nobody' for nobody's", max_length=40)
    system: Annotated[str, Pick("a system")] = Field(description="the system", max_length=60)
    cell: Annotated[str, Pick("a cell")] = Field(description="the cell, such as C-2", max_length=8)


class SetTreasury(Order):
    """Set a player's treasury."""

    path: ClassVar[str] = f"{GROUP} set-treasury"
    line: ClassVar[str] = "set treasury of {player} to {amount}"
    moderator: ClassVar[bool] = True
    player: Annotated[str, Pick("a player")] = Field(description="the player", max_length=40)
    amount: int = Field(description="KC", ge=0, le=10_000_000)


class SetOwner(Order):
    """Set the owner of a system."""

    path: ClassVar[str] = f"{GROUP} set-owner"
    line: ClassVar[str] = "set owner of {system} to {player}"
    moderator: ClassVar[bool] = True
    system: Annotated[str, Pick("a system")] = Field(description="the system", max_length=60)
    player: Annotated[str, Pick("a player")] = Field(description="the player; 'nobody' for none", max_length=40)


class RemoveUnit(Order):
    """Take a unit out of the campaign."""

    path: ClassVar[str] = f"{GROUP} remove"
    line: ClassVar[str] = "remove {unit} of {player}"
    moderator: ClassVar[bool] = True
    unit: Annotated[str, Pick("a unit")] = Field(description="the unit's name", max_length=60)
    player: Annotated[str, Pick("a player")] = Field(description="whose it is; 'nobody' for nobody's", max_length=40)


class Ruling(Order):
    """Rule how an open rule is played in this campaign; it is announced."""

    path: ClassVar[str] = f"{GROUP} ruling"
    line: ClassVar[str] = "ruling {switch} {value}"
    moderator: ClassVar[bool] = True
    switch: Annotated[str, Pick("a switch")] = Field(description="what is ruled", max_length=40)
    value: Annotated[str, Pick("a value")] = Field(description="how it is played", max_length=40)


class LapseActs(Order):
    """End the last acts of a player who does not post."""

    path: ClassVar[str] = f"{GROUP} lapse"
    line: ClassVar[str] = "lapse {player}"
    moderator: ClassVar[bool] = True
    player: Annotated[str, Pick("a player")] = Field(description="the player", max_length=40)


class AssignHome(Order):
    """Name the home system of a player whose faction's stronghold is in other hands."""

    path: ClassVar[str] = f"{GROUP} assign-home"
    line: ClassVar[str] = "assign home {system} to {seat}"
    moderator: ClassVar[bool] = True
    system: Annotated[str, Pick("a system")] = Field(description="the home system", max_length=60)
    seat: str = Field(description="the player's seat, also one that has not joined yet", max_length=40)


class Retire(Order):
    """Take a player out of the campaign: no more income, and no more turns."""

    path: ClassVar[str] = f"{GROUP} retire"
    line: ClassVar[str] = "retire {player}"
    moderator: ClassVar[bool] = True
    player: Annotated[str, Pick("a player")] = Field(description="the player", max_length=40)


def player_named(table: Table[State], name: str, *, nobody: bool = False) -> Seat:
    """A player's seat by name. Refuses NO_PLAYER."""
    wanted = name.strip().casefold()
    if nobody and wanted in ("", "nobody", "none"):
        return NOBODY
    for seat in table.state.players:
        if seat.casefold() == wanted:
            return seat
    table.refuse("NO_PLAYER", name=shown(name), hint=did_you_mean(name, table.state.players))


def unit_named(table: Table[State], seat: Seat, name: str) -> Unit:
    """A unit by name and owner. Refuses NO_UNIT."""
    for unit in table.state.of(seat):
        if unit.name.casefold() == name.strip().casefold():
            return unit
    hint = did_you_mean(name, [unit.name for unit in table.state.of(seat)])
    table.refuse("NOT_THERE", player=shown(seat) if seat != NOBODY else "Nobody", name=shown(name), hint=hint)


def inform(table: Table[State], fact: Fact[State], owner: Seat) -> None:
    """Say a correction to the owner of what it corrects."""
    table.say(fact, hearers(owner))


def shown_at(world: World, table: Table[State], before: Unit) -> None:
    """A unit stands elsewhere now: who is there sees it as after a move, unless deep space hides it (GCW-SCN-08)."""
    unit = table.state.units[before.id]
    if hidden(table.state, world, unit.cell):
        slip(table, unit.id)
        untrack(table, unit)
    else:
        gave_away(table, world, unit, MOVE)
    battle = table.state.battles.get(unit.system)
    if battle is not None and unit.owner in battle.parties:
        shields_rise(table, [unit])


def may_stand(world: World, code: str, ring: Ring) -> bool:
    """Whether a class can stand in cells of a ring (register 4.2, GCW-ATM-05)."""
    kind = world.kind(code)
    if kind is UnitKind.AIRSPEEDER:
        return ring in (Ring.GS, Ring.GA)
    if kind in AGROUND:
        return ring is Ring.GS
    if kind is UnitKind.PLATFORM:
        return ring in SPACE
    return may_enter(ring, world.shooter(kind), atmospheric=world.atmospheric(code)) is None


def cell_for(world: World, table: Table[State], code: str, name: str) -> str:
    """A cell by name where a class can stand. Refuses CELL_UNKNOWN, LEVEL_REQUIRED, GROUND_CELL, MOVE_FORBIDDEN."""
    cell = world.grid.cell(name)
    if isinstance(cell, Code):
        table.refuse(cell, cell=shown(name), grid=shown(name.upper()), needed="one of them")
    if not may_stand(world, code, cell.ring):
        where = {"unit": world.class_text(code), "cell": cell.name}
        if world.kind(code) in AGROUND:
            table.refuse("GROUND_CELL", fix="It stands on the Surface of a Ground Grid: G-1S to G-4S.", **where)
        if world.kind(code) is UnitKind.PLATFORM:
            table.refuse("GROUND_CELL", fix="It stands in a space cell, such as C-2.", **where)
        table.refuse("MOVE_FORBIDDEN", **where)
    return cell.name


def class_named(world: World, table: Table[State], words: str) -> tuple[str, int]:
    """A class by code or name, and how many of it: "ISD", "100 STM". Refuses NO_CLASS, SPAWN_COUNT."""
    match = re.fullmatch(r"(?:(\d{1,6})\s+)?(.+)", words.strip())
    count, word = (int(match[1] or 1), match[2]) if match is not None else (1, words)
    spec = world.pack.facilities.get(word.upper()) or world.pack.find_unit(word) or world.pack.find_facility(word)
    if spec is None:
        names = [*world.pack.units, *world.pack.facilities]
        table.refuse("NO_CLASS", name=shown(word), hint=did_you_mean(word.upper(), names))
    most = {UnitKind.INFANTRY: MOST_SQUADS, UnitKind.VEHICLE: MOST_VEHICLES, UnitKind.AIRSPEEDER: MOST_VEHICLES}
    limit = most.get(world.kind(spec.code), 1)
    if not 1 <= count <= limit:
        table.refuse("SPAWN_COUNT", unit=world.class_text(spec.code), n=count, most=limit)
    return spec.code, count


def host_named(table: Table[State], owner: Seat, name: str, system: str, cell: str) -> Unit:
    """A unit of an owner's in a cell, to put others into. Refuses NOT_THERE."""
    host = unit_named(table, owner, name)
    if (host.system, host.cell) != (system, cell):
        table.refuse("NOT_THERE", player=shown(owner), name=shown(name), hint=f"It is not at {system} {cell}.")
    return host


def spawn(world: World, order: Spawn, table: Table[State]) -> None:
    """A unit appears, in the open or inside another; whoever shares its cell sees it as after any arrival."""
    code, count = class_named(world, table, order.unit)
    owner = player_named(table, order.player or "", nobody=True)
    system = find_system(table, world, order.system)
    kind = world.kind(code)
    cell = cell_for(world, table, code, order.cell) if order.host is None else order.cell.strip().upper()
    host = host_named(table, owner, order.host, system, cell) if order.host is not None else None
    if host is not None and kind not in TROOPS:
        table.refuse("GROUND_CELL", unit=world.class_text(code), cell=shown(host.name), fix="Spawn it in a cell.")
    player = table.state.players.get(owner)
    units: list[Unit] = []
    for _ in range(1 if kind is UnitKind.INFANTRY else count):
        more = made(
            world,
            table.state,
            owner,
            code,
            order.name,
            system=system if host is None else "",
            cell=cell if host is None else "",
            escort=kind in (UnitKind.SQUADRON, UnitKind.AUXILIARY),
            origin=Origin.SPAWNED,
            faction=world.pack.factions[player.faction] if player is not None else None,
            count=count if kind is UnitKind.INFANTRY else 1,
            docked=host.id if host is not None else "",
        )
        if host is not None:
            make_room(world, table, host, list(more))
        inform(table, Mustered(more), owner)
        units += more[:1]
    table.say(Ruled("A unit was put into play by a moderator."), EVERYONE)
    if host is not None:
        return
    battle = table.state.battles.get(system)
    if battle is not None and owner in battle.parties:
        shields_rise(table, units)
    for unit in units:
        appeared(table, world, table.state.units[unit.id])


def set_unit(world: World, order: SetUnit, table: Table[State]) -> None:
    """A pool within the class's maximum, or a cell of the same system."""
    owner = player_named(table, order.player, nobody=True)
    unit = unit_named(table, owner, order.unit)
    if order.what == "cell":
        cell = cell_for(world, table, unit.code, order.value)
        system = unit.system
        if not system:
            table.refuse("NOT_ON_GRID", unit=shown(unit.name))
        inform(table, Placed(unit.id, system, cell), owner)
        shown_at(world, table, unit)
    else:
        inform(table, corrected(world, order, table, unit), owner)
        if table.state.units[unit.id].status is not unit.status:
            show_status(table, table.state.units[unit.id], watchers(table.state, unit))
            if unit.kind is UnitKind.FACILITY and table.state.units[unit.id].status is Status.DISABLED:
                uncovered(table, world, table.state.units[unit.id])
        close_battles(table)
    table.say(Ruled("A unit was corrected by a moderator."), EVERYONE)


def place(world: World, order: Place, table: Table[State]) -> None:
    """Units appear in a cell, seen as after a move; announced once."""
    owner = player_named(table, order.player, nobody=True)
    if order.units.strip().casefold() == "all":
        units = [unit for unit in table.state.of(owner) if unit.on_grid]
    else:
        units = [unit_named(table, owner, name) for name in order.units.split(",") if name.strip()]
    if not units:
        table.refuse("NO_UNIT", name=shown(order.units), hint="")
    system = find_system(table, world, order.system)
    cell = ""
    for unit in units:
        cell = cell_for(world, table, unit.code, order.cell)
        if unit.voyage:
            table.refuse("IN_TRANSIT", unit=shown(unit.name), time="its arrival")
    for before in units:
        if before.on_grid and before.system != system:
            vanished(table, world, before, "moved by a moderator")
        inform(table, Placed(before.id, system, cell), owner)
        shown_at(world, table, before)
    close_battles(table)
    table.say(Ruled("Units were moved by a moderator."), EVERYONE)


def corrected(world: World, order: SetUnit, table: Table[State], unit: Unit) -> PoolsSet:
    """A pool set, and what it makes of the unit. Refuses POOL, POOL_ZERO."""
    most = getattr(world.full(unit.code, unit.count), order.what)
    if not re.fullmatch(r"[0-9]{1,6}", order.value) or int(order.value) > most:
        table.refuse("POOL", what=order.what, most=most, unit=shown(unit.name))
    points = {name: getattr(unit.pools, name) for name in ("shields", "armor", "systems", "hull")}
    pools = Pools(**{**points, order.what: int(order.value)})
    if (pools.armor if unit.kind in CRAFT | SHIELDLESS else pools.hull) == 0:
        table.refuse("POOL_ZERO", unit=shown(unit.name))
    vital = (pools.armor, pools.systems) if unit.kind is UnitKind.SHIP else (pools.armor,)
    if min(vital) > 0:
        return PoolsSet(unit.id, pools, Status.ACTIVE)
    pending = unit.status in (Status.DISABLED_PENDING, Status.DERELICT)
    return PoolsSet(unit.id, pools, unit.status if pending else Status.DISABLED)


def set_treasury(order: SetTreasury, table: Table[State]) -> None:
    """The player hears the sum, everybody that there was a correction."""
    seat = player_named(table, order.player)
    table.say(TreasurySet(seat, order.amount), only(seat))
    table.say(Ruled(f"The treasury of {seat} was corrected by a moderator."), EVERYONE)


def set_owner(world: World, order: SetOwner, table: Table[State]) -> None:
    """Who holds a system is known to all."""
    system = find_system(table, world, order.system)
    table.say(OwnerSet(system, player_named(table, order.player, nobody=True)), EVERYONE)


def remove_unit(world: World, order: RemoveUnit, table: Table[State]) -> None:
    """The unit is gone, and its viewers lose their contact."""
    unit = unit_named(table, player_named(table, order.player, nobody=True), order.unit)
    if unit.kind is UnitKind.FACILITY:
        turned_out(table, world, unit)
    remove(table, unit, "removed by a moderator")
    table.say(Ruled("A unit was removed by a moderator."), EVERYONE)


def ruling(world: World, order: Ruling, table: Table[State]) -> None:
    """A switch of the closed list, to one of its values."""
    if order.switch not in SWITCHES:
        table.refuse("NO_SWITCH", name=shown(order.switch), switches=", ".join(SWITCHES))
    if order.value not in SWITCHES[order.switch]:
        table.refuse("NO_VALUE", name=shown(order.value), values=", ".join(SWITCHES[order.switch]))
    table.say(Switched(order.switch, order.value), EVERYONE)
    if order.switch == "fog" and not world.fog(table.state):
        sky_opened(table, world)


def command(world: World, seat: Seat, order: Order, table: Table[State]) -> None:
    """A moderator's order. Refuses GM_ONLY for any other seat."""
    if seat != MODERATOR:
        table.refuse("GM_ONLY")
    match order:
        case Spawn():
            spawn(world, order, table)
        case SetUnit():
            set_unit(world, order, table)
        case Place():
            place(world, order, table)
        case SetTreasury():
            set_treasury(order, table)
        case SetOwner():
            set_owner(world, order, table)
        case RemoveUnit():
            remove_unit(world, order, table)
        case Ruling():
            ruling(world, order, table)
        case LapseActs():
            lapse_last_acts(world, player_named(table, order.player), table)
        case AssignHome():
            named = {one.casefold(): one for one in table.state.players}
            whose = named.get(order.seat.casefold(), Seat(order.seat))
            table.say(HomeAssigned(whose, find_system(table, world, order.system)), EVERYONE)
        case Retire():
            table.say(Retired(player_named(table, order.player)), EVERYONE)
    reckon(world, table, table.now)


ORDERS: tuple[type[Order], ...] = (
    Spawn,
    SetUnit,
    Place,
    SetTreasury,
    SetOwner,
    RemoveUnit,
    Ruling,
    LapseActs,
    AssignHome,
    Retire,
)
