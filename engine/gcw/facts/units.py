"""What happens to units and heroes: they come, move, are hurt, travel, and go."""

from __future__ import annotations

from engine.game import Fact
from engine.gcw.facts.changes import changed
from engine.gcw.figures.damage import Status
from engine.gcw.state import State


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
