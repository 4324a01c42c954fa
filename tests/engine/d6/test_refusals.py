"""Every refusal that the register lists has an example: played, stated in a test, or one of those below."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from engine.d6.data.pack import Code, System
from engine.d6.dice.rolling import Throw
from engine.d6.rounds.anywhere import wanted
from engine.d6.sheets.making import Echoed
from engine.d6.state import Cover, Dose, Shots, Wound, with_craft
from engine.game import MODERATOR, Refusal, Seat
from engine.text.lines import WordsError
from tests.engine.d6.playing import BLUE, RED, RULES, Played
from tests.engine.d6.test_duels import flight, flown
from tests.rulebooks import SEEDS

TESTS = SEEDS.parent / "tests"
HOUR = 3600

REGISTER = """
B-01 E_VALUE; B-02 E_POOL; B-08 E_UNKNOWN; B-09 E_SKILL; B-10 E_POOL; B-17 E_RANGE; B-25 E_MEDPAC; B-26 E_FP;
B-28 E_CP; B-35 E_MODE; 2-02 E_TURN E_INACTIVE; 2-03 E_PENDING; 2-04 E_INACTIVE; 2-05 E_INACTIVE; 2-06 E_INACTIVE;
3-01 E_FP; 3-03 E_FP; 3-07 E_FP E_CP; 4-01 E_CONFIRM E_CP; 4-05 E_CP; 5-02 E_PHASE; 6-01 E_NODODGE; 6-03 E_RANGE;
6-04 E_COVER; 6-15 E_RANGE; 7-01 E_RATE; 7.1-02 E_RATE; 7.1-06 E_RELOAD; 7.1-07 E_MODE E_RATE; 7.1-08 E_RELOAD;
7.1-10 E_MODE E_RELOAD; 7.2-06 E_RELOAD; 7.3-01 E_MODE E_RATE E_VALUE; 7.3-02 E_ARC; 7.3-10 E_RELOAD; 7.3-11 E_RELOAD;
8-04 E_UNKNOWN; 9-01 E_SKILL; 11-02 E_MEDPAC; 11-03 E_CONFIRM; 11-04 E_CONFIRM E_MEDPAC; 12-02 E_PHASE; 12-05 E_LOST
E_DECLARE; 12-10 E_LOST; 12-14 E_RATE; 12-15 E_TURRET; 13-01 E_SHIELD; 13-06 E_POWER; 13-07 E_POWER E_STATE;
13-08 E_SHIELD; 13-12 E_SHIELD; 13.1-06 E_STATE; 14-02 E_SHIELD; 14-05 E_POOL
"""
"""The register's index of refusals (section 25): entries, each with its codes."""


def listed() -> Iterator[tuple[str, str]]:
    """Every entry of the index with every code of it."""
    for entry in REGISTER.replace("\n", " ").split(";"):
        rule, *codes = entry.split()
        yield from ((f"D6-{rule}", code) for code in codes)


def ground(**weapon: object) -> Played:
    """Red's Rex acts, armed to the teeth; Blue's Nia stands five metres ahead of him."""
    game = Played()
    game.person("Rex", RED, "blaster pistol, knife, TEST-AB, TEST-AS, TEST-AO", blaster_rifle="6D")
    game.person("Nia", BLUE, "blaster pistol")
    game.sheet("rex", force=1, points=3, medpacs=2, fastflesh=2)
    game.figure("rex", place=(0, 0))
    game.figure("nia", place=(0, 5))
    game.combat("rex", "nia")
    for kind in ("TEST-AB", "TEST-AS"):
        weapons = game.state.sheets["rex"].weapons
        held = replace(weapons[kind], **weapon)
        most = RULES.world.pack.weapons[kind].ammo
        game.sheet("rex", weapons={**weapons, kind: replace(held, bolts=min(held.bolts, most))})
    return game


def begun(**turn: object) -> Played:
    """Rex has done so much of his turn."""
    game = ground()
    game.turn("rex", **turn)
    return game


def rolled(points: int = 0, **turn: object) -> Played:
    """Rex has rolled, with so many Character Points on it."""
    game = begun(**turn)
    throw = Throw("rex", "dexterity", 9, (3, 3), (3,), 9, points=((2,),) * points)
    game.arrange(replace(game.state, last={"rex": throw}))
    return game


