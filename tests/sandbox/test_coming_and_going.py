"""The bot is thrown out and invited again; members leave threads and servers and come back; places close and go."""

from collections.abc import Awaitable

import discord as dpy
import pytest

from sandbox import Permission, Player, Refused, Sandbox
from sandbox.gateway.opcodes import Close
from sandbox.model.kinds import ChannelType
from tests.sandbox.tiny_bot import TinyBot, running


async def _refusal(asked: Awaitable[object]) -> tuple[int, int]:
    """The HTTP status and the code that something is refused with."""
    with pytest.raises(dpy.HTTPException) as refusal:
        await asked
    return refusal.value.status, refusal.value.code


def _text(discord: Sandbox, bot: TinyBot, name: str = "general") -> dpy.TextChannel:
    channel = bot.get_channel(discord.channel(name).id)
    assert isinstance(channel, dpy.TextChannel)
    return channel


async def test_a_bot_that_is_thrown_out_has_no_access_and_no_commands(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    channel, home = _text(discord, bot), bot.home
    secret = await channel.create_thread(name="Secret", type=dpy.ChannelType.private_thread)
    panel = await alice.slash("panel")
    assert discord.commands.of(discord.guild.id)
    discord.kick()
    await discord.until(lambda: bot.get_guild(home.id) is None)
    assert await _refusal(channel.send("x")) == (403, 50001)
    assert await _refusal(secret.send("x")) == (403, 50001)
    assert await _refusal(bot.tree.sync(guild=home)) == (403, 50001)
    assert await _refusal(bot.http.get_member(home.id, alice.id)) == (403, 50001)
    assert await _refusal(bot.fetch_guild(home.id)) == (404, 10004)
    assert await _refusal(bot.get_partial_messageable(alice.dm.id).send("x")) == (403, 50278)
    assert discord.commands.of(home.id) == [] and alice.commands() == []
    with pytest.raises(Refused, match="no command"):
        await alice.slash("ok")
    discord.acknowledge_within = 0.1
    assert (await alice.click(panel, "Lock")).error is not None


async def test_a_bot_that_is_invited_again_begins_without_what_it_had(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    channel = _text(discord, bot)
    secret = await channel.create_thread(name="Secret", type=dpy.ChannelType.private_thread)
    before = {role.id for role in discord.guild.roles.values()}
    discord.kick()
    await discord.until(lambda: bot.get_guild(discord.guild.id) is None)
    heard = [bot.wait_for("guild_join", timeout=10)]
    discord.invite()
    assert [guild.id for guild in [await event for event in heard]] == [discord.guild.id]
    await _text(discord, bot).send("back")
    assert discord.commands.of(discord.guild.id) == []
    assert (await alice.slash("ok")).content == "ok"  # a global command
    assert discord.world.bot.id not in discord.channel("Secret").joined
    await bot.get_partial_messageable(secret.id).send("it still manages threads")
    assert len({role.id for role in discord.guild.roles.values()} - before) == 1


async def test_a_bot_that_starts_after_it_was_thrown_out_finds_no_guild(discord: Sandbox) -> None:
    discord.kick()
    async with running(discord, TinyBot(discord.add_guild("Elsewhere").id)) as bot:
        assert [guild.name for guild in bot.guilds] == ["Elsewhere"]


async def test_a_member_leaves_a_private_thread_and_is_let_in_again(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    made = await _text(discord, bot).create_thread(name="Red", type=dpy.ChannelType.private_thread)
    await made.add_user(dpy.Object(alice.id))
    thread = discord.channel("Red")
    alice.leave(thread)
    assert thread not in alice.channels()
    assert alice.id not in {member.id for member in await made.fetch_members()}
    with pytest.raises(Refused):
        alice.join(thread)
    await made.add_user(dpy.Object(alice.id))
    assert thread in alice.channels()


async def test_a_member_who_leaves_the_server_and_comes_back_has_nothing_left(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    discord.member("Alice", roles=["Red"])
    made = await _text(discord, bot).create_thread(name="Red", type=dpy.ChannelType.private_thread)
    await made.add_user(dpy.Object(alice.id))
    alice.leave_server()
    assert alice.channels() == []
    assert await _refusal(made.add_user(dpy.Object(alice.id))) == (404, 10007)
    alice.come_back()
    assert alice.member.roles == [] and discord.channel("Red") not in alice.channels()
    assert (await alice.slash("ok")).content == "ok"
    await made.add_user(dpy.Object(alice.id))
    assert discord.channel("Red") in alice.channels()


async def test_who_does_not_see_the_channel_is_not_added_to_its_threads(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    made = await _text(discord, bot).create_thread(name="Red", type=dpy.ChannelType.private_thread)
    discord.permit("general", deny={"@everyone": Permission.VIEW_CHANNEL}, allow={"Umpire": Permission.VIEW_CHANNEL})
    assert await _refusal(made.add_user(dpy.Object(alice.id))) == (403, 50001)


async def test_a_guild_has_only_so_many_open_threads(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    assert discord.world.most_active_threads == 1000
    discord.world.most_active_threads = 2
    first = await channel.create_thread(name="1", type=dpy.ChannelType.private_thread)
    await channel.create_thread(name="2", type=dpy.ChannelType.public_thread)
    assert await _refusal(channel.create_thread(name="3", type=dpy.ChannelType.private_thread)) == (400, 160006)
    discord.archive("1")
    await channel.create_thread(name="3", type=dpy.ChannelType.private_thread)
    assert await _refusal(first.edit(archived=False)) == (400, 160006)


async def test_an_announcement_channel_has_no_private_threads(discord: Sandbox, bot: TinyBot) -> None:
    discord.add_channel("news", ChannelType.ANNOUNCEMENT)
    await discord.until(lambda: bot.get_channel(discord.channel("news").id) is not None)
    made = _text(discord, bot, "news").create_thread(name="x", type=dpy.ChannelType.private_thread)
    assert await _refusal(made) == (400, 50024)


async def test_a_deleted_channel_is_unknown_and_so_are_its_threads(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    thread = await channel.create_thread(name="Red", type=dpy.ChannelType.private_thread)
    discord.delete("general")
    assert await _refusal(channel.send("x")) == (404, 10003)
    assert await _refusal(thread.send("x")) == (404, 10003)


async def test_whoever_may_speak_in_a_thread_may_open_it_unless_it_is_locked(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    public = await channel.create_thread(name="Public", type=dpy.ChannelType.public_thread)
    thread = discord.channel("Public")
    thread.owner_id = discord.guild.owner_id
    discord.permit("general", deny={"Umpire": Permission.MANAGE_THREADS})
    discord.archive(thread)
    assert await _refusal(public.edit(name="Other")) == (403, 50013)
    await public.edit(archived=False)
    assert not thread.archived
    discord.archive(thread, locked=True)
    assert await _refusal(public.edit(archived=False)) == (403, 50013)


async def test_a_permission_that_is_taken_away_is_missed(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    discord.permit("general", deny={"Umpire": Permission.SEND_MESSAGES})
    assert await _refusal(channel.send("x")) == (403, 50013)
    discord.permit("general", deny={"Umpire": Permission.VIEW_CHANNEL})
    assert await _refusal(channel.send("x")) == (403, 50001)
    discord.permit("general")
    await channel.send("x")


@pytest.mark.parametrize("code", [Close.BAD_TOKEN, Close.SHARDS_NEEDED, Close.BAD_INTENTS, Close.FORBIDDEN_INTENTS])
async def test_a_bot_that_the_gateway_sends_away_learns_why(discord: Sandbox, code: Close) -> None:
    discord.gateway.refusal = code
    with pytest.raises((dpy.ConnectionClosed, dpy.PrivilegedIntentsRequired)) as closed:
        async with running(discord):
            pass
    if isinstance(closed.value, dpy.ConnectionClosed):
        assert closed.value.code == code
    else:
        assert code == Close.FORBIDDEN_INTENTS


async def test_more_guilds_than_a_shard_holds_ask_for_shards(discord: Sandbox) -> None:
    assert discord.gateway.most_guilds_a_shard == 2500
    discord.gateway.most_guilds_a_shard = 1
    discord.add_guild("Elsewhere")
    with pytest.raises(dpy.ConnectionClosed) as closed:
        async with running(discord):
            pass
    assert closed.value.code == 4011
