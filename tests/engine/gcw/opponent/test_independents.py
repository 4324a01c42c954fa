"""Umpire as an Independent: it has no credit to begin with, no Command Center, and perhaps no home that is its own."""

from __future__ import annotations

import pytest

from engine.clock import DAY, Instant
from engine.game import Seat
from engine.gcw.founding.setup import Confirm, Join
from engine.gcw.founding.sites import Sample
from engine.gcw.state import PlayerStatus, UnitKind
from engine.text.lines import to_text
from tests.engine.gcw.opponent.campaigns import BEGINS, FACTIONS, OTHERS, UMPIRE, campaign, umpire, worth
from tests.engine.gcw.opponent.test_opponent import Alone

BLUE = OTHERS[0]


def lines(game: Alone) -> list[str]:
    """Lines that Umpire ordered."""
    return [to_text(one) for one in game.given]


@pytest.mark.slow
@pytest.mark.rule("GCW-SET-05")
def test_it_founds_without_facilities_builds_a_yard_of_its_money_and_ships_in_it_and_takes_a_world() -> None:
    game = Alone("join IND as Fett")
    game.play(until=Instant(BEGINS + 25 * DAY))
    assert [type(one) for one in game.given[:2]] == [Sample, Confirm]
    assert "construct SHY in G-1 of Gamorr" in lines(game)  # where it stands on the Surface (GCW-CON-07)
    assert any(line.startswith("build") and line.endswith("for pdf") for line in lines(game))
    assert len([owner for owner in game.state.owners.values() if owner == UMPIRE]) >= 2
    assert worth(game.state)[UMPIRE] > 250


@pytest.mark.rule("GCW-SET-05", "GCW-SET-06")
def test_at_a_home_that_another_holds_it_has_no_side_and_takes_worlds_all_the_same() -> None:
    game = Alone(seats=(UMPIRE, BLUE))
    game.order(BLUE, "join IND as Bossk", "take sample fleet", "confirm")
    game.order(UMPIRE, "join IND as Fett")
    game.play(until=Instant(BEGINS + 20 * DAY))
    assert game.state.owners["Tatooine"] == BLUE
    assert any(owner == UMPIRE for owner in game.state.owners.values())
    assert not any(line.startswith("relation") for line in lines(game))
    assert all(unit.live for unit in game.state.of(BLUE) if unit.kind is UnitKind.SHIP)


def test_where_every_stronghold_is_taken_it_joins_a_faction_that_has_a_member() -> None:
    others = tuple(Seat(f"player-{number}") for number in range(10))
    game = Alone(seats=(UMPIRE, *others))
    for seat, faction in zip(others, (*FACTIONS, "IND"), strict=True):
        game.order(seat, f"join {faction} as {seat.capitalize()}")
    game.play()
    assert isinstance(game.given[0], Join)
    assert game.state.players[UMPIRE].status is PlayerStatus.ACTIVE
    assert game.state.players[UMPIRE].faction in FACTIONS
    assert game.state.voyages


@pytest.mark.slow
def test_two_independents_that_umpire_plays_order_nothing_that_is_refused() -> None:
    state = campaign({UMPIRE: umpire, BLUE: umpire}, 3, ("IND", "IND"))
    assert {player.faction for player in state.players.values()} == {"IND"}
