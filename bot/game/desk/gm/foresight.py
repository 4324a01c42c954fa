"""Foresight of what would come of it: a rewind before it is made, and what falls due next. Nothing of it is kept."""

from __future__ import annotations

from bot.clock import Clock
from bot.game.answers import for_moderator
from bot.game.desk.gm.rewinding import ASKED_FOR, Back, ago, changing, described, preview, rewound
from bot.game.game_cache import GameCache
from bot.game.rulings import Rulings
from bot.game.step import Step
from bot.game.transaction import Transactions
from bot.posts.news import PUBLIC
from engine.clock import Instant
from engine.game import Refusal
from engine.orders import Option
from engine.text.masks import Masks
from engine.text.message import N_, NN_, T_, Text, joined, recorded, said, stamp, unmarked
from storage.store import Store

OFFERED = 25
"""Commands that a rewind is offered to go back to."""

NOTHING_COMES = N_("In {game} nothing happens by time alone as things stand.")
COMES, COMES_IF = (
    N_("**What would happen {at} ({left}):**"),
    N_("**What would happen {at} ({left}), were the game not paused:**"),
)
UNHEARD_OF = T_("Nothing that anybody would hear of.")
SILENT = NN_(
    "-# {count} fact would be heard by nobody but the referee.",
    "-# {count} facts would be heard by nobody but the referee.",
    "count",
)


class Foresight:
    """Steps that are worked out and never written."""

    def __init__(
        self, store: Store, games: GameCache, transactions: Transactions, rulings: Rulings, clock: Clock
    ) -> None:
        self._store, self._games, self._transactions = store, games, transactions
        self._rulings, self._clock = rulings, clock

    async def taken_back(self, game: int, steps: int, first: int = 0, *, whole: bool) -> tuple[Back, Text]:
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
            words = [ASKED_FOR(time=ago(one, wall), what=described(edition, masks, one, whole=whole)) for one in latest]
        return [Option(str(command.n), unmarked(line)) for command, line in zip(latest, words, strict=True)]

    async def next_due(self, game: int) -> Text:
        """Words for what would happen at the instant when time next changes something, and who would hear it.
        Raises Refusal.
        """
        await self._transactions.tick(game)
        async with self._games.lock(game):
            step = Step(await self._games.open(game), self._clock.now())
            loaded, offset = step.loaded, step.row.clock_offset
            due = loaded.due(step.state)
            if due is None or step.row.status not in ("running", "paused"):
                raise Refusal("CLOCK", said(NOTHING_COMES, game=step.row.name))
            outcome = await self._rulings.foresee(step, due)
            known = await self._games.knowledge(loaded, [PUBLIC, *sorted(step.seats)])
            with loaded.masks.hiding():
                told, _ = await self._rulings.told(step, outcome.said, known, None, offset)
                words = for_moderator(told)
        wall, heading = Instant(due + offset), COMES_IF if step.row.status == "paused" else COMES
        lines = [heading(at=stamp(wall), left=stamp(wall, "R")), recorded(words) if words else UNHEARD_OF]
        silent = sum(not heard.to.everyone and not heard.to.seats for heard in outcome.said)
        if silent:
            lines.append(SILENT(count=silent))
        return joined("\n", lines)
