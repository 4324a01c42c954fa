"""Reasons for which a rulebook refuses something, as its modules have them: texts that are marked for the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

import engine

MARKS = {"N_", "NN_", "T_"}
REFUSE = {"no", "decline", "refuse", "bad", "subset", "unmatched", "odd", "fits", "Stock"}
"""Functions and methods of the rulebooks that refuse with what they are given."""

RULE = re.compile(r"[A-Z0-9]+(-[A-Z0-9]+)*-\d+")
"""An id of a register."""


def of_book(book: str) -> list[str]:
    """Reasons of all modules of a rulebook."""
    paths = sorted((Path(*engine.__path__) / book).rglob("*.py"))
    return [reason for path in paths for reason in reasons(path.read_text("utf-8"))]


def reasons(source: str) -> Iterator[str]:
    """Marked texts that refuse something in a module, where they stand or by their name."""
    tree = ast.parse(source)
    given: dict[str, list[ast.expr]] = {}
    for name, value in chain.from_iterable(map(assigned, ast.walk(tree))):
        given.setdefault(name, []).append(value)
    said = [*chain.from_iterable(map(refusing, ast.walk(tree))), *given.get("why", ())]
    looked_up = {"why"}
    for part in said:  # which grows
        for name in set(map(called, parts(part))) - looked_up:
            looked_up.add(name)
            said += given.get(name, ())
    for mark in chain.from_iterable(map(parts, said)):
        if isinstance(mark, ast.Call) and called(mark) in MARKS:
            texts = [one.value for one in mark.args if isinstance(one, ast.Constant)]
            yield from (text for text in texts if isinstance(text, str) and " " in text)


def refusing(node: ast.AST) -> Iterator[ast.expr]:
    """Reasons behind a code, before a rule, in a call of a function that refuses, or as a {why}."""
    if isinstance(node, ast.Call) and called(node) in REFUSE:
        yield from node.args
    elif isinstance(node, ast.Call):
        yield from (after for code, after in pairwise(node.args) if is_code(code))
    elif isinstance(node, ast.Dict):
        yield from (value for key, value in zip(node.keys, node.values, strict=True) if key and called(key) == "why")
    elif isinstance(node, ast.Tuple):  # what a noun says of another name, and the rule
        rows = pairwise(node.elts)
        yield from (one for one, rule in rows if RULE.fullmatch(called(rule)) and "{" in ast.unparse(one))


def is_code(part: ast.expr) -> bool:
    """True for the code of a refusal: `Code.E_PHASE`."""
    return isinstance(part, ast.Attribute) and called(part.value) == "Code"


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names that an assignment gives, each with its value; with the whole where it cannot be told apart."""
    if isinstance(node, ast.Assign):
        (target,) = node.targets[:1]
        named, values = target.elts if isinstance(target, ast.Tuple) else [target], [node.value]
        if isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(named):
            values = node.value.elts
        yield from zip(map(called, named), values if len(values) == len(named) else values * len(named), strict=True)


def called(part: ast.expr) -> str:
    """The name that stands there, of a value, of what is called, or in quotation marks; "" where none does."""
    if isinstance(part, ast.Call):
        return called(part.func)
    found = {ast.Name: "id", ast.Attribute: "attr", ast.Constant: "value"}.get(type(part))
    return str(getattr(part, found)) if found else ""


def parts(part: ast.expr) -> Iterator[ast.expr]:
    """One of two, each of a row, what is filled in: what can be said there."""
    if isinstance(part, ast.IfExp):
        yield from chain(parts(part.body), parts(part.orelse))
    elif isinstance(part, ast.Tuple):
        yield from chain.from_iterable(map(parts, part.elts))
    elif isinstance(part, ast.Call) and isinstance(part.func, ast.Call | ast.IfExp):
        yield from parts(part.func)
    elif isinstance(part, ast.Call) and called(part) == "said":
        yield from parts(part.args[0])
    else:
        yield part
