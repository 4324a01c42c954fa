"""Functions of a rulebook that ran while it obeyed, let time lapse or showed something, and the rules that they cite.

A function cites what its docstring names, and the docstrings of the classes around it; an order that is obeyed and a
fact that is said cite what their class does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType, FrameType
from typing import Any

from engine import game

_ID = re.compile(
    r"\b([A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\.\d+)?)*?)-(\d+)((?:(?:,| and| or| to|\.\.)\s*-?\d+)*)(?![\w-]|\.\d)"
)
_LETTERED = re.compile(r"(?<![\w-])([A-Z]{3}-(?:\d+[a-z]*(?:\.\d+)*|[A-Z]{1,2}))(?![\w-]|\.\d)")
"""Ids that are chapter and verse of a book: "EAW-5e.1", "EAW-17.0.3", "EAW-FR"."""
_MORE = re.compile(r"(\.\.|,| and| or| to)\s*-?(\d+)")

DOORS = ("begin", "obey", "lapse", "show", "draw")
"""What is asked of a rulebook: only what runs inside counts."""


def cited(words: str) -> Iterator[str]:
    """The ids of rules in a text: "GCW-MAT-01, -03" and "FS-WIN-04..06" name several."""
    for found in _ID.finditer(words):
        chapter, first, more = found.groups()
        numbers = [int(first)]
        for sign, number in _MORE.findall(more):
            through = sign in ("..", " to") and int(number) > numbers[-1]
            numbers += range(numbers[-1] + 1, int(number) + 1) if through else [int(number)]
        yield from (f"{chapter}-{number:0{len(first)}}" for number in numbers)
    yield from (found[1] for found in _LETTERED.finditer(words))


TraceFunction = Callable[[FrameType, str, Any], Any]  # as `sys.settrace` takes them

Place = tuple[str, int]
"""A function: its file and the line where it begins, its decorators with it."""


def citations(sources: Mapping[str, str]) -> dict[Place, frozenset[str]]:
    """The rules that each function of some files (whole path to text) cites."""
    found: dict[Place, frozenset[str]] = {}

    def walk(node: ast.AST, file: str, around: str) -> None:
        for inner in ast.iter_child_nodes(node):
            words = around
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                words = f"{around}\n{ast.get_docstring(inner) or ''}"
                if not isinstance(inner, ast.ClassDef):
                    first = min([inner.lineno, *(mark.lineno for mark in inner.decorator_list)])
                    found[file, first] = frozenset(cited(words))
            walk(inner, file, words)

    for path, text in sources.items():
        walk(ast.parse(text), path, "")
    return found


class Ran:
    """Watches what runs: `inside` are rules cited by what ran while a rulebook was asked something, `all` by anything.

    Use it as a context; it may be entered again and again, and starts anew each time.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        """`sources` are the files of the rulebook's package: whole path to text."""
        self._files = frozenset(sources)
        self._citations = citations(sources)
        self._rules: dict[CodeType, frozenset[str]] = {}
        self._doors = {getattr(game, name).__code__ for name in ("start", "obey", "lapse")}
        self._say = game.Table.say.__code__
        self._depth = 0
        self.inside: set[str] = set()
        self.all: set[str] = set()

    def __enter__(self) -> Ran:
        self._depth = 0
        self.inside, self.all = set(), set()
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _called(self, frame: FrameType, _event: str, _argument: Any) -> TraceFunction | None:  # as Python hands them
        """Called for every function that begins; only doors are watched until they end."""
        code = frame.f_code
        rules = self._rules.get(code)
        if rules is None:
            rules = self._rules[code] = self._of(code)
        if rules:
            self._cites(rules)
        if code is self._say:
            self._cites(_cited_by(type(frame.f_locals["fact"])))
        elif code in self._doors:
            self._depth += 1
            self._asked(frame)
            frame.f_trace_lines = False
            return self._left
        return None

    def _left(self, _frame: FrameType, event: str, _argument: Any) -> TraceFunction:  # as Python hands them
        if event == "return":
            self._depth -= 1
        return self._left

    def _of(self, code: CodeType) -> frozenset[str]:
        """The rules of a function that is met for the first time; a rulebook's own doors are known by their names."""
        if code.co_filename not in self._files:
            if code.co_name in DOORS and code.co_filename.endswith("engine/book.py"):
                self._doors.add(code)
            return frozenset()
        if code.co_name in DOORS and code.co_varnames[:1] == ("self",) and "known" in code.co_varnames:
            self._doors.add(code)
        return self._citations.get((code.co_filename, code.co_firstlineno), frozenset())

    def _asked(self, frame: FrameType) -> None:
        order = frame.f_locals.get("order")
        if order is not None and not isinstance(order, type):
            self._cites(_cited_by(type(order)))

    def _cites(self, rules: frozenset[str]) -> None:
        self.all |= rules
        if self._depth:
            self.inside |= rules


def _cited_by(kind: type) -> frozenset[str]:
    rule = getattr(kind, "rule", "")
    return _cited_in(f"{kind.__doc__ or ''} {rule if isinstance(rule, str) else ''}")


@cache
def _cited_in(words: str) -> frozenset[str]:
    return frozenset(cited(words))
