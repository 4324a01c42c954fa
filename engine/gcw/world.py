"""What a campaign is played with: the data pack and the grid, and what they say of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from engine.gcw.data.pack import Pack
from engine.gcw.data.people import HeroClass
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Ring, Status
from engine.gcw.data.units import (
    AnyClass,
    AuxClass,
    FacilityType,
    GroundClass,
    GroundKind,
    Mount,
    ShipClass,
    SquadronClass,
)
from engine.gcw.figures.damage import Hit, hit, hit_facility, hit_ground, hit_sf, squads_left
from engine.gcw.figures.grid import Grid, Shooter
from engine.gcw.figures.ucr import UCR_FLOOR, Kind, Rating, Role, Situation, effective
from engine.gcw.galaxy.hyperspace import Pace
from engine.gcw.state import TROOPS, State, Unit, UnitKind

JOINS = "+"
"""Joins the codes of a swarm's squadrons into its own (GCW-TIE-01)."""

HERO = "hero "
"""Begins the code of a hero ashore: "hero JEDI"."""

SWARM_RATING = 8
"""Speed and maneuverability of a swarm together (GCW-TIE-02)."""

GROUND_KINDS = {
    GroundKind.GAV: UnitKind.VEHICLE,
    GroundKind.AIRSPEEDER: UnitKind.AIRSPEEDER,
    GroundKind.INFANTRY: UnitKind.INFANTRY,
}

SWITCHES: dict[str, tuple[str, ...]] = {
    "fog": ("on", "off"),
    "hyper_rating_mode": ("speed", "class"),
    "battle_cap_scope": ("player", "fleet"),
    "ucr_floor": ("1", "0"),
}
"""How open rules may be played, the first value being the default (register section 5, campaign)."""

SWITCH_TEXTS: dict[str, str] = {
    "fog": "whether you see only what your units see",
    "hyper_rating_mode": "whether a larger hyperspace rating is faster (speed) or slower (class)",
    "battle_cap_scope": "whether command points of a battle are counted by player or by fleet",
    "ucr_floor": "the least rating of a live unit",
}
"""What each switch rules, for who opens a campaign."""


