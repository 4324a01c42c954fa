"""Games of all options that a rulebook knows can be made, and what cannot be played is refused when it is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.game.desk.game_options import require_playable
from bot.game.loaded_game import SecretDice
from bot.game.rulebooks import Rules
from bot.offline.parallel_games import setups
from engine.clock import Instant
from engine.game import Refusal
from engine.played.script import read
from tests.rulebooks import BOOKS, EAW

EXAMPLES = sorted((Path(__file__).parents[1] / "play").glob("*/**/*.play"))
DICE = SecretDice.of(b"d" * 32)


@pytest.mark.parametrize("rules", BOOKS, ids=lambda rules: rules.name)
def test_every_game_that_is_played_in_an_example_or_at_random_can_be_made(rules: Rules) -> None:
    scripts = [read(path.read_text(encoding="utf-8"), path.name) for path in EXAMPLES if path.parent.name == rules.name]
    played = [*setups(rules), *(script.setup for script in scripts)]
    for options in {tuple(sorted(setup.options.items())) for setup in played}:
        require_playable(rules, "Tried", dict(options), Instant(1_773_144_000), DICE)


def test_a_campaign_of_four_empires_can_be_made_and_one_that_names_a_race_twice_cannot() -> None:
    four = {"races": "Federation/Klingon/Kzinti/Lyran"}
    require_playable(EAW, "Tried", four, Instant(1_773_144_000), DICE)
    with pytest.raises(Refusal, match="Klingon is named 2 times"):
        require_playable(EAW, "Tried", {"races": "Federation/Klingon/Klingon"}, Instant(1_773_144_000), DICE)
    with pytest.raises(Refusal, match="two empires or more play|2 seats play, and 1 race"):
        require_playable(EAW, "Tried", {"races": "Federation"}, Instant(1_773_144_000), DICE)
