"""Joining a campaign and setting up the starting fleet. Rulebook: GCW-SET, GCW-CMD, GCW-ESC, GCW-FAC-11, GCW-STK-01."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from engine.game import EVERYONE, Seat, Table, only
from engine.gcw.data.codes import Code
from engine.gcw.data.people import Faction
from engine.gcw.data.units import Berth, UnitClass
from engine.gcw.facts import Boarded, Confirmed, Credited, HeroTrained, Joined, Mustered, Removed, Renamed
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS, Strength, fleet_ok
from engine.gcw.figures.escorts import can_escort, escort_ok, ships_needed
from engine.gcw.sight.contacts import appeared
from engine.gcw.state import Hero, Origin, Player, PlayerStatus, State, Unit, UnitKind, carried
from engine.gcw.world import World
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, plain_name, shown

START_CELL = "B-1"
FACILITY_CREDIT = 2000
"""KC of facility credit at the start (GCW-SET-01)."""
INDEPENDENTS = "IND"

Name = Annotated[str, AfterValidator(plain_name)]


class Join(Order):
    """Join the campaign with a faction and a hero."""

    path: ClassVar[str] = "gcw join"
    line: ClassVar[str] = "join {faction} as {hero}[ class {hero_class}]"
    sheet: ClassVar[bool] = False
    faction: Annotated[str, Pick("a faction")] = Field(description="the faction", max_length=60)
    hero: Name = Field(description="your hero's name", max_length=40)
    hero_class: Annotated[str, Pick("a hero class")] = Field("Admiral", description="what your hero is", max_length=40)


class Muster(Order):
    """Add a ship, or an escort craft, to your starting fleet."""

    path: ClassVar[str] = "gcw muster"
    line: ClassVar[str] = "muster {unit}[ named {name}][ at {cell}]"
    unit: Annotated[str, Pick("a class")] = Field(description="a class of your faction's list", max_length=60)
    name: Annotated[Name | None, Pick("a name")] = Field(None, description="what it is called", max_length=40)
    cell: Annotated[str, Pick("a cell")] = Field(
        START_CELL, description="where it starts in your home system", max_length=8
    )


class Dismiss(Order):
    """Take a unit out of your starting fleet again."""

    path: ClassVar[str] = "gcw dismiss"
    line: ClassVar[str] = "dismiss {unit}"
    unit: Annotated[str, Pick("a unit of yours")] = Field(description="a ship or escort of yours", max_length=60)


class Confirm(Order):
    """Confirm your setup: what is left of the 23 command points lapses."""

    path: ClassVar[str] = "gcw confirm"
    line: ClassVar[str] = "confirm"
    sheet: ClassVar[bool] = False


class Rename(Order):
    """Give a unit of yours another name."""

    path: ClassVar[str] = "gcw rename"
    line: ClassVar[str] = "rename {unit} to {name}"
    unit: Annotated[str, Pick("a unit of yours")] = Field(description="a unit of yours", max_length=60)
    name: Name = Field(description="what it is called from now on", max_length=40)


def join(world: World, seat: Seat, order: Join, table: Table[State]) -> None:
    """Join once: a hero at level 1, facility credit, a home (GCW-SET-01, -05, -06)."""
    if seat in table.state.players:
        table.refuse("SETUP_DONE", rule="GCW-SET-01")
    faction = world.pack.find_faction(order.faction)
    if faction is None:
        names = [one.name for one in world.pack.factions.values()]
        table.refuse(
            "NO_FACTION", name=shown(order.faction), hint=did_you_mean(order.faction, names), factions=", ".join(names)
        )
    hero_class = next(
        (
            one
            for one in world.pack.heroes.values()
            if order.hero_class.casefold() in (one.code.casefold(), one.name.casefold())
        ),
        None,
    )
    if hero_class is None:
        classes = ", ".join(one.name for one in world.pack.heroes.values())
        table.refuse("NO_HERO_CLASS", name=shown(order.hero_class), classes=classes)
    package = world.pack.independent if faction.code == INDEPENDENTS else None
    if faction.code == INDEPENDENTS and package is None:
        table.refuse("SETUP_SPEC_MISSING")
    assigned = table.state.homes.get(seat)
    stronghold = faction.stronghold
    owner = table.state.owners.get(stronghold)
    held = table.state.players.get(owner) if owner is not None else None
    if held is not None and held.faction != faction.code and assigned is None:
        table.refuse("HOME_NEEDED")
    home = assigned or stronghold
    table.say(Joined(seat, faction.code, home, holder=owner is None and home == stronghold, at=table.now), EVERYONE)
    hero = Hero(
        id=table.state.next_id("h", seat),
        owner=seat,
        name=order.hero,
        klass=hero_class.code,
        level=package.hero_level if package is not None else 1,
    )
    table.say(HeroTrained(hero), only(seat))
    treasury = package.treasury if package is not None else 0
    credit = package.facility_credit if package is not None else FACILITY_CREDIT
    table.say(Credited(seat, treasury, credit), only(seat))


def in_setup(table: Table[State], seat: Seat) -> Player:
    """The player, still setting up. Refuses NOT_JOINED, SETUP_DONE."""
    player = table.state.players.get(seat)
    if player is None:
        table.refuse("NOT_JOINED")
    if player.status is not PlayerStatus.SETUP:
        table.refuse("RETIRED" if player.status is PlayerStatus.RETIRED else "SETUP_DONE", rule="GCW-SET-02")
    return player


def roster(world: World, state: State, seat: Seat, duty: str = "") -> Strength:
    """What a fleet counts: its ships, and its escorts; the main fleet, or the PDF of the system `duty` (GCW-CMD-04).

    Bonus units on PDF duty are left out (GCW-CMD-07, GCW-PDF-03), and so is what is doomed.
    """
    fleet = [
        unit
        for unit in state.of(seat)
        if (not unit.docked or unit.escort) and unit.duty == duty and unit.live and not (duty and unit.bonus)
    ]
    return Strength(
        tuple(world.cp(unit.code) for unit in fleet if unit.kind is UnitKind.SHIP),
        sum(unit.escort and unit.kind is UnitKind.SQUADRON for unit in fleet),
        sum(unit.escort and unit.kind is UnitKind.AUXILIARY for unit in fleet),
    )


def allowed(world: World, faction: Faction, word: str, table: Table[State]) -> UnitClass:
    """A class of a faction's list. Refuses NO_CLASS, TECH_FORBIDDEN (GCW-FAC-11)."""
    spec = world.pack.find_unit(word)
    if spec is None or not spec.cp:
        lists = world.pack.units_of(faction)
        names = [world.spec(code).name for code in (*lists.ships, *lists.squadrons, *lists.auxiliaries)]
        table.refuse("NO_CLASS", name=shown(word), hint=did_you_mean(word, names))
    if not world.pack.may_build(faction, spec):
        table.refuse("TECH_FORBIDDEN", faction=faction.name, tech="/".join(spec.tech), unit=spec.name)
    return spec


