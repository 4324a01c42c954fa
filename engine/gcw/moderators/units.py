"""Units as moderators order them: put into play, set right, placed elsewhere, taken out. Register section 6.6.

What a moderator does is announced, but says no more in public than players may know: that something was corrected,
not what. The players concerned hear it in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field, model_validator

from engine import look as base
from engine.act import Act
from engine.declared.corrections import Correction, Setting, figure
from engine.declared.corrections import Field as Corrected
from engine.game import EVERYONE, Fact, Seat, Table, only
from engine.gcw.acting import SYSTEM, unit_label
from engine.gcw.battles import close_battles, shields_rise
from engine.gcw.contacts import (
    MOVE,
    all_appeared,
    gave_away,
    hidden,
    show_status,
    slip,
    uncovered,
    untrack,
    vanished,
    watchers,
)
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Layer, Pools, Ring, Status
from engine.gcw.figures.grid import SPACE, may_enter, written
from engine.gcw.fleets import MAIN, DutySet, Mustered, Name, capacity, group_of, laden, new_unit, overfull, room
from engine.gcw.ground.forces import MOST_SQUADS, MOST_VEHICLES
from engine.gcw.hangars import HOSTS, moor
from engine.gcw.look import STATUS_WORDS, Look, hearers, pools_words, with_before
from engine.gcw.losses import remove, turned_out
from engine.gcw.moderating import GROUP, NOBODYS, OWNER, ModeratorOrder, Ruled
from engine.gcw.state import (
    AGROUND,
    CRAFT,
    NOBODY,
    SHIELDLESS,
    TROOPS,
    Origin,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    outermost,
)
from engine.gcw.world import CAMPAIGN, MENDED, VEILED, World
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun, Value
from engine.orders import Option
from engine.text.message import N_, T_, Text, did_you_mean, drawn, term
from engine.text.names import shown

V = TypeVar("V")


def units_of(look: Look, found: Found) -> Iterator[Unit]:
    """The units of the player that was named, of everybody where none was."""
    owner = found.get("player")
    yield from (unit for unit in look.known.units.values() if owner is None or unit.owner == owner)


def owned_label(look: Look, unit: Unit) -> str:
    """A unit in a moderator's menu, with whose it is."""
    return N_("{unit} of {player}")(unit=drawn(unit_label(look, unit)), player=drawn(unit.owner or NOBODYS[0]))


class UnitOf(Noun[Look, Unit]):
    """A unit of the player that another field names."""

    def named(self, look: Look, words: str, found: Found = NOTHING_FOUND) -> Unit:
        """The unit of that name and owner. Refuses NOT_THERE."""
        for unit in units_of(look, found):
            if unit.name.casefold() == words.strip().casefold():
                return unit
        owner = found.get("player")
        hint = did_you_mean(words, [unit.name for unit in units_of(look, found)])
        look.refuse("NOT_THERE", player=shown(owner) if owner else T_("Nobody"), name=shown(words), hint=hint)


UNIT = UnitOf("a unit", units_of, lambda unit: (unit.name,), owned_label, unknown="NOT_THERE")


def shown_at(world: World, table: Table[State], before: Unit) -> None:
    """A unit stands elsewhere now: who is there sees it as after a move, unless deep space hides it (GCW-SCN-08)."""
    unit = table.state.units[before.id]
    if hidden(table.state, world, unit.cell):
        slip(table, world, unit.id)
        untrack(table, unit)
    else:
        gave_away(table, world, unit, MOVE)
    if table.state.fights(unit.owner, unit.system):
        shields_rise(table, [unit])


def may_stand(world: World, code: str, ring: Ring) -> bool:
    """True if a class can stand in cells of a ring (register 4.2, GCW-ATM-05)."""
    kind = world.kind(code)
    if kind is UnitKind.AIRSPEEDER:
        return ring in (Ring.GS, Ring.GA)
    if kind in AGROUND:
        return ring is Ring.GS
    if kind is UnitKind.PLATFORM:
        return ring in SPACE
    return may_enter(ring, world.shooter(kind), atmospheric=world.atmospheric(code)) is None


