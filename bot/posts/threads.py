"""Channels and threads of targets: found, or made; the private thread of a seat, with whoever sits there alone.

Targets: `channel:<id>`, `game:<game>` (its channel), `thread:<game>:<topic>` (a public thread of that topic),
`seat:<game>:<seat>` (the seat's private thread), `user:<id>` (private messages), `moderators:<guild>`.
"""

from __future__ import annotations

import logging

import discord

from bot.posts.postman import Barred, Gone
from storage.records import Place
from storage.store import Store

log = logging.getLogger("umpire.threads")

LONGEST_THREAD_NAME = 100

UNKNOWN_CHANNEL = 10003

SEAT = "seat:"
"""Begins the topic of a seat's own thread."""


class Threads:
    """Places through a discord.py client that has logged in; which thread belongs to what is kept in the database."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client, self._store = client, store

    async def place(self, target: str, title: str, *, make: bool) -> discord.abc.Messageable | None:
        """The channel, thread or private messages of a target; None where there is none and none is to be made."""
        kind, _, rest = target.partition(":")
        if kind == "channel":
            return self._client.get_partial_messageable(int(rest))
        if kind == "user":
            return await self._client.create_dm(discord.Object(int(rest)))
        if kind == "moderators":
            return await self._moderators(int(rest))
        game, _, topic = rest.partition(":")
        if kind == "game":
            return self._client.get_partial_messageable(await self._channel_of(int(game)))
        if kind == "thread":
            return await self._thread(int(game), topic, title or topic, make=make)
        return await self._seat(int(game), topic, make=make)

    async def _channel_of(self, game: int) -> int:
        """The channel of a game: its own, else the one for news in the settings. Raises Gone."""
        place = await self._store.place(game, "")
        if place is not None:
            return place.channel
        settings = await self._store.settings((await self._store.game(game)).guild)
        if settings.news_channel is None:
            raise Gone("the game's channel was deleted, and no channel for news is set (`/settings`)")
        return settings.news_channel

    async def _moderators(self, guild: int) -> discord.abc.Messageable:
        settings = await self._store.settings(guild)
        for channel in (settings.moderator_channel, settings.news_channel):
            if channel is not None:
                return self._client.get_partial_messageable(channel)
        found = self._client.get_guild(guild)
        if found is None or found.system_channel is None:
            raise Gone("there is no channel for moderators")
        return found.system_channel

    async def _thread(self, game: int, topic: str, name: str, *, make: bool) -> discord.abc.Messageable | None:
        """The thread of a topic: a private one for a seat's ("seat:red"), and no other place instead of it."""
        private = topic.startswith(SEAT)
        place = await self._store.place(game, topic)
        if place is not None:
            return self._client.get_partial_messageable(place.channel)
        channel_id = await self._channel_of(game)
        channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return self._client.get_partial_messageable(channel_id) if not private else None
        called = name[:LONGEST_THREAD_NAME]
        thread = await self._orphan(channel, called)
        if thread is None:
            if not make:
                return None
            thread = await channel.create_thread(
                name=called,
                type=discord.ChannelType.private_thread if private else discord.ChannelType.public_thread,
                invitable=not private,
                auto_archive_duration=10080,  # minutes without a message, the most that Discord takes
            )
        await self._store.set_place(Place(game, topic, thread.id))
        return thread

    async def _orphan(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """A thread of ours of that name that belongs to nothing: made just before the process or the answer died."""
        me = self._client.user
        for thread in channel.threads:
            if (
                me is not None
                and thread.owner_id == me.id
                and thread.name == name
                and not await self._store.places_at(thread.id)
            ):
                return thread
        return None

    async def _seat(self, game: int, seat: str, *, make: bool) -> discord.abc.Messageable | None:
        """The private thread of a seat, with whoever sits there now and without whoever sat there before."""
        row = await self._store.game(game)
        user = next((row.user for row in await self._store.seats(game) if row.seat == seat), None)
        topic = f"{SEAT}{seat}"
        try:
            thread = await self._thread(game, topic, f"{row.number} {row.name}: {seat}", make=make)
        except discord.Forbidden:
            thread = None
            if user is None:
                raise
        if thread is None:
            return await self._client.create_dm(discord.Object(user)) if user is not None and make else None
        place = await self._store.place(game, topic)
        if make and place is not None:
            await self._admit(f"member:{game}:{seat}", place.channel, user)
        return thread

    async def _admit(self, name: str, thread_id: int, user: int | None) -> None:
        """Make `user` the one player in a private thread; remembered, so that it is asked of Discord once."""
        wanted = f"{thread_id}:{user or 0}"
        before = await self._store.memo(name)
        if before == wanted:
            return
        thread = self._client.get_channel(thread_id) or await self._client.fetch_channel(thread_id)
        if not isinstance(thread, discord.Thread):
            return
        if thread.archived:
            await self.reopen(thread)
        in_thread, _, former = (before or "").partition(":")
        if in_thread == str(thread_id) and former not in ("", "0"):
            try:
                await thread.remove_user(discord.Object(int(former)))
            except discord.NotFound:
                log.info("user %s was no longer in thread %d", former, thread_id)
        if user is not None:
            try:
                await thread.add_user(discord.Object(user))
            except discord.NotFound as missing:
                if missing.code == UNKNOWN_CHANNEL:
                    raise
                raise Barred("whoever sits there has left the server") from missing
        await self._store.remember(name, wanted)

    async def reopen(self, place: discord.abc.Messageable) -> None:
        """Open a thread again that was archived: Discord takes nothing of a bot in one that is not open."""
        channel = place if isinstance(place, discord.Thread) else None
        if isinstance(place, discord.PartialMessageable):
            found = await self._client.fetch_channel(place.id)
            channel = found if isinstance(found, discord.Thread) else None
        if channel is not None:
            await channel.edit(archived=False)

    async def forget(self, target: str) -> None:
        """The place is gone: a thread is made anew with the next post, a game's channel is the guild's from now on."""
        kind, _, rest = target.partition(":")
        game, _, topic = rest.partition(":")
        if kind in ("thread", "seat", "game"):
            await self._store.drop_place(int(game), f"{SEAT}{topic}" if kind == "seat" else topic)
