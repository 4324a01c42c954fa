"""Games at hand: loaded once, kept while they are used, each behind a lock of its own."""

from __future__ import annotations

import asyncio
import weakref
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.game.loaded_game import LoadedGame
from bot.game.rulebooks import Edition, Rulebooks
from bot.posts.news import PUBLIC
from storage.records import Fact, Game, Snapshot
from storage.store import Store

GAMES_AT_HAND = 256
"""Games kept in memory, the latest used ones."""

FOLDED_MOST = 400
"""Facts folded for a hearer after which what it knows is written whole."""


class GameCache:
    """The latest used games, and what their seats know."""

    def __init__(self, store: Store, rulebooks: Rulebooks, *, at_hand: int = GAMES_AT_HAND) -> None:
        self._store, self.rulebooks, self._at_hand = store, rulebooks, at_hand
        self._games: OrderedDict[int, LoadedGame] = OrderedDict()
        self._all_dropped = 0
        """How often all games were let go of: one that was being loaded then may be as it was before."""
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def __contains__(self, game: int) -> bool:
        return game in self._games

    def lock(self, game: int) -> asyncio.Lock:
        """The lock of a game: whoever works on it holds it."""
        return self._locks.setdefault(game, asyncio.Lock())

    async def edition(self, row: Game) -> Edition:
        """The edition of its rulebook that a game was started with. Raises MissingRulebook."""
        found = self.rulebooks.find(row.rulebook, row.version, row.digest)
        if found is None:
            files = await self._store.pack_files(row.rulebook, row.version, row.digest)
            found = await asyncio.to_thread(self.rulebooks.remake, row.rulebook, row.version, row.digest, files)
        return found

    async def open(self, game: int) -> LoadedGame:
        """The game, from memory or from the database. Its lock is held."""
        loaded = self._games.get(game)
        while loaded is None:
            dropped, read = self._all_dropped, await self._loaded(game)
            if dropped == self._all_dropped:
                self._games[game] = loaded = read
                while len(self._games) > self._at_hand:
                    self._games.popitem(last=False)
        self._games.move_to_end(game)
        return loaded

    async def _loaded(self, game: int) -> LoadedGame:
        record = await self._store.load(game)
        edition = await self.edition(record.game)
        if len(record.facts) > FOLDED_MOST:  # as in a game that came from elsewhere: nothing was folded yet
            return await asyncio.to_thread(LoadedGame, edition, record)
        return LoadedGame(edition, record)

    def drop(self, game: int) -> None:
        """Read a game anew the next time."""
        self._games.pop(game, None)

    def drop_all(self) -> None:
        """Read every game anew the next time."""
        self._all_dropped += 1
        self._games.clear()

    async def knowledge(self, loaded: LoadedGame, wanted: Sequence[str]) -> dict[str, Any]:
        """The state as each of these hearers knows it after the last commit. The lock is held."""
        missing = [hearer for hearer in wanted if hearer not in loaded.known]
        if missing:
            snapshots, facts = await self._store.knowledge(loaded.row.id, missing)
            fold = partial(_folded, loaded, snapshots, facts)
            known = await asyncio.to_thread(fold) if len(facts) > FOLDED_MOST else fold()
            loaded.known.update((hearer, state) for hearer, (state, _) in known.items())
            behind = [
                Snapshot(hearer, loaded.row.sequence, loaded.row.facts, loaded.codec.state_bytes(state))
                for hearer, (state, folded) in known.items()
                if folded > FOLDED_MOST
            ]
            if behind:
                await self._store.keep_snapshots(loaded.row.id, behind)
        return {hearer: loaded.known[hearer] for hearer in wanted}


def _folded(
    loaded: LoadedGame, snapshots: Mapping[str, Snapshot | None], facts: Sequence[Fact]
) -> dict[str, tuple[Any, int]]:
    """Knowledge of each holder of a snapshot (or of none) after these facts, and the number of them that it heard."""
    heard = [(fact, loaded.codec.fact(fact.body)) for fact in facts]
    known: dict[str, tuple[Any, int]] = {}  # each rulebook has its own type of state
    for hearer, snapshot in snapshots.items():
        state = loaded.rules.state() if snapshot is None else loaded.codec.state(snapshot.state)
        after = 0 if snapshot is None else snapshot.fact
        news = [fact for stored, fact in heard if stored.n > after and _heard_by(stored.audience, hearer)]
        for fact in news:
            state = fact.evolve(state)
        known[hearer] = state, len(news)
    return known


def _heard_by(audience: str, hearer: str) -> bool:
    return audience == "*" or (hearer != PUBLIC and hearer in audience.split(","))
