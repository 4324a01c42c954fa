"""Every played example of the toy rulebook comes out as it states, and writing it anew changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.played.coverage import plays
from tests.engine.examples import comes_out
from tests.toy import RULES

ROOT = Path(__file__).parents[3]
PLAYS = plays("toy", (path.relative_to(ROOT).as_posix() for path in (ROOT / "tests/play").rglob("*")))


@pytest.mark.parametrize("path", PLAYS)
def test_a_played_example_comes_out_as_it_states(path: str) -> None:
    comes_out(RULES, ROOT / path)


def test_there_are_examples() -> None:
    assert len(PLAYS) >= 4
