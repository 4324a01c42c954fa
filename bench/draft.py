"""`draft`: what the last line of a turn of 30 volleys costs to draft, beside the first."""

from __future__ import annotations

import asyncio
from fractions import Fraction

from bench.battle import VOLLEYS, give, lined_up, volleys
from bench.measure import Finding, Scale, Stopwatch, bar, times
from bench.measure import milliseconds as ms
from bench.stage import folder, service

MOST = Fraction(3, 2)


def run(scale: Scale) -> list[Finding]:
    """The ratio of the medians: the cost of a line should not grow with the lines that stand before it."""
    return asyncio.run(_run(scale.of(15, 2)))


async def _run(rounds: int) -> list[Finding]:
    first, last = Stopwatch(), Stopwatch()
    with folder() as place:
        async with service(place) as made:
            desk = made.desk
            game = await lined_up(desk)
            for turn in range(rounds):
                lines = await volleys(desk, game, turn)  # other targets each time: nothing is remembered of the last
                with first.piece():
                    await give(desk, game, lines[0])
                for line in lines[1:-1]:
                    await give(desk, game, line)
                with last.piece():
                    await give(desk, game, lines[-1])
                await give(desk, game, "clear")
    found = last.times() / first.times()
    return [
        Finding(
            "draft", times(found), f"line {VOLLEYS} at most {bar(MOST)} line 1", found <= MOST,
            f"{ms(last.wall())} against {ms(first.wall())}",
        )
    ]  # fmt: skip
