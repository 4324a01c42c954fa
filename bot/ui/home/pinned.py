"""The panel pinned in each seat's own thread, and the tracker in a game's channel, edited in place whenever what they
say has changed.

It is made from what the seat knows, and shown only while nobody but whoever sits there was let into the thread. Which
message it is, and what it said last, is remembered: a restart makes no second one; one that was deleted is made again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import aiohttp
import discord
import msgspec

from bot.game.desk.seat_views import Home
from bot.posts.threads import SEAT, member_memo
from bot.render.layouts import Layout
from bot.ui.home.in_place import Content, InPlace, Kept, passing
from bot.ui.home.panel import home_items
from bot.ui.home.seated import At
from bot.ui.home.tracker import Trackers
from bot.ui.lull import Lull
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.game import Refusal, Seat
from storage.errors import StorageTrouble
from storage.records import Game

log = logging.getLogger("umpire.pinned")

SETTLE = 2.0
"""Seconds that are waited for more to happen in a game before its panels are shown anew."""

AGAIN = 30
"""How many times as long is waited where Discord did not answer: what is late comes then, and not at the hour of what
happens next, which may be secret.
"""

LAID_OUT = 1
"""Raised where a panel is laid out otherwise, so that all are made anew."""

EVERYBODY = ""
"""In the place of a seat: the tracker of a game, which is everybody's."""


class PinnedPanels:
    """Keeps the panels and the trackers of games up to date in which something happened, until it is cancelled.

    `settle`: seconds that are waited for more to happen in a game before its panels are looked at. Each of them waits
    for a `lull` besides: whoever gives an order is answered first.
    """

    def __init__(self, client: discord.Client, service: Service, lull: Lull, settle: float) -> None:
        self._service, self._lull, self._settle = service, lull, settle
        self._in_place = InPlace(client, service.desk.store)
        self._trackers = Trackers(service, self._in_place)
        self._messages: dict[int, tuple[int, str]] = {}  # games and seats ("": everybody) by the message of their panel
        self._afresh: set[tuple[int, str]] = set()
        self._gone: set[int] | None = None  # messages deleted while a game is looked at, panels or not

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
        if self._gone is not None:
            self._gone.add(message)
        if message in self._messages:
            self.again(*self._messages.pop(message))

    def _stands(self, message: int, game: int, seat: str) -> None:
        """Know the message of a panel; one that was deleted while it was made is made again."""
        self._messages[message] = (game, seat)
        if self._gone and message in self._gone:
            self.deleted(message)

    async def _watch(self) -> None:
        """Know the panels that an earlier process made, to see them deleted, and look at the games whose trackers may
        have missed what happened last.
        """
        for game in await self._service.desk.store.games():
            for row in await self._service.desk.store.seats(game.id):
                if kept := await self._in_place.kept(_memo(game.id, row.seat)):
                    self._messages[kept.message] = (game.id, row.seat)
            if self._trackers.tracks(game) and game.status != "lobby":
                kept = await self._trackers.kept(game.id)
                if kept is not None:
                    self._messages[kept.message] = (game.id, EVERYBODY)
                if game.status != "ended" or (kept is not None and not kept.over):
                    self._service.desk.transactions.changed.add(game.id)

    async def _look(self, game_id: int) -> None:
        """Bring the panels of a game up to date; a trouble of one does not keep the others waiting."""
        try:
            game = await self._service.desk.store.game(game_id)
            seated = [(row.seat, row.user) for row in await self._service.desk.store.seats(game_id)]
        except StorageTrouble as trouble:
            log.warning("the panels of game %d cannot be looked at: %s", game_id, trouble)
            return
        self._gone = set()
        for seat, user in seated:
            if user is not None:
                await self._try(game, seat, partial(self._show, game, Seat(seat), user))
        await self._try(game, EVERYBODY, partial(self._track, game))  # last: it may have a picture to be painted
        self._gone = None

    async def _try(self, game: Game, seat: str, show: Callable[[bool], Awaitable[None]]) -> None:
        """Show a panel once it is quiet, anew where that is wanted; a trouble is logged, and one that passes is waited
        for.
        """
        await self._lull.wait()
        afresh = (game.id, seat) in self._afresh
        self._afresh.discard((game.id, seat))
        try:
            await show(afresh)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, StorageTrouble, Refusal) as trouble:
            passes = passing(trouble)
            log.info("a panel of game %d is not shown%s: %s", game.id, " yet" if passes else "", trouble)
            if passes:
                self._afresh |= {(game.id, seat)} if afresh else set()
                again = self._service.desk.transactions.changed.add
                asyncio.get_running_loop().call_later(AGAIN * self._settle, again, game.id)
        except Exception:
            log.exception("a panel of game %d failed", game.id)

    async def _track(self, game: Game, afresh: bool) -> None:
        """Bring the tracker of a game up to date."""
        if message := await self._trackers.look(game, afresh=afresh):
            self._stands(message, game.id, EVERYBODY)

    async def _show(self, game: Game, seat: Seat, user: int, afresh: bool) -> None:
        """Edit or make a seat's panel, where its thread is and nobody else was let in."""
        store, views = self._service.desk.store, self._service.desk.views
        place = await store.place(game.id, SEAT + seat)
        if place is None or await store.memo(member_memo(game.id, seat)) != f"{place.channel}:{user}":
            return
        kept = await self._in_place.kept(_memo(game.id, seat))
        if kept is None or kept.thread != place.channel:
            kept = Kept(place.channel)
        home = await views.home(game.id, seat)
        wanted = msgspec.structs.replace(kept, digest=_digest(home))
        if kept.message and kept == wanted and not afresh:
            return
        content = Content(Layout(home_items(At(self._service, game, seat), home), OurLayout))
        self._stands(await self._in_place.show(_memo(game.id, seat), wanted, content), game.id, seat)


def _memo(game: int, seat: str) -> str:
    return f"panel:{game}:{seat}"


def _digest(home: Home) -> str:
    """Digest of what a panel says."""
    said = repr((LAID_OUT, home.status, home.owed, home.report, [order.path for order in home.orders]))
    return hashlib.sha256(said.encode()).hexdigest()
