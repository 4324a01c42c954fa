"""One game as a file of JSON lines: written out of a database, checked, and read into another.

The first line is the game with its seats, secret and data pack; then a line for each command and each fact, in
order; the last line counts them and repeats the digest of the chain. The file holds the secret of the dice: it is for
whoever runs the bot, not for players.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.clock import Instant
from engine.game import Audience
from engine.record import chained
from storage.database import connect, hold, stand
from storage.errors import StorageTrouble, Unverified, telling
from storage.files.backup import reading
from storage.files.placing import beside, private, put_in_place
from storage.games import commands, create, facts_after, find, pack_files, seats_of
from storage.migrations import migrate
from storage.records import Command, Commit, Fact, Game, Seated

FORMAT = 1


class Head(msgspec.Struct, frozen=True):
    """The first line of the file."""

    umpire: int
    game: Game
    seats: tuple[Seated, ...]
    secret: str
    files: dict[str, str]


class Tail(msgspec.Struct, frozen=True):
    """The last line of the file."""

    commands: int
    facts: int
    chain: str


def _fact_line(fact: Fact) -> dict[str, Any]:  # JSON
    return {**msgspec.structs.asdict(fact), "body": fact.body.decode()}


def lines(connection: sqlite3.Connection, game: int) -> Iterator[str]:
    """The lines of a game's file. Raises NoSuchGame."""
    row = find(connection, game)
    secret = bytes(connection.execute("SELECT secret FROM secret WHERE game = ?", (game,)).fetchone()[0])
    files = pack_files(connection, row.rulebook, row.version, row.digest)
    log, facts = commands(connection, game), facts_after(connection, game, 0, undone=True)
    yield msgspec.json.encode(Head(FORMAT, row, seats_of(connection, game), secret.hex(), files)).decode()
    for command in log:
        yield json.dumps({"command": msgspec.structs.asdict(command)}, ensure_ascii=False)
    for fact in facts:
        yield json.dumps({"fact": _fact_line(fact)}, ensure_ascii=False)
    yield msgspec.json.encode({"end": Tail(len(log), len(facts), row.chain)}).decode()


def export_game(database: Path, game: int, file: Path) -> Game:
    """Write a game to a file, also while a bot runs on the database. Raises NoSuchGame."""
    with reading(database) as connection:
        connection.execute("BEGIN")
        row = find(connection, game)
        partial = beside(file, "partial")
        partial.unlink(missing_ok=True)
        with private(partial).open("w", encoding="utf-8", newline="\n") as out:
            for line in lines(connection, game):
                out.write(f"{line}\n")
        put_in_place(partial, file)
    return row


class Exported(msgspec.Struct, frozen=True):
    """A game as its file has it."""

    head: Head
    commands: tuple[Command, ...]
    facts: tuple[Fact, ...]


def read_game(text: str) -> Exported:
    """Read a game's file and check that it is whole and unchanged. Raises Unverified."""
    rows = text.removesuffix("\n").split("\n")  # a line ends here and nowhere else: texts hold U+2028 and its like
    if len(rows) < 2:
        raise Unverified("The file is no exported game, or only the beginning of one.")
    log: list[Command] = []
    facts: list[Fact] = []
    chain = ""
    try:
        head = msgspec.json.decode(rows[0], type=Head)
        if head.umpire != FORMAT:
            raise Unverified(f"The file has format {head.umpire}; this Umpire reads format {FORMAT}.")
        for row in rows[1:-1]:
            entry: dict[str, Any] = json.loads(row)
            if "command" in entry:
                log.append(msgspec.convert(entry["command"], Command))
            else:
                fields = entry["fact"]
                fact = Fact(**{**fields, "body": fields["body"].encode()})
                chain = chained(chain, Instant(fact.at), Audience.parse(fact.audience), fact.body)
                if chain != fact.chain:
                    raise Unverified(f"Fact {fact.n} of the file is not what was written.")
                facts.append(fact)
        tail = msgspec.convert(json.loads(rows[-1])["end"], Tail)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
        raise Unverified(f"The file is no exported game, or damaged: {error}.") from error
    if tail != Tail(len(log), len(facts), chain) or chain != head.game.chain:
        raise Unverified("The file is not whole: it does not hold what its last line says.")
    return Exported(head, tuple(log), tuple(facts))


def insert_game(connection: sqlite3.Connection, exported: Exported, guild: int, channel: int = 0) -> Game:
    """Put a game into a database as a new one of a guild; it keeps its log, facts, seats and secret."""
    head = exported.head
    row = msgspec.structs.replace(head.game, guild=guild)
    commit = Commit(before=0, game=row, commands=exported.commands, facts=exported.facts, seats=head.seats)
    return create(connection, row, bytes.fromhex(head.secret), head.files, commit, channel)


def import_game(database: Path, file: Path, guild: int, channel: int = 0) -> Game:
    """Read a game's file into a database that no bot runs on. Raises Locked, Unverified, NewerDatabase."""
    try:
        exported = read_game(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise Unverified("The file is no exported game.") from error
    except OSError as error:
        raise StorageTrouble(f"{file.name} cannot be read: {error.strerror}.") from error
    held = hold(database)
    try:
        with telling():
            stand(database)
            connection = connect(database)
            try:
                migrate(connection, database)
                connection.execute("BEGIN IMMEDIATE")
                made = insert_game(connection, exported, guild, channel)
                connection.execute("COMMIT")
                return made
            finally:
                connection.close()
    finally:
        held.close()
