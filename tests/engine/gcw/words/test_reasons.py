"""Reasons that are recorded as phrases: each that the rules give has a sentence of its own, wherever it is told."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import engine.gcw
from engine.gcw.certainty import GONE_NOTES
from engine.gcw.contacts import FAILS, GONE, UNFIT
from engine.gcw.fleets import ENDS
from engine.gcw.losses import DESTROYED, DOOMED

TOLD = {
    "lose": (GONE, GONE_NOTES),
    "taken_aboard": (GONE, GONE_NOTES),
    "vanished": (GONE, GONE_NOTES),
    "remove": (GONE, GONE_NOTES, ENDS),
    "take_out": (ENDS,),
    "contact_changed": (GONE_NOTES,),
}
"""Functions that are given why a unit is there no more, and what tells it."""


def given(source: str) -> Iterator[tuple[str, str]]:
    """Calls of these functions in a module: the function, and each phrase that it is called with."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TOLD:
            for part in [*node.args, *(one.value for one in node.keywords if one.arg == "gone")]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield node.func.id, part.value


def test_every_reason_why_a_unit_is_there_no_more_has_sentences() -> None:
    found = {one for path in Path(*engine.gcw.__path__).rglob("*.py") for one in given(path.read_text("utf-8"))}
    assert len(found) > 10
    assert {(call, why) for call, why in found if any(why not in told for told in TOLD[call])} == set()
    assert DOOMED in GONE and DESTROYED in GONE and DESTROYED in ENDS


def test_every_reason_why_a_scan_fails_has_a_sentence() -> None:
    assert [why for why in UNFIT.values() if why not in FAILS] == []


def test_a_reason_without_a_sentence_is_seen() -> None:
    assert list(given('lose(table, unit.id, "was eaten", ())')) == [("lose", "was eaten")]
    assert "was eaten" not in GONE
