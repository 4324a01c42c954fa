"""Random players of False Sunrise, and games played out through the kernel: for figures, and for the bot to beat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import msgspec

from engine.clock import Instant
from engine.dice.keyed import FixedDice
from engine.game import Ruleset, Seat, Setup, obey, start
from engine.orders import Order
from engine.sunrise.abilities import helm, orderable, targets
from engine.sunrise.craft.smallcraft import PassSquadrons, Squad
from engine.sunrise.data.shapes import INCH, Point, inches
from engine.sunrise.data.units import Type
from engine.sunrise.figures.plot import budget, course_limit
from engine.sunrise.figures.setup import EDGE_GAP, marker_ok
from engine.sunrise.fleet.building import SampleFleet
from engine.sunrise.founding.deploying import DeployRest, TakeEdge
from engine.sunrise.founding.laying import CallInitiative, PlaceMarker
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.movement.plotting import LockOrders, WriteSheet, plot_words
from engine.sunrise.play import Usual
from engine.sunrise.shooting.activation import EndAct, Hold
from engine.sunrise.shooting.aiming import Shoot
from engine.sunrise.state import BoardEdge, Kind, Mode, Plot, Plotted, Ship, Side, Stage, State
from engine.sunrise.world import World

RED, BLUE = Seat("red"), Seat("blue")
BEGINS = Instant(1_767_225_600)
MOST_ORDERS = 5000
"""Orders after which a game is taken to be endless."""

Player = Callable[[State, Seat], Order | None]
"""What a seat does next, from what it knows; None while it has nothing to do."""


class Dicer:
    """Plays whatever is legal, as its dice fall: any plot, any target, any place; what it is asked, as usual."""

    def __init__(self, world: World, seed: str, fleet: str) -> None:
        self.world, self.chance, self.fleet = world, Random(seed), fleet

    def __call__(self, known: State, seat: Seat) -> Order | None:
        """The next order."""
        side = known.seats[seat]
        if known.choice is not None:
            return Usual() if known.choice.side is side else None
        own = known.of(side)
        match known.stage:
            case Stage.FLEETS:
                if own.locked:
                    return None
                return LockFleet() if own.fleet.ships else SampleFleet(fleet=self.fleet)
            case Stage.TERRAIN:
                return None if own.ready else CallInitiative()
            case Stage.ORDERS:
                ships = list(known.on_board(side))
                if own.lock is not None or not ships:
                    return None
                return LockOrders() if own.plots else self._sheet(known, ships)
        return self._pick(known, side) if known.picks is side else None

    def _sheet(self, known: State, ships: list[Ship]) -> Order:
        return WriteSheet(plots="; ".join(f"{ship.id}: {plot_words(self._plotted(known, ship))}" for ship in ships))

    def _plotted(self, known: State, ship: Ship) -> Plotted:
        able, chance = helm(self.world, known, ship, 0), self.chance
        launch = tuple(squadron.id for squadron in known.held(ship.id))
        if not able.may_order:
            return Plotted(launch=launch)
        thrust = budget(able)
        course = chance.randint(0, min(thrust, course_limit(thrust, able.exhausts)))
        left = thrust - course
        change = chance.randint(-min(able.velocity, left), left)
        port = course if chance.randint(0, 1) else 0
        return Plotted(Plot(change=change, port=port, starboard=course - port), launch)

    def _pick(self, known: State, side: Side) -> Order | None:
        match known.stage:
            case Stage.MARKERS:
                return self._marker(known)
            case Stage.EDGE:
                return TakeEdge(edge=self.chance.choice(list(BoardEdge)).value)
            case Stage.DEPLOY:
                return DeployRest()
            case Stage.SQUADRONS:
                return self._squadron(known, side)
            case Stage.PICK:
                return self._ship(known, side)
            case Stage.ACTION:
                return EndAct()
        return None

    def _marker(self, known: State) -> Order:
        board, placed = known.settings.board, [marker.place for marker in known.markers]
        while True:
            across = self.chance.randint(EDGE_GAP // INCH, (board.width - EDGE_GAP) // INCH)
            up = self.chance.randint(EDGE_GAP // INCH, (board.height - EDGE_GAP) // INCH)
            place = Point(across * INCH, up * INCH)
            if marker_ok(board, known.terrain, placed, place) is None:
                return PlaceMarker(x=inches(place.x), y=inches(place.y))

    def _squadron(self, known: State, side: Side) -> Order | None:
        if known.of(side).ready:
            return None
        free, enemies = orderable(self.world, known, side), list(known.on_board(side.other))
        if not free or not enemies or not self.chance.randint(0, 2):
            return PassSquadrons()
        squadron = self.chance.choice(free)
        named = self.chance.choice(list(Type)).value if self.world.craft(squadron).names_type else None
        ship = self.chance.choice(enemies).id
        return Squad(squadron=squadron.id, ship=ship, mode=Mode.OFFENSIVE.value, weapons=named)

    def _ship(self, known: State, side: Side) -> Order:
        ship = self.chance.choice([ship for ship in known.on_board(side) if not ship.activated])
        shots = []
        for system in ship.systems:
            if system.kind is Kind.WEAPON and system.works:
                able = targets(self.world, known, ship, system)
                if able:
                    shots.append(self.chance.choice(able))
        if not shots:
            return Hold(ship=ship.id)
        lines = [f"{shot.weapon} at {shot.target}" + (f" from {shot.source}" if shot.source else "") for shot in shots]
        return Shoot(shots=", ".join(lines), ship=ship.id)


class Played(msgspec.Struct, frozen=True):
    """A game as it ended: the state, how many orders were given, and how many facts were said."""

    state: State
    orders: int
    facts: int


def play_out(
    rules: Ruleset[State], setup: Setup, players: Mapping[Seat, Player], key: bytes, *, open_: bool = False
) -> Played:
    """Play a game to its end; each player sees its own fold, or the referee's state if the game is `open_`.

    Raises RuntimeError where an order is refused, nobody has anything to do, or the game does not end.
    """
    dice = FixedDice(key)
    outcome = start(rules, setup, BEGINS, dice)
    known = dict.fromkeys(players, rules.state())
    orders = facts = 0
    while True:
        facts += len(outcome.said)
        if not open_:
            for said in outcome.said:
                for seat in players:
                    if said.to.includes(seat):
                        known[seat] = said.fact.evolve(known[seat])
        state = outcome.state
        if state.over:
            return Played(state, orders, facts)
        given = _next(players, dict.fromkeys(players, state) if open_ else known)
        if given is None or orders >= MOST_ORDERS:
            raise RuntimeError(f"after {orders} orders, in turn {state.turn} ({state.stage}), nobody goes on")
        seat, order = given
        orders += 1
        knows = dict.fromkeys(players, state) if open_ else known
        outcome = obey(rules, state, seat, order, BEGINS, dice, knows.__getitem__)
        if outcome.refusal is not None:
            raise RuntimeError(f"{seat} was refused {order!r}: {outcome.refusal}")


def _next(players: Mapping[Seat, Player], views: Mapping[Seat, State]) -> tuple[Seat, Order] | None:
    """The first seat that has something to do, and what."""
    for seat, player in players.items():
        order = player(views[seat], seat)
        if order is not None:
            return seat, order
    return None
