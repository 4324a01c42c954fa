"""Every played example of the rulebook comes out as it states; random players keep to the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.eaw.checks import renumbered
from engine.eaw.data.pack import load
from engine.game import Setup
from engine.pack.sheets import PackError
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs
from engine.text.lines import parse
from tests.engine.eaw.playing import BLUE, GOLD, RED, RULES, SHEETS, Played
from tests.engine.examples import comes_out
from tests.engine.pairs import alike

ROOT = Path(__file__).parents[3]
PLAYS = sorted((ROOT / "tests" / "play" / "eaw").glob("*.play"))
SETUPS: list[Setup] = list(RULES.setups())


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_played_example_comes_out_as_it_states(path: Path) -> None:
    comes_out(RULES, path)


@pytest.mark.slow
def test_random_campaigns_keep_what_must_hold() -> None:
    for game in fuzz(RULES, SETUPS, 11, 4, moves=80):
        assert game.failure is None, str(game.failure)


def test_what_a_seat_cannot_see_changes_nothing_that_it_hears() -> None:
    checks = checks_of(RULES)
    found = Pairs(RULES, SETUPS, perturb=checks.perturb, reveals=checks.reveals).interfere(5, 6)
    alike(found, 4)


@pytest.mark.parametrize("number", range(6))
def test_what_others_have_is_numbered_at_random_and_its_number_is_hidden(number: int) -> None:
    """In pairs of games: what is searched for in all that a seat gets stands in nothing that it knows."""
    game = Played(seats=3, bare=False)
    game.checks.arrange(game, RED, Chance("hidden", number))
    game.sound()
    hidden = set(game.checks.hidden_from(game.state, RED).names)
    theirs = [one.id for one in game.state.movers if one.owner != RED]
    theirs += [one.id for one in game.state.ships.values() if one.owner != RED]
    assert hidden == {id.rpartition(":")[2].rpartition("-")[2].lstrip("d") for id in theirs}
    assert len(hidden) == len(theirs)
    assert not any(name in str(game.known[RED]) or name in str(game.known[None]) for name in hidden)
    assert all(name in str((game.known[BLUE], game.known[GOLD])) for name in hidden)


def test_what_is_in_a_battle_is_hidden_no_more() -> None:
    game = Played()
    game.fleet(RED, 1, "1", "CA")
    game.fleet(BLUE, 234567891, "2", "D7")
    game.fleet(BLUE, 345678912, "4", "D7")
    assert game.checks.hidden_from(game.state, RED).names == ("234567891", "345678912")
    game.red("jump fleet 1 to 2")
    game.blue("jump fleet 234567891 to 1")
    game.seal()
    assert game.state.battles
    assert game.checks.hidden_from(game.state, RED).names == ("345678912",)


def test_what_comes_for_a_dock_is_shown_to_its_owner_and_to_nobody_else() -> None:
    """As long as it stands there, whether it fights already or not (EAW-28.0)."""
    game = Played(seats=3)
    game.fleet(RED, 1, "2", "CA")
    game.fleet(BLUE, 5, "4", "D7")
    game.fleet(GOLD, 6, "2", "CC")
    docks = {one.id: replace(one, at="2") for one in game.state.docks.values() if one.owner == RED}
    game.arrange(replace(game.state, docks=docks))
    game.fleet(BLUE, 6, "2", "D7", "F5")
    game.arrange(renumbered(game.state, BLUE, Chance("attackers", 1)))
    game.seal()
    (site,) = game.state.sites.values()
    theirs = {one.rpartition("-")[2] for one in game.state.ships if one.startswith("blue:")}
    there = {one.id.rpartition("-")[2] for one in game.state.ships.values() if game.state.fleets[one.fleet].at == "2"}
    assert set(game.checks.shown(game.state, RED)) == theirs & there != set()
    assert site.stage == "filing" and game.checks.shown(game.state, BLUE) == game.checks.shown(game.state, GOLD) == ()


def test_orders_are_unheard_until_they_are_sealed() -> None:
    game = Played(bare=False)

    def unheard(line: str) -> bool:
        return game.checks.unheard(game.state, RED, BLUE, parse(line, RULES.orders))

    assert unheard("jump fleet 1 to 3") and unheard("cancel order 1") and unheard("prefer find as ask")
    assert not unheard("seal") and not unheard("unseal")


@pytest.mark.parametrize(
    ("sheet", "old", "new", "fault"),
    [
        ("maps.toml", '"6B-1E"', '"6B-7E"', "leads to '7', and there is no such system (EAW-1d.1)"),
        ("maps.toml", '"2D-3A"', '"2E-3A"', "a second lane leaves 2 in direction E (EAW-1d.1)"),
        ("maps.toml", '"2E-5B"', '"2E-3B"', "a second lane joins 2 and 3 (EAW-1d.1)"),
        ("maps.toml", '"2E-5B"', '"2E-5"', "maps.toml:15: maps[0].lanes[6]"),
        ("designs.toml", 'race = "Gorn", name = "DN"', 'race = "Grn", name = "DN"', "no race named 'Grn'"),
        ("samples.toml", '"CC", "DD"', '"CCC", "DD"', "no design 'CCC' of the Federation"),
        ("charts.toml", "rolls = [3, 11]", "rolls = [3, 10]", "each roll from 2 to 12 should stand there once"),
    ],
)
def test_a_bad_pack_names_file_line_and_field(sheet: str, old: str, new: str, fault: str) -> None:
    assert old in SHEETS[sheet]
    with pytest.raises(PackError) as raised:
        load({**SHEETS, sheet: SHEETS[sheet].replace(old, new, 1)}, "")
    assert fault in str(raised.value)
