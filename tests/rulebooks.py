"""Every rulebook with the data pack that it is delivered with, for tests that hold for all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import d6, eaw, freedom, gcw, sunrise
from engine.book import Book
from storage.packs import read

SEEDS = Path(__file__).parents[1] / "seeds"

BOOKS: tuple[Book[Any, Any], ...] = (
    gcw.ruleset(read(SEEDS / "gcw")),
    sunrise.ruleset(read(SEEDS / "sunrise")),
    freedom.ruleset(read(SEEDS / "freedom")),
    eaw.ruleset(read(SEEDS / "eaw")),
    d6.ruleset(read(SEEDS / "d6")),
)
