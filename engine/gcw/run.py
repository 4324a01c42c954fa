"""A turn being played: by whom, on whose state, and what each unit has done so far. Rulebook: GCW-TRN, GCW-FAM."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine.clock import Instant
from engine.game import Audience, Fact, Seat, Table
from engine.gcw.data.terms import DamageChannel, Status
from engine.gcw.data.units import Mount
from engine.gcw.state import State, Unit, UnitKind
from engine.gcw.world import World
from engine.noun import NOTHING_FOUND, Found
from engine.text.message import Text


@dataclass
class Use:
    """What a unit has done in a turn: points left (None: not begun), mounts fired, and its halves in order."""

    left: int | None = None
    spent: bool = False
    fired: list[Mount] = field(default_factory=list)
    halves: list[str] = field(default_factory=list)
    launched: bool = False
    recalled: bool = False
    """Whether it left a hangar, or came into one, in this turn (GCW-LCH-01)."""
    landed: bool = False
    """Whether it came down on the Surface in this turn; what it unloads is `fresh`, and does not fight yet."""
    fresh: bool = False
    """Whether it came ashore with a carrier that landed in this turn (GCW-LCH-03)."""
    bombed: str = ""
    """The alias of what it makes a bombing run at in this turn (GCW-BMB-05)."""
    delivered: bool = False
    """Whether it put troops aboard a ship in this turn (GCW-BRD-01)."""
    inside: str = ""
    """What a ship's crew, or a stack aboard a ship, did there in this turn: fought, or scuttled (GCW-DMG-18)."""

    def copy(self) -> Use:
        """A use that can be changed apart from this one."""
        fired, halves = list(self.fired), list(self.halves)
        return replace(self, fired=fired, halves=halves)


class Blow(NamedTuple):
    """A hit that everybody may read of: the target by its public number, and what it took and became."""

    system: str
    track: int
    owner: Seat
    channel: str
    damage: int
    status: Status


class Engagement(NamedTuple):
    """A unit's fire at a patrol, which is named by its id, or by its alias on what the player knows (GCW-CSP-06)."""

    unit: str
    kind: UnitKind
    post: str
    patroller: UnitKind
    owner: Seat
    label: str
    """What the player calls the patrol."""


@dataclass
class Told:
    """What the public post of a turn says: by unit, the system and where it was last seen to act; hits; losses.

    Losses, captures and derelicts are each a system and words that everybody may read.
    """

    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    hits: list[Blow] = field(default_factory=list)
    losses: list[tuple[str, str]] = field(default_factory=list)
    captures: list[tuple[str, str]] = field(default_factory=list)
    derelicts: list[tuple[str, str]] = field(default_factory=list)

    def copy(self) -> Told:
        """What is told so far, to go on from apart."""
        return Told(dict(self.places), list(self.hits), list(self.losses), list(self.captures), list(self.derelicts))


@dataclass
class Run:
    """A turn being played: by whom, on whose state, and what each unit has done so far.

    `real` is True on the referee's state. `workings` gathers the lines of a preview.
    """

    world: World
    table: Table[State]
    seat: Seat
    real: bool
    uses: dict[str, Use] = field(default_factory=dict)
    workings: list[str] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    proofs: list[tuple[int, str]] = field(default_factory=list)
    """The arithmetic of each volley, for who asks for it, with the place of its line in the draft (from 0)."""
    line: int = 0
    """The place of the line being played."""
    reckoned: dict[DamageChannel, Text] = field(default_factory=dict)
    """How the raw damage of the volley being fired was added up, in words."""
    posted: Instant | None = None
    """When the turn was posted: its T0 (GCW-TRN-01)."""
    bombarded: list[str] = field(default_factory=list)
    """Ground Grids bombarded from orbit in this turn, as "system/G-n" (GCW-ORB)."""
    towed: list[str] = field(default_factory=list)
    """What was shifted by tractor beams in this turn, by the keys of the holds (GCW-TRC-07)."""
    engaged: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Which units of the player's fired in this turn at what it knows by an alias (GCW-G2H-01)."""
    engagements: list[Engagement] = field(default_factory=list)
    """Which of the player's units fired at which patrols in this turn, in order (GCW-CSP-06)."""
    own_uses: set[str] = field(default_factory=set)
    """Units whose uses are this run's to change, not those of the run it tries an action for."""
    found: Found = NOTHING_FOUND
    """What the fields of the action being played name."""
    further: tuple[Any, ...] = ()  # actions, which are made of runs
    """Later lines that are played together with this action."""

    def say(self, fact: Fact[State], to: Audience) -> None:
        """Make something so."""
        self.table.say(fact, to)

    @property
    def state(self) -> State:
        """The state as it stands in the turn."""
        return self.table.state

    def use(self, unit: Unit) -> Use:
        """What a unit has done so far."""
        return self.use_of(unit.id)

    def use_of(self, name: str) -> Use:
        """What a unit has done so far, or a crew, or a hero inside a ship."""
        if name not in self.own_uses:
            known = self.uses.get(name)
            self.uses[name] = known.copy() if known is not None else Use()
            self.own_uses.add(name)
        return self.uses[name]

    def trial(self, table: Table[State]) -> Run:
        """The same turn on another table, to try an action."""
        return Run(
            self.world,
            table,
            self.seat,
            self.real,
            dict(self.uses),
            list(self.workings),
            self.told.copy(),
            list(self.proofs),
            self.line,
            dict(self.reckoned),
            self.posted,
            list(self.bombarded),
            list(self.towed),
            dict(self.engaged),
            list(self.engagements),
        )

    def take(self, trial: Run) -> None:
        """Keep what came of a trial."""
        self.table.said.extend(trial.table.said)
        self.table.state = trial.table.state
        self.uses, self.workings, self.told = trial.uses, trial.workings, trial.told
        self.proofs, self.bombarded, self.towed = trial.proofs, trial.bombarded, trial.towed
        self.engaged, self.engagements = trial.engaged, trial.engagements
        self.own_uses = set()
