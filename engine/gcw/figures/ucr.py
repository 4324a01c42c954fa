"""Universal Combat Rating: how much of a volley gets through. Rulebook: GCW-UCR, GCW-ATM, GCW-GND, GCW-ORB."""

from enum import StrEnum

import msgspec

from engine.dice.tables import Modifier, total
from engine.gcw.figures.arithmetic import ceil_div

UCR_FLOOR = 1
"""A live unit never drops below this (GCW-UCR-05)."""
DERELICT_UCR = 0
SCUTTLE_UCR = 20
TRACTORED_UCR = 1
SWARM_UCR = 8


def q3(attacker: int, defender: int) -> int:
    """Share of raw damage that arrives, in thousandths, cut; never above 1000, in whole numbers throughout
    (GCW-UCR-02, -03, -07, GCW-MAT-02, -04).
    """
    if defender <= 0 or attacker >= defender:
        return 1000
    return 1000 * attacker // defender


def refined(raw: int, attacker: int, defender: int) -> int:
    """Damage that arrives from a raw total, rounded up once, so at least 1 of any (GCW-UCR-04, GCW-MAT-01, -05).

    The same for all weapons, and nothing else decides (GCW-UCR-08, -10, GCW-WAR-02, GCW-WPN-03, GCW-ORB-04).
    """
    return ceil_div(raw * q3(attacker, defender), 1000)


def ucr(base: int, *modifiers: int, floor: int = UCR_FLOOR) -> int:
    """A live unit's rating with situational modifiers added (GCW-UCR-05); not for derelict or fully tractored units."""
    return max(floor, base + sum(modifiers))


class Role(StrEnum):
    """Side of an attack that a rating is wanted for."""

    ATTACK = "attack"
    DEFEND = "defend"


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
    return None if rating.rule == PLAIN and not rating.modifiers and rating.value == rating.base else rating
