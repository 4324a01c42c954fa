"""Pictures of the golden games of every rulebook: letters that a phone shows, and words for whoever cannot see them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.golden_pictures import Drawn, golden

LEAST = 50
"""The letters of a picture are at least this part of its width high: 11 pixels where it is shown 550 wide."""

EXCEPTIONS: dict[str, str] = {}
"""Views whose letters may be smaller, and why."""


@pytest.fixture(scope="module")
def pictures() -> list[Drawn]:
    return list(golden(every=60, most=1))


def letters(svg: str) -> Iterator[int]:
    """Sizes of type in a picture."""
    return (int(size) for size in re.findall(r'<text [^>]*font-size="(\d+)"', svg))


def test_all_letters_of_every_picture_can_be_read_on_a_phone(pictures: list[Drawn]) -> None:
    small = set()
    for one in pictures:
        width = int(re.findall(r'viewBox="0 0 (\d+) ', one.svg)[0])
        if one.view not in EXCEPTIONS and min(letters(one.svg)) * LEAST < width:
            small.add((one.game, one.view))
    assert small == set()
    assert len({one.view for one in pictures}) >= 12


def test_every_picture_has_a_title_for_whoever_hears_it(pictures: list[Drawn]) -> None:
    assert [one for one in pictures if not re.search(r"<title>[^<]+</title>", one.svg)] == []
