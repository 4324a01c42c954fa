"""ComScan sensors: scans ordered, begun, and what they come to after 24 hours. Rulebook: GCW-SCN-01..07, -10..17."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field, model_validator

from engine.clock import DAY, Instant, later
from engine.game import REFEREE, Seat, Table, only
from engine.gcw.acting import able, acted, commit, own, when
from engine.gcw.data.codes import Code
from engine.gcw.facts import Bound, Lost, Recorded, ScanBegan, ScanFailed, ScanFound, ScanHeard, ScanNoticed
from engine.gcw.figures.calendar import turn_opens
from engine.gcw.figures.coverage import ScanLayer, ScanMode, covers
from engine.gcw.figures.damage import Act
from engine.gcw.run import Run
from engine.gcw.sight.contacts import (
    SCAN,
    alias_of,
    former_alias,
    gave_away,
    held_of,
    hidden,
    inside_of,
    strength,
    watchers,
)
from engine.gcw.sight.listening import LAYER_WORDS, reach, turn_key
from engine.gcw.sight.remedies import scannable
from engine.gcw.state import (
    AGROUND,
    CRAFT,
    SHIPLIKE,
    Contact,
    Scan,
    Sighting,
    State,
    Unit,
    UnitKind,
    carried,
)
from engine.gcw.world import World
from engine.orders import Order, Pick
from engine.text.names import shown

TAKES = DAY
"""How long a scan runs, from the T0 of the turn that orders it (GCW-SCN-02, CLK-07)."""

LISTENERS = CRAFT | SHIPLIKE | {UnitKind.FACILITY}
"""What may order a passive scan: no squads, vehicles or heroes (GCW-SCN-03)."""

_TYPED = re.compile(r"(?s)(.+?)\s+(active|passive)\s+(orbit|atmosphere|ground|deep[ _]space)", re.I)


class ComScan(Order):
    """Scan a system for 24 hours: actively, noticed by all who are there, or passively, unnoticed."""

    path: ClassVar[str] = "gcw battle scan"
    line: ClassVar[str] = "scan {unit} {mode} {layer}"
    shows: ClassVar[str] = "preview"
    unit: Annotated[str, Pick("a unit of yours")] = Field(
        description="the unit that scans; or a formation, or names with commas", max_length=200
    )
    mode: Literal["active", "passive"] = Field(description="active: look, and be noticed; passive: listen unnoticed")
    layer: Literal["orbit", "atmosphere", "ground", "deep space"] = Field(description="what is scanned")

    @model_validator(mode="before")
    @classmethod
    def _long_name(cls, values: Mapping[str, object]) -> Mapping[str, object]:
        """A name of several words that stands on a line without quotation marks: the type comes after it."""
        words = [values.get(field) for field in ("unit", "mode", "layer")]
        typed = _TYPED.fullmatch(" ".join(word for word in words if isinstance(word, str)))
        if typed is None:
            return values
        layer = typed[3].casefold().replace("_", " ")
        return {**values, "unit": typed[1], "mode": typed[2].casefold(), "layer": layer}


def may_scan(world: World, unit: Unit, mode: ScanMode) -> bool:
    """Whether a unit has the sensors for a mode, whatever its state (GCW-SCN-03)."""
    if mode is ScanMode.PASSIVE:
        return unit.kind in LISTENERS
    if unit.kind in SHIPLIKE or unit.kind is UnitKind.AUXILIARY:
        return True
    spec = world.spec(unit.code)
    return spec.can_scan or spec.comscan


def starts_at(run: Run) -> Instant:
    """The T0 of the turn being played; in a draft, the earliest at which it can be posted."""
    if run.posted is not None:
        return run.posted
    player = run.state.players.get(run.seat)
    opens = turn_opens(player.last_turn) if player is not None else None
    if player is None or player.last_turn is None or opens is None:
        return run.table.now
    waiting = any(turn.seat == run.seat for turn in run.state.turns.values())
    return player.last_turn if waiting else max(opens, run.table.now)


def scan(run: Run, order: ComScan) -> None:
    """Begin a scan, at the end of the turn (register 0.7). Refuses SCAN_TYPE, SCAN_UNIT, SCAN_ZONE, SCAN_BUSY."""
    table, world = run.table, run.world
    mode, layer = ScanMode(order.mode), ScanLayer(order.layer)
    unit = own(table, run.seat, order.unit)
    if not may_scan(world, unit, mode):
        table.refuse(Code.SCAN_UNIT, unit=shown(unit.name))
    able(run, unit, Act.OTHER)
    cells = covers(world.grid, unit.cell, mode, layer)
    if isinstance(cells, Code):
        table.refuse(cells, fix=scannable(world.grid, unit.cell), cell=unit.cell)
    start = starts_at(run)
    for other in run.state.scans.values():
        if (other.owner, other.unit) == (run.seat, unit.id) and other.due_at > start:
            table.refuse(Code.SCAN_BUSY, unit=shown(unit.name), time=when(other.due_at))
    if mode is ScanMode.ACTIVE:
        commit(run, unit)
    begun = Scan(
        id=run.state.next_id("s", run.seat),
        owner=run.seat,
        unit=unit.id,
        mode=mode,
        layer=layer,
        system=unit.system,
        started_at=start,
        due_at=later(start, TAKES),
    )
    table.say(ScanBegan(begun), only(run.seat))
    if run.real:
        emitted(run, begun, unit)
    else:
        noticed = f"; all who are there learn of it and of {unit.cell}" if mode is ScanMode.ACTIVE else ", unnoticed"
        run.workings.append(
            f"{shown(unit.name)}: {mode} scan of {LAYER_WORDS[layer]} of {unit.system} from {unit.cell}, "
            f"with a result 24 h after the turn is posted{noticed}"
        )


def emitted(run: Run, begun: Scan, unit: Unit) -> None:
    """An active scan gives away where it is made from; out of deep space nothing else (GCW-SCN-04, -15).

    A passive one records what its player has heard since the T0 of the turn (GCW-SCN-08).
    """
    table, world = run.table, run.world
    if begun.mode is ScanMode.ACTIVE:
        acted(run, unit, f"{unit.cell}, scanning actively")
        if hidden(run.state, world, unit.cell):
            table.say(ScanNoticed(unit.system, unit.cell, begun.started_at), only(*watchers(run.state, unit)))
        else:
            gave_away(table, world, unit, SCAN)
        return
    cells = reach(world, run.state, begun)
    since = [
        one
        for one in run.state.signatures.get(turn_key(run.seat), ())
        if one.system == begun.system and one.cell in cells and one.at >= begun.started_at
    ]
    if since:
        table.say(Recorded(begun.id, tuple(since)), REFEREE)


def forget_heard(table: Table[State], seat: Seat) -> None:
    """What a player heard while a turn was provisional is kept for the scans of that turn and no longer."""
    if turn_key(seat) in table.state.signatures:
        table.say(Recorded(turn_key(seat), ()), REFEREE)


def next_result(state: State) -> Instant | None:
    """When the next scan is over (CLK-07)."""
    return min((one.due_at for one in state.scans.values()), default=None)


def end_due(world: World, table: Table[State]) -> None:
    """Every scan whose 24 hours are over, in order of their beginning."""
    for one in sorted(table.state.scans.values(), key=lambda one: (one.due_at, one.started_at, one.owner, one.id)):
        if one.due_at <= table.now:
            complete(world, table, one)


def complete(world: World, table: Table[State], done: Scan) -> None:
    """A scan is over: what it shows now, or has recorded, for its player alone; or why it failed (GCW-SCN-02, -16)."""
    unit = table.state.units.get(done.unit)
    mine = unit is not None and unit.owner == done.owner
    name = unit.name if unit is not None and mine else ""
    cells = reach(world, table.state, done)
    if isinstance(cells, str):
        table.say(ScanFailed(done, name, cells), only(done.owner))
    elif done.mode is ScanMode.PASSIVE:
        listened(world, table, done, name)
    else:
        looked(world, table, done, name, cells)


def listened(world: World, table: Table[State], done: Scan, name: str) -> None:
    """What was recorded: contacts of unknown class that still hold are classified by it (GCW-SCN-07, -08)."""
    heard = table.state.signatures.get(done.id, ())
    contacts = table.state.contacts_of(done.owner)
    classified: dict[str, Contact] = {}
    for one in heard:
        contact = contacts.get(one.alias)
        if contact is not None and not contact.gone and not contact.code:
            pools = world.full(one.code, contact.count)
            classified[one.alias] = replace(contact, kind=one.kind, code=one.code, pools=pools)
    result = ScanHeard(done.id, name, done.owner, done.system, done.layer, heard, tuple(classified.values()))
    table.say(result, only(done.owner))


def looked(world: World, table: Table[State], done: Scan, name: str, cells: frozenset[str]) -> None:
    """What stands in the cells covered becomes contacts; what was known there and is not there is lost (GCW-SCN-04)."""
    viewer = done.owner
    found: dict[str, Contact] = {}
    units: dict[str, str] = {}
    for unit in list(table.state.at(done.system)):
        if unit.owner == viewer or unit.cell not in cells:
            continue
        alias = recognised(table, viewer, unit)
        known = table.state.contacts_of(viewer)
        number = known[alias].number if alias is not None else len({*known, *found}) + 1
        contact = measured(world, table, viewer, unit, number)
        found[contact.alias] = contact
        if alias_of(table.state, viewer, unit.id) is None:
            units[contact.alias] = unit.id
    missing = tuple(
        contact.alias
        for contact in table.state.contacts_of(viewer).values()
        if contact.system == done.system
        and contact.cell in cells
        and not contact.gone
        and contact.alias not in found
        and held_of(table.state, viewer, contact) is None
    )
    cell = table.state.units[done.unit].cell
    opened = done.system not in table.state.scanned.get(viewer, ())
    result = ScanFound(done.id, name, viewer, done.system, done.layer, cell, tuple(found.values()), missing, opened)
    table.say(result, only(viewer))
    for alias, one in units.items():
        table.say(Bound(viewer, alias, one), REFEREE)


def recognised(table: Table[State], viewer: Seat, unit: Unit) -> str | None:
    """The alias of a unit that is found: the one it has; where its name is read, also one under which it was lost."""
    alias = alias_of(table.state, viewer, unit.id)
    former = former_alias(table.state, viewer, unit.id) if unit.kind not in AGROUND else None
    if former is None or alias is None:
        return alias or former
    table.say(Lost(viewer, former, f"it is {alias} now"), only(viewer))
    table.say(Bound(viewer, former, ""), REFEREE)
    return alias


def measured(world: World, table: Table[State], viewer: Seat, unit: Unit, number: int) -> Contact:
    """What an active scan tells of a unit: of ships and craft name, pools and what is aboard; of what stands on the
    ground its type, how many it is and its garrison (GCW-SCN-04).
    """
    state = table.state
    old = state.contacts_of(viewer).get(f"Contact {number}")
    on_ground = unit.kind in AGROUND
    counted = strength(world, unit)
    pools = unit.pools
    if on_ground:
        seen = old.pools if old is not None and unit.kind is not UnitKind.INFANTRY else None
        pools = seen or world.full(unit.code, counted)
    return Contact(
        number=number,
        system=unit.system,
        cell=unit.cell,
        how=Sighting.SCAN,
        at=table.now,
        owner=unit.owner,
        kind=unit.kind,
        code=unit.code,
        name=(old.name if old is not None else "") if on_ground else unit.name,
        status=unit.status,
        pools=pools,
        track=state.tracks.get(unit.id, 0) or (old.track if old is not None else 0),
        count=counted,
        patrol=old is not None and old.patrol and old.cell == unit.cell,
        held=bool(unit.held),
        inside=inside_of(state, viewer, unit),
        measured=table.now,
        aboard=complement(world, state, unit),
    )


def complement(world: World, state: State, unit: Unit) -> dict[UnitKind, int]:
    """What its owner has in a unit, by kind, squads for infantry; the squadrons of a swarm are itself."""
    counts: dict[UnitKind, int] = {}
    if unit.kind is not UnitKind.SWARM:
        for one in carried(state, unit):
            if one.owner == unit.owner:
                number = strength(world, one) if one.kind is UnitKind.INFANTRY else 1
                counts[one.kind] = counts.get(one.kind, 0) + number
    return {kind: counts[kind] for kind in UnitKind if kind in counts}
