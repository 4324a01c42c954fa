"""The Discord client: its cogs, the commands of the rulebooks each guild plays, and what starts and stops with it.

Nothing here rules on a game. Commands of a rulebook are registered in the guilds that play it, and sent to
Discord only when the digest of what would be sent has changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.clock import Clock
from bot.cogs.dice import DiceCog
from bot.cogs.help import HelpCog
from bot.cogs.lobby import LobbyCog
from bot.cogs.moderators import ModeratorCog
from bot.cogs.orders import groups_of
from bot.cogs.owner import OwnerCog
from bot.cogs.rules import RulesCog
from bot.cogs.settings import SettingsCog
from bot.cogs.shelf import ShelfCog
from bot.cogs.status import LOG, show_group
from bot.cogs.table import TableCog
from bot.game.daily_copies import Backup
from bot.game.opponents import Opponents
from bot.game.ticker import Ticker
from bot.posts.discord_mail import DiscordMail
from bot.posts.news import Letter
from bot.posts.postman import PER_SECOND, Postman
from bot.render.described_picture import DescribedPicture
from bot.render.sending import reply
from bot.ui.errors import report_error
from bot.ui.modals import answer_forms
from bot.ui.panel import BUTTONS, FORMS
from bot.ui.pictures import picture_of
from bot.ui.service import Service
from engine.game import Seat
from storage.errors import StorageTrouble

log = logging.getLogger("umpire.app")


class Tree(app_commands.CommandTree[Any]):
    """The command tree, with the one error path."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer the player, or log a bug."""
        command = interaction.command.qualified_name if interaction.command is not None else "?"
        await report_error(interaction, error, f"/{command}")

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Commands are for servers: in private messages nobody's seat or role is known."""
        if interaction.guild_id is not None:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await reply(interaction, "I answer in a server only, where your seat is.")
        return False


