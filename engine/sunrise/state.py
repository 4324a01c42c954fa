"""State of a game at one instant: frozen records by id. Register 16.

The referee's state and what a seat knows are of this one type. Everything on the table is open; what a seat does not
have is the other side's fleet before both are locked (FS-FRC-06) and its plots before they are revealed (FS-TURN-03).

The steps of a turn and of an activation are tasks, done from the first to the last; a task that needs a decision stops
them with a `Choice`, whose answer lets them go on. Nothing of that is secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.declared.changes import Writes
from engine.declared.house_rules import HouseRule
from engine.game import Seat
from engine.secret import Lock
from engine.sunrise.chronicle import Chronicle
from engine.sunrise.data.shapes import Board, Piece, Point
from engine.sunrise.data.units import Arc, Edition, FleetList, Type, Upgrade


class Side(StrEnum):
    """The two sides (FS-TERM-04); the first is not better in any rule."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        """The enemy."""
        return Side.B if self is Side.A else Side.A


class Ending(StrEnum):
    """Outcome of a game."""

    A = "A"
    B = "B"
    DRAW = "draw"


class Kind(StrEnum):
    """Kind of a system (FS-TERM-02)."""

    WEAPON = "weapon"
    UPGRADE = "upgrade"
    ENGINES = "engines"
    FIRE_CONTROL = "fire_control"
    BRIDGE = "bridge"


BUILT_IN = (Kind.ENGINES, Kind.FIRE_CONTROL, Kind.BRIDGE)
BUILT_IN_NAMES = {Kind.ENGINES: "Engines", Kind.FIRE_CONTROL: "Fire Control", Kind.BRIDGE: "Control Bridge"}


class System(msgspec.Struct, frozen=True, kw_only=True):
    """A system of a ship (register 16). `id` is unique on the ship: "c1" for its first component, or the built-in.

    `item` is the weapon's or upgrade's code. It works while boxes are left (`lost` < `boxes`). `arcs` are a weapon's;
    `on` is the id of the weapon it is bound to. `copies` is what a Chameleon Core acts as, "" for nothing; `filled`
    says that a Core has filled a hangar. `barred` systems cannot be restored (FS-FAC-10). `fired` is this activation's.
    """

    id: str
    kind: Kind
    item: str = ""
    boxes: int = 1
    lost: int = 0
    fired: bool = False
    arcs: tuple[Arc, ...] = ()
    on: str = ""
    copies: str = ""
    filled: bool = False
    barred: bool = False

    @property
    def works(self) -> bool:
        """True unless it is destroyed (FS-TERM-10)."""
        return self.lost < self.boxes

    @property
    def acts_as(self) -> str:
        """The code whose rules it follows: its own, or what a Core copies (FS-FAC-24)."""
        return self.copies or self.item


Systems = Sequence[System]


def find(systems: Systems, id: str) -> System | None:
    """The system of that id, or None."""
    return next((system for system in systems if system.id == id), None)


class _Works(NamedTuple):
    """Working ones of some systems: copies of each upgrade by its code, the built-ins, and what is bound to weapons."""

    systems: Systems
    copies: Mapping[str, int]
    kinds: Set[Kind]
    bound: Set[tuple[str, str]]


_KNOWN: dict[int, _Works] = {}
"""What was worked out for the systems of ships, by their identity: they are asked far more often than they change."""
MOST_KNOWN = 256


def _works(systems: Systems) -> _Works:
    known = _KNOWN.get(id(systems))
    if known is not None and known.systems is systems:
        return known
    copies: dict[str, int] = {}
    kinds: set[Kind] = set()
    bound: set[tuple[str, str]] = set()
    for system in systems:
        if system.lost < system.boxes:
            kinds.add(system.kind)
            item = system.copies or system.item
            copies[item] = copies.get(item, 0) + 1
            if system.on:
                bound.add((system.on, item))
    found = _Works(systems, copies, kinds, bound)
    if isinstance(systems, tuple):  # a list may change
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[id(systems)] = found
    return found


def working(systems: Systems, upgrade: Upgrade) -> int:
    """Number of working copies of an upgrade, Chameleon Cores that act as it among them (FS-TERM-09, FS-TERM-10)."""
    return _works(systems).copies.get(upgrade, 0)


def acting_as(systems: Systems, upgrade: Upgrade) -> list[System]:
    """The systems that work as an upgrade, Chameleon Cores among them, in sheet order (FS-FAC-24)."""
    return [one for one in systems if one.works and one.acts_as == upgrade] if working(systems, upgrade) else []


def has(systems: Systems, kind: Kind) -> bool:
    """True if a built-in works (FS-TERM-02)."""
    return kind in _works(systems).kinds


class Plot(msgspec.Struct, frozen=True):
    """A ship's movement order (register 17.1): change of velocity, course points to one side, and what it spends.

    `front` swaps the halves; `overcharge` is the thrust borrowed from next turn; `harmonic` the thrust of a jump to
    `landing`; `miracle` how many times thrust is bought.
    """

    change: int = 0
    port: int = 0
    starboard: int = 0
    front: bool = False
    overcharge: int = 0
    harmonic: int = 0
    landing: Point | None = None
    miracle: int = 0

    @property
    def course(self) -> int:
        """Course points spent, on either side."""
        return self.port + self.starboard

    @property
    def hours(self) -> int:
        """Clock hours turned: starboard above 0, port below."""
        return self.starboard - self.port

    @property
    def spent(self) -> int:
        """Thrust that the plot needs (FS-MOV-01)."""
        return abs(self.change) + self.course + self.harmonic

    @property
    def manoeuvres(self) -> bool:
        """True if it counts as a manoeuvre for a ship without its Control Bridge (FS-MOV-16)."""
        return self.change != 0 or self.course != 0


DRIFT = Plot()
"""What a ship without an order does (FS-TURN-04)."""


class Mode(StrEnum):
    """A squadron's task where it is assigned (FS-SC-07)."""

    OFFENSIVE = "offensive"
    DEFENSIVE = "defensive"
    DOCK = "dock"


