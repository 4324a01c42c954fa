"""The chances of attacks: equal to counting every fall of the dice, and shown before an attack is made."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from engine.d6.data.pack import Harm
from engine.d6.dice.odds import chance, duel, margins, odds, opposed
from engine.d6.dice.rolling import Wild, total
from engine.d6.ground.chances import Plight, after, borne, chances, harms
from engine.d6.ground.weapons import shots_left
from engine.d6.look import Look
from engine.d6.state import Attempt, Blow, Cover, Wound
from engine.game import Seat
from engine.played.transcript import report_lines
from tests.engine.d6.playing import BLUE, RED, RULES, Played, pips

PACK = RULES.world.pack
LONGEST = 2
"""Sixes of a wild die that are told apart when every fall is counted; what goes on longer is left out."""


@cache
def falls(code: str, rule: Wild) -> list[tuple[int, Fraction]]:
    """Totals of every fall of a code with their chances, but for longer chains of sixes."""
    dice, flat = divmod(pips(code), 3)
    found = dict[int, Fraction]()
    for faces in product(range(1, 7), repeat=dice - 1):
        for sixes, last in product(range(LONGEST + 1), range(1, 6)):
            fallen = total(faces, (6,) * sixes + (last,), flat, rule)
            found[fallen] = found.get(fallen, Fraction(0)) + Fraction(1, 6 ** (dice + sixes))
    return list(found.items())


LEFT_OUT = Fraction(1, 6 ** (LONGEST + 1))
"""The chance that a wild die goes on longer than that."""


@pytest.mark.rule("D6-B-19", "D6-10-01")
@pytest.mark.parametrize("rule", [Wild.DROP, Wild.ADD])
@pytest.mark.parametrize(("damage", "strength", "times"), [("3D+1", "2D+2", 1), ("2D", "3D", 1), ("2D+1", "2D", 2)])
def test_the_chance_of_each_harm_is_that_of_counting_every_fall(
    damage: str, strength: str, times: int, rule: Wild
) -> None:
    found = dict.fromkeys(Harm, Fraction(0))
    for hurt, one in falls(damage, rule):
        for held, other in falls(strength, rule):
            found[PACK.harm[times * hurt - held]] += one * other
    exact = harms(RULES.world, pips(damage), pips(strength), rule, times)
    assert sum(exact.values()) == 1
    assert all(0 <= exact[harm] - found[harm] <= 2 * LEFT_OUT for harm in Harm)


@pytest.mark.rule("D6-B-19", "D6-B-35")
@pytest.mark.parametrize("rule", [Wild.DROP, Wild.ADD])
@pytest.mark.parametrize(("total", "stun"), [(3, False), (9, False), (24, False), (14, True)])
def test_what_known_damage_does_is_that_of_counting_every_fall_of_strength(total: int, stun: bool, rule: Wild) -> None:
    game = field(strength="2D+1")
    game.arrange(replace(game.state, options=replace(game.state.options, wild=rule)))
    found = dict.fromkeys((Plight(rank).words for rank in range(len(Wound))), Fraction(0))
    found |= {"stunned": Fraction(0), "unconscious": Fraction(0)}
    for held, share in falls("3D", rule):
        found[after(Plight(0), PACK.harm[total - held], 3, stun=stun).words] += share
    exact = borne(looking(game), Blow("rex", "nia", 0, "blaster pistol", stun=stun), total)
    assert sum(exact.values()) == 1
    assert all(0 <= exact.get(words, 0) - share <= 2 * LEFT_OUT for words, share in found.items())


@pytest.mark.rule("D6-12-05", "D6-12-07", "D6-12-08", "D6-12-09")
@pytest.mark.parametrize("rule", [Wild.DROP, Wild.ADD])
@pytest.mark.parametrize(("one", "other", "shot", "more"), [("2D+1", "2D", "2D", 0), ("2D", "2D+2", "1D+2", 3)])
def test_a_duel_is_that_of_counting_every_fall_of_both_pilots_and_the_shot(
    one: str, other: str, shot: str, more: int, rule: Wild
) -> None:
    won = hit = Fraction(0)
    for ours, share in falls(one, rule):
        for theirs, way in falls(other, rule):
            if ours > theirs:
                won += share * way
                reach = (fall for total, fall in falls(shot, rule) if total + ours - theirs >= theirs + more)
                hit += share * way * sum(reach, Fraction(0))
    ahead, hits = duel(pips(one), pips(other), pips(shot), more, rule)
    assert 0 <= ahead - won <= 3 * LEFT_OUT and 0 <= hits - hit <= 3 * LEFT_OUT
    assert abs(ahead - opposed(pips(one), pips(other), rule)) < Fraction(1, 10**8)


def test_a_code_without_a_die_comes_to_one_and_hits_nothing() -> None:
    assert sum(duel(2, 9, 9, 0)) == 0
    ahead, hits = duel(9, 2, 2, 0)
    assert abs(ahead - chance(9, 2)) < Fraction(1, 10**8) and hits == 0


def test_margins_leave_nothing_out() -> None:
    """Counted far out, what is left is as small as it can be: the sum goes on for ever, and is exact."""
    one, other = dict(odds(13, most=400)), dict(odds(11, most=400))
    counted = sum(p * q for x, p in one.items() for y, q in other.items() if y <= 400 and x - y >= 4)
    exact = margins(13, 11, (4,))[0]
    assert 0 < exact - counted < Fraction(1, 10**90)
    assert margins(13, 11, (-500, 500))[0] > 1 - Fraction(1, 10**50)
    assert opposed(13, 11) + opposed(11, 13) + _tie(13, 11) == 1


def _tie(one: int, other: int) -> Fraction:
    """The chance that two rolls are equal."""
    least, more = margins(one, other, (0, 1))
    return least - more


@pytest.mark.parametrize("code", ["1D", "2D+1", "4D"])
def test_every_roll_reaches_one(code: str) -> None:
    assert chance(pips(code), 1) == chance(pips(code), 0) == 1


def field(weapons: str = "blaster pistol, vibroblade", **codes: str) -> Played:
    """Rex, red's, three metres from Nia, blue's; Rex acts."""
    game = Played()
    game.person("Rex", RED, weapons=weapons, **{"blaster_pistol": "4D", "melee_combat": "4D", **codes})
    game.person("Nia", BLUE, weapons="knife")
    game.combat("rex", "nia")
    game.gm("range of Rex to Nia is 5")
    return game


def looking(game: Played, seat: Seat = RED) -> Look:
    """Look of a seat."""
    return Look(RULES.world, game.knows(seat), seat, game.now, RULES.refusals)


def shown(game: Played, view: str, about: str = "") -> str:
    """Lines that a view shows red."""
    return "\n".join(report_lines(RULES.show(game.knows(RED), RED, view, about, game.now)))


def attempt(game: Played, **fields: object) -> Attempt:
    """A shot of Rex's at Nia, or what the fields make of it."""
    figures = game.state.figures
    return replace(Attempt(figures["rex"], figures["nia"], "blaster pistol", range="short"), **fields)


