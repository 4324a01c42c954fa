"""Drawings: a character's card, an environ with its stacks, the results tables with today's column marked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from engine.freedom.state import Status
from engine.picture import ACCENT
from tests.engine.freedom.playing import BLUE, RED, RULES, Played

URBAN = "Angoff urban"


class Drawn:
    """A picture that red is shown: its words, and the words that are marked."""

    def __init__(self, game: Played, view: str, about: str = "") -> None:
        picture = ElementTree.fromstring(RULES.draw(game.knows(RED), RED, view, about, game.now))
        self.shapes = list(picture.iter())
        texts = [one for one in picture.iter() if one.text and one.text.strip()]
        self.words = " / ".join(one.text or "" for one in texts).replace("\u200c", "")
        self.marked = [one.text for one in texts if one.get("fill") == ACCENT]

    def circles(self, radius: int) -> list[ElementTree.Element]:
        """Circles of a radius that are filled, and no part of a shade."""
        return [one for one in self.shapes if one.get("r") == str(radius) and one.get("fill") not in (None, "none")]


def board() -> Played:
    """Two Lines stand before two Rebel units in the streets of Angoff; Kogus is there, wounded and armed."""
    game = Played()
    for kind in ("Line", "Line"):
        game.unit(kind, URBAN)
    for kind in ("Rebel 2-1", "Rebel 1-0"):
        game.unit(kind, URBAN, "urban")
    game.person("Kogus", URBAN, wounds=2)
    game.has("Kogus", "Sniper's Rifle", "Medi-kit")
    return game


@pytest.mark.rule("FITG-CHR-37")
def test_a_card_shows_ratings_now_wounds_of_its_endurance_and_possessions() -> None:
    card = Drawn(board(), "character", "Kogus").words
    for part in ("Kogus", "Kayn", "Rebellion", "3 of 5", "intelligence", "wounds 2 of 5 boxes", "alone"):
        assert part in card, part
    assert "Sniper's Rifle, Medi-kit" in card and "…" not in card


@pytest.mark.rule("FITG-ENV-07")
def test_an_environ_shows_its_stacks_and_the_table_with_the_column_of_today() -> None:
    seen = Drawn(board(), "environ", URBAN)
    assert "Rebellion 3 / Urban 3, Urban 4" in seen.words and "Empire 6 / Line 1, Line 2" in seen.words
    assert "Rebellion / Kogus" in seen.words and "rebel attacking" in seen.words
    assert seen.marked == ["1-1"], "3 against 6 is 1-2, and one to the right for Rebels of the type urban"
    assert seen.words.count("3/1") > 1, "the whole table stands there"


@pytest.mark.rule("FITG-ENV-03")
def test_an_environ_that_is_attacked_marks_the_column_of_that_attack() -> None:
    game = board()
    game.person("Agan Rafa", URBAN)
    game.combat(URBAN)
    seen = Drawn(game, "environ", URBAN)
    assert "imperial attacking" in seen.words, "red defends"
    assert seen.marked == ["1-3"], "6 against 3 is 2-1; one to the left for their type, two for Agan Rafa"


@pytest.mark.rule("FITG-ENV-07")
def test_an_environ_of_one_side_has_no_table() -> None:
    game = Played()
    game.unit("Line", URBAN)
    seen = Drawn(game, "environ", URBAN)
    assert "Empire 3 / Line 1" in seen.words and not seen.marked and "Losses" not in seen.words


@pytest.mark.rule("FITG-ENV-01")
def test_the_map_shows_each_planet_and_who_stands_in_which_of_its_environs() -> None:
    """No name is parted, whose a stack is stands there in words and by its sign, and a captive is called one."""
    game = board()
    game.person("Agan Rafa", "Charkhan air", status=Status.CAPTIVE)
    game.person("Doctor Sontag", "Charkhan air")
    for _ in range(9):
        game.unit("Patrol", "Charkhan wild")
    game.planet("Charkhan", loyalty=-2, level=2, up=False, rebelling=True)
    seen = Drawn(game, "map")
    assert "Charkhan / Empire holds it / loyalty −2, in rebellion / base 2 down / air / size 5" in seen.words
    assert (
        "urban / size 6 / Rebellion 3 / Urban 3, Urban 4 / Rebellion / Kogus / Empire 6 / Line 1, Line 2" in seen.words
    )
    assert "Doctor Sontag" in seen.words and "Agan Rafa (captive)" in seen.words and "…" not in seen.words
    assert all(f"Patrol {number}" in seen.words for number in range(5, 14))
    worlds = seen.circles(640)
    assert len(worlds) == 3 and len({drawn.get("cy") for drawn in worlds}) == 3


@pytest.mark.rule("FITG-CHR-31")
def test_a_fight_shows_both_sides_and_the_table_with_the_column_of_the_round() -> None:
    game = board()
    game.gm("set wounds of Kogus to 0")
    game.red("done")
    game.red("pass")
    game.blue("pass")
    game.rolls(1)
    game.blue("search Angoff urban")
    game.blue("attack")
    seen = Drawn(game, "fight")
    assert "attacks for Empire: squad, attack 10, 6 of 6 left" in seen.words
    assert "active: Kogus, combat 5, 5 boxes left" in seen.words and "attack 10 against defence 6" in seen.words
    assert seen.marked == ["+4"], "10 against 5 and 1 for the rifle is +4"
    assert RULES.show(game.knows(BLUE), BLUE, "fight", "", game.now).draws
