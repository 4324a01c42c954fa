"""The outbox in SQL: posts are added with the facts they tell, taken by priority, and marked when they are done."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from storage.records import Post, Waiting

LOOKED_AT = 8
"""Waiting posts looked at for each that is taken: of one place, only the first can be."""


class Kept(msgspec.Struct, frozen=True):
    """A post as it stands in the outbox, made or not."""

    id: int
    post: Post


def digest_of(post: Post) -> str:
    """Digest that the log keeps of a post: 16 hexadecimal digits of what it says, and where."""
    said = "\n".join((post.target, str(post.priority), post.nonce, post.body))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def kept(connection: sqlite3.Connection, game: int, *, foretelling: bool = False) -> tuple[Kept, ...]:
    """All posts of a game that are still there, in order; or those that tell what is to come (`foretelling`), and those
    that took the place of others.
    """
    rows = connection.execute(
        "SELECT id, guild, game, target, body, nonce, priority, made_at, once FROM outbox WHERE game = ?"
        """ AND (? OR instr(body, '"foretold":{"') > 0 OR instr(body, '"edits":0') = 0) ORDER BY id""",
        (game, not foretelling),
    )
    names = ("guild", "game", "target", "body", "nonce", "priority", "made_at", "once")
    return tuple(Kept(row[0], Post(**dict(zip(names, row[1:], strict=True)))) for row in rows)


def add_posts(connection: sqlite3.Connection, posts: Iterable[Post]) -> int:
    """Add posts in order; one whose `once` was used before is left out. Returns how many were added."""
    before = connection.total_changes
    connection.executemany(
        "INSERT INTO outbox (guild, game, target, body, nonce, priority, made_at, once)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (once) DO NOTHING",
        [
            (
                post.guild,
                post.game,
                post.target,
                post.body,
                post.nonce,
                post.priority,
                post.made_at,
                post.once,
            )
            for post in posts
        ],
    )
    return connection.total_changes - before


def take(connection: sqlite3.Connection, wall: int, most: int, without: Sequence[str] = ()) -> tuple[Waiting, ...]:
    """Claim posts to be made now: one a target, and none for the targets named.

    Targets with something that decides come first; at each, posts keep the order they were made in, but for those
    that are to wait (`not_before`).

    The rows come as they were before: `claimed_at` tells of the first attempt whose end is not known.
    """
    rows = connection.execute(
        "SELECT id, guild, game, target, body, nonce, priority, made_at, claimed_at, attempts,"
        " min(priority) OVER (PARTITION BY target) AS urgency FROM outbox"
        " WHERE done_at IS NULL AND not_before <= ?"
        " AND target NOT IN (SELECT value FROM json_each(?)) ORDER BY urgency, id LIMIT ?",
        (max(wall, 0), json.dumps(list(without)), most * LOOKED_AT),
    )
    first: dict[str, Waiting] = {}
    for row in rows:
        post = Waiting(*row[:-1])
        if first.setdefault(post.target, post) is post and len(first) == most:
            break
    connection.executemany(
        "UPDATE outbox SET claimed_at = coalesce(claimed_at, ?), attempts = attempts + 1 WHERE id = ?",
        [(wall, post.id) for post in first.values()],
    )
    return tuple(first.values())


def release(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Put posts back that were certainly not made."""
    connection.executemany("UPDATE outbox SET claimed_at = NULL WHERE id = ?", [(id,) for id in ids])


def put_off(connection: sqlite3.Connection, post: int, until: int) -> None:
    """Have a post that was certainly not made wait until a wall time, and those after it go before it."""
    connection.execute("UPDATE outbox SET claimed_at = NULL, not_before = ? WHERE id = ?", (until, post))


def hasten(connection: sqlite3.Connection) -> None:
    """Have the changes of posts that were put off be made as soon as may be."""
    connection.execute(
        "UPDATE outbox SET not_before = 0 WHERE done_at IS NULL AND not_before > 0"
        " AND json_extract(body, '$.edits') > 0"
    )


