"""Standing orders: lines that are given for a player whenever they are asked for orders, and can be overruled."""

from __future__ import annotations

import pytest

from engine.game import Seat
from engine.sunrise.state import Side, Stage, State
from storage.records import Game
from tests.discord.house import House

STAND = "plot {ship} to accelerate 1"


@pytest.fixture
async def skirmish(house: House) -> Game:
    """A skirmish in turn 1, in which both sides are to write their plots; Red plays side B."""
    return await house.skirmish()


async def known(house: House, game: Game, seat: str = "red") -> State:
    state = await house.service.desk.views.known(game.id, Seat(seat))
    assert isinstance(state, State)
    return state


async def keep(house: House, *lines: str) -> str:
    form = await house.slash(house.red, "table standing")
    return (await (await house.red.submit(form, lines="\n".join(lines))).final()).words


async def next_turn(house: House, game: Game) -> None:
    """Nobody does anything until the next turn's plots are asked for."""
    turn = (await known(house, game)).turn
    while (now := await known(house, game)).turn == turn or now.stage is not Stage.ORDERS:
        await house.skip(days=2)
        await house.service.desk.transactions.tick(game.id)


async def test_standing_orders_are_given_when_orders_are_asked_for_and_can_be_overruled(
    house: House, skirmish: Game
) -> None:
    ship = next(iter((await known(house, skirmish)).on_board(Side.B)))
    line = STAND.format(ship=ship.name)
    answer = await keep(house, line, "dance")
    assert (
        f"✅ {line}" in answer
        and "❌ dance\n> No order begins with “dance”. Orders begin with plots, lock, fire" in answer
    )
    assert not (await known(house, skirmish)).b.plots  # nothing is given yet
    await house.restart()
    await next_turn(house, skirmish)
    assert (await known(house, skirmish)).b.plots[ship.id].plot.change == 1
    assert not (await known(house, skirmish, "blue")).b.plots
    await house.delivered()
    thread = house.said("Your orders: Red", house.red)
    assert thread.count("**Your standing orders** were given") == 1  # not where another thing is asked for
    assert f"✅ {line}" in thread
    news = (await house.slash(house.red, "me")).words.split("Since you last looked")[1]
    assert f"{ship.name}: accelerate 1" in news  # nobody was answered it
    await house.slash(house.red, "sunrise plot", ship=ship.name, orders="drift")
    assert (await known(house, skirmish)).b.plots[ship.id].plot.change == 0  # they are given once a turn
    assert await house.service.desk.record.verify(skirmish.id) is None
    assert await house.service.desk.record.faults(skirmish.id, house.clock.now()) == []


async def test_standing_orders_are_shown_changed_and_ended(house: House, skirmish: Game) -> None:
    ship = next(iter((await known(house, skirmish)).on_board(Side.B)))
    line = STAND.format(ship=ship.name)
    await keep(house, line)
    form = await house.slash(house.red, "table standing")
    assert form.modal is not None and form.modal.components[0]["component"]["value"] == line
    assert "no standing orders now" in await keep(house)
    await next_turn(house, skirmish)
    assert not (await known(house, skirmish)).b.plots


async def test_a_change_of_standing_orders_holds_in_the_game_that_is_being_played(house: House, skirmish: Game) -> None:
    ship = next(iter((await known(house, skirmish)).on_board(Side.B)))
    for lines, change in ((["accelerate 1"], 1), (["drift"], 0), ([], None)):
        await keep(house, *(f"plot {ship.name} to {one}" for one in lines))
        await next_turn(house, skirmish)
        written = (await known(house, skirmish)).b.plots.get(ship.id)
        assert (written and written.plot.change) == change


async def test_no_moderator_who_plays_reads_standing_orders_in_the_audit(house: House, skirmish: Game) -> None:
    ship = next(iter((await known(house, skirmish)).on_board(Side.B)))
    await keep(house, STAND.format(ship=ship.name))
    read = (await house.slash(house.gm, "gm audit", latest=3)).words
    assert "keeps standing orders, lines: 1" in read and "accelerate" not in read
