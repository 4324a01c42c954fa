"""Lines that each test runs: measured once for each file of tests, and kept on disk until that changes.

Lines are known by their words, so that a change elsewhere in a file leaves them what they are.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.mutants.planting import Mutant
from tests.mutants.running import Watch, child, run


def measuring(files: Sequence[Path]) -> coverage.Coverage:
    """A measurement of some files, kept in memory."""
    include = [str(file.absolute()) for file in files]
    cover = coverage.Coverage(data_file=None, include=include, config_file=False)
    cover.set_option("run:disable_warnings", ["no-data-collected"])
    return cover


def digest_of(*files: Path) -> str:
    """A digest of the names and contents of files."""
    parts = [f"{file}\n{file.read_text(encoding='utf-8')}" for file in files]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


def needed(file: Path) -> list[Path]:
    """A file of tests, the settings above it, and what it imports of other tests' folders, directly or not."""
    found = [file, *(folder / "conftest.py" for folder in file.parents if (folder / "conftest.py").exists())]
    for each in found:
        for module in re.findall(r"^ *(?:from|import) (tests[\w.]*)", each.read_text(encoding="utf-8"), re.MULTILINE):
            path = Path(*module.split("."))
            for candidate in (path.with_suffix(".py"), path / "__init__.py"):
                if candidate.exists() and candidate not in found:
                    found.append(candidate)
    return sorted(found)


def named_lines(file: Path) -> list[str]:
    """The lines of a file from the first, each by its words and by how many stood before it that are the same."""
    seen: Counter[str] = Counter()
    names = []
    for line in file.read_text(encoding="utf-8").splitlines():
        words = line.strip()
        names.append(f"{words}#{seen[words]}")
        seen[words] += 1
    return names


def file_of(test: str) -> str:
    """The file of a test, by the test's id."""
    return test.partition("::")[0]


@dataclass
class Map:
    """Tests that run each line of each file, the seconds of each, and which tests fail without a bug."""

    lines: dict[str, dict[str, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    seconds: dict[str, float] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)
    digests: dict[str, str] = field(default_factory=dict)

    def add(self, measured: dict[str, Any]) -> None:
        """Adds what was measured of one file of tests."""
        self.seconds |= measured["seconds"]
        self.failing |= set(measured["failing"])
        tests = list(measured["seconds"])
        for file, lines in measured["lines"].items():
            for line, places in lines.items():
                self.lines[file][line] |= {tests[place] for place in places}

    def tests_of(self, mutant: Mutant) -> set[str]:
        """The tests that run a mutant's line.

        Of one that runs only when it is loaded: those of the lines that use what it names, and of the files that import
        its module; where there are none, all that run any line of its file.
        """
        lines, names = self.lines[mutant.file], named_lines(Path(mutant.file))
        statement = names[mutant.statement - 1]
        if mutant.in_function:
            return (lines.get(names[mutant.line - 1]) or lines.get(statement) or set()) - self.failing
        bound = "|".join(re.findall(r"\w+", re.split("[:=]", statement)[0]))
        users = [tests for line, tests in lines.items() if re.search(rf"\b({bound})\b", line)]
        module = f"from {'.'.join(Path(mutant.file).with_suffix('').parts)} import"
        importing = {file for file in self.digests if module in Path(file).read_text(encoding="utf-8")}
        found = set().union(*users, (test for test in self.seconds if file_of(test) in importing))
        return (found or set().union(*lines.values())) - self.failing


def measured(items: Sequence[pytest.Item], watch: Watch, files: Sequence[Path]) -> dict[str, Any]:
    """Runs the tests of a file and says which of them run which lines of some files; what fails is tried once more."""
    cover = measuring(files)
    cover.start()
    run(items, watch, begin=cover.switch_context, on_failure="go on")
    cover.stop()
    here, data = Path.cwd(), cover.get_data()
    numbers = {item.nodeid: number for number, item in enumerate(items)}
    lines = {}
    for path in data.measured_files():
        file = Path(path).relative_to(here)
        names = named_lines(file)
        lines[str(file)] = {
            names[line - 1]: sorted(numbers[test] for test in tests if test)
            for line, tests in data.contexts_by_lineno(path).items()
        }
    seconds, again = dict(watch.seconds), [item for item in items if item.nodeid in watch.failed]
    watch.failed.clear()
    run(again, watch, on_failure="go on")
    return {"seconds": seconds, "failing": watch.failed, "lines": lines}


def mapped(items: Iterable[pytest.Item], watch: Watch, files: Sequence[Path], folder: Path) -> Map:
    """The map of all tests on some files. What is measured is kept in the folder until the tests are other ones."""
    by_file: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_file[file_of(item.nodeid)].append(item)
    made = Map()
    folder.mkdir(parents=True, exist_ok=True)
    for file, tests in sorted(by_file.items()):
        made.digests[file] = digest_of(*needed(Path(file)))
        kept = folder / f"{Path(file).stem}-{made.digests[file]}.json"
        if not kept.exists():
            answer = child(partial(measured, tests, watch, files))
            if answer is None or "broke" in answer:
                raise RuntimeError(f"the tests of {file} could not be measured: {answer}")
            kept.write_text(json.dumps(answer))
            print(f"measured {len(tests)} tests of {file}: {sum(answer['seconds'].values()):.0f} s", flush=True)
            for test in answer["failing"]:
                print(f"fails without a bug, and is not used: {test}", flush=True)
        made.add(json.loads(kept.read_text()))
    return made
