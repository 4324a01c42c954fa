"""Reasons why an order is refused are whole sentences: each stands by itself, and is put behind no heading."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.engine.reasons import of_book, reasons
from tests.rulebooks import SEEDS

BOOKS = ("d6", "eaw", "freedom", "gcw", "sunrise")


def is_whole(reason: str) -> bool:
    """True for a sentence: it ends as one does, or with one, and begins with no small letter."""
    return not reason[0].islower() and re.search(r"[.?!]\]?$|\{\w+\}\]$|[.?!] \{\w+\}$", reason) is not None


@pytest.mark.parametrize("book", BOOKS)
def test_why_an_order_is_refused_is_a_whole_sentence(book: str) -> None:
    found = of_book(book)
    assert len(found) > 20 and [reason for reason in found if not is_whole(reason)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_refusal_puts_its_reason_behind_a_heading(book: str) -> None:
    texts = [one["text"] for one in tomllib.loads((SEEDS / book / "refusals.toml").read_text("utf-8"))["refusals"]]
    assert [text for text in texts if "{why}" in text and not text.endswith(". {why}")] == []
    assert [text for text in texts if not is_whole(text)] == []


@pytest.mark.parametrize(
    "planted",
    [
        'look.no(Code.E_PHASE, T_("there is no combat"), "D6-2-01")',
        'why, there = N_("{who} is gone"), pack.gone',
        'no(Code.E_STATE, NN_("{n} ship is left.", "{n} ships are left", "n"), "D6-B-22", n=n)',
        'run.decline(Code.E_X, N_("{ship} is no tug"), "EAW-7b.3", ship=ship.name)',
        'yield subset(N_("{escorts} escorts, and no carrier"), "b", escorts=1)',
        'NONE = N_("no unit {given}")\nRefused(Code.E_REPORT, {"why": NONE(given=given)}, "EAW-30.0", hint)',
        'NO_MAP = N_("no map named {word}")\nrun.decline(Code.E_SETUP, unmatched(NO_MAP, named, maps), "EAW-1a")',
        'self.odd(N_("cannot read “{text}”"), "FS-TURN-03", text=text)',
        'WENT = {Why.BUILD: (N_("{about} ordered"), "GCW-CST-02")}',
        'STEP = noun("a step", steps, words, (N_("no step named {word}"), "FS-TURN-01"))',
        'look.require(bad(T_("a stalemate leaves units of both sides") if here else why))',
        'told = N_("{mover}, at {where}.") if here else N_("{mover} is engaged")\nno(Code.E_PIN, told, "EAW-19a")',
    ],
)
def test_a_reason_that_is_no_sentence_is_seen(planted: str) -> None:
    assert not all(map(is_whole, reasons(planted)))
