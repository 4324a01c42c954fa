"""The way of every step of a game: load, let what is due lapse, do what was asked, write it all, answer.

One step at a time a game. A step is written in one transaction, with the answer to its interaction: what was
answered before is answered again the same, and nothing happens twice.
"""

from __future__ import annotations

import asyncio
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.clock import Clock
from bot.game.directory import Directory
from bot.game.loaded_game import LiveGame, Refused, Step
from bot.game.rulebooks import Edition, Rulebooks
from bot.game.slow_work import Effort
from bot.posts.news import PUBLIC, Told, hearers, posts, shifted, tell
from engine.game import MODERATOR, Refusal, Seat, lapse, obey
from engine.orders import Order
from engine.report import News
from engine.text.names import shown
from storage.errors import Repeated, Stale
from storage.records import Game, Receipt, Snapshot
from storage.store import Store

GAMES_AT_HAND = 256
"""Games kept in memory, the latest used ones."""

FOLDED_MOST = 400
"""Facts folded for a hearer after which what it knows is written whole."""

RETRIES = 3
"""Times that a step is worked out again because something else wrote to the game."""

DONE = "Done."


class Answer(msgspec.Struct, frozen=True):
    """The answer to one line of an order sheet: the line as typed, its refusal or what came of it, its command."""

    line: str
    text: str
    refusal: Refused | None = None
    command: int = 0


class Reply(msgspec.Struct, frozen=True):
    """What a request is answered, and what the asking seat heard by it.

    `repeated`: this request was served before, and this is what was answered then.
    """

    text: str
    refusal: Refused | None = None
    heard: tuple[News, ...] = ()
    answers: tuple[Answer, ...] = ()
    repeated: bool = False


Work = Callable[[LiveGame, Step], Awaitable[Reply]]
"""Adds to a step what was asked for; raises Refusal where that is not to be had."""


def refused(refusal: Refusal) -> Reply:
    """The answer of a refusal."""
    kept = Refused.of(refusal)
    return Reply(kept.text, kept)


def sheet_text(answers: Sequence[Answer]) -> str:
    """The answers to a sheet's lines: a tick or a cross, the line, and beneath it what came of it."""
    parts = []
    for answer in answers:
        mark = "❌" if answer.refusal is not None else "✅"
        below = "" if answer.text == DONE else "\n" + "\n".join(f"> {line}" for line in answer.text.split("\n"))
        parts.append(f"{mark} {shown(answer.line)}{below}")
    return "\n".join(parts)


