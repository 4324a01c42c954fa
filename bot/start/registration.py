"""The commands that Discord knows of us: everywhere those of the house, in a server those of the rulebooks it plays.

Commands are sent only where they are not those that were sent last, or where Discord has no longer what it had then:
it drops a server's commands when the bot is thrown out of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import aiohttp
import discord
import msgspec
from discord import app_commands

from bot.cogs.orders import groups_of
from bot.cogs.status import views_group
from bot.ui.permissions import invitation
from bot.ui.service import Service
from engine.record import plain
from engine.text.message import N_, NOTHING, T_, Text, recorded, term
from storage.errors import StorageTrouble

log = logging.getLogger("umpire.registration")

W = TypeVar("W", str, Text)

PATIENCE = 20.0
"""Seconds that Discord has to take the commands of a server: discord.py waits as long as it is told to."""

AGAIN = 900.0
"""Seconds after which servers are tried again whose commands could not be registered."""

DAILY_LIMIT = 30034
"""The code with which Discord refuses new commands in a server that has had 200 of them within a day."""

TROUBLES = (discord.HTTPException, aiohttp.ClientError, app_commands.AppCommandError, StorageTrouble, TimeoutError)


UNINVITED = N_("I was invited without the right to make commands here. A moderator can invite me again: {link}")
TOO_MANY = T_("Discord takes 200 new commands a day in a server, and has had them. It takes more tomorrow.")
OUR_FAULT = T_("Discord refuses them, which is my fault: the log tells whoever runs me why.")
FAILED, LATE = N_("Discord answered with an error ({status})."), T_("Discord did not answer in time.")
"""Reason why commands could not be registered, and what to do."""

_COMMAND = re.compile(r"`/([a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*){0,2})`")


def digest_of(commands: Iterable[Mapping[str, Any]]) -> str:
    """The digest (hex) of commands as JSON."""
    return hashlib.sha256(msgspec.json.encode(list(commands), enc_hook=plain, order="deterministic")).hexdigest()


class Registration:
    """Keeps what Discord has of our commands as it should be.

    `development`: a server in which all commands stand, so that they are there at once; then nowhere globally.
    """

    def __init__(self, tree: app_commands.CommandTree[Any], service: Service, development: int | None = None) -> None:
        self._tree, self._service, self._development = tree, service, development
        self._groups: dict[str, list[app_commands.Group]] = {}
        self._payloads: dict[tuple[str, ...], str] = {}
        self._lacking: set[int] = set()
        self._ids: dict[int, dict[str, int]] = {}
        self._called = asyncio.Event()

    def _groups_of(self, rulebook: str) -> list[app_commands.Group]:
        """The commands of a rulebook, made when a server first plays it."""
        if rulebook not in self._service.desk.rulebooks.names:
            return []  # of an Umpire that had more rulebooks
        if rulebook not in self._groups:
            rules = self._service.desk.rulebooks.current(rulebook)
            self._groups[rulebook] = [*groups_of(rules), views_group(rules)]
        return self._groups[rulebook]

    def _give(self, guild: int, rulebooks: Iterable[str]) -> None:
        """Put the commands of rulebooks into the tree, for a server."""
        place = discord.Object(guild)
        for rulebook in rulebooks:
            for group in self._groups_of(rulebook):
                if self._tree.get_command(group.name, guild=place) is None:
                    self._tree.add_command(group, guild=place)

    async def begin(self) -> None:
        """Put the commands of all servers into the tree, and see that Discord has the global ones. Raises TROUBLES."""
        played = await self._service.desk.store.rulebooks_played()
        for guild, rulebooks in played.items():
            self._give(guild, rulebooks)
        self._lacking.update(played)
        if self._development is None:
            await self._sync(None)
        else:
            self._tree.copy_global_to(guild=discord.Object(self._development))
            self._lacking.add(self._development)

    async def run(self) -> None:
        """See that Discord has the commands of every server that plays, one after another; try again what fails."""
        while True:
            self._called.clear()
            for guild in sorted(self._lacking):
                await self._try(guild)
            try:
                async with asyncio.timeout(AGAIN if self._lacking else None):
                    await self._called.wait()
            except TimeoutError:
                continue

    async def enrol(self, guild: int, rulebook: str) -> Text:
        """Give a server the commands of a rulebook that it begins to play; "" or what kept them from it, in words."""
        self._give(guild, [rulebook])
        return await self.register(guild)

    async def register(self, guild: int) -> Text:
        """See that Discord has the commands of a server: "", or in a sentence why not; then it is tried again."""
        lacking = await self._try(guild)
        if lacking:
            self._called.set()
        return lacking

    async def _try(self, guild: int) -> Text:
        self._lacking.add(guild)
        if not self._tree.get_commands(guild=discord.Object(guild)) or self._tree.client.get_guild(guild) is None:
            self._lacking.discard(guild)  # where we are not, we are asked nothing; who invites us again is looked at
            return NOTHING
        try:
            async with asyncio.timeout(PATIENCE):
                await self._sync(discord.Object(guild))
        except TROUBLES as trouble:
            log.warning("the commands of guild %d could not be registered: %r", guild, trouble)
            return self._told(trouble)
        self._lacking.discard(guild)
        return NOTHING

    async def send_all(self) -> int:
        """Send all commands to Discord, changed or not; returns to how many places. Raises TROUBLES."""
        guilds = {*await self._service.desk.store.rulebooks_played()}
        if self._development is not None:
            guilds.add(self._development)
        else:
            await self._sync(None, anew=True)
        there = [guild for guild in sorted(guilds) if self._tree.client.get_guild(guild) is not None]
        for guild in there:
            await self._sync(discord.Object(guild), anew=True)
        return len(there) + (self._development is None)

    async def _sync(self, guild: discord.abc.Snowflake | None, *, anew: bool = False) -> None:
        """Send commands to Discord unless it has them already."""
        name = f"commands:{guild.id if guild is not None else 'global'}"
        payload, store = self._payload(guild), self._service.desk.store
        if not anew:
            sent, _, answered = (await store.memo(name) or "").partition(" ")
            if sent == payload and answered == _had(there := await self._tree.fetch_commands(guild=guild)):
                self._note(guild, there)
                return
        there = await self._tree.sync(guild=guild)
        self._note(guild, there)
        await store.remember(name, f"{payload} {_had(there)}")

    def _note(self, guild: discord.abc.Snowflake | None, there: Iterable[app_commands.AppCommand]) -> None:
        """Keep the ids that Discord gave to commands."""
        self._ids[guild.id if guild is not None else 0] = {command.name: command.id for command in there}

    def mentioned(self, text: W, guild: int) -> W:
        """The text with its commands (`/me`) as mentions that can be clicked, where Discord has them in that server."""
        ids = {**self._ids.get(0, {}), **self._ids.get(guild, {})}

        def mention(found: re.Match[str]) -> str:
            root, *rest = found[1].split()
            place = discord.Object(guild)
            part: object = self._tree.get_command(root, guild=place) or self._tree.get_command(root)
            for name in rest:
                part = part.get_command(name) if isinstance(part, app_commands.Group) else None
            if root not in ids or not isinstance(part, app_commands.Command):
                return found[0]
            return f"</{found[1]}:{ids[root]}>"

        return type(text)(_COMMAND.sub(mention, text))

    def _payload(self, guild: discord.abc.Snowflake | None) -> str:
        """The digest of what would be sent; servers that play the same have the same."""
        commands = self._tree.get_commands(guild=guild)
        roots = tuple(sorted(command.name for command in commands))
        if roots not in self._payloads:
            self._payloads[roots] = digest_of(command.to_dict(self._tree) for command in commands)
        return self._payloads[roots]

    def _told(self, trouble: BaseException) -> Text:
        """Reason why commands could not be registered, and what to do."""
        if isinstance(trouble, discord.Forbidden):
            return UNINVITED(link=term(invitation(self._tree.client)))
        if isinstance(trouble, discord.HTTPException) and trouble.code == DAILY_LIMIT:
            return TOO_MANY
        if isinstance(trouble, app_commands.CommandSyncFailure):
            return OUR_FAULT
        if isinstance(trouble, discord.HTTPException):
            return FAILED(status=trouble.status)
        if isinstance(trouble, StorageTrouble):
            return recorded(str(trouble))
        return LATE


def _had(commands: Iterable[app_commands.AppCommand]) -> str:
    """The digest (hex) of commands as Discord has them, with the ids that it gave them."""
    return digest_of(command.to_dict() for command in sorted(commands, key=lambda command: command.id))
