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
from tests.bot.test_catalogue import MARKS, bare_words, called, is_words, literal

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


UNREAD: dict[str, str] = {
    "FS-WPN-13 \u00b7 dice {}": "a rule and the label of a die, in small print, by which posts gather it",
    "{}-show {}": "a path, as it is typed",
    "/gcw turn drop number:{}": "a path, as it is typed",
    "let {} do {}": "a line, as it is typed",
    "as {} do {}": "a line, as it is typed",
    "{} losses": "a line, as it is typed",
    "{} here": "a line, as it is typed",
    "report {} to turn 5 with {}": "a line, as it is typed",
    "jump fleet {} to {}": "a line, as it is typed",
    "active {}": "a line, as it is typed",
    "fabricate {}": "a line, as it is typed",
    "jump {} to {} {}": "a line, as it is typed",
    "miracle {}": "a line, as it is typed",
    "launch {}": "a line, as it is typed",
    "{} at {}": "a line, as it is typed",
    " from {}": "a line, as it is typed",
    "circle {} {} 2": "a line, as it is typed",
    "polygon {} 20, {} 20, {} 23.5": "a line, as it is typed",
    "circle {} 24 1": "a line, as it is typed",
    "{}; faction {}": "a line, as it is typed",
    "{} squads of {}": "a line, as it is typed",
    "all of {}": "a line, as it is typed",
    "blaster {}": "a line, as it is typed",
    "move {}": "a line, as it is typed",
    "force points {}": "a line, as it is typed",
    "character points {}": "a line, as it is typed",
    "dark side points {}": "a line, as it is typed",
    "medpacs {}": "a line, as it is typed",
    "fastflesh {}": "a line, as it is typed",
    "weapons: {}": "a line, as it is typed",
    "fleet {}": "another name of a thing, by which it is found",
    "side {}": "another name of a thing, by which it is found",
    "marker {}": "another name of a thing, by which it is found",
    "track {}": "another name of a thing, by which it is found",
    "Contact {}": "another name of a thing, by which it is found",
    "dock {}": "another name of a thing, by which it is found",
    "battle {}": "another name of a thing, by which it is found",
    "siege of {} by {}": "another name of a thing, by which it is found",
    "exploration of {}": "another name of a thing, by which it is found",
    "officer of {}": "another name of a thing, by which it is found",
    "{} kill": "an answer, by which it is found",
    "{} hand": "an answer, by which it is found",
    "{} on {}": "an answer, by which it is found",
    "captain on {}": "an answer, by which it is found",
    "wild 1 of {} is {}": "an answer, by which it is found",
    "Random {}": "a name that is given to something new, as it is recorded",
    "Random space {}": "a name that is given to something new, as it is recorded",
    "Skirmish {}": "a name that is given to something new, as it is recorded",
    "Captain {}": "a name that is given to something new, as it is recorded",
    "Guard {}": "a name that is given to something new, as it is recorded",
    "Ship {}": "a name that is given to something new, as it is recorded",
    "{} crew": "a name that is given to something new, as it is recorded",
    "FRD {}": "a name that is given to something new, as it is recorded",
    "{} against {}": "a name that is given to something new, as it is recorded",
    "{} parry": "the label of a die",
    "{} damage": "the label of a die",
    "resistance, {}": "the label of a die",
    "minutes {}": "the label of a die",
    "handling {}": "the label of a die",
    "round {} {}": "the label of a die",
    "season {}: {}": "the label of a die",
    "home of {}": "the label of a die",
    "{}, die {}": "the label of a die",
    "exploration of {}, {}": "the label of a die",
    "{}, roll {}, die {}": "the label of a die",
    "{}, ship": "the label of a die",
    "turn {}": "the label of a die",
    "{} against {}, {} shots, {} more": "what is sealed",
    "lane {}": "a key",
    "{} of {}": "recorded, and told by another sentence",
    " of {}": "recorded, and told by another sentence",
    " at the {}": "recorded, and told by another sentence",
    "left {} {}.{}": "recorded, and told by another sentence",
    "captured by {}": "recorded, and told by another sentence",
    "Track {}": "recorded, and told by another sentence",
    "{} of {} squads, ": "recorded, and told by another sentence",
    "{} {}, in {}": "recorded, and told by another sentence",
    "{}: {}, {}hit points {}, {}": "recorded, and told by another sentence",
    "shields {}{}": "recorded, and told by another sentence",
    "armor {}": "recorded, and told by another sentence",
    "systems {}": "recorded, and told by another sentence",
    "hull {}": "recorded, and told by another sentence",
    "planet {}, {}": "recorded in the packet of a battle",
    "at {}": "recorded in the packet of a battle",
    "facing {}": "recorded in the packet of a battle",
    "DC {}": "recorded in the packet of a battle",
    "{} {} used": "recorded in the packet of a battle",
    "CDR {}": "recorded in the packet of a battle",
    "{} is also the code of {}": "for whoever writes data",
    "{} is a weapon's code too": "for whoever writes data",
}
"""Texts that are put together and that nobody reads as they stand, and why."""

