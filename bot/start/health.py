"""Signs of life: the bot leaves one beside its database every few seconds, and `umpire health` looks at it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec

log = logging.getLogger("umpire.health")

BEAT = 10.0
"""Seconds between two signs of life."""

OLD = 60.0
"""Seconds after which a sign of life is none any more: the bot hangs, or has died."""

APART = 300.0
"""Seconds without Discord after which the bot is not well; a short break mends itself."""


class Sign(msgspec.Struct, frozen=True):
    """A sign of life: when it was given, and since when Discord is away (None: it is there).

    Both in seconds of the machine's steady clock, which all its processes share, those in containers too.
    """

    at: float
    apart_since: float | None = None
    rivalled: bool = False


def beside(database: Path) -> Path:
    """The file of the signs of life of whoever plays on a database."""
    return database.with_name(f"{database.name}.alive")


@contextlib.asynccontextmanager
async def pulse(database: Path, connected: Callable[[], bool], rivalled: Callable[[], bool]) -> AsyncIterator[None]:
    """Signs of life from the event loop itself, as long as the context lasts."""
    file = beside(database)

    async def beat() -> None:
        apart_since: float | None = None
        while True:
            now = time.monotonic()
            apart_since = None if connected() else apart_since or now
            try:
                await asyncio.to_thread(_write, file, Sign(now, apart_since, rivalled()))
            except OSError as error:  # a full disk: whoever looks finds an old sign
                log.warning("no sign of life can be left: %s", error)
            await asyncio.sleep(BEAT)

    beating = asyncio.create_task(beat(), name="pulse")
    try:
        yield
    finally:
        beating.cancel()
        await asyncio.gather(beating, return_exceptions=True)
        file.unlink(missing_ok=True)


def _write(file: Path, sign: Sign) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_bytes(msgspec.json.encode(sign))
    fresh.replace(file)


def health(database: Path, now: float) -> tuple[bool, str]:
    """True if the bot that plays on a database is well at `now` (seconds of the steady clock), and a sentence."""
    try:
        sign = msgspec.json.decode(beside(database).read_bytes(), type=Sign)
    except FileNotFoundError:
        return False, f"No bot runs on {database}."
    except (OSError, msgspec.DecodeError) as error:
        return False, f"The signs of life of {database} cannot be read: {error}."
    if not 0 <= now - sign.at <= OLD:
        return False, f"The bot gave its last sign of life over {OLD:.0f} seconds ago: it hangs, or has died."
    if sign.apart_since is not None and now - sign.apart_since > APART:
        return False, f"The bot has not reached Discord for {now - sign.apart_since:.0f} seconds."
    if sign.rivalled:
        return False, "The bot runs, but another process answers with its token: stop one of them."
    return True, "The bot is well."
