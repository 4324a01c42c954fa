"""`umpire forget`: a person taken out of the database and out of its copies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.clock import Clock
from bot.game.daily_copies import Backup, kept
from bot.game.desk.desk import Desk
from bot.game.rulebook_list import PACKS, all_rulebooks
from storage.database import require_file
from storage.errors import Locked, OlderDatabase, StorageTrouble
from storage.files.backup import forget_in
from storage.store import Store

UNMASKED = (
    "It is of a version that has no masks: what they typed as names is shown again where it is restored. "
    "Delete it to be rid of that."
)


def forget(database: Path, folder: Path, user: int) -> bool:
    """Forget a user in every copy, and in the database itself; whether it was done in all of them.

    What they typed as names is masked in all of them, and so is what the database masks already. Raises Locked, after
    all copies, where a bot runs on the database: it is read all the same, for the names.
    """
    names, done = asyncio.run(_names(require_file(database), user)), True
    for copy in kept(database, Backup(folder=folder)):
        try:
            forgotten = forget_in(copy.path, user, _together(names, asyncio.run(_names_in_copy(copy.path, user))))
            told = [str(forgotten)] if forgotten.masks else [f"{forgotten}.", UNMASKED]
            done &= forgotten.masks
        except StorageTrouble as trouble:
            done, told = False, [str(trouble), "It still holds what it held: delete it to be rid of that."]
        print(f"{copy.path}:", *told)
    try:
        print(f"{database}: {forget_in(database, user, names)}")
    except Locked as locked:
        raise Locked(
            f"{locked} The copies are done; in the database itself the person does it, with `/settings forget-me`, "
            "or you do when the bot is stopped."
        ) from locked
    return done


async def _names(file: Path, user: int) -> dict[int, list[str]]:
    """Names that a user typed, and those that are masked already, by game. Raises StorageTrouble."""
    store = await Store.look(file)
    try:
        typed = await Desk(store, all_rulebooks(PACKS), Clock()).record.typed(user)
        return _together({game: list(masks) for game, masks in (await store.masks()).items()}, typed)
    finally:
        await store.close()


async def _names_in_copy(file: Path, user: int) -> dict[int, list[str]]:
    """Names that a copy alone may know; nothing for one of an earlier version. Raises StorageTrouble."""
    try:
        return await _names(file, user)
    except OlderDatabase:
        return {}


def _together(some: Mapping[int, Sequence[str]], more: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """The names of both, by game."""
    return {game: [*some.get(game, ()), *more.get(game, ())] for game in sorted({*some, *more})}
