"""Random games on the ground alone: landings, garrisons, infiltrators, heroes, fatigue; sound, and without a leak."""

from collections import Counter

import pytest

from engine.game import MODERATOR, Seat, Setup
from engine.played.fuzz import fuzz
from engine.played.random_players import Move
from tests.engine.gcw.staged import BARE, opening_moves, rules

SEATS = (Seat("red"), Seat("blue"))
FLEETS = {"red": ("GE", "LNCR", "STM", "SCO", "AT-ST"), "blue": ("RA", "CORV", "RSO", "RSF", "T47")}
GAMES = 4


def opening(setup: Setup) -> list[Move]:
    """Two players with a landed ship, its hero, troops of every kind and a fortress each, in one Ground Grid."""
    moves: list[Move] = []

    def gives(seat: Seat, *lines: str) -> None:
        moves.extend(opening_moves(seat, *lines))

    for seat in SEATS:
        faction, ship, squads, infiltrators, vehicle = FLEETS[seat]
        gives(seat, f"join {faction} as Captain {seat}", f"muster {ship} named {seat} Home", "confirm")
        gives(
            MODERATOR,
            f"spawn CORV named {seat} Runner at Hoth G-1S for {seat}",
            f"spawn LAM named {seat} Lift at Hoth G-1S for {seat}",
            f"spawn BUN named {seat} Fort at Hoth G-1S for {seat}",
            f"spawn 12 {squads} named {seat} Guard at Hoth G-1S for {seat} inside {seat} Fort",
            f"spawn 20 {squads} named {seat} Legion at Hoth G-1S for {seat}",
            f"spawn 6 {infiltrators} named {seat} Shadow at Hoth G-1S for {seat}",
            f"spawn 2 {vehicle} named {seat} Rider at Hoth G-1S for {seat}",
            f"set unit {seat} Fort of {seat} shields 0",
            f"set unit {seat} Fort of {seat} armor 20",
            f"set unit {seat} Fort of {seat} hull 20",
        )
    gives(MODERATOR, "set owner of Hoth to blue", "place blue Home of blue at Hoth G-1S")
    return moves


@pytest.mark.slow
@pytest.mark.rule("GCW-G2G-01", "GCW-GAR-02", "GCW-GAR-05", "GCW-LCH-03", "GCW-FTG-01", "GCW-G2H-01")
def test_random_games_on_the_ground_are_sound() -> None:
    obeyed: Counter[str] = Counter()
    for game in fuzz(rules(), [Setup("Hoth", SEATS, BARE)], 11, GAMES, opening=opening):
        assert game.failure is None, game.failure
        obeyed.update(game.obeyed)
    assert {"Load", "Unload", "Detach", "Garrison", "Leave", "Infiltrate", "Disembark", "Fire"} <= set(obeyed)
