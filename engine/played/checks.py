"""Invariants of a rulebook's states whatever is played, and the oracle of what a seat knows: for fuzz and tests.

A rulebook names its checks (`Ruleset.checks`) and does not import them: rules never ask what a seat knows of anything
but the fold of what it heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

import msgspec

from engine.clock import Instant
from engine.game import Ruleset, Said, Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance

S = TypeVar("S", bound=msgspec.Struct)


class Length(msgspec.Struct, frozen=True):
    """Length of a random game: moves at most after its opening, spread over so many days if any are given.

    `without` are names of orders that nobody gives in it, such as those that end a game. `whole`: it is played until
    the game is over by its rules, as it must be when all moves are made.
    """

    moves: int = 100
    days: int = 0
    without: tuple[str, ...] = ()
    whole: bool = False


class Campaign(msgspec.Struct, frozen=True):
    """Long random games of a rulebook: what they are begun with, and how long they are."""

    setup: Setup
    length: Length


class Deeds(msgspec.Struct, frozen=True):
    """Two things that somebody may do, each some orders one after the other."""

    author: Seat
    one: tuple[Order, ...]
    other: tuple[Order, ...]


class Hidden(msgspec.Struct, frozen=True):
    """Secrets that a seat may not know: ids of things, and names that were chosen at random and stand for nothing
    else.
    """

    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Checks(Generic[S]):
    """The checks of one rulebook with one data pack. A rulebook's own class says at least `as_known`."""

    ends: tuple[str, ...] = ()
    """Names of orders that end a turn, of classes: pairs of games try them always, for they hang on most."""

    def __init__(self, rules: Any) -> None:  # the rulebook's own class
        self.rules = rules

    def hasten(self) -> None:
        """Have the rulebook estimate more coarsely what random players never read: of the book that they play by."""

    def as_known(self, state: S, seat: Seat) -> S:
        """The state as a seat should know it, taken from the referee's: the fold of all that it heard must equal it."""
        return state

    def misknown(self, known: S, state: S, seat: Seat) -> str | None:
        """Fault of a seat's fold, which has what it should not or lacks something: the first field that differs;
        None where it is right.
        """
        right = self.as_known(state, seat)
        if known == right:
            return None
        for field in known.__struct_fields__:
            if getattr(known, field) != getattr(right, field):
                return f"{field}: folded {getattr(known, field)!r}, should be {getattr(right, field)!r}"
        return None

    def faults(self, state: S) -> Iterator[str]:
        """All that is wrong with a referee's state, in words; nothing is with a sound one."""
        yield from ()

    def invariant(self, state: S) -> str | None:
        """The first fault of a state, which rules must never let come about; None for a sound one."""
        return next(self.faults(state), None)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        """Orders that bring a game to where it is decided, for random players and benchmarks; may be none."""
        return ()

    def campaign(self) -> Campaign | None:
        """Its long random games (`umpire fuzz --campaign`); None for a rulebook without."""
        return None

    def between(self, before: S, said: Sequence[Said[S]], after: S, by: Seat) -> str | None:
        """Fault of a step of `by`, "" for time alone, from one state to the next; None where nothing."""
        return None

    def perturb(self, state: S, seat: Seat, chance: Chance) -> S | None:
        """Another state that the seat cannot tell from this one, for the interference test, if it knows one."""
        return None

    def arrange(self, game: Any, seat: Seat, chance: Chance) -> None:  # a `PlayedGame` of the rulebook's
        """Bring a random game to where there is something to hide from a seat, for the interference test."""

    def hidden_from(self, state: S, seat: Seat) -> Hidden:
        """Ids and random names that a seat may not know, to be searched for in all that it gets."""
        return Hidden()

    def shown(self, state: S, seat: Seat) -> Sequence[str]:
        """Of such random names those that the rules let a seat read as things stand, though it keeps them nowhere."""
        return ()

    def unheard(self, state: S, seat: Seat, author: Seat, order: Order) -> bool:
        """True if by the rules a seat hears nothing at all of an order of another's, whatever the facts are said to."""
        return False

    def deeds(self, game: Any, seat: Seat, chance: Chance) -> Deeds | None:  # a `PlayedGame` of the rulebook's
        """Two things that another may do now, of which by the rules a seat must hear the same; not `unheard` ones."""
        return None

    def reveals(self, state: S, seat: Seat, order: Order | None, upto: Instant) -> object:
        """The hidden things that a seat may fairly learn of by an order, or (None) by time until then."""
        return ()


def checks_of(rules: Ruleset[S]) -> Checks[S]:
    """The checks that a rulebook names: a class, or where one is found ("engine.gcw.checks.GcwChecks")."""
    named = rules.checks
    if isinstance(named, str):
        module, _, name = named.rpartition(".")
        named = getattr(import_module(module), name)
    found: Checks[S] = named(rules)
    return found
