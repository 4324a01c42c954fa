"""Tables that are laid by a script: who sits where, and what each has ordered before anybody looks."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import msgspec

from bot.game.answers import DONE, Reply
from bot.game.rulebooks import Rulebooks
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.posts.greeting import ways_in
from bot.posts.news import DECIDES
from engine.game import MODERATOR, Refusal, Seat
from engine.pack.course import CLOCK, SAYS, line_of
from engine.text.lines import parse
from engine.text.message import N_, joined, name, term

log = logging.getLogger("umpire.staging")

GAME, STORY = N_("**{game}**"), N_("> {story}")


class Cast(msgspec.Struct, frozen=True):
    """Users at a table, by seat (None: nobody, a script speaks for it), and the seats that Umpire plays."""

    seats: Mapping[str, int | None]
    umpire: tuple[str, ...] = ()


class Staging:
    """Plays scripts in games, as those would who are named in them."""

    def __init__(self, rulebooks: Rulebooks, transactions: Transactions, rulings: Rulings) -> None:
        self._rulebooks, self._transactions, self._rulings = rulebooks, transactions, rulings

    async def open(self, game: int, cast: Cast, script: Sequence[str], user: int) -> Reply:
        """Seat everybody, start the game and play its script, all in one step, of which nothing is posted but its
        story and the rulebook's greeting. Raises Refusal where it cannot be played so.
        """

        async def work(step: Step) -> Reply:
            await self.begin(step, cast, user)
            story = [term(line.words) for text in script if (line := line_of(text)).who == SAYS]
            await self.play(step, [text for text in script if line_of(text).who != SAYS], user)
            course = self._rulebooks.courses.get(step.row.rulebook)
            told = [GAME(game=name(step.row.name)), *story]
            if course is not None:
                told.append(STORY(story=term(course.greeting.story)))
            step.announce(joined("\n", told), buttons=ways_in(step.row, course), priority=DECIDES)
            return Reply(DONE)

        return await self._transactions.act(game, work)

    async def begin(self, step: Step, cast: Cast, user: int) -> None:
        """Seat everybody and start the game, without a word."""
        step.quiet = True
        for seat, sitting in cast.seats.items():
            step.seats[seat] = sitting
            step.note("join", user=sitting or 0, seat=seat)
        for seat in cast.umpire:
            step.seats[seat] = None
            step.automated |= {seat}
            step.note("take up", user=user, seat=seat)
        step.change(status="running")
        await self._rulings.begin(step, user)

    async def play(self, step: Step, script: Sequence[str], user: int) -> None:
        """Give the orders of a script, and let its time pass. What the rules refuse is left out, and logged."""
        for text in script:
            line = line_of(text)
            if line.who == CLOCK:
                await self._pass(step, line.seconds)
                continue
            seat = Seat(line.who)
            orders = [order for order in step.loaded.rules.orders if order.moderator == (seat == MODERATOR)]
            try:
                order = parse(line.words, orders)
                sitting = user if seat == MODERATOR else step.seats.get(seat) or 0
                refusal = await self._rulings.obey(step, seat, order, sitting)
            except Refusal as unread:
                refusal = unread
            if refusal is not None:
                log.warning("game %d: the line %r of its script was refused: %s", step.row.id, text, refusal.code)

    async def _pass(self, step: Step, seconds: int | None) -> None:
        """Move the game's clock forward, by None to what is due next, and let lapse what is due by then."""
        if seconds is None:
            due = step.loaded.due(step.state)
            seconds = 0 if due is None else max(0, due - step.now)
        step.change(clock_offset=step.row.clock_offset - seconds)
        step.advanced += seconds
        await self._rulings.let_lapse(step)
