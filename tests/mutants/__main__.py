"""Plants small bugs in a room, one at a time, and counts how many the tests find.

    python -m tests.mutants storage --sample 300 --seed 1 --jobs 2

The tests that run a bug's line are run, quickest first, until one fails, and fails again. Survivors are printed with
their line. What was measured and found is kept in `build/mutants`: a second run asks only tests that have changed, and
those that were not asked before.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.map import digest_of, file_of, mapped, measuring
from tests.mutants.planting import Mutant, functions_of, places, plant_in
from tests.mutants.running import BEGINNING, PATIENCE, QUICK, Watch, allow, child, run
from tests.rulebooks import delivered


@dataclass(frozen=True)
class Room:
    """Files in which bugs are planted, the tests that shall find them, and with what these are measured at once."""

    patterns: tuple[str, ...]
    tests: tuple[str, ...]
    measured: tuple[str, ...]

    def sampled(self, size: int, seed: int) -> list[Mutant]:
        """So many mutants, drawn by a seed."""
        all_places = [mutant for file in files_of(self.patterns) for mutant in places(file)]
        return random.Random(seed).sample(all_places, min(size, len(all_places)))


def files_of(patterns: Sequence[str]) -> list[Path]:
    """The files of some patterns, in order."""
    return sorted({file for pattern in patterns for file in Path().glob(pattern)})


KERNEL = ("engine/*.py", "engine/text/*.py", "engine/dice/*.py", "engine/pack/*.py")
STORAGE = ("storage/**/*.py",)
BOT = ("bot/game/**/*.py", "bot/posts/**/*.py")

KERNELS_OWN = (
    "tests/engine/kernel",
    "tests/engine/dice",
    "tests/engine/pack",
    "tests/engine/rulebooks",
    "tests/engine/test_picture.py",
)
"""Not the tests of one rulebook, which are no example of what the kernel promises."""

ROOMS = {
    "kernel": Room(KERNEL, KERNELS_OWN, KERNEL),
    "storage": Room(STORAGE, ("tests/storage", "tests/bot", "tests/discord"), STORAGE + BOT),
    "bot": Room(BOT, ("tests/bot", "tests/discord"), STORAGE + BOT),
}


KEPT = Path("build/mutants")
"""Where is kept what was measured and found."""


@dataclass
class Outcome:
    """Outcome of a mutant: the test that found it, and the tests that did not, with the digests of their files."""

    found_by: str | None = None
    found_in: str | None = None
    passed: dict[str, str] = field(default_factory=dict)
    tried: int = 0


@dataclass(eq=False)
class Trials:
    """A plugin of pytest: instead of running the tests that were collected, tries the mutants with them."""

    room: Room
    arguments: argparse.Namespace
    watch: Watch = field(default_factory=Watch)
    found: int = 0
    done: int = 0

    def __post_init__(self) -> None:
        self.loading = measuring(files_of(self.room.patterns))
        self.finders: dict[str, Counter[str]] = defaultdict(Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All tests are loaded: the mutants are tried."""
        if self.arguments.room != "kernel":
            delivered()
        self.loading.stop()
        data, here = self.loading.get_data(), Path.cwd()
        self.loaded = {str(Path(file).relative_to(here)): set(data.lines(file) or ()) for file in data.measured_files()}
        session.config.pluginmanager.register(self.watch)
        session.config.pluginmanager.unregister(name="terminalreporter")
        self.functions = functions_of([str(file.absolute()) for file in files_of(self.room.patterns)])
        self.items = {item.nodeid: item for item in session.items}
        self.map = mapped(session.items, self.watch, files_of(self.room.measured), KEPT)
        for mutant, outcome in self.outcomes():
            self.done += 1
            self.found += outcome.found_by is not None
            if outcome.found_by is None:
                print(f"survives {outcome.tried} tests: {mutant.file}:{mutant.line} {mutant.change}", flush=True)
            elif self.arguments.every:
                print(f"found by {outcome.found_by}: {mutant.file}:{mutant.line} {mutant.change}", flush=True)
        return True

    def outcomes(self) -> Iterator[tuple[Mutant, Outcome]]:
        """Each mutant of the sample and what came of it; kept for the next run."""
        path = KEPT / f"found-{self.arguments.room}.json"
        kept: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        chosen = self.room.sampled(self.arguments.sample, self.arguments.seed)
        if self.arguments.only:
            chosen = [mutant for mutant in chosen if f"{mutant.file}:{mutant.line}".startswith(self.arguments.only)]
        keys = {mutant: f"{digest_of(Path(mutant.file))}:{mutant.place}" for mutant in chosen}
        before = [Outcome(**kept.get(keys[mutant], {})) for mutant in chosen]
        for outcome, mutant in zip(before, chosen, strict=True):
            if outcome.found_by is not None:
                self.finders[mutant.file][outcome.found_by] += 1
        fork = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(self.arguments.jobs, mp_context=fork, initializer=remember, initargs=(self,)) as pool:
            for mutant, outcome in zip(chosen, pool.map(tried, chosen, before), strict=True):
                kept[keys[mutant]] = vars(outcome)
                path.write_text(json.dumps(kept))
                yield mutant, outcome

    def choice(self, mutant: Mutant, before: Outcome) -> list[str]:
        """The tests to try a mutant with: what found it, then the quickest; not what passed and is as it was.

        Of tests that differ only in what they are given each counts as slower than the one before, and so do tests of
        higher rooms; what has found other mutants of the file counts as quicker.
        """
        known, finders, alike = self.map.tests_of(mutant) & self.items.keys(), self.finders[mutant.file], Counter[str]()
        fresh = [test for test in known if before.passed.get(test) != self.map.digests[file_of(test)]]
        cost = {}
        for test in sorted(fresh, key=lambda test: (self.map.seconds[test], test)):
            function = test.partition("[")[0]
            alike[function] += 1
            slower = alike[function] * (1 if test.startswith(self.room.tests[0]) else 4)
            cost[test] = self.map.seconds[test] * slower / (1 + finders[test])
        fresh.sort(key=lambda test: (test != before.found_by, cost[test], test))
        return fresh[: self.arguments.most]

    def try_out(self, mutant: Mutant, before: Outcome) -> Outcome:
        """Tries one mutant: found is what fails twice, what never ends, and what breaks the process."""
        if before.found_by is not None and before.found_in == self.digest_of(before.found_by):
            return before
        left = self.choice(mutant, before)
        passed = {test: digest for test, digest in before.passed.items() if test in self.items}
        outcome = Outcome(passed=passed, tried=len(passed) + len(left))
        while left and outcome.found_by is None:
            failed = self.failing(mutant, left)
            if failed not in self.items:
                outcome.found_by = failed
            elif self.failing(mutant, [failed]) is not None:
                outcome.found_by = failed
                self.finders[mutant.file][failed] += 1
            else:
                print(f"failed once: {failed} on {mutant.file}:{mutant.line} {mutant.change}", flush=True)
            if failed is None or failed in left:
                ended = left.index(failed) + 1 if failed in left else len(left)
                outcome.passed |= {test: self.map.digests[file_of(test)] for test in left[:ended] if test != failed}
                left = left[ended:]
        outcome.found_in = self.digest_of(outcome.found_by)
        return outcome

    def digest_of(self, test: str | None) -> str | None:
        """The digest of the file of a test; None where it is not one that was measured."""
        return self.map.digests.get(file_of(test or ""))

    def failing(self, mutant: Mutant, tests: Sequence[str]) -> str | None:
        """The first test that fails on a mutant, or in words what else was broken; None if all pass."""

        def begin(test: str) -> None:
            allow(BEGINNING + PATIENCE * self.map.seconds[test])

        def in_place() -> dict[str, Any]:
            if not plant_in(self.functions[str(Path(mutant.file).absolute())], mutant):
                return {"failed": None}
            run([self.items[test] for test in tests], self.watch, begin=begin)
            return {"failed": self.watch.failed}

        def anew() -> dict[str, Any]:
            allow(2 * BEGINNING + PATIENCE * sum(self.map.seconds[test] for test in tests))
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "failed.json"
                command = [sys.executable, "-m", "tests.mutants.anew", mutant.file, str(mutant.place), str(path)]
                subprocess.run([*command, *tests])
                return {"failed": json.loads(path.read_text())}

        on_loading = not mutant.in_function or mutant.line in self.loaded.get(mutant.file, ())
        answer = {"failed": None} if on_loading else child(in_place)
        if answer is not None and answer.get("failed", []) is None:
            answer = child(anew)
        if answer is None or "broke" in answer:
            return "no test ends as it should"
        return next(iter(answer["failed"] or ()), None)


