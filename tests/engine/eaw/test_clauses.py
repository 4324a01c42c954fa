"""Reasons that games of older versions recorded as clauses come to the same clauses, however they are said today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.eaw.season.clauses import WAS, behind_heading, clause, sentence
from engine.game import Refusal
from tests.engine.eaw.playing import RULES
from tests.engine.reasons import of_book

RECORDED = (Path(__file__).parent / "clauses.txt").read_text("utf-8").splitlines()
"""Clauses that an order that was lost, or opening fleets, may have been recorded with until version 9."""


def filled(template: str) -> str:
    """A text with each field filled by its own name, and without what stands in brackets."""
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: f"{found[1].upper()}-1", re.sub(r"\[[^]]*\]", "", template))


def test_every_clause_that_was_recorded_comes_of_a_sentence_of_today() -> None:
    today = {clause(filled(reason)) for reason in (*of_book("eaw"), *WAS)}
    assert len(RECORDED) == 170 and [one for one in RECORDED if filled(one) not in today] == []


def test_every_sentence_whose_clause_was_another_is_said() -> None:
    assert set(WAS) - {*of_book("eaw")} <= {"Look at fleet {number}. {breach}"}  # it hands its code on


@pytest.mark.parametrize(
    ("said", "was"),
    [
        ("CA-1 is no tug.", "CA-1 is no tug"),
        ("A-1 is no tug.", "A-1 is no tug"),
        ("Fleet 1 meets the enemy at 2.", "fleet 1, at 2"),
        ("It would have 635 CBPV, and may have 600.", "635 CBPV, at most 600"),
        ("Look at fleet 3. It would have 1 escorts, and no carrier.", "fleet 3: 1 escorts, and no carrier"),
        ("You know no fleet of yours “11”. Did you mean 1?", "you know no fleet of yours “11”. Did you mean 1?"),
    ],
)
def test_a_reason_is_a_clause_with_a_small_letter_where_it_begins_with_no_name(said: str, was: str) -> None:
    assert clause(said) == was


@pytest.mark.parametrize(("stopped", "end"), [(True, "?."), (False, "?")])
def test_a_question_was_recorded_with_a_full_stop_behind_it_until_version_4(stopped: bool, end: str) -> None:
    refused = Refusal("E_ID", "", numbers={"why": "You know no dock “11”. Did you mean 1?"})
    was = behind_heading(RULES.refusals, refused, stopped=stopped)
    assert was == f"There is no such thing: you know no dock “11”. Did you mean 1{end}"


def test_a_refusal_without_a_reason_is_recorded_with_its_sentence() -> None:
    assert behind_heading(RULES.refusals, Refusal("E_GM", "For moderators."), stopped=True) == "For moderators."


@pytest.mark.parametrize("recorded", ["fleet 1 has no ship of size class 4", "Fleet 1 has no ship of size class 4."])
def test_what_was_recorded_as_a_clause_is_told_in_a_sentence(recorded: str) -> None:
    assert sentence(recorded) == "Fleet 1 has no ship of size class 4."
