"""Blows and parries, Martial Arts, wounds and stuns, armor, medpacs, points. Register sections 1, 3, 4, 9 and 11."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.clock import HOUR
from engine.d6 import ruleset
from engine.d6.data.pack import Harm
from engine.d6.dice.codes import DIE
from engine.d6.dice.odds import chance, opposed
from engine.d6.ground.blows import beyond, bonus, unparried
from engine.d6.ground.chances import armor, chances, worse
from engine.d6.ground.harm import Hurt, suffer
from engine.d6.ground.medpacs import Useless, condition, treat_difficulty
from engine.d6.look import Look
from engine.d6.play import Play
from engine.d6.state import Attempt, Dose, Stun, Wound, with_craft
from engine.game import EVERYONE, MODERATOR, REFEREE, Seat, Table
from tests.engine.d6.playing import BLUE, RED, RULES, SHEETS, Played, pips
from tests.engine.d6.test_duels import flight

PACK = RULES.world.pack


def duel(weapons: str = "", theirs: str = "", **codes: str) -> Played:
    """Rex, red's, against Nia, blue's, at close quarters; Rex acts."""
    game = Played()
    game.person("Rex", RED, weapons=weapons, **{"brawling": "4D", "melee_combat": "4D", **codes})
    game.person("Nia", BLUE, weapons=theirs, brawling_parry="4D", melee_parry="4D")
    game.combat("rex", "nia")
    return game


@pytest.mark.rule("D6-B-18", "D6-B-06", "D6-2-05")
def test_an_unparried_blow_need_only_reach_the_weapon_s_difficulty() -> None:
    game = duel("vibroblade")
    game.rolls(4, 4, 4, 3, *(1, 1, 1, 1, 1, 2), *(6, 6, 5))
    game.red("attack Nia with vibroblade")
    assert game.asked == "parry nia"
    game.blue("parry nothing")
    assert [one.how for one in game.of(Hurt)] == ["none"]


@pytest.mark.rule("D6-B-07", "D6-B-18")
@pytest.mark.parametrize(("attack", "hit"), [((1, 3, 4, 2), False), ((2, 3, 4, 2), True)])
def test_an_armed_blow_must_beat_a_parry_with_bare_hands_and_has_ten_more(attack: tuple[int, ...], hit: bool) -> None:
    game = duel("vibroblade")
    harm = (*(1, 1, 1, 1, 1, 2), *(6, 6, 5)) if hit else ()
    game.rolls(5, 5, 5, 5, *attack, *harm)
    game.red("attack Nia with vibroblade")
    game.blue("parry brawling")
    assert bool(game.of(Hurt)) is hit


@pytest.mark.rule("D6-6-11", "D6-B-18")
@pytest.mark.parametrize(("how", "attack", "hit"), [
    ("nothing", (6, 6, 6, 3), False), ("nothing", (6, 6, 6, 6, 6, 5), True),
    ("brawling", (6, 6, 6, 2), False), ("brawling", (6, 6, 6, 3), True),
])  # fmt: skip
def test_a_blow_at_an_area_has_twenty_more_to_reach_or_to_beat(how: str, attack: tuple[int, ...], hit: bool) -> None:
    game = duel("vibroblade")
    parry = () if how == "nothing" else (3, 2, 3, 2)
    game.rolls(*parry, *attack, *((1, 1, 1, 1, 1, 2, 6, 6, 5) if hit else ()))
    game.red("attack Nia with vibroblade to the legs")
    game.blue(f"parry {how}")
    assert bool(game.of(Hurt)) is hit


@pytest.mark.rule("D6-6-11")
def test_the_odds_of_a_blow_at_an_area_are_those_of_twenty_more() -> None:
    game = duel("vibroblade")
    look = Look(RULES.world, game.state, RED, game.now, RULES.refusals)
    blow = Attempt(game.state.figures["rex"], game.state.figures["nia"], "vibroblade", "legs")
    assert (chances(look, blow).against, chances(look, blow).hit) == (35, chance(pips("4D"), 35))
    assert chances(look, replace(blow, parry="melee")).hit == opposed(pips("4D"), pips("4D"), ahead=-20)


def test_a_table_of_the_first_version_goes_on_with_blows_at_an_area_as_they_were() -> None:
    worlds = [ruleset(SHEETS, version=version).world for version in (1, 2)]
    assert [unparried(world, "vibroblade", "head") for world in worlds] == [15, 35]


@pytest.mark.rule("D6-B-18")
@pytest.mark.parametrize("line", ["attack Nia with vibroblade", "brawl with Nia"])
def test_a_blow_reaches_three_metres(line: str) -> None:
    game = duel("vibroblade")
    game.gm("range of Rex to Nia is 200")
    assert game.refused(RED, line) == (
        "E_RANGE D6-B-18: Out of range. Nia is 200 m away, and a blow reaches 3 m."
    )  # fmt: skip
    game.gm("range of Rex to Nia is 3.1")
    assert game.refused(RED, line).startswith("E_RANGE D6-B-18")
    game.gm("range of Rex to Nia is 3")
    game.red(line)


def test_a_table_of_the_second_version_goes_on_with_blows_at_any_distance() -> None:
    game = duel()
    game.gm("range of Rex to Nia is 200")
    worlds = [ruleset(SHEETS, version=version).world for version in (2, 3)]
    looks = [Look(world, game.state, RED, game.now, RULES.refusals) for world in worlds]
    assert [beyond(look, game.state.figures["nia"]) is None for look in looks] == [True, False]


@pytest.mark.rule("D6-B-18", "D6-1-04")
def test_a_blow_reaches_nobody_in_another_craft_that_flies() -> None:
    game = flight(duel=False)
    told = "Lor is aboard Gold, and Wel aboard Red; a blow reaches nobody outside a craft that flies."
    assert game.refused(RED, "brawl with Lor") == f"E_RANGE D6-B-18: Out of range. {told}"
    for craft in ("craft-1", "craft-2"):
        game.arrange(with_craft(game.state, craft, flying=False))
    game.red("brawl with Lor")


@pytest.mark.rule("D6-B-18")
def test_a_parry_with_a_weapon_has_five_more_against_bare_hands() -> None:
    game = duel(theirs="knife")
    game.rolls(2, 2, 2, 2, 3, 3, 3, 4)
    game.red("brawl with Nia")
    game.blue("parry melee")
    assert not game.of(Hurt)


@pytest.mark.rule("D6-9-01", "D6-9-02", "D6-9-03", "D6-9-04", "D6-9-05", "D6-9-06", "D6-9-07", "D6-B-26")
def test_martial_arts_add_dice_to_strength_for_one_blow() -> None:
    game = duel(strength="3D+1", brawling="5D", martial_arts="4D")
    game.rolls(3, 3, 3, 3, 3, *(4, 4, 4, 5), *(1, 1, 1, 1, 1, 2), *(6, 5, 5))
    game.red("brawl with Nia")
    game.blue("parry nothing")
    assert [one.how for one in game.of(Hurt)] == ["none"] and game.state.turn("rex").done == 1
    steps = PACK.tables.martial_arts
    assert [bonus(steps, total) for total in (4, 5, 14, 29, 47)] == [0, 1, 2, 5, 6]


@pytest.mark.rule("D6-9-02")
def test_a_blow_that_misses_calls_for_no_martial_arts() -> None:
    game = duel(martial_arts="4D")
    game.rolls(1, 1, 1, 1)
    game.red("brawl with Nia")
    game.blue("parry nothing")
    assert not game.of(Hurt)


@pytest.mark.rule("D6-B-20", "D6-B-21", "D6-B-22", "D6-B-23")
def test_harms_add_up() -> None:
    steps = [
        (Wound.UNHURT, Harm.WOUNDED, Wound.WOUNDED), (Wound.WOUNDED, Harm.WOUNDED, Wound.TWICE),
        (Wound.TWICE, Harm.WOUNDED, Wound.INCAPACITATED), (Wound.WOUNDED, Harm.INCAPACITATED, Wound.INCAPACITATED),
        (Wound.INCAPACITATED, Harm.WOUNDED, Wound.MORTAL), (Wound.MORTAL, Harm.WOUNDED, Wound.DEAD),
        (Wound.UNHURT, Harm.KILLED, Wound.DEAD), (Wound.WOUNDED, Harm.STUNNED, Wound.WOUNDED),
    ]  # fmt: skip
    assert [worse(now, harm) for now, harm, _ in steps] == [then for *_, then in steps]


def table(game: Played) -> Play:
    """A table on which something is done to somebody of a game, and taken into it by `took`."""
    return Play(RULES.world, Table(game.state, game.now, game.dice, RULES.refusals, game.knows))


@pytest.mark.rule("D6-B-10", "D6-B-20", "D6-B-21")
def test_wounds_and_the_latest_stun_weigh_on_skills_and_not_on_strength() -> None:
    game = duel(blaster_pistol="5D")
    game.figure("rex", wound=Wound.WOUNDED)
    game.red("declare 3 actions")
    assert game.pool("rex", "blaster pistol") == pips("2D")
    assert RULES.world.strength(game.state, "rex", active=True) == pips("3D")
    game.sheet("rex", stuns=(Stun(4, 1800), Stun(4, 1800)))
    game.red("declare 1 actions")
    assert game.pool("rex", "blaster pistol") == pips("3D")
    game.figure("rex", wound=Wound.TWICE)
    assert game.pool("rex", "blaster pistol") == pips("2D")


@pytest.mark.rule("D6-B-20")
def test_as_many_stuns_as_dice_of_strength_take_the_senses() -> None:
    game = duel(strength="2D+1")
    play = table(game)
    suffer(play, "rex", Harm.STUNNED)
    assert play.state.figures["rex"].out == 0
    game.rolls(3, 4)
    suffer(play, "rex", Harm.STUNNED)
    assert play.state.figures["rex"].out == 7 * 60


@pytest.mark.rule("D6-B-20", "D6-B-22")
def test_a_stun_of_who_is_down_already_is_told_as_changing_nothing() -> None:
    game = duel(strength="4D")
    look = RULES.look(game.knows(BLUE), BLUE, game.now)
    rex = game.state.figures["rex"]
    told = {
        "Rex is **stunned**.": rex,
        "Rex is **incapacitated** as before.": replace(rex, wound=Wound.INCAPACITATED),
        "Rex is **unconscious** as before.": replace(rex, out=game.state.time + 60),
    }
    assert [str(Hurt(figure, "stunned").words(look)) for figure in told.values()] == list(told)


@pytest.mark.rule("D6-B-22", "D6-B-23")
@pytest.mark.parametrize(("since", "rolled", "dies"), [(4, (1, 1), False), (1, (1, 2), True), (3, (1, 1), False)])
def test_the_mortally_wounded_roll_at_the_end_of_every_round(since: int, rolled: tuple[int, int], dies: bool) -> None:
    game = duel()
    game.arrange(replace(game.state, tick=4))
    game.figure("nia", wound=Wound.MORTAL, mortal=since)
    game.rolls(*rolled)
    game.red("done")
    assert (game.state.figures["nia"].wound is Wound.DEAD) is dies


@pytest.mark.rule("D6-B-23")
def test_the_check_may_come_in_rounds_of_five_seconds() -> None:
    game = duel()
    game.arrange(replace(game.state, options=replace(game.state.options, mortal_seconds=5)))
    game.figure("nia", wound=Wound.MORTAL, mortal=1)
    game.red("done", "done")
    game.rolls(3, 3)
    game.red("done")
    assert len(game.of(Hurt)) == 1


@pytest.mark.rule("D6-B-24", "D6-10-04", "D6-10-05")
def test_armor_helps_where_it_is_worn() -> None:
    world, vest = RULES.world, ("blast vest",)
    assert [armor(world, vest, area, physical=False) // DIE for area in ("", "torso", "legs", "head")] == [1, 1, 0, 0]
    hunter = ("bounty hunter armor",)
    assert [armor(world, hunter, "", physical=physical) // DIE for physical in (False, True)] == [2, 3]
    game = duel()
    game.sheet("rex", armor=hunter)
    assert [game.pool("rex", what) for what in ("dexterity", "strength")] == [pips("2D"), pips("3D")]


# Medpacs


def patient(wound: Wound = Wound.WOUNDED, owner: Seat | None = BLUE, **changes: object) -> Played:
    """Rex is well, with packs; Nia is hurt. There is no combat, and it is ten o'clock."""
    game = Played()
    game.person("Rex", first_aid="5D")
    game.person("Nia", owner)
    game.sheet("rex", medpacs=9, fastflesh=9)
    game.figure("nia", wound=wound, mortal=1 if wound is Wound.MORTAL else 0)
    game.arrange(replace(game.state, time=10 * HOUR))
    game.sheet("nia", **changes)
    return game


