"""Rounds: orders in secret, locked under a seal, all sailing at once, fights by dice, the end. TOY-ORD, -FGT, -END."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act, Order
from engine.book import clock
from engine.clock import HOUR, MINUTE, Instant, later, next_deadline
from engine.game import EVERYONE, Awaited, Fact, Seat, Table, only
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import Report, Section
from engine.text.message import N_, NN_, T_, Text, joined, name
from engine.text.names import shown
from engine.view import view

from .fog import watch
from .look import At, Look, Name, Own, Unlocked
from .sea import NONE, OWN_BOAT, boat_line
from .state import Boat, Locked, State

REACH, ROUNDS = 2, 12
"""Places that a boat sails at most (TOY-ORD-01), and rounds in a night (TOY-END-01)."""


def place_read(look: Look, words: str, found: Found) -> int:
    """A place that the boat reaches (TOY-ORD-01). Refuses NO_PLACE, TOO_FAR."""
    to, boat = int(words), found.boat
    if to > look.known.length:
        look.refuse("NO_PLACE", to=to, length=look.known.length)
    far = abs(to - boat.place)
    if far > REACH:
        look.refuse("TOO_FAR", boat=shown(boat.name), here=boat.place, to=to, far=far, most=REACH)
    return to


def places(look: Look, found: Found) -> Iterable[Option]:
    """The places that the boat reaches; while it is not named, those that any boat does."""
    boat = found.get("boat")
    boats = look.known.fleet(look.seat) if boat is None else [boat]
    near = {place for each in boats for place in range(each.place - REACH, each.place + REACH + 1)}
    return [Option(str(place)) for place in sorted(near) if 1 <= place <= look.known.length]


PLACE: Value[Look, int] = Value("a place", place_read, places)


class Sail(Unlocked):
    """Order a boat to another place; it sails when the round ends."""

    path: ClassVar[str] = "toy sail"
    line: ClassVar[str] = "sail {boat} to {place}"
    each: ClassVar[int] = 2 * REACH + 1
    boat: Annotated[str, OWN_BOAT] = Field(description="the boat that sails")
    place: Annotated[int, PLACE] = Field(ge=1, description="where to")

    def obey(self, act: Act[None, State]) -> None:
        """Nobody else hears it, and it may be changed (TOY-ORD-01)."""
        boat: Boat = act.found.boat
        act.say(Ordered(boat.id, act.found.place), only(act.seat))


NO_BOAT = "no boat"


class Lock(Unlocked):
    """Lock your orders; when everybody has, the round ends."""

    path: ClassVar[str] = "toy lock"
    line: ClassVar[str] = "lock"

    def obey(self, act: Act[None, State]) -> None:
        """The seal is for all, what it seals for the seat alone (TOY-ORD-02)."""
        state, table = act.state, act.table
        body = "; ".join(f"{boat.name} to {boat.to or boat.place}" for boat in state.fleet(act.seat)) or NO_BOAT
        seal = table.seal(state.round + 1, act.seat, body)
        act.say(OrdersLocked(Locked(state.round, act.seat, seal)), EVERYONE)
        act.say(OrdersLocked(Locked(state.round, act.seat, seal, body)), only(act.seat))
        if set(table.state.locks()) == set(state.seats):
            end_round(table)


class Postpone(Order):
    """Move the end of the round."""

    path: ClassVar[str] = "toy postpone"
    line: ClassVar[str] = "postpone {minutes}"
    moderator: ClassVar[bool] = True
    minutes: int = Field(ge=1, le=10_000, description="by how many minutes")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the night is not over."""
        return Refused("OVER") if look.known.over else None

    def obey(self, act: Act[None, State]) -> None:
        """Everybody hears when the round ends now."""
        assert act.state.until is not None  # the night is not over
        act.say(Postponed(later(act.state.until, self.minutes * MINUTE)), EVERYONE)


def begin_round(table: Table[State], number: int) -> None:
    """Rounds end at fixed times, as many hours apart as the night's rounds have (TOY-ORD-02)."""
    until = next_deadline(table.state.until, table.now, table.state.hours * HOUR)
    table.say(RoundBegan(number, until), EVERYONE)


def bonus(there: Iterable[Boat], seat: Seat) -> int:
    """Added by a seat to its die in a fight: 1 where it has more boats than any other (TOY-FGT-02)."""
    boats = Counter(boat.seat for boat in there)
    return int(all(boats[seat] > number for other, number in boats.items() if other != seat))


def end_round(table: Table[State]) -> None:
    """All boats sail at once, those that meet fight (TOY-FGT-01), and everybody looks about."""
    turn = table.state.round + 1  # the dice of turn 1 buried the treasure
    dice = table.turn_dice(turn, [lock.seal for lock in table.state.locked if lock.turn == table.state.round])
    for boat in table.state.boats:
        if boat.to is not None:
            table.say(Sailed(boat.id, boat.to), only(boat.seat))
    for place in range(1, table.state.length + 1):
        there = [boat for boat in table.state.boats if boat.place == place]
        seats = tuple(seat for seat in table.state.seats if any(boat.seat == seat for boat in there))
        if len(seats) > 1:
            rolls = {seat: dice.roll(f"{place}/{seat}", 6) + bonus(there, seat) for seat in seats}
            least = min(rolls.values())
            losers = tuple(seat for seat in seats if rolls[seat] == least) if set(rolls.values()) != {least} else ()
            table.say(Thunder(place, seats, losers), EVERYONE)
            for boat in there:
                if boat.seat in losers:
                    table.say(Sunk(boat.id, boat.name), only(boat.seat))
    watch(table)
    settle(table)


