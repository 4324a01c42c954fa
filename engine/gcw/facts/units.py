"""What happens to units and heroes: they come, move, are hurt, travel, and go."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import changed, counted, put, without
from engine.gcw.figures.damage import Status
from engine.gcw.state import Entry, State, Voyage


class Launched(Fact[State], frozen=True):
    """A craft left its carrier."""

    unit: str
    system: str
    cell: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, docked="", system=self.system, cell=self.cell)


class Docked(Fact[State], frozen=True):
    """A craft is aboard a carrier."""

    unit: str
    carrier: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, docked=self.carrier, system="", cell="", shields_up=False, patrol=False)


class ShieldsRose(Fact[State], frozen=True):
    """Shields went up by themselves as units became part of an open battle (GCW-DMG-20). For their owner."""

    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, shields_up=True)
        return state


class StatusSet(Fact[State], frozen=True):
    """A unit's last acts are over (GCW-DMG-12), or a moderator ended them."""

    unit: str
    status: Status

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, status=self.status)


class MovementBack(Fact[State], frozen=True):
    """Units may move again after leaving hyperspace (GCW-HYX-03)."""

    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, exit_until=None)
        return state


class EntryWaits(Fact[State], frozen=True):
    """A hyperspace entry waits for turns that were posted before it (GCW-TRN-05)."""

    entry: Entry

    def evolve(self, state: State) -> State:
        return replace(
            state, entries=put(state.entries, self.entry.id, self.entry), last_ids=counted(state, self.entry.owner)
        )


class EntryOver(Fact[State], frozen=True):
    """A waiting entry has been judged; `sentence` says why it did not come about, "" if it did."""

    entry: str
    sentence: str = ""
    by_rule: str = field(default="", name="rule")

    def evolve(self, state: State) -> State:
        return replace(state, entries=without(state.entries, self.entry))


class Departed(Fact[State], frozen=True):
    """Units are in hyperspace (GCW-GAL-05)."""

    voyage: Voyage

    def evolve(self, state: State) -> State:
        units = dict(state.units)
        for name in self.voyage.units:
            if name in units:
                units[name] = replace(
                    units[name], system="", cell="", voyage=self.voyage.id, shields_up=False, patrol=False
                )
        voyages = put(state.voyages, self.voyage.id, self.voyage)
        return replace(state, units=units, voyages=voyages, last_ids=counted(state, self.voyage.owner))


class Arrived(Fact[State], frozen=True):
    """A voyage is over: its units stand in a cell and cannot move yet (GCW-HYX)."""

    voyage: str
    units: tuple[str, ...]
    aboard: tuple[str, ...]
    system: str
    cell: str
    at: Instant
    until: Instant

    def evolve(self, state: State) -> State:
        units = dict(state.units)
        for name in self.units:
            if name in units:
                units[name] = replace(units[name], system=self.system, cell=self.cell, voyage="", exit_until=self.until)
        for name in self.aboard:
            if name in units:
                units[name] = replace(units[name], exit_until=self.until)
        return replace(state, units=units, voyages=without(state.voyages, self.voyage))


class Left(Fact[State], frozen=True):
    """A fleet of a player left a system: those who are there hear it at once, and no more (GCW-COM-05)."""

    seat: Seat
    system: str
