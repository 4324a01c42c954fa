"""Names that a forgotten person typed, in all that is shown of a game: something else stands in their place.

What stands in their place can be typed as well, and means the name.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from engine.record import plain
from engine.text.names import shown

T = TypeVar("T", bound=msgspec.Struct)


class Masks:
    """The masks of one game, by name; most games have none, and cost nothing."""

    def __init__(self, masks: Mapping[str, str]) -> None:
        self._masks = {
            form.casefold(): mask for name, mask in masks.items() for form in (name, shown(name), html.escape(name))
        }
        self._names = {mask.casefold(): name for name, mask in masks.items()}
        self._typed, self._shown = _any_of(self._names), _any_of(self._masks)

    def __bool__(self) -> bool:
        return bool(self._names)

    def hide(self, text: str) -> str:
        """The text as it may be shown, words and pictures alike."""
        return self._shown.sub(lambda found: self._masks[found[0].casefold()], text) if self else text

    def reveal(self, text: str) -> str:
        """What somebody typed, with the names that they cannot know."""
        return self._typed.sub(lambda found: self._names[found[0].casefold()], text) if self else text

    def hidden(self, thing: T) -> T:
        """A whole report or answer as it may be shown."""
        if not self:
            return thing
        return msgspec.convert(_all(msgspec.to_builtins(thing, enc_hook=plain), self.hide), type(thing))

    def revealed(self, order: str) -> str:
        """An order, as JSON, with the names that are meant in its fields."""
        return json.dumps(_all(json.loads(order), self.reveal), ensure_ascii=False) if self else order


def _any_of(words: Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def _all(value: Any, change: Callable[[str], str]) -> Any:  # JSON
    """The value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_all(part, change) for part in value]
    if isinstance(value, dict):
        return {key: _all(part, change) for key, part in value.items()}
    return value
