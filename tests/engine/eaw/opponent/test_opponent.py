"""Umpire as an empire: it wins against chance, gives no order that is refused, and knows no more than its empire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.battle.reports import Auto, Confirm
from engine.eaw.season.jumps import Jump
from engine.eaw.season.plot import Seal
from engine.eaw.setup.opening import ChooseSample, HandIn
from engine.eaw.state import Vision, with_realm
from engine.orders import Order
from tests.engine.eaw.opponent.campaigns import SEATS, at_random, campaign, defender, points, umpire
from tests.engine.eaw.playing import BLUE, RED, RULES, Played

UMPIRE, *OTHERS = SEATS
FULL = ("CC", "CC", "CC", "DD", "DD")
"""Ships of the Federation that make a fleet of 599 CBPV."""


def advised(game: Played) -> Order | None:
    """What Umpire would order for red."""
    return RULES.advise(game.knows(RED), RED, game.now)


def won(number: int, map: str = "T6") -> bool:
    """Whether Umpire has more points than either of two random players after four years."""
    players = {UMPIRE: umpire, OTHERS[0]: at_random(number), OTHERS[1]: at_random(number + 1000)}
    found = points(campaign(players, number, map=map))
    return found[UMPIRE] > max(found[one] for one in OTHERS[:2])


def test_it_has_more_points_than_random_players_after_four_years() -> None:
    assert [won(number) for number in range(6)] == [True] * 6


@pytest.mark.slow
def test_it_has_more_points_than_random_players_in_nine_campaigns_of_ten() -> None:
    assert sum(won(number, "T6" if number % 2 else "random 16") for number in range(40)) >= 36


@pytest.mark.slow
def test_it_has_more_points_than_who_only_defends_in_most_campaigns() -> None:
    found = [points(campaign({UMPIRE: umpire, OTHERS[0]: defender}, number, map="T6")) for number in range(40)]
    assert sum(one[UMPIRE] > one[OTHERS[0]] for one in found) > 20


def test_it_takes_sample_fleets_and_hands_them_in() -> None:
    game = Played(options={"fleets": "choose"}, bare=False)
    order = advised(game)
    assert isinstance(order, ChooseSample)
    game.obey(RED, order)
    assert isinstance(advised(game), HandIn)


def test_it_attacks_what_its_scout_saw_and_can_beat_and_stays_away_from_what_it_cannot() -> None:
    for theirs, attacks in ((("196",), True), (("590", "590", "590"), False)):
        game = Played()
        game.fleet(RED, 1, "3", *FULL)
        game.fleet(BLUE, 5, "4", "D7")
        seen = replace(game.state.realms[RED], treasury=0).knowledge
        known = {**seen, "4": replace(RULES.look(game.knows(RED), RED, game.now).knows("4"), vision=Vision(
            game.state.t - 1, False, scouted=True, fleets=theirs
        ))}  # fmt: skip
        game.arrange(with_realm(game.state, RED, knowledge=known))
        order = advised(game)
        assert (isinstance(order, Jump) and order.system == "4") is attacks, order


def test_what_it_cannot_see_changes_nothing_that_it_orders() -> None:
    plain, other = Played(), Played()
    for game in (plain, other):
        game.fleet(RED, 1, "1", *FULL)
    other.fleet(BLUE, 5, "2", "D7", "D7C", "F5")
    assert advised(plain) == advised(other) is not None


def test_it_seals_when_nothing_sensible_is_left() -> None:
    game = Played()
    game.arrange(replace(game.state, docks={}))
    assert isinstance(advised(game), Seal)


def test_it_settles_battles_by_dice_and_takes_a_report_at_its_word() -> None:
    game = Played()
    game.fleet(RED, 1, "2", *FULL)
    game.fleet(BLUE, 5, "3", "D7", "F5")
    game.blue("jump fleet 5 to 2")
    game.seal()
    assert isinstance(advised(game), Auto)
    (battle,) = game.state.battles
    game.blue(f"report {battle} to turn 6 with rest destroyed; A1 crippled; A2 here; A3 here; A4 here; A5 here")
    assert isinstance(advised(game), Confirm)
