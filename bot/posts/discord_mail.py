"""Posts carried through Discord: a letter of the outbox becomes a message, and Discord's refusals become reasons."""

from __future__ import annotations

import datetime
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

import aiohttp
import discord

from bot.posts.news import Letter
from bot.posts.postman import Barred, Gone, NotYet, Seen, Unclear, Unfit
from bot.posts.threads import Threads
from bot.render.described_picture import DescribedPicture
from storage.records import Waiting
from storage.store import Store

log = logging.getLogger("umpire.mail")

Draw = Callable[[int, Letter], Awaitable[DescribedPicture | None]]
"""Draws a letter's picture of a game, with its alt text; None where that fails: the words go out without it."""

LOOKED_AT = 100
"""Messages of a place's recent history that are looked through."""

RATE_LIMITED = 429
THREAD_ARCHIVED = 50083


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


async def _said(place: discord.abc.Messageable, letter: Letter, nonce: str, picture: DescribedPicture | None) -> int:
    """Say a letter in a place, and give the message's id."""
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in letter.mentions]
    )
    files = [] if picture is None else [picture.file()]
    sent = await place.send(letter.text, files=files, nonce=nonce, allowed_mentions=mentions)
    return sent.id


class DiscordMail:
    """Posts through a discord.py client that has logged in."""

    def __init__(self, client: discord.Client, store: Store, draw: Draw | None = None) -> None:
        self._client, self._draw = client, draw
        self._threads = Threads(client, store)

    async def send(self, row: Waiting, letter: Letter) -> int:
        """Make the post and return its message. Raises Undelivered."""
        if not self._client.is_ready():
            raise NotYet("the bot is not connected")
        picture = None
        if letter.view and row.game is not None and self._draw is not None:
            picture = await self._draw(row.game, letter)
        with _telling():
            place = await self._threads.place(row.target, letter.title, make=True)
            if place is None:
                raise Gone("there is no such place")
            try:
                return await _said(place, letter, row.nonce, picture)
            except discord.HTTPException as refusal:
                if refusal.code != THREAD_ARCHIVED:
                    raise
                await self._threads.reopen(place)
                return await _said(place, letter, row.nonce, picture)

    async def recent(self, target: str, since: int) -> Sequence[Seen]:
        """Our own messages in a place since a wall time, oldest first; none where there is no such place yet."""
        if not self._client.is_ready():
            raise NotYet("the bot is not connected")
        with _telling():
            place = await self._threads.place(target, "", make=False)
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
        """The place is gone: the next post to it makes or finds another."""
        await self._threads.forget(target)
