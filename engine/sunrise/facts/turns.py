"""What happens in a turn up to the end of movement: it begins, orders are written and revealed, ships move."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.board import Point
from engine.sunrise.facts.changes import put, ship_changed, without
from engine.sunrise.markers import Side
from engine.sunrise.motion import Pose
from engine.sunrise.sheet import core_set
from engine.sunrise.state import ShipStatus, State, Written


class TurnBegan(Fact[State], frozen=True):
    """A turn begins: shields are full, notes of the last turn become thrust, debts fall due (FS-TURN-02, FS-FAC-42)."""

    turn: int

    def evolve(self, state: State) -> State:
        ships = {
            key: replace(
                ship, activated=False, manoeuvred=False, spotted=False, takes_orders=True, debt=ship.owes, owes=0,
                kineticite=0,
            )
            for key, ship in state.ships.items()
        }  # fmt: skip
        squadrons = {key: replace(one, ordered=False, launched=False) for key, one in state.squadrons.items()}
        return replace(state, turn=self.turn, ships=ships, squadrons=squadrons, plots={}, log=())


class PoolRolled(Fact[State], frozen=True):
    """A side's Miracle Points for the turn; what was left of the last is gone (FS-FAC-02)."""

    side: Side
    dice: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return replace(state, pools=put(state.pools, self.side, sum(self.dice)))


class PoolSpent(Fact[State], frozen=True):
    """Miracle Points spent, or gained below 0, and for what (FS-FAC-03..07, FS-FAC-12)."""

    side: Side
    points: int
    what: str

    def evolve(self, state: State) -> State:
        return replace(state, pools=put(state.pools, self.side, state.pools.get(self.side, 0) - self.points))


class ShieldsSet(Fact[State], frozen=True):
    """The shield points of ships (FS-UPG-08)."""

    pools: Mapping[str, int]

    def evolve(self, state: State) -> State:
        ships = dict(state.ships)
        for name, pool in self.pools.items():
            if name in ships:
                ships[name] = replace(ships[name], shields=pool)
        return replace(state, ships=ships)


class NotesTurned(Fact[State], frozen=True):
    """Pips lost are thrust of this turn, by ship (FS-FAC-42)."""

    thrust: Mapping[str, int]

    def evolve(self, state: State) -> State:
        ships = dict(state.ships)
        for name, thrust in self.thrust.items():
            if name in ships:
                ships[name] = replace(ships[name], kineticite=thrust, noted=0)
        return replace(state, ships=ships)


class CoreSet(Fact[State], frozen=True):
    """A Chameleon Core acts as what another system of its ship is (FS-FAC-24)."""

    ship: str
    core: str
    target: str
    on: str = ""

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        return ship_changed(state, self.ship, systems=core_set(ship.systems, self.core, self.target, self.on))


class CoreFilled(Fact[State], frozen=True):
    """A Core that acts as a hangar has filled it, once for the game (FS-FAC-24)."""

    place: str

    def evolve(self, state: State) -> State:
        return replace(state, filled=(*state.filled, self.place))


class Placed(Fact[State], frozen=True):
    """A ship is set on the board: deployed, out of Slipspace, back from outside, or returned in glory."""

    ship: str
    place: Point
    heading: int
    velocity: int
    how: str
    takes_orders: bool = True

    def evolve(self, state: State) -> State:
        return replace(
            ship_changed(
                state, self.ship, place=self.place, heading=self.heading, velocity=self.velocity, exit=None, due=0,
                status=ShipStatus.BOARD, takes_orders=self.takes_orders, was_at=None,
            ),
            returning=tuple(one for one in state.returning if one != self.ship),
        )  # fmt: skip


class HeldBack(Fact[State], frozen=True):
    """Ships wait in Slipspace (FS-FAC-20)."""

    ships: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for ship in self.ships:
            state = ship_changed(state, ship, status=ShipStatus.SLIPSPACE)
        return state


class PlotSet(Fact[State], frozen=True):
    """A ship's orders for the turn, for its own side; None: it has none (FS-TURN-03)."""

    ship: str
    written: Written | None

    def evolve(self, state: State) -> State:
        if self.written is None:
            return replace(state, plots=without(state.plots, self.ship))
        return replace(state, plots=put(state.plots, self.ship, self.written))


class SideSealed(Fact[State], frozen=True):
    """A side's orders are sealed, or open again (FS-TURN-03)."""

    side: Side
    sealed: bool = True

    def evolve(self, state: State) -> State:
        passed = tuple(one for one in state.passed if one is not self.side)
        return replace(state, passed=(*passed, self.side) if self.sealed else passed)


class Revealed(Fact[State], frozen=True):
    """All orders are shown, as they are carried out: what had become illegal is cut (FS-TURN-03, FS-MOV-17)."""

    plots: Mapping[str, Written]
    cut: tuple[str, ...] = ()
    """Ships whose orders had to be cut."""

    def evolve(self, state: State) -> State:
        return replace(state, plots=dict(self.plots))


class Reverenced(Fact[State], frozen=True):
    """Ships lose half of their velocity before orders are carried out (FS-FAC-09)."""

    velocities: Mapping[str, int]

    def evolve(self, state: State) -> State:
        for ship, velocity in self.velocities.items():
            state = ship_changed(state, ship, velocity=velocity)
        return state


class Jumped(Fact[State], frozen=True):
    """A ship is lifted and set down by its Harmonic Drives; `failed` says why not (FS-FAC-22)."""

    ship: str
    place: Point
    failed: str = ""

    def evolve(self, state: State) -> State:
        return state if self.failed else ship_changed(state, self.ship, place=self.place)


class ShipMoved(Fact[State], frozen=True):
    """A ship has moved: the poses after each step done, and its velocity (FS-MOV-06)."""

    ship: str
    start: Pose
    trace: tuple[Pose, ...]
    velocity: int
    manoeuvred: bool
    owes: int = 0

    def evolve(self, state: State) -> State:
        end = self.trace[-1] if self.trace else self.start
        return ship_changed(
            state, self.ship, place=end.place, heading=end.heading, velocity=self.velocity,
            manoeuvred=self.manoeuvred, owes=self.owes, was_at=self.start.place,
        )  # fmt: skip


class LeftBoard(Fact[State], frozen=True):
    """A ship is off the board and comes back in the End phase of a turn (FS-MOV-12, -15)."""

    ship: str
    exit: Point
    due: int

    def evolve(self, state: State) -> State:
        return ship_changed(
            state, self.ship, status=ShipStatus.OFF, exit=self.exit, due=self.due, place=None, last=self.exit
        )


class ReturnsDue(Fact[State], frozen=True):
    """Ships come back in this End phase (FS-MOV-13)."""

    ships: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return replace(state, returning=self.ships)
