"""News of a game: words for every fact that somebody hears, one text a fact. Made from what the hearer knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.game import Fact, Said, Seat
from engine.report import News
from engine.sunrise.facts import Dealt, TurnCleared
from engine.sunrise.look import Look
from engine.sunrise.state import State
from engine.sunrise.turn.tell_table import steps
from engine.sunrise.turn.tell_turn import orders, points
from engine.sunrise.world import World

Chapter = Callable[[Look, Fact[State]], News | None]


CHAPTERS: tuple[Chapter, ...] = (
    steps, orders, points,
)  # fmt: skip
"""Each tells the facts of its subject and None for the rest."""

_CHAPTER_OF: dict[type[Fact[State]], Chapter] = {}
"""Which chapter tells facts of a kind, as it was found out: a turn has hundreds of each."""

SILENT: Mapping[type[Fact[Any]], str] = {  # a kernel fact belongs to no rulebook's state
    Dealt: "the key that follows has its number",
    TurnCleared: "nothing that a player sees changes",
}
"""Facts without words, and why."""


def tell(world: World, known: State, said: Said[State], seat: Seat | None) -> News | None:
    """Words for one thing heard by `seat` (None: by the public), which knows `known` now that it has heard it."""
    look = Look(world, known, seat, said.at)
    kind = type(said.fact)
    if kind in SILENT:
        return None
    if kind in _CHAPTER_OF:
        return _CHAPTER_OF[kind](look, said.fact)
    for chapter in CHAPTERS:
        news = chapter(look, said.fact)
        if news is not None:
            _CHAPTER_OF[kind] = chapter
            return news
    return None
