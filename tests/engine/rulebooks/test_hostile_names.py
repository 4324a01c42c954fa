"""Hostile text wherever something can be typed: no word, picture, menu or button of a game lets it act, and Discord
takes each of them, whatever its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import msgspec
import pytest
from discord import ui

from bot.game.desk.seat_views import menus_of
from bot.render.described_file import alt_text
from bot.render.layouts import Layout, shared_out, viewed
from bot.render.sending import Saying, messages
from bot.ui.home.fields import fields_of
from bot.ui.home.layout import panel_items, report_items
from bot.ui.home.panel import MoreMenu, OrderForm, choices_of, offering, presser
from bot.ui.home.seated import At
from bot.ui.menus import MOST_CHOICES, offered
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.book import Book
from engine.clock import Instant
from engine.game import MODERATOR, Fact, Refusal, Said, Seat, obey
from engine.orders import Option, Order
from engine.report import Report
from engine.text.lines import build
from sandbox.limits.check import Check
from sandbox.limits.command_limits import check_choices
from sandbox.limits.component_limits import check_layout, check_modal
from sandbox.limits.errors import ApiError
from storage.records import Game
from tests.engine.hostile import (
    HOSTILE,
    INVISIBLE,
    MARKUP,
    MENTION,
    PROBE,
    TAG,
    Example,
    Played,
    folded,
    harmless,
    is_bare,
    marked,
    retold,
    texts,
    typed_fields,
    world,
)
from tests.rulebooks import BOOKS

SUBJECTS = 3
"""Things of a kind that views are asked about, and options of a field that are read."""

ESCAPED = re.compile(r"\\[*_~|`\[<#-]")
"""What keeps a name from being laid out, and is seen where nothing is."""

PLAYS = Path(__file__).parents[2] / "play"
EXAMPLES = sorted(path for book in BOOKS for path in (PLAYS / book.name).rglob("*.play"))

READ: Mapping[str, frozenset[str]] = {
    "gcw": frozenset({"shares", "seat", "target", "unit", "orders"}),
    "sunrise": frozenset({"text", "shape", "plots", "x", "y", "heading"}),
    "freedom": frozenset({"spread", "what"}),
    "eaw": frozenset({"strength", "value", "faces", "holds", "flags", "price"}),
    "d6": frozenset({"code", "other", "what"}),
}
"""Fields in which anything may be typed, and of which nothing is kept as it was typed: codes, numbers, lists of them.
"""

STRING = 3
"""Discord's number of the kind of options that hold text."""


@cache
def example(path: Path) -> Example:
    """A played example, with probes for what was typed; played once."""
    return Example(next(book for book in BOOKS if book.name == path.parent.name), path)


class Table(msgspec.Struct):
    """A random game retold with hostile text: what everybody knows of it, moderators all there is."""

    played: Played
    known: dict[Seat | None, Any]

    @property
    def book(self) -> Book[Any, Any]:
        """Its rulebook."""
        return self.played.book

    def seats(self) -> Iterator[tuple[Seat, Any]]:
        """The seats, and the moderators', each with what it knows."""
        for seat in (*self.played.seats, MODERATOR):
            yield seat, self.known[seat]


def taken(check: Check, where: str) -> None:
    """Asserts that Discord takes what was checked."""
    try:
        check.done()
    except ApiError as error:
        raise AssertionError(f"{where}: {error.errors}") from error


def told(book: Book[Any, Any], known: Any, one: Said[Any], seat: Seat | None) -> None:
    """Asserts that the words of something do nothing, and that each message of them is taken."""
    where = f"{type(one.fact).__name__} for {seat}"
    news = book.tell(known, one, seat)
    for text in texts(news):
        harmless(text, where)
    for message in messages(Saying(news.text)) if news is not None else ():
        assert 0 < len(message.text) <= 2000, where


def laid_out(items: list[Any], where: str, files: Iterable[str] = ()) -> None:
    """Asserts that a laid-out message is taken, and says nothing harmful."""
    check = Check()
    view: Any = viewed(Layout(items, OurLayout), items)  # discord.py says nothing of what its components are
    check_layout(view.to_components(), check, (), list(files))
    taken(check, where)


