"""How a benchmark measures and judges: percentiles in nanoseconds, ratios as fractions, one line of verdict."""

from __future__ import annotations

import gc
import time
from collections.abc import Awaitable, Callable, Sequence
from fractions import Fraction

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One figure of a benchmark, its bar, and whether the bar is met; `note` says what the figure is made of."""

    name: str
    figure: str
    bar: str
    ok: bool
    note: str = ""

    def line(self) -> str:
        """The line that is printed: "order: 2.1x (at most 3x) ok"."""
        tail = f"  [{self.note}]" if self.note else ""
        return f"{self.name}: {self.figure} ({self.bar}) {'ok' if self.ok else 'short'}{tail}"


class Scale(msgspec.Struct, frozen=True):
    """How much a benchmark does: `smoke` runs show that it works and judge nothing but that."""

    smoke: bool = False

    def of(self, whole: int, small: int) -> int:
        """The number of repetitions."""
        return small if self.smoke else whole


def percentile(samples: Sequence[int], percent: int) -> int:
    """The smallest sample that is not below `percent` of a hundred of them (nearest rank)."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def ratio(figure: int, baseline: int) -> Fraction:
    """How many times the baseline the figure is."""
    return Fraction(figure, max(1, baseline))


def times(value: Fraction) -> str:
    """A ratio in print: "2.13x"."""
    return f"{value.numerator * 100 // value.denominator / 100:.2f}x"


def milliseconds(nanoseconds: int) -> str:
    """A duration in print: "1.27 ms"."""
    return f"{nanoseconds / 1e6:.2f} ms"


async def paired(
    rounds: int, ours: Callable[[int], Awaitable[object]], baseline: Callable[[int], Awaitable[object]]
) -> tuple[list[int], list[int]]:
    """Nanoseconds of `ours` and of `baseline`, taken in turn so that a noisy machine hits both alike."""
    mine: list[int] = []
    theirs: list[int] = []
    gc.collect()
    for number in range(rounds):
        started = time.perf_counter_ns()
        await ours(number)
        between = time.perf_counter_ns()
        await baseline(number)
        mine.append(between - started)
        theirs.append(time.perf_counter_ns() - between)
    return mine, theirs
