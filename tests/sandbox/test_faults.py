"""Faults on the way, and what a real client makes of it."""

import asyncio
import time

import aiohttp
import discord as dpy
import pytest

from sandbox import Player, Sandbox
from sandbox.limits.faults import Dropped, Failing, RateLimited, Refusing, Slow, lost_answer, slow
from sandbox.point import pointed_at
from tests.sandbox.tiny_bot import TinyBot, add_commands, running

SENDING = ("POST", "/channels/*/messages")


def _place(discord: Sandbox, bot: TinyBot) -> dpy.PartialMessageable:
    return bot.get_partial_messageable(discord.channel("general").id)


def _said(discord: Sandbox) -> list[str]:
    return [message.content for message in discord.channel("general").messages.values()]


async def test_a_429_is_waited_out(discord: Sandbox, bot: TinyBot) -> None:
    rule = discord.faults.add(*SENDING, RateLimited(0.05), times=2)
    await _place(discord, bot).send("hello")
    assert _said(discord) == ["hello"] and rule.hits == 2


async def test_a_global_429_is_waited_out(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, RateLimited(0.05, everywhere=True))
    await _place(discord, bot).send("hello")
    assert _said(discord) == ["hello"]


async def test_a_429_of_cloudflare_is_not(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, RateLimited(via=False))
    with pytest.raises(dpy.HTTPException) as refusal:
        await _place(discord, bot).send("hello")
    assert refusal.value.status == 429 and _said(discord) == []


async def test_a_503_is_raised_at_once(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, Failing(503))
    with pytest.raises(dpy.DiscordServerError):
        await _place(discord, bot).send("hello")
    assert _said(discord) == []


async def test_a_lost_answer_leaves_the_message_there(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, lost_answer())
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await _place(discord, bot).send("hello")
    assert _said(discord) == ["hello"]


async def test_a_dropped_connection_before_leaves_none(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, Dropped())
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await _place(discord, bot).send("hello")
    assert _said(discord) == []


async def test_the_nonce_keeps_a_lost_answer_from_doubling(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, lost_answer())
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await _place(discord, bot).send("hello", nonce="row-1")
    again = await _place(discord, bot).send("hello", nonce="row-1")
    assert len(_said(discord)) == 1 and again.id in discord.channel("general").messages
    await _place(discord, bot).send("other", nonce="row-2")
    await discord.skip(301)
    await _place(discord, bot).send("hello", nonce="row-1")
    assert _said(discord) == ["hello", "other", "hello"]


async def test_a_slow_answer_is_slow(discord: Sandbox, bot: TinyBot) -> None:
    discord.faults.add(*SENDING, Slow(0.1, done=True))
    sending = asyncio.create_task(_place(discord, bot).send("hello"))
    await discord.posted("general")
    assert not sending.done()
    await sending


