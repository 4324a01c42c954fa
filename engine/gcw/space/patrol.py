"""Combat space and atmospheric patrol: who is on station, whom it keeps off, who occupies it.

Rulebook: GCW-CSP, GCW-CAP, GCW-TIE-04.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

from pydantic import Field

from engine.declared.changes import Its
from engine.game import Fact, Seat, only, ruled
from engine.gcw.acting import ACTOR, Action, can, foretell
from engine.gcw.battles import commit, uncommittable
from engine.gcw.contacts import alias_of, appeared
from engine.gcw.data.terms import Ring, Status
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import SPACE
from engine.gcw.look import Look, Run, contact_labelled
from engine.gcw.state import (
    AGROUND,
    CRAFT,
    FIGHTERS,
    SHIPLIKE,
    Contact,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    carried,
    place,
)
from engine.gcw.world import FOLLOWED, JOINS, grid_of
from engine.look import Refused
from engine.noun import Found
from engine.report import News
from engine.text.message import N_, NN_, T_, Text, joined, listed, name, term
from engine.text.names import shown

STATIONS = frozenset({*SPACE, Ring.ATM, Ring.GA})
"""Where a craft can be on patrol: space, the atmosphere, the air above a Ground Grid."""


def flies(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squadrons, auxiliaries and swarms do, and nothing else patrols (GCW-CSP-01)."""
    return None if unit.kind in CRAFT else Refused("CSP_UNIT", {"unit": shown(unit.name)})


class Patrol(Action):
    """Have a craft patrol its cell: enemy craft of its kind attack no ship there until it is engaged."""

    path: ClassVar[str] = "gcw-craft patrol"
    line: ClassVar[str] = "patrol {state} {unit}"
    tried: ClassVar[int] = 5
    unit: Annotated[str, ACTOR.that(flies, can(Act.OTHER), what="a craft of yours")] = Field(
        description="the squadron or auxiliary; or a formation", max_length=200
    )
    state: Literal["on", "off"] = Field(description="on, or off: back to other duties")

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Stations are taken where there are any, by those that have room in the battle there."""
        units = {unit.name: unit for unit in look.own()}
        for order in super().next_lines(look):
            unit = units[order.unit]
            stands = order.state == "off" or look.world.ring(unit.cell) in STATIONS
            if stands and uncommittable(look, unit) is None:
                yield order

    def perform(self, run: Run) -> None:
        """Take station, or leave it; it lasts until the craft moves, is taken aboard, or dies (GCW-CSP-01, GCW-CAP-01).

        Refuses CSP_CELL on the ground.
        """
        unit: Unit = run.found.unit
        on = self.state == "on"
        if on and run.world.ring(unit.cell) not in STATIONS:
            run.table.refuse("CSP_CELL", cell=unit.cell)
        commit(run, unit)
        run.say(PatrolSet(unit.id, on), only(run.seat))
        if run.real:
            appeared(run.table, run.world, run.state.units[unit.id])


ON_PATROL = N_("{unit} patrols {cell}, until it moves or is called off.")
OFF_PATROL = N_("{unit} is off patrol.")


class PatrolSet(Fact[State], frozen=True):
    """A craft patrols the cell where it stands, or no longer (GCW-CSP-01, GCW-CAP-01); for its owner."""

    makes = UnitsSet("unit", patrol=Its("on"))
    unit: str
    on: bool

    def words(self, look: Look) -> News:
        known = look.known.units.get(self.unit)
        cell = known.cell if known is not None else ""
        words = (ON_PATROL if self.on else OFF_PATROL)(unit=look.name(self.unit), cell=term(cell))
        return ruled(words, "GCW-CAP-01" if cell == "ATM" or grid_of(cell) else "GCW-CSP-01")


def zone(cell: str) -> str:
    """Zone that a patrol of a cell covers: the cell, or the whole Ground Grid under it (GCW-CAP-01)."""
    return grid_of(cell) or cell


def guarded(kind: UnitKind | None, cell: str) -> bool:
    """True if a patrol of a cell guards that kind of unit in it: ships, on the ground all that stands there."""
    return kind in SHIPLIKE or (bool(grid_of(cell)) and kind in AGROUND)


def same_kind(attacker: UnitKind, patroller: UnitKind | None) -> bool:
    """True if the one stops the other: squadrons stop squadrons, auxiliaries auxiliaries (GCW-CSP-03)."""
    if attacker is UnitKind.AUXILIARY:
        return patroller is UnitKind.AUXILIARY
    return attacker in FIGHTERS and patroller in FIGHTERS


class Post(NamedTuple):
    """A patrol to be reckoned with: what the attacker calls it, how engagements name it, and what it is."""

    label: str
    key: str
    kind: UnitKind
    squadrons: int
    fallen: bool
    """Whether it is destroyed, for certain: so a swarm may be and still block (GCW-TIE-04)."""


RULE_OF_KIND = {UnitKind.SQUADRON: "GCW-CSP-04", UnitKind.AUXILIARY: "GCW-CSP-05", UnitKind.SWARM: "GCW-TIE-04"}
"""Which rule says what occupies a patrol of a kind."""


class Hold(Enum):
    """Freedom of a patrol to keep attackers off: free, busy, or busy only if it is destroyed, which nobody can know."""

    FREE = "free"
    DOUBTFUL = "doubtful"
    BUSY = "busy"


def protects(state: State, patroller: Seat, owner: Seat) -> bool:
    """True if a player's patrols protect what another has: it is their own, or they grant access (GCW-CSP-02)."""
    return patroller == owner or (patroller, owner) in state.access


