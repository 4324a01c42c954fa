"""What happens in the Weapons phase: squadrons, activations, attacks, damage, choices, repairs."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact
from engine.sunrise.board import Point
from engine.sunrise.facts.changes import put, ship_changed, squadron_changed, without
from engine.sunrise.markers import Side
from engine.sunrise.sheet import lose, restore
from engine.sunrise.specs import Type
from engine.sunrise.squadrons import Mode
from engine.sunrise.state import Activation, Choice, Log, Roll, ShipStatus, Shot, Squadron, State, Task


class Launched(Fact[State], frozen=True):
    """Squadrons leave a ship at full size, Defensive over it until ordered otherwise (FS-SC-03, -04)."""

    ship: str
    squadrons: tuple[str, ...]
    sizes: tuple[int, ...]

    def evolve(self, state: State) -> State:
        for name, size in zip(self.squadrons, self.sizes, strict=True):
            count = state.assignments + 1
            state = replace(
                squadron_changed(
                    state, name, bay="", size=size, mode=Mode.DEFENSIVE, chosen=None, launched=True, assigned=count
                ),
                assignments=count,
            )
        return state


class SpottingBegan(Fact[State], frozen=True):
    """Target Acquisition Gears may pick, as "ship/system" (FS-UPG-21)."""

    gears: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return replace(state, spotting=self.gears)


class Spotted(Fact[State], frozen=True):
    """A gear has picked a ship ("" none): missiles need no line of sight to it this turn (FS-UPG-21, -22)."""

    gear: str
    ship: str

    def evolve(self, state: State) -> State:
        left = replace(state, spotting=tuple(one for one in state.spotting if one != self.gear))
        return ship_changed(left, self.ship, spotted=True)


class SquadronOrdered(Fact[State], frozen=True):
    """A squadron is assigned to a ship in a mode (FS-SC-07)."""

    squadron: str
    ship: str
    mode: Mode
    chosen: Type | None = None

    def evolve(self, state: State) -> State:
        known = state.squadrons.get(self.squadron)
        moved = known is not None and (known.ship != self.ship or known.orphaned is not None)
        count = state.assignments + moved
        changed = squadron_changed(
            state, self.squadron, ship=self.ship, mode=self.mode, chosen=self.chosen, ordered=True, orphaned=None,
            assigned=count if moved else known.assigned if known is not None else 0,
        )  # fmt: skip
        return replace(changed, assignments=count)


class SquadronDocked(Fact[State], frozen=True):
    """A squadron is in a bay; how large it was is forgotten (FS-SC-10). `ordered` unless it docks by itself."""

    squadron: str
    ship: str
    bay: str
    size: int

    def evolve(self, state: State) -> State:
        return squadron_changed(
            state, self.squadron, ship=self.ship, bay=self.bay, size=self.size, mode=Mode.DOCK, chosen=None,
            ordered=True, orphaned=None,
        )  # fmt: skip


class SquadronHit(Fact[State], frozen=True):
    """A squadron has lost craft: how many are left, and to what (FS-SC-13, FS-SC-18)."""

    squadron: str
    lost: int
    size: int
    by: str

    def evolve(self, state: State) -> State:
        return squadron_changed(state, self.squadron, size=self.size)


class SquadronLost(Fact[State], frozen=True):
    """A squadron is destroyed (FS-SC-20)."""

    squadron: str
    name: str
    side: Side
    why: str

    def evolve(self, state: State) -> State:
        return replace(state, squadrons=without(state.squadrons, self.squadron))


class Orphaned(Fact[State], frozen=True):
    """The ship that squadrons were assigned to is lost; they need orders (FS-SC-19)."""

    squadrons: tuple[str, ...]
    place: Point

    def evolve(self, state: State) -> State:
        for squadron in self.squadrons:
            state = squadron_changed(state, squadron, orphaned=self.place)
        return state


class Fabricated(Fact[State], frozen=True):
    """A Fabricator has made a squadron, docked in it (FS-UPG-23); also what a Chameleon Core's hangar held."""

    squadron: Squadron

    def evolve(self, state: State) -> State:
        return replace(state, squadrons=put(state.squadrons, self.squadron.id, self.squadron))


class Activated(Fact[State], frozen=True):
    """A ship is activated (FS-TURN-06)."""

    ship: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        systems = tuple(replace(one, fired=False) for one in ship.systems) if ship is not None else ()
        return replace(
            ship_changed(state, self.ship, activated=True, systems=systems), activation=Activation(ship=self.ship)
        )


class ShotDeclared(Fact[State], frozen=True):
    """A weapon is aimed at a target (FS-WPN-08), or (no target) no longer."""

    shot: Shot

    def evolve(self, state: State) -> State:
        acting = state.activation
        if acting is None:
            return state
        others = tuple(one for one in acting.shots if one.weapon != self.shot.weapon)
        shots = (*others, self.shot) if self.shot.target else others
        return replace(state, activation=replace(acting, shots=shots))


class VolleyBegan(Fact[State], frozen=True):
    """The declared weapons fire, one after the other (FS-WPN-14)."""

    ship: str
    weapons: tuple[str, ...]

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None or state.activation is None:
            return state
        systems = tuple(replace(one, fired=True) if one.id in self.weapons else one for one in ship.systems)
        acting = replace(state.activation, shots=(), attacks=state.activation.attacks + len(self.weapons))
        return replace(ship_changed(state, self.ship, systems=systems), activation=acting)


class ShotLost(Fact[State], frozen=True):
    """A declared attack does not come about, and why (FS-WPN-14, FS-HULL-07, FS-FAC-08)."""

    ship: str
    weapon: str
    why: str


