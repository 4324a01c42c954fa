"""`battle`: a turn of 30 volleys in a battle of 60 units: how long it takes to rule on, to commit, and in all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from functools import partial

import aiosqlite
import msgspec

from bench.measure import Finding, Scale, Stopwatch, paired, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import CHANNEL, GUILD, PACKS, folder, service
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.loaded_game import LoadedGame
from bot.game.rulebook_list import all_rulebooks
from bot.game.rulebooks import Rules
from bot.game.step import Step
from bot.offline.parallel_games import random_games
from bot.posts.news import nonce
from engine.game import MODERATOR, Outcome, Seat, obey
from engine.gcw.checks.knowledge import as_known
from engine.gcw.state import State
from engine.text.lines import parse
from storage.games import create
from storage.records import REFEREE, Command, Commit, Game, Post, Snapshot

RED, BLUE = Seat("red"), Seat("blue")
USERS = {RED: 11, BLUE: 12}
EACH, VOLLEYS = 30, 30
FIRING = 20
"""Ships that fire, ten of them at two targets each: more would need more command points than a battle has."""

RULED, ANSWERED, RANDOM = 11, 26, 1000
"""Times the calibration: for the ruling, for the whole answer, for a random battle with every check."""

MOST = 3
"""Times the bare insert, for the commit."""

TABLES = ("command", "fact", "snapshot", "outbox")
"""What the step of a turn writes: its command, what was said, the state whole, and the posts."""


def run(scale: Scale) -> list[Finding]:
    """The ruling, the commit beside a bare insert, the whole answer, and what a random battle takes."""
    return [*asyncio.run(_run(scale.of(100, 6))), _random(scale.of(120, 6))]


def _rules(name: str) -> Rules:
    return all_rulebooks(PACKS).current(name)


def _random(games: int) -> Finding:
    """Whole random battles with every check, on all processors; what it takes to start those counts."""
    watch = Stopwatch(calibrations=50)
    with watch.piece():
        played = list(random_games(_rules, "gcw", games, seed=1))
    failed = sum(game.failure is not None for game in played)
    if failed:
        raise RuntimeError(f"{failed} of {games} random battles failed")
    return watch.finding("battle random", RANDOM, f"{games} battles", share=games)


async def _run(rounds: int) -> list[Finding]:
    with folder() as place:
        async with service(place) as made, aiosqlite.connect(place / "bare.db", isolation_level=None) as bare:
            desk = made.desk
            game = await _posted(desk)
            whole, parts = await _copied(desk, game, rounds), await _copied(desk, game, rounds)
            live = await desk.games.open(game)
            ruled, outcome = _ruled(live, rounds)
            answered = Stopwatch()
            for copy in whole:
                with answered.piece():
                    await give(desk, copy, "final")
            rows = await desk.store.database.read(partial(written, game=whole[0], n=live.row.sequence + 1))
            posts = await desk.store.database.read(partial(_posts, game=whole[0]))
            await bare_tables(bare, rows)

            async def ours(number: int) -> None:
                """As the desk does it, once it has ruled and found its words."""
                copy = await desk.games.open(parts[number])
                step = Step(copy, desk.clock.now())
                step.ran("order", outcome, user=USERS[RED], seat=RED, body=live.codec.order_text(order))
                step.posts += [msgspec.structs.replace(post, game=copy.row.id, nonce=nonce()) for post in posts]
                step.settle()
                await desk.store.commit(step.commit(None))

            async def baseline(number: int) -> None:
                await bare.execute("BEGIN")
                for table, lines in rows.items():
                    marks = ", ".join("?" * (len(lines[0]) + 1))
                    await bare.executemany(f"INSERT INTO {table} VALUES ({marks})", [(number, *line) for line in lines])
                await bare.execute("COMMIT")

            order = parse("final", live.rules.orders)
            mine, theirs = await paired(rounds, ours, baseline)
    what = f"{VOLLEYS} volleys, {2 * EACH} units, {len(outcome.said)} facts, {len(posts)} posts"
    commit, base = percentile(mine, 50), percentile(theirs, 50)
    found = ratio(commit, base)
    return [
        ruled.finding("battle ruled", RULED, what),
        Finding(
            "battle committed", times(found), f"at most {MOST}x, p50", found <= MOST, f"{ms(commit)} against {ms(base)}"
        ),
        answered.finding("battle answered", ANSWERED, "ruled, told to everybody, committed"),
    ]


async def give(desk: Desk, game: int, line: str, seat: Seat = RED) -> None:
    """Give an order as a line. Raises RuntimeError where it is refused."""
    row = await desk.store.game(game)
    user = USERS.get(seat, 1)
    reply = await desk.orders.submit(game, seat, parse(line, desk.rulebooks.of(row).orders), user=user)
    if reply.refusal is not None:
        raise RuntimeError(f"{line}: {reply.text}")


async def lined_up(desk: Desk) -> int:
    """A game in which red and blue have 30 ships each in range of each other, and red's draft is empty."""
    game = (await desk.lobby.create(NewGame("gcw", "Volleys"), guild=GUILD, user=1, channel=CHANNEL)).id
    for seat, user in USERS.items():
        await desk.lobby.join(game, user, seat)
    await desk.lobby.start(game, 1)
    for seat, faction in ((RED, "RA"), (BLUE, "NR")):
        for line in (f"join {faction} as Captain {seat}", "muster CORV", "confirm"):
            await give(desk, game, line, seat)
    for number in range(1, EACH + 1):
        for seat in USERS:
            await give(desk, game, f"spawn CORV named {seat} {number} at Corellia B-1 for {seat}", MODERATOR)
    return game


