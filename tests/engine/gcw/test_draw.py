"""Pictures: whole numbers, equal bytes for equal knowledge, and everything a player looks for on them."""

import re
from xml.etree import ElementTree

import pytest

from engine.game import EVERYONE, MODERATOR, Refusal, Said
from engine.gcw.contacts import Seen
from engine.gcw.data.terms import Ring
from engine.gcw.look import Look
from engine.gcw.pictures.board import CENTRE, RADIUS, SPACE, Rings, arcs, laid, rings_for, seats_in
from engine.gcw.pictures.drawing import side_of
from engine.gcw.pictures.galaxy import APART, HEIGHT, ROUTES, charted
from engine.gcw.pictures.pieces import Piece, pieces
from engine.gcw.state import PUBLIC, Sighting
from engine.picture import SIDES, Box, Kind
from tests.engine.gcw.playing import facing
from tests.engine.gcw.staged import BLUE, RED, SEATS, Stage, battle, rules
from tests.golden_pictures import golden


@pytest.fixture(scope="module")
def hoth() -> Stage:
    return battle()


def lettering(svg: str) -> list[str]:
    """All words of a picture."""
    texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [(node.text or "").replace("\u200c", "") for node in texts]


def test_pictures_are_whole_numbers_and_well_formed(hoth: Stage) -> None:
    for seat in (RED, BLUE):
        for view in ("board", "ground", "map", "ship", "system"):
            svg = hoth.draw(seat, view)
            tree = ElementTree.fromstring(svg)
            for node in tree.iter():
                for name, value in node.attrib.items():
                    if not name.endswith(("opacity", "font-family")):
                        assert not re.search(r"\d\.\d", value), (view, name, value)
            assert svg == hoth.draw(seat, view)


def test_what_shows_through_says_so_of_its_colours(hoth: Stage) -> None:
    """For each shape that is dimmed as a whole a renderer lays a sheet of the picture's size: twice the time."""
    for seat in (RED, BLUE):
        svg = hoth.draw(seat, "board")
        dimmed = {node.tag for node in ElementTree.fromstring(svg).iter() if "opacity" in node.attrib}
        assert dimmed <= {"{http://www.w3.org/2000/svg}g"}
        assert "stroke-opacity" in svg


def test_only_views_with_a_picture_are_drawn(hoth: Stage) -> None:
    assert {view.name for view in hoth.rules.views if view.picture} == {"board", "ground", "map", "ship", "system"}
    with pytest.raises(Refusal, match="no picture"):
        hoth.draw(RED, "fleet")
    with pytest.raises(Refusal):
        hoth.draw(RED, "nothing")


def test_the_board_stacks_craft_and_tells_when_contacts_were_heard(hoth: Stage) -> None:
    own = lettering(hoth.draw(RED, "board", "Hoth"))
    assert "4× TF" in own and "Avenger (T1) ISD" in own
    later = battle()
    later.wait(hours=3)
    seen = lettering(later.draw(BLUE, "board", "Hoth"))
    assert "Avenger (C1, T1) ISD" in seen and "4× TF" in seen


def test_a_stack_adds_up_its_pools(hoth: Stage) -> None:
    look = Look(hoth.rules.world, hoth.known[RED], RED, hoth.now)
    stack = next(piece for piece in pieces(look, "Hoth") if piece.label == "4× TF")
    one = hoth.rules.world.full("TF")
    assert stack.pools is not None and stack.pools.armor == 4 * one.armor


def test_every_cell_holds_sixty_figures_inside_its_ring() -> None:
    rings = rings_for(dict.fromkeys(Ring, 25))
    for cell in rules().world.grid.cells.values():
        for count in (1, 7, 25, 60):
            size, places = seats_in(rings, cell, count)
            assert len(places) == count and size > 0
            if cell.ring in SPACE and count <= 25:
                inner, outer = rings[cell.ring]
                for at in places:
                    square = (at.x - CENTRE.x) ** 2 + (at.y - CENTRE.y) ** 2
                    assert (inner - 2) ** 2 <= square <= (outer + 2) ** 2
    assert arcs(rings, rules().world.grid.cells["A-1"], 40, 400, 100) is None


def drawn(rings: Rings) -> tuple[Ring, ...]:
    """The rings of space that are drawn, from the inside out."""
    return tuple(ring for ring in SPACE if ring in rings)


