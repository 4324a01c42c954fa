"""The way of every step of a game: load, let what is due lapse, do what was asked, write it all, answer.

One step at a time a game. A step is written in one transaction, with the answer to its interaction: what was
answered before is answered again the same, and nothing happens twice.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from bot.clock import Clock
from bot.game.answers import DONE, Reply, refused, sheet_text, with_news
from bot.game.directory import Directory
from bot.game.game_cache import GameCache
from bot.game.loaded_game import SHOWN, WITNESS, LoadedGame
from bot.game.opponents import Stirred
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.posts.bell import Bell
from bot.posts.escalation import overdue
from bot.posts.greeting import leading_to_panels
from bot.posts.news import PUBLIC, Told, hearers, posts, unanswered
from bot.posts.outdated import (
    Standing,
    asleep,
    awaited,
    awake,
    came,
    delayed,
    met,
    standing,
    without_past,
)
from engine.clock import Instant
from engine.game import MODERATOR, Fact, Refusal, Ruleset, Said
from engine.record import plain
from engine.text.message import N_, T_, said
from storage.errors import Repeated, Stale
from storage.records import Fact as Stored
from storage.records import Receipt
from storage.store import Store

log = logging.getLogger("umpire.transaction")

RETRIES = 3
"""Times that a step is worked out again because something else wrote to the game."""

FOR_MODERATORS = T_("**Please tell a moderator**, who has no channel to be told it (`/settings channels`):")
OVER = N_("**{game}** is over by its rules.")

Work = Callable[[Step], Awaitable[Reply]]
"""Adds to a step what was asked for; raises Refusal where that is not to be had."""


async def _nothing(step: Step) -> Reply:
    """Work of a step in which what is due lapses and no more: DONE where anything did."""
    return Reply(DONE if step.said else "")


class Transactions:
    """Takes the steps of games, one at a time each."""

    def __init__(self, store: Store, games: GameCache, rulings: Rulings, directory: Directory, clock: Clock) -> None:
        self._store, self._games, self._rulings = store, games, rulings
        self._directory, self._clock = directory, clock
        self.there_since = clock.now()
        """Since when (wall) the bot is there: what was due before is told late. A skipped clock is no absence."""
        self.stirred = Stirred()
        """Games in which Umpire may have a seat to play."""
        self.listens: Callable[[Step], Awaitable[None]] | None = None
        """Who listens to what pupils do in tutorials, and goes on with their lessons in the same step."""
        self.changed = Stirred()
        """Games in which something happened, for whoever keeps what is shown of them up to date."""
        self.posted = Bell()
        """Set whenever posts were added: the postman waits for it."""

    async def act(self, game: int, work: Work, *, interaction: str = "", lapsing: bool = True) -> Reply:
        """Take a step: the work, then the commit; the reply counts once it is on the disk. What is due lapses before it
        in a step of its own, and can be taken back by itself, with what was posted of it.

        A refusal of the work undoes the work but not the lapse, and is kept as the interaction's answer.
        """
        for attempt in range(RETRIES):
            async with self._games.lock(game):
                loaded = await self._games.open(game)
                try:
                    with loaded.masks.hiding():
                        due = loaded.row.due_at if lapsing and work is not _nothing else None
                        if due is not None and due <= self._clock.now():
                            await self._take(loaded, _nothing, "", lapsing)
                        return await self._take(loaded, work, interaction, lapsing)
                except Repeated as repeated:
                    self._games.drop(game)
                    return msgspec.structs.replace(msgspec.json.decode(repeated.answer, type=Reply), repeated=True)
                except Stale:
                    self._games.drop(game)
                    if attempt + 1 == RETRIES:
                        raise
                except BaseException:  # also when cancelled: it may have been written
                    self._games.drop(game)
                    self._directory.changed(loaded.row.guild)
                    raise
        raise AssertionError("the last attempt returns or raises")

    async def tick(self, game: int) -> bool:
        """Let everything lapse that is due in a game; whether anything was.

        A game that was not at hand is let go of again: an Action Day of thousands would push out those being played.
        """
        there = game in self._games
        try:
            return (await self.act(game, _nothing)).text == DONE
        finally:
            if not there:
                self._games.drop(game)

    async def _take(self, loaded: LoadedGame, work: Work, interaction: str, lapsing: bool) -> Reply:
        step = Step(loaded, self._clock.now())
        if lapsing:
            await self._rulings.let_lapse(step)
            if step.said and step.row.status == "running" and not step.row.tutorial:
                await self._escalate(step)
        mark = step.mark()
        try:
            reply = await work(step)
            await self._rulings.stand(step, mark.state)
            await self._rulings.keep_calendar(step)
        except Refusal as refusal:
            step.back_to(mark)
            reply = refused(refusal)
        over = loaded.rules.over
        if step.row.status == "running" and not step.row.tutorial and over(step.state) and not over(loaded.state):
            step.end(0, "over by its rules", said(OVER, game=step.row.name))
        if step.row.tutorial and self.listens is not None:
            await self.listens(step)
        known: dict[str, Any] = {}
        if step.said:
            known, told = await self._tell(loaded, step, mark.row.sequence)
            last = step.row.sequence if step.aside is None else step.aside.after
            asked = {number: heard for number, heard in told.items() if mark.row.sequence < number <= last}
            reply = with_news(reply, asked, step.acting)
        if reply.answers:
            reply = msgspec.structs.replace(reply, text=sheet_text(reply.answers))
        if step.answered is not None:
            step.answered(reply.text)
        if await self._awaits(loaded, step, known):
            step.posts = leading_to_panels(step.row.id, step.posts)
        step.posts += step.last
        if step.row.tutorial:
            step.gather()
        else:
            await self._keep_dates(loaded, step)
        step.settle()
        if step.said and step.undone is None:
            step.snapshot(known)
        untold = dict(self.posted.untold.get(loaded.row.id, {})) if interaction else {}
        if untold:
            reply = msgspec.structs.replace(reply, text="\n".join([reply.text, FOR_MODERATORS, *untold.values()]))
        receipt = Receipt(interaction, msgspec.json.encode(reply, enc_hook=plain)) if interaction else None
        if step.commands or step.posts or receipt is not None or step.row != loaded.row:
            await self._store.commit(step.commit(receipt))
        for row in untold:
            await self._store.posted(row, step.wall, None)
            self.posted.untold[loaded.row.id].pop(row, None)
        if (step.row.status, step.row.name, step.seats) != (loaded.row.status, loaded.row.name, loaded.seats):
            self._directory.changed(step.row.guild)
        if step.undone is not None:
            self._games.drop(loaded.row.id)
        else:
            step.written(known)
        if step.commands and step.automated:
            self.stirred.add(loaded.row.id)
        if step.commands:
            self.changed.add(loaded.row.id)
        if step.posts:
            self.posted.set()
        return reply

    async def _keep_dates(self, loaded: LoadedGame, step: Step) -> None:
        """Have posts tell deadlines as they run after a step: at another time where the clock was moved, and none while
        a game has ended.
        """
        was, now = loaded.row.status == "ended", step.row.status == "ended"
        moved = step.row.clock_offset - loaded.row.clock_offset
        if was == now and not moved:
            return
        posted = await self._foretelling(loaded)
        if was and not now:
            step.posts += awake(step.row, posted, step.posts, step.wall)
        if moved:
            step.posts += delayed(step.row, posted, step.posts, moved, step.wall)
        if now and not was:
            step.posts += asleep(step.row, posted, step.posts, step.wall)

    async def _awaits(self, loaded: LoadedGame, step: Step, known: dict[str, Any]) -> bool:
        """True where players are awaited after a step that posts anything, as far as everybody knows. `known`: what the
        hearers of the step know after it.
        """
        if not step.posts or step.row.status != "running" or step.row.tutorial or step.undone is not None:
            return False
        public = known.get(PUBLIC)
        if public is None:
            public = (await self._games.knowledge(loaded, [PUBLIC]))[PUBLIC]
        played = {seat for seat, user in step.seats.items() if user is not None} | {MODERATOR}
        try:
            return any(awaited.owes and awaited.seat in played for awaited in loaded.rules.awaits(public))
        except Exception:  # a bug: there is no button, and the game goes on
            log.exception("whom game %d awaits cannot be told", loaded.row.id)
            return False

    async def _escalate(self, step: Step) -> None:
        """Tell moderators who owed something at the deadlines that have just been met, as far as everybody knows."""
        public = (await self._games.knowledge(step.loaded, [PUBLIC]))[PUBLIC]
        players = {seat: user for seat, user in step.seats.items() if seat not in step.automated}
        step.posts += overdue(step.row, step.loaded.rules.awaits(public), players, step.wall)

    async def _tell(self, loaded: LoadedGame, step: Step, lapsed: int) -> tuple[dict[str, Any], dict[int, list[Told]]]:
        """Add the posts of what was said: up to command `lapsed` before the step's own posts, the rest after them.

        Returns what its hearers know afterwards (each the rulebook's type of state), and the news by command.
        """
        acting = step.acting
        there = step.hearers()
        wanted = hearers(step.said, there)
        if acting is not None and acting in step.seats and acting not in wanted:
            wanted.append(acting)
        known = await self._games.knowledge(loaded, wanted)
        told: dict[int, list[Told]] = {}
        late: list[Told] = []
        asked: list[Told] = []
        aside: list[Told] = []
        counts, at = Counter(fact.command for fact in step.facts), 0
        for command in step.commands:
            said = step.said[at : at + counts[command.n]]
            at += len(said)
            before, after = command.n <= lapsed, step.aside is not None and command.n > step.aside.after
            also = None if before or after else acting
            offset = step.row.clock_offset if after or step.aside is None else step.aside.offset
            heard, known = await self._rulings.told(step, said, known, also, offset)
            told[command.n] = heard
            (late if before else aside if after else asked).extend(heard)
        closing = [(one, fact) for one, fact in zip(step.said, step.facts, strict=True) if type(one.fact).closes]
        _witness(step, late, [(one, fact) for one, fact in closing if fact.command <= lapsed])
        now = [(one, fact) for one, fact in closing if fact.command > lapsed]
        _witness(step, asked, now)
        closed = bool(now) and acting in there and not step.row.tutorial
        run, over = await self._deadlines(loaded, step, known)
        told_now = awaited(run, step.row.clock_offset)
        late, asked, aside = (without_past(some, told_now) for some in (late, asked, aside))
        if not step.quiet:
            step.posts[:0] = posts(step.row, late, step.wall, there_since=self.there_since)
            step.posts += posts(step.row, unanswered(asked, acting, closed=closed), step.wall)
            step.posts += posts(step.row, aside, step.wall)
        if over or any(item.news.became for item in (*late, *asked, *aside)):
            posted = await self._foretelling(loaded)
            step.posts += came(step.row, posted, step.posts, (*late, *asked, *aside), step.wall)
            told_before = awaited(run, (step if step.row.tutorial else loaded).row.clock_offset)
            step.posts += met(step.row, posted, step.posts, told_before, step.wall) if over else []
        return known, told

    async def _deadlines(
        self, loaded: LoadedGame, step: Step, known: Mapping[str, Any]
    ) -> tuple[Mapping[str, frozenset[Instant]], bool]:
        """Deadlines, in game time, that run for each hearer by what it knows after the step, where posts tell any; and
        whether any is over. A rewind takes none out of posts, for what ran at the time to which it goes back runs
        again, nor does an end that can be taken back: there they come back (`asleep`).
        """
        if not _tells_deadlines(loaded.rules):
            return defaultdict(frozenset), False
        before = await self._games.knowledge(loaded, [*known])
        ended = step.row.status == "ended" and (step.row.closed_at is not None or loaded.rules.over(step.state))
        anew = ended or (step.row.tutorial and step.row.clock_offset != loaded.row.clock_offset)
        learnt = [hearer for hearer, state in known.items() if anew or state is not before[hearer]]
        ran = {hearer: loaded.running(hearer, before[hearer]) for hearer in learnt}
        run = {hearer: frozenset() if ended else loaded.running(hearer, state) for hearer, state in known.items()}
        over = step.undone is None and any(deadlines - run[hearer] for hearer, deadlines in ran.items())
        if over or anew:
            others = await self._games.knowledge(loaded, [seat for seat in (PUBLIC, *step.seats) if seat not in known])
            run |= {hearer: frozenset() if ended else loaded.running(hearer, state) for hearer, state in others.items()}
        return defaultdict(frozenset, run), over or anew

    async def _foretelling(self, loaded: LoadedGame) -> Standing:
        """The posts of a game that tell what is to come, as they read now."""
        return standing(await self._store.kept_posts(loaded.row.id, foretelling=True), loaded.masks)


@cache
def _tells_deadlines(rules: Ruleset[Any]) -> bool:
    """True for a rulebook of whose facts any tells a deadline that is to go from posts when it is over."""
    return any(kind.lasting is not Fact.lasting for kind in rules.facts)


def _witness(step: Step, told: list[Told], closing: Iterable[tuple[Said[Any], Stored]]) -> None:
    """End the latest public news with the head of the record where it closed a turn that everybody heard of."""
    chains = [fact.chain for said, fact in closing if said.to.everyone]
    public = [at for at, news in enumerate(told) if news.hearer == PUBLIC] if chains else []
    if public:
        last = told[public[-1]]
        head = WITNESS.format(head=step.loaded.dice.head(chains[-1])[:SHOWN])
        news = msgspec.structs.replace(last.news, text=f"{last.news.text}\n{head}")
        told[public[-1]] = msgspec.structs.replace(last, news=news)
