"""State of a campaign at one instant: frozen records by id. Register section 5.

The referee's state and what a seat knows are of this one type. A seat's has its own units, the contacts it has made,
and what everybody hears; what it has not heard of is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.clock import Instant
from engine.declared.changes import Puts, Sets, all_of
from engine.declared.house_rules import HouseRule
from engine.game import Seat
from engine.gcw.data.terms import Pools, ScanLayer, ScanMode, Status
from engine.gcw.whereabouts import carry_over, whereabouts

K = TypeVar("K")
V = TypeVar("V")

PUBLIC = Seat("")
"""The viewer that stands for everybody: it has contacts of its own, called tracks."""

NOBODY = Seat("")
"""Owner of what belongs to no player."""

NEUTRAL = Seat("neutral")
"""The defenders of worlds that nobody holds, which Umpire plays: it sees as a player does (GCW-FAC-13)."""


class UnitKind(StrEnum):
    """Kind of a unit, in space and on the ground."""

    SHIP = "ship"
    SQUADRON = "squadron"
    AUXILIARY = "auxiliary"
    SWARM = "swarm"
    PLATFORM = "platform"
    FACILITY = "facility"
    INFANTRY = "infantry"
    VEHICLE = "vehicle"
    AIRSPEEDER = "airspeeder"
    HERO = "hero"
    """A hero ashore; aboard and at home a hero is no unit of its own (GCW-HRO-06)."""


CRAFT = frozenset({UnitKind.SQUADRON, UnitKind.AUXILIARY, UnitKind.SWARM})
"""What flies and fights in its own cell only (GCW-RNG-02)."""

FIGHTERS = frozenset({UnitKind.SQUADRON, UnitKind.SWARM})
"""What counts as a starfighter squadron (GCW-CSP-02, GCW-TIE-01)."""

TROOPS = frozenset({UnitKind.INFANTRY, UnitKind.VEHICLE, UnitKind.AIRSPEEDER})
"""Ground units: carried by ships and auxiliaries, with one pool of hit points (register 0.4)."""

AGROUND = TROOPS | {UnitKind.FACILITY, UnitKind.HERO}
"""What stands on the ground of a planet and fights from there."""

FACILITIES = frozenset({UnitKind.FACILITY, UnitKind.PLATFORM})
"""What stands where it was built, on the ground and in orbit."""

SHIPLIKE = frozenset({UnitKind.SHIP, UnitKind.PLATFORM})
"""What counts as a ship when it is shot at in space (GCW-FAC-12)."""


STANDS_LAST = {UnitKind.PLATFORM: 4, **dict.fromkeys(AGROUND, 5)}
"""Places in lists of a player's units of what does not travel, behind what does."""


def foremost(unit: Unit) -> int:
    """The place of a unit in lists of a player's own: ships of the main fleet, its escorts, ships on PDF duty, what
    else flies, platforms, what stands on the ground.
    """
    if unit.kind is UnitKind.SHIP:
        return 2 if unit.duty else 0
    return 1 if unit.escort and not unit.duty else STANDS_LAST.get(unit.kind, 3)


ACTIVE = Status.ACTIVE
"""What nearly all units are: whoever asks many of them compares with it first."""

UNSEEING = frozenset({Status.DESTROYED, Status.DOOMED, Status.DERELICT})
"""What no longer counts as a live unit, nor sees for its owner."""


