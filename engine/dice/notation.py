"""Dice of any sides as people write them ("2d20kh1+5", "d100", "4d6dl1", "3d6!"): read, rolled by label, exact odds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import NamedTuple

import msgspec

MOST_DICE, MOST_SIDES = 60, 1000
"""Dice of a roll, sides of a die."""
MOST_FACES, MOST_OF_KEPT = 2000, 300
"""Sides of a pool all together; of one of which some dice are kept."""
MOST_EXPLODING, LEAST_EXPLODING, MOST_REACHED = 12, 4, 200
"""Dice of a pool that explode, sides of such a die, the number up to which their odds are told."""
_SIGN = re.compile(r"\s*([+-]?)\s*")
_POOL = re.compile(r"(\d{0,3}) ?d ?(\d{1,5}|%)((?:\s?(?:k[hl]?|[dp][hl])(?![a-z])\d{0,4}|[dp]\d{1,4}|e\d{1,4}|!)*)")
_ADVANTAGE = re.compile(r"\s*(?:\b(?:with|at)\s+)?(?:(?<=\d)|\b)(?:adv(?:antage)?|(dis)(?:adv(?:antage)?)?)\b")
_CHANGE = re.compile(r"(k[hl]?|[dp][hl]?|e|!)(\d*)")


class Pool(msgspec.Struct, frozen=True):
    """Dice of one kind: how many, of how many sides; how many are `kept`, the lowest or the highest; whether a die that
    `explodes` is rolled again and added while it shows its highest face; whether all is taken off.
    """

    count: int
    sides: int
    kept: int
    low: bool = False
    explodes: bool = False
    minus: bool = False

    def __str__(self) -> str:
        keeps = f"k{'l' if self.low else 'h'}{self.kept}" if self.kept < self.count else ""
        return f"{self.count}d{self.sides}{keeps}{'!' if self.explodes else ''}"

    def keeps(self, sums: Sequence[int]) -> frozenset[int]:
        """The places of the dice that are kept, of equal ones the first."""
        order = sorted(range(len(sums)), key=lambda at: sums[at] if self.low else -sums[at])
        return frozenset(order[: self.kept])


class Dice(msgspec.Struct, frozen=True):
    """Pools of dice, and a number that is added."""

    pools: tuple[Pool, ...]
    flat: int = 0

    def __str__(self) -> str:
        """As it is kept; `read` reads it as the same dice."""
        signed = "".join(f"{'-' if pool.minus else '+'}{pool}" for pool in self.pools)
        return (signed + (f"{self.flat:+}" if self.flat else "")).removeprefix("+")

    @property
    def explodes(self) -> bool:
        """True if there is no most that it comes to."""
        return any(pool.explodes for pool in self.pools)

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The least and the most that it comes to, None where dice explode."""
        least = most = self.flat
        for pool in self.pools:
            ends = (pool.kept, pool.kept * pool.sides)
            least += -ends[1] if pool.minus else ends[0]
            most += -ends[0] if pool.minus else ends[1]
        return least, None if self.explodes else most


class Rolled(msgspec.Struct, frozen=True):
    """A roll: the dice as they are kept, the faces of each die of each pool, exploded ones with more, and the total."""

    dice: str
    faces: tuple[tuple[tuple[int, ...], ...], ...]
    total: int


def with_advantage(words: str) -> str:
    """Dice of which the first is rolled twice, for the better or the worse, where words of them say so."""
    found = _ADVANTAGE.search(words.casefold())
    if found is None:
        return words
    rest = words[: found.start()] + words[found.end() :]
    twice, count = re.subn(r"(?<!\d)1? ?d(\d+)", rf"2d\1k{'l' if found[1] else 'h'}1", rest.casefold(), count=1)
    return twice if count else words


