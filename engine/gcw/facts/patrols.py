"""What happens to patrols and swarms."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact
from engine.gcw.facts.changes import changed
from engine.gcw.figures.damage import Pools, Status
from engine.gcw.state import State


class SwarmFormed(Fact[State], frozen=True):
    """Squadrons are one meta-squadron, which was mustered before them; for its owner (GCW-TIE-01)."""

    swarm: str
    members: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for member in self.members:
            state = changed(state, member, docked=self.swarm, system="", cell="", patrol=False)
        return state


class SwarmDissolved(Fact[State], frozen=True):
    """A swarm is squadrons again, with what is left of it dealt out among them; for its owner (GCW-TIE-03)."""

    swarm: str
    members: tuple[tuple[str, Pools, Status], ...]

    def evolve(self, state: State) -> State:
        swarm = state.units.get(self.swarm)
        if swarm is None:
            return state
        units = dict(state.units)
        for member, pools, status in self.members:
            if member in units:
                units[member] = replace(
                    units[member], docked="", system=swarm.system, cell=swarm.cell, pools=pools, status=status,
                    shields_up=swarm.shields_up, exit_until=swarm.exit_until,
                )  # fmt: skip
        return replace(state, units=units)
