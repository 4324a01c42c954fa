"""Fleets of the data pack: hulls, weapons, defenses, upgrades and factions, and the lists that are made of them.

What a name alone decides is a code here; what a number decides is a field. Register 19.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.pack.shapes import Row, Wrong

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
        """How many systems a whole ship of this hull has: components and three built-ins (FS-TERM-02)."""
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
    """What one copy adds to a rating (FS-DEF-01)."""
    match kind:
        case Type.ENERGY:
            return item.energy
        case Type.BALLISTIC:
            return item.ballistic
        case Type.MISSILE:
            return item.missile


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