@pytest.mark.rule("D6-B-25")
@pytest.mark.parametrize(
    ("wound", "faces", "after"),
    [
        (Wound.WOUNDED, (2, 2, 2, 2, 2), Wound.UNHURT),
        (Wound.TWICE, (2, 2, 2, 2, 2), Wound.WOUNDED),
        (Wound.INCAPACITATED, (3, 3, 3, 3, 3), Wound.TWICE),
        (Wound.MORTAL, (4, 4, 4, 4, 4), Wound.INCAPACITATED),
        (Wound.MORTAL, (4, 4, 4, 4, 3), Wound.MORTAL),
    ],
)
def test_a_medpac_that_works_heals_one_level(wound: Wound, faces: tuple[int, ...], after: Wound) -> None:
    game = patient(wound)
    game.rolls(*faces)
    game.red("use medpac on Nia")
    assert game.state.figures["nia"].wound is after and game.state.sheets["rex"].medpacs == 8


@pytest.mark.rule("D6-B-25", "D6-11-03")
@pytest.mark.parametrize(("now", "expected"), [(33, 20), (36, 15), (37, 10)])
def test_each_pack_of_a_day_makes_the_next_harder(now: int, expected: int) -> None:
    doses = (Dose(10 * HOUR, "medpac", "failed"), Dose(13 * HOUR, "medpac", "failed"))
    game = patient(doses=doses)
    state = replace(game.state, time=now * HOUR)
    assert treat_difficulty(RULES.world, state, state.figures["nia"], state.sheets["nia"]) == expected


