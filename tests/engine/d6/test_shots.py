"""Shots: how hard somebody is to hit, how often and with what weapons fire, explosions. Register sections 6 to 8."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.d6.data.pack import band
from engine.d6.ground.aiming import difficulty, hits, inside, swept_chance
from engine.d6.ground.harm import Hurt
from engine.d6.ground.shots import Hits, Shoots
from engine.d6.ground.weapons import refill
from engine.d6.play import Noted
from engine.d6.state import Cover, Held, Wound
from tests.engine.d6.playing import RED, RULES, Played, pips

PACK = RULES.world.pack


def field(weapon: str = "blaster pistol", metres: int = 8, **codes: str) -> Played:
    """Rex, red's, against Vex, blue's... of the GM, so many metres apart; Rex acts."""
    game = Played()
    game.person("Rex", RED, weapons=weapon, **{"blaster_pistol": "5D", "blaster_rifle": "6D", "grenade": "5D", **codes})
    game.person("Vex", None)
    game.combat("rex", "vex")
    game.gm(f"range of Rex to Vex is {metres}")
    return game


@pytest.mark.rule("D6-B-17", "D6-6-03")
@pytest.mark.parametrize(
    ("decimetres", "expected"),
    [(29, "point blank"), (30, "short"), (100, "short"), (101, "medium"), (1200, "long"), (1210, None)],
)
def test_limits_of_ranges_belong_to_the_nearer_band(decimetres: int, expected: str | None) -> None:
    ranges = PACK.weapons["blaster pistol"].ranges
    assert ranges is not None and band(ranges, decimetres**2) == expected


def sums(weapon: str, metres: int, *, area: str = "", fog: bool = False, **seen: object) -> int:
    """The difficulty of Vex, who seems so."""
    game = field(weapon, metres)
    game.figure("vex", **seen)
    if fog:
        game.gm("weather fog")
    kind = PACK.weapons[weapon]
    squared = game.state.distance(game.state.figures["rex"], game.state.figures["vex"])
    assert kind.ranges is not None and squared is not None
    range = band(kind.ranges, squared)
    assert range is not None
    figures = game.state.figures
    return difficulty(RULES.world, game.state, figures["rex"], figures["vex"], (kind, range, area)).total


HALF, QUARTERS = Cover("half"), Cover("three quarters")


@pytest.mark.rule(
    "D6-6-02", "D6-6-05", "D6-6-06", "D6-6-07", "D6-6-08", "D6-6-09", "D6-6-10", "D6-6-11", "D6-6-12", "D6-6-14",
    "D6-6-17", "D6-B-16",
)  # fmt: skip
def test_the_difficulty_is_a_sum_of_one_value_each() -> None:
    assert sums("blaster pistol", 8) == 15
    assert sums("blaster pistol", 20, cover=HALF, fired=1) == 25
    assert sums("blaster pistol", 20, cover=HALF, ran="fast") == 35
    assert sums("blaster pistol", 100, ran="very fast", fog=True) == 40
    assert sums("rocket launcher", 40, cover=HALF, fired=1) == 15  # a tree does not stop a rocket
    assert sums("blaster pistol", 8, cover=QUARTERS, fired=1, area="head") == 30
    assert sums("blaster pistol", 8, area="legs", fog=True) == 40
    assert sums("blaster pistol", 2) == 10
    assert sums("blaster pistol", 31) == 25
    assert sums("blaster pistol", 8, cover=Cover("half", fixed=False), fired=1) == 25
    assert sums("blaster pistol", 8, cover=HALF) == 20  # neither fires nor runs


@pytest.mark.rule("D6-B-16", "D6-6-17")
def test_a_walker_finds_a_man_harder_to_hit_and_hurts_him_more() -> None:
    game = field()
    game.figure("rex", scale=3)
    game.rolls(1, 1, 1, 1, 1)
    game.red("attack Vex with blaster pistol", "done")
    assert game.of(Shoots)[0].against.scale == 14


@pytest.mark.rule("D6-B-15", "D6-6-17", "D6-B-14")
def test_a_man_finds_a_walker_easier_to_hit() -> None:
    game = field()
    game.figure("vex", scale=3)
    game.rolls(*[2] * 9, *[1] * 4, *[6] * 6, 2)
    game.red("attack Vex with blaster pistol")
    assert game.of(Hits)[0].hit and game.state.figures["vex"].wound is Wound.UNHURT


@pytest.mark.rule("D6-6-15", "D6-B-06", "D6-B-19", "D6-B-21", "D6-8-01", "D6-8-02", "D6-6-04", "D6-6-07", "D6-6-11")
def test_a_shot_hits_at_the_difficulty_and_does_damage_against_strength() -> None:
    game = field()
    game.rolls(3, 3, 3, 3, 3, *(4, 4, 4, 2), *(4, 4, 2))
    game.red("attack Vex with blaster pistol")
    assert game.of(Hits)[0].hit
    assert game.of(Hurt)[0].how == "wounded" and game.state.figures["vex"].prone == 1


@pytest.mark.rule("D6-6-13", "D6-6-11")
def test_a_called_shot_that_falls_short_misses_altogether() -> None:
    game = field()
    game.rolls(6, 6, 6, 5, 5)
    game.red("attack Vex with blaster pistol to the head")
    assert game.of(Shoots)[0].against.total == 35 and not game.of(Hits)[0].hit


@pytest.mark.rule("D6-6-04", "D6-6-15", "D6-6-01", "D6-6-03")
def test_what_cannot_be_hit_is_refused() -> None:
    game = field(metres=121)
    assert game.refused(RED, "attack Vex with blaster pistol").startswith("E_RANGE D6-B-17")
    game.gm("range of Rex to Vex is 10")
    game.figure("vex", cover=Cover("full"))
    assert game.refused(RED, "attack Vex with blaster pistol").startswith("E_COVER D6-6-04")
    assert game.refused(RED, "roll dodge").startswith("E_NODODGE D6-6-01")


@pytest.mark.rule("D6-6-03")
def test_without_places_the_shooter_says_how_far_it_is() -> None:
    game = Played()
    game.person("Rex", RED, weapons="blaster pistol", blaster_pistol="5D")
    game.person("Vex", None)
    game.combat("rex", "vex")
    assert "from 12 metres" in game.refused(RED, "attack Vex with blaster pistol")
    game.rolls(1, 1, 1, 1, 2)
    game.red("attack Vex with blaster pistol from 12 metres")
    assert game.of(Shoots)[0].range == "medium"


@pytest.mark.rule("D6-7-01", "D6-B-10", "D6-2-03")
def test_an_ordinary_blaster_fires_twice_a_round() -> None:
    game = field()
    game.red("declare 3 actions")
    assert game.pool("rex", "blaster pistol") == pips("3D")
    game.rolls(1, 1, 2, 1, 1, 2)
    game.red("attack Vex with blaster pistol", "attack Vex with blaster pistol")
    assert game.refused(RED, "attack Vex with blaster pistol").startswith("E_RATE D6-7-01")


@pytest.mark.rule("D6-7-02", "D6-B-11")
def test_an_ordinary_weapon_is_reloaded_in_one_action_and_fires_with_the_next() -> None:
    game = field("hold-out blaster", metres=6)
    held = game.state.sheets["rex"].weapons["hold-out blaster"]
    game.sheet("rex", weapons={held.kind: type(held)(held.kind, bolts=0)})
    assert game.refused(RED, "attack Vex with hold-out blaster").startswith("E_RELOAD D6-7.1-06")
    game.rolls(1, 1, 1, 2)
    game.red("declare 2 actions", "reload hold-out blaster", "attack Vex with hold-out blaster")
    assert game.state.sheets["rex"].weapons["hold-out blaster"].bolts == 5


@pytest.mark.rule("D6-B-35", "D6-B-11", "D6-7.1-09")
def test_a_stun_shot_knocks_out_and_does_no_worse() -> None:
    game = field()
    game.red("declare 2 actions", "set blaster pistol to stun")
    game.rolls(4, 4, 4, 5, *(5, 5, 5, 2), *(1, 1, 2), 3, 4)
    game.red("attack Vex with blaster pistol")
    figure = game.state.figures["vex"]
    assert figure.wound is Wound.UNHURT and figure.out == 7 * 60


@pytest.mark.rule("D6-B-34", "D6-6-16", "D6-10-03")
def test_a_grenade_harms_all_around_by_distance_and_no_head_twice() -> None:
    game = field("frag grenade", metres=15)
    game.person("Near", None)
    game.person("Far", None)
    game.gm("range of Vex to Near is 5", "range of Vex to Far is 11")
    game.rolls(5, 5, 5, 5, 2, *(1, 1, 1, 1, 2), *(1, 1, 2), *(5, 5, 2), *(4, 4, 2))
    game.red("attack Vex with frag grenade")
    assert game.of(Shoots)[0].against.total == 20
    assert [one.figure.id for one in game.of(Hurt)] == ["vex", "near"]


@pytest.mark.rule("D6-10-01", "D6-10-02", "D6-10-04", "D6-10-05", "D6-B-24")
@pytest.mark.parametrize(("worn", "how"), [("", "incapacitated"), ("blast helmet", "stunned")])
def test_a_hit_to_a_bare_head_counts_double(worn: str, how: str) -> None:
    game = field(blaster_pistol="10D")
    game.sheet("vex", armor=(worn,) if worn else ())
    strength = (3, 3, 4) if not worn else (2, 2, 2, 4)
    game.rolls(*[5] * 9, 5, *(3, 3, 3, 2), *strength, *[1] * 40)
    game.red("attack Vex with blaster pistol to the head")
    assert game.of(Hurt)[0].how == how


# Automatic fire


@pytest.mark.rule("D6-7.1-01", "D6-7.1-02", "D6-7.1-03", "D6-7.1-04", "D6-7.1-05", "D6-7.1-06", "D6-7-03", "D6-7-04")
def test_three_bursts_a_round_each_with_a_die_less() -> None:
    game = field("TEST-AB", metres=30)
    game.sheet("rex", weapons={"TEST-AB": replaced(game, mode="automatic")})
    game.red("declare 3 actions")
    assert game.pool("rex", "blaster rifle") == pips("4D")
    game.rolls(*(1, 1, 2) * 3)
    game.red(*["attack Vex with TEST-AB"] * 3)
    assert game.state.sheets["rex"].weapons["TEST-AB"].bolts == 30
    game.turn("rex", declared=5)
    assert game.refused(RED, "attack Vex with TEST-AB").startswith("E_RATE D6-7.1-02")


def replaced(game: Played, kind: str = "TEST-AB", **changes: object) -> Held:
    """A weapon of Rex's, changed."""
    return replace(game.state.sheets["rex"].weapons[kind], **changes)


