"""`umpire forget`: a person taken out of the database and out of its copies."""

from __future__ import annotations

from pathlib import Path

from bot.game.daily_copies import Backup, kept
from storage.errors import Locked, StorageTrouble
from storage.files.backup import forget_in


def forget(database: Path, folder: Path, user: int) -> bool:
    """Forget a user in every copy, and in the database itself; whether it was done in all of them.

    Raises Locked, after all copies, where a bot runs on the database.
    """
    done = True
    for copy in kept(database, Backup(folder=folder)):
        try:
            print(f"{copy.path}: {forget_in(copy.path, user)}")
        except StorageTrouble as trouble:
            done = False
            print(f"{copy.path}: {trouble} It still holds what it held: delete it to be rid of that.")
    try:
        print(f"{database}: {forget_in(database, user)}")
    except Locked as locked:
        raise Locked(
            f"{locked} The copies are done; in the database itself the person does it, with `/settings forget-me`, "
            "or you do when the bot is stopped."
        ) from locked
    return done
