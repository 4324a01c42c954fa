"""Words that people read of the bot are in the catalogue: marked where it stands, found by the extractor, and whole."""

from __future__ import annotations

import ast
import functools
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

import bot
import storage
from tests.engine.kernel.test_messages import is_fragment, within

ROOT = Path(bot.__file__).parents[1]
ROOMS = ("storage", "bot")

WHOLE = {
    "**d{sides}**, {total} rolled; each face is expected about {count} time": "a die: d6",
    "**d{sides}**, {total} rolled; each face is expected about {count} times": "a die: d6",
}
"""Sentences with a field right behind a letter, and why nothing is glued to it."""


@functools.cache
def extracted(*rooms: str) -> set[str]:
    """Every message that the extractor finds in some rooms, one by one."""
    methods = [("**.py", "engine.text.catalogue:module")]
    found = [one for room in rooms for one in extract_from_dir(ROOT / room, methods)]
    return {text for *_, message, _, _ in found for text in ([message] if isinstance(message, str) else message)}


def test_every_message_of_the_bot_is_found_by_the_extractor() -> None:
    packages = ((bot.__path__, "bot."), (storage.__path__, "storage."))
    modules = [import_module(one.name) for path, start in packages for one in pkgutil.walk_packages(path, start)]
    messages = [message for module in modules for value in vars(module).values() for message in within(value)]
    assert len(messages) > 200
    assert {text for one in messages for text in (one.one, one.many) if text} - extracted("engine", *ROOMS) == set()


def test_no_message_of_the_bot_is_a_fragment_that_a_translator_cannot_move() -> None:
    assert {one for one in extracted(*ROOMS) if is_fragment(one)} - WHOLE.keys() == set()
    assert WHOLE.keys() - extracted(*ROOMS) == set()


def test_what_slash_commands_say_of_themselves_is_found() -> None:
    said = {"Start a game: for whoever created it, and for moderators.", "Create, join and start games", "what to say"}
    said |= {"what is ruled; 'as written' takes back what was"}  # of an order that several rulebooks have
    assert said - extracted("engine", *ROOMS) == set()


OPERATORS = (
    "bot/offline/",
    "bot/start/command_line.py",
    "bot/start/config.py",
    "bot/start/demo_table.py",
    "bot/start/health.py",
    "bot/start/serve.py",
    "bot/game/desk/proof.py",
    "storage/database.py",
    "storage/files/",
    "storage/forgetting.py",
    "storage/migrations/",
    "storage/packs.py",
)
"""Modules whose words go to whoever runs the bot, in a terminal: in plain English."""

MARKS = {"N_", "NN_", "T_"}

PASSED_OVER = {
    "AssertionError": "for whoever writes the bot",
    "BadOrderClass": "for whoever writes the bot",
    "PictureError": "for the log",
    "Unverified": "for whoever runs the bot",
    "ValueError": "for whoever writes the bot",
    "Field": "says what a setting is, for whoever writes the bot",
    ".create_task": "a name of work, for the log",
    "code": "typed by its reader: a command, a line",
    "report_error": "what failed, for the log",
    ".run": "a name of work, for the log",
    ".read": "a name of work, for the log",
    "._read": "a name of work, for the log",
    "._ruled": "a name of work, for the log",
    ".note": "what was asked, as the log of the game keeps it; it is escaped where it is shown",
    ".look": "what was looked at, as the log keeps it",
    "._looked": "what was looked at, as the log keeps it",
    ".shown": "what was looked at, as the log keeps it",
    ".describe": "what a slash command says of itself: the extractor finds it",
}
"""Functions, and methods with a dot, whose texts are not what a player or a moderator reads in an answer, and why."""

SQL = re.compile(r"\W*(SELECT|INSERT|UPDATE|DELETE|LEFT JOIN|WHERE|AND)\b")