def cell_for(look: base.Look[World, State], code: str, words: str) -> str:
    """A cell by name where a class can stand. Refuses CELL_UNKNOWN, LEVEL_REQUIRED, GROUND_CELL, MOVE_FORBIDDEN."""
    world = look.world
    cell = world.grid.cell(words)
    if isinstance(cell, Code):
        look.refuse(cell, cell=shown(words), grid=shown(words.upper()), needed=T_("one of them"))
    if not may_stand(world, code, cell.ring):
        where = {"unit": world.class_text(code), "cell": cell.name}
        if world.kind(code) in AGROUND:
            look.refuse("GROUND_CELL", fix=T_("It stands on the Surface of a Ground Grid: G-1S to G-4S."), **where)
        if world.kind(code) is UnitKind.PLATFORM:
            look.refuse("GROUND_CELL", fix=T_("It stands in a space cell, such as C-2."), **where)
        look.refuse(Code.MOVE_FORBIDDEN, **where)
    return cell.name


def cells_for(look: Look, code: str) -> list[Option]:
    """The cells where a class can stand."""
    return [Option(cell.name) for cell in look.world.grid.cells.values() if may_stand(look.world, code, cell.ring)]


MOST = {UnitKind.INFANTRY: MOST_SQUADS, UnitKind.VEHICLE: MOST_VEHICLES, UnitKind.AIRSPEEDER: MOST_VEHICLES}
"""Units of a kind that are put into play at once; one of every other kind."""


def class_named(look: Look, words: str, found: Found) -> tuple[str, int]:
    """A class by code or name, and how many of it: "ISD", "100 STM". Refuses NO_CLASS, SPAWN_COUNT."""
    pack = look.world.pack
    match = re.fullmatch(r"(?:(\d{1,6})\s+)?(.+)", words.strip())
    count, word = (int(match[1] or 1), match[2]) if match is not None else (1, words)
    spec = pack.facilities.get(word.upper()) or pack.find_unit(word) or pack.find_facility(word)
    if spec is None:
        look.refuse("NO_CLASS", name=shown(word), hint=did_you_mean(word.upper(), [*pack.units, *pack.facilities]))
    limit = MOST.get(look.world.kind(spec.code), 1)
    if not 1 <= count <= limit:
        look.refuse("SPAWN_COUNT", unit=look.world.class_text(spec.code), n=count, most=limit)
    return spec.code, count


def classes(look: Look, found: Found) -> list[Option]:
    """Everything that can be put into play."""
    pack = look.world.pack
    return [Option(code, look.world.class_text(code)) for code in (*pack.units, *pack.facilities)]


def spawn_cells(look: Look, found: Found) -> list[Option]:
    """The cells where what is put into play can stand; all of them while that is not said."""
    named = found.get("unit")
    if named is None:
        return [Option(cell) for cell in look.world.grid.cells]
    return cells_for(look, named[0])


CLASS: Value[Look, tuple[str, int]] = Value("a class", class_named, classes)
SPAWN_CELL: Value[Look, str] = Value("a cell", lambda look, words, found: words.strip(), spawn_cells)


def takes(world: World, host: Unit, spawned: tuple[str, int] | None) -> bool:
    """True if a unit has places for craft, or for troops: for those of the class that is put into play."""
    craft = spawned is not None and world.kind(spawned[0]) in CRAFT
    return any(world.hangar(host.code) if craft else capacity(world, host.code))


HOST = UNIT.but(
    among=lambda look, found: (unit for unit in units_of(look, found) if takes(look.world, unit, found.get("unit")))
)


class AtCell(ModeratorOrder):
    """An order with a system and a cell, which stand side by side: the cell is the last word."""

    @model_validator(mode="before")
    @classmethod
    def _long_system(cls, values: Mapping[str, object]) -> Mapping[str, object]:
        """A system of several words stands on a line without quotation marks."""
        place = [values.get("system"), values.get("cell")]
        typed = re.fullmatch(r"(\S.*\S)\s+(\S+)", " ".join(word.strip() for word in place if isinstance(word, str)))
        return values if typed is None or None in place else {**values, "system": typed[1], "cell": typed[2]}


NOT_AT, IN_A_CELL = N_("It is not at {system} {cell}."), T_("Spawn it in a cell.")


