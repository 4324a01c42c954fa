"""`umpire verify`: recorded games, played again, and all that the bot plays from held against their records."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from pathlib import Path

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.loaded_game import SHOWN
from bot.game.rulebook_list import PACKS, all_rulebooks
from bot.offline.named_rulebook import Usage
from engine.game import Refusal
from storage.errors import StorageTrouble
from storage.files.damage import check_whole
from storage.store import Store


async def verify(database: Path, game: int | None, witnesses: Sequence[str] = ()) -> bool:
    """Check the file, play recorded games again, compare every fact and what else is kept. True where all agree.

    `witnesses`, of one game, are heads that members hold: hexadecimal digits of a closing line, or files of the record
    of the dice. Raises CorruptDatabase for a damaged file.
    """
    started = time.monotonic()
    held = [head for witness in witnesses for head in _heads(witness)]
    if held and game is None:
        raise Usage("Witnesses are of one game: name it.")
    store = await Store.open(database)
    try:
        await store.database.read(lambda connection: check_whole(connection, database.name))
        desk = Desk(store, all_rulebooks(PACKS), Clock())
        rows = [await store.game(game)] if game is not None else list(await store.games(ended=True, tutorials=True))
        packs = {(row.rulebook, row.version, row.digest): row for row in rows}
        torn = [fault for row in packs.values() if (fault := await desk.record.pack_fault(row)) is not None]
        print(*torn, sep="\n", end="\n" if torn else "")
        differing = 0
        for row in rows:
            faults = await _faults(desk, row.id)
            for head in held:
                command = await desk.record.witnessed(row.id, head)
                if command is None:
                    faults.append(f"the head {head} is nowhere in the record: it was another one when that was told")
                else:
                    print(f"game {row.id}: the head {head[:SHOWN]} was told with command {command}")
            differing += bool(faults)
            for fault in faults:
                print(f"game {row.id} ({row.name}): {fault}")
        print(f"{len(rows)} games verified, {differing} differ ({time.monotonic() - started:.1f} s)")
        return not differing and not torn
    finally:
        await store.close()


async def _faults(desk: Desk, game: int) -> list[str]:
    """Faults of a game, each in a sentence."""
    try:
        difference = await desk.record.verify(game)
        faults = await desk.record.faults(game, desk.clock.now())
    except (StorageTrouble, Refusal) as trouble:
        return [str(trouble)]
    if difference is not None:
        faults.append(
            f"differs at command {difference.command}:\n  recorded: "
            + "\n            ".join(difference.recorded)
            + "\n  replayed: "
            + "\n            ".join(difference.replayed)
        )
    return faults


def _heads(witness: str) -> list[str]:
    """The heads that a member holds. Raises Usage."""
    if re.fullmatch(rf"[0-9a-fA-F]{{{SHOWN},64}}", witness):
        return [witness]
    try:
        found = json.loads(Path(witness).read_text(encoding="utf-8"))["heads"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Usage(f"{witness!r} is no head of {SHOWN} or more hexadecimal digits, and no record of dice.") from error
    return [str(head) for head in found]
