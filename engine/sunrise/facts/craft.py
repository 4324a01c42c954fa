"""What can happen to squadrons: they launch, are ordered, shot at, fight, dock, are lost and made."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.data.ships import Type
from engine.sunrise.facts.changes import side_changed, squadron_changed
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.squadrons import Mode
from engine.sunrise.state import State


class Launched(Fact[State], frozen=True):
    """A squadron leaves its bay at full size and guards its carrier until ordered (FS-SC-03, FS-SC-04)."""

    squadron: str
    ship: str
    size: int

    def evolve(self, state: State) -> State:
        number = state.assigned + 1
        state = squadron_changed(
            state,
            self.squadron,
            bay="",
            size=self.size,
            mode=Mode.DEFENSIVE,
            chosen=None,
            since=number,
            launched=state.turn,
        )
        return replace(state, assigned=number)


class Assigned(Fact[State], frozen=True):
    """A squadron is assigned to a ship in a mode (FS-SC-07).

    `downed` craft were lost to Deimos squadrons on arriving, and `size` is what is left (FS-FAC-35).
    """

    squadron: str
    ship: str
    mode: Mode
    chosen: Type | None
    size: int
    downed: int = 0

    def evolve(self, state: State) -> State:
        number = state.assigned + 1
        state = squadron_changed(
            state,
            self.squadron,
            ship=self.ship,
            bay="",
            mode=self.mode,
            chosen=self.chosen,
            size=self.size,
            since=number,
            ordered=True,
            adrift=None,
        )
        return replace(state, assigned=number)


class Docked(Fact[State], frozen=True):
    """A squadron is in a bay; its size is forgotten (FS-SC-10). `orphan` says that its ship was lost (FS-SC-19)."""

    squadron: str
    ship: str
    bay: str
    size: int
    orphan: bool = False

    def evolve(self, state: State) -> State:
        return squadron_changed(
            state,
            self.squadron,
            ship=self.ship,
            bay=self.bay,
            mode=Mode.DEFENSIVE,
            chosen=None,
            size=self.size,
            ordered=True,
            adrift=None,
        )


class SquadronsPassed(Fact[State], frozen=True):
    """A side has no more squadrons to order in this step (FS-SC-05)."""

    side: Side

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, ready=True)
