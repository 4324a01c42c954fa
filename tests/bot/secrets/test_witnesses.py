"""Turns of every rulebook close: what everybody reads of them ends with the head of the record there."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.loaded_game import SHOWN, WITNESS, found_heads
from engine.game import MODERATOR, Seat, Setup
from engine.played.checks import checks_of
from engine.text.lines import parse
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, posted
from tests.rulebooks import delivered

RED, BLUE = Seat("red"), Seat("blue")
USERS = {RED: ALICE, BLUE: BOB, MODERATOR: GM}
BOOKS = delivered()
MOST = 40
"""Orders and deadlines after which a turn must have closed."""

GOES_ON = {"gcw": (RED, "submit We wait."), "d6": (MODERATOR, "next")}
"""What brings a turn to its end where no deadline does."""


CLOSING = {
    "d6": {"RoundBegan", "RoundInSpace", "Ended"},
    "eaw": {"Locked", "OrdersLocked", "Fought", "Bulletin"},
    "freedom": {"StageBegan", "GameEnded"},
    "gcw": {"TurnFinal"},
    "sunrise": {"Scored"},
}


def test_what_closes_a_turn_of_a_rulebook_is_named() -> None:
    facts = {name: BOOKS.current(name).facts for name in BOOKS.names}
    assert {name: {kind.__name__ for kind in kinds if kind.closes} for name, kinds in facts.items()} == CLOSING


async def closed(desk: Desk, rulebook: str) -> int:
    """A game in which some turns closed, or all that there was time for."""
    made = await desk.lobby.create(NewGame(rulebook, "Dawn"), guild=GUILD, user=GM, channel=CHANNEL)
    for seat in (RED, BLUE):
        await desk.lobby.join(made.id, USERS[seat], seat)
    await desk.lobby.start(made.id, GM)
    rules = desk.rulebooks.current(rulebook)
    for seat, order in checks_of(rules).opening(Setup("Dawn", (RED, BLUE), dict(made.options))):
        await desk.orders.submit(made.id, seat, order, user=USERS[seat])
    for _ in range(MOST):
        if len((await desk.record.public_record(made.id))["heads"]) > 1:
            break
        if rulebook in GOES_ON:
            seat, line = GOES_ON[rulebook]
            await desk.orders.submit(made.id, seat, parse(line, rules.orders), user=USERS[seat])
        due = (await desk.store.game(made.id)).due_at
        if due is not None:
            desk.clock.skip(max(1, due - desk.clock.now()))
            await desk.transactions.tick(made.id)
    return made.id


@pytest.mark.parametrize("rulebook", sorted(BOOKS.names))
async def test_a_turn_that_closes_is_told_with_the_head_of_the_record(
    store: Store, clock: Clock, rulebook: str
) -> None:
    desk = Desk(store, BOOKS, clock)
    game = await closed(desk, rulebook)
    heads = [head[:SHOWN] for head in (await desk.record.public_record(game))["heads"]]
    assert len(heads) > 1
    letters = [letter.text for _, letter in await posted(store) if found_heads(letter.text)]
    told = [head for text in letters for head in found_heads(text)]
    assert told[-1] == heads[-1] and set(told) <= set(heads)
    assert [text.splitlines()[-1] for text in letters] == [WITNESS.format(head=head) for head in told]
