"""The panel pinned in each seat's own thread, edited in place whenever what it says has changed.

It is made from what the seat knows, and shown only while nobody but whoever sits there was let into the thread. Which
message it is, and what it said last, is remembered: a restart makes no second one; one that was deleted is made again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Any

import aiohttp
import discord
import msgspec

from bot.game.desk.seat_views import Home
from bot.posts.news import nonce
from bot.posts.threads import SEAT, member_memo
from bot.render.layouts import Layout
from bot.render.sending import Saying, post, rewrite
from bot.ui.home.panel import home_items
from bot.ui.home.seated import At
from bot.ui.lull import Lull
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.game import Refusal, Seat
from storage.errors import StorageTrouble
from storage.records import Game

log = logging.getLogger("umpire.pinned")

SETTLE = 2.0
"""Seconds that are waited for more to happen in a game before its panels are shown anew."""

LAID_OUT = 1
"""Raised where a panel is laid out otherwise, so that all are made anew."""

UNKNOWN_MESSAGE = 10008


class Kept(msgspec.Struct, frozen=True):
    """Memory of a panel: its thread, its message (0: being made), its nonce, and what it said."""

    thread: int
    message: int = 0
    nonce: str = ""
    digest: str = ""


class PinnedPanels:
    """Keeps the panels of games up to date in which something happened, until it is cancelled.

    `settle`: seconds that are waited for more to happen in a game before its panels are looked at. Each of them waits
    for a `lull` besides: whoever gives an order is answered first.
    """

    def __init__(self, client: discord.Client, service: Service, lull: Lull, settle: float) -> None:
        self._client, self._service, self._lull, self._settle = client, service, lull, settle
        self._messages: dict[int, tuple[int, str]] = {}  # games and seats by the message of their panel
        self._afresh: set[tuple[int, str]] = set()

    async def run(self) -> None:
        """Know the panels of before, then look at each game in which something happens."""
        await self._watch()
        changed = self._service.desk.transactions.changed
        while True:
            await changed.wait()
            await asyncio.sleep(self._settle)
            while changed:
                await self._look(changed.take())

    def again(self, game: int, seat: str) -> None:
        """Have a panel shown anew, even if it says the same: its buttons were used."""
        self._afresh.add((game, seat))
        self._service.desk.transactions.changed.add(game)

    def deleted(self, message: int) -> None:
        """A message is gone: if it was a panel, it is made again."""
        if message in self._messages:
            self.again(*self._messages.pop(message))

    async def _watch(self) -> None:
        """Know the panels that an earlier process made, to see them deleted."""
        for game in await self._service.desk.store.games():
            for row in await self._service.desk.store.seats(game.id):
                if kept := await self._kept(game.id, row.seat):
                    self._messages[kept.message] = (game.id, row.seat)

    async def _look(self, game_id: int) -> None:
        """Bring the panels of a game up to date; a trouble of one does not keep the others waiting."""
        try:
            game = await self._service.desk.store.game(game_id)
            seated = [(row.seat, row.user) for row in await self._service.desk.store.seats(game_id)]
        except StorageTrouble as trouble:
            log.warning("the panels of game %d cannot be looked at: %s", game_id, trouble)
            return
        for seat, user in seated:
            if user is None:
                continue
            await self._lull.wait()
            try:
                await self._show(game, Seat(seat), user)
            except (discord.HTTPException, aiohttp.ClientError, StorageTrouble, Refusal) as trouble:
                log.info("the panel of a seat of game %d is not shown: %s", game_id, trouble)
            except Exception:
                log.exception("the panel of a seat of game %d failed", game_id)

    async def _kept(self, game: int, seat: str) -> Kept | None:
        body = await self._service.desk.store.memo(_memo(game, seat))
        return msgspec.json.decode(body, type=Kept) if body else None

    async def _show(self, game: Game, seat: Seat, user: int) -> None:
        """Edit or make a seat's panel, where its thread is and nobody else was let in."""
        store, views = self._service.desk.store, self._service.desk.views
        place = await store.place(game.id, SEAT + seat)
        if place is None or await store.memo(member_memo(game.id, seat)) != f"{place.channel}:{user}":
            return
        kept = await self._kept(game.id, seat)
        if kept is None or kept.thread != place.channel:
            kept = Kept(place.channel)
        home = await views.home(game.id, seat)
        digest = _digest(home)
        afresh = (game.id, seat) in self._afresh
        self._afresh.discard((game.id, seat))
        if kept.message and kept.digest == digest and not afresh:
            return
        layout = Layout(home_items(At(self._service, game, seat), home), OurLayout)
        thread = self._client.get_partial_messageable(place.channel)
        message = await self._edited(thread, kept.message, layout) if kept.message else 0
        if not message:
            named = kept.nonce if not kept.message and kept.nonce else nonce()
            await self._remember(game, seat, Kept(place.channel, 0, named))
            message = await post(thread, Saying(view=layout), nonce=named)
        self._messages[message] = (game.id, seat)
        await self._remember(game, seat, Kept(place.channel, message, digest=digest))
        if message != kept.message:
            await self._pin(thread, message)

    async def _edited(self, thread: discord.PartialMessageable, message: int, layout: Layout) -> int:
        """Edit a panel; 0 where it is no more."""
        try:
            await rewrite(thread.get_partial_message(message), Saying(view=layout))
        except discord.NotFound as missing:
            if missing.code != UNKNOWN_MESSAGE:
                raise
            return 0
        return message

    async def _pin(self, thread: discord.PartialMessageable, message: int) -> None:
        """Pin a panel where we may; it stands in its thread anyway."""
        known: Any = self._client.get_channel(thread.id)
        if isinstance(known, discord.Thread) and known.permissions_for(known.guild.me).pin_messages:
            await thread.get_partial_message(message).pin()

    async def _remember(self, game: Game, seat: Seat, kept: Kept) -> None:
        await self._service.desk.store.remember(_memo(game.id, seat), msgspec.json.encode(kept).decode())


def _memo(game: int, seat: str) -> str:
    return f"panel:{game}:{seat}"


def _digest(home: Home) -> str:
    """Digest of what a panel says."""
    said = repr((LAID_OUT, home.status, home.owed, home.report, [order.path for order in home.orders]))
    return hashlib.sha256(said.encode()).hexdigest()
