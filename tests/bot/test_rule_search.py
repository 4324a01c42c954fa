"""Findings of `/rules search`: rules by their words, chapters and codes by their letters, and what is not played
yet.
"""

from __future__ import annotations

from copy import copy

import pytest

from bot.cogs.rules import cited
from bot.ui.rule_search import Library
from tests.rulebooks import BOOKS, delivered


@pytest.fixture(scope="module")
def library() -> Library:
    books = delivered()
    return Library.of((books.current(name) for name in books.names), books.courses)


@pytest.mark.parametrize(
    ("code", "name"),
    [("HTLB", "heavy turbolaser battery"), ("lam", "Lambda Shuttle"), ("TF", "TIE Fighter"), ("AT-AT", "Armored")],
)
def test_a_code_of_the_data_is_found_before_all_that_mentions_it(library: Library, code: str, name: str) -> None:
    found = library.search(code, "gcw")[0]
    assert found.id == code.upper() and name in found.title


@pytest.mark.slow
def test_every_code_and_name_of_the_data_is_found(library: Library) -> None:
    for book in BOOKS:
        codes = list(book.terms)
        assert len(codes) > 80, book.name
        assert [one.id for one in codes if one not in library.search(one.id, book.name)] == [], book.name


@pytest.mark.parametrize(
    ("words", "book", "told"),
    [
        ("blaster pistol", "d6", "A skill."),
        ("thermal detonator", "d6", "A weapon."),
        ("imperial star cruiser", "freedom", "A spaceship."),
        ("D7", "eaw", "A design of ship."),
        ("Yavin IV", "gcw", "A system of the galaxy map."),
    ],
)
def test_what_has_a_name_and_no_code_is_found_too(library: Library, words: str, book: str, told: str) -> None:
    assert library.search(words, book)[0].text.startswith(told)


def test_a_word_that_newcomers_read_is_found_before_all_that_mentions_it(library: Library) -> None:
    for book, course in delivered().courses.items():
        found = [(one.word, library.search(one.word, book)[0].text == one.meaning) for one in course.words]
        assert [word for word, first in found if not first] == [], book
    assert library.search("kc", "gcw")[0].title == "Money"
    assert library.search("contact", "gcw")[0].text.startswith("What your scanners have found and cannot name yet")
    assert library.search("DSZ", "gcw")[0].id == "cell"
    assert (
        library.search("CBPV", "eaw")[0].text == "What a unit counts in battle: for the limits of a fleet, and for "
        "victory points."
    )


def test_a_weapon_tells_its_damage(library: Library) -> None:
    assert library.search("HTLB", "gcw")[0].text == "A weapon. Damage of a hit: 15; channel: normal."
    assert "damage 5D; short, medium and long range 3-7/25/50 m" in library.search("heavy blaster pistol", "d6")[0].text
    assert "damage STR+3D; difficulty 15" in library.search("vibroblade", "d6")[0].text


def test_a_ship_tells_its_weapons_and_dice(library: Library) -> None:
    assert "armed with 60 HTLB, 60 IC" in library.search("ISD", "gcw")[0].text
    assert "hull 4D; shields 1D" in library.search("X-wing", "d6")[0].text


def test_words_that_no_rule_holds_are_taken_for_words_written_wrong_and_for_no_others(library: Library) -> None:
    assert library.search("tracter", "gcw")[0].title == "Tractors come last"
    assert library.search("jump", "freedom") == []


def test_a_chapter_is_found_from_its_beginning(library: Library) -> None:
    assert [rule.id for rule in library.search("UCR", "gcw")][:2] == ["GCW-UCR-01", "GCW-UCR-02"]


def test_a_short_word_is_no_part_of_another(library: Library) -> None:
    assert all("lam" in f"{rule.id} {rule.title} {rule.text}".lower() for rule in library.search("LAM", "gcw"))


def test_what_is_not_played_yet_says_so(library: Library) -> None:
    chapter_left_out = copy(BOOKS[0])
    chapter_left_out.unplayed = ("GCW-UCR",)
    half = Library.of([chapter_left_out])
    for where, rule, told in ((library, "GCW-UCR-01", False), (half, "GCW-UCR-01", True), (half, "GCW-MAT-01", False)):
        found = where.cite(rule)
        assert found is not None and ("Umpire does not play this rule yet." in cited(where, found)) is told


def test_what_players_see_to_at_their_own_table_says_so(library: Library) -> None:
    for book in BOOKS:
        assert {rule for rule in book.tabled if library.cite(rule) is None} == set()
    edge, fort = library.cite("EAW-19b"), library.cite("EAW-11.0")
    assert edge is not None and fort is not None
    assert "You see to this at your own table" in cited(library, edge)
    assert "at your own table" not in cited(library, fort)


def test_a_rulebook_keeps_to_itself(library: Library) -> None:
    assert library.search("corvette", "sunrise")[0].title == "Corvette"
    assert not any(rule.id.startswith("FS-") for rule in library.search("corvette", "gcw"))
