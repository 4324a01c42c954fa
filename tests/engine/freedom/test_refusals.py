"""Every refusal of the register has an example that is played, or says why it can have none."""

from __future__ import annotations

import re

import pytest

from engine.freedom.data.pack import Code
from engine.game import Refusal, Setup
from tests.engine.freedom.playing import NOON, RED, RULES, Played
from tests.rulebooks import SEEDS

PLAYS = SEEDS.parent / "tests" / "play" / "freedom"

AT_THE_START = {Code.E_SIDE}
"""Refused before there is a game to be played."""
NEVER = {Code.E_DICE}
"""Umpire rolls all dice, and nobody can name one."""


def test_every_refusal_is_met_in_a_played_example() -> None:
    met = {code for file in PLAYS.glob("*.play") for code in re.findall(r"^  ! (E_\w+) ", file.read_text(), re.M)}
    assert met == set(RULES.refusals) - AT_THE_START - NEVER


@pytest.mark.parametrize("seats", [(RED,), ()])
def test_a_game_of_other_than_two_does_not_begin(seats: tuple[str, ...]) -> None:
    game = Played()
    with pytest.raises(Refusal) as refused:
        game.begin(Setup("Test", tuple(RED for _ in seats), {"scenario": "egrix"}), NOON)
    assert refused.value.code == Code.E_SIDE and f"two seats play, not {len(seats)}" in str(refused.value)
