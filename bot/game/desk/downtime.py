"""Grace for deadlines that passed while the bot was away, or Discord was: nobody could give orders then."""

from __future__ import annotations

import logging

from bot.clock import Clock
from bot.game.answers import DONE, Reply
from bot.game.game_cache import GameCache
from bot.game.rulebooks import MissingRulebook
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.posts.news import DECIDES, PUBLIC
from engine.clock import MINUTE, Instant
from engine.text.message import N_, name, stamp
from storage.errors import StorageTrouble
from storage.store import Store

log = logging.getLogger("umpire.downtime")

AWAY = 5 * MINUTE
"""Seconds without a connection to Discord from which deadlines that passed meanwhile are met later."""

GRACE = 30 * MINUTE
"""Seconds that are left for orders after the return."""

ALIVE = "alive"
"""The memo of the wall time at which the bot was last connected."""

WAS_AWAY = N_(
    "**{game}**: I was away from {away} until {now}, and nobody could give me orders. The deadline of {due} is now "
    "{then}; later ones move with it."
)


class Downtime:
    """Downtime: what was missed while nobody could give orders, and when that was last so."""

    def __init__(self, store: Store, games: GameCache, transactions: Transactions, clock: Clock) -> None:
        self._store, self._games, self._transactions, self._clock = store, games, transactions, clock

    async def alive(self) -> None:
        """The bot is connected now: kept, so that the next start knows how long it was away."""
        await self._store.remember(ALIVE, str(self._clock.now()))

    async def since_last_alive(self) -> int:
        """Move the deadlines that passed since an earlier start of the bot was last connected; in how many games."""
        last = await self._store.memo(ALIVE)
        return 0 if last is None else await self.since(int(last))

    async def since(self, gone: int) -> int:
        """Move the deadlines that passed since that wall time, a short while ago none; in how many games."""
        if self._clock.now() - gone < AWAY:
            return 0
        running = [game for game in await self._store.games() if game.status == "running"]
        due = [game for game in running if game.due_at is not None and game.due_at <= self._clock.now()]
        return sum([await self._spared(game.id, gone) for game in due])

    async def _spared(self, game: int, gone: int) -> bool:
        """The same for one game; one that cannot be played holds up no other."""
        try:
            return await self._graced(game, gone)
        except MissingRulebook as missing:
            log.warning("the deadlines of game %d stay where they are: %s", game, missing)
        except StorageTrouble:
            raise
        except Exception:  # a bug in one game's rules must not keep the others waiting
            log.exception("the deadlines of game %d could not be moved", game)
        return False

    async def _graced(self, game: int, gone: int) -> bool:
        """Move the clock of a game back so that the first deadline that somebody missed is `GRACE` from now."""

        async def work(step: Step) -> Reply:
            known = (await self._games.knowledge(step.loaded, [PUBLIC]))[PUBLIC]
            offset = step.row.clock_offset
            missed = [
                awaited.until + offset
                for awaited in step.loaded.rules.awaits(known)
                if awaited.owes and awaited.until is not None and gone < awaited.until + offset <= step.wall
            ]
            if not missed or step.row.status != "running":
                return Reply("")
            later = step.wall + GRACE
            step.change(clock_offset=offset + later - min(missed))
            step.note("grace", body=str(later - min(missed)))
            step.settle()
            away, now, due, then = (stamp(Instant(at)) for at in (gone, step.wall, min(missed), later))
            told = WAS_AWAY(game=name(step.row.name), away=away, now=now, due=due, then=then)
            step.announce(told, priority=DECIDES)
            return Reply(DONE)

        return (await self._transactions.act(game, work, lapsing=False)).text == DONE
