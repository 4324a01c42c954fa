"""The rulebook's part of a step: to begin, to let lapse, to obey. What it was asked is logged, whatever it says.

A rule that fails when time passes would fail whatever is asked of its game next. So the game is set aside: its clock
stands at that instant, and views, corrections and announcements go on.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from bot.game.answers import answered_line, sheet_text
from bot.game.game_cache import GameCache
from bot.game.slow_work import SlowWork
from bot.game.step import REOPENABLE, Step
from bot.posts.closing import last_post
from bot.posts.news import DECIDES, PUBLIC, Letter, Told, post, shifted, target_of, tell
from engine.clock import Instant, iso
from engine.game import EVERYONE, MODERATOR, HiddenShown, Knows, Outcome, Refusal, Said, Seat, Setup, lapse, obey, start
from engine.orders import SEAT, Order
from engine.text.lines import Line, sheet
from engine.text.message import N_, T_, joined, name, recorded, spaced, term, unmatched
from engine.text.names import hiding
from storage.errors import StorageTrouble

log = logging.getLogger("umpire.rulings")

SET_ASIDE = N_(
    "**{game}** is set aside: a rule of mine failed, and it is logged for whoever runs me. Its clock stands still; "
    "nothing that happened is lost, and you can look at everything."
)

WAYS_OUT = T_(
    "To go on, a moderator corrects what the rule stumbles over (`/gm set`, `/gm remove`) or takes back the latest "
    "commands (`/gm rewind`), and then lets me try again with `/gm resume`: every deadline is later by the time that "
    "was lost. After an update of Umpire `/gm resume` alone may do. `/gm end` ends it."
)


STOOD = N_(
    "**Your standing orders** were given, as you are asked for orders; you can still give others. `/table standing`\n"
    "{orders}"
)
REFERENCE = N_("-# Reference {reference}")


CALENDAR = "calendar"
"""The kind of the command that keeps a game's calendar where it is: an order that follows from another command."""


MANY = 50
"""Words for so many hearers of so much that is said are found on a thread, however quick the last ones were."""


UNKNOWN_ORDER = N_("{rulebook} knows no such order.")
NO_SEAT = N_("There is no seat named '{word}'[ (did you mean '{likely}'?)].")


def _seatless(step: Step, order: Order) -> Refusal | None:
    """SEAT for a moderator's order about a seat that the game has not: the rulebook cannot know (`names_seat`)."""
    if not order.names_seat() or (named := getattr(order, SEAT)) in step.seats:
        return None
    there = map(step.loaded.masks.hide, step.seats)
    fix = T_("`/gm seat` seats a player there first.")
    return Refusal("SEAT", unmatched(NO_SEAT, name(named), there), fix=fix)