_trials: Trials


def remember(trials: Trials) -> None:
    """Gives a process of the pool what it tries mutants with."""
    global _trials
    _trials = trials


def tried(mutant: Mutant, before: Outcome) -> Outcome:
    """Outcome of a mutant, in a process of the pool."""
    return _trials.try_out(mutant, before)


def main() -> int:
    """Prints the survivors and the share that was found; 1 if it is below the bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--most", type=int, default=40, help="tests that a mutant is tried with at most in one run")
    parser.add_argument("--tests", nargs="+", help="tests to try with, instead of all that the room has")
    parser.add_argument("--only", default="", help="mutants of the sample whose file and line begin so")
    parser.add_argument("--every", action="store_true", help="prints also what is found, and by which test")
    parser.add_argument("--bar", type=int, default=85, help="per cent that must be found")
    arguments = parser.parse_args()
    room, started = ROOMS[arguments.room], time.monotonic()
    trials = Trials(room, arguments)
    trials.loading.start()
    pytest.main([*QUICK, *(arguments.tests or room.tests)], plugins=[trials])
    share = 100 * trials.found // max(1, trials.done)
    print(
        f"{arguments.room}: {trials.found} of {trials.done} found, {share} % (bar {arguments.bar} %), "
        f"{time.monotonic() - started:.0f} s"
    )
    return 0 if share >= arguments.bar else 1


if __name__ == "__main__":
    sys.exit(main())
