"""Mines, colonies and fortifications are begun, stand at the end of the season, and are lost. EAW-10 to EAW-14b."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.season.holdings import ContactLost, Developed, DevelopmentGone
from engine.eaw.season.plot import OrdersSet
from engine.eaw.season.run import Lost
from engine.eaw.state import NEVER, Base, Fort, Vision, with_fleets, with_realm, with_system
from tests.engine.eaw.playing import BLUE, RED, Played


def settled(planet: str = "mineral", *designs: str) -> Played:
    """A fleet of the first empire at 2, whose planet it knows."""
    game = Played()
    game.fleet(RED, 1, "2", *(designs or ("CA",)))
    game.learns(RED, "2", planet)  # type: ignore[arg-type]  # one of the three
    return game


@pytest.mark.parametrize(("planet", "kind"), [("mineral", "mine"), ("life", "colony")])
def test_a_fleet_that_stays_develops_what_fits_the_planet(planet: str, kind: str) -> None:
    game = settled(planet)
    game.red(f"{kind} with fleet 1")
    assert "E_COMMIT EAW-33.1" in game.refused(RED, "jump fleet 1 to 3")
    game.seal()
    held = game.state.systems["2"].development
    assert held is not None and (held.kind, held.owner, held.t) == (kind, RED, 0)
    assert game.state.realms[RED].mp == 3 and game.knows(BLUE).systems["2"].development is None


@pytest.mark.parametrize(
    ("planet", "order", "code"),
    [
        ("life", "mine", "E_PLANET EAW-18.0"),
        ("dead", "mine", "E_PLANET EAW-18.0"),
        ("mineral", "colony", "E_PLANET EAW-18.0"),
        ("unknown", "mine", "E_NEW EAW-33.2"),
        ("unknown", "fortify", "E_NEW EAW-33.2"),
    ],
)
def test_what_does_not_fit_the_planet_is_refused(planet: str, order: str, code: str) -> None:
    assert code in settled(planet).refused(RED, f"{order} with fleet 1")


def test_one_fleet_develops_or_fortifies_and_two_do_both() -> None:
    game = settled("mineral", "CA")
    game.fleet(RED, 2, "2", "FF")
    game.red("mine with fleet 1")
    assert "E_COMMIT EAW-14b" in game.refused(RED, "fortify with fleet 1")
    assert "E_DEV EAW-12.0" in game.refused(RED, "mine with fleet 2")
    game.red("fortify with fleet 2")
    game.seal()
    there = game.state.systems["2"]
    assert there.fort == Fort(RED, 0) and there.development is not None
    for order in ("mine", "fortify"):
        assert "E_DEV" in game.refused(RED, f"{order} with fleet 1")


def test_a_freighter_develops_for_nothing_and_must_survive() -> None:
    game = settled("mineral", "CA", "F-L")
    game.red("mine with fleet 1")
    assert game.knows(RED).realms[RED].mp == 3
    assert [one.left for one in game.heard_by(OrdersSet, RED)] == [3]
    game.seal()
    assert game.state.systems["2"].development is not None


def test_a_freighter_that_is_lost_before_the_end_develops_nothing() -> None:
    game = settled("mineral", "CA", "F-L")
    game.red("mine with fleet 1")
    game.fleet(BLUE, 1, "3", "D7")
    game.blue("jump fleet 1 to 2")
    game.seal()
    ships = {id: one for id, one in game.state.ships.items() if id not in ("red:F-L-1", "blue:D7-1")}
    fleets = {id: one for id, one in game.state.fleets.items() if id != "blue:1"}
    game.arrange(replace(game.state, ships=ships, fleets=fleets))
    game.gm(f"close site {next(iter(game.state.sites))}")
    assert game.state.systems["2"].development is None
    assert [(one.line, one.code) for one in game.heard_by(Lost, RED)] == [("mine with fleet 1", "E_UNIT")]


def test_who_is_attacked_keeps_the_order_and_loses_it_where_the_enemy_stays() -> None:
    game = settled()
    game.red("mine with fleet 1")
    game.fleet(BLUE, 1, "3", "D7")
    game.blue("jump fleet 1 to 2")
    game.seal()
    assert game.of(Lost) == []
    game.gm(f"close site {next(iter(game.state.sites))}")
    assert [(one.code, one.seat) for one in game.heard_by(Lost, RED)] == [("E_ENEMY", RED)]


def test_what_was_seen_last_season_is_not_built_again_and_a_place_where_contact_was_lost_not_at_all() -> None:
    game = settled()
    known = game.state.realms[RED].knowledge["2"]
    seen = replace(known, vision=Vision(-1, True, True, True))
    game.arrange(with_realm(game.state, RED, knowledge={"2": seen}))
    assert "E_DEV" in game.refused(RED, "mine with fleet 1")
    assert "E_DEV" in game.refused(RED, "fortify with fleet 1")
    game.arrange(with_realm(game.state, RED, knowledge={"2": replace(known, lost=-1)}))
    assert "E_ENEMY EAW-11.0" in game.refused(RED, "fortify with fleet 1")


def intruder(*designs: str, fort: bool = True, garrison: bool = False) -> Played:
    """A mine of the second empire at 3, and a fleet of the first that jumps there."""
    game = Played()
    game.develops(BLUE, "3")
    if fort:
        game.arrange(with_system(game.state, "3", fort=Fort(BLUE, -1)))
    if garrison:
        base = Base("blue:b1", BLUE, "DEFSAT", "installed", "3", hex="3010", installed=-1)
        game.arrange(replace(game.state, bases={base.id: base}))
    game.fleet(RED, 1, "2", *designs)
    game.red("jump fleet 1 to 3")
    game.seal()
    return game


def test_an_undefended_mine_is_destroyed_or_taken_with_a_commando_ship() -> None:
    game = intruder("CA", fort=False)
    assert game.state.systems["3"].development is None
    assert len(game.heard_by(DevelopmentGone, BLUE)) == 1 and game.heard_by(DevelopmentGone, RED) == []
    game = Played()
    game.gm("design COV of Federation costs 100 counts 80 class 3 year 165 flags commando")
    game.develops(BLUE, "3")
    game.gm("place COV in fleet 1 of red at 2")
    game.red("jump fleet 1 to 3")
    game.seal()
    held = game.state.systems["3"].development
    assert held is not None and (held.owner, held.t) == (RED, 0)
    assert [one.system for one in game.heard_by(Developed, RED)] == ["3"]


def test_a_fortification_traps_and_guards_until_a_siege_succeeds() -> None:
    game = intruder("CA")
    fleet = game.state.fleets["red:1"]
    assert fleet.trapped == "3" and game.state.systems["3"].development is not None
    assert [one.system for one in game.heard_by(ContactLost, BLUE)] == ["3"]
    assert "E_TRAP" in game.refused(RED, "jump fleet 1 to 2")
    game.red("siege with fleet 1")
    assert "E_SIEGE EAW-10c" in game.refused(RED, "siege with fleet 1")
    game.rolls(4, 4)
    game.seal()
    assert game.state.systems["3"].fort is not None
    game.red("siege with fleet 1")
    game.rolls(3, 4)
    game.seal()
    assert game.state.systems["3"].fort is None and game.state.systems["3"].development is None
    assert game.state.fleets["red:1"].trapped == "" and game.state.realms[RED].sieges == {}
    game.red("jump fleet 1 to 2")


def test_no_siege_in_the_season_of_the_trap_nor_without_one() -> None:
    game = intruder("CA")
    game.arrange(with_fleets(game.state, ["red:1"], trapped_since=1))
    assert "E_SIEGE" in game.refused(RED, "siege with fleet 1")
    game.arrange(with_fleets(game.state, ["red:1"], trapped="", trapped_since=NEVER))
    assert "is not trapped" in game.refused(RED, "siege with fleet 1")


def test_a_second_fleet_or_a_minesweeper_brings_it_down_but_not_past_a_garrison() -> None:
    game = intruder("CA")
    game.fleet(RED, 2, "2", "FF")
    game.red("jump fleet 2 to 3")
    game.seal()
    assert game.state.systems["3"].fort is None
    assert {one.trapped for one in game.state.fleets.values()} == {""}
    assert intruder("CA", "MS(CL)").state.systems["3"].fort is None
    held = intruder("CA", "MS(CL)", garrison=True)
    held.gm(f"close site {next(iter(held.state.sites))}")
    assert held.state.systems["3"].fort is not None and held.state.fleets["red:1"].trapped == "3"
