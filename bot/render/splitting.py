"""Long texts made to fit Discord: in parts of a message each, or cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST = 2000
"""Characters of one message."""

FENCE = "```"

BLANK = "\u200b"
"""The part that a text without words is: Discord takes no message of blanks."""

_OPENED = re.compile(r"```\w{0,10}")
_PREFIX = re.compile(r"(?:> |-# )*")


def pieces(text: str, most: int = MOST) -> list[str]:
    """The text in parts of at most `most` characters, none of them blank.

    It is cut at lines, and a line that is longer than a part at blanks; code fences are closed and opened again.
    """
    return list(_pieces(text, most)) or [BLANK]


def first_piece(text: str, most: int = MOST) -> str:
    """The first of those parts; the others are not looked for."""
    return next(_pieces(text, most), BLANK)


def _pieces(text: str, most: int) -> Iterator[str]:
    room = most - 24  # for a fence that is opened again and closed
    fenced = FENCE in text
    if len(text) <= room and not fenced:
        yield from (text,) if text.strip() else ()
        return
    current: list[str] = []
    length = 0  # of the lines that are gathered, each with its end
    fence = ""

    def closed() -> Iterator[str]:
        if any(line.strip() and line != fence for line in current):
            yield "\n".join([*current, FENCE] if fence else current)

    for line in (bit for whole in text.split("\n") for bit in (_bits(whole, room) if len(whole) > room else (whole,))):
        if current and length + len(line) > room:
            yield from closed()
            current = [fence] if fence else []
            length = len(fence) + 1 if fence else 0
        current.append(line)
        length += len(line) + 1
        if fenced and line.count(FENCE) % 2:
            opened = _OPENED.fullmatch(line)
            fence = "" if fence else opened[0] if opened else FENCE
    yield from closed()


def _bits(line: str, room: int) -> Iterator[str]:
    """A long line in bits of at most `room` characters, cut at blanks; each is quoted and small as the line is."""
    found = _PREFIX.match(line)
    prefix = found[0][: room // 2] if found else ""
    while len(line) > room:
        at = line.rfind(" ", len(prefix) + 1, room + 1)
        at = room if at < 0 else at
        yield line[:at]
        line = prefix + line[at:].lstrip(" ")
    yield line


def cut(text: str, most: int) -> str:
    """The text with its lines as they are, cut to `most` characters with an ellipsis where it is longer."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def shorten(text: str, most: int) -> str:
    """The text on one line, cut to `most` characters with an ellipsis where it is longer."""
    folded = " ".join(text.split())
    return folded if len(folded) <= most else folded[: most - 1].rstrip() + "…"
