"""`d6`: exact odds of codes with the wild die, beside icepool where that is installed, and fights of four against
four.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

from bench.measure import Finding, Scale, Stopwatch, milliseconds, times
from bench.stage import PACKS
from engine import d6
from engine.clock import Instant
from engine.d6 import D6
from engine.d6.dice import odds
from engine.d6.dice.rolling import Wild
from engine.d6.state import State
from engine.dice.keyed import FixedDice
from engine.game import MODERATOR, Seat, Setup, obey, start
from engine.text.lines import parse
from storage import packs

ODDS, WIDE, FIGHT = 2, 10, 20
"""Times the calibration, which is about a millisecond, for a pool of 12D+2 against a difficulty, for an opposed roll of
two such pools, and for a fight of four against four: fifty a second.
"""

PEER = 1
"""Times what icepool takes for the same question."""

POOL, DIFFICULTY = 38, 45
SEATS = tuple(Seat(name) for name in ("red", "blue", "green", "gold"))


def run(scale: Scale) -> list[Finding]:
    """Odds cold, the same beside icepool, and fights."""
    rules = d6.ruleset(packs.read(PACKS / "d6"))
    return [_pool(scale), _opposed(scale), *_peer(scale), _fights(rules, scale)]


def _cold() -> None:
    """Nothing was reckoned before."""
    for memo in (odds._ways, odds._without_highest, odds._bounded):
        memo.cache_clear()


def _pool(scale: Scale) -> Finding:
    watch = Stopwatch(calibrations=3)
    for _ in range(scale.of(20, 2)):
        _cold()
        with watch.piece():
            odds.chance(POOL, DIFFICULTY)
    return watch.finding("pool odds", ODDS, "12D+2 against 45, the wild 1 taking the highest; exact, cold")


def _opposed(scale: Scale) -> Finding:
    watch = Stopwatch(calibrations=3)
    for _ in range(scale.of(10, 1)):
        _cold()
        with watch.piece():
            odds.opposed(POOL, POOL - 1)
    return watch.finding("opposed odds", WIDE, "12D+2 against 12D+1; exact, cold")


def _icepool(pools: Any) -> Any:  # the peer has no types
    """The same question asked of icepool, which says it so: the wild 1 counted as it shows, for it knows no removal."""
    wild = pools.d6.explode(depth=12)
    return (11 @ pools.d6 + wild + 2).probability(">=", DIFFICULTY)


def _peer(scale: Scale) -> list[Finding]:
    """Ours against icepool's time for the same question, in one run; nothing where it is not installed."""
    try:
        pools: Any = import_module("icepool")
    except ImportError:
        return []
    theirs, ours = Stopwatch(calibrations=1), Stopwatch(calibrations=1)
    found: list[Any] = []
    for _ in range(scale.of(20, 2)):
        with theirs.piece():
            found.append(_icepool(pools))
        _cold()
        with ours.piece():
            found.append(odds.chance(POOL, DIFFICULTY, Wild.ADD))
    assert abs(float(found[-1]) - float(found[-2])) < 1e-7, found[-2:]
    told = f"12D+2 against 45, the wild 1 added: ours {milliseconds(ours.wall())}, theirs {milliseconds(theirs.wall())}"
    ratio = Fraction(ours.wall(), theirs.wall())
    return [Finding("beside icepool", times(ratio), f"at most {PEER}x its time", ratio <= PEER, told)]


def _fights(rules: D6, scale: Scale) -> Finding:
    """Fights of four against four of troopers two metres apart until one side is down."""
    watch = Stopwatch(calibrations=5)
    fights = scale.of(4, 1)
    for portion in range(scale.of(6, 1)):
        with watch.piece():
            for number in range(fights):
                _fight(rules, portion * 100 + number)
    return watch.finding("fights", FIGHT, "a fight of four against four, played to its end", share=fights)


def _fight(rules: D6, number: int) -> int:
    """A fight to its end; how many orders it took."""
    dice = FixedDice(number.to_bytes(8, "big"))
    state: State = start(rules, Setup("Fight", SEATS, {}), Instant(0), dice).state
    given = 0

    def do(seat: Seat, line: str) -> None:
        nonlocal state, given
        order = parse(line, rules.orders)
        outcome = obey(rules, state, seat, order, Instant(0), dice, lambda _: state)
        assert outcome.refusal is None, (line, outcome.refusal)
        state, given = outcome.state, given + 1

    for at, seat in enumerate(SEATS):
        do(seat, f"play Stormtrooper as {seat} one")
        do(MODERATOR, f"place {seat} one at {at} 0")
        do(MODERATOR, f"bring Stormtrooper as Foe {at}")
        do(MODERATOR, f"place Foe {at} at {at} 2")
    do(MODERATOR, "combat")
    while state.tick:
        if state.choice is not None:
            do(state.figures[state.choice.who].asked, "mend accept")
            continue
        me = state.figures[state.acting]
        foes = [figure.id for figure in state.figures.values() if (figure.owner is None) is not (me.owner is None)]
        standing = [id for id in foes if state.awake(state.figures[id])]
        if not standing:
            break
        seat = me.asked
        line = f"attack {standing[0]} with blaster rifle"
        do(seat, line if seat != MODERATOR else f"let {me.id} do {line}")
        if state.acting == me.id and state.choice is None:
            do(seat, "done" if seat != MODERATOR else f"let {me.id} do done")
    return given
