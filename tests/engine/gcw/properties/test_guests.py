"""Whatever of a guest in a hangar a player cannot know changes nothing that the player knows (GCW-LCH-02)."""

from collections import Counter

import pytest

from engine.clock import Instant
from engine.game import Seat, Setup
from engine.gcw.checks.knowledge import as_known
from engine.gcw.state import State
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.interference import reached
from engine.played.random_players import BEGINS, Move
from tests.engine.gcw.staged import BARE, rules

RED, BLUE, GREEN = SEATS = tuple(map(Seat, ("red", "blue", "green")))
TRIES = 400


def change(before: State, after: State, guest: str) -> str:
    """Change of a guest between two states: "" where there is none."""
    was, now = before.units[guest], after.units.get(guest)
    if now is None:
        return "gone"
    if now.code != was.code:
        return "another class"
    return "hurt" if now.pools != was.pools else ""


@pytest.mark.parametrize(
    ("seat", "unknown"), [(RED, {"hurt", "another class", "gone"}), (BLUE, {"hurt"}), (GREEN, set())]
)
def test_a_guest_is_changed_where_a_player_cannot_know_of_it(seat: Seat, unknown: set[str]) -> None:
    setup = Setup("Guests", SEATS, BARE)
    checks = checks_of(rules())
    moves = [Move(Instant(BEGINS), by, order) for by, order in checks.opening(setup)]
    state = reached(rules(), setup, Chance("guests"), 1, moves)[0].state
    ((guest, told),) = state.guests.items()
    assert (state.units[told.host].owner, told.owner) == (BLUE, GREEN)
    seen: Counter[str] = Counter()
    for number in range(TRIES):
        other = checks.perturb(state, seat, Chance("guests", number))
        if other is not None and (how := change(state, other, guest)):
            seen[how] += 1
            assert as_known(other, seat) == as_known(state, seat), how
    assert set(seen) == unknown
