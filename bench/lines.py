"""`lines`: the longest lines that are read while all else waits, for every order, as multiples of the calibration.

What is longer than `bot.game.slow_work.LONG` is read on a thread; but while a pattern is looked for in it nobody else
runs, so that the bar is for all of them.
"""

from __future__ import annotations

import contextlib
import gc
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pydantic import ValidationError

from bench.measure import Finding, Scale, Stopwatch
from bench.stage import PACKS
from bot.game.rulebook_list import all_rulebooks
from engine.clock import instant
from engine.dice.keyed import ChainDice
from engine.game import MODERATOR, Seat, Setup
from engine.orders import Order
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.text.lines import sheet

MOST = 12
"""Times the calibration, which takes about a millisecond on the reference machine; 50 ms are promised."""

FORM = 4000
"""Characters of the longest text that a form of Discord's takes."""

RED, BLUE = Seat("red"), Seat("blue")

FILLINGS = ("{words}", "{words}, ", '"{words}" ', "1, ", "port 3, ", "[(", "a-", "10 HTLB, 5 IC at ", "x", "1 1 ")
"""What a field is filled with, again and again; `words` are those of the order's own line."""

WORST = 8
"""Lines of a rulebook that are read once more, and timed with care."""


class Unchecked(PlayedGame):  # type: ignore[type-arg]  # of any rulebook
    """A game whose steps are not checked."""

    checked = worded = False


def run(scale: Scale) -> list[Finding]:
    """The slowest line of each rulebook, read and ruled on."""
    books = all_rulebooks(PACKS)
    return [_slowest(name, books.current(name), scale) for name in books.names]


def hostile(kind: type[Order]) -> Iterator[str]:
    """The longest lines of an order: each field in turn, or all of them, filled with what is hard to tell apart."""
    line = kind.line.replace("[", "").replace("]", "")
    words = " ".join(re.sub(r"\{\w+\}", " ", line).split())
    fields = re.findall(r"\{\w+\}", line)
    for filling in FILLINGS:
        stuff = filling.format(words=words) * FORM
        for field in fields:
            short = re.sub(r"\{\w+\}", "1", line.replace(field, "\0"))
            yield short.replace("\0", stuff[: FORM - len(short) + 1])
        if fields:
            share = (FORM - len(line)) // len(fields)
            yield re.sub(r"\{\w+\}", lambda _: stuff[:share], line)[:FORM]  # noqa: B023  # used at once
        yield f"{words.split()[0]} {stuff}"[:FORM]


def filled(order: Order) -> Iterator[Order]:
    """An order that could be given, with each of its texts in turn as hostile and long as a line may be."""
    given = order.model_dump()
    for name in (name for name, value in given.items() if isinstance(value, str)):
        for filling in FILLINGS:
            stuff = filling.format(words="at of to") * FORM
            for length in (FORM, 500, 200, 60, 40):  # as long as the field takes
                with contextlib.suppress(ValidationError):
                    yield type(order).model_validate({**given, name: stuff[:length]})
                    break


def _opened(rules: Any) -> PlayedGame[Any]:  # of any rulebook
    """A game where it is decided."""
    setup = Setup("Lines", (RED, BLUE))
    game = Unchecked(rules, setup.seats, ChainDice(bytes(32)))
    game.begin(setup, instant("2024-03-01T12:00:00Z"))
    for seat, order in checks_of(rules).opening(setup):
        game.obey(seat, order)
    return game


def _slowest(name: str, rules: Any, scale: Scale) -> Finding:  # of any rulebook
    """The worst of all lines, found by the clock and then timed with care."""
    game = _opened(rules)
    work: list[tuple[str, Callable[[], object]]] = []
    for seat in (RED, MODERATOR):
        kinds = [kind for kind in rules.orders if kind.moderator == (seat == MODERATOR)]
        for kind in kinds[:: scale.of(1, 10)]:
            for line in hostile(kind):
                work.append((f"read {line[:40]}", partial(sheet, line, kinds)))
            order = next(iter(rules.legal(game.knows(seat), seat, game.now, kind)), None)
            for one in filled(order) if order is not None else ():
                work.append((f"obey {kind.path}", partial(_obeyed, game, seat, one)))
    found = sorted(((_seconds(do), told, do) for told, do in work), key=lambda row: -row[0])[:WORST]
    watches = []
    for _, told, do in found:
        watch = Stopwatch()
        for _ in range(scale.of(9, 1)):
            with watch.piece():
                do()
        watches.append((watch.times(), told, watch))
    _, told, watch = max(watches, key=lambda row: row[0])
    return watch.finding(f"lines of {name}", MOST, f"{told}; the worst of {len(work)} of up to {FORM} characters")


def _obeyed(game: PlayedGame[Any], seat: Seat, order: Order) -> object:
    return game.copy().obey(seat, order)


def _seconds(do: Callable[[], object]) -> float:
    """Of the processor: others on the machine lengthen it least."""
    gc.disable()  # it comes when it comes, and is nobody's line
    began = time.process_time()
    do()
    taken = time.process_time() - began
    gc.enable()
    return taken