def read(words: str) -> Dice:
    """The dice that somebody wrote. Raises ValueError, with a sentence for players, for what is none or too many."""
    rest, pools, flat = with_advantage(words).strip().casefold(), list[Pool](), 0
    while rest:
        sign = _SIGN.match(rest)
        assert sign is not None  # it matches the empty string
        rest = rest[sign.end() :]
        found, number = _POOL.match(rest), re.match(r"\d{1,5}(?!\d)", rest)
        if ((pools or flat) and not sign[1]) or (found is None and number is None):
            raise ValueError(f"“{words.strip()}” is no dice that I read.")
        minus = sign[1] == "-"
        if found is not None:
            pools.append(_pool(found, minus))
            rest = rest[found.end() :].lstrip()
        elif number is not None:
            flat += -int(number[0]) if minus else int(number[0])
            rest = rest[number.end() :].lstrip()
    if not pools or sum(pool.count for pool in pools) > MOST_DICE:
        raise ValueError(f"1 to {MOST_DICE} dice are rolled at once.")
    return Dice(tuple(pools), flat)


def _pool(found: re.Match[str], minus: bool) -> Pool:
    count, sides = int(found[1] or 1), 100 if found[2] == "%" else int(found[2])
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"A die has 2 to {MOST_SIDES} sides, not {sides}.")
    if not 1 <= count <= MOST_DICE or count * sides > MOST_FACES:
        raise ValueError(f"Of dice with {sides} sides 1 to {min(MOST_DICE, MOST_FACES // sides)} are rolled at once.")
    pool = Pool(count, sides, count, minus=minus)
    for change in _CHANGE.finditer(found[3]):
        pool = _changed(pool, change[1], change[2])
    if pool.kept < pool.count and count * sides > MOST_OF_KEPT:
        most = MOST_OF_KEPT // sides
        raise ValueError(f"Of dice with {sides} sides some are kept of {most} at most, not of {pool.count}.")
    if pool.explodes and (pool.kept < pool.count or minus):
        raise ValueError("Dice that explode are all kept, and added.")
    if pool.explodes and (sides < LEAST_EXPLODING or count > MOST_EXPLODING):
        raise ValueError(f"Dice that explode have {LEAST_EXPLODING} sides or more, and are {MOST_EXPLODING} at most.")
    return pool


def _changed(pool: Pool, how: str, number: str) -> Pool:
    """A pool of which dice are kept or dropped, or explode."""
    if how in ("!", "e"):
        if number and int(number) != pool.sides:
            raise ValueError(f"A die of {pool.sides} sides explodes on {pool.sides}, not on {number}.")
        return msgspec.structs.replace(pool, explodes=True)
    if pool.kept < pool.count:
        raise ValueError("Dice of a pool are kept or dropped once.")
    some, drops = int(number or 1), how[0] != "k"
    kept = pool.count - some if drops else some
    if not 1 <= kept <= pool.count:
        raise ValueError(f"Of {pool.count} dice 1 to {pool.count} are kept, not {kept}.")
    return msgspec.structs.replace(pool, kept=kept, low=how[1:] == "l" if not drops else how[1:] == "h")


def roll(dice: Dice, die: Callable[[str, int], int]) -> Rolled:
    """A roll of dice; `die` gives the face of a die by its label and sides."""
    faces, total = [], dice.flat
    for at, pool in enumerate(dice.pools, 1):
        chains = []
        for number in range(1, pool.count + 1):
            label = f"pool {at} die {number}"
            chain = [die(label, pool.sides)]
            while pool.explodes and chain[-1] == pool.sides:
                chain.append(die(f"{label} again {len(chain)}", pool.sides))
            chains.append(tuple(chain))
        sums = [sum(chain) for chain in chains]
        total += (-1 if pool.minus else 1) * sum(sums[kept] for kept in pool.keeps(sums))
        faces.append(tuple(chains))
    return Rolled(str(dice), tuple(faces), total)


class _Ways(NamedTuple):
    """In how many ways of a `whole` each value from `low` on comes about; what is missing is above them all."""

    low: int
    counts: Sequence[int]
    whole: int


def _ways(dice: Dice, most: int = 0) -> _Ways:
    """The ways of a roll; where dice explode exactly up to a total of `most`."""
    least = dice.bounds[0]
    found = _Ways(dice.flat, [1], 1)
    for pool in dice.pools:
        of = _of_pool(pool, most - least + pool.kept)
        counts = _product(found.counts, of.counts)
        found = _Ways(found.low + of.low, counts, found.whole * of.whole)
    return found


