"""Officers that a year brings forth; pre-laid webs. EAW-2e.5 to EAW-2e.7, EAW-31."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.eaw.data.units import Flag
from engine.eaw.state import Officer, with_realm, with_ships
from tests.engine.eaw.playing import BLUE, RED, RULES, Played


def year_end(*faces: int, treasury: int = 500, officers: tuple[Officer, ...] = (), scope: str = "per_empire") -> Played:
    """The end of a year in which one ship of the first empire fought."""
    game = Played(options={"lo-roll-scope": scope})
    game.fleet(RED, 1, "1", "CC", "FF")
    game.arrange(with_ships(replace(game.state, t=3), ["red:CC-1"], fought=165, officers=officers))
    game.gm(f"correct treasury of empire red to {treasury}")
    game.rolls(*faces)
    game.seal()
    return game


@pytest.mark.parametrize(
    ("faces", "kinds"),
    [
        ((3, 4), []),
        ((4, 5), ["science"]),
        ((1, 1, 3, 4), ["captain"]),
        ((1, 1, 1, 2), ["captain", "weapons"]),
        ((1, 1, 1, 1), ["captain", "weapons", "navigator", "doctor", "science", "marine", "engineer"]),
    ],
)
@pytest.mark.parametrize("scope", ["per_empire", "campaign"])
def test_a_roll_gives_an_officer_to_a_ship_that_fought(faces: tuple[int, ...], kinds: list[str], scope: str) -> None:
    game = year_end(*faces, scope=scope)
    assert [one.kind for one in game.state.ships["red:CC-1"].officers] == kinds
    assert game.dice.unused == ()


def test_he_is_paid_for_at_once_and_what_is_lacking_is_owed_and_taken_from_income() -> None:
    game = year_end(6, 6, treasury=10)  # a captain, 28 BPV: 10 at once, 18 of the 100 of the New Year
    assert (game.state.realms[RED].treasury, game.state.realms[RED].lo_debt) == (82, 0)
    assert game.state.realms[RED].totals["officers"] == -28


def test_a_second_of_his_kind_is_lost_and_not_paid() -> None:
    game = year_end(6, 6, officers=(Officer("captain"),))
    assert game.state.ships["red:CC-1"].officers == (Officer("captain"),)
    assert "officers" not in game.state.realms[RED].totals


def test_nobody_fought_and_nobody_rolls() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CC")
    game.arrange(replace(game.state, t=3))
    game.seal()
    assert game.state.ships["red:CC-1"].officers == ()


def weavers(cost: int = 5) -> Played:
    """A Tholian fleet with a ship that lays webs, in its home."""
    game = Played(options={"races": "Tholian, Klingon", "web-cost": str(cost)})
    game.fleet(RED, 1, "1", "PC")
    design = replace(RULES.world.pack.designs["Tholian PC"], flags=(Flag.WEB,))
    game.arrange(replace(game.state, designs={design.code: design}))
    return game


def test_layers_are_paid_each_season_while_a_web_ship_stays() -> None:
    game = weavers()
    before = game.state.realms[RED].treasury
    game.red("web 2 layers with fleet 1 at strength 10", "web 1 layers with fleet 1")
    game.seal()
    assert [web.layers for web in game.state.systems["1"].webs] == [3]
    assert before - game.state.realms[RED].treasury == 30  # laid, and kept into the next season
    assert game.knows(BLUE).systems["1"].webs == ()
    game.red("jump fleet 1 to 2")
    game.seal()
    assert game.state.systems["1"].webs == ()


def test_webs_lapse_that_cannot_be_paid() -> None:
    game = weavers()
    game.arrange(with_realm(game.state, RED, treasury=15, totals={"start": 15}))
    game.red("web 3 layers with fleet 1")
    game.seal()
    assert game.state.systems["1"].webs == () and game.state.realms[RED].treasury == 0


def test_others_and_other_ships_lay_no_webs() -> None:
    game = weavers(0)
    assert "E_ID EAW-31.0.1" in game.refused(RED, "web 1 layers with fleet 1")
    game.fleet(RED, 2, "1", "C")
    assert "E_UNIT EAW-31.0.1" in game.refused(RED, "web 1 layers with fleet 2")
    game.fleet(BLUE, 1, "4", "D7")
    assert "E_RACE EAW-31.0.1" in game.refused(BLUE, "web 1 layers with fleet 1")
