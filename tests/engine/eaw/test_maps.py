"""Maps: what is drawn of them for a viewer, and those that are made by a seed. EAW-1a, EAW-1c, EAW-1e.3, section 5."""

from __future__ import annotations

import re

import pytest

from bot.ui.home.layout import plainly
from engine.eaw.data.generator import fairness, generated
from engine.eaw.data.maps import distances, neighbours, opposite, unfit
from engine.eaw.pictures import dot, letter, places
from engine.eaw.state import with_empire
from engine.game import MODERATOR, Refusal, Setup
from engine.picture import SIDES, Point
from engine.picture.glyphs import WORLDS
from tests.engine.eaw.playing import BLUE, NOON, RED, RULES, Played


@pytest.mark.parametrize(("empires", "systems"), [(2, 6), (2, 12), (3, 18), (4, 24), (6, 40)])
def test_a_map_of_a_seed_can_be_played_on_and_is_fair(empires: int, systems: int) -> None:
    for seed in ("1", "2", "3"):
        shape = generated(empires, systems, seed)
        assert list(unfit(shape)) == [] and len(shape.systems) == systems and len(shape.homes) == empires
        assert all(lane.back == opposite(lane.out) for lane in shape.lanes)
        assert len(distances(neighbours(shape.lanes), shape.homes[0])) == systems
        found = fairness(shape)
        assert found.uneven <= 1 and found.apart >= (3 if systems > 6 else 2), (seed, found)


def test_the_same_seed_makes_the_same_map_and_another_one_another() -> None:
    assert generated(3, 18, "7") == generated(3, 18, "7") != generated(3, 18, "8")


def test_a_campaign_is_founded_on_a_map_that_a_die_picks() -> None:
    game = Played(options={"map": "random 12"}, dice=(4711, 6, 6))
    assert game.state.map is not None and len(game.state.map.systems) == 12
    assert game.state.realms[RED].home == game.state.map.homes[0]


@pytest.mark.parametrize(("named", "why"), [("random 4", "need 6 to 200"), ("T7", "No map is named “T7”.")])
def test_a_map_that_there_is_not_is_refused(named: str, why: str) -> None:
    with pytest.raises(Refusal) as raised:
        Played(options={"map": named}, dice=(1,))
    assert raised.value.code == "E_SETUP" and why in raised.value.sentence


def test_a_map_with_too_few_homes_is_refused() -> None:
    game = Played()
    seats = tuple(f"s{number}" for number in range(5))
    with pytest.raises(Refusal) as raised:
        game.begin(Setup("Test", seats, {}), NOON)  # type: ignore[arg-type]  # seats as they are typed
    assert "4 homes, and 5 seats play" in raised.value.sentence


def drawn(game: Played, seat: object) -> str:
    """The map as a seat knows it."""
    return RULES.draw(game.knows(seat), seat, "map", "", game.now)  # type: ignore[arg-type]  # a seat or the public


def test_the_picture_shows_own_fleets_and_nobody_elses() -> None:
    game = Played()
    game.fleet(RED, 3, "2", "CA", "FF")
    game.fleet(BLUE, 5, "4", "D7", "D7C")
    assert "3: 196" in drawn(game, RED) and "5: 256" not in drawn(game, RED)
    assert "5: 256" in drawn(game, BLUE) and "3: 196" not in drawn(game, BLUE)


def test_the_picture_shows_what_a_scout_saw_and_when() -> None:
    game = Played()
    game.fleet(RED, 1, "2", "CA", "SC")
    game.fleet(BLUE, 5, "3", "D7", "D7C")
    game.seal()
    assert "256 (Spring 165)" in drawn(game, RED)


def test_what_a_system_is_stands_only_for_who_knows_it() -> None:
    game = Played()
    game.develops(BLUE, "3")
    for seat, words in ((RED, "not discovered"), (BLUE, "mineral; Open Space; your mine")):
        report = RULES.show(game.knows(seat), seat, "system", "3", game.now)
        assert str(report.title).startswith(f"**3**: {words}")
        assert "2 (A) and 4 (E)" in str(report.lead)