class Spawn(AtCell):
    """Put units into play in a cell or a host, for a player or for nobody."""

    path: ClassVar[str] = f"{GROUP.path} spawn"
    line: ClassVar[str] = "spawn {unit} named {name} at {system} {cell}[ for {player}][ inside {host}]"
    unit: Annotated[str, CLASS] = Field(description="a class; of ground units also '100 STM'", max_length=60)
    name: Name = Field(description="what it is called", max_length=40)
    system: Annotated[str, SYSTEM] = Field(description="the system", max_length=60)
    cell: Annotated[str, SPAWN_CELL] = Field(description="the cell, such as C-2", max_length=8)
    player: Annotated[str | None, OWNER] = Field(None, description="whose it is; nobody's if left out", max_length=40)
    host: Annotated[str | None, HOST] = Field(
        None, description="a unit of the same owner there that takes it in", max_length=60
    )

    def correct(self, act: Act[World, State]) -> None:
        """A unit appears, in the open or inside another; whoever shares its cell sees it as after any arrival."""
        world, table, found = act.world, act.table, act.found
        code: str = found.unit[0]
        owner: Seat = found.player or NOBODY
        host: Unit | None = found.host
        kind = world.kind(code)
        cell = cell_for(act.look, code, self.cell) if host is None else written(self.cell)
        if host is not None and (host.system, host.cell) != (found.system, cell):
            hint = NOT_AT(system=term(found.system), cell=term(cell))
            table.refuse("NOT_THERE", player=shown(owner), name=shown(self.host or ""), hint=hint)
        if host is not None and kind not in TROOPS | CRAFT:
            table.refuse("GROUND_CELL", unit=world.class_text(code), cell=shown(host.name), fix=IN_A_CELL)
        units = self._made(act, owner, host, found.system, cell)
        act.say(Ruled(T_("A unit was put into play by a moderator.")), EVERYONE)
        if host is not None:
            return
        if table.state.fights(owner, found.system):
            shields_rise(table, units)
        all_appeared(table, world, units)

    def _made(self, act: Act[World, State], owner: Seat, host: Unit | None, system: str, cell: str) -> list[Unit]:
        """The units themselves, one by one, each with what it carries; infantry is one stack."""
        world, table = act.world, act.table
        code, count = act.found.unit
        kind = world.kind(code)
        units: list[Unit] = []
        for _ in range(1 if kind is UnitKind.INFANTRY else count):
            stack = count if kind is UnitKind.INFANTRY else 1
            unit = replace(new_unit(world, table.state, owner, code, self.name, stack), origin=Origin.SPAWNED)
            if host is not None:
                unit = replace(unit, docked=host.id)
            else:
                unit = replace(unit, system=system, cell=cell, escort=kind in CRAFT)
            more = laden(world, table.state, unit)
            if host is not None and kind in TROOPS:
                act.look.require(overfull(world, table.state, host, list(more)))
            elif host is not None:  # of the complement
                if room(world, table.state, host, kind) < 1:
                    table.refuse("HANGAR_FULL", host=shown(host.name))
                more = tuple(replace(cargo, group=host.group, group_cp=host.group_cp) for cargo in more)
            table.say(Mustered(more), hearers(owner))
            units += more[:1]
        return units


def set_pool(act: Act[World, State], unit: Unit, layer: Layer, points: int) -> None:
    """Set a pool, and what it makes of the unit (GCW-DMG-09)."""
    world, table = act.world, act.table
    pools = replace(unit.pools, **{layer.value: points})
    vital = (pools.armor, pools.systems) if unit.kind is UnitKind.SHIP else (pools.armor,)
    status = Status.ACTIVE
    if min(vital) == 0 or (unit.status is Status.DERELICT and world.version >= MENDED):
        pending = unit.status in (Status.DISABLED_PENDING, Status.DERELICT)
        status = unit.status if pending else Status.DISABLED
    before = unit.pools if world.version >= CAMPAIGN else UNSET
    table.say(PoolsSet(unit.id, pools, status, before), hearers(unit.owner))
    now = table.state.units[unit.id]
    if now.status is not unit.status:
        show_status(table, now, watchers(table.state, unit))
        if unit.kind is UnitKind.FACILITY and now.status is Status.DISABLED:
            uncovered(table, world, now)
    close_battles(table)


def fatal(unit: Unit, layer: Layer, points: int) -> Refused | None:
    """POOL_ZERO for points of a pool that would destroy the unit (GCW-DMG-11)."""
    pools = replace(unit.pools, **{layer.value: points})
    last = pools.armor if unit.kind in CRAFT | SHIELDLESS else pools.hull
    return None if last else Refused("POOL_ZERO", {"unit": shown(unit.name)})


def pool(layer: Layer) -> Correction[Unit, int]:
    """The points of a pool, up to those of the class, as long as the unit is there. Refuses POOL, POOL_ZERO."""
    points_of = points(layer)

    def read(look: Look, unit: Unit, words: str) -> int:
        given = points_of.read(look, unit, words)
        look.require(fatal(unit, layer, given))
        return given

    def offers(look: Look, unit: Unit) -> Iterator[Option]:
        offered = points_of.offers(look, unit)
        return (option for option in offered if fatal(unit, layer, int(option.value)) is None)

    return Correction(layer.value, read, points_of.apply, offers)


