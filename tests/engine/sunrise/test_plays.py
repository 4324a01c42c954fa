"""Every played example of the rulebook comes out as it states; random players keep to the rules and see no secrets."""

from pathlib import Path

import pytest

from engine.clock import Instant
from engine.game import Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs
from engine.played.random_players import BEGINS, Move
from engine.sunrise.data.units import FleetList
from engine.sunrise.fleet.building import ClearFleet
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.movement.plotting import LockOrders
from engine.sunrise.state import Plot, Plotted, Side, Stage, side_changed
from tests.engine.examples import comes_out
from tests.engine.pairs import alike
from tests.engine.sunrise.playing import BLUE, PLAIN, RED, RULES, Played, locked, turn_one

ROOT = Path(__file__).parents[3]
PLAYS = sorted((ROOT / "tests" / "play" / "sunrise").glob("*.play"))
CHECKS = checks_of(RULES)
SETUPS = [Setup(f"Random {count}", tuple(Seat(one) for one in ("red", "blue", "green")[:count])) for count in (2, 3)]


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_played_example_comes_out_as_it_states(path: Path) -> None:
    comes_out(RULES, path)


def opening(setup: Setup) -> list[Move]:
    """The moves that bring a game to turn 1."""
    return [Move(Instant(BEGINS), seat, order) for seat, order in CHECKS.opening(setup)]


def test_random_games_keep_what_must_hold() -> None:
    for game in fuzz(RULES, SETUPS, 11, 3, moves=80, opening=opening):
        assert game.failure is None, str(game.failure)


def test_what_a_seat_cannot_see_changes_nothing_that_it_hears() -> None:
    found = Pairs(RULES, SETUPS, 30, CHECKS.perturb, CHECKS.reveals, opening).interfere(5, 12)
    alike(found, 6)


def learns(game: Played, order: Order | None, upto: int = 0) -> bool:
    """True if Red may fairly learn what Blue wrote by an order of its own, or by time up to an instant."""
    instant = Instant(upto or game.now)
    wrote = {"fleet": FleetList("Another", ()), "plots": {"B1": Plotted(Plot(change=1))}}
    one, other = game.state, side_changed(game.state, Side.B, **wrote)
    return CHECKS.reveals(one, RED, order, instant) != CHECKS.reveals(other, RED, order, instant)


def test_the_last_lock_and_the_deadline_show_what_the_enemy_wrote_and_nothing_does_before() -> None:
    game = Played()
    game.blue(f'load fleet "{PLAIN}"')
    assert not learns(game, LockFleet())
    game.blue("lock fleet")
    assert learns(game, LockFleet()) and not learns(game, ClearFleet())
    game = turn_one()
    assert game.state.until is not None
    assert not learns(game, LockOrders()) and not learns(game, None, game.state.until - 1)
    assert learns(game, None, game.state.until)
    game.blue("lock orders")
    assert learns(game, LockOrders()) and not learns(game, ClearFleet()) and not learns(game, None)


def test_who_has_no_side_learns_nothing_by_a_lock() -> None:
    game = Played()
    game.blue(f'load fleet "{PLAIN}"', "lock fleet")
    assert CHECKS.reveals(game.state, Seat("green"), LockFleet(), game.now) == ()


@pytest.mark.parametrize("number", range(12))
def test_what_is_hidden_is_written_with_random_names_of_which_none_is_known(number: int) -> None:
    """Fleets that pairs of games hide from a seat: every name of theirs is searched for in all that it gets."""
    game, chance = turn_one(), Chance("hidden", number)
    CHECKS.arrange(game, RED, chance)
    names, fleet = CHECKS.hidden_from(game.state, RED).names, game.state.b.fleet
    if game.state.stage is Stage.FLEETS:
        assert set(names) == {fleet.name, *(ship.name for ship in fleet.ships)}
        assert not any(name in str(game.known[RED]) or name not in str(game.known[BLUE]) for name in names)
    else:
        assert names == ()


def test_names_that_both_sides_have_been_shown_are_hidden_no_more() -> None:
    game = Played()
    game.blue('load fleet "x01234567 | Frigate | | Beam Rifle (fore); Torpedo"')
    assert CHECKS.hidden_from(game.state, RED).names == ("x01234567",)
    assert CHECKS.hidden_from(game.state, BLUE).names == ()
    assert CHECKS.hidden_from(locked(blue="x01234567 | Frigate | | Beam Rifle (fore); Torpedo").state, RED).names == ()
