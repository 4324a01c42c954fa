"""Numbered migrations and their runner: each is atomic, a newer database is refused, an old one is copied first."""

from __future__ import annotations

import contextlib
import datetime
import sqlite3
from importlib.resources import files
from pathlib import Path

from storage.errors import CorruptDatabase, NewerDatabase, OlderDatabase
from storage.files.copy import copy_checked
from storage.files.placing import beside

APPLICATION = 0x554D5049
"""SQLite's application id of our files ("UMPI")."""

KEPT_ASIDE = "before-restore"
"""What a database is called that a restored one took the place of."""


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
    """Raise CorruptDatabase for a database of some other program, and for one that holds nothing at all."""
    if int(connection.execute("PRAGMA application_id").fetchone()[0]) != APPLICATION:
        raise CorruptDatabase("The file is a database of some other program.")


def require_readable(connection: sqlite3.Connection, path: Path | None = None) -> None:
    """Raise NewerDatabase, with what to do, for a database that a later version of Umpire changed."""
    present, newest = version_of(connection), steps()[-1][0]
    if present > newest:
        told = (
            f"The database is of version {present}, and this Umpire knows versions up to {newest}: "
            "a newer Umpire wrote it, and only that one may open it. "
        )
        raise NewerDatabase(told + ("" if path is None else _way_back(path, newest)))


def require_current(connection: sqlite3.Connection, path: Path) -> None:
    """Raise NewerDatabase or OlderDatabase for a database that another version of Umpire wrote."""
    require_ours(connection)
    require_readable(connection, path)
    if version_of(connection) < steps()[-1][0]:
        raise OlderDatabase(f"{path.name} is of version {version_of(connection)}, and has to be brought up to date.")


def _way_back(path: Path, newest: int) -> str:
    """Advice on a newer database: the copies that were made before it was changed, the latest first."""
    found: list[tuple[int, str]] = []
    for copy in path.parent.glob(f"{path.name}.before-[0-9]*"):
        with (
            contextlib.suppress(sqlite3.Error),  # it cannot be opened, or is no database
            contextlib.closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as connection,
        ):
            if 0 < version_of(connection) <= newest:
                found.append((int(copy.stat().st_mtime), copy.name))
    if not found:
        return "Start that one again, or put back a copy from before the update: `umpire restore COPY`."
    made, name = max(found)
    day = f"{datetime.datetime.fromtimestamp(made, datetime.UTC):%Y-%m-%d %H:%M} UTC"
    return (
        f"Start that one again, or go back to how everything was at the update: `umpire restore {path.parent / name}` "
        f"(of {day}; what happened since is then only in {path.name}.{KEPT_ASIDE})."
    )


def migrate(connection: sqlite3.Connection, path: Path | None, known: list[tuple[int, str]] | None = None) -> int:
    """Bring a database up to date and return its version; an empty one becomes ours.

    An existing file at `path` is copied beside itself first (`games.db` to `games.db.before-2`). A step that fails
    leaves nothing of itself behind. Raises NewerDatabase, CorruptDatabase.
    """
    known = steps() if known is None else known
    present = version_of(connection)
    if present or connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        require_ours(connection)
    require_readable(connection, path)
    ahead = [(number, script) for number, script in known if number > present]
    if ahead and present and path is not None:
        copy_checked(connection, beside(path, f"before-{ahead[-1][0]}"))
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
