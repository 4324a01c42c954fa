"""Corners of campaigns that are founded whole, which random players found."""

import pytest

from engine.game import Setup
from tests.engine.gcw.playing import BLUE, NOON, RED, Played


def founded() -> Played:
    """The Empire and the Rebel Alliance, each with its sample fleet, a factory, and 5,000 KC."""
    game = Played()
    game.begin(Setup("Campaign", game.seats, {"founding": "whole"}), NOON)
    for seat, faction in ((RED, "GE"), (BLUE, "RA")):
        game.order(seat, f"join {faction} as Hero of {seat}", "take sample fleet", "raise FAC at G-1", "confirm")
        game.gm(f"set treasury of {seat} to 5000")
    return game


@pytest.mark.rule("GCW-STK-04", "GCW-LOG-01")
def test_what_cannot_fly_takes_the_place_of_an_airspeeder_on_the_surface_below() -> None:
    game = founded()
    game.turn(BLUE, "move Guard T47 3 to G-1A")
    assert game.unit("Guard T47 3").cell == "G-1A"
    game.blue("exchange Guard T47 3 for SPB")
    assert game.unit("Speeder Bike").cell == "G-1S"