def shown_as_asked(at: At, view: str, report: Report, where: str) -> None:
    """Asserts that a report is taken as an answer, with buttons and a menu of all that it offers."""
    for items in shared_out(report_items(report, offering(at, view))):
        laid_out(items, where)
    assert len(alt_text(report)) <= 1024, where


def shown_as_home(at: At, report: Report, where: str) -> None:
    """Asserts that a player's home is taken, in one message."""

    def ending(left: Any) -> list[Any]:  # suggestions, and items of any kind
        more = choices_of(at, left)
        return [ui.ActionRow[Any](MoreMenu(at.game.id, more, "0a1b2c"))] if more else []

    items = panel_items(report, presser(at, "", "0a1b2c"), above=(), said="", ending=ending)
    laid_out(items, where)


def views(at_table: Table, seat: Seat | None, known: Any) -> Iterator[tuple[str, str, Report | Refusal, str]]:
    """All views of a seat, about everything (or some things of a kind): where, the view, the report, its picture."""
    book, now = at_table.book, at_table.played.now
    for card in book.views:
        if seat is None and not card.public:
            continue
        where = f"{card.name} for {seat}"
        try:
            subjects = list(islice(book.subjects(known, seat, card.name, now), SUBJECTS))
        except Refusal as refusal:
            yield where, card.name, refusal, ""
            continue
        for about in ("", *(option.value for option in subjects)):
            try:
                report = book.show(known, seat, card.name, about, now)
                yield where, card.name, report, book.draw(known, seat, card.name, about, now) if card.picture else ""
            except Refusal as refusal:
                yield where, card.name, refusal, ""


def at_seat(at_table: Table, seat: Seat) -> At:
    """A seat at the table, as buttons know it; none of them is pressed, so that nothing asks the service."""
    book = at_table.book
    game = Game(2**63, 1, 1, HOSTILE["mention and markup"], book.name, book.version, "", {}, "running", 1, 0)
    return At(cast(Service, None), game, seat)


def filled(book: Book[Any, Any], known: Any, seat: Seat, kind: type[Order], now: Instant) -> Mapping[str, str]:
    """Fields of the first order of a kind that a seat could give, as they are typed; none where there is none."""
    order = next(iter(book.legal(known, seat, now, kind)), None)
    given = {} if order is None else order.model_dump()
    return {field: str(value) for field, value in given.items() if value is not None}


def choices(options: Iterable[Option], where: str) -> None:
    """Asserts that options are taken while somebody types, and are labelled as they were typed."""
    check = Check()
    made = offered(options, "")
    check_choices([choice.to_dict() for choice in made], STRING, check, ())
    taken(check, where)
    for choice in made:
        assert ESCAPED.search(choice.name) is None, f"{where}: {choice.name!r}"


def heard(played: Played, hostile: str) -> Table:
    """Asserts that all that is heard in a game that is retold does nothing, each kind of fact told by its marks, too;
    what everybody knows by its end.
    """
    book = played.book
    told_by_mark: set[type[Fact[Any]]] = set()
    end = Table(played, {seat: book.state() for seat in (*played.hearers, MODERATOR)})
    known = end.known
    for one in retold(book, played.said, hostile):
        known[MODERATOR] = one.fact.evolve(known[MODERATOR])
        for seat in folded(known, one):
            told(book, known[seat], one, seat)
            if type(one.fact) not in told_by_mark:
                look = book.look(known[seat], seat, one.at)
                told_by_mark.add(type(one.fact))
                told(book, known[seat], Said(one.at, one.to, marked(look, one.fact, hostile)), seat)
    return end


def read_all(played: Played, hostile: str, most: int) -> None:
    """Asserts that nothing of a game that is retold does anything: of `most` orders of each kind at most."""
    end = heard(played, hostile)
    read_views(end)
    read_menus(end)
    read_orders(end, hostile, most)


def read_views(end: Table) -> None:
    """Asserts that views, pictures and homes do nothing, and are taken."""
    book = end.book
    for seat in (*end.played.hearers, MODERATOR):
        for where, view, seen, picture in views(end, seat, end.known[seat]):
            if picture:
                ElementTree.fromstring(picture)
                assert "<svg onload" not in picture, where
            if isinstance(seen, Refusal):
                harmless(str(seen), where)
                continue
            for text in texts(seen):
                harmless(text, where)
            shown_as_asked(at_seat(end, seat or Seat("")), view, seen, where)
        if seat in end.played.seats:
            home = book.home(end.known[seat], seat, end.played.now)
            for text in texts(home):
                harmless(text, f"home of {seat}")
            shown_as_home(at_seat(end, seat), home, f"home of {seat}")


