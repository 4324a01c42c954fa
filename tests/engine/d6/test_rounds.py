"""Rounds, components, actions, reactions, Reflex, initiative, times. Register sections 1, 2 and 5."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.clock import later
from engine.d6.dice.rolling import Throw, Wild
from engine.d6.look import Look
from engine.d6.rounds.rolls import RollIt
from engine.d6.rounds.turns import ROUND_END, RoundBegan, acts_in
from engine.d6.state import Craft, Treatment, Trigger, Turn, Wound
from engine.game import MODERATOR, Seat
from tests.engine.d6.playing import BLUE, RED, RULES, Played, pips


def fight(**codes: str) -> Played:
    """Rex, red's, Nia, blue's, and Vex of the GM fight; Rex acts."""
    game = Played()
    game.person(
        "Rex", RED, weapons="blaster pistol, vibroblade", **{"blaster_pistol": "5D", "melee_parry": "5D", **codes}
    )
    game.person("Nia", BLUE, weapons="blaster pistol")
    game.person("Vex", None, weapons="knife")
    game.combat("rex", "nia", "vex")
    return game


def test_a_round_ends_with_the_mortally_wounded_then_medpacs_then_craft() -> None:
    """In another order games would not be recorded as they were."""
    assert [run.__name__ for run in ROUND_END] == ["mortal_checks", "treatments", "as_rounds_go"]


@pytest.mark.rule("D6-3-04", "D6-3-05", "D6-5-01")
@pytest.mark.parametrize(("acting", "times"), [("rex", 1), ("nia", 2)])
def test_a_force_point_of_an_inactive_moment_doubles_reactions_out_of_turn_alone(acting: str, times: int) -> None:
    game = fight(reflex="4D")
    game.combat("rex", "nia", "vex", acting=acting)
    game.turn("rex", force="inactive")
    look = Look(RULES.world, game.state, None, game.now, RULES.refusals)
    assert look.pool("rex", "reflex", reaction=True) == times * pips("4D")


def test_nothing_is_noted_of_somebody_who_is_gone() -> None:
    game = fight()
    rolled = Throw("vex", "search", 3, (), (2,), 2)
    noted: dict[str, object] = {
        "treatments": Treatment("rex", "medpac", 5), "triggers": Trigger("a shot", 10, "cover", 1), "last": rolled,
        "demands": "search", "demanded": 10, "wilds": Wild.ADD, "turns": Turn(declared=1),
    }  # fmt: skip
    game.arrange(replace(game.state, **{field: {"vex": one} for field, one in noted.items()}))
    game.gm("remove Vex")
    assert [field for field in game.state.__struct_fields__ if "vex" in str(getattr(game.state, field))] == []


@pytest.mark.rule("D6-2-01", "D6-1-03", "D6-3-05")
def test_what_is_for_peace_the_gm_orders_in_no_combat() -> None:
    game = fight()
    for line, rule in (("combat", "D6-2-01"), ("let 2 minutes pass", "D6-1-03"), ("task of Rex is over", "D6-3-05")):
        assert game.refused(MODERATOR, line).startswith(f"E_PHASE {rule}")
    game.gm("end combat", "let 2 minutes pass", "task of Rex is over")
    assert (game.state.tick, game.state.counted) == (0, 1)
    game.rolls(4, 4, 4, 6, 6, 5, 4, 3, 2)
    game.gm("combat")
    assert (game.state.tick, game.state.counted) == (1, 2)


@pytest.mark.rule("D6-B-13", "D6-2-01", "D6-2-02")
def test_everybody_rolls_perception_and_is_called_by_the_totals() -> None:
    game = Played()
    game.person("Rex")
    game.person("Nia", BLUE)
    game.person("Vex", None)
    game.rolls(4, 4, 4, 6, 6, 5, 4, 3, 2)
    game.gm("combat")
    assert game.state.order == ("nia", "rex", "vex") and game.state.acting == "nia"


@pytest.mark.rule("D6-B-13")
def test_equal_totals_go_by_the_code_and_then_by_a_die() -> None:
    game = Played()
    game.person("Rex")
    game.person("Nia", BLUE)
    game.person("Vex", None, perception="3D+1")
    game.rolls(4, 4, 4, 4, 4, 4, 4, 4, 3, 2, 5)
    game.gm("combat")
    assert game.state.order == ("vex", "nia", "rex")


@pytest.mark.rule("D6-5-05", "D6-5-01")
def test_the_table_may_roll_reflex_for_initiative() -> None:
    game = Played({"reflex-initiative": "yes"})
    game.person("Rex", reflex="1D")
    game.person("Nia", BLUE)
    game.rolls(5, 3, 3, 2)
    game.gm("combat")
    assert game.state.order == ("nia", "rex")


@pytest.mark.rule("D6-2-02", "D6-2-04", "D6-2-05", "D6-2-08", "D6-2-09")
def test_who_is_inactive_neither_declares_nor_acts() -> None:
    game = fight()
    assert game.refused(BLUE, "declare 2 actions").startswith("E_TURN D6-2-02")
    assert game.refused(BLUE, "attack Rex with blaster pistol from 9 metres").startswith("E_INACTIVE D6-2-04")
    assert game.refused(BLUE, "roll strength").startswith("E_TURN")
    for line in ("move high", "take half cover", "use medpac on Rex"):
        assert game.refused(BLUE, line).startswith("E_INACTIVE")


@pytest.mark.rule("D6-2-05", "D6-B-11", "D6-2-09")
def test_what_the_gm_demands_is_rolled_out_of_turn_for_nothing() -> None:
    game = fight()
    game.gm("demand search of Nia")
    game.rolls(2, 2, 2)
    game.blue("roll search against 5")
    assert game.state.turn("nia").done == 0 and not game.state.demands


@pytest.mark.rule("D6-2-05", "D6-B-05", "D6-B-06")
@pytest.mark.parametrize(("face", "told"), [(5, "15 against 15, **success**"), (4, "14 against 15, failure")])
def test_a_demand_names_the_difficulty_and_whether_it_is_reached_is_told(face: int, told: str) -> None:
    game = fight()
    game.gm("demand search of Nia at moderate")
    assert game.state.demanded == {"nia": 15}
    game.rolls(5, 5, face)
    game.blue("roll search against 1")  # the difficulty is the GM's
    assert any(told in str(RULES.tell(game.state, one, None)) for one in game.said)
    assert not game.state.demands and not game.state.demanded


@pytest.mark.rule("D6-2-05", "D6-B-05")
def test_a_demand_without_a_difficulty_leaves_none_behind_and_one_that_cannot_be_is_refused() -> None:
    game = fight()
    game.gm("demand search of Nia at 20", "demand perception of Nia")
    assert game.state.demands == {"nia": "perception"} and not game.state.demanded
    for difficulty in ("-5", "0", "201", "modrate"):
        assert game.refused(MODERATOR, f"demand search of Nia at {difficulty}").startswith("E_VALUE D6-B-05")


@pytest.mark.rule("D6-2-03", "D6-B-10", "D6-B-11")
def test_the_number_of_actions_is_declared_before_the_first_roll() -> None:
    game = fight()
    game.red("declare 2 actions", "declare 3 actions")
    assert game.pool("rex", "blaster pistol") == pips("3D")
    game.rolls(2, 2, 2)
    game.red("roll blaster pistol against 5")
    assert game.refused(RED, "declare 4 actions").startswith("E_PENDING D6-2-03")
    game.rolls(2, 2, 2)
    game.red("roll blaster pistol against 5", "holster vibroblade", "draw vibroblade")
    assert game.refused(RED, "roll blaster pistol").startswith("E_PENDING D6-2-03")


@pytest.mark.rule("D6-B-02", "D6-B-10")
def test_too_many_actions_leave_too_few_dice() -> None:
    game = fight()
    game.red("declare 4 actions")
    assert game.refused(RED, "roll knowledge").startswith("E_POOL D6-B-02")


@pytest.mark.rule("D6-B-12", "D6-2-05", "D6-2-07", "D6-2-08", "D6-B-18")
def test_a_parry_counts_as_an_action_before_and_after_the_own_turn() -> None:
    game = fight()
    game.combat("vex", "rex", "nia")
    game.gm("let Vex do attack Rex with knife")
    assert game.asked == "parry rex"
    game.rolls(4, 4, 4, 4, 4, 1, 1, 2)
    game.red("parry melee")
    assert game.state.turn("rex").reactions == 1
    game.gm("let Vex do done")
    assert game.pool("rex", "blaster pistol") == pips("4D")


@pytest.mark.rule("D6-2-07")
def test_a_parry_after_two_actions_is_the_third() -> None:
    game = fight()
    game.combat("rex", "vex", "nia")
    game.red("declare 2 actions", "done")
    assert game.pool("rex", "melee parry", reaction=True) == pips("3D")


@pytest.mark.rule("D6-1-01", "D6-2-01", "D6-2-02")
def test_a_round_ends_when_everybody_was_called() -> None:
    game = fight()
    game.red("done")
    game.blue("done")
    game.gm("next")
    assert [one.tick for one in game.of(RoundBegan)] == [2] and game.state.acting == "rex" and game.state.time == 2


@pytest.mark.rule("D6-2-02")
def test_a_turn_passes_when_its_time_is_up() -> None:
    game = Played({"pace": "live"})
    game.person("Rex")
    game.person("Nia", BLUE)
    game.rolls(4, 4, 4, 3, 3, 3)
    game.gm("combat")
    game.lapse(later(game.now, 120))
    assert game.state.acting == "nia"


@pytest.mark.rule("D6-1-02", "D6-1-03", "D6-1-04", "D6-1-05")
def test_who_works_a_starfighter_acts_in_every_other_tick() -> None:
    game = fight()
    crafts = {"x": Craft("x", "X", "X-wing"), "s": Craft("s", "S", "X-wing", flying=False)}
    game.arrange(replace(game.state, craft=crafts))
    game.figure("nia", craft="x", station="pilot")
    game.figure("vex", craft="x")
    world = RULES.world
    ticks = {id: [acts_in(game.state, world, id, tick) for tick in (1, 2, 3, 4)] for id in ("rex", "nia", "vex")}
    assert ticks == {"rex": [True] * 4, "nia": [True, False, True, False], "vex": [True] * 4}


@pytest.mark.rule("D6-5-01", "D6-5-02", "D6-5-03", "D6-5-04", "D6-2-04", "D6-2-06")
def test_a_passed_reflex_roll_opens_one_thing_once() -> None:
    game = fight(reflex="4D", thrown_weapons="4D")
    assert game.refused(RED, "reflex").startswith("E_PHASE D6-5-02")
    game.combat("vex", "rex", "nia")
    game.gm("trigger throw for Rex at 15 by grenade")
    game.rolls(5, 5, 4, 2, 4, 4, 4)
    game.red("reflex")
    assert game.state.turn("rex").opening == "throw" and game.state.turn("rex").reactions == 1
    game.red("follow up with thrown weapons against 10")
    assert game.refused(RED, "follow up with thrown weapons").startswith("E_INACTIVE D6-2-06")


@pytest.mark.rule("D6-5-04", "D6-2-06")
def test_a_failed_reflex_roll_opens_nothing() -> None:
    game = fight(reflex="4D")
    game.gm("trigger throw for Rex at 15")
    game.rolls(5, 5, 2, 2)
    game.red("reflex")
    assert game.refused(RED, "follow up with thrown weapons").startswith("E_INACTIVE D6-2-06")


@pytest.mark.rule("D6-5-06", "D6-2-06")
def test_a_dive_gives_cover_from_then_on() -> None:
    game = fight()
    game.gm("trigger dive for Nia at 5")
    game.rolls(3, 3, 3)
    game.blue("reflex", "take half cover")
    assert game.state.figures["nia"].cover.value == "half"
    assert game.refused(BLUE, "take full cover").startswith("E_INACTIVE")


@pytest.mark.rule("D6-6-08", "D6-6-09", "D6-B-33", "D6-B-11")
@pytest.mark.parametrize(
    ("faces", "terrain", "how"),
    [
        ((3, 3, 3), "5", "fast"),
        ((6, 6, 6, 6, 6, 1), "5", "very fast"),
        ((1, 1, 2), "5", ""),
        ((6, 5, 6, 6, 6, 1), "31", ""),
    ],
)
def test_a_running_check_makes_hard_to_hit_until_the_next_turn(faces: tuple[int, ...], terrain: str, how: str) -> None:
    game = fight(running="3D")
    game.rolls(*faces)
    game.red(f"move high over {terrain}")
    assert game.state.figures["rex"].ran == how


@pytest.mark.rule("D6-B-33", "D6-B-11")
def test_a_cautious_move_is_no_action_and_all_out_is_all() -> None:
    game = fight()
    game.figure("rex", place=(0, 0))
    assert game.refused(RED, "move cautious to 0 3").startswith("E_VALUE D6-B-33")
    game.red("move cautious to 0 2")
    assert game.state.turn("rex").done == 0
    game.red("move all-out to 0 18")
    assert game.refused(RED, "roll strength").startswith("E_PENDING")


@pytest.mark.rule("D6-B-36")
def test_the_driver_of_a_speeder_runs_with_its_operation() -> None:
    game = fight(starfighter_piloting="5D")
    game.arrange(replace(game.state, craft={"x": Craft("x", "X", "X-wing")}))
    game.figure("rex", craft="x")
    game.rolls(6, 6, 6, 6, 6, 2)
    game.red("move high over 10")
    assert game.state.figures["rex"].ran == "very fast"


@pytest.mark.rule("D6-B-05", "D6-B-08", "D6-B-09")
def test_a_level_is_its_top_and_an_unlearned_skill_its_attribute() -> None:
    game = Played()
    game.person("Rex", technical="2D+1")
    assert game.pool("rex", "first aid") == pips("2D+1")
    game.rolls(6, 6, 1)
    assert game.refused(RED, "roll martial arts").startswith("E_SKILL D6-B-09")
    assert game.refused(RED, "roll first aid against -3").startswith("E_VALUE")
    game.red("roll first aid against moderate")


@pytest.mark.rule("D6-B-09", "D6-9-01")
def test_an_advanced_skill_needs_5d_of_the_one_that_it_rests_on() -> None:
    game = Played()
    game.person("Rex", brawling="4D+2")
    assert game.refused(MODERATOR, "write martial arts as 1D for Rex").startswith("E_SKILL D6-B-09")


@pytest.mark.rule("D6-4-03", "D6-1-06", "D6-6-10", "D6-2-09")
def test_the_gm_keeps_sessions_time_and_weather() -> None:
    game = Played()
    assert game.refused(RED, "session open").startswith("GM_ONLY")
    game.gm("session open", "let 2 hours pass", "weather rain and fog")
    assert game.state.session and game.state.time == 7200 and game.state.rain and game.state.fog
    assert game.refused(MODERATOR, "session open").startswith("E_PHASE D6-4-03")


@pytest.mark.rule("D6-2-03", "D6-B-11")
@pytest.mark.parametrize("line", ["reload blaster pistol", "move high"])
def test_after_a_roll_nothing_that_needs_none_opens_the_declaration_again(line: str) -> None:
    game = fight()
    game.gm("range of Rex to Vex is 8")
    game.rolls(1, 1, 2)
    game.red("declare 3 actions", "attack Vex with blaster pistol", line)
    assert game.refused(RED, "declare 4 actions").startswith("E_PENDING D6-2-03")


@pytest.mark.rule("D6-2-05")
def test_perception_without_a_demand_is_for_the_active_alone() -> None:
    game = fight()
    assert game.refused(BLUE, "roll perception").startswith("E_INACTIVE D6-2-04")
    assert game.refused(BLUE, "roll search").startswith("E_INACTIVE D6-2-04")
    assert not any(isinstance(one, RollIt) for one in RULES.legal(game.knows(BLUE), BLUE, game.now))


@pytest.mark.rule("D6-B-21", "D6-B-23", "D6-7.1-06")
def test_a_new_combat_knows_nothing_of_the_rounds_of_the_last() -> None:
    game = fight()
    held = game.state.sheets["rex"].weapons["blaster pistol"]
    game.figure("rex", prone=1, fired=2)
    game.figure("vex", wound=Wound.MORTAL, mortal=7)
    game.sheet("rex", weapons={held.kind: replace(held, loaded=9)})
    game.gm("end combat")
    game.rolls(*[6] * 2, 5, *[2] * 9)
    game.gm("combat")
    rex = game.state.figures["rex"]
    assert game.state.acting == "rex" and (rex.prone, rex.fired) == (0, 0)
    assert game.state.sheets["rex"].weapons[held.kind].loaded == 0 and game.state.figures["vex"].mortal == 1


@pytest.mark.rule("D6-B-04")
@pytest.mark.parametrize(("rule", "total"), [("drop", 4), ("add", 10), ("complication", 10)])
def test_the_gm_chooses_what_a_wild_1_of_the_next_roll_does(rule: str, total: int) -> None:
    game = Played()
    game.person("Rex")
    game.gm(f"wild 1 of Rex is {rule}")
    game.rolls(5, 4, 1, 5, 4, 1)
    game.red("roll dexterity")
    assert game.state.last["rex"].total == total
    game.red("roll dexterity")
    assert game.state.last["rex"].total == 4 and not game.state.wilds


# The last turn again


def again(game: Played, seat: Seat) -> tuple[str, ...]:
    """The lines, from all that the seat heard (a game master: all there is)."""
    whole = seat == MODERATOR
    heard = [one.fact for one in reversed(game.said) if whole or one.to.includes(seat)]
    return RULES.again(game.state if whole else game.known[seat], seat, heard)


def four() -> Played:
    """Rex and Finn, red's, Nia, blue's, and Vex of the GM fight; Rex acts."""
    game = Played()
    game.person("Rex", RED, weapons="blaster pistol, vibroblade", blaster_pistol="5D", strength="20D")
    game.person("Finn", RED, weapons="blaster pistol")
    game.person("Nia", BLUE, weapons="blaster pistol")
    game.person("Vex", None, weapons="knife", strength="9D")
    game.combat("vex", "rex", "nia", "finn")
    game.rolls(*[2] * 400)
    return game


def acted(game: Played, seat: Seat, *lines: str) -> None:
    """A turn of a seat's, with every question answered as usual and the end of it."""
    for line in (*lines, "let vex do done" if seat == MODERATOR else "done"):
        game.order(seat, line)
        while (choice := game.state.choice) is not None:
            game.order(game.state.figures[choice.who].owner or MODERATOR, USUAL[choice.kind])


