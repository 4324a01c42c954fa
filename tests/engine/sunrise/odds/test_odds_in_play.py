"""Attacks ordered through the kernel come out as often as their odds, worked out from the same sheets, foretell."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.clock import Instant
from engine.dice.keyed import FixedDice
from engine.dice.odds import Odds
from engine.game import Seat, obey
from engine.look import Refused
from engine.sunrise.abilities import aimed, sheet_of
from engine.sunrise.data.shapes import INCH, Point
from engine.sunrise.data.units import Arc, FactionCode, FleetList, Mount, ShipList
from engine.sunrise.figures import odds
from engine.sunrise.founding.locking import ships_of
from engine.sunrise.harm import Damaged, ShipLost, SystemLost
from engine.sunrise.look import Question
from engine.sunrise.shooting.aiming import Shoot
from engine.sunrise.shooting.gunnery import Attacked
from engine.sunrise.state import Settings, Shot, Side, SideState, Stage, State, Status
from tests.engine.sunrise.odds.test_odds import within_chance
from tests.engine.sunrise.playing import RULES

RED, BLUE, NOW = Seat("red"), Seat("blue"), Instant(0)
FORE = (Arc.FORE,)
FEW, MANY = 1500, 40_000
"""Attacks of each case; all cases of many make 200,000."""

SHOOTER = ShipList(
    "Ram", "flagship", (),
    (
        Mount("energy-lance", FORE), Mount("artillery", FORE), Mount("hydra"), Mount("upgraded-capacitors"),
        Mount("fragmenting-ammunition"), Mount("tuned-fire-control"), Mount("haywire-missiles"),
        Mount("advanced-target-tracking"),
    ),
)  # fmt: skip
TARGET = ShipList(
    "Wall", "cruiser", ("refractive-coating", "hardened-armor", "interceptor-missiles"),
    (
        Mount("beam-rifle", FORE), Mount("adaptive-plating"), Mount("shields"), Mount("reinforced-armor"),
        Mount("layered-plate"), Mount("torpedo"),
    ),
)  # fmt: skip


def facing(pips: int, inches: int, faction: str = "", lost: tuple[str, ...] = ()) -> State:
    """Red's ship is to be picked, so far from blue's with so many pips left; red has lost some systems."""
    fleets = {Side.A: FleetList("Rams", (SHOOTER,)), Side.B: FleetList("Walls", (TARGET,), faction)}
    ships = {}
    for side, place in ((Side.A, Point(36 * INCH, 10 * INCH)), (Side.B, Point(36 * INCH, (10 + inches) * INCH))):
        for ship in ships_of(RULES.world, fleets[side], side):
            ships[ship.id] = replace(ship, status=Status.DEPLOYED, place=place, heading=0)
    ships["A1"] = replace(
        ships["A1"],
        systems=tuple(replace(one, lost=one.boxes) if one.id in lost else one for one in ships["A1"].systems),
    )
    ships["B1"] = replace(ships["B1"], pips=pips)
    always = tuple(ask for ask in Question.kinds)
    return State(
        settings=Settings(clock={"choice": 0}),
        seats={RED: Side.A, BLUE: Side.B},
        stage=Stage.PICK,
        turn=1,
        first=Side.A,
        initiative=Side.A,
        picks=Side.A,
        a=SideState(side=Side.A, fleet=fleets[Side.A], locked=True, auto=always),
        b=SideState(side=Side.B, fleet=fleets[Side.B], locked=True, auto=always),
        ships=ships,
    )


CASES = {
    "energy in its band, rerolled": ("c1", facing(48, 16)),
    "energy next to its band, few pips": ("c1", facing(5, 20)),
    "ballistic, fragmenting": ("c2", facing(20, 15)),
    "missile, haywire, rugged": ("c3", facing(9, 14, FactionCode.GAS_GIANT_COLLECTIVE)),
    "without Fire Control": ("c2", facing(30, 17, lost=("fire_control",))),
}


@pytest.mark.rule("FS-ODD-01", "FS-ODD-03", "FS-ODD-07", "FS-ODD-08", "FS-ODD-09", "FS-ODD-10", "FS-ODD-13")
@pytest.mark.parametrize("name", CASES)
def test_attacks_in_play_come_out_as_often_as_foretold(name: str) -> None:
    compare(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_two_hundred_thousand_attacks_in_play_come_out_as_often_as_foretold(name: str) -> None:
    assert MANY * len(CASES) == 200_000
    compare(name, MANY)


def compare(name: str, attacks: int) -> None:
    """Order so many attacks, each with dice of its own, and compare every figure with the exact odds."""
    weapon, state = CASES[name]
    ship, target = state.ships["A1"], state.ships["B1"]
    band = aimed(RULES.world, state, ship, Shot(weapon, "B1"))
    assert not isinstance(band, Refused)
    asked = odds.attack(RULES.world.pack, ship.systems, weapon, sheet_of(RULES.world, state, target), band)
    told = odds.forecast(asked)
    foretold = {
        "damage": told.damage,
        "marked": told.marked,
        "systems": told.systems,
        "destroyed": Odds({1: told.destroyed, 0: 1 - told.destroyed}),
    }
    seen: dict[str, Counter[int]] = {figure: Counter() for figure in foretold}
    for number in range(attacks):
        dice = FixedDice(f"{name} {number}".encode())
        outcome = obey(RULES, state, RED, Shoot(shots=f"{weapon} at B1", ship="A1"), NOW, dice, lambda seat: state)
        assert outcome.refusal is None, outcome.refusal
        facts = [one.fact for one in outcome.said]
        killed = any(isinstance(fact, ShipLost) for fact in facts)
        seen["damage"][sum(fact.damage for fact in facts if isinstance(fact, Attacked))] += 1
        seen["marked"][sum(fact.marked for fact in facts if isinstance(fact, Damaged))] += 1
        seen["systems"][0 if killed else sum(isinstance(fact, SystemLost) for fact in facts)] += 1
        seen["destroyed"][int(killed)] += 1
    for figure, expected in foretold.items():
        assert set(seen[figure]) <= {value for value, _ in expected}, f"{name}: a {figure} that cannot be"
        assert within_chance(seen[figure], expected), f"{name}: {figure}"
