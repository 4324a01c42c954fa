"""Odds worked out from the sheets of two ships: the golden turn's shots, volleys, and which component goes. FS-ODD."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.dice.odds import Odds
from engine.sunrise.data.units import Arc, Mount, ShipList
from engine.sunrise.figures import hull, odds
from engine.sunrise.figures.sheet import Sheet, fitted, lose
from engine.sunrise.state import Systems
from tests.engine.sunrise.register_calls import PACK

FORE = (Arc.FORE,)


def ship(hull_code: str, *mounts: Mount) -> Systems:
    return fitted(ShipList("A", hull_code, (), mounts), PACK)


def golden_a1() -> Systems:
    lance, railgun = Mount("energy-lance", FORE), Mount("railgun", FORE)
    return ship("destroyer", lance, railgun, Mount("shields"), Mount("upgraded-capacitors"))


@pytest.mark.rule("FS-WPN-10", "FS-WPN-11", "FS-WPN-15", "FS-ODD-10")
def test_the_golden_turn_s_lance_has_two_dice_a_discard_and_a_reroll() -> None:
    target = Sheet(systems=ship("cruiser", Mount("adaptive-plating")), defenses=("refractive-coating",), pips=36)
    asked = odds.attack(PACK, golden_a1(), "c1", target, 2)
    assert (asked.dice, asked.discard, asked.rerolls, asked.plating, asked.pips) == (2, 1, 1, 1, 36)
    assert asked.fragmenting is None
    assert odds.forecast(asked).damage.mean() == Fraction(119, 36)


@pytest.mark.rule("FS-WPN-12", "FS-FAC-26", "FS-ODD-03")
def test_a_rating_below_nothing_adds_dice() -> None:
    target = Sheet(systems=(), pips=24, shields=3)
    asked = odds.attack(PACK, golden_a1(), "c2", target, 4, change=-3)
    assert (asked.dice, asked.discard, asked.fragmenting, asked.rerolls, asked.shields) == (7, 0, 0, 0, 3)


@pytest.mark.rule("FS-UPG-11", "FS-UPG-12", "FS-FAC-31", "FS-FAC-32", "FS-HULL-02", "FS-HULL-09")
def test_upgrades_of_both_ships_count_while_they_work() -> None:
    shooter = ship(
        "flagship", Mount("autocannon", FORE), Mount("hydra"), Mount("fragmenting-ammunition"),
        Mount("tuned-fire-control"), Mount("high-velocity-munitions"), Mount("haywire-missiles"),
        Mount("haywire-missiles"),
    )  # fmt: skip
    target = Sheet(systems=ship("cruiser", Mount("reinforced-armor"), Mount("layered-plate")), pips=50)
    gun = odds.attack(PACK, shooter, "c1", target, 4)
    assert (gun.dice, gun.discard, gun.fragmenting, gun.rerolls, gun.haywire, gun.row) == (5, 1, 1, 1, 0, 8)
    missile = odds.attack(PACK, shooter, "c2", target, 4)
    assert (missile.dice, missile.discard, missile.fragmenting, missile.haywire) == (4, 1, None, 2)
    harmed = lose(lose(shooter, "fire_control"), "c3")
    assert odds.attack(PACK, harmed, "c1", target, 4).fragmenting == 0
    assert not odds.attack(PACK, harmed, "c1", target, 4).fire_control
    with pytest.raises(KeyError):
        odds.attack(PACK, shooter, "c3", target, 4)


@pytest.mark.rule("FS-WPN-14", "FS-UPG-08", "FS-ODD-07")
def test_a_volley_is_its_attacks_one_after_another() -> None:
    one = odds.Attack(dice=2, shields=5, pips=9, row=6)
    two = odds.Attack(dice=3, discard=1, shields=5, pips=9, row=6)
    marked, rows = Counter[int](), Counter[int]()
    for faces in product(range(1, 7), repeat=5):
        pips, shields = 9, 5
        for damage in (sum(faces[:2]), sum(sorted(faces[2:])[:2])):
            left, shields = hull.shielded(damage, shields)
            pips = hull.mark(pips, left).pips
        marked[9 - pips] += 1
        rows[hull.mark(9, 9 - pips).rows] += 1
    told = odds.volley([one, two])
    assert told.marked == Odds.counted(marked)
    assert told.rows == Odds.counted(rows)
    assert told.destroyed == Fraction(marked[9], 6**5)


@pytest.mark.rule("FS-ODD-07")
@pytest.mark.parametrize(("plating", "shields"), [(0, 0), (1, 2), (2, 9)])
def test_a_volley_of_one_is_its_attack(plating: int, shields: int) -> None:
    attack = odds.Attack(dice=4, discard=1, rerolls=1, plating=plating, shields=shields, rugged=True, pips=13)
    told, alone = odds.volley([attack]), odds.forecast(attack)
    assert (told.marked, told.rows, told.destroyed) == (alone.marked, alone.rows, alone.destroyed)


@pytest.mark.rule("FS-HULL-04", "FS-ODD-08")
def test_components_go_in_the_owner_s_order() -> None:
    systems = ship("frigate", Mount("autocannon", FORE), Mount("shields"))
    lost = Odds({0: Fraction(1, 2), 1: Fraction(1, 4), 3: Fraction(1, 4)})
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert odds.losses(systems, lost) == (("bridge", half), ("c2", quarter), ("fire_control", quarter))
    assert odds.losses(systems, lost, ("c1",))[0] == ("c1", half)
    assert len(odds.losses(systems[:1], lost)) == 1


def test_a_volley_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="one attack"):
        odds.volley([])