@pytest.mark.rule("D6-11-02", "D6-11-03")
def test_a_patient_waits_two_hours() -> None:
    game = patient(doses=(Dose(10 * HOUR, "medpac", "failed"),))
    game.gm("let 119 minutes pass")
    assert game.refused(RED, "use medpac on Nia").startswith("E_MEDPAC D6-11-02")
    game.gm("let 1 minutes pass")
    game.rolls(3, 3, 3, 3, 3)
    game.red("use medpac on Nia")


@pytest.mark.rule("D6-B-25")
def test_missing_by_more_than_ten_bars_further_packs_for_a_day() -> None:
    game = patient(Wound.MORTAL)
    game.rolls(2, 2, 2, 1, 2)
    game.red("use medpac on Nia")
    game.gm("let 3 hours pass")
    assert game.refused(RED, "use medpac on Nia").startswith("E_MEDPAC D6-B-25")


@pytest.mark.rule("D6-11-04", "D6-11-02", "D6-11-03", "D6-11-08")
def test_a_second_fastflesh_in_a_day_kills() -> None:
    game = patient(doses=(Dose(10 * HOUR, "fastflesh", "failed"),))
    game.gm("let 90 minutes pass")
    assert game.refused(RED, "use fastflesh on Nia").startswith("E_MEDPAC D6-11-02")
    game.gm("let 90 minutes pass")
    assert game.refused(RED, "use fastflesh on Nia").startswith("E_CONFIRM D6-11-04")
    game.red("use fastflesh on Nia confirmed")
    assert game.state.figures["nia"].wound is Wound.DEAD


