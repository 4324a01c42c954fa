"""What can happen while a ship shoots: shots declared, turned away and lost, dice rolled again, what they came to."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.agenda import Shot
from engine.sunrise.data.ships import Type
from engine.sunrise.facts.changes import ship_changed
from engine.sunrise.shooting.chronicle import Blow
from engine.sunrise.state import State


class Declared(Fact[State], frozen=True):
    """The shots that a ship has aimed but not fired (FS-WPN-08)."""

    ship: str
    shots: tuple[Shot, ...]

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, declared=self.shots)


class Volleyed(Fact[State], frozen=True):
    """A ship fires these shots, one after the other: those weapons have fired (FS-WPN-07, FS-WPN-14)."""

    ship: str
    shots: tuple[Shot, ...]

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        weapons = {shot.weapon for shot in self.shots}
        systems = tuple(replace(one, fired=True) if one.id in weapons else one for one in ship.systems)
        return ship_changed(state, self.ship, systems=systems, declared=(), volleyed=True)


class SanctuaryRolled(Fact[State], frozen=True):
    """Holy Sanctuary's dice for a weapon; `turned` says that it must take another target (FS-FAC-08)."""

    ship: str
    weapon: str
    target: str
    faces: tuple[int, ...]
    turned: bool


class ShotLost(Fact[State], frozen=True):
    """An attack that was declared is not made: why, in words, and the rule's id (FS-WPN-14, FS-HULL-07)."""

    ship: str
    weapon: str
    target: str
    why: str
    by_rule: str = field(name="rule")


class Rerolled(Fact[State], frozen=True):
    """A die of an attack, by its place from 1, rolled again; `miracle` where it cost a Miracle Point (FS-WPN-15)."""

    ship: str
    weapon: str
    die: int
    before: int
    face: int
    miracle: bool = False


class Attacked(Fact[State], frozen=True, kw_only=True):
    """What an attack came to: its dice as they count, how many of the highest are off, the damage (FS-WPN-13).

    `range` is the distance that decided `band`; `values` are the dice after Fire Control (FS-HULL-09); `rating` is the
    target's defense; `broken` are the systems that ballistic dice destroy (FS-WPN-17).
    """

    ship: str
    weapon: str
    item: str
    type: Type
    target: str
    range: int
    band: int
    faces: tuple[int, ...]
    values: tuple[int, ...]
    rating: int
    discard: int
    damage: int
    broken: int = 0

    def evolve(self, state: State) -> State:
        blow = Blow(
            turn=state.turn,
            cause="attack",
            by=self.ship,
            target=self.target,
            weapon=self.weapon,
            item=self.item,
            range=self.range,
            band=self.band,
            faces=self.faces,
            values=self.values,
            rating=self.rating,
            discard=self.discard,
            broken=self.broken,
            raw=self.damage,
        )
        return replace(state, log=(*state.log, blow))


class HaywireRolled(Fact[State], frozen=True):
    """Haywire Missiles' dice, and the systems they destroy (FS-FAC-32)."""

    ship: str
    target: str
    faces: tuple[int, ...]
    systems: int