@pytest.mark.parametrize(
    ("options", "dice"), [({}, ()), ({"map": "random 40"}, (7, 6, 6))], ids=["T6", "forty systems"]
)
def test_on_a_map_every_direction_stands_clear_of_the_signs_of_systems(
    options: dict[str, str], dice: tuple[int, ...]
) -> None:
    game = Played(options=options, dice=dice)
    look, shape = RULES.look(game.knows(RED), RED, game.now), game.state.map
    assert shape is not None
    at = places(look)
    signs = [dot(look, system, spot).box for system, spot in at.items()]
    for lane in shape.lanes:
        for near, far, way in ((lane.one, lane.other, lane.out), (lane.other, lane.one, lane.back)):
            assert not [one for one in signs if one.meets(letter(at[near], at[far], way).box)], (near, far)


def test_what_holds_a_fleet_is_said_in_words_and_not_by_its_colour_alone() -> None:
    game = Played()
    game.fleet(RED, 3, "2", "CA", "FF")
    assert "3: 196<" in drawn(game, RED)
    game = Played()
    game.fleet(RED, 3, "2", "CA", "FF", pinned="arrived")
    assert "3: 196, pinned<" in drawn(game, RED)


def test_an_unknown_world_is_a_broken_ring_and_a_known_one_has_the_look_of_its_kind() -> None:
    """No seat has a colour of a world."""
    game = Played()
    game.develops(BLUE, "5")
    signs = {
        seat: dot(RULES.look(game.knows(seat), seat, game.now), "5", Point(5000, 5000)).svg for seat in (RED, BLUE)
    }
    assert "stroke-dasharray" in signs[RED] and "clipPath" not in signs[RED]
    assert "clipPath" in signs[BLUE] and WORLDS[1][0] in signs[BLUE], "a mineral world"
    assert not {side.colour for side in SIDES} & {colour for world in WORLDS for colour in world}


def test_the_referee_s_map_has_all_fleets_and_holdings_with_whose_they_are() -> None:
    """A seat's has its own alone, called yours."""
    game = Played()
    game.fleet(RED, 3, "2", "CA", "FF")
    game.fleet(BLUE, 5, "4", "D7", "D7C")
    game.develops(BLUE, "3")
    seen = str(RULES.draw(game.state, MODERATOR, "map", "", game.now))
    for words in ("red 3: 196<", "blue 5: 256<", "mine of blue<", "mine of red<", "mineral<"):
        assert words in seen, words
    lines = plainly(RULES.show(game.state, MODERATOR, "map", "", game.now)).splitlines()
    (third,) = [line for line in lines if line.startswith("**3**")]
    assert "mineral; Open Space; mine of Klingon (blue)" in third and "your" not in "".join(lines)
    assert "fleets 3 of Federation (red)" in "".join(lines)
    assert "red 3" not in drawn(game, RED) and "3: 196<" in drawn(game, RED) and "blue" not in drawn(game, RED)


def test_the_standings_tell_everybody_the_points_and_the_referee_what_each_has() -> None:
    game = Played()
    game.arrange(with_empire(game.state, BLUE, vp="77.9"))
    public = plainly(RULES.show(game.knows(RED), RED, "standings", "", game.now))
    assert public.index("Klingon (blue): 77.90 victory points") < public.index("Federation (red): 0 victory points")
    assert "Treasury" not in public
    whole = plainly(RULES.show(game.state, MODERATOR, "standings", "", game.now))
    assert whole.count("Treasury: ") == 2 and whole.count("Holds: mines 1") == 2


@pytest.mark.slow
def test_a_fleet_has_a_figure_before_its_words_and_what_has_no_room_is_told_below() -> None:
    game = Played()
    for number in range(1, 41):
        game.fleet(RED, number, "2", "CA", "FF")
    svg = drawn(game, RED)
    told = [str(found) for found in re.findall(r">(\d+: 196|Without room: [^<]*)<", svg)]
    beside = [words for words in told if words.endswith(": 196")]
    below = [words for words in told if words.startswith("Without room: ")]
    assert beside and below, told
    numbers = set(re.findall(r"(\d+): 196", svg))
    assert numbers == {str(number) for number in range(1, 41)}
    figures = re.findall(r'<polygon [^>]*fill="#ff7a59"', svg)
    assert len(figures) >= len(beside)
