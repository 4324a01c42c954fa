"""Two checkouts side by side: each runs its own benchmark, in alternating pairs, and what both measured is compared.

Compared is the absolute figure of the measured work as each prints it, never the start of a process: what the same
benchmark has measured at all times, so that an older checkout, whose modules have other names and whose bars were other
ones, can be compared as well. A pair is run back to back and its ratio taken, so that a machine that is slower now than
a minute ago hits both; of the pairs the median is judged. Tails (p99) and rates of memory are shown and not judged.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from bench.measure import Finding, bar, times

HERE = Path(__file__).resolve().parent.parent
PAIRS = 5
MOST = Fraction(115, 100)
"""Times what the other checkout takes."""

USAGE = 2
"""The exit code of a checkout that has no benchmark of that name."""

BY_RATIO = ("odds against icepool",)
"""Figures compared by the ratio they print: beside it stands the time of whichever question was worst."""

LINE = re.compile(r"(?P<name>.+): (?P<figure>[^:(]+) \((?P<bar>.*?)\) (?:ok|short)(?:  \[(?P<note>.*)\])?")
QUANTITY = re.compile(r"([\d.]+) (ms|s|MiB|a second|a minute)\b")
UNITS: dict[str, Callable[[Fraction], Fraction]] = {
    "ms": lambda figure: figure,
    "s": lambda figure: figure * 1000,
    "MiB": lambda figure: figure,
    "a second": lambda figure: 1000 / figure,
    "a minute": lambda figure: 60_000 / figure,
}
"""Milliseconds, for a duration or for one of so many in a time; a rate of nothing is never printed."""


class Figure(msgspec.Struct, frozen=True):
    """Figure that a checkout measured under a name: milliseconds, MiB or times; whether it is a tail of its samples."""

    value: Fraction
    unit: str
    tail: bool = False


def figures(output: str) -> dict[str, Figure]:
    """The figures of a benchmark's output by name; lines of another form say nothing of them."""
    found = {}
    for line in output.splitlines():
        match = LINE.fullmatch(line)
        if match is not None:
            figure = _figure(match["name"], match["figure"], match["note"] or "")
            if figure is not None:
                tail = "p99" in match["name"] or "p99" in match["bar"]
                found[match["name"]] = msgspec.structs.replace(figure, tail=tail)
    return found


def _figure(name: str, figure: str, note: str) -> Figure | None:
    """The absolute figure, printed as the figure itself or first in the note."""
    quantity = QUANTITY.fullmatch(figure) or QUANTITY.search(note)
    if quantity is not None and name not in BY_RATIO:
        value = Fraction(quantity[1])
        return Figure(UNITS[quantity[2]](value), "MiB" if quantity[2] == "MiB" else "ms") if value else None
    return Figure(Fraction(figure.removesuffix("x")), "x") if figure.endswith("x") else None


def compare(
    names: Sequence[str], pairs: int, mine: Callable[[str], str | None], theirs: Callable[[str], str | None]
) -> Iterator[Finding]:
    """Run each benchmark on both sides in alternating pairs; what one side does not have is said and not judged."""
    for name in names:
        here: list[dict[str, Figure]] = []
        there: list[dict[str, Figure]] = []
        for number in range(pairs):
            for side, found in ((mine, here), (theirs, there))[:: 1 if number % 2 else -1]:
                output = side(name)
                if output is not None:
                    found.append(figures(output))
        if len(here) != len(there):
            yield Finding(name, "not compared", "only one checkout has it", ok=True)
        else:
            yield from judged(here, there)


def judged(here: Sequence[dict[str, Figure]], there: Sequence[dict[str, Figure]]) -> Iterator[Finding]:
    """The median ratio of the pairs, of each figure that every run on both sides has printed."""
    for name, first in here[0].items():
        if not all(name in run for run in (*here, *there)):
            yield Finding(name, "not compared", "not printed by every run", ok=True)
            continue
        mine, theirs = ([run[name].value for run in runs] for runs in (here, there))
        ratios = sorted(one / other for one, other in zip(mine, theirs, strict=True))
        ratio = median(ratios)
        counts = (first.unit == "ms" and not first.tail) or first.unit == "x"
        yield Finding(
            name, times(ratio), f"at most {bar(MOST)}" if counts else "not judged", ratio <= MOST or not counts,
            f"{told(median(mine), first.unit)} against {told(median(theirs), first.unit)};"
            f" pairs from {times(ratios[0])} to {times(ratios[-1])}",
        )  # fmt: skip


def median(values: Sequence[Fraction]) -> Fraction:
    """The one in the middle; of an even number, the lower."""
    return sorted(values)[(len(values) - 1) // 2]


def told(value: Fraction, unit: str) -> str:
    """A figure in print."""
    return times(value) if unit == "x" else f"{float(value):.2f} {unit}"


def runner(folder: Path, options: Sequence[str] = ()) -> Callable[[str], str | None]:
    """Runner that gives what a checkout prints of a benchmark; None if it has none of that name. Raises RuntimeError
    if it breaks.

    It runs its own code, by the interpreter of its own `.venv` if it has one, else by the present one.
    """
    own = folder / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(name: str) -> str | None:
        done = subprocess.run(
            [python, "-m", "bench", name, *options], cwd=folder, env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode == USAGE:
            return None
        if done.returncode not in (0, 1) or not figures(done.stdout):
            raise RuntimeError(f"{folder}: `python -m bench {name}` broke:\n{done.stdout}{done.stderr}")
        return done.stdout

    return run
