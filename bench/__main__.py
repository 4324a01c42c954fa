"""`python -m bench NAME... | all [--smoke]`: prints a line a figure; exits 1 when one is short of its bar.

`python -m bench --against FOLDER [NAME...]` compares this checkout with another one, see `bench/against.py`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from bench import against
from bench.measure import Finding, Scale

NAMES = (
    "order",
    "slash",
    "load",
    "draft",
    "actionday",
    "start",
    "battle",
    "campaign",
    "sunrise",
    "freedom",
    "eaw",
    "d6",
    "lines",
    "draw",
)
"""Each is a module of this package with a function `run(scale) -> findings`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks named; the exit code says whether all bars were met."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(NAMES)}, or all of them: all")
    parser.add_argument("--smoke", action="store_true", help="few repetitions: shows that it runs, judges no speed")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="a checkout to compare this one with")
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - {*NAMES, "all"}:
        parser.error(f"no benchmark is named {', '.join(sorted(unknown))}; there are {', '.join(NAMES)} and all")
    if not given.names and given.against is None:
        parser.error(f"name one of {', '.join(NAMES)}, or all")
    names = NAMES if "all" in given.names or not given.names else tuple(given.names)
    scale = Scale(smoke=given.smoke)
    found: list[Finding] = []
    for finding in alone(names, scale) if given.against is None else beside(given.against, names, scale):
        print(finding.line(), flush=True)
        found.append(finding)
    return verdict(found, scale)


def alone(names: Sequence[str], scale: Scale) -> Iterator[Finding]:
    """The findings of this checkout."""
    for name in names:
        run: Callable[[Scale], list[Finding]] = importlib.import_module(f"bench.{name}").run
        yield from run(scale)


def beside(folder: Path, names: Sequence[str], scale: Scale) -> Iterator[Finding]:
    """This checkout compared with another."""
    options = ("--smoke",) if scale.smoke else ()
    mine, theirs = against.runner(against.HERE, options), against.runner(folder.resolve(), options)
    return against.compare(names, scale.of(against.PAIRS, 1), mine, theirs)


def verdict(findings: Iterable[Finding], scale: Scale) -> int:
    """The exit code: 1 when a figure is short of its bar; a smoke run is never short."""
    return 0 if scale.smoke or all(finding.ok for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
