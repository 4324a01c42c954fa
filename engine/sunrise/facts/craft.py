"""What can happen to squadrons: they launch, are ordered, shot at, fight, dock, are lost and made."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field
from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.data.ships import Type
from engine.sunrise.facts.changes import side_changed, squadron_changed
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.squadrons import Mode
from engine.sunrise.state import Squadron, State


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


class SquadronShot(Fact[State], frozen=True):
    """Attacks on a squadron: by which ship and with what ("flak", "point-defenses", "plague"), the dice, what is left.

    `bonus` is what Illuminators add to each die (FS-SC-13, FS-UPG-19).
    """

    squadron: str
    by: str
    weapon: str
    faces: tuple[int, ...]
    bonus: int
    size: int

    def evolve(self, state: State) -> State:
        return squadron_changed(state, self.squadron, size=self.size)


class Dogfought(Fact[State], frozen=True):
    """A round of a dogfight over a ship: everybody's foe and dice, and the sizes afterwards (FS-SC-16).

    All are by squadron; `bonus` is what Illuminators add to its dice.
    """

    ship: str
    foes: Mapping[str, str]
    faces: Mapping[str, tuple[int, ...]]
    bonus: Mapping[str, int]
    sizes: Mapping[str, int]

    def evolve(self, state: State) -> State:
        squadrons = {
            key: replace(one, size=self.sizes[key]) if key in self.sizes else one
            for key, one in state.squadrons.items()
        }
        return replace(state, squadrons=squadrons)


class SquadronLost(Fact[State], frozen=True):
    """A squadron is destroyed (FS-SC-20): why, in words, and the rule's id."""

    squadron: str
    side: Side
    craft: str
    why: str
    by_rule: str = field(name="rule")

    def evolve(self, state: State) -> State:
        if self.squadron not in state.squadrons:
            return state
        return replace(state, squadrons={key: one for key, one in state.squadrons.items() if key != self.squadron})


class FabricatorsRolled(Fact[State], frozen=True):
    """Fabricators roll for a lost squadron: a die each, by "ship/system", and the highest (FS-UPG-23)."""

    side: Side
    craft: str
    faces: Mapping[str, int]
    won: tuple[str, ...]


class SquadronMade(Fact[State], frozen=True):
    """A squadron is there, docked: made by a Fabricator, or in a hangar that a Chameleon Core has become.

    `rule` says which (FS-UPG-23, FS-FAC-24).
    """

    squadron: Squadron
    by_rule: str = field(name="rule")

    def evolve(self, state: State) -> State:
        squadrons = {**state.squadrons, self.squadron.id: self.squadron}
        return replace(state, squadrons=squadrons, moored=state.moored + 1)
