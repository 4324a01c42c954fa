"""Words that tell when something is to come: they tell it while it is, and stay without it when it is not any more."""

from __future__ import annotations

import re
from pathlib import Path

from engine.declared.due import Dated
from engine.game import Fact, Seat
from engine.gcw.people.heroes import TrainingBegan
from engine.gcw.state import State
from tests.engine.examples import Stage, stages
from tests.rulebooks import GCW

PLAYS = Path(__file__).parents[3] / "play" / "gcw"
INSTANT = re.compile(r"<t:(\d+)")

EXAMPLES = (
    "conflict",
    "construction",
    "flashpoint_run",
    "golden_landing",
    "golden_siege",
    "hero_abilities",
    "heroes",
    "hyperspace",
    "reserve",
    "scans",
    "surrender",
)
"""Played examples in which something of every kind is to come."""


def told(stage: Stage) -> list[tuple[Fact[State], Seat, str, str]]:
    """Words that players read of things to come in a step: the fact, its reader, the words, and those that stay."""
    said = zip(stage.happened.said, stage.words, strict=False)
    return [
        (one.fact, seat, news.passing, news.lasting)
        for one, words in said
        for seat, news in words.items()
        if seat is not None and news.lasting
    ]


def test_what_is_to_come_is_told_with_its_time_only_until_it_has_come() -> None:
    kinds = set[type[Fact[State]]]()
    for name in EXAMPLES:
        for stage in stages(GCW, PLAYS / f"{name}.play"):
            to_come = {
                seat: {int(at) for at in GCW.to_come(known) if at is not None}
                for seat, known in stage.after.items()
                if seat is not None
            }
            latest = {seat: words for _, seat, words, _ in told(stage)}
            for fact, seat, words, lasting in told(stage):
                instants = {int(at) for at in INSTANT.findall(words)}
                past = min(instants) <= stage.now or words != latest[seat]
                assert past or instants & to_come[seat], (name, words)
                assert not INSTANT.search(lasting) and lasting[-1] in ".!", lasting
                kinds.add(type(fact))
            late = {at for instants in to_come.values() for at in instants if at < stage.now}
            assert not late, (name, stage.step.text, late)
    lacking = {kind for kind in GCW.facts if issubclass(kind, Dated)} - kinds
    assert lacking == {TrainingBegan}  # training takes no days by today's tables
