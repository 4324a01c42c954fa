"""What tractor beams do: holds taken, kept and ended, ships dragged over the grid and into hyperspace."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.facts.changes import changed, put, without
from engine.gcw.state import NOBODY, Hold, State


def key_of(seat: Seat, target: str) -> str:
    """The key of a hold in the state."""
    return f"{seat}/{target}"


class HoldSet(Fact[State], frozen=True):
    """Tractor beams of a player are on a target: so many metres of its length, in decimetres. For that player."""

    hold: Hold
    length_dm: int

    def evolve(self, state: State) -> State:
        return replace(state, holds=put(state.holds, key_of(self.hold.seat, self.hold.target), self.hold))


class HoldEnded(Fact[State], frozen=True):
    """A player's tractor beams are off a target, and why, in words. For that player."""

    seat: Seat
    target: str
    why: str

    def evolve(self, state: State) -> State:
        state = replace(state, holds=without(state.holds, key_of(self.seat, self.target)))
        return GripSeen(self.seat, self.target, False).evolve(state)


class Gripped(Fact[State], frozen=True):
    """A unit is controlled by a player's tractor beams, or by nobody's any more (GCW-TRC-05). For its owner.

    `by` is what its owner calls the units that hold it.
    """

    unit: str
    holder: Seat = NOBODY
    by: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, held=self.holder, held_by=self.by)


class GripSeen(Fact[State], frozen=True):
    """A contact is controlled by tractor beams, or no more (GCW-TRC-08). For a viewer who has it in sight."""

    viewer: Seat
    alias: str
    held: bool

    def evolve(self, state: State) -> State:
        contacts = state.contacts_of(self.viewer)
        contact = contacts.get(self.alias)
        if contact is None:
            return state
        shown = put(contacts, self.alias, replace(contact, held=self.held))
        return replace(state, contacts=put(state.contacts, self.viewer, shown))


class Tugged(Fact[State], frozen=True):
    """Tractor beams reached for a unit and did not control it (GCW-TRC-05). For its owner."""

    unit: str
    by: tuple[str, ...]
    metres: int
    length_dm: int


class Towed(Fact[State], frozen=True):
    """A held unit was shifted by one cell (GCW-TRC-07). For its owner."""

    unit: str
    cell: str
    by: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, cell=self.cell, patrol=False)


class DraggedOff(Fact[State], frozen=True):
    """Held units were taken into hyperspace with their holder (GCW-TRC-07). For their owner, who knows no more."""

    units: tuple[str, ...]
    voyage: str
    origin: str
    by: tuple[str, ...]

    def evolve(self, state: State) -> State:
        gone = {"system": "", "cell": "", "voyage": self.voyage, "shields_up": False, "patrol": False}
        for unit in self.units:
            state = changed(state, unit, held_by=self.by, **gone)
        return state


class TakenInTow(Fact[State], frozen=True):
    """Contacts that a player takes along into hyperspace, where they are in no cell (GCW-TRC-07). For that player."""

    viewer: Seat
    aliases: tuple[str, ...]
    destination: str

    def evolve(self, state: State) -> State:
        contacts = dict(state.contacts_of(self.viewer))
        for alias in self.aliases:
            if alias in contacts:
                contacts[alias] = replace(contacts[alias], system="", cell="")
        return replace(state, contacts=put(state.contacts, self.viewer, contacts))