class World(msgspec.Struct, frozen=True):
    """A data pack with its grid."""

    pack: Pack
    grid: Grid

    def spec(self, code: str) -> AnyClass:
        """The class of a unit. Raises KeyError for a code that is not in the pack."""
        found = self.pack.units.get(code) or self.pack.facilities.get(code)
        if found is not None:
            return found
        if JOINS in code:
            return _swarm(self.pack.units, code)
        return _hero(self.pack.heroes[code.removeprefix(HERO)])

    def kind(self, code: str) -> UnitKind:
        """What a class is."""
        if code.startswith(HERO):
            return UnitKind.HERO
        spec = self.spec(code)
        match spec:
            case ShipClass():
                return UnitKind.SHIP
            case SquadronClass():
                return UnitKind.SWARM if JOINS in code else UnitKind.SQUADRON
            case AuxClass():
                return UnitKind.AUXILIARY
            case GroundClass():
                return GROUND_KINDS[spec.kind]
            case FacilityType():
                return UnitKind.PLATFORM if spec.is_space else UnitKind.FACILITY

    def full(self, code: str, count: int = 1) -> Pools:
        """The pools of an unharmed unit of a class; of `count` squads of infantry, of a hero of level `count`."""
        spec = self.spec(code)
        return Pools(spec.shields, spec.hp * count if spec.hp else spec.armor, spec.systems, spec.hull)

    def mounts(self, code: str) -> tuple[Mount, ...]:
        """The weapons of a class; of one squad of infantry."""
        return self.spec(code).weapons

    def mounts_of(self, unit: Unit) -> tuple[Mount, ...]:
        """The weapons of a unit: of a stack, those of the squads that are left (GCW-G2G-01); of a hero, by level."""
        if unit.kind is UnitKind.INFANTRY:
            return self.armed(unit.code, self.squads(unit.code, unit.pools))
        return self.armed(unit.code, unit.count)

    def armed(self, code: str, number: int) -> tuple[Mount, ...]:
        """The weapons of so many squads of a class, or of a hero of that level; of one unit of other classes."""
        mounts = self.mounts(code)
        if number == 1:
            return mounts
        return tuple(msgspec.structs.replace(mount, count=mount.count * number) for mount in mounts)

    def squads(self, code: str, pools: Pools) -> int:
        """Squads left of an infantry stack (GCW-G2G-01)."""
        spec = self.spec(code)
        return squads_left(pools.armor, spec.hp) if spec.hp else 0

    def cp(self, code: str) -> int:
        """Command points of a unit of a class (GCW-CMD-02, GCW-ESC-04, GCW-FAC-12)."""
        return self.spec(code).cp

    def move_points(self, code: str) -> int:
        """Movement points of each own turn: the speed, unless the spec says otherwise (GCW-MOV-01)."""
        spec = self.spec(code)
        return spec.move_points or spec.speed

    def hyper(self, code: str) -> Fraction:
        """The hyperspace rating of a class; 0 without a hyperdrive (GCW-FHM-01)."""
        return Fraction(self.spec(code).hyper_tenths, 10)

    def interdicts(self, code: str) -> bool:
        """Whether a class keeps its enemies from hyperspace (GCW-TRN-08)."""
        return self.spec(code).interdictor

    def atmospheric(self, code: str) -> bool:
        """Whether a class may enter the atmosphere (GCW-ATM-05)."""
        spec = self.spec(code)
        return not isinstance(spec, FacilityType) and (not isinstance(spec, ShipClass) or spec.atmospheric)

    def shooter(self, kind: UnitKind) -> Shooter:
        """How far a unit reaches (GCW-RNG-01, -02)."""
        return _SHOOTERS.get(kind, Shooter.SHIP)

    def ring(self, cell: str) -> Ring | None:
        """The ring of a cell; None off the grid."""
        return self.grid.ring_of(cell) if cell else None

    def deep(self, cell: str) -> bool:
        """Whether a cell is of a Deep Space Zone."""
        return self.ring(cell) is Ring.DSZ

    def rating(
        self,
        state: State,
        code: str,
        cell: str,
        status: Status,
        role: Role,
        *,
        held: bool = False,
        bombarded: bool = False,
        fatigued: bool = False,
    ) -> Rating:
        """The effective rating of a unit of a class in a cell (register 0.6).

        `held` by tractor beams that control it, `bombarded` in a grid under orbital bombardment, `fatigued`.
        """
        spec, ring = self.spec(code), self.ring(cell)
        floor = int(state.switches.get("ucr_floor", str(UCR_FLOOR)))
        if isinstance(spec, FacilityType):
            unit = Situation(
                kind=Kind.FACILITY,
                ucr_attack=spec.ucr_attack,
                ucr_defensive=spec.ucr_defensive,
                derelict=status is Status.DERELICT,
            )
        else:
            unit = Situation(
                kind=_RATED_AS[self.kind(code)],
                speed=spec.speed,
                maneuver=spec.maneuver,
                atm_mod=spec.atm_mod,
                ring=ring,
                in_flight=ring is not Ring.GS,
                derelict=status is Status.DERELICT,
                fully_tractored=held,
                bombarded=bombarded,
                fatigued=fatigued,
            )
        return effective(unit, role, floor=floor)

    def rating_of(self, state: State, unit: Unit, role: Role) -> Rating:
        """The effective rating of a unit where it is; what is inside another is where that is."""
        host = state.units.get(unit.docked) if unit.docked else None
        place = host if host is not None else unit
        return self.rating(
            state,
            unit.code,
            place.cell,
            unit.status,
            role,
            held=bool(unit.held),
            bombarded=under_bombardment(state, place.system, place.cell),
            fatigued=is_fatigued(state, unit, place.system, place.cell),
        )

    def struck(self, kind: UnitKind, pools: Pools, channel: DamageChannel, damage: int, *, shields_up: bool) -> Hit:
        """Refined damage on a unit's pools, by what it is (GCW-DMG)."""
        match kind:
            case UnitKind.SHIP:
                return hit(pools, channel, damage, shields_up=shields_up)
            case UnitKind.PLATFORM | UnitKind.FACILITY:
                return hit_facility(pools, channel, damage, shields_up=shields_up)
            case UnitKind.SQUADRON | UnitKind.AUXILIARY | UnitKind.SWARM:
                return hit_sf(pools, channel, damage, shields_up=shields_up)
            case UnitKind.INFANTRY | UnitKind.VEHICLE | UnitKind.AIRSPEEDER | UnitKind.HERO:
                left = pools.with_layer(Layer.ARMOR, hit_ground(pools.armor, channel, damage))
                taken = pools.minus(left)
                status = Status.DESTROYED if left.armor == 0 else Status.ACTIVE
                return Hit(left, status, taken, wasted=damage - taken.armor)

    def hangar(self, code: str) -> tuple[int, int]:
        """Places for squadrons and for auxiliaries aboard a class."""
        spec = self.spec(code)
        return spec.hangar_sf, spec.hangar_aux

    def pace(self, state: State) -> Pace:
        """What a hyperspace rating means in this campaign (GCW-FHM-01)."""
        return Pace(state.switches.get("hyper_rating_mode", Pace.SPEED))

    def fog(self, state: State) -> bool:
        """Whether what nobody detected stays unseen (GCW-SCN-18)."""
        return state.switches.get("fog", "on") == "on"

    def class_text(self, code: str) -> str:
        """A class in words: "Imperial-class Star Destroyer I (ISD)"; a swarm by its squadrons."""
        spec = self.spec(code)
        return spec.name if JOINS in code else f"{spec.name} ({spec.code})"

    def cp_of(self, unit: Unit) -> int:
        """Command points of a unit."""
        return self.cp(unit.code)