NO_WORDS = {
    "-# Record: `{head}`": "found again in posts, by what stands around the head",
    "undone at the table": "a reason, kept in the log as moderators' own are",
    "over by its rules": "a reason, kept in the log as moderators' own are",
    "the game master's panel": "what was looked at, as the log keeps it",
    "what others ordered": "what was looked at, as the log keeps it",
    "attacked ": "the name of a reminder",
    "take up": "a kind of command, as the log keeps it",
    "give up": "a kind of command, as the log keeps it",
    "set aside": "a kind of command, as the log keeps it",
    "the clock": "chosen in a command",
    "the referee": "typed in a command",
    "   [refused: {}]": "a mark of transcripts",
    "{} UTC": "a time on the page of a game",
    "it changed nothing": "for the log",
    "it was refused ({})": "for the log",
    "the completion of {} in /{}": "for the log",
    "Game master": "a role's name, by which it is found again",
    "Rolls": "a game's name, by which nobody looks for it",
    "DejaVu Sans": "a font",
    "True": "a value, as discord.py has it",
    "False": "a value, as discord.py has it",
    "None": "Python's",
    "4D+2 vs 15": "dice, as they are typed",
    "forget me": "typed in a command",
    "player {}": "a seat of a game that is tried out",
    "given up": "the name of a trouble",
    "Date": "a header",
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>': "a picture",
    "what {} knows is not at hand": "for whoever writes the bot",
    "this interaction was served before": "for whoever writes the bot",
}
"""Texts that stand without a mark, and why."""

_WORD, _FIELD = r"[^\W\d_]{2,}", r"\{[^{}]*\}"
_WORDS = re.compile(
    "|".join(
        (rf"{_WORD}[^\w\s{{}}]*[ \n]+[^\W\d_]", rf"{_WORD}[^\w\s{{}}/]* +{_FIELD}", rf"{_FIELD}[^\w\s{{}}/]* +{_WORD}")
    )
)
_LABEL = re.compile(r"[A-Z][a-z]+[.!?…]?")
_GLUE = re.compile(r"[\s,;:.]*\s[^\W\d_]{2,}.*|.*[^\W\d_]{2,}\s+")


def is_words(text: str) -> bool:
    """True for a literal that reads like words: two in a row, one beside a field (`{}`), one with a capital letter, one
    that is glued to something with a blank.
    """
    return bool(_WORDS.search(text) or _LABEL.fullmatch(text) or _GLUE.fullmatch(text))


def literal(node: ast.AST) -> str | None:
    """The letters of a text in the source, with {} for each field of an f-string; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return None


def called(node: ast.AST) -> tuple[str, str]:
    """The name that is called, and on what: ("warning", "log"), ("N_", "")."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr, function.value.id if isinstance(function.value, ast.Name) else "?"
    return (function.id, "") if isinstance(function, ast.Name) else ("", "")


def is_passed_over(node: ast.AST, child: ast.AST) -> bool:
    """True where a text that stands in `child` of `node` is marked, or is nothing that a player or a moderator reads:
    a docstring, a pattern, a line for the log, a type, something to compare with.
    """
    if isinstance(node, ast.Call):
        what, of = called(node)
        return child is not node.func and (
            of in ("log", "logging", "re") or (f".{what}" if of else what) in {*MARKS, *PASSED_OVER}
        )
    if isinstance(node, ast.Expr):
        return isinstance(child, ast.Constant)
    if isinstance(node, ast.Subscript):
        return child is node.slice
    return isinstance(node, ast.Compare | ast.ClassDef | ast.arg)


def bare_words(source: str) -> list[str]:
    """Words of a module that no mark is around, as `line: words`."""
    found: list[str] = []

    def look(node: ast.AST) -> None:
        text = literal(node)
        if text is not None and is_words(text) and text not in NO_WORDS and not SQL.match(text):
            found.append(f"{getattr(node, 'lineno', 0)}: {text}")
        for child in ast.iter_child_nodes(node):
            inner = isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)
            body = isinstance(node, ast.ClassDef) and child in node.body
            if body or not (inner or is_passed_over(node, child)):
                look(child)

    look(ast.parse(source))
    return found


