"""What happens inside ships: boarders come and go, fight, take a ship; a crew leaves it. Rulebook: GCW-BRD, GCW-DMG."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.facts.changes import changed, counted, put, without
from engine.gcw.state import NOBODY, Entry, Foes, Pod, Preset, State, Unit


def foes_key(seat: Seat, ship: str) -> str:
    """The key of whom a player fights in a ship."""
    return f"{seat}/{ship}"


class CameAboard(Fact[State], frozen=True):
    """Squads, and heroes with them, came out of a craft into a ship to take it (GCW-BRD-01). For their owner.

    `alias` is what their owner calls the ship.
    """

    units: tuple[str, ...]
    heroes: tuple[str, ...]
    ship: str
    alias: str

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(
                state, unit, docked=self.ship, inside=self.alias, boarder=True, system="", cell="", voyage=""
            )
        return with_heroes(state, self.heroes, self.ship, self.alias)


class TookOff(Fact[State], frozen=True):
    """Squads, and heroes with them, went out of a ship that is not their owner's into a craft. For their owner."""

    units: tuple[str, ...]
    heroes: tuple[str, ...]
    alias: str
    craft: str

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, docked=self.craft, inside="", boarder=False)
        return with_heroes(state, self.heroes, self.craft)


class Intruders(Fact[State], frozen=True):
    """Squads of another player's came aboard a ship, or left it: how many of each class. For the ship's owner."""

    ship: str
    seat: Seat
    squads: Mapping[str, int]
    left: bool = False


class FoesCounted(Fact[State], frozen=True):
    """Whom a player fights in a ship, as it now knows; without points: nobody any more. For that player."""

    foes: Foes

    def evolve(self, state: State) -> State:
        key = foes_key(self.foes.seat, self.foes.ship)
        left = put(state.foes, key, self.foes) if self.foes.points else without(state.foes, key)
        return replace(state, foes=left)


class Clash(msgspec.Struct, frozen=True):
    """What squads of one rating did to one lot of foes inside a ship: the arithmetic of GCW-UCR-04.

    `by` is who they are, in words. `foe` is what they hit: the crew, a class of squads, a hero's class. `left` are its
    hit points afterwards, at most.
    """

    by: str
    raw: int
    attack: int
    defence: int
    quotient: int
    damage: int
    foe: str
    left: int


class FoughtAboard(Fact[State], frozen=True):
    """What a player's people did inside a ship: its own, or one that it knows by an alias. For that player."""

    seat: Seat
    ship: str
    clashes: tuple[Clash, ...]


class CrewHurt(Fact[State], frozen=True):
    """A ship's crew was hit: hit points lost, and left. For the ship's owner."""

    ship: str
    damage: int
    crew: int
    by: Seat

    def evolve(self, state: State) -> State:
        return changed(state, self.ship, crew=self.crew)


class SquadsHurt(Fact[State], frozen=True):
    """Squads inside a ship were hit: hit points lost, and left. For their owner."""

    unit: str
    damage: int
    left: int
    by: Seat

    def evolve(self, state: State) -> State:
        unit = state.units.get(self.unit)
        if unit is None:
            return state
        return changed(state, self.unit, pools=replace(unit.pools, armor=self.left))


class HeroHurt(Fact[State], frozen=True):
    """A hero inside a ship was hit; `wounds` are the hit points it lacks now. For its owner."""

    hero: str
    damage: int
    wounds: int
    by: Seat

    def evolve(self, state: State) -> State:
        hero = state.heroes.get(self.hero)
        if hero is None:
            return state
        return replace(state, heroes=put(state.heroes, self.hero, replace(hero, wounds=self.wounds)))


class PresetSet(Fact[State], frozen=True):
    """Where a player's captured ships go, and which ships make room (GCW-BRD-05). For that player."""

    seat: Seat
    preset: Preset

    def evolve(self, state: State) -> State:
        return replace(state, presets=put(state.presets, self.seat, self.preset))


class DutySet(Fact[State], frozen=True):
    """Ships, and the units of their groups, are on PDF duty for a system; "" for none (GCW-BRD-05). For their owner."""

    units: tuple[str, ...]
    system: str

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, duty=self.system)
        return state


