"""Pictures of the golden games of every rulebook: letters that a phone shows, and words for whoever cannot see them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest

from engine.picture import ACCENT, SMALL, Box, measure
from tests.golden_pictures import Drawn, golden

LEAST = 50
"""The letters of a picture are at least this part of its width high: 11 pixels where it is shown 550 wide."""

PARTIES = ("rebellion", "empire")
"""What the sides of Freedom in the Galaxy are called, whoever plays them."""

EXCEPTIONS: dict[str, str] = {}
"""Views whose letters may be smaller, and why."""


@pytest.fixture(scope="module")
def pictures() -> list[Drawn]:
    """Those of all golden games, on the way and at their end; drawing them takes seconds."""
    return list(golden(every=60, most=1))


def letters(svg: str) -> Iterator[int]:
    """Sizes of type in a picture."""
    return (int(size) for size in re.findall(r'<text [^>]*font-size="(\d+)"', svg))


@pytest.mark.slow
def test_all_letters_of_every_picture_can_be_read_on_a_phone(pictures: list[Drawn]) -> None:
    small = set()
    for one in pictures:
        width = int(re.findall(r'viewBox="0 0 (\d+) ', one.svg)[0])
        if one.view not in EXCEPTIONS and min(letters(one.svg)) * LEAST < width:
            small.add((one.game, one.view))
    assert small == set()
    assert len({one.view for one in pictures}) >= 12


@pytest.mark.slow
def test_every_picture_has_a_title_for_whoever_hears_it(pictures: list[Drawn]) -> None:
    assert [one for one in pictures if not re.search(r"<title>[^<]+</title>", one.svg)] == []


@pytest.mark.slow
def test_what_is_drawn_is_sent_with_the_words_of_its_view(pictures: list[Drawn]) -> None:
    """But for a fight that is not on, and the odds of no shot."""
    views = {(one.game, one.view) for one in pictures if one.view not in ("fight", "odds")}
    unsent = views - {(one.game, one.view) for one in pictures if one.sent}
    assert unsent == set()


@pytest.mark.slow
def test_seats_have_in_every_picture_the_colour_that_they_wear(pictures: list[Drawn]) -> None:
    drawn = set()
    for one in pictures:
        free = {has for has, _ in one.colours.values()} - {wears for _, wears in one.colours.values()}
        for seat, (has, wears) in one.colours.items():
            assert has not in free or has not in one.worn, (one.game, one.line, one.view, seat)
            assert has not in one.svg or wears in one.worn, (one.game, one.line, one.view, seat)
            drawn |= {one.view} if has in one.svg else set()
    assert len(drawn) >= 5


@pytest.mark.slow
def test_every_picture_has_its_words_and_says_nothing_by_colour_alone(pictures: list[Drawn]) -> None:
    for one in pictures:
        said = "\n".join([one.words, *re.findall(r">([^<]+)<", one.svg)]).casefold()
        if all(party in said for party in PARTIES):
            continue
        others = {seat: has for seat, (has, _) in one.colours.items() if seat != one.hearer}
        unsaid = [seat for seat, has in others.items() if has in one.svg and seat.casefold() not in said]
        assert len(one.words) > 20 and not unsaid, (one.game, one.line, one.view, one.hearer, one.about, unsaid)


def test_names_of_craft_keep_clear_of_the_arrows_between_them() -> None:
    level = 0
    for one in golden("golden_chase", every=6, only="space"):
        lines = re.findall(r'<line x1="(\d+)" y1="(\d+)" x2="(\d+)" y2="(\d+)"', one.svg)
        names = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*: rolled [^<]*)<', one.svg)
        for left, top, right, bottom in ([int(end) for end in ends] for ends in lines):
            if top != bottom:
                continue
            level += 1
            struck = [
                words for x, y, words in names
                if int(y) - 200 < top < int(y) and int(x) < max(left, right) and min(left, right) < int(x) + 1500
            ]  # fmt: skip
            assert not struck, (one.line, struck)
    assert level, "an arrow lies level"


def test_the_hours_of_a_voyage_keep_clear_of_the_signs_of_strongholds() -> None:
    (one,) = [one for one in golden("golden_interdicted", every=1000, most=0, only="map") if one.hearer == "blue"]
    (place,) = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>(there in [^<]*)<', one.svg)
    x, y, words = int(place[0]), int(place[1]), place[2]
    hours = Box(x, y - SMALL, measure(words, SMALL, bold=True), SMALL)
    signs = re.findall(
        r'<polygon points="(\d+),(\d+) (\d+),(\d+) (\d+),(\d+) (\d+),(\d+)"[^>]* stroke="' + ACCENT, one.svg
    )
    assert len(signs) > 5
    for top in ([int(part) for part in sign] for sign in signs):
        assert not hours.meets(Box(top[6], top[1], top[2] - top[6], top[5] - top[1])), (words, top)


def test_what_stands_at_a_place_is_told_whole_under_the_map() -> None:
    for one in golden("golden_alliance", every=1000, most=0, only="map"):
        below = re.findall(r'<text x="200" y="\d+"[^>]*>([^<]*)<', one.svg)
        assert not [words for words in below if "…" in words], (one.hearer, below)


def test_who_is_in_a_facility_is_told_whole_and_clear_of_the_row_below() -> None:
    for one in golden("golden_landing", every=60, most=0, only="ground"):
        texts = [
            (int(x), int(y), words) for x, y, words in re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)<', one.svg)
        ]
        assert not [words for _, _, words in texts if "…" in words], one.hearer
        places = [(x, y) for x, y, _ in texts]
        assert len(places) == len(set(places))
        rings = [
            (int(x), int(y), int(r)) for x, y, r in re.findall(r'<circle cx="(\d+)" cy="(\d+)" r="(3\d\d)"', one.svg)
        ]
        for x, y, words in texts:
            if words == "Surface":
                label = Box(x, y - SMALL, measure(words, SMALL), SMALL)
                assert not [
                    ring for ring in rings if label.meets(Box(ring[0] - 200, ring[1] - ring[2], 400, 2 * ring[2]))
                ]


@pytest.mark.slow
def test_nothing_that_is_written_on_a_picture_is_cut(pictures: list[Drawn]) -> None:
    cut = {(one.game, one.view, words) for one in pictures for words in re.findall(r">([^<]*…[^<]*)</text>", one.svg)}
    assert cut == set()


INKED = 70
"""Hundredths of the size of letters that they stand above their line."""


def inked(node: ElementTree.Element, right: int = 0, down: int = 0) -> Iterator[tuple[Box, str]]:
    """Words of a picture, each with where its letters are."""
    moved = re.match(r"translate\((-?\d+) (-?\d+)\)", node.get("transform", ""))
    right, down = (right + int(moved[1]), down + int(moved[2])) if moved else (right, down)
    if node.tag.endswith("}text"):
        words, size = "".join(node.itertext()), int(node.get("font-size", 0))
        wide = measure(words, size, bold=node.get("font-weight") == "bold")
        left = int(node.get("x", 0)) + right - {"middle": wide // 2, "end": wide}.get(node.get("text-anchor", ""), 0)
        tall = size * INKED // 100
        yield Box(left, int(node.get("y", 0)) + down - tall, wide, tall), words
    for part in node:
        yield from inked(part, right, down)


@pytest.mark.slow
def test_no_words_of_a_picture_lie_over_others(pictures: list[Drawn]) -> None:
    over = set()
    for one in pictures:
        written = [(box, words) for box, words in inked(ElementTree.fromstring(one.svg)) if words.strip()]
        for (box, words), (other, others) in combinations(written, 2):
            if box.grow(-5).meets(other):
                over.add((one.game, one.hearer, one.view, one.about, words, others))
    assert over == set()


HEADED = 540
"""Tenths of a pixel above which a picture's title and note stand, and nothing else."""


@pytest.mark.slow
def test_nothing_stands_on_the_heading_of_a_picture(pictures: list[Drawn]) -> None:
    over = set()
    for one in pictures:
        drawn = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)<', one.svg)
        words = [(int(y), told) for x, y, told in drawn if int(x) >= 200]  # a sign of a key is drawn at 0 and moved
        heading = sum(y < HEADED for y, _ in words)
        if heading > 3 or any(y < HEADED for y, _ in words[heading:]):
            over.add((one.game, one.hearer, one.view, one.about))
    assert over == set()


def test_the_ships_over_a_system_at_the_top_of_a_map_stand_under_it() -> None:
    (core,) = [
        one for one in golden("golden_campaign", every=1000, most=1, only="map")
        if one.hearer == "red" and one.about == "Core"
    ]  # fmt: skip
    (champala,) = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>Champala<', core.svg)
    counts = [(int(x), int(y)) for x, y in re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>2<', core.svg)]
    near = [y for x, y in counts if abs(x - int(champala[0])) < 1500 and abs(y - int(champala[1])) < 1500]
    assert near and min(near) - 2 * SMALL > HEADED, (champala, counts)
