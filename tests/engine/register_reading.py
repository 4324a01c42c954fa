"""Reads the calls of register tables, such as `controls(held(1,7,7),150)`, without evaluating code."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

Value = object
Function = Callable[..., Value]


class Unreadable(ValueError):
    """A call that is none."""


def called(call: str, functions: Mapping[str, Function]) -> Value:
    """Value of a call of one of these functions. Raises Unreadable for anything but calls and values."""
    try:
        tree = ast.parse(call.strip(), mode="eval").body
    except SyntaxError as error:
        raise Unreadable(f"{call}: {error.msg}") from None
    if not isinstance(tree, ast.Call):
        raise Unreadable(f"{call}: not a call")
    return _value(tree, call, functions)


def _value(node: ast.expr, call: str, functions: Mapping[str, Function]) -> Value:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
        names = {given.arg: _value(given.value, call, functions) for given in node.keywords if given.arg is not None}
        return functions[node.func.id](*(_value(given, call, functions) for given in node.args), **names)
    if isinstance(node, ast.List | ast.Tuple):
        return tuple(_value(item, call, functions) for item in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return -_number(node.operand, call)
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str | bool) else _number(node, call)
    raise Unreadable(f"{call}: cannot read {ast.unparse(node)}")


def _number(node: ast.Constant, call: str) -> int | Fraction:
    written = ast.get_source_segment(call.strip(), node) or ""
    if not re.fullmatch(r"\d+(\.\d+)?", written):
        raise Unreadable(f"{call}: {written!r} is no number")
    return int(written) if written.isdigit() else Fraction(written)
