"""Solar Miracles and other rules of factions that are no upgrade's. Rulebook: FS-FAC-01..07, FS-FAC-12, FS-FAC-42."""

from __future__ import annotations

from enum import StrEnum

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.pack import Prices
from engine.sunrise.data.shapes import INCH, Point
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.rolls import Roll, dice
from engine.text.message import N_, T_

MIRACLE_DICE, MIRACLE_SIDES = 3, 3
REVERANCE_REACH = 12 * INCH


class Miracle(StrEnum):
    """Miracles that Miracle Points buy (FS-FAC-03..07), each by the field of its price."""

    THRUST = "thrust"
    DIE = "die"
    DEFENSE = "defense"
    REROLL = "reroll"
    SYSTEM = "system"


_RULES = {
    Miracle.THRUST: "FS-FAC-03",
    Miracle.DIE: "FS-FAC-04",
    Miracle.DEFENSE: "FS-FAC-05",
    Miracle.REROLL: "FS-FAC-06",
    Miracle.SYSTEM: "FS-FAC-07",
}


def miracle_points(roll: Roll, label: str) -> tuple[int, ...]:
    """The three d3 of a turn's pool, which replaces what was left (FS-FAC-02)."""
    return dice(roll, label, MIRACLE_DICE, MIRACLE_SIDES)


def price(miracle: Miracle, prices: Prices, times: int = 1) -> int:
    """Price of a miracle bought so many times, in Miracle Points."""
    each: int = getattr(prices, miracle)
    return each * times


def miracle_ok(miracle: Miracle, prices: Prices, pool: int, times: int = 1, *, bought: bool = False) -> Refused | None:
    """None if a miracle can be paid (FS-FAC-03..07); a second attack die on one attack cannot be bought.

    Refused: `E_VALUE`, `E_ONCE`, `E_POINTS`.
    """
    if times < 1:
        return no(Code.E_VALUE, N_("A miracle happens at least once, not {times} times."), _RULES[miracle], times=times)
    if miracle is Miracle.DIE and (bought or times > 1):
        return no(Code.E_ONCE, T_("One die is added to an attack."), "FS-FAC-04")
    cost = price(miracle, prices, times)
    if cost > pool:
        return no(Code.E_POINTS, N_("It costs {cost}; you have {pool}."), _RULES[miracle], cost=cost, pool=pool)
    return None


def reverances(here: Point, enemy: Point) -> bool:
    """True if Forced Reverance reaches an enemy ship: within 12 inches when orders are revealed (FS-FAC-09)."""
    return distance(here, enemy) <= REVERANCE_REACH


def kineticite(lost: int, copies: int) -> int:
    """Thrust that pips lost since the last Order phase give in this one (FS-FAC-42)."""
    return lost * copies


def inertial_ok(change: int, most: int) -> Refused | None:
    """None if Inertial Weaponry may change a velocity by so much, up or down (FS-FAC-33). Refused: `E_VALUE`."""
    if abs(change) <= most:
        return None
    why = N_("The change is {change:+d}, at most {most} up or down.")
    return no(Code.E_VALUE, why, "FS-FAC-33", change=change, most=most)
