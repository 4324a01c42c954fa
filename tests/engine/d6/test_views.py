"""Views of a seat: its turn, the scene and a sheet with their pictures, odds."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from engine.d6.dice.codes import code
from engine.d6.dice.rolling import Wild
from engine.d6.ground.chances import harms
from engine.d6.state import Cover, Wound
from engine.dice.odds import percent
from engine.game import MODERATOR, Refusal
from engine.picture import DANGER, NEUTRAL, SIDES
from engine.text.masks import Masks
from tests.engine.d6.playing import BLUE, RED, RULES, Played


def scene() -> Played:
    game = Played()
    game.person("Rex", RED, weapons="blaster pistol", blaster_pistol="5D")
    game.person("Vex", None, weapons="knife")
    game.combat("rex", "vex")
    game.gm("place Rex at 0 0 facing 90", "place Vex at 12 5")
    game.figure("vex", cover=Cover("half"), wound=Wound.WOUNDED)
    return game


@pytest.mark.rule("D6-6-03", "D6-7.3-02")
def test_a_scene_is_drawn_with_ranges_and_the_half_before_whoever_acts() -> None:
    game = scene()
    drawn = ElementTree.fromstring(RULES.draw(game.known[RED], RED, "scene", "", game.now))
    words = " ".join(one.text or "" for one in drawn.iter() if one.text)
    assert "Rex" in words and "Vex" in words and "short 10 m" in words
    report = RULES.show(game.known[RED], RED, "scene", "", game.now)
    assert any("13 m from Rex" in line for line in report.sections[0].lines)
    game.gm("place Vex at 12 200")
    game.figure("vex", cover=Cover("three quarters"))
    far = str(RULES.draw(game.known[RED], RED, "scene", "", game.now))
    assert "Vex, three quarters cover" in far and "long 120 m" in far


@pytest.mark.rule("D6-B-08", "D6-2-09")
def test_a_sheet_is_drawn_and_a_secret_one_hides_what_is_written() -> None:
    game = scene()
    mine = str(RULES.draw(game.known[BLUE], BLUE, "sheet", "Rex", game.now))
    theirs = str(RULES.draw(game.known[BLUE], BLUE, "sheet", "Vex", game.now))
    assert ">blaster pistol<" in mine and ">5D<" in mine and "knife" not in theirs and "the GM" in theirs
    assert "the GM's" in RULES.show(game.known[BLUE], BLUE, "sheet", "Vex", game.now).lead


@pytest.mark.rule("D6-B-03", "D6-B-05", "D6-B-06")
def test_odds_are_told_before_a_roll_with_its_penalties() -> None:
    game = scene()
    game.red("declare 2 actions")
    report = RULES.show(game.known[RED], RED, "odds", "blaster pistol", game.now)
    assert report.title == "Blaster pistol 4D" and any("45 %" in line for line in report.sections[0].lines)
    assert RULES.show(game.known[RED], RED, "odds", "2D", game.now).title == "2D"


@pytest.mark.rule("D6-B-04", "D6-B-05", "D6-B-06", "D6-B-07")
@pytest.mark.parametrize(
    ("asked", "title", "lead"),
    [
        ("5D vs 25", "5D against 25", "**9 %** to succeed."),
        ("4D vs moderate", "4D against 15", "**45 %** to succeed. If a wild 1 counts as it shows: 48 %."),
        ("blaster pistol against moderate", "Blaster pistol 5D against 15", "**70 %** to succeed."),
        (
            "5D+2 against 4D", "5D+2 against 4D",
            "**74 %** to win, 4 % to be level, where who resists keeps what is, 22 % to lose. "
            "If a wild 1 counts as it shows: 79 %.",
        ),
        ("blaster pistol vs reflex", "Blaster pistol 5D against reflex 3D", "**80 %** to win"),
    ],
)  # fmt: skip
def test_odds_are_told_against_a_number_a_level_and_another_roll(asked: str, title: str, lead: str) -> None:
    report = RULES.show(scene().known[RED], RED, "odds", asked, Played().now)
    assert report.title == title and report.lead.startswith(lead)


@pytest.mark.rule("D6-B-19")
def test_odds_of_one_code_against_another_tell_each_wound_it_might_do_as_damage() -> None:
    (part,) = RULES.show(scene().known[RED], RED, "odds", "5D damage vs 3D", Played().now).sections
    each = harms(RULES.world, 15, 9, Wild.DROP)
    assert list(part.lines) == [f"{harm}: {percent(share)}" for harm, share in each.items()]
    assert len(part.lines) == 6 and sum(each.values()) == 1


@pytest.mark.parametrize(("asked", "code"), [("5D+5", "E_VALUE"), ("4D vs -3", "E_VALUE"), ("dodge", "E_NODODGE")])
def test_odds_of_what_cannot_be_rolled_are_refused(asked: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        RULES.show(scene().known[RED], RED, "odds", asked, Played().now)
    assert refused.value.code == code


@pytest.mark.rule("D6-B-04")
def test_odds_are_those_of_the_tables_rule_for_a_wild_one() -> None:
    game = Played({"wild": "add"})
    told = RULES.show(game.known[RED], RED, "odds", "4D vs 15", game.now).lead
    assert told == "**48 %** to succeed. If a wild 1 takes itself and the highest other die away: 45 %."


def test_buttons_of_the_turn_are_orders_that_are_obeyed() -> None:
    game = scene()
    offered = RULES.show(game.known[RED], RED, "turn", "", game.now).suggestions
    assert offered and "done" in [one.line for one in offered]
    told = RULES.show(game.state, "gm", "turn", "", game.now).suggestions  # type: ignore[arg-type]  # a seat's name
    assert all(one.line.startswith(("let ", "next", "end combat")) for one in told)


def test_nothing_that_is_drawn_or_offered_tells_the_name_of_who_is_forgotten() -> None:
    game, masks = scene(), Masks({"Rex": "forgotten-1", "Vex": "forgotten-2"})
    game.red("done")
    with masks.hiding():
        drawn = [RULES.draw(game.state, MODERATOR, *view, game.now) for view in (("scene", ""), ("sheet", "Rex"))]
        offered = [masks.hidden(one) for one in RULES.show(game.state, MODERATOR, "turn", "", game.now).suggestions]
    assert all("forgotten-1" in picture and "rex" not in picture.casefold() for picture in drawn)
    assert "forgotten-2" in drawn[0] and "vex" not in drawn[0].casefold()
    assert any(one.line.startswith("let forgotten-2 do ") for one in offered)
    assert not [one for one in offered if "rex" in str(one).casefold() or "vex" in str(one).casefold()]
    game.gm(masks.reveal(next(one.line for one in offered if one.line.startswith("let "))))


def crossed(drawn: ElementTree.Element) -> int:
    """Number of boxes of wounds in a picture that are crossed out, each by two lines."""
    return sum(one.tag.endswith("line") and one.get("stroke") == DANGER for one in drawn.iter()) // 2


def test_a_scene_has_a_scale_and_tells_whose_a_figure_is_by_its_sign_too() -> None:
    game = scene()
    drawn = ElementTree.fromstring(RULES.draw(game.known[RED], RED, "scene", "", game.now))
    words = [one.text for one in drawn.iter() if one.text]
    assert "2 m" in words, "a quarter of the ten metres that a scene shows to each side"
    fills = {one.get("fill") for one in drawn.iter()}
    mark = [one for one in drawn.iter() if one.tag.endswith("polygon") and one.get("fill") == SIDES[0].colour]
    assert NEUTRAL.colour in fills and len(mark) == 2, "a star, and the bar of red beside it"
    assert {"a player's", "the game master's", "in cover", "acts now, with ranges"} <= set(words), "signs are explained"


def test_a_sheet_is_drawn_whole_with_points_and_what_weapons_do() -> None:
    game = Played()
    game.gm("bring Bounty hunter as Hunter sight open")
    drawn = ElementTree.fromstring(RULES.draw(game.known[RED], RED, "sheet", "Hunter", game.now))
    words = [one.text.replace("\u200c", "") for one in drawn.iter() if one.text and one.text.strip()]
    assert not [one for one in words if "…" in one]
    sheet = game.state.sheets["hunter"]
    tiles = {one: words[at + 1] for at, one in enumerate(words[:-1]) if one == "Move" or one.endswith(" Points")}
    points = (sheet.move, sheet.force, sheet.points, sheet.dark)
    names = ("Move", "Force Points", "Character Points", "Dark Side Points")
    assert tiles == dict(zip(names, map(str, points), strict=True))
    assert {"wounded twice", "mortal", "dead"} <= set(words), "each box of wounds says what it means"
    assert any(one.startswith("heavy blaster pistol 5D") for one in words) and any("shots" in one for one in words)
    beside = {one: words[at + 1] for at, one in enumerate(words[:-1]) if one in sheet.skills}
    assert beside == {skill: str(code(one)) for skill, one in sheet.skills.items()}, "each has its code at its right"
    assert "wounds: unhurt" in words and not crossed(drawn)
    game.figure("hunter", wound=Wound.TWICE)
    hurt = ElementTree.fromstring(RULES.draw(game.known[RED], RED, "sheet", "Hunter", game.now))
    assert crossed(hurt) == 2 and "wounds: wounded twice" in {one.text for one in hurt.iter()}


@pytest.mark.rule("D6-B-28")
def test_what_a_character_point_may_do_is_told_while_it_is_asked_about() -> None:
    game = Played()
    game.person("Rex", RED)
    game.sheet("rex", points=2)
    game.rolls(3, 3, 2)
    game.red("roll perception against 10")
    assert game.asked == "mend rex"
    shown = RULES.show(game.known[RED], RED, "turn", "", game.now)
    (told,) = next(part.lines for part in shown.sections if part.heading == "Odds")
    # 8 against 10: a 2 or more, a 3 or more
    assert told == "One Character Point brings it to 10 with 83 %, above that with 67 %."
    game.red("mend accept")
    assert not any(part.heading == "Odds" for part in RULES.show(game.known[RED], RED, "turn", "", game.now).sections)


def test_a_home_begins_with_how_one_is_and_what_one_has_and_leaves_the_list_of_skills_to_the_sheet() -> None:
    game = scene()
    words = [str(line) for part in RULES.home(game.known[RED], RED, game.now).sections for line in part.lines]
    assert any("blaster pistol: " in line for line in words) and not any("dexterity **" in line for line in words)
    sheet = RULES.show(game.known[RED], RED, "sheet", "Rex", game.now)
    assert [str(part.heading) for part in sheet.sections] == ["Condition", "Gear", "Skills"]
    assert any("dexterity **" in line for line in sheet.sections[-1].lines)
