"""`sunrise`: exact odds of an attack, alone and beside icepool's, and random games a second with what they spend."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import icepool

from bench.measure import Finding, Scale, percentile, ratio, times
from bench.measure import milliseconds as ms
from engine.odds import Odds
from engine.sunrise import odds
from engine.sunrise.weapons import REROLL_UP_TO

LONGEST, MOST = 10_000_000, 1
"""Nanoseconds for the odds of one attack; times icepool's for the same question."""

ATTACKS = (
    odds.Attack(dice=4, discard=1, shields=3),
    odds.Attack(dice=5, discard=2, rerolls=1, plating=1, pips=36),
    odds.Attack(dice=6, discard=1, rerolls=2, fragmenting=1, fire_control=False, pips=24),
    odds.Attack(dice=8, discard=3, rerolls=3, haywire=2, plating=2, rugged=True, shields=3),
    odds.Attack(dice=12, discard=4, rerolls=3),
    odds.Attack(dice=12, discard=4, rerolls=3, fragmenting=1, plating=2, rugged=True, shields=3, haywire=2, pips=54),
)
"""From an attack of every day to the largest that ships can make: all with everything that may be asked."""

QUESTIONS = tuple((dice, discard, 0) for dice in (2, 4, 5, 8, 12) for discard in (0, dice // 3, dice - 1))
REROLLED = ((4, 1, 1), (5, 2, 2), (6, 1, 3))
"""Dice, discards and rerolls; icepool has no short way for the last, and takes seconds for twelve dice."""


def run(scale: Scale) -> list[Finding]:
    """The slowest forecast, and the worst ratio to icepool of any question."""
    return [_slowest(scale), _beside(scale)]


def _median(question: Callable[[], object], rounds: int) -> int:
    """Nanoseconds of the median of some rounds."""
    samples = []
    for _ in range(rounds):
        odds.forget()
        started = time.perf_counter_ns()
        question()
        samples.append(time.perf_counter_ns() - started)
    return percentile(samples, 50)


def _slowest(scale: Scale) -> Finding:
    """The median of each attack, counted anew every time; the slowest is judged."""
    rounds = scale.of(60, 2)
    found = {attack: _median(partial(odds.forecast, attack), rounds) for attack in ATTACKS}
    attack, slowest = max(found.items(), key=lambda one: one[1])
    what = f"{attack.dice} dice, {attack.rerolls} rerolls; an attack of every day takes {ms(min(found.values()))}"
    return Finding("odds: worst", ms(slowest), f"at most {ms(LONGEST)}", slowest <= LONGEST, what)


def _beside(scale: Scale) -> Finding:
    """Each question put to both in turn; the median ratio of the worst question is judged."""
    rounds, worst, which = scale.of(60, 2), ratio(0, 1), ""
    _theirs(2, 0, 0)  # what icepool makes once is not counted against it
    for dice, discard, rerolls in (*QUESTIONS, *REROLLED):
        mine, theirs = [], []
        for _ in range(rounds if not rerolls else max(2, rounds // 10)):
            odds.forget()
            started = time.perf_counter_ns()
            ours = odds.damage(dice, discard, rerolls=rerolls)
            between = time.perf_counter_ns()
            other = _theirs(dice, discard, rerolls)
            mine.append(between - started)
            theirs.append(time.perf_counter_ns() - between)
            if Odds.counted(dict(other.items())) != ours:
                raise RuntimeError(f"icepool says otherwise of {dice} dice, {discard} discards, {rerolls} rerolls")
        found = ratio(percentile(mine, 50), percentile(theirs, 50))
        if found >= worst:
            told = f"{ms(percentile(mine, 50))} against {ms(percentile(theirs, 50))}"
            worst, which = found, f"{dice} dice, {discard} discards, {rerolls} rerolls: {told}"
    return Finding("odds against icepool", times(worst), f"at most {MOST}x", worst <= MOST, which)


def _theirs(dice: int, discard: int, rerolls: int) -> icepool.Die[int]:
    """icepool's answer to the same question."""
    if not rerolls:
        return icepool.d6.lowest(dice, dice - discard)
    pool = icepool.d6.pool(dice).expand()
    for _ in range(rerolls):
        pool = pool.map(_rerolled, star=False)
    return pool.map(lambda faces: sum(faces[: dice - discard]), star=False)


def _rerolled(faces: tuple[int, ...]) -> object:
    lowest, *rest = faces
    return icepool.d6.map(lambda new: tuple(sorted((new, *rest)))) if lowest <= REROLL_UP_TO else faces
