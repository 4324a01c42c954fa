"""Instruments of craft: cards and their pictures, positions, the odds of shots and of positions."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.d6.data.pack import ShipHarm, System
from engine.d6.dice.odds import odds
from engine.d6.look import Look
from engine.d6.space.aiming import Shot, outcomes
from engine.d6.state import with_craft
from engine.text.masks import Masks
from tests.engine.d6.playing import BLUE, RED, RULES, Played, pips
from tests.engine.d6.test_duels import flight, flown


def words(game: Played, view: str, about: str = "") -> str:
    """Words of a view to red, in one line."""
    report = RULES.show(game.known[RED], RED, view, about, game.now)
    return " / ".join([report.title, report.lead, *(line for part in report.sections for line in part.lines)])


def picture(game: Played, view: str, about: str = "") -> ElementTree.Element:
    """A picture that blue sees."""
    return ElementTree.fromstring(RULES.draw(game.known[BLUE], BLUE, view, about, game.now))


def drawn(game: Played, view: str, about: str = "") -> str:
    """The words in a picture that blue sees."""
    return " / ".join(one.text for one in picture(game, view, about).iter() if one.text).replace("\u200c", "")


@pytest.mark.rule("D6-13-02", "D6-B-30", "D6-13-06", "D6-13.1-04", "D6-B-32")
def test_a_card_tells_codes_now_shields_by_side_and_what_failed() -> None:
    game = flown(flight(), (27, 7), (19, 5))
    lost = {"angle": "front", "failed": (System.SENSORS,), "engines": 1, "routed": 1, "blown": 120, "ionized": (8,)}
    game.arrange(with_craft(game.state, "craft-1", **lost))
    told = words(game, "ship")
    for part in (
        "Space 5 of 8, maneuverability 1D of 3D, hull 4D", "front: **2D**", "rear: **0D**", "sensors and fire control",
        "lasers x4: fire control 0D, damage **5D**", "pilot: Wel", "controls ionized: 1D less", "in 120 s",
        "routed 1 of 3: 1 from engines, 0 from weapons", "**Red** is 8 ahead of Gold",
    ):  # fmt: skip
        assert part in told, part
    seen = drawn(game, "ship", "Red")
    assert "front 2D" in seen and "rear 0D" in seen and "failed: sensors and fire control" in seen
    assert "8 ahead of Gold" in seen and "Space / 5 of 8 / maneuverability / 1D of 3D / hull / 4D" in seen
    lines = (line for line in picture(game, "ship", "Red").iter() if line.text)
    fills = {str(line.text).replace("\u200c", ""): line.get("fill") for line in lines}
    assert fills["undamaged"] == fills["Wel"] != fills["failed: sensors and fire control"]


@pytest.mark.rule("D6-12-05", "D6-12-12")
def test_who_is_ahead_of_whom_is_told_and_drawn() -> None:
    game = flight()
    before = drawn(game, "space")
    assert "red's" in before and "blue's" in before and "no shields" not in before, "a key says whose craft is whose"
    assert "from who is ahead" not in before, "what is not there is not explained"
    assert "Waited for: Wel and Lor" in words(game, "space") and "Pilots declare: **Wel and Lor**" in words(
        game, "turn"
    )
    flown(game, (27, 7), (19, 5))
    game.gm("craft Red and Gold are 4 units apart")
    told, seen = words(game, "space"), drawn(game, "space")
    assert "**Red** is 8 ahead of Gold" in told and "Red and Gold: 4 units apart" in told
    assert "Red: rolled 27" in seen and "Gold: rolled 19" in seen and "+8" in seen
    assert "from who is ahead" in seen and "level with each other" not in seen
    game.gm("end combat", "remove craft Red", "remove craft Gold")
    assert "No craft flies." in drawn(game, "space")


def test_pictures_of_craft_tell_no_name_of_who_is_forgotten() -> None:
    names = ("Red", "Gold", "Wel", "Lor")
    game, masks = flown(flight(), (27, 7), (19, 5)), Masks({name: f"forgotten-{name[0]}" for name in names})
    with masks.hiding():
        seen = {view: drawn(game, view, about) for view, about in (("space", ""), ("ship", "Red"))}
    assert "forgotten-R: rolled 27" in seen["space"] and "forgotten-G: rolled 19" in seen["space"]
    assert "pilot / forgotten-W" in seen["ship"] and "8 ahead of forgotten-G" in seen["ship"]
    assert not [name for name in names for words in seen.values() if name in words]


@pytest.mark.rule("D6-12-09", "D6-B-31", "D6-12-05")
def test_odds_are_told_before_the_roll_and_are_those_of_every_pair_of_rolls() -> None:
    game = flight()
    assert "2 shots, 6D against 5D: ahead" in words(game, "aim", "Gold")
    flown(game, (27, 7), (19, 5))
    assert "**lasers** at 7D against 19, +8 for the position: hit" in words(game, "aim", "Gold")
    look = Look(RULES.world, game.known[RED], RED, game.now, RULES.refusals)
    made = Shot(pips("4D"), 8, 19, pips("3D"), "rear", "")
    told = dict(outcomes(look, game.state.craft["craft-2"], made))
    margins = odds(pips("3D")) + odds(pips("5D+2")).map(lambda held: -held)
    bands = {"blown": (0, 3), "lightly damaged": (4, 8), "heavily damaged": (9, 12), "severely damaged": (13, 15)}
    for harm, (least, most) in bands.items():
        within = range(least, most + 1)
        expected = told["hit"] * sum(chance for margin, chance in margins if margin in within)
        assert abs(told[harm] - expected) < Fraction(1, 10**6), harm
    assert told["hit"] == odds(pips("4D")).chance(lambda total: total >= 11)
    assert set(told) == {"hit", *bands, ShipHarm.DESTROYED.value}


@pytest.mark.rule("D6-B-31")
def test_odds_of_a_shot_add_to_the_damage_that_a_craft_has() -> None:
    game = flown(flight(), (27, 7), (19, 5))
    look = Look(RULES.world, game.known[RED], RED, game.now, RULES.refusals)
    made, gold = Shot(pips("4D"), 8, 19, pips("6D"), "rear", ""), game.state.craft["craft-2"]
    whole = dict(outcomes(look, gold, made))
    light, heavy, severe, gone = (whole[str(harm)] for harm in list(ShipHarm)[-4:])
    again = dict(outcomes(look, replace(gold, severity=ShipHarm.HEAVY), made))
    assert again == {
        "hit": whole["hit"], "blown": whole["blown"], "severely damaged": light + heavy + severe, "destroyed": gone
    }  # fmt: skip
    last = dict(outcomes(look, replace(gold, severity=ShipHarm.SEVERE), made))
    assert last == {"hit": whole["hit"], "blown": whole["blown"], "destroyed": light + heavy + severe + gone}