@pytest.mark.rule("D6-11-02", "D6-11-04", "D6-B-25")
@pytest.mark.parametrize("kind", ["medpac", "fastflesh"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"doses": (Dose(9 * HOUR, "fastflesh", "failed"),)},
        {"doses": (Dose(9 * HOUR, "medpac", "barred"),)},
        {"doses": (Dose(7 * HOUR, "medpac", "barred"),)},
    ],
)
def test_a_medpac_on_whose_sheet_is_secret_is_refused_for_nothing_that_is_secret(
    kind: str, changes: dict[str, Any]
) -> None:
    """A pack that does nothing is used up, and the GM alone hears why."""
    game = patient(Wound.WOUNDED if changes else Wound.UNHURT, None, **changes)
    assert "nia" not in game.known[RED].sheets
    line = f"use {kind} on Nia"
    if kind == "fastflesh":
        assert "whether Nia had one is the GM's" in game.refused(RED, line)
        line += " confirmed"
    game.red(line)
    assert [one.to for one in game.last if isinstance(one.fact, Useless)] == [REFEREE]
    assert game.state.sheets["rex"].medpacs + game.state.sheets["rex"].fastflesh == 17
    assert game.state.sheets["nia"].doses == changes.get("doses", ())


@pytest.mark.rule("D6-11-04")
def test_a_second_fastflesh_kills_also_where_nobody_but_the_gm_knew_of_the_first() -> None:
    game = patient(owner=None, doses=(Dose(7 * HOUR, "fastflesh", "failed"),))
    game.red("use fastflesh on Nia confirmed")
    assert game.state.figures["nia"].wound is Wound.DEAD
    assert "Nia is dead" in game.refused(RED, "use fastflesh on Nia")


