"""News of one place put together: what repeats is told once, and small print is gathered at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

SMALL = "-# "
"""Begins a line of small print."""

_RULES = re.compile(r"-# ([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?:, [A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)*)")
_PROOF = re.compile(r"-# ((?:Key|Seal|Salt) .*)")
_RECORD = re.compile(r"-# Record: .*")


def composed(texts: Sequence[str]) -> str:
    """Several news as one text: a sentence said several times in a row is said once with its number, and one small line
    at the end has the rules, keys, seals and salts of them all, each once. A witness of the record stands beneath it.
    """
    bodies: list[str] = []
    small: dict[str, None] = {}
    records: dict[str, None] = {}
    for text in texts:
        said = []
        for line in text.split("\n"):
            if rules := _RULES.fullmatch(line):
                small.update(dict.fromkeys(rules[1].split(", ")))
            elif proof := _PROOF.fullmatch(line):
                small[proof[1]] = None
            elif _RECORD.fullmatch(line):
                records[line] = None
            else:
                said.append(line)
        if said:
            bodies.append("\n".join(said))
    lines = [_told(body, sum(1 for _ in same)) for body, same in groupby(bodies)]
    if small:
        lines.append(SMALL + " · ".join(small))
    return "\n".join((*lines, *records))


def _told(body: str, times: int) -> str:
    return body if times == 1 else f"{body} ({times} times)"