class Origin(StrEnum):
    """Origin of a unit (GCW-SCR)."""

    STARTING = "STARTING"
    STOCK = "STOCK"
    SPAWNED = "SPAWNED"
    CAPTURED = "CAPTURED"
    BUILT = "BUILT"
    DISCOVERED = "DISCOVERED"
    GUARD = "GUARD"
    """Stock of the guard force of the Ground Grid where it stands (GCW-RGF-03)."""
    BOUGHT_GUARD = "BOUGHT_GUARD"
    """Of that force, and paid for."""
    BONUS = "BONUS"


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A ship, a craft, a facility, a ground unit. Its specification is in the data pack, by `code`.

    It is on the grid of `system` at `cell`; or inside the unit `docked` (aboard a carrier, its owner's or a friend's;
    garrisoned in a facility; a boarder, in a ship that is not its owner's; a squadron in its swarm); or in hyperspace
    on `voyage`.
    The `code` of a swarm is those of its squadrons joined by "+".
    `group` is the ship whose command points its use counts (GCW-BUR-02): itself for ships and escorts; `group_cp` are
    those points, for they stay in use when the ship is gone (GCW-BUR-03).
    `exit_until` ends the time without movement after leaving hyperspace (GCW-HYX-03).
    """

    id: str
    kind: UnitKind
    code: str
    name: str
    owner: Seat
    pools: Pools
    group: str
    group_cp: int = 0
    system: str = ""
    cell: str = ""
    docked: str = ""
    voyage: str = ""
    status: Status = Status.ACTIVE
    shields_up: bool = False
    silent: bool = False
    """Its shields stay down when a battle opens (GCW-DMG-20)."""
    escort: bool = False
    origin: Origin = Origin.STARTING
    exit_until: Instant | None = None
    count: int = 1
    """Squads that an infantry stack began with; what is left of them follows from its hit points (GCW-G2G-01)."""
    patrol: bool = False
    """It patrols the cell where it stands (GCW-CSP-01, GCW-CAP-01)."""
    crew: int | None = None
    """Hit points left of a ship's crew; None while it is whole (GCW-DMG-15, GCW-BRD-02)."""
    duty: str = ""
    """The system whose PDF it belongs to; "" for the main fleet (GCW-PDF, GCW-BRD-05)."""
    bonus: bool = False
    """A bonus unit, which costs no command points on PDF duty (GCW-CMD-07)."""
    held: Seat = NOBODY
    """The player whose tractor beams control it (GCW-TRC-05, -08)."""
    held_by: tuple[str, ...] = ()
    """What its owner calls the units that hold it: aliases of contacts, or names of units of its own."""
    captured: Instant | None = None
    """When it was captured; None for what never was (GCW-BRD-06)."""
    inside: str = ""
    """Its owner's alias of the facility that infiltrators entered, or of another's ship (GCW-GAR-05, GCW-BRD-01)."""
    boarder: bool = False
    """Whether it came aboard the ship it is in to take it, and did not just stay there (GCW-BRD-01, GCW-DMG-14)."""
    harbour: str | UnsetType = UNSET
    """Its owner's alias of what is another's and has it in its hangar (GCW-LCH-02); left out of what is stored of units
    that are no guests.
    """

    @property
    def on_grid(self) -> bool:
        """True if it stands in a cell."""
        return bool(self.cell)

    @property
    def guest_in(self) -> str:
        """Its owner's alias of another's unit in whose hangar it is; "" for what is no guest (GCW-LCH-02)."""
        return "" if self.harbour is UNSET else self.harbour

    @property
    def guard(self) -> bool:
        """True if it is of the guard force of its Ground Grid, which it does not leave (GCW-RGF-04)."""
        return self.origin in (Origin.GUARD, Origin.BOUGHT_GUARD)

    @property
    def infiltrating(self) -> bool:
        """True if it is inside another's facility (GCW-GAR-05)."""
        return bool(self.inside) and not self.docked

    @property
    def live(self) -> bool:
        """True if it counts: a doomed or derelict unit does not (GCW-DMG-12, register 0.3 battle)."""
        return self.status is ACTIVE or self.status not in UNSEEING


class Sighting(StrEnum):
    """Way in which a contact was made, which decides how long it can be shot at (GCW-SCN-18)."""

    EVENT = "event"
    CELL = "cell"
    FIRE = "fire"
    SCAN = "scan"
    """A completed active scan."""


class Contact(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of somebody else's as one viewer knows it. Unknown things are empty or None.

    `pools` are what may be left at most: the class's full pools less what the viewer saw absorbed.
    `track` is its number in public posts (0: none). `gone` is why there is nothing left to shoot at.
    """

    number: int
    system: str
    cell: str
    how: Sighting
    at: Instant
    owner: Seat = NOBODY
    kind: UnitKind | None = None
    code: str = ""
    name: str = ""
    status: Status = Status.ACTIVE
    pools: Pools | None = None
    track: int = 0
    gone: str = ""
    count: int = 1
    """Squads of an infantry stack."""
    patrol: bool = False
    """Whether it was seen to patrol its cell (GCW-CSP-01)."""
    held: bool = False
    """Whether tractor beams control it, as its viewer was told or saw (GCW-TRC-08)."""
    inside: str = ""
    """The facility it is in: the viewer's alias of it, or the id of a facility of the viewer's own (GCW-GAR-02)."""
    measured: Instant | None = None
    """When an active scan counted what is in it, and took the pools of a ship, craft or platform (GCW-SCN-04)."""
    aboard: Mapping[UnitKind, int] = {}
    """What that scan counted in it, squads for infantry."""
    unwatched: bool = False
    """Whether it could have moved since `at` without its viewer's hearing: nobody of the viewer's was there."""

    @property
    def alias(self) -> str:
        """The viewer's number for it, as orders and facts have it."""
        return f"Contact {self.number}"

    @property
    def label(self) -> str:
        """The name, where it is known, else the alias."""
        return self.name or self.alias

    @property
    def signs(self) -> tuple[str, ...]:
        """In short its number for the viewer, where its name stands before it, and its public number: "C1", "T2"."""
        return spelling(self.number, self.name, self.track).signs

    @property
    def names(self) -> tuple[str, ...]:
        """Names by which orders may call it: by its number, its name, the public number, or all that stands in
        reports.
        """
        return spelling(self.number, self.name, self.track).names

    @property
    def called(self) -> str:
        """Its name as its viewer reads it everywhere: "Liberty (C1, T2)", "Contact 1 (T2)", "Contact 1"."""
        return spelling(self.number, self.name, self.track).called

    def is_called(self, wanted: str) -> bool:
        """True if that is one of its names; `wanted` is casefolded."""
        return wanted in spelling(self.number, self.name, self.track).folded


class Spelling(msgspec.Struct, frozen=True):
    """Spelling of a contact of a number, a name and a public number; `folded` are its names casefolded."""

    signs: tuple[str, ...]
    names: tuple[str, ...]
    called: str
    folded: frozenset[str]


@lru_cache(maxsize=1 << 14)
def spelling(number: int, name: str, track: int) -> Spelling:
    """Spelling of a contact: each line of a turn asks it of all contacts, so it is kept."""
    alias = f"Contact {number}"
    own, public = (f"C{number}",) if name else (), (f"T{track}",) if track else ()
    label, signs = name or alias, own + public
    called = f"{label} ({', '.join(signs)})" if signs else label
    tracks = (f"Track {track}", *public) if track else ()
    names = (alias, *filter(None, (name,)), f"C{number}", *tracks, called)
    return Spelling(signs, names, called, frozenset(map(str.casefold, names)))


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """A craft of another player's in a hangar, as the owner of the `host` knows it: under the name with which it came
    (GCW-LCH-02).
    """

    unit: str
    host: str
    owner: Seat
    name: str
    code: str
    kind: UnitKind


class Binding(msgspec.Struct, frozen=True):
    """Unit that a contact is (the referee's), and whether it has moved unseen since (GCW-SCN-18)."""

    unit: str
    stale: bool = False


class PlayerStatus(StrEnum):
    """Standing of a player in the campaign."""

    SETUP = "SETUP"
    ACTIVE = "ACTIVE"
    ELIMINATED = "ELIMINATED"
    RETIRED = "RETIRED"


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player: faction, home system, treasury in KC, and the last turn's T0 (GCW-TRN-01)."""

    seat: Seat
    faction: str
    home: str
    holder: bool
    joined_at: Instant
    status: PlayerStatus = PlayerStatus.SETUP
    confirmed_at: Instant | None = None
    treasury: int = 0
    credit: int = 0
    last_turn: Instant | None = None


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """Something of a player's being made, or lost stock grown again; done, it lies in dock (GCW-CST, GCW-STK-01).

    `maker` is the facility that makes it, or in whose dock it lies: "" for a facility, and for what lies in open dock.
    `cell` is where a facility is to stand. `to` is where it goes when it is done: a roster, or the id of a unit that
    takes it in. `paid` and `credit` are KC from treasury and facility credit. Of the work `left` seconds are to do
    `since` an instant; None while it stands still.
    """

    id: str
    owner: Seat
    code: str
    name: str
    system: str
    to: str
    origin: Origin
    ordered_at: Instant
    left: int
    since: Instant | None = None
    maker: str = ""
    cell: str = ""
    count: int = 1
    paid: int = 0
    credit: int = 0
    done: bool = False
    pools: Pools | None = None
    """What is left of what came into dock as it was; None for what is new."""

    @property
    def due(self) -> Instant | None:
        """Instant at which it is done; None while it stands still, or once it is."""
        return None if self.since is None or self.done else Instant(self.since + self.left)


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """A ship or escort in reserve, with what is aboard (GCW-RES), by its id; the first of `units` is it.

    While it is `called`, it is being activated for a roster (`to`) and a cell: `left` seconds `since` an instant, None
    while that stands still; with none left it is ready, and waits until it may come.
    """

    id: str
    owner: Seat
    units: tuple[Unit, ...]
    called: bool = False
    to: str = ""
    cell: str = ""
    left: int = 0
    since: Instant | None = None

    @property
    def due(self) -> Instant | None:
        """Instant at which it is ready; None while it stands still, or once it is."""
        return None if self.since is None else Instant(self.since + self.left)


class Why(StrEnum):
    """Purpose for which a player's money came or went."""

    START = "START"
    BASE = "BASE"
    SOURCE = "SOURCE"
    """Industrial output (GCW-ACT-03)."""
    NETWORK = "NETWORK"
    BUILD = "BUILD"
    REFUND = "REFUND"
    EXCHANGE = "EXCHANGE"
    SCRAP = "SCRAP"
    MODERATOR = "MODERATOR"
    HERO = "HERO"
    """A level of a hero's, or what a hero earns (GCW-HRO-02)."""
    TRAINING = "TRAINING"
    MISSION = "MISSION"
    REWARD = "REWARD"
    FLASHPOINT = "FLASHPOINT"


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a player's ledger: KC that came, or (below 0) went, for what, and whether of the facility credit."""

    at: Instant
    why: Why
    amount: int
    about: str = ""
    credit: bool = False


class Hero(msgspec.Struct, frozen=True, kw_only=True):
    """A player's character (GCW-HRO); it is with the unit `aboard`, else at the player's home."""

    id: str
    owner: Seat
    name: str
    klass: str
    level: int = 1
    aboard: str = ""
    alive: bool = True
    wounds: int = 0
    """Hit points it lost ashore, which it lacks when it goes ashore again."""
    inside: str = ""
    """Its owner's alias of the ship of another's in which it is with boarders (GCW-BRD-01)."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A posted turn (GCW-TRN): its lines and story are its author's alone until it is final."""

    id: int
    seat: Seat
    posted: Instant
    pressed: Instant | None = None
    lines: tuple[str, ...] = ()
    story: str = ""
    edits: int = 0
    recovered: bool = False
    """Its actions are in the draft again, to be changed."""


class Voyage(msgspec.Struct, frozen=True, kw_only=True):
    """Units in hyperspace (GCW-GAL-05).

    `units` are the owner's, those in tow among them; `towed` are its aliases of other players' units in its beams,
    which have the voyage's id, too (GCW-TRC-07).
    """

    id: str
    owner: Seat
    units: tuple[str, ...]
    origin: str
    destination: str
    entered_at: Instant
    due_at: Instant
    exit_cell: str
    towed: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A hyperspace entry that waits for turns posted before it (GCW-TRN-05)."""

    id: str
    owner: Seat
    units: tuple[str, ...]
    path: tuple[str, ...]
    exit_cell: str
    ordered_at: Instant


class Tiding(msgspec.Struct, frozen=True, kw_only=True):
    """News on its way to a player: a fleet of another's left a system, or platforms call for help (GCW-COM-05, -06)."""

    id: str
    seat: Seat
    to: Seat
    system: str
    left_at: Instant
    due_at: Instant
    distress: bool = False


class Training(msgspec.Struct, frozen=True, kw_only=True):
    """A hero in training, who has an id only when it is over (GCW-HRO-04)."""

    hero: Hero
    due_at: Instant


class Quest(msgspec.Struct, frozen=True, kw_only=True):
    """A mission under way: at which milestone (from 0), how much of it is done, and at which systems (GCW-MIS-04)."""

    mission: str
    hero: str
    step: int = 0
    count: int = 0
    marks: tuple[str, ...] = ()


class Flash(msgspec.Struct, frozen=True, kw_only=True):
    """A flashpoint that was announced: when it may be joined, and who has (GCW-FLP-01)."""

    code: str
    system: str
    opens_at: Instant
    closes_at: Instant
    participants: tuple[Seat, ...] = ()
    opened: bool = False
    shut: bool = False


class Cast(msgspec.Struct, frozen=True, kw_only=True):
    """The units of a flashpoint, which are the defenders' that Umpire plays, and when a moderator last ran them: the
    referee's alone (GCW-FLP-01).
    """

    code: str
    units: tuple[str, ...]
    ran_at: Instant | None = None


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Units or facilities in one system that a player offers to surrender to another, until an instant (GCW-CON-08)."""

    id: str
    seat: Seat
    to: Seat
    system: str
    units: tuple[str, ...]
    names: tuple[str, ...]
    until: Instant


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """News on its way to a player: what another ordered to be made, and how many (GCW-COM-03)."""

    id: str
    seat: Seat
    to: Seat
    code: str
    count: int
    at: Instant
    due_at: Instant


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A message of a player's on its way to another; a general one goes galaxy-wide (GCW-COM-01, -02)."""

    id: str
    seat: Seat
    to: Seat
    text: str
    at: Instant
    due_at: Instant
    general: bool = False


class Force(msgspec.Struct, frozen=True, kw_only=True):
    """The ground units of an attacking player in one Ground Grid, for its fatigue clock (GCW-FTG).

    `absent_since` is when the last of them left; `paused` are the seconds its clock stood still so far, and
    `paused_since` when it stopped (GCW-FTG-06); `led` the days by which a hero there puts it off (GCW-HRO-01).
    """

    seat: Seat
    system: str
    grid: str
    landed_at: Instant
    absent_since: Instant | None = None
    paused: int = 0
    paused_since: Instant | None = None
    ever_at_ceiling: bool = False
    fatigued: bool = False
    led: int = 0


class Scan(msgspec.Struct, frozen=True, kw_only=True):
    """A scan under way, since the T0 of the turn that ordered it (GCW-SCN-01, -02)."""

    id: str
    owner: Seat
    unit: str
    mode: ScanMode
    layer: ScanLayer
    system: str
    started_at: Instant
    due_at: Instant


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """An act that gave a unit away, as a passive scan may record it: with its class (GCW-SCN-07, -08)."""

    alias: str
    act: str
    system: str
    cell: str
    at: Instant
    kind: UnitKind
    code: str


class Pod(msgspec.Struct, frozen=True, kw_only=True):
    """Escape pods with a crew, on their way to a Ground Grid (GCW-DMG-14, CLK-21)."""

    id: str
    owner: Seat
    system: str
    cell: str
    code: str
    hp: int
    name: str


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """Tractor beams of one player on one unit (GCW-TRC-06, -10): projectors by projecting unit, and metres held.

    `target` is the holder's alias of the contact it holds, or the id of a unit of the holder's own. `controlled` is
    whether the metres are more than its length; one that does not control ends with the turn that made it.
    """

    target: str
    seat: Seat
    beams: Mapping[str, int]
    metres: int = 0
    controlled: bool = False


class Mending(msgspec.Struct, frozen=True, kw_only=True):
    """Pools that are being restored: since when, from which points, and how many whole hours have been credited.

    What is there after so many hours is computed from the points at `since`, so that rounding never adds up; an hour
    that is not completed is lost with the mending (GCW-REP-02, -09). `since` may lie ahead (GCW-BRD-06).
    """

    since: Instant
    pools: Pools
    hours: int = 0


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """A unit being repaired (GCW-REP): its shields, and its other pools, each with a time of its own.

    `owner` is whose it was when it began, who hears when it is over. `order` are the layers of a ship in dock, in the
    order in which they are repaired, one an hour (GCW-REP-04).
    """

    unit: str
    owner: Seat
    shields: Mending | None = None
    body: Mending | None = None
    order: tuple[str, ...] = ()


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A player's wish for ships that are captured: where they go, and which ships make room (GCW-BRD-05)."""

    to: str
    moves: tuple[str, ...] = ()


CREW = "crew"


class Foes(msgspec.Struct, frozen=True, kw_only=True):
    """Foes of a player inside a ship, its own (by id) or another's (by alias), as far as it knows: hit points left
    at most of the crew (`CREW`), and of all squads and heroes of a class, by its code (GCW-BRD-02)."""

    seat: Seat
    ship: str
    points: Mapping[str, int]


class Shot(msgspec.Struct, frozen=True):
    """Public record of one unit's fire at another through one channel in a turn: by public numbers (0: none).

    `owner` is the target's. `cell` is where the target was lost, "" where it was not.
    """

    by: int
    track: int
    owner: Seat
    channel: str
    damage: int
    status: Status
    cell: str = ""


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """An open battle: its parties, and the groups each has committed with their command points (GCW-BUR)."""

    id: int
    system: str
    opened_at: Instant
    parties: tuple[Seat, ...]
    committed: Mapping[str, int] = {}
    """Group to command points."""
    losses: tuple[str, ...] = ()
    """What was lost in it, in words that everybody may read."""
    captures: tuple[str, ...] = ()
    derelicts: tuple[str, ...] = ()
    taken: Mapping[Seat, tuple[str, ...]] = {}
    """What units of each party took since its last turn, as everybody may read it (GCW-PST-04)."""
    author: Seat = NOBODY
    shots: tuple[Shot, ...] = ()
    """Whose turn was told last, and who fired at whom in it."""


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A system in conflict (GCW-CON): since when, with which players in it, and since when nothing hostile is there.

    As a player is told of it, `parties` has that player alone, or nobody.
    """

    system: str
    since: Instant
    parties: tuple[Seat, ...] = ()
    clear_since: Instant | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign as the referee, or as one seat, knows it."""

    name: str = ""
    opened_at: Instant | None = None
    paid_upto: Instant | None = None
    ahead: int = 0
    """Seconds that the calendar is ahead of the campaign's clock, which was moved back or stood still so long."""
    dated_from: Instant = Instant(0)
    """The time of the calendar when that was last so: Action Days before it that were not paid are passed over."""
    switches: Mapping[str, str] = {}
    ruled: Mapping[str, Instant] = {}
    """Since when switches that moderators ruled on are so; from version 8 on."""
    house_rules: Mapping[str, HouseRule] = {}
    homes: Mapping[Seat, str] = {}
    """Home systems that moderators assigned (GCW-SET-06)."""
    players: Mapping[Seat, Player] = {}
    ledger: Mapping[Seat, tuple[Booking, ...]] = {}
    """All that came and went of a player's money, from version 3 on: a balance is its sum."""
    works: Mapping[str, Work] = {}
    """What is being made, and what lies in dock, by id."""
    reserve: Mapping[str, Stored] = {}
    heroes: Mapping[str, Hero] = {}
    units: Mapping[str, Unit] = {}
    guests: Mapping[str, Guest] = {}
    """Craft in hangars of players whose they are not, by id (GCW-LCH-02)."""
    owners: Mapping[str, Seat] = {}
    """Systems that a player owns."""
    defended: tuple[str, ...] = ()
    """Worlds whose own defenders have been put in their places: the referee's alone (GCW-FAC-13, -14)."""
    occupied: Mapping[str, tuple[Seat, ...]] = {}
    """Worlds that players occupy, which pay nobody until one of them has claimed it (GCW-CON-06)."""
    trainings: Mapping[Seat, Training] = {}
    missions: Mapping[Seat, Quest] = {}
    """Missions under way, one of each player's at most (GCW-MIS-03)."""
    missions_shut: tuple[str, ...] = ()
    """Missions that a player may not start, as "player/mission" (GCW-MIS-02)."""
    flashpoints: Mapping[str, Flash] = {}
    """Flashpoints that are announced and not closed yet, by code (GCW-FLP-01)."""
    casts: Mapping[str, Cast] = {}
    """Units of flashpoints, by the code of each."""
    offers: Mapping[str, Offer] = {}
    """Offers to surrender, by id (GCW-CON-08)."""
    felled: tuple[tuple[str, Seat], ...] = ()
    """What of Coruscant's keystones was destroyed, and by whom, in order (GCW-VIC-01)."""
    over_at: Instant | None = None
    """Since when the campaign is over, and stands still; None while it runs (GCW-VIC-01)."""
    winner: Seat = NOBODY
    ends_at: Instant | None = None
    """The campaign's last day, if it has one (GCW-VIC-02)."""
    access: tuple[tuple[Seat, Seat], ...] = ()
    """(who granted it, to whom): friendly one way (GCW-GEN-04)."""
    hostile: tuple[tuple[Seat, Seat], ...] = ()
    """(who is hostile, to whom); two are hostile while either is."""
    peace: tuple[tuple[Seat, Seat], ...] = ()
    """(who has ordered peace, with whom) while the two are hostile (GCW-GEN-04)."""
    scanned: Mapping[Seat, tuple[str, ...]] = {}
    """Systems in which a player has completed an active scan (GCW-HYX-02)."""
    drafts: Mapping[Seat, tuple[str, ...]] = {}
    formations: Mapping[Seat, Mapping[str, tuple[str, ...]]] = {}
    """Units that go by one name in their player's orders, by that name."""
    turns: Mapping[str, Turn] = {}
    """Provisional turns by id."""
    told: Mapping[str, Seat] = {}
    """Turns that are final, by id: whose story can still be changed (GCW-TRN-03)."""
    entries: Mapping[str, Entry] = {}
    foiled: Mapping[str, Instant] = {}
    """By "player/system": when an entry into hyperspace last did not come about there."""
    voyages: Mapping[str, Voyage] = {}
    tidings: Mapping[str, Tiding] = {}
    """News on its way: the referee's alone."""
    announced: Mapping[str, Announced] = {}
    letters: Mapping[str, Letter] = {}
    """Messages on their way: the referee's alone."""
    battles: Mapping[str, Battle] = {}
    """Open battles by system."""
    quiet_since: Mapping[str, Instant] = {}
    """When the last battle in a system was over; its conflict is for 24 hours more (GCW-CON-05)."""
    contested: Mapping[str, Instant | None] = {}
    """By "player/system": since when no foes are any more in a conflict where the player has captured ships; None while
    they are (GCW-CON-05)."""
    conflicts: Mapping[str, Conflict] = {}
    """By "player/system", as players were told of them; by "/system", as the referee knows them (GCW-CON-01)."""
    forces: Mapping[str, Force] = {}
    """By "player/system/grid"."""
    bombarded: Mapping[str, Instant] = {}
    """Ground Grids under the effects of orbital bombardment, by "system/G-n": until when (GCW-ORB-05, -06)."""
    scans: Mapping[str, Scan] = {}
    signatures: Mapping[str, tuple[Signature, ...]] = {}
    """What passive scans have recorded, by scan, and what the player of a provisional turn has heard since its T0, by
    "turn/player": the referee's alone (GCW-SCN-08)."""
    pods: Mapping[str, Pod] = {}
    dealt: Mapping[str, Pools] = {}
    """What a viewer's volleys took from a contact while its class was not known, by "viewer/alias": it counts once the
    class is."""
    holds: Mapping[str, Hold] = {}
    """Tractor holds by "player/target": several players may hold one unit, and do not pool (GCW-TRC-06)."""
    repairs: Mapping[str, Repair] = {}
    """By unit."""
    foes: Mapping[str, Foes] = {}
    """By "player/ship" (GCW-BRD-02)."""
    presets: Mapping[Seat, Preset] = {}
    """What players want done with ships they capture (GCW-BRD-05)."""
    contacts: Mapping[Seat, Mapping[str, Contact]] = {}
    """By viewer and alias."""
    bindings: Mapping[Seat, Mapping[str, Binding]] = {}
    tracks: Mapping[str, int] = {}
    """Public track numbers of units (of a seat's own units, in what a seat knows)."""
    last_ids: Mapping[Seat, int] = {}
    """The last number given to something of each player's: counted apart, so that nobody's tells of others' (SCN)."""
    last_turn: int = 0
    last_battle: int = 0
    last_tiding: int = 0
    last_track: int = 0
    """The last numbers given, so that none is given twice; a seat's knowledge has those it has heard of."""

    def next_id(self, kind: str, owner: Seat, ahead: int = 1) -> str:
        """A new id for something of a player's: "u-red-3"."""
        return f"{kind}-{owner}-{self.last_ids.get(owner, 0) + ahead}"

    def of(self, seat: Seat) -> Iterator[Unit]:
        """The units of a player."""
        return map(self.units.__getitem__, whereabouts(self.units).owned.get(seat, ()))

    def at(self, system: str) -> Iterator[Unit]:
        """The units on the grid of a system. A fleet that is still being set up is not there yet (GCW-SET-02)."""
        there = map(self.units.__getitem__, whereabouts(self.units).standing.get(system, ()))
        coming = self.coming()
        return (unit for unit in there if unit.owner not in coming) if coming else there

    def coming(self) -> frozenset[Seat]:
        """The players whose fleets are still being set up."""
        return frozenset(player.seat for player in self.players.values() if player.status is PlayerStatus.SETUP)

    def fights(self, seat: Seat, system: str) -> bool:
        """True if a player is a party to the open battle of a system (register 0.3)."""
        battle = self.battles.get(system)
        return battle is not None and seat in battle.parties

    def contacts_of(self, viewer: Seat) -> Mapping[str, Contact]:
        """Contacts of a viewer, by alias."""
        return self.contacts.get(viewer, {})

    def are_hostile(self, seat: Seat, other: Seat) -> bool:
        """True if two players are hostile: one of them declared it, or acted so (register 0.3, GCW-GEN-04)."""
        return (seat, other) in self.hostile or (other, seat) in self.hostile


def eyes(state: State, system: str) -> Mapping[Seat, frozenset[str]]:
    """The players with a unit on the grid of a system that can see, in alphabetical order, and the places they see
    (GCW-SCN-08): cells, and whole Ground Grids.
    """
    found = whereabouts(state.units).eyes.get(system, {})
    coming = state.coming()
    if coming and not coming.isdisjoint(found):
        return {seat: spots for seat, spots in found.items() if seat not in coming}
    return found


def carried(state: State, unit: Unit) -> list[Unit]:
    """Units docked in a unit, in order of id."""
    return [state.units[key] for key in whereabouts(state.units).docked.get(unit.id, ())]


def within(state: State, unit: Unit) -> list[Unit]:
    """Units docked in a unit, and those docked in them; without the guests in its hangar (GCW-LCH-02)."""
    docked = whereabouts(state.units).docked
    found = [cargo for cargo in map(state.units.__getitem__, docked.get(unit.id, ())) if not cargo.guest_in]
    return found + [deeper for cargo in found if cargo.id in docked for deeper in within(state, cargo)]


def guests_of(state: State, unit: Unit) -> list[Unit]:
    """Craft of other players' in a unit's hangar, in order of id."""
    return [guest for guest in carried(state, unit) if guest.guest_in]


def visiting(state: State, unit: Unit) -> list[Unit]:
    """Guests in a unit's hangar, and what is docked in them."""
    return [each for guest in guests_of(state, unit) for each in (guest, *within(state, guest))]


def host_of(state: State, unit: Unit) -> Unit | None:
    """The facility on the ground that a unit is in: as its garrison, or as infiltrators, which the referee alone can
    trace (GCW-GAR-01, -05). None for a unit in the open.
    """
    if unit.docked and unit.kind in TROOPS:
        host = state.units.get(unit.docked)
        return host if host is not None and host.kind is UnitKind.FACILITY else None
    if unit.inside:
        binding = state.bindings.get(unit.owner, {}).get(unit.inside)
        return state.units.get(binding.unit) if binding is not None and not binding.stale else None
    return None


def located(state: State, unit: Unit) -> Unit:
    """A unit as it stands for others to see: a garrison stands where its facility is."""
    host = host_of(state, unit) if unit.docked else None
    return unit if host is None else msgspec.structs.replace(unit, system=host.system, cell=host.cell)


def garrison_of(state: State, facility: Unit) -> list[Unit]:
    """The ground units in a facility, whoever's they are, in order of id."""
    return [
        unit
        for unit in state.units.values()
        if (unit.docked == facility.id and unit.kind in TROOPS)
        or (unit.inside and (host := host_of(state, unit)) is not None and host.id == facility.id)
    ]


def by_number(unit: str) -> tuple[str, int]:
    """An id such that "u-red-9" comes before "u-red-10"."""
    stem, _, number = unit.rpartition("-")
    return stem, int(number) if number.isdigit() else 0


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry set."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """The mapping without an entry, if it has it."""
    return {at: value for at, value in mapping.items() if at != key}


def counted(state: State, owner: Seat, number: int = 1) -> dict[Seat, int]:
    """The counters of ids with more of a player's given."""
    return put(state.last_ids, owner, state.last_ids.get(owner, 0) + number)


def changed(state: State, *units: str, **fields: object) -> State:
    """The state with fields of units set; unchanged for units that it does not hold."""
    now = {unit: replace(state.units[unit], **fields) for unit in units if unit in state.units}
    if not now:
        return state
    after = {**state.units, **now}
    carry_over(state.units, after, now)
    return replace(state, units=after)


class UnitsSet(Sets):
    """A change: fields of the unit that the fact's field `keys` names, or of each of a tuple, are set (see `Sets`)."""

    def __init__(self, keys: str, *same: str, **others: object) -> None:
        super().__init__("units", keys, *same, **others)

    def made(self, state: Any, fact: msgspec.Struct) -> Any:  # of a campaign
        """The campaign's state with what it sets, as far as it has the units."""
        return changed(state, *all_of(fact, self.keys), **self.values(fact))


class ContactsSet(Sets):
    """A change: fields of the contact of the fact's `viewer` that its field `keys` names, or of each of a tuple, are
    set (see `Sets`).
    """

    def __init__(self, keys: str, *same: str, **others: object) -> None:
        super().__init__("contacts", keys, *same, **others)

    def made(self, state: Any, fact: Any) -> Any:  # of a campaign
        """The campaign's state with what it sets, as far as it has the contacts."""
        return contact_changed(state, fact.viewer, *all_of(fact, self.keys), **self.values(fact))


class PutsNew(Puts, frozen=True):
    """A change: things are put into a mapping (see `Puts`) that each took a new number of its owner's."""

    def made(self, state: Any, fact: msgspec.Struct) -> Any:  # of a campaign
        """The campaign's state with them, and with the numbers given."""
        new = Counter(thing.owner for thing in all_of(fact, self.things))
        for owner in sorted(new):
            state = replace(state, last_ids=counted(state, owner, new[owner]))
        return super().made(state, fact)


def contact_changed(state: State, viewer: Seat, *aliases: str, **fields: object) -> State:
    """The state with fields of a viewer's contacts set; unchanged for contacts that it does not hold."""
    contacts = state.contacts_of(viewer)
    now = {alias: replace(contacts[alias], **fields) for alias in aliases if alias in contacts}
    return replace(state, contacts=put(state.contacts, viewer, {**contacts, **now})) if now else state


def at_most(state: State, viewer: Seat, contact: Contact, pools: Pools) -> Pools:
    """Points left at most of a contact whose class comes to be known, with those pools when whole."""
    dealt = state.dealt.get(f"{viewer}/{contact.alias}")
    return pools if dealt is None or contact.kind is UnitKind.INFANTRY else pools.minus(dealt)


def battle_changed(state: State, system: str, **fields: object) -> State:
    """The state with fields of the battle of a system set; unchanged where it knows of none."""
    battle = state.battles.get(system)
    return state if battle is None else replace(state, battles=put(state.battles, system, replace(battle, **fields)))


def turn_changed(state: State, turn: int, **fields: object) -> State:
    """The state with fields of a provisional turn set; unchanged for one it does not hold."""
    known = state.turns.get(str(turn))
    if known is None:
        return state
    return replace(state, turns=put(state.turns, str(turn), replace(known, **fields)))


CAPITAL = SHIPLIKE | {UnitKind.FACILITY}
"""What is disabled when its armor is gone, and acts no more (GCW-DMG-09, GCW-GAR-06)."""


def garrisoned(state: State, unit: Unit) -> bool:
    """True if a unit is inside a facility, from where it may attack (GCW-GAR-01)."""
    host = state.units.get(unit.docked) if unit.docked else None
    return host is not None and host.kind is UnitKind.FACILITY and unit.kind in TROOPS


def place(state: State, unit: Unit) -> Unit:
    """The unit that stands in the cell from which a unit acts: its facility for a garrison, else the unit itself."""
    return state.units[unit.docked] if garrisoned(state, unit) else unit


def hero_at(state: State, hero: Hero) -> str:
    """The system where a hero is; "" in hyperspace (GCW-HRO-06)."""
    unit = state.units.get(hero.aboard)
    if unit is not None:
        return outermost(state, unit).system
    pod = state.pods.get(hero.aboard)
    if pod is not None:
        return pod.system
    player = state.players.get(hero.owner)
    return player.home if player is not None and not hero.aboard else ""


SHIELDLESS = TROOPS | {UnitKind.HERO}
"""What has no shields to raise."""


def outermost(state: State, unit: Unit) -> Unit:
    """The outermost unit that a unit is in, or itself: the unit whose place is its own."""
    seen = {unit.id}
    while unit.docked in state.units and unit.docked not in seen:
        unit = state.units[unit.docked]
        seen.add(unit.id)
    return unit
