"""The checks of a game of False Sunrise, for fuzz and tests: the oracle of knowledge, secrecy, soundness.

What a seat knows is computed here from the referee's state, to compare the fold with; rules never ask it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Checks, Hidden
from engine.played.played_game import PlayedGame
from engine.sunrise.data.units import FactionCode, FleetList, Upgrade
from engine.sunrise.figures.board import terrain_at
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.sheet import bays
from engine.sunrise.fleet.building import FleetOrder, LoadFleet
from engine.sunrise.fleet.lists import fleet_text
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.founding.opening import opening, setups
from engine.sunrise.harm import LossOrder
from engine.sunrise.movement.plotting import ClearPlot, LockOrders, WritePlot, WriteSheet
from engine.sunrise.play import Automatic
from engine.sunrise.state import Plot, Plotted, Ship, Side, Stage, State, Status, ship_changed, side_changed, working
from engine.sunrise.world import World


def strangers(state: State, seat: Seat) -> tuple[Side, ...]:
    """The sides whose secrets a seat does not share."""
    return tuple(side for side in Side if state.seats.get(seat) is not side)


NAMED = re.compile("x[0-9a-f]{8}")
"""Names in fleets that are still hidden: random, so that to find one is no chance. Ids there are none of before."""


def _token(chance: Chance) -> str:
    return f"x{chance.below(16**8):08x}"


def _another(world: World, state: State, ship: Ship, chance: Chance) -> Plotted:
    """Some plot of a ship, with a turn to either side, and with squadrons launched or not."""
    most = world.hull(ship).thrust // 2
    course = min(1, most // 2)
    port = course if chance.one_in(2) else 0
    launch = tuple(squadron.id for squadron in state.held(ship.id) if chance.one_in(2))
    return Plotted(Plot(change=chance.below(most + 1), port=port, starboard=course - port), launch)


def _standing(state: State, side: Side) -> object:
    """A side's standing answers: its automatic questions and its loss orders."""
    return state.of(side).auto, [ship.loss_order for ship in state.fleet(side)]


def _last(state: State, side: Side | None) -> bool:
    """True if everything but this side's lock is locked, or has nothing to lock."""
    if side is None:
        return False
    if state.stage is Stage.FLEETS:
        return state.of(side.other).locked
    return state.of(side.other).lock is not None or not any(True for _ in state.on_board(side.other))


LOST = (Status.DESTROYED, Status.RETURNING)


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
        if any(not 0 <= system.lost <= system.boxes for system in ship.systems):
            yield f"{ship.id} has a system with too many boxes lost (FS-HULL-04)"
        if len(ship.systems) != world.hull(ship).systems:
            yield f"{ship.id} has {len(ship.systems)} systems (FS-TERM-02)"
        if ship.status is Status.OFF_BOARD and (ship.exit is None or ship.due < state.turn):
            yield f"{ship.id} is off the board, due in turn {ship.due} (FS-MOV-13)"


def _squadrons(world: World, state: State) -> Iterator[str]:
    for squadron in state.squadrons.values():
        full = world.craft(squadron).size
        if not 1 <= squadron.size <= full:
            yield f"{squadron.id} has {squadron.size} of {full} craft (FS-SC-01)"
        ship = state.ships.get(squadron.ship)
        if ship is None and squadron.adrift is None:
            yield f"{squadron.id} is nowhere"
        elif ship is not None and squadron.bay and ship.side is not squadron.side:
            yield f"{squadron.id} is docked in an enemy's ship (FS-SC-10)"
        elif squadron.bay and squadron.adrift is not None:
            yield f"{squadron.id} is docked and adrift (FS-SC-19)"
        elif ship is not None and ship.status in LOST and squadron.adrift is None:
            yield f"{squadron.id} is assigned to {ship.id}, which is destroyed (FS-SC-19)"
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


