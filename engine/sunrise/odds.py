"""Exact odds of an attack and of small craft, before anything is rolled. Rulebook: FS-ODD.

All counting is in whole numbers; fractions are made at the end. A roll of n dice is counted by how many dice show each
face, packed into one number of 6-bit fields, so that rerolls change a few thousand sums and not 6^n rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

import msgspec

from engine.odds import Odds
from engine.sunrise.hull import ROW
from engine.sunrise.weapons import FIRE_CONTROL, REROLL_UP_TO, threshold

Counts = dict[int, int]
Joint = dict[tuple[int, int], int]

_BITS = 6
_MASK = (1 << _BITS) - 1
_ADD = (0, *(1 << _BITS * (face - 1) for face in range(1, 7)))


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as its odds are asked: the pool, what changes the dice, and what the target has against them.

    `rerolls` are used by the policy "the lowest die if it is 3 or less" (FS-ODD-10). `fragmenting` is None for weapons
    that are not ballistic. `row` is pips of a row, `systems` how many of the target's systems work.
    """

    dice: int
    discard: int = 0
    fire_control: bool = True
    rerolls: int = 0
    fragmenting: int | None = None
    shields: int = 0
    plating: int = 0
    rugged: bool = False
    pips: int = 48
    row: int = ROW
    systems: int = 11
    haywire: int = 0


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What an attack may do: damage of the kept dice, pips marked, rows lost, systems destroyed, the ship destroyed.

    `systems` counts rows, ballistic dice and Haywire together, and 0 where the ship is destroyed.
    """

    damage: Odds
    marked: Odds
    rows: Odds
    systems: Odds
    destroyed: Fraction

    @property
    def row_lost(self) -> Fraction:
        """The chance that at least one row is lost."""
        return self.rows.chance(lambda rows: rows > 0)

    @property
    def system_lost(self) -> Fraction:
        """The chance that a system is destroyed on a ship that survives."""
        return self.systems.chance(lambda lost: lost > 0)


def made(ways: Mapping[int, int]) -> Odds:
    """The distribution of values with so many ways each."""
    whole = sum(ways.values())
    return Odds({value: Fraction(count, whole) for value, count in ways.items()})


@lru_cache(maxsize=64)
def _rolls(dice: int, rerolls: int) -> Mapping[int, int]:
    """Ways of every multiset of faces, out of 6^(dice + rerolls); the lowest die up to 3 is rerolled each time."""
    if rerolls:
        found: Counts = {}
        for packed, ways in _rolls(dice, rerolls - 1).items():
            low = ((packed & -packed).bit_length() - 1) // _BITS + 1
            if low > REROLL_UP_TO:
                found[packed] = found.get(packed, 0) + 6 * ways
                continue
            rest = packed - _ADD[low]
            for face in _ADD[1:]:
                found[rest + face] = found.get(rest + face, 0) + ways
        return found
    state: list[tuple[int, int, int]] = [(0, dice, 1)]
    for face in range(1, 6):
        state = [
            (packed + count * _ADD[face], left - count, ways * comb(left, count))
            for packed, left, ways in state
            for count in range(left + 1)
        ]
    return {packed + left * _ADD[6]: ways for packed, left, ways in state}


def _joint(attack: Attack) -> Joint:
    """Ways of every pair of damage and ballistic losses, out of 6^(dice + rerolls)."""
    worth = [0, *(face if attack.fire_control else max(0, face - FIRE_CONTROL) for face in range(1, 7))]
    breaks = 99 if attack.fragmenting is None else threshold(attack.fragmenting)
    kept = attack.dice - attack.discard
    return _walked(attack, worth, breaks, kept) if not attack.rerolls else _summed(attack, worth, breaks, kept)


def _walked(attack: Attack, worth: list[int], breaks: int, kept: int) -> Joint:
    """Without rerolls: the walk over faces of FS-ODD-01, choosing how many of the dice left show each."""
    state: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for face in range(1, 7):
        following: dict[tuple[int, int, int], int] = {}
        value = worth[face]
        for (used, total, broken), ways in state.items():
            left = attack.dice - used
            for count in range(left, left + 1) if face == 6 else range(left + 1):
                counted = min(kept, used + count) - min(kept, used)
                key = used + count, total + counted * value, broken + (count if value >= breaks else 0)
                following[key] = following.get(key, 0) + ways * comb(left, count)
        state = following
    return {(total, broken): ways for (_, total, broken), ways in state.items()}


def _summed(attack: Attack, worth: list[int], breaks: int, kept: int) -> Joint:
    """With rerolls: every multiset that can come out, its lowest dice added up."""
    found: Joint = {}
    for packed, ways in _rolls(attack.dice, attack.rerolls).items():
        total = broken = 0
        left = kept
        for face in range(1, 7):
            count = packed >> _BITS * (face - 1) & _MASK
            if count:
                value = worth[face]
                total += value * min(left, count)
                left = max(0, left - count)
                if value >= breaks:
                    broken += count
        found[total, broken] = found.get((total, broken), 0) + ways
    return found


def damage(dice: int, discard: int = 0, *, fire_control: bool = True, rerolls: int = 0) -> Odds:
    """The sum of the dice kept (FS-ODD-01, FS-ODD-09, FS-ODD-10)."""
    attack = Attack(dice=dice, discard=min(discard, dice - 1), fire_control=fire_control, rerolls=rerolls)
    return made(_folded((total, ways) for (total, _), ways in _joint(attack).items()))


def _folded(pairs: Iterable[tuple[int, int]]) -> Counts:
    found: Counts = {}
    for value, ways in pairs:
        found[value] = found.get(value, 0) + ways
    return found


def ballistic(dice: int, fragmenting: int = 0) -> Odds:
    """Systems destroyed by ballistic dice, by all of them, kept or not (FS-ODD-08)."""
    hits = 7 - threshold(fragmenting)
    return binomial(dice, Fraction(hits, 6))


def binomial(tries: int, chance: Fraction) -> Odds:
    """How many of some tries succeed."""
    good, whole = chance.numerator, chance.denominator
    return made({hits: comb(tries, hits) * good**hits * (whole - good) ** (tries - hits) for hits in range(tries + 1)})


def survival(plating: int, rugged: bool) -> Fraction:
    """The chance that a point of damage is not ignored (FS-ODD-07)."""
    return Fraction(2, 3) ** plating * (Fraction(5, 6) if rugged else 1)


def reduced(before: Odds, shields: int = 0, plating: int = 0, rugged: bool = False) -> Odds:
    """Damage that is left after Shields, then Adaptive Plating and Rugged Construction (FS-ODD-07)."""
    behind = before.map(lambda points: max(0, points - shields))
    chance = survival(plating, rugged)
    return behind if chance == 1 else behind.then(lambda points: binomial(points, chance))


def forecast(attack: Attack) -> Forecast:
    """Everything an attack may do, exactly (FS-ODD-01, -06..-10, -13)."""
    joint = _joint(attack)
    thin = _thinning(max((total for total, _ in joint), default=0), attack)
    total_ways: Counts = {}
    marked_ways: Counts = {}
    rows_ways: Counts = {}
    systems_ways: Counts = {}
    end = min(attack.pips, len(thin) - 1)
    results = [_result(attack, marks) for marks in range(end + 1)]
    spread: dict[int, dict[int, int]] = {}
    for (total, broken), ways in joint.items():
        total_ways[total] = total_ways.get(total, 0) + ways
        through = max(0, total - attack.shields)
        for_broken = spread.setdefault(broken, {})
        for_broken[through] = for_broken.get(through, 0) + ways
    destroyed = 0
    for broken, totals in spread.items():
        arrives = [0] * (end + 1)
        for through, ways in totals.items():
            for marks, share in enumerate(thin[through]):
                arrives[min(marks, end)] += ways * share
        for marks, ways in enumerate(arrives):
            if not ways:
                continue
            rows, dead, haywire = results[marks]
            marked_ways[marks] = marked_ways.get(marks, 0) + (ways << attack.haywire)
            rows_ways[rows] = rows_ways.get(rows, 0) + (ways << attack.haywire)
            if dead:
                destroyed += ways << attack.haywire
                systems_ways[0] = systems_ways.get(0, 0) + (ways << attack.haywire)
                continue
            for extra, times in haywire:
                lost = min(attack.systems, rows + broken + extra)
                systems_ways[lost] = systems_ways.get(lost, 0) + ways * times
    return Forecast(
        damage=made(total_ways),
        marked=made(marked_ways),
        rows=made(rows_ways),
        systems=made(systems_ways),
        destroyed=Fraction(destroyed, sum(marked_ways.values())),
    )


def _result(attack: Attack, marks: int) -> tuple[int, bool, tuple[tuple[int, int], ...]]:
    """Of so many pips marked: rows lost, whether that destroys the ship, and the ways of Haywire's systems."""
    left = attack.pips - marks
    rows = -(-attack.pips // attack.row) + (-left // attack.row)
    if marks and attack.haywire:
        return rows, left == 0, tuple((hits, comb(attack.haywire, hits)) for hits in range(attack.haywire + 1))
    return rows, left == 0, ((0, 1 << attack.haywire),)


def _thinning(most: int, attack: Attack) -> list[list[int]]:
    """For each number of points, the ways in which so many of them get through, all out of the same whole."""
    chance = survival(attack.plating, attack.rugged)
    if chance == 1:
        return [[0] * points + [1] for points in range(most + 1)]
    good, whole = chance.numerator, chance.denominator
    bad = whole - good
    goods, bads = [good**power for power in range(most + 1)], [bad**power for power in range(most + 1)]
    return [
        [
            comb(points, hits) * goods[hits] * bads[points - hits] * whole ** (most - points)
            for hits in range(points + 1)
        ]
        for points in range(most + 1)
    ]


def mean(dice: int, discard: int = 0) -> Fraction:
    """The mean of the dice kept, in closed form (FS-ODD-02)."""
    kept = dice - min(discard, dice - 1)
    ways = sum(
        comb(dice, below) * (face - 1) ** below * (7 - face) ** (dice - below)
        for place in range(1, kept + 1)
        for face in range(1, 7)
        for below in range(place)
    )
    return Fraction(ways, 6**dice)


def best_reroll(faces: tuple[int, ...], discard: int, fire_control: bool = True) -> tuple[int | None, Fraction]:
    """The die (from 0) to reroll for the most damage, None to keep all, and the damage then expected (FS-ODD-10)."""

    def worth(dice: tuple[int, ...]) -> int:
        return sum(max(0, face - (0 if fire_control else FIRE_CONTROL)) for face in sorted(dice)[: len(dice) - discard])

    best: tuple[int | None, Fraction] = (None, Fraction(worth(faces)))
    for die in range(len(faces)):
        rest = faces[:die] + faces[die + 1 :]
        expected = Fraction(sum(worth((*rest, face)) for face in range(1, 7)), 6)
        if expected > best[1]:
            best = (die, expected)
    return best


def best_reroll_mean(dice: int, discard: int) -> Fraction:
    """The mean damage when one reroll is used as well as can be (FS-ODD-10)."""
    total = Fraction(0)
    for packed, ways in _rolls(dice, 0).items():
        faces = tuple(face for face in range(1, 7) for _ in range(packed >> _BITS * (face - 1) & _MASK))
        total += ways * best_reroll(faces, discard)[1]
    return total / Fraction(6**dice)


def craft_hit(toughness: int, illuminators: int = 0) -> Fraction:
    """The chance that one attack on a squadron hits (FS-ODD-11)."""
    return Fraction(min(6, max(0, 7 + illuminators - toughness)), 6)


def craft_lost(attacks: int, toughness: int, size: int, illuminators: int = 0) -> Odds:
    """How many craft a squadron of that size loses to so many attacks (FS-ODD-11)."""
    return binomial(attacks, craft_hit(toughness, illuminators)).map(lambda hits: min(hits, size))


def miracle_pool() -> Odds:
    """Miracle Points of a turn: 3d3 (FS-ODD-12)."""
    return made({3: 1, 4: 3, 5: 6, 6: 7, 7: 6, 8: 3, 9: 1})


def any_of(copies: int, chance: Fraction) -> Fraction:
    """The chance that one of some copies' dice succeeds: Sanctuary 1/6, Resplendent and Haywire 1/2 (FS-ODD-13)."""
    return 1 - (1 - chance) ** copies


def enumerated(dice: int, answer: Callable[[tuple[int, ...]], int]) -> Odds:
    """The distribution of anything that all dice together decide, from every multiset of faces."""
    ways: Counts = {}
    for packed, count in _rolls(dice, 0).items():
        faces = tuple(face for face in range(1, 7) for _ in range(packed >> _BITS * (face - 1) & _MASK))
        value = answer(faces)
        ways[value] = ways.get(value, 0) + count
    return made(ways)
