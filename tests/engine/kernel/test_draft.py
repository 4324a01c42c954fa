"""Drafts that go on: which lines are played again, and when what was rehearsed no longer holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from engine.clock import Instant
from engine.dice.keyed import ScriptedDice
from engine.draft import Rehearsal
from engine.game import Fact, Refusal, RefusalText, Seat, Table
from engine.look import Look
from engine.orders import Order

AT = Instant(1000)
OPENS = Instant(2000)
TEXTS: Mapping[str, RefusalText] = {}


class Ledger(msgspec.Struct, frozen=True):
    """Knowledge of an author: a sum, a list that is large elsewhere, and its draft."""

    total: int = 0
    others: Mapping[str, int] = {}
    draft: tuple[str, ...] = ()


class Added(Fact[Ledger], frozen=True):
    """A number was added."""

    silent = "a test"
    number: int

    def evolve(self, state: Ledger) -> Ledger:
        return msgspec.structs.replace(state, total=state.total + self.number)


class Line(Order):
    """A line of the draft: "add 3", "late 3" (last of all), "gate" (once it is open), "date", "stamp"."""

    words: str


class Sum:
    """A turn being played."""

    def __init__(self, table: Table[Ledger]) -> None:
        self.table = table

    def trial(self, table: Table[Any]) -> Sum:
        """The same at another table."""
        return Sum(table)

    def take(self, trial: Sum) -> None:
        """Keep what came of it."""
        self.table.said.extend(trial.table.said)
        self.table.state = trial.table.state


class Played:
    """A rehearsal of lines, and which were played since it was asked last."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.known = Ledger(others={"x": 1})
        self.rehearsal: Rehearsal[Sum] = Rehearsal(
            lambda line: Line(words=line),
            lambda action: int(isinstance(action, Line) and action.words.startswith("late")),
            self.merged,
            lambda look, table: Sum(table),
            self.perform,
            drafts=frozenset({"draft"}),
        )

    def merged(self, actions: Sequence[Order], at: int) -> tuple[int, ...]:
        """The same line again is played together with the first."""
        return tuple(place for place in range(at + 1, len(actions)) if actions[place] == actions[at])

    def perform(self, run: Sum, number: int, actions: Sequence[Order]) -> None:
        """Add the number; refuse what cannot be."""
        self.lines.append(str(number))
        word, _, amount = str(getattr(actions[0], "words", "")).partition(" ")
        if word == "gate" and not run.table.reached(OPENS):
            raise Refusal("SHUT", "It is shut.")
        if word == "date":
            amount = str(run.table.now)
        if word == "stamp":
            amount = str(run.table.date)
        if amount == "0":
            raise Refusal("NOTHING", "That is nothing.")
        if len(actions) > 1 and amount == "13":
            raise Refusal("UNLUCKY", "Not together.")
        run.table.say(Added(int(amount or 1) * len(actions)))

    def of(self, *lines: str, at: int = AT) -> tuple[int, str]:
        """The sum that lines come to, and the places of those that were played for it."""
        self.lines = []
        self.known = msgspec.structs.replace(self.known, draft=lines)
        done = self.rehearsal.rehearse(Look(None, self.known, Seat("red"), Instant(at), TEXTS), lines)
        assert done.run.table.state.draft == lines
        return done.run.table.state.total, " ".join(self.lines)


@pytest.fixture
def draft() -> Played:
    """A draft of two lines."""
    played = Played()
    assert played.of("add 1", "add 2") == (3, "0 1")
    return played


def test_a_line_that_comes_last_is_played_alone(draft: Played) -> None:
    assert draft.of("add 1", "add 2", "add 4") == (7, "2")
    assert draft.of("add 1", "add 2", "add 4") == (7, "")


def test_others_are_played_from_where_they_stand(draft: Played) -> None:
    assert draft.of("add 1", "add 2", "late 4", "add 8") == (15, "3 2")
    assert draft.of("add 1", "add 5", "late 4", "add 8") == (18, "1 3 2")
    assert draft.of("add 1") == (1, "")


def test_what_a_rehearsal_says_and_refuses_is_told_with_the_place_of_its_line(draft: Played) -> None:
    look: Look[None, Ledger] = Look(None, draft.known, Seat("red"), AT, TEXTS)
    done = draft.rehearsal.rehearse(look, ["late 4", "add 1", "add 0", "add 2", "add 1"])
    assert [(place, getattr(one.fact, "number", 0)) for place, one in done.said()] == [(1, 2), (3, 2), (0, 4)]
    assert [(place, refusal.code) for place, refusal in done.refused] == [(2, "NOTHING")]


def test_in_earnest_each_line_is_played_where_it_stands_and_what_is_refused_is_told(draft: Played) -> None:
    table = Table(Ledger(), AT, ScriptedDice(), TEXTS)
    refused = draft.rehearsal.play(Sum(table), ["late 4", "add 0", "add 1", "add 13", "add 13", "add 1"])
    assert [(place, refusal.code) for place, refusal in refused] == [(1, "NOTHING")]
    assert [getattr(one.fact, "number", 0) for one in table.said] == [2, 13, 13, 4]
    assert table.state.total == 32


def test_what_merges_is_played_together_from_the_first(draft: Played) -> None:
    assert draft.of("add 1", "add 2", "add 1") == (4, "0 1")


def test_what_cannot_be_played_together_stands_where_it_stands(draft: Played) -> None:
    assert draft.of("add 13", "add 2", "add 13") == (28, "0 0 1 2")


def test_what_is_refused_changes_nothing_and_the_rest_stands(draft: Played) -> None:
    assert draft.of("add 1", "add 0", "add 4") == (5, "1 2")
    assert draft.of("add 1", "add 0", "add 4", "add 8") == (13, "3")


def test_whoever_learns_something_rehearses_anew(draft: Played) -> None:
    draft.known = msgspec.structs.replace(draft.known, others={"x": 1})
    assert draft.of("add 1", "add 2") == (3, "0 1")


def test_time_alone_changes_nothing(draft: Played) -> None:
    assert draft.of("add 1", "add 2", at=AT + 10_000) == (3, "")
    assert draft.of("add 1", "add 2", at=AT - 1) == (3, "0 1")


def test_an_instant_that_a_line_asked_for_has_it_played_again(draft: Played) -> None:
    assert draft.of("add 1", "gate", "add 2") == (3, "1 2")
    assert draft.of("add 1", "gate", "add 2", at=OPENS - 1) == (3, "")
    assert draft.of("add 1", "gate", "add 2", at=OPENS) == (4, "1 2")
    assert draft.of("add 1", "gate", "add 2", at=OPENS + 9) == (4, "")


def test_a_line_that_only_dates_what_it_says_stands(draft: Played) -> None:
    assert draft.of("add 1", "stamp") == (1001, "1")
    assert draft.of("add 1", "stamp", at=AT + 9) == (1001, "")


def test_a_line_that_reads_the_clock_holds_for_its_instant(draft: Played) -> None:
    assert draft.of("add 1", "date") == (1001, "1")
    assert draft.of("add 1", "date") == (1001, "")
    assert draft.of("add 1", "date", at=AT + 1) == (1002, "1")
