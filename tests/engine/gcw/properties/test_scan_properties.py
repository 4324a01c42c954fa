"""Scans under way change nothing for who cannot know of them, and tell their player of what they cover only."""

import pytest

from engine.clock import Instant
from engine.game import MODERATOR, Seat, Setup
from engine.gcw.founding.setup import Confirm, Join, Muster
from engine.gcw.moderators.units import Spawn
from engine.gcw.sight.scanning import ComScan
from engine.gcw.turn.turn import Final, Submit
from engine.orders import Order
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs
from engine.played.random_players import BEGINS, Move
from tests.engine.gcw.staged import BARE, rules
from tests.engine.pairs import alike

SETUPS = [Setup("Sensors", (Seat("red"), Seat("blue"), Seat("green")), BARE)]
FACTIONS = {"red": ("GE", "ISD"), "blue": ("RA", "NEBB"), "green": ("TF", "HARD")}
TYPES = (("active", "orbit"), ("passive", "orbit"), ("active", "deep space"), ("active", "ground"))
PLACES = ("B-1", "C-4", "DSZ-3", "A-2", "DSZ-1", "C-1")


def scanning(setup: Setup) -> list[Move]:
    """Every seat has ships in many cells of one system, silent, and scans it with some of them."""
    orders: list[tuple[Seat, Order]] = []
    for seat in setup.seats:
        faction, ship = FACTIONS[seat]
        orders.append((seat, Join(faction=faction, hero=f"Captain {seat}")))
        orders.append((seat, Muster(unit="LNCR" if faction == "GE" else ship)))
        orders.append((seat, Confirm()))
        for number, cell in enumerate(PLACES):
            orders.append((MODERATOR, Spawn(unit=ship, name=f"{seat} {number}", system="Hoth", cell=cell, player=seat)))
    for seat in setup.seats:
        for number, (mode, layer) in enumerate(TYPES):
            values = {"unit": f"{seat} {number}", "mode": mode, "layer": layer}
            orders.append((seat, ComScan.model_validate(values)))
        orders += [(seat, Submit(story="We look.")), (seat, Final())]
    return [Move(Instant(BEGINS), seat, order) for seat, order in orders]


@pytest.mark.slow
def test_random_games_around_scans_keep_what_must_hold() -> None:
    for game in fuzz(rules(), SETUPS, 3, 4, moves=90, opening=scanning):
        assert game.failure is None, str(game.failure)


@pytest.mark.slow
def test_what_a_scan_does_not_cover_changes_nothing_that_its_player_hears() -> None:
    book = rules()
    checks = checks_of(book)
    found = Pairs(book, SETUPS, 12, checks.perturb, checks.reveals, scanning).interfere(8, 24)
    alike(found, 16)