class NotAtHand(Exception):
    """The rulebook asked what a seat knows, and that is still in the database."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"what {seat} knows is not at hand")
        self.seat = seat


class Failed(msgspec.Struct, frozen=True):
    """Failure of a rule: at which instant, with what, and under which reference that stands in the log."""

    at: Instant
    kind: str
    reference: str


class Rulings:
    """Has rulebooks rule within steps, where that holds nobody up."""

    def __init__(self, games: GameCache, slow_work: SlowWork) -> None:
        self._games, self._slow_work = games, slow_work

    async def _ruled(
        self, step: Step, kind: str, rule: Callable[[Knows[Any]], Outcome[Any]], length: int = 0
    ) -> Outcome[Any]:
        """The rulebook's ruling. Knowledge that it asks for and that is not at hand is read, and it rules anew."""

        def knows(seat: Seat) -> Any:  # the rulebook's type of state
            if seat not in step.loaded.known:
                raise NotAtHand(seat)
            return step.heard(seat, step.loaded.known[seat])

        while True:
            try:
                return await self._slow_work.run(kind, lambda: rule(knows), length=length)
            except NotAtHand as missing:
                await self._games.knowledge(step.loaded, [missing.seat])

    async def told(
        self, step: Step, said: Sequence[Said[Any]], known: Mapping[str, Any], also: str | None, offset: int
    ) -> tuple[list[Told], dict[str, Any]]:
        """Words for everything said, and what each hearer knows afterwards (`posts.news.tell`)."""
        rules = step.loaded.rules
        slow = len(said) * len(known) > MANY or any(type(heard.fact).weighty for heard in said)
        return await self._slow_work.run(
            f"{rules.name} words", lambda: tell(rules, said, known, also, offset), slow=slow
        )

    async def read(self, text: str, orders: Sequence[type[Order]]) -> list[Line]:
        """The lines of an order sheet. Raises Refusal for too many."""
        return await self._slow_work.run("a sheet", lambda: sheet(text, orders), length=len(text))

    async def possible(self, step: Step, seat: Seat) -> Sequence[type[Order]]:
        """The kinds of orders of which a seat could give one now, as far as it knows, the likeliest first; all of a
        moderator's, who may know no more than anybody else.
        """
        if seat == MODERATOR:
            return [kind for kind in step.loaded.rules.by_use if kind.moderator]
        known = (await self._games.knowledge(step.loaded, [seat]))[seat]
        rules, now = step.loaded.rules, step.now
        return await self._slow_work.run(
            f"{rules.name} possible", lambda: rules.possible(step.heard(seat, known), seat, now)
        )

    async def begin(self, step: Step, user: int) -> None:
        """Open the game with the seats that are taken. Raises Refusal where it cannot be played so."""
        rules, now, dice = step.loaded.rules, step.now, step.loaded.dice
        setup = Setup(step.row.name, tuple(Seat(name) for name in sorted(step.seats)), dict(step.row.options))
        with hiding(None):
            outcome = await self._slow_work.run(f"{rules.name} begin", lambda: start(rules, setup, now, dice))
        step.ran("begin", outcome, user=user, body=msgspec.json.encode(setup, order="sorted").decode())

    async def let_lapse(self, step: Step) -> None:
        """Let everything lapse that is due by now, as a command of its own.

        Where a rule fails, all that was due before it happens, and the game is set aside. A game that can be reopened
        no more is closed.
        """
        if step.row.ended_at is not None and step.row.closed_at is None:
            if step.wall >= step.row.ended_at + REOPENABLE:
                self._close(step)
            return
        if step.row.status != "running":
            return
        failed = await self._lapse(step, singly=False)
        if failed is not None:
            failed = await self._lapse(step, singly=True)
        if failed is not None:
            self._set_aside(step, failed)

    async def foresee(self, step: Step, due: Instant) -> Outcome[Any]:
        """Outcome that a step's game would have at an instant at which something is due. Nothing is logged or
        changed.
        """
        rules, state, dice = step.loaded.rules, step.state, step.loaded.dice
        return await self._ruled(step, f"{rules.name} lapse", lambda knows: lapse(rules, state, due, dice, knows))

    def _close(self, step: Step) -> None:
        """End a game for good, and publish the key of its hidden dice: beneath the last post."""
        step.change(paused_at=None, closed_at=step.wall)
        step.quiet = True
        key = Said(step.now, EVERYONE, HiddenShown(step.loaded.dice.hidden_key))
        step.ran("close", Outcome(key.fact.evolve(step.state), (key,)))
        if step.row.tutorial:
            return
        letter = last_post(step.row, step.loaded.rules, step.state, step.now, recorded(str(key.fact.words(None))))
        step.posts += post(step.row, target_of(step.row.id, PUBLIC, ""), letter, step.wall, DECIDES)

    async def _lapse(self, step: Step, *, singly: bool) -> Failed | None:
        """Let lapse what is due by now, all together or instant by instant; where that failed, if it did."""
        rules, dice, now = step.loaded.rules, step.loaded.dice, step.now
        at = now
        try:
            while (due := step.loaded.due(step.state)) is not None and due <= now:
                at, state = due if singly or step.loaded.standing else now, step.state
                rule = partial(lapse, rules, state, at, dice)
                with hiding(None):
                    outcome = await self._ruled(step, f"{rules.name} lapse", rule)
                step.ran("tick", outcome, at=at)
                await self.stand(step, state, at)
        except StorageTrouble:
            raise
        except Exception as failure:  # a bug in one game's rules must lock nobody out
            found = Failed(at, type(failure).__name__, secrets.token_hex(4))
            log.exception("time cannot pass in game %d at %s (reference %s)", step.row.id, iso(at), found.reference)
            return found
        return None

    def _set_aside(self, step: Step, failed: Failed) -> None:
        """Stop the clock of a game a second before a rule fails; say so, and how to go on."""
        before = max(step.row.floor, failed.at - 1)
        step.note("set aside", body=f"{failed.kind}, reference {failed.reference}", at=Instant(before))
        step.change(status="paused", paused_at=min(step.wall, before + step.row.clock_offset))
        notice, reference = SET_ASIDE(game=name(step.row.name)), REFERENCE(reference=term(failed.reference))
        step.announce(joined("\n", (notice, reference)), priority=DECIDES)
        step.tell_moderators(joined("\n", (spaced(notice, WAYS_OUT), reference)))

    async def keep_calendar(self, step: Step, user: int = 0) -> None:
        """Have the calendar stay where it is though the game's clock was moved in this step, by whatever cause."""
        rules, loaded = step.loaded.dated, step.loaded
        if rules is None or step.row.status == "lobby" or step.row.tutorial:
            return
        ahead = rules.ahead(loaded.state) + step.row.clock_offset - loaded.row.clock_offset + step.advanced
        if ahead != rules.ahead(step.state):
            since = Instant(step.wall - step.row.clock_offset + ahead)
            order, state, now = rules.dated(ahead, since), step.state, step.now
            rule = partial(obey, loaded.rules, state, MODERATOR, order, now, loaded.dice)
            step.ran(CALENDAR, rule(), user=user, seat=MODERATOR, body=loaded.codec.order_text(order))

    async def stand(self, step: Step, before: Any, at: Instant | None = None) -> None:
        """Give the standing orders of every seat that owes something which it did not owe `before` (a state of the
        rulebook's), once in a step; each is told so.
        """
        loaded, rules = step.loaded, step.loaded.rules
        if not any(loaded.standing.values()) or step.row.status != "running":
            return
        owed, orders = set(rules.awaits(before)), [order for order in rules.orders if not order.moderator]
        for seat in sorted({one.seat for one in rules.awaits(step.state) if one.owes and one not in owed} - step.stood):
            lines = loaded.standing.get(seat, "")
            if step.seats.get(seat) is None:
                continue
            answers = []
            for line in await self.read(loaded.masks.reveal(lines), orders):
                if line.order is not None and await self._fits(step, seat, type(line.order)):
                    refusal = await self.obey(step, seat, line.order, 0, at)
                    answers.append(answered_line(loaded.masks.hide(line.text), refusal))
            if answers:
                step.stood.add(seat)
                letter = Letter(STOOD(orders=sheet_text(answers)), seat=seat)
                step.posts += post(step.row, target_of(step.row.id, seat, ""), letter, step.wall)

    async def _fits(self, step: Step, seat: Seat, kind: type[Order]) -> bool:
        """True if a seat could give an order of a kind now, as far as it knows."""
        known = step.heard(seat, (await self._games.knowledge(step.loaded, [seat]))[seat])
        try:
            step.loaded.rules.require_ready(known, seat, step.now, kind)
        except Refusal:
            return False
        return True

    async def obey(self, step: Step, seat: Seat, order: Order, user: int, at: Instant | None = None) -> Refusal | None:
        """Obey an order, now or as of an instant (game time); its refusal, with instants in wall time."""
        loaded = step.loaded
        if type(order) not in loaded.rules.orders:
            raise Refusal("ORDER", UNKNOWN_ORDER(rulebook=term(loaded.rules.title)))
        if (seatless := _seatless(step, order)) is not None:
            return seatless
        rules, state, now, body = loaded.rules, step.state, at or step.now, loaded.codec.order_text(order)

        def rule(knows: Knows[Any]) -> Outcome[Any]:  # the rulebook's type of state
            return obey(rules, state, seat, order, now, loaded.dice, knows)

        with hiding(None):
            outcome = await self._ruled(step, order.path, rule, len(body))
        step.ran("order", outcome, user=user, seat=seat, body=body, at=now)
        if outcome.refusal is None:
            return None
        told = outcome.refusal
        if loaded.masks:  # once more, for words without the names: a refusal is no fact
            told = (await self._ruled(step, order.path, rule, len(body))).refusal or told
        offset = step.row.clock_offset
        return Refusal(told.code, shifted(told.sentence, offset), told.rule, shifted(told.fix, offset), told.numbers)
