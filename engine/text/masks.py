"""Names that a forgotten person typed: something else stands in their place in all that players are shown.

A name is hidden where something that a player typed is put in words (`engine.text.names.shown` and its neighbours), so
that no word of a rule is taken for it. What stands in its place can be typed as well, and means the name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import msgspec

from engine.record import plain
from engine.text.names import hiding, shown

T = TypeVar("T", bound=msgspec.Struct)


class Masks:
    """The masks of one game, by name; most games have none, and cost nothing."""

    def __init__(self, masks: Mapping[str, str]) -> None:
        self._whole = {form.casefold(): mask for name, mask in masks.items() for form in (name, shown(name), _id(name))}
        self._names = {mask.casefold(): name for name, mask in masks.items()}
        words = [form for name in masks for form in _written(name)]
        self._shown, self._typed = _any_of(words), _any_of(f"(?i:{re.escape(mask)})" for mask in self._names)

    def __bool__(self) -> bool:
        return bool(self._names)

    def hide(self, text: str) -> str:
        """Text of somebody's typing as it may be shown: where it is a name, the mask, and within it where it says the
        name.

        Within a text a name of several words is found in any case, a name of one word as it was typed, with a capital
        or in capitals: another one may be a word of the rules.
        """
        if not self:
            return text
        return self._whole.get(text.casefold()) or self._shown.sub(lambda found: self._mask(found[0]), text)

    def _mask(self, name: str) -> str:
        return self._whole.get(name.casefold(), "forgotten")  # a letter whose cases are not one another's

    def reveal(self, text: str) -> str:
        """Text of somebody's typing, with the names that they cannot know."""
        return self._typed.sub(lambda found: self._names[found[0].casefold()], text) if self else text

    def hiding(self) -> AbstractContextManager[None]:
        """Hide the names in all words that are made meanwhile."""
        return hiding(self.hide if self else None)

    def hidden(self, thing: T) -> T:
        """Something for a menu or a button as it may be shown: its texts hold names as they are."""
        if not self:
            return thing
        texts = _all(msgspec.to_builtins(thing, enc_hook=plain), self.hide)
        return msgspec.convert(texts, type(thing), dec_hook=lambda kind, text: kind(text))

    def hidden_in(self, order: str) -> str:
        """An order, as JSON, without the names in its fields."""
        return _fields(order, self.hide) if self else order

    def revealed_in(self, order: str) -> str:
        """An order, as JSON, with the names that are meant in its fields."""
        return _fields(order, self.reveal) if self else order


def _id(name: str) -> str:
    """A name as the id of something that is called so: "alice-liddell" of Alice Liddell."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or name


def _written(name: str) -> Iterable[str]:
    """Patterns of a name as it may be written within a text: plain, escaped and as an id, as patterns."""
    if "-" in _id(name):
        yield re.escape(_id(name))
    for form in dict.fromkeys((name, shown(name))):
        if re.search(r"\w\W+\w", form):
            yield f"(?i:{re.escape(form)})"
        else:
            yield from (re.escape(case) for case in dict.fromkeys((form, form[:1].upper() + form[1:], form.upper())))


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    """Any of the forms where it is no part of a longer word, the longest first."""
    longest_first = sorted(forms, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?<!\w-)(?:{'|'.join(longest_first)})(?!-?\w)")


def _fields(order: str, change: Callable[[str], str]) -> str:
    return json.dumps(_all(json.loads(order), change), ensure_ascii=False)


def _all(value: Any, change: Callable[[str], str]) -> Any:  # JSON
    """The value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_all(part, change) for part in value]
    if isinstance(value, dict):
        return {key: _all(part, change) for key, part in value.items()}
    return value
