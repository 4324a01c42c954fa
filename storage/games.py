"""Games in SQL: made, committed to, loaded, listed. Plain functions on a connection, each run inside a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.text.message import T_
from storage.errors import NoSuchGame, Repeated, Stale
from storage.outbox import add_posts, digest_of
from storage.records import (
    BESIDE,
    COLOUR,
    REFEREE,
    STANDING,
    Command,
    Commit,
    Fact,
    Game,
    Receipt,
    Record,
    Seated,
    Snapshot,
)

_GAME = (
    "SELECT id, guild, number, name, rulebook, version, digest, options, status, creator, created_at, clock_offset,"
    " paused_at, floor, due_at, sequence, facts, chain, commitment, ended_at, closed_at FROM game"
)
_COMMANDS = "SELECT n, kind, at, wall, user, seat, body, refusal, undone_by, posts FROM command"

Row = tuple[Any, ...]  # SQLite's columns have the types the schema gives them


def _game(row: Row) -> Game:
    fields = dict(zip(Game.__struct_fields__, row, strict=True))
    fields["options"] = json.loads(fields["options"])
    return Game(**fields)


def find(connection: sqlite3.Connection, game: int) -> Game:
    """The row of a game. Raises NoSuchGame."""
    row = connection.execute(_GAME + " WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise NoSuchGame(T_("There is no such game."))
    return _game(row)


def listed(
    connection: sqlite3.Connection,
    guild: int | None = None,
    user: int | None = None,
    rulebook: str | None = None,
    ended: bool = False,
    tutorials: bool = False,
) -> tuple[Game, ...]:
    """Games, oldest first: of a guild, of who sits in them, of a rulebook; ended ones and tutorials if asked for."""
    rows = connection.execute(
        _GAME + " LEFT JOIN seat ON seat.game = game.id AND seat.user = :user"
        " WHERE (:guild IS NULL OR guild = :guild) AND (:rulebook IS NULL OR rulebook = :rulebook)"
        " AND (:ended OR status <> 'ended') AND (:user IS NULL OR seat.user IS NOT NULL)"
        " AND (:tutorials OR number > 0) ORDER BY id",
        {"guild": guild, "user": user, "rulebook": rulebook, "ended": ended, "tutorials": tutorials},
    )
    return tuple(_game(row) for row in rows)


def seats_of(connection: sqlite3.Connection, game: int) -> tuple[Seated, ...]:
    """The seats of a game in the order of their names, and who sits there."""
    return tuple(
        Seated(str(seat), user, bool(automated))
        for seat, user, automated in connection.execute(
            "SELECT seat, user, automated FROM seat WHERE game = ? ORDER BY seat", (game,)
        )
    )


def sitting(connection: sqlite3.Connection, guild: int, user: int) -> tuple[tuple[int, str], ...]:
    """The games of a guild that a user sits in, and where."""
    rows = connection.execute(
        "SELECT seat.game, seat.seat FROM seat JOIN game ON game.id = seat.game WHERE seat.user = ? AND game.guild = ?"
        " ORDER BY seat.game",
        (user, guild),
    )
    return tuple((int(row[0]), str(row[1])) for row in rows)


def answered(connection: sqlite3.Connection, interaction: str) -> bytes | None:
    """Answer to an interaction; None for one that was not served yet."""
    row = connection.execute("SELECT answer FROM receipt WHERE interaction = ?", (interaction,)).fetchone()
    return None if row is None else bytes(row[0])


def keep_receipt(connection: sqlite3.Connection, receipt: Receipt, wall: int, game: int | None) -> None:
    """Keep what an interaction is answered. Raises Repeated with the first answer where there is one."""
    inserted = connection.execute(
        "INSERT INTO receipt VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (receipt.interaction, game, wall, receipt.answer),
    )
    if inserted.rowcount == 0:
        first = connection.execute(
            "SELECT answer, coalesce(game, 0) FROM receipt WHERE interaction = ?", (receipt.interaction,)
        ).fetchone()
        raise Repeated(bytes(first[0]), int(first[1]))


def create(
    connection: sqlite3.Connection, game: Game, secret: bytes, files: Mapping[str, str], commit: Commit, channel: int
) -> Game:
    """Make a game: gives it its id and its number within the guild. The commit holds its first command.

    `files` is its data pack, kept once for all games of it; `channel` is where its news goes, or a tutorial's thread is
    made. Raises Repeated.
    """
    numbered = connection.execute("SELECT min(number), max(number) FROM game WHERE guild = ?", (game.guild,))
    lowest, highest = (int(number or 0) for number in numbered.fetchone())
    placed = msgspec.structs.replace(game, number=min(lowest, 0) - 1 if game.tutorial else max(highest, 0) + 1)
    made = connection.execute(
        "INSERT INTO game (guild, number, name, rulebook, version, digest, options, status, creator, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            placed.guild,
            placed.number,
            placed.name,
            placed.rulebook,
            placed.version,
            placed.digest,
            json.dumps(dict(placed.options), sort_keys=True),
            placed.status,
            placed.creator,
            placed.created_at,
        ),
    )
    if made.lastrowid is None:
        raise AssertionError("an inserted row has an id")
    placed = msgspec.structs.replace(placed, id=made.lastrowid)
    connection.execute("INSERT INTO secret VALUES (?, ?)", (placed.id, secret))
    connection.execute(
        "INSERT INTO pack VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (game.rulebook, game.version, game.digest, json.dumps(dict(files), sort_keys=True)),
    )
    topic = BESIDE if game.tutorial else ""
    connection.execute("INSERT INTO place VALUES (?, ?, ?, NULL)", (placed.id, topic, channel))
    posts = tuple(msgspec.structs.replace(post, game=placed.id) for post in commit.posts)
    commit_to(connection, msgspec.structs.replace(commit, before=0, game=placed, posts=posts))
    return placed


def commit_to(connection: sqlite3.Connection, commit: Commit) -> None:
    """Write one step of a game. Raises Repeated for an interaction served before, Stale where others wrote first."""
    game = commit.game
    wall = commit.commands[-1].wall if commit.commands else game.created_at
    if commit.receipt is not None:
        keep_receipt(connection, commit.receipt, wall, game.id)
    updated = connection.execute(
        "UPDATE game SET name = ?, status = ?, clock_offset = ?, paused_at = ?, floor = ?, due_at = ?, sequence = ?,"
        " facts = ?, chain = ?, commitment = ?, ended_at = ?, closed_at = ? WHERE id = ? AND sequence = ?",
        (
            game.name,
            game.status,
            game.clock_offset,
            game.paused_at,
            game.floor,
            game.due_at,
            game.sequence,
            game.facts,
            game.chain,
            game.commitment,
            game.ended_at,
            game.closed_at,
            game.id,
            commit.before,
        ),
    )
    if updated.rowcount != 1:
        raise Stale(T_("Something else happened in this game at the same moment."))
    keep_rows(connection, game.id, commit.commands, commit.facts)
    digests = " ".join(digest_of(post) for post in commit.posts if post.once is None)
    if digests and commit.commands:
        connection.execute(
            "UPDATE command SET posts = ? WHERE game = ? AND n = ?", (digests, game.id, commit.commands[-1].n)
        )
    if commit.posts:
        add_posts(connection, commit.posts)
    if commit.undone is not None:
        first, last = commit.undone
        by = commit.commands[-1].n
        connection.execute(
            "UPDATE command SET undone_by = ? WHERE game = ? AND n BETWEEN ? AND ? AND undone_by IS NULL"
            " AND kind IN ('order', 'tick')",
            (by, game.id, first, last),
        )
        connection.execute("DELETE FROM snapshot WHERE game = ? AND command >= ?", (game.id, first))
    _write_seats(connection, commit)
    keep_snapshots(connection, game.id, commit.snapshots)


def keep_rows(connection: sqlite3.Connection, game: int, commands: Sequence[Command], facts: Sequence[Fact]) -> None:
    """Add commands and facts to a game's record."""
    connection.executemany(
        "INSERT INTO command (game, n, kind, at, wall, user, seat, body, refusal, undone_by, posts)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(game, *msgspec.structs.astuple(command)) for command in commands],
    )
    if facts:
        connection.executemany(
            "INSERT INTO fact (game, n, command, at, audience, body, chain) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(game, *msgspec.structs.astuple(fact)) for fact in facts],
        )


