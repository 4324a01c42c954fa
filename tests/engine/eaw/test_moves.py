"""Jumps of a season, all of a slot at once: the worked cases S1 to S18 of the register."""

from __future__ import annotations

from engine.eaw.season.run import Lost
from tests.engine.eaw.playing import BLUE, RED, Played


def test_two_fleets_that_swap_meet_in_the_lane() -> None:
    game = Played()
    mine, theirs = game.fleet(RED, 1, "1", "CA"), game.fleet(BLUE, 1, "2", "D7")
    game.red("jump fleet 1 to 2")
    game.blue("jump fleet 1 to 1")
    game.seal()
    assert game.where(mine) == game.where(theirs) == "1-2"
    assert [site.lane for site in game.state.sites.values()] == ["1-2"]


def test_a_fleet_that_is_attacked_before_its_slot_stays_and_fights() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    theirs = game.fleet(BLUE, 1, "2", "D7")
    game.fleet(BLUE, 2, "4", "D7")
    game.red("jump fleet 1 to 2")
    game.blue("jump fleet 2 to 5", "jump fleet 1 to 1")
    game.seal()
    assert game.where(theirs) == "2"
    assert [(one.line, one.code) for one in game.of(Lost)] == [("jump fleet 1 to 1", "E_PIN")]
