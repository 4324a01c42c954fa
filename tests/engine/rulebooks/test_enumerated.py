"""Offers of an order to random players and panels, from what its fields name."""

from __future__ import annotations

from typing import Annotated

from engine.act import Order
from engine.clock import Instant
from engine.look import Look, Refused
from engine.noun import Found, Noun
from tests.toy.state import State

asked: list[str] = []
"""What was tested, in order."""


def light(look: Look[None, State], stone: str, found: Found) -> Refused | None:
    asked.append(stone)
    return Refused("HEAVY") if stone == "boulder" else None


STONE: Noun[Look[None, State], str] = Noun(
    "a stone",
    lambda look, found: ("boulder", "pebble", "flint"),
    lambda stone: (stone,),
    unknown="NO_STONE",
    tests=(light,),
    keeps=str.upper,
)


class Throw(Order):
    stone: Annotated[str, STONE]


class Christen(Order):
    stone: Annotated[str, STONE]
    name: str


LOOK: Look[None, State] = Look(None, State(), None, Instant(0))


def test_a_thing_that_fits_is_tested_once_and_named_as_it_is_kept() -> None:
    asked.clear()
    assert [order.stone for order in Throw.likely(LOOK)] == ["PEBBLE", "FLINT"]
    assert asked == ["boulder", "pebble", "flint"]


def test_where_nothing_says_what_a_field_could_hold_nothing_is_looked_at() -> None:
    asked.clear()
    assert list(Christen.likely(LOOK)) == []
    assert asked == []