class DiceRolled(Fact[State], frozen=True):
    """An attack's dice lie on the table (FS-WPN-10..12)."""

    ship: str
    roll: Roll
    band: int
    defense: int


class Rerolled(Fact[State], frozen=True):
    """One die of an attack was rolled again (FS-WPN-15)."""

    ship: str
    weapon: str
    die: int
    face: int


class Struck(Fact[State], frozen=True):
    """What an attack's dice do: kept faces, damage before anything reduces it, systems that ballistic dice break."""

    ship: str
    weapon: str
    target: str
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    damage: int
    systems: int

    def evolve(self, state: State) -> State:
        entry = Log(self.ship, self.weapon, self.target, self.faces, self.damage, 0)
        return replace(state, log=(*state.log, entry))


class Damaged(Fact[State], frozen=True):
    """Damage to a ship: what reduced it, pips marked and left, rows lost (FS-HULL-03, FS-HULL-06)."""

    ship: str
    source: str
    raw: int
    by_shields: int
    by_plating: int
    by_rugged: int
    marked: int
    pips: int
    rows: int
    shields: int

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        changed = ship_changed(state, self.ship, pips=self.pips, shields=self.shields, noted=ship.noted + self.marked)
        if not changed.log or self.source != "attack":
            return changed
        last = changed.log[-1]
        return replace(changed, log=(*changed.log[:-1], replace(last, marked=last.marked + self.marked)))


class SystemLost(Fact[State], frozen=True):
    """A system of a ship is destroyed, or a box of it; with pips and shields left then (FS-HULL-04, -13)."""

    ship: str
    system: str
    why: str
    pips: int
    shields: int

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        systems = lose(ship.systems, self.system)
        return ship_changed(state, self.ship, systems=systems, pips=self.pips, shields=self.shields)


class SystemRestored(Fact[State], frozen=True):
    """A system of a ship works again, or a box of it is cleared (FS-HULL-11, -13)."""

    ship: str
    system: str
    why: str
    pips: int

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        return ship_changed(state, self.ship, systems=restore(ship.systems, self.system), pips=self.pips)


class Repaired(Fact[State], frozen=True):
    """Pips of a ship are restored (FS-HULL-12, FS-UPG-07, FS-UPG-18)."""

    ship: str
    by: str
    gained: int
    pips: int
    filled: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, pips=self.pips)


class AwayUsed(Fact[State], frozen=True):
    """Away Crews have been out in this activation (FS-UPG-18)."""

    system: str

    def evolve(self, state: State) -> State:
        if state.activation is None:
            return state
        return replace(state, activation=replace(state.activation, away=(*state.activation.away, self.system)))


class VelocityChanged(Fact[State], frozen=True):
    """Inertial Weaponry changed a ship's velocity (FS-FAC-33)."""

    ship: str
    change: int
    velocity: int

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, velocity=self.velocity)


class ShipLost(Fact[State], frozen=True):
    """A ship is destroyed and removed; `returns`: it comes back in the next Start step (FS-HULL-05, FS-FAC-10)."""

    ship: str
    returns: bool = False

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        status = ShipStatus.RETURNING if self.returns else ShipStatus.DESTROYED
        return ship_changed(
            state, self.ship, status=status, place=None, last=ship.place or ship.last, pips=0, velocity=0, shields=0
        )


class Restored(Fact[State], frozen=True):
    """A ship that returned in glory is whole again, but for what burnt out (FS-FAC-10)."""

    ship: str
    pips: int
    burnt: tuple[str, ...]

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        systems = tuple(
            replace(one, lost=one.boxes, barred=True) if one.id in self.burnt else replace(one, lost=0, fired=False)
            for one in ship.systems
        )
        return ship_changed(state, self.ship, pips=self.pips, systems=systems, noted=0, debt=0, owes=0)


class LossOrderSet(Fact[State], frozen=True):
    """In which order a ship's systems go when its owner does not choose (FS-HULL-04)."""

    ship: str
    order: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, loss_order=self.order)


class Queued(Fact[State], frozen=True):
    """What the activation still has before it (FS-TURN-07): bookkeeping that needs no words."""

    tasks: tuple[Task, ...]
    ending: bool = False

    def evolve(self, state: State) -> State:
        acting = state.activation
        if acting is not None and acting.ending is not self.ending:
            acting = replace(acting, ending=self.ending)
        return replace(state, tasks=self.tasks, activation=acting)


class ChoiceAsked(Fact[State], frozen=True):
    """A player has something to choose before the game goes on."""

    choice: Choice

    def evolve(self, state: State) -> State:
        return replace(state, choice=self.choice)


class ChoiceMade(Fact[State], frozen=True):
    """The choice is made; `by_default`: at the deadline, by the rulebook's policy (register 18)."""

    kind: str
    side: Side
    picked: tuple[str, ...]
    by_default: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, choice=None)


class ActivationEnded(Fact[State], frozen=True):
    """A ship's activation is over (FS-TURN-07)."""

    ship: str

    def evolve(self, state: State) -> State:
        return replace(state, activation=None, tasks=())


class ShipSet(Fact[State], frozen=True):
    """A moderator set a ship's place, heading, velocity or pips."""

    ship: str
    place: Point | None
    heading: int
    velocity: int
    pips: int
    status: ShipStatus

    def evolve(self, state: State) -> State:
        return ship_changed(
            state, self.ship, place=self.place, heading=self.heading, velocity=self.velocity, pips=self.pips,
            status=self.status,
        )  # fmt: skip
