"""Files that hold a game's secrets: their owner's alone, and on the disk before anything counts on them."""

from __future__ import annotations

import os
from pathlib import Path

OURS_ALONE = 0o600
"""The mode of the database, of its copies and of exported games: nobody but the bot's own user reads them."""


def private(path: Path) -> Path:
    """The path, where a file stands then that only its owner may read; what it holds already stays.

    Of a file that belongs to another user the mode stays as it is.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OURS_ALONE))
    if path.stat().st_mode & 0o777 != OURS_ALONE and path.stat().st_uid == os.geteuid():
        path.chmod(OURS_ALONE)
    return path


def put_in_place(finished: Path, target: Path) -> None:
    """Give a finished file its name, in the place of what had it: after this a power cut leaves one or the other."""
    with finished.open("rb") as written:
        os.fsync(written.fileno())
    finished.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Bring on the disk which files a folder holds, and under which names."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def beside(path: Path, ending: str) -> Path:
    """The file that belongs to a database: `games.db` and "before-restore" make `games.db.before-restore`."""
    return path.with_name(f"{path.name}.{ending}")
