"""The catalogue of messages: every sentence that players read, found for whoever translates them (`make messages`).

Two extractors in the form that Babel calls: each takes an open file, and yields the line, the function's name, the
message (or one and many) and comments. `module` finds what is marked with N_, NN_ and T_, and what orders, views,
nouns, slash commands and groups of them say of themselves; `sheet` finds the words of a data pack.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

Found = tuple[int, str, str | tuple[str, str], list[str]]
"""A line (from 1), the name of what marks it, the message or its two forms, and comments for the translator."""

MARKS = ("N_", "NN_", "T_")

NAMED = ("Noun", "Value", "Offered")
"""Classes whose things say first what they are: "a ship of yours"."""

SHOWN_FIELDS = frozenset({"text", "title", "fix", "note", "name", "what"})
"""Fields of a data pack's records that are shown as they stand."""


def _text(node: ast.expr | None) -> str | None:
    """A literal text, with adjacent literals put together; None for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def module(
    fileobj: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The words of a module. Raises ValueError for a mark on something that is no literal."""
    for node in ast.walk(ast.parse(fileobj.read())):
        if isinstance(node, ast.ClassDef) and _is_order(node):
            yield from _of_order(node)
        elif isinstance(node, ast.ClassDef):
            yield from _described(node, "description", [f"the commands of {node.name}"])
        elif isinstance(node, ast.AsyncFunctionDef):
            yield from _of_command(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in MARKS:
                yield _marked(node, node.func.id)
            elif node.func.id in ("view", "Group") and len(node.args) > 1 and (about := _text(node.args[1])):
                yield node.lineno, "gettext", about, [f"what {_text(node.args[0])} is for"]
            elif node.func.id in NAMED and node.args and (about := _text(node.args[0])):
                yield node.lineno, "gettext", about, ["what an order or a view is about"]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "but":
            yield from _described(node, "what", ["what an order or a view is about"])


def _marked(node: ast.Call, mark: str) -> Found:
    """A message as its mark has it."""
    texts = [_text(argument) for argument in node.args[: 2 if mark == "NN_" else 1]]
    one, *many = [text for text in texts if text is not None] or [""]
    if None in texts:
        raise ValueError(f"line {node.lineno}: {mark} marks what is no literal text")
    return node.lineno, "ngettext" if many else "gettext", (one, many[0]) if many else one, []


def _described(node: ast.ClassDef | ast.Call, field: str | None, comments: list[str]) -> Iterator[Found]:
    """The literal texts that are given by name: all of them, or those of one `field`."""
    for given in node.keywords:
        if given.arg is not None and field in (None, given.arg) and (text := _text(given.value)):
            yield given.value.lineno, "gettext", text, comments


def _of_command(node: ast.AsyncFunctionDef) -> Iterator[Found]:
    """Words of a slash command of discord.py on itself: the first line of its docstring, and of its parameters."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute):
            if decorator.func.attr == "describe":
                yield from _described(decorator, None, [f"a parameter of the command {node.name}"])
            elif decorator.func.attr == "command" and (about := _about(node)):
                yield node.lineno, "gettext", about, [f"the command {node.name}"]


def _about(node: ast.ClassDef | ast.AsyncFunctionDef) -> str:
    """The first line of a docstring; "" for none."""
    return inspect.cleandoc(ast.get_docstring(node) or "").partition("\n")[0]


def _is_order(node: ast.ClassDef) -> bool:
    said = {ast.unparse(line) for line in node.body if isinstance(line, ast.AnnAssign)}
    return any(line.startswith(("path: ClassVar[str] =", "line: ClassVar[str] =")) for line in said)


def _of_order(node: ast.ClassDef) -> Iterator[Found]:
    if about := _about(node):
        yield node.lineno, "gettext", about, [f"the order {node.name}"]
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Field":
            for given in call.keywords:
                if given.arg == "description" and (text := _text(given.value)):
                    yield call.lineno, "gettext", text, [f"a field of the order {node.name}"]


def sheet(
    fileobj: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """The words of a data pack: sentences of rules and refusals, names of classes and places."""
    text = fileobj.read().decode()
    lines = text.splitlines()
    for value in dict.fromkeys(_words(tomllib.loads(text))):
        first = re.split(r'["\n\\]', value.strip(), maxsplit=1)[0][:40]
        line = next((number for number, each in enumerate(lines, 1) if first and first in each), 1)
        yield line, "gettext", value, []


def _words(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key in SHOWN_FIELDS and isinstance(each, str) and each.strip():
                yield each
            else:
                yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)