class BoardEdge(StrEnum):
    """An edge of the board."""

    N = "N"
    S = "S"
    E = "E"
    W = "W"


OPPOSITE = {BoardEdge.N: BoardEdge.S, BoardEdge.S: BoardEdge.N, BoardEdge.E: BoardEdge.W, BoardEdge.W: BoardEdge.E}


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a side: about which ship, by which of its systems (`by`), how many (`count`), among what.

    `kind` names the question (`look.Question`). `options` are ids (of systems, ships, squadrons; "bay:type" for a
    Fabricator), `usual` what is done at the deadline. `target` is the other ship of it, `faces` are the dice of an
    attack that may be rolled again.
    """

    kind: str
    side: Side
    ship: str = ""
    by: str = ""
    target: str = ""
    count: int = 0
    options: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


class Shot(msgspec.Struct, frozen=True):
    """A weapon of the acting ship, by system, and its target (FS-WPN-08).

    `source` is the own ship from which Binding Runes measure, "" for none; `barred` are ships that Holy Sanctuary has
    turned it away from; `blessed` says whether a Miracle die is added, where that was said before it is asked.
    """

    weapon: str
    target: str
    source: str = ""
    barred: tuple[str, ...] = ()
    blessed: bool | msgspec.UnsetType = msgspec.UNSET


class OfShip(msgspec.Struct, frozen=True):
    """A task about a ship."""

    ship: str


class OfSystem(OfShip, frozen=True):
    """A task about a system of a ship."""

    system: str


class BeginTurn(msgspec.Struct, frozen=True, tag="begin-turn"):
    """The next turn begins (FS-TURN-01)."""


class Returning(OfShip, frozen=True, tag="returning"):
    """A ship owed by Resplendent Return is placed (FS-FAC-10)."""


class Arrivals(msgspec.Struct, frozen=True, tag="arrivals"):
    """A side brings ships out of Slipspace (FS-FAC-21)."""

    side: Side


class Miracles(msgspec.Struct, frozen=True, tag="miracles"):
    """The pools of Miracle Points are rolled (FS-FAC-02)."""


class Cores(msgspec.Struct, frozen=True, tag="cores"):
    """A side chooses what its Chameleon Cores are (FS-FAC-24); `done` are those it has chosen for, as "ship/system"."""

    side: Side
    done: tuple[str, ...] = ()


class OpenOrders(msgspec.Struct, frozen=True, tag="open-orders"):
    """Shields are set, and the Order phase begins (FS-TURN-02, FS-TURN-03)."""


class Sail(msgspec.Struct, frozen=True, tag="sail"):
    """Plots have been shown, and ships move (FS-TURN-05)."""

    plots: Mapping[str, Plot]


class Crash(OfShip, frozen=True, tag="crash"):
    """Damage of a collision with a piece of terrain (FS-MOV-08)."""

    damage: int
    piece: str


class Control(msgspec.Struct, frozen=True, tag="control"):
    """Markers change hands; the Movement phase is over (FS-WIN-01)."""


class Launches(msgspec.Struct, frozen=True, tag="launches"):
    """Squadrons are put out (FS-SC-03)."""


class Spotting(OfSystem, frozen=True, tag="spotting"):
    """A Target Acquisition Gear picks a ship (FS-UPG-21)."""


class OpenSquadrons(msgspec.Struct, frozen=True, tag="open-squadrons"):
    """Squadrons are ordered in turn (FS-SC-05); `first` has the next pick, if it can use one; None when it begins."""

    first: Side | None = None


class Orphans(msgspec.Struct, frozen=True, tag="orphans"):
    """Squadrons of lost ships that got no order dock or are destroyed; then ships are activated (FS-SC-19)."""


class NextPick(msgspec.Struct, frozen=True, tag="next-pick"):
    """The next side picks a ship, or the Weapons phase is over (FS-TURN-06); `after` is the side that picked last."""

    after: Side | None = None


class Flak(OfShip, frozen=True, tag="flak"):
    """A ship that is activated shoots at the squadrons around it (FS-UPG-09, FS-DEF-05, FS-UPG-20)."""


class Plague(OfSystem, frozen=True, tag="plague"):
    """A Plague PD strikes (FS-UPG-20)."""


class FreeHand(OfShip, frozen=True, tag="act"):
    """The activated ship has a free hand (FS-TURN-07)."""


class Fire(OfShip, frozen=True, tag="fire"):
    """The activated ship fires what it has declared, or these shots (FS-WPN-08)."""

    shots: tuple[Shot, ...] = ()


class Turn(OfShip, frozen=True, tag="turn"):
    """Shots just declared are looked at for Holy Sanctuary, before any attack dice (FS-FAC-08, FS-WPN-08).

    `shots` are still to be looked at, `done` are those that will be made.
    """

    shots: tuple[Shot, ...]
    done: tuple[Shot, ...] = ()


class Aim(OfShip, frozen=True, tag="aim"):
    """A shot comes up to be made, if its weapon and its target are still there (FS-WPN-14, FS-HULL-07)."""

    shot: Shot


class Ward(OfShip, frozen=True, tag="ward"):
    """Before the dice of a shot: the target's Miracle defense, then the shooter's Miracle die (FS-FAC-04, FS-FAC-05).

    `warded` is the defense bought (-1: not asked yet), `blessed` whether a die was added (None: not asked yet).
    """

    shot: Shot
    warded: int = -1
    blessed: bool | None = None


class Cast(OfShip, frozen=True, tag="cast"):
    """A shot's dice lie on the table, and some may be rolled again (FS-WPN-15).

    `rating` is the target's defense against it, `discard` how many of the highest are taken off; `free` are the
    rerolls left that cost nothing, `rolled` those made.
    """

    shot: Shot
    faces: tuple[int, ...]
    rating: int
    discard: int
    free: int
    rolled: int = 0


class Lose(OfShip, frozen=True, tag="lose"):
    """A ship loses systems of its owner's choice (FS-HULL-04); `cause` is "row", "ballistic" or "haywire"."""

    count: int
    cause: str


