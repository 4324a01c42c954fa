"""What can happen to ships: they move, leave and come back, are activated, hurt, lose systems and are repaired."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.facts.changes import ship_changed
from engine.sunrise.figures.sheet import System
from engine.sunrise.state import Stage, State


class Activated(Fact[State], frozen=True):
    """A ship is activated: its weapons are fresh, and nobody else acts until it is done (FS-TURN-06)."""

    ship: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        fresh = replace(ship, activated=True, systems=_unfired(ship.systems), declared=(), volleyed=False, away=())
        return replace(
            state, acting=self.ship, stage=Stage.ACTION, picks=ship.side, ships={**state.ships, self.ship: fresh}
        )


def _unfired(systems: tuple[System, ...]) -> tuple[System, ...]:
    if not any(one.fired for one in systems):
        return systems
    return tuple(replace(one, fired=False) if one.fired else one for one in systems)


class Mended(Fact[State], frozen=True):
    """Pips restored: the crews' ship and system, the die, the pips now, rows filled (FS-HULL-12, FS-UPG-07, -18)."""

    ship: str
    by: str
    system: str
    die: int
    pips: int
    filled: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, pips=self.pips)


class AwayUsed(Fact[State], frozen=True):
    """Away Crews of a ship are out, on another or their own, in this activation (FS-UPG-18)."""

    ship: str
    system: str
    to: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        return state if ship is None else ship_changed(state, self.ship, away=(*ship.away, self.system))


class ActivationOver(Fact[State], frozen=True):
    """The activated ship is done (FS-TURN-07)."""

    ship: str

    def evolve(self, state: State) -> State:
        state = replace(state, acting="")
        return ship_changed(state, self.ship, declared=(), volleyed=False, away=())
