"""The file itself: migrations, versions, locks, damage, copies and exported games."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from pathlib import Path

import pytest

from storage.backup import backup, restore
from storage.copy import read_back
from storage.database import connect
from storage.errors import CorruptDatabase, Locked, NewerDatabase, NoSuchGame, StorageTrouble, Unreachable, Unverified
from storage.games import seats_of
from storage.migrations import migrate, steps, version_of
from storage.records import Seated
from storage.store import Store
from storage.transfer import export_game, import_game
from tests.storage.rows import made, order

FIRST = steps()[0]


async def written(path: Path) -> int:
    """A database with one game of two orders; its id."""
    store = await Store.open(path)
    game = await made(store)
    first = order(game, words="one")
    await store.commit(first)
    await store.commit(order(first.game, words="two", facts=2))
    await store.close()
    return game.id


def damage(path: Path, start: int) -> None:
    """Overwrite a file from a byte on."""
    data = path.read_bytes()
    path.write_bytes(data[:start] + b"\xff" * (len(data) - start))


def changed(file: Path, old: str, new: str) -> None:
    """Change a text in a file that has it."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_migrations_run_once_and_in_order(path: Path) -> None:
    connection = connect(path)
    more = [*steps(), (len(steps()) + 1, "CREATE TABLE extra (x)")]
    assert migrate(connection, path) == steps()[-1][0]
    assert migrate(connection, path) == steps()[-1][0]
    assert not list(path.parent.glob("*.before-*"))
    connection.execute("INSERT INTO memo VALUES ('a', 'b')")
    assert migrate(connection, path, more) == more[-1][0]
    copy = path.with_name(f"games.db.before-{more[-1][0]}")
    assert read_back(copy).rows["memo"] == 1  # as it was before
    connection.close()


def test_seats_of_an_old_database_are_nobody_s_but_their_players(path: Path) -> None:
    connection = connect(path)
    migrate(connection, path, steps()[:1])
    connection.execute(
        "INSERT INTO game (id, guild, number, name, rulebook, version, digest, options, status, creator, created_at)"
        " VALUES (1, 7, 1, 'Old', 'gcw', 1, 'd', '{}', 'running', 1, 0)"
    )
    connection.execute("INSERT INTO seat VALUES (1, 'blue', NULL), (1, 'red', 11)")
    migrate(connection, path)
    assert seats_of(connection, 1) == (Seated("blue", None), Seated("red", 11))
    connection.close()


def test_a_migration_that_fails_leaves_nothing_behind(path: Path) -> None:
    connection = connect(path)
    bad = [FIRST, (2, "CREATE TABLE good (x); INSERT INTO good VALUES (1); CREATE TABLE bad (;")]
    with pytest.raises(sqlite3.Error):
        migrate(connection, path, bad)
    assert version_of(connection) == 1
    assert not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'good'").fetchone()
    assert not connection.in_transaction
    connection.close()


async def test_a_newer_database_is_refused_and_untouched(path: Path) -> None:
    await written(path)
    connection = connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(NewerDatabase, match="version 999"):
        await Store.open(path)
    with pytest.raises(NewerDatabase):
        backup(path, path.with_name("copy.db"))
    connection = connect(path)
    assert version_of(connection) == 999
    connection.close()


@pytest.fixture
def text_file(path: Path) -> Path:
    path.write_text("just some text, long enough to be looked at" * 100)
    return path


async def test_what_is_no_database_is_refused(text_file: Path) -> None:
    with pytest.raises(CorruptDatabase, match="not a database"):
        await Store.open(text_file)


async def test_a_file_that_cannot_be_opened_leaves_no_thread_behind(text_file: Path) -> None:
    before = set(threading.enumerate())
    for _ in range(20):
        with pytest.raises(CorruptDatabase):
            await Store.open(text_file)
        left = {thread.name for thread in set(threading.enumerate()) - before}
        assert not [name for name in left if "connection_worker" in name]


async def test_a_database_of_some_other_program_is_refused(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.close()
    with pytest.raises(CorruptDatabase, match="some other program"):
        await Store.open(path)


async def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="cannot be opened"):
        await Store.open(tmp_path / "nowhere" / "games.db")


