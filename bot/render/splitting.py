"""Long texts made to fit Discord: in parts of a message each, or cut."""

from __future__ import annotations

MOST = 2000
"""Characters of one message."""


def pieces(text: str, most: int = MOST) -> list[str]:
    """The text in parts of at most `most` characters, cut at lines; code fences are closed and opened again."""
    room = most - 16
    lines = [line[at : at + room] for line in text.split("\n") for at in range(0, max(1, len(line)), room)]
    parts: list[str] = []
    current: list[str] = []
    fence = ""

    def close() -> None:
        if any(line.strip() and line != fence for line in current):
            parts.append("\n".join([*current, "```"] if fence else current))

    for line in lines:
        if current and sum(map(len, current)) + len(current) + len(line) > room:
            close()
            current = [fence] if fence else []
        current.append(line)
        if line.startswith("```"):
            fence = "" if fence else line
    close()
    return parts or ["\u200b"]


def shorten(text: str, most: int) -> str:
    """The text on one line, cut to `most` characters with an ellipsis where it is longer."""
    folded = " ".join(text.split())
    return folded if len(folded) <= most else folded[: most - 1].rstrip() + "…"