def treated(hours: int) -> Played:
    """Nia had a Fastflesh so many hours ago, and is wounded; there is no combat."""
    game = ground()
    game.arrange(replace(game.state, tick=0, order=(), acting="", time=48 * HOUR))
    game.figure("nia", wound=Wound.WOUNDED)
    game.sheet("nia", doses=(Dose((48 - hours) * HOUR, "fastflesh", "failed"),))
    return game


def unplaced() -> Played:
    """Nobody said where people are."""
    game = ground()
    game.figure("rex", place=None)
    return game


def far() -> Played:
    """Nia is 200 metres away."""
    game = ground()
    game.figure("nia", place=(0, 200))
    return game


def at_shields() -> Played:
    """Red's Wel flies with his shields down, and has declared six actions."""
    game = flown(flight(), (27, 7), (19, 5))
    game.arrange(with_craft(game.state, "craft-1", shields=0))
    game.turn("wel", declared=6, done=1)
    return game


ACTS = Callable[[], Played]
EXAMPLES: list[tuple[str, str, ACTS, Seat, str]] = [
    ("B-08", "E_UNKNOWN", ground, RED, "roll flying"),
    ("B-10", "E_POOL", lambda: begun(declared=4), RED, "roll dexterity"),
    ("B-35", "E_MODE", ground, RED, "set knife to stun"),
    ("2-02", "E_INACTIVE", ground, BLUE, "attack Rex with blaster pistol"),
    ("2-05", "E_INACTIVE", ground, BLUE, "roll perception"),
    ("3-03", "E_FP", lambda: begun(force="active"), RED, "force point"),
    ("4-01", "E_CP", lambda: rolled(points=2), RED, "character point confirmed"),
    ("6-15", "E_RANGE", far, RED, "attack Nia with blaster pistol"),
    ("7.1-07", "E_MODE", ground, RED, "set TEST-AO to single"),
    ("7.1-08", "E_RELOAD", lambda: ground(bolts=5), RED, "hold trigger of TEST-AB on Nia"),
    ("7.1-10", "E_RELOAD", lambda: ground(bolts=5, mode="automatic"), RED, "attack Nia with TEST-AB"),
    ("7.3-01", "E_MODE", ground, RED, "sweep with blaster pistol facing 0 over 90"),
    ("7.3-01", "E_RATE", lambda: begun(done=1), RED, "sweep with TEST-AB facing 0 over 90"),
    ("7.3-01", "E_VALUE", ground, RED, "sweep with TEST-AB facing 0 over 181"),
    ("7.3-02", "E_ARC", unplaced, RED, "sweep with TEST-AB facing 0 over 90"),
    ("7.3-10", "E_RELOAD", lambda: ground(bolts=39), RED, "sweep with TEST-AB facing 0 over 90"),
    ("7.3-11", "E_RELOAD", lambda: ground(bolts=23), RED, "sweep with TEST-AS facing 0 over 90"),
    ("9-01", "E_SKILL", ground, RED, "roll martial arts"),
    ("11-03", "E_CONFIRM", lambda: treated(3), RED, "use fastflesh on Nia"),
    ("11-04", "E_MEDPAC", lambda: treated(1), RED, "use fastflesh on Nia"),
    ("12-05", "E_DECLARE", lambda: flown(flight(), (27, 8), (19, 5), fires=0), RED, "shoot Gold with lasers"),
    ("14-05", "E_POOL", at_shields, RED, "route power from engines"),
]
"""Entries and codes that no played example and no other test states, each with a moment and a line that is refused."""


@pytest.mark.parametrize(
    ("code", "moment", "seat", "line"), [row[1:] for row in EXAMPLES], ids=[f"{row[0]} {row[1]}" for row in EXAMPLES]
)
def test_an_order_that_the_register_refuses_is_refused(code: str, moment: ACTS, seat: Seat, line: str) -> None:
    game = moment()
    if line.startswith("hold"):
        game.figure("nia", static=True)
    assert game.refused(seat, line).startswith(f"{code} D6-")


# The table of player orders (21.2)

