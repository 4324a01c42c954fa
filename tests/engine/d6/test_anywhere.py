"""Rolls as people type them at `/roll`, read tolerantly; rolls at a table of rolls."""

from __future__ import annotations

import pytest

from engine.d6.dice.rolling import Wild
from engine.d6.ground.asked import foreseen
from engine.d6.rounds.anywhere import RollAnywhere, RolledAnywhere, Wanted, order_of, several, single, wanted
from engine.d6.rounds.plain import RolledPlain
from engine.dice.notation import ALIASES, EXAMPLES
from engine.game import Refusal
from tests.engine.d6.playing import BLUE, RED, RULES, Played

PACK = RULES.world.pack
MINE = {"reflex": "4D+1", "running": "3D", "brawling parry": "3D+2"}


@pytest.mark.rule("D6-B-01", "D6-B-05", "D6-B-06")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("4D+2", Wanted("4D+2", "4D+2")),
        ("  /roll 4d6 + 2 ", Wanted("4D+2", "4D+2")),
        ("roll 5d vs 15", Wanted("5D", "5D", 15)),
        ("5D against moderate", Wanted("5D", "5D", 15)),
        ("reflex", Wanted("reflex", "4D+1")),
        ("Reflex +1D vs. 20", Wanted("reflex", "5D+1", 20)),
        ("brawling - 1D v 3D+1", Wanted("brawling parry", "2D+2", 0, "3D+1", "3D+1")),
        ("4D+2 15", Wanted("4D+2", "4D+2", 15)),
        ("reflex 15", Wanted("reflex", "4D+1", 15)),
        ("4D vs15", Wanted("4D", "4D", 15)),
        ("4D>=15", Wanted("4D", "4D", 15)),
        ("4D > 15", Wanted("4D", "4D", 15)),
        ("4D-1", Wanted("3D+2", "3D+2")),
        ("4D+2+1D-1", Wanted("5D+1", "5D+1")),
        ("reflex+1", Wanted("reflex", "4D+2")),
        ("4D+2 dc 15", Wanted("4D+2", "4D+2", 15)),
        ("4D, difficulty 15", Wanted("4D", "4D", 15)),
        ("4D against difficulty of 15", Wanted("4D", "4D", 15)),
        ("4D+2 vs 15.", Wanted("4D+2", "4D+2", 15)),
        ("4D vs moderate!", Wanted("4D", "4D", 15)),
        ("4D very difficult", Wanted("4D", "4D", 30)),
        ("4D+2 damage", Wanted("damage", "4D+2")),
        ("4D damage vs 3D", Wanted("damage", "4D", 0, "3D", "3D")),
        ("4w6", Wanted("4D", "4D")),
        ("4W+1 gegen 15", Wanted("4D+1", "4D+1", 15)),
        ("!roll 4D", Wanted("4D", "4D")),
        ("4D vs heroic+10", Wanted("4D", "4D", 41)),
        ("d6", Wanted("1D", "1D")),
        ("d6+2", Wanted("1D+2", "1D+2")),
        ("4D+2 # Shoot the lock", Wanted("Shoot the lock", "4D+2")),
        ("Blaster: 4D+2 vs 15", Wanted("Blaster", "4D+2", 15)),
        ("4D [lock] vs 15", Wanted("lock", "4D", 15)),
        ('reflex "a jump" vs 10', Wanted("reflex, a jump", "4D+1", 10)),
        ("4D vs 15 for the lock", Wanted("the lock", "4D", 15)),
        ("roll: 4D", Wanted("4D", "4D")),
    ],
)
def test_codes_skills_and_what_they_are_held_against_are_read(text: str, meant: Wanted) -> None:
    assert wanted(PACK, text, MINE) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("d20", Wanted("1d20", "1d20")),
        ("2d20kh1+5 vs 15", Wanted("2d20kh1+5", "2d20kh1+5", 15)),
        ("1d20 + 5 stealth", Wanted("stealth", "1d20+5")),
        ("2d20kh1+d4+3 to hit vs 14", Wanted("to hit", "2d20kh1+1d4+3", 14)),
        ("d20+5 with disadvantage vs 15", Wanted("2d20kl1+5", "2d20kl1+5", 15)),
        ("d20+5 15", Wanted("1d20+5", "1d20+5", 15)),
        ("d20 moderate", Wanted("1d20", "1d20", 15)),
        ("4d6k3", Wanted("4d6kh3", "4d6kh3")),
        ("4d6dl1 # Strength", Wanted("Strength", "4d6kh3")),
        ("3d6!", Wanted("3d6!", "3d6!")),
        ("plain 3d6+5", Wanted("3d6+5", "3d6+5")),
        ("plain 3d6", Wanted("3d6", "plain 3d6")),
        ("plain d6+2 # luck", Wanted("luck", "plain 1d6+2")),
        ("d20 vs plain 3d6", Wanted("1d20", "1d20", 0, "plain 3d6", "3d6")),
        ("d20+1 vs d20", Wanted("1d20+1", "1d20+1", 0, "1d20", "1d20")),
        ("w100", Wanted("1d100", "1d100")),
        ("4dF+2 vs 3", Wanted("4dF+2", "4dF+2", 3)),
        ("2d6ro<3 + 4 damage", Wanted("damage", "2d6ro<=2+4")),
        ("4d6mi2 vs 15", Wanted("4d6mi2", "4d6mi2", 15)),
        ("(1d8 + 3) * 2 fire", Wanted("fire", "(1d8+3)*2")),
        ("8d6/2", Wanted("8d6/2", "8d6/2")),
        ("2*(3d6+1) >= 20", Wanted("2*(3d6+1)", "2*(3d6+1)", 20)),
        ("6d6>=5", Wanted("6d6t5", "6d6t5")),
        ("6d10 > 7 vs 3", Wanted("6d10t7", "6d10t7", 3)),
        ("5d10!t8 # rage", Wanted("rage", "5d10!t8")),
        ("6d10cs>=8", Wanted("6d10t8", "6d10t8")),
        ("3d10>=22", Wanted("3d10", "3d10", 22)),
        ("2d10>=8", Wanted("2d10", "2d10", 8)),
        ("3d10e>=9", Wanted("3d10e>=9", "3d10e>=9")),
        ("4d6 drop lowest", Wanted("4d6kh3", "4d6kh3")),
        ("4d6 keep the highest 3 vs 12", Wanted("4d6kh3", "4d6kh3", 12)),
        ("2d6 reroll ones", Wanted("2d6ro1", "2d6ro1")),
        ("100d6+3", Wanted("100d6+3", "100d6+3")),
        ("(d20, 10)kh1+5 vs 15", Wanted("(1d20,10)kh1+5", "(1d20,10)kh1+5", 15)),
        ("{2d6, 8}kh1 # guard", Wanted("guard", "(2d6,8)kh1")),
        ("(8, 2d6)kl1 dc 6", Wanted("(8,2d6)kl1", "(8,2d6)kl1", 6)),
        ("(2d6, 3d6) dl1", Wanted("(2d6,3d6)kh1", "(2d6,3d6)kh1")),
        ("8d6k>4", Wanted("8d6k>=5", "8d6k>=5")),
        ("8d6 p<3 damage", Wanted("damage", "8d6k>=3")),
        ("3d6rol1", Wanted("3d6rol1", "3d6rol1")),
        ("10d6%4", Wanted("10d6%4", "10d6%4")),
        ("2d6[fire]+1d4[cold]", Wanted("fire, cold", "2d6+1d4")),
        ("d20+5 [to hit] # last try", Wanted("to hit, last try", "1d20+5")),
    ],
)
def test_plain_dice_are_read_where_a_code_cannot_be_meant(text: str, meant: Wanted) -> None:
    assert wanted(PACK, text, MINE) == meant and meant.plain
    assert not Wanted("4D", "4D").plain


