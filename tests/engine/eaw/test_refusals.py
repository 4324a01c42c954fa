"""Every refusal of the register has an example with its numbers; bad input comes to a sentence, never to a change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.clock import DAY, later
from engine.dice.keyed import FixedDice
from engine.eaw import EmpiresAtWar, ruleset
from engine.eaw.battle.reports import Reported
from engine.eaw.data.pack import Code
from engine.eaw.season.run import Lost, Run
from engine.eaw.state import with_realm
from engine.game import MODERATOR, Refusal, Seat, Setup, Table
from engine.played.played_game import PlayedGame
from engine.text.message import N_
from tests.engine.eaw.playing import BLUE, NOON, RED, RULES, SHEETS, Played

ROOT = Path(__file__).parents[3]
HERE = {Code.E_AUTH, Code.E_PIN, Code.E_HYPER, Code.E_ENEMY}
"""Shown in this file rather than in a played example."""


def test_every_refusal_of_the_register_has_a_played_example_or_one_here() -> None:
    plays = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "play" / "eaw").glob("*.play")]
    shown = {code for text in plays for code in re.findall(r"^  ! (E_\w+)", text, re.MULTILINE)}
    assert set(Code) == {*map(Code, shown), *HERE}
    assert not [line for text in plays for line in text.splitlines() if line.startswith("  ! ") and "{" in line]


BARE = {Code.E_PHASE, Code.E_GM, Code.E_VALUE, Code.E_SETUP}
"""Codes whose examples may be without a number: of the time, of who may, of what is written, of the set-up."""


def test_every_refusal_of_the_register_has_an_example_with_its_numbers() -> None:
    """Register 0.4: of each code some example says a number, a name with a number, or a list of what there is."""
    plays = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "play" / "eaw").glob("*.play")]
    told: dict[str, list[str]] = {}
    for code, sentence in re.findall(r"^  ! (E_\w+) ([^\n]*?)(?: \(EAW-[^)]*\))?$", "\n".join(plays), re.MULTILINE):
        told.setdefault(code, []).append(sentence)
    bare = {code for code in set(Code) - BARE - HERE if not any(re.search(r"\d", one) for one in told[code])}
    assert not bare


def lost(game: Played) -> list[tuple[str, str]]:
    """The codes of orders that were lost, and why."""
    return [(one.code, str(one.why)) for one in game.of(Lost)]


def test_nobody_orders_for_an_empire_that_he_does_not_play() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    assert game.refused(MODERATOR, "jump fleet 1 to 2").startswith("E_AUTH EAW-30.0: Not yours. Moderators play no")
    assert game.refused(Seat("gold"), "jump fleet 1 to 2").startswith("E_AUTH EAW-1b: Not yours. You play no empire")


@pytest.mark.parametrize(("rules", "why"), [(RULES, "CA\\*1"), (ruleset(SHEETS, version=8), "CA*1")])
def test_names_in_what_is_lost_are_recorded_as_given_until_version_9(rules: EmpiresAtWar, why: str) -> None:
    game = Played(rules=rules)
    run = Run(rules.world, Table(game.state, game.now, game.dice, rules.refusals), RED)
    with pytest.raises(Refusal) as refused:
        run.decline(Code.E_CARGO, N_("{ship} carries nothing."), "EAW-7b.4", ship="CA*1")
    run.lost(RED, "drop bases of CA*1", refused.value)
    (lost,) = (one.fact for one in run.table.said if isinstance(one.fact, Lost))
    assert f"{why} carries nothing" in lost.why


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (RULES, "The fleet is engaged. Fleet 1 meets the enemy at 2."),
        (ruleset(SHEETS, version=9), "The fleet is engaged: fleet 1, at 2."),
        (ruleset(SHEETS, version=4), "The fleet is engaged: fleet 1 is engaged at 2."),
    ],
)
def test_a_fleet_that_is_attacked_before_it_jumps_loses_its_order(rules: EmpiresAtWar, why: str) -> None:
    """A loss is recorded with its sentence, which games of older versions have in the older words."""
    game = Played(rules=rules)
    game.fleet(RED, 1, "2", "CA")
    game.fleet(BLUE, 5, "3", "D7")
    game.fleet(RED, 2, "1", "FF")
    game.red("jump fleet 2 to 6", "jump fleet 1 to 1")
    game.blue("jump fleet 5 to 2")
    game.seal()
    assert lost(game) == [("E_PIN", why)]


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (RULES, ". You know no fleet of yours “11”."),
        (ruleset(SHEETS, version=9), ": you know no fleet of yours “11”."),
        (ruleset(SHEETS, version=4), ": you know no fleet of yours “11”. Did you mean 1?."),
    ],
)
def test_a_fleet_that_was_to_be_formed_before_it_jumps_loses_its_order(rules: EmpiresAtWar, why: str) -> None:
    """A loss is recorded with its sentence, to the last full stop."""
    game = Played(rules=rules)
    game.fleet(RED, 1, "2", "CA", "FF")
    game.fleet(BLUE, 5, "3", "D7")
    game.fleet(RED, 2, "1", "FF")
    game.red("jump fleet 2 to 6", "transfer FF-1 from fleet 1 to fleet 11", "jump fleet 11 to 1")
    game.blue("jump fleet 5 to 2")
    game.seal()
    assert lost(game)[1:] == [("E_ID", f"There is no such thing{why}")]


def test_a_fleet_for_which_there_was_no_room_takes_no_orders_in_hyperspace() -> None:
    game = Played()
    for number in (1, 2, 3):
        game.fleet(RED, number, "2", "FF")
    lane = next(one for one in game.state.lanes("1") if one.far("1") == "2")
    game.fleet(RED, 4, "1", "CA", place="hyper", lane=lane.id, bound="2")
    game.red("jump fleet 4 to 3")
    game.seal()
    assert lost(game) == [("E_HYPER", "The fleet is in hyperspace. Fleet 4 is still bound for 2.")]


def test_no_dock_is_placed_where_an_enemy_is() -> None:
    game = Played()
    game.develops(RED, "2", "mine")
    game.fleet(BLUE, 5, "3", "D7")
    game.red("place dock at 2")
    game.blue("jump fleet 5 to 2")
    game.seal()
    assert lost(game) == [("E_ENEMY", "An enemy is there. An enemy is at 2.")]
    assert game.state.realms[RED].treasury == 790


# Bad input


def battle(game: Played) -> str:
    """Red's CA and FF at 2 are attacked by blue's D7 and F5; the battle's id."""
    game.fleet(RED, 1, "2", "CA", "FF")
    game.fleet(BLUE, 5, "3", "D7", "F5")
    game.blue("jump fleet 5 to 2")
    game.seal()
    (found,) = game.state.battles
    return found


