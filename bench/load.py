"""`load`: a game of 2,000 entities from its snapshot and 400 facts after it, as after a restart.

Against reading the same rows with bare sqlite3 and Python's own json, which knows no types and no rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from fractions import Fraction
from pathlib import Path

import msgspec

from bench.measure import Finding, Scale, bar, paired, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import DATABASE, battle, drafts, folder, service
from bot.game.desk.desk import Desk
from engine.game import REFEREE, Seat
from engine.gcw.fleets import Mustered
from engine.record import chained
from storage.records import REFEREE as REFEREES
from storage.records import Command, Commit, Fact, Snapshot

ENTITIES, FACTS = 2000, 400
MOST = Fraction(2, 5)


def run(scale: Scale) -> list[Finding]:
    """The ratio of the medians."""
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
            live = await desk.games.open(game.id)
            count, after = len(live.state.units), live.row.facts - live.snapshot_at
            if count < ENTITIES:
                raise RuntimeError(f"the game has {count} units, not {ENTITIES}")

            async def ours(_: int) -> None:
                desk.games.drop(game.id)
                await desk.games.open(game.id)

            async def baseline(_: int) -> None:
                await asyncio.to_thread(_read, place / DATABASE, game.id)

            mine, theirs = await paired(rounds, ours, baseline)
    found = ratio(percentile(mine, 50), percentile(theirs, 50))
    return [
        Finding(
            "load", times(found), f"at most {bar(MOST)}, p50", found <= MOST,
            f"{ms(percentile(mine, 50))} against {ms(percentile(theirs, 50))} of json, p99 {ms(percentile(mine, 99))};"
            f" {count} units, {after} facts after the snapshot",
        )
    ]  # fmt: skip


def _read(database: Path, game: int) -> None:
    """Read what a load reads, and parse it."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        fact, state = connection.execute(
            "SELECT fact, state FROM snapshot WHERE game = ? AND whose = ? ORDER BY command DESC LIMIT 1",
            (game, REFEREES),
        ).fetchone()
        json.loads(state)
        for (body,) in connection.execute("SELECT body FROM fact WHERE game = ? AND n > ? ORDER BY n", (game, fact)):
            json.loads(body)


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