@pytest.mark.rule("D6-7.1-07", "D6-7.1-02")
def test_single_shots_of_an_automatic_do_less_and_come_twice() -> None:
    game = field("TEST-AB", metres=30)
    game.red("declare 2 actions")
    assert game.pool("rex", "blaster rifle") == pips("5D")
    game.rolls(5, 5, 5, 5, 2, *(1, 1, 1, 2), *(1, 1, 2), *(1, 1, 1, 1, 2))
    game.red("attack Vex with TEST-AB", "attack Vex with TEST-AB")
    game.turn("rex", declared=5)
    assert game.refused(RED, "attack Vex with TEST-AB").startswith("E_RATE D6-7.1-07")
    assert game.state.sheets["rex"].weapons["TEST-AB"].bolts == 58


@pytest.mark.rule("D6-7.1-06", "D6-7.1-10", "D6-7.2-06", "D6-7.2-01")
def test_an_empty_automatic_takes_a_whole_turn_to_reload() -> None:
    game = field("TEST-AB, blaster pistol", metres=30)
    game.sheet("rex", weapons={"TEST-AB": replaced(game, mode="automatic", bolts=5)})
    assert game.refused(RED, "attack Vex with TEST-AB").startswith("E_RELOAD D6-7.1-06")
    game.red("reload TEST-AB")
    assert game.state.sheets["rex"].weapons["TEST-AB"].loaded == 2
    assert game.refused(RED, "attack Vex with TEST-AB").startswith("E_PENDING")
    assert game.refused(RED, "set TEST-AB to single").startswith("E_PENDING")


