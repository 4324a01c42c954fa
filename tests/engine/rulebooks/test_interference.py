"""Interference: what a seat cannot see does not change what it hears; held by the toy rulebook, and broken by leaks
planted in it.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import EVERYONE, Awaited, Ruleset, Seat, Setup, Table, only
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.interference import Interference, Pairs
from engine.played.random_players import BEGINS, Move
from tests.toy import RULES, Toy
from tests.toy.fog import SIGHT, Call
from tests.toy.rounds import Lock, Sail, Sunk
from tests.toy.sea import Launch, Launched
from tests.toy.state import Boat, State

SETUPS = (
    Setup("Two", (Seat("red"), Seat("blue")), {"length": "9"}),
    Setup("Three", (Seat("red"), Seat("blue"), Seat("green")), {"length": "9"}),
)


def opening(setup: Setup) -> list[Move]:
    """Two seats of three launch, so that launching goes on."""
    return [Move(BEGINS, seat, order) for seat, order in checks_of(RULES).opening(setup)][1::2]


def hidden_move(state: State, seat: Seat, chance: Chance) -> State | None:
    """A boat out of the seat's sight stands elsewhere out of sight; or the treasure does."""
    if chance.one_in(3):
        return replace(state, treasure=1 + chance.below(state.length))
    seen = {stranger.boat for stranger in state.strangers}
    seeing = {boat.id for boat in state.boats if state.seen_by(boat.seat)}
    movable = [boat for boat in state.boats if boat.seat != seat and boat.id not in seen | seeing]
    if not movable:
        return None
    moved = replace(chance.choice(movable), place=1 + chance.below(state.length))
    changed = replace(state, boats=tuple(moved if boat.id == moved.id else boat for boat in state.boats))
    return changed if sees(changed, seat) == sees(state, seat) else None


def sees(state: State, seat: Seat) -> list[int]:
    """Places at which a seat sees strange boats."""
    own = [boat.place for boat in state.fleet(seat)]
    return sorted(
        boat.place for boat in state.boats if boat.seat != seat and any(abs(boat.place - at) <= SIGHT for at in own)
    )


def fairly(state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
    """Material that the end of a round may tell a seat: fights, what comes into its sight, and how the night ends."""
    ends = order is None or (isinstance(order, Lock) and {*state.locks(), seat} == set(state.seats))
    if not ends or state.over:
        return None
    sailed = replace(state, boats=tuple(replace(boat, place=boat.to or boat.place, to=None) for boat in state.boats))
    fights = sorted((boat.place, boat.seat) for boat in sailed.boats)
    met = [(place, who) for place, who in fights if any(at == place and other != who for at, other in fights)]
    tracked = sorted(
        (one.alias, next(boat.place for boat in sailed.boats if boat.id == one.boat)) for one in state.seen_by(seat)
    )
    there = sorted({boat.seat for boat in sailed.boats if boat.place == state.treasure})
    won = (state.treasure, [boat.body for boat in state.locked]) if len(there) == 1 else None
    afloat = sorted({boat.seat for boat in sailed.boats})
    return met, sees(sailed, seat), tracked, won, there, afloat if len(afloat) < 2 else None


def found(rules: Ruleset[State], pairs: int = 400, most_leaks: int = 3) -> Interference:
    return Pairs(rules, SETUPS, 20, hidden_move, opening=opening).interfere(7, pairs, most_leaks)


@pytest.mark.slow
def test_the_toy_rulebook_tells_nobody_what_it_cannot_see() -> None:
    result = Pairs(RULES, SETUPS, 20, hidden_move, fairly, opening).interfere(7, 120)
    assert [str(leak) for leak in result.leaks] == []
    assert result.pairs > 72
    assert result.compared > 2400
    assert result.revealed > 10  # round ends that fairly part the two


def test_the_same_seed_makes_the_same_comparison() -> None:
    assert found(RULES, 30) == found(RULES, 30)


class CountedBoats(Toy):
    """Boats are numbered through all seats: one's own number tells how many others there are."""

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        before = table.state
        super().obey(seat, order, table)
        if isinstance(order, Launch):
            for number, one in enumerate(table.said):
                if isinstance(one.fact, Launched):
                    boat = replace(one.fact.boat, id=f"{seat} {len(before.boats) + 1}")
                    table.said[number] = replace(one, fact=Launched(boat))
            table.state = before
            for one in table.said:
                table.state = one.fact.evolve(table.state)


class TellingRefusal(Toy):
    """A refusal that differs for a boat that somebody else has."""

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        if isinstance(order, Sail) and not any(boat.name == order.boat for boat in table.state.fleet(seat)):
            others = [boat for boat in table.state.boats if boat.name == order.boat and boat.to is not None]
            if others:
                table.refuse("TOO_FAR", boat=order.boat, here="?", to=order.place, far="?", most=2)
        super().obey(seat, order, table)


class TellingWait(Toy):
    """A game in which what the table waits for tells whether they have ordered anything."""

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        return tuple(one for one in super().awaits(state) if not any(boat.to for boat in state.fleet(one.seat)))


class TellingCall(Toy):
    """A call that everybody hears of when its target has orders."""

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        if isinstance(order, Call) and any(boat.to for boat in table.state.boats if boat.seat != seat):
            table.say(Sunk("nothing", "Nothing"), only(seat))


class TellingMemory(Toy):
    """A report made from what the rulebook remembers instead of what the seat knows."""

    def __init__(self) -> None:
        super().__init__()
        self.last = State()

    def due(self, state: State) -> Instant | None:
        self.last = state
        return super().due(state)

    def legal(self, known: State, seat: Seat, now: Instant, kind: type[Order] | None = None) -> list[Order]:
        return [
            order
            for order in super().legal(known, seat, now, kind)
            if self.last.treasure != 3 or isinstance(order, Lock)
        ]


class TellingOnce(Toy):
    """Says aloud, when a seat locks, where the treasure is nearest."""

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        if isinstance(order, Launch):
            table.say(Sunk(str(table.state.treasure), "Treasure"), EVERYONE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "leaky",
    [CountedBoats(), TellingRefusal(), TellingWait(), TellingCall(), TellingOnce()],
    ids=lambda rules: type(rules).__name__,
)
def test_a_planted_leak_is_found(leaky: Ruleset[State]) -> None:
    leaks = found(leaky, most_leaks=1).leaks
    assert leaks
    text = str(leaks[0])
    assert text.startswith(f"{leaks[0].seat} can tell what it cannot see\nseed 7\nseats: ")
    assert leaks[0].one != leaks[0].other
    assert "# changed:   " in text


@pytest.mark.slow
def test_a_report_from_anything_but_what_the_seat_knows_is_found() -> None:
    memory: Ruleset[State] = TellingMemory()
    assert "what it sees" in {leak.asked for leak in found(memory, 600, most_leaks=600).leaks}


def test_without_a_second_seat_there_is_nothing_to_compare() -> None:
    class Solo(Toy):
        def begin(self, setup: Setup, table: Table[State]) -> None:
            table.say(Launched(Boat("red 1", Seat("red"), "A", 1)), EVERYONE)

    solo: Ruleset[State] = Solo()
    result = Pairs(solo, [Setup("Alone", (Seat("red"),))]).interfere(1, 5)
    assert (result.pairs, result.leaks) == (0, ())
