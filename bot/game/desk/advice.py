"""Orders of seats that Umpire plays itself, from what such a seat knows.

An order of such a seat is worked out and obeyed in one step, so it counts from the same state that it was thought of
in: whether the process ends before or after, the next look at the game finds the order not given or given, once.
"""

from __future__ import annotations

import asyncio
import logging

from bot.game.answers import DONE, Reply
from bot.game.game_cache import GameCache
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.game.transaction import Transactions
from engine.clock import Instant
from engine.game import Advises, Restless, Seat

log = logging.getLogger("umpire.advice")


class Advice:
    """Umpire as a player."""

    def __init__(self, games: GameCache, transactions: Transactions, rulings: Rulings) -> None:
        self._games, self._transactions, self._rulings = games, transactions, rulings
        self._alarms: dict[int, int] = {}

    def rouse(self, now: Instant) -> None:
        """Have the games looked at in which a seat that Umpire plays can do something by now, because time passed."""
        for game in [game for game, at in self._alarms.items() if at <= now]:
            del self._alarms[game]
            self._transactions.stirred.add(game)

    async def advise(self, game: int) -> bool:
        """Give the next order of a seat that Umpire plays, if one is awaited, or its rulebook has it act when it likes;
        whether an order was given. Where none is, the game is looked at again when time alone lets such a seat act.

        An order that is refused is not kept, nor one that leaves all that the seat knows as it was: it would be advised
        for ever. Either is a fault of the rulebook's advice, told in the log.
        """
        given = False

        async def work(step: Step) -> Reply:
            nonlocal given
            given = False
            self._alarms.pop(game, None)
            rules = step.loaded.rules
            if step.row.status != "running" or not isinstance(rules, Advises):
                return Reply("")
            for name in sorted(step.automated):
                seat, now = Seat(name), step.now
                knew = (await self._games.knowledge(step.loaded, [name]))[name]
                known = step.heard(name, knew)
                restless = isinstance(rules, Restless)
                if not restless and all(awaited.seat != seat for awaited in rules.awaits(known)):
                    continue
                order = await asyncio.to_thread(rules.advise, known, seat, now)
                if order is None:
                    at = rules.stirs(known, seat, now) if isinstance(rules, Restless) else None
                    if at is not None:
                        wall = step.wall + max(1, at - now)
                        self._alarms[game] = min(wall, self._alarms.get(game, wall))
                    continue
                mark = step.mark()
                refusal = await self._rulings.obey(step, seat, order, 0)
                if refusal is None and step.heard(name, knew) != known:
                    given = True
                    return Reply(DONE)
                step.back_to(mark)
                told = "it changed nothing" if refusal is None else f"it was refused ({refusal.code})"
                after = mark.row.sequence  # what exactly was advised is that seat's secret
                log.error("game %d, after command %d: I advised %s %r, and %s", game, after, name, order.path, told)
            return Reply("")

        reply = await self._transactions.act(game, work)
        if reply.refusal is not None:
            log.error("game %d: I advised what the rulebook does not know: %s", game, reply.text)
        return given
