"""Every played example of the rulebook comes out as it states; random tables keep the rules and see no secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import Setup
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import interfere
from engine.played.transcript import read, run, write
from tests.engine.d6.playing import RULES

ROOT = Path(__file__).parents[3]
PLAYS = sorted((ROOT / "tests" / "play" / "d6").glob("*.play"))
SETUPS: list[Setup] = list(RULES.setups())


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_played_example_comes_out_as_it_states(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    transcript = read(text, path.name)
    assert not run(RULES, transcript).mismatches
    assert write(RULES, transcript) == text


def test_random_tables_keep_what_must_hold() -> None:
    for game in fuzz(RULES, SETUPS, 11, 6, moves=80):
        assert game.failure is None, str(game.failure)


def test_a_secret_sheet_changes_nothing_that_players_hear() -> None:
    checks = checks_of(RULES)
    found = interfere(RULES, SETUPS, 5, 20, 40, perturb=checks.perturb, reveals=checks.reveals)
    assert found.pairs and not found.leaks, "\n".join(map(str, found.leaks))
