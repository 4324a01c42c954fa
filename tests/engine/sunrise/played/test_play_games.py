"""Whole games of random players to the last point: what must hold in them, and dice that anybody can check."""

from __future__ import annotations

from itertools import islice

import pytest

from engine.dice import check as dice_check
from engine.dice.keyed import ChainDice
from engine.game import Outcome, Seat, Setup, fold, known
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.played_game import PlayedGame
from engine.record import Codec, public_record
from engine.sunrise.fleet.building import SampleFleet
from engine.sunrise.founding.locking import LockFleet, UnlockFleet
from engine.sunrise.harm import LossOrder, ShipLost
from engine.sunrise.movement.plotting import LockOrders, UnlockOrders, WritePlot, plot_words, plots
from engine.sunrise.play import Automatic
from engine.sunrise.shooting.activation import Activated, Hold
from engine.sunrise.shooting.gunnery import Attacked
from engine.sunrise.state import Side, Stage, State
from engine.sunrise.turn.turns import Concede, OfferDraw, WithdrawDraw
from engine.text.lines import parse
from tests.engine.sunrise.playing import BLUE, NOON, RED, RULES

ASIDE = (Concede, OfferDraw, WithdrawDraw, Automatic, LossOrder)
MOST_STEPS = 3000


class Table(PlayedGame[State]):
    """A game between two random players who go on until it is over."""

    worded = False

    def __init__(self, number: int) -> None:
        super().__init__(RULES, (RED, BLUE), ChainDice(number.to_bytes(32, "big")))
        self.chance = Chance("whole game", number)
        options = {"terrain": self.chance.choice(("belt", "wreck", "moons", "random 8", "hand"))}
        options["edition"] = self.chance.choice(("2024-07", "2024-12"))
        self.fleets = {seat: self.chance.choice(tuple(RULES.world.pack.fleets)) for seat in self.seats}
        self.begin(Setup("Whole", self.seats, options), NOON)

    def step(self, outcome: Outcome[State]) -> None:
        """No side's score falls."""
        before = self.state
        super().step(outcome)
        assert self.state.a.score >= before.a.score and self.state.b.score >= before.b.score

    def go_on(self) -> None:
        """Somebody who is awaited gives an order; or time runs out."""
        due = RULES.due(self.state)
        if due is not None and self.chance.one_in(40):
            self.lapse(due)
            return
        seat = self.chance.choice(RULES.awaits(self.state)).seat
        assert self.obey(seat, self.any_order(seat)) is None

    def any_order(self, seat: Seat) -> Order:
        """Any legal order, each kind as likely as the others; plots one ship after the other."""
        known, side = self.known[seat], self.state.seats[seat]
        if known.stage is Stage.FLEETS:
            return LockFleet() if known.of(side).fleet.ships else SampleFleet(fleet=self.fleets[seat])
        if known.stage is Stage.ORDERS:
            return self.plot(seat, side)
        able = [one for one in islice(RULES.legal(known, seat, self.now), 400) if not isinstance(one, ASIDE)]
        kind = self.chance.choice(list(dict.fromkeys(type(one) for one in able)))
        if kind is Hold and self.chance.one_in(2):
            kind = self.chance.choice(list(dict.fromkeys(type(one) for one in able)))
        return self.chance.choice([one for one in able if type(one) is kind])

    def plot(self, seat: Seat, side: Side) -> Order:
        """A plot for the first ship without one; then the lock."""
        known = self.known[seat]
        for ship in known.on_board(side):
            if ship.id not in known.of(side).plots:
                found = list(plots(RULES.world, known, ship))
                if found:
                    return WritePlot(ship=ship.id, orders=plot_words(self.chance.choice(found)))
        return LockOrders()

    def play(self) -> None:
        """To the end."""
        steps = 0
        while not self.state.over:
            steps += 1
            assert steps < MOST_STEPS
            self.go_on()


@pytest.mark.parametrize("number", range(8))
def test_a_random_game_comes_to_its_end(number: int) -> None:
    table = Table(number)
    table.play()
    assert table.state.winner is not None
    gone: set[str] = set()
    for one in table.said:
        if isinstance(one.fact, ShipLost) and not one.fact.returning:
            gone.add(one.fact.ship)
        assert not (isinstance(one.fact, Activated) and one.fact.ship in gone)
        assert not (isinstance(one.fact, Attacked) and {one.fact.ship, one.fact.target} & gone)
    codec = Codec(RULES)
    assert fold(State(), (codec.fact(codec.fact_bytes(one.fact)) for one in table.said)) == table.state


def test_the_dice_of_a_game_can_be_checked_also_when_locks_were_opened_again() -> None:
    table = Table(99)

    def give(seat: Seat, order: Order) -> None:
        assert table.obey(seat, order) is None

    give(RED, SampleFleet(fleet="line"))
    give(RED, LockFleet())
    give(RED, UnlockFleet())
    while table.state.stage is not Stage.ORDERS:
        table.go_on()
    give(RED, LockOrders())
    give(RED, UnlockOrders())
    table.play()
    record = public_record("whole", table.dice, table.said)
    assert len(record["rolls"]) > 10 and len(record["opened"]) > 2
    assert dice_check.check(record) == []


def test_what_a_side_has_built_is_kept_as_a_line_that_builds_it_anew() -> None:
    table = Table(5)
    outcome = table.tries(RED, SampleFleet(fleet="orbit"))
    (line,) = RULES.kept(known(table.known[RED], outcome.said, RED), RED)
    again = table.tries(RED, parse(line, RULES.orders))
    assert again.refusal is None and again.state.a.fleet == outcome.state.a.fleet
    assert RULES.kept(table.known[RED], RED) == ()
