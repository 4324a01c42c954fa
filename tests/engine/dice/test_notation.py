"""Dice of any sides as people write them: read, rolled by label, and their odds, equal to all rolls counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import prod
from time import thread_time

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from engine.dice.notation import Dice, ahead, chance, counting, mean, read, roll
from engine.dice.pools import BadDice
from engine.dice.ways import power


def in_order(faces: Iterable[int]) -> Callable[[str, int], int]:
    """Dice that show these faces, one after the other."""
    left = iter(faces)
    return lambda label, sides: next(left)


class MoreDice(Exception):
    """A die of so many sides is wanted, and no face is prescribed for it."""


def counted(dice: Dice) -> dict[int, Fraction]:
    """The chance of each total of dice that are rolled so often at most: of the faces of a roll so far, and where a
    further die is wanted, each that it may show.
    """
    waiting, chances = [(tuple[int, ...](), Fraction(1))], dict[int, Fraction]()
    while waiting:
        faces, share = waiting.pop()
        left = iter(faces)

        def die(label: str, sides: int, left: Iterator[int] = left) -> int:
            face = next(left, None)
            if face is None:
                raise MoreDice(sides)
            return face

        try:
            total = roll(dice, die).total
        except MoreDice as more:
            sides = more.args[0]
            waiting += [((*faces, face), share / sides) for face in range(1, sides + 1)]
        else:
            chances[total] = chances.get(total, Fraction(0)) + share
    return chances


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("2d20kh1+5", "2d20kh1+5"), ("d20 adv", "2d20kh1"), ("d20+3 with disadvantage", "2d20kl1+3"),
        ("4D6 dl1", "4d6kh3"), ("4d6k3", "4d6kh3"), ("4d4d1", "4d4kh3"), ("3d4dh1", "3d4kl2"), ("3d4pl2", "3d4kh1"),
        ("4d4kl2", "4d4kl2"), ("3d4 - 2d3 + 1", "3d4-2d3+1"), ("5-3d4kl1", "5-3d4kl1"), ("d%", "1d100"),
        ("3d4kh2-1d6", "3d4kh2-1d6"), ("-d4+5", "-1d4+5"), ("5 - (d4 - d3)", "5-(1d4-1d3)"),
        ("2d4ro1+1", "2d4ro1+1"), ("3d4 ro<3 kh2", "3d4ro<=2kh2"), ("2d6ro>=5", "2d6ro>=5"), ("2d4ra4", "2d4ra4"),
        ("3d4ra<2-1", "3d4ra1-1"), ("3d6mi2", "3d6mi2"), ("2d6ma5mi3", "2d6mi3ma5"), ("4d4mi2ro1k3", "4d4ro1mi2kh3"),
        ("(d8+3)*2", "(1d8+3)*2"), ("2*(d4+d6)/3", "2*(1d4+1d6)/3"), ("2*(d6/2)", "2*(1d6/2)"), ("d6/2*2", "1d6/2*2"),
        ("d4*d6-3", "1d4*1d6-3"), ("(d4-3)/2", "(1d4-3)/2"), ("((d4))", "1d4"), ("d6*10+d6", "1d6*10+1d6"),
        ("(-3)*d4", "(-3)*1d4"), ("(d4-6)*(d4-2)", "(1d4-6)*(1d4-2)"), ("3d4/(2)", "3d4/2"),
        ("4d6t5", "4d6t5"), ("3d6cs>=5+1", "3d6t5+1"), ("3d6 cs>4", "3d6t5"), ("2d6ro1t4", "2d6ro1t4"),
        ("2d6ro>4t4", "2d6ro>=5t4"),
        ("4dF", "4dF"), ("3df+2", "3dF+2"), ("2dFkh1", "2dFkh1"), ("2dFk>0", "2dFk>=1"), ("2dFk<0", "2dFk<0"),
        ("4dFp>0", "4dFk<=0"),
        ("2dF p>=0", "2dFk<0"), ("2d4k<0+1", "2d4k<0+1"), ("(d4-3,d3)k<0", "(1d4-3,1d3)k<0"), ("2d4t1", "2d4t1"),
        ("(d20, 10)kh1", "(1d20,10)kh1"), ("{d4, d6}kl1 + 3", "(1d4,1d6)kl1+3"), ("(d4,d6,d8)kh2", "(1d4,1d6,1d8)kh2"),
        ("(2d4, d6) dl1", "(2d4,1d6)kh1"), ("(d4,d6)p1", "(1d4,1d6)kh1"), ("(d4,d6,d4)kl2-1", "(1d4,1d6,1d4)kl2-1"),
        ("((d4,d6)kh1,d8)kl1", "((1d4,1d6)kh1,1d8)kl1"), ("(d4-3,-1)kh1", "(1d4-3,-1)kh1"),
        ("(d4,2d4kh1,3)k2", "(1d4,2d4kh1,3)kh2"), ("2*(d4,d6)kh1", "2*(1d4,1d6)kh1"), ("(d4,d4)kh", "(1d4,1d4)kh1"),
        ("(d4,d6,3)k>3", "(1d4,1d6,3)k>=4"), ("(d4, d6)p=3", "(1d4,1d6)p=3"), ("(d4,d6)p>=5", "(1d4,1d6)k<=4"),
        ("(d4,d6)", "1d4+1d6"), ("(d4,d6,)kh2", "1d4+1d6"), ("2*(d4,1)", "2*(1d4+1)"),
        ("4d4k>2", "4d4k>=3"), ("3d4p<2", "3d4k>=2"), ("3d4 p=2", "3d4p=2"), ("3d4k=2+1", "3d4k=2+1"),
        ("3d4mi2k<3", "3d4mi2k<=2"), ("2d4ro1k>=3", "2d4ro1k>=3"),
        ("3d4rol1", "3d4rol1"), ("3d4 ro h2 + 1", "3d4roh2+1"), ("3d4rol2mi2", "3d4rol2mi2"),
        ("d20%3", "1d20%3"), ("2*d2%3", "2*1d2%3"), ("(2d6+3)//2", "(2d6+3)/2"),
        ("(d4-6)%4", "(1d4-6)%4"), ("2*-d4", "2*(-1d4)"), ("d4---2", "1d4-2"),
        ("d4--3", "1d4-(-3)"), ("d4+-d6", "1d4+(-1d6)"),
    ],
)  # fmt: skip
def test_dice_are_read_and_their_odds_are_those_of_all_rolls(words: str, kept: str) -> None:
    dice = read(words)
    assert str(dice) == kept and read(kept) == dice
    chances = counted(dice)
    assert dice.bounds == (min(chances), max(chances)) and sum(chances.values()) == 1
    assert mean(dice) == sum(total * share for total, share in chances.items())
    for number in range(min(chances) - 1, max(chances) + 3):
        assert chance(dice, number) == sum(share for total, share in chances.items() if total >= number), number


def test_what_is_rolled_again_as_long_as_it_shows_some_faces_is_as_if_it_had_none_of_them() -> None:
    dice, like = read("2d6rr<3"), read("2d4+4")
    assert str(dice) == "2d6rr<=2" and mean(dice) == mean(like) and dice.bounds == like.bounds == (6, 12)
    assert [read(words).bounds for words in ("2d4rr1t2", "2d4rr4t4", "2d4ro4t4")] == [(2, 2), (0, 0), (0, 2)]
    assert [chance(dice, number) for number in range(5, 14)] == [chance(like, number) for number in range(5, 14)]
    faces = {"pool 1 die 1": 2, "pool 1 die 1 again 1": 1, "pool 1 die 1 again 2": 5}
    rolled = roll(dice, lambda label, sides: faces.get(label, 4))
    assert rolled.faces == (((2, 1, 5), (4,)),) and rolled.total == 9


def test_many_dice_are_reckoned_as_each_added_to_the_others() -> None:
    many, sums = read("100d6"), [1]
    for _ in range(100):
        sums = [sum(sums[max(0, at - 5) : at + 1]) for at in range(len(sums) + 5)]
    for number in (100, 340, 350, 371, 600):
        assert chance(many, number) == Fraction(sum(sums[number - 100 :]), 6**100)
    assert chance(read("500d6"), 1751) < Fraction(1, 2) < chance(read("500d6"), 1750)
    assert mean(read("500d10")) == 2750 and chance(read("250d20"), 5000) == Fraction(1, 20**250)


def test_a_die_with_a_hole_in_its_row_of_sides_is_reckoned_as_each_added_to_the_others() -> None:
    alike = [1, 1, 1, 0, 1, 1]
    sums = [1]
    for times in range(1, 41):
        longer = [0] * (len(sums) + 5)
        for at, ways in enumerate(sums):
            for more, often in enumerate(alike):
                longer[at + more] += ways * often
        sums = longer
        assert power(alike, times) == sums and power(alike, times, 17) == [*sums, *[0] * 17][:17]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dearest", "most"),
    [
        ("12d100!t2", 8), ("+".join(f"12d{sides}!t2" for sides in range(4, 11)), 200), ("500d10ra3", 60),
        ("250d20", 20), (f"({','.join(['36d2'] * 8)})kl7", 250), (f"({','.join(['7d6'] * 8)})kh7", 100),
        ("500d10" + "%9" * 90, 60),
    ],
)  # fmt: skip
def test_the_odds_of_the_dearest_rolls_come_at_once(dearest: str, most: int) -> None:
    """Times of a hundred thousand additions, so that a busy machine does not matter: a rule that multiplies numbers of
    all chains that there can be takes hundreds of times as long.
    """
    dice = read(dearest)

    def took(work: Callable[[], object]) -> float:
        began = thread_time()
        work()
        return thread_time() - began

    unit = min(took(lambda: sum(range(100_000))) for _ in range(20))
    taken = min(took(lambda: (read(dearest).bounds, chance(dice, 200))) for _ in range(3))
    assert taken < most * 5 * unit, (taken / unit, most)


@pytest.mark.parametrize("words", ["3d6!t5", "2d6e>=5t6", "3d4e4t2", "2d6e<=2+1"])
def test_dice_that_are_counted_and_explode_are_reckoned_as_long_rolls_are_counted(words: str) -> None:
    dice, alone = read(words), dict[int, float]()
    pool, waiting = dice.pools[0], [(tuple[int, ...](), 1.0)]
    while waiting:
        chain, share = waiting.pop()
        for face in range(1, pool.sides + 1):
            longer, part = (*chain, face), share / pool.sides
            if pool.bursts[0] <= face <= pool.bursts[1] and len(longer) < 15 and part > 1e-9:
                waiting.append((longer, part))
            else:
                alone[pool.worth(longer)] = alone.get(pool.worth(longer), 0.0) + part
    sums = {dice.bounds[0] - pool.ends[0]: 1.0}  # what is added
    for _ in range(pool.count):
        then: dict[int, float] = {}
        for value, share in sums.items():
            for worth, part in alone.items():
                then[value + worth] = then.get(value + worth, 0.0) + share * part
        sums = then
    for number in range(8):
        reaching = sum(share for total, share in sums.items() if total >= number)
        assert abs(float(chance(dice, number)) - reaching) < 1e-6, number
    assert abs(float(mean(dice)) - sum(total * share for total, share in sums.items())) < 1e-4


def test_one_roll_is_ahead_of_another_as_often_as_all_pairs_say() -> None:
    one, other = read("2d6kh1+1"), read("3d4-2")
    won = sum(p * q for a, p in counted(one).items() for b, q in counted(other).items() if a > b)
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
    both = sum(alone[a] * alone[b] * alone[c] for a in range(40) for b in range(40) for c in range(40) if a + b + c < 9)
    assert chance(read("2d4!+d4!"), 9) == 1 - both
    taken_off = sum(alone[a] * Fraction(1, 3) for a in range(1, 40) for b in (1, 2, 3) if a - b < 5)
    assert chance(read("d4!-d3"), 5) == 1 - taken_off


def test_a_part_of_a_set_that_is_dropped_and_dice_that_are_rolled_again_for_being_low_are_told() -> None:
    dice = read("(2d6, 3d4kl1, d8)kh1-d4")
    rolled = roll(dice, in_order([2, 3, 4, 4, 4, 7, 1]))
    assert rolled.total == 6 and counting(dice, rolled.faces) == (False, False, True, True)
    assert counting(read("d4+2d6"), (((1,),), ((2,), (3,)))) == (True, True)
    low = {"die 1": 3, "die 2": 1, "die 3": 1, "die 2 again 1": 6, "die 3 again 1": 5}
    rolled = roll(read("3d6rol2"), lambda label, sides: low[label.removeprefix("pool 1 ")])
    assert rolled.faces == (((3,), (1, 6), (1, 5)),) and rolled.total == 14


@pytest.mark.parametrize(
    ("words", "faces", "total"),
    [
        ("3d6e4", (4, 4, 2, 6, 1), 17), ("4d4p<2", (1, 2, 3, 2), 7), ("2d8rr1", (1, 1, 6, 8), 14),
        ("2d6mi2", (6, 2), 8), ("1d8ma3", (6,), 3), ("3d8ph1", (2, 4, 8), 6), ("4d8pl1", (4, 6, 5, 7), 18),
        ("4d6kh1", (2, 1, 2, 2), 2), ("4d4k>2", (3, 3, 1, 3), 9), ("3d4k<3", (2, 4, 3), 2), ("3d4p>3", (3, 4, 1), 4),
        ("4d6ra4", (1, 4, 4, 1, 6), 16), ("2d6ro<3", (2, 2, 2, 6), 8), ("4d6rol1", (5, 5, 1, 1, 6), 17),
        ("2d6roh1", (2, 6, 3), 5), ("4d6rr<3", (2, 2, 2, 6, 4, 2, 3, 6), 19), ("(2d4 % 12)", (3, 4), 7),
        ("(1d6, 12)k>4", (5,), 17), ("(3d6, 2d8)p>9", (2, 1, 3, 7, 6), 6), ("(1d8ma3, 8)p<3", (1,), 8),
        ("(3d8p<2, 5)p>9", (3, 6, 5), 5), ("(1, 3d4ra4)pl1", (2, 2, 4, 3), 11), ("(6, 4d8k>2)ph1", (5, 1, 7, 2), 6),
        ("(4d8kl1 // 12)", (4, 8, 8, 5), 0), ("(9, 10, 3d4)pl1", (3, 2, 4), 19), ("(2d8kl1, 8)kh1", (2, 5), 8),
        ("(1d20, 4d20)kl1", (19, 14, 1, 14, 13), 19), ("(5, 2d4rol1)kh1", (1, 3, 1), 5),
        ("2 - (1d10, 2)kh2", (4,), -4), ("(0, 5, 3d4p>3)kh2", (4, 3, 3), 11), ("((6 * 4d4), 2)k>4", (1, 1, 2, 1), 30),
        ("(2, 4d6k<3)ph1 + 2", (1, 3, 6, 1), 4), ("(2d20 - (3d8 % 10))", (15, 3, 6, 6, 5), 11),
    ],
)  # fmt: skip
def test_dice_come_to_what_d20_makes_of_them(words: str, faces: tuple[int, ...], total: int) -> None:
    """Totals by the package d20 1.1.2, of the same faces."""
    assert roll(read(words), in_order(faces)).total == total


NUMBERS = st.integers(0, 5).map(str)
DICE = st.builds(
    "{}d{}{}".format,
    st.integers(1, 3), st.integers(2, 4),
    st.sampled_from(["", "", "kh1", "kl1", "k>2", "p<2", "p=2", "ro1", "rol1", "roh1", "mi2", "ma2", "t2", "ro1kh1"]),
)  # fmt: skip
SIGNS = st.sampled_from([" + ", "-", "*", "//2+", "%3-", "+-"])
KEEPS = st.sampled_from(["", "kh1", "kl1", "kh2", "kl2", "dl1", "k>2", "k<3", "p=3"])


def _wider(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    sets = st.builds(lambda each, keeps: f"({', '.join(each)}){keeps}", st.lists(parts, min_size=2, max_size=3), KEEPS)
    return sets | st.builds("({}{}{})".format, parts, SIGNS, parts)


@given(st.recursive(DICE | NUMBERS, _wider, max_leaves=4))
@settings(max_examples=150, deadline=None)
def test_whatever_is_written_has_the_odds_of_all_its_rolls(words: str) -> None:
    try:
        dice = read(words)
    except BadDice:
        reject()
    assume(prod(pool.sides ** (pool.count * (1 + bool(pool.again or pool.fresh))) for pool in dice.pools) < 2000)
    assert str(read(str(dice))) == str(dice)
    chances = counted(dice)
    assert dice.bounds == (min(chances), max(chances))
    assert mean(dice) == sum(total * share for total, share in chances.items())
    for number in range(min(chances), max(chances) + 2):
        assert chance(dice, number) == sum(share for total, share in chances.items() if total >= number)


@given(st.text("d0123456789khlpromaiet!+-*/%(),{}<>= ", max_size=60))
@settings(deadline=None)
def test_whatever_is_typed_is_read_or_refused_with_a_sentence(words: str) -> None:
    try:
        dice = read(words)
    except BadDice as bad:
        assert str(bad.why).endswith(".")
    else:
        assert str(read(str(dice))) == str(dice)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "no dice that I read"), ("d", "no dice"), ("4d", "no dice"), ("kh3", "no dice"),
        ("d20 5", "After “d20” I cannot read “5”"), ("d20+", "no dice"), ("d20x", "After “d20” I cannot read “x”"),
        ("d20 d20", "cannot read “d20”"), ("4d6 adv", "cannot read “adv”"), ("5", "“5” is no dice"),
        ("(d20+5", "a bracket is open"), ("d20)", "cannot read “[)]”"),
        ("d20+*2", r"After “d20[+]” I cannot read “\\[*]2”"),
        ("2d20kh3", "1 to 2 are kept, not 3"), ("2d6dl2", "1 to 2 are kept, not 0"), ("d1", "2 to 1000 sides, not 1"),
        ("d1001", "2 to 1000 sides"), ("0d6", "1 to 500 are rolled at once, not 0"), ("501d6", "1 to 500"),
        ("7d1000", "1 to 2 are rolled"), ("251d20", "1 to 250"),
        ("300d4+201d4", "1 to 500 dice are rolled at once, not 501"), ("d20 5 d6", "cannot read “5 d6”"),
        ("200d6+100d10", "2000 sides all together at most, not 2200"), ("2d6kh1kl1", "kept or dropped once"),
        ("16d20kh1", "kept of 15 at most, not of 16"), ("2d3!", "4 sides"), ("13d6!", "12 at most"),
        ("20-3d6!", "they are not taken off"), ("3d6!*2", "not taken off, multiplied or divided"),
        ("3d6!kh2", "all kept"),
        ("3d6e7", "some of 1 to 6, not at 7"), ("d6rr<=6", "some of 1 to 6, not at <=6"), ("d6ro0", "not at 0"),
        ("d20kh2", "A die that is rolled alone is kept"),
        ("2d200kh1", "more than 150 sides are all kept, not 1 of 2"),
        ("d6r1", "Write ro1 or rr1"), ("d6ro1rr2", "In “1d6ro1” that is said already"), ("d6!ro1", "all kept"),
        ("d6mi7", "shows 6 at most, not 7"), ("d6mi5ma2", "5 at least and 2 at most"), ("4d6t7", "6 at most, not 7"),
        ("4d6t<3", "a number or more, not 3 or less"), ("4d6t5kh2", "counted are all kept"), ("4d6ra6mi2", "all kept"),
        ("4d6t5t6", "said already"), ("4dFro1", "Fudge dice are kept or dropped"), ("d6/0", "from 1 on, not by 0"),
        ("d6/d4", "from 1 on, not by 1d4"), ("d1000*d1000", "20,000 numbers"), ("d20*99999", "20,000 numbers"),
        ("d6%0", "from 1 on, not by 0"), ("d6%d4", "from 1 on, not by 1d4"), ("d20*1.5", "I cannot read “.5”"),
        ("(d20)kh1", "several parts, such as [(]d20, 10[)]kh1"), ("(d4+d6)kl1", "several parts"),
        ("(d4,d6)kh3", "Of 2 parts 1 to 2 are kept, not 3"), ("(d4,d6)dl2", "1 to 2 are kept, not 0"),
        ("(d4!,d6)kh1", "dice explode all is kept"), ("(d4,d6)mi2", "After “[(]d4,d6[)]” I cannot read “mi2”"),
        ("(d20,d20,d20,d20,d20,d20,d20,d20,d20)kh1", "8 parts at most, not 9"), ("(2d100,2d100)kh1", "300 numbers all"),
        ("(d4,d6", "a bracket is open"), ("(,d6)kh1", "I cannot read “,d6"), ("()", "I cannot read “[)]”"),
        ("(" * 71 + "d4" + ")" * 71, "up to 70 times"), ("1+" * 200 + "d6", "400 characters at most, not 402"),
        ("4d6rrl1", "The lowest of some dice are rolled again once: write rol1"), ("4d6eh2", "highest .* write roh2"),
        ("3d6rol3", "Of 3 dice some, and not all"), ("3d6rol0", "not 0"), ("3d6rol1ro2", "In “3d6rol1” that is said"),
        ("3d6rol1kh2", "or some are rolled again"), ("3d6kh1k>2", "kept or dropped once"),
        ("3d6!k>2", "all kept"), ("4d6k>2t5", "counted are all kept"),
        ("31d10rol1", "of 30 at most, not of 31"), ("d6k>6", "6 at most, not 7"),
    ],
)  # fmt: skip
def test_what_is_no_dice_or_too_many_is_told(words: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read(words)


@pytest.mark.parametrize("opened", ["1-(", "-("])
def test_whatever_has_room_in_a_record_is_read_again_however_deep_it_is(opened: str) -> None:
    deep = 195 // len(f"{opened})")
    kept = f"{opened * deep}-1d4{')' * deep}"
    assert str(read(kept)) == kept and len(kept) < 200


def test_the_odds_of_dice_that_explode_are_told_up_to_a_number() -> None:
    assert 0 < chance(read("3d6!+2d6"), 200) < Fraction(1, 10**9)
    with pytest.raises(ValueError, match="up to 200, not for 201"):
        chance(read("d6!"), 201)
