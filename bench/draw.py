"""`draw`: the board of a battle as SVG, as PNG in a worker, and again from the cache, in multiples of the calibration.

Its figures are of the clock on the wall, for PNGs are made in processes of their own. What the loop is held meanwhile
is the longest gap between two of its turns, the median of the rounds.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from bench.measure import Finding, Scale, bar, calibration, milliseconds, percentile, ratio, times
from bot.render.png import Painter
from engine.game import Svg
from engine.gcw import ruleset
from engine.gcw.state import State
from engine.played.script import read
from engine.played.transcript import Rehearsal
from storage.packs import read as pack_of

ROOT = Path(__file__).parents[1]
SVG, PNG, HELD, CACHED = 20, 400, 50, 1
"""The most calibrations, each about a millisecond on the reference machine."""


def run(scale: Scale) -> list[Finding]:
    """The board of a golden battle, anew each time."""
    return asyncio.run(_run(scale.of(20, 2)))


def _game() -> Rehearsal[State]:
    file = ROOT / "tests" / "play" / "gcw" / "golden_swarm.play"
    transcript = read(file.read_text(encoding="utf-8"), file.stem)
    table = Rehearsal(ruleset(pack_of(ROOT / "seeds" / "gcw")), transcript.setup)
    for step in transcript.steps:
        table.do(step)
    return table


async def _run(rounds: int) -> list[Finding]:
    table, painter = _game(), Painter()
    seat = table.seats[0]
    drawn: list[int] = []
    made: list[int] = []
    again: list[int] = []
    gaps: list[int] = []
    held: list[int] = []
    units: list[int] = []
    ticking = asyncio.create_task(_gaps(gaps))
    try:
        await painter.png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
        for number in range(rounds):
            started = time.perf_counter_ns()
            calibration()
            units.append(time.perf_counter_ns() - started)
            started = time.perf_counter_ns()
            svg = table.rules.draw(table.known[seat], seat, "board", "Endor", table.now)
            drawn.append(time.perf_counter_ns() - started)
            await asyncio.sleep(0)
            gaps.clear()
            svg = Svg(f"{svg}<!-- {number} -->")
            for found in (made, again):
                started = time.perf_counter_ns()
                await painter.png(svg)
                found.append(time.perf_counter_ns() - started)
            held.append(max(gaps, default=0))
    finally:
        ticking.cancel()
        await painter.close()
    unit = percentile(units, 50)
    figures = (
        ("draw SVG", percentile(drawn, 50), SVG),
        ("draw PNG", percentile(made, 50), PNG),
        ("draw loop held", percentile(held, 50), HELD),
        ("draw cached", percentile(again, 50), CACHED),
    )
    return [
        Finding(name, times(ratio(took, unit)), f"at most {bar(most)} the calibration", ratio(took, unit) <= most,
                f"{milliseconds(took)}, calibration {milliseconds(unit)}")
        for name, took, most in figures
    ]  # fmt: skip


async def _gaps(gaps: list[int]) -> None:
    """Times that the loop was away, each time it came round, in nanoseconds."""
    before = time.perf_counter_ns()
    while True:
        await asyncio.sleep(0.001)
        now = time.perf_counter_ns()
        gaps.append(now - before - 1_000_000)
        before = now
