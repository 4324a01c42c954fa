"""The shared vocabulary of pictures: whole numbers, exact widths, safe words, names clear of each other."""

import math
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import picture
from engine.picture import (
    SIDES,
    Arranged,
    Box,
    Kind,
    Picture,
    Placed,
    Point,
    Wanted,
    around,
    arrange,
    bar,
    fit,
    legend,
    measure,
    polar,
    sector,
    slots,
    text,
    unit,
    wrap,
    wrap_names,
)
from engine.picture.labels import places
from engine.picture.lettering import UNKNOWN, clean
from engine.picture.shapes import sine
from tests.engine import sample_picture
from tests.engine.measure_fonts import TARGET, table

LETTERS = 150
"""Tenths of a pixel of the letters of these tests."""
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def light(colour: str) -> float:
    """Relative luminance of `#rrggbb` after WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def seen_by(colour: str, eye: str) -> tuple[float, ...]:
    """A colour as eyes without red or green receptors see it (Viénot, Brettel and Mollon 1999), gamma 2.2."""
    red, green, blue = ((int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    mixed = {"protan": (0.1124, 0.8876, 0.0040), "deutan": (0.2927, 0.7073, -0.0223)}[eye]
    yellow = mixed[0] * red + mixed[1] * green
    other = mixed[2] * red - mixed[2] * green + blue
    return tuple(max(0.0, part) ** (1 / 2.2) for part in (yellow, other))


# ---- colours


@pytest.mark.parametrize("ground", [picture.SKY, picture.PANEL, picture.RAISED])
def test_every_colour_of_words_and_sides_reads_on_every_ground(ground: str) -> None:
    inks = [picture.INK, picture.MUTED, picture.ACCENT, picture.DANGER, picture.NEUTRAL.colour]
    inks += [picture.SHIELDS, picture.ARMOUR, picture.HULL, picture.SYSTEMS, *(side.colour for side in SIDES)]
    assert {ink: round(contrast(ink, ground), 2) for ink in inks if contrast(ink, ground) < 4.5} == {}


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.name)
def test_the_ink_of_a_badge_reads_on_it(side: picture.Side) -> None:
    assert contrast(picture.ink_on(side.colour), side.colour) >= 4.5


def test_every_side_has_a_mark_of_its_own() -> None:
    assert len({side.mark for side in SIDES}) == len(SIDES)


@pytest.mark.parametrize("eye", ["protan", "deutan"])
def test_the_first_four_sides_look_different_to_colour_blind_eyes(eye: str) -> None:
    for one, other in combinations(SIDES[:4], 2):
        distance = math.dist(seen_by(one.colour, eye), seen_by(other.colour, eye))
        assert distance > 0.2, f"{one.name} and {other.name} look alike: {distance:.2f}"


# ---- whole numbers


def test_the_table_of_sines_is_right_to_the_last_digit() -> None:
    assert [sine(degrees) for degrees in range(-360, 720)] == [
        round(10_000 * math.sin(math.radians(degrees))) for degrees in range(-360, 720)
    ]


@pytest.mark.parametrize(
    ("bearing", "point"),
    [(0, Point(0, -100)), (90, Point(100, 0)), (180, Point(0, 100)), (270, Point(-100, 0)), (45, Point(71, -71))],
)
def test_bearings_run_clockwise_from_up(bearing: int, point: Point) -> None:
    assert polar(Point(0, 0), 100, bearing) == point


def test_the_box_of_a_sector_holds_its_bulge() -> None:
    assert sector(Point(0, 0), 50, 100, 315, 405).box == Box(-71, -100, 142, 65)


def test_a_picture_holds_no_fraction_but_opacity() -> None:
    svg = re.sub(r' (fill-|stroke-|stop-)?opacity="0\.\d\d"', "", sample_picture.battle())
    numbers = re.findall(r'(?<=[ ",(MALZ])-?\d+\.\d+', svg)
    assert numbers == []


# ---- words


def test_the_table_of_widths_is_that_of_the_bundled_fonts() -> None:
    assert TARGET.read_text(encoding="utf-8") == table(), "run: python -m tests.engine.measure_fonts"


def test_a_width_is_the_sum_of_the_advances_rounded_up() -> None:
    # H is 1386 of 2048 wide in the regular font
    assert measure("H", 2048) == 1386
    assert measure("HHH", 100) == -(-3 * 1386 * 100 // 2048)


@given(WORDS, st.integers(0, 3000))
def test_cut_words_fit_their_room(words: str, room: int) -> None:
    shown = fit(words, room, LETTERS)
    assert measure(shown, LETTERS) <= room
    if shown != (whole := clean(words)):
        cuts = (whole[:end].rstrip() + "…" for end in range(len(whole) - 1, 0, -1))
        assert shown == next((cut for cut in cuts if measure(cut, LETTERS) <= room), "")


@given(WORDS, st.integers(400, 3000), st.integers(1, 4))
def test_wrapped_words_fit_and_keep_their_order(words: str, room: int, most: int) -> None:
    rows = wrap(words, room, LETTERS, most=most)
    assert len(rows) <= most
    assert all(measure(row, LETTERS) <= room for row in rows)
    if not any(row.endswith("…") for row in rows):
        assert " ".join(rows).split() == clean(words).split()


@given(WORDS)
def test_any_name_makes_a_picture_that_parses_and_reads_back(name: str) -> None:
    board = Picture(6000, 4000, name, note=name)
    board.add(text(Point(1000, 2000), name))
    root = ET.fromstring(board.svg())
    texts = [(node.text or "").replace("\u200c", "") for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert not clean(name).strip() or clean(name) in texts


@pytest.mark.parametrize(
    ("given_words", "shown"),
    [
        ("<script>&\"'", "<script>&\"'"),
        ("Star\x00\u200b\u202eship", "Starship"),
        ("two\nlines\tand a tab", "two lines and a tab"),
        ("e\u0301cole", "\u00e9cole"),
        ("rocket 🚀", f"rocket {UNKNOWN}"),
    ],
)
def test_words_are_cleaned_for_the_font(given_words: str, shown: str) -> None:
    assert clean(given_words) == shown


# ---- shapes


@pytest.mark.parametrize(
    ("value", "width"), [(0, None), (-5, None), (1, 10), (500, 500), (999, 999), (1000, 1000), (4000, 1000)]
)
def test_a_bar_is_full_only_when_full_and_empty_only_when_empty(value: int, width: int | None) -> None:
    svg = bar(Box(0, 0, 1000, 40), value, 1000, "#ffffff").svg
    found = re.findall(r'width="(\d+)" height="40" rx="\d+" fill="#ffffff"', svg)
    assert found == ([] if width is None else [str(width)])


def test_a_bar_of_nothing_is_empty() -> None:
    assert "#ffffff" not in bar(Box(0, 0, 1000, 40), 0, 0, "#ffffff").svg


@given(st.integers(0, 60), st.integers(400, 3000), st.integers(400, 3000))
def test_slots_stay_in_their_box(count: int, width: int, height: int) -> None:
    box = Box(0, 0, width, height)
    spots = slots(box, count, 300, 60)
    assert len(spots) == count
    assert all(box.grow(1).holds(around(spot, 300)) for spot in spots)
    if count * 360 <= width:
        assert all(not around(a, 300).meets(around(b, 300)) for a, b in combinations(spots, 2))


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_unit_stays_in_its_square_at_every_bearing(kind: Kind) -> None:
    for turn in (0, 90, 200):
        drawn = unit(kind, Point(1000, 1000), 400, SIDES[3], turn=turn)
        assert drawn.box == Box(800, 800, 400, 400)
        for places_of in re.findall(r'points="([^"]*)"', drawn.svg):
            for place in places_of.split():
                x, y = map(int, place.split(","))
                assert 700 <= x <= 1300
                assert 700 <= y <= 1300


def test_a_contact_tells_nothing_of_its_kind() -> None:
    shapes = {unit(Kind.CONTACT, Point(0, 0), 300, SIDES[0], faint=faint).svg for faint in (False, True)}
    assert len(shapes) == 1
    assert "?" in shapes.pop()


def test_a_legend_reads_down_its_columns() -> None:
    signs = [(unit(kind, Point(50, 50), 200, SIDES[0]), kind.value) for kind in (Kind.HERO, Kind.POD, Kind.ESCORT)]
    drawn = legend(Box(0, 0, 4000, 2000), signs, columns=2)
    spots = {
        words: (int(x), int(y))
        for x, y, words in re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)</text>', drawn.svg)
    }
    assert spots["hero"][0] == spots["pods"][0] < spots["escort"][0]
    assert spots["hero"][1] == spots["escort"][1] < spots["pods"][1]


# ---- names on a map


def test_forty_units_on_a_map_get_names_clear_of_each_other_and_of_the_units() -> None:
    _, words = sample_picture.board()
    units = sample_picture.fleet()
    area = Box(100, 700, 8700, 8900)
    arranged = sample_picture.names(units, words, area)
    assert arranged.left_out == ()
    boxes = [placed.box for placed in arranged.placed]
    assert len(boxes) == sum(1 for _, name, _ in units if name)
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert not [(box, shape.box) for box in boxes for shape, _, _ in units if box.meets(shape.box)]
    assert not [(box, word) for box in boxes for word in words if box.meets(word)]
    assert all(area.holds(box) for box in boxes)


def test_the_best_place_is_right_beside_the_unit() -> None:
    ship = around(Point(2000, 2000), 300)
    (placed,) = arrange([Wanted("Tyrant", ship, LETTERS)], Box(0, 0, 9000, 9000)).placed
    assert placed.box.x > ship.right
    assert placed.box.centre.y == ship.centre.y


def test_a_name_goes_round_a_line_where_it_can() -> None:
    ship = around(Point(2000, 2000), 300)
    road = (Point(2000, 2000), Point(8000, 2000))
    (placed,) = arrange([Wanted("Tyrant", ship, LETTERS)], Box(0, 0, 9000, 9000), lines=[road]).placed
    assert placed.box.right <= 2000 or not placed.box.y < 2000 < placed.box.bottom


def test_a_name_without_room_is_handed_back_and_never_drawn_over_another() -> None:
    ship = around(Point(500, 500), 300)
    arranged = arrange([Wanted("Tyrant", ship, LETTERS), Wanted("Devastator", ship, LETTERS)], Box(340, 340, 1000, 330))
    assert [placed.wanted.words for placed in arranged.placed] == ["Tyrant"]
    assert [wanted.words for wanted in arranged.left_out] == ["Devastator"]


def test_a_name_that_stands_as_near_to_another_ship_is_led_to_its_own() -> None:
    mine, other = Box(1000, 1000, 300, 300), Box(1000, 1480, 300, 300)
    between, beside = Box(1000, 1380, 300, 90), Box(1314, 1100, 300, 90)
    lines = {
        name: Arranged(
            (Placed(Wanted("Tyrant", mine), box), Placed(Wanted("Devastator", other), Box(1314, 1600, 9, 9))), ()
        )
        for name, box in (("between", between), ("beside", beside))
    }
    assert lines["between"].draw().svg.count("<line") == 1 and "<line" not in lines["beside"].draw().svg


def test_a_name_moves_aside_for_one_that_has_a_single_place() -> None:
    area = Box(0, 0, 4000, 400)
    first, second = (
        Wanted("Tyrant", Box(1000, 50, 300, 300), LETTERS),
        Wanted("Avenger", Box(2000, 50, 300, 300), LETTERS),
    )
    wall = Box(2314, 0, 1686, 400)
    alone = arrange([first], area, [wall, second.at]).placed[0].box
    both = arrange([first, second], area, [wall])
    assert both.left_out == ()
    assert not both.placed[0].box.meets(both.placed[1].box)
    assert alone.x > first.at.right


def test_an_important_name_chooses_first() -> None:
    ship = around(Point(2000, 2000), 300)
    names = [Wanted("Alpha", ship, LETTERS, rank=1), Wanted("Flagship", ship, LETTERS)]
    arranged = arrange(names, Box(0, 0, 9000, 9000))
    assert arranged.placed[0].wanted.words == "Flagship"
    assert arranged.placed[0].box == next(places(names[1]))


@given(st.lists(st.tuples(st.integers(0, 7000), st.integers(0, 5000)), min_size=1, max_size=40))
def test_names_never_meet_however_units_lie(spots: list[tuple[int, int]]) -> None:
    area = Box(-500, -500, 8500, 6500)
    names = [Wanted(f"Unit {n}", around(Point(*spot), 250), LETTERS) for n, spot in enumerate(spots)]
    arranged = arrange(names, area)
    boxes = [placed.box for placed in arranged.placed]
    assert len(arranged.placed) + len(arranged.left_out) == len(names)
    assert not [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])]
    assert not [(box, name) for box in boxes for name in names if box.meets(name.at)]


def test_a_galaxy_of_a_hundred_systems_finds_room_for_every_name() -> None:
    spots = [Point(400 + 1150 * (n % 12) + 300 * (n % 3), 1000 + 1000 * (n // 12) + 250 * (n % 2)) for n in range(107)]
    roads = [(spots[n], spots[n + 13]) for n in range(94)] + [(spots[n], spots[n + 1]) for n in range(0, 106, 2)]
    names = [Wanted(f"System {n}", around(spot, 120), size=100) for n, spot in enumerate(spots)]
    arranged = arrange(names, Box(0, 700, 15000, 10000), lines=roads)
    assert arranged.left_out == ()


def test_the_same_knowledge_gives_the_same_bytes() -> None:
    assert sample_picture.battle() == sample_picture.battle()


def test_names_in_lines_are_never_parted_and_no_line_is_wider_than_the_room() -> None:
    rows = wrap_names(["Doctor Sontag", "Frun Sentel", "Boccanegra"], 2600, 200)
    assert rows == ["Doctor Sontag, Frun Sentel", "Boccanegra"]
    assert wrap_names(["A name that is much too long for the room"], 1200, 200)[0].endswith("…")
    assert wrap_names([], 1200, 200) == [""]
