"""Paces: limits on requests and on sessions, and the time that things take on their way."""

import asyncio
import time

import aiohttp
import discord as dpy
import pytest

from sandbox import Player, Sandbox
from sandbox.model.payload import decode
from sandbox.model.starts import MOST_A_DAY
from tests.sandbox.tiny_bot import TinyBot, running

IDENTIFY = {"op": 2, "d": {"token": "sandbox", "intents": 1, "properties": {}}}


async def _first_word(discord: Sandbox, frame: object = IDENTIFY) -> object:
    """Word to a new connection after its first frame: an opcode, or the code that it is closed with."""
    async with aiohttp.ClientSession() as session, session.ws_connect(discord.gateway_url) as socket:
        await socket.receive(timeout=5)
        await socket.send_json(frame)
        message = await socket.receive(timeout=5)
        if message.type != aiohttp.WSMsgType.TEXT:
            return socket.close_code
        told = decode(message.data)
        assert isinstance(told, dict)
        return told["op"]


async def test_sessions_start_five_seconds_apart() -> None:
    async with Sandbox(limit_second=60) as discord:
        assert await _first_word(discord) == 0
        assert await _first_word(discord) == 9  # INVALID_SESSION
    async with Sandbox(limit_second=0) as discord:
        assert [await _first_word(discord) for _ in range(2)] == [0, 0]


async def test_sessions_that_start_too_often_in_a_day_cost_the_token() -> None:
    async with Sandbox(limit_second=0) as discord, aiohttp.ClientSession() as session:

        async def left() -> int:
            address, sent = f"{discord.api_base}/gateway/bot", {"Authorization": f"Bot {discord.token}"}
            async with session.get(address, headers=sent) as answer:
                told = await answer.json()
                return int(told["session_start_limit"]["remaining"])

        assert await left() == MOST_A_DAY
        await _first_word(discord)
        assert await left() == MOST_A_DAY - 1
        for _ in range(MOST_A_DAY - 1):
            discord.world.starts.allow()
        assert await left() == 0
        assert await _first_word(discord) == 4004
        assert discord.token != "sandbox"
        await discord.skip(86_400)
        assert await left() == MOST_A_DAY


async def test_a_connection_that_says_too_much_is_closed() -> None:
    async with (
        Sandbox() as discord,
        aiohttp.ClientSession() as session,
        session.ws_connect(discord.gateway_url) as socket,
    ):
        await socket.receive(timeout=5)
        for _ in range(121):
            await socket.send_json({"op": 1, "d": None})
        while (await socket.receive(timeout=5)).type == aiohttp.WSMsgType.TEXT:
            pass
        assert socket.close_code == 4008


async def test_a_bucket_is_full_again_after_its_seconds() -> None:
    async with Sandbox(limit_second=0.02) as discord, running(discord) as bot:
        place = bot.get_partial_messageable(discord.channel("general").id)
        began = time.monotonic()
        for number in range(11):
            await place.send(str(number))
        assert time.monotonic() - began >= 2 * 5 * 0.02
        assert len(discord.channel("general").messages) == 11


async def test_a_new_name_of_a_channel_is_dear_and_opening_a_thread_is_not() -> None:
    async with Sandbox(bot_permissions=1 << 3) as discord, aiohttp.ClientSession() as session:
        thread = discord.world.add_thread(discord.channel("general"), "Red", discord.world.bot, 12)

        async def change(body: dict[str, object]) -> int:
            address = f"{discord.api_base}/channels/{thread.id}"
            async with session.patch(address, json=body, headers={"Authorization": "Bot sandbox"}) as answer:
                return answer.status

        assert [await change({"name": f"Red {number}"}) for number in range(3)] == [200, 200, 429]
        assert [await change({"archived": bool(number % 2)}) for number in range(5)] == [200] * 5


async def test_everything_takes_its_time_on_the_way(alice: Player, discord: Sandbox, bot: TinyBot) -> None:
    discord.world.latency = 0.2
    began = time.monotonic()
    await bot.get_partial_messageable(discord.channel("general").id).send("x")
    assert time.monotonic() - began >= 2 * 0.2
    discord.world.latency = 0.05
    assert (await alice.slash("ok")).content == "ok"
    picture = await (await alice.slash("picture")).final()
    assert picture.words.startswith("drawn")


async def test_events_arrive_late_and_in_order() -> None:
    async with Sandbox(limit_second=0, latency=0.1) as discord, running(discord) as bot:
        alice = discord.member("Alice")
        heard: list[int] = []

        async def on_message(message: dpy.Message) -> None:
            heard.append(message.id)

        bot.event(on_message)
        began = time.monotonic()
        said = [(await alice.say(str(number), "general")).id for number in range(20)]
        assert heard == []
        await discord.until(lambda: len(heard) == 20)
        assert heard == said and time.monotonic() - began >= 0.1


async def test_a_bot_too_far_away_answers_too_late(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.acknowledge_within, discord.world.latency = 0.05, 0.2
    assert (await alice.slash("ok")).error is not None
    await asyncio.wait_for(discord.until(lambda: bool(bot.errors)), 5)
    assert getattr(bot.errors[0], "code", None) == 10062


@pytest.mark.parametrize("second", [0, 0.001])
async def test_a_bot_starts_with_limits_and_without(second: float) -> None:
    async with Sandbox(limit_second=second) as discord, running(discord) as bot:
        assert bot.is_ready()
