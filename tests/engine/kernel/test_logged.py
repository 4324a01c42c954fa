"""Whatever is logged can be shown, exported and read back: all orders, with any text that Unicode has."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from engine.book import Book
from engine.dice.keyed import FixedDice
from engine.game import MODERATOR, Said, Seat, Setup
from engine.orders import Order
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS
from engine.played.transcript import export, read
from engine.record import Codec, Command
from engine.text.lines import LONGEST_LINE, WordsError, build, parse, sheet, templates_of, to_text, usage
from engine.text.template import quoted
from tests.rulebooks import BOOKS

SEATS = (Seat("red"), Seat("blue"))

PROVOKING = (
    "at", "of", "to", "with", "all", '"', "“", "\\", "\\n", "\\u0041", "ship:", "/", "#", ">",
    "\u2028", "\x85", "\x1c", "\0",
)  # fmt: skip
"""Words of lines, marks of order sheets and transcripts, and breaks of lines."""

TEXTS = st.text() | st.lists(st.sampled_from(PROVOKING) | st.text(max_size=3), max_size=5).map(" ".join)


def values(field: FieldInfo) -> st.SearchStrategy[Any]:
    """Values of a field of an order, within what it asks for: any text, number, choice, or none where it may be left
    out.
    """
    hint = field.annotation
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return st.one_of([_of(kind, field) for kind in kinds])


def _of(kind: Any, field: FieldInfo) -> st.SearchStrategy[Any]:
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if kind is int:
        least, most = _asks(field, "ge"), _asks(field, "le")
        return st.integers(least, most) if (least, most) != (None, None) else st.integers(-5, 40) | st.integers()
    if kind is str:
        pattern, longest = _asks(field, "pattern"), _asks(field, "max_length")
        fitting = TEXTS if pattern is None else st.from_regex(pattern, fullmatch=True)
        return fitting.map(lambda text: text[:longest])
    return {bool: st.booleans(), type(None): st.none()}[kind]


def _asks(field: FieldInfo, what: str) -> Any:  # a number, or a pattern
    """Bound that a field asks for: its least or its largest number, its longest text, a pattern; None for anything."""
    return next((asked for mark in field.metadata if (asked := getattr(mark, what, None)) is not None), None)


@st.composite
def orders(draw: st.DrawFn, kind: type[Order]) -> Order:
    """Any order of a kind that a slash command can come with, as far as it is valid in shape."""
    given_values = {
        name: draw(values(field))
        for name, field in kind.model_fields.items()
        if field.is_required() or draw(st.booleans())
    }
    try:
        return kind.model_validate(given_values)
    except ValidationError:
        assume(False)
        raise


def for_each_kind(book: Book[Any, Any], examples: int, holds: Callable[[Order], None]) -> None:
    """Something holds of so many orders of each kind; of every kind at least one can be made."""
    made = set[type[Order]]()
    for kind in book.orders:

        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
        @given(orders(kind))
        def of_any(order: Order) -> None:
            holds(order)
            made.add(type(order))

        of_any()
    assert made == set(book.orders)


class Begun(PlayedGame[Any]):
    """A game that has begun, and the record of it so far."""

    checked = worded = False

    def __init__(self, book: Book[Any, Any]) -> None:
        super().__init__(book, SEATS, FixedDice(b"logged"))
        setups = getattr(book, "setups", lambda: (Setup("Names", SEATS),))()
        self.setup = Setup("Names", SEATS, setups[0].options)
        self.begin(self.setup, BEGINS)
        self.log: list[tuple[Command, tuple[Said[Any], ...]]] = [
            (Command("begin", BEGINS, body=msgspec.json.encode(self.setup).decode()), self.last)
        ]


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_an_order_reads_back_from_its_record_its_line_and_its_transcript(book: Book[Any, Any]) -> None:
    begun, codec = Begun(book), Codec(book)

    def reads_back(order: Order) -> None:
        body = codec.order_text(order)
        assert codec.order(body) == order
        line = to_text(order, book.orders)
        assert len(line.splitlines()) == 1
        assert parse(line, book.orders) == order
        game = begun.copy()
        seat = MODERATOR if order.moderator else SEATS[0]
        game.obey(seat, order)
        asked = Command("order", BEGINS, seat, body)
        written = read(export(book, [*begun.log, (asked, game.last)]))
        assert [parse(step.text, book.orders) for step in written.steps if step.kind == "order"] == [order]

    for_each_kind(book, 3, reads_back)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_a_slash_command_its_text_on_a_sheet_a_line_and_a_form_are_of_one_grammar(book: Book[Any, Any]) -> None:
    def says_the_same(order: Order) -> None:
        filled = {name: str(value) for name, value in order if value is not None}
        assert build(type(order), filled) == order
        pasted = f"/{order.path}" + "".join(f" {name}: {quoted(value)}" for name, value in filled.items())
        for text in (pasted, to_text(order, book.orders)):
            (line,) = sheet(f"3. {text}", book.orders)
            if order.sheet:
                assert line.order == order
            else:
                assert line.error is not None and f"/{order.path}" in str(line.error)

    for_each_kind(book, 5, says_the_same)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_who_begins_a_line_with_the_word_of_its_command_is_told_how_it_is_written(book: Book[Any, Any]) -> None:
    theirs = [kind for kind in book.orders if kind.line and not kind.moderator]
    begun = {one.first for kind in theirs for one in templates_of(kind)}
    for kind in theirs:
        if (word := kind.path.split()[-1]) not in begun:
            with pytest.raises(WordsError) as told:
                parse(f"{word} it", theirs)
            assert usage(kind) in told.value.fix, kind.path


def texts(order: type[Order]) -> Iterator[int]:
    """The longest texts that the fields of an order take, in characters."""
    for name, field in order.model_fields.items():
        if any(kind is str for kind in (field.annotation, *get_args(field.annotation))):
            patterns = [mark for mark in field.metadata if getattr(mark, "pattern", None) is not None]
            longest = [length for mark in field.metadata if (length := getattr(mark, "max_length", None)) is not None]
            assert longest or patterns, f"{order.path}: {name} has no longest text"
            yield min(longest, default=20)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_longest_order_is_no_longer_than_a_line_may_be(book: Book[Any, Any]) -> None:
    for order in book.orders:
        escaped = len("\\u2028")
        assert sum(escaped * length for length in texts(order)) + 1000 < LONGEST_LINE, order.path
