"""Every played example of the rulebook comes out as it states; random players keep to the rules and see no secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.dice.keyed import FixedDice
from engine.freedom.data.pack import load
from engine.freedom.opponent import advise
from engine.game import Setup
from engine.pack.sheets import PackError
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS
from engine.text.lines import parse, to_text
from tests.engine.examples import comes_out
from tests.engine.freedom.playing import BLUE, RED, RULES, SHEETS, Played
from tests.engine.pairs import alike

ROOT = Path(__file__).parents[3]
PLAYS = sorted((ROOT / "tests" / "play" / "freedom").glob("*.play"))
SETUPS: list[Setup] = list(RULES.setups())


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_played_example_comes_out_as_it_states(path: Path) -> None:
    comes_out(RULES, path)


def test_random_games_keep_what_must_hold() -> None:
    for game in fuzz(RULES, SETUPS, 11, 6, moves=80):
        assert game.failure is None, str(game.failure)


def test_what_a_seat_cannot_see_changes_nothing_that_it_hears() -> None:
    checks = checks_of(RULES)
    found = Pairs(RULES, SETUPS, perturb=checks.perturb, reveals=checks.reveals).interfere(5, 12)
    alike(found, 6)


@pytest.mark.parametrize("scenario", ["egrix", "varu", "skirmish"])
def test_umpire_plays_both_sides_to_the_end(scenario: str) -> None:
    game = PlayedGame(RULES, (RED, BLUE), FixedDice(scenario.encode()))
    game.begin(Setup("Test", (RED, BLUE), {"scenario": scenario, "pace": "none"}), BEGINS)
    for _ in range(600):
        if game.state.over:
            break
        awaited = RULES.awaits(game.state)[0].seat
        order = RULES.advise(game.knows(awaited), awaited, game.now)
        assert order is not None, f"{awaited} is waited for, and Umpire knows nothing to do"
        assert parse(to_text(order, RULES.orders), RULES.orders) == order
        assert game.obey(awaited, order) is None
    assert game.state.over


def test_umpire_has_nothing_to_say_for_a_seat_that_is_not_asked() -> None:
    game = Played(bare=False)
    assert RULES.advise(game.knows(BLUE), BLUE, game.now) is None
    assert advise(RULES.look(game.knows(RED), None, game.now)) is None


@pytest.mark.parametrize(
    ("sheet", "old", "new", "fault"),
    [
        ("tables.toml", 'die = 6, cells = ["4/1", ', "die = 6, cells = [", "military[5].cells: should have at least"),
        ("scenarios.toml", 'at = "Angoff urban"', 'at = "Angoff urbn"', "did you mean 'Angoff urban'?"),
        ("units.toml", "first = 3, second = 2", "first = 0, second = 2", "units.toml:6: units[2].first"),
        ("planets.toml", 'creature = "Drants"', 'creature = "Drnts"', "did you mean 'Drants'?"),
        ("locals.toml", 'race = "Thoks"', 'race = "Thok"', "no irate locals of Thoks in wild environs (FITG-CHR-05)"),
    ],
)  # fmt: skip
def test_a_bad_pack_names_file_line_and_field(sheet: str, old: str, new: str, fault: str) -> None:
    assert old in SHEETS[sheet]
    with pytest.raises(PackError) as raised:
        load({**SHEETS, sheet: SHEETS[sheet].replace(old, new, 1)}, "")
    assert fault in str(raised.value)
