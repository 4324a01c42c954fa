"""Rules of a register that the played examples and tables show.

A rule is played where an example that names it (a transcript under tests/play/<rulebook>/ in its `shows`, or a test
with `@pytest.mark.rule`) runs, through an order, through time or through a view, a function whose docstring cites the
rule (`engine.played.ran`). A rule is in a table where a row under tests/register/<rulebook>/ cites it, or a test calls
a function that does, beside any game. What an example only names is unproven, and counts as missing.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

import msgspec

from engine.game import Ruleset
from engine.played.ran import Ran
from engine.played.script import read
from engine.played.transcript import run

How = Literal["played", "table", "unproven"]


class Evidence(msgspec.Struct, frozen=True):
    """An example that names a rule, and how it shows it."""

    rule: str
    where: str
    how: How


class Coverage(msgspec.Struct, frozen=True):
    """The rules that are played and those that are in tables alone (each with where), those that examples name without
    running them, those that nothing names, and ids named that no rule has.
    """

    rulebook: str
    played: dict[str, tuple[str, ...]]
    table: dict[str, tuple[str, ...]]
    unproven: dict[str, tuple[str, ...]]
    missing: tuple[str, ...]
    unknown: dict[str, tuple[str, ...]]

    def __str__(self) -> str:
        shown = len(self.played) + len(self.table)
        every = shown + len(self.unproven) + len(self.missing)
        return f"{self.rulebook}: {shown} of {every}: {len(self.played)} played, {len(self.table)} in tables alone"


def plays(rulebook: str, paths: Iterable[str]) -> list[str]:
    """Of some paths in the repository ("tests/play/toy/meeting.play"), the rulebook's played examples, sorted."""
    return _fitting(paths, f"tests/play/{rulebook}/*.play")


def tables(rulebook: str, paths: Iterable[str]) -> list[str]:
    """Of some paths in the repository, the rulebook's tables of worked examples, sorted."""
    return _fitting(paths, f"tests/register/{rulebook}/*.toml")


def marked_tests(rulebook: str, paths: Iterable[str]) -> list[str]:
    """Of some paths in the repository, the tests of the rulebook's own, sorted."""
    return sorted(path for path in paths if fnmatchcase(path, f"tests/engine/{rulebook}/*test_*.py"))


def _fitting(paths: Iterable[str], pattern: str) -> list[str]:
    return sorted(path for path in paths if fnmatchcase(path, pattern) and path.count("/") == pattern.count("/"))


def played(rules: Ruleset[Any], sources: Mapping[str, str], files: Mapping[str, str]) -> Iterator[Evidence]:
    """Evidence in the played examples among these files (path to text) of a rulebook whose code is `sources` (see
    `Ran`).

    Raises TranscriptError for a file that cannot be read.
    """
    ran = Ran(sources)
    for path in plays(rules.name, files):
        transcript = read(files[path], path)
        with ran:
            run(rules, transcript)
        for rule in transcript.shows:
            yield Evidence(rule, path, "played" if rule in ran.inside else "unproven")


def tabled(rulebook: str, files: Mapping[str, str]) -> Iterator[Evidence]:
    """Evidence in the tables among these files. Raises TOMLDecodeError for a file that cannot be read."""
    for path in tables(rulebook, files):
        for rule in dict.fromkeys(_cited_in(tomllib.loads(files[path]))):
            yield Evidence(rule, path, "table")


def named(rulebook: str, files: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The rules that examples name, whatever runs in them, each with where: a quick look, before any is run.

    Raises TranscriptError, TOMLDecodeError or SyntaxError for a file that cannot be read.
    """
    found: dict[str, list[str]] = {}
    for path in plays(rulebook, files):
        for rule in read(files[path], path).shows:
            found.setdefault(rule, []).append(path)
    for evidence in tabled(rulebook, files):
        found.setdefault(evidence.rule, []).append(evidence.where)
    for path in marked_tests(rulebook, files):
        for rule in dict.fromkeys(_marked_in(files[path])):
            found.setdefault(rule, []).append(path)
    return {rule: tuple(where) for rule, where in found.items()}


def coverage(rulebook: str, rules: Iterable[str], evidence: Iterable[Evidence]) -> Coverage:
    """Count the rules that are shown, each by the best of its examples."""
    found: dict[str, dict[How, dict[str, None]]] = {}
    for one in evidence:
        found.setdefault(one.rule, {}).setdefault(one.how, {})[one.where] = None
    known = dict.fromkeys(rules)
    counted: dict[How, dict[str, tuple[str, ...]]] = {"played": {}, "table": {}, "unproven": {}}
    for rule in known:
        for how, group in counted.items():
            if how in found.get(rule, {}):
                group[rule] = tuple(found[rule][how])
                break
    unknown = {
        rule: tuple(dict.fromkeys(where for places in ways.values() for where in places))
        for rule, ways in sorted(found.items())
        if rule not in known
    }
    missing = tuple(rule for rule in known if rule not in found)
    return Coverage(rulebook, counted["played"], counted["table"], counted["unproven"], missing, unknown)


def _cited_in(value: object) -> Iterator[str]:
    """Every id under a key `rule` or `rules`, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "rule" and isinstance(inner, str):
                yield inner
            elif key == "rules" and isinstance(inner, list) and all(isinstance(each, str) for each in inner):
                yield from inner
            else:
                yield from _cited_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _cited_in(inner)


def _marked_in(source: str) -> Iterator[str]:
    """Every id in `@pytest.mark.rule("...")`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for given in node.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value
