"""Reasons that are recorded as phrases are told in whole sentences, also those of older games."""

from __future__ import annotations

from engine.text.message import N_, T_, name, term
from engine.text.reasons import Reasons

LOST = Reasons(
    {
        "destroyed": N_("{ship} is destroyed."),
        "not found at {cell}": N_("{ship} is not at {cell}."),
        "{metres} of {length} m": N_("{ship}: {metres} metres do not hold {length}."),
    },
    N_("{ship} is lost: {why}."),
)


def test_a_phrase_is_told_in_the_sentence_of_its_own() -> None:
    assert LOST.words("destroyed", ship=T_("Dart")) == "Dart is destroyed."
    assert LOST.words("not found at C-1", ship=T_("Dart")) == "Dart is not at C-1."
    assert LOST.words("12 of 30 m", ship=T_("Dart")) == "Dart: 12 metres do not hold 30."


def test_what_fills_a_phrase_is_safe_and_may_be_given() -> None:
    assert LOST.words("not found at *C*", ship=T_("Dart")) == r"Dart is not at \*C\*."
    assert (
        LOST.words("not found at C-1", lambda cell: term(f"cell {cell}"), ship=T_("Dart")) == "Dart is not at cell C-1."
    )
    assert LOST.words("not found at C-1", cell=T_("the moon"), ship=T_("Dart")) == "Dart is not at the moon."


def test_a_phrase_of_an_older_game_is_told_as_it_was_recorded() -> None:
    assert LOST.words("eaten", ship=T_("Dart")) == "Dart is lost: eaten."
    assert "eaten" not in LOST and "not found at C-1" in LOST


def test_a_phrase_that_somebody_typed_is_told_as_a_name_is() -> None:
    assert LOST.words("**@you**", name, ship=T_("Dart")) == "Dart is lost: \\*\\*@\u200byou\\*\\*."
