"""Orders of which a seat hears nothing by the rules, whatever the facts are said to: for the interference test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec

from engine import act
from engine.book import Book
from engine.clock import Instant
from engine.game import MODERATOR, Seat
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Deeds
from engine.played.played_game import PlayedGame

S = TypeVar("S", bound=msgspec.Struct)

FEW = 12
"""Orders of a kind among which one is chosen, where one of each is looked for."""


def of_each_kind(
    book: Book[Any, S], known: S, seat: Seat, now: Instant, chance: Chance, first: Sequence[str] = ()
) -> Iterator[Order]:
    """Orders that a seat could give, one of each kind; lazily, so that a few cost little.

    The kinds come in random order, after those whose classes are named in `first`.
    """
    look = book.look(known, seat, now)
    kinds = [kind for kind in book.orders if issubclass(kind, act.Order) and kind.moderator == (seat == MODERATOR)]
    for kind in sorted(chance.sample(kinds, len(kinds)), key=lambda kind: kind.__name__ not in first):
        if kind.ready(look) is None and (found := chance.sample(kind.likely(look), 1, FEW)):
            yield found[0]


def two_unheard(book: Book[Any, S], game: PlayedGame[S], seat: Seat, chance: Chance) -> Deeds | None:
    """Two orders of another's of which by the rules a seat hears nothing, or one and none; None for none."""
    for author in chance.sample((name for name in game.seats if name != seat), len(game.seats)):
        could = of_each_kind(book, game.known[author], author, game.now, chance)
        quiet = (
            order
            for order in could
            if game.checks.unheard(game.state, seat, author, order) and game.tries(author, order).refusal is None
        )
        found = tuple(islice(quiet, 2))
        if found:
            return Deeds(author, found[:1], found[1:] if chance.one_in(2) else ())
    return None
