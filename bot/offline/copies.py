"""`umpire backup`, `restore`, `export` and `import`: databases copied, games moved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.game.rulebook_list import PACKS, all_rulebooks
from engine.record import Codec
from storage.files import backup as copies
from storage.files import transfer
from storage.files.exported import Head


def backup(database: Path, target: Path) -> None:
    """Copy the database, in use or not."""
    found = copies.backup(database, target)
    print(f"{target}: {found}")


def restore(copy: Path, database: Path) -> None:
    """Put a copy in the place of the database."""
    found = copies.restore(copy, database)
    print(f"{database}: {found}")


def export(database: Path, game: int, file: Path) -> None:
    """Write one game to a file."""
    row = transfer.export_game(database, game, file)
    print(f"{file}: {row.name}, {row.sequence} commands, {row.facts} facts")


def import_game(database: Path, file: Path, guild: int) -> None:
    """Read a game from a file."""
    row = transfer.import_game(database, file, guild, _codec_of)
    print(f"{row.name} is game {row.number} of server {row.guild}")


def _codec_of(head: Head) -> Codec[Any]:
    """The codec of the edition that a file's game was started with, made of the data pack in it."""
    game, books = head.game, all_rulebooks(PACKS)
    if game.rulebook not in books.names:
        raise ValueError(f"there is no rulebook {game.rulebook!r}")
    return books.remake(game.rulebook, game.version, game.digest, head.files).codec
