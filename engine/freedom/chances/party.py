"""A side of a character combat for its odds: its fighters, and what groups of them come to. Register, Odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from engine.freedom.figures import spread


class Fighter(NamedTuple):
    """A character unhurt, or a companion that may take its wound, with what its possessions do."""

    name: str
    combat: int
    boxes: int
    bonus: int
    shield: int = 0
    steady: bool = False
    mind: int = 0
    owner: int = -1
    named: bool = False


Group = tuple[int, ...]
"""The boxes left of each fighter of a side, 0 for who is out: characters by card number, then companions."""


class Party:
    """The fighters of a side: what does not change in a combat, and what groups of them come to."""

    def __init__(self, fighters: list[Fighter]) -> None:
        self.fighters = fighters
        self.everybody = (1 << len(fighters)) - 1
        self.people = [at for at, one in enumerate(fighters) if one.owner < 0]
        owned = {one.owner for one in fighters}
        kinds = [
            (at if at in owned or one.owner >= 0 else -1, one._replace(name="")) for at, one in enumerate(fighters)
        ]
        runs = [list(run) for _, run in groupby(range(len(fighters)), key=lambda at: kinds[at])]
        self.runs = [run for run in runs if len(run) > 1]
        self.strength = lru_cache(maxsize=None)(self._strength)
        self.suffer = lru_cache(maxsize=None)(self._suffer)
        self.shield = lru_cache(maxsize=None)(self._shield)
        self.hurt = lru_cache(maxsize=None)(self._hurt)

    def bits(self, names: Iterable[str]) -> int:
        """Those of these names, with their companions."""
        wanted = set(names)
        called = [one.name if one.owner < 0 else self.fighters[one.owner].name for one in self.fighters]
        return sum(1 << at for at, name in enumerate(called) if name in wanted)

    def of(self, group: Group, bits: int = -1) -> Iterator[tuple[int, Fighter, int]]:
        """Those of a group who are in it, each with its place and its boxes left."""
        return ((at, self.fighters[at], left) for at, left in enumerate(group) if left and bits >> at & 1)

    def _strength(self, group: Group, bits: int = -1) -> int:
        """Combat less wounds of each, at least 0, with what possessions add (FITG-CHR-29, FITG-CHR-37)."""
        return sum(max(0, one.combat - one.boxes + left) + one.bonus for _, one, left in self.of(group, bits))

    def _shield(self, group: Group, bits: int = -1) -> int:
        """Wounds that body shields take from each rolled result (FITG-CHR-33)."""
        return max((one.shield for _, one, _ in self.of(group, bits)), default=0)

    def _suffer(self, group: Group, bits: int, wounds: int) -> Group:
        """Who is left after wounds that are spread in the default way (FITG-CHR-35)."""
        taken = dict(spread([(at, left) for at, _, left in self.of(group, bits)], wounds))
        return self.without_orphans(tuple(left - taken.get(at, 0) for at, left in enumerate(group)))

    def _hurt(self, group: Group, wounds: int) -> Group:
        """The first of those that are like who is left after wounds on all."""
        return self.folded(self.suffer(group, -1, wounds), 0)[0]

    def without_orphans(self, group: Group) -> Group:
        """Companions go with their owners."""
        if len(self.people) == len(self.fighters):
            return group
        return tuple(
            left if one.owner < 0 or group[one.owner] else 0 for one, left in zip(self.fighters, group, strict=True)
        )

    def active(self, group: Group, front: int, named: int) -> int:
        """Who is active: who is named for it, else as before if that still serves, else all but those without combat
        beside others (FITG-CHR-11, FITG-CHR-16, FITG-CHR-20).
        """
        there = sum(1 << at for at, left in enumerate(group) if left)
        for wanted in (named & there, front & there):
            if wanted and (self.strength(group, wanted) or not self.strength(group)):
                return wanted
        names = [self.fighters[at].name for at in self.people]
        able = (bits for bits in (self.bits([one]) & there for one in names) if self.strength(group, bits))
        return sum(able) or there

    def folded(self, group: Group, front: int) -> tuple[Group, int]:
        """Of those who are alike the active ones first, and the healthier ones."""
        for run in self.runs:
            pairs = [(front >> at & 1, group[at]) for at in run]
            if pairs != (best := sorted(pairs, reverse=True)):
                first, last = run[0], run[-1] + 1
                group = (*group[:first], *(left for _, left in best), *group[last:])
                bits = sum(bit << at for at, (bit, _) in zip(run, best, strict=True))
                front = front & ~sum(1 << at for at in run) | bits
        return group, front
