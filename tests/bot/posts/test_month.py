"""A month of each rulebook under a stepped clock: no reminder is missing, none comes twice, none is stale."""

from __future__ import annotations

import random

import pytest

from bot.clock import Clock
from bot.game.desk.reminders import PRESENT
from engine.clock import DAY, MINUTE, Instant
from engine.game import Advises, Seat
from storage.store import Store
from tests.bot.night import OPTIONS, PLAYERS, Night, begun, mastered, pressed, reminders

STEP = 20 * MINUTE


class Due:
    """Reminders that should have been told, worked out beside the bot from what each seat knows at each step."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.debts: dict[tuple[int, Seat, str], tuple[int, int | None]] = {}
        """Debts and events by game, seat and name: since when they are known, and when they were told last."""
        self.told: list[tuple[int, Seat, str, int]] = []

    async def step(self, game: int) -> None:
        """Hold what each seat owes or awaits now against what it was told."""
        row, now = await self.night.store.game(game), self.night.clock.now()
        rules = self.night.desk.rulebooks.of(row)
        log = await self.night.store.commands(game)
        stands: dict[tuple[int, Seat, str], tuple[int, int | None]] = {}
        for seat, user in PLAYERS.items():
            known = await self.night.desk.views.known(game, seat)
            owed = [
                (f"{one.what}/{one.which}/{one.until}", one.until, one.ahead)
                for one in rules.awaits(known)
                if one.seat == seat and one.owes
            ]
            coming = [(str(one.words), one.at, one.ahead) for one in rules.coming(known, seat)]
            there = max((command.wall for command in log if command.user == user), default=0) + PRESENT
            for name, until, ahead in owed + coming:
                since, last = self.debts.get((game, seat, name), (now, None))
                past = since if last is None else last
                due = until is not None and any(past < until + row.clock_offset - by <= now for by in ahead)
                if due or ((name, until, ahead) in owed and last is None and there <= now):
                    self.told.append((game, seat, name, now))
                    last = now
                stands[game, seat, name] = since, last
        self.debts = {debt: times for debt, times in self.debts.items() if debt[0] != game} | stands


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", OPTIONS)
async def test_a_month_of_a_rulebook_reminds_of_all_that_is_due_once_and_of_nothing_else(
    store: Store, clock: Clock, rulebook: str
) -> None:
    """Both seats are played as Umpire would, or by what their panels suggest where it plays none, hours or days late; a
    game master sees that there is always something to do. A game that is over makes room for another.
    """
    chance, night = random.Random(11), Night(store, clock)
    due = Due(night)

    game, acts = await begun(night, rulebook, "First"), 0
    back = dict.fromkeys(PLAYERS, 0)
    for step in range(30 * DAY // STEP):
        clock.skip(STEP)
        if step % 500 == 499:
            night.start()  # the bot is stopped and started again
        await night.ticker.sweep()
        row = await store.game(game)
        if row.status == "ended":
            game = await begun(night, rulebook, f"Game of step {step}")
            continue
        rules = night.desk.rulebooks.of(row)
        if not isinstance(rules, Advises):
            await mastered(night, game, chance)
        for seat, user in PLAYERS.items():
            known = await night.desk.views.known(game, seat)
            if chance.random() < 0.003:
                back[seat] = step + chance.randint(1, 8 * DAY // STEP)  # away that long
            here = step >= back[seat] and chance.random() < 0.04
            if here and not isinstance(rules, Advises):
                acts += await pressed(night, game, seat, chance)
            order = rules.advise(known, seat, Instant(clock.now())) if here and isinstance(rules, Advises) else None
            if order is not None and (await store.game(game)).status == "running":
                await night.desk.orders.submit(game, seat, order, user=user)
                acts += 1
        await night.ticker.sweep()
        await night.ticker.remind()
        if (await store.game(game)).status == "running":
            await due.step(game)
    made = [(row.game, Seat(one.seat), one.reminds, row.made_at) for row, one in await reminders(store)]
    told = [one for one in made if not one[2].startswith("attacked ")]
    assert sorted(map(str, told)) == sorted(map(str, due.told))
    assert acts > 15 and len(told) > 10, (acts, len(told))
    attacks = [one[:3] for one in made if one[2].startswith("attacked ")]
    assert len(attacks) == len(set(attacks))