@pytest.mark.rule("D6-7.1-09", "D6-7.1-10")
def test_a_weapon_that_is_not_automatic_cannot_be_set_so() -> None:
    game = field()
    assert game.refused(RED, "set blaster pistol to automatic").startswith("E_MODE D6-7.1-10")
    assert game.refused(RED, "hold trigger of blaster pistol on Vex").startswith("E_MODE D6-7.1-10")


@pytest.mark.rule("D6-7.2-02", "D6-7.2-03", "D6-7.2-04", "D6-7.2-05", "D6-7.2-08")
@pytest.mark.parametrize(("kind", "dice"), [("TEST-AS", 5), ("TEST-AO", 5)])
def test_an_automatic_slugthrower_fires_three_rounds_a_burst(kind: str, dice: int) -> None:
    game = field(kind, metres=30, blaster_rifle="5D")
    game.sheet("rex", weapons={kind: replaced(game, kind, mode="automatic")})
    game.rolls(5, 5, 5, 5, *[1] * (dice - 1), 2, 1, 1, 2)
    game.red(f"attack Vex with {kind}")
    assert game.state.sheets["rex"].weapons[kind].bolts == 27


@pytest.mark.rule("D6-7.1-08", "D6-7.2-07")
@pytest.mark.parametrize(("kind", "left", "rolls", "after"), [("TEST-AB", 25, 2, 5), ("TEST-AS", 30, 4, 18)])
def test_a_held_trigger_rolls_damage_alone(kind: str, left: int, rolls: int, after: int) -> None:
    game = field(kind)
    game.sheet("rex", weapons={kind: replaced(game, kind, bolts=left)})
    assert game.refused(RED, f"hold trigger of {kind} on Vex").startswith("E_CONFIRM D6-7.1-08")
    game.gm("flag Vex static")
    dice = 6 if kind == "TEST-AB" else 5
    game.rolls(*((*[1] * (dice - 1), 2, 4, 5, 5) * rolls))
    game.red(f"hold trigger of {kind} on Vex")
    assert len(game.of(Hurt)) == rolls and game.state.sheets["rex"].weapons[kind].bolts == after


