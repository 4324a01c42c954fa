"""Codes, the wild die, and odds that are exact: equal to the register's figures and to counting every roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.d6.dice.codes import code, read
from engine.d6.dice.odds import chance, mean, odds, opposed
from engine.d6.dice.rolling import Wild, throw, with_point
from tests.engine.d6.playing import pips


@pytest.mark.parametrize("written, meant", [("3D+2", 11), ("4d6 + 1", 13), ("2D", 6), (" 5D+0 ", 15)])
def test_a_code_is_read_as_dice_and_pips(written: str, meant: int) -> None:
    assert read(written) == meant


@pytest.mark.parametrize("words", ["3D+5", "D", "12D+5", "-3D", "3D+", "", "3", "99D"])
def test_what_is_no_code_is_not_read(words: str) -> None:
    assert read(words) is None


@pytest.mark.parametrize(
    "one, other, both",
    [("3D+2", "1D+1", "5D"), ("4D+1", "-1D", "3D+1"), ("2D", "-0D+1", "1D+2"), ("2D+1", "-1D", "1D+1")],
)
@pytest.mark.rule("D6-B-01", "D6-B-02")
def test_codes_are_added_by_pips(one: str, other: str, both: str) -> None:
    more = -pips(other[1:]) if other.startswith("-") else pips(other)
    assert code(pips(one) + more) == both


@pytest.mark.parametrize(
    "written, faces, rule, total",
    [
        ("4D+1", (3, 4, 2, 6, 6, 2), Wild.DROP, 24),
        ("4D", (5, 3, 2, 1), Wild.DROP, 5),
        ("4D", (5, 3, 2, 1), Wild.ADD, 11),
        ("4D", (5, 3, 2, 1), Wild.COMPLICATION, 11),
        ("1D", (1,), Wild.DROP, 1),
    ],
)
def test_the_wild_die_goes_on_with_sixes_and_takes_away_with_a_one(
    written: str, faces: tuple[int, ...], rule: Wild, total: int
) -> None:
    fallen = iter(faces)
    made = throw(lambda label: next(fallen), "rex", "x", pips(written), rule)
    assert made.total == total and next(fallen, None) is None


def test_a_point_adds_to_a_roll_after_its_least_total_was_applied() -> None:
    fallen = iter((1, 1))
    made = throw(lambda label: next(fallen), "rex", "x", pips("2D"), Wild.DROP)
    assert made.total == 1 and with_point(made, (4,)).total == 5


@pytest.mark.parametrize("rule", [Wild.DROP, Wild.ADD])
@pytest.mark.parametrize("written", ["1D", "1D+2", "2D", "3D+1", pytest.param("4D", marks=pytest.mark.slow)])
def test_odds_are_those_of_counting_every_roll(written: str, rule: Wild) -> None:
    """Chains of up to three sixes are told apart, which settles every total up to 18 above the least of the rest."""
    dice, flat = divmod(pips(written), 3)
    found: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice - 1):
        for chain in product(range(1, 7), repeat=4):
            used = next((chain[: at + 1] for at in range(4) if chain[at] != 6), chain)
            low = sum(faces) - max(faces, default=0) if used[0] == 1 and rule is Wild.DROP else sum(faces) + sum(used)
            total = max(1, low + flat)
            found[total] = found.get(total, Fraction(0)) + Fraction(1, 6 ** (dice + 3))
    exact = dict(odds(pips(written), rule))
    for total in range(1, 19):
        assert found.get(total, 0) == exact.get(total, 0), total


@pytest.mark.parametrize(
    "written, rule, figures",
    [
        ("4D", Wild.DROP, {5: "0.94059", 10: "0.78858", 15: "0.45087", 20: "0.12348", 25: "0.02783", 30: "0.00623"}),
        ("4D", Wild.ADD, {5: "0.99923", 10: "0.90355", 15: "0.47788", 20: "0.12348"}),
        ("5D", Wild.DROP, {5: "0.99035", 10: "0.89005", 15: "0.69826", 20: "0.33825", 25: "0.08934", 30: "0.02011"}),
        ("3D", Wild.DROP, {5: "0.84722", 10: "0.59182", 15: "0.17052", 20: "0.03871"}),
    ],
)
def test_the_chances_are_those_of_the_register(written: str, rule: Wild, figures: dict[int, str]) -> None:
    assert {at: f"{float(chance(pips(written), at, rule)):.5f}" for at in figures} == figures


def test_the_means_are_those_of_the_register() -> None:
    assert [mean(3 * dice) for dice in (2, 3, 4, 5)] == [
        Fraction(139, 20), Fraction(11111, 1080), Fraction(9869, 720), Fraction(667151, 38880),
    ]  # fmt: skip
    assert [mean(3 * dice, Wild.ADD) for dice in (3, 4, 5)] == [Fraction(56, 5), Fraction(147, 10), Fraction(91, 5)]


def test_in_an_opposed_roll_a_tie_keeps_the_old_state() -> None:
    first, second = dict(odds(12, most=300)), dict(odds(11, most=300))
    won = sum(p * q for one, p in first.items() for other, q in second.items() if one > other and other <= 300)
    assert abs(opposed(12, 11) - won) < Fraction(1, 10**15)
    assert opposed(12, 12) < Fraction(1, 2)
