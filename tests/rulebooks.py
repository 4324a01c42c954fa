"""Every rulebook with the data pack that it is delivered with, for tests that hold for all of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from bot.game.rulebook_list import all_rulebooks
from bot.game.rulebooks import Rulebooks
from engine import d6, eaw, freedom, gcw, sunrise
from engine.book import Book
from storage.packs import read

SEEDS = Path(__file__).parents[1] / "seeds"

GCW = gcw.ruleset(read(SEEDS / "gcw"))
SUNRISE = sunrise.ruleset(read(SEEDS / "sunrise"))
FREEDOM = freedom.ruleset(read(SEEDS / "freedom"))
EAW = eaw.ruleset(read(SEEDS / "eaw"))
D6 = d6.ruleset(read(SEEDS / "d6"))

BOOKS: tuple[Book[Any, Any], ...] = (GCW, SUNRISE, FREEDOM, EAW, D6)


@cache
def delivered() -> Rulebooks:
    """All of them as the bot loads them; no test changes them."""
    return all_rulebooks(SEEDS)
