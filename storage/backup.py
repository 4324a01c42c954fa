"""Copies of the whole database: made while it is in use, and put back in its place."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from storage.copy import Contents, copy_checked, read_back
from storage.database import hold, require_file
from storage.errors import NewerDatabase, telling
from storage.migrations import require_ours, steps, version_of


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads, also while a bot is running on the file. Raises NewerDatabase, CorruptDatabase."""
    with telling():
        connection = sqlite3.connect(f"{require_file(path).resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            require_ours(connection)
            newest = steps()[-1][0]
            if version_of(connection) > newest:
                raise NewerDatabase(f"{path.name} is of version {version_of(connection)}; this Umpire knows {newest}.")
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

    The copy is checked first. Raises Locked while a bot runs on the database, CorruptDatabase, NewerDatabase.
    """
    read_back(require_file(copy))
    database.parent.mkdir(parents=True, exist_ok=True)
    held = hold(database)
    try:
        fresh = database.with_name(f"{database.name}.restored")
        with reading(copy) as connection:
            found = copy_checked(connection, fresh)
        if database.exists():
            aside = database.with_name(f"{database.name}.before-restore")
            _fold_in_log(database)
            database.replace(aside)
        for leftover in ("-wal", "-shm"):
            database.with_name(f"{database.name}{leftover}").unlink(missing_ok=True)
        fresh.replace(database)
        return found
    finally:
        held.close()


def _fold_in_log(database: Path) -> None:
    """Bring a database's write-ahead log into the file itself, where it is sound enough for that."""
    with contextlib.suppress(sqlite3.Error):
        connection = sqlite3.connect(database)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()
