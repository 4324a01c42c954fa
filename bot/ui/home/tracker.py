"""The tracker: one message in a game's channel that says how something stands that goes on there, such as a combat.

It is made from what everybody knows, pinned while that goes on, and edited in place; the next has a message of its own.
"""

from __future__ import annotations

import hashlib
import logging

import msgspec

from bot.game.desk.seat_views import Standing
from bot.game.rulebooks import MissingRulebook
from bot.render.described_file import DescribedFile, alt_text
from bot.render.layouts import Item, Layout
from bot.render.png import PictureError
from bot.ui.home.in_place import Content, InPlace, Kept
from bot.ui.home.layout import panel_items, rows, unpressed
from bot.ui.home.panel import OF_GAME, TO_PANEL, RefreshButton
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.game import Tracked
from engine.report import Report
from engine.text.message import T_, name
from storage.records import Game

log = logging.getLogger("umpire.pinned")

LAID_OUT = 1
"""Raised where a tracker is laid out otherwise, so that all are made anew."""

OVER = T_("That is over, and the next has begun.")
TAKEN_BACK = T_("That was taken back, and what went before goes on.")

MOST_EARLIER = 20
"""Messages that are remembered of what went before."""


class Trackers:
    """The trackers of games, each with its message."""

    def __init__(self, service: Service, messages: InPlace) -> None:
        self._service, self._messages = service, messages

    def tracks(self, game: Game) -> bool:
        """True for a game that may have one: no tutorial, which is one player's."""
        try:
            rules = self._service.desk.rulebooks.of(game)
        except MissingRulebook:
            return False
        return isinstance(rules, Tracked) and bool(rules.tracker) and not game.tutorial

    async def kept(self, game: int) -> Kept | None:
        """Memory of a game's tracker; None where there was none yet."""
        return await self._messages.kept(_memo(game))

    async def look(self, game: Game, *, afresh: bool) -> int:
        """Bring the tracker of a game up to date, or make it where something goes on; its message, 0 for none.

        Where what it told of is over it says so once more, and stands there as it is then; where that is taken back it
        goes on, also when the next had begun. `afresh`: it is shown even if it says the same.
        """
        place = await self._service.desk.store.place(game.id, "")
        if place is None or not self.tracks(game):
            return 0
        kept = await self.kept(game.id)
        if kept is None and game.status not in ("running", "paused"):
            return 0
        now = await self._service.desk.views.standing(game.id)
        if kept is not None and (kept.thread, kept.about) != (place.channel, now.topic):
            if not kept.over:
                last = await self._content(game, _last(now, kept))
                kept = await self._messages.close(_memo(game.id), kept, last)
            kept = _turned(kept, place.channel, now.topic) if now.topic else kept
        if not now.topic:
            return kept.message if kept is not None else 0
        kept = kept or Kept(place.channel, about=now.topic)
        wanted = msgspec.structs.replace(kept, digest=_digest(game, now), over=False)
        if kept.message and kept == wanted and not afresh:
            return kept.message
        return await self._messages.show(_memo(game.id), wanted, await self._content(game, now), pins=kept.over)

    async def _content(self, game: Game, standing: Standing) -> Content:
        """Words and picture of how it stands; nobody is offered anything."""
        picture = await self._painted(game, standing) if standing.svg else None
        items = tracker_items(game, standing.report, picture.name if picture is not None else "")
        return Content(Layout(items, OurLayout), () if picture is None else (picture,))

    async def _painted(self, game: Game, standing: Standing) -> DescribedFile | None:
        """The picture; None, and a line in the log, where it cannot be made: the words stand."""
        try:
            png = await self._service.painter.png(standing.svg)
        except PictureError as lacking:
            log.info("the tracker of game %d has no picture: %s", game.id, lacking)
            return None
        return DescribedFile(f"{standing.view}.png", png, alt_text(standing.report))


def tracker_items(game: Game, report: Report, picture: str = "") -> list[Item]:
    """A tracker as one message holds it; `picture` is the name of the attached file that it shows."""
    above = (OF_GAME(game=name(game.name), number=game.number),)
    ending = rows([RefreshButton(game.id, TO_PANEL)])
    return panel_items(report, unpressed, above=above, said="", ending=lambda _: ending, picture=picture)


def _memo(game: int) -> str:
    return f"tracker:{game}"


def _turned(kept: Kept, channel: int, topic: str) -> Kept:
    """The one to go on with in a channel where another told of something else or stood elsewhere: one of before, where
    what came after it was taken back, or a new one.
    """
    told = (*kept.earlier, msgspec.structs.replace(kept, earlier=()))
    stand = next((told[: at + 1] for at in reversed(range(len(told))) if told[at].about == topic), told)
    found = next((post for post in stand if (post.thread, post.about) == (channel, topic)), Kept(channel, about=topic))
    earlier = tuple(post for post in stand if post != found)[-MOST_EARLIER:]
    return msgspec.structs.replace(found, earlier=earlier)


def _last(now: Standing, kept: Kept) -> Standing:
    """Last words of a message: how it stands; where something else goes on in one of its own, why it ends."""
    if now.topic in ("", kept.about):
        return now
    lead = TAKEN_BACK if any(post.about == now.topic for post in kept.earlier) else OVER
    return Standing(now.topic, msgspec.structs.replace(now.report, lead=lead, sections=()))


def _digest(game: Game, standing: Standing) -> str:
    """Digest of what a tracker shows."""
    return hashlib.sha256(repr((LAID_OUT, game.name, standing.report, standing.svg)).encode()).hexdigest()
