"""A game played by code: its state, what everybody knows of it, the clock; for tests, played examples, random games.

A class of tests that knows the words of one rulebook (its units, its ships) is made of `PlayedGame` by inheritance.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Self, TypeVar

import msgspec

from engine.clock import Instant
from engine.dice.keyed import Dice
from engine.game import (
    MODERATOR,
    Audience,
    Fact,
    Outcome,
    Refusal,
    Ruleset,
    Said,
    Seat,
    Setup,
    fold,
    known,
    lapse,
    obey,
    play,
    start,
)
from engine.orders import Order
from engine.played.checks import Checks, checks_of
from engine.report import News
from engine.text.lines import parse

S = TypeVar("S", bound=msgspec.Struct)
F = TypeVar("F", bound=Fact[Any])  # of any rulebook's state


class Broken(Exception):
    """Something that must hold does not: which check, and what was found."""

    def __init__(self, check: str, found: str) -> None:
        super().__init__(f"{check}: {found}")
        self.check = check
        self.found = found


def heard(said: Iterable[Said[S]], seat: Seat | None, kind: type[F]) -> list[F]:
    """Facts of a kind that a seat (None: the public) heard of all this."""
    return [told.fact for told in said if isinstance(told.fact, kind) and told.to.includes(seat)]


class PlayedGame(Generic[S]):
    """A game of any rulebook, step by step; the steps are `begin`, `obey` (`give`, `order`) and `lapse`.

    After each, where the game is `checked`, the state is the fold of the facts, sound by the rulebook's own checks,
    and every seat knows what it should; Broken is raised where that is not so. Where the game is `worded`, what is
    said is put into words for all who hear it. A class sets either to False to go without, and faster.
    """

    checked = True
    worded = True

    def __init__(self, rules: Ruleset[S], seats: Iterable[Seat], dice: Dice) -> None:
        self.rules = rules
        self.seats = tuple(seats)
        self.hearers: tuple[Seat | None, ...] = (None, *self.seats)
        self.dice = dice
        self.now = Instant(0)
        self.state = rules.state()
        self.known: dict[Seat | None, S] = {hearer: rules.state() for hearer in self.hearers}
        self.said: list[Said[S]] = []
        self.last: tuple[Said[S], ...] = ()
        """All that was said in the last step."""
        self.words: tuple[Mapping[Seat | None, News], ...] = ()
        """The words of each thing said in the last step, by hearer."""
        self._sound: tuple[S, dict[Seat | None, S]] = (self.state, {})
        self._checks: Checks[S] | None = None

    @property
    def checks(self) -> Checks[S]:
        """The rulebook's checks."""
        if self._checks is None:
            self._checks = checks_of(self.rules)
        return self._checks

    def copy(self) -> Self:
        """The same game, to go on from apart; under the same dice."""
        other = copy.copy(self)
        other.known, other.said = dict(self.known), list(self.said)
        return other

    def begin(self, setup: Setup, at: Instant) -> None:
        """The opening; a game that went on before is begun anew. Raises Refusal, for a setup that cannot be played."""
        self.now, self.state = at, self.rules.state()
        self.known = {hearer: self.rules.state() for hearer in self.hearers}
        self.said = []
        self.step(start(self.rules, setup, at, self.dice))

    def obey(self, seat: Seat, order: Order) -> Refusal | None:
        """An order, after all that is due by now; why it was refused, if it was."""
        outcome = play(self.rules, self.state, seat, order, self.now, self.dice, self.knows)
        self.step(outcome)
        return outcome.refusal

    def lapse(self, upto: Instant) -> None:
        """Time that passes, up to an instant."""
        outcome = lapse(self.rules, self.state, upto, self.dice, self.knows)
        self.now = upto
        self.step(outcome)

    def step(self, outcome: Outcome[S]) -> None:
        """Go on to what came of something, and check it."""
        self.take(outcome)
        self.sound()

    def tries(self, seat: Seat, order: Order) -> Outcome[S]:
        """Outcome that an order would have, which is not given."""
        return obey(self.rules, self.state, seat, order, self.now, self.dice, self.knows)

    def give(self, seat: Seat, line: str) -> Refusal | None:
        """An order as it is typed; why it was refused, if it was."""
        return self.obey(seat, parse(line, self.rules.orders))

    def order(self, seat: Seat, *lines: str) -> None:
        """Orders that are obeyed, one after another."""
        for line in lines:
            refusal = self.give(seat, line)
            if refusal is not None:
                raise Broken("the order is obeyed", f"{seat}> {line}: {refusal}") from refusal

    def gm(self, *lines: str) -> None:
        """Orders of a moderator."""
        self.order(MODERATOR, *lines)

    def refusal(self, seat: Seat, line: str) -> Refusal:
        """Refusal of an order, which changes nothing but what was due."""
        refusal = self.give(seat, line)
        if refusal is None:
            raise Broken("the order is refused", f"{seat}> {line}")
        return refusal

    def knows(self, seat: Seat) -> S:
        """Knowledge of a seat: a moderator all there is, one that has no part in the game what everybody does."""
        return self.state if seat == MODERATOR else self.known.get(seat, self.known[None])

    def take(self, outcome: Outcome[S], after: str = "a step") -> None:
        """Take in what was said: all who hear it know it."""
        if self.checked and fold(self.state, (said.fact for said in outcome.said)) != outcome.state:
            raise Broken("the state is the fold of the facts", f"after {after} it is not")
        if self.worded:
            heard = [self.hear(said) for said in outcome.said]
            self.words = tuple(map(self.worded_for, outcome.said, heard))
        else:
            self.learn(outcome.said)
        self.state, self.last = outcome.state, outcome.said
        self.said += outcome.said

    def learn(self, said: Iterable[Said[S]]) -> None:
        """Let all know things who hear them, where nobody reads the words."""
        known = self.known
        for heard in said:
            evolve, to = heard.fact.evolve, heard.to
            for hearer in known if to.everyone else to.seats:
                if hearer in known:
                    known[hearer] = evolve(known[hearer])

    def hear(self, said: Said[S]) -> Mapping[Seat | None, S]:
        """Let all know something who hear it; what each of them knows then."""
        knows: dict[Seat | None, S] = {}
        for hearer in self.hearing(said.to):
            knows[hearer] = self.known[hearer] = self.evolved(self.known[hearer], said.fact)
        return knows

    def worded_for(self, said: Said[S], heard: Mapping[Seat | None, S]) -> Mapping[Seat | None, News]:
        """The words of something for all who `heard` it in the last step, by what they knew then."""
        words: dict[Seat | None, News] = {}
        for hearer, knows in heard.items():
            news = self.told(self.rules.as_called(knows, self.known[hearer], hearer), said, hearer)
            if news is not None:
                words[hearer] = news
        return words

    def hearing(self, to: Audience) -> Iterable[Seat | None]:
        """Those of an audience who know something of this game."""
        if to.everyone or len(to.seats) > 1:
            return self.known if to.everyone else [hearer for hearer in self.known if to.includes(hearer)]
        return to.seats if to.seats and to.seats[0] in self.known else ()

    def evolved(self, state: S, fact: Fact[S]) -> S:
        """The state after a fact."""
        return fact.evolve(state)

    def told(self, known: S, said: Said[S], hearer: Seat | None) -> News | None:
        """The words of something for a hearer."""
        return self.rules.tell(known, said, hearer)

    def sound(self) -> None:
        """The rulebook's invariants hold, and everybody knows what it should; what is as it was is not looked at again.

        Raises Broken.
        """
        if not self.checked:
            return
        state, known = self._sound
        as_it_was = self.state is state
        if not as_it_was and (wrong := self.checks.invariant(self.state)) is not None:
            raise Broken("invariant", wrong)
        for seat in self.seats:
            if as_it_was and self.known[seat] is known.get(seat):
                continue
            if (wrong := self.checks.misknown(self.known[seat], self.state, seat)) is not None:
                raise Broken(f"what {seat} knows", wrong)
        self._sound = self.state, dict(self.known)

    def told_again(self) -> None:
        """All that everybody heard is told from what they know now, as a log does, to the referee all there was."""
        for said in self.said:
            self.told(self.state, said, MODERATOR)
            for hearer, knows in self.known.items():
                if said.to.includes(hearer):
                    self.told(knows, said, hearer)

    def folded(self) -> None:
        """All that was said, from the beginning, comes to what is so, and to what everybody knows. Raises Broken."""
        for hearer in self.hearers:
            if known(self.rules.state(), self.said, hearer) != self.known[hearer]:
                raise Broken("what a seat knows is the fold of what it heard", str(hearer))
        if fold(self.rules.state(), (said.fact for said in self.said)) != self.state:
            raise Broken("a snapshot and the facts after it make the whole fold", "they do not")