HOLDER = """
import asyncio, sys
from pathlib import Path
from storage.store import Store

async def main():
    store = await Store.open(Path(sys.argv[1]))
    print("held", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_one_process_at_a_time_unless_the_first_is_dead(path: Path) -> None:
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert other.stdout is not None and await other.stdout.readline() == b"held\n"
    with pytest.raises(Locked, match=r"Another Umpire is running on games\.db"):
        await Store.open(path)
    with pytest.raises(Locked):
        restore(path, path)
    other.kill()
    await other.wait()
    store = await Store.open(path)
    await store.close()


async def test_a_lock_of_another_program_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.database.PATIENCE", 0.05)
    store = await Store.open(path)
    game = await made(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Locked, match="in use by another process"):
        await store.commit(order(game))
    other.execute("ROLLBACK")
    other.close()
    await store.commit(order(game))
    await store.close()


async def test_a_copy_of_a_database_in_use_reads_back_the_same(path: Path) -> None:
    await written(path)
    store = await Store.open(path)
    await made(store, 8)
    copied = backup(path, path.with_name("copy.db"))
    assert (copied.rows["game"], copied.rows["fact"]) == (2, 3)
    assert read_back(path.with_name("copy.db")) == copied
    await store.close()


async def test_a_restored_copy_takes_the_place_of_what_was_there(path: Path) -> None:
    game = await written(path)
    copy = path.with_name("copy.db")
    backup(path, copy)
    store = await Store.open(path)
    await store.commit(order(await store.game(game), words="after the copy"))
    with pytest.raises(Locked):
        restore(copy, path)
    await store.close()
    restore(copy, path)
    store = await Store.open(path)
    assert len(await store.facts(game)) == 3
    await store.close()
    assert read_back(path.with_name("games.db.before-restore")).rows["fact"] == 4


async def test_a_damaged_copy_is_not_restored(path: Path) -> None:
    await written(path)
    copy = path.with_name("copy.db")
    backup(path, copy)
    damage(copy, 2 * 4096)
    before = read_back(path)
    with pytest.raises(CorruptDatabase):
        restore(copy, path)
    assert read_back(path) == before
    with pytest.raises(CorruptDatabase, match=r"no database file nothing\.db"):
        restore(path.with_name("nothing.db"), path)


async def test_a_damaged_page_is_told_when_it_is_met(path: Path) -> None:
    game = await written(path)
    damage(path, 4096)
    with pytest.raises(CorruptDatabase, match="damaged"):
        store = await Store.open(path)
        try:
            await store.load(game)
        finally:
            await store.close()


async def test_a_game_is_exported_and_imported(path: Path) -> None:
    game = await written(path)
    file = path.with_name("game.jsonl")
    store = await Store.open(path)
    exported = export_game(path, game, file)
    with pytest.raises(Locked):
        import_game(path, file, 9)
    await store.close()
    other = path.with_name("other.db")
    made_there = import_game(other, file, 9)
    assert (made_there.guild, made_there.number, made_there.chain) == (9, 1, exported.chain)
    store = await Store.open(other)
    assert [command.body for command in await store.commands(made_there.id)] == ["", "one", "two"]
    assert (await store.load(made_there.id)).secret == b"s" * 32
    assert await store.outbox_counts() == (0, 0, 0)
    await store.close()
    with pytest.raises(NoSuchGame):
        export_game(path, 99, file)


@pytest.mark.parametrize(
    ("old", "new"), [("two\\", "six\\"), ('"end"', '"fin"'), ('"commands":3', '"commands":2'), ('"fact":', '"fict":')]
)
async def test_a_changed_file_is_not_imported(path: Path, old: str, new: str) -> None:
    game = await written(path)
    file = path.with_name("game.jsonl")
    export_game(path, game, file)
    changed(file, old, new)
    with pytest.raises(Unverified):
        import_game(path, file, 9)


@pytest.mark.parametrize("text", ["", "{}", "{}\n{}", "[1]\n\n"])
def test_what_is_no_exported_game_is_told(path: Path, text: str) -> None:
    file = path.with_name("game.jsonl")
    file.write_text(text)
    with pytest.raises(Unverified):
        import_game(path, file, 9)
    with pytest.raises(StorageTrouble, match="cannot be read"):
        import_game(path, path.with_name("missing.jsonl"), 9)
