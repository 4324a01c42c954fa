"""Whatever the panel of a player or of the GM offers is obeyed: in random games, and in moments that were missed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import pytest
from msgspec.structs import replace

from engine.d6.dice.odds import chance, opposed
from engine.d6.offers import deeds, suggestions
from engine.d6.play import Deed
from engine.d6.state import State, Wound, with_craft, with_sheet
from engine.dice.keyed import ChainDice
from engine.dice.odds import percent
from engine.game import MODERATOR, Seat, Setup
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves
from engine.text.lines import parse, to_text
from tests.engine.d6.playing import BLUE, RED, RULES, Played, pips, with_figure
from tests.engine.d6.test_duels import flight, flown

MOVES, LOOKS_EVERY = 90, 9


class Random(PlayedGame[State]):
    """A game of random players; what holds of its rules is tested elsewhere."""

    checked = worded = False


def offered(game: PlayedGame[State], seat: Seat) -> list[str]:
    """Offers of a seat's panel now, as lines; without those that open a form."""
    found = suggestions(RULES.look(game.knows(seat), seat, game.now))
    return [one.line for one in found if not one.line.startswith("/")]


def possible(game: PlayedGame[State], seat: Seat) -> list[str]:
    """Deeds open to a player's character now, as lines: those that fit on the panel, and the rest."""
    return [to_text(one) for one in deeds(RULES.look(game.knows(seat), seat, game.now))]


def refused(game: PlayedGame[State], seat: Seat) -> list[str]:
    """Offers of a seat's panel that would be refused, with the refusal; nothing of it is ordered."""
    tried = ((line, game.tries(seat, parse(line, RULES.orders)).refusal) for line in offered(game, seat))
    return [f"{seat}> {line}: {why}" for line, why in tried if why is not None]


def test_deeds_are_offered_in_one_order_whichever_module_is_read_first() -> None:
    paths = [kind.path for kind in Deed.deeds]
    assert len(paths) > 25 and paths == sorted(set(paths))


@pytest.mark.parametrize("setup", RULES.setups(), ids=lambda setup: setup.name)
def test_what_is_offered_in_random_games_is_obeyed(setup: Setup) -> None:
    game = Random(RULES, setup.seats, ChainDice(setup.name.encode()))
    game.begin(setup, BEGINS)
    opening = [Move(BEGINS, seat, order) for seat, order in checks_of(RULES).opening(setup)]
    seen = 0
    for number, move in enumerate(islice(random_moves(game, Chance("offers", 4), opening), MOVES)):
        move.make(game)
        if number % LOOKS_EVERY == 0:
            for seat in (*game.seats, MODERATOR):
                assert refused(game, seat) == []
                seen += len(offered(game, seat))
    assert seen > 50


def told(game: PlayedGame[State], seat: Seat) -> dict[str, str]:
    """Words beside each line that a seat's panel offers with its chances."""
    shown = RULES.show(game.knows(seat), seat, "turn", "", game.now)
    prefix = {one.line: f"{one.line[:1].upper()}{one.line[1:]}: " for one in shown.suggestions}
    return {one.line: str(one.words).removeprefix(prefix[one.line]) for one in shown.suggestions if one.words}


def attacked(by: Seat | None = RED, **codes: str) -> Played:
    """Rex, who has a knife, attacks blue's Nia, whom he is next to, with it."""
    game = Played()
    game.person("Rex", by, weapons="knife", **codes)
    game.person("Nia", BLUE, weapons="knife")
    game.combat("rex", "nia")
    game.gm("range of Rex to Nia is 1", "let Rex do attack Nia with knife")
    return game


@pytest.mark.rule("D6-B-07", "D6-B-18", "D6-B-19")
def test_each_parry_is_offered_with_the_chance_to_be_hit() -> None:
    lines = told(attacked(), BLUE)
    hits = {how: chance(9, 10) for how in ("nothing",)} | {
        "melee": opposed(9, 9), "brawling": opposed(9, 9, ahead=10)
    }  # fmt: skip
    for how, share in hits.items():
        assert lines[f"parry {how}"].startswith(f"hit {percent(share)}, unhurt"), how
    assert all(words.count(" %") >= 5 for words in lines.values())


def test_of_a_parry_against_a_secret_sheet_its_own_reach_is_told() -> None:
    game = attacked(by=None)
    each = [f"{number} or more {percent(chance(9, number))}" for number in (10, 15, 20)]
    assert told(game, BLUE) == {f"parry {how}": ", ".join(each) for how in ("melee", "brawling")}
    assert "hit " in told(game, MODERATOR)["let Nia do parry melee"]


