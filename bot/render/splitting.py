"""Long texts made to fit Discord: in parts of a message each, or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST = 2000
"""Characters of one message."""

FENCE = "```"

_OPENED = re.compile(r"```\w{0,10}")
_PREFIX = re.compile(r"(?:> |-# )*")


def pieces(text: str, most: int = MOST) -> list[str]:
    """The text in parts of at most `most` characters, none of them blank.

    It is cut at lines, and a line that is longer than a part at blanks; code fences are closed and opened again.
    """
    room = most - 24  # for a fence that is opened again and closed
    parts: list[str] = []
    current: list[str] = []
    fence = ""

    def close() -> None:
        if any(line.strip() and line != fence for line in current):
            parts.append("\n".join([*current, FENCE] if fence else current))

    for line in (bit for whole in text.split("\n") for bit in _bits(whole, room)):
        if current and sum(map(len, current)) + len(current) + len(line) > room:
            close()
            current = [fence] if fence else []
        current.append(line)
        if line.count(FENCE) % 2:
            opened = _OPENED.fullmatch(line)
            fence = "" if fence else opened[0] if opened else FENCE
    close()
    return parts or ["\u200b"]


def _bits(line: str, room: int) -> Iterator[str]:
    """A line in bits of at most `room` characters, cut at blanks; each is quoted and small as the line is."""
    found = _PREFIX.match(line)
    prefix = found[0][: room // 2] if found else ""
    while len(line) > room:
        at = line.rfind(" ", len(prefix) + 1, room + 1)
        at = room if at < 0 else at
        yield line[:at]
        line = prefix + line[at:].lstrip(" ")
    yield line


def shorten(text: str, most: int) -> str:
    """The text on one line, cut to `most` characters with an ellipsis where it is longer."""
    folded = " ".join(text.split())
    return folded if len(folded) <= most else folded[: most - 1].rstrip() + "…"
