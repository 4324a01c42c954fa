"""Offers of an order's form: menus, and whether they hold all there is."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import Rulebooks
from engine.game import Refusal, Seat
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD
from tests.toy import Toy
from tests.toy.rounds import Lock, Sail
from tests.toy.sea import Launch

RED = Seat("red")


@pytest.fixture
async def night(store: Store, clock: Clock) -> tuple[Desk, int]:
    """Night Boats, in which Red has launched two boats."""
    books = Rulebooks()
    books.add(Toy())
    desk = Desk(store, books, clock)
    game = await desk.lobby.create(NewGame("toy", "Night"), guild=GUILD, user=GM, channel=CHANNEL)
    for user, seat in ((ALICE, "red"), (BOB, "blue")):
        await desk.lobby.join(game.id, user, seat)
    await desk.lobby.start(game.id, GM)
    for name in ("Heron", "Gull"):
        reply = await desk.orders.submit(game.id, RED, Launch(boat=name), user=ALICE)
        assert reply.refusal is None, reply.text
    return desk, game.id


async def test_a_menu_holds_all_there_is_or_says_that_it_does_not(night: tuple[Desk, int]) -> None:
    desk, game = night
    for most, values, whole in ((25, ["Heron", "Gull"], True), (2, ["Heron", "Gull"], True), (1, ["Heron"], False)):
        menu = (await desk.views.menus(game, RED, Sail, most))["boat"]
        assert ([option.value for option in menu.options], menu.whole) == (values, whole)


async def test_a_form_that_would_be_refused_whatever_is_filled_in_is_refused_at_once(night: tuple[Desk, int]) -> None:
    desk, game = night
    with pytest.raises(Refusal, match="There is nothing now that could be named as a boat of yours"):
        await desk.views.menus(game, Seat("blue"), Sail, 25)
    assert (await desk.orders.submit(game, RED, Lock(), user=ALICE)).refusal is None
    with pytest.raises(Refusal):
        await desk.views.menus(game, RED, Sail, 25)