PLAYER_ORDERS = """
roll E_TURN E_INACTIVE E_POOL E_SKILL; declare E_TURN E_PENDING;
attack E_INACTIVE E_RANGE E_COVER E_RATE E_RELOAD E_MODE E_POOL; arc E_INACTIVE E_MODE E_RELOAD E_RATE E_ARC E_VALUE;
hold-trigger E_INACTIVE E_MODE E_RELOAD; reload E_INACTIVE; set-mode E_INACTIVE E_MODE; brawl E_INACTIVE;
parry E_PHASE E_POOL; reflex E_PHASE; follow-up E_INACTIVE; strength E_PENDING; force-point E_FP;
character-point E_CP E_CONFIRM; move E_INACTIVE; cover E_INACTIVE; medpac E_MEDPAC E_CONFIRM E_INACTIVE; fly E_PHASE;
shoot E_LOST E_DECLARE E_TURRET E_RANGE E_STATE; lock-turret E_TURRET E_INACTIVE; gunner E_RATE E_RANGE E_STATE;
angle E_SHIELD; route E_SHIELD E_POWER E_POOL; dodge E_NODODGE
"""
"""The register's table of player orders (21.2): each with its refusals."""


def second() -> Played:
    """It is Nia's turn, and Rex waits."""
    game = ground()
    game.figure("nia", static=True)
    game.arrange(replace(game.state, acting="nia"))
    return game


def covered() -> Played:
    """Nia is wholly behind cover."""
    game = ground()
    game.figure("nia", cover=Cover("full"))
    return game


def struck() -> Played:
    """Rex brawls with Nia, whose hands hold no blade; she is asked for a parry."""
    game = ground()
    game.gm("range of Rex to Nia is 2")
    game.red("brawl with Nia")
    return game


def hit() -> Played:
    """Nia is hit, and asked for her Strength roll."""
    game = ground()
    game.sheet("nia", force=1)
    game.rolls(5, 5, 5, 2, 2, 2, 3)
    game.red("attack Nia with blaster pistol")
    assert game.asked == "resist nia"
    return game


def priced() -> Played:
    """Rex has rolled, and spent two Character Points in this session."""
    game = rolled()
    game.sheet("rex", spent=2)
    return game


def contact(**craft: object) -> Played:
    """First contact: Wel in Red acts, Lor flies Gold, and Gil works Gold's turret; nobody said how far it is."""
    game = flight(duel=False)
    game.person("Gil", BLUE, mechanical="4D")
    game.gm("put Gil aboard Gold as light ion cannon")
    for id in ("craft-1", "craft-2"):
        game.arrange(with_craft(game.state, id, **craft))
    return game


def emptied() -> Played:
    """Gil has fired his two shots of the round."""
    game = contact()
    duel = replace(game.state.duel, fired={"craft-2/light ion cannon": 2})
    game.arrange(replace(game.state, duel=duel))
    return game


def behind() -> Played:
    """Red is behind Gold, whose pilot acts."""
    game = flown(flight(), (15, 7), (25, 5))
    game.arrange(replace(game.state, acting="lor"))
    return game


def powered(**craft: object) -> Played:
    """Wel flies with his shields down."""
    game = at_shields()
    game.turn("wel", declared=2, done=1)
    game.arrange(with_craft(game.state, "craft-1", **craft))
    return game


