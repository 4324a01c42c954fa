"""A moderator's correction that was a slip is taken back like any order: the game is as it was, for everybody."""

from __future__ import annotations

from typing import Any

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.rulebook_list import all_rulebooks
from engine.game import MODERATOR, Seat, Setup
from engine.played.checks import checks_of
from engine.text.lines import parse
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD
from tests.rulebooks import SEEDS

RED, BLUE = Seat("red"), Seat("blue")
USERS = {MODERATOR: GM, RED: ALICE, BLUE: BOB}


async def on_the_board(desk: Desk) -> int:
    """A game of False Sunrise in its first turn, Alice as red and Bob as blue."""
    game = await desk.lobby.create(NewGame("sunrise", "Dawn"), guild=GUILD, user=GM, channel=CHANNEL)
    for seat in (RED, BLUE):
        await desk.lobby.join(game.id, USERS[seat], seat)
    await desk.lobby.start(game.id, GM)
    for seat, order in checks_of(desk.rulebooks.of(game)).opening(Setup("Dawn", (RED, BLUE))):
        await desk.orders.submit(
            game.id, seat, order, user=USERS[seat]
        )  # who picks is up to the dice: some are refused
    assert (await desk.views.known(game.id, MODERATOR)).turn == 1
    return game.id


async def corrected(desk: Desk, game: int, line: str) -> None:
    """A moderator sets something right."""
    orders = [order for order in desk.rulebooks.of(await desk.store.game(game)).orders if order.moderator]
    reply = await desk.orders.submit(game, MODERATOR, parse(line, orders), user=GM)
    assert reply.refusal is None, reply.text


async def known(desk: Desk, game: int) -> list[Any]:
    """What the moderators and both sides know of a game."""
    return [await desk.views.known(game, seat) for seat in (MODERATOR, RED, BLUE)]


async def test_a_rewind_undoes_corrections_of_false_sunrise_for_all_who_heard_of_them(
    store: Store, clock: Clock
) -> None:
    desk = Desk(store, all_rulebooks(SEEDS), clock)
    game = await on_the_board(desk)
    before = await known(desk, game)
    ship = next(iter(before[0].ships.values()))
    lines = (
        f"set pips of {ship.id} to {ship.pips - 1} because a slip",
        f"set destroyed of {ship.id} to engines",
        f"set velocity of {ship.id} to {ship.velocity + 1}",
        f"score of {ship.side.value} is 7",
    )
    for line in lines:
        await corrected(desk, game, line)
    for state in await known(desk, game):
        hurt = state.ships[ship.id]
        assert (hurt.pips, hurt.velocity) == (ship.pips - 1, ship.velocity + 1) and hurt.systems != ship.systems
        assert state.of(ship.side).score == 7

    await desk.moderation.rewind(game, 1, user=GM)
    assert [state.of(ship.side).score for state in await known(desk, game)] == [0, 0, 0]
    assert [state.ships[ship.id].pips for state in await known(desk, game)] == [ship.pips - 1] * 3
    await desk.moderation.rewind(game, len(lines) - 1, user=GM)
    assert await known(desk, game) == before
    desk.games.drop_all()
    assert await known(desk, game) == before
    assert await desk.record.verify(game) is None
