"""Random battles of craft: patrols, swarms and bombing runs, in orbit and over the ground; sound, without a leak; and
craft that are guests of others.
"""

from collections import Counter
from itertools import product

import pytest

from engine.clock import Instant
from engine.dice.keyed import ChainDice
from engine.game import MODERATOR, Seat, Setup, obey
from engine.gcw.checks.knowledge import as_known
from engine.gcw.space.fire import Fire
from engine.gcw.state import State
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.fuzz import fuzz
from engine.played.interference import Pairs, reached
from engine.played.random_players import BEGINS, Move
from tests.engine.gcw.staged import BARE, opening_moves, rules
from tests.engine.pairs import alike

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
SEATS = (RED, BLUE)
SETUPS = [Setup("Squadrons", SEATS, BARE)]
FLEETS = {
    "red": ("GE", "LNCR", "LAM", ("TF", "TF", "TI", "TB"), "AT-ST"),
    "blue": ("RA", "CORV", "GR75", ("XW", "YW", "YW", "BW"), "T47"),
}
GAMES = 8


def opening(setup: Setup) -> list[Move]:
    """Two players with a ship and craft of every kind in one cell, some on patrol; and a few over the ground."""
    moves: list[Move] = []

    def gives(seat: Seat, *lines: str) -> None:
        moves.extend(opening_moves(seat, *lines))

    for seat in SEATS:
        faction, ship, auxiliary, squadrons, vehicle = FLEETS[seat]
        gives(seat, f"join {faction} as Captain {seat}", f"muster {ship} named {seat} Home", "confirm")
        gives(
            MODERATOR,
            f"spawn {ship} named {seat} Flag at Hoth C-1 for {seat}",
            f"spawn {auxiliary} named {seat} Shuttle at Hoth C-1 for {seat}",
            f"spawn {auxiliary} named {seat} Lift at Hoth C-1 for {seat}",
            f"spawn {vehicle} named {seat} Rider at Hoth G-1S for {seat}",
            f"spawn {squadrons[0]} named {seat} Low at Hoth G-1A for {seat}",
            f"spawn {squadrons[3]} named {seat} High at Hoth ATM for {seat}",
            *(f"spawn {code} named {seat} {number} at Hoth C-1 for {seat}" for number, code in enumerate(squadrons, 1)),
        )
    for seat in SEATS:
        gives(seat, f"patrol on {seat} 1", f"patrol on {seat} Shuttle", f"patrol on {seat} Low", "submit Up.", "final")
    gives(SEATS[0], "swarm red 2, red 3")
    return moves


def patrols_keep_off(state: State, now: Instant) -> int:
    """Number of shots that patrols forbid in a battle, all of which are refused, and none of which is offered."""
    book = rules()
    count = 0
    for seat in SEATS:
        known = checks_of(book).as_known(state, seat)
        look = book.look(known, seat, now)
        offered = {(order.unit, order.target) for order in Fire.likely(look)}
        for unit, contact in product(look.drafted().own(), known.contacts_of(seat).values()):
            order = Fire(unit=unit.name, target=contact.label)
            refusal = obey(book, state, seat, order, now, ChainDice(bytes(32)), {seat: known}.__getitem__).refusal
            if refusal is not None and refusal.code == "CSP_BLOCKED":
                count += 1
                assert (unit.name, contact.label) not in offered, order
    return count


@pytest.mark.slow
@pytest.mark.rule("GCW-CSP-02", "GCW-CAP-01", "GCW-TIE-01", "GCW-TIE-03", "GCW-BMB-01", "GCW-BMB-03", "GCW-ABR-01")
def test_random_battles_of_craft_are_sound() -> None:
    obeyed: Counter[str] = Counter()
    kept_off = 0
    for game in fuzz(rules(), SETUPS, 10, GAMES, moves=200, opening=opening):
        assert game.failure is None, str(game.failure)
        obeyed.update(game.obeyed)
        kept_off += patrols_keep_off(game.state, game.moves[-1].at)
    assert {"Patrol", "Swarm", "Dissolve", "Bomb", "Fire"} <= set(obeyed), obeyed
    assert kept_off, "no patrol kept anybody off"


@pytest.mark.slow
@pytest.mark.rule("GCW-CSP-01", "GCW-SCN-18")
def test_a_patrol_out_of_sight_changes_nothing_for_who_cannot_know_of_it() -> None:
    book = rules()
    checks = checks_of(book)
    found = Pairs(book, SETUPS, 20, checks.perturb, checks.reveals, opening).interfere(4, 8)
    alike(found, 5)


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
    setup = Setup("Guests", (*SEATS, GREEN), BARE)
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
