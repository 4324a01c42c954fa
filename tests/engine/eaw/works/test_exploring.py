"""Undiscovered systems are explored at the end of the season: planets, map types, bonuses, Precursors. EAW-16."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw import EmpiresAtWar, ruleset
from engine.eaw.season.holdings import Discovered
from engine.eaw.season.resolution import Began
from engine.eaw.state import with_ships
from tests.engine.eaw.playing import BLUE, RED, RULES, SHEETS, Played


def explored(
    *faces: int, designs: tuple[str, ...] = ("CA",), prefer: tuple[str, ...] = (), rules: EmpiresAtWar = RULES
) -> Played:
    """A fleet of the first empire explores 2, with these dice; nobody else hears of it."""
    game = Played(rules=rules)
    game.fleet(RED, 1, "2", *designs)
    game.red(*prefer)
    game.rolls(*faces)
    game.red("explore with fleet 1")
    game.seal()
    return game


@pytest.mark.parametrize(
    ("faces", "designs", "planet", "kind", "planets", "development"),
    [
        ((1, 1, 6), ("CA",), "mineral", "Open Space", 1, "mine"),
        ((6, 6, 1), ("CA",), "life", "Solar System Slice", 1, "colony"),
        ((3, 4, 2, 4), ("CA",), "dead", "Death Map", 1, ""),
        ((3, 4, 3, 3), ("CA",), "life", "Dual Planets With Moons", 2, ""),
        ((3, 4, 6, 4), ("CA",), "mineral", "Dual Planets With Moons", 2, ""),
        ((1, 2, 1), ("CA", "SC"), "mineral", "Solar System Slice", 1, "mine"),
        ((5, 6, 1), ("CA", "SC"), "life", "Solar System Slice", 1, "colony"),
        ((2, 3, 1, 3), ("CA", "SC"), "dead", "Star Edge", 1, ""),
    ],
)
def test_the_dice_say_what_a_system_is_for_good(
    faces: tuple[int, ...], designs: tuple[str, ...], planet: str, kind: str, planets: int, development: str
) -> None:
    game = explored(*faces, designs=designs)
    there = game.state.systems["2"]
    assert (there.planet, there.map_type, there.planets) == (planet, kind, planets)
    assert (there.development.kind if there.development is not None else "") == development
    assert [one.planet for one in game.heard_by(Discovered, RED)] == [planet]
    assert game.heard_by(Discovered, BLUE) == [] and game.knows(BLUE).systems["2"].planet == "unknown"


def test_a_fleet_that_passes_or_meets_an_enemy_discovers_nothing_and_a_dock_never() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    game.red("jump fleet 1 to 2", "jump fleet 1 to 5")
    game.fleet(BLUE, 1, "6", "D7")
    game.blue("jump fleet 1 to 5")
    game.seal()
    game.gm(f"close site {next(iter(game.state.sites))}")
    assert {game.state.systems[id].planet for id in "25"} == {"unknown"}


def test_money_or_the_object_is_asked_and_answered() -> None:
    game = explored(1, 2, 2, 1)  # 3: a bonus, a life planet, its map
    assert [one.kind for one in game.state.choices.values()] == ["bonus"]
    assert game.state.step == "resolution" and game.knows(BLUE).choices == {}
    before = game.state.realms[RED].treasury
    game.red("choose money")
    assert game.state.realms[RED].treasury - before == 10 and game.state.t == 1


@pytest.mark.parametrize(
    ("version", "before", "after"),
    [(8, ("P1", "P2", "P3", "P4", "P5", "P6", "P7"), ("P8", "P9", "P10")), (RULES.version, ("P1", "P7"), ())],
)
def test_a_moment_of_the_resolution_is_recorded_where_it_waits(
    version: int, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    game = explored(1, 2, 2, 1, rules=ruleset(SHEETS, version))
    assert tuple(one.moment for one in game.heard_by(Began, BLUE)) == before
    game.red("choose money")
    assert tuple(one.moment for one in game.heard_by(Began, BLUE)) == after
    assert game.state.t == 1 and game.state.moment == game.knows(BLUE).moment == ""


def test_a_scout_finds_twenty_and_a_preference_answers_at_once() -> None:
    game = explored(4, 6, 4, 6, designs=("CA", "SC"), prefer=("prefer bonus as money",))
    assert game.state.realms[RED].totals["exploration"] == 20 and game.state.choices == {}


def test_the_admiral_chooses_the_planet_where_a_six_falls() -> None:
    game = Played()
    game.fleet(RED, 1, "2", "CA")
    game.red("prefer bonus as money")
    game.rolls(1, 2, 6)
    game.seal()
    assert [one.kind for one in game.state.choices.values()] == ["planet"]
    game.rolls(5)
    game.red("choose life")
    assert (game.state.systems["2"].planet, game.state.systems["2"].map_type) == ("life", "Open Space")


def objects(*faces: int, designs: tuple[str, ...] = ("CA", "FF")) -> Played:
    """The object of the Precursors, by these dice, in a fleet of these designs."""
    return explored(1, 2, 2, 1, *faces, designs=designs, prefer=("prefer bonus as object",))


def test_a_legendary_officer_comes_aboard() -> None:
    game = objects(1)
    game.red("choose engineer on FF-1")
    assert [one.kind for one in game.state.ships["red:FF-1"].officers] == ["engineer"]


def test_an_outstanding_crew_is_found() -> None:
    game = objects(2)
    game.red("choose FF-1")
    assert game.state.ships["red:FF-1"].crew == "outstanding"


def test_supplies_bring_all_ships_to_twenty_per_cent_or_are_refunded() -> None:
    game = objects(3)
    assert {ship.co for ship in game.state.ships.values()} == {20}
    game = Played()
    game.fleet(RED, 1, "2", "CC")
    game.arrange(with_ships(game.state, game.state.ships, co=20))
    game.red("prefer bonus as object", "prefer find as usual")
    game.rolls(1, 2, 2, 1, 3)
    game.seal()
    assert game.state.realms[RED].totals["supplies"] == 27


def test_a_treasure_is_fifty() -> None:
    assert objects(4).state.realms[RED].totals["treasure"] == 50


def test_a_ship_from_the_future_joins_as_a_captive() -> None:
    game = objects(5)
    (choice,) = game.state.choices.values()
    assert "DE" in choice.options and "CA" not in choice.options  # 168 is within five years; CA is of size class 3
    game.red("choose DE")
    ship = game.state.ships["red:DE-1"]
    assert not ship.inspected and ship.fleet == "red:1"


@pytest.mark.parametrize(
    ("designs", "faces", "hit"),
    [(("CA", "FF"), (6, 5), True), (("CA", "FF"), (6, 4), False)],
)
def test_a_disaster_makes_the_crew_of_the_smallest_ship_poor(
    designs: tuple[str, ...], faces: tuple[int, ...], hit: bool
) -> None:
    game = Played()
    game.fleet(RED, 1, "2", *designs)
    game.red("prefer bonus as object", "prefer find as usual")
    game.rolls(1, 2, 2, 1, *faces)
    game.seal()
    assert (game.state.ships["red:FF-1"].crew == "poor") is hit


def test_explored_systems_and_committed_fleets_are_refused() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    game.fleet(RED, 2, "2", "FF")
    assert "E_DEV EAW-16.0" in game.refused(RED, "explore with fleet 1")
    game.red("explore with fleet 2")
    assert "E_COMMIT EAW-33.1" in game.refused(RED, "jump fleet 2 to 3")
    assert "E_COMMIT" in game.refused(RED, "explore with fleet 2")


def test_the_usual_answer_is_taken_when_nobody_answers() -> None:
    game = explored(1, 2, 2, 1)
    (choice,) = game.state.choices.values()
    assert choice.usual == ("money",)
    game.arrange(replace(game.state, choices={}))
