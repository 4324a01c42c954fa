"""The Discord client: its cogs, and what starts and stops with it.

Nothing here rules on a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.clock import Clock
from bot.cogs.dice import DiceCog
from bot.cogs.gm.cog import ModeratorCog
from bot.cogs.gm.end_form import EndForm
from bot.cogs.help import HelpCog
from bot.cogs.lobby import LobbyCog
from bot.cogs.owner import OwnerCog
from bot.cogs.roll import RollCog
from bot.cogs.rules import RulesCog
from bot.cogs.settings import AnnouncementForm, SettingsCog
from bot.cogs.shelf import ShelfCog
from bot.cogs.start import StartCog
from bot.cogs.status import show_group
from bot.cogs.table import HomeCog, TableCog
from bot.game.daily_copies import Backup
from bot.game.opponents import Opponents
from bot.game.ticker import Ticker
from bot.posts.discord_mail import DiscordMail
from bot.posts.news import Letter
from bot.posts.postman import PER_SECOND, Postman
from bot.posts.threads import Threads
from bot.posts.troubles import Troubles
from bot.render.described_file import DescribedFile
from bot.render.sending import reply
from bot.start.homes import Homes
from bot.start.registration import Registration
from bot.ui.errors import report_error
from bot.ui.heard import Heard
from bot.ui.home.panel import BUTTONS, FORMS
from bot.ui.home.pinned import SETTLE, PinnedPanels
from bot.ui.home.rewind_form import RewindForm
from bot.ui.lull import Lull
from bot.ui.modals import answer_forms
from bot.ui.pictures import picture_of
from bot.ui.replay import ReplayButton, kept_of
from bot.ui.service import ANYWHERE, Service
from bot.ui.welcome.greeting import GREETING
from bot.ui.welcome.lessons import LESSONS
from engine.clock import DAY
from engine.game import Seat
from engine.text.message import T_, Text
from storage.records import Waiting

log = logging.getLogger("umpire.app")

LOCKED_WITHIN = 7 * DAY
"""Seconds after which threads of a game that is over are left as they are."""

ONLY_IN_SERVERS = T_("I answer in a server only, where your seat is; `/roll` rolls here too.")

FINISHING, BREAKING_OFF, HANGING_UP = 2.0, 0.5, 1.0
"""Seconds that a stop gives to what is being sent, to breaking off the rest, and to saying goodbye to Discord."""


class Tree(app_commands.CommandTree[Any]):
    """The command tree, with the one error path."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer the player, or log a bug."""
        command = interaction.command.qualified_name if interaction.command is not None else "?"
        await report_error(interaction, error, f"/{command}")

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Commands are for servers: in private messages nobody's seat or role is known. Dice need neither."""
        command = interaction.command
        if interaction.guild_id is not None or (command is not None and command.extras.get(ANYWHERE)):
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await reply(interaction, ONLY_IN_SERVERS)
        return False


