"""`umpire forget`: a person taken out of the database and out of its copies."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.clock import Clock
from bot.game.daily_copies import Backup, kept
from bot.game.desk.desk import Desk
from bot.game.rulebook_list import PACKS, all_rulebooks
from storage.database import require_file
from storage.errors import Locked, StorageTrouble
from storage.files.backup import forget_in
from storage.store import Store


def forget(database: Path, folder: Path, user: int) -> bool:
    """Forget a user in every copy, and in the database itself; whether it was done in all of them.

    What they typed as names is masked in all of them too, unless a bot runs on the database. Raises Locked then, after
    all copies.
    """
    done = True
    try:
        names = asyncio.run(_typed(database, user))
    except Locked:
        names = {}
    for copy in kept(database, Backup(folder=folder)):
        try:
            print(f"{copy.path}: {forget_in(copy.path, user, names)}")
        except StorageTrouble as trouble:
            done = False
            print(f"{copy.path}: {trouble} It still holds what it held: delete it to be rid of that.")
    try:
        print(f"{database}: {forget_in(database, user, names)}")
    except Locked as locked:
        raise Locked(
            f"{locked} The copies are done; in the database itself the person does it, with `/settings forget-me`, "
            "or you do when the bot is stopped."
        ) from locked
    return done


async def _typed(database: Path, user: int) -> dict[int, list[str]]:
    """What a user typed as names, by game. Raises StorageTrouble."""
    store = await Store.open(require_file(database))
    try:
        return await Desk(store, all_rulebooks(PACKS), Clock()).record.typed(user)
    finally:
        await store.close()
