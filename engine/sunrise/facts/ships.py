"""What can happen to ships: they move, leave and come back, are activated, hurt, lose systems and are repaired."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.facts.changes import ship_changed
from engine.sunrise.figures.board import Point
from engine.sunrise.figures.sheet import System
from engine.sunrise.movement.motion import Pose
from engine.sunrise.shooting.chronicle import Blow, broken, dealt, sunk
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


class CameBack(Fact[State], frozen=True):
    """A ship is on the board again, from where it was: outside, Slipspace, or lost and returned in glory.

    FS-MOV-13, FS-FAC-21, FS-FAC-10. `stalled` is the turn in which it takes no orders (0: it does).
    """

    ship: str
    how: Status
    place: Point
    heading: int
    velocity: int
    stalled: int = 0

    def evolve(self, state: State) -> State:
        return ship_changed(
            state,
            self.ship,
            status=Status.DEPLOYED,
            place=self.place,
            last=self.place,
            heading=self.heading,
            velocity=self.velocity,
            exit=None,
            due=0,
            stalled=self.stalled,
            track=(),
            jumped_from=None,
        )


class Rebuilt(Fact[State], frozen=True):
    """A ship that returns in glory is whole again, its Resplendent Returns burnt out (FS-FAC-10)."""

    ship: str
    pips: int
    systems: tuple[System, ...]

    def evolve(self, state: State) -> State:
        return ship_changed(
            state, self.ship, pips=self.pips, systems=self.systems, note=0, kineticite=0, debt=0, overcharge=0
        )


class CoreSet(Fact[State], frozen=True):
    """A Chameleon Core acts as another upgrade from now on, bound to the weapon `on` if need be (FS-FAC-24).

    `pips` and `shields` are the ship's afterwards; `filled` says that the Core has filled a hangar.
    """

    ship: str
    core: str
    copies: str
    on: str
    pips: int
    shields: int
    filled: bool = False

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        systems = tuple(
            replace(one, copies=self.copies, on=self.on, filled=self.filled) if one.id == self.core else one
            for one in ship.systems
        )
        return ship_changed(state, self.ship, systems=systems, pips=self.pips, shields=self.shields)


class Spotted(Fact[State], frozen=True):
    """Target Acquisition Gear of a ship spotted another: missiles need no line of sight to it this turn (FS-UPG-22)."""

    ship: str
    by: str
    system: str

    def evolve(self, state: State) -> State:
        return state if self.ship in state.spotted else replace(state, spotted=(*state.spotted, self.ship))


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


class Damaged(Fact[State], frozen=True):
    """Damage to a ship: raw, what each means ignored, pips marked and left, rows lost, shields left (FS-HULL-03, -06).

    `cause` is "attack", "collision" or "squadron", `by` the ship, the piece of terrain or the squadron.
    """

    ship: str
    cause: str
    by: str
    raw: int
    by_shields: int
    by_plating: int
    by_rugged: int
    marked: int
    pips: int
    rows: int
    shields: int

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        hurt = replace(ship, pips=self.pips, shields=self.shields, note=ship.note + self.marked)
        blow = Blow(
            turn=state.turn,
            cause=self.cause,
            by=self.by,
            target=self.ship,
            raw=self.raw,
            marked=self.marked,
            pips=self.pips,
            rows=self.rows,
        )
        return replace(state, ships={**state.ships, self.ship: hurt}, log=dealt(state.log, blow))


class SystemLost(Fact[State], frozen=True):
    """A system of a ship is destroyed, or loses one of several boxes (FS-HULL-04, FS-FAC-41).

    `cause` is "row", "ballistic" or "haywire". `pips` and `shields` are the ship's afterwards: armor and Shields take
    theirs along (FS-HULL-13, FS-UPG-08).
    """

    ship: str
    system: str
    cause: str
    pips: int
    shields: int

    def evolve(self, state: State) -> State:
        state = _boxes(state, self.ship, self.system, 1, pips=self.pips, shields=self.shields)
        return replace(state, log=broken(state.log, self.ship, self.system))


class SystemRestored(Fact[State], frozen=True):
    """A system of a ship works again, or one of its boxes is clear (FS-HULL-11); `rule` says by what."""

    ship: str
    system: str
    by_rule: str = field(name="rule")
    pips: int

    def evolve(self, state: State) -> State:
        return _boxes(state, self.ship, self.system, -1, pips=self.pips)


def _boxes(state: State, ship: str, system: str, more: int, **fields: object) -> State:
    """The ship with so many more boxes of a system lost, and other fields set."""
    known = state.ships.get(ship)
    if known is None:
        return state
    systems = tuple(
        replace(one, lost=min(one.boxes, max(0, one.lost + more))) if one.id == system else one for one in known.systems
    )
    return ship_changed(state, ship, systems=systems, **fields)


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


class Pushed(Fact[State], frozen=True):
    """Inertial Weaponry changed a ship's velocity (FS-FAC-33)."""

    ship: str
    by: str
    before: int
    velocity: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, velocity=self.velocity)


class ShipLost(Fact[State], frozen=True):
    """A ship is destroyed (FS-HULL-05), and squadrons assigned to it are adrift (FS-SC-19).

    `faces` are its Resplendent Return dice, `returning` says whether it comes back (FS-FAC-10).
    """

    ship: str
    place: Point
    faces: tuple[int, ...] = ()
    returning: bool = False

    def evolve(self, state: State) -> State:
        adrift = {one.id: replace(one, adrift=self.place) for one in state.assigned_to(self.ship)}
        if adrift:
            state = replace(state, squadrons={**state.squadrons, **adrift})
        state = ship_changed(
            state,
            self.ship,
            status=Status.RETURNING if self.returning else Status.DESTROYED,
            place=None,
            exit=None,
            due=0,
            pips=0,
            shields=0,
            velocity=0,
            declared=(),
        )
        return replace(state, log=sunk(state.log, self.ship))


class ActivationOver(Fact[State], frozen=True):
    """The activated ship is done (FS-TURN-07)."""

    ship: str

    def evolve(self, state: State) -> State:
        state = replace(state, acting="")
        return ship_changed(state, self.ship, declared=(), volleyed=False, away=())


class LossOrderSet(Fact[State], frozen=True):
    """The order in which a ship's systems go while its owner does not choose (FS-HULL-04)."""

    ship: str
    order: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, loss_order=self.order)