SHOT_TWICE = {"blaster pistol": Shots(single=2)}
ORDERS: list[tuple[str, str, ACTS, Seat, str]] = [
    ("roll", "E_TURN", ground, BLUE, "roll strength"),
    ("roll", "E_INACTIVE", ground, BLUE, "roll search"),
    ("roll", "E_POOL", lambda: begun(declared=4), RED, "roll dexterity"),
    ("roll", "E_SKILL", ground, RED, "roll martial arts"),
    ("declare", "E_TURN", ground, BLUE, "declare 2 actions"),
    ("declare", "E_PENDING", lambda: begun(declared=2, done=1, rolled=True), RED, "declare 3 actions"),
    ("attack", "E_INACTIVE", ground, BLUE, "attack Rex with blaster pistol"),
    ("attack", "E_RANGE", far, RED, "attack Nia with blaster pistol"),
    ("attack", "E_COVER", covered, RED, "attack Nia with blaster pistol"),
    ("attack", "E_RATE", lambda: begun(declared=3, done=2, shots=SHOT_TWICE), RED, "attack Nia with blaster pistol"),
    ("attack", "E_RELOAD", lambda: ground(bolts=0), RED, "attack Nia with TEST-AB"),
    ("attack", "E_MODE", lambda: ground(mode="arc"), RED, "attack Nia with TEST-AB"),
    ("attack", "E_POOL", lambda: begun(declared=4), RED, "attack Nia with blaster pistol"),
    ("arc", "E_INACTIVE", second, RED, "sweep with TEST-AB facing 0 over 90"),
    ("arc", "E_MODE", ground, RED, "sweep with blaster pistol facing 0 over 90"),
    ("arc", "E_RELOAD", lambda: ground(bolts=39), RED, "sweep with TEST-AB facing 0 over 90"),
    ("arc", "E_RATE", lambda: begun(done=1), RED, "sweep with TEST-AB facing 0 over 90"),
    ("arc", "E_ARC", unplaced, RED, "sweep with TEST-AB facing 0 over 90"),
    ("arc", "E_VALUE", ground, RED, "sweep with TEST-AB facing 0 over 181"),
    ("hold-trigger", "E_INACTIVE", second, RED, "hold trigger of TEST-AB on Nia"),
    ("hold-trigger", "E_MODE", ground, RED, "hold trigger of blaster pistol on Nia"),
    ("hold-trigger", "E_RELOAD", lambda: ground(bolts=5), RED, "hold trigger of TEST-AB on Nia"),
    ("reload", "E_INACTIVE", ground, BLUE, "reload blaster pistol"),
    ("set-mode", "E_INACTIVE", ground, BLUE, "set blaster pistol to stun"),
    ("set-mode", "E_MODE", ground, RED, "set knife to stun"),
    ("brawl", "E_INACTIVE", ground, BLUE, "brawl with Rex"),
    ("parry", "E_PHASE", ground, BLUE, "parry brawling"),
    ("parry", "E_POOL", struck, BLUE, "parry melee"),
    ("reflex", "E_PHASE", ground, BLUE, "reflex"),
    ("follow-up", "E_INACTIVE", ground, BLUE, "follow up with dexterity"),
    ("strength", "E_PENDING", hit, RED, "attack Nia with blaster pistol"),
    ("force-point", "E_FP", lambda: begun(force="active"), RED, "force point"),
    ("character-point", "E_CP", lambda: rolled(points=2), RED, "character point"),
    ("character-point", "E_CONFIRM", priced, RED, "character point"),
    ("move", "E_INACTIVE", ground, BLUE, "move cautious"),
    ("cover", "E_INACTIVE", ground, BLUE, "take half cover"),
    ("medpac", "E_MEDPAC", lambda: treated(1), RED, "use medpac on Nia"),
    ("medpac", "E_CONFIRM", lambda: treated(3), RED, "use fastflesh on Nia"),
    ("medpac", "E_INACTIVE", ground, BLUE, "use medpac on Rex"),
    ("fly", "E_PHASE", contact, RED, "fly against Gold"),
    ("shoot", "E_LOST", lambda: flown(flight(), (15, 7), (25, 5)), RED, "shoot Gold with lasers"),
    ("shoot", "E_DECLARE", lambda: flown(flight(), (27, 8), (19, 5), fires=0), RED, "shoot Gold with lasers"),
    ("shoot", "E_TURRET", behind, BLUE, "shoot Red with light ion cannon"),
    ("shoot", "E_RANGE", contact, RED, "shoot Gold with lasers"),
    ("shoot", "E_STATE", lambda: contact(failed=(System.WEAPONS,)), RED, "shoot Gold with lasers from 3 units"),
    ("lock-turret", "E_TURRET", contact, RED, "turn lasers to forward"),
    ("lock-turret", "E_INACTIVE", contact, BLUE, "turn light ion cannon to forward"),
    ("gunner", "E_RATE", emptied, BLUE, "as Gil do fire at Red from 3 units"),
    ("gunner", "E_RANGE", contact, BLUE, "as Gil do fire at Red from 16 units"),
    ("gunner", "E_STATE", lambda: contact(failed=(System.WEAPONS,)), BLUE, "as Gil do fire at Red from 3 units"),
    ("angle", "E_SHIELD", powered, RED, "angle shields front"),
    ("route", "E_SHIELD", contact, RED, "route power from engines"),
    ("route", "E_POWER", lambda: powered(engines=2, routed=2), RED, "route power from engines"),
    ("route", "E_POOL", at_shields, RED, "route power from engines"),
    ("dodge", "E_NODODGE", ground, RED, "dodge"),
]
"""Every refusal of every player order, each with a moment and a line that is refused."""


