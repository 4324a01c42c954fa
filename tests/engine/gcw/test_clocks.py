"""Clocks that a pause says it stops: every clock of a campaign, by name."""

from __future__ import annotations

from engine.book import contents
from engine.gcw import Gcw
from tests.engine.gcw.staged import rules

NAMED = {
    "income.pay": "Action Day",
    "turn.finals": "turns",
    "hyperspace.arrivals": "courses through hyperspace",
    "scanning.end_due": "scans",
    "jobs.complete": "works",
    "reserve.make_ready": "activations from reserve",
    "mending.mend_due": "repairs",
    "conflict.clear_due": "conflicts",
    "bombardment.end_due": "bombardments",
    "forces.lapse_forces": "combat fatigue",
    "letters.deliver": "messages",
    "tidings.tell": "news",
    "surrender.lapse_offers": "offers to surrender",
    "heroes.trained": "training",
    "flashpoints.turn_due": "flashpoints",
    "victory.ended": "the last day",
}
"""By clock of a chapter what it is called."""


def test_a_pause_names_every_clock_that_it_stops() -> None:
    clocks = [one.run for one in contents(Gcw.chapters).clocks]
    names = {f"{run.__module__.rpartition('.')[2]}.{run.__name__}" for run in clocks}
    assert names == set(NAMED)
    assert [words for words in NAMED.values() if words not in rules().clocks] == []
