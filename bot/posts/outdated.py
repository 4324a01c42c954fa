"""Posts that tell what is to come, told otherwise once it has come, or is to come at another time."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from bot.posts.greeting import without_panel
from bot.posts.news import Letter, Told, decoded, edit, encoded, masked, shifted
from engine.clock import Instant
from engine.game import Ruleset
from engine.report import News
from engine.text.masks import Masks
from storage.outbox import Kept
from storage.records import Game, Post

FORETOLD = '"foretold":{"'
"""Part of the stored form of a letter that tells what is to come."""

_STAMPED = re.compile(r"<t:(-?\d+)")

Awaits = Callable[[str], Collection[Instant]]
"""Tells the deadlines that run for a hearer, in wall time."""

Standing = dict[int, tuple[str, Letter]]
"""Posts as they read now: their targets and letters, by the row of the outbox that was posted."""


def standing(kept: Iterable[Kept], masks: Masks) -> Standing:
    """The posts as they read now, but for names that are not shown any more: of each, the latest letter that took its
    place, else its own.
    """
    found: Standing = {}
    for post in kept:
        letter = masked(decoded(post.post.body), masks)
        found[letter.edits or post.id] = (post.post.target, letter)
    return found


def came(game: Game, posted: Standing, made: list[Post], told: Iterable[Told], wall: int) -> list[Post]:
    """Edits of posts of which something has come that they foretold. Those that are `made` in the same step, and not
    posted yet, are changed where they are.
    """
    posted, changed = dict(posted), set[int]()
    for item in told:
        if not item.news.became:
            continue
        for at, post in enumerate(made):
            later = _came(decoded(post.body), item) if FORETOLD in post.body else None
            made[at] = post if later is None else msgspec.structs.replace(post, body=encoded(later))
        for row, (target, letter) in posted.items():
            later = _came(letter, item)
            if later is not None:
                posted[row] = (target, later)
                changed.add(row)
    return [_edit(game, row, *posted[row], wall) for row in sorted(changed)]


class Running:
    """Deadlines that run for somebody, and what has come, by which news of theirs are told, the latest first."""

    def __init__(self, deadlines: Callable[[], Collection[Instant]]) -> None:
        self._deadlines = deadlines  # looked up where any is told
        self._told = set[str]()
        self._became: dict[str, str] = {}

    def of(self, news: News) -> News:
        """The news; without its deadline, where that runs no more, or was told again later, and with what it foretold
        told as it came.
        """
        if not (news.became or news.lasting or self._became):
            return news
        line = news.passing
        name = news.foretells or line
        if news.became:
            self._became.setdefault(name, news.became)
            return news
        if name in self._became:
            return msgspec.structs.replace(news, text=news.text.replace(line, self._became[name], 1))
        if not news.lasting:
            return news
        if name not in self._told and not _past(line, self._deadlines()):
            self._told.add(name)
            return news
        return msgspec.structs.replace(news, text=news.text.replace(line, news.lasting, 1), lasting="")


def without_past(told: Sequence[Told], awaits: Awaits) -> list[Told]:
    """News of a step without the deadlines that are none any more at its end: of several of one name, or told alike,
    the last alone runs.
    """
    if not any(item.news.became or item.news.lasting for item in told):  # mostly no deadline is told
        return list(told)
    hearers = {hearer: Running(partial(awaits, hearer)) for hearer in {item.hearer for item in told}}
    runs = [(item, hearers[item.hearer].of(item.news)) for item in reversed(told)]
    made = [item if news is item.news else msgspec.structs.replace(item, news=news) for item, news in runs]
    return made[::-1]


def met(game: Game, posted: Standing, made: list[Post], awaits: Awaits, wall: int) -> list[Post]:
    """Edits of posts that tell deadlines which are none any more: what stays of each such line. Edits that are `made`
    in the same step, of what was written before, are changed where they are.
    """
    anew = set[int]()
    for at, post in enumerate(made):
        letter = decoded(post.body)
        if letter.edits:
            anew.add(letter.edits)
            later = _met(letter, awaits)
            made[at] = post if later is None else msgspec.structs.replace(post, body=encoded(later))
    over = ((row, target, _met(letter, awaits)) for row, (target, letter) in posted.items() if row not in anew)
    return [_edit(game, row, target, later, wall) for row, target, later in over if later is not None]


def running(rules: Ruleset[Any], known: Any) -> frozenset[Instant]:  # known: of its rulebook
    """The deadlines that run, as somebody knows them, in game time."""
    return frozenset(until for until in rules.to_come(known) if until is not None)


def awaited(run: Mapping[str, Iterable[Instant]], offset: int) -> Awaits:
    """The deadlines that run for each hearer, so many seconds later: in wall time, as posts tell them."""
    return lambda hearer: frozenset(Instant(until + offset) for until in run[hearer])


def _past(line: str, deadlines: Collection[Instant]) -> bool:
    """True for a line of whose instants none is a deadline that runs."""
    return not any(int(instant) in deadlines for instant in _STAMPED.findall(line))


def _met(letter: Letter, awaits: Awaits) -> Letter | None:
    """The letter without the deadlines that are none any more, and without the way to the panel where none is left;
    None where they all run, or none is told.
    """
    if not letter.lasting or letter.awake:
        return None
    run = awaits(letter.seat)
    past = {name: line for name, line in letter.lasting.items() if _past(letter.foretold[name], run)}
    if not past:
        return None
    text = letter.text
    for name, line in past.items():
        text = text.replace(letter.foretold[name], line, 1)
    foretold = {name: line for name, line in letter.foretold.items() if name not in past}
    lasting = {name: line for name, line in letter.lasting.items() if name not in past}
    buttons = letter.buttons if lasting else without_panel(letter.buttons)
    return msgspec.structs.replace(letter, text=text, foretold=foretold, lasting=lasting, buttons=buttons)


def delayed(game: Game, posted: Standing, made: list[Post], seconds: int, wall: int) -> list[Post]:
    """Edits of posts of which all that they foretell is to come so much later, as the clock was moved. Edits that are
    `made` in the same step, of what was written before, are changed where they are.
    """
    anew = set[int]()
    for at, post in enumerate(made):
        letter = decoded(post.body)
        later = _later(letter, seconds) if letter.edits else None
        if letter.edits:
            anew.add(letter.edits)
        if later is not None:
            made[at] = msgspec.structs.replace(post, body=encoded(later))
    moved = ((row, target, _later(letter, seconds)) for row, (target, letter) in posted.items() if row not in anew)
    return [_edit(game, row, target, later, wall) for row, target, later in moved if later is not None]


def asleep(game: Game, posted: Standing, made: list[Post], wall: int) -> list[Post]:
    """Edits of posts that tell deadlines, which do not run in a game that has ended: what stays of each, until it is
    reopened. What is `made` in the same step is changed where it is.
    """
    return _all_changed(game, posted, made, _asleep, wall)


def awake(game: Game, posted: Standing, made: list[Post], wall: int) -> list[Post]:
    """Edits of posts that tell their deadlines again, as a game has been reopened."""
    return _all_changed(game, posted, made, _awake, wall)


def _all_changed(
    game: Game, posted: Standing, made: list[Post], change: Callable[[Letter], Letter | None], wall: int
) -> list[Post]:
    """Edits of all posts that are to be changed; those that are `made` in the same step are changed where they are."""
    anew = set[int]()
    for at, post in enumerate(made):
        letter = decoded(post.body)
        anew.add(letter.edits)
        later = change(letter)
        made[at] = post if later is None else msgspec.structs.replace(post, body=encoded(later))
    changed = ((row, target, change(letter)) for row, (target, letter) in posted.items() if row not in anew)
    return [_edit(game, row, target, later, wall) for row, target, later in changed if later is not None]


def _asleep(letter: Letter) -> Letter | None:
    """The letter with what stays of its deadlines; None where it tells none."""
    if not letter.lasting or letter.awake:
        return None
    text = letter.text
    for name, line in letter.lasting.items():
        text = text.replace(letter.foretold[name], line, 1)
    return msgspec.structs.replace(letter, text=text, awake=letter.text)


def _awake(letter: Letter) -> Letter | None:
    """The letter with its deadlines again; None where it tells them."""
    return msgspec.structs.replace(letter, text=letter.awake, awake="") if letter.awake else None


def by_clock(letter: Letter, offset: int) -> Letter:
    """The letter of some time ago with all that it foretells by the clock as it is."""
    moved = 0 if letter.offset is None else offset - letter.offset
    return (_later(letter, moved) if moved else None) or letter


def _edit(game: Game, row: int, target: str, letter: Letter, wall: int) -> Post:
    offset = None if letter.offset is None else game.clock_offset  # as it is when `delayed` has moved it
    return edit(game, target, msgspec.structs.replace(letter, mentions=(), edits=row, offset=offset), wall)


def _came(letter: Letter, item: Told) -> Letter | None:
    """The letter with what has come told as it came; None where it foretold no such thing to that hearer."""
    name, became = item.news.foretells, item.news.became
    line = letter.foretold.get(name)
    if line is None or line == became or letter.seat != item.hearer:
        return None
    return _reworded(letter, {**letter.foretold, name: became})


def _later(letter: Letter, seconds: int) -> Letter | None:
    """The letter with all that it foretells so much later; None where nothing of it has a time."""
    lines = {name: shifted(line, seconds) for name, line in letter.foretold.items()}
    return None if lines == letter.foretold else _reworded(letter, lines)


def _reworded(letter: Letter, lines: dict[str, str]) -> Letter:
    text, awake = letter.text, letter.awake
    for name, line in lines.items():
        text, awake = (words.replace(letter.foretold[name], line, 1) for words in (text, awake))
    return msgspec.structs.replace(letter, text=text, awake=awake, foretold=lines)
