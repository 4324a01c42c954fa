"""`load`: a game of 2,000 entities from its snapshot and 200 facts after it, as after a restart."""

from __future__ import annotations

import asyncio
import time

import msgspec

from bench.measure import Finding, Scale, percentile
from bench.measure import milliseconds as ms
from bench.stage import battle, drafts, folder, service
from bot.game.desk.desk import Desk
from engine.game import REFEREE, Seat
from engine.gcw.facts import Mustered
from engine.record import chained
from storage.records import REFEREE as REFEREES
from storage.records import Command, Commit, Fact, Snapshot

ENTITIES, FACTS = 2000, 200
BAR = 10_000_000
"""Nanoseconds."""


def run(scale: Scale) -> list[Finding]:
    """The median time of a load."""
    return asyncio.run(_run(scale.of(200, 10)))


async def _run(rounds: int) -> list[Finding]:
    with folder() as place:
        async with service(place) as made:
            desk = made.desk
            game = await battle(desk, "Large", {"red": 11, "blue": 12})
            await _enlarge(desk, game.id)
            orders = await drafts(desk, game, "red")
            before = (await desk.store.game(game.id)).facts
            number = 0
            while (await desk.store.game(game.id)).facts < before + FACTS - 1:
                number += 1
                await desk.orders.submit(game.id, Seat("red"), orders[number % 2], user=11)
            samples = []
            live = await desk.games.open(game.id)
            for _ in range(rounds):
                desk.games.drop(game.id)
                started = time.perf_counter_ns()
                live = await desk.games.open(game.id)
                samples.append(time.perf_counter_ns() - started)
            count = len(live.state.units)
            after = live.row.facts - live.snapshot_at
    figure = percentile(samples, 50)
    return [
        Finding(
            "load", ms(figure), "at most 10 ms, p50", figure <= BAR and count >= ENTITIES,
            f"{count} units, {after} facts after the snapshot, p99 {ms(percentile(samples, 99))}",
        )
    ]  # fmt: skip


async def _enlarge(desk: Desk, game: int) -> None:
    """Give the game 2,000 units by one fact, and a snapshot that holds them."""
    live = await desk.games.open(game)
    pattern = next(unit for unit in live.state.units.values() if unit.on_grid)
    wanted = ENTITIES - len(live.state.units)
    units = tuple(
        msgspec.structs.replace(pattern, id=f"u-bulk-{number}", name=f"Bulk {number}", group=f"u-bulk-{number}")
        for number in range(wanted)
    )
    fact = Mustered(units)
    row = live.row
    body = live.codec.fact_bytes(fact)
    stored = Fact(
        row.facts + 1, row.sequence + 1, row.floor, "", body, chained(row.chain, live.now(row.floor), REFEREE, body)
    )
    after = msgspec.structs.replace(row, sequence=row.sequence + 1, facts=stored.n, chain=stored.chain)
    snapshot = Snapshot(REFEREES, after.sequence, stored.n, live.codec.state_bytes(fact.evolve(live.state)))
    await desk.store.commit(
        Commit(
            row.sequence, after, (Command(after.sequence, "order", row.floor, row.floor),), (stored,),
            snapshots=(snapshot,),
        )
    )  # fmt: skip
    desk.games.drop(game)
