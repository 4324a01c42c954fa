"""The postman: takes posts out of the outbox and sees that each is made once, what decides a game first.

Posts of one place keep their order; a place that cannot be reached never holds up another. A post whose end is not
known (the answer was lost, the process died) is sent again under the same nonce while Discord remembers it, and is
looked for in the recent history of its place when it may not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Protocol

import msgspec

from bot.clock import Clock
from bot.posts.news import INFORMS, Letter, decoded, encoded, nonce
from storage.errors import StorageTrouble
from storage.records import Post, Waiting
from storage.store import Store

log = logging.getLogger("umpire.postman")

PER_SECOND = 40.0
"""Posts a second over all places: Discord allows 50 requests, and players' commands need some of them."""

AT_ONCE = 32
"""Places that are written to at the same time."""

NONCE_KEPT = 120
"""Seconds that Discord is sure to remember a nonce."""

LONGEST_PAUSE = 300.0
"""Seconds between two attempts at a place that does not answer, after shorter ones."""

HOLD = 600
"""Seconds that a post waits which may not be made as things stand: a moderator can put that right."""

KEPT = 86_400
"""Seconds after which a post that never could be made is given up."""

IDLE = 30.0
"""Seconds after which the outbox is looked into even if nobody called."""


class Undelivered(Exception):
    """A post was not made; the text says why."""


class Unclear(Undelivered):
    """It may have been made or not: the answer was lost."""


class NotYet(Undelivered):
    """It was certainly not made, and can be tried again at once or after `pause` seconds."""

    def __init__(self, why: str, pause: float = 0.0) -> None:
        super().__init__(why)
        self.pause = pause


class Gone(Undelivered):
    """Its place is no more."""


class Barred(Undelivered):
    """A permission is missing, or its reader takes no messages: somebody has to put that right first."""


class Unfit(Undelivered):
    """Discord will never take it."""


class Seen(msgspec.Struct, frozen=True):
    """A message of ours that stands in a place."""

    message: int
    text: str
    nonce: str = ""


class Mail(Protocol):
    """The carrier of posts: `bot.posts.discord_mail` through Discord."""

    async def send(self, row: Waiting, letter: Letter) -> int:
        """Make the post and return its message. Raises Undelivered."""

    async def recent(self, target: str, since: int) -> Sequence[Seen]:
        """Our own messages in a place since a wall time. Raises Undelivered."""

    async def forget(self, target: str) -> None:
        """The place is gone: the next post to it makes or finds another."""


