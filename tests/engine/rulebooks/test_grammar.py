"""One grammar: what stands on a sheet may be typed as a slash command and the other way round, in every rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.book import Book
from engine.game import Refusal
from engine.orders import Order
from engine.played.script import read
from engine.text.lines import parse, to_text
from engine.text.template import quoted
from tests.rulebooks import BOOKS

PLAYS = Path(__file__).parents[2] / "play"


def given(book: Book[Any, Any]) -> Iterator[Order]:
    """Every order that is understood in a played example of a rulebook."""
    for path in sorted((PLAYS / book.name).rglob("*.play")):
        for step in read(path.read_text(encoding="utf-8"), path.stem).steps:
            if step.kind == "order":
                try:
                    yield parse(step.text, book.orders)
                except Refusal:
                    continue  # bad input is played too


def as_slash(order: Order) -> str:
    """The command with each field that is filled in, in the order of its form."""
    filled = {name: str(value) for name, value in order if value is not None}
    return " ".join([f"/{order.path}", *(f"{name}: {quoted(value)}" for name, value in filled.items())])


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_an_order_reads_the_same_as_a_line_and_as_a_slash_command(book: Book[Any, Any]) -> None:
    orders = {(order.path, order.model_dump_json()): order for order in given(book)}
    assert len({order.path for order in orders.values()}) > len(book.orders) / 3
    for order in orders.values():
        assert parse(to_text(order, book.orders), book.orders) == order
        assert parse(as_slash(order), book.orders) == order
