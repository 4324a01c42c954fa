"""What a campaign is at one instant: frozen records by id. Register section 5.

The referee's state and what a seat knows are of this one type. A seat's has its own units, the contacts it has made,
and what everybody hears; what it has not heard of is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from engine.clock import Instant
from engine.game import Seat
from engine.gcw.damage import Pools, Status

PUBLIC = Seat("")
"""The viewer that stands for everybody: it has contacts of its own, called tracks."""

NOBODY = Seat("")
"""Owner of what belongs to no player."""


class UnitKind(StrEnum):
    """What a unit is in space."""

    SHIP = "ship"
    SQUADRON = "squadron"
    AUXILIARY = "auxiliary"
    PLATFORM = "platform"


CRAFT = frozenset({UnitKind.SQUADRON, UnitKind.AUXILIARY})


UNSEEING = frozenset({Status.DESTROYED, Status.DOOMED, Status.DERELICT})
"""What no longer counts as a live unit, nor sees for its owner."""


class Origin(StrEnum):
    """Where a unit comes from (GCW-SCR)."""

    STARTING = "STARTING"
    STOCK = "STOCK"
    SPAWNED = "SPAWNED"


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A ship, squadron, auxiliary or platform. Its specification is in the data pack, by `code`.

    It is on the grid of `system` at `cell`; or docked in the unit `docked`; or in hyperspace on `voyage`.
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

    @property
    def on_grid(self) -> bool:
        """Whether it stands in a cell."""
        return bool(self.cell)

    @property
    def live(self) -> bool:
        """Whether it counts: a doomed or derelict unit does not (GCW-DMG-12, register 0.3 battle)."""
        return self.status not in UNSEEING


class Sighting(StrEnum):
    """How a contact was made, which decides how long it can be shot at (GCW-SCN-18)."""

    EVENT = "event"
    CELL = "cell"
    FIRE = "fire"


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

    @property
    def alias(self) -> str:
        """What the viewer calls it."""
        return f"Contact {self.number}"

    @property
    def label(self) -> str:
        """The name, where it is known, else the alias."""
        return self.name or self.alias


class Binding(msgspec.Struct, frozen=True):
    """Which unit a contact is (the referee's), and whether it has moved unseen since (GCW-SCN-18)."""

    unit: str
    stale: bool = False


class PlayerStatus(StrEnum):
    """Where a player stands."""

    SETUP = "SETUP"
    ACTIVE = "ACTIVE"
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


class Hero(msgspec.Struct, frozen=True, kw_only=True):
    """A player's character (GCW-HRO); it is with the unit `aboard`, else at the player's home."""

    id: str
    owner: Seat
    name: str
    klass: str
    level: int = 1
    aboard: str = ""
    alive: bool = True


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
    """Units in hyperspace (GCW-GAL-05)."""

    id: str
    owner: Seat
    units: tuple[str, ...]
    origin: str
    destination: str
    entered_at: Instant
    due_at: Instant
    exit_cell: str


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A hyperspace entry that waits for turns posted before it (GCW-TRN-05)."""

    id: str
    owner: Seat
    units: tuple[str, ...]
    path: tuple[str, ...]
    exit_cell: str
    ordered_at: Instant


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
    taken: Mapping[Seat, tuple[str, ...]] = {}
    """What units of each party took since its last turn, as everybody may read it (GCW-PST-04)."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign as the referee, or as one seat, knows it."""

    name: str = ""
    opened_at: Instant | None = None
    paid_upto: Instant | None = None
    switches: Mapping[str, str] = {}
    homes: Mapping[Seat, str] = {}
    """Home systems that moderators assigned (GCW-SET-06)."""
    players: Mapping[Seat, Player] = {}
    heroes: Mapping[str, Hero] = {}
    units: Mapping[str, Unit] = {}
    owners: Mapping[str, Seat] = {}
    """Systems that a player owns."""
    access: tuple[tuple[Seat, Seat], ...] = ()
    """(who granted it, to whom): friendly one way (GCW-GEN-04)."""
    hostile: tuple[tuple[Seat, Seat], ...] = ()
    """(who is hostile, to whom); two are hostile while either is."""
    scanned: Mapping[Seat, tuple[str, ...]] = {}
    """Systems in which a player has completed an active scan (GCW-HYX-02)."""
    drafts: Mapping[Seat, tuple[str, ...]] = {}
    turns: Mapping[str, Turn] = {}
    """Provisional turns by id."""
    told: Mapping[str, Seat] = {}
    """Turns that are final, by id: whose story can still be changed (GCW-TRN-03)."""
    entries: Mapping[str, Entry] = {}
    voyages: Mapping[str, Voyage] = {}
    battles: Mapping[str, Battle] = {}
    """Open battles by system."""
    contacts: Mapping[Seat, Mapping[str, Contact]] = {}
    """By viewer and alias."""
    bindings: Mapping[Seat, Mapping[str, Binding]] = {}
    tracks: Mapping[str, int] = {}
    """Public track numbers of units (of a seat's own units, in what a seat knows)."""
    last_ids: Mapping[Seat, int] = {}
    """The last number given to something of each player's: counted apart, so that nobody's tells of others' (SCN)."""
    last_turn: int = 0
    last_battle: int = 0
    last_track: int = 0
    """The last numbers given, so that none is given twice; a seat's knowledge has those it has heard of."""

    def next_id(self, kind: str, owner: Seat, ahead: int = 1) -> str:
        """A new id for something of a player's: "u-red-3"."""
        return f"{kind}-{owner}-{self.last_ids.get(owner, 0) + ahead}"

    def of(self, seat: Seat) -> Iterator[Unit]:
        """The units of a player."""
        return (unit for unit in self.units.values() if unit.owner == seat)

    def at(self, system: str) -> Iterator[Unit]:
        """The units on the grid of a system. A fleet that is still being set up is not there yet (GCW-SET-02)."""
        coming = self.coming()
        for unit in self.units.values():
            if unit.system == system and unit.cell and unit.owner not in coming:
                yield unit

    def coming(self) -> frozenset[Seat]:
        """The players whose fleets are still being set up."""
        return frozenset(player.seat for player in self.players.values() if player.status is PlayerStatus.SETUP)

    def contacts_of(self, viewer: Seat) -> Mapping[str, Contact]:
        """What a viewer has in sight, by alias."""
        return self.contacts.get(viewer, {})

    def are_hostile(self, one: Seat, other: Seat) -> bool:
        """Whether two players are hostile: one of them declared it, or acted so (register 0.3, GCW-GEN-04)."""
        return (one, other) in self.hostile or (other, one) in self.hostile


def eyes(state: State, system: str) -> dict[Seat, frozenset[str]]:
    """The players with a unit on the grid of a system that can see, in alphabetical order, and where (GCW-SCN-08)."""
    cells: dict[Seat, set[str]] = {}
    for unit in state.at(system):
        if unit.owner != NOBODY and unit.status not in UNSEEING:
            cells.setdefault(unit.owner, set()).add(unit.cell)
    return {seat: frozenset(cells[seat]) for seat in sorted(cells)}


def carried(state: State, unit: Unit) -> list[Unit]:
    """What is docked in a unit, in order of id."""
    return [one for one in state.units.values() if one.docked == unit.id]
