"""The ticker: does what time alone asks for. What is due, and what was done, lives in the database.

One scheduler in memory runs four jobs: deadlines of games, reminders, daily announcements, daily copies. It sleeps by
the wall clock, which may be set; a watchdog on the steady clock wakes it when it has slept too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.clock import Clock
from bot.game.daily_copies import Backup, copy
from bot.game.desk.desk import Desk
from bot.game.desk.downtime import AWAY
from bot.game.rulebooks import MissingRulebook
from bot.posts.announcing import daily, in_form
from bot.posts.greeting import to_panel
from bot.posts.news import PUBLIC, Letter, notice, post, target_of
from bot.render.mentions import UMPIRE
from engine.clock import DAY
from storage.errors import StorageTrouble
from storage.guilds import Settings
from storage.records import Game, Post

log = logging.getLogger("umpire.ticker")

TICK = 1
"""Seconds between two looks at what is due."""

CALENDAR = 30
"""Seconds between two looks at the calendar."""

TOGETHER = 20
"""Games whose deadlines are met together, so that their commits share a transaction and others' orders get between."""

PATIENCE = 60.0
"""Seconds that a game is left alone whose deadline could not be met; others are not held up."""

SLEPT = 10.0
"""Seconds without a tick after which the scheduler is woken."""

TIDY_HOUR = 4
"""Hour of the day, UTC, from which the database is tidied where no copies are made."""


async def _nobody() -> None:
    """Nobody is there to be asked."""


async def _until_stopped(job: Callable[[], Awaitable[object]]) -> None:
    """Do a job; if the scheduler is stopped meanwhile, it ends there and says nothing."""
    with contextlib.suppress(asyncio.CancelledError):
        await job()