OTHERS = (
    "checks", "data", "dice", "figures/grid.py", "opponent", "pack", "picture", "played", "text/catalogue.py",
    "text/names.py",
)  # fmt: skip
"""Modules whose words go to whoever writes rules or data, or are letters of a picture: in plain English."""

TYPED = {"path", "line", "once", "short"}
"""What an order says of how it is typed."""

LINES = {"Option": 0, "Suggestion": 1}
"""Calls that take what is typed in one of their places."""


def formatted(source: str) -> Iterator[str]:
    """Words in a module that are put together without a mark, where somebody at the table may read them: no lines that
    are typed, no labels of dice ("{}/{}"), nothing that is raised for whoever writes rules.
    """

    def look(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.JoinedStr):
            text = literal(node) or ""
            if is_words(text) and "{}/" not in text:
                yield text
        for child in ast.iter_child_nodes(node):
            if not untold(node, child):
                yield from look(child)

    return look(ast.parse(source))


def untold(node: ast.AST, child: ast.AST) -> bool:
    """True where nobody at the table reads what stands in `child` of `node`, or it is marked."""
    if isinstance(node, ast.Raise):
        return node.exc is None or called(node.exc)[0] not in ("Refusal", "")
    if isinstance(node, ast.Call):
        place = LINES.get(called(node)[0])
        typed = place is not None and len(node.args) > place and child is node.args[place]
        return typed or (called(node)[0] in MARKS and child is not node.func)
    if isinstance(node, ast.AnnAssign | ast.Assign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return bool({ast.unparse(target) for target in targets} & TYPED)
    return isinstance(node, ast.Assert)


def put_together() -> dict[str, list[str]]:
    """Words that are put together without a mark, by module, but for those that nobody reads."""
    found: dict[str, list[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not any(f"/{other}" in f"/{name}" for other in OTHERS):
            words = [text for text in formatted(path.read_text("utf-8")) if text not in UNREAD]
            found |= {name: words} if words else {}
    return found


def test_words_that_are_put_together_for_people_stand_in_a_mark() -> None:
    assert put_together() == {}


@pytest.mark.parametrize(
    "planted",
    [
        'acted(run, unit, f"entered hyperspace at {unit.cell}")',
        'return f"{unit.name}: {unit.cell}, shields {pools.shields:,}"',
        'found.append((figure.label, f"{wound}, {points} Character Points"))',
        'Field(description=f"what is ruled; {AS_WRITTEN} takes back what was")',
        'raise Refusal("CODE", f"There is no game {name}.")',
        'Option(cell, f"{cell} from {unit.cell}")',
    ],
)
def test_words_that_are_put_together_are_seen(planted: str) -> None:
    assert [*formatted(planted)]


def test_what_nobody_reads_is_put_together_as_it_may() -> None:
    typed = 'line = f"{line} report"\nOption(f"drop {place}")\ntable.roll(f"{system}/card {number}")'
    assert [*formatted(typed), *formatted('raise ValueError(f"no {what} here")')] == []


def test_nothing_is_let_stand_that_is_not_put_together() -> None:
    told = [text for path in ROOT.rglob("*.py") for text in formatted(path.read_text("utf-8"))]
    assert [text for text in UNREAD if text not in told] == []
