"""Parts of fleets: hulls, weapons, defenses, upgrades, factions and squadrons, and the lists made of them.

What a name alone decides is a code here; what a number decides is a field. Register 19.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from re import Match
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

from engine.pack.shapes import Each, Row, Written, Wrong

Code = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", examples=["beam-rifle"])]
Text = Annotated[str, Meta(min_length=1)]
Positive = Annotated[int, Meta(ge=1)]
Bonus = Annotated[int, Meta(ge=0, le=3)]
FactionText = Literal["", "cots", "tfc", "owc", "ggc"]


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


class Hull(Row, frozen=True):
    """A hull: slots, rows and fleet points at once, and its thrust (FS-HULL-01)."""

    code: Code
    name: Text
    integrity: Positive
    thrust: Positive

    @property
    def systems(self) -> int:
        """Number of systems of a whole ship of this hull: components and three built-ins (FS-TERM-02)."""
        return self.integrity + 3

    def wrong(self) -> Iterable[Wrong]:
        """An odd thrust."""
        if self.thrust % 2:
            yield "thrust", "should be even, as it is halved without Engines"


class Weapon(Row, frozen=True):
    """A weapon: its type and the range band it is best in (FS-WPN-19); `faction` is "" where all may mount it."""

    code: Code
    name: Text
    type: Type
    band: Annotated[int, Meta(ge=1, le=5)]
    faction: FactionText = ""


class Defense(Row, frozen=True):
    """A defense: what one copy adds to each rating, and its shots at each enemy squadron (FS-DEF)."""

    code: Code
    name: Text
    energy: Bonus = 0
    ballistic: Bonus = 0
    missile: Bonus = 0
    shots: Bonus = 0


class UpgradeSpec(Row, frozen=True, kw_only=True):
    """An upgrade as the pack describes it (register 19.4); `number` is its id on ship records (FS-FRC-07).

    `reroll` is the weapon type of which it rerolls a die ("" none); `stacks` says whether copies add up (FS-TERM-09);
    `bound` whether it is mounted on one weapon (FS-FRC-05); `boxes` how often it must be lost (FS-FAC-41).
    """

    number: Text
    code: Upgrade
    name: Text
    group: Literal["defensive", "offensive", "movement", "support", "hangar", "faction"]
    timing: Text
    text: Text
    faction: FactionText = ""
    energy: Bonus = 0
    ballistic: Bonus = 0
    missile: Bonus = 0
    reroll: Literal["", "energy", "ballistic", "missile"] = ""
    bays: Bonus = 0
    boxes: Positive = 1
    stacks: bool = True
    bound: bool = False


Rated = Defense | UpgradeSpec


def bonus(item: Rated, kind: Type) -> int:
    """Added to a rating by one copy (FS-DEF-01)."""
    added: int = getattr(item, kind)  # the field of that name
    return added


class Faction(Row, frozen=True):
    """A faction: its rule is always on; what only it may mount carries its code (FS-FAC-01)."""

    code: FactionCode
    name: Text
    short: Text
    homeworld: Text
    rule: Text
    text: Text


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


class ShipText(Row, frozen=True):
    """A ship of a sample fleet as it is written; components are lines such as "Energy Lance (fore)"."""

    name: Text
    hull: Text
    defenses: tuple[Text, ...] = ()
    components: tuple[Text, ...] = ()


class FleetText(Row, frozen=True, kw_only=True):
    """A sample fleet as it is written."""

    code: Code
    name: Text
    text: Text
    faction: FactionText = ""
    ships: tuple[ShipText, ...]


Needed = Annotated[int, Meta(ge=2, le=6)]
"""What a d6 must show or beat, the "X+" of the rules (FS-TERM-03)."""


class Edition(StrEnum):
    """Texts of the rules: they differ in the Bomber's ladder alone (FS-SC-23)."""

    JULY_2024 = "2024-07"
    DECEMBER_2024 = "2024-12"


class Step(StrEnum):
    """A step of a squadron's ladder (FS-SC-12)."""

    FULL = "full"
    HALF = "half"
    LOW = "low"


def step(size: int, full: int) -> Step | None:
    """The ladder step of a squadron's size; None when it is destroyed (FS-SC-12)."""
    if size <= 0:
        return None
    if 3 * size > 2 * full:
        return Step.FULL
    return Step.LOW if 3 * size <= full else Step.HALF


class Damage(msgspec.Struct, frozen=True):
    """Damage as the table writes it, `dice`d6+`plus`: "3d6", "1d6+3", "2"; "" for none."""

    dice: int = 0
    plus: int = 0

    def __str__(self) -> str:
        dice = f"{self.dice}d6" if self.dice else ""
        plus = str(self.plus) if self.plus else ""
        return "+".join(part for part in (dice, plus) if part)


def _damage(match: Match[str]) -> Damage:
    return Damage(int(match[1] or 0), int(match[2] or 0))


DAMAGE = Written(r"(?:(\d)d6)?(?:\+?(\d+))?", _damage, "should be damage such as '2', '2d6' or '1d6+3'")


class Rung(Row, frozen=True):
    """One step of an Offensive squadron's ladder: damage, Miracle Points a hit, a rating's change.

    Of a squadron that `arrives` it shoots down a number of craft, or "half" of them, rounded down (FS-FAC-35).
    """

    damage: Annotated[Damage, DAMAGE] = Damage()
    miracle: Annotated[int, Meta(ge=0)] = 0
    rating: Annotated[int, Meta(le=0)] = 0
    arrivals: Annotated[str, Meta(pattern=r"^(|half|\d+)$", examples=["half"])] = ""

    @property
    def halves(self) -> bool:
        """True if it shoots down half of those that arrive."""
        return self.arrivals == "half"

    @property
    def downs(self) -> int:
        """Number that it shoots down of those that arrive; 0 where it is none, or half of them."""
        return int(self.arrivals) if self.arrivals.isdecimal() else 0

    @property
    def damages(self) -> bool:
        """True if it harms the ship at the end of that ship's activation."""
        return self.damage != Damage()


Ladder = Annotated[Mapping[Step, Rung], Each(Step)]


class SquadronType(Row, frozen=True, kw_only=True):
    """A type of squadron: full size, toughness, and its ladder; `revised` are those of editions that differ."""

    code: Code
    name: Text
    size: Positive
    toughness: Needed
    faction: FactionText = ""
    usual: Ladder = field(name="ladder")
    revised: Mapping[Edition, Ladder] = field(name="ladders", default_factory=dict)

    def ladder(self, edition: Edition) -> Ladder:
        """Its steps in that edition (FS-SC-23)."""
        return self.revised.get(edition, self.usual)

    @property
    def damaging(self) -> bool:
        """True if some step of it harms ships: Offensive on an own ship it needs confirming (FS-SC-07)."""
        return any(rung.damages for edition in Edition for rung in self.ladder(edition).values())

    @property
    def names_type(self) -> bool:
        """True if its Offensive order must name a weapon type (FS-SC-22)."""
        return any(rung.rating for edition in Edition for rung in self.ladder(edition).values())
