"""What a campaign is played with: the data pack and the grid, and what they say of a unit."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from engine.gcw.damage import DamageChannel, Hit, Pools, Status, hit, hit_facility, hit_sf
from engine.gcw.grid import Grid, Ring, Shooter
from engine.gcw.pack import Pack
from engine.gcw.specs import AuxClass, FacilityType, Mount, ShipClass, SquadronClass
from engine.gcw.state import State, Unit, UnitKind
from engine.gcw.travel import Pace
from engine.gcw.ucr import UCR_FLOOR, Kind, Rating, Role, Situation, effective

SpaceClass = ShipClass | SquadronClass | AuxClass | FacilityType

SWITCHES: dict[str, tuple[str, ...]] = {
    "fog": ("on", "off"),
    "hyper_rating_mode": ("speed", "class"),
    "battle_cap_scope": ("player", "fleet"),
    "ucr_floor": ("1", "0"),
}
"""How open rules may be played, the first value being the default (register section 5, campaign)."""


class World(msgspec.Struct, frozen=True):
    """A data pack with its grid."""

    pack: Pack
    grid: Grid

    def spec(self, code: str) -> SpaceClass:
        """The class of a unit in space. Raises KeyError for a code that is not in the pack."""
        found = self.pack.units.get(code)
        if isinstance(found, ShipClass | SquadronClass | AuxClass):
            return found
        return self.pack.facilities[code]

    def kind(self, code: str) -> UnitKind:
        """What a class is."""
        match self.spec(code):
            case ShipClass():
                return UnitKind.SHIP
            case SquadronClass():
                return UnitKind.SQUADRON
            case AuxClass():
                return UnitKind.AUXILIARY
            case FacilityType():
                return UnitKind.PLATFORM

    def full(self, code: str) -> Pools:
        """The pools of an unharmed unit of a class."""
        match self.spec(code):
            case ShipClass() as ship:
                return Pools(ship.shields, ship.armor, ship.systems, ship.hull)
            case SquadronClass() | AuxClass() as craft:
                return Pools(craft.shields, craft.armor)
            case FacilityType() as platform:
                return Pools(platform.shields, platform.armor, 0, platform.hull)

    def mounts(self, code: str) -> tuple[Mount, ...]:
        """The weapons of a class."""
        return self.spec(code).weapons

    def cp(self, code: str) -> int:
        """Command points of a unit of a class (GCW-CMD-02, GCW-ESC-04, GCW-FAC-12)."""
        spec = self.spec(code)
        return 0 if isinstance(spec, FacilityType) else spec.cp

    def move_points(self, code: str) -> int:
        """Movement points of each own turn: the speed, unless the spec says otherwise (GCW-MOV-01)."""
        spec = self.spec(code)
        if isinstance(spec, FacilityType):
            return 0
        own = spec.move_points if isinstance(spec, ShipClass) else 0
        return own or spec.speed

    def hyper(self, code: str) -> Fraction:
        """The hyperspace rating of a class; 0 without a hyperdrive (GCW-FHM-01)."""
        spec = self.spec(code)
        return Fraction(0) if isinstance(spec, FacilityType) else Fraction(spec.hyper_tenths, 10)

    def interdicts(self, code: str) -> bool:
        """Whether a class keeps its enemies from hyperspace (GCW-TRN-08)."""
        spec = self.spec(code)
        return isinstance(spec, ShipClass) and spec.interdictor

    def atmospheric(self, code: str) -> bool:
        """Whether a class may enter the atmosphere (GCW-ATM-05)."""
        spec = self.spec(code)
        return not isinstance(spec, FacilityType) and (not isinstance(spec, ShipClass) or spec.atmospheric)

    def shooter(self, kind: UnitKind) -> Shooter:
        """How far a unit reaches (GCW-RNG-01, -02)."""
        return {UnitKind.SQUADRON: Shooter.SF, UnitKind.AUXILIARY: Shooter.AUX}.get(kind, Shooter.SHIP)

    def ring(self, cell: str) -> Ring | None:
        """The ring of a cell; None off the grid."""
        return self.grid.ring_of(cell) if cell else None

    def deep(self, cell: str) -> bool:
        """Whether a cell is of a Deep Space Zone."""
        return self.ring(cell) is Ring.DSZ

    def rating(self, state: State, code: str, cell: str, status: Status, role: Role) -> Rating:
        """The effective rating of a unit of a class in a cell (register 0.6)."""
        spec = self.spec(code)
        ring, derelict = self.ring(cell), status is Status.DERELICT
        floor = int(state.switches.get("ucr_floor", str(UCR_FLOOR)))
        if isinstance(spec, FacilityType):
            unit = Situation(
                kind=Kind.FACILITY, ucr_attack=spec.ucr_attack, ucr_defensive=spec.ucr_defensive, derelict=derelict
            )
        else:
            kinds = {UnitKind.SHIP: Kind.SHIP, UnitKind.SQUADRON: Kind.SQUADRON, UnitKind.AUXILIARY: Kind.AUXILIARY}
            unit = Situation(
                kind=kinds[self.kind(code)],
                speed=spec.speed,
                maneuver=spec.maneuver,
                atm_mod=-1 if isinstance(spec, ShipClass) else spec.atm_mod,
                ring=ring,
                derelict=derelict,
            )
        return effective(unit, role, floor=floor)

    def struck(self, kind: UnitKind, pools: Pools, channel: DamageChannel, damage: int, *, shields_up: bool) -> Hit:
        """Refined damage on a unit's pools, by what it is (GCW-DMG)."""
        match kind:
            case UnitKind.SHIP:
                return hit(pools, channel, damage, shields_up=shields_up)
            case UnitKind.PLATFORM:
                return hit_facility(pools, channel, damage, shields_up=shields_up)
            case UnitKind.SQUADRON | UnitKind.AUXILIARY:
                return hit_sf(pools, channel, damage, shields_up=shields_up)

    def hangar(self, code: str) -> tuple[int, int]:
        """Places for squadrons and for auxiliaries aboard a class."""
        spec = self.spec(code)
        if isinstance(spec, ShipClass | FacilityType):
            return spec.hangar_sf, spec.hangar_aux
        return 0, 0

    def pace(self, state: State) -> Pace:
        """What a hyperspace rating means in this campaign (GCW-FHM-01)."""
        return Pace(state.switches.get("hyper_rating_mode", Pace.SPEED))

    def fog(self, state: State) -> bool:
        """Whether what nobody detected stays unseen (GCW-SCN-18)."""
        return state.switches.get("fog", "on") == "on"

    def class_text(self, code: str) -> str:
        """A class in words: "Imperial-class Star Destroyer I (ISD)"."""
        spec = self.spec(code)
        return f"{spec.name} ({spec.code})"

    def cp_of(self, unit: Unit) -> int:
        """Command points of a unit."""
        return self.cp(unit.code)
