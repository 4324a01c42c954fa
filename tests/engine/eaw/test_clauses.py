"""Reasons that games of older versions recorded as clauses come to the same clauses, however they are said today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.eaw.season.clauses import WAS, behind_heading, clause, sentence
from engine.game import Refusal
from tests.engine.eaw.playing import RULES
from tests.engine.reasons import of_book

LINES = (Path(__file__).parent / "recorded_reasons.txt").read_text("utf-8").splitlines()
RECORDED = dict(line.split(" = ") for line in LINES)
"""Sentences that are recorded with an order that is lost, or with opening fleets, and their clauses until version 9."""
HANDED_ON = "Look at fleet {number}. {breach}"
"""Reason that is said with the code of another."""


def filled(template: str) -> str:
    """A text with each field filled by its own name, and without what stands in brackets."""
    return re.sub(r"\{(\w+)[^}]*\}", lambda found: f"{found[1].upper()}-1", re.sub(r"\[[^]]*\]", "", template))


def test_every_reason_that_is_recorded_is_said_as_games_have_it() -> None:
    """One that is to be said otherwise takes a new version of the rulebook, by which older games say the old one."""
    assert len(LINES) == len(RECORDED) == 171 and set(RECORDED) - {*of_book("eaw"), HANDED_ON} == set()


@pytest.mark.parametrize("said", RECORDED)
def test_every_clause_that_was_recorded_comes_of_its_sentence(said: str) -> None:
    assert clause(filled(said)) == filled(RECORDED[said])


def test_every_sentence_whose_clause_was_another_is_recorded() -> None:
    assert set(WAS) <= set(RECORDED)


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