def superseded(connection: sqlite3.Connection, post: Waiting, edits: int) -> bool:
    """True if a later post than this one changes the same."""
    found = connection.execute(
        "SELECT 1 FROM outbox WHERE game IS ? AND id > ? AND json_extract(body, '$.edits') = ? LIMIT 1",
        (post.game, post.id, edits),
    ).fetchone()
    return found is not None


def latest_change(connection: sqlite3.Connection, target: str) -> int:
    """The latest row that changed a post of a target; 0 for none."""
    found = connection.execute(
        "SELECT max(id) FROM outbox WHERE target = ? AND message > 0 AND json_extract(body, '$.edits') > 0", (target,)
    ).fetchone()[0]
    return int(found or 0)


def done(connection: sqlite3.Connection, post: int, wall: int, message: int | None, failure: str = "") -> None:
    """Mark a post as made (with the message it became), or as given up with the reason."""
    connection.execute(
        "UPDATE outbox SET done_at = ?, message = ?, failure = ? WHERE id = ?", (wall, message, failure, post)
    )


def message_of(connection: sqlite3.Connection, post: int) -> int:
    """Id of the message that a post became; 0 where it was not made."""
    row = connection.execute("SELECT message FROM outbox WHERE id = ?", (post,)).fetchone()
    return 0 if row is None or row[0] is None else int(row[0])


def made_as(connection: sqlite3.Connection, messages: Sequence[int]) -> frozenset[int]:
    """Messages of these that are known to be posts of the outbox."""
    rows = connection.execute(
        "SELECT message FROM outbox WHERE message IN (SELECT value FROM json_each(?))", (json.dumps(list(messages)),)
    )
    return frozenset(int(row[0]) for row in rows)


def counts(connection: sqlite3.Connection, game: int | None = None) -> tuple[int, int, int]:
    """Numbers of posts that wait, were made, and were given up; of one game, or of all."""
    row = connection.execute(
        "SELECT coalesce(sum(done_at IS NULL), 0), coalesce(sum(done_at IS NOT NULL AND failure = ''), 0),"
        " coalesce(sum(failure <> ''), 0) FROM outbox WHERE ?1 IS NULL OR game = ?1",
        (game,),
    ).fetchone()
    return int(row[0]), int(row[1]), int(row[2])


def message_before(connection: sqlite3.Connection, post: Waiting) -> int | None:
    """The latest message that is known to have been made for the target of a post before it."""
    found = connection.execute(
        "SELECT max(message) FROM outbox WHERE game IS ? AND target = ? AND id < ?", (post.game, post.target, post.id)
    ).fetchone()[0]
    return None if found is None else int(found)


def waiting_at(connection: sqlite3.Connection, target: str) -> tuple[Waiting, ...]:
    """The posts that wait for a target, in order."""
    rows = connection.execute(
        "SELECT id, guild, game, target, body, nonce, priority, made_at, claimed_at, attempts FROM outbox"
        " WHERE done_at IS NULL AND target = ? ORDER BY id",
        (target,),
    )
    return tuple(Waiting(*row) for row in rows)


def public_posts(connection: sqlite3.Connection, game: int, since: int) -> tuple[tuple[int, str], ...]:
    """Rows and bodies of what was posted for everybody about a game since a wall time, but announcements and reminders;
    those that took the place of others among them.
    """
    rows = connection.execute(
        "SELECT id, body FROM outbox WHERE game = ? AND made_at >= ? AND coalesce(once, '') NOT LIKE 'daily:%'"
        " AND coalesce(once, '') NOT LIKE 'reminder:%'"
        " AND (target LIKE 'game:%' OR target LIKE 'thread:%') ORDER BY id",
        (game, since),
    )
    return tuple((int(row[0]), str(row[1])) for row in rows)


def purge(connection: sqlite3.Connection, before: int) -> int:
    """Delete posts that were done before a wall time, with the promise of `once`. Returns how many."""
    return connection.execute("DELETE FROM outbox WHERE done_at < ?", (before,)).rowcount
