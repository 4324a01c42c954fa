"""Games that a server has, and who sits where: kept at hand, because every command asks.

A row from here tells what a game is called, what is played and whether it runs. Its counters and deadlines may be
old: those are read where they matter.
"""

from __future__ import annotations

from engine.game import Seat
from storage.records import BESIDE, Game
from storage.store import Store

GUILDS_AT_HAND = 500
"""Servers kept; when there are more, all are read anew."""


class Directory:
    """Games and seats of servers, read once and again after each change."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[int, tuple[Game, ...]] = {}
        self._changes = 0
        """How often something changed: what was read before that may be as it was."""
        self._seats: dict[int, dict[int, dict[int, Seat]]] = {}

    async def games(self, guild: int) -> tuple[Game, ...]:
        """All games of a server, oldest first, ended ones too."""
        found = self._games.get(guild)
        if found is None:
            changes, found = self._changes, await self._store.games(guild, ended=True)
            if changes != self._changes:
                return found
            if len(self._games) >= GUILDS_AT_HAND:
                self._games.clear()
            self._games[guild] = found
        return found

    async def seats_of(self, guild: int, user: int) -> dict[int, Seat]:
        """The seats of a user, by game."""
        users = self._seats.setdefault(guild, {})
        found = users.get(user)
        if found is None:
            found = {game: Seat(seat) for game, seat in await self._store.seats_of(guild, user)}
            if len(users) < GUILDS_AT_HAND and self._seats.get(guild) is users:
                users[user] = found
        return found

    async def games_at(self, channel: int) -> list[int]:
        """The games whose channel or thread this is, the newest first."""
        places = await self._store.places_at(channel)
        return sorted({place.game for place in places if place.topic != BESIDE}, reverse=True)

    def changed(self, guild: int) -> None:
        """A game of the server was made, has another state, or somebody else sits in it."""
        self._changes += 1
        self._games.pop(guild, None)
        self._seats.pop(guild, None)

    def changed_anywhere(self) -> None:
        """Read everything anew the next time."""
        self._changes += 1
        self._games.clear()
        self._seats.clear()
