"""Seats that Umpire plays itself, looked at whenever something happened in their games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from storage.store import Store

log = logging.getLogger("umpire.opponents")

MOST = 50
"""Orders given in one game before others have their turn."""

PATIENCE = 1.0
"""Seconds that somebody who has given an order is kept waiting for what Umpire does about it."""


class Stirred:
    """Games in which something happened since they were last looked at, in that order, each once."""

    def __init__(self) -> None:
        self._games: dict[int, None] = {}
        self._added = asyncio.Event()

    def __bool__(self) -> bool:
        return bool(self._games)

    def __contains__(self, game: int) -> bool:
        return game in self._games

    def add(self, game: int) -> None:
        """Have the seats of a game looked at that Umpire plays."""
        self._games[game] = None
        self._added.set()

    def take(self) -> int:
        """The game that has waited longest, which waits no more. There is one."""
        game = next(iter(self._games))
        del self._games[game]
        return game

    async def wait(self) -> None:
        """Return once a game waits."""
        if not self._games:
            self._added.clear()
            await self._added.wait()


class Opponents:
    """Plays those seats until it is cancelled: after every commit of their games, and once after the start.

    `advise` gives the next order of such a seat in a game, if one is awaited, and tells whether an order was given.
    """

    def __init__(self, store: Store, stirred: Stirred, advise: Callable[[int], Awaitable[bool]]) -> None:
        self._store, self._stirred, self._advise = store, stirred, advise
        self._playing: int | None = None
        self._looked = asyncio.Event()
        self.idle = asyncio.Event()
        """Set while there is nothing to be done."""

    async def run(self) -> None:
        """Look at every running game with such a seat, then at each in which something happens."""
        for game in await self._store.automated():
            self._stirred.add(game)
        while True:
            while self._stirred:
                self.idle.clear()
                await self._play(self._stirred.take())
            self.idle.set()
            await self._stirred.wait()

    async def answered(self, game: int) -> None:
        """Return once the seats of a game that Umpire plays have done what they are waited for, or have taken too long
        over it.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while game in self._stirred or game == self._playing:
                    await self._looked.wait()

    async def _play(self, game: int) -> None:
        self._playing = game
        try:
            await self._orders(game)
        finally:
            self._playing = None
            self._looked.set()
            self._looked.clear()

    async def _orders(self, game: int) -> None:
        try:
            for _ in range(MOST):
                if not await self._advise(game):
                    return
                await asyncio.sleep(0)
        except Exception:  # a bug in one game's rules must not stop the others
            log.exception("the seats of game %d that I play could not be played", game)
            return
        self._stirred.add(game)
