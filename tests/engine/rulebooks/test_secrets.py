"""Secrets: several lock apart, under seals that are public at once; with the last lock all is shown and proved."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.dice.keyed import ChainDice, seal
from engine.game import EVERYONE, Fact, Sealed, Seat, Table, Unsealed
from engine.secret import Lock, Secret

RED, BLUE = Seat("red"), Seat("blue")
DICE = ChainDice(b"l" * 32)
BIDS = {RED: "five", BLUE: "seven"}


class Auction(msgspec.Struct, frozen=True):
    dealt: int = 3
    seals: tuple[str, ...] = ()
    locks: dict[Seat, Lock] = {}


class Bid(Fact[Auction], frozen=True):
    """A seat has locked its bid, or opened it again."""

    silent = "a test"
    seat: Seat
    lock: Lock | None

    def evolve(self, state: Auction) -> Auction:
        others = {seat: lock for seat, lock in state.locks.items() if seat != self.seat}
        if self.lock is None:
            return replace(state, locks=others)
        return replace(state, locks={**others, self.seat: self.lock}, seals=(*state.seals, self.lock.seal))


def show(world: None, table: Table[Auction]) -> None:
    """All bids are shown."""
    SECRET.unseal(world, table, BIDS)


SECRET: Secret[None, Seat] = Secret(
    lambda state: BIDS, lambda state, seat: state.locks.get(seat), lambda world, state, seat: BIDS[seat], Bid, show
)


def auction() -> Table[Auction]:
    """Nobody has bid yet."""
    return Table(Auction(), Instant(0), DICE, {})


def test_a_lock_is_sealed_before_everybody_for_the_next_dice() -> None:
    table = auction()
    SECRET.close(None, table, RED, RED)
    sealed, bid = (one.fact for one in table.said)
    lock = Lock(RED, "red", 4, DICE.seal("turn 4/red", "five"))
    assert (sealed, bid) == (Sealed(4, RED, lock.seal), Bid(RED, lock))
    assert {one.to for one in table.said} == {EVERYONE}


def test_with_the_last_lock_all_are_shown_with_the_salts_that_prove_them() -> None:
    table = auction()
    SECRET.close(None, table, RED, RED)
    SECRET.close(None, table, BLUE, BLUE)
    shown = [one.fact for one in table.said if isinstance(one.fact, Unsealed)]
    assert [(fact.turn, fact.body) for fact in shown] == [(4, "five"), (4, "seven")]
    locks = table.state.locks
    assert [seal(fact.salt, fact.body) for fact in shown] == [locks[RED].seal, locks[BLUE].seal]


def test_what_is_opened_again_is_sealed_anew_under_a_name_of_its_own() -> None:
    table = auction()
    SECRET.close(None, table, RED, RED)
    SECRET.open(table, RED)
    assert table.state.locks == {}
    SECRET.unseal(None, table, BIDS)  # nothing is locked, and nothing is shown
    SECRET.close(None, table, RED, RED)
    names = [one.fact.seat for one in table.said if isinstance(one.fact, Sealed)]
    assert names == ["red", "red/2"] and table.state.locks[RED].name == "red/2"
    assert not any(isinstance(one.fact, Unsealed) for one in table.said)
