"""Player-given text made safe to show in Discord's markdown, and names found by what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TypeVar

from rapidfuzz import fuzz, process

V = TypeVar("V")

_ZERO_WIDTH = "\u200b"


_MARKDOWN = re.compile(r"([\\*_~|`\[\]<])")
_MARKS = ("**", "__", "~~", "||", "*")
_STYLED = re.compile(r"(\*\*|__|~~|\|\||\*)(?=\S)([^*_~|\\]+)(?<=\S)\1")
_AT_START = re.compile(r"^(\d+)([.)])|^([#>+-])")
_LIVE = re.compile(r"@|<|:(?=//)")
_TURNING = re.compile("[\x00-\x08\x0e-\x1b\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that nobody sees and that turn the words after them round, or stand in no picture."""


Hide = Callable[[str], str]
"""Puts something else in the place of names that are not to be shown."""

_hide: ContextVar[Hide | None] = ContextVar("hide", default=None)


@contextmanager
def hiding(hide: Hide | None) -> Iterator[None]:
    """Hide names in all that players typed and that is put in words meanwhile; with None nothing is hidden.

    Rules run with None: what is recorded is what was typed.
    """
    before = _hide.set(hide)
    try:
        yield
    finally:
        _hide.reset(before)


def hides() -> Hide | None:
    """The hiding of names that is in force now, or None."""
    return _hide.get()


def hidden(text: str) -> str:
    """Player-given text where nothing formats (a picture, say), without the names that are not to be shown, and without
    characters that would turn the words beside it round.
    """
    hide = _hide.get()
    told = text if hide is None else hide(text)
    return told if told.isprintable() else _TURNING.sub("", told)


def shown(text: str) -> str:
    """Player-given text, safe inside a line of Discord markdown: it looks as typed, pings nobody and opens nothing.

    Markdown is escaped, a zero-width space breaks mentions, links and other things in angle brackets, line
    breaks become spaces; names that are not to be shown are hidden (`hiding`). Not for use inside backticks, where
    escapes would be seen.
    """
    return _escaped(hidden(text))


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    return _begun(_safe(" ".join(text.split())))


def _safe(text: str) -> str:
    return _LIVE.sub(lambda match: match[0] + _ZERO_WIDTH, _MARKDOWN.sub(r"\\\1", text))


def _begun(text: str) -> str:
    """A line that is no heading, list or quotation by what it begins with."""
    return _AT_START.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", text)


def styled(line: str) -> str:
    """A line of a story as its author styled it: bold, italic, underlined, struck out and hidden words stay so where
    they end within the line; whatever else formats, pings or opens something does not.
    """
    parts = _STYLED.split(" ".join(hidden(line).split()))
    found = [_safe(parts[0])]
    for mark, inside, rest in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        found += [f"{mark}{_safe(inside)}{mark}", _safe(rest)]
    begun = "".join(found)
    return begun if begun.startswith(_MARKS) else _begun(begun)


LIKENESS = 60
"""Percent from which a mistyped name looks like another."""


def alike(given: str, name: str) -> bool:
    """True if one name looks like another."""
    return fuzz.ratio(given.casefold(), name.casefold()) >= LIKENESS


LETTERS, BEGUN, WITHIN = 2, 90, 80
"""How many letters of a name tell that it is meant by its beginning, and percent that it counts as like it then: by its
own beginning, and by that of a word in it.
"""

_by_likeness: ContextVar[bool] = ContextVar("by_likeness", default=False)


@contextmanager
def by_likeness() -> Iterator[None]:
    """Take a name to be meant for its likeness alone, where what is found, or the sentence that offers it, is recorded:
    games of every age record the same.
    """
    before = _by_likeness.set(True)
    try:
        yield
    finally:
        _by_likeness.reset(before)


def near(given: str, names: Iterable[str], most: int = 3, least: int = LIKENESS) -> tuple[str, ...]:
    """Up to `most` names that are likely meant, likeliest first: those that look like what was typed, by `least`
    percent or more, and those that begin so, or a word of which does (none of them `by_likeness`).
    """
    fold, typed = given.casefold(), " ".join(given.casefold().split())
    by_fold = {name.casefold(): name for name in sorted(set(names), reverse=True)}
    told = len(typed) >= LETTERS and not _by_likeness.get()
    likely: list[tuple[float, str]] = []
    for hit in process.extract(fold, sorted(by_fold), scorer=fuzz.ratio, limit=None):
        name = str(hit[0])
        known = 0 if not told else BEGUN if name.startswith(typed) else WITHIN if f" {typed}" in name else 0
        if hit[1] >= least or known:
            likely.append((-max(hit[1], known), name))
    return tuple(by_fold[name] for _, name in sorted(likely, key=lambda pair: pair[0])[:most])


def found(word: str, by_code: Mapping[str, V], by_name: Mapping[str, V]) -> V | None:
    """The value that goes by that code or name in any case, or the only one whose name begins so; else None."""
    fold = word.strip().casefold()
    for known in (by_code, by_name):
        for name, value in known.items():
            if name.casefold() == fold:
                return value
    begun = [value for name, value in by_name.items() if fold and name.casefold().startswith(fold)]
    return begun[0] if len(begun) == 1 else None


def no_such(what: str, word: str, known: Iterable[str]) -> str:
    """The reason for an unknown word: `no system named 'Corusant' (did you mean 'Coruscant'?)`."""
    likely = near(word, known, most=1)
    return f"no {what} named {word!r}{f' (did you mean {likely[0]!r}?)' if likely else ''}"