class SunriseChecks(Checks[State]):
    """Checks of every game: what must hold of it, what each seat should know, and set-ups made at once."""

    def as_known(self, state: State, seat: Seat) -> State:
        """The state as that seat knows it.

        Another side's fleet is hidden until both are locked (FS-FRC-06), its plots until they are revealed
        (FS-TURN-03), and what it has answered by default always (FS-HULL-04).
        """
        shown = state.a.locked and state.b.locked
        for side in strangers(state, seat):
            state = side_changed(state, side, auto=())
            for ship in state.fleet(side):
                state = ship_changed(state, ship.id, loss_order=())
            if not shown:
                state = side_changed(state, side, fleet=FleetList("", ()))
            elif state.stage is Stage.ORDERS:
                state = side_changed(state, side, plots={})
        return state

    def faults(self, state: State) -> Iterator[str]:
        """All that is wrong with a referee's state."""
        for faults in (_ships, _squadrons, _turn):
            yield from faults(self.rules.world, state)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        """Orders that bring a game to turn 1."""
        return opening(self.rules.world, setup)

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """Another state that the seat cannot tell from this one: another enemy fleet on the list, or other plots."""
        sides = strangers(state, seat)
        if not sides:
            return None
        side = chance.choice(sides)
        known = state.of(side)
        if state.stage is Stage.FLEETS:
            fleets = [fleet.fleet for fleet in self.rules.world.pack.fleets.values() if fleet.fleet != known.fleet]
            if not known.locked:
                fleets.append(FleetList("", ()))
            return side_changed(state, side, fleet=chance.choice(fleets)) if fleets else None
        if state.stage is Stage.ORDERS:
            plots = dict(known.plots)
            ships = [ship for ship in state.on_board(side) if ship.stalled != state.turn]
            if not ships:
                return None
            ship = chance.choice(ships)
            other = _another(self.rules.world, state, ship, chance)
            if plots.get(ship.id) == other:
                plots.pop(ship.id)
            else:
                plots[ship.id] = other
            return side_changed(state, side, plots=plots)
        return None

    def arrange(self, game: PlayedGame[State], seat: Seat, chance: Chance) -> None:
        """One game in three is begun anew: the other side builds a fleet of random names, and may have locked it."""
        if not chance.one_in(3):
            return
        pack = self.rules.world.pack
        alike = [setup for setup in setups(self.rules.world) if len(setup.seats) == len(game.seats)]
        game.begin(chance.choice(alike), game.now)
        for other in game.seats:
            if other != seat and game.state.seats.get(other) is not None:
                fleet = chance.choice([fleet.fleet for fleet in pack.fleets.values()])
                ships = tuple(replace(ship, name=_token(chance)) for ship in fleet.ships)
                game.obey(other, LoadFleet(text=fleet_text(replace(fleet, name=_token(chance), ships=ships), pack)))
                if chance.one_in(2):
                    game.obey(other, LockFleet())

    def hidden_from(self, state: State, seat: Seat) -> Hidden:
        """The names that `arrange` gave to fleets of strangers, and to their ships, which a seat has not been shown."""
        if state.a.locked and state.b.locked:
            return Hidden()
        fleets = [state.of(side).fleet for side in strangers(state, seat)]
        names = [name for fleet in fleets for name in (fleet.name, *(ship.name for ship in fleet.ships))]
        return Hidden(names=tuple(name for name in names if NAMED.fullmatch(name)))

    def unheard(self, state: State, seat: Seat, author: Seat, order: Order) -> bool:
        """A fleet while it is built, plots until they are shown, and what is answered by default are a side's own.

        FS-FRC-06, FS-TURN-03, FS-HULL-04.
        """
        apart = state.seats.get(seat) != state.seats.get(author)
        kinds = FleetOrder | WritePlot | WriteSheet | ClearPlot | LossOrder
        return apart and (isinstance(order, kinds) or (isinstance(order, Automatic) and state.choice is None))

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """The part of the state that is fairly revealed when a seat gives an order, or (None) when time passes.

        The last lock reveals both sides' fleets or plots, and so does the deadline of the Order phase. What is answered
        by default is seen when it is used: when ships move, in the Weapons phase, and when time is up.
        """
        side = state.seats.get(seat)
        others = [other for other in Side if other is not side]
        if state.stage is Stage.FLEETS:
            last = isinstance(order, LockFleet) and _last(state, side)
            return [state.of(other).fleet for other in others] if last else ()
        if isinstance(order, Automatic | LossOrder) or (order is None and (state.until is None or state.until > upto)):
            return ()
        if state.stage is Stage.ORDERS:
            if order is not None and not (isinstance(order, LockOrders) and _last(state, side)):
                return ()
            return [(state.of(other).plots, _standing(state, other)) for other in others]
        return [_standing(state, other) for other in others]
