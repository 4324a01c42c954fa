"""What a game is at one instant: frozen records by id. Register 16.

The referee's state and what a seat knows are of this one type. Everything on the table is open; what a seat does not
have is the other side's fleet before both are locked (FS-FRC-06) and its plots before they are revealed (FS-TURN-03).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from engine.clock import Instant
from engine.game import Seat
from engine.secret import Lock
from engine.sunrise.agenda import Choice, Shot, Task
from engine.sunrise.data.ships import FleetList, Type
from engine.sunrise.data.squadrons import Edition
from engine.sunrise.figures.board import Board, Point
from engine.sunrise.figures.markers import Ending, Side
from engine.sunrise.figures.plot import DRIFT, Plot
from engine.sunrise.figures.setup import BoardEdge
from engine.sunrise.figures.sheet import System
from engine.sunrise.figures.squadrons import Mode
from engine.sunrise.figures.terrain import Piece
from engine.sunrise.shooting.chronicle import Chronicle


class Stage(StrEnum):
    """What the table is at (FS-SET-07, FS-TURN-01): in order, the set-up and the steps of a turn."""

    FLEETS = "fleets"
    """Both sides build their fleets and lock them."""
    TERRAIN = "terrain"
    """Terrain is laid by hand until both sides call for the initiative."""
    MARKERS = "markers"
    EDGE = "edge"
    DEPLOY = "deploy"
    START = "start"
    """Ships that come, Miracle Points, Chameleon Cores, Shields (FS-TURN-02)."""
    ORDERS = "orders"
    MOVEMENT = "movement"
    LAUNCH = "launch"
    """Launches and Target Acquisition Gear (FS-TURN-06)."""
    SQUADRONS = "squadrons"
    PICK = "pick"
    """A side picks the ship that it activates next (FS-TURN-06)."""
    ACTION = "action"
    """The activated ship shoots and works (FS-TURN-07)."""
    END = "end"
    OVER = "over"


SETUP_STAGES = frozenset({Stage.FLEETS, Stage.TERRAIN, Stage.MARKERS, Stage.EDGE, Stage.DEPLOY})

STAGE_CLOCK = {
    Stage.FLEETS: "fleet-lock",
    Stage.TERRAIN: "placing",
    Stage.MARKERS: "placing",
    Stage.EDGE: "placing",
    Stage.DEPLOY: "placing",
    Stage.START: "start",
    Stage.ORDERS: "orders",
    Stage.SQUADRONS: "squadron",
    Stage.PICK: "activation",
    Stage.ACTION: "activation",
    Stage.END: "re-entry",
}
"""The row of the clock by which each stage waits (register 18)."""


class TerrainMode(StrEnum):
    """Where the terrain of a game comes from; a ready-made map is named besides (FS-BRD-05)."""

    MAP = "map"
    RANDOM = "random"
    HAND = "hand"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a game was opened with. `clock` are the minutes that each kind of step waits, 0 for ever (register 18).

    `map` is a ready-made map's code; `pieces` how many circles are drawn at random.
    """

    edition: Edition = Edition.JULY_2024
    board: Board = Board()
    total: int = 20
    goal: int = 15
    factions: bool = True
    terrain: TerrainMode = TerrainMode.MAP
    map: str = ""
    pieces: int = 0
    clock: Mapping[str, int] = {}


class Status(StrEnum):
    """Where a ship is (register 16)."""

    RESERVE = "reserve"
    """Not deployed yet."""
    DEPLOYED = "deployed"
    """On the board."""
    OFF_BOARD = "off-board"
    """Left over an edge, and due back (FS-MOV-13)."""
    SLIPSPACE = "slipspace"
    """Held back (FS-FAC-20)."""
    DESTROYED = "destroyed"
    RETURNING = "returning"
    """Destroyed, and back in the next Start step by Resplendent Return (FS-FAC-10)."""


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """A ship. Its hull is in the data pack by code; `number` is its place on the fleet list, from 1.

    `place` is None unless it is on the board; `last` is where it last was. `exit` and `due` are the point where it left
    the board and the turn in whose End phase it returns (FS-MOV-13). `velocity` is in inches a turn.
    `debt` is thrust that this turn lacks for last turn's overcharge (FS-UPG-17), `overcharge` what it overcharges now.
    `note` counts pips lost since the last Order phase, `kineticite` is what they add to this turn's thrust (FS-FAC-42).
    `stalled` is a turn in which it takes no orders (FS-FAC-21). `declared` are shots aimed but not fired; `volleyed`
    says that this activation's volley is fired; `away` are the Away Crews that worked in it, by system.
    `track` is its path of the last Movement phase, start first; `jumped_from` where a Harmonic Drive lifted it.
    """

    id: str
    number: int
    name: str
    hull: str
    side: Side
    defenses: tuple[str, ...]
    systems: tuple[System, ...]
    pips: int
    shields: int = 0
    status: Status = Status.RESERVE
    place: Point | None = None
    heading: int = 0
    velocity: int = 0
    last: Point | None = None
    exit: Point | None = None
    due: int = 0
    manoeuvred: bool = False
    activated: bool = False
    debt: int = 0
    overcharge: int = 0
    note: int = 0
    kineticite: int = 0
    stalled: int = 0
    declared: tuple[Shot, ...] = ()
    volleyed: bool = False
    away: tuple[str, ...] = ()
    track: tuple[Point, ...] = ()
    jumped_from: Point | None = None
    loss_order: tuple[str, ...] = ()

    @property
    def deployed(self) -> bool:
        """Whether it is on the board."""
        return self.status is Status.DEPLOYED