def test_orders_for_a_fleet_that_died_last_season_are_refused_and_not_copied() -> None:
    game = Played()
    game.fleet(RED, 1, "2", "CA", "FF")
    game.fleet(RED, 2, "1", "FF")
    game.fleet(BLUE, 5, "3", "D7", "F5")
    game.red("jump fleet 2 to 6", "jump fleet 1 to 1")
    game.blue("jump fleet 5 to 2")
    game.seal()
    (fought,) = game.state.battles
    game.red(f"report {fought} to turn 6 with A1 destroyed; A2 destroyed; rest here")
    game.blue(f"confirm {fought}")
    assert game.refused(RED, "jump fleet 1 to 3").startswith("E_ID EAW-4.0: There is no such thing. You know no fleet")
    before = game.state.realms[RED].orders
    assert game.refused(RED, "again").endswith("None of last season's 2 orders can be given again.")
    assert game.state.realms[RED].orders == before == ()


def test_the_same_ship_cannot_be_in_two_transfers() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA", "FF")
    game.fleet(RED, 2, "1", "FF")
    game.fleet(RED, 3, "1", "FF")
    game.red("transfer CA-1 from fleet 1 to fleet 2")
    assert game.refused(RED, "transfer CA-1 from fleet 1 to fleet 3") == (
        "E_ID EAW-4.0: There is no such thing. You know no ship of yours there “CA-1”."
    )
    assert game.state.realms[RED].orders == ("transfer CA-1 from fleet 1 to fleet 2",)