def read_menus(end: Table) -> None:
    """Asserts that what completes each field, and each form of an order, is taken."""
    book, now = end.book, end.played.now
    for seat, known in end.seats():
        for kind in book.orders:
            if kind.moderator is not (seat == MODERATOR):
                continue
            given = filled(book, known, seat, kind, now)
            where = f"{kind.__name__} for {seat}"
            offers = partial(book.options, known, seat, kind, given=given, now=now)
            for field in kind.picks():
                choices(islice(offers(field), MOST_CHOICES), f"{where}: {field}")
            try:
                menus = menus_of(kind, offers, MOST_CHOICES, {})
                form = OrderForm(2**63, kind, fields_of(kind, menus, book.starts(known, seat, kind, "", now)))
            except Refusal as refusal:
                harmless(str(refusal), where)
                continue
            check = Check()
            if form.children:
                check_modal(form.to_dict(), check, ())
            taken(check, where)


def read_orders(end: Table, hostile: str, most: int) -> None:
    """Asserts that what comes of orders does nothing: of such as could be given, and of such as name what is not."""
    book, played = end.book, end.played
    for seat, known in end.seats():
        for kind in book.orders:
            if kind.moderator is not (seat == MODERATOR):
                continue
            where = f"{kind.__name__} for {seat}"
            for order in islice(book.legal(known, seat, played.now, kind), most):
                tried(end, seat, order, where)
                for field in kind.model_fields:
                    try:
                        other = build(kind, {**order.model_dump(exclude_none=True), field: hostile})
                    except Refusal as refusal:
                        harmless(str(refusal), where)
                        continue
                    if tried(end, seat, other, f"{where}: {field}"):
                        played.planted.add((kind, field))


def tried(end: Table, seat: Seat, order: Order, where: str) -> bool:
    """Asserts that what comes of an order does nothing: its refusal, or the words of its facts for all who hear it;
    true where it is obeyed.
    """
    played = end.played
    outcome = obey(end.book, end.known[MODERATOR], seat, order, played.now, played.dice, lambda one: end.known.get(one))
    if outcome.refusal is not None:
        harmless(str(outcome.refusal), where)
    known = dict(end.known)
    del known[MODERATOR]
    for one in outcome.said:
        for hearer in folded(known, one):
            told(end.book, known[hearer], one, hearer)
    return outcome.refusal is None


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", [book.name for book in BOOKS])
def test_hostile_text_does_nothing_in_words_menus_and_pictures(name: str, hostile: str) -> None:
    read_all(world(name, 0, 20), hostile, 1)


@pytest.mark.slow
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("number", range(1, 3))
@pytest.mark.parametrize("name", [book.name for book in BOOKS])
def test_nor_does_it_in_longer_games(name: str, number: int, hostile: str) -> None:
    read_all(world(name, number, 80), hostile, 2)


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nor_does_it_in_played_examples(path: Path) -> None:
    played = example(path)
    if played.planted:
        read_views(heard(played, f"{MENTION} {MARKUP} {TAG} {INVISIBLE}"))


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_everything_that_is_typed_and_told_is_planted(book: Book[Any, Any]) -> None:
    games: list[Played] = [world(book.name, 0, 20), *(world(book.name, number, 80) for number in range(1, 3))]
    for game in games:
        read_orders(heard(game, HOSTILE["mention and markup"]), MARKUP, 1)
    games += [example(path) for path in EXAMPLES if path.parent.name == book.name]
    planted = {field for game in games for _, field in game.planted}
    typed = {field for kind, field in typed_fields(book) if is_bare(kind, field)}
    assert typed - READ[book.name] - planted == set()
    assert READ[book.name] <= typed


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_games_have_texts_to_be_hostile_in(book: Book[Any, Any]) -> None:
    """The tests above would prove nothing if nothing were planted."""
    played = world(book.name, 0, 20)
    changed = [one for one in retold(book, played.said, MARKUP) if MARKUP in str(one.fact)]
    assert len(changed) >= 3
    assert any(PROBE.search(str(one.fact)) for one in played.said)