class Ticker:
    """Runs until it is stopped. `copies`: where, when and how many daily copies are made; None for none.

    `ask` has Discord say what time it is (`Clock.heard`), where the machine's clock is in doubt; `lock` closes threads
    of games that are over. While the bot is not
    `connected` deadlines wait: nobody can give orders, nor hear what became of them.
    """

    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        copies: Backup | None = None,
        *,
        ask: Callable[[], Awaitable[object]] = _nobody,
        lock: Callable[[], Awaitable[object]] = _nobody,
        connected: Callable[[], bool] = lambda: True,
    ) -> None:
        self._desk, self._clock, self._copies, self._ask, self._lock = desk, clock, copies, ask, lock
        self._failing: dict[int, float] = {}
        self._connected = connected
        self._last, self._up = clock.steady(), self._passed()
        self._sweeping = self._reminding = False
        self._swept = asyncio.Event()
        """Set while no sweep is under way."""
        self._swept.set()
        self._scheduler = AsyncIOScheduler(
            timezone=datetime.UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        self._watchdog: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Catch up with what was missed, then go on until cancelled."""
        await self._desk.downtime.since_last_alive()
        await self.sweep()
        await self.remind()
        await self.look_at_calendar()
        every = partial(self._scheduler.add_job, _until_stopped, "interval")
        every(args=(self.sweep,), seconds=TICK, id="tick", max_instances=2)
        every(args=(self._remind_on,), seconds=TICK, id="reminders", max_instances=2)
        every(args=(self.look_at_calendar,), seconds=CALENDAR, id="calendar")
        self._scheduler.start()
        try:
            await self._watch()
        finally:
            self._scheduler.shutdown(wait=False)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(SLEPT / 2)
            if not self._sweeping and self._clock.steady() - self._last > SLEPT:
                log.warning("the scheduler overslept, as when the wall clock is set; waking it")
                self._last = self._clock.steady()
                for job, seconds in (("tick", TICK), ("reminders", TICK), ("calendar", CALENDAR)):
                    self._scheduler.reschedule_job(job, trigger="interval", seconds=seconds)
                await self.sweep()

    def _passed(self) -> int:
        """The time in seconds, without what was skipped: then nobody was away. A sleep of the machine counts."""
        return self._clock.now() - self._clock.skipped

    async def sweep(self) -> int:
        """Meet every deadline that has come, in the order they came; returns how many games had one."""
        if self._sweeping or not self._connected():
            return 0
        self._sweeping = True
        self._swept.clear()
        met = 0
        try:
            steady, passed = self._clock.steady(), self._passed()
            gone, self._up = passed - self._up, passed
            if gone >= AWAY:
                self._desk.transactions.there_since = self._clock.now()
            await self._desk.downtime.since(self._clock.now() - gone)
            self._failing = {game: until for game, until in self._failing.items() if until > steady}
            while due := await self._desk.store.due(self._clock.now(), TOGETHER, tuple(self._failing)):
                met += sum(await asyncio.gather(*(self._meet(game) for game in due)))
                await asyncio.sleep(0)
            self._desk.advice.rouse(self._clock.now())
        except StorageTrouble as trouble:
            log.warning("deadlines could not be looked up: %s", trouble)
        finally:
            self._sweeping = False
            self._swept.set()
            self._last = self._clock.steady()
        return met

    async def sweep_after(self) -> int:
        """The same once a sweep that is under way is over: that one may have looked before the clock was moved."""
        await self._swept.wait()
        return await self.sweep()

    async def remind(self) -> int:
        """Remind whoever is to be reminded now; returns of how much."""
        if not self._connected():
            return 0
        try:
            return await self._desk.reminders.look()
        except StorageTrouble as trouble:
            log.warning("reminders could not be looked up: %s", trouble)
            return 0

    async def _remind_on(self) -> None:
        """The same at each tick, unless the last one is still at it, as on a busy machine: that is no trouble."""
        if not self._reminding:
            self._reminding = True
            try:
                await self.remind()
            finally:
                self._reminding = False

    async def _meet(self, game: int) -> bool:
        try:
            if await self._desk.transactions.tick(game):
                return True
            due = (await self._desk.store.game(game)).due_at
            if due is None or due > self._clock.now():
                return True  # an order came first and let it lapse
            log.warning("a deadline of game %d was due, but nothing lapsed", game)
        except StorageTrouble as trouble:
            log.warning("the deadline of game %d could not be met: %s", game, trouble)
        except Exception:  # a bug in one game's rules must not stop the others
            log.exception("the deadline of game %d could not be met", game)
        self._failing[game] = self._clock.steady() + PATIENCE
        return False

    async def look_at_calendar(self) -> None:
        """Announce, copy and tidy what the day asks for and was not done yet today."""
        try:
            await self._look_at_clock()
            if self._connected():
                await self._desk.downtime.alive()
                await self._lock()
            await self.announce()
            await self.copy()
        except StorageTrouble as trouble:
            log.warning("the day's work could not be done: %s", trouble)
        except OSError as error:
            log.warning("the daily copy could not be made: %s", error)

    async def _look_at_clock(self) -> None:
        """Have a doubt about the time settled, and tell the moderators of running games what became of it."""
        if self._clock.doubtful:
            await self._ask()
        for sentence in self._clock.jumps():
            guilds = {game.guild for game in await self._desk.store.games() if game.status == "running"}
            await self._desk.store.post([notice(guild, sentence, self._clock.now()) for guild in sorted(guilds)])
            self._desk.transactions.posted.set()

    async def announce(self) -> int:
        """The daily announcement of every guild whose hour has come; once a day and guild. Returns how many posts."""
        announced = 0
        for guild, settings in (await self._desk.store.all_settings()).items():
            if settings.daily_hour is None:
                continue
            here = datetime.datetime.fromtimestamp(self._clock.now(), settings.zone())
            today, name = here.date().isoformat(), f"daily:{guild}"
            last = await self._desk.store.memo(name)
            if last == today or here.hour < settings.daily_hour:
                continue
            if last is not None or here.hour == settings.daily_hour:
                announced += await self._announce(guild, today, settings)
            await self._desk.store.remember(name, today)
        return announced

    async def _announce(self, guild: int, today: str, settings: Settings) -> int:
        posts = []
        for game in await self._desk.store.games(guild):
            if game.status in ("running", "paused"):
                try:
                    posts += await self._brief(game, today, settings)
                except MissingRulebook as missing:
                    log.warning("the day of game %d cannot be told: %s", game.id, missing)
                except StorageTrouble:
                    raise
                except Exception:  # a bug in one game's rules must not silence the others
                    log.exception("the day of game %d could not be told", game.id)
        made = await self._desk.store.post(posts)
        self._desk.transactions.posted.set()
        return made

    async def _brief(self, game: Game, today: str, settings: Settings) -> list[Post]:
        """The day in brief of a game, to be posted once; none where nothing happened and nobody owes anything."""
        heard = await self._desk.store.public_posts(game.id, self._clock.now() - DAY)
        seats, awaited = await self._desk.store.seats(game.id), await self._desk.views.awaits(game.id)
        if not heard and not any(debt.owes for debt in awaited):
            return []
        with (await self._desk.views.masks(game.id)).hiding():
            words = daily(game, heard, seats, awaited)
            wanted = game.status == "running" and any(debt.owes for debt in awaited)
            buttons = (to_panel(game.id),) if wanted else ()
            letter = Letter(in_form(settings, game.name, words, UMPIRE, self._clock.now()), buttons=buttons)
        return post(game, target_of(game.id, PUBLIC, ""), letter, self._clock.now(), once=f"daily:{game.id}:{today}")

    async def copy(self) -> Path | None:
        """The day's copy of the database, checked by reading it back; the oldest ones are removed."""
        now = datetime.datetime.fromtimestamp(self._clock.now(), datetime.UTC)
        today = now.date().isoformat()
        hour = self._copies.hour if self._copies is not None else TIDY_HOUR
        if now.hour < hour or await self._desk.store.memo("copied") == today:
            return None
        await self._desk.store.tidy(self._clock.now())
        made = None
        if self._copies is not None:
            made = await asyncio.to_thread(copy, self._desk.store.database.path, self._copies, today)
        await self._desk.store.remember("copied", today)
        return made