def points(layer: Layer) -> Correction[Unit, int]:
    """The points of a pool, up to those of the class, whatever comes of it."""
    return figure(
        layer.value,
        lambda look, unit: (0, look.world.full(unit.code, unit.count).of(layer)),
        lambda look, unit, words, least, most: Refused(
            "POOL", {"what": layer.value, "most": most, "unit": shown(unit.name)}
        ),
        lambda act, unit, points: set_pool(act, unit, layer, points),
    )


def duty_read(look: Look, unit: Unit, words: str) -> str:
    """The system of a PDF, or "" for the main fleet. Refuses NO_DUTY for all but ships, ROUTE_INVALID."""
    if unit.kind is not UnitKind.SHIP or unit.owner == NOBODY:
        look.refuse("NO_DUTY", unit=shown(unit.name))
    return "" if words.strip().casefold() in (*NOBODYS, MAIN.casefold()) else SYSTEM.named(look, words)


def set_duty(act: Act[World, State], unit: Unit, system: str) -> None:
    """The ship, and what its command points are for, belong to that PDF from now on (GCW-PDF-04)."""
    before = unit.duty if act.world.version >= VEILED else UNSET
    act.table.say(DutySet(group_of(act.state, unit.owner, unit.id), system, before), only(unit.owner))


def cell_read(look: Look, unit: Unit, words: str) -> str:
    """A cell of the system where the unit is. Refuses NOT_ON_GRID."""
    cell = cell_for(look, unit.code, words)
    if not unit.system:
        look.refuse("NOT_ON_GRID", unit=shown(unit.name))
    return cell


def stood(world: World, state: State, unit: Unit) -> str | UnsetType:
    """Place of a unit before it is put elsewhere; "" in hyperspace."""
    if world.version < VEILED:
        return UNSET
    place = outermost(state, unit)
    return f"{place.system} {place.cell}".strip()


def set_cell(act: Act[World, State], unit: Unit, cell: str) -> None:
    """The unit stands there from now on."""
    act.table.say(Placed(unit.id, unit.system, cell, stood(act.world, act.state, unit)), hearers(unit.owner))
    shown_at(act.world, act.table, unit)


def value_of(look: Look, values: Mapping[str, V], words: str) -> V:
    """The value that words name. Refuses NO_VALUE."""
    word = words.strip().casefold()
    if word not in values:
        look.refuse("NO_VALUE", name=shown(words), values=", ".join(values))
    return values[word]


YES_OR_NO = {"yes": True, "no": False}
ORIGINS = {origin.value.lower().replace("_", " "): origin for origin in Origin}
"""Where a unit comes from, which decides what it pays when it is scrapped (GCW-SCR)."""


def bonus_read(look: Look, unit: Unit, words: str) -> bool:
    """True if it is to be a bonus unit. Refuses NO_DUTY for all but ships, NO_VALUE."""
    if unit.kind is not UnitKind.SHIP:
        look.refuse("NO_DUTY", unit=shown(unit.name))
    return value_of(look, YES_OR_NO, words)


def set_standing(act: Act[World, State], unit: Unit, *, bonus: bool, origin: Origin) -> None:
    """It counts, and pays, so from now on."""
    before = (unit.bonus, unit.origin) if act.world.version >= VEILED else UNSET
    act.table.say(StandingSet(unit.id, bonus, origin, before), hearers(unit.owner))


CORRECTIONS: tuple[
    Correction[Unit, int] | Correction[Unit, str] | Correction[Unit, bool] | Correction[Unit, Origin], ...
] = (
    *map(pool, Layer),
    Correction("cell", cell_read, set_cell, lambda look, unit: cells_for(look, unit.code)),
    Correction("duty", duty_read, set_duty, lambda look, unit: [*map(Option, (MAIN, *look.world.pack.systems))]),
    Correction(
        "bonus",
        bonus_read,
        lambda act, unit, bonus: set_standing(act, unit, bonus=bonus, origin=unit.origin),
        lambda look, unit: [*map(Option, YES_OR_NO)],
    ),
    Correction(
        "origin",
        lambda look, unit, words: value_of(look, ORIGINS, words),
        lambda act, unit, origin: set_standing(act, unit, bonus=unit.bonus, origin=origin),
        lambda look, unit: [*map(Option, ORIGINS)],
    ),
)
"""What of a unit can be set."""