class Haywire(OfShip, frozen=True, tag="haywire"):
    """Haywire Missiles are rolled for (FS-FAC-32)."""

    target: str
    weapon: str


class Inertia(OfShip, frozen=True, tag="inertia"):
    """Inertial Weaponry pushes a target by up to so much (FS-FAC-33)."""

    target: str
    most: int


class Clash(OfShip, frozen=True, tag="clash"):
    """A dogfight over a ship (FS-SC-16): sides still to be asked, and foes picked, as pairs of squadrons."""

    sides: tuple[Side, ...]
    picks: tuple[tuple[str, str], ...] = ()


class Craft(OfShip, frozen=True, tag="craft"):
    """A squadron harms the ship that it is assigned to (FS-SC-08)."""

    squadron: str


class Repair(OfSystem, frozen=True, tag="repair"):
    """Repair Crews work at the end of an activation (FS-UPG-07)."""


class Restore(OfShip, frozen=True, tag="restore"):
    """Systems of a ship are restored, of its owner's choice (FS-UPG-07)."""

    count: int


class EndActivation(OfShip, frozen=True, tag="end-activation"):
    """An activation ends (FS-TURN-07): squadrons and crews have their say, and then (`closing`) it is over."""

    closing: bool = False


class Fabricate(msgspec.Struct, frozen=True, tag="fabricate"):
    """Fabricators roll for a squadron that was destroyed (FS-UPG-23); `won` are those that may make it, once rolled.

    Each is "ship/system".
    """

    side: Side
    squadron: str
    craft: str
    won: tuple[str, ...] = ()


class Score(msgspec.Struct, frozen=True, tag="score"):
    """The Points phase (FS-WIN-03, FS-WIN-04)."""


