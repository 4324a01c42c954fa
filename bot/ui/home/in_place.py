"""Messages of ours that are edited in place: pinned where that may be, and made again where they were deleted.

Which message it is, and what it said last, is remembered: a restart makes no second one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
import msgspec

from bot.posts.news import nonce
from bot.render.described_file import DescribedFile
from bot.render.layouts import Layout
from bot.render.sending import Saying, post, rewrite
from storage.store import Store

log = logging.getLogger("umpire.pinned")

UNKNOWN_MESSAGE = 10008

RECENT = 100
"""Messages of a place among which one is looked for that may have been made when the process died."""

TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
"""From the second on, and of the first, a refusal may pass; any other lasts."""


def passing(trouble: Exception) -> bool:
    """True for a trouble that is not Discord's last word: no answer, a server's fault, or too many requests."""
    if isinstance(trouble, discord.HTTPException):
        return trouble.status >= SERVER_ERROR or trouble.status == TOO_MANY_REQUESTS
    return isinstance(trouble, aiohttp.ClientError | TimeoutError)


class Kept(msgspec.Struct, frozen=True):
    """Memory of a message: its thread or channel, its id (0: being made), its nonce, and what it said.

    `about`: the topic of what it tells; `over`: that is over; `earlier`: those before it that may be gone on with, the
    oldest first.
    """

    thread: int
    message: int = 0
    nonce: str = ""
    digest: str = ""
    about: str = ""
    over: bool = False
    earlier: tuple[Kept, ...] = ()


class Content(msgspec.Struct, frozen=True):
    """Content of a message: its layout, and the pictures that it shows."""

    layout: Layout
    pictures: Sequence[DescribedFile] = ()

    @property
    def saying(self) -> Saying:
        """It as it is sent, once."""
        return Saying(view=self.layout, files=[picture.file() for picture in self.pictures])


class InPlace:
    """Messages by their memos, through a discord.py client that has logged in."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client, self._store = client, store

    async def kept(self, memo: str) -> Kept | None:
        """Memory of a message; None where there was none yet."""
        body = await self._store.memo(memo)
        return msgspec.json.decode(body, type=Kept) if body else None

    async def show(self, memo: str, wanted: Kept, content: Content, *, pins: bool = False) -> int:
        """Edit a message, or make it and pin it where there is none, or none any more; its id. `pins`: it is pinned
        again, for it was over.
        """
        place = self._client.get_partial_messageable(wanted.thread)
        message = await self._edited(place, wanted.message, content) if wanted.message else 0
        if not message:
            begun = bool(wanted.nonce) and not wanted.message
            named = wanted.nonce if begun else nonce()
            await self._remember(memo, msgspec.structs.replace(wanted, message=0, nonce=named, digest=""))
            made = await self._found(place, named) if begun else 0
            message = await self._edited(place, made, content) if made else 0
            message = message or await post(place, content.saying, nonce=named)
        if pins or message != wanted.message:
            await self._pin(place, message)
        await self._remember(memo, msgspec.structs.replace(wanted, message=message, nonce=""))
        return message

    async def close(self, memo: str, kept: Kept, content: Content) -> Kept:
        """Edit a message for the last time, where it is there still and Discord takes that, and pin it no more; what is
        remembered of it.
        """
        place, message = self._client.get_partial_messageable(kept.thread), kept.message
        try:
            message = message or (await self._found(place, kept.nonce) if kept.nonce else 0)
            message = await self._edited(place, message, content) if message else 0
        except discord.HTTPException as refusal:
            if passing(refusal):
                raise
            log.info("message %d stands as it was: %s", message, refusal)
        if message:
            await self._pin(place, message, so=False)
        over = msgspec.structs.replace(kept, message=message, nonce="", over=True)
        await self._remember(memo, over)
        return over

    async def _edited(self, place: discord.PartialMessageable, message: int, content: Content) -> int:
        """Edit a message; 0 where it is no more."""
        try:
            await rewrite(place.get_partial_message(message), content.saying)
        except discord.NotFound as missing:
            if missing.code != UNKNOWN_MESSAGE:
                raise
            return 0
        return message

    async def _found(self, place: discord.PartialMessageable, named: str) -> int:
        """The message of that nonce, where one was made before the process or the answer died; else 0."""
        async for message in place.history(limit=RECENT):
            if self._client.user is not None and message.author.id == self._client.user.id and message.nonce == named:
                return message.id
        return 0

    async def _pin(self, place: discord.PartialMessageable, message: int, *, so: bool = True) -> None:
        """Pin a message where we may, or (`so` is False) pin it no more; it stands there anyway."""
        known: Any = self._client.get_channel(place.id)
        there = isinstance(known, discord.Thread | discord.TextChannel)
        if not there or not known.permissions_for(known.guild.me).pin_messages:
            return
        pinned = place.get_partial_message(message)
        try:
            await (pinned.pin() if so else pinned.unpin())
        except discord.HTTPException as refusal:
            log.info("message %d is not pinned as it should be: %s", message, refusal)

    async def _remember(self, memo: str, kept: Kept) -> None:
        await self._store.remember(memo, msgspec.json.encode(kept).decode())
