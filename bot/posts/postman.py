"""The postman: takes posts out of the outbox and sees that each is made once, what decides a game first.

Posts of one target keep their order, whatever befalls them: one that cannot be reached waits whole, and holds up no
other. A post whose end is not known (the answer was lost, the process died) is sent again under the same nonce while
Discord remembers it, and is looked for in the history of its place when it may not.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.clock import Clock
from bot.posts.bell import Bell
from bot.posts.news import Letter, decoded, moderators_of
from bot.posts.troubles import UNPOSTED, Troubles
from engine.clock import DAY
from engine.text.message import N_, NOTHING, T_, Text, spaced
from storage.errors import StorageTrouble
from storage.records import Waiting
from storage.store import Store

log = logging.getLogger("umpire.postman")

PER_SECOND = 40.0
"""Requests a second over all places: Discord allows 50, and players' commands need some of them."""

AT_ONCE = 32
"""Places that are written to at the same time."""

NONCE_KEPT = 120
"""Seconds that Discord is sure to remember a nonce."""

WAITS = T_("What is to be said there waits, whole and in order, and I post it as soon as I can.")

UNCHANGEABLE = N_("I could not change what I posted in {place}.")
TRIES = T_("I try again for a week, and at once when permissions change.")

GIVEN_UP = T_("It does not take a file of it either, so I gave it up.")

LONGEST_PAUSE = 300.0
"""Seconds between two attempts at a place that does not answer, after shorter ones."""

HOLD, LONGEST_HOLD = 600.0, 21_600.0
"""Seconds that a target rests which cannot be reached as things stand, at first and at most; it is tried at once when
a moderator changes something.
"""

KEEPS_TRYING = 7 * DAY
"""Seconds after which a change of a post is given up that may not be made."""

IDLE = 30.0
"""Seconds after which the outbox is looked into even if nobody called."""


