"""A moderator's correction that was a slip is taken back like any order: the game is as it was, for everybody."""

from __future__ import annotations

from typing import Any

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from engine.game import MODERATOR, Seat, Setup
from engine.played.checks import checks_of
from engine.text.lines import parse
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD
from tests.rulebooks import delivered

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


async def given(desk: Desk, game: int, seat: Seat, line: str) -> None:
    """Somebody's order, obeyed."""
    rules = desk.rulebooks.of(await desk.store.game(game))
    orders = [order for order in rules.orders if order.moderator == (seat == MODERATOR)]
    reply = await desk.orders.submit(game, seat, parse(line, orders), user=USERS[seat])
    assert reply.refusal is None, f"{line}: {reply.text}"


async def corrected(desk: Desk, game: int, line: str) -> None:
    """A moderator sets something right."""
    await given(desk, game, MODERATOR, line)


async def known(desk: Desk, game: int) -> list[Any]:
    """Knowledge of the moderators and both sides about a game."""
    return [await desk.views.known(game, seat) for seat in (MODERATOR, RED, BLUE)]


async def stands(desk: Desk, game: int) -> list[Any]:
    """The same, and how the game really stands."""
    async with desk.games.lock(game):
        state = (await desk.games.open(game)).state
    return [state, *await known(desk, game)]


async def test_a_rewind_undoes_corrections_of_false_sunrise_for_all_who_heard_of_them(
    store: Store, clock: Clock
) -> None:
    desk = Desk(store, delivered(), clock)
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


FOUNDED = (
    (RED, "join GE as Needa"),
    (RED, "muster LNCR named Talon"),
    (RED, "raise SHY at G-3"),
    (RED, "confirm"),
    (BLUE, "join RA as Ackbar"),
    (BLUE, "muster NEBB named Redemption"),
    (BLUE, "confirm"),
    (MODERATOR, "set treasury of red to 5000"),
    (RED, "build LNCR at Shipyard for dock named Scout"),
    (RED, "build LNCR at Shipyard for dock named Runner"),
    (RED, "reserve Talon"),
    (RED, "activate Talon for main"),
    (RED, "start mission RANSOM with Needa"),
    (RED, "abandon mission"),
    (RED, "start mission FLAG with Needa"),
    (MODERATOR, "place Redemption of blue at Coruscant C-1"),
    (RED, "relation hostile blue"),
    (MODERATOR, "spawn CORV named Tantive IV at Corulag C-1 for blue"),
    (MODERATOR, "spawn ISD named Avenger at Corulag C-1 for red"),
    (RED, "fire Avenger at Tantive IV"),
    (RED, "submit Fire."),
    (RED, "final"),
)
"""A campaign with some of all that moderators correct: works, a reserve, a mission, a battle, a conflict, and a ship
that is doomed.
"""

CORRECTIONS = (
    "lapse blue",
    "spawn CORV named Ghost at Hoth B-1 for blue",
    "place Ghost of blue at Hoth C-2",
    "set unit Ghost of blue armor 7",
    "set unit Ghost of blue cell C-3",
    "set unit Ghost of blue duty Endor",
    "set unit Ghost of blue bonus yes",
    "set unit Ghost of blue origin captured",
    "remove Ghost of blue",
    "spawn Z95 named Wing at Corulag C-1 for blue",
    "remove Avenger TF-1 of red",
    "place Wing of blue at Corulag C-1 aboard Avenger",
    "set treasury of red to 77",
    "set credit of red to 66",
    "set owner of Hoth to blue",
    "set work Scout of red to 5 hours",
    "end work Runner of red",
    "set reserve Talon of red to 5 hours",
    "set hero Needa of red level 2",
    "set hero Needa of red alive 0",
    "set hero Needa of red alive 1",
    "award red milestone 1",
    "clear mission RANSOM of red",
    "flashpoint open CONVOY in 0 hours for 24 hours",
    "flashpoint run CONVOY with move Wroona Bulk Cruiser to C-2",
    "flashpoint close CONVOY shares none",
    "close battle at Coruscant",
    "end conflict at Coruscant",
    "defend Bespin",
    "assign home Yavin IV to blue",
    "ruling battle_cap_scope fleet",
    "ruling on GCW-TRN-01 that everybody waits for everybody",
    "last day in 30 days",
    "victory of red",
    "reopen campaign",
    "retire blue",
)
"""Every correction of a campaign, in an order in which all may be made one after the other."""


async def test_a_rewind_undoes_every_correction_of_a_campaign_for_all_who_heard_of_it(
    store: Store, clock: Clock
) -> None:
    desk = Desk(store, delivered(), clock)
    game = await desk.lobby.create(NewGame("gcw", "Twilight"), guild=GUILD, user=GM, channel=CHANNEL)
    for seat in (RED, BLUE):
        await desk.lobby.join(game.id, USERS[seat], seat)
    await desk.lobby.start(game.id, GM)
    for seat, line in FOUNDED:
        await given(desk, game.id, seat, line)
    stood = []
    for line in CORRECTIONS:
        if line == "reopen campaign":
            await desk.moderation.reopen(game.id, user=GM)  # the game that has ended, before the campaign in it
        stood.append(await stands(desk, game.id))
        await corrected(desk, game.id, line)
        assert await stands(desk, game.id) != stood[-1], f"{line} changed nothing"
    for line, before in zip(reversed(CORRECTIONS), reversed(stood), strict=True):
        if line == "victory of red":
            await desk.moderation.reopen(game.id, user=GM)
        await desk.moderation.rewind(game.id, 1, user=GM)
        assert await stands(desk, game.id) == before, f"{line} was not undone"
    desk.games.drop_all()
    assert await stands(desk, game.id) == stood[0]
    assert await desk.record.verify(game.id) is None


def test_no_correction_of_a_campaign_is_left_out() -> None:
    orders = [order for order in delivered().current("gcw").orders if order.moderator]
    made = {type(parse(line, orders)) for line in CORRECTIONS}
    left = {order.path for order in orders if order not in made}
    assert left == {
        "gm-gcw calendar"
    }  # it follows from what becomes of the clock: tests/discord/turns/test_calendar.py