def taken_names(state: State, seat: Seat) -> set[str]:
    """The names of a player's units, in small letters."""
    return {unit.name.casefold() for unit in state.of(seat)}


def free_name(taken: set[str], wanted: str) -> str:
    """The name, or with the first number that makes it one of its own."""
    if wanted.casefold() not in taken:
        return wanted
    number = 2
    while f"{wanted} {number}".casefold() in taken:
        number += 1
    return f"{wanted} {number}"


def made(
    world: World,
    state: State,
    seat: Seat,
    code: str,
    name: str,
    *,
    system: str,
    cell: str,
    escort: bool,
    origin: Origin,
    faction: Faction | None,
    count: int = 1,
    docked: str = "",
) -> tuple[Unit, ...]:
    """A unit of a class with its stock complement docked in it: its infantry is one stack (GCW-STK-01, GCW-LCH)."""
    spec, kind = world.spec(code), world.kind(code)
    leading = state.next_id("u", seat)
    taken = taken_names(state, seat)
    leader = Unit(
        id=leading,
        kind=kind,
        code=code,
        name=free_name(taken, name),
        owner=seat,
        pools=world.full(code, count),
        count=count,
        docked=docked,
        group=leading,
        group_cp=world.cp(code),
        system=system,
        cell=cell,
        escort=escort,
        origin=origin,
    )
    units = [leader]
    taken.add(leader.name.casefold())
    counts: dict[str, int] = {}
    for part in spec.complement:
        craft = part.code or (world.pack.stock(faction, part.kind) if faction is not None else "")
        if not craft:
            continue
        squads = part.count if part.kind is Berth.INFANTRY else 1
        for _ in range(part.count // squads):
            counts[craft] = counts.get(craft, 0) + 1
            number = "" if part.kind is Berth.INFANTRY else f"-{counts[craft]}"
            called = free_name(taken, f"{leader.name} {craft}{number}")
            taken.add(called.casefold())
            units.append(
                Unit(
                    id=state.next_id("u", seat, 1 + len(units)),
                    kind=world.kind(craft),
                    code=craft,
                    name=called,
                    owner=seat,
                    pools=world.full(craft, squads),
                    count=squads,
                    group=leader.id,
                    group_cp=leader.group_cp,
                    docked=leader.id,
                    origin=Origin.STOCK,
                )
            )
    return tuple(units)


def allowance(world: World, faction: Faction) -> int:
    """Command points of a starting fleet (GCW-SET-02; for Independents their own package, GCW-SET-05)."""
    package = world.pack.independent if faction.code == INDEPENDENTS else None
    return package.ship_cp if package is not None else CAPACITY


def muster(world: World, seat: Seat, order: Muster, table: Table[State]) -> None:
    """Add a unit within 23 CP, seven ships and the escort rules (GCW-SET-02, GCW-CMD-01, -03, GCW-ESC)."""
    player = in_setup(table, seat)
    faction = world.pack.factions[player.faction]
    spec = allowed(world, faction, order.unit, table)
    before = roster(world, table.state, seat)
    ships, squadrons, auxiliaries = list(before.ships), before.squadrons, before.auxiliaries
    if spec.berth is None:
        ships.append(spec.cp)
    else:
        if can_escort(hyper_capable=spec.hyper_tenths > 0) is not None:
            table.refuse("ESCORT_NOT_HYPER", unit=spec.name)
        squadrons += spec.berth is Berth.SF
        auxiliaries += spec.berth is Berth.AUX
    limit = allowance(world, faction)
    refused = fleet_ok(ships, squadrons, auxiliaries, capacity=limit)
    if refused is not None:
        table.refuse(
            refused,
            used=before.cp,
            added=spec.cp,
            limit=limit,
            have=len(before.ships),
            most=MOST_SHIPS,
            need=ships_needed(squadrons, auxiliaries),
            unit=spec.name,
        )
    cell = world.grid.cell(order.cell)
    if isinstance(cell, Code):
        table.refuse(cell, cell=shown(order.cell), grid=shown(order.cell), needed="a space cell")
    if cell.ring.value not in ("DSZ", "C", "B"):
        table.refuse("START_ZONE", cell=cell.name)
    units = made(
        world,
        table.state,
        seat,
        spec.code,
        order.name or spec.name,
        system=player.home,
        cell=cell.name,
        escort=spec.berth is not None,
        origin=Origin.STARTING,
        faction=faction,
    )
    table.say(Mustered(units), only(seat))
    hero = next((one for one in table.state.heroes.values() if one.owner == seat and not one.aboard), None)
    if hero is not None and spec.berth is None:
        table.say(Boarded(hero.id, units[0].id), only(seat))


def dismiss(world: World, seat: Seat, order: Dismiss, table: Table[State]) -> None:
    """Take a unit, and what is aboard, out of the starting fleet."""
    in_setup(table, seat)
    unit = owned(table, seat, order.unit)
    if unit.docked:
        table.refuse("COMPLEMENT", unit=shown(unit.name))
    after = roster(world, table.state, seat)
    ships = len(after.ships) - (unit.kind is UnitKind.SHIP)
    if unit.kind is UnitKind.SHIP and escort_ok(ships, after.squadrons, after.auxiliaries) is not None:
        table.refuse("ESCORT_RATIO", need=ships_needed(after.squadrons, after.auxiliaries), have=ships)
    leaving = (unit, *carried(table.state, unit))
    gone = tuple(one.id for one in leaving)
    table.say(Removed(gone, "dismissed", tuple(one.name for one in leaving)), only(seat))
    for hero in table.state.heroes.values():
        if hero.aboard in gone:
            table.say(Boarded(hero.id, ""), only(seat))


def owned(table: Table[State], seat: Seat, name: str) -> Unit:
    """A unit of the player's by name. Refuses NO_UNIT."""
    for unit in table.state.of(seat):
        if unit.name.casefold() == name.strip().casefold():
            return unit
    table.refuse("NO_UNIT", name=shown(name), hint=did_you_mean(name, [unit.name for unit in table.state.of(seat)]))


def confirm(world: World, seat: Seat, table: Table[State]) -> None:
    """The fleet stands as it is, from now on also for others to see (GCW-SET-02)."""
    in_setup(table, seat)
    if not roster(world, table.state, seat).ships:
        table.refuse("NO_FLEET")
    table.say(Confirmed(seat, table.now), EVERYONE)
    for unit in list(table.state.of(seat)):
        if unit.on_grid:
            appeared(table, world, table.state.units[unit.id])


def rename(seat: Seat, order: Rename, table: Table[State]) -> None:
    """Another name, if it is not taken, and if no order of a turn that is drafted or posted has the old one."""
    unit = owned(table, seat, order.unit)
    if any(other.name.casefold() == order.name.casefold() for other in table.state.of(seat) if other != unit):
        table.refuse("NAME_TAKEN", name=shown(order.name))
    posted = [turn.lines for turn in table.state.turns.values() if turn.seat == seat]
    for lines in (table.state.drafts.get(seat, ()), *posted):
        if any(unit.name.casefold() in line.casefold() for line in lines):
            table.refuse("NAME_USED", unit=shown(unit.name))
    table.say(Renamed(unit.id, order.name), only(seat))