class Postman:
    """Delivers the outbox until it is stopped."""

    def __init__(
        self, store: Store, mail: Mail, clock: Clock, called: asyncio.Event, *, per_second: float = PER_SECOND
    ) -> None:
        self._store, self._mail, self._clock, self._called = store, mail, clock, called
        self._gap = 1.0 / per_second
        self._next_slot = 0.0
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._resting: dict[str, float] = {}
        self._failures: dict[str, int] = {}

    async def run(self) -> None:
        """Deliver until cancelled; what is being sent then is finished first."""
        try:
            while True:
                self._called.clear()
                try:
                    taken = await self._take()
                except StorageTrouble as trouble:
                    log.warning("the outbox cannot be read: %s", trouble)
                    taken = ()
                self._begin(taken)
                if not taken:
                    await self._wait()
        finally:
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def deliver_all(self) -> None:
        """Deliver what can be delivered now, and return when nothing more can be."""
        while True:
            self._called.clear()
            self._begin(await self._take())
            if self._busy:
                await asyncio.wait(tuple(self._busy.values()), return_when=asyncio.FIRST_COMPLETED)
            elif not self._called.is_set():  # set where one was finished while the others were looked for
                return

    def _begin(self, taken: Sequence[Waiting]) -> None:
        for row in taken:
            self._busy[row.target] = asyncio.create_task(self._deliver(row), name=f"post {row.id}")

    async def _take(self) -> tuple[Waiting, ...]:
        steady = self._clock.steady()
        self._resting = {target: until for target, until in self._resting.items() if until > steady}
        free = AT_ONCE - len(self._busy)
        if free <= 0:
            return ()
        return await self._store.take(self._clock.now(), free, [*self._busy, *self._resting])

    async def _wait(self) -> None:
        """Until somebody calls, a place may be tried again, or a post's time has come."""
        pause = IDLE
        if self._resting:
            pause = min(pause, max(0.0, min(self._resting.values()) - self._clock.steady()))
        try:
            earliest = await self._store.earliest_post(self._clock.now())
        except StorageTrouble:
            earliest = None
        if earliest is not None:
            pause = min(pause, max(0.0, earliest - self._clock.now()))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause + 0.01):  # wait_for may swallow the order to stop
                await self._called.wait()

    async def _pace(self) -> None:
        steady = self._clock.steady()
        self._next_slot = max(self._next_slot + self._gap, steady)
        await asyncio.sleep(self._next_slot - steady)

    async def _deliver(self, row: Waiting) -> None:
        """Make one post, and settle what became of it; never raises."""
        try:
            await self._make(row)
        except StorageTrouble as trouble:  # it stays claimed, and is looked for or sent again under its nonce
            log.warning("what became of post %d could not be noted: %s", row.id, trouble)
            self._rest(row.target)
        except Exception:  # a bug must not end all deliveries
            log.exception("post %d to %s failed", row.id, row.target)
            self._rest(row.target)
        finally:
            del self._busy[row.target]
            self._called.set()

    async def _make(self, row: Waiting) -> None:
        letter = decoded(row.body)
        try:
            message = await self._found(row, letter)
            if message is None:
                message = await self._send(row, letter)
        except Unclear as unclear:
            log.info("whether post %d was made is not known: %s", row.id, unclear)
            self._rest(row.target)
        except NotYet as later:
            await self._store.release([row.id])
            self._rest(row.target, later.pause)
        except Barred as barred:
            await self._barred(row, barred)
        except (Gone, Unfit) as lost:
            await self._give_up(row, lost)
        else:
            self._failures.pop(row.target, None)
            await self._store.posted(row.id, self._clock.now(), message)

    async def _found(self, row: Waiting, letter: Letter) -> int | None:
        """The message that an earlier attempt made after all, where Discord may have forgotten its nonce."""
        if row.claimed_at is None or self._clock.now() - row.claimed_at <= NONCE_KEPT:
            return None
        await self._pace()
        try:
            seen = await self._mail.recent(row.target, row.made_at)
        except (Gone, Barred):
            return None  # sending tells which it is, and what to do about it
        text = letter.text.strip()
        likely = [found for found in seen if found.nonce == row.nonce] or [
            found for found in seen if found.text.strip() == text
        ]
        known = await self._store.made_as([found.message for found in likely])
        return min((found.message for found in likely if found.message not in known), default=None)

    async def _send(self, row: Waiting, letter: Letter) -> int:
        await self._pace()
        try:
            return await self._mail.send(row, letter)
        except Gone:
            await self._mail.forget(row.target)
            await self._pace()
            return await self._mail.send(row, letter)

    def _rest(self, target: str, pause: float = 0.0) -> None:
        """Leave a place alone for a while, the longer the oftener it failed."""
        failures = self._failures[target] = self._failures.get(target, 0) + 1
        wanted = pause or min(LONGEST_PAUSE, 0.5 * 2.0 ** min(failures, 12))
        self._resting[target] = self._clock.steady() + wanted

    async def _barred(self, row: Waiting, barred: Barred) -> None:
        now = self._clock.now()
        if now - row.made_at > KEPT:
            await self._give_up(row, barred)
            return
        await self._tell_moderators(row, barred)
        await self._store.postpone(row.id, now + HOLD)

    async def _give_up(self, row: Waiting, reason: Undelivered) -> None:
        log.warning("post %d to %s is given up: %s", row.id, row.target, reason)
        await self._tell_moderators(row, reason)
        await self._store.posted(row.id, self._clock.now(), None, str(reason) or type(reason).__name__)

    async def _tell_moderators(self, row: Waiting, reason: Undelivered) -> None:
        """A note to the moderators, once for each place and kind of trouble; never with what was to be posted."""
        if row.target.startswith("moderators:"):
            return
        letter = Letter(f"I could not post to {_place(row.target)}: {reason}")
        note = Post(
            row.guild,
            row.game,
            f"moderators:{row.guild}",
            encoded(letter),
            nonce(),
            INFORMS,
            self._clock.now(),
            once=f"undelivered:{row.target}:{type(reason).__name__}",
        )
        if await self._store.post([note]):
            self._called.set()


def _place(target: str) -> str:
    """A target in words."""
    kind, _, rest = target.partition(":")
    game, _, topic = rest.partition(":")
    if kind == "seat":
        return f"the thread of {topic} in game {game}"
    if kind == "thread":
        return f"the thread of {topic} in game {game}"
    if kind == "game":
        return f"the channel of game {game}"
    return f"<#{rest}>" if kind == "channel" else f"<@{rest}>"
