"""What `python -m tests.mutants` plants: one small bug at a time, never in a text, an annotation or a decorator."""

import ast
from pathlib import Path

import pytest

from tests.mutants import UNHURT, Mutant, places, planted

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
