"""Names that differ in their number alone are told together: "20 AT-AT (1-20)", "18 AT-AT (1-7, 10-20)"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.text.message import N_, Message, Text, name, term
from engine.text.names import hidden

FEWEST = 3
"""Names that are told together; fewer stand as they are typed."""

_NUMBERED = re.compile(r"(?P<stem>.*\S)(?P<apart>[ -])(?P<number>[1-9][0-9]{0,5})")

COUNTED = N_("{number} {name} ({numbers})")
RANGED = N_("{name} ({numbers})")
"""Names that are told together; `RANGED` is for a line that says already how many there are."""


class Named(NamedTuple):
    """Words for something in a list of names, and how many of the names they stand for."""

    words: Text
    number: int = 1


def named(names: Iterable[str], together: Message = COUNTED, alone: Callable[[str], Text] = name) -> list[Named]:
    """Names in the order of their first mention; three or more that differ in the number at their end stand as one, and
    `alone` makes the words of one that stands by itself.

    A name that is hidden is folded by what stands in its place, so that no part of it is seen.
    """
    every = [(each, _NUMBERED.fullmatch(each)) for each in map(hidden, names)]
    alike: dict[tuple[str, str], list[int]] = {}
    for _, match in every:
        if match is not None:
            alike.setdefault((match["stem"], match["apart"]), []).append(int(match["number"]))
    found: list[Named] = []
    for each, match in every:
        numbers = alike[match["stem"], match["apart"]] if match is not None else []
        if match is None or len(set(numbers)) < max(FEWEST, len(numbers)):
            found.append(Named(alone(each)))
        elif int(match["number"]) == numbers[0]:
            words = together(number=len(numbers), name=name(match["stem"]), numbers=ranges(numbers))
            found.append(Named(words, len(numbers)))
    return found


def ranges(numbers: Sequence[int]) -> Text:
    """Numbers from the lowest, three or more that follow one another as a range: "1-7, 10, 11, 13-20"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = (f"{run[0]}-{run[-1]}" if len(run) >= FEWEST else ", ".join(map(str, run)) for run in runs)
    return term(", ".join(parts))