def round_ends(state: State) -> Instant | None:
    """Instant at which the round's time is over; never, when the night is."""
    return state.until


@clock(round_ends, priority=1)
def time_is_up(world: None, table: Table[State]) -> None:
    """The round ends with what is ordered (TOY-ORD-02)."""
    end_round(table)


def settle(table: Table[State]) -> None:
    """TOY-END-01, or the next round."""
    state = table.state
    afloat = [seat for seat in state.seats if state.fleet(seat)]
    there = {boat.seat for boat in state.boats if boat.place == state.treasure}
    if len(there) == 1 or len(afloat) <= 1 or state.round >= ROUNDS:
        winner = there.pop() if len(there) == 1 else afloat[0] if len(afloat) == 1 else None
        table.say(DayBroke(winner, state.treasure), EVERYONE)
        for lock in state.locked:
            table.unseal(lock.turn + 1, lock.seat, lock.body)
        table.show_hidden_key()
    else:
        begin_round(table, state.round + 1)


def awaits(state: State) -> tuple[Awaited, ...]:
    """Every seat whose orders are not locked."""
    if state.over:
        return ()
    return tuple(Awaited(seat, "your orders", state.until) for seat in state.seats if seat not in state.locks())


SCORE, SEAT_LINE = T_("Who is still afloat"), NN_("{seat}: {boats} boat", "{seat}: {boats} boats", "boats")
LATE = NN_("{rounds} round is left.", "{rounds} rounds are left.", "rounds")


@view("fleet", "your boats, and how many rounds are left")
def fleet(look: Look, about: None) -> Report:
    """Report of what a seat still has, and how long the night lasts (TOY-END-01)."""
    boats = look.known.fleet(look.seat)
    line = SEAT_LINE(seat=name(look.seat or NOBODY), boats=len(boats))
    lead = LATE(rounds=ROUNDS - look.known.round)
    return Report(SCORE, lead, (Section(line, tuple(map(boat_line, boats)) or (NONE,)),), rule="TOY-END-01")


class RoundBegan(Fact[State], frozen=True):
    """Orders are taken until an instant."""

    says = N_("Round {round}: orders until {until}.")
    round: int
    until: At

    def evolve(self, state: State) -> State:
        return replace(state, round=self.round, until=self.until)


class Postponed(Fact[State], frozen=True):
    """A moderator moved the end of the round."""

    says = N_("The round now ends at {until}.")
    until: At

    def evolve(self, state: State) -> State:
        return replace(state, until=self.until)


class Ordered(Fact[State], frozen=True):
    """A boat is ordered somewhere; it sails when the round ends."""

    says = N_("{boat} will sail to {to}.")
    boat: Own
    to: int

    def evolve(self, state: State) -> State:
        boats = (replace(boat, to=self.to) if boat.id == self.boat else boat for boat in state.boats)
        return replace(state, boats=tuple(boats))


STAND, READY = N_("Your orders stand: {orders}."), N_("{seat} is ready.")


class OrdersLocked(Fact[State], frozen=True):
    """A seat's orders of a round stand; `body` is what they were, in the face of this fact that others do not hear."""

    lock: Locked

    def evolve(self, state: State) -> State:
        others = (lock for lock in state.locked if (lock.turn, lock.seat) != (self.lock.turn, self.lock.seat))
        return replace(state, locked=(*others, self.lock))

    def words(self, look: Look) -> Text:
        return (STAND if self.lock.body else READY)(orders=name(self.lock.body), seat=name(self.lock.seat))


class Sailed(Fact[State], frozen=True):
    """A boat is where it was ordered."""

    says = N_("{boat} is at {place}.")
    boat: Own
    place: int

    def evolve(self, state: State) -> State:
        boats = (replace(boat, place=self.place, to=None) if boat.id == self.boat else boat for boat in state.boats)
        return replace(state, boats=tuple(boats))


LOST = N_("Thunder at {place}: {seats} fought, {losers} lost.")
DRAWN = N_("Thunder at {place}: {seats} fought, nobody lost.")


class Thunder(Fact[State], frozen=True):
    """Guns are heard at a place: whose boats fought there, and who lost."""

    decides = True
    place: int
    seats: tuple[Seat, ...]
    losers: tuple[Seat, ...]

    def words(self, look: Look) -> Text:
        fought, lost = (joined(" and ", map(name, seats)) for seats in (self.seats, self.losers))
        return (LOST if self.losers else DRAWN)(place=self.place, seats=fought, losers=lost)


class Sunk(Fact[State], frozen=True):
    """A boat is no more."""

    says = N_("{name} is sunk.")
    decides = True
    boat: str
    name: Name

    def evolve(self, state: State) -> State:
        return replace(state, boats=tuple(boat for boat in state.boats if boat.id != self.boat))


DAY, NOBODY = N_("Day breaks. The treasure lies at {treasure}; {winner} wins."), T_("nobody")


class DayBroke(Fact[State], frozen=True):
    """The game is over: won by a seat, or by nobody."""

    decides = True
    winner: Seat | None
    treasure: int

    def evolve(self, state: State) -> State:
        return replace(state, over=True, winner=self.winner, treasure=self.treasure, until=None)

    def words(self, look: Look) -> Text:
        return DAY(treasure=self.treasure, winner=name(self.winner) if self.winner else NOBODY)
