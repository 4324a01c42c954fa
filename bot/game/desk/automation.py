"""Seats that Umpire plays itself: taking one up, giving it up, and its next order from what that seat knows.

An order of such a seat is worked out and obeyed in one step, so it counts from the same state that it was thought of
in: whether the process ends before or after, the next look at the game finds the order not given or given, once.
"""

from __future__ import annotations

import asyncio
import logging

from bot.game.loaded_game import LiveGame, Step
from bot.game.seat_names import seat_name
from bot.game.transaction import DONE, Reply, Steps
from bot.posts.news import PUBLIC, Letter, post, target_of
from engine.game import Advises, Refusal, Seat
from engine.text.names import shown

log = logging.getLogger("umpire.automation")


class Automation(Steps):
    """Umpire as a player."""

    async def take_up(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Have Umpire play a seat: a new one, or one that is vacant. Refused where the rulebook cannot play."""

        async def work(live: LiveGame, step: Step) -> Reply:
            wanted = seat_name(seat)
            if step.row.status == "ended":
                raise Refusal("GAME", f"{shown(step.row.name)} has ended.")
            if not isinstance(live.rules, Advises):
                raise Refusal("GAME", f"I cannot play {live.rules.title} myself.")
            if wanted in step.automated:
                raise Refusal("SEAT", f"I play {shown(wanted)} already.")
            if step.seats.get(wanted) is not None:
                raise Refusal("SEAT", f"Somebody else is {shown(wanted)}.", fix="Choose another name.")
            step.seats[wanted] = None
            step.automated |= {wanted}
            step.note("take up", user=user, seat=wanted)
            _announce(step, f"**{shown(wanted)}** is played by Umpire.")
            return Reply(f"I play **{shown(wanted)}** in {shown(step.row.name)}.")

        return await self.act(game, work, interaction=interaction)

    async def give_up(self, game: int, user: int, seat: str, *, interaction: str = "") -> Reply:
        """Have Umpire leave a seat: before the start it is gone, afterwards it is vacant."""

        async def work(_live: LiveGame, step: Step) -> Reply:
            sitting = seat_name(seat)
            if sitting not in step.automated:
                raise Refusal("SEAT", f"I do not play {shown(sitting)} in {shown(step.row.name)}.")
            step.automated -= {sitting}
            if step.row.status == "lobby":
                del step.seats[sitting]
                step.removed.append(sitting)
            step.note("give up", user=user, seat=sitting)
            _announce(step, f"Umpire no longer plays **{shown(sitting)}**.")
            return Reply(f"I have left **{shown(sitting)}** in {shown(step.row.name)}.")

        return await self.act(game, work, interaction=interaction)

    async def advise(self, game: int) -> bool:
        """Give the next order of a seat that Umpire plays, if one is awaited; whether an order was given.

        An order that is refused is not kept: it is a fault of the rulebook's advice, told in the log.
        """
        given = False

        async def work(live: LiveGame, step: Step) -> Reply:
            nonlocal given
            given = False
            rules = live.rules
            if step.row.status != "running" or not isinstance(rules, Advises):
                return Reply("")
            for name in sorted(step.automated):
                seat, now = Seat(name), step.now
                known = step.heard(name, (await self.knowledge(live, [name]))[name])
                if all(awaited.seat != seat for awaited in rules.awaits(known)):
                    continue
                order = await asyncio.to_thread(rules.advise, known, seat, now)
                if order is None:
                    continue
                mark = step.mark()
                refusal = await self.obey(step, seat, order, 0)
                if refusal is None and len(step.said) > mark.facts:
                    given = True
                    return Reply(DONE)
                step.back_to(mark)
                told = "it changed nothing" if refusal is None else f"it was refused: {refusal}"
                line, after = live.codec.order_text(order), mark.row.sequence
                log.error("game %d, after command %d: I advised %s %s, and %s", game, after, name, line, told)
            return Reply("")

        reply = await self.act(game, work)
        if reply.refusal is not None:
            log.error("game %d: I advised what the rulebook does not know: %s", game, reply.text)
        return given


class Opponents:
    """Plays those seats until it is cancelled: after every commit of their games, and once after the start."""

    MOST = 50
    """Orders given in one game before others have their turn."""

    def __init__(self, desk: Automation) -> None:
        self._desk = desk
        self.idle = asyncio.Event()
        """Set while there is nothing to be done."""

    async def run(self) -> None:
        """Look at every running game with such a seat, then at each in which something happens."""
        for game in await self._desk.store.automated():
            self._desk.stir(game)
        while True:
            while self._desk.stirred:
                self.idle.clear()
                game = next(iter(self._desk.stirred))
                del self._desk.stirred[game]
                await self._play(game)
            self._desk.stirring.clear()
            self.idle.set()
            await self._desk.stirring.wait()

    async def _play(self, game: int) -> None:
        try:
            for _ in range(self.MOST):
                if not await self._desk.advise(game):
                    return
                await asyncio.sleep(0)
        except Exception:  # a bug in one game's rules must not stop the others
            log.exception("the seats of game %d that I play could not be played", game)
            return
        self._desk.stir(game)


def _announce(step: Step, text: str) -> None:
    step.posts.append(post(step.row, target_of(step.row.id, PUBLIC, ""), Letter(text), step.wall))
