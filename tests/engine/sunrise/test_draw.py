"""Pictures of a game: whole numbers, legible type, names clear of each other, everything a player looks for on them."""

import re
from xml.etree import ElementTree

from msgspec.structs import replace

from engine.picture import HULL, Box, measure
from engine.sunrise.data.shapes import Board, Circle, Point
from engine.sunrise.data.units import Arc, Type
from engine.sunrise.figures.odds import Attack, forecast
from engine.sunrise.figures.weapons import Gun
from engine.sunrise.fleet.builder import new_card
from engine.sunrise.pictures.draw_arcs import cell_dice, coverage
from engine.sunrise.pictures.draw_odds import Charted, odds_picture
from engine.sunrise.pictures.draw_sheet import ROWS
from engine.sunrise.pictures.scene import (
    FINE,
    HULLS,
    TOP,
    WIDTH,
    Camera,
    Course,
    Craft,
    Scene,
    SideLine,
    Stone,
    Token,
    Trail,
    close_up,
    framed,
    names,
    rock,
    rock_middle,
    whole,
)
from engine.sunrise.state import Side
from tests.engine.sunrise.register_calls import PACK

BOARD = Board()
SMALLEST = 170
"""Tenths of a pixel of the smallest letters: eight and a half pixels where Discord shows half the width."""


