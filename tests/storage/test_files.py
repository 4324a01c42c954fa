"""The file itself: migrations, versions, locks, damage, copies and exported games."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from storage.database import connect
from storage.errors import CorruptDatabase, DiskFull, Locked, NewerDatabase, OlderDatabase, StorageTrouble, Unreachable
from storage.files.backup import backup, forget_in, restore
from storage.files.copy import read_back
from storage.files.placing import private, put_in_place
from storage.files.transfer import export_game
from storage.games import seats_of
from storage.migrations import migrate, require_current, steps, version_of
from storage.records import Seated
from storage.store import Store
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


def damage(path: Path, start: int, length: int) -> None:
    """Overwrite some bytes of a file."""
    data = path.read_bytes()
    path.write_bytes(data[:start] + b"\xff" * length + data[start + length :])


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


@pytest.mark.parametrize(("code", "trouble"), [(errno.ENOSPC, DiskFull), (errno.EROFS, Unreachable)])
async def test_a_disk_that_takes_no_empty_database_is_told(
    code: int, trouble: type[StorageTrouble], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "write_bytes", refuses)
    with pytest.raises(trouble):
        await Store.open(path)
    monkeypatch.undo()
    await (await Store.open(path)).close()


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
    assert restore(copy, path) == read_back(copy)
    store = await Store.open(path)
    assert len(await store.facts(game)) == 3
    await store.close()
    assert read_back(path.with_name("games.db.before-restore")).rows["fact"] == 4


async def test_what_a_restore_kept_aside_is_as_old_as_the_restore(path: Path) -> None:
    await written(path)
    copy = path.with_name("copy.db")
    backup(path, copy)
    restore(copy, path)
    os.utime(path, (1_000_000, 1_000_000))
    restore(copy, path)  # has no log to fold in: nothing is written to it
    assert path.with_name("games.db.before-restore").stat().st_mtime >= copy.stat().st_mtime


async def test_a_damaged_copy_is_not_restored(path: Path) -> None:
    await written(path)
    copy = path.with_name("copy.db")
    backup(path, copy)
    damage(copy, 2 * 4096, 4096)
    before = read_back(path)
    with pytest.raises(CorruptDatabase):
        restore(copy, path)
    assert read_back(path) == before
    with pytest.raises(CorruptDatabase, match=r"no database file nothing\.db"):
        restore(path.with_name("nothing.db"), path)


def page_of(path: Path, table: str) -> int:
    """The first page of a table, from 1."""
    connection = sqlite3.connect(path)
    page = int(connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0])
    connection.close()
    return page


@pytest.mark.parametrize("table", ["command", "fact", "snapshot", "outbox"])
async def test_a_damaged_page_is_named_at_the_start(path: Path, table: str) -> None:
    await written(path)
    page = page_of(path, table)
    damage(path, (page - 1) * 4096, 4096)
    with pytest.raises(
        CorruptDatabase, match=rf"games\.db is damaged: the table {table}, which begins on page {page},"
    ):
        await Store.open(path)


async def test_a_damaged_page_far_into_a_table_is_named(path: Path) -> None:
    store = await Store.open(path)
    game = await made(store)
    await store.commit(order(game, words="x" * 300, facts=200))
    await store.close()
    pages = path.read_bytes()
    page = next(at for at in range(20, len(pages) // 4096) if pages[at * 4096 - 4096 : at * 4096].count(b"xxx") > 200)
    damage(path, (page - 1) * 4096 + 8, 16)  # where its rows stand on it
    with pytest.raises(CorruptDatabase, match=rf"page {page}, which holds the table fact, is not what was written"):
        await Store.open(path)


async def test_an_index_that_lacks_a_row_is_found_by_the_whole_check(path: Path) -> None:
    await written(path)
    connection = sqlite3.connect(path)
    for made_of in ("game > 5", "game IS NOT NULL"):
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE INDEX outbox_game ON outbox (game) WHERE ' || ? WHERE name = ?",
            (made_of, "outbox_game"),
        )
        connection.commit()
        connection.close()
        connection = sqlite3.connect(path)
        if made_of == "game > 5":
            connection.execute("REINDEX outbox_game")
            connection.commit()
    connection.close()
    with pytest.raises(CorruptDatabase, match="outbox_game"):
        read_back(path)
    store = await Store.open(path)  # which looks quickly: whether pages are whole
    await store.close()


async def test_a_row_whose_game_is_gone_is_found_by_the_whole_check(path: Path) -> None:
    await written(path)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO seat VALUES (99, 'red', 1, 0)")
    connection.commit()
    connection.close()
    with pytest.raises(CorruptDatabase, match="a row of the table seat belongs to a game"):
        read_back(path)


async def test_an_empty_file_is_no_database(path: Path) -> None:
    path.touch()
    with pytest.raises(CorruptDatabase, match=r"games\.db is empty, and no database"):
        await Store.open(path)
    assert path.stat().st_size == 0
    other = path.with_name("other.db")
    await written(other)
    before = read_back(other)
    with pytest.raises(CorruptDatabase, match="empty"):
        restore(path, other)
    assert read_back(other) == before


async def test_where_a_database_stood_that_is_gone_no_empty_one_is_made(path: Path) -> None:
    await written(path)
    path.rename(path.with_name("games.db.before-restore"))
    with pytest.raises(CorruptDatabase, match=r"a restore was interrupted.*umpire restore .*games\.db\.before-restore"):
        await Store.open(path)
    assert not path.exists()
    restore(path.with_name("games.db.before-restore"), path)
    assert read_back(path).rows["fact"] == 3


async def test_what_an_interrupted_start_left_of_an_empty_database_is_in_nobody_s_way(path: Path) -> None:
    path.with_name("games.db.new").write_bytes(b"half of it")
    store = await Store.open(path)
    await made(store)
    await store.close()
    assert not path.with_name("games.db.new").exists()


async def test_a_log_without_its_database_is_not_taken_for_another_s(path: Path) -> None:
    path.with_name("games.db-wal").write_bytes(b"what is left")
    with pytest.raises(CorruptDatabase, match=r"no games\.db, but games\.db-wal"):
        await Store.open(path)


CHANGES_FILES = {"os.rename", "os.link", "os.remove", "os.truncate", "shutil.copyfile"}


def killed_at(step: int, copy: Path, database: Path) -> bool:
    """Restore in a process that dies before its `step`th change to the folder; whether it came that far."""
    child = os.fork()
    if not child:
        left = step

        def die(event: str, _: object) -> None:
            nonlocal left
            left -= event in CHANGES_FILES
            if left == 0:
                os._exit(9)

        sys.addaudithook(die)
        restore(copy, database)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@pytest.mark.slow
@pytest.mark.parametrize("crashed", [False, True], ids=["stopped", "crashed"])
async def test_a_restore_killed_anywhere_leaves_the_old_database_or_the_new_one(path: Path, crashed: bool) -> None:
    game = await written(path)
    copy = path.with_name("copy.db")
    backup(path, copy)
    store = await Store.open(path)
    await store.commit(order(await store.game(game), words="after the copy"))
    await store.close()
    old = path.read_bytes()
    found, step, died = [], 1, True
    while died:
        for leftover in path.parent.glob("games.db*"):
            leftover.unlink()
        path.write_bytes(old)
        if crashed:  # a log that its process could not fold in
            left_open(path)
        died = killed_at(step, copy, path)
        store = await Store.open(path)
        found.append(len(await store.facts(game)))
        await store.close()
        step += 1
    assert sorted(found, reverse=True) == found and set(found) == {4, 3}, found
    assert read_back(path.with_name("games.db.before-restore")).rows["fact"] == 4


LEAVES_A_LOG = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("INSERT INTO memo VALUES ('late', 'yes')")
connection.commit()
os._exit(9)
"""


