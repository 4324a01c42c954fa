"""In how many ways dice come to each number: of one kind of dice, of sums, products and parts, in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import comb, prod
from typing import NamedTuple

from engine.dice.pools import Among, Pool


class Ways(NamedTuple):
    """In how many ways of a `whole` each value from `low` on comes about; what is missing is above them all."""

    low: int
    counts: Sequence[int]
    whole: int


def of_number(number: int) -> Ways:
    """The one way to come to a number."""
    return Ways(number, [1], 1)


def of_pool(pool: Pool, more: int = 0) -> Ways:
    """The ways of a pool; of dice that explode those up to its least and so much `more`."""
    weights, low = pool.weights, pool.ends[0]
    whole = sum(weights)
    if pool.explodes:
        return _exploding(pool, more)
    if pool.tally:
        reached = sum(weights[pool.tally - 1 :])
        count, less = pool.count, whole - reached
        shares = [comb(count, often) * reached**often * less ** (count - often) for often in range(count + 1)]
        return Ways(0, shares, whole**pool.count)
    worths = [pool.alone(face) for face in range(1, pool.sides + 1)]
    if pool.among is not None:
        worths = [worth if pool.among.has(worth) else 0 for worth in worths]
    least = min(worth for worth, weight in zip(worths, weights, strict=True) if weight)
    alike = [0] * (max(worths) - least + 1)
    for worth, weight in zip(worths, weights, strict=True):
        if weight:
            alike[worth - least] += weight
    if pool.again == "ra":
        return _one_more(pool, alike)
    if pool.kept < pool.count:
        return Ways(low, _kept(pool.count, pool.kept, alike, low=pool.low), whole**pool.count)
    if fresh := pool.fresh:
        left = _kept(pool.count, pool.count - fresh, alike, low=bool(pool.highest))
        return Ways(low, product(left, power(alike, fresh)), whole ** (pool.count + fresh))
    return Ways(low, power(alike, pool.count), whole**pool.count)


def _exploding(pool: Pool, more: int) -> Ways:
    """The ways of dice that are rolled again and added, or counted, while they show some faces.

    A face that bursts is followed by a die like it; one that counts nothing and bursts is as if it were not there. Each
    die is a chain of faces that burst and one that ends it, so the sum of all is that of their last faces and of the
    chains before them.
    """
    count, sides, (first, last) = pool.count, pool.sides, pool.bursts
    ends: dict[int, int] = {}
    bursts: dict[int, int] = {}
    for face in range(1, sides + 1):
        shown = bursts if first <= face <= last else ends
        worth = pool.worth((face,))
        shown[worth] = shown.get(worth, 0) + 1
    alone, least, size = sides - bursts.pop(0, 0), min(ends), more + 1
    ended = [ends.get(worth, 0) for worth in range(least, max(ends) + 1)]
    chains, shares = _chains(bursts, alone, count, size)
    return Ways(count * least, product(power(ended, count, size), chains)[:size], alone**count * shares)


def _chains(bursts: Mapping[int, int], alone: int, count: int, size: int) -> tuple[list[int], int]:
    """The ways of so many chains of faces that burst, up to less than `size`, and of how many shares each is one.

    They are the coefficients of the power -n of the polynomial p(x) = alone - all bursts(i) x^i, by Miller's
    recurrence: k p(0) c(k) is the sum of all (k + i (n - 1)) bursts(i) c(k - i). Until the end c(k) is counted in a
    power of `alone` that suffices for the most faces that come to k.
    """
    shortest = min(bursts, default=size)
    steps = [(worth, often) for worth, often in bursts.items() if worth < size]
    found = [1]
    for value in range(1, size):
        most = value // shortest
        ways = 0
        for worth, often in steps:
            if worth <= value:
                spare = most - (value - worth) // shortest - 1
                ways += (value + worth * (count - 1)) * often * alone**spare * found[value - worth]
        found.append(ways // value)
    longest = (size - 1) // shortest
    return [ways * alone ** (longest - value // shortest) for value, ways in enumerate(found)], alone**longest


def _one_more(pool: Pool, alike: Sequence[int]) -> Ways:
    """The ways of dice of which the first that shows some face is rolled once more, and added."""
    first, last = pool.picked
    others = [0 if first <= face <= last else 1 for face in range(1, pool.sides + 1)]
    every, none = power(alike, pool.count), power(others, pool.count, pool.count * (pool.sides - 1) + 1)
    some = [all_ - less for all_, less in zip(every, none, strict=True)]
    longer = [0, *product(some, alike)]
    counts = [pool.sides * less + more for less, more in zip_longest(none, longer, fillvalue=0)]
    return Ways(pool.count, counts, pool.sides ** (pool.count + 1))


def _kept(count: int, kept: int, alike: Sequence[int], *, low: bool) -> list[int]:
    """The ways of the sum of the dice that are kept, from its least on: value by value, from the best one on."""
    width = (sum(alike) ** count).bit_length() // 8 + 1
    sums = [1, *[0] * count]  # by the number of dice that show a value so far; a sum is a power of 256**width
    for value in range(len(alike)) if low else range(len(alike) - 1, -1, -1):
        then = list(sums)
        for had, packed in enumerate(sums):
            for more in range(1, count - had + 1) if packed else ():
                taken = min(more, max(0, kept - had))
                then[had + more] += comb(count - had, more) * alike[value] ** more * packed << 8 * width * value * taken
        sums = then
    return unpacked(sums[count], width)


def added(left: Ways, right: Ways) -> Ways:
    """The ways of the sum of two independent things."""
    return Ways(left.low + right.low, product(left.counts, right.counts), left.whole * right.whole)


def taken_off(ways: Ways) -> Ways:
    """The ways of a thing that is taken off."""
    return Ways(-(ways.low + len(ways.counts) - 1), ways.counts[::-1], ways.whole)


def multiplied(left: Ways, right: Ways) -> Ways:
    """The ways of the product of two independent things."""
    counted: dict[int, int] = {}
    for value, ways in enumerate(left.counts, left.low):
        for times, often in enumerate(right.counts, right.low):
            counted[value * times] = counted.get(value * times, 0) + ways * often
    low, high = min(counted), max(counted)
    return Ways(low, [counted.get(value, 0) for value in range(low, high + 1)], left.whole * right.whole)


def divided(ways: Ways, by: int) -> Ways:
    """The ways of a thing that is divided by a number above 0, rounded down."""
    low, high = ways.low // by, (ways.low + len(ways.counts) - 1) // by
    counts = [0] * (high - low + 1)
    for value, often in enumerate(ways.counts, ways.low):
        counts[value // by - low] += often
    return Ways(low, counts, ways.whole)


def remaining(ways: Ways, by: int) -> Ways:
    """The ways of what remains of a thing that is divided by a number above 0."""
    counts = [0] * by
    for value, often in enumerate(ways.counts, ways.low):
        counts[value % by] += often
    return Ways(0, counts, ways.whole)


def among(ways: Ways, numbers: Among) -> Ways:
    """The ways of a thing that counts where it is one of some numbers, and is 0 else."""
    counted = {0: 0}
    for value, often in enumerate(ways.counts, ways.low):
        at = value if numbers.has(value) else 0
        counted[at] = counted.get(at, 0) + often
    low = min(counted)
    return Ways(low, [counted.get(value, 0) for value in range(low, max(counted) + 1)], ways.whole)


def best(each: Sequence[Ways], kept: int, *, low: bool) -> Ways:
    """The ways of the sum of so many of some things that differ, the highest or the lowest.

    By the value of the last one that is kept: some are better, by how much they come to together, and of those that
    are just so good as many are kept as are left. Sums are packed into one number, as in a product.
    """
    if low:
        return taken_off(best([taken_off(ways) for ways in each], kept, low=False))
    least, whole = min(ways.low for ways in each), prod(ways.whole for ways in each)
    width = whole.bit_length() // 8 + 1
    rows = [(ways.low - least, ways.counts) for ways in each]
    better, worse = [0] * len(each), [sum(counts) for _, counts in rows]  # packed, and in number
    total = 0
    for value in range(max(at + len(counts) for at, counts in rows) - 1, -1, -1):
        same = [counts[value - at] if 0 <= value - at < len(counts) else 0 for at, counts in rows]
        worse = [left - often for left, often in zip(worse, same, strict=True)]
        found = {(0, 0): 1}  # by how many are better, and how many the same
        for above, level, below in zip(better, same, worse, strict=True):
            then: dict[tuple[int, int], int] = {}
            for (more, alike), packed in found.items():
                turns = ((more + 1, alike), above), ((more, min(alike + 1, kept)), level), ((more, alike), below)
                for key, factor in turns:
                    if factor and key[0] < kept:
                        then[key] = then.get(key, 0) + packed * factor
            found = then
        for (more, alike), packed in found.items():
            if more + alike >= kept:
                total += packed << 8 * width * value * (kept - more)
        better = [packed + (often << 8 * width * value) for packed, often in zip(better, same, strict=True)]
    return Ways(least * kept, unpacked(total, width), whole)


def power(alike: Sequence[int], times: int, size: int | None = None) -> Sequence[int]:
    """The ways of the sum of so many alike, all of them or the first `size`.

    By Miller's recurrence where there are few values and many of them, else by squaring.
    """
    size = (len(alike) - 1) * times + 1 if size is None else size
    if len(alike) <= times and alike[0]:
        return _recurring(alike, times, size)
    found: Sequence[int] = [1]
    while times:
        if times & 1:
            found = product(found, alike)[:size]
        alike, times = product(alike, alike)[:size] if times > 1 else alike, times >> 1
    return [*found, *[0] * (size - len(found))]


def _recurring(alike: Sequence[int], times: int, size: int) -> list[int]:
    """The first `size` coefficients of a power n of a polynomial a: k a(0) c(k) is the sum of all
    (i (n + 1) - k) a(i) c(k - i).

    Of many alike sides in a row a(x) (1 - x) = e(x) has few coefficients, and so have g(x) = e(x) (1 - x) and
    h(x) = e'(x) (1 - x) + e(x); then it is the sum of all (n h(i - 1) - (k - i) g(i)) c(k - i).
    """
    plain = [(at, at * (times + 1) * ways, ways) for at, ways in enumerate(alike) if at and ways]
    edges = _differences(alike)
    falls = _differences(edges)
    slopes = _differences([at * ways for at, ways in enumerate(edges)][1:])
    rises = [ways + slope for ways, slope in zip_longest(edges, slopes, fillvalue=0)]
    along = [
        (at, times * rise + at * fall, fall)
        for at, (fall, rise) in enumerate(zip_longest(falls, [0, *rises], fillvalue=0))
        if at and (fall or rise)
    ]
    steps = min(plain, along, key=len)
    found = [alike[0] ** times]
    for value in range(1, size):
        ways = sum((whole - value * less) * found[value - at] for at, whole, less in steps if at <= value)
        found.append(ways // (value * alike[0]))
    return found


def _differences(ways: Sequence[int]) -> list[int]:
    """The coefficients of a polynomial times 1 - x."""
    return [after - before for after, before in zip([*ways, 0], [0, *ways], strict=True)]


BLOCK, FEW = 8192, 32
"""Bytes of a number that another is multiplied by at once, for nothing else is done in the bot meanwhile; and so few
values that each is taken by itself, small as it is.
"""


def product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The ways of the sum of two independent things, each packed into one number that they are multiplied as: the
    longer by some of the shorter at a time, from its last on.
    """
    width = (max(1, sum(left)) * max(1, sum(right))).bit_length() // 8 + 1
    short, long = sorted((left, right), key=len)
    whole, some, packed = _packed(long, width), 1 if len(short) <= FEW else max(1, BLOCK // width), 0
    for at in range((len(short) - 1) // some * some, -1, -some):
        block = short[at : at + some]
        packed = (packed << 8 * width * some) + whole * _packed(block, width)
    found = unpacked(packed, width)
    return [*found, *[0] * (len(left) + len(right) - 1 - len(found))]


def _packed(ways: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join(way.to_bytes(width, "little") for way in ways), "little")


def unpacked(packed: int, width: int) -> list[int]:
    """The ways that are packed into a number, so many bytes each."""
    size = -(-packed.bit_length() // (8 * width)) * width
    body = packed.to_bytes(size, "little")
    return [int.from_bytes(body[at : at + width], "little") for at in range(0, size, width)]
