"""`order`: an order of GCW through the desk, committed, against inserting the same bytes with bare aiosqlite."""

from __future__ import annotations

import asyncio

import aiosqlite
import msgspec

from bench.measure import Finding, Scale, paired, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import battle, drafts, folder, service
from bot.game.desk.desk import Desk
from engine.game import Seat

MOST = 3
SCHEMA = (
    "CREATE TABLE command (game INTEGER, n INTEGER, kind TEXT, at INTEGER, wall INTEGER, user INTEGER, seat TEXT,"
    " body TEXT, refusal TEXT, undone_by INTEGER, posts BLOB, PRIMARY KEY (game, n)) WITHOUT ROWID",
    "CREATE TABLE fact (game INTEGER, n INTEGER, command INTEGER, at INTEGER, audience TEXT, body BLOB, chain TEXT,"
    " PRIMARY KEY (game, n)) WITHOUT ROWID",
)


def run(scale: Scale) -> list[Finding]:
    """Ratio of the medians."""
    return asyncio.run(_run(scale.of(1000, 30)))


async def _run(rounds: int) -> list[Finding]:
    with folder() as place:
        async with service(place) as made, aiosqlite.connect(place / "bare.db", isolation_level=None) as bare:
            for pragma in ("journal_mode=WAL", "synchronous=FULL"):
                await bare.execute(f"PRAGMA {pragma}")
            for statement in SCHEMA:
                await bare.execute(statement)
            return await _compare(made.desk, bare, rounds)


async def _compare(desk: Desk, bare: aiosqlite.Connection, rounds: int) -> list[Finding]:
    game = await battle(desk, "Orders", {"red": 11, "blue": 12})
    orders = await drafts(desk, game, "red")
    first = game.sequence

    async def ours(number: int) -> None:
        await desk.orders.submit(game.id, Seat("red"), orders[number % 2], user=11, interaction=f"bench {number}")

    for number in range(-20, 0):
        await ours(number)
    warm = (await desk.store.game(game.id)).sequence
    # The rows that one of our orders writes: its command and its facts, to be written again as they are.
    commands = (await desk.store.commands(game.id))[first:warm]
    facts = await desk.store.facts(game.id)
    rows = {command.n: [fact for fact in facts if fact.command == command.n] for command in commands}

    async def baseline(number: int) -> None:
        like = commands[number % 2]
        await bare.execute("BEGIN")
        await bare.execute(
            "INSERT INTO command VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (1, number, *msgspec.structs.astuple(like)[1:]),
        )
        await bare.executemany(
            "INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (1, number * 100 + place, number, *msgspec.structs.astuple(fact)[2:])
                for place, fact in enumerate(rows[like.n])
            ],
        )
        await bare.execute("COMMIT")

    mine, theirs = await paired(rounds, ours, baseline)
    found = ratio(percentile(mine, 50), percentile(theirs, 50))
    return [
        Finding(
            "order", times(found), f"at most {MOST}x, p50", found <= MOST,
            f"{ms(percentile(mine, 50))} against {ms(percentile(theirs, 50))}, p99 {ms(percentile(mine, 99))}",
        )
    ]  # fmt: skip
