"""Sight of a member, at once and as it happens: the ground the page stands on."""

import asyncio
from typing import Any

import pytest

from sandbox import Permission, Player, Refused, Sandbox
from sandbox.client.views import Subscription
from sandbox.model.payload import Json
from tests.sandbox.tiny_bot import TinyBot


async def _next(events: Subscription, kind: str) -> Any:  # the event's JSON
    async with asyncio.timeout(5):
        async for event in events:
            if event["type"] == kind:
                return event["data"]
    raise AssertionError("the stream ended")


def _kinds(events: Subscription) -> list[str]:
    """Kinds of events that have been heard so far."""
    kinds: list[str] = []
    while not events._queue.empty():
        event: Json | None = events._queue.get_nowait()
        kinds.append(event["type"] if event else "end")
    return kinds


async def test_a_view_holds_what_the_member_sees(discord: Sandbox, bot: TinyBot, alice: Player, bob: Player) -> None:
    await alice.slash("gcw battle fire", ship="Executor", channel="orders")
    await alice.slash("ok", channel="orders")
    place = str(discord.channel("orders").id)
    views = {player.name: discord.view(player.member) for player in (alice, bob)}
    assert [len(view["messages"][place]) for view in views.values()] == [2, 1]
    assert views["Alice"]["me"]["user"]["id"] == str(alice.id)
    assert {"Alice", "Bob", "Umpire"} <= {
        member["user"]["global_name"] or member["user"]["username"] for member in views["Bob"]["members"]
    }


async def test_each_hears_only_their_own(discord: Sandbox, bot: TinyBot, alice: Player, bob: Player) -> None:
    hears_a, hears_b = discord.subscribe(alice.member), discord.subscribe(bob.member)
    await alice.slash("gcw battle fire", ship="Executor")
    form = await alice.slash("sheet")
    assert _kinds(hears_a) == ["message.create", "modal.open"] and _kinds(hears_b) == []
    await alice.submit(form, orders="x")
    await alice.slash("ok")
    assert _kinds(hears_b) == ["message.create"]
    hears_a.close()
    await bob.slash("ok")
    assert _kinds(hears_a) == ["message.create", "message.create", "end"]


async def test_a_private_thread_appears_when_one_is_let_in(
    discord: Sandbox, bot: TinyBot, alice: Player, bob: Player
) -> None:
    hears = discord.subscribe(bob.member)
    await alice.slash("thread", private=True)
    assert _kinds(hears) == []
    thread = discord.channel("Battle")
    discord.world.join_thread(thread, bob.user)
    assert (await _next(hears, "thread.create"))["id"] == str(thread.id)
    assert (await _next(hears, "message.create"))["content"] == "It begins"
    discord.world.leave_thread(thread, bob.user)
    assert (await _next(hears, "thread.delete"))["id"] == str(thread.id)


async def test_a_failure_is_told_to_whom_it_befell(discord: Sandbox, bot: TinyBot, alice: Player, bob: Player) -> None:
    discord.acknowledge_within = 0.05
    hears_a, hears_b = discord.subscribe(alice.member), discord.subscribe(bob.member)
    await alice.slash("late", seconds=0.1)
    told = await _next(hears_a, "interaction.failed")
    assert (told["reason"], told["command"]) == ("The application did not respond.", "late")
    assert (told["channel_id"], told["message_id"]) == (str(discord.channel("general").id), None)
    assert _kinds(hears_b) == []


async def test_the_clock_is_told_and_the_bot_is_moved(discord: Sandbox, alice: Player) -> None:
    moved: list[float] = []

    async def move(seconds: float) -> None:
        moved.append(seconds)

    discord.on_skip(move)
    hears = discord.subscribe(alice.member)
    before = discord.clock.now()
    await discord.skip(3600)
    told = await _next(hears, "clock")
    assert moved == [3600] and told["offset"] == 3600
    assert 3600 <= (discord.clock.now() - before).total_seconds() < 3610
    with pytest.raises(ValueError, match="forward"):
        await discord.skip(-1)


async def test_roles_and_overwrites_change_the_view(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    closed = discord.add_channel(
        "closed", deny={"@everyone": Permission.VIEW_CHANNEL}, allow={"Red": Permission.VIEW_CHANNEL}
    )
    hears = discord.subscribe(alice.member)
    assert closed not in alice.channels()
    discord.member("Alice", roles=["Red"])
    view = await _next(hears, "view")
    assert str(closed.id) in [channel["id"] for channel in view["channels"]]


async def test_people_say_what_they_may(discord: Sandbox, alice: Player) -> None:
    quiet = discord.add_channel("quiet", deny={"@everyone": Permission.SEND_MESSAGES})
    with pytest.raises(Refused, match="permission"):
        await alice.say("x", quiet)
    with pytest.raises(Refused, match="2001"):
        await alice.say("x" * 2001)
    with pytest.raises(Refused, match="words"):
        await alice.say("  ")
    assert (await alice.say("hello")).content == "hello"


async def test_typing_and_new_commands_are_heard(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    hears = discord.subscribe(alice.member)
    channel = bot.get_partial_messageable(discord.channel("general").id)
    async with channel.typing():
        assert (await _next(hears, "typing"))["user_id"] == str(discord.world.bot.id)
    await bot.tree.sync()
    assert await _next(hears, "commands.changed") == {}
