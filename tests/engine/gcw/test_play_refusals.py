"""Every refusal that the game can meet so far has an example, and bad input comes to a sentence, never to a change."""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.game import Seat
from engine.gcw import ruleset
from engine.gcw.world import AT_HOME
from engine.text.lines import sheet
from storage.packs import read
from tests.engine.gcw.playing import BLUE, GREEN, NOON, RED, Played, facing, joined

PLAYS = Path(__file__).parents[2] / "play" / "gcw"
HERE = {"DRAFT_FULL", "SETUP_SPEC_MISSING"}
"""Shown in this file rather than in a played example."""
PACK_ONLY = {"DATA_INVALID", "NO_SAMPLE"}
"""Of data packs, not of orders: shown by the tests of the pack."""
WARNINGS = {"ION_GROUND"}
"""Told in the preview of what is allowed, and does nothing (GCW-ATB-02)."""


def test_every_refusal_has_an_example() -> None:
    shown = {code for path in PLAYS.glob("*.play") for code in re.findall(r"^  ! (\w+)", path.read_text(), re.M)}
    tested = [path.read_text() for path in Path(__file__).parent.rglob("test_play_*.py")]
    shown |= {code for text in tested for code in re.findall(r'== "([A-Z][A-Z0-9_]+)"', text)}
    assert {*facing().rules.refusals} - PACK_ONLY - WARNINGS - HERE <= shown


def test_a_turn_takes_so_many_actions_and_no_more() -> None:
    game = facing()
    for _ in range(60):
        game.red("shields down Avenger", "shields up Avenger")
    assert game.refused(RED, "shields down Avenger") == "DRAFT_FULL"


@pytest.mark.rule("GCW-SET-05")
def test_independents_join_with_their_package_or_not_at_all() -> None:
    game = joined()
    sources = dict(read(Path(__file__).parents[3] / "seeds" / "gcw"))
    factions = tomllib.loads(sources["factions.toml"])
    with_package = Played()
    with_package.red("join IND as Booster", "muster CORV named Luck", "confirm")
    assert with_package.state.players[RED].treasury == 2000
    name = next(name for name, text in sources.items() if "[independent]" in text)
    sources[name] = re.sub(r"\[independent\].*?(?=\n\[|\Z)", "", sources[name], flags=re.S)
    without = Played(ruleset(sources))
    assert without.refused(RED, "join IND as Booster") == "SETUP_SPEC_MISSING"
    assert game.refused(RED, "join IND as Booster") == "SETUP_DONE" and factions


def test_a_sheet_of_forty_lines_with_three_wrong_ones() -> None:
    game = facing()
    lines = [f"shields {'up' if number % 2 else 'down'} Avenger" for number in range(40)]
    lines[3], lines[17], lines[39] = "shields sideways Avenger", "fire Avenger at Nothing", "fly Avenger home"
    read_lines = sheet("\n".join(lines), game.rules.orders)
    refused = []
    for line in read_lines:
        if line.order is None or game.give(RED, line.text) is not None:
            refused.append(line.number)
    assert refused == [4, 18, 40]
    assert len(game.known[RED].drafts[RED]) == 37


@pytest.mark.parametrize("name", ["`rm -rf`", "<@1> @everyone", "🛰️ Sat, and more", "**bold**", "Contact 1", "all"])
def test_names_with_marks_mentions_and_emoji_are_names(name: str) -> None:
    game = joined()
    game.gm(f'spawn ISD named "{name}" at Hoth B-1 for red', "spawn CORV named Bantam at Hoth B-1 for blue")
    (contact,) = game.contacts(BLUE).values()
    assert contact.name == name
    game.red(f'move "{name}" to B-2')
    game.blue(f'fire Bantam at "{name}"')
    refusal = game.give(RED, f'move "{name}" to B-4')
    assert refusal is not None and "@everyone" not in str(refusal) and "<@1>" not in str(refusal)


