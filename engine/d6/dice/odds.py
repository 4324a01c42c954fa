"""Exact odds of codes with the wild die, in whole numbers and fractions. Register section 20.

A distribution counts, of 6**n rolls, how many give each total. The wild die's chain of sixes goes on for ever: it is
cut where no question that was asked can tell the difference, for totals are counted exactly up to a `most`, and all
that is above it stands at `most` + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from engine.d6.dice.codes import DIE
from engine.d6.dice.rolling import Wild
from engine.dice.odds import Odds

MOST = 120
"""Totals up to this are counted one by one unless another is named."""


@lru_cache(maxsize=512)
def _bounded(dice: int, face: int) -> tuple[int, ...]:
    """In how many ways dice that each show at most `face` come to each sum, from 0 on (D6-B-03)."""
    ways = [1]
    for _ in range(dice):
        before = [0, *accumulate(ways)]
        size = len(ways)
        ways = [before[min(at, size)] - before[max(0, min(at - face, size))] for at in range(size + face)]
    return tuple(ways)


@lru_cache(maxsize=256)
def _without_highest(dice: int) -> tuple[int, ...]:
    """In how many of 6**n ways some dice come to each sum without the highest of them (D6-B-04)."""
    if not dice:
        return (1,)
    ways = [0] * (6 * dice)
    for top in range(1, 7):
        every, lower = _bounded(dice, top), _bounded(dice, top - 1)
        for at in range(top, len(every)):
            ways[at - top] += every[at] - (lower[at] if at < len(lower) else 0)
    return tuple(ways)


@lru_cache(maxsize=4096)
def _ways(pips: int, rule: Wild, most: int) -> tuple[tuple[int, ...], int]:
    """In how many ways a roll comes to each total from 0 to `most`, of how many in all (D6-B-03, D6-B-04).

    Raises ValueError for a code without a die.
    """
    dice, flat = divmod(pips, DIE)
    if dice < 1:
        raise ValueError("a code that is rolled has a die (D6-B-02)")
    plain = _bounded(dice - 1, 6)
    sixes = max(0, most - flat) // 6 + 1
    whole = 6**sixes  # ways of the wild die's chain: what comes after so many sixes is beyond `most` anyway
    size = most + 1
    sums = [0, *accumulate(plain)]
    upto = len(plain)

    def five(at: int) -> int:
        """The ways to a sum of the plain dice and a face of 1 to 5."""
        return sums[max(0, min(at, upto))] - sums[max(0, min(at - 5, upto))]

    chain = [0] * size  # chains that begin with a six: one ends here, or goes on six further up
    for at in range(6 + flat, size):
        chain[at] = five(at - flat - 6) * (whole // 36) + chain[at - 6] // 6
    ways = [0] * size
    rolled = _without_highest(dice - 1) if rule is Wild.DROP else plain
    low = flat if rule is Wild.DROP else flat + 1
    for at, count in enumerate(rolled):
        if at + low <= most:
            ways[max(1, at + low)] += count * (whole // 6)
    for at in range(min(size, upto + flat + 6)):
        rest = five(at - flat) - (plain[at - flat - 1] if 0 <= at - flat - 1 < upto else 0)
        ways[at] += rest * (whole // 6)
    return tuple(a + b for a, b in zip(ways, chain, strict=True)), whole * 6 ** (dice - 1)


@lru_cache(maxsize=1024)
def odds(pips: int, rule: Wild = Wild.DROP, most: int = MOST) -> Odds:
    """The distribution of a roll of a code of at least one die (D6-B-03, D6-B-04): totals above `most` stand at
    `most` + 1.

    Raises ValueError for a code without a die.
    """
    ways, whole = _ways(pips, rule, most)
    counted = {total: number for total, number in enumerate(ways) if number}
    return Odds.counted({**counted, most + 1: whole - sum(ways)})


def chance(pips: int, difficulty: int, rule: Wild = Wild.DROP) -> Fraction:
    """The chance that a roll reaches a difficulty (D6-B-06)."""
    if difficulty <= 1:
        return Fraction(1)
    ways, whole = _ways(pips, rule, difficulty - 1)
    return Fraction(whole - sum(ways), whole)


def opposed(own: int, foe: int, rule: Wild = Wild.DROP, ahead: int = 0) -> Fraction:
    """The chance that one roll, with a flat bonus, beats another: a tie keeps the old state (D6-B-07)."""
    return margins(own, foe, (1 - ahead,), rule)[0]


def margins(own: int, foe: int, steps: Sequence[int], rule: Wild = Wild.DROP, times: int = 1) -> tuple[Fraction, ...]:
    """The chances that one roll, its total taken so many `times`, is ahead of another by at least each of some steps
    (D6-B-19, D6-10-01).

    Exact: beyond their plain dice both rolls thin out by 6 with every six more, so what is left is a geometric series.
    """
    settled, lasting = (6 * (pips // DIE - 1) + pips % DIE + 2 for pips in (own, foe))
    first = max(lasting, times * settled - min(steps))
    period = 6 * times
    second, every = _ways(foe, rule, first + period)
    ways, whole = _ways(own, rule, first + period + max(0, *steps))
    reaching = [whole - below for below in [0, *accumulate(ways)]]
    lost = 6 ** (times + 1)
    found = []
    for step in steps:
        terms = [second[at] * reaching[max(0, -((at + step) // -times))] for at in range(first + period)]
        counted = sum(terms[:first]) * (lost - 1) + sum(terms[first:]) * lost
        found.append(Fraction(counted, whole * every * (lost - 1)))
    return tuple(found)


def _shares(pips: int, rule: Wild) -> tuple[tuple[int, ...], int]:
    """The ways of a roll of up to `MOST`, and of how many; a code without a die is not rolled, and comes to 1."""
    return _ways(pips, rule, MOST) if pips >= DIE else ((0, 1), 1)


@lru_cache(maxsize=256)
def duel(own: int, foe: int, shot: int, more: int, rule: Wild = Wild.DROP) -> tuple[Fraction, Fraction]:
    """The chances that one roll is ahead of another, and that a `shot` then, with the difference added, reaches the
    other's total and so much `more` (D6-12-05..09); a code of no die is no roll for a position, and no shot.

    Totals above `MOST` are left out: they come less often than once in a hundred million.
    """
    ours, theirs = _shares(own, rule), _shares(foe, rule)
    ways, whole = _shares(shot, rule)
    missing = list(accumulate(ways, initial=0))
    won = hit = 0
    for behind, lost in enumerate(theirs[0]):
        if lost:
            for total in range(behind + 1, len(ours[0])):
                ahead = lost * ours[0][total]
                won += ahead
                short = max(0, 2 * behind + more - total)
                hit += ahead * (whole - missing[min(short, len(ways))])
    every = ours[1] * theirs[1]
    return Fraction(won, every), Fraction(hit if shot >= DIE else 0, every * whole)


def mean(pips: int, rule: Wild = Wild.DROP) -> Fraction:
    """The mean of a roll, before the least total of 1 is applied (register 20)."""
    dice, flat = divmod(pips, DIE)
    plain = Fraction(7 * (dice - 1), 2)
    if rule is not Wild.DROP:
        return plain + Fraction(21, 5) + flat
    ways = _without_highest(dice - 1)
    dropped = Fraction(sum(at * count for at, count in enumerate(ways)), 6 ** (dice - 1))
    return (5 * plain + dropped) / 6 + (Fraction(21, 5) - Fraction(1, 6)) + flat
