"""Exact odds of codes with the wild die, in whole numbers and fractions. Register section 20.

A distribution counts, of 6**n rolls, how many give each total. The wild die's chain of sixes goes on for ever: it is
cut where no question that was asked can tell the difference, for totals are counted exactly up to a `most`, and all
that is above it stands at `most` + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from engine.d6.dice.codes import DIE
from engine.d6.dice.rolling import Wild
from engine.dice.odds import Odds

MOST = 120
"""Totals up to this are counted one by one unless another is named."""


@lru_cache(maxsize=256)
def _sums(dice: int) -> tuple[int, ...]:
    """In how many of 6**n ways some dice come to each sum, from 0 on (D6-B-03)."""
    ways = [1]
    for _ in range(dice):
        longer, window = [0] * (len(ways) + 6), 0
        for at in range(1, len(longer)):
            window += ways[at - 1] if at <= len(ways) else 0
            window -= ways[at - 7] if 0 <= at - 7 < len(ways) else 0
            longer[at] = window
        ways = longer
    return tuple(ways)


@lru_cache(maxsize=256)
def _without_highest(dice: int) -> tuple[int, ...]:
    """In how many of 6**n ways some dice come to each sum without the highest of them (D6-B-04)."""
    if not dice:
        return (1,)
    ways = [0] * (6 * dice)
    upto = [_bounded(dice - 1, face) for face in range(7)]
    for top in range(1, 7):
        # the highest is `top`: the other dice are at most `top`, and the last that shows it is the one taken off
        for sum_, count in enumerate(_exactly(dice, top, upto)):
            ways[sum_] += count
    return tuple(ways)


@lru_cache(maxsize=2048)
def _bounded(dice: int, face: int) -> tuple[int, ...]:
    """In how many ways dice that each show at most `face` come to each sum."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + face)
        for at, count in enumerate(ways):
            for more in range(1, face + 1):
                longer[at + more] += count
        ways = longer
    return tuple(ways)


def _exactly(dice: int, top: int, upto: Sequence[tuple[int, ...]]) -> list[int]:
    """In how many ways the highest of some dice is `top`, by the sum of all but one such die."""
    every, lower = _bounded(dice, top), _bounded(dice, top - 1)
    return [
        (every[at + top] if at + top < len(every) else 0) - (lower[at + top] if at + top < len(lower) else 0)
        for at in range(max(0, len(every) - top))
    ]


@lru_cache(maxsize=4096)
def odds(pips: int, rule: Wild = Wild.DROP, most: int = MOST) -> Odds:
    """The distribution of a roll of a code of at least one die (D6-B-03, D6-B-04): totals above `most` stand at
    `most` + 1.

    Raises ValueError for a code without a die.
    """
    dice, flat = divmod(pips, DIE)
    if dice < 1:
        raise ValueError("a code that is rolled has a die (D6-B-02)")
    plain, every = _sums(dice - 1), 6 ** (dice - 1)
    sixes = max(0, most - flat) // 6 + 1
    scale = 6**sixes  # ways of the wild die's chain, cut after so many sixes: what is above is beyond `most` anyway
    ways = [0] * (most + 2)

    def count(values: Sequence[int], add: int, weight: int) -> None:
        for sum_, number in enumerate(values):
            if number:
                ways[max(1, min(most + 1, sum_ + add))] += number * weight

    if rule is Wild.DROP:
        count(_without_highest(dice - 1), flat, scale // 6)
    else:
        count(plain, flat + 1, scale // 6)
    for face in range(2, 6):
        count(plain, flat + face, scale // 6)
    left = scale // 6
    for number in range(1, sixes):
        left //= 6
        for face in range(1, 6):
            count(plain, flat + 6 * number + face, left)
    ways[most + 1] += every * left
    return Odds.counted({total: number for total, number in enumerate(ways) if number})


def chance(pips: int, difficulty: int, rule: Wild = Wild.DROP) -> Fraction:
    """The chance that a roll reaches a difficulty (D6-B-06)."""
    found = odds(pips, rule, max(MOST, difficulty))
    return found.chance(lambda total: total >= difficulty)


def opposed(one: int, other: int, rule: Wild = Wild.DROP, ahead: int = 0) -> Fraction:
    """The chance that one roll, with a flat bonus, beats another: a tie keeps the old state (D6-B-07)."""
    first, second = odds(one, rule), odds(other, rule)
    below, met, won = Fraction(0), dict(second), Fraction(0)
    at = 0
    for total, share in first:
        while at < total + ahead:
            below += met.get(at, Fraction(0))
            at += 1
        won += share * below
    return won


def mean(pips: int, rule: Wild = Wild.DROP) -> Fraction:
    """The mean of a roll, before the least total of 1 is applied (register 20)."""
    dice, flat = divmod(pips, DIE)
    plain = Fraction(7 * (dice - 1), 2)
    if rule is not Wild.DROP:
        return plain + Fraction(21, 5) + flat
    ways = _without_highest(dice - 1)
    dropped = Fraction(sum(at * count for at, count in enumerate(ways)), 6 ** (dice - 1))
    return (5 * plain + dropped) / 6 + (Fraction(21, 5) - Fraction(1, 6)) + flat
