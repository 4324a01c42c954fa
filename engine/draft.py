"""Drafts: the lines of a turn, rehearsed on what their author knows before they are played in earnest.

A rehearsal plays the lines by the very rules that play the turn, at a `Stage`: a table where nothing that is said is
heard. What stood after each of them is kept, so that the next rehearsal of the same author goes on from the first line
that differs. It is kept for as long as it holds: the author has learnt nothing since but the draft itself, and no
instant has come that a rule asked for (`Table.reached`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

import msgspec

from engine.clock import Instant
from engine.dice.keyed import ScriptedDice
from engine.game import REFEREE, Audience, Fact, Refusal, RefusalText, Said, Table
from engine.look import Look
from engine.orders import Order
from engine.text.names import hides

S = TypeVar("S", bound=msgspec.Struct)
R = TypeVar("R", bound="Run")

NO_DICE = ScriptedDice()
"""A rehearsal rolls nothing: a die that is asked for fails."""

MOST_KEPT = 64
"""Drafts kept as they were rehearsed."""


class Stage(Table[S]):
    """A table to rehearse at. It keeps for how long what is played there would be played alike: `until`, not included.

    Rules that ask whether an instant has come (`reached`) bind it to the nearest that has not; rules that read `now`
    bind it to this very instant.
    """

    def __init__(self, state: S, now: Instant, refusals: Mapping[str, RefusalText]) -> None:
        self._now = now
        self.until: Instant | None = None
        super().__init__(state, now, NO_DICE, refusals)

    @property
    def now(self) -> Instant:
        """This very instant: what follows from it holds at no other."""
        self._upto(Instant(self._now + 1))
        return self._now

    @now.setter
    def now(self, instant: Instant) -> None:
        self._now = instant

    @property
    def date(self) -> Instant:
        """The instant of the rehearsal, to date a fact by."""
        return self._now

    def reached(self, at: Instant) -> bool:
        """True if an instant has come; if not, what follows from that holds until it does."""
        if at > self._now:
            self._upto(at)
        return at <= self._now

    def _upto(self, at: Instant) -> None:
        self.until = sooner(self.until, at)

    def say(self, fact: Fact[S], to: Audience = REFEREE) -> None:
        """Record a fact and evolve the state at once; nobody hears it."""
        self.state = fact.evolve(self.state)
        self.said.append(Said(self._now, to, fact))


def sooner(first: Instant | None, second: Instant | None) -> Instant | None:
    """The earlier of two instants; None is never."""
    return second if first is None else first if second is None else min(first, second)


class Run(Protocol):
    """A turn being played, as a rulebook keeps it: at what table, and what it remembers of the lines before."""

    @property
    def table(self) -> Table[Any]: ...  # of any rulebook's state

    def trial(self, table: Table[Any]) -> Self:
        """The same turn at another table; what is done there changes nothing here."""

    def take(self, trial: Self) -> None:
        """Keep what came of a trial."""


class Played(NamedTuple, Generic[R]):
    """A line as it was rehearsed, with those merged into it: their places and words, and what stood then.

    The table of `run` holds only what was said in playing it. It would be played alike from `at` until `until`, not
    included.
    """

    asked: tuple[tuple[int, str], ...]
    merged: tuple[int, ...]
    run: R
    refusal: Refusal | None
    at: Instant
    until: Instant | None

    def holds(self, now: Instant) -> bool:
        """True if it would be played alike now."""
        return self.at <= now and (self.until is None or now < self.until)


class Rehearsed(NamedTuple, Generic[R]):
    """Lines as they were rehearsed: the run after all of them, and each as it was played, in the order of playing."""

    run: R
    played: tuple[Played[R], ...]

    @property
    def refused(self) -> list[tuple[int, Refusal]]:
        """Lines refused, by their place, and why. What is refused changes nothing, and the rest stands."""
        return [(step.asked[0][0], step.refusal) for step in self.played if step.refusal is not None]

    def said(self) -> Iterator[tuple[int, Said[Any]]]:
        """Facts that were said, with the place of the line that said it, in the order of playing."""
        done = [step for step in self.played if step.asked and step.refusal is None]
        return ((step.asked[0][0], said) for step in done for said in step.run.table.said)


class Rehearsal(Generic[R]):
    """Player of a rulebook's drafts, in rehearsal and in earnest.

    `read`     the action that a line says
    `step`     when in the turn an action is played; those of one step in the order written
    `merged`   places of later lines that are played as one with that of a place
    `begin`    the run before any line is played: at a stage, on what a look knows
    `perform`  plays an action, with those merged into it; `number` is the place of its line. Raises Refusal
    `drafts`   the fields of the state that hold drafts, which no action looks at
    """

    def __init__(
        self,
        read: Callable[[str], Order],
        step: Callable[[Order], int],
        merged: Callable[[Sequence[Order], int], tuple[int, ...]],
        begin: Callable[[Any, Table[Any]], R],  # of a rulebook's own look
        perform: Callable[[R, int, Sequence[Order]], None],
        *,
        drafts: frozenset[str],
    ) -> None:
        self.read, self.step, self.merged = read, step, merged
        self.begin, self.perform, self.drafts = begin, perform, drafts

    def play(self, run: R, lines: Sequence[str]) -> list[tuple[int, Refusal]]:
        """Play lines in earnest. What is refused changes nothing, and the rest stands; returns what was refused."""
        refused: list[tuple[int, Refusal]] = []

        def attempt(number: int, actions: Sequence[Order], places: tuple[int, ...]) -> tuple[int, ...]:
            problem: Refusal | None = None
            for further in fallbacks(places):
                trial = run.trial(run.table.aside())
                problem = self._tried(trial, number, actions, further)
                if problem is None:
                    run.take(trial)
                    return further
            if problem is not None:
                refused.append((number, problem))
            return ()

        self._each(lines, attempt)
        return refused

    def rehearse(self, look: Look[Any, Any], lines: Sequence[str], upto: int | None = None) -> Rehearsed[R]:
        """Play lines on what their author knows, going on from what is kept of the last time. The run that comes of it
        is that after all of them, or after those of the steps up to one.
        """
        kept = _kept(_Author(self, look))
        before = list(kept.played)  # what may stand again, from the next that is to be played
        played: list[Played[R]] = []

        def again(asked: tuple[tuple[int, str], ...]) -> bool:
            if before and before[0].asked == asked and before[0].holds(look.now):
                played.append(before.pop(0))
                return True
            before.clear()
            return False

        def attempt(number: int, actions: Sequence[Order], places: tuple[int, ...]) -> tuple[int, ...]:
            asked = tuple((place, lines[place]) for place in (number, *places))
            if not again(asked):
                run, until, merged = played[-1].run, None, places
                problem: Refusal | None = None
                for merged in fallbacks(places):
                    stage = Stage(run.table.state, look.now, look.refusals)
                    trial = run.trial(stage)
                    problem = self._tried(trial, number, actions, merged)
                    until = sooner(until, stage.until)
                    if problem is None:
                        run = trial
                        break
                played.append(Played(asked, merged, run, problem, look.now, until))
            return played[-1].merged

        if not again(()):
            stage = Stage(look.known, look.now, look.refusals)
            played.append(Played((), (), self.begin(look, stage), None, look.now, stage.until))
        self._each(lines, attempt)
        kept.played = tuple(played)
        early = (
            step for step in played if upto is None or not step.asked or self.step(self.read(step.asked[0][1])) <= upto
        )
        *_, last = (step.run for step in early)
        drafts = {field: getattr(look.known, field) for field in self.drafts}
        state = msgspec.structs.replace(last.table.state, **drafts)
        return Rehearsed(last.trial(Stage(state, look.now, look.refusals)), kept.played)

    def _each(
        self, lines: Sequence[str], attempt: Callable[[int, Sequence[Order], tuple[int, ...]], tuple[int, ...]]
    ) -> None:
        """Have each line attempted, in the order of playing, with the places that merge into it; it says which did."""
        actions = [self.read(line) for line in lines]
        done: set[int] = set()
        for number in sorted(range(len(lines)), key=lambda place: self.step(actions[place])):
            if number not in done:
                done.update(attempt(number, actions, self.merged(actions, number)))

    def _tried(self, trial: R, number: int, actions: Sequence[Order], places: tuple[int, ...]) -> Refusal | None:
        try:
            self.perform(trial, number, [actions[place] for place in (number, *places)])
        except Refusal as refusal:
            return refusal.again()  # what is kept holds on to no frames
        return None


def fallbacks(places: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """With what an action is tried: with all that merges into it, then alone, and the others stand where they stood."""
    return (places, ()) if places else ((),)


class _Author:
    """Author of a rehearsal: a seat, its world, what it knows, the names hidden in words about it: equal to itself as
    long as nothing was learnt but drafts.

    Parts of a state are compared by identity: they are large, and whoever learns something makes new ones.
    """

    def __init__(self, of: Rehearsal[Any], look: Look[Any, Any]) -> None:
        self.of, self.look = of, look  # which keep the parts, and so their identities
        parts = compress(msgspec.structs.astuple(look.known), _compared(look.known.__struct_fields__, of.drafts))
        self.same = (look.seat, hides(), *map(id, (of, look.world, look.refusals, *parts)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Author) and other.same == self.same

    def __hash__(self) -> int:
        return hash(self.same)


@cache
def _compared(fields: tuple[str, ...], drafts: frozenset[str]) -> tuple[bool, ...]:
    """Of each field of a state whether it is compared: it holds no drafts."""
    return tuple(field not in drafts for field in fields)


class _Kept:
    """Lines as an author rehearsed them last."""

    played: tuple[Played[Any], ...] = ()


@lru_cache(maxsize=MOST_KEPT)
def _kept(author: _Author) -> _Kept:
    return _Kept()
