"""Results tables of rulebooks: what is added to a number, why, and by which rule; and what a number then means."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from engine.text.message import number_in

T = TypeVar("T")


class Modifier(msgspec.Struct, frozen=True):
    """One amount added to a rating or roll.

    `reason` is shown to players ("in the atmosphere"); `rule` is the id of the rule that adds it.
    """

    value: int
    reason: str
    rule: str


def total(modifiers: Iterable[Modifier]) -> int:
    """Sum of the amounts of some modifiers."""
    return sum(modifier.value for modifier in modifiers)


def reasons(modifiers: Iterable[Modifier]) -> str:
    """Modifiers as players read them: "+2 in the atmosphere, −1 damaged"; those of 0 are left out."""
    return ", ".join(f"{number_in(modifier.value, '+')} {modifier.reason}" for modifier in modifiers if modifier.value)


class Bands(Generic[T]):
    """A table whose rows begin at a number each: a number finds the last row that begins at or below it.

    `Bands([(2, "miss"), (8, "hit"), (12, "crit")])[9]` is "hit". Raises ValueError for rows that are not in rising
    order or none, and KeyError for a number below the first row.
    """

    def __init__(self, rows: Sequence[tuple[int, T]]) -> None:
        self._begins = [begins for begins, _ in rows]
        self._results = [result for _, result in rows]
        if not rows or any(low >= high for low, high in zip(self._begins, self._begins[1:], strict=False)):
            raise ValueError("the rows of a table begin at rising numbers")

    def __iter__(self) -> Iterator[tuple[int, T]]:
        """The rows, each with the number at which it begins."""
        return zip(self._begins, self._results, strict=True)

    def __getitem__(self, number: int) -> T:
        row = bisect_right(self._begins, number)
        if not row:
            raise KeyError(f"{number} is below the first row, which begins at {self._begins[0]}")
        return self._results[row - 1]
