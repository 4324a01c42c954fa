"""What a game is at one instant: frozen records by id. Register section 16.

The referee's state and what a seat knows are of this one type. A seat's has its own plots until they are revealed, and
its own fleet list until both are locked; all else lies on the table for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from engine.clock import Instant
from engine.game import Seat
from engine.sunrise.board import Board, Point
from engine.sunrise.markers import Ending, Side
from engine.sunrise.plot import Plot
from engine.sunrise.setup import BoardEdge
from engine.sunrise.sheet import System
from engine.sunrise.specs import Edition, FleetList, Type
from engine.sunrise.squadrons import Mode
from engine.sunrise.terrain import Piece


class Phase(StrEnum):
    """Where a game stands: what may be ordered now (FS-SET-07, FS-TURN-01, FS-TURN-06)."""

    FORCES = "force construction"
    MARKERS = "markers"
    EDGE = "edge"
    DEPLOY = "deployment"
    START = "start of the turn"
    ORDERS = "orders"
    SPOT = "target acquisition"
    SQUADRONS = "squadron orders"
    PICK = "activation"
    ACTING = "activated ship"
    RETURN = "re-entry"
    OVER = "over"


class Pace(StrEnum):
    """How long steps wait (register 18)."""

    LIVE = "live"
    POST = "post"


class ShipStatus(StrEnum):
    """Where a ship is (register 16)."""

    WAITING = "not deployed"
    BOARD = "on the board"
    OFF = "off the board"
    SLIPSPACE = "in Slipspace"
    RETURNING = "returning in glory"
    DESTROYED = "destroyed"


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """A ship: a point with a heading (FS-TERM-06). `rows` is its integrity, `pips` what is left of its hull.

    `exit` is where it left the board and `due` the turn in whose End phase it comes back (FS-MOV-12, -13). `debt` is
    what last turn's overcharge costs this turn, `owes` what this turn's costs the next. `noted` are pips lost since the
    last Order phase, `kineticite` the thrust they give now (FS-FAC-42). `last` is where it was before it was lost.
    """

    id: str
    name: str
    side: Side
    hull: str
    rows: int
    thrust: int
    pips: int
    defenses: tuple[str, ...] = ()
    systems: tuple[System, ...] = ()
    status: ShipStatus = ShipStatus.WAITING
    place: Point | None = None
    heading: int = 0
    velocity: int = 0
    exit: Point | None = None
    due: int = 0
    manoeuvred: bool = False
    activated: bool = False
    takes_orders: bool = True
    """False in the turn in which it comes out of Slipspace (FS-FAC-21)."""
    debt: int = 0
    owes: int = 0
    noted: int = 0
    kineticite: int = 0
    shields: int = 0
    spotted: bool = False
    """Missiles need no line of sight to it this turn (FS-UPG-22)."""
    loss_order: tuple[str, ...] = ()
    last: Point | None = None
    was_at: Point | None = None
    """Where it stood before this turn's movement, for the picture of the path."""

    @property
    def on_board(self) -> bool:
        """Whether it is on the table."""
        return self.status is ShipStatus.BOARD


class Squadron(msgspec.Struct, frozen=True, kw_only=True):
    """A squadron (FS-SC-01): docked in the `bay` of the ship `ship`, or deployed and assigned to `ship` in a mode.

    `orphaned` is where the ship it was assigned to was lost (FS-SC-19).
    """

    id: str
    type: str
    name: str
    side: Side
    size: int
    ship: str
    bay: str = ""
    mode: Mode = Mode.DEFENSIVE
    chosen: Type | None = None
    ordered: bool = False
    launched: bool = False
    orphaned: Point | None = None
    assigned: int = 0
    """When it was assigned, as a number that only grows: squadrons of a ship are told in that order (FS-SC-16)."""

    @property
    def docked(self) -> bool:
        """Whether it is inside a hangar."""
        return bool(self.bay)


class Marker(msgspec.Struct, frozen=True):
    """A marker: where it lies and who controls it (FS-WIN-01)."""

    number: int
    place: Point
    holder: Side | None = None


class Written(msgspec.Struct, frozen=True):
    """A ship's orders for a turn: its plot, and the squadrons that it launches (FS-TURN-03, FS-SC-03)."""

    plot: Plot = Plot()
    launches: tuple[str, ...] = ()


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon declared at a target (FS-WPN-08).

    `measured` is the ship that its band is measured from (FS-FAC-23), "" for the shooter. `die` is a bought attack
    die (FS-FAC-04), `braced` what the target bought of defense against this attack (FS-FAC-05).
    """

    weapon: str
    target: str
    measured: str = ""
    die: bool = False
    braced: int = 0


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """An attack whose dice lie on the table: its shot, how many are discarded, the faces, and the rerolls left."""

    shot: Shot
    number: int
    discard: int
    faces: tuple[int, ...]
    left: int
    taken: int = 0


class ChoiceKind(StrEnum):
    """What a player is asked (register 16, pending choice)."""

    LOSS = "system loss"
    REROLL = "reroll"
    REDIRECT = "another target"
    INERTIAL = "inertial"
    PLAGUE = "plague"
    DOGFIGHT = "dogfight"
    REPAIR = "repair crews"
    RESTORE = "restored systems"
    FABRICATOR = "fabricator"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that must be made before anything else happens (FS-HULL-04, FS-WPN-15, FS-SC-16 and others).

    `options` are what may be picked, `count` how many; `of` is the ship, squadron or system that it is about.
    """

    kind: ChoiceKind
    side: Side
    of: str
    options: tuple[str, ...] = ()
    count: int = 1


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """A step of an activation that is still to come (FS-TURN-07): what it is, of which ship, and its particulars."""

    kind: str
    ship: str = ""
    other: str = ""
    number: int = 0
    shot: Shot | None = None
    roll: Roll | None = None
    picks: tuple[str, ...] = ()


