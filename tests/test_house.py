"""Keeps the house as it describes itself: what the README names exists, nothing is left half done."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

import grimp
import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "storage", "bot", "sandbox")
MOST_IN_FOLDER = 15
MOST_DEEP = 9
MOST_BY_PLACE = 6


def tracked() -> list[Path]:
    """Files under version control that are there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


FILES = tracked()
PYTHON = [path for path in FILES if path.suffix == ".py"]
OURS = [path for path in PYTHON if path.relative_to(ROOT).parts[0] in ROOMS]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_with(pattern: str, files: list[Path]) -> list[str]:
    """Lines of text files in which a pattern stands: `path:line: words`."""
    found = []
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        rows = enumerate(text.splitlines(), 1)
        found += [f"{name(path)}:{number}: {row.strip()}" for number, row in rows if re.search(pattern, row)]
    return found


def test_everything_the_readme_names_exists() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    quoted = re.findall(r"`([\w.-]+(?:/[\w.<>*-]+)*/?)`", text)
    paths = [*linked, *(words for words in quoted if "/" in words or re.search(r"\.(py|toml|md|txt|play)$", words))]
    made_by_the_reader = {"config.toml", ".venv/"}
    missing = [
        path
        for path in paths
        if path not in made_by_the_reader
        and not path.startswith("data/")
        and "<" not in path
        and not list(ROOT.glob(path.rstrip("/")))
    ]
    assert paths
    assert missing == []


def test_every_file_that_the_guide_for_rulebooks_names_is_there() -> None:
    """By its path, or by the end of it where each rulebook has one: `look.py`, `sheets/characters.py`."""
    text = re.sub(r"`\S*RULEBOOK\S*`", "", (ROOT / "docs" / "adding.md").read_text(encoding="utf-8"))
    quoted = set(re.findall(r"`([\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|toml|play|txt|xz)))`", text))
    ends = [f"/{one}" for path in FILES for one in (name(path), f"{name(path.parent)}/")]
    assert len(quoted) > 40
    assert sorted(one for one in quoted if not any(end.endswith(f"/{one}") for end in ends)) == []


