"""Names of seats: plain, of one script, and no two that look the same."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.game import Seat
from engine.text.seats import alike, free_seats, is_given, plain_seat


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("Red", "red"),
        (" Alice Smith ", "alice-smith"),
        ("a,b:c", "a-b-c"),
        ("Ærø", "ærø"),
        ("Красный флот", "красный-флот"),
        ("ｒｅｄ", "red"),
        ("日本のコロニー 1", "日本のコロニー-1"),
        ("한국 1", "한국-1"),
    ],
)
def test_names_are_made_plain(typed: str, seat: str) -> None:
    assert plain_seat(typed) == seat
    assert plain_seat(seat) == seat


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "needs letters or digits"),
        ("x" * 25, "at most 24 characters, not 25"),
        ("GM", "moderators' own"),
        ("here", "Umpire's own"),
        ("a11", "Umpire's own"),
        ("r\u0435d", "rеd mixes Cyrillic and Latin letters"),
        ("\u0391lpha", "mixes Greek and Latin letters"),
    ],
)
def test_what_is_no_name_of_a_seat_is_refused_with_the_reason(typed: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        plain_seat(typed)


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("\u0430\u0441\u0435", "ace"),
        ("red-1", "red-l"),
        ("b1ue", "blue"),
        ("sc0ut", "scout"),
    ],
)
def test_two_that_look_the_same_are_found(name: str, there: str) -> None:
    assert alike(Seat(name), ["gold", there]) == there
    assert alike(Seat(there), [name]) == name


def test_two_that_are_told_apart_are_not(name: str = "blue") -> None:
    assert alike(Seat(name), ["blue", "blues", "green", "glue"]) is None


def test_seats_are_handed_out_by_colour_and_then_by_number() -> None:
    given = list(islice(free_seats({"red", "g01d"}), 14))
    assert given[:3] == ["blue", "green", "violet"]
    assert given[-3:] == ["seat-2", "seat-3", "seat-4"]


@pytest.mark.parametrize(("name", "given"), [("red", True), ("seat-12", True), ("Bob", False), ("seat-twelve", False)])
def test_a_seat_that_somebody_named_is_told_from_one_that_was_handed_out(name: str, given: bool) -> None:
    assert is_given(name) == given
