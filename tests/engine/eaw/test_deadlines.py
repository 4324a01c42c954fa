"""Until when orders are open: a fixed distance apart, whatever is over early. Register, section 6."""

from __future__ import annotations

from engine import eaw
from engine.clock import DAY, HOUR, Instant, later
from engine.eaw.season.locking import Locked, OrdersLocked
from engine.eaw.state import Step
from tests.engine.eaw.playing import BLUE, NOON, RED, SHEETS, Played

WEEK = 7 * DAY
FIRST = later(NOON, WEEK)


def at(game: Played, instant: Instant) -> Played:
    """The campaign at that instant, with all that time alone did until then."""
    game.lapse(instant)
    return game


def test_orders_that_are_all_sealed_early_move_no_later_deadline() -> None:
    game = Played()
    assert game.state.until == FIRST
    at(game, later(NOON, 2 * DAY)).seal()
    assert game.state.until == later(FIRST, WEEK)
    at(game, later(NOON, 3 * DAY)).seal()
    assert game.state.until == later(FIRST, 2 * WEEK)


def test_a_season_that_its_deadline_ends_is_followed_by_one_of_a_whole_window() -> None:
    game = at(Played(), FIRST)
    assert (game.state.t, game.state.until) == (1, later(FIRST, WEEK))


def test_a_deadline_that_a_moderator_moves_moves_those_after_it() -> None:
    game = Played()
    game.gm("extend by 24 hours")
    at(game, later(NOON, DAY)).seal()
    assert game.state.until == later(FIRST, DAY + WEEK)


def fought_until(instant: Instant) -> Played:
    """A battle in a lane, of orders that were all sealed on the second day, which a moderator closes then."""
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    game.fleet(BLUE, 1, "2", "D7")
    game.red("jump fleet 1 to 2")
    game.blue("jump fleet 1 to 1")
    at(game, later(NOON, 2 * DAY)).seal()
    (site,) = game.state.sites.values()
    at(game, instant).gm(f"close site {site.id}")
    assert game.state.step is Step.PLOT
    return game


def test_a_battle_that_is_over_before_the_deadline_moves_none() -> None:
    assert fought_until(later(FIRST, -HOUR)).state.until == later(FIRST, WEEK)


def test_after_a_battle_that_outlasts_the_deadline_there_is_a_whole_window() -> None:
    late = later(FIRST, 3 * DAY)
    assert fought_until(late).state.until == later(late, WEEK)


def test_a_campaign_of_version_1_counts_every_window_from_its_opening() -> None:
    game = Played(rules=eaw.ruleset(SHEETS, 1))
    early = later(NOON, 2 * DAY)
    at(game, early).seal()
    assert game.state.until == later(early, WEEK)
    assert game.of(Locked) and not game.of(OrdersLocked)
