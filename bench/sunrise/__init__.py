"""`sunrise`: exact odds of an attack, alone and beside icepool's, and random games with what they spend."""

from __future__ import annotations

import cProfile
import pstats
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import icepool

from bench.measure import Finding, Scale, Stopwatch, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import PACKS
from bench.sunrise.players import BLUE, RED, Dicer, Played, play_out
from bot.start.serve import unhurried
from engine import sunrise
from engine.dice.odds import Odds
from engine.game import Setup
from engine.sunrise import Sunrise
from engine.sunrise.figures import odds
from engine.sunrise.figures.weapons import REROLL_UP_TO
from storage import packs

LONGEST, GAME, MOST = Fraction(13, 2), 40, 1
"""Times the calibration for the odds of one attack, and for one random game; times icepool's for the same question."""

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

FLEETS = ("line", "pilgrimage", "orbit", "broadside", "ringworks")
"""Ready-made fleets of 20 integrity, of which each game has two; the maps take turns."""

CHAPTERS = {
    "geometry": ("board", "arcs", "terrain", "motion"),
    "odds": ("odds", "shots", "chance"),
    "evolve": ("state", "agenda", "chronicle", "game"),
    "dice": ("dice", "rolls", "hmac"),
    "players": ("players", "random"),
}
"""What the time of a game is spent on, by the files it is spent in; all else is rules."""


def run(scale: Scale) -> list[Finding]:
    """The slowest forecast, the worst ratio to icepool of any question, and what a random game takes."""
    return [_slowest(scale), _beside(scale), _games(scale)]


def _game(rules: Sunrise, number: int) -> Played:
    maps = sorted(rules.world.pack.maps)
    setup = Setup(f"Random {number}", (RED, BLUE), {"terrain": maps[number % len(maps)]})
    players = {
        seat: Dicer(rules.world, f"{seat} {number}", FLEETS[(number + place) % len(FLEETS)])
        for place, seat in enumerate(setup.seats)
    }
    return play_out(rules, setup, players, number.to_bytes(32, "big"), open_=True)


def _games(scale: Scale) -> Finding:
    """Whole random games to 15 points, in portions between which the calibration runs."""
    rules = sunrise.ruleset(packs.read(PACKS / "sunrise"))
    portions, games = scale.of(15, 2), scale.of(10, 2)
    _game(rules, 0)
    unhurried()  # as the bot runs
    played: list[Played] = []
    watch = Stopwatch(calibrations=10)
    for portion in range(portions):
        with watch.piece():
            played += [_game(rules, portion * games + number) for number in range(games)]
    turns, orders, facts = (
        sum(amounts) // len(played)
        for amounts in zip(*((game.state.turn, game.orders, game.facts) for game in played), strict=True)
    )
    what = f"{len(played)} games; a game has {turns} turns, {orders} orders, {facts} facts; {_spent(rules, scale)}"
    return watch.finding("games", GAME, what, share=games)


def _spent(rules: Sunrise, scale: Scale) -> str:
    """Shares of time that games spend, by a profile of some of them: shares in whole percents."""
    profile = cProfile.Profile()
    profile.enable()
    for number in range(scale.of(40, 2)):
        _game(rules, number)
    profile.disable()
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]  # untyped in typeshed
        if file != "~":
            spent[_chapter(file)] += round(own * 1_000_000)
        else:  # what is built in counts for whoever called it
            for (caller, _, _), (_, _, part, _) in callers.items():
                spent[_chapter(caller)] += round(part * 1_000_000)
    whole = spent.total()
    return ", ".join(f"{name} {100 * part // whole} %" for name, part in spent.most_common())


def _chapter(file: str) -> str:
    path = Path(file)
    if path.parent.name == "facts":
        return "evolve"
    return next((name for name, files in CHAPTERS.items() if path.stem in files), "rules")


def _slowest(scale: Scale) -> Finding:
    """The median of each attack, counted anew every time; the slowest is judged."""
    found = {attack: Stopwatch() for attack in ATTACKS}
    for _ in range(scale.of(60, 2)):
        for attack, watch in found.items():
            odds.forget()
            with watch.piece():
                odds.forecast(attack)
    attack, slowest = max(found.items(), key=lambda pair: pair[1].times())
    everyday = ms(found[ATTACKS[0]].wall())
    what = f"{attack.dice} dice, {attack.rerolls} rerolls; an attack of every day takes {everyday}"
    return slowest.finding("odds: worst", LONGEST, what)


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
