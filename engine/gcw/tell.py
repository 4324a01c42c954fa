"""News of a campaign: words for every fact that somebody hears, one text a fact. Made from what the hearer knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.game import KERNEL_FACTS, Fact, Said, Seat
from engine.gcw.state import State
from engine.gcw.telling import Heard
from engine.gcw.world import World
from engine.report import News

Chapter = Callable[[Heard, Fact[State]], News | None]

CHAPTERS: tuple[Chapter, ...] = ()
"""Each tells the facts of its subject and None for the rest."""

_CHAPTER_OF: dict[type[Fact[State]], Chapter] = {}
"""Which chapter tells facts of a kind, as it was found out: a battle has hundreds of each."""

SILENT: Mapping[type[Fact[Any]], str] = {  # a kernel fact belongs to no rulebook's state
    **dict.fromkeys(KERNEL_FACTS, "this rulebook rolls no dice and seals no orders"),
}
"""Facts without words, and why."""


def tell(world: World, known: State, said: Said[State], seat: Seat | None) -> News | None:
    """Words for one thing heard by `seat` (None: by the public), which knows `known` now that it has heard it."""
    heard = Heard(world, known, said.at, seat)
    kind = type(said.fact)
    if kind in _CHAPTER_OF:
        return _CHAPTER_OF[kind](heard, said.fact)
    for chapter in CHAPTERS:
        news = chapter(heard, said.fact)
        if news is not None:
            _CHAPTER_OF[kind] = chapter
            return news
    return None
