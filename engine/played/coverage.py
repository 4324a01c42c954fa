"""Which rules of a register the played examples and tables show.

An id counts when a transcript under tests/play/<rulebook>/ lists it in `shows`, when a row of a table under
tests/register/<rulebook>/ cites it, or when a test carries it in `@pytest.mark.rule`. Those are the files that the
tests run: `plays`, `tables` and `marked_tests` are how the tests find theirs too.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

import msgspec

from engine.played.script import read


class Coverage(msgspec.Struct, frozen=True):
    """The rules that are shown (each with where), those that are not, and ids cited that no rule has."""

    rulebook: str
    shown: dict[str, tuple[str, ...]]
    missing: tuple[str, ...]
    unknown: dict[str, tuple[str, ...]]

    def __str__(self) -> str:
        return f"{self.rulebook}: {len(self.shown)} of {len(self.shown) + len(self.missing)}"


def plays(rulebook: str, paths: Iterable[str]) -> list[str]:
    """Of some paths in the repository ("tests/play/toy/meeting.play"), the rulebook's played examples, sorted."""
    return _fitting(paths, f"tests/play/{rulebook}/*.play")


def tables(rulebook: str, paths: Iterable[str]) -> list[str]:
    """Of some paths in the repository, the rulebook's tables of worked examples, sorted."""
    return _fitting(paths, f"tests/register/{rulebook}/*.toml")


def marked_tests(rulebook: str, paths: Iterable[str]) -> list[str]:
    """Of some paths in the repository, the tests of the rulebook's own, sorted."""
    return _fitting(paths, f"tests/engine/{rulebook}/test_*.py")


def _fitting(paths: Iterable[str], pattern: str) -> list[str]:
    return sorted(path for path in paths if fnmatchcase(path, pattern) and path.count("/") == pattern.count("/"))


def coverage(rulebook: str, rules: Iterable[str], files: Mapping[str, str]) -> Coverage:
    """Count the rules that are shown by these files (path to text; paths of other kinds are passed over).

    Raises TranscriptError, TOMLDecodeError or SyntaxError for a file that cannot be read.
    """
    cited: dict[str, list[str]] = {}
    for path in plays(rulebook, files):
        for rule in read(files[path], path).shows:
            cited.setdefault(rule, []).append(path)
    for path in tables(rulebook, files):
        for rule in dict.fromkeys(_cited_in(tomllib.loads(files[path]))):
            cited.setdefault(rule, []).append(path)
    for path in marked_tests(rulebook, files):
        for rule in dict.fromkeys(_marked_in(files[path])):
            cited.setdefault(rule, []).append(path)
    known = dict.fromkeys(rules)
    return Coverage(
        rulebook,
        {rule: tuple(cited[rule]) for rule in known if rule in cited},
        tuple(rule for rule in known if rule not in cited),
        {rule: tuple(where) for rule, where in sorted(cited.items()) if rule not in known},
    )


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
