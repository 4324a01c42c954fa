"""Die codes: dice and pips, kept as pips; how they are read, written and added. Register section 1."""

from __future__ import annotations

import re
from typing import Annotated

from engine.pack.shapes import Written
from engine.text.message import Shown, Text, term

DIE = 3
"""Pips of a die (D6-B-01)."""
MOST = 3 * 60
"""Pips of the greatest code that is read: 60D."""
CODE = r"(?P<dice>\d{1,2}) ?[dD](?:6(?![0-9]))?(?: ?\+ ?(?P<pips>[0-2]))?"


def _pips(found: re.Match[str]) -> int:
    return DIE * int(found["dice"]) + int(found["pips"] or 0)


Pips = Annotated[int, Shown[int](lambda look, pips, form: code(pips))]
"""A die code as a number of pips: 3D+2 is 11."""

Dice = Annotated[int, Written(CODE, _pips, 'should be a die code, such as "3D+2"', lambda pips: str(code(pips)))]
"""A die code of a data pack, kept as pips."""


def read(words: str) -> int | None:
    """The pips of a die code (D6-B-01): "3D+2", also "3d6 + 2" and "3D"; None for what is none, such as "3D+5"."""
    found = re.fullmatch(CODE, words.strip())
    return _pips(found) if found is not None and _pips(found) <= MOST else None


def code(pips: int) -> Text:
    """The die code of some pips (D6-B-01): 11 is "3D+2"; what is below a die "0D+2", below nothing "-1D"."""
    if pips < 0:
        return term(f"-{code(-pips)}")
    dice, rest = divmod(pips, DIE)
    return term(f"{dice}D+{rest}" if rest else f"{dice}D")


def rollable(pips: int) -> bool:
    """True if a code has a die to roll (D6-B-02)."""
    return pips >= DIE
