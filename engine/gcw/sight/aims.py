"""What a seat could aim at, worked out once for what it knows: for menus and for random players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engine.game import Seat
from engine.gcw.data.terms import Status
from engine.gcw.sight.contacts import is_target
from engine.gcw.state import Contact, State, Unit
from engine.gcw.world import World


class Known:
    """A world and what a seat knows, equal only to the very same: neither changes, and both are large to compare."""

    def __init__(self, world: World, state: State) -> None:
        self.world, self.state = world, state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.state is self.state and other.world is self.world

    def __hash__(self) -> int:
        return id(self.state)


def aims(world: World, known: State, seat: Seat, system: str) -> Sequence[Contact]:
    """Contacts in a system that the seat may shoot at by what it knows of them, wherever in the system (GCW-SCN-18)."""
    return _aims(Known(world, known), seat).get(system, ())


def aims_anywhere(world: World, known: State, seat: Seat) -> Iterator[Contact]:
    """Contacts that the seat may shoot at by what it knows of them, system by system."""
    for found in _aims(Known(world, known), seat).values():
        yield from found


@lru_cache(maxsize=8)
def _aims(of: Known, seat: Seat) -> Mapping[str, Sequence[Contact]]:
    found: dict[str, list[Contact]] = {}
    for contact in of.state.contacts_of(seat).values():
        if contact.gone or contact.owner == seat or contact.status in (Status.DOOMED, Status.DESTROYED):
            continue
        if is_target(of.state, of.world, seat, contact):
            found.setdefault(contact.system, []).append(contact)
    return found


def targets(world: World, known: State, seat: Seat, unit: Unit) -> list[Contact]:
    """Contacts that a unit could fire at from where it stands."""
    shooter = world.shooter(unit.kind)
    return [
        contact
        for contact in aims(world, known, seat, unit.system)
        if world.grid.fire(unit.cell, contact.cell, shooter) is None
    ]