def left_open(path: Path) -> None:
    """Write to a database in a process that dies with what it wrote still in the log."""
    subprocess.run([sys.executable, "-c", LEAVES_A_LOG, str(path)], check=False)
    assert path.with_name("games.db-wal").stat().st_size


async def test_a_log_that_cannot_be_folded_in_does_not_get_into_the_restored_database(path: Path) -> None:
    await written(path)
    copy = path.with_name("copy.db")
    backup(path, copy)
    left_open(path)
    damage(path, 0, path.stat().st_size)
    restore(copy, path)
    assert not path.with_name("games.db-wal").exists()
    assert read_back(path).rows["memo"] == 0


async def test_files_with_a_game_s_secrets_are_their_owner_s_alone(path: Path) -> None:
    path.touch(0o666)
    path.unlink()
    before = os.umask(0)
    try:
        game = await written(path)
        store = await Store.open(path)
        await store.remember("a", "b")  # the log is there
        copy, file = path.with_name("copy.db"), path.with_name("game.jsonl")
        backup(path, copy)
        export_game(path, game, file)
        modes = {found.name: found.stat().st_mode & 0o777 for found in path.parent.iterdir()}
        await store.close()
        restore(copy, path)
    finally:
        os.umask(before)
    modes |= {found.name: found.stat().st_mode & 0o777 for found in path.parent.iterdir()}
    assert {"games.db", "games.db-wal", "games.db.lock", "copy.db", "game.jsonl"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes


async def test_an_old_database_that_others_could_read_is_closed_to_them(path: Path) -> None:
    await written(path)
    path.chmod(0o644)
    store = await Store.open(path)
    await store.close()
    assert path.stat().st_mode & 0o777 == 0o600


async def test_an_older_umpire_says_how_to_go_back(path: Path) -> None:
    game = await written(path)
    newer = [*steps(), (len(steps()) + 1, "CREATE TABLE extra (x)")]
    connection = connect(path)
    migrate(connection, path, newer)
    connection.close()
    for number, beside in ((90, b""), (91, b"no database, but text")):
        path.with_name(f"games.db.before-{number}").write_bytes(beside * 100)
    path.with_name("games.db.before-92").symlink_to("nowhere")
    way = rf"umpire restore {re.escape(str(path))}\.before-{len(newer)}` \(of 20\d\d-"
    with pytest.raises(NewerDatabase, match=way):
        await Store.open(path)
    restore(path.with_name(f"games.db.before-{len(newer)}"), path)
    store = await Store.open(path)
    assert len(await store.facts(game)) == 3
    await store.close()


async def test_the_way_back_may_lead_to_the_very_first_version(path: Path) -> None:
    first = path.with_name("games.db.before-2")
    for file, known in ((first, steps()[:1]), (path, [*steps(), (len(steps()) + 1, "CREATE TABLE extra (x)")])):
        connection = connect(file)
        migrate(connection, None, known)
        connection.close()
    with pytest.raises(NewerDatabase, match=r"umpire restore .*games\.db\.before-2"):
        await Store.open(path)


def test_what_is_put_in_place_is_on_the_disk_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[int, list[str]]] = []

    def noted(descriptor: int) -> None:
        synced.append((os.fstat(descriptor).st_ino, sorted(file.name for file in tmp_path.iterdir())))

    monkeypatch.setattr(os, "fsync", noted)
    finished = private(tmp_path / "copy.partial")
    inode = finished.stat().st_ino
    put_in_place(finished, tmp_path / "copy.db")
    assert synced == [(inode, ["copy.partial"]), (tmp_path.stat().st_ino, ["copy.db"])]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_file_of_another_user_keeps_its_mode(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for file in (theirs, ours):
        file.touch(0o644)
    os.chown(theirs, 4321, -1)
    assert (private(theirs).stat().st_mode & 0o777, private(ours).stat().st_mode & 0o777) == (0o644, 0o600)


async def test_nobody_is_forgotten_in_the_database_of_another_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE seat (game, seat, user)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(CorruptDatabase, match="a database of some other program"):
        forget_in(path, 11)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("known", "trouble"),
    [(steps(), None), (steps()[:-1], OlderDatabase), ([*steps(), (99, "CREATE TABLE extra (x)")], NewerDatabase)],
)
def test_what_reads_and_changes_nothing_wants_a_database_of_this_version(
    path: Path, known: list[tuple[int, str]], trouble: type[Exception] | None
) -> None:
    connection = connect(path)
    migrate(connection, None, known)
    if trouble is None:
        require_current(connection, path)
    else:
        with pytest.raises(trouble):
            require_current(connection, path)
    connection.close()