@pytest.mark.parametrize("example", [*EXAMPLES, *ALIASES, *(f"{alias} +2" for alias in ALIASES)])
def test_what_is_offered_and_named_can_be_rolled(example: str) -> None:
    read = [wanted(PACK, roll, {}) for roll in several(example)]
    assert all(roll.plain for roll in read) and len(read) == (6 if "stats" in example else 1)


def test_names_of_rolls_are_what_they_name() -> None:
    assert several("fate+2") == ["4dF+2"] and several("D66 vs 33") == ["d6*10+d6 vs 33"]
    assert several("stats") == ["4d6dl1"] * 6 and several("adv +5 vs 12") == ["2d20kh1 +5 vs 12"]
    assert several("fatebringer") == ["fatebringer"] and several("2d66") == ["2d66"]


def test_several_rolls_are_read_at_once() -> None:
    assert several("3x 4D vs 10") == ["4D vs 10"] * 3 and several("reflex x2") == ["reflex"] * 2
    assert several("4D; 2#d20 ;") == ["4D", "d20", "d20"] and several("") == [""]
    assert single("2x 4D") == "4D"
    for text in ("11x 4D", "0x 4D", "; ".join(["4D"] * 11)):
        with pytest.raises(Refusal, match="1 to 10 rolls"):
            several(text)
    with pytest.raises(Refusal, match="one roll at a time"):
        single("4D; 5D")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3D+5", "E_VALUE"), ("12D+5", "E_VALUE"), ("D", "E_VALUE"), ("4D vs -3", "E_VALUE"),
        ("4D vs 999", "E_VALUE"), ("D+1", "E_VALUE"), ("4D vs d20", "E_VALUE"), ("d20 vs 4D", "E_VALUE"),
        ("4D-3", "E_VALUE"), ("3d6+5", "E_VALUE"), ("2d20kh3", "E_VALUE"), ("4d6 adv", "E_VALUE"),
        ("d20+" * 49 + "d4", "E_VALUE"), ("(" * 90 + "d20" + ")" * 90, "E_VALUE"),
        ("d20+" + "-" * 190 + "1+", "E_VALUE"),
        ("4dFt2", "E_VALUE"), ("d6r1", "E_VALUE"), ("(d8+2", "E_VALUE"), ("4D*2", "E_VALUE"),
        (f"4D # {'x' * 41}", "E_VALUE"),
        ("4D 2", "E_VALUE"), ("4D < 15", "E_VALUE"), ("4D 3D", "E_VALUE"), ("4D modrate", "E_VALUE"),
        ("4D vs", "E_VALUE"), ("4D reflex", "E_VALUE"), ("4D dodge", "E_NODODGE"), ("4D vs 15 20", "E_VALUE"),
        ("dodge", "E_NODODGE"), ("blaster", "E_UNKNOWN"), ("runing", "E_UNKNOWN"), ("0D+1", "E_POOL"),
        ("running -3D", "E_POOL"), ("", "E_VALUE"), ("💥", "E_VALUE"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        wanted(PACK, text, MINE)
    assert refused.value.code == code and refused.value.rule


@pytest.mark.rule("D6-B-03", "D6-B-04", "D6-B-07")
def test_a_private_roll_is_told_to_one_seat_and_rolled_under_the_hidden_key() -> None:
    game = Played({"kind": "rolls"})
    game.rolls(3, 4, 2, 6, 6, 2)
    game.obey(RED, order_of(PACK, "4D+1 vs 24", "everybody", {}))
    assert game.of(RolledAnywhere)[0].throw.total == 24 and game.heard_by(RolledAnywhere, BLUE)
    game.rolls(5, 3, 2, 1, 2, 3)
    game.obey(RED, order_of(PACK, "4D vs 2D", "private", {}))
    hidden = game.of(RolledAnywhere)[1]
    assert hidden.other is not None and (hidden.throw.total, hidden.other.total) == (5, 5)
    assert not game.heard_by(RolledAnywhere, BLUE)
    assert "**no**" in str(RULES.tell(game.known[RED], game.last[-1], RED))


def words(game: Played) -> str:
    """The words of the last thing that Red was told."""
    told = RULES.tell(game.known[RED], game.last[-1], RED)
    assert told is not None
    return told.text


def test_plain_dice_are_rolled_without_a_wild_die_and_told_with_those_that_do_not_count() -> None:
    game = Played({"kind": "rolls"})
    game.rolls(1, 17, 6, 6, 2, 3)
    game.obey(RED, order_of(PACK, "d20+5 adv vs 20", "everybody", {}))
    assert "2d20kh1+5 (~~1~~, 17) = **22** against 20: **success**\n-# 51 % to succeed" in words(game)
    game.obey(RED, order_of(PACK, "2d6! # blast", "private", {}))
    blast = game.of(RolledPlain)[1]
    assert blast.rolled.faces == (((6, 6, 2), (3,)),) and blast.rolled.total == 17
    assert "**blast**: 2d6! (6+6+2, 3) = **17**" in words(game) and not game.heard_by(RolledPlain, BLUE)
    game.rolls(10, 10)
    game.obey(RED, order_of(PACK, "d20 vs d20", "everybody", {}))
    assert "against 1d20 (10) = **10**: **no**\n-# 48 % to succeed" in words(game)
    game.rolls(1, 1, 4, 3, 3)
    game.obey(RED, order_of(PACK, "2d6ro1mi2 - (d6 + 1)/2 + 1dF", "everybody", {}))
    assert "2d6ro1mi2-(1d6+1)/2+1dF (1→1→2, 4; 3; +) = **5**" in words(game)
    game.rolls(8, 3, 10, 9)
    game.obey(RED, order_of(PACK, "3d10!t8 vs 3", "everybody", {}))
    assert "3d10!t8 (8, ~~3~~, 10+9) = **3**, the dice that show 8 or more against 3: **success**" in words(game)
    game.rolls(*[1] * 30, *[2] * 20)
    game.obey(RED, order_of(PACK, "50d4", "everybody", {}))
    assert "50d4 (30× 1, 20× 2) = **70**" in words(game)
    game.rolls(3, 4, 6, 1, 5)
    game.obey(RED, order_of(PACK, "(2d6, d10)kh1 + 2d6k>2", "everybody", {}))
    assert "(2d6,1d10)kh1+2d6k>=3 (3, 4; ~~6~~; ~~1~~, 5) = **12**" in words(game)
    game.rolls(2, 6, 5)
    game.obey(RED, order_of(PACK, "2d6rol1", "everybody", {}))
    assert "2d6rol1 (2→5, 6) = **11**" in words(game)
    refused = game.obey(RED, RollAnywhere(name="x", code="2d20kh3", sight="everybody"))
    assert refused is not None and refused.code == "E_VALUE" and "1 to 2 are kept, not 3" in refused.sentence


def test_plain_dice_that_look_like_a_code_have_no_wild_die_either() -> None:
    game = Played({"kind": "rolls"})
    game.rolls(1, 6, 6, 4)
    game.obey(RED, order_of(PACK, "plain 3d6 vs plain d6", "everybody", {}))
    assert "**3d6 against 1d6**: 3d6 (1, 6, 6) = **13** against 1d6 (4) = **4**: **success**" in words(game)
    told = str(foreseen(RULES.world, wanted(PACK, "plain 3d6", {}), Wild.DROP))
    assert "The mean is 10.5; from 3 to 18." in told


def test_the_odds_of_plain_dice_are_told_before_they_are_rolled() -> None:
    def told(text: str) -> str:
        return str(foreseen(RULES.world, wanted(PACK, text, {}), Wild.DROP))

    assert "**51 %** to succeed." in told("d20+5 adv vs 20") and "from 6 to 25" in told("d20+5 adv vs 20")
    assert "The mean is 12.2 (15869/1296); from 3 to 18." in told("4d6k3")
    assert "**45 %** to succeed." in told("(d20, 10)kh1 vs 12") and "from 10 to 20" in told("(d20, 10)kh1")
    assert "without a most" in told("3d6!") and "not reckoned" in told("3d6! vs 2d6kh1")


def test_a_table_for_a_game_does_not_roll_so() -> None:
    game = Played()
    refusal = game.obey(RED, RollAnywhere(name="x", code="4D", sight="everybody"))
    assert refusal is not None and refusal.code == "E_PHASE"
