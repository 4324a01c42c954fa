"""Words in pictures, labels of menus, remedies and confirmations are in the catalogue: marked where they stand, so that
whoever translates finds them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

import engine
from tests.bot.test_catalogue import bare_words, called, is_words, literal

ROOT = Path(*engine.__path__)
BOOKS = ("d6", "eaw", "freedom", "gcw", "sunrise")

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


SHOWS = {"term", "name", "drawn", "joined", "listed", "noted", "spaced", "begun", "recorded", "Awaited", "Option"}
"""What makes words that are shown, of what is given to it; of an option its label, which comes second."""
TELLS = {"no", "refuse", "odd", "said", "Refused"}
"""What fills the fields of a sentence with what is named to it."""
SMALL = re.compile(r"(?<![A-Za-z])[a-z]{2,}")

CODES = {
    "all": "typed: every weapon",
    "accelerate, decelerate, port, starboard, front, overcharge, jump, miracle, launch, drift": "typed: plots",
}
"""Small words outside pictures that stay as they are in every language, and why."""


def shown_bare(source: str) -> Iterator[str]:
    """Words without a mark, single small ones as well, that a module shows: given to what makes a text or fills a
    sentence, or in a variable of the function or a table of the module that is given to it.
    """
    tree = ast.parse(source)
    tables = _assigned(tree.body)
    rooms = [(node, tables | _assigned(ast.walk(node))) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for room, there in [*rooms, (tree, tables)]:
        for node in ast.walk(room):
            if isinstance(node, ast.Call):
                for part in _given(node):
                    yield from (words for words in _bare(part, there, 3) if SMALL.search(words))


def _assigned(nodes: Iterable[ast.AST]) -> dict[str, list[ast.expr]]:
    """Values by the names that are given them."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        rows: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            rows = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            rows = [(node.target, node.value)]
        for target, value in rows:
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                rows = [*zip(target.elts, value.elts, strict=False)]
            for one, its in rows:
                found.setdefault(ast.unparse(one), []).append(its)
    return found


def _given(call: ast.Call) -> Iterator[ast.expr]:
    """Expressions that a call shows, or fills a sentence with."""
    named = called(call)[0]
    if named in SHOWS:
        yield from (*call.args[named == "Option" :], *(one.value for one in call.keywords if one.arg != "which"))
    elif named in TELLS:
        yield from (one.value for one in call.keywords if one.arg not in ("rule", "fix"))
        yield from (value for one in call.args if isinstance(one, ast.Dict) for value in one.values)


def _bare(part: ast.expr, there: Mapping[str, list[ast.expr]], deep: int) -> Iterator[str]:
    """Literal words of an expression, wherever they come from within so many steps."""
    parts: list[ast.expr] = []
    match part:
        case ast.Constant(value=str(words)):
            yield words
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
        case ast.BoolOp(values=values) | ast.JoinedStr(values=values):
            parts = values
        case ast.Tuple(elts=values) | ast.List(elts=values):
            parts = values
        case ast.FormattedValue(value=value) | ast.Starred(value=value):
            parts = [value]
        case ast.GeneratorExp(elt=value) | ast.ListComp(elt=value):
            parts = [value]
        case ast.BinOp(left=left, right=right):
            parts = [left, right]
        case ast.Dict(values=values):
            parts = values
        case ast.Call(func=ast.Attribute(value=before, attr="join")):
            parts = [before]
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=args):
            parts = [table, *args[1:]]
        case ast.Subscript(value=table):
            parts = [table]
        case ast.Name(id=id) if deep:
            for value in there.get(id, []):
                yield from _bare(value, there, deep - 1)
    for one in parts:
        yield from _bare(one, there, deep)


def test_small_words_that_rulebooks_show_stand_in_a_mark() -> None:
    paths = [path for path in sorted(ROOT.glob("*/**/*.py")) if path.relative_to(ROOT).parts[0] in BOOKS]
    found = {path.relative_to(ROOT).as_posix(): {*shown_bare(path.read_text("utf-8"))} - CODES.keys() for path in paths}
    assert len(paths) > 300 and {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    "planted",
    [
        'told = term("docked")',
        'STANDS(where=term(unit.cell or "nowhere"))',
        'NAMED(places=joined(" or ", names))',
        'no(Code.E_STATE, IS, "D6-B-22", how="unconscious")',
        'Refused("NO_PLACE", {"system": system or "hyperspace"})',
        'Awaited(seat, "your turn", until)',
        'Option(contact.alias, f"{contact.called}: unknown")',
        'STATES = {True: "up"}\ndef words(base):\n    return term(STATES[base.up])',
        'def words(hero):\n    state = "alive" if hero.alive else "dead"\n    return SO(state=term(state))',
    ],
)
def test_a_small_word_without_a_mark_is_seen(planted: str) -> None:
    assert [*shown_bare(planted)]


@pytest.mark.parametrize(
    "right",
    [
        'told = T_("docked")',
        'STANDS(where=term(unit.cell) or T_("nowhere"))',
        'look.known.of(look.own).get("docked")',
        'Option("docked", T_("Docked"))',
        'Refused("NO_PLACE", {"system": system}, fix=T_("Name one."))',
        'term("GCW-TRN-04")',
    ],
)
def test_a_mark_a_code_and_what_is_looked_up_are_no_small_words(right: str) -> None:
    assert not [*shown_bare(right)]


def test_no_small_word_is_let_stand_that_is_not_there() -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    assert [words for words in CODES if f'"{words}"' not in told] == []
