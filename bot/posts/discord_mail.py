"""What carries posts through Discord: finds or makes the channel or thread of a target, and sends.

Targets: `channel:<id>`, `game:<game>` (its channel), `thread:<game>:<topic>` (a public thread of that topic),
`seat:<game>:<seat>` (the seat's private thread), `user:<id>` (private messages), `moderators:<guild>`.
"""

from __future__ import annotations

import datetime
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

import aiohttp
import discord

from bot.posts.news import Letter
from bot.posts.postman import Barred, Gone, NotYet, Seen, Unclear, Unfit
from bot.render.png import PictureError
from storage.records import Place, Waiting
from storage.store import Store

log = logging.getLogger("umpire.mail")

Draw = Callable[[int, Letter], Awaitable[bytes | None]]
"""Draws a letter's picture (PNG) of a game; None where there is none to draw."""

LONGEST_THREAD_NAME = 100

LOOKED_AT = 100
"""Messages of a place's recent history that are looked through."""

UNKNOWN_CHANNEL, UNKNOWN_MEMBER = 10003, 10007
RATE_LIMITED = 429


@contextmanager
def _telling() -> Iterator[None]:
    """Turn what discord.py and aiohttp raise into what the postman understands."""
    try:
        yield
    except discord.RateLimited as limited:
        raise NotYet("Discord asks to wait", limited.retry_after) from limited
    except discord.NotFound as missing:
        raise Gone(f"Discord does not know it any more ({missing.text or missing.code})") from missing
    except discord.Forbidden as forbidden:
        raise Barred(f"Discord does not let me ({forbidden.text or forbidden.code})") from forbidden
    except discord.DiscordServerError as server:
        raise Unclear(f"Discord answered {server.status}") from server
    except discord.HTTPException as refusal:
        if refusal.status == RATE_LIMITED:
            raise NotYet("Discord asks to wait") from refusal
        raise Unfit(f"Discord refuses it ({refusal.text or refusal.code})") from refusal
    except aiohttp.ClientConnectorError as unreachable:
        raise NotYet("Discord cannot be reached") from unreachable
    except (aiohttp.ClientError, TimeoutError, ConnectionError) as dropped:
        raise Unclear(f"the connection was lost ({type(dropped).__name__})") from dropped


class DiscordMail:
    """Posts through a discord.py client that has logged in."""

    def __init__(self, client: discord.Client, store: Store, draw: Draw | None = None) -> None:
        self._client, self._store, self._draw = client, store, draw

    async def send(self, row: Waiting, letter: Letter) -> int:
        """Make the post and return its message. Raises Undelivered."""
        if not self._client.is_ready():
            raise NotYet("the bot is not connected")
        picture = await self._picture(row, letter)
        with _telling():
            place = await self._place(row.target, letter.title, make=True)
            if place is None:
                raise Gone("there is no such place")
            mentions = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in letter.mentions]
            )
            if picture is None:
                sent = await place.send(letter.text, nonce=row.nonce, allowed_mentions=mentions)
            else:
                file = discord.File(io.BytesIO(picture), f"{letter.view}.png")
                sent = await place.send(letter.text, file=file, nonce=row.nonce, allowed_mentions=mentions)
            return sent.id

    async def _picture(self, row: Waiting, letter: Letter) -> bytes | None:
        if not letter.view or row.game is None or self._draw is None:
            return None
        try:
            return await self._draw(row.game, letter)
        except PictureError as lacking:  # the words go out without the picture
            log.warning("the picture %s of game %d could not be made: %s", letter.view, row.game, lacking)
            return None
        except Exception:
            log.exception("the picture %s of game %d could not be drawn", letter.view, row.game)
            return None

    async def recent(self, target: str, since: int) -> Sequence[Seen]:
        """Our own messages in a place since a wall time, oldest first; none where there is no such place yet."""
        if not self._client.is_ready():
            raise NotYet("the bot is not connected")
        with _telling():
            place = await self._place(target, "", make=False)
            if place is None:
                return []
            after = datetime.datetime.fromtimestamp(since, datetime.UTC) - datetime.timedelta(seconds=10)
            return [seen async for seen in self._own(place, after)]

    async def _own(self, place: discord.abc.Messageable, after: datetime.datetime) -> AsyncIterator[Seen]:
        me = self._client.user
        async for message in place.history(limit=LOOKED_AT, after=after, oldest_first=False):
            if me is not None and message.author.id == me.id:
                yield Seen(message.id, message.content, str(message.nonce or ""))

    async def forget(self, target: str) -> None:
        """The place is gone: a thread is made anew with the next post, a game's channel is the guild's from now on."""
        kind, _, rest = target.partition(":")
        game, _, topic = rest.partition(":")
        if kind in ("thread", "seat", "game"):
            await self._store.drop_place(int(game), f"seat:{topic}" if kind == "seat" else topic)

    async def _place(self, target: str, title: str, *, make: bool) -> discord.abc.Messageable | None:
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
            return await self._thread(int(game), topic, title or topic, None, make=make)
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

    async def _thread(
        self, game: int, topic: str, name: str, member: int | None, *, make: bool
    ) -> discord.abc.Messageable | None:
        """The thread of a topic; private with that member, if there is one."""
        place = await self._store.place(game, topic)
        if place is not None:
            return self._client.get_partial_messageable(place.channel)
        channel_id = await self._channel_of(game)
        channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return self._client.get_partial_messageable(channel_id) if member is None else None
        called = name[:LONGEST_THREAD_NAME]
        thread = await self._orphan(channel, called)
        if thread is None:
            if not make:
                return None
            private = topic.startswith("seat:")
            thread = await channel.create_thread(
                name=called,
                type=discord.ChannelType.private_thread if private else discord.ChannelType.public_thread,
                invitable=not private,
                auto_archive_duration=10080,
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
        user = next((one.user for one in await self._store.seats(game) if one.seat == seat), None)
        topic = f"seat:{seat}"
        try:
            thread = await self._thread(game, topic, f"{row.number} {row.name}: {seat}", user or 0, make=make)
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
