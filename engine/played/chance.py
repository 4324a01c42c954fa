"""A keyed generator of choices for random players: the same seed makes the same choices everywhere. Never for dice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Choices drawn one after the other from a key."""

    def __init__(self, *key: object) -> None:
        self._key = "/".join(map(str, key)).encode()
        self._drawn = 0

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including `bound`."""
        self._drawn += 1
        digest = hashlib.sha256(self._key + b"#" + str(self._drawn).encode()).digest()
        return int.from_bytes(digest, "big") % bound  # 256 bits: no bias that anybody could see

    def one_in(self, number: int) -> bool:
        """True about once in `number` times."""
        return self.below(number) == 0

    def choice(self, things: Sequence[T]) -> T:
        """One of some things."""
        return things[self.below(len(things))]

    def sample(self, things: Iterable[T], most: int, first: int = 2000) -> list[T]:
        """Up to `most` of the first so many things, in random order."""
        pool = list(islice(things, first))
        picked: list[T] = []
        while pool and len(picked) < most:
            at = self.below(len(pool))
            pool[at], pool[-1] = pool[-1], pool[at]
            picked.append(pool.pop())
        return picked
