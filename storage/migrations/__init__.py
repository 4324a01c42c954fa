"""Numbered migrations and their runner: each is atomic, a newer database is refused, an old one is copied first."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path

from storage.copy import copy_checked
from storage.errors import CorruptDatabase, NewerDatabase

APPLICATION = 0x554D5049
"""SQLite's application id of our files ("UMPI")."""


def steps() -> list[tuple[int, str]]:
    """All migrations by number, in order: `0001_first.sql` is number 1."""
    found = [
        (int(entry.name.partition("_")[0]), entry.read_text(encoding="utf-8"))
        for entry in files(__name__).iterdir()
        if entry.name.endswith(".sql")
    ]
    return sorted(found)


def version_of(connection: sqlite3.Connection) -> int:
    """The number of the last migration that a database has seen; 0 for an empty file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def require_ours(connection: sqlite3.Connection) -> None:
    """Raise CorruptDatabase for a database of some other program; an empty file will become ours."""
    mark = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    if mark != APPLICATION and (mark or tables or version_of(connection)):
        raise CorruptDatabase("The file is a database of some other program.")


def migrate(connection: sqlite3.Connection, path: Path | None, known: list[tuple[int, str]] | None = None) -> int:
    """Bring a database up to date and return its version.

    An existing file at `path` is copied beside itself first (`games.db` to `games.db.before-2`). A step that fails
    leaves nothing of itself behind. Raises NewerDatabase, CorruptDatabase.
    """
    known = steps() if known is None else known
    require_ours(connection)
    present, newest = version_of(connection), known[-1][0]
    if present > newest:
        raise NewerDatabase(
            f"The database is of version {present}, and this Umpire knows versions up to {newest}: "
            "a newer Umpire wrote it, and only that one may open it."
        )
    ahead = [(number, script) for number, script in known if number > present]
    if ahead and present and path is not None:
        copy_checked(connection, path.with_name(f"{path.name}.before-{ahead[-1][0]}"))
    for number, script in ahead:
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\n;PRAGMA application_id = {APPLICATION};"
                f"PRAGMA user_version = {number};COMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return version_of(connection)
