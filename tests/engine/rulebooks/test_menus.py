"""Forms: which fields of text have no menu, and why none could have."""

from __future__ import annotations

from typing import Any

import pytest

from engine.book import Book
from engine.orders import Order
from tests.rulebooks import BOOKS

NO_MENU = {
    "words of one's own": {
        "story", "text", "why", "words", "described", "code", "other", "gcw rename name",
        "gm-d6 scene trigger what", "d6 react dodge what", "gm-d6-ship bring side", "gm-sunrise answer answer",
        "gm-gcw events run orders",
    },
    "a new name": {"name", "hero", "gm-eaw design design"},
    "a figure or a place on the board": {"x", "y", "heading", "shape", "gm-eaw price price"},
    "several things, each with a number": {"shares", "spread", "plots", "faces", "holds", "flags"},
    "what the campaign has not yet": {
        "gm-eaw design race", "gm-eaw price item", "gm-eaw pod pod", "eaw web strength", "gm-eaw-tables refit refit",
    },
    "of many kinds, by what stands before it": {"gm-eaw setting value", "gm-eaw rule rule"},
    "refused whatever is asked": {
        "gcw battle ram target", "gcw battle ram unit", "freedom some what", "freedom target what",
        "freedom storm what", "freedom shift what", "freedom roll what",
    },
    "a seat, which the bot completes": {"gm-gcw assign-home seat"},
    "usually left out": {"gm-d6-ship barrage gun"},
}  # fmt: skip
"""The fields of text that have no menu, by the reason: a field of any order, or that of an order."""


def bare(order: type[Order]) -> list[str]:
    """The fields of text of an order that have no menu."""
    texts = [field for field, one in order.model_fields.items() if one.annotation in (str, str | None)]
    return [field for field in texts if field not in order.picks()]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_noun_or_a_choice_is_asked_for_by_a_menu(book: Book[Any, Any]) -> None:
    reasons = {one for ones in NO_MENU.values() for one in ones}
    found = {(order.path, field) for order in book.orders for field in bare(order)}
    assert {
        (path, field) for path, field in found if f"{path} {field}" not in reasons and field not in reasons
    } == set()
