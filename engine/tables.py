"""Results tables of rulebooks: what is added to a number, why, and by which rule."""

from collections.abc import Iterable

import msgspec


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