@pytest.mark.rule("D6-11-05", "D6-11-06", "D6-11-07")
@pytest.mark.parametrize(
    ("ordinary", "die", "after"),
    [(0, 2, Wound.INCAPACITATED), (0, 3, Wound.WOUNDED), (1, 3, Wound.INCAPACITATED), (1, 4, Wound.WOUNDED)],
)
def test_a_mix_of_packs_may_do_harm(ordinary: int, die: int, after: Wound) -> None:
    doses = (Dose(0, "fastflesh", "failed"), *[Dose(3 * HOUR, "medpac", "failed")] * ordinary)
    game = patient(doses=doses)
    game.rolls(1, 2, 2, 2, 2, die)
    game.red("use medpac on Nia")
    assert game.state.figures["nia"].wound is after


@pytest.mark.rule("D6-11-01")
def test_in_combat_a_medpac_takes_five_rounds() -> None:
    game = patient()
    game.combat("rex", "nia")
    game.red("use medpac on Nia")
    for _ in range(4):
        game.red("done")
        game.blue("done")
    assert game.state.sheets["rex"].medpacs == 9
    game.rolls(3, 3, 3, 3, 3)
    game.red("done")
    game.blue("done")
    assert game.state.figures["nia"].wound is Wound.UNHURT and game.state.tick == 6


@pytest.mark.rule("D6-11-02")
@pytest.mark.parametrize(("version", "doses"), [(6, 2), (RULES.version, 1)])
def test_of_two_medpacs_on_one_patient_the_second_does_nothing(version: int, doses: int) -> None:
    """Until version 6 it was rolled for, and recorded games go on so."""
    game = patient(Wound.TWICE)
    game.rules = ruleset(SHEETS, version)
    game.sheet("nia", medpacs=1)
    game.combat("rex", "nia")
    game.red("use medpac on Nia", "done")
    game.blue("done")
    game.red("done")
    game.blue("use medpac on Nia", "done")
    game.rolls(*[3] * (5 if doses == 1 else 7))
    for _ in range(4):
        game.red("done")
        game.blue("done")
    nia = game.state.sheets["nia"]
    assert nia.medpacs == 0 and len(nia.doses) == doses
    assert [one.to for one in game.last if isinstance(one.fact, Useless)] == [EVERYONE] * (2 - doses)


