"""Secrets: what several write apart, each locks under a seal, and all see together once the last is locked.

A chapter declares a `Secret` with how its rulebook stores locks, and two orders beside it, one that locks and one that
opens again. The seal is public at once and goes into the key of the next dice, so that nobody can wait for dice and
then choose; the salt is shown with what was sealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from engine.act import Act, Order
from engine.game import EVERYONE, Fact, Seat, Table

W = TypeVar("W")
H = TypeVar("H")


class Lock(msgspec.Struct, frozen=True):
    """A lock, as it was sealed: by which seat, under which name and number of dice, and the digest."""

    seat: Seat
    name: str
    number: int
    seal: str


class Sealing(Protocol):
    """A state that counts the keys of dice that were used, and has the seals published since the last of them."""

    @property
    def dealt(self) -> int:
        """The number of the last key."""

    @property
    def seals(self) -> tuple[str, ...]:
        """Seals to be mixed into the next key."""


class Secret(Generic[W, H]):
    """Something that several holders (sides, seats) lock apart.

    `owed`    the holders of whom locks are wanted, by a state
    `lock`    a holder's lock, None while it is open
    `body`    what a holder seals, as text
    `said`    the fact that a holder has locked it, or opened it again (None)
    `shown`   what happens once the last has locked it: everybody's is shown
    """

    def __init__(
        self,
        owed: Callable[[Any], Iterable[H]],  # each rulebook has its own state
        lock: Callable[[Any, H], Lock | None],
        body: Callable[[W, Any, H], str],
        said: Callable[[H, Lock | None], Fact[Any]],
        shown: Callable[[W, Table[Any]], None],
    ) -> None:
        self.owed, self.lock, self.body, self.said, self.shown = owed, lock, body, said, shown

    def close(self, world: W, table: Table[Any], seat: Seat, holder: H) -> None:
        """A holder's is sealed and locked by a seat; with the last lock all are shown.

        Its seal has a name of its own, for a seat may lock, open and lock again before the next dice.
        """
        state: Sealing = table.state
        name = seat if not state.seals else f"{seat}/{len(state.seals) + 1}"
        number = state.dealt + 1
        seal = table.seal(number, Seat(name), self.body(world, state, holder))
        table.say(self.said(holder, Lock(seat, name, number, seal)), EVERYONE)
        if all(self.lock(table.state, one) is not None for one in self.owed(table.state)):
            self.shown(world, table)

    def open(self, table: Table[Any], holder: H) -> None:
        """A holder's is open again."""
        table.say(self.said(holder, None), EVERYONE)

    def unseal(self, world: W, table: Table[Any], holders: Iterable[H]) -> None:
        """Shows what these holders have sealed, with the salts that prove it."""
        for holder in holders:
            lock = self.lock(table.state, holder)
            if lock is not None:
                table.unseal(lock.number, Seat(lock.name), self.body(world, table.state, holder), EVERYONE)


class Locks(Order):
    """An order that locks a secret of its author's, whose holder the act names as `side`."""

    secret: ClassVar[Secret[Any, Any]]

    def obey(self, act: Act[Any, Any]) -> None:
        """It is sealed and locked; with the last lock all are shown."""
        holder: Any = act  # of the rulebook's own class
        self.secret.close(act.world, act.table, act.seat, holder.side)


class Unlocks(Order):
    """An order that opens what its author has locked."""

    secret: ClassVar[Secret[Any, Any]]

    def obey(self, act: Act[Any, Any]) -> None:
        """It is open again."""
        holder: Any = act  # of the rulebook's own class
        self.secret.open(act.table, holder.side)
