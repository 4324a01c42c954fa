"""News of one place put together: what repeats is told once, and small print is gathered at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from engine.text.message import N_, listed, recorded

SMALL = "-# "
"""Begins a line of small print."""

BETWEEN = " · "
"""Between what one small line gathers."""

FEWEST = 3
"""Things in a row that do the same, of which is told together."""

_DOES = re.compile(
    r"(?P<who>\*\*[^*\n]*\d[^*\n]*\*\*|[^*\n.,:;]*?\d)"
    r"(?P<what>(?: \([^\n]*\))? (?P<verb>[a-z]+s) [^\n.]*\.)"
)
_SO = {"is": N_("So are {names}."), "was": N_("So were {names}."), "has": N_("So have {names}.")}
_SO_DO = N_("So do {names}.")
_TIMES = N_("{told} ({count} times)")

_RULE = r"[A-Z][A-Z0-9]*(?:-(?:[A-Z0-9.]+|\d+[a-z](?:\.\d+)*))+"
_RULES = re.compile(f"{_RULE}(?:, {_RULE})*")
_PROOF = re.compile(r"(?:Key|Seal|Salt|dice) .*")
_LONG = re.compile(r"`([0-9a-f]{16})[0-9a-f]{16,}`")
_RECORD = re.compile(r"-# Record: .*")


def composed(texts: Sequence[str]) -> str:
    """Several news as one text: a sentence said several times in a row is said once with its number, of several things
    that do the same one after the other it is said of the first; one small line at the end has the rules of them all,
    then their dice, keys, seals and salts, each once and by its beginning, which its whole in the record of the dice is
    compared with. A witness of the record stands beneath it.
    """
    if len(texts) == 1 and SMALL not in texts[0]:
        return texts[0]
    bodies: list[str] = []
    small: dict[str, None] = {}
    records: dict[str, None] = {}
    for text in texts:
        said = []
        for line in text.split("\n"):
            if not line.startswith(SMALL):
                said.append(line)
            elif gathered := _small(line):
                small.update(dict.fromkeys(gathered))
            elif _RECORD.fullmatch(line):
                records[line] = None
            else:
                said.append(line)
        if said:
            bodies.append("\n".join(said))
    lines = bodies
    if len(bodies) > 1:
        lines = _together([_told(body, sum(1 for _ in same)) for body, same in groupby(bodies)])
    if small:
        parts = sorted(small, key=lambda part: _PROOF.fullmatch(part) is not None)
        lines.append(SMALL + _LONG.sub(r"`\1…`", BETWEEN.join(parts)))
    return "\n".join((*lines, *records))


def proves(text: str) -> bool:
    """True if news is nothing but dice, keys, seals, salts or a witness: for the record, and no news of its own."""
    if not text.startswith(SMALL):  # as most news
        return False
    lines = [line for line in text.split("\n") if not _RECORD.fullmatch(line)]
    return all((small := _small(line)) and all(map(_PROOF.fullmatch, small)) for line in lines)


def without_proofs(text: str) -> str:
    """The text without dice, keys, seals, salts and witnesses, which stand in posts and in the record."""
    lines = []
    for line in text.split("\n"):
        small = _small(line)
        rules = [part for part in small if not _PROOF.fullmatch(part)]
        if rules or not (small or _RECORD.fullmatch(line)):
            lines.append(SMALL + BETWEEN.join(rules) if rules else line)
    return "\n".join(lines)


@lru_cache(maxsize=1024)
def _small(line: str) -> Sequence[str]:
    """The rules, dice, keys, seals and salts of a small line that has nothing else; none for another line."""
    if not line.startswith(SMALL):
        return ()
    parts = line.removeprefix(SMALL).split(BETWEEN)
    if not all(_RULES.fullmatch(part) or _PROOF.fullmatch(part) for part in parts):
        return ()
    return [words for part in parts for words in ([part] if _PROOF.fullmatch(part) else part.split(", "))]


def _together(bodies: Sequence[str]) -> list[str]:
    """Lines of which several in a row tell the same of things with a number: "TF-1 launches at Hoth B-1. So do TF-2 and
    TF-3."
    """
    lines: list[str] = []
    for what, alike in groupby(bodies, key=_what):
        same = list(alike)
        if not what or len(same) < FEWEST:
            lines += same
            continue
        found = [match for body in same if (match := _DOES.fullmatch(body))]
        others = listed(recorded(match["who"]) for match in found[1:])
        lines.append(f"{same[0]} {_SO.get(found[0]['verb'], _SO_DO)(names=others)}")
    return lines


def _what(body: str) -> str:
    """Words for the deed of something with a number, as a line tells it; "" for any other line."""
    found = _DOES.fullmatch(body)
    return "" if found is None else found["what"]


def _told(body: str, times: int) -> str:
    return body if times == 1 else _TIMES(told=recorded(body), count=times)