class Steps:
    """Games at hand, and the way of every step: what the parts of the desk are built on."""

    def __init__(self, store: Store, rulebooks: Rulebooks, clock: Clock, *, at_hand: int = GAMES_AT_HAND) -> None:
        self.store, self.rulebooks, self.clock = store, rulebooks, clock
        self.effort = Effort(clock)
        self.directory = Directory(store)
        self.stirred: dict[int, None] = {}
        """Games, in order, in which something happened since Umpire last looked for a seat of its own to play."""
        self.stirring = asyncio.Event()
        """Set whenever a game was stirred: whoever plays those seats waits for it."""
        self.posted = asyncio.Event()
        """Set whenever posts were added: the postman waits for it."""
        self._at_hand = at_hand
        self._live: OrderedDict[int, LiveGame] = OrderedDict()
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()

    def lock(self, game: int) -> asyncio.Lock:
        """The lock of a game: whoever works on it holds it."""
        return self._locks.setdefault(game, asyncio.Lock())

    async def edition(self, row: Game) -> Edition:
        """The edition of its rulebook that a game was started with. Raises MissingRulebook."""
        found = self.rulebooks.find(row.rulebook, row.version, row.digest)
        if found is None:
            files = await self.store.pack_files(row.rulebook, row.version, row.digest)
            found = self.rulebooks.remake(row.rulebook, row.version, row.digest, files)
        return found

    async def open(self, game: int) -> LiveGame:
        """The game, from memory or from the database. Its lock is held."""
        live = self._live.get(game)
        if live is None:
            record = await self.store.load(game)
            live = self._live[game] = LiveGame(await self.edition(record.game), record)
            while len(self._live) > self._at_hand:
                self._live.popitem(last=False)
        else:
            self._live.move_to_end(game)
        return live

    def drop(self, game: int) -> None:
        """Read a game anew the next time."""
        self._live.pop(game, None)

    def drop_all(self) -> None:
        """Read every game anew the next time."""
        self._live.clear()
        self.directory.changed_anywhere()

    async def knowledge(self, live: LiveGame, wanted: Sequence[str]) -> dict[str, Any]:
        """What these hearers know after the last commit: each the rulebook's type of state. The lock is held."""
        missing = [hearer for hearer in wanted if hearer not in live.known]
        if missing:
            snapshots, facts = await self.store.knowledge(live.row.id, missing)
            heard = [(fact, live.codec.fact(fact.body)) for fact in facts]
            behind: list[Snapshot] = []
            for hearer in missing:
                snapshot = snapshots[hearer]
                state = live.rules.state() if snapshot is None else live.codec.state(snapshot.state)
                after = 0 if snapshot is None else snapshot.fact
                folded = 0
                for stored, fact in heard:
                    if stored.n > after and _heard_by(stored.audience, hearer):
                        state = fact.evolve(state)
                        folded += 1
                live.known[hearer] = state
                if folded > FOLDED_MOST:
                    body = live.codec.state_bytes(state)
                    behind.append(Snapshot(hearer, live.row.sequence, live.row.facts, body))
            if behind:
                await self.store.keep_snapshots(live.row.id, behind)
        return {hearer: live.known[hearer] for hearer in wanted}

    async def let_lapse(self, step: Step) -> None:
        """Let everything lapse that is due by now, as a command of its own."""
        if step.row.status != "running":
            return
        due, now = step.live.due(step.state), step.now
        if due is None or due > now:
            return
        rules, state, dice = step.live.rules, step.state, step.live.dice
        outcome = await self.effort.run(f"{rules.name} lapse", lambda: lapse(rules, state, now, dice))
        if outcome.said:
            step.ran("tick", outcome)

    async def obey(self, step: Step, seat: Seat, order: Order, user: int) -> Refusal | None:
        """Have the rulebook obey an order within the step, and log it either way."""
        live = step.live
        if type(order) not in live.rules.orders:
            raise Refusal("ORDER", f"{live.rules.title} knows no such order.")
        rules, state, now = live.rules, step.state, step.now
        outcome = await self.effort.run(order.path, lambda: obey(rules, state, seat, order, now, live.dice))
        step.ran("order", outcome, user=user, seat=seat, body=live.codec.order_text(order))
        if outcome.refusal is None:
            return None
        told = outcome.refusal
        offset = step.row.clock_offset
        return Refusal(told.code, shifted(told.sentence, offset), told.rule, shifted(told.fix, offset), told.numbers)

    def stir(self, game: int) -> None:
        """Have the seats of a game looked at that Umpire plays."""
        self.stirred[game] = None
        self.stirring.set()

    async def act(self, game: int, work: Work, *, interaction: str = "", lapsing: bool = True) -> Reply:
        """Take a step: lapse, then the work, then the commit; the reply counts once it is on the disk.

        A refusal of the work undoes the work but not the lapse, and is kept as the interaction's answer.
        """
        for attempt in range(RETRIES):
            async with self.lock(game):
                live = await self.open(game)
                try:
                    return await self._take(live, work, interaction, lapsing)
                except Repeated as repeated:
                    self.drop(game)
                    return msgspec.structs.replace(msgspec.json.decode(repeated.answer, type=Reply), repeated=True)
                except Stale:
                    self.drop(game)
                    if attempt + 1 == RETRIES:
                        raise
                except BaseException:  # also when cancelled: the write may or may not come about
                    self.drop(game)
                    raise
        raise AssertionError("the last attempt returns or raises")

    async def tick(self, game: int) -> bool:
        """Let everything lapse that is due in a game; whether anything was.

        A game that was not at hand is let go of again: an Action Day of thousands would push out those being played.
        """

        async def work(_live: LiveGame, step: Step) -> Reply:
            return Reply(DONE if step.said else "")

        there = game in self._live
        try:
            return (await self.act(game, work)).text == DONE
        finally:
            if not there:
                self.drop(game)

    async def _take(self, live: LiveGame, work: Work, interaction: str, lapsing: bool) -> Reply:
        step = Step(live, self.clock.now())
        if lapsing:
            await self.let_lapse(step)
        mark = step.mark()
        try:
            reply = await work(live, step)
        except Refusal as refusal:
            step.back_to(mark)
            reply = refused(refusal)
        known: dict[str, Any] = {}
        if step.said:
            known, told = await self._tell(live, step, mark.row.sequence)
            asked = {number: heard for number, heard in told.items() if number > mark.row.sequence}
            reply = _with_news(reply, asked, step.acting)
        if reply.answers:
            reply = msgspec.structs.replace(reply, text=sheet_text(reply.answers))
        step.settle()
        if step.said:
            step.snapshot(known)
        receipt = Receipt(interaction, msgspec.json.encode(reply)) if interaction else None
        if step.commands or receipt is not None or step.row != live.row:
            await self.store.commit(step.commit(receipt))
        if (step.row.status, step.row.name, step.seats) != (live.row.status, live.row.name, live.seats):
            self.directory.changed(step.row.guild)
        if step.undone is not None:
            self.drop(live.row.id)
        else:
            live.accept(step, known)
        if step.commands and step.automated:
            self.stir(live.row.id)
        if step.posts:
            self.posted.set()
        return reply

    async def _tell(self, live: LiveGame, step: Step, lapsed: int) -> tuple[dict[str, Any], dict[int, list[Told]]]:
        """Add the posts of what was said: up to command `lapsed` before the step's own posts, the rest after them.

        Returns what its hearers know afterwards (each the rulebook's type of state), and the news by command.
        """
        acting = step.acting
        wanted = hearers(step.said, [seat for seat in step.seats if seat not in step.automated])
        if acting is not None and acting in step.seats and acting not in wanted:
            wanted.append(acting)
        known = await self.knowledge(live, wanted)
        told: dict[int, list[Told]] = {}
        late: list[Told] = []
        asked: list[Told] = []
        at = 0
        for command in step.commands:
            count = sum(fact.command == command.n for fact in step.facts[at:])
            said = step.said[at : at + count]
            at += count
            before = command.n <= lapsed
            heard, known = tell(live.rules, said, known, None if before else acting, step.row.clock_offset)
            told[command.n] = heard
            (late if before else asked).extend(heard)
        step.posts[:0] = posts(step.row, late, step.wall)
        step.posts += posts(step.row, asked, step.wall, quiet=acting)
        return known, told


def _heard_by(audience: str, hearer: str) -> bool:
    return audience == "*" or (hearer != PUBLIC and hearer in audience.split(","))


def _with_news(reply: Reply, told: Mapping[int, Sequence[Told]], acting: str | None) -> Reply:
    """The reply with what the asking seat heard; a moderator is shown what everybody was told, and who heard it."""
    heard = {number: [one.news for one in news if one.hearer == acting] for number, news in told.items()}
    words = {
        number: "\n".join(
            _for_moderator(one) if acting == MODERATOR else one.news.text
            for one in news
            if acting in (MODERATOR, one.hearer)
        )
        for number, news in told.items()
    }
    answers = tuple(
        msgspec.structs.replace(answer, text=words.get(answer.command) or answer.text) if not answer.refusal else answer
        for answer in reply.answers
    )
    text = reply.text
    if text == DONE:
        text = "\n".join(part for part in words.values() if part) or DONE
    news = tuple(one for number in sorted(heard) for one in heard[number])
    return msgspec.structs.replace(reply, text=text, heard=news, answers=answers)


def _for_moderator(told: Told) -> str:
    return told.news.text if told.hearer == PUBLIC else f"{told.news.text}\n-# heard by {shown(told.hearer)}"
