"""Why an order is refused is told in whole sentences: each stands by itself, and is put behind no heading."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from tests.rulebooks import SEEDS

MARKS = {"N_", "NN_", "T_"}
BOOKS = ("d6", "freedom")


def reasons(source: str) -> Iterator[str]:
    """Marked texts that stand in a module behind the code of a refusal, or in a `why` of its function."""
    for node in ast.walk(ast.parse(source)):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call):
            rows = zip(node.args, node.args[1:], strict=False)
            found = [after for code, after in rows if ast.unparse(code).startswith("Code.")]
        elif isinstance(node, ast.Assign):
            (target,) = node.targets[:1]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            found = [value for name, value in zip(names, values, strict=False) if ast.unparse(name) == "why"]
        for part in found:
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in MARKS:
                texts = [one.value for one in part.args if isinstance(one, ast.Constant)]
                yield from (text for text in texts if isinstance(text, str) and " " in text)


def is_whole(reason: str) -> bool:
    """True for a sentence: it ends as one does, or with one, and begins with no small letter."""
    return not reason[0].islower() and re.search(r"[.?!]\]?$|\{\w+\}\]$", reason) is not None


@pytest.mark.parametrize("book", BOOKS)
def test_why_an_order_is_refused_is_a_whole_sentence(book: str) -> None:
    paths = sorted((Path(*engine.__path__) / book).rglob("*.py"))
    found = [reason for path in paths for reason in reasons(path.read_text("utf-8"))]
    assert len(found) > 40 and [reason for reason in found if not is_whole(reason)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_refusal_puts_its_reason_behind_a_heading(book: str) -> None:
    texts = [one["text"] for one in tomllib.loads((SEEDS / book / "refusals.toml").read_text("utf-8"))["refusals"]]
    assert [text for text in texts if "{why}" in text and not text.endswith(". {why}")] == []


@pytest.mark.parametrize(
    "planted",
    [
        'look.no(Code.E_PHASE, T_("there is no combat"), "D6-2-01")',
        'why, there = N_("{who} is gone"), pack.gone',
        'no(Code.E_STATE, NN_("{n} ship is left.", "{n} ships are left", "n"), "D6-B-22", n=n)',
    ],
)
def test_a_reason_that_is_no_sentence_is_seen(planted: str) -> None:
    assert not all(map(is_whole, reasons(planted)))