@pytest.mark.parametrize(
    "down", [{"wound": Wound.INCAPACITATED}, {"wound": Wound.DEAD}, {"out": 600}], ids=["wounded", "dead", "senseless"]
)
def test_nobody_is_suggested_to_attack_who_is_down_already_and_may_order_it_all_the_same(
    down: Mapping[str, object],
) -> None:
    game = Played()
    game.person("Rex", RED, weapons="blaster rifle, knife")
    for label in ("Nia", "Ada"):
        game.person(label, BLUE)
    game.combat("rex", "nia", "ada")
    game.gm("range of Rex to Nia is 1", "range of Rex to Ada is 1")
    shots = [line for line in offered(game, RED) if "Nia" in line]
    assert len(shots) >= 2
    game.figure("nia", **down)
    assert not [line for line in offered(game, RED) if "Nia" in line]
    assert [line for line in offered(game, RED) if "Ada" in line]
    if down != {"wound": Wound.DEAD}:
        game.rolls(*[3] * 30)
        game.red("attack Nia with knife")


def test_those_of_ones_own_side_are_suggested_to_nobody_as_targets_and_the_gms_come_first() -> None:
    game = Played()
    game.person("Rex", RED, weapons="knife")
    game.person("Pal", RED, weapons="knife")
    game.person("Ada", BLUE, weapons="knife")
    game.person("Greel", None, weapons="knife")
    game.person("Patrol", None, weapons="knife")
    game.combat("rex", "greel", "pal", "ada", "patrol")
    game.gm(*(f"range of Rex to {other} is 1" for other in ("Pal", "Ada", "Greel", "Patrol")))
    whom = [line.split()[1] for line in offered(game, RED) if line.startswith("attack ")]
    assert set(whom[:2]) == {"Greel", "Patrol"} and whom[-1] == "Ada" and "Pal" not in whom
    game.red("attack Pal with knife")


def test_the_gm_is_not_suggested_to_have_one_of_theirs_attack_another() -> None:
    game = Played()
    game.person("Rex", RED, weapons="knife")
    game.person("Greel", None, weapons="knife")
    game.person("Patrol", None, weapons="knife")
    game.combat("greel", "rex", "patrol")
    game.gm("range of Greel to Rex is 1", "range of Greel to Patrol is 1")
    shots = [line for line in offered(game, MODERATOR) if "attack" in line]
    assert shots and all("Rex" in line for line in shots), shots


@pytest.mark.rule("D6-B-19", "D6-3-03", "D6-B-35")
@pytest.mark.parametrize(("mode", "worst"), [("single", "mortally wounded"), ("stun", "unconscious")])
def test_strength_is_offered_with_what_known_damage_may_do(mode: str, worst: str) -> None:
    game = Played()
    game.person("Rex", RED, weapons="blaster pistol", blaster_pistol="5D")
    game.person("Nia", BLUE)
    game.sheet("nia", force=1)
    if mode == "stun":
        game.red("set blaster pistol to stun")
    game.combat("rex", "nia")
    game.rolls(5, 5, 5, 5, 5, 4, 4, 4, 4)
    game.red("attack Nia with blaster pistol from 5 metres")
    lines = told(game, BLUE)
    assert lines["strength"].startswith(f"unhurt {percent(chance(9, 17))}, stunned")
    assert lines["strength with force"].startswith(f"unhurt {percent(chance(18, 17))}, stunned")
    assert worst in lines["strength"]


@pytest.mark.rule("D6-5-03", "D6-2-05", "D6-6-08", "D6-14-01")
def test_reflex_what_is_demanded_a_run_and_a_routing_are_offered_with_their_chances() -> None:
    game = Played()
    game.person("Rex", RED)
    game.person("Nia", BLUE)
    game.combat("rex", "nia")
    game.gm("trigger dive for Nia at 15")
    assert told(game, BLUE)["reflex"] == f"success {percent(chance(9, 15))}"
    assert told(game, RED)["move high over easy"].startswith(f"success {percent(chance(9, 10))}")
    ship = flight(duel=False)
    red = ship.state.craft["craft-1"]
    ship.arrange(with_craft(ship.state, red.id, shields=0))
    routed = told(ship, RED)["route power from engines"]
    assert routed == f"success {percent(chance(pips('5D'), 15))}"


@pytest.mark.rule("D6-12-05", "D6-12-09")
def test_flying_and_shots_are_offered_with_their_chances_and_craft_by_their_names() -> None:
    game = flight()
    lines = told(game, RED)
    assert lines["fly against Gold"].startswith(f"ahead of Gold {percent(opposed(pips('8D'), pips('5D')))}, level")
    assert "hit by Gold" in lines["fly against Gold fire 2"]
    flown(game, (27, 7), (19, 5))
    assert told(game, RED)["shoot Gold with lasers from 3 units"].startswith("hit ")
    assert not [line for seat in (RED, BLUE, MODERATOR) for line in offered(game, seat) if "craft-" in line]


@pytest.mark.rule("D6-12-01", "D6-12-14")
def test_shots_at_first_contact_are_offered_from_a_distance_where_nobody_said_one() -> None:
    game = flight(duel=False)
    game.person("Gil", BLUE, mechanical="4D")
    game.gm("put Gil aboard Gold as light ion cannon")
    assert told(game, RED)["shoot Gold with lasers from 3 units"].startswith("hit ")
    assert "fire at Red from 3 units" in possible_of(game, "gil")
    game.gm("craft Red and Gold are 20 units apart")
    assert "shoot Gold with lasers" in told(game, RED) and "shoot Gold with torpedoes" not in told(game, RED)


