"""`umpire rules`: the rules of a rulebook, and which of them examples show."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from bot.offline.named_rulebook import named_rulebook
from engine.played.coverage import Evidence, coverage, named, played, tabled

EXAMPLES = Path("tests/play")
TABLES = Path("tests/register")
TESTS = Path("tests/engine")
RULES = Path("engine")


def rules(name: str, show_coverage: bool, run_tests: bool) -> bool:
    """The rules of a rulebook; with `show_coverage`, how many are shown by examples, and which are not.

    With `run_tests` the tests that are marked with rules are run and watched, too, which takes a minute or two; without
    it they only name rules. False where an example cites a rule that there is none of, or no test could be run.
    """
    book = named_rulebook(name)
    if not show_coverage:
        for rule in book.texts:
            print(f"{rule.id}  {rule.title}\n    {rule.text}")
        return True
    files = _files(EXAMPLES / name, TABLES / name)
    tests = _tested(name) if run_tests else _named(name)
    evidence = [*played(book, _files((RULES / name).resolve()), files), *tabled(name, files), *(tests or ())]
    found = coverage(name, [rule.id for rule in book.texts], evidence)
    print(found)
    for words, rule_ids in (
        ("in tables alone", found.table),
        ("named by examples in which nothing that cites them was seen to run", found.unproven),
        ("named by none", found.missing),
    ):
        if rule_ids:
            print(f"  {words}, {len(rule_ids)}:")
        for chapter, rest in _by_chapter(rule_ids):
            print(f"    {chapter}: {', '.join(rest)}")
    for rule_id, where in found.unknown.items():
        print(f"  no such rule: {rule_id}, cited in {', '.join(where)}")
    return not found.unknown and tests is not None


def _named(name: str) -> list[Evidence]:
    """Evidence that the tests of a rulebook name, none of them run."""
    found = named(name, _files(TESTS / name))
    return [Evidence(rule, where, "unproven") for rule, places in found.items() for where in places]


def _tested(name: str) -> list[Evidence] | None:
    """Evidence that the tests of a rulebook show, run by pytest; None where it could not run. One that fails shows
    nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "runs.json"
        watched = ["-p", "tests.rule_runs", "--rule-runs", str(file), "--rulebook", name]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *watched, "-m", "not slow"]
        done = subprocess.run([*command, str(TESTS / name)], capture_output=True, text=True, check=False)
        if done.returncode:
            print(
                "\n".join(line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
                or done.stderr
            )
        if not file.exists():
            return None
        return [Evidence(*row) for row in json.loads(file.read_text(encoding="utf-8"))]


def _files(*folders: Path) -> dict[str, str]:
    """The texts under some folders, by their path in the repository."""
    return {
        path.as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".play", ".toml", ".py"}
    }


def _by_chapter(ids: Iterable[str]) -> list[tuple[str, list[str]]]:
    chapters: dict[str, list[str]] = {}
    for rule_id in ids:
        chapter, _, number = rule_id.rpartition("-")
        chapters.setdefault(chapter, []).append(number)
    return sorted(chapters.items())
