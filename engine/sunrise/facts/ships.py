"""What can happen to ships: they move, leave and come back, are activated, hurt, lose systems and are repaired."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.facts.changes import ship_changed
from engine.sunrise.figures.board import Point
from engine.sunrise.figures.sheet import System
from engine.sunrise.movement.motion import Pose
from engine.sunrise.state import Stage, State, Status


class Reverenced(Fact[State], frozen=True):
    """Forced Reverance slowed a ship before its order acted (FS-FAC-09)."""

    ship: str
    by: str
    before: int
    velocity: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, velocity=self.velocity)


class Jumped(Fact[State], frozen=True):
    """A Harmonic Drive set a ship down elsewhere; or its jump failed (`place` is None), and it stays (FS-FAC-22)."""

    ship: str
    start: Point
    place: Point | None

    def evolve(self, state: State) -> State:
        if self.place is None:
            return state
        return ship_changed(state, self.ship, place=self.place, last=self.place)


class Moved(Fact[State], frozen=True):
    """A ship moved: its poses after each of the four steps done (FS-MOV-06), its velocity, and what stopped it.

    `start` is where the first leg began, `jumped_from` where a Harmonic Drive lifted it before. `crash` is the terrain
    it ran into (FS-MOV-08); `exit` the point of the edge where it left the board, to be back in turn `due`
    (FS-MOV-12, FS-MOV-13).
    """

    ship: str
    start: Point
    trace: tuple[Pose, ...]
    velocity: int
    jumped_from: Point | None = None
    crash: str = ""
    exit: Point | None = None
    due: int = 0

    @property
    def end(self) -> Pose:
        """Where it ended; at its exit point for a ship that left."""
        return self.trace[-1]

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        end = self.trace[-1]
        left = self.exit is not None
        moved = replace(
            ship,
            status=Status.OFF_BOARD if left else ship.status,
            place=None if left else end.place,
            last=end.place,
            heading=end.heading,
            velocity=self.velocity,
            exit=self.exit,
            due=self.due,
            track=(self.start, *(pose.place for pose in self.trace[1::2])),
            jumped_from=self.jumped_from,
            kineticite=0,
        )
        return replace(state, ships={**state.ships, self.ship: moved})


class Activated(Fact[State], frozen=True):
    """A ship is activated: its weapons are fresh, and nobody else acts until it is done (FS-TURN-06)."""

    ship: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        fresh = replace(ship, activated=True, systems=_unfired(ship.systems), declared=(), volleyed=False, away=())
        return replace(
            state, acting=self.ship, stage=Stage.ACTION, picks=ship.side, ships={**state.ships, self.ship: fresh}
        )


def _unfired(systems: tuple[System, ...]) -> tuple[System, ...]:
    if not any(one.fired for one in systems):
        return systems
    return tuple(replace(one, fired=False) if one.fired else one for one in systems)


class Mended(Fact[State], frozen=True):
    """Pips restored: the crews' ship and system, the die, the pips now, rows filled (FS-HULL-12, FS-UPG-07, -18)."""

    ship: str
    by: str
    system: str
    die: int
    pips: int
    filled: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, pips=self.pips)


class AwayUsed(Fact[State], frozen=True):
    """Away Crews of a ship are out, on another or their own, in this activation (FS-UPG-18)."""

    ship: str
    system: str
    to: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        return state if ship is None else ship_changed(state, self.ship, away=(*ship.away, self.system))


class ActivationOver(Fact[State], frozen=True):
    """The activated ship is done (FS-TURN-07)."""

    ship: str

    def evolve(self, state: State) -> State:
        state = replace(state, acting="")
        return ship_changed(state, self.ship, declared=(), volleyed=False, away=())