async def test_a_callback_slower_than_the_limit_is_unknown(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.acknowledge_within = 0.1
    discord.faults.add("POST", "/interactions/*", slow(0.2))
    assert (await alice.slash("ok")).error is not None
    assert _said(discord) == []


async def test_a_lost_acknowledgement_shows_as_done_twice(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.faults.add("POST", "/interactions/*", Failing(500, done=True))
    assert (await alice.slash("ok")).content == "ok"
    await discord.until(lambda: bool(bot.errors))
    assert getattr(bot.errors[0], "code", None) == 40060


async def test_a_rule_skips_counts_and_looks(discord: Sandbox, bot: TinyBot) -> None:
    rule = discord.faults.add(*SENDING, Refusing(10003), skip=1, times=1, when=lambda body: "x" in body["content"])
    place = _place(discord, bot)
    for words in ("y", "x1"):
        await place.send(words)
    with pytest.raises(dpy.NotFound):
        await place.send("x2")
    await place.send("x3")
    assert _said(discord) == ["y", "x1", "x3"] and (rule.seen, rule.hits) == (2, 1)


async def test_chance_is_the_same_for_the_same_seed() -> None:
    async with Sandbox(seed=5) as one, Sandbox(seed=5) as other:
        for sandbox in (one, other):
            sandbox.faults.add("*", "*", Failing(500), times=None, chance=0.5)
        rolls = [[bool(s.faults.befalling("GET", "/x", {})) for _ in range(50)] for s in (one, other)]
    assert rolls[0] == rolls[1] and 10 < sum(rolls[0]) < 40


@pytest.mark.parametrize("how", ["drop", "reconnect", "close_all"])
async def test_what_was_missed_is_replayed(discord: Sandbox, bot: TinyBot, alice: Player, how: str) -> None:
    getattr(discord.gateway, how)()
    assert (await alice.slash("ok")).content == "ok"
    assert discord.gateway.resumed == 1 and discord.gateway.identified == 1


async def test_a_connection_that_breaks_on_the_interaction_itself(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    discord.faults.on_event("INTERACTION_CREATE", "drop")
    assert (await alice.slash("ok")).content == "ok"
    assert discord.gateway.resumed == 1


async def test_an_interaction_that_comes_twice(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.faults.on_event("INTERACTION_CREATE", "twice")
    assert (await alice.slash("ok")).content == "ok"
    await discord.until(lambda: bool(bot.errors))
    assert getattr(bot.errors[0], "code", None) == 40060
    assert _said(discord) == ["ok"]


async def test_an_interaction_that_never_comes(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.acknowledge_within = 0.5
    lost = discord.faults.on_event("INTERACTION_CREATE", "lose")
    assert "did not respond" in str((await alice.slash("ok")).error)
    assert lost.hits == 1 and _said(discord) == []
    assert (await alice.slash("ok")).error is None
    assert _said(discord) == ["ok"]


async def test_an_invalid_session_that_can_be_resumed_is(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.gateway.invalidate(resumable=True)
    assert (await alice.slash("ok")).content == "ok"
    assert discord.gateway.resumed == 1


async def test_unanswered_heartbeats_make_the_bot_come_again() -> None:
    async with Sandbox(limit_second=0) as discord:
        discord.gateway.heartbeat_interval = 100
        client = TinyBot(discord.guild.id)
        client._connection.heartbeat_timeout = 0.5
        async with running(discord, client):
            discord.gateway.answers_heartbeats = False
            start = time.monotonic()
            while not discord.gateway.resumed and time.monotonic() - start < 5:
                await asyncio.sleep(0.02)
            assert discord.gateway.resumed >= 1
            discord.gateway.answers_heartbeats = True


async def test_answered_heartbeats_are_measured_from_the_one_they_answer() -> None:
    async with Sandbox(limit_second=0) as discord:
        discord.gateway.heartbeat_interval = 200
        client = TinyBot(discord.guild.id)
        async with running(discord, client):
            await asyncio.sleep(0.5)
            assert client.latency < 0.15  # an answer that comes too early would seem to take a whole interval


async def test_a_bot_that_comes_again_is_a_new_session(discord: Sandbox, alice: Player) -> None:
    async with running(discord):
        panel = await alice.slash("panel")
    async with running(discord):
        assert (await alice.click(panel, "Lock")).content == "Locked by Alice"
    assert discord.gateway.identified == 2


async def test_forbidden_intents_are_refused(discord: Sandbox) -> None:
    intents = dpy.Intents.default()
    intents.message_content = True
    with pytest.raises(dpy.PrivilegedIntentsRequired):
        async with running(discord, TinyBot(discord.guild.id, intents)):
            pass


async def test_rate_limits_are_enforced_where_asked() -> None:
    async with Sandbox(limit_second=1) as discord, aiohttp.ClientSession() as session:
        address = f"{discord.api_base}/channels/{discord.channel('general').id}/messages"
        for left in (4, 3, 2, 1, 0):
            async with session.post(address, json={"content": "x"}, headers={"Authorization": "Bot sandbox"}) as answer:
                assert answer.status == 200 and answer.headers["X-RateLimit-Remaining"] == str(left)
                assert answer.headers["Content-Type"] == "application/json"
        async with session.post(address, json={"content": "x"}, headers={"Authorization": "Bot sandbox"}) as answer:
            told = await answer.json()
            assert answer.status == 429 and answer.headers["Via"] and 4 < told["retry_after"] <= 5
        assert len(_said(discord)) == 5


async def test_a_sharded_client_asks_for_its_gateway(discord: Sandbox, alice: Player) -> None:
    with pointed_at(discord):
        client = dpy.AutoShardedClient(intents=dpy.Intents.default(), guild_ready_timeout=0.02)
        tree = dpy.app_commands.CommandTree(client)
        add_commands(tree)
        ready = asyncio.Event()

        @client.event
        async def on_ready() -> None:
            await tree.sync()
            ready.set()

        life = asyncio.create_task(client.start(discord.token))
        try:
            async with asyncio.timeout(10):
                await ready.wait()
            assert (await alice.slash("ok")).content == "ok"
            assert [session.shard for session in discord.gateway.sessions.values()] == [(0, 1)]
        finally:
            await client.close()
            await life
