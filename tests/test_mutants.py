"""Bugs that `python -m tests.mutants` plants: one small bug at a time, never in a text, an annotation or a
decorator.
"""

import ast
import importlib.util
import threading
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants import running
from tests.mutants.map import named_lines
from tests.mutants.planting import UNHURT, Mutant, functions_of, places, plant_in, planted

SOURCE = '''
@decorated(1)
def least(things: list[int] = [], *, of: Literal[3]) -> int:
    """The first 5 things."""
    if things and not of < 2:
        note("seen" + str(things))
        return things[0]
    raise ValueError(f"{1 + 1} things")
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "least.py"
    path.write_text(SOURCE)
    return path


def test_every_place_gives_another_module(file: Path) -> None:
    whole = ast.unparse(planted(Mutant(str(file), UNHURT, 0, "nothing")))
    changed = {ast.unparse(planted(mutant)) for mutant in places(file)}
    assert len(changed) == len(places(file)) and whole not in changed


def test_texts_annotations_decorators_and_errors_are_left_alone(file: Path) -> None:
    for mutant in places(file):
        text = ast.unparse(planted(mutant))
        for kept in ("@decorated(1)", "Literal[3]", "The first 5 things", "{1 + 1} things", "def least"):
            assert kept in text, mutant


def test_the_changes_are_those_of_a_tired_programmer(file: Path) -> None:
    changes = sorted(mutant.change for mutant in places(file))
    assert changes == [
        "0 + 1",
        "2 + 1",
        "if not (things and (not of < 2))",
        "left out: note('seen' + str(things))",
        "not of < 2: without not",
        "of < 2: LtE",
        "return None",
        "things and (not of < 2): and/or",
    ]


def loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("planted_in", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_bug_is_planted_in_functions_that_are_loaded_also_in_those_that_a_function_made(tmp_path: Path) -> None:
    file = tmp_path / "counting.py"
    file.write_text("STEP = 1\n\ndef counter(start):\n    return lambda: start + STEP\n")
    counting = loaded(file)
    count, on_loading, plus = counting.counter(10), *(places(file)[number] for number in (0, 1))
    assert (on_loading.change, on_loading.in_function) == ("1 + 1", False)
    assert (plus.change, plus.in_function) == ("start + STEP: Sub", True)
    functions = functions_of([str(file)])[str(file)]
    assert not plant_in(functions, on_loading) and count() == 11
    assert plant_in(functions, plus) and count() == 9 and counting.counter(5)() == 4


def test_a_line_is_known_by_its_words_wherever_it_stands(tmp_path: Path) -> None:
    before, after = tmp_path / "before.py", tmp_path / "after.py"
    before.write_text("def one():\n    return 1\ndef other():\n    return 1\n")
    after.write_text("# New.\n\n" + before.read_text())
    assert named_lines(after)[2:] == named_lines(before) and len(set(named_lines(after))) == 6


def test_a_child_answers_breaks_or_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless() -> dict[str, int]:
        running.allow(0.5)
        while True:
            pass

    def asleep() -> dict[str, int]:
        threading.Event().wait()
        return {}

    monkeypatch.setattr(running, "ASLEEP", 1)
    assert running.child(lambda: {"sum": 2 + 2}) == {"sum": 4}
    assert "ZeroDivisionError" in (running.child(lambda: {"sum": 1 // 0}) or {})["broke"]
    assert running.child(endless) is None
    assert running.child(asleep) is None
