"""The rules of what is finished are named, each by an example, a table or a test: none may fall out again.

Whether what they cite runs in those is counted by `umpire rules --coverage`, which takes longer.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.book import Book
from engine.played.coverage import named
from engine.played.ran import cited
from tests.rulebooks import BOOKS

ROOT = Path(__file__).parents[3]


def missing(rulebook: str) -> set[str]:
    """The ids of a rulebook's rules that nothing names."""
    folders = [ROOT / "tests" / kind / rulebook for kind in ("play", "register", "engine")]
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".play", ".toml", ".py"}
    }
    text = (ROOT / "seeds" / rulebook / "rules.toml").read_text(encoding="utf-8")
    known, found = {rule["id"] for rule in tomllib.loads(text)["rules"]}, named(rulebook, files)
    assert found.keys() <= known
    return known - found.keys()


def test_every_rule_of_false_sunrise_is_named() -> None:
    assert missing("sunrise") == set()


def test_every_rule_of_gcw_is_named() -> None:
    assert not missing("gcw")


def test_every_rule_of_freedom_in_the_galaxy_is_named() -> None:
    assert missing("freedom") == set()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_rule_that_is_told_is_played_by_the_code_or_the_data_or_says_that_it_is_not(book: Book[Any, Any]) -> None:
    """Of what `/rules search` calls played: the code cites it, or a record of the data is it."""
    package = ROOT / "engine" / book.name
    code = {rule for path in package.rglob("*.py") for rule in cited(path.read_text(encoding="utf-8"))}
    data = {term.title for term in book.terms}
    played = {rule.id for rule in book.texts if not rule.id.startswith(book.unplayed)}
    by_nothing = {rule.id for rule in book.texts if rule.id not in code and rule.title not in data}
    assert not played & by_nothing
