"""Every played example of the rulebook comes out as it states; random players keep to the rules and see no secrets."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Seat, Setup
from engine.gcw import Gcw
from engine.gcw.world import AS_KNOWN
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs
from engine.played.random_players import BEGINS, Move
from tests.engine.examples import comes_out, example
from tests.engine.gcw.staged import BARE, rules
from tests.engine.pairs import alike

ROOT = Path(__file__).parents[3]
PLAYS = sorted((ROOT / "tests" / "play" / "gcw").glob("*.play"))
SEATS = tuple(map(Seat, ("red", "blue", "green")))
SETUPS = [Setup(f"Random {count}", SEATS[:count], BARE) for count in (2, 3)]


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_played_example_comes_out_as_it_states(path: Path) -> None:
    comes_out(rules(), path)


def test_a_refusal_that_tells_more_than_its_player_knows_is_found() -> None:
    """Whoever accepts a surrender was refused by what lay out of sight, before version 12."""
    older = Gcw(replace(rules().world, version=AS_KNOWN - 1))
    unseen = next(path for path in PLAYS if path.stem == "surrendered_unseen")
    found = [line.rpartition("knows: ")[2] for line in example(older, unseen).unfounded]
    assert [told.startswith("Surrender needs an open offer") for told in found] == [True, True]
    assert example(rules(), unseen).unfounded == ()


def opening(setup: Setup) -> list[Move]:
    """The moves that bring every seat to blows."""
    return [Move(Instant(BEGINS), seat, order) for seat, order in checks_of(rules()).opening(setup)]


def test_random_games_keep_what_must_hold() -> None:
    for game in fuzz(rules(), SETUPS, 11, 3, moves=80, opening=opening):
        assert game.failure is None, str(game.failure)


def test_what_a_seat_cannot_see_changes_nothing_that_it_hears() -> None:
    book = rules()
    checks = checks_of(book)
    found = Pairs(book, SETUPS, 30, checks.perturb, checks.reveals, opening).interfere(5, 10)
    alike(found, 6)
