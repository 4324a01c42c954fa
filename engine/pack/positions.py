"""Positions of tables and fields in a TOML text: line numbers for telling a moderator about faults.

The standard parser keeps no positions and the well-kept editors of TOML keep none for keys either, so this walks
the text once more. It runs only when there is a fault to tell, on text that the parser has already accepted:
it may therefore skip what it need not understand.
"""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]
"""The way to a field: keys, and indexes from 0 of arrays."""

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}#\n]+")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def positions(text: str) -> dict[Path, int]:
    """The line (from 1) of every table and field of a valid TOML text."""
    return _Walk(text).lines


def line_at(lines: dict[Path, int], path: Path) -> int:
    """The line of a field; where it has none of its own (it is missing), that of what should hold it; at least 1."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Walk:
    """One pass over a TOML text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._counted = (0, 1)
        self._tables: dict[Path, int] = {}
        table: Path = ()
        while self._skip(_BLANK) < len(text):
            if text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def _line(self) -> int:
        before, line = self._counted
        line += self.text.count("\n", before, self.at)
        self._counted = (self.at, line)
        return line

    def _note(self, path: Path, line: int) -> None:
        self.lines.setdefault(path, line)

    def _header(self) -> Path:
        line = self._line()
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        keys = self._key()
        self.at += 2 if array else 1
        path: Path = ()
        for key in keys[:-1]:
            path += (key,)
            if path in self._tables:
                path += (self._tables[path],)
            self._note(path, line)
        path += (keys[-1],)
        if array:
            self._note(path, line)
            self._tables[path] = self._tables.get(path, -1) + 1
            path += (self._tables[path],)
        self._note(path, line)
        return path

    def _key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            start = self.at
            if self.text[start] in "\"'":
                self._string()
                quoted = self.text[start : self.at]
                parts.append(str(tomllib.loads(f"key = {quoted}")["key"]))
            else:
                self._skip(_BARE_KEY)
                parts.append(self.text[start : self.at])
            self._skip(_SPACE)
            if self.text[self.at : self.at + 1] != ".":
                return tuple(parts)
            self.at += 1

    def _pair(self, table: Path) -> None:
        line = self._line()
        path = table
        for key in self._key():
            path += (key,)
            self._note(path, line)
        self.at += 1  # the equals sign
        self._value(path)

    def _string(self) -> None:
        for pattern in _STRINGS:
            if match := pattern.match(self.text, self.at):
                self.at = match.end()
                return

    def _value(self, path: Path) -> None:
        self._skip(_SPACE)
        first = self.text[self.at]
        if first in "\"'":
            self._string()
        elif first == "[":
            self._array(path)
        elif first == "{":
            self._inline_table(path)
        else:
            self._skip(_BARE_VALUE)

    def _array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while self.text[self._skip(_BLANK)] != "]":
            self._note((*path, index), self._line())
            self._value((*path, index))
            index += 1
            if self.text[self._skip(_BLANK)] == ",":
                self.at += 1
        self.at += 1

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        while self.text[self._skip(_BLANK)] != "}":
            self._pair(path)
            if self.text[self._skip(_BLANK)] == ",":
                self.at += 1
        self.at += 1