@pytest.mark.rule("D6-6-15", "D6-B-19")
def test_a_shot_is_reckoned_from_its_roll_and_the_harm_of_a_hit() -> None:
    game = field()
    found = chances(looking(game), attempt(game))
    hit, borne = chance(12, 15), harms(RULES.world, 12, 9, Wild.DROP)
    assert (found.hit, found.against) == (hit, 15)
    assert found.ends["unhurt"] == 1 - hit + hit * borne[Harm.NONE]
    assert found.ends["dead"] == hit * borne[Harm.KILLED] and sum(found.ends.values()) == 1


@pytest.mark.rule("D6-B-10", "D6-2-03")
def test_actions_that_are_declared_weigh_on_the_chances_and_each_attack_of_the_turn_counts() -> None:
    game = field()
    game.red("declare 2 actions")
    look = looking(game)
    one, both = chances(look, attempt(game)), chances(look, attempt(game, times=2))
    assert one.hit == chance(9, 15)
    unscathed = one.ends["unhurt"]
    assert both.ends["unhurt"] == unscathed**2


@pytest.mark.rule("D6-B-20", "D6-B-21", "D6-B-22", "D6-B-23", "D6-B-35")
def test_one_harm_after_another_adds_up_as_in_play() -> None:
    unhurt = Plight(0)
    stunned = after(unhurt, Harm.STUNNED, 2, stun=False)
    assert stunned.words == "stunned" and after(stunned, Harm.STUNNED, 2, stun=False).words == "unconscious"
    wounded = after(unhurt, Harm.WOUNDED, 2, stun=False)
    twice = after(wounded, Harm.WOUNDED, 2, stun=False)
    assert (wounded.words, twice.words) == ("wounded", "wounded twice")
    assert after(twice, Harm.WOUNDED, 2, stun=False).words == "incapacitated"
    assert after(unhurt, Harm.KILLED, 2, stun=True).words == "unconscious"
    assert after(Plight(Wound.MORTAL.rank), Harm.WOUNDED, 2, stun=False).words == "dead"


