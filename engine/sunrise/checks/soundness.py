"""What must hold of every state, whatever was played (register 16). Found by random games, never by players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sunrise.data.units import FactionCode, Upgrade
from engine.sunrise.figures.board import terrain_at
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.sheet import bays
from engine.sunrise.state import Side, Stage, State, Status, working
from engine.sunrise.world import World

LOST = (Status.DESTROYED, Status.RETURNING)


def unsound(world: World, state: State) -> str | None:
    """The first thing that is wrong with a referee's state; None for a sound one."""
    for faults in (_ships, _squadrons, _turn):
        for fault in faults(world, state):
            return fault
    return None


def _ships(world: World, state: State) -> Iterator[str]:
    board = state.settings.board
    for ship in state.ships.values():
        whole = world.whole(ship)
        if not 0 <= ship.pips <= whole:
            yield f"{ship.id} has {ship.pips} of {whole} pips (FS-HULL-02)"
        if ship.velocity < 0:
            yield f"{ship.id} has velocity {ship.velocity} (FS-TERM-07)"
        if not 0 <= ship.shields <= shield_pool(working(ship.systems, Upgrade.SHIELDS)):
            yield f"{ship.id} has {ship.shields} left in its Shields (FS-UPG-08)"
        if ship.deployed != (ship.place is not None):
            yield f"{ship.id} is {ship.status.value} at {ship.place}"
        if ship.place is not None and not board.holds(ship.place):
            yield f"{ship.id} is at {ship.place}, off the board (FS-BRD-01)"
        if ship.place is not None and terrain_at(state.terrain, ship.place) is not None:
            yield f"{ship.id} is at {ship.place}, inside terrain (FS-BRD-06)"
        if ship.status is Status.RETURNING and ship.pips:
            yield f"{ship.id} is destroyed with {ship.pips} pips (FS-HULL-05)"
        if ship.status in LOST and (ship.declared or ship.exit is not None):
            yield f"{ship.id} is destroyed and still does something (FS-TURN-08)"
        if ship.deployed and not ship.pips:
            yield f"{ship.id} is on the board without pips (FS-HULL-05)"
        if any(not 0 <= one.lost <= one.boxes for one in ship.systems):
            yield f"{ship.id} has a system with too many boxes lost (FS-HULL-04)"
        if len(ship.systems) != world.hull(ship).systems:
            yield f"{ship.id} has {len(ship.systems)} systems (FS-TERM-02)"
        if ship.status is Status.OFF_BOARD and (ship.exit is None or ship.due < state.turn):
            yield f"{ship.id} is off the board, due in turn {ship.due} (FS-MOV-13)"


def _squadrons(world: World, state: State) -> Iterator[str]:
    for one in state.squadrons.values():
        full = world.craft(one).size
        if not 1 <= one.size <= full:
            yield f"{one.id} has {one.size} of {full} craft (FS-SC-01)"
        ship = state.ships.get(one.ship)
        if ship is None and one.adrift is None:
            yield f"{one.id} is nowhere"
        elif ship is not None and one.bay and ship.side is not one.side:
            yield f"{one.id} is docked in an enemy's ship (FS-SC-10)"
        elif one.bay and one.adrift is not None:
            yield f"{one.id} is docked and adrift (FS-SC-19)"
        elif ship is not None and ship.status in LOST and one.adrift is None:
            yield f"{one.id} is assigned to {ship.id}, which is destroyed (FS-SC-19)"
    for ship in state.ships.values():
        for system in ship.systems:
            held = len(state.held(ship.id, system.id))
            if held and held > bays(system, world.pack):
                yield f"{ship.id}/{system.id} holds {held} squadrons (FS-SC-02)"


def _turn(world: World, state: State) -> Iterator[str]:
    acting = state.ships.get(state.acting)
    if (state.stage is Stage.ACTION) != bool(state.acting):
        yield f"at {state.stage.value}, {state.acting or 'nobody'} is activated (FS-TURN-06)"
    if acting is not None and not acting.activated:
        yield f"{acting.id} acts and is not activated (FS-TURN-06)"
    if bool(state.agenda) != (state.choice is not None):
        yield f"{len(state.agenda)} things are to happen, and {'nobody' if state.choice is None else 'one'} is asked"
    running = state.opened and not state.over and state.choice is None
    if running and state.picks is None and state.stage not in (Stage.FLEETS, Stage.ORDERS):
        yield f"the table is at {state.stage.value}, and nobody is to pick"
    for side in Side:
        known = state.of(side)
        if known.pool < 0 or known.score < 0:
            yield f"side {side} has {known.score} points and {known.pool} Miracle Points"
        if known.pool and not world.is_of(state, side, FactionCode.CHILDREN_OF_THE_SUN):
            yield f"side {side} has {known.pool} Miracle Points and is of another faction (FS-FAC-02)"
        for key in known.plots:
            if key in state.ships and state.ships[key].side is not side:
                yield f"side {side} has a plot for {key}, which is the enemy's (FS-TURN-03)"
    for ship in state.ships.values():
        if state.stage is Stage.ORDERS and (ship.activated or ship.manoeuvred or ship.volleyed):
            yield f"{ship.id} acted before it was ordered (FS-TURN-09)"
        if ship.debt and ship.overcharge:
            yield f"{ship.id} overcharges while it pays for the last time (FS-UPG-17)"
