"""Reminders in SQL: which games are to be looked at, who was reminded of what, and what is said of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from zoneinfo import ZoneInfo

import msgspec

from storage import outbox
from storage.games import facts_after
from storage.guilds import settings_of
from storage.people import Person, person
from storage.records import Fact, Post, Waiting

Whose = tuple[str, int, str]
"""Of which seat, of which user, and of what matter."""


class Reminded(msgspec.Struct, frozen=True):
    """Since when somebody owes or awaits a matter, and when they were last reminded of it (None: never); game time."""

    since: int
    told_at: int | None = None


class Watched(msgspec.Struct, frozen=True):
    """Up to which command and fact a game was looked at, when it is to be looked at again, and what is known of it."""

    sequence: int
    fact: int
    next_at: int | None = None
    reminded: Mapping[Whose, Reminded] = {}


class Asked(msgspec.Struct, frozen=True):
    """A command of a game: its number, who asked for it, and when (wall)."""

    n: int
    user: int
    wall: int


class Around(msgspec.Struct, frozen=True):
    """All that a look at a game begins with: how it was seen last, its latest commands and what was said since, the
    time zone of its server, and the settings of people who sit in it.
    """

    before: Watched
    asked: tuple[Asked, ...]
    facts: tuple[Fact, ...]
    zone: ZoneInfo
    people: Mapping[int, Person]


def to_watch(connection: sqlite3.Connection, wall: int, most: int, without: Sequence[int] = ()) -> tuple[int, ...]:
    """Running games that changed since they were looked at, or that are to be looked at again, but those named; no
    tutorials.
    """
    rows = connection.execute(
        "SELECT id FROM game LEFT JOIN watched ON watched.game = game.id WHERE status = 'running'"
        " AND number > 0 AND (watched.sequence IS NOT game.sequence OR next_at <= ?) ORDER BY next_at, id",
        (wall,),
    )
    left_out = set(without)
    return tuple(found for (found,) in rows if found not in left_out)[:most]


def watched(connection: sqlite3.Connection, game: int) -> Watched:
    """State of a game as it was seen when it was looked at last."""
    row = connection.execute("SELECT sequence, fact, next_at FROM watched WHERE game = ?", (game,)).fetchone()
    known = connection.execute("SELECT seat, user, matter, since, told_at FROM reminded WHERE game = ?", (game,))
    reminded = {(seat, user, matter): Reminded(since, told_at) for seat, user, matter, since, told_at in known}
    sequence, fact, next_at = row or (-1, 0, None)
    return Watched(sequence, fact, next_at, reminded)


def around(connection: sqlite3.Connection, game: int, guild: int, users: Collection[int], most: int) -> Around:
    """All that a look at a game begins with, of so many commands at `most`."""
    before = watched(connection, game)
    return Around(
        before,
        latest(connection, game, most),
        facts_after(connection, game, before.fact),
        settings_of(connection, guild).zone(),
        {user: person(connection, user) for user in users},
    )


def latest(connection: sqlite3.Connection, game: int, most: int) -> tuple[Asked, ...]:
    """The latest commands of a game, refused and undone ones too, the last first."""
    rows = connection.execute("SELECT n, user, wall FROM command WHERE game = ? ORDER BY n DESC LIMIT ?", (game, most))
    return tuple(Asked(*row) for row in rows)


def begin(connection: sqlite3.Connection, game: int, fact: int) -> None:
    """Take all of a game up to a fact for known: nobody is called for what it tells."""
    connection.execute("INSERT INTO watched VALUES (?, -1, ?, NULL)", (game, fact))


def watch(connection: sqlite3.Connection, game: int, seen: Watched, posts: Sequence[Post], held: Sequence[int]) -> bool:
    """Keep what was seen of a game, with the posts of it, all or nothing; `held`: until when (wall) each post waits.

    Nothing is kept, and it says False, where the game has changed since.
    """
    if connection.execute("SELECT 1 FROM game WHERE id = ? AND sequence = ?", (game, seen.sequence)).fetchone() is None:
        return False
    connection.execute(
        "INSERT INTO watched VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence,"
        " fact = excluded.fact, next_at = excluded.next_at",
        (game, seen.sequence, seen.fact, seen.next_at),
    )
    before = watched(connection, game).reminded
    gone = [(game, *whose) for whose in before if whose not in seen.reminded]
    connection.executemany("DELETE FROM reminded WHERE game = ? AND seat = ? AND user = ? AND matter = ?", gone)
    connection.executemany(
        "INSERT INTO reminded VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET told_at = excluded.told_at",
        [(game, *whose, one.since, one.told_at) for whose, one in seen.reminded.items() if before.get(whose) != one],
    )
    outbox.add_posts(connection, posts)
    connection.executemany(
        "UPDATE outbox SET not_before = ? WHERE nonce = ?",
        [(until, post.nonce) for post, until in zip(posts, held, strict=True) if until],
    )
    return True


def drop(connection: sqlite3.Connection, post: Waiting, seat: str, matter: str, wall: int, reason: str) -> None:
    """Give up a reminder that holds no more; should it come to hold again, nobody was reminded yet."""
    outbox.done(connection, post.id, wall, None, reason)
    about = (post.game, seat, matter)
    connection.execute("UPDATE reminded SET told_at = NULL WHERE game = ? AND seat = ? AND matter = ?", about)
    connection.execute("UPDATE watched SET sequence = -1 WHERE game = ?", (post.game,))
