"""What happens to ground units: carried, landed, split, merged, in and out of facilities; heroes ashore; fatigue."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact
from engine.gcw.facts.changes import changed, counted, put, without
from engine.gcw.figures.damage import Pools
from engine.gcw.state import State, Unit


class Loaded(Fact[State], frozen=True):
    """Ground units are inside a carrier, or a host that their carrier is docked in (GCW-LCH-03)."""

    units: tuple[str, ...]
    carrier: str

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, docked=self.carrier, system="", cell="", inside="")
        return state


class Landed(Fact[State], frozen=True):
    """Ground units stand on the Surface of a Ground Grid. `fresh` ones came with a carrier that landed in the same
    turn, and fight from their owner's next turn on (GCW-LCH-03).
    """

    units: tuple[str, ...]
    system: str
    cell: str
    fresh: bool = False

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, docked="", system=self.system, cell=self.cell, inside="")
        return state


class Garrisoned(Fact[State], frozen=True):
    """Ground units are in a facility, under its cover (GCW-GAR-01)."""

    units: tuple[str, ...]
    facility: str

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, docked=self.facility, system="", cell="")
        return state


class CameOut(Fact[State], frozen=True):
    """Ground units left a facility, or stand where one was `destroyed` (GCW-GAR-06)."""

    units: tuple[str, ...]
    system: str
    cell: str
    destroyed: bool = False

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, docked="", system=self.system, cell=self.cell, inside="")
        return state


class Infiltrated(Fact[State], frozen=True):
    """Infiltrators have entered another's facility, which their owner knows by an alias (GCW-GAR-05)."""

    unit: str
    facility: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, inside=self.facility)


class Split(Fact[State], frozen=True):
    """Squads of a stack are a stack of their own: what is left of the first, and what was made."""

    unit: str
    pools: Pools
    count: int
    made: Unit

    def evolve(self, state: State) -> State:
        if self.unit not in state.units:
            return state
        state = changed(state, self.unit, pools=self.pools, count=self.count)
        return replace(state, units=put(state.units, self.made.id, self.made), last_ids=counted(state, self.made.owner))


class Merged(Fact[State], frozen=True):
    """A stack is part of another, which has these pools and squads now."""

    gone: str
    unit: str
    pools: Pools
    count: int
    name: str
    """What the stack that is no more was called."""

    def evolve(self, state: State) -> State:
        state = changed(state, self.unit, pools=self.pools, count=self.count)
        return replace(state, units=without(state.units, self.gone), tracks=without(state.tracks, self.gone))


class HeroLanded(Fact[State], frozen=True):
    """A hero stands on the Surface as a unit of its own (GCW-HRO-06, GCW-G2H-01)."""

    hero: str
    unit: Unit

    def evolve(self, state: State) -> State:
        hero = state.heroes.get(self.hero)
        if hero is None:
            return state
        return replace(
            state,
            heroes=put(state.heroes, self.hero, replace(hero, aboard=self.unit.id)),
            units=put(state.units, self.unit.id, self.unit),
            last_ids=counted(state, self.unit.owner),
        )


class HeroTaken(Fact[State], frozen=True):
    """A hero ashore is aboard a carrier again, with the hit points it lacks."""

    hero: str
    unit: str
    carrier: str
    wounds: int

    def evolve(self, state: State) -> State:
        hero = state.heroes.get(self.hero)
        if hero is None:
            return state
        return replace(
            state,
            heroes=put(state.heroes, self.hero, replace(hero, aboard=self.carrier, wounds=self.wounds)),
            units=without(state.units, self.unit),
            tracks=without(state.tracks, self.unit),
        )
