"""Every played example of the rulebook comes out as it states; random tables keep the rules and see no secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import Setup
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.coverage import played
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs
from tests.engine.d6.playing import RED, RULES, Played
from tests.engine.examples import comes_out
from tests.engine.pairs import alike

ROOT = Path(__file__).parents[3]
PLAYS = sorted((ROOT / "tests" / "play" / "d6").glob("*.play"))
SETUPS: list[Setup] = list(RULES.setups())


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_played_example_comes_out_as_it_states(path: Path) -> None:
    comes_out(RULES, path)


@pytest.mark.slow
def test_whatever_rule_a_played_example_names_runs_in_it() -> None:
    """By the examples alone: what else shows a rule is not asked (`umpire rules d6 --coverage`)."""
    code = {str(path): path.read_text(encoding="utf-8") for path in (ROOT / "engine" / "d6").rglob("*.py")}
    files = {f"tests/play/d6/{path.name}": path.read_text(encoding="utf-8") for path in PLAYS}
    found = list(played(RULES, code, files))
    assert [f"{one.rule} in {one.where}" for one in found if one.how != "played"] == []
    assert {one.rule for one in found} == {rule.id for rule in RULES.texts}


def test_random_tables_keep_what_must_hold() -> None:
    for game in fuzz(RULES, SETUPS, 11, 6, moves=80):
        assert game.failure is None, str(game.failure)


def test_a_secret_sheet_changes_nothing_that_players_hear() -> None:
    checks = checks_of(RULES)
    found = Pairs(RULES, SETUPS, perturb=checks.perturb, reveals=checks.reveals).interfere(5, 5)
    alike(found, 1)


@pytest.mark.parametrize("number", range(6))
def test_who_is_hidden_has_a_random_name_which_is_hidden_too(number: int) -> None:
    """In pairs of games: what is searched for in all that a seat gets stands in nothing that it knows."""
    game, chance = Played(), Chance("hidden", number)
    game.gm(
        "bring Stormtrooper as Trooper", "bring Wookiee as Shadow sight hidden", "bring Thug as Lurker sight hidden"
    )
    game.checks.arrange(game, RED, chance)
    game.sound()
    hidden = game.checks.hidden_from(game.state, RED)
    assert len(hidden.ids) == 2
    assert tuple(game.state.figures[id].label for id in hidden.ids) == hidden.names
    assert not any(name in str(game.known) for name in hidden.names)
    deeds = game.checks.deeds(game, RED, Chance("deeds", number))
    assert deeds is None or any(name in str(deeds.one) for name in hidden.names)
    game.gm(f"reveal {hidden.names[0]}")
    assert game.checks.hidden_from(game.state, RED).names == hidden.names[1:]
