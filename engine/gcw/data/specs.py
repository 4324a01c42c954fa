"""What the data pack says of units, places and people: frozen records for rules to read. Register section 8.1.

Units of measure: lengths in decimetres, coordinates and hyperspace factors in tenths, money in KC, times in days.
Nothing that a rule computes (systems, crew, UCR) is stored; it is a property here.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec


class Channel(StrEnum):
    """Which pools a weapon's damage goes through, and in what order (register 0.4)."""

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
    """What a ground unit is: vehicles fire at the air, infantry does not (GCW-S2A); airspeeders fly (GCW-A2A)."""

    GAV = "GAV"
    AIRSPEEDER = "AIRSPEEDER"
    INFANTRY = "INFANTRY"


class Builds(StrEnum):
    """What a facility makes (GCW-CST-02)."""

    SHIP = "SHIP"
    SF = "SF"
    AUX = "AUX"
    GAV = "GAV"
    INFANTRY = "INFANTRY"


class Feature(StrEnum):
    """What a world has by itself, for repair and scrapping (GCW-REP-03, GCW-SCR-03)."""

    SHIPYARD_WORLD = "SHIPYARD_WORLD"
    FACTORY = "FACTORY"
    SALVAGE_YARD = "SALVAGE_YARD"
    HEAVY_INDUSTRY = "HEAVY_INDUSTRY"
    HEAVY_MINING = "HEAVY_MINING"


class LinkKind(StrEnum):
    """Trade route, common route, or the approach to a world off the network (GCW-GAL-01, -04)."""

    TRADE = "TRADE"
    COMMON = "COMMON"
    APPROACH = "APPROACH"


BARREL_WORDS = {1: "", 2: "Dual ", 4: "Quad "}


class Weapon(msgspec.Struct, frozen=True):
    """A line of the weapon damage chart (GCW-WPN-01): damage of a single-barrelled mount, and its channel.

    A warhead may also be used in a bombing run, past the target's shields (GCW-BMB-02).
    """

    code: str
    name: str
    damage: int
    channel: Channel
    warhead: bool = False


class Mount(msgspec.Struct, frozen=True):
    """A number of equal mounts: the weapon's code, barrels 1, 2 or 4 (GCW-WPN-02), and how many there are."""

    weapon: str
    barrels: int
    count: int

    @property
    def label(self) -> str:
        """As players write it: "Dual HTLB", "IC"."""
        return f"{BARREL_WORDS[self.barrels]}{self.weapon}"

    def __str__(self) -> str:
        return f"{self.count} {self.label}"


class Aboard(msgspec.Struct, frozen=True):
    """Part of a stock complement: so many of a class; without a class, of the stock class of whoever musters it."""

    kind: Berth
    count: int
    code: str = ""


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """What every class of unit has: code, name, technology tags, cost in KC, and remarks for moderators."""

    code: str
    name: str
    tech: tuple[str, ...]
    cost: int
    buildable: bool = True
    note: str = ""


class Mobile(Spec, frozen=True, kw_only=True):
    """A unit that moves: its rating is speed + maneuver (GCW-UCR-01)."""

    speed: int
    maneuver: int
    weapons: tuple[Mount, ...] = ()

    @property
    def ucr(self) -> int:
        """Universal Combat Rating before any modifier (GCW-UCR-01)."""
        return self.speed + self.maneuver


