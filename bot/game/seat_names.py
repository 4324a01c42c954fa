"""The names of seats."""

from __future__ import annotations

import unicodedata

from engine.game import MODERATOR, Refusal, Seat

LONGEST_SEAT = 24


def seat_name(text: str) -> Seat:
    """The seat that a name stands for: lower case, letters and digits of any script, hyphens between words.

    Raises Refusal for a name with nothing of that, a long one, and the moderators' own.
    """
    folded = unicodedata.normalize("NFC", text).casefold()
    words = "".join(letter if letter.isalnum() else " " for letter in folded).split()
    name = "-".join(words)
    if not name:
        raise Refusal("SEAT", "A seat's name needs letters or digits.", fix="Try `red`.")
    if len(name) > LONGEST_SEAT:
        raise Refusal("SEAT", f"A seat's name has at most {LONGEST_SEAT} characters, not {len(name)}.")
    if name == MODERATOR:
        raise Refusal("SEAT", f"The seat {MODERATOR} is the moderators' own.", fix="Choose another name.")
    return Seat(name)