@pytest.mark.rule("D6-11-01")
def test_any_other_action_breaks_it_and_the_pack_is_kept() -> None:
    game = patient()
    game.combat("rex", "nia")
    game.red("use medpac on Nia", "done")
    game.blue("done")
    game.rolls(3, 3, 3)
    game.red("roll strength against 5", "done")
    game.blue("done")
    assert not game.state.treatments and game.state.sheets["rex"].medpacs == 9


@pytest.mark.rule("D6-B-25")
def test_the_dead_and_the_unhurt_get_none() -> None:
    game = patient(Wound.UNHURT)
    assert game.refused(RED, "use medpac on Nia").startswith("E_STATE")
    assert condition(game.state, game.state.figures["nia"], game.state.sheets["nia"]) == ""
    game.gm("set wound of Nia to dead")
    assert game.refused(RED, "use medpac on Nia").startswith("E_STATE")


# Points


def hero(**changes: object) -> Played:
    """Rex, red's, with points, is in a fight and acts; then Vex of the GM does."""
    game = Played()
    game.person("Rex", RED, weapons="vibroblade", blaster_pistol="5D", melee_parry="4D")
    game.person("Vex", None, weapons="knife", melee_combat="4D")
    game.sheet("rex", **{"force": 2, "points": 5, **changes})
    game.combat("rex", "vex")
    return game


@pytest.mark.rule("D6-3-01", "D6-3-02", "D6-B-26", "D6-3-07", "D6-3-05")
def test_a_force_point_of_the_turn_doubles_first_and_holds_to_the_end_of_the_round() -> None:
    game = hero()
    game.sheet("rex", skills={"blaster pistol": 11})
    game.red("declare 2 actions", "force point")
    assert game.pool("rex", "blaster pistol") == pips("6D+1")
    assert game.refused(RED, "force point").startswith("E_FP D6-3-07")
    game.red("done")
    assert RULES.world.strength(game.state, "rex", active=False) == pips("6D")
    game.gm("next")
    assert game.state.tick == 2 and game.pool("rex", "blaster pistol") == 11


@pytest.mark.rule("D6-3-01")
def test_after_the_first_roll_it_is_too_late() -> None:
    game = hero()
    game.rolls(3, 3, 3)
    game.red("roll strength against 5")
    assert game.refused(RED, "force point").startswith("E_FP D6-3-01")


@pytest.mark.rule("D6-3-03", "D6-3-04")
def test_a_force_point_of_an_inactive_moment_never_helps_the_own_turn() -> None:
    game = hero()
    game.combat("vex", "rex")
    game.gm("let Vex do attack Rex with knife")
    game.red("force point")
    game.rolls(*(2,) * 8, 2, 2, 2, 2)
    game.red("parry melee")
    game.gm("let Vex do done")
    assert game.pool("rex", "blaster pistol") == pips("4D")
    game.red("done")
    assert RULES.world.strength(game.state, "rex", active=False) == pips("6D") or game.state.tick == 2


@pytest.mark.rule("D6-3-03", "D6-3-02")
def test_whoever_is_hit_may_trust_in_the_force_before_the_strength_roll() -> None:
    game = hero()
    game.combat("vex", "rex")
    game.gm("let Vex do attack Rex with knife")
    game.rolls(4, 4, 4, 4, *(4, 4, 4, 4))
    game.red("parry nothing")
    assert game.asked == "resist rex"
    game.rolls(*(5,) * 6)
    game.red("strength with force")
    assert game.of(Hurt)[-1].how == "none" and game.state.sheets["rex"].force == 1


@pytest.mark.rule("D6-3-06")
def test_outside_combat_a_point_lasts_for_the_task() -> None:
    game = hero()
    game.arrange(replace(game.state, tick=0, order=(), acting=""))
    game.red("force point")
    assert game.pool("rex", "strength") == pips("6D")
    game.gm("task of Rex is over")
    assert game.pool("rex", "strength") == pips("3D")


