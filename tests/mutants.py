"""Plants small bugs in a room, one at a time, and counts how many the tests find.

    python -m tests.mutants storage --sample 300 --seed 1 --jobs 2

A line of Python is changed as a tired programmer would change it (`<` for `<=`, `and` for `or`, a number one off, a
call left out, a condition turned round); then the tests that run this line are run, quickest first, until one fails.
Texts are left alone: no test should know a sentence by heart. Survivors are printed with their line.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import coverage
import pytest

QUICK = ["-m", "not slow and not browser", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain"]
PATIENCE = 10
"""A run of tests is given up (the mutant hangs: found) after so many times as long as the same tests took unhurt."""


@dataclass(frozen=True)
class Room:
    """Files in which bugs are planted, the tests that shall find them, and the rooms below, which hold none of them."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    below: tuple[str, ...] = ()


KERNEL = ("tests/engine", "--ignore=tests/engine/gcw", "--ignore=tests/engine/sunrise")
"""The kernel's own tests: those of a rulebook are no example of what the kernel promises."""

ENGINE = ("engine.gcw", "engine.sunrise", "engine.played.fuzz", "sandbox")

ROOMS = {
    "kernel": Room(("engine/*.py", "engine/text/*.py", "engine/dice/*.py", "engine/pack/*.py"), KERNEL),
    "storage": Room(("storage/**/*.py",), ("tests/storage", "tests/bot", "tests/discord"), ENGINE),
    "bot": Room(("bot/game/**/*.py", "bot/posts/**/*.py"), ("tests/bot", "tests/discord"), (*ENGINE, "storage.store")),
}

SWAPPED: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}


@dataclass(frozen=True)
class Mutant:
    """One planted bug: the `place`-th thing of a file that can be changed, on `line`, and what was done to it."""

    file: str
    place: int
    line: int
    change: str


