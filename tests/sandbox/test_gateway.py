"""The gateway word for word: what it says to whom, and how it ends a talk that goes wrong."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox import Player, Sandbox
from sandbox.model.payload import decode
from tests.sandbox.discord_types import lacking

Socket = aiohttp.ClientWebSocketResponse


@pytest.fixture
async def socket(discord: Sandbox) -> AsyncIterator[Socket]:
    async with aiohttp.ClientSession() as session, session.ws_connect(discord.gateway_url) as made:
        yield made


async def _hear(socket: Socket) -> Any:  # a frame's JSON
    message = await socket.receive(timeout=5)
    assert message.type == aiohttp.WSMsgType.TEXT
    return decode(message.data)


async def _identify(socket: Socket, **more: object) -> Any:  # READY's JSON
    assert (await _hear(socket))["op"] == 10
    await socket.send_json({"op": 2, "d": {"token": "sandbox", "intents": 1 << 0 | 1 << 9, "properties": {}, **more}})
    ready = await _hear(socket)
    assert ready["t"] == "READY"
    return ready["d"]


async def test_ready_echoes_the_shard_and_guilds_follow(discord: Sandbox, socket: Socket) -> None:
    ready = await _identify(socket, shard=[0, 1])
    assert ready["shard"] == [0, 1] and ready["application"]["id"] == str(discord.world.bot.id)
    created = await _hear(socket)
    assert created["t"] == "GUILD_CREATE" and created["d"]["id"] == str(discord.guild.id)
    assert [channel["name"] for channel in created["d"]["channels"]] == ["general", "orders"]


async def test_heartbeats_are_answered(socket: Socket) -> None:
    await _hear(socket)
    await socket.send_json({"op": 1, "d": None})
    assert (await _hear(socket))["op"] == 11


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"op": 2, "d": {"token": "wrong", "intents": 1}}, 4004),
        ({"op": 2, "d": {"token": "sandbox"}}, 4013),
        ({"op": 2, "d": {"token": "sandbox", "intents": 1 << 1}}, 4014),
        ({"op": 2, "d": {"token": "sandbox", "intents": 1, "shard": [2, 2]}}, 4010),
        ({"op": 99, "d": {}}, 4001),
        ({"op": 3, "d": {}}, 4003),
        ([], 4002),
    ],
)
async def test_a_talk_that_goes_wrong_ends_with_its_code(socket: Socket, frame: object, code: int) -> None:
    await _hear(socket)
    await socket.send_json(frame)
    assert (await socket.receive(timeout=5)).type == aiohttp.WSMsgType.CLOSE
    assert socket.close_code == code


async def test_identifying_twice_ends_the_talk(socket: Socket) -> None:
    await _identify(socket)
    await _hear(socket)
    await socket.send_json({"op": 2, "d": {"token": "sandbox", "intents": 1}})
    assert (await socket.receive(timeout=5)).type == aiohttp.WSMsgType.CLOSE
    assert socket.close_code == 4005


async def test_a_session_is_resumed_with_what_was_missed(discord: Sandbox, socket: Socket, alice: Player) -> None:
    ready = await _identify(socket)
    seen = (await _hear(socket))["s"]
    await socket.close()
    await discord.until(lambda: not discord.gateway.online)
    await alice.say("one")
    await alice.say("two")
    async with aiohttp.ClientSession() as session, session.ws_connect(discord.gateway_url) as again:
        await _hear(again)
        resume = {"op": 6, "d": {"token": "sandbox", "session_id": ready["session_id"], "seq": seen}}
        await again.send_json(resume)
        heard = [await _hear(again) for _ in range(3)]
    assert [frame["t"] for frame in heard] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
    assert [frame["s"] for frame in heard] == [seen + 1, seen + 2, seen + 3]
    assert heard[0]["d"]["content"] == ""  # the intent for words is missing


async def test_a_session_that_was_thrown_away_cannot_be_resumed(discord: Sandbox, socket: Socket) -> None:
    ready = await _identify(socket)
    await _hear(socket)
    discord.gateway.invalidate()
    assert await _hear(socket) == {"op": 9, "d": False, "s": None, "t": None}
    async with aiohttp.ClientSession() as session, session.ws_connect(discord.gateway_url) as again:
        await _hear(again)
        await again.send_json({"op": 6, "d": {"token": "sandbox", "session_id": ready["session_id"], "seq": 1}})
        assert (await _hear(again))["d"] is False


async def test_another_shard_hears_nothing_of_the_guild(discord: Sandbox, socket: Socket, alice: Player) -> None:
    other = 1 - (discord.guild.id >> 22) % 2
    ready = await _identify(socket, shard=[other, 2])
    assert ready["guilds"] == []
    assert discord.gateway.dispatch("INTERACTION_CREATE", {}, discord.guild) == 0


async def test_an_event_that_lacks_what_it_always_has_is_noted(discord: Sandbox, socket: Socket) -> None:
    await _identify(socket)
    created = (await _hear(socket))["d"]
    assert lacking("GUILD_CREATE", created) == []
    del created["owner_id"], created["channels"][0]["position"], created["members"][0]["user"]["username"]
    created["roles"][0]["permissions"] = 8
    assert sorted(lacking("GUILD_CREATE", created)) == [
        "GUILD_CREATE.channels.0: lacks position",
        "GUILD_CREATE.members.0.user: lacks username",
        "GUILD_CREATE.roles.0.permissions: is 8, not <class 'str'>",
        "GUILD_CREATE: lacks owner_id",
    ]