class Yielded(Fact[State], frozen=True):
    """A ship, and the craft and vehicles in it, are a player's no longer (GCW-BRD-03, GCW-DMG-16). For that player.

    `to` is who took it, nobody for a derelict. `ship` is the first of `units`; `abandoned` if its crew left it.
    """

    owner: Seat
    units: tuple[str, ...]
    names: tuple[str, ...]
    to: Seat = NOBODY
    abandoned: bool = False

    def evolve(self, state: State) -> State:
        gone = frozenset(self.units)
        formations = state.formations
        if self.owner in formations:
            mine = {name: _less(members, gone) for name, members in formations[self.owner].items()}
            mine = {name: members for name, members in mine.items() if members}
            formations = put(formations, self.owner, mine) if mine else without(formations, self.owner)
        return replace(
            state,
            units={key: unit for key, unit in state.units.items() if key not in gone},
            tracks={key: track for key, track in state.tracks.items() if key not in gone},
            repairs={key: repair for key, repair in state.repairs.items() if key not in gone},
            entries=_entries(state.entries, gone),
            formations=formations,
        )


def _less(units: tuple[str, ...], gone: frozenset[str]) -> tuple[str, ...]:
    return tuple(one for one in units if one not in gone)


def _entries(entries: Mapping[str, Entry], gone: frozenset[str]) -> dict[str, Entry]:
    """Waiting entries without units that are gone; none that nobody is left for."""
    left = {key: replace(one, units=_less(one.units, gone)) for key, one in entries.items()}
    return {key: one for key, one in left.items() if one.units}


class Taken(Fact[State], frozen=True):
    """A ship, with the craft and vehicles in it, belongs to who boarded it (GCW-BRD-03, GCW-LCH-02). For that player.

    `squads` are its boarders, who are at home in it now; `aliases` what it called the units as contacts.
    """

    seat: Seat
    units: tuple[Unit, ...]
    squads: tuple[str, ...]
    aliases: tuple[str, ...]
    of: Seat = NOBODY

    def evolve(self, state: State) -> State:
        state = replace(state, units={**state.units, **{unit.id: unit for unit in self.units}})
        for squad in self.squads:
            state = changed(state, squad, inside="", boarder=False)
        mine = (key for key, hero in state.heroes.items() if hero.owner == self.seat and hero.inside in self.aliases)
        state = with_heroes(state, tuple(mine), self.units[0].id)
        contacts = dict(state.contacts_of(self.seat))
        for alias in self.aliases:
            if alias in contacts:
                contacts[alias] = replace(contacts[alias], gone="it is your own now", name="")
        if not self.aliases:
            return state
        return replace(state, contacts=put(state.contacts, self.seat, contacts))


class Adrift(Fact[State], frozen=True):
    """A ship, with the craft and vehicles in it, is nobody's: a derelict (GCW-DMG-16). For the referee alone."""

    units: tuple[Unit, ...]

    def evolve(self, state: State) -> State:
        return replace(state, units={**state.units, **{unit.id: unit for unit in self.units}})


class LeftAboard(Fact[State], frozen=True):
    """Squads stay in a ship that was given up; their owner calls it by this alias now (GCW-DMG-14). For their owner."""

    units: tuple[str, ...]
    ship: str
    alias: str

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, docked=self.ship, inside=self.alias, boarder=False)
        return state


class CaptureWaits(Fact[State], frozen=True):
    """A ship is in the hands of a player's boarders, with no command room for it yet (GCW-BRD-05). For that player.

    `cp` are its command points, `pdf` and `main` those in use there and in the main fleet, of `capacity`.
    """

    seat: Seat
    alias: str
    cp: int
    pdf: int
    main: int
    capacity: int


class PodsAway(Fact[State], frozen=True):
    """A crew left its ship in escape pods, heroes with it (GCW-DMG-14). For its owner."""

    ship: str
    pod: Pod
    heroes: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        state = changed(state, self.ship, crew=0)
        pods = put(state.pods, self.pod.id, self.pod)
        state = replace(state, pods=pods, last_ids=counted(state, self.pod.owner))
        return with_heroes(state, self.heroes, self.pod.id)


class PodsLanded(Fact[State], frozen=True):
    """Escape pods have come down: their crew stands on the Surface (GCW-DMG-14, CLK-21). For its owner."""

    pod: str
    unit: Unit

    def evolve(self, state: State) -> State:
        units = put(state.units, self.unit.id, self.unit)
        return replace(state, units=units, pods=without(state.pods, self.pod), last_ids=counted(state, self.unit.owner))


def with_heroes(state: State, heroes: tuple[str, ...], where: str, inside: str = "") -> State:
    """The state with these heroes in a unit, or in pods; `inside` is what their owner calls another's ship."""
    for name in heroes:
        hero = state.heroes.get(name)
        if hero is not None:
            state = replace(state, heroes=put(state.heroes, name, replace(hero, aboard=where, inside=inside)))
    return state
