"""Copies of the whole database: made while it is in use, and put back in its place."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from storage.database import connect, hold, require_file
from storage.errors import telling
from storage.files.copy import Contents, copy_checked, read_back
from storage.files.damage import check_whole
from storage.files.placing import beside, private, put_in_place, sync_folder
from storage.forgetting import Forgotten, forget
from storage.migrations import KEPT_ASIDE, require_ours, require_readable

LOGS = ("-wal", "-shm")
"""Endings of the files in which SQLite keeps what is not in the database file itself yet."""


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, also while a bot is running on the file. Raises NewerDatabase, CorruptDatabase."""
    with telling():
        connection = sqlite3.connect(f"{require_file(path).resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            require_ours(connection)
            require_readable(connection, path)
            yield connection
        finally:
            connection.close()


def backup(database: Path, target: Path) -> Contents:
    """Copy a database to `target`, in use or not; the copy is read back and compared before it stands there.

    Raises CorruptDatabase, Unverified, DiskFull.
    """
    with reading(database) as connection:
        return copy_checked(connection, target)


def restore(copy: Path, database: Path) -> Contents:
    """Put a copy in the place of the database, which is kept beside it (`games.db.before-restore`).

    The copy is checked first. The database changes by one renaming: killed at any moment, the old one stands there or
    the new one. Raises Locked while a bot runs on the database, CorruptDatabase, NewerDatabase.
    """
    read_back(require_file(copy))
    database.parent.mkdir(parents=True, exist_ok=True)
    held = hold(database)
    try:
        fresh = beside(database, "restored")
        with reading(copy) as connection:
            found = copy_checked(connection, fresh)
        if database.exists():
            _keep_aside(database)
        _log_aside(database)
        put_in_place(fresh, database)
        return found
    finally:
        held.close()


def forget_in(database: Path, user: int, names: Mapping[int, Sequence[str]] | None = None) -> Forgotten:
    """Forget a user in a database or a copy, of whatever version, that nobody else has open; of what was kept of them
    no byte stays in the file. `names`: what they typed as names, by game.

    How old the file is stays as it was. Raises Locked, CorruptDatabase, Unreachable.
    """
    lock = beside(require_file(database), "lock")
    new = not lock.exists()
    held = hold(database)
    try:
        age = database.stat()
        with telling():
            connection = connect(private(database), ("secure_delete = ON",))
            try:
                require_ours(connection)
                check_whole(connection, database.name)
                connection.execute("BEGIN IMMEDIATE")
                forgotten = forget(connection, user, names)
                connection.execute("COMMIT")
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()
        os.utime(database, ns=(age.st_atime_ns, age.st_mtime_ns))
        return forgotten
    finally:
        held.close()
        if new:
            lock.unlink()


def _keep_aside(database: Path) -> None:
    """Give the database a second name, under which it stays."""
    _fold_in_log(database)
    aside, partial = beside(database, KEPT_ASIDE), beside(database, "partial")
    partial.unlink(missing_ok=True)
    try:
        os.link(database, partial)
    except OSError:  # a file system that gives a file one name only
        shutil.copy2(database, partial)
    os.utime(partial)  # it is as old as its second name: the daily work deletes it by that
    for ending in LOGS:
        aside.with_name(f"{aside.name}{ending}").unlink(missing_ok=True)
    put_in_place(partial, aside)


def _log_aside(database: Path) -> None:
    """Put away a log that could not be folded in, or whose database is gone: it is not the restored database's."""
    aside = beside(database, KEPT_ASIDE)
    for ending in LOGS:
        log = database.with_name(f"{database.name}{ending}")
        if log.exists():
            log.replace(aside.with_name(f"{aside.name}{ending}"))
    sync_folder(database.parent)


def _fold_in_log(database: Path) -> None:
    """Bring a database's write-ahead log into the file itself, where it is sound enough for that."""
    with contextlib.suppress(sqlite3.Error):
        connection = sqlite3.connect(database)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")
        finally:
            connection.close()
