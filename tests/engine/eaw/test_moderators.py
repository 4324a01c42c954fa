"""Rulings and corrections of moderators: told to whom it concerns, with what it was before. EAW-29, EAW-30."""

from __future__ import annotations

import pytest

from engine.clock import DAY, later
from engine.eaw.moderators.corrections import Correct
from engine.eaw.moderators.empires import Forgotten
from engine.eaw.state import Fort, Knowledge, Pod, Step, System, Web, with_realm, with_system
from engine.game import MODERATOR
from tests.engine.eaw.playing import BLUE, GOLD, NOON, RED, Played


def test_a_treasury_is_corrected_by_a_credit_so_that_the_ledger_adds_up() -> None:
    game = Played()
    before = game.state.realms[RED].treasury
    game.gm("correct treasury of empire red to 100")
    assert game.state.realms[RED].treasury == 100
    assert game.state.realms[RED].totals["ruling"] == 100 - before
    assert [(one.before, one.after) for one in game.heard_by(Correct, RED)] == [(str(before), "100")]
    assert game.heard_by(Correct, BLUE) == []


def test_points_are_corrected_for_everybody_to_see() -> None:
    game = Played()
    game.gm("correct points of empire blue to 348.3")
    assert game.knows(RED).empires[BLUE].vp == "348.3"


def test_what_a_planet_is_stays_the_referees() -> None:
    game = Played()
    game.gm(
        "correct planet of system 3 to life", "correct colony of system 3 to blue", "correct fort of system 3 to blue"
    )
    assert game.state.systems["3"].planet == "life"
    assert game.knows(BLUE).systems["3"].planet == "unknown"
    assert game.knows(BLUE).systems["3"].development is not None
    assert game.knows(RED).systems["3"].fort is None
    game.gm("correct colony of system 3 to none", "correct fort of system 3 to none")
    assert game.knows(BLUE).systems["3"].development is None


def test_ships_are_placed_put_corrected_and_removed() -> None:
    game = Played()
    game.gm("place CA, FF in fleet 7 of red at 2", "put fleet 7 of red at 3")
    assert game.where("red:7") == "3"
    game.gm("correct crew of ship CA-3 of red to poor", "remove ship FF-3 of red")
    assert [ship.crew for ship in game.state.crew("red:7")] == ["poor"]
    game.gm("remove ship CA-3 of red")
    assert "red:7" not in game.state.fleets


def test_a_design_is_entered_and_can_then_be_had() -> None:
    game = Played()
    assert "no design of that race" in game.refused(MODERATOR, "place BB in fleet 7 of red at 1")
    game.gm("design BB of Federation costs 300 counts 300 class 2 year 165 command 10 dock 40 flags command")
    game.gm("place BB in fleet 7 of red at 1")
    assert game.state.ships["red:BB-1"].cbpv == 300
    (kind,) = [kind for kind in game.rules.orders if kind.path == "gm-eaw design"]
    races = [one.value for one in game.rules.options(game.state, MODERATOR, kind, "race", {}, game.now)]
    assert "Federation" in races and races[-2:] == ["civilian", "general"]


def test_settings_and_windows_are_changed_within_their_bounds() -> None:
    game = Played()
    game.gm("setting vp-cumulative is yes", "window plot is 24 hours", "setting end-year is 170")
    assert game.state.settings.vp_cumulative and game.state.settings.end_year == 170
    assert game.state.windows is not None and game.state.windows.plot == 24
    met = later(NOON, 7 * DAY)
    assert game.state.until == met
    game.seal()
    assert game.state.until == later(met, DAY)
    assert "yes or no" in game.refused(MODERATOR, "setting alliances is maybe")
    assert "It is 165 already" in game.refused(MODERATOR, "setting end-year is 164")


def test_an_empire_that_is_retired_leaves_its_systems_to_be_discovered_again() -> None:
    game = Played(seats=3)
    game.develops(BLUE, "3")
    game.fleet(RED, 1, "3", "CA", trapped="3", trapped_since=0)
    game.arrange(with_system(game.state, "3", fort=Fort(BLUE, 0)))
    game.arrange(with_realm(game.state, RED, knowledge={"3": Knowledge("mineral", "Open Space", 1, 0)}))
    game.gm("retire blue")
    assert not game.state.empires[BLUE].alive
    assert game.state.systems["3"].planet == "unknown" and game.state.fleets["red:1"].trapped == ""
    assert game.heard_by(Forgotten, RED) and not game.heard_by(Forgotten, GOLD)
    assert "no more" in game.refused(BLUE, "seal")
    game.gm("retire gold")
    assert game.state.step is Step.OVER and game.state.winners == (RED,)


def test_what_others_have_in_the_systems_of_an_empire_that_is_retired_stays() -> None:
    game = Played(seats=3)
    game.develops(BLUE, "3")
    webs = tuple(Web(seat, 2, "6", 0) for seat in (BLUE, GOLD))
    game.arrange(with_system(game.state, "3", fort=Fort(RED, 0), webs=webs, pods=(Pod(RED, "cargo pod"),)))
    game.gm("retire blue")
    there = game.state.systems["3"]
    assert there == System("3", fort=Fort(RED, 0), webs=webs[1:], pods=(Pod(RED, "cargo pod"),))
    game.sound()


def test_a_ruling_in_words_names_its_rule() -> None:
    game = Played()
    game.gm("ruling on EAW-17a that four fleets fit at 1")
    assert game.refused(MODERATOR, "ruling on EAW-99 that all win").startswith("E_ID")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("correct treasury of empire red to -5", "E_VALUE"),
        ("correct points of empire red to many", "E_VALUE"),
        ("correct luck of empire red to 5", "E_ID"),
        ("correct mp of empire green to 5", "E_ID"),
        ("correct planet of system 3 to cheese", "E_VALUE"),
        ("correct planet of system 9 to dead", "E_ID"),
        ("correct fort of system 3 to green", "E_VALUE"),
        ("correct crew of ship CA-1 of red to drunk", "E_VALUE"),
    ],
)
def test_what_cannot_be_is_refused_with_what_could(line: str, code: str) -> None:
    game = Played(bare=False)
    before = game.state
    assert game.refused(MODERATOR, line).startswith(f"{code} EAW-")
    assert game.state == before
