"""What a seat cannot know, changed; what it may fairly learn; what it should know. FS-FRC-06, FS-TURN-03.

Two things are hidden in this game: the enemy's fleet until both are locked, and its plots until they are revealed.
"""

from __future__ import annotations

from engine.clock import Instant
from engine.game import Seat
from engine.orders import Order
from engine.played.chance import Chance
from engine.sunrise.checks.knowledge import strangers
from engine.sunrise.data.units import FleetList
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.movement.plotting import LockOrders
from engine.sunrise.state import Plot, Plotted, Ship, Side, Stage, State, side_changed
from engine.sunrise.world import World


def perturb(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """Another state that the seat cannot tell from this one: another enemy fleet on the list, or other plots."""
    sides = strangers(state, seat)
    if not sides:
        return None
    side = chance.choice(sides)
    known = state.of(side)
    if state.stage is Stage.FLEETS:
        fleets = [one.fleet for one in world.pack.fleets.values() if one.fleet != known.fleet]
        if not known.locked:
            fleets.append(FleetList("", ()))
        return side_changed(state, side, fleet=chance.choice(fleets)) if fleets else None
    if state.stage is Stage.ORDERS:
        plots = dict(known.plots)
        ships = [ship for ship in state.on_board(side) if ship.stalled != state.turn]
        if not ships:
            return None
        ship = chance.choice(ships)
        other = _another(world, state, ship, chance)
        if plots.get(ship.id) == other:
            plots.pop(ship.id)
        else:
            plots[ship.id] = other
        return side_changed(state, side, plots=plots)
    return None


def _another(world: World, state: State, ship: Ship, chance: Chance) -> Plotted:
    """Some plot of a ship, with a turn to either side, and with squadrons launched or not."""
    most = world.hull(ship).thrust // 2
    course = min(1, most // 2)
    port = course if chance.one_in(2) else 0
    launch = tuple(one.id for one in state.held(ship.id) if chance.one_in(2))
    return Plotted(Plot(change=chance.below(most + 1), port=port, starboard=course - port), launch)


def reveals(world: World, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
    """What may fairly come out when a seat gives an order, or (None) when time passes: what is then revealed.

    The last lock reveals both sides' fleets or plots, and so does the deadline of the Order phase.
    """
    side = state.seats.get(seat)
    if state.stage is Stage.FLEETS and isinstance(order, LockFleet):
        return [state.of(one).fleet for one in Side if one is not side] if _last(state, side) else ()
    if state.stage is Stage.ORDERS and isinstance(order, LockOrders):
        return [state.of(one).plots for one in Side if one is not side] if _last(state, side) else ()
    if order is None and state.stage is Stage.ORDERS and state.until is not None and state.until <= upto:
        return [state.of(one).plots for one in Side if one is not side]
    return ()


def _last(state: State, side: Side | None) -> bool:
    """Whether everything but this side's lock is locked, or has nothing to lock."""
    if side is None:
        return False
    if state.stage is Stage.FLEETS:
        return state.of(side.other).locked
    return state.of(side.other).lock is not None or not any(True for _ in state.on_board(side.other))