class ShipClass(Mobile, frozen=True, kw_only=True):
    """A class of capital ship. `cp` is also its construction time in days (GCW-CMD-02)."""

    role: str
    cp: int
    length_dm: int
    shields: int
    armor: int
    hull: int
    complement: tuple[Aboard, ...] = ()
    built_at: tuple[str, ...] = ()
    hyper_tenths: int = 10
    atmospheric: bool = False
    interdictor: bool = False
    orbital_bombardment: bool = False
    tractor_projectors: int = 0
    tractor_m: int = 100
    hangar_sf: int = 0
    hangar_aux: int = 0
    troop_capacity: int = 0
    vehicle_capacity: int = 0
    move_points: int = 0
    bonus_cp: int = 0
    industrial_output: int = 0

    @property
    def systems(self) -> int:
        """Points of the systems pool: half the length in metres, up (GCW-DMG-03)."""
        return -(-self.length_dm // 20)

    @property
    def crew(self) -> int:
        """Stock infantry squads of crew: a tenth of the length in metres, up (GCW-DMG-15)."""
        return -(-self.length_dm // 100)


class SquadronClass(Mobile, frozen=True, kw_only=True):
    """A class of starfighter squadron; all values are for the whole squadron of twelve (GCW-UNT-01).

    `ratings` are one craft's attack, agility, hull, shields and dial speed, from which the values were made.
    """

    ratings: tuple[int, ...]
    shields: int
    armor: int
    cp: int = 1
    build_days: int = 1
    stock_build_days: int = 2
    hyper_tenths: int = 0
    atm_mod: int = -1
    bombing_run: bool = False
    can_scan: bool = False
    swarm: bool = False
    elite: bool = False
    room: int = 1


class AuxClass(Mobile, frozen=True, kw_only=True):
    """A class of auxiliary craft: one craft, one unit. `vehicle_capacity` counts places (GCW-STK-05)."""

    ratings: tuple[int, ...]
    length_dm: int
    shields: int
    armor: int
    troop_capacity: int
    vehicle_capacity: int = 0
    cp: int = 1
    build_days: int = 1
    stock_build_days: int = 2
    hyper_tenths: int = 0
    atm_mod: int = -1
    bombing_run: bool = False
    is_landing_barge: bool = False
    tractor_projectors: int = 0
    tractor_m: int = 25
    room: int = 1


class GroundClass(Mobile, frozen=True, kw_only=True):
    """A class of vehicle or of infantry squad (ten troops). `hp` is its one pool.

    `length_cm` (centimetres) and `drive` (1 heavy walker or wheels to 5 airspeeder) are what the figures were made of.
    """

    kind: GroundKind
    hp: int
    tier: str = ""
    length_cm: int = 0
    drive: int = 0
    build_days: int = 1
    stock_build_days: int = 2
    room: int = 1
    infiltrator: bool = False


class FacilityType(Spec, frozen=True, kw_only=True):
    """A type of facility, space platform or planetary weapon."""

    is_space: bool
    build_days: int
    shields: int
    armor: int
    hull: int
    ucr_defensive: int
    ucr_attack: int
    weapons: tuple[Mount, ...] = ()
    is_planetary_weapon: bool = False
    comscan: bool = False
    scrap_site: bool = False
    builds: tuple[Builds, ...] = ()
    industrial_output: int = 0
    hangar_sf: int = 0
    hangar_aux: int = 0
    squads: int = 0
    vehicle_places: int = 0
    tractor_projectors: int = 0
    tractor_m: int = 100
    length_dm: int = 0


class Post(msgspec.Struct, frozen=True):
    """A unit or facility and the cell it stands in ("B-1"; a Ground Grid is named without its level: "G-1").

    `instead` names the facility of the planet's defenders whose place it takes.
    """

    code: str
    cell: str
    instead: str = ""


class System(msgspec.Struct, frozen=True, kw_only=True):
    """A world of the galaxy map. Coordinates in tenths of the 0-100 grid, x to the galactic east, y to the north.

    `special` worlds lie off the routes (GCW-GAL-04). `standing` are facilities there from the start.
    """

    name: str
    x: int
    y: int
    region: str
    strategic_value: int
    sector: str
    industrial_output: int
    features: tuple[Feature, ...] = ()
    special: bool = False
    stronghold_of: str = ""
    standing: tuple[Post, ...] = ()
    note: str = ""


class Link(msgspec.Struct, frozen=True):
    """One step of the galaxy map, usable both ways: its kind, its hours at hyperspace factor 1, its route's name."""

    a: str
    b: str
    kind: LinkKind
    hours: int
    route: str = ""

    def other(self, system: str) -> str:
        """The far end, seen from `system`."""
        return self.b if system == self.a else self.a


class Count(msgspec.Struct, frozen=True):
    """So many of a class."""

    code: str
    count: int


class Faction(msgspec.Struct, frozen=True, kw_only=True):
    """A side: where it is at home, what it starts with, what technology it may use (GCW-FAC).

    `tech` are the tags it may use; `also` are single classes of other tags. `bonus` stands at its stronghold, free
    (GCW-PDF-03). The four `stock_` classes are its free complement, crew and guards (GCW-STK-01, GCW-RGF-03).
    `sample` is a legal starting fleet to begin with quickly; empty where none is given.
    """

    code: str
    name: str
    stronghold: str
    tech: tuple[str, ...]
    bonus: tuple[Count, ...]
    stock_sf: str
    stock_aux: str
    stock_gav: str
    stock_infantry: str
    also: tuple[str, ...] = ()
    sample: tuple[Count, ...] = ()
    network_income: int = 0
    note: str = ""


class UnitList(msgspec.Struct, frozen=True):
    """Everything a faction may use, by type, as codes in the pack's order. `bonus_only` cannot be built by it."""

    ships: tuple[str, ...]
    squadrons: tuple[str, ...]
    auxiliaries: tuple[str, ...]
    vehicles: tuple[str, ...]
    infantry: tuple[str, ...]
    bonus_only: tuple[str, ...]


class Effect(msgspec.Struct, frozen=True):
    """What an ability changes: a kind of the register's closed list, whom it is for, and by how much.

    The kind MODERATOR marks what a moderator applies by hand.
    """

    kind: str
    unit: str = ""
    pool: str = ""
    amount: int = 0


class Ability(msgspec.Struct, frozen=True):
    """What a hero gains at a level (GCW-HRO-02), in words and in effects."""

    level: int
    text: str
    effects: tuple[Effect, ...]


class HeroClass(msgspec.Struct, frozen=True, kw_only=True):
    """A class of hero. `hp` and each weapon's count are per level."""

    code: str
    name: str
    mission: str
    max_level: int
    hp: int
    speed: int
    maneuver: int
    weapons: tuple[Mount, ...]
    abilities: tuple[Ability, ...]
    train_cost: int = 1000
    train_days: int = 0
    bonus_cp: int = 0
    note: str = ""

    @property
    def ucr(self) -> int:
        """The hero's rating (GCW-UCR-01)."""
        return self.speed + self.maneuver


class Objective(msgspec.Struct, frozen=True):
    """A milestone of a mission: a kind the bot can check (else MODERATOR), how many, where, and the KC it pays."""

    kind: str
    text: str
    count: int = 1
    systems: tuple[str, ...] = ()
    reward: int = 0


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """A mission (GCW-MIS): its objectives in order. `hero_class` is empty for a mission open to any hero."""

    code: str
    title: str
    hero_class: str
    objectives: tuple[Objective, ...]
    repeatable: bool = False
    grants_victory: bool = False
    triggers_flashpoint: str = ""
    note: str = ""


class DefenceRow(msgspec.Struct, frozen=True):
    """What a neutral system of a strategic value has in orbit and on the ground (GCW-FAC-13, -14)."""

    strategic_value: int
    orbit: tuple[Post, ...]
    ground: tuple[Post, ...]


class Guard(msgspec.Struct, frozen=True):
    """Guard force of a Ground Grid with a facility, in stock units (GCW-RGF-02)."""

    squadrons: int
    squads: int
    vehicles: int


class IndependentPackage(msgspec.Struct, frozen=True, kw_only=True):
    """What an Independent starts with (GCW-SET-05)."""

    heroes: int
    hero_level: int
    ship_cp: int
    command_center: bool
    facility_credit: int
    treasury: int
    home: str


class EliteVariant(msgspec.Struct, frozen=True):
    """What the elite variant of any squadron adds to its rating and to its cost in KC."""

    ucr: int
    cost: int


class Source(msgspec.Struct, frozen=True):
    """What a mark stands for: where figures with this mark come from."""

    mark: str
    title: str
    where: tuple[str, ...] = ()


ANY_TECH = "any"
"""The technology tag that every faction may use."""

UnitClass = ShipClass | SquadronClass | AuxClass | GroundClass
"""What a faction can own and order about; the codes of all four are distinct."""

Record = UnitClass | Weapon | FacilityType | System | Faction | HeroClass | Mission | DefenceRow
"""What carries marks."""


class Marks(msgspec.Struct, frozen=True):
    """Where a record's figures come from: a mark for single fields, and one for the rest."""

    rest: str
    fields: Mapping[str, str]


def name_of(record: Record) -> str:
    """What a record goes by among those of its kind."""
    match record:
        case System():
            return record.name
        case DefenceRow():
            return str(record.strategic_value)
        case _:
            return record.code
