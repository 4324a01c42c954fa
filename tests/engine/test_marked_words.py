"""Words in pictures, labels of menus, remedies and confirmations are in the catalogue: marked where they stand, so that
whoever translates finds them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import engine
from tests.bot.test_catalogue import bare_words, called, is_words, literal

ROOT = Path(*engine.__path__)

NAMES_OF_THINGS = {
    "engine/gcw/pictures/worlds.py": "names of the pack's systems, by which their looks are found",
}
"""Modules of pictures whose literals nobody reads, and why."""

UNSEEN = {
    "lost {}": "a key",
    "side {}": "a key",
    "moon of {}": "decides how it looks",
    " or ": "taken out of a head of the table",
    '<clipPath id="{}"><rect x="{}" y="{}" width="{}" height="{}"/>': "a picture",
}
"""Texts of pictures that nobody reads, and why."""


def drawn() -> dict[str, list[str]]:
    """The words without a mark in modules of pictures, by module, but for those that nobody reads."""
    modules = [path for path in sorted(ROOT.rglob("*.py")) if "pictures" in path.relative_to(ROOT).as_posix()]
    found: dict[str, list[str]] = {}
    for path in modules:
        name = path.relative_to(ROOT.parent).as_posix()
        words = [one for one in bare_words(path.read_text("utf-8")) if one.partition(": ")[2] not in UNSEEN]
        if words and name not in NAMES_OF_THINGS:
            found[name] = words
    assert len(modules) > 15
    return found


def test_what_people_read_in_pictures_stands_in_a_mark() -> None:
    """It sees what `tests/bot/test_catalogue.py` sees: no single word in small letters, such as "docked"."""
    assert drawn() == {}


def test_nothing_is_let_stand_in_pictures_that_is_not_there() -> None:
    told = "".join(path.read_text("utf-8") for path in ROOT.rglob("*.py") if "pictures" in path.as_posix())
    assert [words for words in UNSEEN if words.split("{")[0] not in told] == []
    assert [name for name in NAMES_OF_THINGS if not (ROOT.parent / name).exists()] == []


def test_words_without_a_mark_are_seen_in_a_picture() -> None:
    assert bare_words('parts.append(text(at, "Pips, mean", size=FINE))')
    assert bare_words('figures = f"{left} of {full}"')
    assert not bare_words('figures = N_("{left} of {full}")(left=left, full=full)')


def unmarked(source: str) -> Iterator[str]:
    """Words without a mark in a module that label a choice of a menu, tell a remedy or ask for a confirmation."""
    for node in ast.walk(ast.parse(source)):
        found: list[ast.expr] = []
        if isinstance(node, ast.Call):
            found += [one.value for one in node.keywords if one.arg in ("fix", "label", "hint")]
            found += node.args[1:2] if called(node)[0] == "Option" else []
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "asks" and node.value is not None:
            found.append(node.value)
        for part in found:
            text = literal(part)
            if text is not None and is_words(text):
                yield text


def test_labels_remedies_and_confirmations_of_rulebooks_stand_in_a_mark() -> None:
    paths = [path for path in sorted(ROOT.rglob("*.py")) if "played" not in path.parts]
    found = {path.relative_to(ROOT).as_posix(): [*unmarked(path.read_text("utf-8"))] for path in paths}
    assert {name: words for name, words in found.items() if words} == {}


def test_a_label_a_remedy_and_a_confirmation_without_a_mark_are_seen() -> None:
    assert [*unmarked('Option(cell, f"{cell} (from {unit.cell})")')] == ["{} (from {})"]
    assert [*unmarked('Refused("DOCKED", fix="Unload it first.")')] == ["Unload it first."]
    assert [*unmarked('class Retire(Order):\n    asks: ClassVar[str] = "Is it won?"')] == ["Is it won?"]
    assert [*unmarked('Option(cell, N_("{cell} (from {place})")(cell=cell, place=place))')] == []
