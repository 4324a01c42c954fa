"""Money is conserved to the BPV: every change of a treasury is a credit or a debit that its owner was told."""

from __future__ import annotations

from msgspec.structs import replace

from engine.eaw.checks import EawChecks
from engine.eaw.season.run import Paid
from engine.eaw.state import State, with_realm
from engine.game import Audience, Said, only
from tests.engine.eaw.playing import NOON, RED, RULES, Played

HEARS: Audience = only(RED)


def test_a_treasury_that_is_not_the_sum_of_its_ledger_is_found() -> None:
    game = Played()
    checks = EawChecks(RULES)
    assert checks.invariant(game.state) is None
    richer = with_realm(game.state, RED, treasury=game.state.realms[RED].treasury + 1)
    assert checks.invariant(richer) == "red has 791 BPV, and its credits and debits add up to 790"


def test_money_without_a_credit_or_debit_is_found_even_where_the_ledger_adds_up() -> None:
    game = Played()
    checks = EawChecks(RULES)
    realm = game.state.realms[RED]
    richer = with_realm(game.state, RED, treasury=realm.treasury + 7, totals={**realm.totals, "treasure": 7})
    assert checks.invariant(richer) is None
    found = checks.between(game.state, (), richer, RED)
    assert found == "red went from 790 to 797 BPV, and its credits and debits are 0"
    told: tuple[Said[State], ...] = (Said(NOON, HEARS, Paid(RED, 7, "treasure")),)
    assert checks.between(game.state, told, richer, RED) is None
    assert checks.between(game.state, told, replace(game.state), RED) is not None


def test_a_season_of_building_and_scrapping_adds_up() -> None:
    game = Played()
    fleet = game.fleet(RED, 1, "1", "CA", "FF")
    before = game.state
    said = len(game.said)
    game.red("build 2 FF at dock 1 in fleet 1", "scrap CA-1 of fleet 1")
    game.seal()
    assert EawChecks(RULES).between(before, game.said[said:], game.state, RED) is None
    assert game.state.realms[RED].treasury == 790 - 2 * 71 + 62 and fleet in game.state.fleets