class Reentry(OfShip, frozen=True, tag="reentry"):
    """A ship comes back to the board (FS-MOV-13)."""


class TurnOver(msgspec.Struct, frozen=True, tag="turn-over"):
    """Per-turn notes are cleared, and the next turn begins (FS-TURN-09)."""


Task = (
    BeginTurn
    | Returning
    | Arrivals
    | Miracles
    | Cores
    | OpenOrders
    | Sail
    | Crash
    | Control
    | Launches
    | Spotting
    | OpenSquadrons
    | Orphans
    | NextPick
    | Flak
    | Plague
    | FreeHand
    | Fire
    | Turn
    | Aim
    | Ward
    | Cast
    | Lose
    | Haywire
    | Inertia
    | Clash
    | Craft
    | Repair
    | Restore
    | EndActivation
    | Fabricate
    | Score
    | Reentry
    | TurnOver
)


class Stage(StrEnum):
    """A stage of the game (FS-SET-07, FS-TURN-01): in order, the set-up and the steps of a turn."""

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
    """Source of a game's terrain; a ready-made map is named besides (FS-BRD-05)."""

    MAP = "map"
    RANDOM = "random"
    HAND = "hand"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings that a game was opened with. `clock` are the minutes that each kind of step waits, 0 for ever (register
    18).

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
    """Whereabouts of a ship (register 16)."""

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
    `debt` is thrust that its next order lacks for its last overcharge (FS-UPG-17), `overcharge` what it adds now.
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
        """True if it is on the board."""
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
        """True if it sits in a bay."""
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
    house_rules: Mapping[str, HouseRule] = {}

    @property
    def opened(self) -> bool:
        """True if its holder has heard of the game at all."""
        return bool(self.settings.clock)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
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
        return tuple(seat for seat, played in self.seats.items() if played is side)

    def assigned_to(self, ship: str) -> list[Squadron]:
        """The squadrons assigned to a ship, in order of assignment; docked and adrift ones are not."""
        found = [one for one in self.squadrons.values() if one.ship == ship and not one.bay and one.adrift is None]
        if len(found) > 1:
            found.sort(key=attrgetter("since"))
        return found

    def held(self, ship: str, bay: str = "") -> list[Squadron]:
        """The squadrons docked in a ship, or in one of its bays."""
        return [one for one in self.squadrons.values() if one.ship == ship and one.bay and bay in ("", one.bay)]


def ship_changed(state: State, ship: str, **fields: object) -> State:
    """The state with fields of a ship set."""
    known = state.ships.get(ship)
    if known is None:
        return state
    return replace(state, ships={**state.ships, ship: replace(known, **fields)})


def squadron_changed(state: State, squadron: str, **fields: object) -> State:
    """The state with fields of a squadron set."""
    known = state.squadrons.get(squadron)
    if known is None:
        return state
    return replace(state, squadrons={**state.squadrons, squadron: replace(known, **fields)})


def sent_out(state: State, squadron: str, **fields: object) -> State:
    """The state with fields of a squadron set that is assigned anew, the last of all (FS-SC-07)."""
    number = state.assigned + 1
    return replace(squadron_changed(state, squadron, since=number, **fields), assigned=number)


def side_changed(state: State, side: Side, **fields: object) -> State:
    """The state with fields of a side set."""
    if side is Side.A:
        return replace(state, a=replace(state.a, **fields))
    return replace(state, b=replace(state.b, **fields))


class SideSets(Writes):
    """A change: fields of the fact's `side` are set as `Writes` does those of the state itself."""

    def made(self, state: Any, fact: Any) -> Any:  # of a game of False Sunrise
        """The game's state with what it sets."""
        return side_changed(state, fact.side, **self.values(fact))


def where(ship: Ship) -> Point:
    """Place of a ship on the board."""
    assert ship.place is not None  # ships on the board have a place
    return ship.place


def ordering(state: State, side: Side) -> bool:
    """True if a side has anything to plot: a ship on the board."""
    return any(True for _ in state.on_board(side))


def pickable(state: State, side: Side) -> list[Ship]:
    """The ships of a side that are still to be activated."""
    return [ship for ship in state.on_board(side) if not ship.activated]


def sides_in_order(state: State) -> tuple[Side, Side]:
    """The initiative side, then the other (FS-TURN-06)."""
    first = state.initiative or Side.A
    return first, first.other


def held_back(state: State, side: Side) -> list[Ship]:
    """The ships of a side in Slipspace (FS-FAC-20)."""
    return [ship for ship in state.fleet(side) if ship.status is Status.SLIPSPACE]
