"""Killed at any moment, the store has everything it said it had, once, and nothing by halves."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

import pytest

from engine.clock import Instant
from engine.game import Audience
from engine.record import chained
from storage.errors import Repeated
from storage.records import Game
from storage.store import Store
from tests.storage.rows import made, order, words_of

KILLS = 12

WRITER = """
import asyncio, sys
from pathlib import Path
from storage.store import Store
from tests.storage.rows import order

async def write(store, game, start):
    for number in range(start, 100_000):
        commit = order(game, f"{game.id}/{number}", words=f"{number} " + "x" * (number % 50) * 20, facts=number % 4)
        await store.commit(commit)
        game = commit.game
        print(game.id, number, flush=True)

async def main():
    store = await Store.open(Path(sys.argv[1]))
    games = await store.games()
    await asyncio.gather(*(write(store, game, game.sequence) for game in games))

asyncio.run(main())
"""


async def killed_writer(path: Path, after: float) -> dict[int, list[int]]:
    """Orders that a writer of several games was told are written before it was killed: numbers of orders by game."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert writer.stdout is not None
    told: dict[int, list[int]] = {}
    first = await writer.stdout.readline()
    await asyncio.sleep(after)
    writer.kill()
    for line in (first + await writer.stdout.read()).splitlines(keepends=True):
        if line.endswith(b"\n"):
            game, number = map(int, line.split())
            told.setdefault(game, []).append(number)
    await writer.wait()
    return told


def check(game: Game, log: list[str], audiences: list[tuple[int, str, bytes, str]]) -> None:
    """The record of a game is whole: numbered without a gap, chained to its end."""
    assert log[0] == "create"
    chain = ""
    for at, audience, body, link in audiences:
        chain = chained(chain, Instant(at), Audience.parse(audience), body)
        assert chain == link
    assert (game.sequence, game.facts, game.chain) == (len(log), len(audiences), chain)


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(path: Path) -> None:
    store = await Store.open(path)
    for _ in range(3):
        await made(store)
    await store.close()
    chance = random.Random(7)
    for _ in range(KILLS):
        told = await killed_writer(path, chance.uniform(0.0, 0.08))
        store = await Store.open(path)
        for game in await store.games():
            commands = await store.commands(game.id)
            facts = await store.facts(game.id)
            check(
                game,
                [command.kind for command in commands],
                [(fact.at, fact.audience, fact.body, fact.chain) for fact in facts],
            )
            numbers = [int(words_of(command).split()[0]) for command in commands[1:]]
            assert numbers == list(range(1, len(numbers) + 1))
            assert set(told.get(game.id, ())) <= set(numbers)
            waiting, _, _ = await store.outbox_counts(game.id)
            assert waiting == len(numbers)
            for number in told.get(game.id, ())[-2:]:
                try:
                    await store.commit(order(game, f"{game.id}/{number}"))
                except Repeated:
                    continue
                raise AssertionError(f"order {number} of game {game.id} could be given twice")
        await store.close()