@pytest.mark.rule("D6-7.3-05", "D6-7.3-06", "D6-7.3-04", "D6-7.3-12")
def test_an_arc_hits_by_fixed_odds() -> None:
    assert [hits(pair, "short") for pair in ((3, 4), (1, 6), (2, 4), (1, 3))] == [True, True, False, False]
    assert [hits(pair, "medium") for pair in ((3, 4), (5, 5), (6, 1))] == [False, True, True]
    assert [str(swept_chance(range)) for range in ("point blank", "short", "medium")] == ["9/10", "2/3", "4/9"]
    assert str(3 * swept_chance("short") + 2 * swept_chance("medium")) == "26/9"


@pytest.mark.rule("D6-7.3-02")
def test_half_the_angle_on_either_side_is_swept() -> None:
    assert [inside(10 * bearing, 0, 180) for bearing in (270, 90, 0, 91, 269)] == [True, True, True, False, False]


@pytest.mark.rule(
    "D6-7.3-01", "D6-7.3-02", "D6-7.3-03", "D6-7.3-07", "D6-7.3-08", "D6-7.3-10", "D6-7.3-13",
)  # fmt: skip
def test_the_worked_sweep_of_the_register() -> None:
    game = Played()
    game.person("Rex", RED, weapons="TEST-AB")
    for label in ("One", "Two", "Three", "Four", "Behind", "Distant"):
        game.person(label, None)
    game.combat("rex", "one", "two", "three", "four", "behind", "distant")
    places = {"rex": (0, 0), "one": (0, 2), "two": (20, 0), "three": (-20, 1), "four": (0, 40), "behind": (0, -5)}
    for id, place in {**places, "distant": (0, 51)}.items():
        game.figure(id, place=place)
    assert game.refused(RED, "sweep with TEST-AB facing 0 over 181").startswith("E_VALUE D6-7.3-01")
    damage = (1, 1, 1, 1, 2, 3, 3, 3)
    game.rolls(7, 2, 3, 1, 4, 6, 2, *damage, *damage, *damage)
    game.red("sweep with TEST-AB facing 0 over 180")
    assert [one.figure.id for one in game.of(Hurt)] == ["one", "two", "four"]
    assert game.state.sheets["rex"].weapons["TEST-AB"].bolts == 10
    assert game.refused(RED, "sweep with TEST-AB facing 0 over 180").startswith("E_PENDING")


