"""Suggestions of the panel in random campaigns: what is suggested is obeyed, whatever is drafted already."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.dice.keyed import ChainDice
from engine.gcw.state import State
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves
from engine.text.lines import parse
from tests.engine.gcw.staged import rules

MOVES, LOOKS_EVERY = 140, 12


class Random(PlayedGame[State]):
    """A game of random players; what holds of its rules is tested elsewhere."""

    checked = worded = False


@pytest.mark.parametrize("name", ["Skirmish 4", "Campaign"])
def test_what_a_panel_suggests_in_random_games_is_obeyed(name: str) -> None:
    (setup,) = (one for one in rules().setups() if one.name == name)
    game = Random(rules(), setup.seats, ChainDice(name.encode()))
    game.begin(setup, BEGINS)
    opening = [Move(BEGINS, seat, order) for seat, order in checks_of(rules()).opening(setup)]
    seen = 0
    for number, move in enumerate(islice(random_moves(game, Chance("o0", 4), opening), MOVES)):
        move.make(game)
        for seat in game.seats if number % LOOKS_EVERY == 0 else ():
            for one in rules().show(game.knows(seat), seat, "turn", "", game.now).suggestions:
                if not one.line.startswith("/"):
                    refused = game.tries(seat, parse(one.line, rules().orders)).refusal
                    assert refused is None, f"{seat}> {one.line}: {refused}"
                    seen += 1
    assert seen > 500
