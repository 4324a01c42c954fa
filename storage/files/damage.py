"""Damage to a database file, looked for and told in words: which page, of which table, and what to do."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator

from storage.errors import CorruptDatabase

MOST_TOLD = 5
"""Findings told of one file; there is never a reason to go on with it after the first."""

MENDED = "Put a copy in its place with `umpire restore COPY`."

_PAGE = re.compile(r"(?:on tree page|tree \d+ page|^page) (\d+)", re.IGNORECASE | re.MULTILINE)


def check_whole(connection: sqlite3.Connection, name: str, *, quickly: bool = False) -> None:
    """Raise CorruptDatabase, which names the damaged pages, unless SQLite finds the whole file sound.

    `quickly` leaves out the comparison of indexes with their tables, which takes several times as long.
    """
    found = list(_findings(connection, f"{'quick' if quickly else 'integrity'}_check({MOST_TOLD})"))
    if found != ["ok"]:
        found = _named(connection, found)
    elif not quickly:
        lost = connection.execute("PRAGMA foreign_key_check").fetchmany(MOST_TOLD)
        found = [f"a row of the table {row[0]} belongs to a {row[2]} that is not there" for row in lost] or found
    if found != ["ok"]:
        raise CorruptDatabase(f"The database file {name} is damaged: {'; '.join(found[:MOST_TOLD])}. {MENDED}")


def _named(connection: sqlite3.Connection, found: list[str]) -> list[str]:
    """Findings, with the pages and the tables that they belong to where these can be told."""
    try:
        tables = connection.execute("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"page 1, which says what the file holds, cannot be read ({error})"]
    hurt = [row for row in tables if list(_findings(connection, f"quick_check('{row[0]}')")) != ["ok"]]
    of = f", which holds the table {' or '.join(table for table, _ in hurt)}," if hurt else ""
    pages = dict.fromkeys(page for finding in found for page in _PAGE.findall(finding))
    if pages:
        return [f"page {page}{of} is not what was written" for page in pages]
    return [f"the table {table}, which begins on page {root}, cannot be read" for table, root in hurt] or found


def _findings(connection: sqlite3.Connection, check: str) -> Iterator[str]:
    """The lines of a check of SQLite's, up to where the damage lets it go no further."""
    try:
        for row in connection.execute(f"PRAGMA {check}"):
            yield from (line for line in str(row[0]).split("\n") if not line.startswith("***"))
    except sqlite3.DatabaseError as error:
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) != sqlite3.SQLITE_CORRUPT:
            raise
        yield str(error)
