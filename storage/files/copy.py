"""Copies of a database while it is in use (SQLite's online backup), and what makes two of them equal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from storage.errors import Unverified, telling
from storage.files.damage import check_whole
from storage.files.placing import beside, private, put_in_place


class Contents(msgspec.Struct, frozen=True):
    """Contents of a database in figures: rows by table, and the digest of every game's chain of facts."""

    rows: dict[str, int]
    chains: dict[int, str]

    def __str__(self) -> str:
        """In words, for whoever made a copy."""
        count = self.rows.get
        return f"{count('game', 0)} games, {count('command', 0)} commands, {count('fact', 0)} facts"


def contents(connection: sqlite3.Connection) -> Contents:
    """Count the rows of every table and read the chain digests."""
    names = [
        str(row[0])
        for row in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        )
    ]
    rows = {name: int(connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]) for name in names}  # noqa: S608  # names from the schema
    chains: dict[int, str] = {}
    if "game" in names:
        chains = {int(row[0]): str(row[1]) for row in connection.execute("SELECT id, chain FROM game ORDER BY id")}
    return Contents(rows, chains)


def read_back(path: Path) -> Contents:
    """Open a copy, check that it is sound, and tell what it holds. Raises CorruptDatabase."""
    with telling():
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            check_whole(connection, path.name)
            return contents(connection)
        finally:
            connection.close()


def copy_checked(source: sqlite3.Connection, target: Path) -> Contents:
    """Copy an open database, as it is at one instant, to `target`; read the copy back and compare.

    The copy is written under another name and moved into place when it has proved good: an interrupted one never
    stands where a good one is expected. Nobody but its owner may read it. Raises Unverified, and what SQLite means by
    its errors.
    """
    partial = beside(target, "partial")
    partial.unlink(missing_ok=True)
    with telling():
        copy = sqlite3.connect(private(partial))
        source.execute("BEGIN")  # what is counted and what is copied are one view, whatever others write meanwhile
        try:
            expected = contents(source)
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            source.execute("ROLLBACK")
            copy.close()
    found = read_back(partial)
    if found != expected:
        raise Unverified(f"The copy {partial.name} does not read back as it was written.")
    put_in_place(partial, target)
    return found
