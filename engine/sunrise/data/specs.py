"""What the data pack says of hulls, weapons, upgrades and squadrons: frozen records for rules to read. Register 19.

Lengths are in thousandths of an inch. What a name alone decides is a code here; what a number decides is a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from engine.sunrise.figures.board import Board
from engine.sunrise.figures.terrain import Piece


class Edition(StrEnum):
    """Which text of the rules: they differ in the Bomber's ladder alone (FS-SC-23)."""

    JULY_2024 = "2024-07"
    DECEMBER_2024 = "2024-12"


class Type(StrEnum):
    """The type of a weapon, and of the defense rating that meets it (FS-WPN-16..18, FS-DEF-01)."""

    ENERGY = "energy"
    BALLISTIC = "ballistic"
    MISSILE = "missile"


class Arc(StrEnum):
    """The four arcs of a ship, clockwise from the bow (FS-WPN-01)."""

    FORE = "fore"
    STARBOARD = "starboard"
    REAR = "rear"
    PORT = "port"


class Upgrade(StrEnum):
    """The upgrades, by the code that the pack's rows carry (FS-UPG, FS-FAC)."""

    ADAPTIVE_PLATING = "adaptive-plating"
    CERAMIC_LINING = "ceramic-lining"
    CLOAKING_SYSTEM = "cloaking-system"
    LAYERED_PLATE = "layered-plate"
    REINFORCED_ARMOR = "reinforced-armor"
    REFRACTION_ARRAY = "refraction-array"
    REPAIR_CREWS = "repair-crews"
    SHIELDS = "shields"
    STONEWALL_FLAK = "stonewall-flak"
    ADVANCED_TARGET_TRACKING = "advanced-target-tracking"
    FRAGMENTING_AMMUNITION = "fragmenting-ammunition"
    TUNED_FIRE_CONTROL = "tuned-fire-control"
    TURRET_MOUNT = "turret-mount"
    UPGRADED_CAPACITORS = "upgraded-capacitors"
    FRONT_LOADED_VECTORING = "front-loaded-vectoring"
    REDIRECTED_EXHAUST = "redirected-exhaust"
    THRUSTER_OVERCHARGERS = "thruster-overchargers"
    AWAY_CREWS = "away-crews"
    ILLUMINATOR = "illuminator"
    PLAGUE_PD = "plague-pd"
    TARGET_ACQUISITION_GEAR = "target-acquisition-gear"
    FABRICATOR = "fabricator"
    FLIGHT_DECK = "flight-deck"
    HOLY_SANCTUARY = "holy-sanctuary"
    FORCED_REVERANCE = "forced-reverance"
    RESPLENDENT_RETURN = "resplendent-return"
    HARMONIC_DRIVE = "harmonic-drive"
    BINDING_RUNES = "binding-runes"
    CHAMELEON_CORE = "chameleon-core"
    HIGH_VELOCITY_MUNITIONS = "high-velocity-munitions"
    HAYWIRE_MISSILES = "haywire-missiles"
    INERTIAL_WEAPONRY = "inertial-weaponry"
    ADDITIONAL_FAIL_SAFES = "additional-fail-safes"
    KINETICITE_PLATING = "kineticite-plating"
    IMPOSING_PRESENCE = "imposing-presence"


class FactionCode(StrEnum):
    """The four factions (FS-FAC-01)."""

    CHILDREN_OF_THE_SUN = "cots"
    FIRST_CYCLE = "tfc"
    OLD_WORLD_COALITION = "owc"
    GAS_GIANT_COLLECTIVE = "ggc"


class Hull(msgspec.Struct, frozen=True):
    """A hull: slots, rows and fleet points at once, and its thrust (FS-HULL-01)."""

    code: str
    name: str
    integrity: int
    thrust: int

    @property
    def systems(self) -> int:
        """How many systems a whole ship of this hull has: components and three built-ins (FS-TERM-02)."""
        return self.integrity + 3


class Weapon(msgspec.Struct, frozen=True):
    """A weapon: its type and the range band it is best in (FS-WPN-19); `faction` is "" where all may mount it."""

    code: str
    name: str
    type: Type
    band: int
    faction: str = ""


class Defense(msgspec.Struct, frozen=True):
    """A defense: what one copy adds to each rating, and its shots at each enemy squadron (FS-DEF)."""

    code: str
    name: str
    energy: int = 0
    ballistic: int = 0
    missile: int = 0
    shots: int = 0


