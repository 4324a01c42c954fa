"""`umpire verify`: recorded games, played again."""

from __future__ import annotations

import time
from pathlib import Path

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebook_list import PACKS, all_rulebooks
from storage.store import Store


async def verify(database: Path, game: int | None) -> bool:
    """Play recorded games again and compare every fact. True where all agree."""
    started = time.monotonic()
    store = await Store.open(database)
    try:
        desk = Desk(store, all_rulebooks(PACKS), Clock())
        rows = [await store.game(game)] if game is not None else list(await store.games(ended=True))
        differing = 0
        for row in rows:
            difference = await desk.record.verify(row.id)
            if difference is not None:
                differing += 1
                print(f"game {row.id} ({row.name}) differs at command {difference.command}:")
                print("  recorded: " + "\n            ".join(difference.recorded))
                print("  replayed: " + "\n            ".join(difference.replayed))
        print(f"{len(rows)} games verified, {differing} differ ({time.monotonic() - started:.1f} s)")
        return not differing
    finally:
        await store.close()