def payload_digest(tree: app_commands.CommandTree[Any], guild: discord.abc.Snowflake | None) -> str:
    """The digest (hex) of the commands that a sync would send for the guild, or globally."""
    payload = [command.to_dict(tree) for command in tree.get_commands(guild=guild)]
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def intents() -> discord.Intents:
    """The events that the bot needs to hear: its servers and their channels and threads. Nothing privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.guild_messages = True
    return wanted


def _dated(clock: Clock) -> aiohttp.TraceConfig:
    """Lets a clock hear the Date of every answer of Discord's."""

    async def answered(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        clock.heard(ended.response.headers.get("Date"))

    trace = aiohttp.TraceConfig()
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
        owners: Iterable[int] = (),
    ) -> None:
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
            http_trace=_dated(service.desk.clock),
        )
        self.service = service
        self._ticker = Ticker(service.desk, service.desk.clock, backup, ask=self._ask_the_time)
        self.opponents = Opponents(service.desk.store, service.desk.transactions.stirred, service.desk.advice.advise)
        self._development, self._pace = development_guild, posts_per_second
        self.failed = False
        """Whether the bot ended because something that goes on beside it could not go on."""
        self._groups = {
            name: groups_of(service, service.desk.rulebooks.current(name)) for name in service.desk.rulebooks.names
        }
        self._work: list[asyncio.Task[None]] = []
        self._closing: asyncio.Task[None] | None = None
        self._digests: dict[tuple[str, ...], str] = {}

    async def setup_hook(self) -> None:
        """Before the gateway opens: cogs, buttons of old messages, commands; then posts and deadlines begin."""
        service = self.service
        books = [service.desk.rulebooks.current(name) for name in service.desk.rulebooks.names]
        orders = [order for rules in books for order in rules.orders]
        await self.add_cog(LobbyCog(service))
        await self.add_cog(ModeratorCog(service))
        await self.add_cog(TableCog(service))
        await self.add_cog(DiceCog(service))
        await self.add_cog(RulesCog(service.library))
        await self.add_cog(HelpCog(orders, {rules.name: rules.title for rules in books}))
        await self.add_cog(SettingsCog(service))
        await self.add_cog(ShelfCog(service))
        await self.add_cog(OwnerCog())
        self.tree.add_command(show_group(service, [LOG, *(view for rules in books for view in rules.views)]))
        self.add_dynamic_items(*BUTTONS)
        played = await service.desk.store.rulebooks_played()
        for guild, names in played.items():
            self._add(guild, names)
        if self._development is None:
            await self._sync(None)
        else:
            self.tree.copy_global_to(guild=discord.Object(self._development))
        mail = DiscordMail(self, service.desk.store, self._drawn)
        postman = Postman(
            service.desk.store, mail, service.desk.clock, service.desk.transactions.posted, per_second=self._pace
        )
        self._work = [
            asyncio.create_task(self._ready_then(postman.run), name="postman"),
            asyncio.create_task(self._ready_then(self._ticker.run), name="ticker"),
            asyncio.create_task(self._ready_then(self.opponents.run), name="opponents"),
            asyncio.create_task(self._ready_then(lambda: self._sync_guilds(played)), name="commands"),
        ]

    async def _ask_the_time(self) -> None:
        """Have Discord answer something, for the Date of the answer."""
        try:
            await self.http.get_bot_gateway()
        except (discord.DiscordException, aiohttp.ClientError) as trouble:
            log.warning("Discord could not be asked for the time: %s", trouble)

    async def clock_moved(self) -> None:
        """Do at once what a skipped clock made due, instead of at the next tick."""
        await self._ticker.sweep()
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

    async def _drawn(self, game: int, letter: Letter) -> DescribedPicture | None:
        """The picture of a post, from what its readers know."""
        seat = Seat(letter.seat) if letter.seat else None
        return await picture_of(self.service, game, seat, letter.view, letter.about)

    async def enrol(self, guild: int, rulebook: str) -> None:
        """Give a guild the commands of a rulebook it has begun to play."""
        self._add(guild, [rulebook])
        await self._sync(discord.Object(guild))

    def _add(self, guild: int, rulebooks: Iterable[str]) -> None:
        place = discord.Object(guild)
        for name in rulebooks:
            for group in self._groups.get(name, ()):
                if self.tree.get_command(group.name, guild=place) is None:
                    self.tree.add_command(group, guild=place)

    async def sync_all(self) -> int:
        """Send all commands to Discord, changed or not; returns to how many places."""
        guilds = await self.service.desk.store.rulebooks_played()
        if self._development is None:
            await self._sync(None, anew=True)
        return 1 + await self._sync_guilds(guilds, anew=True)

    async def _sync_guilds(self, guilds: Iterable[int], *, anew: bool = False) -> int:
        """One guild after another: after a start, their commands have changed only if Umpire itself has."""
        sent = 0
        for guild in sorted({*guilds} | ({self._development} if self._development is not None else set())):
            try:
                sent += await self._sync(discord.Object(guild), anew=anew)
            except (discord.HTTPException, aiohttp.ClientError, StorageTrouble) as trouble:
                log.warning("the commands of guild %d could not be registered: %s", guild, trouble)
        return sent

    async def _sync(self, guild: discord.abc.Snowflake | None, *, anew: bool = False) -> bool:
        """Send commands to Discord if they are not those that were sent last; whether they were sent."""
        name = f"commands:{guild.id if guild is not None else 'global'}"
        roots = tuple(sorted(command.name for command in self.tree.get_commands(guild=guild)))
        digest = self._digests.get(roots)
        if digest is None:
            digest = self._digests[roots] = payload_digest(self.tree, guild)
        if not anew and await self.service.desk.store.memo(name) == digest:
            return False
        try:
            await self.tree.sync(guild=guild)
        except discord.Forbidden:
            log.warning("%s may not be registered: the bot is gone from there, or lacks applications.commands", name)
            return False
        await self.service.desk.store.remember(name, digest)
        return True

    async def close(self) -> None:
        """Stop what goes on beside: what is being sent is finished first."""
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await super().close()

    async def on_interaction(self, interaction: discord.Interaction[Any], /) -> None:
        """Forms come back here, for discord.py forgets them with the process; so do clicks that nobody else takes."""
        await answer_forms(interaction, FORMS, BUTTONS)

    async def on_message(self, message: discord.Message, /) -> None:
        """Chat is not read: orders are slash commands. Owners alone may ask for something by a mention."""
        if message.author.id in (self.owner_ids or ()):
            await self.process_commands(message)
