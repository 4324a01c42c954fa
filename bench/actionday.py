"""`actionday`: one Action Day for 10,000 games of 20 players, while somebody else goes on giving orders."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial

import msgspec
import psutil

from bench.measure import Finding, Scale, Stopwatch, bar, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import START, Standing, battle, drafts, folder, service, skip_to_action_day
from bot.game.desk.desk import Desk
from bot.game.ticker import Ticker
from bot.posts.news import PUBLIC
from engine.game import Seat
from engine.gcw.checks.knowledge import as_known
from engine.gcw.state import Player, PlayerStatus, State
from storage.games import create
from storage.records import REFEREE, Command, Commit, Game, Seated, Snapshot

GAMES, SEATS, ENTITIES = 10_000, 20, 100

SWEPT = 8
"""Times the calibration, for each game."""

GROWN = Fraction(1, 4)
"""Memory that the sweep takes, of what the process had before."""

WAITED = 45
"""Games of the sweep that go before somebody else's order, in 99 cases of 100."""


class Measured(msgspec.Struct):
    """Findings of the measuring process, in nanoseconds and bytes.

    `swept` is the sweep in thousandths of the calibration and `unit` the calibration; `p99` is what others waited.
    """

    wall: int
    swept: int
    unit: int
    before: int
    grown: int
    p99: int
    games: int
    paid: int
    orders: int


def run(scale: Scale) -> list[Finding]:
    """Time, memory, and what others felt; measured in a process of its own, whose memory is nobody else's."""
    games = scale.of(GAMES, 60)
    out = subprocess.run(
        [sys.executable, "-m", "bench.actionday", str(games)], stdout=subprocess.PIPE, check=True, timeout=1500
    ).stdout
    found = msgspec.json.decode(out.splitlines()[-1], type=Measured)
    if found.paid != games * SEATS or found.games != games:
        raise RuntimeError(f"{found.games} games were swept and {found.paid} paid, of {games}")
    swept, waited = Fraction(found.swept, 1000 * games), Fraction(found.p99 * games, found.wall)
    grown = ratio(found.grown, found.before)
    return [
        Finding(
            "actionday", times(swept), f"at most {bar(SWEPT)} the calibration a game", swept <= SWEPT,
            f"{found.wall / 1e9:.1f} s, calibration {ms(found.unit)}; {games} games, {found.paid} payments",
        ),
        Finding(
            "actionday memory", times(grown), f"at most {bar(GROWN)} what the process had before", grown <= GROWN,
            f"{found.grown / 2**20:.1f} MiB over {found.before / 2**20:.1f} MiB",
        ),
        Finding(
            "actionday others", f"{float(waited):.1f} games", f"at most {WAITED} swept before it, p99",
            waited <= WAITED, f"{ms(found.p99)}; {found.orders} orders meanwhile",
        ),
    ]  # fmt: skip


async def _measure(games: int) -> Measured:
    with folder() as place:
        clock = Standing()
        async with service(place, clock) as made:
            desk = made.desk
            own = await battle(desk, "Meanwhile", {"red": 11, "blue": 12})
            orders = await drafts(desk, own, "red")
            await _fill(desk, own, games)
            skip_to_action_day(clock)
            process = psutil.Process()
            before = process.memory_info().rss
            resident: list[int] = []
            done = asyncio.Event()
            felt: list[int] = []

            async def others() -> None:
                number = 0
                while not done.is_set():
                    number += 1
                    started = time.perf_counter_ns()
                    await desk.orders.submit(own.id, Seat("red"), orders[number % 2], user=11)
                    felt.append(time.perf_counter_ns() - started)
                    resident.append(process.memory_info().rss)
                    await asyncio.sleep(0.01)

            meanwhile = asyncio.create_task(others())
            watch = Stopwatch(calibrations=50)
            with watch.piece():
                await Ticker(desk, clock).sweep()
            done.set()
            await meanwhile
            paid, ticked = await desk.store.database.read(
                lambda connection: connection.execute(
                    "SELECT (SELECT count(*) FROM fact WHERE instr(body, CAST('Booked' AS BLOB)) AND game <> ?),"
                    " (SELECT count(DISTINCT game) FROM command WHERE kind = 'tick' AND game <> ?)",
                    (own.id, own.id),
                ).fetchone()
            )
    return Measured(
        wall=watch.wall(), swept=int(1000 * watch.times()), unit=watch.pieces[0].unit, before=before,
        grown=max(resident) - before, p99=percentile(felt, 99), games=int(ticked), paid=int(paid), orders=len(felt),
    )  # fmt: skip


async def _fill(desk: Desk, like: Game, games: int) -> None:
    """Store that many games of 20 players with 100 units, each as after its setup: by rows, for it is not measured."""
    live = await desk.games.open(like.id)
    edition = desk.rulebooks.edition("gcw")
    state: State = live.state
    pattern = next(unit for unit in state.units.values() if unit.on_grid)
    seats = [Seat(f"seat-{number}") for number in range(SEATS)]
    units = {
        f"u-{number}": msgspec.structs.replace(
            pattern, id=f"u-{number}", group=f"u-{number}", name=f"Ship {number}", owner=seats[number % SEATS]
        )
        for number in range(ENTITIES)
    }
    players = {
        seat: Player(
            seat=seat, faction="GE", home="Coruscant", holder=False, joined_at=live.now(START),
            status=PlayerStatus.ACTIVE, confirmed_at=live.now(START),
        )
        for seat in seats
    }  # fmt: skip
    full = State(name="Filled", opened_at=live.now(START), paid_upto=live.now(START), players=players, units=units)
    body = live.codec.state_bytes(full)
    due = edition.rules.due(full)

    opened = Command(1, "create", START, START)
    known = {PUBLIC: State(name="Filled", opened_at=full.opened_at, paid_upto=full.paid_upto)}
    known |= {seat: as_known(full, seat) for seat in seats}
    snapshots = [Snapshot(REFEREE, 1, 0, body)]
    snapshots += [Snapshot(whose, 1, 0, live.codec.state_bytes(state)) for whose, state in known.items()]
    seated = tuple(Seated(seat, 100 + number) for number, seat in enumerate(seats))

    def store(connection: sqlite3.Connection, first: int, last: int) -> None:
        for number in range(first, last):
            game = msgspec.structs.replace(
                like, id=0, number=0, name=f"Filled {number}", sequence=1, facts=0, chain="", due_at=due
            )
            commit = Commit(before=0, game=game, commands=(opened,), snapshots=tuple(snapshots), seats=seated)
            create(connection, game, number.to_bytes(32, "big"), edition.files, commit, 2)

    for first in range(0, games, 500):
        await desk.store.database.write(partial(store, first=first, last=min(first + 500, games)))


if __name__ == "__main__":
    print(msgspec.json.encode(asyncio.run(_measure(int(sys.argv[1])))).decode())