def intents() -> discord.Intents:
    """The events that the bot needs to hear: its servers and their channels and threads. Nothing privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    return wanted


def _traced(clock: Clock, heard: Heard) -> aiohttp.TraceConfig:
    """Lets a clock hear the Date of every answer of Discord's, and has noted what goes out."""

    async def asked(_session: object, _context: object, began: aiohttp.TraceRequestStartParams) -> None:
        heard.note(began.url.path)

    async def answered(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        clock.heard(ended.response.headers.get("Date"))

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(asked)
    trace.on_request_end.append(answered)
    return trace


class Umpire(commands.Bot):
    """The bot: its cogs, the commands of each guild's rulebooks, and the work that goes on beside them."""

    def __init__(
        self,
        service: Service,
        *,
        guild_ready_timeout: float = 2.0,
        backup: Backup | None = None,
        development_guild: int | None = None,
        posts_per_second: float = PER_SECOND,
        panels_settle: float | None = SETTLE,
        owners: Iterable[int] = (),
    ) -> None:
        self._troubles = Troubles(service.desk.store, service.desk.clock)
        self.heard = Heard()
        """What this process answered lately: what somebody else answers is not for us."""
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it speaks in no voice channel
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            intents=intents(),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            owner_ids=set(owners),
            guild_ready_timeout=guild_ready_timeout,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=_traced(service.desk.clock, self.heard),
        )
        self.service = service
        self._online = True
        self._ticker = Ticker(
            service.desk,
            service.desk.clock,
            backup,
            ask=self._ask_the_time,
            lock=self._lock_threads,
            connected=lambda: self._online,
        )
        self.backup = backup
        """How copies of the database are made; None where none are."""
        self.opponents = Opponents(service.desk.store, service.desk.transactions.stirred, service.desk.advice.advise)
        self.registration = Registration(self.tree, service, development_guild)
        self.lull = Lull()
        """When a member last asked for something: what can wait leaves them the processor."""
        self.panels = PinnedPanels(self, service, self.lull, panels_settle or 0.0)
        """The panels pinned in the threads of seats; with no time to settle, none are."""
        self._pins = panels_settle is not None
        self._homes, self._pace = Homes(service.desk), posts_per_second
        self.failed = False
        """Whether the bot ended because something that goes on beside it could not go on."""
        self._work: list[asyncio.Task[None]] = []
        self._closing: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Before the gateway opens: cogs, buttons of old messages, commands; then posts and deadlines begin."""
        service = self.service
        books = [service.desk.rulebooks.current(name) for name in service.desk.rulebooks.names]
        orders = [order for rules in books for order in rules.by_use]
        await self.add_cog(LobbyCog(service))
        await self.add_cog(ModeratorCog(service))
        await self.add_cog(HomeCog(service))
        await self.add_cog(TableCog(service))
        await self.add_cog(DiceCog(service))
        await self.add_cog(RollCog(service))
        await self.add_cog(RulesCog(service))
        await self.add_cog(HelpCog(service, orders, {rules.name: rules.title for rules in books}))
        await self.add_cog(SettingsCog(service))
        await self.add_cog(ShelfCog(service))
        await self.add_cog(StartCog(service))
        await self.add_cog(OwnerCog())
        self.tree.add_command(show_group())
        self.add_dynamic_items(*BUTTONS, *GREETING, *LESSONS, ReplayButton)
        await self.registration.begin()
        mail = DiscordMail(
            self,
            service.desk.store,
            self._drawn,
            self._attached,
            service.desk.transactions.changed.add,
            detoured=self._went_elsewhere,
        )
        self.postman = Postman(
            service.desk.store,
            mail,
            service.desk.clock,
            service.desk.transactions.posted,
            per_second=self._pace,
            holds=service.desk.reminders.holds,
        )
        self._work = [
            asyncio.create_task(self._ready_then(self.postman.run), name="postman"),
            asyncio.create_task(self._ready_then(self._keep_time), name="ticker"),
            asyncio.create_task(self._ready_then(self.opponents.run), name="opponents"),
            *([asyncio.create_task(self._ready_then(self.panels.run), name="panels")] if self._pins else ()),
            asyncio.create_task(self._ready_then(self.registration.run), name="commands"),
        ]

    async def _went_elsewhere(self, row: Waiting, why: Text) -> None:
        """Have moderators told where what is for a seat's own thread cannot go there, and why."""
        if await self._troubles.detoured(row, why):
            self.service.desk.transactions.posted.set()

    async def on_disconnect(self) -> None:
        """Discord is away: deadlines wait."""
        self._online = False

    async def on_connect(self) -> None:
        """Discord is there, anew."""
        self._online = True

    async def on_resumed(self) -> None:
        """Discord is there again, and has told what was missed."""
        self._online = True

    async def _ask_the_time(self) -> None:
        """Have Discord answer something, for the Date of the answer."""
        try:
            await self.http.get_bot_gateway()
        except (discord.DiscordException, aiohttp.ClientError) as trouble:
            log.warning("Discord could not be asked for the time: %s", trouble)

    @property
    def connected(self) -> bool:
        """True while Discord is there: during a break discord.py goes on to say that it is ready."""
        return self.is_ready() and self.ws.open

    async def clock_moved(self) -> None:
        """Do at once what a skipped clock made due, instead of at the next tick."""
        await self._ticker.sweep_after()
        await self._ticker.remind()
        await self._ticker.look_at_calendar()
        self.service.desk.transactions.posted.set()

    async def _ready_then(self, run: Callable[[], Awaitable[object]]) -> None:
        await self.wait_until_ready()
        try:
            await run()
        except Exception:
            log.exception("%s stopped; the bot ends, so that whoever watches over it starts it again", run)
            self.failed = True
            self._closing = asyncio.create_task(self.close())

    async def _drawn(self, game: int, letter: Letter) -> DescribedFile | None:
        """The picture of a post, from what its readers know."""
        seat = Seat(letter.seat) if letter.seat else None
        return await picture_of(self.service, game, seat, letter.view, letter.about)

    async def _lock_threads(self) -> None:
        """Close the threads of games that are over, once all of each is posted."""
        store = self.service.desk.store
        for game in await store.to_lock(self.service.desk.clock.now() - LOCKED_WITHIN):
            try:
                await Threads(self, store).close(game)
            except (discord.DiscordException, aiohttp.ClientError) as trouble:
                log.warning("the threads of game %d wait to be closed: %s", game, trouble)
                continue
            await store.remember(f"locked:{game}", "1")

    async def _attached(self, game: int, letter: Letter) -> Sequence[DescribedFile]:
        """The files of a post about a game that is over."""
        return [file for file in await kept_of(self.service, game) if file.name in letter.files]

    async def _keep_time(self) -> None:
        """Games of servers that we are in no more stand still before deadlines are met."""
        await self._homes.look(self.application_id or 0, {guild.id for guild in self.guilds})
        await self._ticker.run()

    async def on_guild_remove(self, guild: discord.Guild, /) -> None:
        """Thrown out of a server: its games stand still."""
        await self._homes.left(guild.id, self.application_id or 0)

    async def on_guild_join(self, guild: discord.Guild, /) -> None:
        """Invited, perhaps again: Discord has dropped the server's commands, and its games go on."""
        await self.registration.register(guild.id)
        self.service.desk.transactions.posted.mend()
        await self._homes.back(guild.id, self.application_id or 0)

    async def close(self) -> None:
        """Stop what goes on beside, then hang up: within 5 s, however long Discord asks us to wait.

        What is being sent is finished first where that is quick. What is not stays in the outbox, and is looked for
        before it is sent again.
        """
        for seconds in (FINISHING, BREAKING_OFF):
            going_on = [task for task in self._work if not task.done()]
            for task in going_on:
                task.cancel()
            if going_on:
                await asyncio.wait(going_on, timeout=seconds)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HANGING_UP):
                await super().close()

    async def on_guild_channel_update(self, *_: object) -> None:
        """A channel's permissions may have changed: what could not be posted is tried again."""
        self.service.desk.transactions.posted.mend()

    async def on_guild_role_update(self, *_: object) -> None:
        """The same for a role's."""
        self.service.desk.transactions.posted.mend()

    async def on_member_update(self, *_: object) -> None:
        """The same for the bot's own roles: it hears of no other member."""
        self.service.desk.transactions.posted.mend()

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent, /) -> None:
        """A panel that somebody deleted is made again."""
        self.panels.deleted(event.message_id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent, /) -> None:
        """The same for many at once."""
        for message in event.message_ids:
            self.panels.deleted(message)

    async def on_interaction(self, interaction: discord.Interaction[Any], /) -> None:
        """Forms come back here, for discord.py forgets them with the process; so do clicks that nobody else takes."""
        self.lull.asked()
        await answer_forms(
            interaction, (*FORMS, EndForm, RewindForm, AnnouncementForm), (*BUTTONS, *GREETING, *LESSONS, ReplayButton)
        )

    async def on_message(self, message: discord.Message, /) -> None:
        """Chat is not read: orders are slash commands. Owners alone may ask for something by a mention."""
        if message.author.id in (self.owner_ids or ()):
            await self.process_commands(message)