USUAL = {"mend": "mend accept", "parry": "parry nothing"}
"""Answers by the kind of the question."""


def test_a_turn_is_given_again_as_it_was_and_obeyed() -> None:
    game = four()
    assert again(game, RED) == () and again(game, BLUE) == ()
    acted(game, MODERATOR)
    first = ("declare 2 actions", "take half cover", "attack Vex with blaster pistol to the head from 30 metres")
    acted(game, RED, *first)
    acted(game, BLUE, "move high")
    assert again(game, BLUE) == ("move high",)
    acted(game, RED, "attack Vex with blaster pistol from 10 metres")
    assert again(game, RED) == ("as Finn do attack Vex with blaster pistol from 10 metres",)  # who acted last
    acted(game, MODERATOR, "let vex do brawl with Rex")
    assert game.state.acting == "rex"
    lines = again(game, RED)  # now it is Rex's turn
    assert lines == (
        "declare 2 actions",
        "take half cover",
        "attack Vex with blaster pistol to the head from 30 metres",
    )
    acted(game, RED, *lines[:2])
    assert game.state.acting == "nia"
    assert again(game, MODERATOR) == ("let Vex do brawl with Rex",)


def test_what_is_done_in_a_turn_that_goes_on_is_not_the_last_turns() -> None:
    game = four()
    acted(game, MODERATOR)
    acted(game, RED, "declare 1 action")
    acted(game, BLUE)
    acted(game, RED)
    acted(game, MODERATOR)
    assert game.state.acting == "rex"
    game.red("declare 3 actions", *again(game, RED))
    assert again(game, RED) == ("declare 1 action",)