def test_the_same_order_twice_is_a_second_order() -> None:
    game = facing()
    game.red("fire Avenger at Yavaris")
    assert game.refused(RED, "fire Avenger at Yavaris") == "WEAPON_USED"
    game.red("submit Once.", "final")
    assert game.refused(RED, "submit Once.") == "POST_TOO_SOON"
    assert game.refused(RED, "final") == "NO_TURN"


def test_no_such_unit_and_one_out_of_sight_are_one_answer() -> None:
    game = joined()
    game.gm("spawn ISD named Avenger at Hoth B-1 for red", "spawn CORV named Bantam at Hoth C-3 for blue")
    unseen, nothing = game.give(BLUE, "fire Bantam at Avenger"), game.give(BLUE, "fire Bantam at Avengex")
    assert unseen is not None and nothing is not None and str(unseen) == str(nothing)
    for line in ("fire Avenger at Bantam", "move Avenger to B-2", "jump Avenger to Bespin", "rename Avenger to X"):
        refusal = game.give(BLUE, line)
        assert refusal is not None and refusal.code == "NO_UNIT"


@pytest.mark.rule("GCW-SET-06")
def test_later_members_of_a_faction_share_its_home_and_do_not_hold_it() -> None:
    game = Played()
    game.red("join GE as Needa", "muster LNCR named Talon", "confirm")
    game.blue("join GE as Piett", "muster LNCR named Claw", "confirm")
    assert [game.state.players[one].holder for one in (RED, BLUE)] == [True, False]
    assert game.state.owners == {"Coruscant": RED}
    game.blue("jump Claw to Corellia")
    game.wait(hours=6)
    game.blue("jump Claw to Coruscant exit B-3")  # friendly, and not hostile to its holder
    game.blue("relation hostile red")
    game.wait(hours=6)
    assert game.unit("Claw").cell == "DSZ-3"


@pytest.mark.rule("GCW-GEN-04")
def test_each_takes_back_only_its_own_hostility() -> None:
    game = joined()
    game.red("relation hostile blue")
    game.blue("relation neutral red")
    assert game.refused(BLUE, "relation grant red") == "RELATION_HOSTILE"
    game.red("relation neutral blue")
    game.blue("relation grant red")
    assert game.state.access == ((BLUE, RED),) and game.known[GREEN].access == ()


@pytest.mark.rule("GCW-GEN-04")
def test_before_version_9_peace_is_refused_in_a_battle_and_made_by_who_is_hostile_alone() -> None:
    rules = joined().rules
    game = Played(type(rules)(replace(rules.world, version=AT_HOME - 1)))
    game.red("join GE as Piett", "muster LNCR named Talon", "confirm")
    game.blue("join RA as Ackbar", "muster NEBB named Redemption", "confirm")
    game.red("relation hostile blue", "relation neutral blue")
    assert not game.state.are_hostile(RED, BLUE) and not game.state.peace
    game.gm("ruling fog off", "place Redemption of blue at Coruscant B-1")
    game.red("relation hostile blue")
    assert game.refused(RED, "relation neutral blue") == "IN_BATTLE"


@pytest.mark.rule("GCW-ACT-01", "GCW-ACT-04")
def test_a_campaign_without_players_still_counts_its_days() -> None:
    game = Played()
    game.wait(hours=24 * 40)
    assert game.state.paid_upto is not None and game.state.paid_upto > NOON


@pytest.mark.rule("GCW-GEN-03")
def test_the_rulebook_is_episode_two() -> None:
    assert joined().rules.title.endswith("Episode II")


def test_a_retired_player_orders_nothing_more() -> None:
    game = facing()
    game.red("shields up Avenger", "submit Ours.")
    game.gm("retire red")
    for line in ("edit x", "final", "recover", "clear", "jump Avenger to Bespin", "relation hostile blue", "drop 1"):
        assert game.refused(RED, line) == "RETIRED"
    game.wait(hours=1)
    assert game.state.turns == {} and game.unit("Avenger").shields_up
    assert game.refused(Seat("nobody here"), "clear") == "NOT_JOINED"
