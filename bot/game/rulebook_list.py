"""The rulebooks that Umpire plays: each is named here, and nowhere else in the bot."""

from __future__ import annotations

from pathlib import Path

from bot.game.rulebooks import Rulebooks
from engine import d6, eaw, freedom, gcw, sunrise
from engine.pack.course import course
from engine.pack.wording import COURSE
from storage import packs

RULEBOOKS = (gcw, sunrise, freedom, eaw, d6)
"""Packages of `engine`, each with its data pack in a folder of its own name."""

PACKS = Path(__file__).parents[2] / "seeds"
"""The folder of the data packs that Umpire comes with, in a checkout and in an installed package alike."""


def all_rulebooks(folder: Path) -> Rulebooks:
    """All rulebooks with the data packs of a folder. Raises PackError."""
    books = Rulebooks()
    for book in RULEBOOKS:
        place = folder / book.__name__.rpartition(".")[2]
        files = packs.read(place)
        begun = files.pop(COURSE, None)
        rules = book.ruleset(files, folder=str(place))
        books.add(rules, files, book.ruleset, None if begun is None else course(begun, rules, str(place)))
    return books
