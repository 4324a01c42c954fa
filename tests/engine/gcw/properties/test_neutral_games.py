"""Random players attack a neutral world, and play its defenders: all that must hold of a campaign holds, and what the
attacker hears of them is no more than it may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.offline.parallel_games import opening
from engine.clock import Instant
from engine.game import MODERATOR, Seat, Setup
from engine.gcw.checks.oracle import SEATS, GcwChecks
from engine.gcw.moderators.units import Spawn
from engine.gcw.people.refereeing import Defend
from engine.gcw.state import State
from engine.played.checks import Length, checks_of
from engine.played.fuzz import Game, play_random
from engine.played.interference import Pairs
from engine.played.random_players import BEGINS, Move
from tests.engine.gcw.staged import rules

WORLD = "Bespin"
ATTACKED = Setup("A world attacked", SEATS[:2], {"founding": "whole", "npc_control": "attacker"})
DAYS = Length(120, days=10, without=("Victory", "LastDay", "Retire", "RemoveUnit", "Place", "Ruling"))


def before_it() -> Iterator[Move]:
    """Two players are founded, and stand with two ships each where a defended world has its platform."""
    yield from (move for move in opening(rules(), ATTACKED) if move.seat != MODERATOR)
    yield Move(Instant(BEGINS), MODERATOR, Defend(system=WORLD))
    for number, seat in enumerate(SEATS[:2]):
        for code in ("VSD", "INT") if number == 0 else ("NEBB", "CORV"):
            spawn = Spawn(unit=code, name=f"{seat} {code}", system=WORLD, cell="B-1", player=Seat(seat))
            yield Move(Instant(BEGINS), MODERATOR, spawn)


def played(seed: int) -> Game[State]:
    return play_random(rules(), ATTACKED, seed, length=DAYS, opening=tuple(before_it()), shrink=False)


@pytest.mark.slow
def test_random_attackers_play_the_defenders_of_a_world() -> None:
    answered: Counter[str] = Counter()
    for seed in range(6):
        game = played(seed)
        assert game.failure is None, game.failure
        answered.update(game.obeyed)
    assert answered["Answer"] >= 10


@pytest.mark.slow
def test_whoever_plays_the_defenders_learns_nothing_that_is_hidden() -> None:
    checks = checks_of(rules())
    checks.hasten()
    pairs = Pairs(
        rules(), [ATTACKED], perturb=checks.perturb, reveals=checks.reveals, opening=lambda setup: list(before_it())
    )
    found = pairs.interfere(77, 12)
    assert not found.leaks and found.compared > 500


def test_the_checks_are_those_of_every_campaign() -> None:
    assert GcwChecks(rules()).campaign().setup.options["npc_control"] == "attacker"