@pytest.mark.parametrize(
    ("code", "moment", "seat", "line"), [row[1:] for row in ORDERS], ids=[" ".join(row[:2]) for row in ORDERS]
)
def test_a_player_order_is_refused_as_its_table_says(code: str, moment: ACTS, seat: Seat, line: str) -> None:
    game = moment()
    if line.startswith("hold"):
        game.figure("nia", static=True)
    assert game.refused(seat, line).startswith(f"{code} D6-")


def test_every_refusal_of_every_player_order_has_an_example() -> None:
    rows = [row.split() for row in PLAYER_ORDERS.replace("\n", " ").split(";")]
    assert [(order, code) for order, *codes in rows for code in codes] == [row[:2] for row in ORDERS]


def test_every_refusal_of_the_register_s_index_has_an_example() -> None:
    plays = "".join(file.read_text() for file in sorted((TESTS / "play" / "d6").glob("*.play")))
    found = {(rule, code) for code, rule in re.findall(r"^  ! (E_\w+) .*\((D6-[\w.-]+)\)$", plays, re.M)}
    tests = "".join(file.read_text() for file in sorted((TESTS / "engine" / "d6").glob("*.py")))
    found |= {(rule, code) for code, rule in re.findall(r"(E_\w+) (D6-[\w.-]+)", tests)}
    found |= {(f"D6-{rule}", code) for rule, code, *_ in EXAMPLES}
    assert sorted(set(listed()) - found) == []


def test_every_code_is_met_in_a_played_example() -> None:
    plays = "".join(file.read_text() for file in sorted((TESTS / "play" / "d6").glob("*.play")))
    assert set(re.findall(r"^  ! (E_\w+) ", plays, re.M)) == set(RULES.refusals) == set(Code)


# Its words


def fired_once() -> Played:
    """Red has declared a shot at Gold, and fired it."""
    game = flown(flight(), (27, 7), (19, 5))
    game.turn("wel", declared=4)
    game.arrange(replace(game.state, duel=replace(game.state.duel, fired={"craft-1/pilot": 1})))
    return game


def alone(**sheet: object) -> Played:
    """Rex is alone at the table."""
    game = Played()
    game.person("Rex", RED, reflex="3D")
    game.sheet("rex", **sheet)
    return game


def of_capitals() -> Played:
    """An Escort of the empire's, and Red, in no combat."""
    game = Played()
    game.gm("bring craft Nebulon-B as Escort of side empire", "bring craft X-wing as Red of side rebels")
    return game


def a_minute_ago() -> Played:
    """Nia had a Fastflesh a minute ago."""
    game = treated(1)
    game.arrange(replace(game.state, time=47 * HOUR + 119))
    return game


@pytest.mark.parametrize(
    ("moment", "seat", "line", "told"),
    [
        (lambda: begun(done=1), RED, "hold trigger of TEST-AB on Nia", "the whole turn, and 1 action of it is done."),
        (lambda: begun(rolled=True), RED, "hold trigger of TEST-AB on Nia", "and 0 actions of it are done."),
        (lambda: begun(shots={"TEST-AB": Shots(2, 1)}), RED, "attack Nia with TEST-AB", "single shots and 1 burst are"),
        (fired_once, RED, "shoot Gold with lasers", "1 shot was declared, and 1 is fired."),
        (a_minute_ago, RED, "use medpac on Nia", "Nia had one 1 minute ago; it takes two hours."),
        (lambda: alone(points=1), RED, "improve reflex of Rex", "3D costs 3, and there is 1."),
        (lambda: alone(points=2), RED, "improve reflex of Rex", "3D costs 3, and there are 2."),
        (alone, MODERATOR, "combat", "1 in sight is too few for a combat."),
        (of_capitals, MODERATOR, "barrage of Escort on Red at short range counting 1", "1 weapon bears, and more than"),
        (of_capitals, MODERATOR, "barrage of Escort on Red at short range counting 2", "2 weapons bear, and more than"),
    ],
)
def test_a_refusal_tells_one_of_something_as_one(moment: ACTS, seat: Seat, line: str, told: str) -> None:
    game = moment()
    if line.startswith("hold"):
        game.figure("nia", static=True)
    assert told in game.refused(seat, line)


