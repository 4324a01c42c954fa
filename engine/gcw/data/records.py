"""The data pack's TOML, record by record: which fields there are, which must be given, what they default to.

Register section 8.1. Every record may say where its figures come from: `mark` for all of them, `marks` for single
fields; the sheet's own `mark` stands for the rest. S is the rulebook, F and a number a source found, A adapted from
such a source, P proposed.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from engine.catalogue import Hundredths, Row, Tenths
from engine.gcw.data.specs import BARREL_WORDS
from engine.gcw.figures.ucr import UCR_MAX

Mark = Annotated[str, Field(pattern=r"^(S|P|A|F\d+)( (S|P|A|F\d+))*$")]
Code = Annotated[str, Field(pattern=r"^[A-Z0-9]+(-[A-Z0-9]+)*$")]
Text = Annotated[str, Field(min_length=1)]
Points = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Days = Annotated[int, Field(ge=1, le=999)]
Rated = Annotated[int, Field(ge=0, le=UCR_MAX)]
MountText = Annotated[str, Field(pattern=r"^[1-9]\d* ((Dual|Quad) )?[A-Z0-9]+$")]
CountText = Annotated[str, Field(pattern=r"^[1-9]\d* [A-Z0-9]+(-[A-Z0-9]+)*$")]
Cell = Annotated[str, Field(pattern=r"^((DSZ|C|B|A)-[1-4]|G-[1-4])$")]
FeatureText = Literal["SHIPYARD_WORLD", "FACTORY", "SALVAGE_YARD", "HEAVY_INDUSTRY", "HEAVY_MINING"]
Length = Annotated[Tenths, Field(ge=1)]
Factor = Annotated[Tenths, Field(ge=0)]

BARRELS = {word.strip(): barrels for barrels, word in BARREL_WORDS.items()}


def counted(text: str) -> tuple[int, str]:
    """A count and what is counted: "4 TF"."""
    number, _, what = text.partition(" ")
    return int(number), what


def mount(text: str) -> dict[str, object]:
    """The parts of a mount: "10 Dual HTLB"."""
    number, what = counted(text)
    barrels, _, weapon = what.rpartition(" ")
    return {"weapon": weapon, "barrels": BARRELS[barrels], "count": number}


class Marked(Row):
    """A record whose figures are marked."""

    mark: Mark | None = None
    marks: dict[str, Mark] = Field(default_factory=dict)

    @field_validator("marks")
    @classmethod
    def _marks_name_fields(cls, marks: dict[str, str]) -> dict[str, str]:
        for name in marks:
            if name not in cls.model_fields and name != "ucr":
                raise ValueError(f"a mark is given for {name!r}, which is no field of this record")
        return marks


class MarkedSheet(Row):
    """A sheet of records; its `mark` is that of every figure not marked otherwise."""

    mark: Mark


class WeaponRow(Marked):
    """A weapon."""

    code: Code
    name: Text
    damage: Positive
    channel: Literal["NORMAL", "ION", "PTL", "PIC"]
    warhead: bool = False


class WeaponSheet(MarkedSheet):
    """weapons.toml"""

    weapons: list[WeaponRow]


class SpecRow(Marked):
    """What every class of unit has."""

    code: Code
    name: Text
    tech: list[Text] = Field(min_length=1)
    cost: Points
    buildable: bool = True
    weapons: list[MountText] = Field(default_factory=list)
    note: str = ""


class MobileRow(SpecRow):
    """A unit that moves."""

    speed: Rated
    maneuver: Rated


class ShipRow(MobileRow):
    """A class of capital ship."""

    role: Literal["T", "R", "V", "M", "D", "A", "G", "X"]
    cp: Days
    length: Length
    shields: Points
    armor: Positive
    hull: Positive
    complement: list[CountText] = Field(default_factory=list)
    built_at: list[Code] = Field(default_factory=list)
    hyper_rating: Factor = 10
    atmospheric: bool = False
    interdictor: bool = False
    orbital_bombardment: bool = False
    tractor_projectors: Points = 0
    tractor_m: Positive = 100
    hangar_sf: Points | None = None
    hangar_aux: Points | None = None
    troop_capacity: Points | None = None
    vehicle_capacity: Points | None = None
    move_points: Points | None = None
    bonus_cp: Points = 0
    industrial_output: Points = 0


class ShipSheet(MarkedSheet):
    """ships.toml"""

    ships: list[ShipRow]


class CraftRow(MobileRow):
    """What squadrons and auxiliary craft share."""

    ratings: list[Points] = Field(min_length=5, max_length=5)
    shields: Points
    armor: Positive
    cp: Positive = 1
    build_days: Days = 1
    stock_build_days: Days = 2
    hyper_capable: bool = False
    hyper_rating: Factor = 10
    atm_mod: Annotated[int, Field(ge=-9, le=9)] = -1
    bombing_run: bool = False
    room: Positive = 1


class SquadronRow(CraftRow):
    """A class of starfighter squadron."""

    can_scan: bool = False
    swarm: bool = False
    elite: bool = False


class EliteRow(Marked):
    """What elite variants of squadrons add."""

    ucr: Points
    cost: Points


class SquadronSheet(MarkedSheet):
    """squadrons.toml"""

    elite: EliteRow
    squadrons: list[SquadronRow]


class AuxRow(CraftRow):
    """A class of auxiliary craft."""

    length: Length = 250
    troop_capacity: Points
    vehicle_capacity: Points = 0
    is_landing_barge: bool = False
    tractor_projectors: Points = 0
    tractor_m: Positive = 25


class AuxSheet(MarkedSheet):
    """auxiliaries.toml"""

    auxiliaries: list[AuxRow]


class GroundRow(MobileRow):
    """A class of vehicle or infantry."""

    kind: Literal["GAV", "AIRSPEEDER", "INFANTRY"]
    hp: Positive
    tier: Literal["", "stock", "trained", "elite"] = ""
    length: Annotated[Hundredths, Field(ge=0)] = 0
    drive: Annotated[int, Field(ge=0, le=5)] = 0
    build_days: Days = 1
    stock_build_days: Days = 2
    room: Positive = 1
    infiltrator: bool = False


class GroundSheet(MarkedSheet):
    """ground.toml"""

    ground: list[GroundRow]


class FacilityRow(SpecRow):
    """A type of facility, platform or planetary weapon."""

    tech: list[Text] = Field(default_factory=lambda: ["any"], min_length=1)
    is_space: bool
    build_days: Days
    shields: Points = 0
    armor: Positive
    hull: Positive
    ucr_defensive: Rated
    ucr_attack: Rated | None = None
    is_planetary_weapon: bool = False
    comscan: bool = False
    scrap_site: bool = False
    builds: list[Literal["SHIP", "SF", "AUX", "GAV", "INFANTRY"]] = Field(default_factory=list)
    industrial_output: Points = 0
    hangar_sf: Points = 0
    hangar_aux: Points = 0
    squads: Points = 0
    vehicle_places: Points = 0
    tractor_projectors: Points = 0
    tractor_m: Positive = 100
    length: Annotated[Tenths, Field(ge=0)] = 0


class FacilitySheet(MarkedSheet):
    """facilities.toml; at most so many facilities in a Ground Grid, and of one type."""

    most_in_grid: Positive
    most_of_type_in_grid: Positive
    facilities: list[FacilityRow]


class PostRow(Row):
    """A unit and its cell."""

    code: Code
    cell: Cell
    instead: str = ""


class SystemRow(Marked):
    """A world."""

    name: Text
    x: Tenths
    y: Tenths
    region: Text
    strategic_value: Annotated[int, Field(ge=1, le=5)]
    sector: Text
    industrial_output: Points = 0
    features: list[FeatureText] = Field(default_factory=list)
    special: bool = False
    standing: list[PostRow] = Field(default_factory=list)
    note: str = ""


class RouteRow(Marked):
    """A route: each stop is linked with the next. Hours are those of one link; an approach must give its own."""

    name: str = ""
    kind: Literal["TRADE", "COMMON", "APPROACH"]
    stops: list[Text] = Field(min_length=2)
    hours: Points | None = None


class GalaxySheet(MarkedSheet):
    """galaxy.toml"""

    trade_hours: Positive
    common_hours: Positive
    systems: list[SystemRow]
    routes: list[RouteRow]


class FactionRow(Marked):
    """A faction."""

    code: Code
    name: Text
    stronghold: Text
    tech: list[Text] = Field(min_length=1)
    also: list[Code] = Field(default_factory=list)
    bonus: list[CountText]
    stock_sf: Code
    stock_aux: Code
    stock_gav: Code
    stock_infantry: Code
    sample: list[CountText] = Field(default_factory=list)
    network_income: Points = 0
    note: str = ""


class IndependentRow(Marked):
    """What an Independent starts with."""

    heroes: Positive
    hero_level: Positive
    ship_cp: Positive
    command_center: bool
    facility_credit: Points
    treasury: Points
    home: Text


class FactionSheet(MarkedSheet):
    """factions.toml"""

    factions: list[FactionRow]
    independent: IndependentRow | None = None


EffectKind = Literal[
    "BONUS_CP",
    "SHIP_LIMIT",
    "ESCORT_LIMIT",
    "UCR",
    "DAMAGE_PERCENT",
    "POOL_PERCENT",
    "INCOME",
    "OUTPUT_FACTOR",
    "COST_PERCENT",
    "PAYOUT_PERCENT",
    "REPAIR_RATE",
    "FATIGUE_DAYS",
    "GUARD_SIZE",
    "HOURS_PER_LINK",
    "SCAN",
    "MISSION_UNLOCK",
    "MODERATOR",
]
Affected = Literal[
    "", "SHIP", "SF", "OWN_SF", "AUX", "GAV", "INFANTRY", "GARRISON", "FACILITY", "HERO", "SYSTEM", "ALL"
]


class EffectRow(Row):
    """What an ability changes (the register's closed list)."""

    kind: EffectKind
    unit: Affected = ""
    pool: Literal["", "SHIELDS", "ARMOR"] = ""
    amount: int = 0


class AbilityRow(Row):
    """What a level brings."""

    level: Positive
    text: Text
    effects: list[EffectRow] = Field(min_length=1)


class HeroRow(Marked):
    """A class of hero."""

    code: Code
    name: Text
    mission: Code
    max_level: Positive
    hp: Positive
    speed: Rated
    maneuver: Rated
    weapons: list[MountText] = Field(default_factory=list)
    abilities: list[AbilityRow]
    train_cost: Points = 1000
    train_days: Points = 0
    bonus_cp: Points = 0
    note: str = ""


class HeroSheet(MarkedSheet):
    """heroes.toml"""

    heroes: list[HeroRow]


class ObjectiveRow(Row):
    """A milestone."""

    kind: Literal[
        "HERO_IN_SYSTEM",
        "UNIT_IN_CELL",
        "SCAN_COMPLETED",
        "UNIT_DESTROYED",
        "UNIT_CAPTURED",
        "FACILITY_BUILT",
        "FACILITY_DESTROYED",
        "KC_PAID",
        "MODERATOR",
    ]
    text: Text
    count: Positive = 1
    systems: list[Text] = Field(default_factory=list)
    reward: Points = 0


class MissionRow(Marked):
    """A mission."""

    code: Code
    title: Text
    hero_class: str = ""
    objectives: list[ObjectiveRow] = Field(min_length=1)
    repeatable: bool = False
    grants_victory: bool = False
    triggers_flashpoint: str = ""
    note: str = ""


class MissionSheet(MarkedSheet):
    """missions.toml"""

    missions: list[MissionRow]


class DefencesRow(Marked):
    """Defenders of neutral systems of one strategic value."""

    strategic_value: Annotated[int, Field(ge=1, le=5)]
    orbit: list[PostRow] = Field(default_factory=list)
    ground: list[PostRow] = Field(default_factory=list)


class GuardRow(Marked):
    """Guard force of a Ground Grid."""

    squadrons: Points
    squads: Points
    vehicles: Points


class DefenderSheet(MarkedSheet):
    """defenders.toml; neutral defenders use the stock units of the faction `neutral_stock`."""

    neutral_stock: Code
    guard: GuardRow
    platforms: list[PostRow]
    defences: list[DefencesRow]


class SourceRow(Row):
    """What a mark stands for."""

    mark: Mark
    title: Text
    where: list[Text] = Field(default_factory=list)


class PackSheet(Row):
    """pack.toml"""

    name: Text
    version: Positive
    edition: Text
    sources: list[SourceRow]
