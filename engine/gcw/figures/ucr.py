"""Universal Combat Rating: how much of a volley gets through. Rulebook: GCW-UCR, GCW-ATM, GCW-GND, GCW-ORB."""

from enum import StrEnum

import msgspec

from engine.dice.tables import Modifier, total
from engine.gcw.data.terms import Ring
from engine.gcw.figures.arithmetic import ceil_div

UCR_FLOOR = 1
"""A live unit never drops below this (GCW-UCR-05)."""
DERELICT_UCR = 0
SCUTTLE_UCR = 20
TRACTORED_UCR = 1
SWARM_UCR = 8


def q3(attacker: int, defender: int) -> int:
    """Share of raw damage that arrives, in thousandths, cut; never above 1000 (GCW-UCR-02, -03, -07, GCW-MAT-02)."""
    if defender <= 0 or attacker >= defender:
        return 1000
    return 1000 * attacker // defender


def refined(raw: int, attacker: int, defender: int) -> int:
    """Damage that arrives from a raw total, rounded up once (GCW-UCR-04, GCW-MAT-01)."""
    return ceil_div(raw * q3(attacker, defender), 1000)


def ucr(base: int, *modifiers: int, floor: int = UCR_FLOOR) -> int:
    """A live unit's rating with situational modifiers added (GCW-UCR-05); not for derelict or fully tractored units."""
    return max(floor, base + sum(modifiers))


class Role(StrEnum):
    """Which side of an attack a rating is wanted for."""

    ATTACK = "attack"
    DEFEND = "defend"


class Kind(StrEnum):
    """What a unit is, as far as its rating goes (register 0.6)."""

    SHIP = "ship"
    SQUADRON = "squadron"
    AUXILIARY = "auxiliary"
    SWARM = "swarm"
    GROUND = "ground"
    FACILITY = "facility"


STARSHIPS = frozenset({Kind.SHIP, Kind.SQUADRON, Kind.AUXILIARY, Kind.SWARM})


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides a unit's effective rating at one moment.

    `speed` and `maneuver` come from the spec; `ucr_attack` and `ucr_defensive` count for facilities only. `ring` is
    where the unit stands, None off the grid. `in_flight` is False for a landed or docked unit. `bombarded` says that
    an orbital bombardment is in effect on the unit's own Ground Grid; `fatigued` that it belongs to a tired attacking
    force. `special` holds modifiers from heroes and specs.
    """

    kind: Kind
    speed: int = 0
    maneuver: int = 0
    ucr_attack: int = 0
    ucr_defensive: int = 0
    atm_mod: int = -1
    ring: Ring | None = None
    in_flight: bool = True
    derelict: bool = False
    fully_tractored: bool = False
    bombarded: bool = False
    fatigued: bool = False
    special: tuple[Modifier, ...] = ()


class Rating(msgspec.Struct, frozen=True):
    """An effective rating with its workings: a base, why it is that, and what is added to it.

    `floor` is the least value it can take, or None for a value that some situation sets outright (GCW-UCR-06).
    """

    base: int
    reason: str
    rule: str
    modifiers: tuple[Modifier, ...] = ()
    floor: int | None = UCR_FLOOR

    @property
    def value(self) -> int:
        """The rating to compare with another's."""
        return self.base if self.floor is None else ucr(self.base, total(self.modifiers), floor=self.floor)


PLAIN = "GCW-UCR-01"
"""The rule of a rating that is speed and maneuverability, and needs no reason."""


def reasoned(rating: Rating) -> Rating | None:
    """A rating that is more than speed and maneuverability, and so has reasons to be told; else None."""
    return None if rating.rule == PLAIN and rating.value == rating.base and not rating.modifiers else rating


def effective(unit: Situation, role: Role, *, scuttling: bool = False, floor: int = UCR_FLOOR) -> Rating:
    """A unit's rating in one attack (register 0.6, precedence GCW-UCR-06).

    `scuttling` is True when the attack goes at the unit's own hull from inside (GCW-DMG-18). `floor` is the
    campaign's least rating of a live unit.
    """
    if unit.derelict:
        return Rating(DERELICT_UCR, "derelict", "GCW-UCR-07", floor=None)
    if scuttling and role is Role.DEFEND:
        return Rating(SCUTTLE_UCR, "hull attacked from inside", "GCW-DMG-18", floor=None)
    if unit.fully_tractored:
        return Rating(TRACTORED_UCR, "held by tractor beams", "GCW-TRC-08", floor=None)
    if unit.kind is Kind.FACILITY:
        if role is Role.DEFEND:
            return Rating(unit.ucr_defensive, "facility's defensive rating", "GCW-GAR-03", floor=None)
        return Rating(unit.ucr_attack, "facility's attack rating", "GCW-UCR-06", floor=None)
    modifiers = situational(unit)
    if unit.kind is Kind.SWARM:
        return Rating(SWARM_UCR, "swarm", "GCW-TIE-02", modifiers, floor)
    return Rating(unit.speed + unit.maneuver, "speed and maneuverability", PLAIN, modifiers, floor)


def situational(unit: Situation) -> tuple[Modifier, ...]:
    """What place and circumstance add to a unit's base rating, in the register's order (0.6)."""
    found: list[Modifier] = []
    if unit.kind in STARSHIPS and unit.in_flight:
        if unit.ring in (Ring.ATM, Ring.GA) and unit.atm_mod:
            rule = "GCW-ATM-02" if unit.atm_mod < 0 else "GCW-ATM-04"
            found.append(Modifier(unit.atm_mod, "in the atmosphere", rule))
        if unit.ring is Ring.GA:
            found.append(Modifier(-1, "low over the ground", "GCW-GND-02"))
    if unit.ring in (Ring.GA, Ring.GS) and unit.bombarded:
        found.append(Modifier(-1, "under orbital bombardment", "GCW-ORB-06"))
    if unit.fatigued:
        found.append(Modifier(-1, "combat fatigue", "GCW-FTG-04"))
    return (*found, *unit.special)
