"""`python -m bench NAME | all [--smoke]`: prints a line a figure; exits 1 when one is short of its bar."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterable, Sequence

from bench.measure import Finding, Scale

NAMES = ("order", "slash", "load", "actionday", "start", "battle", "sunrise")
"""Each is a module of this package with a function `run(scale) -> findings`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks named; the exit code says whether all bars were met."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("name", choices=(*NAMES, "all"))
    parser.add_argument("--smoke", action="store_true", help="few repetitions: shows that it runs, judges no speed")
    given = parser.parse_args(arguments)
    scale = Scale(smoke=given.smoke)
    found: list[Finding] = []
    for name in NAMES if given.name == "all" else (given.name,):
        run: Callable[[Scale], list[Finding]] = importlib.import_module(f"bench.{name}").run
        for finding in run(scale):
            print(finding.line(), flush=True)
            found.append(finding)
    return verdict(found, scale)


def verdict(findings: Iterable[Finding], scale: Scale) -> int:
    """The exit code: 1 when a figure is short of its bar; a smoke run is never short."""
    return 0 if scale.smoke or all(finding.ok for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