async def volleys(desk: Desk, game: int, first: int = 0) -> list[str]:
    """Lines of 30 volleys by red's ships, each at another target, from the target of that place on."""
    known: State = await desk.views.known(game, RED)
    targets = [contact.alias for contact in known.contacts_of(RED).values() if contact.owner == BLUE]
    return [
        f"fire 3 TLB of red {number % FIRING + 1} at {targets[(first + number) % len(targets)]}"
        for number in range(VOLLEYS)
    ]


async def _posted(desk: Desk) -> int:
    """A game in which red has posted a turn of 30 volleys, not final yet."""
    game = await lined_up(desk)
    for line in await volleys(desk, game):
        await give(desk, game, line)
    await give(desk, game, "submit The line opens fire.")
    return game


async def _copied(desk: Desk, game: int, count: int) -> list[int]:
    """Games that stand as that one does, at hand and known to all who will hear of the turn."""
    live = await desk.games.open(game)
    hearers = ("", RED, BLUE)
    known = await desk.games.knowledge(live, hearers)
    n, fact = live.row.sequence, 0
    holders = {REFEREE: live.state, **known}
    snapshots = tuple(Snapshot(whose, n, fact, live.codec.state_bytes(state)) for whose, state in holders.items())
    files = desk.rulebooks.edition("gcw").files
    commit = Commit(0, live.row, snapshots=snapshots, seats=tuple(await desk.store.seats(game)))

    def store(connection: sqlite3.Connection) -> list[int]:
        return [_copy(connection, live.row, files, commit, number) for number in range(count)]

    ids = await desk.store.database.write(store)
    for id in ids:
        await desk.games.knowledge(await desk.games.open(id), hearers)
    return ids


def _copy(connection: sqlite3.Connection, like: Game, files: Mapping[str, str], commit: Commit, number: int) -> int:
    """Store one copy; returns its id."""
    row = msgspec.structs.replace(like, id=0, number=0, name=f"Volleys {number}", facts=0, chain="")
    opened = Command(row.sequence, "create", row.created_at, row.created_at)
    whole = msgspec.structs.replace(commit, game=row, commands=(opened,))
    return create(connection, row, number.to_bytes(32, "big"), files, whole, CHANNEL).id


def _ruled(live: LoadedGame, rounds: int) -> tuple[Stopwatch, Outcome[State]]:
    """The time of making the turn final, always on the same state, and what comes of it."""
    order = parse("final", live.rules.orders)
    now = live.now(live.row.floor)
    known = {seat: as_known(live.state, seat) for seat in live.state.players}
    watch = Stopwatch()
    outcome: Outcome[State] = Outcome(live.state, ())
    for _ in range(rounds):
        with watch.piece():
            outcome = obey(live.rules, live.state, RED, order, now, live.dice, known.__getitem__)
        if outcome.refusal is not None:
            raise RuntimeError(str(outcome.refusal))
    return watch, outcome


def _posts(connection: sqlite3.Connection, game: int) -> list[Post]:
    """The posts that the step made."""
    names = ", ".join(Post.__struct_fields__)
    return [Post(*row) for row in connection.execute(f"SELECT {names} FROM outbox WHERE game = ? ORDER BY id", (game,))]


def written(connection: sqlite3.Connection, game: int, n: int) -> dict[str, list[tuple[object, ...]]]:
    """The rows that the step wrote, by table, without the game's id."""
    found: dict[str, list[tuple[object, ...]]] = {}
    for table in TABLES:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        kept = ", ".join(name for name in names if name not in ("game", "id", "nonce", "once"))
        of = {"command": "n", "fact": "command", "snapshot": "command"}.get(table)
        where = f"game = ? AND {of} = {n}" if of else "game = ?"
        rows = connection.execute(f"SELECT {kept} FROM {table} WHERE {where}", (game,)).fetchall()
        if rows:
            found[table] = rows
    return found


async def bare_tables(bare: aiosqlite.Connection, rows: dict[str, list[tuple[object, ...]]]) -> None:
    """Plain tables for rows of these widths, at the same durability."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        await bare.execute(f"PRAGMA {pragma}")
    for table, lines in rows.items():
        columns = ", ".join(f"c{number}" for number in range(len(lines[0]) + 1))
        await bare.execute(f"CREATE TABLE {table} ({columns})")
