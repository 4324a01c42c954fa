"""The rulebook's part of a step: to begin, to let lapse, to obey. What it was asked is logged, whatever it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bot.game.game_cache import GameCache
from bot.game.slow_work import SlowWork
from bot.game.step import Step
from bot.posts.news import shifted
from engine.game import Knows, Outcome, Refusal, Seat, Setup, lapse, obey, start
from engine.orders import Order


class NotAtHand(Exception):
    """The rulebook asked what a seat knows, and that is still in the database."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"what {seat} knows is not at hand")
        self.seat = seat


class Rulings:
    """Has rulebooks rule within steps, where that holds nobody up."""

    def __init__(self, games: GameCache, slow_work: SlowWork) -> None:
        self._games, self._slow_work = games, slow_work

    async def _ruled(self, step: Step, kind: str, rule: Callable[[Knows[Any]], Outcome[Any]]) -> Outcome[Any]:
        """The rulebook's ruling. Knowledge that it asks for and that is not at hand is read, and it rules anew."""

        def knows(seat: Seat) -> Any:  # the rulebook's type of state
            if seat not in step.loaded.known:
                raise NotAtHand(seat)
            return step.heard(seat, step.loaded.known[seat])

        while True:
            try:
                return await self._slow_work.run(kind, lambda: rule(knows))
            except NotAtHand as missing:
                await self._games.knowledge(step.loaded, [missing.seat])

    async def begin(self, step: Step, user: int) -> None:
        """Open the game with the seats that are taken. Raises Refusal where it cannot be played so."""
        rules, now, dice = step.loaded.rules, step.now, step.loaded.dice
        setup = Setup(step.row.name, tuple(Seat(name) for name in sorted(step.seats)), dict(step.row.options))
        outcome = await self._slow_work.run(f"{rules.name} begin", lambda: start(rules, setup, now, dice))
        step.ran("begin", outcome, user=user, body=msgspec.json.encode(setup, order="sorted").decode())

    async def let_lapse(self, step: Step) -> None:
        """Let everything lapse that is due by now, as a command of its own."""
        if step.row.status != "running":
            return
        due, now = step.loaded.due(step.state), step.now
        if due is None or due > now:
            return
        rules, state, dice = step.loaded.rules, step.state, step.loaded.dice
        outcome = await self._ruled(step, f"{rules.name} lapse", lambda knows: lapse(rules, state, now, dice, knows))
        if outcome.said:
            step.ran("tick", outcome)

    async def obey(self, step: Step, seat: Seat, order: Order, user: int) -> Refusal | None:
        """Obey an order; its refusal, with instants in wall time."""
        loaded = step.loaded
        if type(order) not in loaded.rules.orders:
            raise Refusal("ORDER", f"{loaded.rules.title} knows no such order.")
        rules, state, now = loaded.rules, step.state, step.now
        outcome = await self._ruled(
            step, order.path, lambda knows: obey(rules, state, seat, order, now, loaded.dice, knows)
        )
        step.ran("order", outcome, user=user, seat=seat, body=loaded.codec.order_text(order))
        if outcome.refusal is None:
            return None
        told = outcome.refusal
        offset = step.row.clock_offset
        return Refusal(told.code, shifted(told.sentence, offset), told.rule, shifted(told.fix, offset), told.numbers)