def statements(block: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The statements of a block and all that stand within them: the twelfth part of what a module's tree is made of."""
    for statement in block:
        yield statement
        for part in ("body", "handlers", "cases", "orelse", "finalbody"):
            yield from statements(within if isinstance(within := getattr(statement, part, None), list) else ())


class Read(NamedTuple):
    """All that the statements of a module tell: its docstrings that begin with a question word, its functions that take
    too much by place and those that take a thing called nothing, the packages that it imports, and True where it does
    not say what it is about.
    """

    riddles: list[str]
    crowded: list[str]
    nameless: list[str]
    imported: set[str]
    silent: bool


def read(path: str, source: str) -> Read:
    """Reads a module once for all that the tests ask of it."""
    tree = ast.parse(source)
    inside = list(statements(tree.body))
    functions = [one for one in inside if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    described = [tree, *functions, *(one for one in inside if isinstance(one, ast.ClassDef))]
    about = ast.get_docstring(tree, clean=False)
    return Read(
        [riddle for one in described for riddle in riddles(path, one)],
        [f"{path}: {one.name}" for one in functions if crowded(one)],
        [f"{path}: {one.name}" for one in functions if nameless(one)],
        imported(inside),
        bool(source.strip()) and not (about and about.splitlines()[0].strip()),
    )


@cache
def modules() -> dict[str, Read]:
    """All that is told by every module of ours, by its path."""
    return {name(path): read(name(path), path.read_text(encoding="utf-8")) for path in PYTHON}


@pytest.mark.parametrize("rulebook", ["gcw", "sunrise", "eaw", "freedom", "d6"])
def test_make_fuzz_plays_every_rulebook_a_thousand_times_and_compares_ten_thousand_pairs(rulebook: str) -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nfuzz:")[2].partition("\n\n")[0]
    (line,) = re.findall(rf"umpire fuzz {rulebook} --games 1000 .*", recipe)
    assert "--interfere 10000" in line


def test_commands_of_the_readme_are_targets_of_the_makefile() -> None:
    told = set(re.findall(r"\bmake ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {"play", "test"} <= told <= targets


def test_no_file_names_a_machine_or_where_packages_come_from() -> None:
    places = r"(?<![\w.:/-])/(?:root|home|work|Users)/\w"
    sources = r"--(?:extra-)?index-url|--find-link[s]|https?://[^ )\"]*/(?:simple|packages)/"
    assert lines_with(f"{places}|{sources}", FILES) == []


def test_nothing_is_left_to_do() -> None:
    marks = "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK", "NotImplemented" + "Error"))
    assert lines_with(rf"\b(?:{marks})\b", PYTHON) == []


def test_every_silenced_check_says_why() -> None:
    silenced = lines_with(r"#\s*(?:type:\s*ignore|noqa)", PYTHON)
    unexplained = [
        line for line in silenced if not re.search(r"(?:ignore\[[\w, -]+\]|noqa: [A-Z0-9, ]+)\s+# ?\w+", line)
    ]
    assert [line for line in unexplained if not line.startswith("tests/test_house.py")] == []


@cache
def graph_of(room: str) -> grimp.ImportGraph:
    """The imports of a room, read once."""
    return grimp.build_graph(room, exclude_type_checking_imports=False, cache_dir=None)


@pytest.mark.parametrize("room", ROOMS)
def test_no_modules_import_each_other_in_a_circle(room: str) -> None:
    """Imports in functions and under TYPE_CHECKING count too: a circle that is hidden is still one."""
    graph = graph_of(room)
    left = graph.modules
    while ends := {
        module
        for module in left
        if left.isdisjoint(graph.find_modules_directly_imported_by(module))
        or left.isdisjoint(graph.find_modules_that_directly_import(module))
    }:
        left = left - ends
    assert sorted(left) == []


@pytest.mark.parametrize("rulebook", ["engine.d6", "engine.eaw", "engine.gcw", "engine.sunrise", "engine.freedom"])
def test_a_rulebook_is_few_enough_modules_deep_to_be_read(rulebook: str) -> None:
    """The longest chain of modules that import each other; every import counts, wherever it stands."""
    graph = graph_of("engine")
    inside = {module for module in graph.modules if f"{module}.".startswith(f"{rulebook}.")}

    @cache
    def chain(module: str) -> list[str]:
        below = graph.find_modules_directly_imported_by(module) & inside
        return [module, *max((chain(one) for one in sorted(below)), key=len, default=[])]

    assert len(inside) > MOST_DEEP
    longest = max(map(chain, sorted(inside)), key=len)
    assert len(longest) <= MOST_DEEP, longest


@pytest.mark.parametrize("room", [*ROOMS, "tests"])
def test_folders_hold_few_enough_files_to_find_one(room: str) -> None:
    looked_at = PYTHON if room == "tests" else FILES
    folders = Counter(name(path.parent) for path in looked_at if name(path).startswith(f"{room}/"))
    assert {folder: count for folder, count in folders.items() if count > MOST_IN_FOLDER} == {}


def test_every_module_says_what_it_is_about() -> None:
    assert [path for path, read in modules().items() if read.silent] == []


def test_a_module_that_says_nothing_is_seen() -> None:
    assert read("a.py", "import os").silent
    assert read("a.py", '"""\n\nFleets."""').silent
    assert not read("a.py", '"""Fleets."""\nimport os').silent
    assert not read("a.py", "").silent


Described = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def riddles(path: str, node: Described) -> list[str]:
    """The docstring of a module, class or function where it begins with a question word: `path:line: words`."""
    words = ast.get_docstring(node) or ""
    asks = re.match(r"(Wh(at|ether|ere|y|o|om|ose|en|ich)|How)\b", words)
    return [f"{path}:{node.body[0].lineno}: {words.splitlines()[0]}"] if asks else []


def test_docstrings_begin_with_the_thing_or_the_deed() -> None:
    """ "Pips left after a hit" and "True if the ship may jump" tell more than "What is left" and "Whether it may"."""
    asked = modules().keys() - set(PROJECT["tool"]["ruff"]["extend-exclude"])
    assert [one for path in sorted(asked) for one in modules()[path].riddles] == []


def test_a_docstring_that_begins_with_a_riddle_is_seen() -> None:
    assert read("a.py", 'def f():\n    """What is left."""').riddles == ["a.py:2: What is left."]
    assert len(read("a.py", '"""Why?"""\ndef f():\n    """Whom it owes."""').riddles) == 2
    assert read("a.py", '"""Whatever is left."""\nclass C:\n    """Pips left."""').riddles == []


@pytest.mark.parametrize(
    "around",
    [
        "class C:",
        "def g():",
        "async def g():",
        "if a:\n    pass\nelse:",
        "for a in b:\n    pass\nelse:",
        "try:\n    pass\nfinally:",
        "try:\n    pass\nexcept E:",
        "with a:",
        "match a:\n  case 1:",
    ],
)
def test_what_stands_within_is_read_too(around: str) -> None:
    within = '    def f(one):\n        """How it is."""\n        import numpy'
    told = read("a.py", f"{around}\n{within}")
    assert [len(told.riddles), told.nameless, told.imported] == [1, ["a.py: f"], {"numpy"}]


BY_PLACE = {
    "engine/game.py: obey": "the whole of an order: by what, of what, whose, which, when, by which dice, who knows",
    "engine/game.py: play": "as `obey`",
}
"""Functions that take more arguments by their places than one can tell apart, and why."""


def crowded(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """True if a function takes more than so many arguments by their places; `self` is none."""
    taken = [*function.args.posonlyargs, *function.args.args]
    return len([one for one in taken if one.arg not in ("self", "cls")]) > MOST_BY_PLACE


def test_what_a_function_takes_besides_six_things_is_named_where_it_is_given() -> None:
    """The parameters of a slash command are its arguments: discord.py gives them by name."""
    asked = [name(path) for path in OURS if not name(path).startswith("bot/cogs/")]
    assert sorted(one for path in asked for one in modules()[path].crowded) == sorted(BY_PLACE)


def test_a_seventh_argument_is_seen() -> None:
    assert read("a.py", "def f(a, b, c, d, e, f, *, g, h=1): ...").crowded == []
    assert read("a.py", "class C:\n    def f(self, a, b, c, d, e, f, g=1): ...").crowded == ["a.py: f"]


def nameless(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """True if a function has a parameter `one` that is not what is said of one, with `many` beside it."""
    arguments = function.args
    taken = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    return "one" in taken and "many" not in taken


def test_a_parameter_says_what_it_is() -> None:
    asked = [path for path in modules() if path.startswith(tuple(f"{room}/" for room in ROOMS))]
    assert [one for path in asked for one in modules()[path].nameless] == []


def test_a_parameter_that_says_nothing_is_seen() -> None:
    assert read("a.py", "def f(one): ...").nameless == ["a.py: f"]
    assert read("a.py", "def f(one, other): ...").nameless == ["a.py: f"]
    assert read("a.py", "def f(one, many): ...").nameless == []


def test_no_file_or_class_has_a_name_that_says_nothing() -> None:
    empty = re.compile(r"util|helper|manager|common|misc", re.IGNORECASE)
    files = [name(path) for path in PYTHON if empty.search(path.stem)]
    classes = lines_with(r"^\s*class \w*(?:Util|Helper|Manager|Common|Misc)", PYTHON)
    assert files + classes == []


def plain(requirement: str) -> str:
    """The name of a package as locks write it."""
    return re.split(r"[<>=!~ ;\[]", requirement, maxsplit=1)[0].lower().replace("_", "-").replace(".", "-")


UNIMPORTED = {"tzdata": "zoneinfo reads it where the system has no time zones of its own"}
"""Dependencies that nothing imports, and why they are none the less."""

BY_TESTS = {"jsonschema-rs": "the sandbox is held against Discord's specification where tests give it one"}
"""What a room imports when tests ask it to, and why it is no dependency."""


def imported(inside: Iterable[ast.AST]) -> set[str]:
    """The packages that statements import."""
    found = set[str]()
    for node in inside:
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.partition(".")[0])
    return found


def brought(packages: set[str]) -> set[str]:
    """Distributions to be installed for packages that are neither Python's own nor ours, as locks write it."""
    distributions = packages_distributions()
    foreign = packages - sys.stdlib_module_names - {*ROOMS, "seeds"}
    return {plain(one) for package in foreign for one in distributions.get(package, [package])}


def test_what_the_rooms_import_are_the_dependencies_and_nothing_else() -> None:
    used = brought(set[str]().union(*(modules()[name(path)].imported for path in OURS)))
    named = {plain(requirement) for requirement in PROJECT["project"]["dependencies"]}
    assert sorted(used - named) == sorted(BY_TESTS), "imported, and no dependency"
    assert sorted(named - used) == sorted(UNIMPORTED), "a dependency, and neither imported nor named with its reason"


def test_an_import_of_no_dependency_is_seen_wherever_it_stands() -> None:
    source = "import os.path\ndef late():\n    from PIL import Image\n    import numpy.linalg\nfrom . import near\n"
    found = read("a.py", source).imported
    assert found == {"os", "PIL", "numpy"}
    assert brought(found | {"engine"}) == {"pillow", "numpy"}


WAYS_OUT = {"send", "send_message", "edit_message", "edit_original_response", "followup", "reply"}
"""What discord.py calls its ways to make or rewrite a message."""

NO_WORDS = {"archived", "locked", "name", "invitable"}
"""What of a thread may be edited anywhere: it is no message."""


def ways_out(source: str) -> list[int]:
    """The lines of a module in which a message of Discord's is made or rewritten."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in WAYS_OUT:
            found.append(node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "edit":
            given = {keyword.arg for keyword in node.keywords}
            found += [node.lineno] if not given or not given <= NO_WORDS else []
    return found


def test_messages_are_made_in_one_place_and_nowhere_else() -> None:
    """Texts that are too long are split there, and nothing that is refused for its length gets to Discord."""
    made = {name(path): ways_out(path.read_text(encoding="utf-8")) for path in OURS if name(path).startswith("bot/")}
    assert made.pop("bot/render/sending.py")
    assert {path: lines for path, lines in made.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        'await channel.send("Hear, hear")',
        'await interaction.response.send_message("Hear, hear")',
        "send = interaction.followup.send",
        "await interaction.edit_original_response(view=view)",
        "await interaction.response.edit_message(view=view)",
        'await message.edit(content="Hear, hear")',
        "await message.edit(**fields)",
        "await thread.edit(archived=True, content=words)",
        'await message.reply("Hear, hear")',
    ],
)
def test_a_message_that_is_made_elsewhere_is_seen(line: str) -> None:
    assert 3 in ways_out(f"async def told():\n    await thread.edit(archived=True, locked=True)\n    {line}\n")
    assert ways_out("async def told():\n    await thread.edit(archived=True, locked=True)\n") == []


def test_every_dependency_is_locked_with_its_hash() -> None:
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    wanted = {
        "runtime.txt": [*project["dependencies"], *extras["build"]],
        "dev.txt": [*project["dependencies"], *extras["build"], *extras["dev"]],
    }
    for file, requirements in wanted.items():
        text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
        pins = re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE)
        assert {plain(requirement) for requirement in requirements} <= set(pins), file
        blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
        assert all("--hash=sha256:" in block for block in blocks), file


def test_both_locks_agree() -> None:
    locks = [(ROOT / "requirements" / file).read_text(encoding="utf-8") for file in ("runtime.txt", "dev.txt")]
    runtime, dev = (dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE)) for lock in locks)
    assert {pin: dev.get(pin) for pin in runtime} == runtime


PARTS = ("*Promised.*", "*Tested.*", "*The last run.*", "*Not promised.*")
"""What stands of every promise, in this order."""


def test_every_promise_says_how_it_is_tested_what_came_of_it_and_what_is_not_promised() -> None:
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    promises = [part for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:] if not part.startswith("Never")]
    assert len(promises) >= 9
    told = {
        part.splitlines()[0]: re.findall(r"^\*(?:Promised|Tested|The last run|Not promised)\.\*", part, re.M)
        for part in promises
    }
    assert {promise: parts for promise, parts in told.items() if parts != list(PARTS)} == {}


def test_everything_that_trust_names_exists() -> None:
    text = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:tests|bot|engine|storage|bench)/[\w/.]*)(?::\d+)?`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_fonts_come_with_their_licence() -> None:
    fonts = ROOT / "bot" / "render" / "fonts"
    assert list(fonts.glob("*.ttf"))
    assert "Bitstream Vera Fonts Copyright" in (fonts / "LICENSE.txt").read_text(encoding="utf-8")
