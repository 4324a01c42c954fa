"""Foresight of what would come of it: a rewind before it is made, and what falls due next. Nothing of it is kept."""

from __future__ import annotations

from bot.clock import Clock
from bot.game.answers import for_moderator
from bot.game.desk.gm.rewinding import Back, ago, changing, described, preview, rewound
from bot.game.game_cache import GameCache
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.posts.news import PUBLIC
from engine.clock import Instant
from engine.game import Refusal
from engine.orders import Option
from engine.report import stamp
from engine.text.masks import Masks
from engine.text.message import Text, unmarked
from engine.text.names import shown
from storage.store import Store

OFFERED = 25
"""Commands that a rewind is offered to go back to."""


class Foresight:
    """Steps that are worked out and never written."""

    def __init__(
        self, store: Store, games: GameCache, transactions: Transactions, rulings: Rulings, clock: Clock
    ) -> None:
        self._store, self._games, self._transactions = store, games, transactions
        self._rulings, self._clock = rulings, clock

    async def taken_back(self, game: int, steps: int, first: int = 0, *, whole: bool) -> tuple[Back, str]:
        """Foresees what a rewind by so many steps (or to before command `first`) would take back and leave: how to ask
        for just that, and in words. Raises Refusal.
        """
        await self._transactions.tick(game)
        async with self._games.lock(game):
            step = Step(await self._games.open(game), self._clock.now())
            seen = step.row.sequence
            plan = await rewound(self._store, step, Back(first, seen) if first else steps)
            await self._rulings.keep_calendar(step)
            step.settle()
            with step.loaded.masks.hiding():
                return Back(plan.last + 1, seen), preview(step, plan, whole=whole)

    async def steps_back(self, game: int, *, whole: bool) -> list[Option]:
        """The latest commands that a rewind can go back to, latest first: "3 minutes ago: red: submit ..."."""
        record, wall = await self._store.load(game), self._clock.now()
        edition, masks = await self._games.edition(record.game), Masks(record.masks)
        latest = changing(await self._store.commands(game))[: -OFFERED - 1 : -1]
        with masks.hiding():
            words = [f"{ago(one, wall)}: {described(edition, masks, one, whole=whole)}" for one in latest]
        return [Option(str(one.n), unmarked(Text(line))) for one, line in zip(latest, words, strict=True)]

    async def next_due(self, game: int) -> str:
        """Words for what would happen at the instant when time next changes something, and who would hear it.
        Raises Refusal.
        """
        await self._transactions.tick(game)
        async with self._games.lock(game):
            step = Step(await self._games.open(game), self._clock.now())
            loaded, offset = step.loaded, step.row.clock_offset
            due = loaded.due(step.state)
            if due is None or step.row.status not in ("running", "paused"):
                raise Refusal("CLOCK", f"In {shown(step.row.name)} nothing happens by time alone as things stand.")
            outcome = await self._rulings.foresee(step, due)
            known = await self._games.knowledge(loaded, [PUBLIC, *sorted(step.seats)])
            with loaded.masks.hiding():
                told, _ = await self._rulings.told(step, outcome.said, known, None, offset)
                words = for_moderator(told)
        heading = f"What would happen {stamp(Instant(due + offset))} ({stamp(Instant(due + offset), 'R')})"
        if step.row.status == "paused":
            heading += ", were the game not paused"
        silent = sum(not one.to.everyone and not one.to.seats for one in outcome.said)
        lines = [words or "Nothing that anybody would hear of."]
        if silent:
            lines.append(f"-# {silent} fact{'' if silent == 1 else 's'} would be heard by nobody but the referee.")
        return "\n".join([f"**{heading}:**", *lines])
