"""Names that differ in their number alone stand together, and no other name loses a letter."""

from __future__ import annotations

import pytest

from engine.text.masks import Masks
from engine.text.message import listed, unmarked
from engine.text.numbered import RANGED, named, ranges


def told(*names: str) -> str:
    """Names in a row, as a reader sees them."""
    return unmarked(listed(one.words for one in named(names)))


def numbered(stem: str, *numbers: int) -> list[str]:
    return [f"{stem}{number}" for number in numbers]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (numbered("AT-AT ", *range(1, 21)), "20 AT-AT (1-20)"),
        (numbered("AT-AT ", *range(1, 8), *range(10, 21)), "18 AT-AT (1-7, 10-20)"),
        (["Havoc", *numbered("Havoc TF-", 1, 2, 3, 4), "Dart"], "Havoc, 4 Havoc TF (1-4) and Dart"),
        (["Havoc TF-1", "Havoc TF-2"], "Havoc TF-1 and Havoc TF-2"),  # two are typed as they stand
        (numbered("Gold ", 4, 1, 9), "3 Gold (1, 4, 9)"),
        (numbered("Gold ", 1, 2, 4), "3 Gold (1, 2, 4)"),
        (["Gold", *numbered("Gold ", 2, 3, 4)], "Gold and 3 Gold (2-4)"),
        (["Red 1", "Gold 1", "Red 2", "Gold 2", "Red 3"], "3 Red (1-3), Gold 1 and Gold 2"),
        (["Red 1", "Red-2", "Red 3", "red 4"], "Red 1, Red-2, Red 3 and red 4"),  # they differ in more than a number
        (["Red 01", "Red 02", "Red 03"], "Red 01, Red 02 and Red 03"),  # "1" would be another name
        (["Red ١", "Red ٢", "Red ٣"], "Red ١, Red ٢ and Red ٣"),
        (["R2", "R3", "R4", "5", "6", "7"], "R2, R3, R4, 5, 6 and 7"),
        (["Red 1", "Red 1", "Red 2", "Red 3"], "Red 1, Red 1, Red 2 and Red 3"),  # of two owners
        (numbered("*Rogue* @everyone ", 1, 2, 3), "3 *Rogue* @everyone (1-3)"),
        ([], ""),
    ],
)
def test_names_that_differ_in_their_number_alone_stand_together(names: list[str], words: str) -> None:
    assert told(*names) == words
    assert sum(one.number for one in named(names)) == len(names)
    assert len(words) <= len(", ".join(names)) + len(" and ") - len(", "), "and a line never gets longer"


def test_what_a_player_typed_formats_and_pings_nothing_when_it_is_folded() -> None:
    (folded,) = named(numbered("**Rogue** <@7> ", 1, 2, 3))
    assert folded.words == "3 \\*\\*Rogue\\*\\* \\<\u200b@\u200b7> (1-3)"


def test_a_line_that_counts_them_itself_has_the_numbers_alone() -> None:
    assert [one.words for one in named(numbered("Guard AT-ST ", 2, 3, 4), RANGED)] == ["Guard AT-ST (2-4)"]


def test_numbers_are_told_in_order_and_those_that_follow_one_another_as_a_range() -> None:
    assert ranges([20, 1, 2, 3, 5, 6, 9, 10, 11, 12]) == "1-3, 5, 6, 9-12, 20"


def test_no_part_of_a_hidden_name_is_seen() -> None:
    names = numbered("Alice ", 1, 2, 3)
    assert told(*names) == "3 Alice (1-3)"
    with Masks({"Alice 2": "forgotten-9"}).hiding():
        assert told(*names) == "Alice 1, forgotten-9 and Alice 3"
    with Masks({one: f"forgotten-{number}" for number, one in enumerate(names, 4)}).hiding():
        assert told(*names) == "3 forgotten (4-6)"
    with Masks({"Alice": "forgotten-9"}).hiding():
        assert told(*names) == "3 forgotten-9 (1-3)"
