"""Posts that tell what is to come, told otherwise once it has come, or is to come at another time."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.posts.news import Letter, Told, decoded, edit, encoded, masked, shifted
from engine.text.masks import Masks
from storage.outbox import Kept
from storage.records import Game, Post

FORETOLD = '"foretold":{"'
"""Part of the stored form of a letter that tells what is to come."""

Standing = dict[int, tuple[str, Letter]]
"""Posts as they read now: their targets and letters, by the row of the outbox that was posted."""


def standing(kept: Iterable[Kept], masks: Masks) -> Standing:
    """The posts as they read now, but for names that are not shown any more: of each, the latest letter that took its
    place, else its own.
    """
    found: Standing = {}
    for one in kept:
        letter = masked(decoded(one.post.body), masks)
        found[letter.edits or one.id] = (one.post.target, letter)
    return found


def came(game: Game, posted: Standing, made: list[Post], told: Iterable[Told], wall: int) -> list[Post]:
    """Edits of posts of which something has come that they foretold. Those that are `made` in the same step, and not
    posted yet, are changed where they are.
    """
    posted, changed = dict(posted), set[int]()
    for item in told:
        if not item.news.became:
            continue
        for at, one in enumerate(made):
            later = _came(decoded(one.body), item) if FORETOLD in one.body else None
            made[at] = one if later is None else msgspec.structs.replace(one, body=encoded(later))
        for row, (target, letter) in posted.items():
            later = _came(letter, item)
            if later is not None:
                posted[row] = (target, later)
                changed.add(row)
    return [_edit(game, row, *posted[row], wall) for row in sorted(changed)]


def delayed(game: Game, posted: Standing, made: list[Post], seconds: int, wall: int) -> list[Post]:
    """Edits of posts of which all that they foretell is to come so much later, as the clock was moved. Edits that are
    `made` in the same step, of what was written before, are changed where they are.
    """
    anew = set[int]()
    for at, one in enumerate(made):
        letter = decoded(one.body)
        later = _later(letter, seconds) if letter.edits else None
        if letter.edits:
            anew.add(letter.edits)
        if later is not None:
            made[at] = msgspec.structs.replace(one, body=encoded(later))
    moved = ((row, target, _later(letter, seconds)) for row, (target, letter) in posted.items() if row not in anew)
    return [_edit(game, row, target, later, wall) for row, target, later in moved if later is not None]


def _edit(game: Game, row: int, target: str, letter: Letter, wall: int) -> Post:
    return edit(game, target, msgspec.structs.replace(letter, mentions=(), edits=row), wall)


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
    text = letter.text
    for name, line in lines.items():
        text = text.replace(letter.foretold[name], line, 1)
    return msgspec.structs.replace(letter, text=text, foretold=lines)