@pytest.mark.rule("D6-7.3-10", "D6-7.3-11", "D6-7.3-09")
@pytest.mark.parametrize(
    ("kind", "left", "after"),
    [("TEST-AB", 40, 0), ("TEST-AB", 39, None), ("TEST-AS", 24, 0), ("TEST-AS", 23, None), ("TEST-AO", 30, 0)],
)
def test_a_sweep_needs_most_of_a_magazine(kind: str, left: int, after: int | None) -> None:
    game = field(kind)
    game.gm("place Rex at 0 0", "place Vex at 0 -90")
    game.sheet("rex", weapons={kind: replaced(game, kind, bolts=left)})
    if after is None:
        assert game.refused(RED, f"sweep with {kind} facing 0 over 90").startswith("E_RELOAD")
        return
    game.red(f"sweep with {kind} facing 0 over 90")
    assert game.state.sheets["rex"].weapons[kind].bolts == after


@pytest.mark.rule("D6-7-06", "D6-7.1-05")
def test_a_repeating_blaster_never_runs_out() -> None:
    game = field("light repeating blaster", metres=60)
    game.sheet("rex", weapons={"light repeating blaster": replaced(game, "light repeating blaster", mode="automatic")})
    game.rolls(1, 1, 1, 2)
    game.red("declare 2 actions", "attack Vex with light repeating blaster")
    assert game.refused(RED, "reload light repeating blaster").startswith("E_RELOAD D6-7-06")


@pytest.mark.rule("D6-7-05")
def test_an_automatic_costs_seven_times_the_gas() -> None:
    assert [refill(PACK.weapons[kind]) for kind in ("blaster pistol", "TEST-AB")] == [25, 175]


@pytest.mark.rule("D6-8-01", "D6-8-02", "D6-8-04")
def test_there_are_two_blaster_skills() -> None:
    assert PACK.weapons["blaster carbine"].skill == "blaster rifle"
    assert PACK.weapons["heavy blaster pistol"].skill == "blaster pistol"
    game = field()
    assert game.refused(RED, "roll blaster").startswith("E_UNKNOWN D6-8-04")
    assert "blaster pistol or blaster rifle" in game.refused(RED, "roll firearms")


def test_a_weapon_that_nobody_carries_is_answered_with_what_is_carried() -> None:
    game = field("heavy blaster pistol")
    assert "“rifle” (is it heavy blaster pistol?)" in game.refused(RED, "attack Vex with rifle")


@pytest.mark.rule("D6-B-19")
def test_the_harm_of_margins_is_the_register_s() -> None:
    found = [PACK.harm[margin].value for margin in (-1, 0, 3, 4, 8, 9, 12, 13, 15, 16)]
    twice = [one for one in ("stunned", "wounded", "incapacitated", "mortally wounded") for _ in range(2)]
    assert found == ["none", *twice, "killed"]


def test_a_place_is_recorded_with_a_hyphen_as_stored_games_have_it() -> None:
    game = field()
    game.gm("place Rex at -10 10")
    assert [noted.what for noted in game.of(Noted)] == ["at -10, 10 m"]
