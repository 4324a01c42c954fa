"""State of the toy rulebook: boats, strangers seen in the dark, and the night they sail in."""

from __future__ import annotations

import msgspec

from engine.clock import Instant
from engine.game import Seat


class Boat(msgspec.Struct, frozen=True):
    """A boat as its owner knows it; `id` counts the owner's boats, so that it tells nothing of anybody else's."""

    id: str
    seat: Seat
    name: str
    place: int
    to: int | None = None  # where it is ordered to sail


class Stranger(msgspec.Struct, frozen=True):
    """A boat that `viewer` sees, under a name of its own. Which boat it is, only the referee knows ("": not told)."""

    viewer: Seat
    alias: str
    place: int
    boat: str = ""


class Locked(msgspec.Struct, frozen=True):
    """A seat's locked orders: their seal, and (to the seat and the referee) what was sealed."""

    turn: int
    seat: Seat
    seal: str
    body: str = ""


class State(msgspec.Struct, frozen=True):
    """The whole night to the referee; to a seat, what it has heard of it."""

    seats: tuple[Seat, ...] = ()
    length: int = 0  # places, from 1 on
    hours: int = 1  # of a round
    round: int = 0
    until: Instant | None = None
    treasure: int = 0
    boats: tuple[Boat, ...] = ()
    strangers: tuple[Stranger, ...] = ()
    locked: tuple[Locked, ...] = ()
    over: bool = False
    winner: Seat | None = None

    def fleet(self, seat: Seat | None) -> tuple[Boat, ...]:
        """The boats of a seat."""
        return tuple(boat for boat in self.boats if boat.seat == seat)

    def seen_by(self, seat: Seat | None) -> tuple[Stranger, ...]:
        """The strangers a seat sees."""
        return tuple(stranger for stranger in self.strangers if stranger.viewer == seat)

    def locks(self) -> tuple[Seat, ...]:
        """The seats whose orders of this round are locked."""
        return tuple(lock.seat for lock in self.locked if lock.turn == self.round)