@pytest.mark.rule("D6-6-03", "D6-B-17")
def test_shots_on_the_ground_are_offered_from_short_range_where_nobody_said_a_distance() -> None:
    game = Played()
    game.person("Rex", RED, weapons="blaster pistol, knife")
    game.person("Nia", BLUE)
    game.combat("rex", "nia")
    lines = told(game, RED)
    assert lines["attack Nia with blaster pistol from 10 metres"].startswith("17 % to hit")
    assert "attack Nia with knife" in lines
    game.gm("range of Rex to Nia is 25")
    lines = told(game, RED)
    assert "attack Nia with blaster pistol" in lines and not [one for one in lines if "metres" in one]


def test_a_number_of_actions_is_offered_by_its_count_and_reads_back_so() -> None:
    game = Played()
    game.person("Rex", RED)
    game.person("Nia", BLUE)
    game.combat("rex", "nia")
    lines = [line for line in offered(game, RED) if line.startswith("declare")]
    assert lines == ["declare 1 action", "declare 2 actions", "declare 3 actions"]
    for line in (*lines, "declare 1 actions"):
        game.red(line)


def possible_of(game: Played, id: str) -> list[str]:
    """Deeds open to a figure now, as lines."""
    look = replace(RULES.look(game.state, MODERATOR, game.now), who=id)
    return [one.line_for(look) for one in deeds(look)]


def test_who_flies_is_offered_neither_cover_nor_a_walk() -> None:
    game = flight(duel=False)
    assert not [line for line in offered(game, RED) if line.startswith(("take ", "move "))]
    game.arrange(with_craft(game.state, "craft-1", flying=False))
    assert "move cautious" in offered(game, RED)


def test_attacks_are_offered_before_other_rolls() -> None:
    game = Played()
    game.person("Rex", RED, weapons="knife")
    game.person("Nia", BLUE)
    game.combat("rex", "nia")
    lines = list(told(game, RED))
    assert lines.index("attack Nia with knife") < lines.index("move high over easy")


def test_a_pilot_whose_sheet_is_secret_is_flown_against_without_chances() -> None:
    game = flight()
    game.arrange(with_figure(with_sheet(game.state, "lor", secret=True), "lor", owner=None))
    assert not [line for line in told(game, RED) if line.startswith("fly")]
    assert [line for line in offered(game, RED) if line.startswith("fly against Gold")]


def test_a_weapon_is_offered_to_be_set_to_what_it_has_and_is_not_set_to() -> None:
    game = Played()
    game.person("Rex", weapons="blaster rifle")
    assert [line for line in possible(game, RED) if line.startswith("set ")] == ["set blaster rifle to stun"]


def test_what_penalties_leave_no_die_for_is_not_offered() -> None:
    game = Played()
    rex = game.person("Rex", weapons="vibroblade", dexterity="1D", perception="1D")
    game.person("Ama", BLUE)
    game.combat("rex", "ama")
    before = possible(game, RED)
    for begins in ("attack ama with vibroblade", "brawl with ama", "roll perception", "move high over easy"):
        assert any(line.startswith(begins) for line in before), begins
    game.turn(rex, declared=2)
    after = possible(game, RED)
    assert not [line for line in after if line.startswith(("attack", "roll", "move high"))]
    assert "brawl with ama" in after and refused(game, RED) == []


def test_a_reaction_is_offered_as_long_as_it_has_a_die() -> None:
    game = Played()
    rex = game.person("Rex", dexterity="2D")
    game.person("Ama", BLUE)
    game.combat("ama", "rex")
    game.gm("trigger dive for Rex at 10")
    assert "reflex" in offered(game, RED)
    game.turn(rex, reactions=2)
    assert "reflex" not in offered(game, RED)


def test_a_combat_is_offered_where_two_are_in_sight_and_one_is_awake() -> None:
    game = Played()
    game.person("Rex")
    assert "combat" not in offered(game, MODERATOR)
    game.person("Ama", BLUE)
    assert "combat" in offered(game, MODERATOR)
    for one in ("rex", "ama"):
        game.figure(one, out=60)
    assert "combat" not in offered(game, MODERATOR)


def test_deeds_of_a_character_are_offered_to_whoever_may_order_them_and_to_nobody_else() -> None:
    game = Played()
    game.person("Rex", RED)
    game.gm("bring Stormtrooper as Trooper")

    def deeds_of(who: str, seat: Seat) -> list[str]:
        order = next(kind for kind in RULES.orders if kind.path == "gm-d6 let")
        return [way.value for way in RULES.options(game.knows(seat), seat, order, "deed", {"who": who}, game.now)]

    assert deeds_of("Rex", RED) and deeds_of("Trooper", MODERATOR)
    assert deeds_of("Trooper", RED) == deeds_of("Rex", BLUE) == []
