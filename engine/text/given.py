"""Names that somebody gives to something new: made plain, or refused with a sentence."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator

from engine.text.message import N_, T_, Text

LONGEST_NAME = 40
"""Visible characters of a name."""

LONGEST_WRITTEN = 120
"""Code points of a name, joiners and combining marks included: no tower of accents."""

_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible characters that names need: the joiners of Persian and of emoji, the tags of some flags."""

BROKEN = T_("A name has no line breaks, control characters or invisible characters.")
UNSEEN = T_("A name needs at least one character that can be seen.")
TOO_LONG = N_("A name has at most {most} characters.")


class BadName(ValueError):
    """A name that cannot be given; `why` is the sentence for who gave it."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def plain_name(text: str) -> str:
    """The name as it is kept: NFC, spaces folded, 1 to 40 visible characters.

    Raises BadName for control and invisible characters and for a name too long or without anything to see.
    """
    folded = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    visible = 0
    for character in folded:
        category = unicodedata.category(character)
        if category in ("Cc", "Zl", "Zp", "Cs") or (category == "Cf" and character not in _JOINERS):
            raise BadName(BROKEN)
        if category not in ("Mn", "Me", "Cf", "Zs"):
            visible += 1
    if not visible:
        raise BadName(UNSEEN)
    marks = sum(unicodedata.category(character) in ("Mn", "Me", "Cf") for character in folded)
    if len(folded) - marks > LONGEST_NAME or len(folded) > LONGEST_WRITTEN:
        raise BadName(TOO_LONG(most=LONGEST_NAME))
    return folded


PlainName = Annotated[str, AfterValidator(plain_name)]
"""The type of an order's field that holds a new name."""
