"""To give no orders is to have given them: nobody is waited for who is done."""

from __future__ import annotations

from typing import Any

import pytest

from engine.book import Book
from engine.clock import Instant
from engine.dice.keyed import FixedDice
from engine.game import Seat, Setup
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS
from tests.rulebooks import BOOKS
from tests.toy import RULES

RED, BLUE = Seat("red"), Seat("blue")


def opened(book: Book[Any, Any]) -> PlayedGame[Any]:
    """A game of two seats at its first orders."""
    game: PlayedGame[Any] = PlayedGame(book, (RED, BLUE), FixedDice(b"none"))
    setup = Setup("None", (RED, BLUE))
    game.begin(setup, BEGINS)
    for seat, order in checks_of(book).opening(setup):
        game.obey(seat, order)  # which side begins, dice decide: what is not its turn is refused
    game.lapse(Instant(game.now + 60))
    return game


@pytest.mark.parametrize(
    ("book", "line"),
    [(RULES, "lock"), (BOOKS[1], "lock orders")],
    ids=["Night Boats", "False Sunrise"],
)
def test_orders_may_be_locked_without_any_and_the_last_lock_ends_the_wait(book: Book[Any, Any], line: str) -> None:
    game = opened(book)
    until = {one.until for one in book.awaits(game.state)}
    assert {one.seat for one in book.awaits(game.state)} == {RED, BLUE}
    game.order(RED, line)
    assert {one.seat for one in book.awaits(game.state)} == {BLUE}
    game.order(BLUE, line)
    assert {one.until for one in book.awaits(game.state)} != until


def test_a_turn_of_the_campaign_may_hold_no_action() -> None:
    game = opened(BOOKS[0])
    game.order(RED, "submit We rest.", "final")
    told = [words for hearers in game.words for words in hearers.values()]
    assert any("We rest." in news.text for news in told)
