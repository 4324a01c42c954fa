"""Whole campaigns of random players: founded, fought and paid for a month, with all that must hold of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.offline.named_rulebook import named_rulebook
from bot.offline.parallel_games import random_games
from engine.clock import DAY
from engine.game import EVERYONE, MODERATOR, Said
from engine.gcw.checks.oracle import GcwChecks
from engine.gcw.fleets import Removed
from engine.gcw.state import PlayerStatus, State, UnitKind
from engine.played.checks import Campaign, Length
from engine.played.fuzz import Game
from engine.played.random_players import BEGINS
from tests.engine.gcw.playing import NOON, RED
from tests.engine.gcw.staged import rules

CAMPAIGN = GcwChecks(rules()).campaign()


def played(games: int, seed: int, what: Campaign) -> list[Game[State]]:
    return list(random_games(named_rulebook, "gcw", games, seed, what))


def fails(games: list[Game[State]]) -> list[str]:
    return [str(game.failure) for game in games if game.failure is not None]


SHORT = Campaign(CAMPAIGN.setup, Length(90, CAMPAIGN.length.days, CAMPAIGN.length.without))


@pytest.fixture(scope="module")
def month() -> Game[State]:
    """A month in few moves."""
    return played(1, 5, SHORT)[0]


@pytest.mark.slow
def test_a_campaign_lasts_a_month_and_pays_its_players(month: Game[State]) -> None:
    assert not fails([month])
    assert month.moves[-1].at >= BEGINS + 30 * DAY
    assert (month.state.paid_upto or 0) > BEGINS + 20 * DAY
    assert all(player.status is PlayerStatus.ACTIVE for player in month.state.players.values())
    assert "Victory" not in month.obeyed


@pytest.mark.slow
def test_random_campaigns_of_a_month_are_sound() -> None:
    assert not fails(played(8, 11, CAMPAIGN))


def test_a_unit_that_is_gone_unsaid_is_found(month: Game[State]) -> None:
    """A unit that nobody removed is still there, in play or in reserve."""
    checks, state = GcwChecks(rules()), month.state
    lost = next(unit for unit in state.of(RED) if unit.kind is UnitKind.SQUADRON)
    without = replace(state, units={key: unit for key, unit in state.units.items() if key != lost.id})
    assert "lost unsaid" in str(checks.between(state, (), without, RED))
    assert "made of nothing" in str(checks.between(without, (), state, RED))
    removed = Said(NOON, EVERYONE, Removed((lost.id,), "destroyed"))
    assert checks.between(state, (removed,), without, RED) is None


def test_a_roster_over_its_limit_is_found(month: Game[State]) -> None:
    """A ship that leaves its PDF for a fleet without room; moderators may put it there."""
    checks, state = GcwChecks(rules()), month.state
    ship = next(unit for unit in state.of(RED) if unit.code == "SSD")
    over = replace(state, units={**state.units, ship.id: replace(ship, duty="")})
    assert "CP_LIMIT" in str(checks.between(state, (), over, RED))
    assert checks.between(state, (), over, MODERATOR) is None