@pytest.mark.rule("D6-B-28", "D6-4-01", "D6-3-07")
def test_a_character_point_adds_a_die_that_goes_on_with_sixes() -> None:
    game = hero()
    game.rolls(3, 3, 3, *(6, 2))
    game.red("roll strength against 10")
    assert game.asked == "mend rex"
    game.red("mend point")
    assert game.state.last["rex"].total == 17 and game.state.sheets["rex"].points == 4
    assert game.refused(RED, "force point").startswith("E_FP D6-3-07")


@pytest.mark.rule("D6-B-28")
def test_at_most_two_go_on_a_roll() -> None:
    game = hero()
    game.rolls(1, 2, 2, 2, 2)
    game.red("roll strength against 20", "mend point", "mend point")
    assert game.asked == ""
    assert game.refused(RED, "character point confirmed").startswith("E_CP D6-B-28")


@pytest.mark.rule("D6-3-07")
def test_no_character_point_goes_with_a_force_point() -> None:
    game = hero()
    game.red("force point")
    game.rolls(3, 3, 3, 3, 3, 3)
    game.red("roll strength against 30")
    assert game.asked == ""
    assert game.refused(RED, "character point").startswith("E_CP D6-3-07")


@pytest.mark.rule("D6-4-01", "D6-4-02", "D6-B-29", "D6-4-03")
def test_beyond_two_in_a_session_a_point_costs_a_dark_side_point() -> None:
    game = hero(spent=2, dark=1)
    game.arrange(replace(game.state, session=True))
    game.rolls(3, 3, 3)
    game.red("roll strength against 11")
    assert game.refused(RED, "mend point").startswith("E_CONFIRM D6-4-01")
    game.rolls(4, 2)
    game.red("mend confirmed")
    assert game.state.sheets["rex"].dark == 2
    game.gm("fall Rex")
    assert game.state.figures["rex"].owner is None and game.state.sheets["rex"].fallen


@pytest.mark.rule("D6-4-05")
def test_the_gm_may_forbid_the_third() -> None:
    game = hero(spent=2)
    game.arrange(replace(game.state, session=True, options=replace(game.state.options, allowance=False)))
    game.rolls(3, 3, 3)
    game.red("roll strength against 11")
    assert game.refused(RED, "character point").startswith("E_CP D6-4-05")


@pytest.mark.rule("D6-4-04", "D6-4-03")
def test_a_new_session_begins_anew() -> None:
    game = hero(spent=2)
    game.arrange(replace(game.state, tick=0, order=(), acting=""))
    game.gm("session open")
    assert game.state.sheets["rex"].spent == 0


@pytest.mark.rule("D6-B-27")
def test_the_gm_gives_and_takes_points() -> None:
    game = hero()
    game.gm("set force of Rex to 3", "set dark of Rex to 1")
    assert game.state.sheets["rex"].force == 3 and game.state.sheets["rex"].dark == 1
    assert game.refused(MODERATOR, "set force of Rex to -1").startswith("E_VALUE")


@pytest.mark.rule("D6-B-21")
def test_who_was_thrown_down_in_this_round_parries_no_more() -> None:
    game = duel("vibroblade")
    game.figure("nia", wound=Wound.WOUNDED, prone=1)
    game.rolls(1, 1, 1, 2)
    game.red("attack Nia with vibroblade")
    assert game.asked == ""


@pytest.mark.rule("D6-3-03", "D6-3-07")
def test_a_force_point_that_was_declared_while_strength_is_asked_is_not_spent_twice() -> None:
    game = Played()
    game.person("Rex", RED)
    game.person("Nia", BLUE, brawling="5D")
    game.sheet("rex", force=1)
    game.combat("nia", "rex")
    game.rolls(*[4] * 8)
    game.blue("brawl with Rex")
    game.red("parry nothing")
    assert game.asked == "resist rex"
    game.red("force point")
    assert game.refused(RED, "strength with force").startswith("E_FP D6-B-26")
    game.rolls(*[3] * 6)
    game.red("strength")
    assert game.state.sheets["rex"].force == 0 and game.state.choice is None
