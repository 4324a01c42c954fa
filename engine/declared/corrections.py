"""Corrections: what a moderator may set of a thing, declared field by field: within what bounds, and what follows.

A rulebook declares corrections of a kind of thing and gives its moderators one order that names the thing, the field
and the value. The order's marks are `Field` and `Setting`; what they find is applied by the correction itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from engine.act import Act
from engine.look import Look, Refused
from engine.noun import Found, Named
from engine.orders import Option
from engine.text.names import shown

T = TypeVar("T")
V = TypeVar("V")


class Correction(Generic[T, V]):
    """A field of a thing that moderators may set.

    `read` finds the value that the words say, or refuses it; `apply` makes it so, with all that follows, and is where
    the correction is said to whom it concerns and announced. `offers` are values for the menu.
    """

    def __init__(
        self,
        name: str,
        read: Callable[[Any, T, str], V],  # a look of the rulebook's
        apply: Callable[[Any, T, V], None],  # an act of the rulebook's
        offers: Callable[[Any, T], Iterable[Option]] = lambda look, thing: (),
    ) -> None:
        self.name, self.read, self.apply, self.offers = name, read, apply, offers

    def set(self, act: Act[Any, Any], thing: T, value: V) -> None:
        """Set the field of a thing."""
        self.apply(act, thing, value)


Bounds = Callable[[Any, T], tuple[int, int]]
"""The least and the most that a figure of a thing may be set to, by a moderator's look."""


def figure(
    name: str,
    bounds: Bounds[T],
    beyond: Callable[[Any, T, str, int, int], Refused],  # a look, the thing, what was given, the bounds
    apply: Callable[[Any, T, int], None],
) -> Correction[T, int]:
    """A whole number within bounds; `beyond` words the refusal of anything else, with the numbers."""

    def read(look: Look[Any, Any], thing: T, words: str) -> int:
        least, most = bounds(look, thing)
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", words.strip()) or not least <= int(words) <= most:
            look.require(beyond(look, thing, words, least, most))
        return int(words)

    def offers(look: Look[Any, Any], thing: T) -> Iterable[Option]:
        least, most = bounds(look, thing)
        return [Option(str(number)) for number in dict.fromkeys((most, least))]

    return Correction(name, read, apply, offers)


class Field(Named[Any, Correction[Any, Any]]):
    """The mark of an order's field that names what is set, `among` what can be of the thing that was found before.

    `unknown` words the refusal of another name.
    """

    def __init__(
        self, what: str, among: Callable[[Found], Sequence[Correction[Any, Any]]], unknown: Callable[[str], Refused]
    ) -> None:
        super().__init__(what)
        self.among, self.unknown = among, unknown

    def find(self, look: Look[Any, Any], words: str, found: Found) -> Correction[Any, Any]:
        """The correction of that name."""
        wanted = words.strip().casefold()
        for correction in self.among(found):
            if correction.name == wanted:
                return correction
        look.require(self.unknown(shown(words)))
        raise AssertionError("an unknown name is refused")

    def options(self, look: Look[Any, Any], found: Found, typed: str) -> Iterable[Option]:
        """All that can be set."""
        return [Option(correction.name) for correction in self.among(found)]


class Setting(Named[Any, Any]):
    """The mark of the field that says the value; the earlier fields `thing` and `field` say of what."""

    def __init__(self, what: str, thing: str, field: str) -> None:
        super().__init__(what)
        self.thing, self.field = thing, field

    def find(self, look: Look[Any, Any], words: str, found: Found) -> Any:  # what the correction reads
        """The value, as the correction reads it. Raises Refusal."""
        return found.get(self.field).read(look, found.get(self.thing), words)

    def options(self, look: Look[Any, Any], found: Found, typed: str) -> Iterable[Option]:
        """Values that the correction offers, once the thing and the field are known."""
        thing, correction = found.get(self.thing), found.get(self.field)
        return () if thing is None or correction is None else correction.offers(look, thing)
