"""Units of the data pack: weapons, ships, craft, ground units and facilities, with what each kind of them lacks.

Nothing that a rule computes (systems, crew, UCR) is stored; it is a property here. Register 8.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from re import Match
from typing import Annotated, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from engine.gcw.data.marks import (
    COUNTED,
    UCR_MAX,
    AnyLength,
    Centimetres,
    Code,
    Days,
    Factor,
    Length,
    Marked,
    MarkedSheet,
    Mounts,
    Points,
    Positive,
    Rated,
    Text,
)
from engine.pack.reading import Names
from engine.pack.shapes import LACKING, Links, Row, Same, Unique, Written, Wrong


class Channel(StrEnum):
    """Pools that a weapon's damage goes through, in order (register 0.4)."""

    NORMAL = "NORMAL"
    ION = "ION"
    PTL = "PTL"
    PIC = "PIC"


class Berth(StrEnum):
    """The four types of unit that are carried or housed, and exchanged one for one (GCW-STK-04)."""

    SF = "SF"
    AUX = "AUX"
    GAV = "GAV"
    INFANTRY = "INFANTRY"


class GroundKind(StrEnum):
    """Kind of a ground unit: vehicles fire at the air, infantry does not (GCW-S2A); airspeeders fly (GCW-A2A)."""

    GAV = "GAV"
    AIRSPEEDER = "AIRSPEEDER"
    INFANTRY = "INFANTRY"


class Builds(StrEnum):
    """A kind of unit that a facility makes (GCW-CST-02)."""

    SHIP = "SHIP"
    SF = "SF"
    AUX = "AUX"
    GAV = "GAV"
    INFANTRY = "INFANTRY"


class Weapon(Marked, frozen=True):
    """A line of the weapon damage chart (GCW-WPN-01): damage of a single-barrelled mount, and its channel.

    A warhead may also be used in a bombing run, past the target's shields (GCW-BMB-02).
    """

    code: Code
    name: Text
    damage: Positive
    channel: Channel
    warhead: bool = False


class Aboard(Row, frozen=True):
    """Part of a stock complement: so many of a class; without a class, of the stock class of whoever musters it.

    TOML has a count and a class, or a count and a kind: "4 TF", "970 INFANTRY".
    """

    kind: Berth
    count: int
    code: str = ""

    def __str__(self) -> str:
        return f"{self.count} {self.code or self.kind.value}"


def _aboard(match: Match[str]) -> Aboard:
    """A part as it is written; the kind of a class is found when all classes are known (`stowed`)."""
    stock = match[2] in Berth.__members__
    return Aboard(Berth(match[2]) if stock else Berth.SF, int(match[1]), "" if stock else match[2])


CARRIED = Written(COUNTED.pattern, _aboard, COUNTED.fault)

AS_IT_COMES = -1
"""Room for what a ship comes with: replaced by that number when all classes are known (`stowed`)."""


class Spec(Marked, frozen=True, kw_only=True):
    """Figures of every class of unit: those that a kind does not declare again, it has not.

    `tech` are technology tags, `cost` is in KC, `note` is for moderators. `cp` are command points, `room` the places
    that it takes, `ratings` one craft's attack, agility, hull, shields and dial speed. `tractor_m` is the greatest
    length that one projector holds, in metres.
    """

    code: Code
    name: Text
    tech: Annotated[tuple[Text, ...], Meta(min_length=1)]
    cost: Points
    buildable: bool = True
    weapons: Mounts = ()
    note: str = ""
    speed: Annotated[int, LACKING] = 0
    maneuver: Annotated[int, LACKING] = 0
    cp: Annotated[int, LACKING] = 0
    length_dm: Annotated[int, LACKING] = 0
    shields: Annotated[int, LACKING] = 0
    armor: Annotated[int, LACKING] = 0
    hull: Annotated[int, LACKING] = 0
    hp: Annotated[int, LACKING] = 0
    build_days: Annotated[int, LACKING] = 0
    hyper_capable: Annotated[bool, LACKING] = False
    hyper_rating: Annotated[int, LACKING] = 10
    move_points: Annotated[int, LACKING] = 0
    atm_mod: Annotated[int, LACKING] = -1
    atmospheric: Annotated[bool, LACKING] = False
    interdictor: Annotated[bool, LACKING] = False
    orbital_bombardment: Annotated[bool, LACKING] = False
    bombing_run: Annotated[bool, LACKING] = False
    can_scan: Annotated[bool, LACKING] = False
    swarm: Annotated[bool, LACKING] = False
    elite: Annotated[bool, LACKING] = False
    comscan: Annotated[bool, LACKING] = False
    is_landing_barge: Annotated[bool, LACKING] = False
    infiltrator: Annotated[bool, LACKING] = False
    complement: Annotated[tuple[Aboard, ...], LACKING] = ()
    hangar_sf: Annotated[int, LACKING] = 0
    hangar_aux: Annotated[int, LACKING] = 0
    troop_capacity: Annotated[int, LACKING] = 0
    vehicle_capacity: Annotated[int, LACKING] = 0
    tractor_projectors: Annotated[int, LACKING] = 0
    tractor_m: Annotated[int, LACKING] = 0
    bonus_cp: Annotated[int, LACKING] = 0
    industrial_output: Annotated[int, LACKING] = 0
    room: Annotated[int, LACKING] = 1
    role: Annotated[str, LACKING] = ""
    builds: Annotated[tuple[Builds, ...], LACKING] = ()

    @property
    def ucr(self) -> int:
        """Universal Combat Rating before any modifier (GCW-UCR-01)."""
        return self.speed + self.maneuver

    @property
    def hyper_tenths(self) -> int:
        """The hyperspace rating in tenths; 0 without a hyperdrive (GCW-FHM-01)."""
        return self.hyper_rating if self.hyper_capable else 0

    @property
    def berth(self) -> Berth | None:
        """The berth in which a unit of the class is carried or housed; None for what is not."""
        return None

    @property
    def systems(self) -> int:
        """Points of the systems pool: ships have one."""
        return 0

    @property
    def crew(self) -> int:
        """Stock infantry squads of crew: ships have one."""
        return 0