class Activation(msgspec.Struct, frozen=True, kw_only=True):
    """A ship's activation (FS-TURN-07): the shots declared so far, attacks made, Away Crews used."""

    ship: str
    shots: tuple[Shot, ...] = ()
    attacks: int = 0
    away: tuple[str, ...] = ()
    ending: bool = False


class Log(msgspec.Struct, frozen=True):
    """An attack of this turn as everybody saw it: for the views, and for the pictures of the turn."""

    attacker: str
    weapon: str
    target: str
    faces: tuple[int, ...]
    damage: int
    marked: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the referee, or as one seat, knows it."""

    name: str = ""
    edition: Edition = Edition.JULY_2024
    board: Board = Board()
    total: int = 20
    goal: int = 15
    factions: bool = True
    pace: Pace = Pace.POST
    paused: bool = False
    map: str = ""
    terrain: tuple[Piece, ...] = ()
    seats: Mapping[Seat, Side] = {}
    lists: Mapping[Side, FleetList] = {}
    """Fleet lists; another side's is unknown until both are locked (FS-FRC-06)."""
    locked: tuple[Side, ...] = ()
    phase: Phase = Phase.FORCES
    turn: int = 0
    first: Side | None = None
    """Who won the initiative roll (FS-SET-01)."""
    to_pick: Side | None = None
    """Whose pick it is, in steps where sides alternate."""
    passed: tuple[Side, ...] = ()
    """Sides that are done with the step: sealed their orders, placed what they may, give no more squadron orders."""
    deadline: Instant | None = None
    edges: Mapping[Side, BoardEdge] = {}
    markers: tuple[Marker, ...] = ()
    ships: Mapping[str, Ship] = {}
    squadrons: Mapping[str, Squadron] = {}
    plots: Mapping[str, Written] = {}
    """Orders of this turn by ship: only a side's own until they are revealed (FS-TURN-03)."""
    scores: Mapping[Side, int] = {Side.A: 0, Side.B: 0}
    pools: Mapping[Side, int] = {}
    """Miracle Points (FS-FAC-02)."""
    spotting: tuple[str, ...] = ()
    """Target Acquisition Gears that may still pick, as "ship/system" (FS-UPG-21)."""
    activation: Activation | None = None
    tasks: tuple[Task, ...] = ()
    """What the bot does next, in order; it stops where a choice is pending."""
    choice: Choice | None = None
    returning: tuple[str, ...] = ()
    """Ships that come back in this End phase and have not been placed (FS-MOV-13)."""
    filled: tuple[str, ...] = ()
    """Chameleon Cores that have filled a hangar, as "ship/system" (FS-FAC-24)."""
    log: tuple[Log, ...] = ()
    drawn: Side | None = None
    """Who offers a draw (FS-WIN-07)."""
    ending: Ending | None = None
    assignments: int = 0
    """How many squadrons were ever assigned."""

    @property
    def initiative(self) -> Side:
        """Who has the initiative in this turn: it passes at the end of each (FS-TURN-09)."""
        first = self.first or Side.A
        return first if self.turn % 2 or not self.turn else first.other

    def side_of(self, seat: Seat | None) -> Side | None:
        """The side of a seat; None for the public and for moderators."""
        return self.seats.get(seat) if seat is not None else None

    def seat_of(self, side: Side) -> Seat | None:
        """The seat of a side."""
        return next((seat for seat, one in self.seats.items() if one is side), None)

    def fleet(self, side: Side) -> Iterator[Ship]:
        """The ships of a side, in the order of its list."""
        return (ship for ship in self.ships.values() if ship.side is side)

    def afloat(self, side: Side | None = None) -> Iterator[Ship]:
        """The ships on the board, of a side or of both."""
        return (ship for ship in self.ships.values() if ship.on_board and side in (None, ship.side))

    def over_ship(self, ship: str) -> list[Squadron]:
        """The squadrons assigned to a ship, in order of assignment."""
        found = [one for one in self.squadrons.values() if one.ship == ship and not one.bay and one.orphaned is None]
        return sorted(found, key=lambda one: one.assigned)

    def docked_in(self, ship: str, system: str = "") -> list[Squadron]:
        """The squadrons in a ship's hangars, or in one of them."""
        return [one for one in self.squadrons.values() if one.ship == ship and one.bay and system in ("", one.bay)]
