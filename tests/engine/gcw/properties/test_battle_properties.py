"""Properties of every battle: symmetry, order of independent shots, last acts, and pools that only shrink."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import Seat
from engine.gcw.data.terms import Layer, Pools, Status
from engine.gcw.space.volleys import (
    Dealt,
    Hurt,
)
from engine.gcw.state import UNSEEING
from tests.engine.gcw.playing import BLUE, RED, Played, joined

FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Each example is a campaign of several turns."""

CLASSES = ("CORV", "NEBB", "LNCR", "CGUN", "STRK")
CELLS = ("B-1", "B-2", "C-1")
ships = st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from(CELLS)), min_size=1, max_size=3)


def staged(red: list[tuple[str, str]], blue: list[tuple[str, str]]) -> Played:
    """Both sides with ships of these classes in these cells; the fog is off, so that all is known to all."""
    game = joined()
    game.gm("ruling fog off")
    for seat, force in ((RED, red), (BLUE, blue)):
        game.gm(*(f"spawn {code} named {seat} {n} at Hoth {cell} for {seat}" for n, (code, cell) in enumerate(force)))
    return game


def tried(game: Played, seat: Seat, lines: list[str]) -> list[str]:
    """The lines that can be drafted."""
    kept = [line for line in lines if game.give(seat, line) is None]
    game.order(seat, "submit They meet.", "final")
    return kept


def pools(game: Played, seat: Seat) -> dict[str, tuple[Pools, Status]]:
    """Pools and statuses of a side, without the names of its player."""
    return {unit.name.removeprefix(f"{seat} "): (unit.pools, unit.status) for unit in game.state.of(seat)}


@pytest.mark.slow
@FEW
@pytest.mark.rule("GCW-UCR-08", "GCW-DMG-19")
@given(ships, st.permutations(range(3)))
def test_the_order_of_independent_shots_in_one_turn_does_not_matter(
    force: list[tuple[str, str]], order: list[int]
) -> None:
    lines = [f"fire red {n} at blue {n}" for n in range(len(force))]
    mixed = [lines[n] for n in order if n < len(lines)]
    one, other = staged(force, force), staged(force, force)
    assert sorted(tried(one, RED, lines)) == sorted(tried(other, RED, mixed))
    assert pools(one, BLUE) == pools(other, BLUE)


@pytest.mark.slow
@FEW
@pytest.mark.rule("GCW-TRN-12")
@given(ships)
def test_mirrored_sides_do_the_same_to_each_other(force: list[tuple[str, str]]) -> None:
    """Whoever fires first from a given position does the same: no side, seat or name is favoured."""
    game, mirror = staged(force, force), staged(force, force)
    tried(game, RED, [f"fire red {n} at blue {n}" for n in range(len(force))])
    tried(mirror, BLUE, [f"fire blue {n} at red {n}" for n in range(len(force))])
    dealt = [(fact.channel, fact.raw, fact.quotient, fact.damage, fact.status) for fact in game.ever(RED, Dealt)]
    assert dealt == [
        (fact.channel, fact.raw, fact.quotient, fact.damage, fact.status) for fact in mirror.ever(BLUE, Dealt)
    ]
    struck, mirrored = pools(game, BLUE), pools(mirror, RED)
    assert {name: struck[name] for name in struck if name.isdigit()} == {
        name: mirrored[name] for name in mirrored if name.isdigit()
    }


@pytest.mark.slow
@FEW
@pytest.mark.rule("GCW-DMG-12", "GCW-DMG-17")
@given(ships, ships, st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4))
def test_what_is_gone_acts_no_more_and_pools_only_shrink(
    red: list[tuple[str, str]], blue: list[tuple[str, str]], pairs: list[tuple[int, int]]
) -> None:
    game = staged(red, blue)
    for _ in range(3):
        for seat, other in ((RED, BLUE), (BLUE, RED)):
            last = game.state.players[seat].last_turn
            if last is not None:
                game.wait(seconds=max(0, last + 86_400 - game.now))
            mine = {unit.name: unit for unit in game.state.of(seat)}
            before = {unit.id: unit.pools for unit in game.state.units.values()}
            tried(game, seat, [f"fire {seat} {one} at {other} {two}" for one, two in pairs])
            for name, unit in mine.items():
                if unit.status in UNSEEING:  # its last acts are over: it is gone, or acted on nobody
                    assert not game.there(name) or game.unit(name).status in UNSEEING
            for fact in game.heard(other, Hurt):
                assert min(fact.pools.shields, fact.pools.armor, fact.pools.systems, fact.pools.hull) >= 0
            for unit in game.state.units.values():
                was = before.get(unit.id)
                assert was is None or all(was.of(layer) >= unit.pools.of(layer) for layer in Layer)
