"""The rows of a Markov chain in whole numbers: what a node comes to, put together over common denominators."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd, lcm
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N")


class Row(NamedTuple, Generic[N]):
    """Ends of a node, of so many ways in all: the numbers that end in each way, and that lead to each node."""

    whole: int
    sure: list[int]
    open: dict[N, int]


def with_rows(row: Row[N], rows: Mapping[N, Row[N]]) -> Row[N]:
    """A row with these put in the stead of their nodes, over a common denominator."""
    into = [(often, rows[then]) for then, often in row.open.items() if then in rows]
    if not into:
        return row
    common = lcm(*(one.whole for _, one in into))
    sure = [part * common for part in row.sure]
    left = {then: often * common for then, often in row.open.items() if then not in rows}
    for often, one in into:
        share = often * (common // one.whole)
        for at, part in enumerate(one.sure):
            sure[at] += share * part
        for then, further in one.open.items():
            left[then] = left.get(then, 0) + share * further
    return reduced(row.whole * common, sure, left)


def without_loop(row: Row[N], node: N) -> Row[N]:
    """A row without the ways that lead back to its own node; what only goes round ends in no way."""
    left = {then: often for then, often in row.open.items() if then != node}
    whole = row.whole - row.open.get(node, 0)
    return reduced(whole, row.sure, left) if whole else Row(1, [0] * len(row.sure), {})


def reduced(whole: int, sure: list[int], left: dict[N, int]) -> Row[N]:
    """A row in its least numbers."""
    by = gcd(whole, *sure, *left.values())
    return Row(whole // by, [part // by for part in sure], {then: often // by for then, often in left.items()})
