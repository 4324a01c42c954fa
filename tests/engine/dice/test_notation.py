"""Dice of any sides as people write them: read, rolled by label, and their odds, equal to all rolls counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import pytest

from engine.dice.notation import Dice, ahead, chance, mean, read, roll


def in_order(faces: Iterable[int]) -> Callable[[str, int], int]:
    """Dice that show these faces, one after the other."""
    left = iter(faces)
    return lambda label, sides: next(left)


def counted(dice: Dice) -> Counter[int]:
    """The number of all rolls of dice, none of which explodes, that come to each total."""
    totals: Counter[int] = Counter()
    for faces in product(*(range(1, pool.sides + 1) for pool in dice.pools for _ in range(pool.count))):
        totals[roll(dice, in_order(faces)).total] += 1
    return totals


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("2d20kh1+5", "2d20kh1+5"), ("d20 adv", "2d20kh1"), ("d20+3 with disadvantage", "2d20kl1+3"),
        ("4D6 dl1", "4d6kh3"), ("4d6k3", "4d6kh3"), ("4d4d1", "4d4kh3"), ("3d4dh1", "3d4kl2"), ("3d4pl2", "3d4kh1"),
        ("4d4kl2", "4d4kl2"), ("3d4 - 2d3 + 1", "3d4-2d3+1"), ("5-3d4kl1", "-3d4kl1+5"), ("d%", "1d100"),
        ("3d4kh2-1d6", "3d4kh2-1d6"),
    ],
)  # fmt: skip
def test_dice_are_read_and_their_odds_are_those_of_all_rolls(words: str, kept: str) -> None:
    dice = read(words)
    assert str(dice) == kept and read(kept) == dice
    totals = counted(dice)
    every = sum(totals.values())
    assert dice.bounds == (min(totals), max(totals))
    assert mean(dice) == Fraction(sum(total * times for total, times in totals.items()), every)
    for number in range(min(totals) - 1, max(totals) + 3):
        reaching = sum(times for total, times in totals.items() if total >= number)
        assert chance(dice, number) == Fraction(reaching, every), number


def test_one_roll_is_ahead_of_another_as_often_as_all_pairs_say() -> None:
    one, other = read("2d6kh1+1"), read("3d4-2")
    pairs = [(a, p, b, q) for a, p in counted(one).items() for b, q in counted(other).items()]
    won = Fraction(sum(p * q for a, p, b, q in pairs if a > b), sum(p * q for _, p, _, q in pairs))
    assert ahead(one, other) == won and ahead(one, read("d6!")) is None


def test_dice_that_explode_are_rolled_again_and_reckoned_for_ever() -> None:
    dice, faces = read("2d4!+1"), {"pool 1 die 1": 4, "pool 1 die 1 again 1": 4, "pool 1 die 1 again 2": 3}
    rolled = roll(dice, lambda label, sides: faces.get(label, 2))
    assert rolled.faces == (((4, 4, 3), (2,)),) and rolled.total == 14
    alone = [Fraction(0), *(Fraction(bool(value % 4), 4 ** (value // 4 + 1)) for value in range(1, 40))]
    for number in range(30):
        below = sum(alone[a] * alone[b] for a in range(1, 40) for b in range(1, 40) if a + b + 1 < number)
        assert chance(dice, number) == 1 - below
    assert mean(dice) == Fraction(2 * 10, 3) + 1 and dice.bounds == (3, None)
    taken_off = sum(alone[a] * Fraction(1, 3) for a in range(1, 40) for b in (1, 2, 3) if a - b < 5)
    assert chance(read("d4!-d3"), 5) == 1 - taken_off


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "1 to 60 dice"), ("d", "no dice that I read"), ("4d", "no dice"), ("kh3", "no dice"), ("d20 5", "no dice"),
        ("d20+", "no dice"), ("d20x", "no dice"), ("d20 d20", "no dice"), ("4d6 adv", "no dice"), ("5", "1 to 60 dice"),
        ("2d20kh3", "1 to 2 are kept, not 3"), ("2d6dl2", "1 to 2 are kept, not 0"), ("d1", "2 to 1000 sides, not 1"),
        ("d1001", "2 to 1000 sides"), ("0d6", "1 to 60 are rolled"), ("99d6", "1 to 60 are rolled"),
        ("7d1000", "1 to 2 are rolled"), ("40d6+30d4", "1 to 60 dice"), ("2d6kh1kl1", "kept or dropped once"),
        ("16d20kh1", "kept of 15 at most, not of 16"), ("3d6e5", "explodes on 6, not on 5"), ("2d3!", "4 sides"),
        ("13d6!", "12 at most"), ("20-3d6!", "all kept, and added"),
    ],
)  # fmt: skip
def test_what_is_no_dice_or_too_many_is_told(words: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read(words)


def test_the_odds_of_dice_that_explode_are_told_up_to_a_number() -> None:
    assert 0 < chance(read("3d6!+2d6"), 200) < Fraction(1, 10**9)
    with pytest.raises(ValueError, match="up to 200, not for 201"):
        chance(read("d6!"), 201)