def _write_seats(connection: sqlite3.Connection, commit: Commit) -> None:
    game = commit.game.id
    for seat in commit.removed:
        connection.execute(
            "DELETE FROM draft WHERE game = ?1 AND (seat = ?2 OR substr(seat, 1, length(?2) + 1) = ?2 || ':')",
            (game, seat),
        )
        connection.execute("DELETE FROM seat WHERE game = ? AND seat = ?", (game, seat))
    for seated in commit.seats:
        connection.execute(
            "INSERT INTO seat (game, seat, user, automated) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET user = excluded.user, automated = excluded.automated",
            (game, seated.seat, seated.user, seated.automated),
        )
    for seat, body in commit.drafts.items():
        keep_draft(connection, game, seat, body)


def keep_snapshots(connection: sqlite3.Connection, game: int, snapshots: Sequence[Snapshot]) -> None:
    """Keep snapshots, and of each holder only the newest before it besides (a rewind may want that one)."""
    for snapshot in snapshots:
        connection.execute(
            "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (game, snapshot.whose, snapshot.command, snapshot.fact, snapshot.state),
        )
        connection.execute(
            "DELETE FROM snapshot WHERE game = ?1 AND whose = ?2 AND command < (SELECT command FROM snapshot"
            " WHERE game = ?1 AND whose = ?2 ORDER BY command DESC LIMIT 1 OFFSET 1)",
            (game, snapshot.whose),
        )


