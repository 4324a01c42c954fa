"""Umpire as an empire: it wins against chance, gives no order that is refused, and knows no more than its empire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.battle.reports import Auto, Confirm
from engine.eaw.battle.sites import BattleOrder
from engine.eaw.opponent import season
from engine.eaw.season.locking import Jump
from engine.eaw.season.plot import Seal
from engine.eaw.setup.opening import ChooseSample, HandIn
from engine.eaw.state import Vision, with_empire, with_fleets, with_realm
from engine.eaw.works.building import Build
from engine.eaw.works.moving_goods import Resupply
from engine.orders import Order
from tests.engine.eaw.opponent.campaigns import SEATS, at_random, campaign, defender, points, umpire
from tests.engine.eaw.playing import BLUE, RED, RULES, Played

UMPIRE, *OTHERS = SEATS
FULL = ("CC", "CC", "CC", "DD", "DD")
"""Ships of the Federation that make a fleet of 599 CBPV."""


def advised(game: Played) -> Order | None:
    """Order that Umpire would give for red."""
    return RULES.advise(game.knows(RED), RED, game.now)


def won(number: int, map: str = "T6") -> bool:
    """True if Umpire has more points than either of two random players after four years."""
    players = {UMPIRE: umpire, OTHERS[0]: at_random(number), OTHERS[1]: at_random(number + 1000)}
    found = points(campaign(players, number, map=map))
    return found[UMPIRE] > max(found[one] for one in OTHERS[:2])


def test_it_has_more_points_than_random_players_after_four_years() -> None:
    assert [won(number) for number in range(3)] == [True] * 3


@pytest.mark.slow
def test_it_has_more_points_than_random_players_in_nine_campaigns_of_ten() -> None:
    assert sum(won(number, "T6" if number % 2 else "random 16") for number in range(40)) >= 36


@pytest.mark.slow
def test_it_has_more_points_than_who_only_defends_in_most_campaigns() -> None:
    found = [points(campaign({UMPIRE: umpire, OTHERS[0]: defender}, number, map="T6")) for number in range(40)]
    assert sum(one[UMPIRE] > one[OTHERS[0]] for one in found) >= 30


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


def facing(*theirs: str) -> Played:
    """Three full fleets of red at 3, which saw these fleets at blue's home last season; it has no money."""
    game = Played()
    for number in (1, 2, 3):
        game.fleet(RED, number, "3", *FULL)
    game.gm("correct treasury of empire red to 0")
    home = replace(RULES.look(game.knows(RED), RED, game.now).knows("4"), vision=Vision(
        game.state.t - 1, False, scouted=True, fleets=theirs
    ))  # fmt: skip
    game.arrange(with_realm(game.state, RED, knowledge={**game.state.realms[RED].knowledge, "4": home}))
    return game


def test_it_throws_in_all_it_has_against_its_match_only_while_it_is_not_ahead() -> None:
    for vp, attacks in (("0", True), ("1", False)):
        game = facing("620", "620", "620")
        game.arrange(with_empire(game.state, RED, vp=vp))
        assert (advised(game) == Jump(fleet="1", system="4")) is attacks


def test_it_goes_on_with_an_attack_by_all_whom_it_needs() -> None:
    game = facing("620", "620", "620")
    for number in (1, 2, 3):
        order = advised(game)
        assert order == Jump(fleet=str(number), system="4")
        game.obey(RED, order)


def test_it_sends_no_more_than_win_well() -> None:
    game = facing("196")
    game.obey(RED, Jump(fleet="1", system="4"))
    assert not isinstance(advised(game), Jump)


def test_it_repairs_crippled_ships_before_they_fight_again() -> None:
    game = facing("196")
    crippled = {id: replace(ship, crippled=True) for id, ship in game.state.ships.items() if ship.fleet != "red:1"}
    game.arrange(replace(game.state, ships={**game.state.ships, **crippled}))
    game.obey(RED, Jump(fleet="1", system="4"))
    assert advised(game) == Jump(fleet="2", system="2")
    home = game.state.realms[RED].home
    game.arrange(with_fleets(game.state, ["red:2"], at=home))
    assert advised(game) == Resupply(fleet="2")


def test_who_has_a_minesweeper_goes_last_into_a_battle_at_a_fortification() -> None:
    game = Played()
    game.fleet(RED, 1, "3", *FULL)
    game.fleet(RED, 2, "3", "CA", "FF")
    game.fleet(RED, 3, "3", *FULL, "MS(CL)")
    game.fleet(BLUE, 5, "4", "D7", "D7C")
    game.red("jump fleet 1 to 4", "jump fleet 2 to 4", "jump fleet 3 to 4")
    game.seal()
    order = advised(game)
    assert isinstance(order, BattleOrder)
    assert order.fleets == "1, 2, 3"


def test_a_new_fleet_has_a_minesweeper_and_a_captain() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA", "FF")
    built = [order for order in season(RULES.look(game.knows(RED), RED, game.now)) if isinstance(order, Build)]
    assert built[0].ships.startswith("MS(CL) [captain]")


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
