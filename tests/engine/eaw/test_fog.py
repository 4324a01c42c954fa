"""Knowledge of others that an empire gets at the end of a season: nothing but what its fleets see. EAW-5e, EAW-33."""

from __future__ import annotations

from msgspec.structs import replace

from engine.eaw.season.fog import Complies, Watched, seen_words
from engine.eaw.season.holdings import Discovered
from engine.eaw.state import Fort, Vision, Web, with_system
from tests.engine.eaw.playing import BLUE, RED, RULES, Played


def seen(game: Played) -> dict[str, Vision]:
    """Visions of the first empire at the end of the season."""
    game.seal()
    return next((one.seen for one in game.heard_by(Watched, RED)), {})


def target() -> Played:
    """A mine with a fort and two fleets of the second empire at 3."""
    game = Played()
    game.develops(BLUE, "3")
    game.arrange(with_system(game.state, "3", fort=Fort(BLUE, 0), webs=(Web(BLUE, 2),)))
    game.fleet(BLUE, 1, "3", "D7", "F5")
    game.fleet(BLUE, 2, "3", "D7C")
    return game


def test_a_scout_sees_developments_forts_fleets_and_webs_but_not_whose_they_are() -> None:
    game = target()
    game.fleet(RED, 1, "2", "CA", "SC")
    found = seen(game)["3"]
    assert (found.developed, found.fortified, found.fleets, found.webs) == (True, True, ("188", "139"), 2)
    assert found.owners == ()
    look = RULES.look(game.knows(RED), RED, game.now)
    fleets = "2 fleets with 188 CBPV and 139 CBPV"
    assert seen_words(look, found) == f"a development, a fortification, {fleets} and 2 layers of web"


def test_without_a_scout_only_forts_are_seen() -> None:
    game = target()
    game.fleet(RED, 1, "2", "CA")
    assert seen(game)["3"] == Vision(0, True)


def test_owners_are_seen_where_the_campaign_says_so() -> None:
    game = target()
    game.arrange(replace(game.state, settings=replace(game.state.settings, reveal_fleet_owner_in_vision=True)))
    game.fleet(RED, 1, "2", "GSC")
    assert seen(game)["3"].owners == (BLUE, BLUE)


def test_a_captive_scout_that_is_not_inspected_sees_nothing() -> None:
    game = target()
    game.fleet(RED, 1, "2", "CA", "SC")
    ships = {id: replace(one, inspected="SC" not in id) for id, one in game.state.ships.items()}
    game.arrange(replace(game.state, ships=ships))
    assert not seen(game)["3"].scouted


def test_two_lanes_away_nothing_is_seen() -> None:
    game = target()
    game.fleet(RED, 1, "1", "SC")
    assert "3" not in seen(game)


def test_a_fleet_that_disengaged_sees_nothing_this_season() -> None:
    game = target()
    game.fleet(RED, 1, "2", "SC", disengaged=0)
    assert seen(game) == {}


def test_who_stays_learns_what_others_have_discovered_and_who_passes_does_not() -> None:
    game = Played()
    game.arrange(with_system(game.state, "2", planet="life", map_type="Open Space"))
    game.arrange(with_system(game.state, "5", planet="dead", map_type="Death Map"))
    game.fleet(RED, 1, "1", "CA")
    game.red("jump fleet 1 to 2", "jump fleet 1 to 5")
    game.seal()
    assert [(one.system, one.planet) for one in game.heard_by(Discovered, RED)] == [("5", "dead")]


def test_a_fleet_with_too_many_ships_for_its_flagship_is_told_so_and_goes_home_by_the_shortest_way() -> None:
    game = Played()
    game.fleet(RED, 1, "3", *["FF"] * 5)
    game.seal()
    assert [one.letters for one in game.heard_by(Complies, RED)] == [("c",)]
    assert "The nearest dock is 2 lanes from here, 3 from 4" in game.refused(RED, "jump fleet 1 to 4")
    game.red("jump fleet 1 to 2")
