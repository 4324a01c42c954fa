"""Whatever the panel of a player or of the GM offers is obeyed: in random games, and in moments that were missed."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.d6.offers import deeds, suggestions
from engine.d6.state import State
from engine.dice.keyed import ChainDice
from engine.game import MODERATOR, Seat, Setup
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves
from engine.text.lines import parse, to_text
from tests.engine.d6.playing import BLUE, RED, RULES, Played

MOVES, LOOKS_EVERY = 90, 9


class Random(PlayedGame[State]):
    """A game of random players; what holds of its rules is tested elsewhere."""

    checked = worded = False


def offered(game: PlayedGame[State], seat: Seat) -> list[str]:
    """What a seat's panel offers now, as lines."""
    return [one.line for one in suggestions(RULES.look(game.knows(seat), seat, game.now))]


def possible(game: PlayedGame[State], seat: Seat) -> list[str]:
    """What a player's character could do now, as lines: what fits on the panel, and the rest."""
    return [to_text(one) for one in deeds(RULES.look(game.knows(seat), seat, game.now))]


def refused(game: PlayedGame[State], seat: Seat) -> list[str]:
    """What a seat's panel offers now and would be refused, with the refusal; nothing of it is ordered."""
    tried = ((line, game.tries(seat, parse(line, RULES.orders)).refusal) for line in offered(game, seat))
    return [f"{seat}> {line}: {why}" for line, why in tried if why is not None]


@pytest.mark.parametrize("setup", RULES.setups(), ids=lambda setup: setup.name)
def test_what_is_offered_in_random_games_is_obeyed(setup: Setup) -> None:
    game = Random(RULES, setup.seats, ChainDice(setup.name.encode()))
    game.begin(setup, BEGINS)
    opening = [Move(BEGINS, seat, order) for seat, order in checks_of(RULES).opening(setup)]
    seen = 0
    for number, move in enumerate(islice(random_moves(game, Chance("offers", 4), opening), MOVES)):
        move.make(game)
        if number % LOOKS_EVERY == 0:
            for seat in (*game.seats, MODERATOR):
                assert refused(game, seat) == []
                seen += len(offered(game, seat))
    assert seen > 50


def test_a_weapon_is_offered_to_be_set_to_what_it_has_and_is_not_set_to() -> None:
    game = Played()
    game.person("Rex", weapons="blaster rifle")
    assert [line for line in possible(game, RED) if line.startswith("set ")] == ["set blaster rifle to stun"]


def test_what_penalties_leave_no_die_for_is_not_offered() -> None:
    game = Played()
    rex = game.person("Rex", weapons="vibroblade", dexterity="1D", perception="1D")
    game.person("Ama", BLUE)
    game.combat("rex", "ama")
    before = possible(game, RED)
    for begins in ("attack ama with vibroblade", "brawl with ama", "roll perception", "move high over easy"):
        assert any(line.startswith(begins) for line in before), begins
    game.turn(rex, declared=2)
    after = possible(game, RED)
    assert not [line for line in after if line.startswith(("attack", "roll", "move high"))]
    assert "brawl with ama" in after and refused(game, RED) == []


def test_a_reaction_is_offered_as_long_as_it_has_a_die() -> None:
    game = Played()
    rex = game.person("Rex", dexterity="2D")
    game.person("Ama", BLUE)
    game.combat("ama", "rex")
    game.gm("trigger dive for Rex at 10")
    assert "reflex" in offered(game, RED)
    game.turn(rex, reactions=2)
    assert "reflex" not in offered(game, RED)


def test_a_combat_is_offered_where_two_are_in_sight_and_one_is_awake() -> None:
    game = Played()
    game.person("Rex")
    assert "combat" not in offered(game, MODERATOR)
    game.person("Ama", BLUE)
    assert "combat" in offered(game, MODERATOR)
    for one in ("rex", "ama"):
        game.figure(one, out=60)
    assert "combat" not in offered(game, MODERATOR)
