"""Combat space and atmospheric patrol: who is on station, whom it keeps off, who occupies it.

Rulebook: GCW-CSP, GCW-CAP, GCW-TIE-04.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.game import Seat, only
from engine.gcw.acting import Run, able, commit, own, place
from engine.gcw.contacts import alias_of, appeared
from engine.gcw.damage import Act, Status
from engine.gcw.facts import PatrolSet
from engine.gcw.grid import SPACE, Ring
from engine.gcw.state import AGROUND, CRAFT, FIGHTERS, NOBODY, SHIPLIKE, Contact, Unit, UnitKind
from engine.gcw.world import JOINS, grid_of
from engine.names import shown
from engine.orders import Order, Pick


class Patrol(Order):
    """Have a craft patrol its cell: enemy craft of its kind attack no ship there until it is engaged."""

    path: ClassVar[str] = "gcw-craft patrol"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "patrol {state} {unit}"
    unit: Annotated[str, Pick("a craft of yours")] = Field(
        description="the squadron or auxiliary; or a formation", max_length=200
    )
    state: Literal["on", "off"] = Field(description="on, or off: back to other duties")


def patrol(run: Run, order: Patrol) -> None:
    """Take station, or leave it; it lasts until the craft moves, is taken aboard, or dies (GCW-CSP-01, GCW-CAP-01).

    Refuses CSP_UNIT, CSP_CELL.
    """
    unit = own(run.table, run.seat, order.unit)
    if unit.kind not in CRAFT:
        run.table.refuse("CSP_UNIT", unit=shown(unit.name))
    able(run, unit, Act.OTHER)
    on = order.state == "on"
    ring = run.world.ring(unit.cell)
    if on and ring not in SPACE and ring not in (Ring.ATM, Ring.GA):
        run.table.refuse("CSP_CELL", cell=unit.cell)
    commit(run, unit)
    run.table.say(PatrolSet(unit.id, on), only(run.seat))
    if run.real:
        appeared(run.table, run.world, run.state.units[unit.id])


def zone(cell: str) -> str:
    """What a patrol of a cell covers: the cell, or the whole Ground Grid under it (GCW-CAP-01)."""
    return grid_of(cell) or cell


def guarded(kind: UnitKind | None, cell: str) -> bool:
    """Whether a patrol of a cell guards that kind of unit in it: ships, on the ground all that stands there."""
    return kind in SHIPLIKE or (bool(grid_of(cell)) and kind in AGROUND)


def same_kind(attacker: UnitKind, patroller: UnitKind | None) -> bool:
    """Whether the one stops the other: squadrons stop squadrons, auxiliaries auxiliaries (GCW-CSP-03)."""
    if attacker is UnitKind.AUXILIARY:
        return patroller is UnitKind.AUXILIARY
    return attacker in FIGHTERS and patroller in FIGHTERS


def require_unblocked(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Refuse CSP_BLOCKED for a craft whose attack a patrol keeps off, naming the patrols that are free (GCW-CSP-02).

    Also for a craft that fought a patrol in this turn: it attacks no ship in the same (GCW-CSP-06).
    """
    kind = enemy.kind if enemy is not None else contact.kind
    stand = place(run.state, unit)
    if unit.kind not in CRAFT or not guarded(kind, contact.cell) or zone(stand.cell) != zone(contact.cell):
        return
    owner = enemy.owner if enemy is not None else contact.owner
    posts = list(patrols(run, unit, contact.system, contact.cell, owner))
    free = [label for label, post, squadrons, gone in posts if not occupied(run, unit, post, squadrons, gone=gone)]
    if free:
        run.table.refuse("CSP_BLOCKED", units=", ".join(map(shown, free)))
    fought = [label for label, post, _, _ in posts if (unit.id, post) in run.shots]
    if fought:
        run.table.refuse("CSP_BLOCKED", rule="GCW-CSP-06", units=", ".join(map(shown, fought)))


def patrols(run: Run, unit: Unit, system: str, cell: str, owner: Seat) -> Iterator[tuple[str, str, int, bool]]:
    """The patrols that may keep a craft off what a player has in a cell, as far as this state knows them.

    Of each what the attacker calls it, how `Run.shots` name it, the squadrons in it (a swarm has several), and whether
    it may be gone.
    """
    state, seat = run.state, run.seat
    if not run.real:
        for contact in state.contacts_of(seat).values():
            there = contact.system == system and zone(contact.cell) == zone(cell) and not contact.gone
            posted = contact.patrol and contact.owner == owner and counts(contact.status, contact.code)
            if there and posted and same_kind(unit.kind, contact.kind):
                yield contact.label, contact.alias, size(contact.code), True  # what it has left is its owner's secret
        return
    for other in list(state.at(system)):
        friends = other.owner == owner or (other.owner, owner) in state.access
        if not other.patrol or not friends or (other.owner in (seat, NOBODY) and other.owner != owner):
            continue
        if zone(other.cell) != zone(cell) or not same_kind(unit.kind, other.kind):
            continue
        if not counts(other.status, other.code):
            continue
        known = state.contacts_of(seat).get(alias_of(state, seat, other.id) or "")
        yield (
            (known.label if known is not None else "an unseen patrol"),
            other.id,
            size(other.code),
            (other.status is not Status.ACTIVE),
        )


def counts(status: Status, code: str) -> bool:
    """Whether a patrol has to be reckoned with: an active one, and a swarm destroyed in this turn (GCW-TIE-04)."""
    return status is Status.ACTIVE or (status is Status.DOOMED and JOINS in code)


def size(code: str) -> int:
    """Squadrons in a unit: one, unless it is a swarm."""
    return code.count(JOINS) + 1


def engagers(run: Run, post: str) -> list[Unit]:
    """The player's units that keep this patrol busy: each does so with the first that it fired at (GCW-CSP-06)."""
    first: dict[str, str] = {}
    for unit, target in run.shots:
        first.setdefault(unit, target)
    return [run.state.units[unit] for unit, target in first.items() if target == post and unit in run.state.units]


def occupied(run: Run, unit: Unit, post: str, squadrons: int, *, gone: bool) -> bool:
    """Whether a patrol is busy in this turn (GCW-CSP-04, -05, GCW-TIE-04)."""
    kinds = [one.kind for one in engagers(run, post)]
    if unit.kind is UnitKind.AUXILIARY:
        return UnitKind.AUXILIARY in kinds
    fighting = sum(kind in FIGHTERS or kind in SHIPLIKE for kind in kinds)
    if squadrons > 1:
        return gone and fighting >= squadrons
    return fighting >= 1