class Planter(ast.NodeTransformer):
    """Walks over a module; changes its `wanted`-th place, or, without one, lists them all.

    Annotations, decorators, docstrings and other texts, imports and `raise` are no places.
    """

    def __init__(self, file: str, wanted: int | None = None) -> None:
        self.file, self.wanted = file, wanted
        self.found: list[Mutant] = []

    def hit(self, node: ast.AST, change: str) -> bool:
        """Notes a place; whether it is the one to change."""
        mutant = Mutant(self.file, len(self.found), getattr(node, "lineno", 0), change)
        self.found.append(mutant)
        return mutant.place == self.wanted

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function's body, without its decorators, annotations and docstring."""
        node.body = [changed for statement in node.body for changed in as_list(self.visit(statement))]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """As of any function."""
        node.body = [changed for statement in node.body for changed in as_list(self.visit(statement))]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A class's methods."""
        node.body = [changed for statement in node.body for changed in as_list(self.visit(statement))]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """The value, not the annotation."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """What is said of a bug is no place; that it is raised is one of its condition's."""
        return node

    def visit_Import(self, node: ast.Import) -> ast.AST:
        """No place."""
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """No place."""
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """A call for its effect is left out; a text on its own is no place."""
        if isinstance(node.value, ast.Constant):
            return node
        if isinstance(node.value, ast.Call | ast.Await) and self.hit(node, f"left out: {ast.unparse(node)[:60]}"):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """The first comparison of a chain becomes its neighbour."""
        self.generic_visit(node)
        other = SWAPPED.get(type(node.ops[0]))
        if other is not None and self.hit(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.ops[0] = other()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`and` becomes `or`, and the other way round."""
        self.generic_visit(node)
        if self.hit(node, f"{ast.unparse(node)[:60]}: and/or"):
            node.op = SWAPPED[type(node.op)]()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Plus becomes minus, times becomes a division; not where texts or types are put together."""
        self.generic_visit(node)
        other = SWAPPED.get(type(node.op))
        texts = any(
            isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
            for part in ast.walk(node)
        )
        if other is not None and not texts and self.hit(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.op = other()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """`not` is left out."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self.hit(node, f"{ast.unparse(node)[:60]}: without not"):
            return node.operand
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """A condition is turned round."""
        self.generic_visit(node)
        if self.hit(node, f"if not ({ast.unparse(node.test)[:60]})"):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """True becomes False, a number becomes one more."""
        if isinstance(node.value, bool) and self.hit(node, f"{node.value} turned round"):
            return ast.copy_location(ast.Constant(not node.value), node)
        if type(node.value) is int and self.hit(node, f"{node.value} + 1"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """What a function gives becomes None."""
        self.generic_visit(node)
        plain = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if not plain and self.hit(node, "return None"):
            node.value = ast.copy_location(ast.Constant(None), node)
        return node

    def visit_Break(self, node: ast.Break) -> ast.AST:
        """`break` becomes `continue`."""
        return ast.copy_location(ast.Continue(), node) if self.hit(node, "break: continue") else node

    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        """`continue` becomes `break`."""
        return ast.copy_location(ast.Break(), node) if self.hit(node, "continue: break") else node


def as_list(changed: Any) -> list[Any]:
    """What a visit gave, as statements."""
    return changed if isinstance(changed, list) else [changed]


UNHURT = -1
"""The place of a mutant without a bug, with which every test must pass."""


def places(file: Path) -> list[Mutant]:
    """Every place of a file where a bug can be planted."""
    planter = Planter(str(file))
    planter.visit(ast.parse(file.read_text()))
    return planter.found


def planted(mutant: Mutant) -> ast.Module:
    """The module of a file with the bug in it."""
    tree: ast.Module = Planter(mutant.file, mutant.place).visit(copy.deepcopy(ast.parse(Path(mutant.file).read_text())))
    return ast.fix_missing_locations(tree)


class MutantLoader(importlib.machinery.SourceFileLoader):
    """Loads a module with its planted bug."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(Path(mutant.file).absolute()))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """The code with the bug, compiled anew."""
        return compile(planted(self.mutant), self.path, "exec")


class MutantFinder(importlib.abc.MetaPathFinder):
    """Finds one module as a mutant, and no other."""

    def __init__(self, mutant: Mutant) -> None:
        parts = Path(mutant.file).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """The module with the bug, or nothing for every other."""
        if name != self.name:
            return None
        loader = MutantLoader(name, self.mutant)
        return importlib.util.spec_from_file_location(name, loader.path, loader=loader)


def runs_of(room: Room, folder: Path) -> tuple[dict[str, dict[int, set[str]]], dict[str, float]]:
    """Which tests run which line of which file, and how many seconds each test takes while that is measured."""
    timed, data, config = folder / "seconds.json", folder / "coverage", folder / "coveragerc"
    config.write_text(f"[run]\ndata_file={data}\nsource=engine,storage,bot\n")
    measured = [sys.executable, "-m", "coverage", "run", f"--rcfile={config}"]
    command = [*measured, "-m", "tests.mutants", "--time", str(timed), *room.tests]
    if not timed.exists():
        subprocess.run(command)
    read = coverage.CoverageData(str(data))
    read.read()
    here = Path.cwd()
    lines: dict[str, dict[int, set[str]]] = {}
    for file in read.measured_files():
        relative = str(Path(file).relative_to(here))
        lines[relative] = {line: set(tests) - {""} for line, tests in read.contexts_by_lineno(file).items()}
    return lines, json.loads(timed.read_text())


class Stopwatch:
    """Notes how long each test takes that does not fail, and tells coverage whose lines these are."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.measuring = coverage.Coverage.current()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        if self.measuring is not None:
            self.measuring.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A phase of a test is over."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.add(report.nodeid)


def time_tests(into: Path, tests: Sequence[str]) -> None:
    """Runs the tests and writes the seconds of each that does not fail into a file."""
    watch = Stopwatch()
    pytest.main([*QUICK, *tests], plugins=[watch])
    into.write_text(json.dumps({test: took for test, took in watch.seconds.items() if test not in watch.failed}))


def survives(mutant: Mutant, tests: Sequence[str]) -> None:
    """Runs the tests on the mutant in this process, then ends it: 0 if all pass, 1 if one finds the bug."""
    with contextlib.suppress(OSError):
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
    sys.meta_path.insert(0, MutantFinder(mutant))
    try:
        code = pytest.main([*QUICK, "-x", *tests])
    except BaseException:  # noqa: BLE001  # a mutant may break anything: then it is found
        os._exit(1)
    os._exit(0 if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 1)


def found(mutant: Mutant, tests: Sequence[str], seconds: float) -> bool:
    """Whether a test fails on the mutant, or they take longer than so many seconds."""
    if not tests:
        return False
    process = multiprocessing.get_context("fork").Process(target=survives, args=(mutant, tests))
    process.start()
    process.join(seconds)
    if process.is_alive():
        process.kill()
        process.join()
        return True
    return process.exitcode != 0


def unhurt(tests: Sequence[str], folder: Path) -> tuple[dict[str, float], float]:
    """The seconds of each of the tests that passes here and now without a bug, and what it takes to begin."""
    timed, began = folder / "unhurt.json", time.monotonic()
    process = multiprocessing.get_context("fork").Process(target=time_tests, args=(timed, tests))
    process.start()
    process.join()
    seconds = json.loads(timed.read_text())
    for test in sorted(set(tests) - seconds.keys()):
        print(f"fails without a bug, and is not used: {test}", flush=True)
    return seconds, time.monotonic() - began - sum(seconds.values())


LIBRARIES = ("aiosqlite", "apscheduler.schedulers.asyncio", "discord.ext.commands", "hypothesis", "msgspec", "pydantic")
"""What every run of tests needs and no bug is planted in: loaded once, as the rooms below are, before it forks."""


def tests_of(mutant: Mutant, lines: dict[str, dict[int, set[str]]], seconds: dict[str, float], most: int) -> list[str]:
    """The tests that run the mutant's line, quickest first, at most so many.

    A line that runs on import alone is tried with the quickest tests of those that run any line of its file.
    """
    per_file = lines.get(mutant.file, {})
    contexts = per_file.get(mutant.line) or set().union(set(), *per_file.values())
    return sorted(contexts & seconds.keys(), key=seconds.__getitem__)[:most]


def sampled(room: Room, size: int, seed: int) -> list[Mutant]:
    """So many mutants of a room, drawn by a seed."""
    files = sorted({file for pattern in room.files for file in Path().glob(pattern)})
    all_places = [mutant for file in files for mutant in places(file)]
    return random.Random(seed).sample(all_places, min(size, len(all_places)))


def results(room: Room, arguments: argparse.Namespace) -> Iterator[tuple[Mutant, bool, int]]:
    """Each mutant of the sample, whether it was found, and by how many tests at most."""
    for library in (*LIBRARIES, *room.below):
        importlib.import_module(library)
    chosen = sampled(room, arguments.sample, arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        lines, measured = runs_of(room, Path(arguments.folder or temporary))
        tests = {mutant: tests_of(mutant, lines, measured, arguments.most) for mutant in chosen}
        seconds, beginning = unhurt(sorted(set().union(*tests.values())), Path(temporary))

    def tried(mutant: Mutant) -> tuple[Mutant, bool, int]:
        usable = [test for test in tests[mutant] if test in seconds]
        return (
            mutant,
            found(mutant, usable, PATIENCE * (beginning + sum(seconds[test] for test in usable))),
            len(usable),
        )

    with ThreadPoolExecutor(arguments.jobs) as pool:
        yield from pool.map(tried, chosen)


def main() -> int:
    """Prints the survivors and the share that was found; 1 if it is below the bar."""
    if sys.argv[1:2] == ["--time"]:
        time_tests(Path(sys.argv[2]), sys.argv[3:])
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--most", type=int, default=40, help="tests that a mutant is tried with at most")
    parser.add_argument("--folder", help="keeps which test runs which line from one run to the next")
    parser.add_argument("--every", action="store_true", help="prints also what is found")
    parser.add_argument("--bar", type=int, default=85, help="per cent that must be found")
    arguments = parser.parse_args()
    started, killed, tried = time.monotonic(), 0, 0
    for mutant, was_found, tests in results(ROOMS[arguments.room], arguments):
        tried += 1
        killed += was_found
        if arguments.every or not was_found:
            became = "is found by one of" if was_found else "survives"
            print(f"{became} {tests} tests: {mutant.file}:{mutant.line} {mutant.change}", flush=True)
    share = 100 * killed // max(1, tried)
    print(
        f"{arguments.room}: {killed} of {tried} found, {share} % (bar {arguments.bar} %), "
        f"{time.monotonic() - started:.0f} s"
    )
    return 0 if share >= arguments.bar else 1


if __name__ == "__main__":
    sys.exit(main())