def _of_pool(pool: Pool, most: int) -> _Ways:
    """The ways of a pool; of exploding dice up to `most`, where that is no less than their least."""
    count, sides = pool.count, pool.sides
    if pool.explodes:
        chain = max(0, most) // sides
        one = [sides ** (chain - value // sides) * bool(value % sides) for value in range(1, max(count, most) + 1)]
        whole = (sides ** (chain + 1)) ** count
        return _Ways(count, _power(one, count, max(1, most - count + 1)), whole)
    counts = _power([1] * sides, count, count * sides) if pool.kept == count else _kept(pool)
    low = pool.kept
    if pool.minus:
        low, counts = -(low + len(counts) - 1), counts[::-1]
    return _Ways(low, counts, sides**count)


def _kept(pool: Pool) -> list[int]:
    """The ways of the sum of the dice that are kept, from its least on: face by face, from the best one on."""
    count, sides, kept = pool.count, pool.sides, pool.kept
    width = (sides**count).bit_length() // 8 + 1
    sums = [1, *[0] * count]  # by the number of dice that show a face so far; a sum of faces is a power of 256**width
    for face in range(1, sides + 1) if pool.low else range(sides, 0, -1):
        then = list(sums)
        for had, packed in enumerate(sums):
            for more in range(1, count - had + 1) if packed else ():
                taken = min(more, max(0, kept - had))
                then[had + more] += comb(count - had, more) * packed << 8 * width * face * taken
        sums = then
    return _unpacked(sums[count] >> 8 * width * kept, width)


def _power(alike: Sequence[int], times: int, size: int) -> Sequence[int]:
    """The ways of the sum of so many alike, the first `size` of them."""
    found: Sequence[int] = [1]
    while times:
        if times & 1:
            found = _product(found, alike)[:size]
        alike, times = _product(alike, alike)[:size] if times > 1 else alike, times >> 1
    return found


def _product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The ways of the sum of two independent things, each packed into one number that they are multiplied as."""
    width = (sum(one) * sum(other)).bit_length() // 8 + 1
    return _unpacked(_packed(one, width) * _packed(other, width), width)


def _packed(ways: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join(way.to_bytes(width, "little") for way in ways), "little")


def _unpacked(packed: int, width: int) -> list[int]:
    size = -(-packed.bit_length() // (8 * width)) * width
    body = packed.to_bytes(size, "little")
    return [int.from_bytes(body[at : at + width], "little") for at in range(0, size, width)]


def chance(dice: Dice, number: int) -> Fraction:
    """The chance that a roll reaches a number. Raises ValueError for dice that explode and more than `MOST_REACHED`."""
    if dice.explodes and number > MOST_REACHED:
        raise ValueError(f"The odds of dice that explode are told up to {MOST_REACHED}, not for {number}.")
    ways = _ways(dice, number - 1)
    return 1 - Fraction(sum(ways.counts[: max(0, number - ways.low)]), ways.whole)


def ahead(one: Dice, other: Dice) -> Fraction | None:
    """The chance that a roll comes to more than another; None where dice explode, which are reckoned up to a number
    alone.
    """
    if one.explodes or other.explodes:
        return None
    ours, theirs = _ways(one), _ways(other)
    below = [0, *accumulate(theirs.counts)]
    beaten = (min(max(0, ours.low + at - theirs.low), len(theirs.counts)) for at in range(len(ours.counts)))
    won = sum(count * below[upto] for count, upto in zip(ours.counts, beaten, strict=True))
    return Fraction(won, ours.whole * theirs.whole)


def mean(dice: Dice) -> Fraction:
    """The total expected."""
    found = Fraction(dice.flat)
    for pool in dice.pools:
        if pool.kept < pool.count:
            ways = _of_pool(msgspec.structs.replace(pool, minus=False), 0)
            each = Fraction(sum((ways.low + at) * count for at, count in enumerate(ways.counts)), ways.whole)
        else:
            each = Fraction(pool.count * (pool.sides + 1), 2)
            each *= Fraction(pool.sides, pool.sides - 1) if pool.explodes else 1
        found += -each if pool.minus else each
    return found
