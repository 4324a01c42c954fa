"""The promises of storage, one by one: each of these tests failed when its promise was broken on purpose."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest

from storage import games
from storage.errors import CorruptDatabase, Unverified
from storage.files import copy, exported, transfer
from storage.files.backup import backup, reading, restore
from storage.files.copy import read_back
from storage.records import REFEREE, Command, Game, Post, Receipt, Snapshot
from storage.store import POSTS_KEPT, RECEIPTS_KEPT, Store
from tests.storage.rows import NOW, made, order

FULL = 2
"""PRAGMA synchronous: a commit is on the disk when it returns."""


async def one_game(path: Path) -> Game:
    """A database with one game, which has three facts, closed again."""
    store = await Store.open(path)
    commit = order(await made(store), facts=3)
    await store.commit(commit)
    await store.close()
    return commit.game


async def test_every_commit_is_brought_to_the_disk(store: Store) -> None:
    read = await store.database.write(lambda connection: connection.execute("PRAGMA synchronous").fetchone()[0])
    assert read == FULL


async def test_what_is_acknowledged_can_be_read_by_everybody_at_once(store: Store, path: Path) -> None:
    game = await made(store)
    await store.commit(order(game, facts=2))
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM fact").fetchone() == (2,)
    other.close()


async def test_facts_after_one_begin_with_the_next(store: Store) -> None:
    game = await made(store)
    await store.commit(order(game, facts=4))
    assert [fact.n for fact in await store.facts(game.id, 2)] == [3, 4]
    await store.keep_snapshots(game.id, [Snapshot(REFEREE, 2, 3, b"{}")])
    assert [fact.n for fact in (await store.load(game.id)).facts] == [4]


async def test_knowledge_of_several_begins_after_the_oldest_of_their_snapshots(store: Store) -> None:
    game = await made(store)
    await store.commit(order(game, facts=5))
    await store.keep_snapshots(game.id, [Snapshot("red", 2, 4, b"{}"), Snapshot("blue", 2, 2, b"{}")])
    snapshots, facts = await store.knowledge(game.id, ("red", "blue"))
    assert {whose: found.fact for whose, found in snapshots.items() if found} == {"red": 4, "blue": 2}
    assert [fact.n for fact in facts] == [3, 4, 5]
    snapshots, facts = await store.knowledge(game.id, ("red", "green"))
    assert snapshots["green"] is None and [fact.n for fact in facts] == [1, 2, 3, 4, 5]


async def test_answers_and_posts_are_tidied_away_after_their_time_and_not_before(store: Store) -> None:
    game = await made(store, interaction="i1")
    daily = Post(game.guild, game.id, "channel:1", "Good morning", "n1", 1, NOW, once="daily:1")
    await store.post([daily])
    taken = await store.take(NOW, 10)
    assert [post.body for post in taken] == ["Good morning"]
    await store.posted(taken[0].id, NOW, 900)
    await store.tidy(NOW + RECEIPTS_KEPT)
    assert await store.answered("i1") is not None
    await store.tidy(NOW + RECEIPTS_KEPT + 1)
    assert await store.answered("i1") is None
    await store.tidy(NOW + POSTS_KEPT)
    assert await store.post([daily]) == 0
    await store.tidy(NOW + POSTS_KEPT + 1)
    assert await store.post([daily]) == 1


async def test_waiting_posts_are_never_tidied_away(store: Store) -> None:
    game = await made(store)
    await store.commit(order(game))
    await store.tidy(NOW + 10 * POSTS_KEPT)
    assert await store.outbox_counts(game.id) == (1, 0, 0)


async def test_of_each_place_one_post_is_taken_and_as_many_as_are_asked_for(store: Store) -> None:
    await store.post([Post(7, None, f"channel:{n // 2}", f"{n}", f"n{n}", 1, NOW) for n in range(6)])
    assert [one.body for one in await store.take(NOW, 2)] == ["0", "2"]
    assert [one.body for one in await store.take(NOW, 9, ["channel:0"])] == ["2", "4"]


async def test_a_post_that_was_put_back_was_not_made(store: Store) -> None:
    game = await made(store)
    await store.commit(order(game))
    [taken] = await store.take(NOW, 10)
    await store.release([taken.id])
    [again] = await store.take(NOW + 1, 10)
    assert (again.claimed_at, again.attempts) == (None, 1)


async def test_a_copy_that_differs_is_thrown_away(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.commit(order(await made(store)))
    target = path.with_name("copy.db")

    def loses_a_fact(partial: Path) -> copy.Contents:
        found = whole(partial)
        return msgspec.structs.replace(found, rows={**found.rows, "fact": 0})

    whole = copy.read_back
    monkeypatch.setattr(copy, "read_back", loses_a_fact)
    with pytest.raises(Unverified, match="does not read back"):
        backup(path, target)
    assert not target.exists()


def test_a_restored_database_is_not_overlaid_with_the_log_of_the_one_before(path: Path) -> None:
    asyncio.run(one_game(path))
    copied = path.with_name("copy.db")
    backup(path, copied)
    path.unlink()
    for leftover in ("-wal", "-shm"):
        path.with_name(f"{path.name}{leftover}").write_bytes(b"of the database that was here before")
    restore(copied, path)
    assert list(path.parent.glob("games.db-*")) == []
    assert read_back(path).rows["game"] == 1


def test_a_database_of_another_program_is_not_read(path: Path) -> None:
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE song (name TEXT)")
    foreign.close()
    with pytest.raises(CorruptDatabase), reading(path):
        pass


def test_a_game_is_exported_as_it_is_at_one_instant(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go_on(game: Game) -> None:
        store = await Store.open(path)
        await store.commit(order(game, words="meanwhile"))
        await store.close()

    game = asyncio.run(one_game(path))
    whole = games.commands

    def read_late(connection: sqlite3.Connection, number: int) -> tuple[Command, ...]:
        asyncio.run(go_on(game))
        return whole(connection, number)

    monkeypatch.setattr(exported, "commands", read_late)
    file = path.with_name("game.jsonl")
    transfer.export_game(path, game.id, file)
    lines = file.read_text().splitlines()
    assert [next(iter(json.loads(line))) for line in lines[1:]] == ["command", "command", "fact", "fact", "fact", "end"]


async def test_a_receipt_is_of_one_interaction(store: Store) -> None:
    game = await made(store, interaction="i1")
    commit = order(game)
    await store.commit(msgspec.structs.replace(commit, receipt=Receipt("i2", b"second")))
    first, second = await store.answered("i1"), await store.answered("i2")
    assert first is not None and first != second


async def test_what_was_seen_of_a_game_that_went_on_meanwhile_is_not_kept(store: Store) -> None:
    game = await made(store)
    looked = msgspec.structs.replace((await store.around(game, (), 0)).before, sequence=game.sequence)
    post = Post(game.guild, game.id, "user:11", "You owe an order", "n1", 1, NOW)
    await store.commit(order(game))
    assert await store.watch(game.id, looked, [post], [0]) is False
    assert await store.outbox_counts(game.id) == (1, 0, 0)
    assert (await store.around(game, (), 0)).before.sequence == -1
    assert await store.watch(game.id, msgspec.structs.replace(looked, sequence=2), [post], [0]) is True
    assert await store.outbox_counts(game.id) == (2, 0, 0)
    assert (await store.around(game, (), 0)).before.sequence == 2
