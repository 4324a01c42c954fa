"""Panels, views, menus and forms of random games of every rulebook, within what Discord takes.

Players come to states that nobody thought of: names as long as they may be, a hundred units, nothing to choose from.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from copy import copy
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import pytest
from discord import ui

from bot.clock import Clock
from bot.game.desk.seat_views import Home, Menu, menus_of
from bot.render.layouts import Layout, shared_out, walk, words_of
from bot.start.serve import service
from bot.ui.home.fields import fields_of
from bot.ui.home.layout import Offers, report_items
from bot.ui.home.panel import OrderForm, SheetForm, choices_of, home_items, offering
from bot.ui.home.seated import At
from bot.ui.home.tracker import tracker_items
from bot.ui.menus import MOST_CHOICES, offered
from bot.ui.order_commands import bounds
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.book import Book
from engine.clock import Instant
from engine.dice.keyed import ChainDice
from engine.game import MODERATOR, Refereed, Refusal, Seat, Setup
from engine.orders import Option, Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves
from engine.report import Report, Section, Suggestion
from engine.text.message import T_, name
from sandbox.limits.check import Check
from sandbox.limits.component_limits import check_layout, check_modal
from storage.records import Game
from tests.discord.house import PACKS
from tests.rulebooks import BOOKS, GCW, delivered

GAMES, MOVES, LOOKS_EVERY = 4, 120, 20
"""Random games, the moves of each, and after how many of them everybody looks at everything."""

FOUND = 2**53
"""The longest number of a game."""


class Unwatched(PlayedGame[Any]):
    """A random game that nobody checks: other tests do that."""

    checked = worded = False

    def __init__(self, delivered: Book[Any, Any], seats: tuple[Seat, ...], number: int) -> None:
        book = copy(delivered)
        book.world = copy(delivered.world)  # of its own: others ask for chances as exact as they are delivered
        checks_of(book).hasten()
        super().__init__(book, seats, ChainDice(bytes([number]) * 32))
        self.book = book


class Seen(NamedTuple):
    """Sizes of what was looked at, for the test to see that it looked at something."""

    panels: int = 0
    views: int = 0
    forms: int = 0


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Service]:
    """All that the bot works with, but for Discord."""
    async with service(tmp_path / "umpire.db", PACKS, Clock(), delivered()) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
async def test_panels_views_and_forms_of_random_games_fit_discord(served: Service, book: Book[Any, Any]) -> None:
    setups = [*getattr(book, "setups", lambda: [Setup("Random", (Seat("red"), Seat("blue")))])()]
    seen = Seen()
    for number in range(GAMES):
        setup = setups[number % len(setups)]
        game = Unwatched(book, setup.seats, number)
        game.begin(setup, BEGINS)
        opening = [Move(BEGINS, seat, order) for seat, order in checks_of(book).opening(setup)]
        for at, move in enumerate(islice(random_moves(game, Chance("forms", number), opening), len(opening) + MOVES)):
            (longest(move) if at >= len(opening) else move).make(game)
            if at % LOOKS_EVERY == 0:
                seen = looked(served, game.book, game, seen)
    assert seen.panels >= 20 and seen.views >= 150 and seen.forms >= 20, seen


def test_lines_that_read_alike_have_each_their_own_button() -> None:
    """Two heroes may start the same mission; a line that is told once more has no button of its own."""
    title = T_("The path")
    offers = [Suggestion(title, f"start mission THE-PATH with {hero}", title) for hero in ("Leia", "Luke")]
    sections = (Section(T_("Leia"), (title,)), Section(T_("Luke"), (title,)), Section(T_("Done"), (title,)))
    report = Report(T_("Missions"), sections=sections, suggestions=tuple(offers))
    buttons = Offers(lambda one: ui.Button(label="Start", custom_id=one.line), lambda left: ui.Button(label="More"))
    items = report_items(report, buttons)
    found = [part.custom_id for part in walk(items) if isinstance(part, ui.Button)]
    assert found == [one.line for one in offers] and words_of(items).count("The path") == 3
    fits_layout(items)


def test_a_choice_of_a_menu_is_its_words_as_they_are_typed_and_without_words_its_label() -> None:
    at = At(cast(Service, None), Game(1, 1, 1, "A", "gcw", 1, "", {}, "running", 1, 0), Seat("red"))
    offers = Suggestion(T_("Repair"), "repair", name("Red_One [2]")), Suggestion(name("Build [x]"), "build")
    assert [option.label for option in choices_of(at, offers)] == ["Red_One [2]", "Build [x]"]


def test_a_label_is_cut_where_discord_ends_it_and_a_value_that_is_too_long_is_typed() -> None:
    kind = next(kind for kind in GCW.orders if kind.path == "gcw battle move")
    options = (Option("Devastator", "W" * 300), Option("x" * 101, "Not in a menu"))
    form = OrderForm(1, kind, fields_of(kind, {"unit": Menu(options, whole=True)}, {}))
    fits_modal(form)
    assert f"{'W' * 99}…" in str(form.to_dict()) and "Not in a menu" not in str(form.to_dict())
    assert "Unit, in words" in str(form.to_dict())


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_what_stands_over_a_field_begins_with_a_capital_letter(book: Book[Any, Any]) -> None:
    told = [field.description or "" for kind in book.orders for field in fields_of(kind, {}, {})]
    assert sum(map(bool, told)) > 10 and not [words for words in told if words[:1].islower()]


def longest(move: Move) -> Move:
    """The move with each new name that its order gives as long as it may be."""
    if move.order is None or not move.order.names():
        return move
    names, fields = move.order.names(), type(move.order).model_fields
    given = {name: str(getattr(move.order, name)) for name in fields if str(getattr(move.order, name)) in names}
    longer = {name: f"{words} {'W' * 100}"[: bounds(fields[name])[1] or 40] for name, words in given.items()}
    return msgspec.structs.replace(move, order=move.order.model_copy(update=longer))


def looked(served: Service, book: Book[Any, Any], game: PlayedGame[Any], seen: Seen) -> Seen:
    """Everybody has looked at everything as it stands."""
    seats = (*game.seats, MODERATOR) if isinstance(book, Refereed) else game.seats
    row = Game(FOUND, 1, 1, "A" * 60, book.name, book.version, book.digest, {}, "running", 1, 0)
    for seat in seats:
        known = game.state if seat == MODERATOR else game.knows(seat)
        at = At(served, row, seat)
        orders = tuple(book.possible(known, seat, game.now))
        report = book.home(known, seat, game.now)
        fits_layout(
            home_items(at, Home("running", book.awaits(known), report, orders, ("Something happened. " * 9,) * 5))
        )
        views = 0
        for view in book.views:
            about = next(iter(book.subjects(known, seat, view.name, game.now)), None) if view.about else None
            try:
                told = book.show(known, seat, view.name, about.value if about is not None else "", game.now)
            except Refusal:
                continue
            items = report_items(told, offering(at, view.name))
            for part in shared_out(Layout(items, OurLayout).items):
                fits_layout(part)
            views += 1
        forms = sum(fits_form(book, known, seat, game.now, kind, about) for kind, about in opened(report, orders, book))
        seen = Seen(seen.panels + 1, seen.views + views, seen.forms + forms)
    if book.tracker:
        fits_layout(tracker_items(row, book.standing(game.known[None], game.now), "board.png"), "board.png")
    fits_modal(SheetForm(row, "x" * 5000, ["y" * 49] * 2))
    return seen


def opened(report: Any, orders: tuple[type[Order], ...], book: Book[Any, Any]) -> Iterator[tuple[type[Order], str]]:
    """Forms that a panel opens: of its menu of orders, and of buttons, about what they are."""
    yield from ((kind, "") for kind in orders)
    kinds = {kind.path: kind for kind in book.orders}
    for one in report.suggestions:
        if one.line.startswith("/"):
            path, _, about = one.line[1:].partition(": ")
            yield kinds[path], about


def fits_form(book: Book[Any, Any], known: Any, seat: Seat, now: Instant, kind: type[Order], about: str) -> int:
    """The form of an order as it opens, and as it opens again after every menu had its last choice; 0 for none."""
    if not kind.model_fields:
        return 0
    starts = book.starts(known, seat, kind, about, now)
    first = next(iter(kind.model_fields))
    given = {first: starts[first]} if starts else {}
    try:
        book.require_ready(known, seat, now, kind)
        menus = menus_of(kind, partial(book.options, known, seat, kind, given=given, now=now), MOST_CHOICES, given)
    except Refusal:
        return 0
    fits_modal(OrderForm(FOUND, kind, fields_of(kind, menus, starts)))
    chosen = {field: menu.options[-1].value for field, menu in menus.items() if menu.options}
    fits_modal(OrderForm(FOUND, kind, fields_of(kind, menus, {**starts, **chosen})))
    for field, menu in menus.items():
        choices = offered(menu.options, "")
        assert len(choices) <= MOST_CHOICES and all(len(one.name) <= 100 for one in choices), (kind.path, field)
    return 1


def fits_modal(form: Any) -> None:
    """Refuses a form that Discord would not open: too long a title, label, value or identity, or too many choices."""
    check = Check()
    check_modal(form.to_dict(), check, ())
    check.done()


def fits_layout(items: Any, *files: str) -> None:
    """Refuses a laid-out message, with files of these names, that Discord would not take."""
    check = Check()
    check_layout([item.to_component_dict() for item in items], check, (), files)
    check.done()
