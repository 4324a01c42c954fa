"""The rules of what is finished are named, each by an example, a table or a test: none may fall out again.

Whether what they cite runs in those is counted by `umpire rules --coverage`, which takes longer.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine.played.coverage import named

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
