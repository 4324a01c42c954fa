"""Rolling a code: dice addressed by label, one of them wild. Register section 1."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from engine.d6.dice.codes import DIE

Die = Callable[[str], int]
"""A die of six sides, by its label."""


class Wild(StrEnum):
    """Effect of a 1 on the wild die (D6-B-04)."""

    DROP = "drop"
    ADD = "add"
    COMPLICATION = "complication"


class Throw(msgspec.Struct, frozen=True):
    """A roll of a code: the plain dice, the chain of the wild die, dice of Character Points, a flat bonus, the total.

    `rule` is what a 1 on the wild die did; while the roll is `open` the GM has not said so yet. Where dice and code are
    the GM's secret, `pips` is 0 and there are no faces.
    """

    who: str
    what: str
    pips: int
    faces: tuple[int, ...]
    wild: tuple[int, ...]
    total: int
    rule: Wild = Wild.DROP
    bonus: int = 0
    points: tuple[tuple[int, ...], ...] = ()
    open: bool = False

    @property
    def veiled(self) -> Throw:
        """The total alone."""
        return replace(self, pips=0, faces=(), wild=(), points=())


def chain(die: Die, label: str) -> tuple[int, ...]:
    """A die that is rolled again, and added, while it shows 6 (D6-B-03, D6-B-28)."""
    faces = [die(label)]
    while faces[-1] == 6:
        faces.append(die(f"{label} again {len(faces)}"))
    return tuple(faces)


def total(faces: tuple[int, ...], wild: tuple[int, ...], flat: int, rule: Wild) -> int:
    """Total of a roll, at least 1: a wild 1 takes itself and the highest other die off, unless the table has it added
    (D6-B-04).
    """
    if wild[0] == 1 and rule is Wild.DROP:
        return max(1, sum(faces) - max(faces, default=0) + flat)
    return max(1, sum(faces) + sum(wild) + flat)


def throw(die: Die, who: str, what: str, pips: int, rule: Wild) -> Throw:
    """A roll of a code of at least one die, the last of them wild (D6-B-03, D6-B-04)."""
    dice, flat = divmod(pips, DIE)
    faces = tuple(die(f"die {number}") for number in range(1, dice))
    wild = chain(die, "wild die")
    return Throw(who, what, pips, faces, wild, total(faces, wild, flat, rule), rule)


def with_rule(thrown: Throw, rule: Wild) -> Throw:
    """A roll whose wild 1 does what the GM says (D6-B-04); bonus and Character Points count as before (D6-B-28)."""
    base = total(thrown.faces, thrown.wild, thrown.pips % DIE, rule)
    return replace(thrown, total=base + thrown.bonus + sum(map(sum, thrown.points)), rule=rule, open=False)


def with_bonus(thrown: Throw, bonus: int) -> Throw:
    """A roll with a flat bonus."""
    return replace(thrown, total=thrown.total + bonus, bonus=thrown.bonus + bonus)


def with_point(thrown: Throw, faces: tuple[int, ...]) -> Throw:
    """A roll with the die of a Character Point added, which a 1 does not harm (D6-B-28)."""
    return replace(thrown, total=thrown.total + sum(faces), points=(*thrown.points, faces))
