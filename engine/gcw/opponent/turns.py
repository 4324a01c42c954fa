"""Turns of Umpire's units: down to a world that it takes, fire at whoever fights it, and up again.

One line at a time: each is what is most sensible after those that are drafted. Rulebook: GCW-TRN, GCW-MOV, GCW-SCN,
GCW-LCH, GCW-ORB, GCW-CON.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.act import Order
from engine.gcw.acting import FIRED, MOVED, half_over, points_left
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Ring, ScanLayer
from engine.gcw.figures.grid import Grid, Shooter, may_enter, pay
from engine.gcw.opponent.gunnery import bombardments, foes, scored, threat, volleys
from engine.gcw.opponent.side import Side
from engine.gcw.opponent.worlds import fleet, grids, mine, strays, to_be_had
from engine.gcw.people.founded import stands_guard
from engine.gcw.space.craft import aboard, beside
from engine.gcw.state import AGROUND, FIGHTERS, SHIPLIKE, Contact, Unit, UnitKind
from engine.gcw.world import grid_of

LAUNCH, RECALL = "gcw battle launch", "gcw battle recall"
MOVE, SCAN, WITHDRAW = "gcw battle move", "gcw battle scan", "gcw battle withdraw"
NEAR = (Ring.B, Ring.A)
"""From where the ground is scanned, and craft are launched."""


def lines(side: Side) -> Iterator[Order]:
    """Orders that could be drafted next, the most sensible first; `side` is after what it has drafted."""
    look = side.look
    systems = sorted({unit.system for unit in look.own() if unit.on_grid})
    for system in systems:
        enemies = foes(look, system, neutral=False)
        ours = bool(fleet(look, system, UnitKind.SHIP))
        attacked = ours and to_be_had(look, system) and not any(enemy.kind in SHIPLIKE for enemy in enemies)
        targets = foes(look, system, neutral=attacked or mine(look, system))
        yield from retreat(side, system, enemies)
        if attacked:
            yield from descent(side, system, targets)
        elif ours and mine(look, system):
            yield from aftermath(side, system)
        if targets:
            yield from fire(side, system, targets)
        if attacked:
            yield from scans(side, system, targets)


def descent(side: Side, system: str, targets: list[Contact]) -> Iterator[Order]:
    """Ships to low orbit, squadrons to the air above the first Ground Grid where a defender is known, else the first
    that is defended, and a craft that can land to the atmosphere.
    """
    look = side.look
    grid = [*sorted({grid_of(one.cell) for one in targets if grid_of(one.cell)}), *grids(look, system), "G-1"][0]
    low = f"A-{grid[-1]}"
    for ship in fleet(look, system, UnitKind.SHIP):
        yield from way(side, ship, low)
        if look.world.ring(look.known.units[ship.id].cell) in NEAR:
            yield from launches(side, system, ship)
    for craft in fleet(look, system, *FIGHTERS):
        yield from way(side, craft, f"{grid}A")
    for craft in fleet(look, system, UnitKind.AUXILIARY):
        yield from way(side, craft, "ATM")


def launches(side: Side, system: str, ship: Unit) -> Iterator[Order]:
    """The squadrons come out, and one auxiliary that is to land."""
    look = side.look
    craft = aboard(look, ship)
    if any(unit.kind is UnitKind.SQUADRON for unit in craft):
        yield side.order(LAUNCH, ship=ship.name, craft="squadrons")
    auxiliaries = [unit for unit in craft if unit.kind is UnitKind.AUXILIARY]
    if auxiliaries and not fleet(look, system, UnitKind.AUXILIARY) and not stands_guard(look, system):
        yield side.order(LAUNCH, ship=ship.name, craft=auxiliaries[0].name)


def fire(side: Side, system: str, targets: list[Contact]) -> Iterator[Order]:
    """All that bears, unit by unit."""
    look = side.look
    for unit in look.own_at(system):
        if unit.live and half_over(look.use(unit), unit, FIRED) is None:
            if unit.kind is UnitKind.SHIP:
                yield from bombardments(side, unit, targets)
            shooter = look.world.shooter(unit.kind)
            near = [target for target in targets if look.world.grid.fire(unit.cell, target.cell, shooter) is None]
            yield from volleys(side, unit, targets if unit.kind in AGROUND else near)


def retreat(side: Side, system: str, targets: list[Contact]) -> Iterator[Order]:
    """A ship that would not outlast what it has to expect goes home, unless it is there, or its side is stronger."""
    look = side.look
    home = look.known.players[look.viewer].home
    there = fleet(look, system, UnitKind.SHIP)
    theirs = sum(threat(look, ship, targets) for ship in there)
    ours = sum(max((scored(look, one, look.world.mounts_of(one), foe) for foe in targets), default=0) for one in there)
    if system == home or ours >= theirs:
        return
    for ship in there:
        if threat(look, ship, targets) >= ship.pools.total - ship.pools.systems:
            yield side.order(WITHDRAW, units=ship.name, system=home)


def scans(side: Side, system: str, targets: list[Contact]) -> Iterator[Order]:
    """Look for what is on the ground, where nothing is known there (GCW-SCN-11)."""
    look = side.look
    begun = any(scan.system == system and scan.layer is ScanLayer.GROUND for scan in look.known.scans.values())
    if begun or any(grid_of(target.cell) for target in targets):
        return
    for ship in fleet(look, system, UnitKind.SHIP):
        if look.world.ring(ship.cell) in NEAR:
            yield side.order(SCAN, unit=ship.name, mode="active", layer="ground")
            return


def aftermath(side: Side, system: str) -> Iterator[Order]:
    """Of a world that is taken: a craft lands, to build there, and the squadrons come back aboard."""
    look = side.look
    if system in look.known.occupied and not stands_guard(look, system):
        grid = (grids(look, system) or ["G-1"])[0]
        out = fleet(look, system, UnitKind.AUXILIARY) or fleet(look, system, *FIGHTERS)
        for craft in out:
            yield from way(side, craft, f"{grid}S")
        if not out:
            for ship in fleet(look, system, UnitKind.SHIP):
                if look.world.ring(ship.cell) is Ring.A:
                    yield from launches(side, system, ship)
                else:
                    yield from way(side, ship, f"A-{grid[-1]}")
    for ship in fleet(look, system, UnitKind.SHIP):
        for craft in beside(look, ship):
            if not craft.escort and craft.kind is UnitKind.SQUADRON:
                yield side.order(RECALL, ship=ship.name, craft=craft.name)
    homes = [unit for unit in fleet(look, system, UnitKind.SHIP) if look.world.ring(unit.cell) is Ring.A]
    for craft in strays(look, system):
        if homes and craft.cell != homes[0].cell:
            yield from way(side, craft, homes[0].cell)


def way(side: Side, unit: Unit, goal: str) -> Iterator[Order]:
    """As far towards a cell as a unit comes in this turn; nothing where it is there, or cannot move any more."""
    look = side.look
    here, world = unit.cell, look.world
    if here == goal or MOVED in look.use(unit).halves or world.move_points(unit.code) == 0:
        return
    steps, left, spent = list[str](), points_left(look, unit), look.use(unit).spent
    for cell in path(world.grid, here, goal, world.shooter(unit.kind), atmospheric=world.atmospheric(unit.code)):
        cost = world.grid.move(here, cell)
        paid = Code.NO_MP if isinstance(cost, Code) else pay(cost, left, spent=spent)
        if isinstance(paid, Code):
            break
        here, left, spent = cell, paid, True
        steps.append(cell)
    if steps:
        yield side.order(MOVE, unit=unit.name, cells=" ".join(steps))


@lru_cache(maxsize=1024)
def path(grid: Grid, here: str, goal: str, shooter: Shooter, *, atmospheric: bool) -> tuple[str, ...]:
    """The cells of a shortest way, by none that a unit may not enter; none where there is none."""
    reached: dict[str, tuple[str, ...]] = {here: ()}
    edge = [here]
    for cell in edge:  # which grows until all are reached
        for there in grid.neighbours(cell):
            ring = grid.ring_of(there)
            if there not in reached and ring is not None and may_enter(ring, shooter, atmospheric=atmospheric) is None:
                reached[there] = (*reached[cell], there)
                edge.append(there)
    return reached.get(goal, ())
