"""Names of seats: made plain, kept apart from those that are Umpire's own, and from those that look alike.

Which letters look alike, and of which script each is, is Unicode's (UTS 39), by the library confusable_homoglyphs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from itertools import count

from confusable_homoglyphs import categories, confusables

from engine.game import MODERATOR, Seat
from engine.text.given import BadName
from engine.text.message import N_, T_, listed, said, term

LONGEST_SEAT = 24
"""Characters of a seat's name."""

UMPIRE = Seat("umpire")
"""The seat that only Umpire itself plays."""

RESERVED = frozenset({MODERATOR, "moderator", "moderators", "referee", "clock", "everyone", "everybody", "here",
                      "public", "all", "nobody", "somebody", "vacant", "automated"})  # fmt: skip
"""Names under which something else than a seat is spoken of."""

GIVEN = ("red", "blue", "green", "gold", "violet", "white", "orange", "silver", "black", "turquoise", "brown", "grey")
"""What seats are called whose players name none, in the order in which they are handed out."""

_WITH_ANY = frozenset({"COMMON", "INHERITED"})
_TOGETHER = tuple(map(frozenset, (("HAN", "HIRAGANA", "KATAKANA"), ("HAN", "HANGUL"), ("HAN", "BOPOMOFO"))))
"""Scripts that are written together (UTS 39, section 5.1); others are not mixed in one name."""

MIXED = N_("A seat's name is written in one script, and {name} mixes {scripts} letters.")
TOO_LONG = N_("A seat's name has at most {most} characters, not {given}.")
MODERATORS_OWN = N_("The seat {seat} is the moderators' own.")
OUR_OWN = N_("The seat {seat} is a name of Umpire's own.")


def plain_seat(text: str) -> Seat:
    """The seat that a name stands for: lower case, letters and digits of one script, hyphens between words.

    Raises BadName for a name with nothing of that, a long one, one that means something else, and one of letters that
    only look like those of another script.
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    words = "".join(letter if letter.isalnum() else " " for letter in folded).split()
    name = "-".join(words)
    if not name:
        raise BadName(T_("A seat's name needs letters or digits."))
    if len(name) > LONGEST_SEAT:
        raise BadName(TOO_LONG(most=LONGEST_SEAT, given=len(name)))
    scripts = {categories.alias(letter) for letter in name} - _WITH_ANY
    if len(scripts) > 1 and not any(scripts <= allowed for allowed in _TOGETHER):
        mixed = listed(term(script.capitalize()) for script in sorted(scripts))
        raise BadName(said(MIXED, name=name, scripts=mixed))
    for own in sorted(RESERVED):
        if looks(name) == looks(own):
            raise BadName(said(MODERATORS_OWN if own == MODERATOR else OUR_OWN, seat=name))
    return Seat(name)


def alike(name: Seat, others: Collection[str]) -> str | None:
    """Seat of some others that looks the same as this one; None where each is told apart."""
    return next((other for other in sorted(others) if other != name and looks(other) == looks(name)), None)


def free_seats(taken: Collection[str]) -> Iterator[Seat]:
    """Seats for those who name none, without end: colours first, then numbers; none that is taken or looks so."""
    names = (Seat(name) for names in (GIVEN, (f"seat-{number}" for number in count(1))) for name in names)
    return (name for name in names if name not in taken and alike(name, taken) is None)


def is_given(name: str) -> bool:
    """True if a seat is called as they are that nobody named."""
    return name in GIVEN or re.fullmatch(r"seat-\d+", name) is not None


def looks(name: str) -> str:
    """Looks of a name, letter by letter: two that are mistaken for one another look the same."""
    return "".join(_look(letter) for letter in unicodedata.normalize("NFD", name.casefold()))


_DIGITS = {"0": "o", "1": "l"}
"""What the digits look like that are taken for letters."""


@cache
def _look(letter: str) -> str:
    """The letter that a letter is taken for: a Latin one where there is one, else the first in Unicode's order."""
    others = [entry["c"].casefold() for entry in confusables.confusables_data.get(letter, ()) if len(entry["c"]) == 1]
    plain = letter if letter.isascii() else next((other for other in others if other.isascii()), min([letter, *others]))
    return _DIGITS.get(plain, plain)