def keep_draft(connection: sqlite3.Connection, game: int, seat: str, body: str) -> None:
    """Keep a seat's draft of an order sheet, or ("red:gcw turn submit") of a form; an empty one is none."""
    if body:
        connection.execute(
            "INSERT INTO draft VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body", (game, seat, body)
        )
    else:
        connection.execute("DELETE FROM draft WHERE game = ? AND seat = ?", (game, seat))


def draft_of(connection: sqlite3.Connection, game: int, seat: str) -> str:
    """A seat's draft of an order sheet, "" for none."""
    row = connection.execute("SELECT body FROM draft WHERE game = ? AND seat = ?", (game, seat)).fetchone()
    return "" if row is None else str(row[0])


def _snapshot(connection: sqlite3.Connection, game: int, whose: str, upto: int | None) -> Snapshot | None:
    row = connection.execute(
        "SELECT whose, command, fact, state FROM snapshot WHERE game = ? AND whose = ?"
        " AND (?3 IS NULL OR command <= ?3) ORDER BY command DESC LIMIT 1",
        (game, whose, upto),
    ).fetchone()
    return None if row is None else Snapshot(*row)


def facts_after(
    connection: sqlite3.Connection, game: int, after: int, upto: int | None = None, undone: bool = False
) -> tuple[Fact, ...]:
    """The facts of a game after the one of that number, up to those of command `upto`; undone ones only if asked."""
    rows = connection.execute(
        "SELECT n, command, at, audience, body, chain FROM fact WHERE game = :game AND n > :after"
        " AND (:upto IS NULL OR command <= :upto) AND (:undone OR command NOT IN"
        " (SELECT n FROM command WHERE game = :game AND undone_by IS NOT NULL)) ORDER BY n",
        {"game": game, "after": after, "upto": upto, "undone": undone},
    )
    return tuple(Fact(*row) for row in rows)


def asked_by(connection: sqlite3.Connection, user: int) -> tuple[int, ...]:
    """The games in which a user has asked for something."""
    rows = connection.execute("SELECT DISTINCT game FROM command WHERE user = ? ORDER BY game", (user,))
    return tuple(int(row[0]) for row in rows)


def snapshots_of(connection: sqlite3.Connection, game: int) -> tuple[Snapshot, ...]:
    """All snapshots of a game."""
    rows = connection.execute(
        "SELECT whose, command, fact, state FROM snapshot WHERE game = ? ORDER BY whose, command", (game,)
    )
    return tuple(Snapshot(*row) for row in rows)


def load(connection: sqlite3.Connection, game: int, upto: int | None = None) -> Record:
    """Record from which a game's state is known, now or as it was after command `upto`. Raises NoSuchGame."""
    found = find(connection, game)
    secret = connection.execute("SELECT secret FROM secret WHERE game = ?", (game,)).fetchone()
    snapshot = _snapshot(connection, game, REFEREE, upto)
    facts = facts_after(connection, game, 0 if snapshot is None else snapshot.fact, upto)
    seats, masks = seats_of(connection, game), masks_of(connection, game)
    standing, colours = (kept_beside(connection, game, what) for what in (STANDING, COLOUR))
    return Record(found, seats, bytes(secret[0]), snapshot, facts, masks, standing, colours)


def kept_beside(connection: sqlite3.Connection, game: int, what: str) -> dict[str, str]:
    """Lines that are kept of seats beside their order sheets, by seat."""
    rows = connection.execute("SELECT seat, body FROM draft WHERE game = ? AND seat LIKE ?", (game, f"%{what}"))
    return {str(seat).removesuffix(what): str(body) for seat, body in rows}