def test_a_build_that_pays_only_without_an_earlier_order_is_refused_with_both_sums() -> None:
    game = Played()
    game.arrange(with_realm(game.state, RED, treasury=450, totals={"start": 450}))
    game.red("build 4 FF at dock 1 in fleet 2")
    assert game.refused(RED, "place dock at 1") == (
        "E_BPV EAW-6.0.5: Not enough in the treasury. It costs 200 BPV, and the treasury holds 166."
    )
    game.red("cancel order 1", "place dock at 1")
    refused = game.refused(RED, "build 4 FF at dock 1 in fleet 2")
    assert (
        refused.endswith("It costs 200 BPV, and the treasury holds 166.") and "Order 1 (“place dock at 1”)" in refused
    )
    assert game.state.realms[RED].orders == ("place dock at 1",)


def test_two_reports_that_differ_in_one_ship_settle_nothing_and_the_difference_is_told() -> None:
    game = Played()
    fought = battle(game)
    units = "A1 here; A2 crippled; B1 left D 4.20"
    game.red(f"report {fought} to turn 6 with {units}; B2 destroyed")
    game.blue(f"report {fought} to turn 6 with {units}; B2 left D 4.20")
    assert fought in game.state.battles
    assert game.state.filings[fought].by == BLUE
    (amended,) = [one for one in game.of(Reported) if one.amended]
    told = amended.words(RULES.look(game.known[RED], RED, NOON))
    assert "B2 F5-1 left by D in impulse 20 of turn 4. It was said before: “B2 F5-1 is destroyed.”" in told
    game.red(f"confirm {fought}")
    assert fought not in game.state.battles
    assert "blue:F5-1" in game.state.ships


def test_a_report_of_a_battle_whose_site_a_moderator_closed_is_refused() -> None:
    game = Played()
    fought = battle(game)
    game.gm(f"close site {game.state.battles[fought].site}")
    assert game.refused(RED, f"report {fought} to turn 6 with rest here").startswith("E_PHASE EAW-")
    assert game.refused(MODERATOR, f"accept the report of {fought}").startswith("E_PHASE EAW-30.0: Not now. No battle")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"races": "Klingon, Klingon"}, "Not your race. Klingon is named 2 times."),
        ({"races": "Klingon, Fed"}, "Not your race. No race is named “Fed” (did you mean “Federation”?)."),
        ({"end-year": "164"}, "The set-up is not right. The end year 164 is before the start year 165."),
        ({"map": "T7"}, "The set-up is not right. No map is named “T7”."),
    ],
)
def test_a_campaign_with_a_race_twice_or_a_map_that_is_none_does_not_begin(options: dict[str, str], why: str) -> None:
    game = PlayedGame(RULES, (RED, BLUE), FixedDice(bytes(8)))
    with pytest.raises(Refusal) as refused:
        game.begin(Setup("Test", (RED, BLUE), options), NOON)
    assert refused.value.sentence == why and not game.state.empires


def test_who_leaves_in_mid_season_has_his_orders_carried_out_at_the_deadline() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    game.fleet(BLUE, 5, "4", "D7")
    game.red("jump fleet 1 to 2")
    game.blue("seal")
    game.lapse(later(NOON, 8 * DAY))
    assert game.where("red:1") == "2" and game.state.t == 1
    assert game.state.empires[RED].alive and game.state.realms[RED].orders == ()


def test_a_hostile_figure_in_a_report_changes_nothing() -> None:
    game = Played()
    fought = battle(game)
    before = game.state
    for words in ("A1 here A1 here", "A1 lost (F-4 3); rest here", "A1 boxes (hull); rest here", "A9 here; rest here"):
        assert game.refused(RED, f"report {fought} to turn 6 with {words}").startswith("E_REPORT")
    assert game.refused(RED, f"report {fought} to turn 6 with A1 left B 2.1; rest destroyed").startswith("E_DISENG")
    assert game.state == before