def read_by_people() -> Iterator[tuple[str, str]]:
    """The modules of the bot and beneath it whose words people read, and their sources."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(OPERATORS):
                yield name, path.read_text(encoding="utf-8")


def test_what_people_read_of_the_bot_stands_in_a_mark_and_nowhere_else() -> None:
    """An f-string, a literal, what `format` and `join` make of one: wherever words stand in the source that no mark is
    around. It does not see a single word in small letters, an f-string of signs alone (`f"- {line}"`), a sentence that
    is all in a variable (of an error of pydantic's or Discord's, of a data pack), nor what stands in a module of
    `OPERATORS`, in a call of `PASSED_OVER` or is named in `NO_WORDS` and is told to people all the same. What fills a
    field of a marked sentence is escaped by its type; where an f-string of signs lets a bare name through,
    `tests/discord/test_hostile_names.py` has to see it.
    """
    assert {name: found for name, source in read_by_people() if (found := bare_words(source))} == {}


def test_nothing_is_let_stand_that_is_not_there() -> None:
    sources = [ast.parse(source) for _, source in read_by_people()]
    nodes = [node for source in sources for node in ast.walk(source)]
    texts, calls = {literal(node) for node in nodes}, {called(node) for node in nodes}
    named = {f".{what}" if of else what for what, of in calls}
    assert sorted(NO_WORDS.keys() - texts) == [] and sorted(PASSED_OVER.keys() - named) == []
    assert [one for one in OPERATORS if not (ROOT / one).exists()] == []


@pytest.mark.parametrize(
    "line",
    [
        'await reply(interaction, f"{shown(game.name)} has ended.")',
        'raise Refusal("GAME", f"There is no game {typed!r}.")',
        'raise Refusal("GAME", "There is no game here yet.", fix=T_("`/game create` makes one."))',
        'raise Refusal("GAME", NOT_THERE(why=term(f"{who} left")))',
        'return Reply(f"Done: {number}")',
        'step.announce(term("{seat} joins.".format(seat=seat)))',
        'told = "%s joins the game." % seat',
        'listed = " and ".join(names)',
        'text = text + " (taken back)"',
        'ui.Button(label="Join", custom_id=custom_id)',
        'ui.Label(text=title, description="for the announcement", component=why)',
        "told = f\"{count} line{'' if count == 1 else 's'} left\"",
        'heading = f"**Lesson {at}**"',
        'LABELS = {"lobby": "Waits for players."}',
        "await reply(interaction, f\"-# {N_('ended')()} for good\")",
        'class Menu(GameMenu):\n        asks = "Look at"',
    ],
)
def test_words_without_a_mark_are_seen(line: str) -> None:
    assert bare_words(f"async def told():\n    {line}\n")


@pytest.mark.parametrize(
    "line",
    [
        '"""Tells of the end of a game."""',
        'await reply(interaction, N_("{game} has ended.")(game=name(game.name)))',
        'topic = f"thread:{game.id}:{topic}"',
        'lines.append(f"- {line}")',
        'log.warning("post %d is given up: %s", post, why)',
        'found = re.compile("told late, because .*")',
        'work = await self._slow_work.run(f"{name} odds", odds)',
        'kind: Literal["not at all", "now and then"] = given',
        'if typed == "not at all": pass',
        'await report_error(interaction, error, f"the form {custom_id}")',
    ],
)
def test_what_nobody_reads_needs_no_mark(line: str) -> None:
    assert bare_words(f"async def told():\n    {line}\n") == []


def test_what_a_slash_command_says_of_itself_is_no_answer() -> None:
    source = """
class Cog(commands.GroupCog, name="game", description="Create and join games"):
    @app_commands.command()
    @app_commands.describe(seat="the name of your seat")
    async def join(self, interaction):
        \"\"\"Take a seat.\"\"\"
"""
    assert bare_words(source) == []
