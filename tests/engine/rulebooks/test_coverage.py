"""Rules that the examples show."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.played.coverage import Evidence, coverage, marked_tests, named, played, plays, tabled, tables
from engine.played.ran import Ran, cited
from engine.played.script import TranscriptError
from tests.toy import RULES

ROOT = Path(__file__).parents[3]
TOY = {str(path): path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "toy").rglob("*.py")}
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


def test_files_are_found_by_where_they_are() -> None:
    assert plays("toy", FILES) == ["tests/play/toy/a.play"]
    assert tables("toy", FILES) == ["tests/register/toy/a.toml"]
    assert marked_tests("toy", FILES) == ["tests/engine/toy/test_x.py"]


def test_an_id_is_named_where_a_file_that_the_tests_run_names_it() -> None:
    found = named("toy", FILES)
    assert sorted(found) == ["T-1", "T-2", "T-3", "T-4", "T-9"]
    assert found["T-1"] == ("tests/play/toy/a.play", "tests/register/toy/a.toml", "tests/engine/toy/test_x.py")


def test_a_row_of_a_table_shows_the_rules_it_cites() -> None:
    table = "tests/register/toy/a.toml"
    assert list(tabled("toy", FILES)) == [Evidence(rule, table, "table") for rule in ("T-2", "T-3", "T-1")]


def test_a_rule_counts_by_the_best_of_its_examples() -> None:
    evidence = [
        Evidence("T-1", "row", "table"), Evidence("T-1", "game", "played"), Evidence("T-1", "again", "played"),
        Evidence("T-2", "row", "table"), Evidence("T-2", "game", "unproven"), Evidence("T-3", "game", "unproven"),
        Evidence("T-9", "game", "unproven"),
    ]  # fmt: skip
    found = coverage("toy", ["T-1", "T-2", "T-3", "T-4"], evidence)
    assert str(found) == "toy: 2 of 4: 1 played, 1 in tables alone"
    assert found.played == {"T-1": ("game", "again")}
    assert found.table == {"T-2": ("row",)}
    assert found.unproven == {"T-3": ("game",)}
    assert found.missing == ("T-4",)
    assert found.unknown == {"T-9": ("game",)}


def test_an_example_that_names_a_rule_must_run_what_cites_it() -> None:
    found = list(played(RULES, TOY, {"tests/play/toy/a.play": PLAY}))
    assert [(one.rule, one.how) for one in found] == [("T-1", "unproven"), ("T-9", "unproven")]


def test_a_file_that_cannot_be_read_is_not_passed_over() -> None:
    with pytest.raises(TranscriptError):
        list(played(RULES, TOY, {"tests/play/toy/a.play": "hello"}))


def test_every_rule_of_the_toy_rulebook_is_played() -> None:
    rules = len(RULES.texts)
    files = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "tests/play/toy").glob("*.play")}
    found = coverage("toy", [rule.id for rule in RULES.texts], played(RULES, TOY, files))
    assert str(found) == f"toy: {rules} of {rules}: {rules} played, 0 in tables alone"
    assert not found.unknown


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("damage (GCW-MAT-01, -03), and GCW-UCR-02", ["GCW-MAT-01", "GCW-MAT-03", "GCW-UCR-02"]),
        ("FS-WIN-04..06, -09", ["FS-WIN-04", "FS-WIN-05", "FS-WIN-06", "FS-WIN-09"]),
        ("FS-FAC-03, -05..-07", ["FS-FAC-03", "FS-FAC-05", "FS-FAC-06", "FS-FAC-07"]),
        ("the chapter GCW-UCR, and the cell B-1x", []),
        ("EAW-5e.1 to the end (EAW-17.0.3, EAW-17ee, EAW-P).", ["EAW-5e.1", "EAW-17.0.3", "EAW-17ee", "EAW-P"]),
    ],
)
def test_a_docstring_cites_rules(words: str, ids: list[str]) -> None:
    assert list(cited(words)) == ids


def test_only_what_runs_inside_a_rulebook_is_played() -> None:
    ran = Ran(TOY)
    with ran:
        RULES.due(RULES.state())
    assert ran.inside == set()


def test_who_watched_before_watches_on_afterwards() -> None:
    def watches(*_: object) -> None: ...

    before = sys.gettrace()
    sys.settrace(watches)
    try:
        with Ran(TOY):
            pass
        assert sys.gettrace() is watches
    finally:
        sys.settrace(before)