class UpgradeSpec(msgspec.Struct, frozen=True, kw_only=True):
    """An upgrade as the pack describes it (register 19.4); `number` is its id on ship records (FS-FRC-07).

    `reroll` is the weapon type of which it rerolls a die ("" none); `stacks` says whether copies add up (FS-TERM-09);
    `bound` whether it is mounted on one weapon (FS-FRC-05); `boxes` how often it must be lost (FS-FAC-41).
    """

    number: str
    code: Upgrade
    name: str
    group: str
    timing: str
    text: str
    faction: str = ""
    energy: int = 0
    ballistic: int = 0
    missile: int = 0
    reroll: str = ""
    bays: int = 0
    boxes: int = 1
    stacks: bool = True
    bound: bool = False


Rated = Defense | UpgradeSpec


def bonus(item: Rated, kind: Type) -> int:
    """What one copy adds to a rating (FS-DEF-01)."""
    match kind:
        case Type.ENERGY:
            return item.energy
        case Type.BALLISTIC:
            return item.ballistic
        case Type.MISSILE:
            return item.missile


class Step(StrEnum):
    """A step of a squadron's ladder (FS-SC-12)."""

    FULL = "full"
    HALF = "half"
    LOW = "low"


class Rung(msgspec.Struct, frozen=True):
    """What an Offensive squadron does on one step: damage `dice`d6+`plus`, Miracle Points a hit, a rating's change.

    Of a squadron that arrives it shoots down `downs`, or half of it, rounded down, with `halves` (FS-FAC-35).
    """

    dice: int = 0
    plus: int = 0
    miracle: int = 0
    rating: int = 0
    downs: int = 0
    halves: bool = False

    @property
    def damages(self) -> bool:
        """Whether it harms the ship at the end of that ship's activation."""
        return self.dice > 0 or self.plus > 0

    @property
    def damage_text(self) -> str:
        """The damage as the table writes it: "3d6", "1d6+3", "2"; "" for none."""
        dice = f"{self.dice}d6" if self.dice else ""
        plus = str(self.plus) if self.plus else ""
        return "+".join(part for part in (dice, plus) if part)


Ladder = Mapping[Step, Rung]


class SquadronType(msgspec.Struct, frozen=True):
    """A type of squadron: full size, toughness, and its ladder in each edition (register 19.5)."""

    code: str
    name: str
    size: int
    toughness: int
    ladders: Mapping[Edition, Ladder]
    faction: str = ""

    def ladder(self, edition: Edition) -> Ladder:
        """What it does, step by step, in that edition (FS-SC-23)."""
        return self.ladders[edition]

    @property
    def damaging(self) -> bool:
        """Whether some step of it harms ships: Offensive on an own ship it needs confirming (FS-SC-07)."""
        return any(rung.damages for ladder in self.ladders.values() for rung in ladder.values())

    @property
    def names_type(self) -> bool:
        """Whether its Offensive order must name a weapon type (FS-SC-22)."""
        return any(rung.rating for ladder in self.ladders.values() for rung in ladder.values())


class Faction(msgspec.Struct, frozen=True):
    """A faction: its rule is always on; what only it may mount carries its code (FS-FAC-01)."""

    code: FactionCode
    name: str
    short: str
    homeworld: str
    rule: str
    text: str


class BoardMap(msgspec.Struct, frozen=True):
    """Ready-made terrain (FS-BRD-05)."""

    code: str
    name: str
    text: str
    terrain: tuple[Piece, ...]


class Mount(msgspec.Struct, frozen=True):
    """A component of a ship list and its mounting details (FS-FRC-05).

    `on` is the place (from 1) of the component it is bound to, 0 for none; `squadrons` are codes of what a hangar
    holds.
    """

    item: str
    arcs: tuple[Arc, ...] = ()
    on: int = 0
    squadrons: tuple[str, ...] = ()


class ShipList(msgspec.Struct, frozen=True):
    """A ship of a fleet list: hull, defenses and components by code (FS-FRC-07)."""

    name: str
    hull: str
    defenses: tuple[str, ...] = ()
    components: tuple[Mount, ...] = ()


class FleetList(msgspec.Struct, frozen=True):
    """A fleet as it is chosen before the game; `faction` is "" for none (FS-FRC)."""

    name: str
    ships: tuple[ShipList, ...]
    faction: str = ""


class SampleFleet(msgspec.Struct, frozen=True):
    """A fleet to start with."""

    code: str
    text: str
    fleet: FleetList


class Prices(msgspec.Struct, frozen=True):
    """What Solar Miracles cost, in Miracle Points (FS-FAC-03..07)."""

    thrust: int
    die: int
    defense: int
    reroll: int
    system: int


class StepClock(msgspec.Struct, frozen=True):
    """How long a step waits, in minutes, live and by post; 0 never lapses (register 18)."""

    code: str
    name: str
    live: int
    post: int


class Basics(msgspec.Struct, frozen=True):
    """What a new game starts from unless its moderator says otherwise (FS-BRD-01, FS-FRC-01, FS-WIN-04)."""

    board: Board
    edition: Edition
    total: int
    victory: int