@pytest.mark.rule("D6-B-07", "D6-B-18")
def test_a_blow_is_reckoned_against_its_weapon_or_a_parry() -> None:
    game = field()
    look = looking(game)
    assert chances(look, attempt(game, weapon="vibroblade", range="")).hit == chance(12, 15)
    parried = chances(look, attempt(game, weapon="vibroblade", range="", parry="melee"))
    assert parried.hit == opposed(12, 9) and parried.against == 0
    bare = chances(look, attempt(game, weapon="vibroblade", range="", parry="brawling"))
    assert bare.hit == opposed(12, 9, ahead=10)


@pytest.mark.rule("D6-9-03", "D6-9-04")
def test_martial_arts_are_reckoned_with_the_dice_they_may_add() -> None:
    game = field(brawling="5D", martial_arts="2D")
    found = chances(looking(game), attempt(game, weapon="fists", range=""))
    steps = [Fraction(1), *(chance(6, step) for step in (5, 10, 15, 20, 25, 30)), Fraction(0)]
    dead = sum((steps[n] - steps[n + 1]) * harms(RULES.world, 9 + 3 * n, 9, Wild.DROP)[Harm.KILLED] for n in range(7))
    assert found.ends["dead"] == found.hit * dead


def test_of_a_secret_sheet_the_chance_to_hit_alone_is_told() -> None:
    game = field()
    game.person("Vex", None)
    game.gm("range of Rex to Vex is 5")
    told = shown(game, "exchange", "attack Vex with blaster pistol")
    assert "to hit: 15 or more" in told and "the GM's" in told and "dead" not in told
    whole = shown(game, "exchange", "attack Nia with blaster pistol")
    assert "dead:" in whole


@pytest.mark.rule("D6-7.3-12")
def test_the_hits_to_be_expected_of_an_arc_are_told() -> None:
    game = field("TEST-AB")
    game.figure("rex", place=(0, 0))
    for number in range(5):
        game.person(f"Foe {number}", None)
        game.figure(f"foe {number}", place=(number, 10 if number < 3 else 40))
    game.gm("range of Rex to Nia is 300")
    told = shown(game, "exchange", "sweep with TEST-AB facing 0 over 90")
    assert "26/9 hits" in told


def test_attacks_stand_in_the_turn_with_their_chances_and_cover_that_hides_all_offers_none() -> None:
    game = field()
    told = shown(game, "turn", "")
    assert "Attack Nia with blaster pistol: 45 % to hit" in told
    game.figure("nia", cover=Cover("full"))
    assert "attack Nia with blaster pistol" not in shown(game, "turn", "")


@pytest.mark.rule("D6-7-01", "D6-7.1-06")
def test_odds_of_a_turn_count_no_shots_that_the_rate_or_the_magazine_forbids() -> None:
    game = Played()
    rex = game.person("Rex", RED, weapons="blaster pistol")
    game.person("Nia", BLUE)
    game.sheet("nia", secret=False)
    game.figure("rex", place=(0, 0))
    game.figure("nia", place=(50, 0))
    game.combat("rex", "nia")
    game.turn(rex, declared=4)
    look = Look(RULES.world, game.state, RED, game.now, RULES.refusals)
    sheet = game.state.sheets[rex]
    held = sheet.weapons["blaster pistol"]
    weapon, who = look.weapon("blaster pistol"), game.state.figures[rex]
    assert shots_left(look, who, weapon, held) == 2
    assert shots_left(look, who, weapon, replace(held, bolts=1)) == 1
    told = RULES.show(game.state, RED, "exchange", "attack Nia with blaster pistol", game.now)
    assert [str(one.heading) for one in told.sections if "All" in str(one.heading)] == [
        "All 2 attacks that the turn has left"
    ]