def test_a_refusal_shows_names_and_words_as_they_were_typed() -> None:
    game = flight(duel=False)
    game.arrange(with_craft(game.state, "craft-2", label="**Gold**"))
    assert r"Lor is aboard \*\*Gold\*\*, and Wel aboard Red" in game.refused(RED, "brawl with Lor")
    assert r"There is no weapon aboard “\*x\*”" in game.refused(RED, "shoot **Gold** with *x* from 3 units")
    with pytest.raises(Refusal) as refused:
        wanted(RULES.world.pack, "d20 __x__", {})
    assert refused.value.sentence == r"After “d20” I cannot read “\_\_x\_\_”."


# What people do wrong


def test_a_skill_that_stands_twice_on_a_sheet_is_read_once_and_told() -> None:
    game = Played()
    game.red("sheet of Rex says Dexterity 3D, Reflex 4D, reflex: 5D+1")
    (told,) = game.heard_by(Echoed, RED)
    assert [part.what for part in told.parts if "twice" in part.what] == ["reflex stands there twice; 4D is kept"]
    assert game.state.sheets["rex"].skills["reflex"] == 12


@pytest.mark.parametrize("code", ["12D+5", "3D+3", "D", "-1D", "3D+", "999999D"])
def test_what_is_no_die_code_is_refused_on_a_sheet_in_a_roll_and_away_from_any_table(code: str) -> None:
    game = ground()
    assert game.refused(RED, f"roll {code}")[:7] in ("E_VALUE", "E_UNKNO")
    game.gm(f"bring sheet of Odd sight open says Reflex {code}")
    assert "reflex" not in game.state.sheets["odd"].skills
    with pytest.raises(Refusal):
        wanted(RULES.world.pack, code, {})


@pytest.mark.parametrize("number", ["-5", "0", "-1", "201", "1e3"])
def test_a_difficulty_out_of_bounds_is_refused_with_the_bounds(number: str) -> None:
    assert ground().refused(RED, f"roll dexterity against {number}").startswith("E_VALUE D6-B-05")


def test_a_force_point_after_the_roll_comes_too_late() -> None:
    assert rolled(rolled=True, declared=2, done=1).refused(RED, "force point").startswith("E_FP D6-3-01")


@pytest.mark.parametrize("line", ["attack Nia with blaster pistol", "brawl with Nia", "hold trigger of TEST-AB on Nia"])
def test_the_dead_are_not_wounded_again(line: str) -> None:
    game = ground()
    game.figure("nia", wound=Wound.DEAD)
    assert game.refused(RED, line).startswith("E_STATE D6-B-23")


def test_a_sheet_of_6000_characters_is_too_long_and_changes_nothing() -> None:
    game = Played()
    with pytest.raises(WordsError, match="at most 4000 characters, not 6049"):
        game.red("sheet of Rex says " + "Reflex 4D, " * 550)
    assert not game.state.figures


def test_an_answer_after_time_was_up_changes_nothing() -> None:
    game = Played({"pace": "live"})
    game.person("Rex", RED)
    game.person("Nia", BLUE)
    game.combat("rex", "nia")
    game.red("brawl with Nia")
    until = game.state.until
    assert game.asked == "parry nia" and until is not None
    game.rolls(1, 1, 2)
    game.lapse(until)
    assert game.asked == ""
    assert game.refused(BLUE, "parry brawling").startswith("E_PHASE D6-2-05")


@pytest.mark.rule("D6-6-01")
@pytest.mark.parametrize("line", ["dodge", "dodge the shot of Nia", "roll dodge", "as Rex do dodge"])
def test_a_dodge_is_refused_with_why(line: str) -> None:
    game = ground()
    why = "There is no dodge. “dodge” is not in these rules; cover and movement, or Reflex where the GM opens it is."
    assert game.refused(RED, line) == f"E_NODODGE D6-6-01: {why}"
    assert game.refused(BLUE, "dodge").startswith("E_NODODGE")  # out of turn, too


def test_who_presses_second_is_told_that_it_is_done() -> None:
    game = ground()
    game.sheet("rex", points=0)
    game.gm("range of Rex to Nia is 2")
    game.red("brawl with Nia")
    game.rolls(1, 1, 2)
    game.blue("parry nothing")
    assert game.refused(BLUE, "parry nothing").startswith("E_PHASE D6-2-05")
    game.red("done")
    assert game.refused(RED, "done").startswith("E_TURN D6-2-02")