_SHOOTERS: Mapping[UnitKind, Shooter] = {
    UnitKind.SQUADRON: Shooter.SF,
    UnitKind.SWARM: Shooter.SF,
    UnitKind.AUXILIARY: Shooter.AUX,
}

_RATED_AS: Mapping[UnitKind, Kind] = {
    UnitKind.SHIP: Kind.SHIP,
    UnitKind.SQUADRON: Kind.SQUADRON,
    UnitKind.SWARM: Kind.SWARM,
    UnitKind.AUXILIARY: Kind.AUXILIARY,
    UnitKind.INFANTRY: Kind.GROUND,
    UnitKind.VEHICLE: Kind.GROUND,
    UnitKind.AIRSPEEDER: Kind.GROUND,
    UnitKind.HERO: Kind.GROUND,
}


@lru_cache(maxsize=1024)
def _swarm_of(members: tuple[SquadronClass, ...], code: str) -> SquadronClass:
    """The class of a meta-squadron: pools and weapons summed, the pace of the slowest (GCW-TIE-01, -02)."""
    counts: dict[tuple[str, int], int] = {}
    for member in members:
        for mount in member.weapons:
            key = (mount.weapon, mount.barrels)
            counts[key] = counts.get(key, 0) + mount.count
    names: dict[str, int] = {}
    for member in members:
        names[member.name] = names.get(member.name, 0) + 1
    speed = min(member.speed for member in members)
    first = members[0]
    return msgspec.structs.replace(
        first,
        code=code,
        name="TIE swarm of " + ", ".join(f"{number} {name}" for name, number in names.items()),
        cost=sum(member.cost for member in members),
        speed=speed,
        maneuver=SWARM_RATING - speed,
        shields=sum(member.shields for member in members),
        armor=sum(member.armor for member in members),
        weapons=tuple(Mount(weapon, barrels, count) for (weapon, barrels), count in counts.items()),
        cp=sum(member.cp for member in members),
        room=sum(member.room for member in members),
        hyper_capable=all(member.hyper_capable for member in members),
        hyper_rating=min(member.hyper_rating for member in members),
        swarm=False,
    )


def _swarm(units: Mapping[str, object], code: str) -> SquadronClass:
    members = [units[part] for part in code.split(JOINS)]
    return _swarm_of(tuple(member for member in members if isinstance(member, SquadronClass)), code)


@lru_cache(maxsize=64)
def _hero(klass: HeroClass) -> GroundClass:
    """A hero class as a ground unit of level 1 (GCW-G2H)."""
    return GroundClass(
        code=HERO + klass.code,
        name=klass.name,
        tech=(),
        cost=0,
        speed=klass.speed,
        maneuver=klass.maneuver,
        weapons=klass.weapons,
        kind=GroundKind.INFANTRY,
        hp=klass.hp,
        buildable=False,
    )


def grid_of(cell: str) -> str:
    """The Ground Grid of a ground cell ("G-1" of "G-1S"); "" for another cell."""
    return cell[:-1] if cell.startswith("G-") else ""


def under_bombardment(state: State, system: str, cell: str) -> bool:
    """Whether a cell lies in a Ground Grid under orbital bombardment (GCW-ORB-06)."""
    grid = grid_of(cell)
    return bool(grid) and f"{system}/{grid}" in state.bombarded


def is_fatigued(state: State, unit: Unit, system: str, cell: str) -> bool:
    """Whether a ground unit belongs to a tired attacking force, whose host ship has not landed (GCW-FTG-04, -06)."""
    if unit.kind not in TROOPS:
        return False
    force = state.forces.get(f"{unit.owner}/{system}/{grid_of(cell)}")
    return force is not None and force.fatigued and force.paused_since is None
