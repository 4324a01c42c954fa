"""Errors of the database, each with one honest sentence for whoever asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from engine.text.message import T_, Text


class StorageTrouble(Exception):
    """Something about the database, not about the game, kept a request from being served. The text is for users."""


class Locked(StorageTrouble):
    """Another process holds the database."""


class DiskFull(StorageTrouble):
    """There is no room for what should be written."""


class CorruptDatabase(StorageTrouble):
    """The file is damaged, or is no database of Umpire's."""


class NewerDatabase(StorageTrouble):
    """A later version of Umpire wrote the file."""


class OlderDatabase(StorageTrouble):
    """An earlier version of Umpire wrote the file, and it was not brought up to date."""


class Unreachable(StorageTrouble):
    """The file cannot be opened, read or written (permissions, a missing folder, a failing disk)."""


class Stale(StorageTrouble):
    """Somebody else has written to the game since it was read: read it again and retry."""


class NoSuchGame(StorageTrouble):
    """No game has that number."""


class Unverified(StorageTrouble):
    """A backup or an exported game does not read back as it was written."""


class Repeated(Exception):
    """The interaction was served before; `answer` is what was stored then, `game` the game it was about (0: none)."""

    def __init__(self, answer: bytes, game: int = 0) -> None:
        super().__init__("this interaction was served before")
        self.answer = answer
        self.game = game


_BY_CODE: dict[int, tuple[type[StorageTrouble], Text]] = {
    sqlite3.SQLITE_BUSY: (Locked, T_("The database is in use by another process.")),
    sqlite3.SQLITE_LOCKED: (Locked, T_("The database is in use by another process.")),
    sqlite3.SQLITE_FULL: (DiskFull, T_("The disk that holds the database is full.")),
    sqlite3.SQLITE_CORRUPT: (CorruptDatabase, T_("The database file is damaged; a backup has to be restored.")),
    sqlite3.SQLITE_NOTADB: (CorruptDatabase, T_("The database file is not a database.")),
    sqlite3.SQLITE_IOERR: (Unreachable, T_("The disk that holds the database does not answer as it should.")),
    sqlite3.SQLITE_CANTOPEN: (Unreachable, T_("The database file cannot be opened.")),
    sqlite3.SQLITE_READONLY: (Unreachable, T_("The database file may not be written.")),
    sqlite3.SQLITE_PERM: (Unreachable, T_("The database file may not be opened.")),
}


def trouble(error: sqlite3.Error) -> StorageTrouble | None:
    """The trouble that an error of SQLite's means; None for one that only a bug of ours can cause."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return None
    found = _BY_CODE.get(code & 0xFF)
    if found is None:
        return None
    kind, sentence = found
    return kind(sentence)


@contextmanager
def telling() -> Iterator[None]:
    """Turn what SQLite raises inside into the trouble it means."""
    try:
        yield
    except sqlite3.Error as error:
        meant = trouble(error)
        if meant is None:
            raise
        raise meant from error
