"""Played examples as tests play them: each comes out as it states, and what is refused is refused by what is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.clock import Instant
from engine.game import MODERATOR, Fact, Refusal, Ruleset, Seat, Table
from engine.orders import Order
from engine.played.script import Step
from engine.played.transcript import Happened, Rehearsal, Result, read, run
from engine.report import News


class Stage(NamedTuple):
    """A step of an example as it was played: what came of it, what all knew before and after, and what all read."""

    step: Step
    happened: Happened
    before: Mapping[Seat | None, Any]
    after: Mapping[Seat | None, Any]
    now: Instant
    words: tuple[Mapping[Seat | None, News], ...]


class Knowing(Rehearsal[Any]):
    """A rehearsal in which whatever a player is refused is refused as well where nothing is but what the player knows:
    no refusal was made from the referee's state. `unfounded` are the refusals where it is not so, `stages` all steps.
    """

    def __init__(self, rules: Ruleset[Any], *rest: Any) -> None:
        super().__init__(rules, *rest)
        self.unfounded: list[str] = []
        self.stages: list[Stage] = []

    def do(self, step: Step) -> Happened:
        before = dict(self.known)
        happened = super().do(step)
        self.stages.append(Stage(step, happened, before, dict(self.known), self.now, self.words))
        return happened

    def obey(self, seat: Seat, order: Order) -> Refusal | None:
        refusal = super().obey(seat, order)
        if refusal is not None and seat != MODERATOR and not order.moderator:
            known = self.knows(seat)
            table = Table(known, self.now, self.dice, self.rules.refusals, self.knows)
            try:
                self.rules.obey(seat, order, table)
                again = "obeyed"
            except Refusal as other:
                again = str(other)
            if again != str(refusal):
                self.unfounded.append(f"{order!r}: {refusal} / by what {seat} knows: {again}")
        return refusal


class Example(NamedTuple):
    """An example that was played: its text, what became of it, its steps, and refusals that know more than players."""

    text: str
    result: Result
    stages: tuple[Stage, ...]
    unfounded: tuple[str, ...]


@cache
def example(rules: Ruleset[Any], path: Path) -> Example:
    """An example, played once for all tests that look at it."""
    text = path.read_text(encoding="utf-8")
    transcript = read(text, path.name)
    table = Knowing(rules, transcript.setup)
    result = run(rules, transcript, table)
    return Example(text, result, tuple(table.stages), tuple(table.unfounded))


def stages(rules: Ruleset[Any], path: Path) -> tuple[Stage, ...]:
    """The steps of an example as they were played."""
    return example(rules, path).stages


def told_in(rules: Ruleset[Any], paths: Iterable[Path]) -> set[type[Fact[Any]]]:
    """The kinds of facts that somebody reads words of in examples."""
    told: set[type[Fact[Any]]] = set()
    for path in paths:
        for stage in stages(rules, path):
            told |= {type(one.fact) for one, words in zip(stage.happened.said, stage.words, strict=False) if words}
    return told


def comes_out(rules: Ruleset[Any], path: Path) -> None:
    """Asserts that an example comes out as it states, that writing it anew changes nothing, and that its refusals know
    no more than their players.
    """
    played = example(rules, path)
    assert not played.result.mismatches
    assert played.result.written == played.text
    assert played.unfounded == ()