class Squadron(msgspec.Struct, frozen=True, kw_only=True):
    """A squadron of small craft (FS-SC-01), docked in the bay `bay` of `ship`, or deployed and assigned to `ship`.

    `chosen` is the weapon type a Drone Swarm works on. `since` orders squadrons by when they were assigned. `ordered`
    says that it had its order of this turn, `launched` is the turn in which it was put out. `adrift` is where the ship
    that it was assigned to was lost, until it gets an order (FS-SC-19).
    """

    id: str
    type: str
    side: Side
    size: int
    ship: str
    bay: str = ""
    mode: Mode = Mode.DEFENSIVE
    chosen: Type | None = None
    since: int = 0
    ordered: bool = False
    launched: int = 0
    adrift: Point | None = None

    @property
    def docked(self) -> bool:
        """Whether it sits in a bay."""
        return bool(self.bay)


class Marker(msgspec.Struct, frozen=True):
    """An objective marker and who controls it (FS-WIN-01)."""

    id: str
    place: Point
    side: Side | None = None


class Plotted(msgspec.Struct, frozen=True):
    """A ship's secret order: its plot, and the squadrons that it launches (FS-TURN-03, FS-SC-03)."""

    plot: Plot = DRIFT
    launch: tuple[str, ...] = ()


class SideState(msgspec.Struct, frozen=True, kw_only=True):
    """A side (FS-TERM-04).

    `fleet` is its list, a draft until `locked`; the enemy has it when both are locked. `plots` are by ship and secret
    until revealed. `lock` is there while a fleet, then a turn's plots, are locked and not yet shown. `pool` are Miracle
    Points. `auto` are the choices that are answered for it at once
    by default. `ready`: it called for the initiative roll, or has no more squadrons to order. `late` are the clock's
    steps of this turn that ran out on it.
    """

    side: Side
    fleet: FleetList = FleetList("", ())
    locked: bool = False
    edge: BoardEdge | None = None
    pool: int = 0
    plots: Mapping[str, Plotted] = {}
    lock: Lock | None = None
    score: int = 0
    ready: bool = False
    auto: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    draw_offered: bool = False

    @property
    def faction(self) -> str:
        """The code of its faction, "" for none."""
        return self.fleet.faction


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game.

    `first` has the initiative in turn 1, `initiative` in this turn; `picks` is the side whose pick it is, where sides
    alternate. `until` is when the present wait ends by default; `pause` are the seconds that were left of it when a
    moderator stopped the clock. `acting` is the activated ship, `spotted` those seen by Target Acquisition Gear this
    turn. `choice` is what an owner is asked, `agenda` what happens after it. `dealt` numbers the keys of dice used, and
    `seals` are published since the last of them, to be mixed into the next.
    `assigned` counts assignments of squadrons; `moored` counts squadrons made.
    """

    name: str = ""
    settings: Settings = Settings()
    seats: Mapping[Seat, Side] = {}
    asking: Mapping[Seat, Side] = {}
    """Seats that ask to play for a side which others play already."""
    stage: Stage = Stage.FLEETS
    turn: int = 0
    first: Side | None = None
    initiative: Side | None = None
    picks: Side | None = None
    until: Instant | None = None
    pause: int | None = None
    a: SideState = SideState(side=Side.A)
    b: SideState = SideState(side=Side.B)
    terrain: tuple[Piece, ...] = ()
    markers: tuple[Marker, ...] = ()
    ships: Mapping[str, Ship] = {}
    squadrons: Mapping[str, Squadron] = {}
    spotted: tuple[str, ...] = ()
    acting: str = ""
    choice: Choice | None = None
    agenda: tuple[Task, ...] = ()
    dealt: int = 0
    seals: tuple[str, ...] = ()
    assigned: int = 0
    moored: int = 0
    winner: Ending | None = None
    log: Chronicle = ()
    """Harm done in this turn and the last."""

    @property
    def opened(self) -> bool:
        """Whether its holder has heard of the game at all."""
        return bool(self.settings.clock)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.stage is Stage.OVER

    def of(self, side: Side) -> SideState:
        """A side."""
        return self.a if side is Side.A else self.b

    def fleet(self, side: Side) -> Iterator[Ship]:
        """All ships of a side, lost ones too, in the order of its list."""
        return (ship for ship in self.ships.values() if ship.side is side)

    def on_board(self, side: Side) -> Iterator[Ship]:
        """The ships of a side on the board."""
        return (ship for ship in self.ships.values() if ship.side is side and ship.status is Status.DEPLOYED)

    def crew(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(seat for seat, one in self.seats.items() if one is side)

    def assigned_to(self, ship: str) -> list[Squadron]:
        """The squadrons assigned to a ship, in order of assignment; docked and adrift ones are not."""
        found = [one for one in self.squadrons.values() if one.ship == ship and not one.bay and one.adrift is None]
        if len(found) > 1:
            found.sort(key=_since)
        return found

    def held(self, ship: str, bay: str = "") -> list[Squadron]:
        """The squadrons docked in a ship, or in one of its bays."""
        return [one for one in self.squadrons.values() if one.ship == ship and one.bay and bay in ("", one.bay)]


def _since(squadron: Squadron) -> int:
    return squadron.since