def masks_of(connection: sqlite3.Connection, game: int) -> dict[str, str]:
    """Masks that are shown in the place of names that a forgotten person typed, by name."""
    rows = connection.execute("SELECT name, shown FROM mask WHERE game = ? ORDER BY name", (game,))
    return {str(name): str(mask) for name, mask in rows}


def all_masks(connection: sqlite3.Connection) -> dict[int, dict[str, str]]:
    """The masks of every game that has any, by game and name."""
    found = [int(row[0]) for row in connection.execute("SELECT DISTINCT game FROM mask ORDER BY game")]
    return {game: masks_of(connection, game) for game in found}


def keep_masks(connection: sqlite3.Connection, game: int, masks: Mapping[str, str]) -> None:
    """Show something else in the place of names; one that has a mask keeps it."""
    connection.executemany(
        "INSERT INTO mask VALUES (?, ?, ?) ON CONFLICT DO NOTHING", [(game, *pair) for pair in masks.items()]
    )


def knowledge(
    connection: sqlite3.Connection, game: int, whose: Sequence[str]
) -> tuple[dict[str, Snapshot | None], tuple[Fact, ...]]:
    """The newest snapshots of some holders, and all facts after the oldest of them."""
    snapshots = {name: _snapshot(connection, game, name, None) for name in whose}
    oldest = min((snapshot.fact if snapshot else 0 for snapshot in snapshots.values()), default=0)
    return snapshots, facts_after(connection, game, oldest)


def commands(connection: sqlite3.Connection, game: int, after: int = 0) -> tuple[Command, ...]:
    """The log of what was asked of a game, undone and refused commands too."""
    rows = connection.execute(_COMMANDS + " WHERE game = ? AND n > ? ORDER BY n", (game, after))
    return tuple(Command(*row) for row in rows)


def commands_of(
    connection: sqlite3.Connection, game: int, kinds: Sequence[str], user: int | None = None
) -> tuple[Command, ...]:
    """The log of what was asked of a game, undone and refused commands too, as far as it is of some kinds, and of one
    user if so limited.
    """
    only = f"{_COMMANDS} WHERE game = ?1 AND kind IN (SELECT value FROM json_each(?2))"  # noqa: S608  # ours
    rows = connection.execute(only + " AND user = ifnull(?3, user) ORDER BY n", (game, json.dumps(list(kinds)), user))
    return tuple(Command(*row) for row in rows)


def automated(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Running games in which Umpire plays a seat, oldest first."""
    rows = connection.execute(
        "SELECT DISTINCT game.id FROM seat JOIN game ON game.id = seat.game"
        " WHERE seat.automated = 1 AND game.status = 'running' ORDER BY game.id"
    )
    return tuple(int(row[0]) for row in rows)


def due(connection: sqlite3.Connection, wall: int, most: int, without: Sequence[int] = ()) -> tuple[int, ...]:
    """Games that time has something to do in, earliest due first, but those named."""
    rows = connection.execute(
        "SELECT id FROM game WHERE due_at <= ? AND id NOT IN (SELECT value FROM json_each(?))"
        " ORDER BY due_at, id LIMIT ?",
        (wall, json.dumps(list(without)), most),
    )
    return tuple(int(row[0]) for row in rows)


def next_due(connection: sqlite3.Connection) -> int | None:
    """The wall time at which time next has something to do in any game."""
    found = connection.execute("SELECT min(due_at) FROM game WHERE due_at IS NOT NULL").fetchone()[0]
    return None if found is None else int(found)


def to_lock(connection: sqlite3.Connection, since: int) -> tuple[int, ...]:
    """Games that were closed since a wall time, of which all is posted, and whose threads were not locked yet."""
    rows = connection.execute(
        "SELECT id FROM game WHERE closed_at >= ? AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.game = game.id"
        " AND done_at IS NULL) AND NOT EXISTS (SELECT 1 FROM memo WHERE name = 'locked:' || game.id) ORDER BY id",
        (since,),
    )
    return tuple(int(row[0]) for row in rows)


def pack_files(connection: sqlite3.Connection, rulebook: str, version: int, digest: str) -> dict[str, str]:
    """The files of a data pack that some game was started with; empty where it was never kept."""
    row = connection.execute(
        "SELECT files FROM pack WHERE rulebook = ? AND version = ? AND digest = ?", (rulebook, version, digest)
    ).fetchone()
    files: dict[str, str] = {} if row is None else json.loads(row[0])
    return files