class SetUnit(ModeratorOrder):
    """Correct a unit: one of its pools, its cell, or the PDF that a ship belongs to."""

    path: ClassVar[str] = f"{GROUP.path} set-unit"
    line: ClassVar[str] = "set unit {unit} of {player} {what} {value}"
    resolves: ClassVar[tuple[str, ...]] = ("player",)
    unit: Annotated[str, UNIT] = Field(description="the unit's name", max_length=60)
    player: Annotated[str, OWNER] = Field(description="whose it is; 'nobody' for nobody's", max_length=40)
    what: Annotated[
        str, Corrected("what", lambda found: CORRECTIONS, lambda name: Refused("NO_VALUE", {"name": name}))
    ] = Field(
        description="shields, armor, systems, hull, cell, duty, bonus or origin",
        pattern="^(shields|armor|systems|hull|cell|duty|bonus|origin)$",
    )
    value: Annotated[str, Setting("a value", "unit", "what")] = Field(
        description="points, a cell, the PDF's system or 'main', yes or no, an origin", max_length=60
    )

    def correct(self, act: Act[World, State]) -> None:
        """Its owner hears what, everybody that a unit was corrected."""
        act.found.what.set(act, act.found.unit, act.found.value)
        act.say(Ruled(T_("A unit was corrected by a moderator.")), EVERYONE)


def units_meant(look: Look, words: str, found: Found) -> list[Unit]:
    """All units of the player on a grid, or those of a list. Refuses NOT_THERE, NO_UNIT."""
    if words.strip().casefold() == "all":
        units = [unit for unit in units_of(look, found) if unit.on_grid]
    else:
        units = [UNIT.named(look, part, found) for part in words.split(",") if part.strip()]
    if not units:
        look.refuse("NO_UNIT", name=shown(words), hint="")
    return units


def hosts(look: Look, found: Found) -> Iterator[Unit]:
    """Units with hangars that others than the player who was named have where craft are put (GCW-LCH-02)."""
    cell, system = written(found.get("cell") or ""), found.get("system")
    for unit in look.known.units.values():
        there = unit.on_grid and unit.system == system and unit.cell == cell
        others = unit.owner not in (found.get("player"), NOBODY)
        if there and others and unit.kind in HOSTS and any(look.world.hangar(unit.code)):
            yield unit


HARBOUR: Noun[Look, Unit] = Noun(
    "another player's ship, platform or facility there",
    hosts,
    lambda unit: (unit.name,),
    owned_label,
    unknown="NO_HANGAR_THERE",
)


class Place(AtCell):
    """Put units of a player into a cell of any system, or as guests into a hangar there."""

    path: ClassVar[str] = f"{GROUP.path} place"
    line: ClassVar[str] = "place {units} of {player} at {system} {cell}[ aboard {host}]"
    resolves: ClassVar[tuple[str, ...]] = ("player", "system", "cell")
    units: Annotated[str, Value("units of a player", units_meant)] = Field(
        description="'all' for all on a grid, or names with commas", max_length=300
    )
    player: Annotated[str, OWNER] = Field(description="whose they are; 'nobody' for nobody's", max_length=40)
    system: Annotated[str, SYSTEM] = Field(description="the system", max_length=60)
    cell: Annotated[str, SPAWN_CELL] = Field(description="the cell, such as C-2", max_length=8)
    host: Annotated[str | None, HARBOUR] = Field(
        None,
        description="another player's, for guests",
        max_length=60,
        exclude_if=lambda host: host is None,  # orders that were recorded before there was one have none
    )

    def correct(self, act: Act[World, State]) -> None:
        """Units appear in a cell, seen as after a move; announced once. Refuses what cannot stand there, IN_TRANSIT."""
        table, world = act.table, act.world
        units: list[Unit] = act.found.units
        host: Unit | None = act.found.host
        cell = ""
        for unit in units:
            cell = cell_for(act.look, unit.code, self.cell)
            if unit.voyage:
                table.refuse("IN_TRANSIT", unit=shown(unit.name), time=T_("its arrival"))
        for before in units:
            if host is not None:
                self._house(act, act.state.units[before.id], host)
                continue
            if before.on_grid and before.system != act.found.system:
                vanished(table, world, before, "moved by a moderator")
            placed = Placed(before.id, act.found.system, cell, stood(world, table.state, before))
            table.say(placed, hearers(before.owner))
            shown_at(world, table, before)
        close_battles(table)
        act.say(Ruled(T_("Units were moved by a moderator.")), EVERYONE)

    @staticmethod
    def _house(act: Act[World, State], unit: Unit, host: Unit) -> None:
        """A craft is a guest, whether the host's owner has granted access or not (GCW-LCH-02). Refuses NOT_GUEST,
        HANGAR_FULL.
        """
        if unit.kind not in CRAFT - {UnitKind.SWARM} or unit.docked == host.id:
            act.refuse("NOT_GUEST", unit=shown(unit.name), host=shown(host.name), player=shown(host.owner))
        if room(act.world, act.table.state, host, unit.kind) < 1:
            act.refuse("HANGAR_FULL", host=shown(host.name))
        if unit.on_grid:
            vanished(act.table, act.world, unit, "moved by a moderator")
        moor(act.table, act.world, unit, host, stood(act.world, act.table.state, unit))


