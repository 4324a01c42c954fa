"""Whole games of every rulebook whose player is forgotten: nothing that anybody is shown afterwards holds what they
called their seat and their things, and no byte of the database who they were.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.clock import Clock
from bot.game.answers import Reply
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.desk.replay import figures, possessions, summary, transcript
from engine.clock import DAY
from engine.game import MODERATOR, Refusal, Seat, Setup
from engine.orders import Option, Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.sunrise.fleet.building import NameFleet, RenameShip, SampleFleet
from storage.store import Store
from tests.bot.opened import CHANNEL, GM, GUILD, START, posted
from tests.rulebooks import delivered

ALICE, BOB, CAROL = 811034567890123456, 811034567890123457, 811034567890123458
HERS, HIS = Seat("zyqa-torv"), Seat("blue")
MOVES = 120
NAMED = {"d6": 1, "gcw": 3, "sunrise": 3}
"""Names besides her seat's that are seen at least, where players name anything."""


class Life:
    """A game in which Alice, who is a moderator too, names all that she can name; her names are random tokens."""

    def __init__(self, desk: Desk, rulebook: str, played: str) -> None:
        self.desk, self.chance, self.played = desk, Chance("forgotten"), played
        self.rulebook, self.rules = rulebook, desk.rulebooks.current(rulebook)
        self.users = {HERS: ALICE, HIS: BOB, MODERATOR: ALICE}
        self.game, self.given = 0, 0
        self.names = [str(HERS)]
        self.got: list[str] = []

    async def begin(self) -> None:
        """Both sit down, and bring the game to where it is decided."""
        made = await self.desk.lobby.create(NewGame(self.rulebook, "Twilight"), guild=GUILD, user=GM, channel=CHANNEL)
        self.game = made.id
        for seat in (HERS, HIS):
            await self.desk.lobby.join(self.game, self.users[seat], seat)
        await self.desk.lobby.start(self.game, GM)
        for seat, order in checks_of(self.rules).opening(Setup(self.played, (HERS, HIS), dict(made.options))):
            hers = seat == HERS or getattr(order, "player", "") == HERS
            await self.order(seat, order, ALICE if hers else BOB)
            if isinstance(order, SampleFleet) and seat == HERS:
                known = await self.desk.views.known(self.game, HERS)
                for rename in self.rules.legal(known, HERS, self.desk.clock.now(), RenameShip):
                    await self.order(HERS, rename, ALICE)
                await self.order(HERS, NameFleet(name="?"), ALICE)

    async def order(self, seat: Seat, order: Order, user: int) -> Reply:
        """An order of somebody's; what Alice gives a name to goes by a token."""
        if user == ALICE and order.names() and HERS not in getattr(order, "name", HERS):
            self.given += 1
            token = f"Qy{self.chance.below(16**6):06x}" + (" Vorxa" if self.given % 2 else "")
            order = order.model_copy(update={"name": token})
        reply = await self.desk.orders.submit(self.game, seat, order, user=user)
        if user == ALICE and reply.refusal is None:
            self.names += order.names()
        self.got.append(repr(reply))
        return reply

    async def move(self) -> None:
        """Somebody does something at random, or time passes."""
        if self.chance.one_in(6):
            due = (await self.desk.store.game(self.game)).due_at
            self.desk.clock.skip(max(60, (due or 0) - self.desk.clock.now()))
            await self.desk.transactions.tick(self.game)
            return
        seat = self.chance.choice([HERS, HIS])
        known = (await self.desk.games.open(self.game)).known.get(seat) or await self.desk.views.known(self.game, seat)
        kinds = [kind for kind in self.rules.orders if not kind.moderator]
        while kinds:
            kind = self.chance.choice(kinds)
            kinds.remove(kind)
            if found := list(islice(self.rules.legal(known, seat, self.desk.clock.now(), kind), 10)):
                await self.order(seat, self.chance.choice(found), self.users[seat])
                return

    async def look(self) -> None:
        """All that there is to be seen by the public, by whoever sits in Alice's seat now, and by the other."""
        views = self.desk.views
        for seat in (None, HERS, HIS):
            for card in self.rules.views:
                subjects = await self.ask(views.subjects, seat, card.name) or []
                for about in ["", *(option.value for option in subjects[:3])]:
                    await self.ask(views.show, seat, card.name, about)
                    if card.picture:
                        await self.ask(views.draw, seat, card.name, about)
            await self.ask(views.log, seat, 10_000)
            for kind in self.rules.orders if seat is not None else ():
                for field in kind.picks():
                    await self.ask(views.options, seat, kind, field, {})
        self.got += await self.desk.record.audit(self.game, 10_000)
        self.got += [awaited.what for awaited in await views.awaits(self.game)]
        with suppress(Refusal):  # nothing may come by time alone
            self.got.append(await self.desk.foresight.next_due(self.game))

    async def look_back(self) -> None:
        """All that is told of a game that is over for good."""
        await self.desk.moderation.end(self.game, user=GM)
        self.desk.clock.skip(DAY + 1)
        await self.desk.transactions.tick(self.game)
        course = await self.desk.replay.course(self.game)
        self.got += [repr(summary(course)), repr(list(possessions(course))), repr(figures(course)), transcript(course)]
        for frame in course.frames:
            self.got += [
                repr(await self.desk.replay.scene(course, frame)),
                repr([(one.hearer, one.text) for one in frame.told]),
            ]
            self.got.append(await self.desk.replay.picture(course, frame) or "")

    async def ask(self, view: Callable[..., Awaitable[Any]], *about: Any) -> Any:
        """Answer of a view, kept as it is shown: options without the names by which they are found besides."""
        try:
            answer = await view(self.game, *about)
        except Refusal as refusal:
            answer = None
            self.got.append(str(refusal))
        options = isinstance(answer, list) and all(isinstance(one, Option) for one in answer)
        self.got.append(repr([(one.value, one.label) for one in answer] if options else answer))
        return answer


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    store = await Store.open(tmp_path / "games.db")
    yield Desk(store, delivered(), Clock(wall=lambda: START))
    await store.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "played"),
    [
        ("d6", "on the ground"), ("d6", "in space"), ("eaw", ""), ("freedom", ""), ("gcw", ""), ("sunrise", ""),
    ],
)  # fmt: skip
async def test_nothing_that_is_shown_holds_a_name_of_hers(desk: Desk, rulebook: str, played: str) -> None:
    life = Life(desk, rulebook, played)
    await life.begin()
    for _ in range(MOVES):
        await life.move()
    await life.look()
    seen = "\n".join(life.got).casefold()
    assert sum(name.casefold() in seen for name in life.names) > NAMED.get(rulebook, 0), life.names
    await desk.record.forget(ALICE)
    life.got.clear()
    before = len(await posted(desk.store))
    await desk.lobby.seat(life.game, [CAROL], "forgotten-1", user=GM)
    life.users = {HERS: CAROL, HIS: BOB}
    for _ in range(MOVES // 2):
        await life.move()
    await life.look()
    await life.look_back()
    life.got += [f"{letter.title} {letter.text}" for _, letter in (await posted(desk.store))[before:]]
    for name in set(life.names):
        held = re.search(f".{{0,200}}{re.escape(name)}.{{0,80}}", "\n".join(life.got), re.IGNORECASE)
        assert held is None, held[0]
    assert await desk.record.verify(life.game) is None
    assert await desk.record.faults(life.game, desk.clock.now()) == []
    dump = await desk.store.database.read(lambda connection: "\n".join(connection.iterdump()))
    assert str(ALICE) not in dump and json.dumps(ALICE) not in dump


async def test_what_is_offered_under_a_mask_can_be_taken(desk: Desk) -> None:
    life = Life(desk, "gcw", "")
    await life.begin()
    await desk.record.forget(ALICE)
    home = await desk.views.home(life.game, HERS)
    masked = [one for one in home.report.suggestions if "forgotten-" in one.line]
    assert masked
    for one in masked:
        found = await desk.views.offer(life.game, HERS, "", one.__eq__)
        assert found is not None and "forgotten-" not in found.line