def test_the_board_goes_as_far_out_as_somebody_is_and_deepens_the_rings_in_use() -> None:
    near, far = rings_for({Ring.A: 3}), rings_for({Ring.A: 1, Ring.DSZ: 9})
    assert drawn(near) == (Ring.A,) and near[Ring.A][1] == pytest.approx(RADIUS, abs=3)
    assert drawn(far) == SPACE
    deep = {ring: outer - inner for ring, (inner, outer) in far.items()}
    assert deep[Ring.DSZ] > deep[Ring.A] > deep[Ring.B] == deep[Ring.C]
    assert drawn(rings_for({})) == SPACE


def test_pieces_keep_their_places_while_others_come_and_go_and_each_side_keeps_its_half() -> None:
    rings, cell = rings_for({Ring.C: 10}), rules().world.grid.cells["C-1"]
    crowd = [
        Piece(label=f"Ship {n}", cell="C-1", kind=Kind.CRUISER, side=SIDES[n % 2], members=(f"u-{n}",))
        for n in range(10)
    ]
    full = {piece.label: at for piece, at, _ in laid(rings, cell, crowd, SIDES[0])}
    assert len(set(full.values())) == 10
    for gone in (9, 8):
        left = [piece for piece in crowd if piece.label != f"Ship {gone}"]
        assert sum(full[piece.label] != at for piece, at, _ in laid(rings, cell, left, SIDES[0])) <= 1
    ours = [full[piece.label].x for piece in crowd if piece.side == SIDES[0]]
    assert max(ours) < min(full[piece.label].x for piece in crowd if piece.side == SIDES[1])


def test_the_ground_shows_who_is_inside_what_and_how_tired_a_force_is() -> None:
    ground = [one for one in golden("golden_landing", only="ground") if one.about == "Hoth"]
    said = {hearer: [lettering(one.svg) for one in ground if one.hearer == hearer] for hearer in (RED, BLUE)}
    assert any("in it: Trench 50 RSO" in words for words in said[BLUE])
    assert any(word.startswith("your force tires in") for words in said[RED] for word in words)


def test_the_galaxy_names_every_system_and_keeps_them_apart(hoth: Stage) -> None:
    words = lettering(hoth.draw(RED, "map"))
    systems = rules().world.pack.systems
    for name, system in systems.items():
        assert (f"{name} [{system.stronghold_of}]" if system.stronghold_of else name) in words
    places = list(
        charted(tuple((one.name, one.x, one.y) for one in systems.values()), Box(100, 700, 9800, HEIGHT - 700)).values()
    )
    for number, one in enumerate(places):
        for other in places[:number]:
            assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (APART * 9 // 10) ** 2


def test_a_region_is_drawn_with_what_routes_lead_to_and_told_in_words(hoth: Stage) -> None:
    words = lettering(hoth.draw(RED, "map", "Deep Core"))
    assert words[0] == "Deep Core" and "Byss" in words and "Hoth" not in words
    report = hoth.rules.show(hoth.known[RED], RED, "map", "deep core", hoth.now)
    assert any(line.startswith("Byss: strategic value") for part in report.sections for line in part.lines)
    with pytest.raises(Refusal, match="no region"):
        hoth.draw(RED, "map", "Nowhere")


def test_no_route_has_a_colour_that_a_seat_could_have() -> None:
    def parts(colour: str) -> tuple[int, ...]:
        return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))

    for colour, _, _ in ROUTES.values():
        for side in SIDES:
            assert sum(abs(one - other) for one, other in zip(parts(colour), parts(side.colour), strict=True)) > 90


def test_voyages_are_drawn_for_their_owner_alone() -> None:
    stage = battle()
    stage.order(RED, "jump Devastator to Bothawui")
    stage.wait(hours=2)
    assert any(word.startswith("there in") for word in lettering(stage.draw(RED, "map")))
    for seat in (BLUE, None):
        assert not any(word.startswith("there in") for word in lettering(stage.draw(seat, "map")))


def test_a_sheet_shows_pools_with_figures(hoth: Stage) -> None:
    words = lettering(hoth.draw(BLUE, "ship", "Yavaris"))
    assert "210 of 300" in words and "12 TLB" in words and "UCR 5" in words
    unknown = lettering(hoth.draw(BLUE, "ship", "Contact 1"))
    assert "At most left" in unknown