class Mobile(Spec, frozen=True, kw_only=True):
    """A unit that moves: its rating is speed + maneuver (GCW-UCR-01)."""

    speed: Rated
    maneuver: Rated

    def wrong(self) -> Iterable[Wrong]:
        """A rating out of 1 to 999 (GCW-UCR-05, GCW-MAT-05)."""
        yield from super().wrong()
        if not 1 <= self.ucr <= UCR_MAX:
            yield "maneuver", f"speed + maneuver is {self.ucr}, a UCR is from 1 to {UCR_MAX}"


class ShipClass(Mobile, frozen=True, kw_only=True):
    """A class of capital ship. `cp` is also its construction time in days (GCW-CMD-02).

    It has room for what it comes with, and moves by its speed, unless it is said otherwise.
    """

    role: Literal["T", "R", "V", "M", "D", "A", "G", "X"]
    cp: Days
    length_dm: Length = field(name="length")
    shields: Points
    armor: Positive
    hull: Positive
    complement: tuple[Annotated[Aboard, CARRIED, Links("carried class", "code")], ...] = ()
    built_at: tuple[Annotated[Code, Links("facility type")], ...] = ()
    hyper_capable: Annotated[bool, LACKING] = True
    hyper_rating: Factor = 10
    atmospheric: bool = False
    interdictor: bool = False
    orbital_bombardment: bool = False
    tractor_projectors: Points = 0
    tractor_m: Positive = 100
    hangar_sf: Points = AS_IT_COMES
    hangar_aux: Points = AS_IT_COMES
    troop_capacity: Points = AS_IT_COMES
    vehicle_capacity: Points = AS_IT_COMES
    move_points: Annotated[Points, Same("speed")] = 0
    bonus_cp: Points = 0
    industrial_output: Points = 0

    @property
    def systems(self) -> int:
        """Points of the systems pool: half the length in metres, up (GCW-DMG-03)."""
        return -(-self.length_dm // 20)

    @property
    def crew(self) -> int:
        """Stock infantry squads of the crew: a tenth of the length in metres, up (GCW-DMG-15)."""
        return -(-self.length_dm // 100)

    def wrong(self) -> Iterable[Wrong]:
        """A class that is made, and nowhere."""
        yield from super().wrong()
        if self.buildable and not self.built_at:
            yield "built_at", "names no facility type, and the class is not marked buildable = false"


class Craft(Mobile, frozen=True, kw_only=True):
    """Common record of squadrons and auxiliary craft: figures, days to be built, and the modifier in an atmosphere."""

    ratings: Annotated[tuple[Points, ...], Meta(min_length=5, max_length=5)]
    shields: Points
    armor: Positive
    cp: Positive = 1
    build_days: Days = 1
    stock_build_days: Days = 2
    hyper_capable: bool = False
    hyper_rating: Factor = 10
    atm_mod: Annotated[int, Meta(ge=-9, le=9)] = -1
    bombing_run: bool = False
    room: Positive = 1


class SquadronClass(Craft, frozen=True, kw_only=True):
    """A class of starfighter squadron; all values are for the whole squadron of twelve (GCW-UNT-01)."""

    can_scan: bool = False
    swarm: bool = False
    elite: bool = False

    @property
    def berth(self) -> Berth:
        """In a place for a squadron."""
        return Berth.SF


class AuxClass(Craft, frozen=True, kw_only=True):
    """A class of auxiliary craft: one craft, one unit. `vehicle_capacity` counts places (GCW-STK-05)."""

    length_dm: Length = field(name="length", default=250)
    troop_capacity: Points
    vehicle_capacity: Points = 0
    is_landing_barge: bool = False
    tractor_projectors: Points = 0
    tractor_m: Positive = 25

    @property
    def berth(self) -> Berth:
        """In a place for an auxiliary craft."""
        return Berth.AUX


class GroundClass(Mobile, frozen=True, kw_only=True):
    """A class of vehicle or of infantry squad (ten troops). `hp` is its one pool.

    `length_cm` (centimetres) and `drive` (1 heavy walker or wheels to 5 airspeeder) are what the figures were made of.
    """

    kind: GroundKind
    hp: Positive
    tier: Literal["", "stock", "trained", "elite"] = ""
    length_cm: Centimetres = field(name="length", default=0)
    drive: Annotated[int, Meta(ge=0, le=5)] = 0
    build_days: Days = 1
    stock_build_days: Days = 2
    room: Positive = 1
    infiltrator: bool = False

    @property
    def berth(self) -> Berth:
        """Infantry among troops, all else among vehicles."""
        return Berth.INFANTRY if self.kind is GroundKind.INFANTRY else Berth.GAV


class FacilityType(Spec, frozen=True, kw_only=True):
    """A type of facility, space platform or planetary weapon; it rates the same in attack unless it is said."""

    tech: Annotated[tuple[Text, ...], Meta(min_length=1)] = ("any",)
    is_space: bool
    build_days: Days
    shields: Points = 0
    armor: Positive
    hull: Positive
    ucr_defensive: Rated
    ucr_attack: Annotated[Rated, Same("ucr_defensive")] = 0
    is_planetary_weapon: bool = False
    comscan: bool = False
    scrap_site: bool = False
    builds: tuple[Builds, ...] = ()
    industrial_output: Points = 0
    hangar_sf: Points = 0
    hangar_aux: Points = 0
    troop_capacity: Points = field(name="squads", default=0)
    vehicle_capacity: Points = field(name="vehicle_places", default=0)
    tractor_projectors: Points = 0
    tractor_m: Positive = 100
    length_dm: AnyLength = field(name="length", default=0)


ANY_TECH = "any"
"""The technology tag that every faction may use."""

UnitClass = ShipClass | SquadronClass | AuxClass | GroundClass
"""What a faction can own and order about; the codes of all four are distinct."""

AnyClass = UnitClass | FacilityType
"""Whatever fights: everything that has a code of its own on the grid."""


class EliteVariant(Marked, frozen=True):
    """The elite variant of any squadron: added to its rating, and to its cost in KC."""

    ucr: Points
    cost: Points


class WeaponSheet(MarkedSheet, frozen=True):
    """weapons.toml"""

    weapons: Annotated[tuple[Weapon, ...], Unique()]


class ShipSheet(MarkedSheet, frozen=True):
    """ships.toml"""

    ships: Annotated[tuple[ShipClass, ...], Unique()]


class SquadronSheet(MarkedSheet, frozen=True):
    """squadrons.toml"""

    elite: EliteVariant
    squadrons: Annotated[tuple[SquadronClass, ...], Unique()]


class AuxSheet(MarkedSheet, frozen=True):
    """auxiliaries.toml"""

    auxiliaries: Annotated[tuple[AuxClass, ...], Unique()]


class GroundSheet(MarkedSheet, frozen=True):
    """ground.toml"""

    ground: Annotated[tuple[GroundClass, ...], Unique()]


class FacilitySheet(MarkedSheet, frozen=True):
    """facilities.toml; at most so many facilities in a Ground Grid, and of one type."""

    most_in_grid: Positive
    most_of_type_in_grid: Positive
    facilities: Annotated[tuple[FacilityType, ...], Unique()]


NAMES: Mapping[str, Names] = {
    "weapon": Names(("weapons",)),
    "ship class": Names(("ships",)),
    "squadron class": Names(("squadrons",)),
    "auxiliary class": Names(("auxiliaries",)),
    "vehicle class": Names(("ground",), only=lambda row: row.get("kind") != "INFANTRY"),
    "infantry class": Names(("ground",), only=lambda row: row.get("kind") == "INFANTRY"),
    "unit class": Names(("ships", "squadrons", "auxiliaries", "ground")),
    "carried class": Names(("squadrons", "auxiliaries", "ground")),
    "technology": Names(("ships", "squadrons", "auxiliaries", "ground"), "tech"),
    "facility type": Names(("facilities",)),
}
"""What links to units may name."""


def stowed(ship: ShipClass, carried: Mapping[str, UnitClass]) -> ShipClass:
    """A ship with its complement sorted by kind, and with room for it where nothing else is said (GCW-STK-05)."""
    complement = tuple(
        replace(part, kind=carried[part.code].berth or part.kind) if part.code else part for part in ship.complement
    )
    taken = dict.fromkeys(Berth, 0)
    for part in complement:
        room = carried[part.code].room if part.kind is Berth.GAV and part.code else 1
        taken[part.kind] += part.count * room

    def or_taken(given: int, kind: Berth) -> int:
        return taken[kind] if given == AS_IT_COMES else given

    return replace(
        ship,
        complement=complement,
        hangar_sf=or_taken(ship.hangar_sf, Berth.SF),
        hangar_aux=or_taken(ship.hangar_aux, Berth.AUX),
        troop_capacity=or_taken(ship.troop_capacity, Berth.INFANTRY),
        vehicle_capacity=or_taken(ship.vehicle_capacity, Berth.GAV),
    )