def lettering(svg: str) -> list[str]:
    """All words of a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def crowd(count: int = 22) -> Scene:
    """Ships of both sides close together, some with squadrons, as in the middle of a fight."""
    camera = whole(BOARD, TOP)
    codes = list(HULLS)
    tokens = tuple(
        Token(
            name=f"{('Dart', 'Iron Duke', 'Sovereign', 'Bastion')[number % 4]} {number}",
            hull=codes[number * 3 % 5],
            side=Side.A if number % 2 else Side.B,
            at=camera.at(Point(20_000 + number * 7919 % 26_000, 12_000 + number * 5323 % 22_000)),
            heading=number * 50 % 360,
            velocity=3 + number % 7,
            pips=6,
            count=1 + number % 8,
            own=bool(number % 2),
        )
        for number in range(count)
    )
    squadrons = (Craft(Side.A, "F", 8, "offensive"), Craft(Side.B, "DS", 14, "defensive"))
    return Scene(
        camera=camera,
        terrain=PACK.maps["wreck"].terrain,
        stones=(Stone("1", Point(36_000, 24_000), Side.A), Stone("2", Point(20_000, 30_000))),
        tokens=tokens,
        rows=tuple(token.count for token in tokens),
        crafts=tuple(squadrons if number % 6 == 0 else () for number in range(count)),
        trails=(Trail((Point(20_000, 8_000), Point(20_000, 12_000)), Side.A, crashed=True),),
        courses=(Course((Point(30_000, 8_000), Point(33_000, 9_000)), "frigate", 390, 90, 3, words="Dart 1: v3"),),
    )


SIDES = (SideLine(Side.A, "red", 4, 15, 2, "4 ships", True, True), SideLine(Side.B, "blue", 6, 15, 1, "3 of 4 ships"))


def test_a_crowded_board_is_drawn_alike_in_whole_numbers_and_in_letters_that_can_be_read() -> None:
    svg = framed("Turn 3", "movement", crowd(), SIDES)
    assert svg == framed("Turn 3", "movement", crowd(), SIDES)
    for node in ElementTree.fromstring(svg).iter():
        for name, value in node.attrib.items():
            if not name.endswith(("opacity", "font-family")):
                assert not re.search(r"\d\.\d", value), (name, value)
        if "font-size" in node.attrib:
            assert int(node.attrib["font-size"]) >= SMALLEST


def test_names_in_a_crowd_keep_clear_of_each_other_and_of_every_ship() -> None:
    scene = crowd()
    placed = names(scene).placed
    assert len(placed) >= 20
    boxes = [one.box for one in placed]
    for number, one in enumerate(boxes):
        assert scene.camera.frame.holds(one)
        assert not any(one.meets(other) for other in boxes[number + 1 :])
        for token in scene.tokens:
            middle = Box(token.at.x - 60, token.at.y - 60, 120, 120)
            assert not one.meets(middle), (number, token.name)


def test_the_strip_under_the_board_tells_points_markers_and_who_is_who() -> None:
    words = lettering(framed("Turn 3", "", crowd(), SIDES))
    assert "4 of 15" in words and "6 of 15" in words
    assert "red (you)" in words and "2 markers · 4 ships · initiative" in words
    assert "your plot, not yet moved" in words and "collision" in words
    assert "6 in, one range band" in words


def test_all_that_a_side_has_stands_in_the_strip_in_two_lines_where_one_is_too_short() -> None:
    rich = replace(SIDES[0], ships="2 of 4 ships · 5 Miracle Points")
    words = lettering(framed("Turn 3", "", crowd(), (rich, SIDES[1])))
    at = next(number for number, one in enumerate(words) if one.startswith("2 markers"))
    assert f"{words[at]} {words[at + 1]}" == "2 markers · 2 of 4 ships · 5 Miracle Points · initiative"
    assert all(measure(one, FINE) <= (WIDTH - 550) // 2 - 820 for one in words[at : at + 2])


def test_a_sheet_names_each_arc_whole_and_its_pips_fill_their_panel() -> None:
    fleet = PACK.fleets["line"].fleet
    svg = new_card(fleet.ships[0], fleet, PACK, Side.A, "draft")
    assert {"fore", "port", "starboard", "rear"} <= set(lettering(svg))
    pips = [node for node in ElementTree.fromstring(svg).iter() if node.get("fill") == HULL and node.get("rx") == "40"]
    assert max(int(node.get("x", 0)) + int(node.get("width", 0)) for node in pips) > ROWS.right - 400


def test_the_legend_explains_only_signs_that_are_there() -> None:
    bare = Scene(camera=whole(BOARD, TOP))
    words = lettering(framed("Board", "", bare, ()))
    assert "collision" not in words and "rows of pips left" not in words


def test_the_camera_puts_corners_where_they_belong() -> None:
    camera = whole(BOARD, TOP)
    assert camera.at(Point(0, 0)) == (camera.frame.x, camera.frame.bottom)
    assert camera.at(Point(72_000, 48_000)) == (camera.frame.right, camera.frame.y)
    assert camera.frame.right <= WIDTH
    square = whole(Board(24_000, 24_000), TOP)
    assert square.frame.width == square.frame.height and square.frame.right <= WIDTH
    near = close_up(BOARD, Point(1_000, 47_000), TOP)
    assert (near.left, near.bottom + near.height) == (0, 48_000) and near.sees(Point(1_000, 47_000))


def test_a_cell_counts_the_dice_of_every_weapon_that_reaches_it() -> None:
    lance = Gun(type=Type.ENERGY, band=3, arcs=(Arc.FORE,))
    hydra = Gun(type=Type.MISSILE, band=3)
    assert cell_dice((lance, hydra), Arc.FORE, 3) == 9
    assert cell_dice((lance, hydra), Arc.REAR, 3) == 4
    assert cell_dice((lance, hydra), Arc.FORE, 2) == 4
    assert cell_dice((lance, hydra), Arc.FORE, 5) == 0
    camera = whole(BOARD, TOP)
    shape, words = coverage(camera, camera.at(Point(36_000, 24_000)), 0, (lance, hydra))
    assert ">9d<" in shape.svg and words
    assert all(camera.frame.holds(box) for box in words)
    aside, again = coverage(camera, camera.at(Point(36_000, 24_000)), 0, (lance, hydra), words)
    assert aside.svg.count(">9d<") == shape.svg.count(">9d<"), "a figure goes elsewhere in its cell"
    assert not any(one.meets(other) for one in again for other in words)


def test_odds_are_drawn_for_four_attacks_at_most() -> None:
    cast = forecast(Attack(dice=4, discard=1, fragmenting=0, shields=3, pips=13))
    one = Charted("Railgun at Iron Duke", "band 4, 4 dice", cast, 1, 13)
    words = lettering(odds_picture("Odds", [one] * 6))
    assert words.count("Railgun at Iron Duke") == 4 and "Destroyed" in words
    assert "No weapon has a legal target." in lettering(odds_picture("Odds", []))


def test_a_list_that_is_not_finished_shows_its_empty_slots() -> None:
    fleet = PACK.fleets["line"].fleet
    ship = fleet.ships[0]
    part = type(ship)(ship.name, ship.hull, ship.defenses, ship.components[:6])
    words = lettering(new_card(part, fleet, PACK, Side.A, "draft"))
    assert words.count("Empty slot") == 2 and "Systems: 9 of 9 work, 2 free" in words
    assert FINE >= SMALLEST


def test_terrain_bears_its_id_and_a_marker_under_a_ship_is_named_beside_it() -> None:
    scene = crowd()
    words = lettering(framed("Board", "", scene, ()))
    for piece in PACK.maps["wreck"].terrain:
        assert piece.id in words
    hidden = replace(scene, tokens=scene.tokens[:1], rows=scene.rows[:1], courses=(), trails=())
    covered = replace(hidden, stones=(Stone("7", Point(20_000, 30_000), Side.B),))
    for place in (Point(60_000, 40_000), Point(20_000, 30_000)):
        token = replace(hidden.tokens[0], at=hidden.camera.at(place))
        named = lettering(framed("Board", "", replace(covered, tokens=(token,)), ()))
        assert ("marker 7" in named) == (place == Point(20_000, 30_000))


def test_a_moon_that_the_frame_cuts_has_its_id_where_it_is_seen_and_one_outside_is_not_drawn() -> None:
    camera = Camera(0, 0, 12_000, 12_000, Box(0, 0, 6000, 6000))
    cut = Circle("t1", Point(-1000, 6000), 3000)
    spot = rock_middle(camera, cut)
    assert spot.x >= 100 and abs(spot.x - camera.at(cut.centre).x) < camera.long(cut.radius)
    assert "t1<" in rock(camera, cut).svg
    whole = Circle("t2", Point(6000, 6000), 2000)
    assert rock_middle(camera, whole) == camera.at(whole.centre)
