"""Shelf of what people keep for other games: a name, and the order sheet that builds it. A person's own, in every
server.
"""

from __future__ import annotations

import sqlite3

import msgspec

MOST_KEPT = 50
"""Things that one person may keep for one rulebook."""


class Kept(msgspec.Struct, frozen=True):
    """Something on a person's shelf; `kept_at` is wall time."""

    rulebook: str
    name: str
    lines: str
    kept_at: int


class ShelfFull(Exception):
    """A person keeps as much for a rulebook as may be kept."""


def keep(connection: sqlite3.Connection, user: int, kept: Kept) -> bool:
    """Keep something, in place of what had that name; whether something had. Raises ShelfFull."""
    had = taken(connection, user, kept.rulebook, kept.name)
    (count,) = connection.execute(
        "SELECT count(*) FROM shelf WHERE user = ? AND rulebook = ?", (user, kept.rulebook)
    ).fetchone()
    if had is None and count >= MOST_KEPT:
        raise ShelfFull
    name = kept.name if had is None else had.name
    connection.execute(
        "INSERT INTO shelf VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET lines = excluded.lines,"
        " kept_at = excluded.kept_at",
        (user, kept.rulebook, name, kept.lines, kept.kept_at),
    )
    return had is not None


def shelf(connection: sqlite3.Connection, user: int) -> tuple[Kept, ...]:
    """All that a person keeps, by rulebook and name."""
    rows = connection.execute(
        "SELECT rulebook, name, lines, kept_at FROM shelf WHERE user = ? ORDER BY rulebook, name", (user,)
    )
    return tuple(Kept(*row) for row in rows)


def taken(connection: sqlite3.Connection, user: int, rulebook: str, name: str) -> Kept | None:
    """Sheet that a person keeps under a name, in whatever case it is written."""
    wanted = name.casefold()
    same = (kept for kept in shelf(connection, user) if kept.rulebook == rulebook and kept.name.casefold() == wanted)
    return next(same, None)


def drop(connection: sqlite3.Connection, user: int, rulebook: str, name: str) -> bool:
    """Keep something no longer; whether it was there."""
    had = taken(connection, user, rulebook, name)
    if had is None:
        return False
    connection.execute("DELETE FROM shelf WHERE user = ? AND rulebook = ? AND name = ?", (user, rulebook, had.name))
    return True
