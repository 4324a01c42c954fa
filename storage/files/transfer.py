"""One game moved: written out of a database as a file, and read into another."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec

from storage import reminders
from storage.database import connect, hold, stand
from storage.errors import telling
from storage.files.backup import reading
from storage.files.exported import CodecOf, Reader, lines
from storage.files.placing import beside, private, put_in_place
from storage.games import create, find, keep_draft, keep_masks, keep_rows
from storage.migrations import migrate
from storage.records import COLOUR, STANDING, Command, Commit, Fact, Game

TOGETHER = 1000
"""Rows of a file that are held in memory at once."""


def export_game(database: Path, game: int, file: Path) -> Game:
    """Write a game to a file for its owner's eyes alone, also while a bot runs on the database. Raises NoSuchGame."""
    with reading(database) as connection:
        connection.execute("BEGIN")
        row = find(connection, game)
        partial = beside(file, "partial")
        partial.unlink(missing_ok=True)
        with private(partial).open("wb") as out:
            for line in lines(connection, game):
                out.write(line + b"\n")
        put_in_place(partial, file)
    return row


def import_game(database: Path, file: Path, guild: int, codec_of: CodecOf, channel: int = 0) -> Game:
    """Read a game's file into a database that no bot runs on, as a new game of a guild, with its log, facts, seats,
    their standing orders and colours, and its secret. Of a file with anything wrong in it nothing is kept.

    Raises Locked, Unverified with line and reason, NewerDatabase.
    """
    with Reader(file, codec_of) as reader:
        head = reader.head()
        held = hold(database)
        try:
            with telling():
                stand(database)
                connection = connect(database)
                try:
                    migrate(connection, database)
                    connection.execute("BEGIN IMMEDIATE")
                    row = msgspec.structs.replace(head.game, guild=guild)
                    opening = Commit(before=0, game=row, seats=head.seats)
                    made = create(connection, row, bytes.fromhex(head.secret), head.files, opening, channel)
                    keep_masks(connection, made.id, head.masks)
                    for what, kept in ((STANDING, head.standing), (COLOUR, head.colours)):
                        for seat, body in kept.items():
                            keep_draft(connection, made.id, f"{seat}{what}", body)
                    reminders.begin(connection, made.id, made.facts)
                    rows = reader.rows()
                    while batch := list(islice(rows, TOGETHER)):
                        log = [one for one in batch if isinstance(one, Command)]
                        keep_rows(connection, made.id, log, [one for one in batch if isinstance(one, Fact)])
                    connection.execute("COMMIT")
                    return made
                finally:
                    connection.close()
        finally:
            held.close()