class Undelivered(Exception):
    """A post was not made; `why` is the sentence that says so."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class Unclear(Undelivered):
    """It may have been made or not: the answer was lost."""


class NotYet(Undelivered):
    """It was certainly not made, and can be tried again at once or after `pause` seconds."""

    def __init__(self, why: Text, pause: float = 0.0) -> None:
        super().__init__(why)
        self.pause = pause


class Barred(Undelivered):
    """Its target cannot be reached (a place is gone, a permission is missing): somebody has to put that right first."""


class Unchanged(Undelivered):
    """A post could not be changed: a permission is missing. What is to be said there can be said all the same."""


class Absent(Barred):
    """The bot is not in the server: there is nobody to tell."""


class Unfit(Undelivered):
    """Discord does not take what it says."""


class Mail(Protocol):
    """The carrier of posts: `bot.posts.discord_mail` through Discord."""

    async def carry(self, row: Waiting, letter: Letter, refused: Text = NOTHING) -> int:
        """Make the post and return its message. Raises Undelivered.

        `refused` is why Discord did not take it as it is: it goes as a sentence and a file then.
        """

    async def made(self, row: Waiting, letter: Letter, after: int | None) -> Sequence[int]:
        """Our messages after a given one (None: since the post was written) that may be it. Raises Undelivered."""


Holds = Callable[[Waiting, Letter], Awaitable[Text]]
"""Why a reminder holds no more; "" while it does. Raises NotYet where that is not known yet."""


async def _holds(_row: Waiting, _letter: Letter) -> Text:
    """It always does."""
    return NOTHING


class Postman:
    """Delivers the outbox until it is stopped; of reminders, those that hold when they are delivered."""

    def __init__(
        self,
        store: Store,
        mail: Mail,
        clock: Clock,
        bell: Bell,
        *,
        per_second: float = PER_SECOND,
        holds: Holds = _holds,
    ) -> None:
        self._store, self._mail, self._clock, self._bell = store, mail, clock, bell
        self._holds = holds
        self._troubles = Troubles(store, clock)
        self._gap = 1.0 / per_second
        self._next_slot = clock.steady()
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._resting: dict[str, float] = {}
        self._failures: dict[str, int] = {}
        self._held: set[str] = set()
        self._first_tried: dict[int, float] = {}  # posts of which an answer was lost, by the steady clock

    @property
    def held(self) -> list[str]:
        """The targets that wait for somebody to put something right."""
        return sorted(self._held & self._resting.keys())

    async def run(self) -> None:
        """Deliver until cancelled; what is being sent then is finished first."""
        try:
            while True:
                self._bell.clear()
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
            self._bell.clear()
            self._begin(await self._take())
            if self._busy:
                await asyncio.wait(tuple(self._busy.values()), return_when=asyncio.FIRST_COMPLETED)
            elif not self._bell.is_set():  # set where one was finished while the others were looked for
                return

    def _begin(self, taken: Sequence[Waiting]) -> None:
        for row in taken:
            self._busy[row.target] = asyncio.create_task(self._deliver(row), name=f"post {row.id}")

    async def _take(self) -> tuple[Waiting, ...]:
        if self._bell.mended:
            self._bell.mended = False
            for target in self._held:
                self._resting.pop(target, None)
                self._failures.pop(target, None)
            self._held.clear()
            await self._store.hasten()
        steady = self._clock.steady()
        self._resting = {target: until for target, until in self._resting.items() if until > steady}
        free = AT_ONCE - len(self._busy)
        if free <= 0:
            return ()
        return await self._store.take(self._clock.now(), free, [*self._busy, *self._resting])

    async def _wait(self) -> None:
        """Until somebody calls, or a place may be tried again."""
        pause = IDLE
        if self._resting:
            pause = min(pause, max(0.0, min(self._resting.values()) - self._clock.steady()))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause + 0.01):  # wait_for may swallow the order to stop
                await self._bell.wait()

    async def _pace(self, row: Waiting) -> None:
        """Wait for a post's turn: a seat's takes two requests, for whether its reader is in the thread is looked at."""
        steady = self._clock.steady()
        self._next_slot = max(self._next_slot, steady)
        pause = self._next_slot - steady
        self._next_slot += self._gap * (2 if row.target.startswith(("seat:", "holder:")) else 1)
        await asyncio.sleep(pause)

    async def _deliver(self, row: Waiting) -> None:
        """Make one post, and settle what became of it; never raises."""
        try:
            await self._make(row)
        except StorageTrouble as trouble:  # it stays claimed, and is looked for before it is sent again
            log.warning("what became of post %d could not be noted: %s", row.id, trouble)
            self._rest(row.target)
        except Exception:  # a bug must not end all deliveries
            log.exception("post %d to %s failed", row.id, row.target)
            self._rest(row.target)
        finally:
            del self._busy[row.target]
            self._bell.set()

    async def _make(self, row: Waiting) -> None:
        letter, began = decoded(row.body), self._clock.steady()
        try:
            message = await self._found(row, letter)
            if letter.edits and row.attempts and await self._store.superseded(row, letter.edits):
                await self._done(row, None)
                return
            if message is None and letter.reminds and row.game is not None:
                stale = await self._holds(row, letter)
                if stale:
                    await self._store.drop_reminder(row, letter.seat, letter.reminds, self._clock.now(), stale)
                    return
            if message is None:
                message = await self._send(row, letter)
        except Unclear as unclear:
            log.info("whether post %d was made is not known: %s", row.id, unclear)
            if row.claimed_at is None:
                self._first_tried[row.id] = began
            self._rest(row.target)
        except NotYet as later:
            await self._put_back(row)
            self._rest(row.target, later.pause)
        except Unchanged as unchanged:
            await self._put_off(row, unchanged)
        except Barred as barred:
            await self._put_back(row)
            await self._hold(row, barred)
        except Unfit as unfit:
            log.warning("post %d to %s is given up: %s", row.id, row.target, unfit)
            await self._tell_moderators(row, spaced(unfit.why, GIVEN_UP), "given up")
            await self._done(row, None, str(unfit))
        else:
            await self._done(row, message)

    async def _put_back(self, row: Waiting) -> None:
        """A post was not made by this attempt; what is not known of an earlier one stays so."""
        if row.claimed_at is None:
            await self._store.release([row.id])

    async def _done(self, row: Waiting, message: int | None, failure: str = "") -> None:
        for kept in (self._failures, self._resting):
            kept.pop(row.target, None)
        self._held.discard(row.target)
        await self._store.posted(row.id, self._clock.now(), message, failure)
        self._first_tried.pop(row.id, None)
        if row.game is not None:
            self._bell.untold.get(row.game, {}).pop(row.id, None)

    async def _found(self, row: Waiting, letter: Letter) -> int | None:
        """The message that an earlier attempt made after all, where Discord may have forgotten its nonce. A change of
        one is made again.
        """
        if row.claimed_at is None or letter.edits or self._remembered(row, row.claimed_at):
            return None
        await self._pace(row)
        likely = await self._mail.made(row, letter, await self._store.message_before(row))
        known = await self._store.made_as(likely)
        return min((message for message in likely if message not in known), default=None)

    def _remembered(self, row: Waiting, claimed_at: int) -> bool:
        """True while Discord surely remembers a nonce, by both clocks: one may be set, one sleeps with the machine.

        The steady one knows nothing of the attempts of an earlier process.
        """
        first = self._first_tried.get(row.id)
        steady, wall = self._clock.steady(), self._clock.now()
        return first is not None and steady - first <= NONCE_KEPT and 0 <= wall - claimed_at <= NONCE_KEPT

    async def _send(self, row: Waiting, letter: Letter) -> int:
        await self._pace(row)
        try:
            return await self._mail.carry(row, letter)
        except Unfit as unfit:
            log.warning("post %d to %s goes as a file: %s", row.id, row.target, unfit)
            await self._pace(row)
            return await self._mail.carry(row, letter, unfit.why)

    def _rest(self, target: str, pause: float = 0.0) -> None:
        """Leave a place alone for a while, the longer the oftener it failed."""
        failures = self._failures[target] = self._failures.get(target, 0) + 1
        wanted = pause or min(LONGEST_PAUSE, 0.5 * 2.0 ** min(failures, 12))
        self._resting[target] = self._clock.steady() + wanted

    async def _hold(self, row: Waiting, barred: Barred) -> None:
        """Let a target wait that cannot be reached, and see that somebody hears of it who can put that right."""
        if row.target == moderators_of(row.guild):
            await self._keep_for_answers(row.target)
        elif not isinstance(barred, Absent):
            await self._tell_moderators(row, spaced(barred.why, WAITS), "unreachable")
        failures = self._failures.get(row.target, 0)
        self._rest(row.target, min(LONGEST_HOLD, HOLD * 2.0 ** min(failures, 12)))
        self._held.add(row.target)

    async def _put_off(self, row: Waiting, unchanged: Unchanged) -> None:
        """Have the change of a post wait for its permission; those after it go on. It is given up after a week.

        Moderators hear of it once a place, and again where one was made there meanwhile.
        """
        wall = self._clock.now()
        if wall - row.made_at > KEEPS_TRYING:
            await self._done(row, None, str(unchanged))
            return
        text = spaced(UNCHANGEABLE(place=await self._troubles.named(row)), unchanged.why, TRIES)
        await self._note(row, text, f"unchanged:{row.target}:{await self._store.latest_change(row.target)}")
        pause = min(LONGEST_HOLD, HOLD * 2.0 ** min(row.attempts, 12))
        await self._store.put_off(row.id, wall + int(pause))

    async def _tell_moderators(self, row: Waiting, why: Text, trouble: str) -> None:
        """A note to the moderators, once for each target that cannot be reached; never with what was to be posted.

        A target waits behind the post that failed first: that one names the trouble.
        """
        text = spaced(UNPOSTED(place=await self._troubles.named(row)), why)
        await self._note(row, text, f"{trouble}:{row.id}")

    async def _note(self, row: Waiting, text: Text, once: str) -> None:
        """A note to the moderators, once."""
        target = moderators_of(row.guild)
        if await self._troubles.tell(row, text, once):
            self._bell.set()
            if target in self._held:
                await self._keep_for_answers(target)

    async def _keep_for_answers(self, target: str) -> None:
        """Keeps what moderators have no place to be told for the next answer of each game."""
        for row in await self._store.waiting_at(target):
            if row.game is not None:
                self._bell.untold.setdefault(row.game, {})[row.id] = decoded(row.body).text
