"""Measuring and judging of benchmarks: percentiles of nanoseconds, ratios as fractions, one line of verdict.

A bar is a ratio in one run: to a baseline, to somebody else's library, or to the calibration below. What is computed is
compared by the time of the processor, which others on the machine lengthen least; what waits for disks or for other
processes, by the clock on the wall. The absolute figure that stands beside a ratio is of the clock on the wall.
"""

from __future__ import annotations

import contextlib
import gc
import resource
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
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
        """The line that is printed: "order: 2.10x (at most 3x) ok"."""
        tail = f"  [{self.note}]" if self.note else ""
        return f"{self.name}: {self.figure} ({self.bar}) {'ok' if self.ok else 'short'}{tail}"


class Scale(msgspec.Struct, frozen=True):
    """Size of a benchmark: `smoke` runs show that it works and judge nothing but that."""

    smoke: bool = False

    def of(self, whole: int, small: int) -> int:
        """The number of repetitions."""
        return small if self.smoke else whole


def percentile(samples: Sequence[int], percent: int) -> int:
    """The smallest sample that is not below `percent` of a hundred of them (nearest rank)."""
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def ratio(figure: int, baseline: int) -> Fraction:
    """The figure as a multiple of the baseline."""
    return Fraction(figure, max(1, baseline))


def times(value: Fraction) -> str:
    """A ratio in print: "2.13x"."""
    return f"{value.numerator * 100 // value.denominator / 100:.2f}x"


def milliseconds(nanoseconds: int) -> str:
    """A duration in print: "1.27 ms"."""
    return f"{nanoseconds / 1e6:.2f} ms"


class Unit(msgspec.Struct, frozen=True):
    """A record of the kind that states of games are made of, for the calibration."""

    name: str
    across: int
    hull: int
    crew: tuple[str, ...] = ()


UNITS, STEPS = 60, 900
"""Records in the calibration's state, and how often one of them is changed: about a millisecond."""


def calibration() -> int:
    """A fixed piece of work, made of what rules are made of; its time says how fast the machine is just now.

    Records are replaced, the dict that holds them is copied, shares are worked out in whole numbers. It uses nothing of
    the house, so that no change of the house changes it; the number that it returns shows that it is still the same.
    """
    units = {f"u-{number}": Unit(f"Ship {number}", number, 1000 + number) for number in range(UNITS)}
    dealt = 0
    for step in range(STEPS):
        key = f"u-{step * 7 % UNITS}"
        unit = units[key]
        share = -(-1000 * (unit.hull + step) // (unit.across + step + 1))
        dealt += share % 997
        units = {**units, key: msgspec.structs.replace(unit, across=unit.across + 1, hull=unit.hull + share % 5)}
    return dealt + sum(unit.hull * unit.across for unit in units.values() if unit.across % 3)


class Cost(msgspec.Struct, frozen=True):
    """Nanoseconds that a piece of work took: by the clock on the wall, and of processors.

    Those are of this process and of processes that it started and that have ended.
    """

    wall: int
    processor: int


class Piece(msgspec.Struct, frozen=True):
    """A piece of work that was measured, and nanoseconds of the processor for a calibration beside it."""

    cost: Cost
    unit: int

    @property
    def times(self) -> Fraction:
        """The cost in calibrations."""
        return ratio(self.cost.processor, self.unit)


class Stopwatch:
    """Takes the time of pieces of work, with the calibration so many times before each and after each."""

    def __init__(self, calibrations: int = 1) -> None:
        self.calibrations = calibrations
        self.pieces: list[Piece] = []
        gc.collect()

    @contextlib.contextmanager
    def piece(self) -> Iterator[None]:
        """Around one piece of work."""
        units = self._calibrated()
        before = _now()
        yield
        cost = _since(before)
        self.pieces.append(Piece(cost, percentile([*units, *self._calibrated()], 50)))

    def _calibrated(self) -> list[int]:
        units = []
        for _ in range(self.calibrations):
            before = _now()
            calibration()
            units.append(_since(before).processor)
        return units

    def wall(self, percent: int = 50) -> int:
        """Nanoseconds of a piece by the clock on the wall."""
        return percentile([piece.cost.wall for piece in self.pieces], percent)

    def processor(self, percent: int = 50) -> int:
        """Nanoseconds of a piece by the time of the processor."""
        return percentile([piece.cost.processor for piece in self.pieces], percent)

    def times(self) -> Fraction:
        """The median of what the pieces took, each in calibrations of its own moment."""
        found = sorted(piece.times for piece in self.pieces)
        return found[(len(found) - 1) // 2]

    def finding(self, name: str, most: Fraction | int, note: str = "", share: int = 1) -> Finding:
        """The median piece in calibrations, of pieces that did the same `share` times over."""
        found = self.times() / share
        unit = percentile([piece.unit for piece in self.pieces], 50)
        told = f"{milliseconds(self.wall() // share)}, calibration {milliseconds(unit)}"
        return Finding(
            name, times(found), f"at most {bar(most)} the calibration", found <= most,
            f"{told}; {note}" if note else told,
        )  # fmt: skip


def bar(most: Fraction | int) -> str:
    """A bar in print: "3x", "1.5x"."""
    return f"{float(most):g}x"


def _now() -> Cost:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    children = int(1e9 * (ended.ru_utime + ended.ru_stime))
    return Cost(time.perf_counter_ns(), time.process_time_ns() + children)


def _since(before: Cost) -> Cost:
    after = _now()
    return Cost(after.wall - before.wall, after.processor - before.processor)


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
