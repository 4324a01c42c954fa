"""Random games played by several processes at once, in the order and with the results of one after another."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from bot.game.rulebooks import Rules
from engine.clock import Instant
from engine.game import Seat, Setup, Varied
from engine.played.checks import Campaign, Length, checks_of
from engine.played.fuzz import Game, play_game
from engine.played.interference import TRIES, Interference, Pairs, gathered
from engine.played.random_players import BEGINS, USUAL, Move

SEATS = ("red", "blue", "green", "gold")

SETUPS = tuple(Setup(f"Random {count}", tuple(Seat(seat) for seat in SEATS[:count])) for count in (2, 3, 4))
"""Games of two, three and four players in turn."""

FEW = 8
"""Games for which no other process is worth starting."""

AT_ONCE = 2
"""Games that a process is handed together."""

Find = Callable[[str], Rules]
"""Finds a rulebook by name, in whatever process it is called."""

_rules: list[Rules] = []
"""The rulebook of this process, where it plays for another."""


def setups(rules: Rules) -> Sequence[Setup]:
    """Setups of random games: those that the rulebook names itself, or games of two, three and four players."""
    return rules.setups() if isinstance(rules, Varied) else SETUPS


def opening(rules: Rules, setup: Setup) -> list[Move]:
    """The rulebook's opening as the first moves of a random game."""
    return [Move(Instant(BEGINS), seat, order) for seat, order in checks_of(rules).opening(setup)]


def random_games(find: Find, name: str, games: int, seed: int, what: Length | Campaign = USUAL) -> Iterator[Game[Any]]:
    """So many random games of a length, or campaigns, on all processors.

    Game n of a seed is the same however many are asked for.
    """
    workers = min(os.cpu_count() or 1, games // AT_ONCE)
    if games < FEW or workers < 2:
        rules = find(name)
        yield from (_game(rules, seed, number, what) for number in range(games))
        return
    with processes(workers, find, name) as pool:
        yield from pool.map(_play, [(seed, number, what) for number in range(games)], chunksize=AT_ONCE)


def compared_pairs(find: Find, name: str, wanted: int, seed: int) -> Interference:
    """So many pairs of states that a seat must not tell apart, compared on all processors."""
    workers = os.cpu_count() or 1
    tries = range(TRIES * wanted)
    if wanted < FEW or workers < 2:
        rules = find(name)
        return gathered((_pair(rules, seed, number) for number in tries), wanted)
    with processes(workers, find, name) as pool:
        return gathered(pool.map(_compare, [(seed, number) for number in tries], chunksize=FEW), wanted)


@contextlib.contextmanager
def processes(workers: int, find: Find, name: str) -> Iterator[ProcessPoolExecutor]:
    """Processes that play a rulebook; what they were not needed for in the end is not begun."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_sit_down, initargs=(find, name)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _compare(which: tuple[int, int]) -> Interference:
    return _pair(_rules[0], *which)


def _pair(rules: Rules, seed: int, number: int) -> Interference:
    checks = checks_of(rules)
    checks.hasten()
    begun = partial(opening, rules)
    pairs = Pairs(rules, setups(rules), perturb=checks.perturb, reveals=checks.reveals, opening=begun)
    return pairs.compared(seed, number)


def at_the_table() -> Rules:
    """The rulebook of this process, where it plays for another."""
    return _rules[0]


def _sit_down(find: Find, name: str) -> None:
    _rules[:] = [find(name)]


def _play(which: tuple[int, int, Length | Campaign]) -> Game[Any]:
    return _game(_rules[0], *which)


def _game(rules: Rules, seed: int, number: int, what: Length | Campaign) -> Game[Any]:
    begun, length = ([what.setup], what.length) if isinstance(what, Campaign) else (setups(rules), what)
    return play_game(rules, begun, seed, number, length=length, opening=partial(opening, rules))
