"""Which rules the examples show."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.played.coverage import coverage, marked_tests, plays, tables
from engine.played.script import TranscriptError
from tests.toy import RULES

PLAY = "rulebook: toy\ntitle: x\nshows: T-1, T-9\nseats: red\n@ 2024-03-01T12:00:00Z\n"
FILES = {
    "tests/play/toy/a.play": PLAY,
    "tests/play/toy/deep/b.play": PLAY.replace("T-1", "T-5"),
    "tests/play/gcw/c.play": PLAY.replace("T-1", "T-6"),
    "tests/play/toy/readme.txt": "T-7",
    "tests/register/toy/a.toml": 'title = "T-8"\nexamples = [{ rule = "T-2" }, { rules = ["T-3", "T-1"], n = "T-4" }]',
    "tests/engine/toy/test_x.py": '@pytest.mark.rule("T-4", "T-1")\ndef test_x() -> None:\n    """T-6"""\n',
    "tests/engine/toy/register_calls.py": '@pytest.mark.rule("T-6")\ndef x(): ...\n',
}


def test_an_id_counts_where_a_file_that_the_tests_run_cites_it() -> None:
    found = coverage("toy", ["T-1", "T-2", "T-3", "T-4", "T-5", "T-6", "T-7", "T-8"], FILES)
    assert str(found) == "toy: 4 of 8"
    assert found.missing == ("T-5", "T-6", "T-7", "T-8")
    assert found.shown["T-1"] == ("tests/play/toy/a.play", "tests/register/toy/a.toml", "tests/engine/toy/test_x.py")
    assert found.unknown == {"T-9": ("tests/play/toy/a.play",)}


def test_files_are_found_by_where_they_are() -> None:
    assert plays("toy", FILES) == ["tests/play/toy/a.play"]
    assert tables("toy", FILES) == ["tests/register/toy/a.toml"]
    assert marked_tests("toy", FILES) == ["tests/engine/toy/test_x.py"]


def test_a_file_that_cannot_be_read_is_not_passed_over() -> None:
    with pytest.raises(TranscriptError):
        coverage("toy", [], {"tests/play/toy/a.play": "hello"})


def test_every_rule_of_the_toy_rulebook_is_shown() -> None:
    root = Path(__file__).parents[2]
    files = {path.relative_to(root).as_posix(): path.read_text() for path in (root / "tests/play/toy").glob("*.play")}
    found = coverage("toy", [rule.id for rule in RULES.texts], files)
    assert str(found) == "toy: 8 of 8"
    assert not found.unknown
