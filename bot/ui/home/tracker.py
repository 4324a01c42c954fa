"""The tracker: one message in a game's channel that says how something stands that goes on there, such as a combat.

It is made from what everybody knows, pinned while that goes on, and edited in place; the next has a message of its own.
"""

from __future__ import annotations

import hashlib

import msgspec

from bot.game.rulebooks import MissingRulebook
from bot.render.layouts import Layout
from bot.ui.home.in_place import InPlace, Kept
from bot.ui.home.layout import panel_items, rows, unpressed
from bot.ui.home.panel import OF_GAME, TO_PANEL, RefreshButton
from bot.ui.service import Service
from bot.ui.views import OurLayout
from engine.game import Tracked
from engine.report import Report
from engine.text.message import T_, name
from storage.records import Game

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
        topic, kept = await self._service.desk.views.going_on(game.id), await self.kept(game.id)
        if kept is not None and (kept.thread, kept.about) != (place.channel, topic):
            if not kept.over:
                last = self._layout(game, await self._last(game, kept, topic))
                kept = await self._messages.close(_memo(game.id), kept, last)
            kept = _turned(kept, place.channel, topic) if topic else kept
        if not topic:
            return kept.message if kept is not None else 0
        kept = kept or Kept(place.channel, about=topic)
        report = await self._report(game)
        wanted = msgspec.structs.replace(kept, digest=_digest(report), over=False)
        if kept.message and kept == wanted and not afresh:
            return kept.message
        return await self._messages.show(_memo(game.id), wanted, self._layout(game, report), pins=kept.over)

    async def _last(self, game: Game, kept: Kept, topic: str) -> Report:
        """Report that a message ends with: how it stands; where something else goes on that is told in a message of its
        own (`topic`), why this one ends.
        """
        report = await self._report(game)
        if topic in ("", kept.about):
            return report
        lead = TAKEN_BACK if any(one.about == topic for one in kept.earlier) else OVER
        return msgspec.structs.replace(report, lead=lead, sections=())

    async def _report(self, game: Game) -> Report:
        """Report of how it stands, as everybody knows it; nobody is offered anything."""
        rules, views = self._service.desk.rulebooks.of(game), self._service.desk.views
        assert isinstance(rules, Tracked)  # or it has no tracker
        return msgspec.structs.replace(await views.show(game.id, None, rules.tracker), suggestions=())

    def _layout(self, game: Game, report: Report) -> Layout:
        above = (OF_GAME(game=name(game.name), number=game.number),)
        ending = rows([RefreshButton(game.id, TO_PANEL)])
        return Layout(panel_items(report, unpressed, above=above, said="", ending=lambda _: ending), OurLayout)


def _memo(game: int) -> str:
    return f"tracker:{game}"


def _turned(kept: Kept, channel: int, topic: str) -> Kept:
    """The one to go on with in a channel where another told of something else or stood elsewhere: one of before, where
    what came after it was taken back, or a new one.
    """
    told = (*kept.earlier, msgspec.structs.replace(kept, earlier=()))
    stand = next((told[: at + 1] for at in reversed(range(len(told))) if told[at].about == topic), told)
    found = next((one for one in stand if (one.thread, one.about) == (channel, topic)), Kept(channel, about=topic))
    earlier = tuple(one for one in stand if one != found)[-MOST_EARLIER:]
    return msgspec.structs.replace(found, earlier=earlier)


def _digest(report: Report) -> str:
    """Digest of what a tracker says."""
    return hashlib.sha256(repr((LAID_OUT, report)).encode()).hexdigest()