class RemoveUnit(ModeratorOrder):
    """Take a unit out of the campaign."""

    path: ClassVar[str] = f"{GROUP.path} remove"
    line: ClassVar[str] = "remove {unit} of {player}"
    resolves: ClassVar[tuple[str, ...]] = ("player",)
    unit: Annotated[str, UNIT] = Field(description="the unit's name", max_length=60)
    player: Annotated[str, OWNER] = Field(description="whose it is; 'nobody' for nobody's", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """The unit is gone, and its viewers lose their contact."""
        unit: Unit = act.found.unit
        if unit.kind is UnitKind.FACILITY:
            turned_out(act.table, act.world, unit)
        remove(act.table, unit, "removed by a moderator")
        act.say(Ruled(T_("A unit was removed by a moderator.")), EVERYONE)


POOLS_SET, OTHER_POOLS = N_("A moderator set {unit} to {pools}: {status}."), T_("other pools")
POOLS_SET_FROM = N_("A moderator set {unit} from {before} to {pools}: {status}.")


class PoolsSet(Fact[State], frozen=True):
    """A moderator set a unit's pools, and with them its status."""

    decides = True
    makes = UnitsSet("unit", "pools", "status")
    unit: str
    pools: Pools
    status: Status
    before: Pools | UnsetType = UNSET

    def words(self, look: Look) -> Text:
        known = look.known.units.get(self.unit)
        left = OTHER_POOLS
        if known is not None:
            full = look.world.full(known.code, known.count)
            left = pools_words(self.pools, full, known.kind) or OTHER_POOLS
            if self.before is not UNSET:
                before = pools_words(self.before, full, known.kind) or OTHER_POOLS
                status = STATUS_WORDS[self.status]
                return POOLS_SET_FROM(unit=look.name(self.unit), before=before, pools=left, status=status)
        return POOLS_SET(unit=look.name(self.unit), pools=left, status=STATUS_WORDS[self.status])


STANDING, STANDING_BONUS = (
    N_("A moderator set {unit}: its origin is {origin}."),
    N_("A moderator set {unit}: a bonus unit, its origin is {origin}."),
)


class StandingSet(Fact[State], frozen=True):
    """A moderator set whether a unit is a bonus unit, and where it comes from (GCW-CMD-07, GCW-SCR-01)."""

    makes = UnitsSet("unit", "bonus", "origin")
    unit: str
    bonus: bool
    origin: Origin
    before: tuple[bool, Origin] | UnsetType = UNSET

    def words(self, look: Look) -> Text:
        origin = term(self.origin.value.lower().replace("_", " "))
        words = (STANDING_BONUS if self.bonus else STANDING)(unit=look.name(self.unit), origin=origin)
        if self.before is UNSET:
            return words
        bonus, came = self.before
        was = term(came.value.lower().replace("_", " "))
        return with_before(words, N_("a bonus unit, {origin}")(origin=was) if bonus else was)


PUT, IN_HYPERSPACE = N_("A moderator put {unit} at {system} {cell}."), T_("in hyperspace")


class Placed(Fact[State], frozen=True):
    """A moderator put a unit into a cell."""

    decides = True
    makes = UnitsSet("unit", "system", "cell", docked="", inside="", harbour=UNSET, voyage="", exit_until=None)
    unit: str
    system: str
    cell: str
    before: str | UnsetType = UNSET

    def words(self, look: Look) -> Text:
        words = PUT(unit=look.name(self.unit), system=term(self.system), cell=term(self.cell))
        return with_before(words, UNSET if self.before is UNSET else term(self.before) or IN_HYPERSPACE)
