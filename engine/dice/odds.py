"""Exact distributions of dice, in fractions: for previews and help pages. Nothing here rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

from engine.text.message import MINUS, NOTHING, Text, term


class Odds:
    """A distribution over whole numbers: each with its chance, a Fraction above 0; together they make 1.

    Raises ValueError for chances below 0 or that do not make 1.
    """

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[int, Fraction]) -> None:
        if any(chance < 0 for chance in chances.values()) or sum(chances.values()) != 1:
            raise ValueError("chances are not below 0 and make 1 together")
        self._chances = {value: chances[value] for value in sorted(chances) if chances[value]}

    @staticmethod
    def weighed(weights: Iterable[tuple[int, int | Fraction]]) -> Odds:
        """The distribution of weighted values; a value may come more than once."""
        totals: dict[int, Fraction] = {}
        for value, weight in weights:
            totals[value] = totals.get(value, Fraction(0)) + weight
        whole = sum(totals.values(), Fraction(0))
        if not whole:
            raise ValueError("a distribution needs a value")
        return Odds({value: weight / whole for value, weight in totals.items()})

    @staticmethod
    def counted(ways: Mapping[int, int]) -> Odds:
        """The distribution of values of which each comes about in so many ways, all ways being alike.

        Raises ValueError for a number below 0 and where there is no way at all.
        """
        whole = sum(ways.values())
        if not whole or min(ways.values()) < 0:
            raise ValueError("ways are not below 0, and there is at least one")
        odds = Odds.__new__(Odds)
        odds._chances = {value: Fraction(ways[value], whole) for value in sorted(ways) if ways[value]}
        return odds

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return iter(self._chances.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and self._chances == other._chances

    def __hash__(self) -> int:
        return hash(tuple(self._chances.items()))

    def __repr__(self) -> str:
        return f"Odds({', '.join(f'{value}: {chance}' for value, chance in self)})"

    def __add__(self, other: Odds | int) -> Odds:
        """The sum of two independent rolls, or of a roll and a number."""
        right = other if isinstance(other, Odds) else constant(other)
        return Odds.weighed((one + two, p * q) for one, p in self for two, q in right)

    def times(self, number: int) -> Odds:
        """The sum of so many independent rolls (0: always 0)."""
        if number < 0:
            raise ValueError("there is no roll of fewer than no dice")
        total, power = constant(0), self
        while number:
            if number & 1:
                total += power
            power, number = power + power if number > 1 else power, number >> 1
        return total

    def map(self, change: Callable[[int], int]) -> Odds:
        """The distribution of what becomes of each value."""
        return Odds.weighed((change(value), chance) for value, chance in self)

    def then(self, follow: Callable[[int], Odds]) -> Odds:
        """The distribution of a roll that depends on what came first."""
        return Odds.weighed((value, p * q) for first, p in self for value, q in follow(first))

    def keeping(self, rolled: int, kept: int, highest: bool = True) -> Odds:
        """The sum of the `kept` highest (or lowest) of so many independent rolls."""
        if not 0 <= kept <= rolled:
            raise ValueError("of some rolls, none to all of them are kept")
        return Odds.weighed(
            (sum(sorted(values, reverse=highest)[:kept]), self._chance_of(values))
            for values in combinations_with_replacement(self._chances, rolled)
        )

    def _chance_of(self, values: tuple[int, ...]) -> Fraction:
        """The chance of rolling these values in any order."""
        chance = Fraction(factorial(len(values)))
        for value in set(values):
            count = values.count(value)
            chance *= self._chances[value] ** count / Fraction(factorial(count))
        return chance

    def chance(self, holds: Callable[[int], bool]) -> Fraction:
        """The chance that something holds of the value."""
        return sum((chance for value, chance in self if holds(value)), Fraction(0))

    def mean(self) -> Fraction:
        """The value expected."""
        return sum((value * chance for value, chance in self), Fraction(0))


def constant(value: int) -> Odds:
    """Always that value."""
    return Odds({value: Fraction(1)})


def die(sides: int) -> Odds:
    """A die, 1..sides. Raises ValueError for fewer than one side."""
    return Odds.weighed((side, 1) for side in range(1, sides + 1))


def percent(chance: Fraction) -> str:
    """A chance as players read it: whole percents, and never 0 % or 100 % of what may or may not happen."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    hundredths = int(chance * 100 + Fraction(1, 2))
    return "under 1 %" if chance * 100 < 1 else "over 99 %" if chance * 100 > 99 else f"{hundredths} %"


def tenths(mean: Fraction) -> dict[str, Text]:
    """A mean as players read it: `mean` in tenths ("12.2"), and where it is another number that, `exact`
    ("15869/1296").
    """
    rounded = Fraction(round(mean * 10), 10)
    whole, tenth = divmod(int(abs(rounded) * 10), 10)
    told = f"{MINUS if rounded < 0 else ''}{whole}{f'.{tenth}' if tenth else ''}"
    return {"mean": term(told), "exact": NOTHING if rounded == mean else term(str(mean).replace("-", MINUS))}
