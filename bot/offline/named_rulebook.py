"""The rulebook that a verb names."""

from __future__ import annotations

from typing import Any

from bot.game.rulebook_list import PACKS, all_rulebooks
from bot.game.rulebooks import Rulebooks
from engine.game import Ruleset


class Usage(Exception):
    """A verb cannot be done as it was asked for."""


def named_rulebook(name: str, books: Rulebooks | None = None) -> Ruleset[Any]:
    """The rulebook of that name, of those at hand. Raises Usage."""
    books = books or all_rulebooks(PACKS)
    if name not in books.names:
        raise Usage(f"There is no rulebook {name!r}; there are: {', '.join(books.names)}.")
    return books.current(name)
