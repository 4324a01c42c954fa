"""Games and seats at hand: as they are now, and of so many servers only that memory holds them."""

from __future__ import annotations

import pytest

from bot.game import directory
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.which_game import named
from engine.game import Seat
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD

SERVERS = range(1, 6)


@pytest.mark.parametrize("at_hand", [2, 500])
async def test_of_many_servers_each_has_its_own_games_and_seats(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, at_hand: int
) -> None:
    monkeypatch.setattr(directory, "GUILDS_AT_HAND", at_hand)
    for server in SERVERS:
        game = await desk.lobby.create(NewGame("ledger", f"Coins {server}"), guild=server, user=GM, channel=CHANNEL)
        for number, user in enumerate((ALICE, BOB, 13, 14)):
            await desk.lobby.join(game.id, user, f"seat-{number}")
    for _ in range(2):
        for server in SERVERS:
            (game,) = await desk.directory.games(server)
            assert game.name == f"Coins {server}"
            for number, user in enumerate((ALICE, BOB, 13, 14)):
                assert await desk.directory.seats_of(server, user) == {game.id: Seat(f"seat-{number}")}
    assert len(desk.directory._games) <= at_hand
    assert all(len(users) <= at_hand for users in desk.directory._seats.values())
    held = await desk.directory.games(SERVERS[-1])
    assert await desk.directory.games(SERVERS[-1]) is held, "it is asked by every command"


async def test_a_number_means_the_game_of_that_number_whatever_others_are_called(desk: Desk) -> None:
    for name in ("2", "Coins"):
        await desk.lobby.create(NewGame("ledger", name), guild=GUILD, user=GM, channel=CHANNEL)
    games = await desk.directory.games(GUILD)
    assert (named(games, "2").name, named(games, "#1").name, named(games, "coins").number) == ("Coins", "2", 2)