def guards(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> list[tuple[Post, Hold]]:
    """The patrols that stand between a craft and what it would attack, and whether each is busy (GCW-CSP-02)."""
    kind = enemy.kind if enemy is not None else contact.kind
    stand = place(run.state, unit)
    if unit.kind not in CRAFT or not guarded(kind, contact.cell) or zone(stand.cell) != zone(contact.cell):
        return []
    owner = enemy.owner if enemy is not None else contact.owner
    return [(post, hold(run, post)) for post in patrols(run, unit, contact.system, contact.cell, owner)]


def blocked(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> Refused | None:
    """CSP_BLOCKED for a craft whose attack a patrol keeps off, naming the patrols that are free (GCW-CSP-02).

    Also for a craft that fought a patrol in this turn: it attacks no ship in the same (GCW-CSP-06). A draft is refused
    only for what its author knows: where a patrol that was hit may or may not be destroyed, the preview says so.
    """
    kind = enemy.kind if enemy is not None else contact.kind
    stand = place(run.state, unit)
    if unit.kind not in CRAFT or not guarded(kind, contact.cell) or zone(stand.cell) != zone(contact.cell):
        return None
    free = [post.label for post, state in guards(run, unit, contact, enemy) if state is Hold.FREE]
    if free:
        return Refused("CSP_BLOCKED", {"units": ", ".join(refused_by(run, label) for label in free)})
    owner = enemy.owner if enemy is not None else contact.owner
    mine = {unit.id, *(craft.id for craft in carried(run.state, unit) if unit.kind is UnitKind.SWARM)}
    fought = [one.label for one in run.engagements if one.unit in mine and protects(run.state, one.owner, owner)]
    if not fought:
        return None
    engaged = joined(", ", (refused_by(run, label) for label in dict.fromkeys(fought)))
    busy = N_("{patrols} ({unit} is taken up with that)")(patrols=engaged, unit=name(unit.name))
    fix = T_("Leave the patrol to other units, or attack with another craft.")
    return Refused("CSP_BLOCKED", {"units": busy}, rule="GCW-CSP-06", fix=fix)


def refused_by(run: Run, label: str) -> Text:
    """A refusal's name for a patrol, of which its label for the player is known (`refused_as`)."""
    return contact_labelled(run.state, run.seat, label) if run.world.version >= FOLLOWED else name(label)


def foretell_doubts(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Say in a rehearsal on which patrols an attack depends, whose end its author cannot know."""
    doubtful = [post for post, state in guards(run, unit, contact, enemy) if state is Hold.DOUBTFUL]
    if doubtful:
        rules = tuple(dict.fromkeys(RULE_OF_KIND[post.kind] for post in doubtful))
        foretell(run, InDoubt(unit.id, contact.label, tuple(post.label for post in doubtful), rules))


DOUBT = NN_(
    "{unit} at {target}: only if {patrols} is destroyed by then ({rules})",
    "{unit} at {target}: only if {patrols} are destroyed by then ({rules})",
    "count",
)


class InDoubt(Fact[State], frozen=True):
    """An attack goes ahead only if patrols are destroyed that were hit before it, which a rehearsal alone says."""

    unit: str
    target: str
    patrols: tuple[str, ...]
    rules: tuple[str, ...]

    def words(self, look: Look) -> Text:
        return DOUBT(
            unit=look.name(self.unit),
            target=contact_labelled(look.known, look.viewer, self.target),
            patrols=listed(contact_labelled(look.known, look.viewer, patrol) for patrol in self.patrols),
            rules=joined(", ", map(term, self.rules)),
            count=len(self.patrols),
        )


def patrols(run: Run, unit: Unit, system: str, cell: str, owner: Seat) -> Iterator[Post]:
    """The patrols that may keep a craft off what a player has in a cell, as far as this state knows them."""
    state, seat = run.state, run.seat
    if not run.real:
        for contact in state.contacts_of(seat).values():
            here = contact.system == system and zone(contact.cell) == zone(cell) and not contact.gone
            if not here or not contact.patrol or not protects(state, contact.owner, owner) or contact.kind is None:
                continue
            if same_kind(unit.kind, contact.kind) and counts(run, contact.status, contact.alias):
                fallen = contact.status is not Status.ACTIVE
                yield Post(contact.label, contact.alias, contact.kind, size(contact.code), fallen)
        return
    for other in list(state.at(system)):
        here = zone(other.cell) == zone(cell) and other.owner != seat
        if not here or not other.patrol or not protects(state, other.owner, owner):
            continue
        if same_kind(unit.kind, other.kind) and counts(run, other.status, other.id):
            fallen = other.status is not Status.ACTIVE
            yield Post(called(run, other), other.id, other.kind, size(other.code), fallen)


def called(run: Run, patrol: Unit) -> str:
    """The player's name for a patrol: as the contact that it is, or that it was when the player fired at it."""
    known = run.state.contacts_of(run.seat).get(alias_of(run.state, run.seat, patrol.id) or "")
    if known is not None:
        return known.label
    return next((one.label for one in run.engagements if one.post == patrol.id), "an unseen patrol")


def counts(run: Run, status: Status, key: str) -> bool:
    """True if a patrol has to be reckoned with: an active one, and a swarm destroyed in this turn (GCW-TIE-04)."""
    if status is Status.DOOMED:
        return any(engagement.post == key and engagement.patroller is UnitKind.SWARM for engagement in run.engagements)
    return status is Status.ACTIVE


def size(code: str) -> int:
    """Squadrons in a unit: one, unless it is a swarm."""
    return code.count(JOINS) + 1


def can_occupy(engager: UnitKind, patroller: UnitKind) -> bool:
    """True if the one's fire keeps the other busy: auxiliaries do auxiliaries, others squadrons (GCW-CSP-04, -05)."""
    if patroller is UnitKind.AUXILIARY:
        return engager is UnitKind.AUXILIARY
    return engager in FIGHTERS or engager in SHIPLIKE


def engagers(run: Run, key: str) -> int:
    """Number of the player's units that keep a patrol busy: each does so with the first that it can (GCW-CSP-06)."""
    first: dict[str, str] = {}
    for engagement in run.engagements:
        if can_occupy(engagement.kind, engagement.patroller):
            first.setdefault(engagement.unit, engagement.post)
    return sum(post == key for post in first.values())


def hold(run: Run, post: Post) -> Hold:
    """Freedom of a patrol in this turn (GCW-CSP-04, -05, GCW-TIE-04).

    What it has left is its owner's secret: on what its author knows, one that was hit may be destroyed.
    """
    met = engagers(run, post.key)
    if post.squadrons > 1 and met < post.squadrons:
        return Hold.FREE
    if post.fallen if post.squadrons > 1 else met:
        return Hold.BUSY
    hit = any(engagement.post == post.key for engagement in run.engagements)
    return Hold.DOUBTFUL if hit and not run.real else Hold.FREE