def test_the_public_sees_tracks_without_names(hoth: Stage) -> None:
    words = lettering(hoth.draw(None, "board", "Hoth"))
    assert any(word.startswith("Track") for word in words)
    assert not any(unit.name in word for unit in hoth.state.units.values() for word in words)
    assert "No unit is known here." in lettering(hoth.draw(None, "board", "Endor"))


def test_tracks_are_drawn_for_the_public_when_their_places_are_public(hoth: Stage) -> None:
    track = Seen(PUBLIC, 9, "Hoth", "B-2", Sighting.EVENT, hoth.now, "FIRE", owner=RED, track=9)
    known = track.evolve(hoth.known[None])
    words = lettering(str(hoth.rules.draw(known, None, "board", "Hoth", hoth.now)))
    assert "Track 9" in words and "class unknown" in words
    assert hoth.rules.tell(known, Said(hoth.now, EVERYONE, track), None) is None
    report = hoth.rules.show(known, None, "board", "Hoth", hoth.now)
    lines = [line for section in report.sections for line in section.lines]
    assert any(line.startswith("**Track 9**: class unknown, of red") for line in lines)


def test_sides_keep_their_colours_for_every_viewer(hoth: Stage) -> None:
    colours = {seat: hoth.draw(seat, "board", "Hoth") for seat in SEATS if seat is not None}
    assert all("#ff7a59" in svg and "#5ab8f5" in svg for svg in colours.values())


def test_a_contact_bears_the_colour_of_whose_the_posts_say_it_is() -> None:
    game = facing()
    game.gm("spawn TA named Onyx Squadron at Hoth B-1 for red")
    game.turn(RED, "fire Avenger at Contact 2")
    look = Look(game.rules.world, game.known[BLUE], BLUE, game.now)
    told = {one.label: one.side for one in pieces(look, "Hoth") if not one.own}
    fired = [one for one in game.contacts(BLUE).values() if one.track]
    assert fired and all(told[one.called] == side_of(look, RED) for one in fired)


def test_the_ring_of_raised_shields_is_only_where_there_are_shields() -> None:
    game = facing()
    game.gm("spawn TF named Alpha Squadron at Hoth B-1 for red", "spawn TA named Onyx Squadron at Hoth B-1 for red")
    game.turn(RED, "fire Avenger at Contact 2")
    look = Look(game.rules.world, game.known[RED], RED, game.now)
    own = {one.label: one.shields_up for one in pieces(look, "Hoth") if one.own}
    assert own["Avenger (T1)"] and own["Onyx Squadron"] and not own["Alpha Squadron"]


def test_the_board_shows_who_fired_at_whom_and_what_it_did() -> None:
    game = facing()
    game.turn(RED, "fire 10 HTLB of Avenger at Yavaris")
    for seat in (RED, BLUE):
        words = lettering(str(game.rules.draw(game.known[seat], seat, "board", "Hoth", game.now)))
        assert "−90" in words and "fire of red's turn, and what it took" in words
    game.turn(BLUE, "move Bantam to B-2")
    words = lettering(str(game.rules.draw(game.known[RED], RED, "board", "Hoth", game.now)))
    assert not any(word.startswith("−") for word in words)


@pytest.mark.slow
def test_what_was_destroyed_is_marked_where_everybody_may_read_that_it_was_lost() -> None:
    (last,) = [
        one for one in golden("golden_landing", every=1, only="board") if (one.about, one.hearer) == ("Hoth", RED)
        and "destroyed" in lettering(one.svg)
    ][-1:]  # fmt: skip
    assert any(word.endswith("†") for word in lettering(last.svg))


def test_in_a_crowded_cell_every_ship_is_named_on_the_board_and_farther_names_are_led_to_theirs() -> None:
    game = facing()
    names = [f"Raider{number}" for number in range(20)]
    game.gm(*(f"spawn CORV named {name} at Hoth B-1 for {('red', 'blue')[at % 2]}" for at, name in enumerate(names)))
    svg = game.rules.draw(game.state, MODERATOR, "board", "Hoth", game.now)
    words = lettering(svg)
    assert set(names) <= set(words) and not any(one.startswith("Also there") for one in words)
