"""The panel in each seat's own thread: pinned, edited in place, made again when deleted, and nobody else's to read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.ui.home.pinned import PinnedPanels
from bot.ui.lull import PATIENCE, QUIET, Lull
from engine.game import Seat
from engine.text.lines import parse
from sandbox.limits.faults import Slow
from sandbox.model.events import Event
from sandbox.model.guilds import Message, Overwrite
from sandbox.model.permissions import Permission
from tests.discord.house import CHANNEL, House, buttons, housed
from tests.discord.test_home import FIRE, beside


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path, pins=True) as made:
        yield made


def panels(house: House, seat: str) -> list[Message]:
    """The panels in a seat's thread."""
    return [
        one for one in house.thread(f"Your orders: {seat.capitalize()}").messages.values() if "Refresh" in buttons(one)
    ]


async def shown(house: House, seat: str, so: Callable[[Message], bool] = lambda _: True) -> Message:
    """The one panel of a seat, once it is as wanted."""
    await house.delivered()
    await house.discord.until(lambda: any(seat.capitalize() in one.name for one in house.discord.threads()))
    await house.discord.until(lambda: any(so(one) and one.pinned_at for one in panels(house, seat)))
    (panel,) = panels(house, seat)
    return panel


async def test_each_seat_has_one_in_its_thread_that_is_edited_in_place(house: House) -> None:
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    red, blue = await shown(house, "red"), await shown(house, "blue")
    assert "red LNCR 1" in red.words and "red LNCR 1" not in blue.words
    assert house.blue.sees(house.thread("Your orders: Red")) == []
    await house.tell(game, "red", "move red LNCR 1 to B-1")
    edited = await shown(house, "red", lambda one: "1. move red LNCR 1 to B-1" in one.words)
    assert edited.id == red.id and "move red LNCR 1" not in blue.words


@pytest.mark.slow
async def test_what_is_pressed_there_is_answered_to_its_player_alone(house: House) -> None:
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    panel = await shown(house, "red", lambda one: FIRE in one.words)
    done = await house.red.click(panel, beside(panel, FIRE))
    assert done.ephemeral and not done.updated and "Effects" in done.words
    await shown(house, "red", lambda one: f"1. fire{FIRE.removeprefix('Fire')}" in one.words)
    assert "Effects" not in house.said(house.thread("Your orders: Red"))


async def test_a_panel_that_is_deleted_while_it_is_pinned_is_made_again(house: House) -> None:
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    first = await shown(house, "red")
    await shown(house, "blue")
    house.discord.faults.add("PUT", "/channels/*/messages/pins/*", Slow(0.5, done=True))
    house.discord.world.remove_message(first)
    await house.discord.until(lambda: any(one.pinned_at for one in panels(house, "red")))
    (again,) = panels(house, "red")
    house.discord.world.remove_message(again)
    assert (await shown(house, "red")).id not in (first.id, again.id)


async def test_a_panel_that_a_moderator_deleted_is_made_again(house: House) -> None:
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    first = await shown(house, "red")
    house.discord.world.remove_message(first)
    await house.discord.until(lambda: panels(house, "red") != [])
    again = await shown(house, "red")
    assert again.id != first.id


@pytest.mark.slow
async def test_a_restart_makes_no_second_one_and_sees_it_deleted(house: House) -> None:
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    first = await shown(house, "red")
    await house.restart()
    await house.tell(game, "red", "move red LNCR 1 to B-1")
    edited = await shown(house, "red", lambda one: "1. move red LNCR 1 to B-1" in one.words)
    assert edited.id == first.id
    house.discord.world.remove_message(edited)
    await house.discord.until(lambda: panels(house, "red") != [])


@pytest.mark.slow
async def test_whoever_left_a_seat_reads_its_panel_no_more(house: House) -> None:
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    await shown(house, "red")
    thread, told = house.thread("Your orders: Red"), []
    await house.leaves(house.red)

    def overheard(event: Event) -> None:
        if event.message is not None and event.channel is not None and house.red.sees(event.channel):
            told.append(event.message.words)

    house.discord.world.bus.listen(overheard)
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="red")
    desk = house.service.desk
    order = parse("move red LNCR 1 to B-1", desk.rulebooks.of(game).orders)
    await desk.orders.submit(game.id, Seat("red"), order, user=house.bystander.id)
    await shown(house, "red", lambda one: "1. move red LNCR 1 to B-1" in one.words)
    assert house.red.sees(thread) == [] and not any("move red LNCR 1" in words for words in told)


@pytest.mark.slow
async def test_without_the_permission_it_stands_unpinned_and_the_check_says_so(house: House) -> None:
    role = house.discord.role("Umpire")
    house.channel.overwrites[role.id] = Overwrite(role.id, 0, deny=int(Permission.PIN_MESSAGES))
    house.discord.world.change_channel(house.channel)
    game = await house.met()
    await house.service.desk.lobby.welcome(game.id)
    await house.delivered()
    await house.discord.until(lambda: panels(house, "red") != [])
    assert panels(house, "red")[0].pinned_at is None
    check = await house.slash(house.gm, "settings check", CHANNEL)
    assert "I may not pin messages: neither players' panels nor what goes on in a game is pinned." in check.words


class Watch:
    """A steady clock that goes on by so many seconds whenever it is looked at."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 1000.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


async def test_panels_wait_until_nobody_asks_for_anything(tmp_path: Path) -> None:
    watch = Watch()
    lull = Lull(watch)
    lull.asked()
    async with housed(tmp_path) as house, asyncio.TaskGroup() as beside:
        showing = beside.create_task(PinnedPanels(house.bot, house.service, lull, 0.0).run())
        game = await house.met()
        await house.service.desk.lobby.welcome(game.id)
        await house.delivered()
        assert not panels(house, "red") and not panels(house, "blue")
        watch.now += QUIET
        await house.discord.until(lambda: bool(panels(house, "red")) and bool(panels(house, "blue")))
        showing.cancel()


async def test_whoever_orders_is_heard_to_ask(house: House) -> None:
    house.bot.lull = Lull(Watch())
    await house.met()
    assert house.bot.lull.quiet
    await house.slash(house.red, "table panel")
    assert not house.bot.lull.quiet


async def test_a_busy_hour_only_slows_them_down() -> None:
    watch = Watch(step=QUIET / 4)
    lull = Lull(watch)
    lull.asked()
    waiting = asyncio.create_task(lull.wait())
    while not waiting.done():
        lull.asked()
        await asyncio.sleep(0)
    assert watch.now - 1000 >= PATIENCE
