"""Channels, threads, roles, members, pins, history: what a bot does beside answering."""

import discord as dpy
import pytest

from sandbox import Permission, Player, Sandbox
from tests.sandbox.tiny_bot import TinyBot


def _guild(discord: Sandbox, bot: TinyBot) -> dpy.Guild:
    guild = bot.get_guild(discord.guild.id)
    assert guild is not None
    return guild


def _text(discord: Sandbox, bot: TinyBot, name: str = "general") -> dpy.TextChannel:
    channel = bot.get_channel(discord.channel(name).id)
    assert isinstance(channel, dpy.TextChannel)
    return channel


async def test_channels_are_made_changed_and_removed(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    guild = _guild(discord, bot)
    category = await guild.create_category("Campaign")
    channel = await guild.create_text_channel(
        "Red Command",
        category=category,
        topic="For red",
        overwrites={
            guild.default_role: dpy.PermissionOverwrite(view_channel=False),
            guild.me: dpy.PermissionOverwrite(view_channel=True),
        },
    )
    assert channel.name == "red-command" and channel.category == category
    assert discord.channel("red-command") not in alice.channels()
    member = await guild.fetch_member(alice.id)
    await channel.set_permissions(member, view_channel=True)
    assert discord.channel("red-command") in alice.channels()
    await channel.set_permissions(member, overwrite=None)
    assert discord.channel("red-command") not in alice.channels()
    await channel.edit(name="Red HQ", topic="New")
    assert discord.channel("red-hq").topic == "New"
    await channel.delete()
    with pytest.raises(KeyError):
        discord.channel("red-hq")


async def test_history_before_after_and_around(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    sent = [await channel.send(str(n)) for n in range(10)]
    assert [m.content async for m in channel.history(limit=3)] == ["9", "8", "7"]
    assert [m.content async for m in channel.history(limit=3, before=sent[4])] == ["3", "2", "1"]
    assert [m.content async for m in channel.history(limit=3, after=sent[4])] == ["5", "6", "7"]
    around = [m.content async for m in channel.history(limit=5, around=sent[5])]
    assert sorted(around) == ["3", "4", "5", "6", "7"]
    await sent[5].delete()
    assert [m.content async for m in channel.history(limit=3, around=sent[5])] == ["7", "6", "4"]


async def test_messages_are_edited_answered_and_deleted(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    channel = _text(discord, bot)
    said = await alice.say("hello", "general")
    answer = await channel.send("hi", reference=dpy.MessageReference(message_id=said.id, channel_id=channel.id))
    assert discord.channel("general").messages[answer.id].reference is said
    await answer.edit(content="hi there")
    held = discord.channel("general").messages[answer.id]
    assert held.content == "hi there" and held.edited_at is not None
    with pytest.raises(dpy.Forbidden) as refusal:
        await channel.get_partial_message(said.id).edit(content="mine now")
    assert refusal.value.code == 50005
    await channel.get_partial_message(said.id).delete()
    with pytest.raises(dpy.NotFound) as gone:
        await channel.fetch_message(said.id)
    assert gone.value.code == 10008
    with pytest.raises(dpy.HTTPException, match="Unknown message"):
        await channel.send("x", reference=dpy.MessageReference(message_id=said.id, channel_id=channel.id))


async def test_files_are_kept_added_and_taken_away(discord: Sandbox, bot: TinyBot) -> None:
    import io

    channel = _text(discord, bot)
    message = await channel.send(file=dpy.File(io.BytesIO(b"one"), "one.txt"))
    message = await message.add_files(dpy.File(io.BytesIO(b"two"), "two.txt"))
    assert [file.filename for file in message.attachments] == ["one.txt", "two.txt"]
    assert await message.attachments[1].read() == b"two"
    message = await message.remove_attachments(message.attachments[0])
    assert [file.filename for file in message.attachments] == ["two.txt"]


async def test_pins(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    first, second = await channel.send("first"), await channel.send("second")
    await first.pin()
    await second.pin()
    assert [pin.content async for pin in channel.pins()] == ["second", "first"]
    await first.unpin()
    assert [message.content for message in discord.channel("general").pins] == ["second"]


async def test_bulk_deletion(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    messages = [await channel.send(str(n)) for n in range(3)]
    await channel.delete_messages(messages[:2])
    assert [message.content for message in discord.channel("general").messages.values()] == ["2"]


async def test_a_thread_of_a_message_has_its_id(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    message = await _text(discord, bot).send("Battle at Hoth")
    thread = await message.create_thread(name="Hoth", auto_archive_duration=60)
    assert thread.id == message.id and discord.channel("general").messages[message.id].thread is not None
    with pytest.raises(dpy.HTTPException) as refusal:
        await message.create_thread(name="Again")
    assert refusal.value.code == 160004


async def test_an_idle_thread_is_archived_and_takes_nothing_of_a_bot_until_it_is_opened(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    made = await _text(discord, bot).create_thread(
        name="Quiet", type=dpy.ChannelType.private_thread, auto_archive_duration=60
    )
    thread = discord.channel("Quiet")
    await discord.skip(3599)
    assert not thread.archived
    await discord.skip(2)
    assert thread.archived
    for asked in (made.add_user(dpy.Object(alice.id)), made.send("asleep"), made.edit(name="Louder")):
        with pytest.raises(dpy.HTTPException) as refusal:
            await asked
        assert (refusal.value.status, refusal.value.code) == (400, 50083)
    await made.edit(archived=False)
    await made.send("awake")
    assert not thread.archived
    await made.edit(archived=True, locked=True)
    assert thread.archived and thread.locked
    archived = [one.name async for one in _text(discord, bot).archived_threads(private=True)]
    assert archived == ["Quiet"]


async def test_members_of_a_private_thread(discord: Sandbox, bot: TinyBot, alice: Player, bob: Player) -> None:
    made = await _text(discord, bot).create_thread(name="Staff", type=dpy.ChannelType.private_thread)
    await made.add_user(dpy.Object(alice.id))
    await made.add_user(dpy.Object(bob.id))
    assert {member.id for member in await made.fetch_members()} >= {alice.id, bob.id}
    await made.remove_user(dpy.Object(bob.id))
    thread = discord.channel("Staff")
    assert thread in alice.channels() and thread not in bob.channels()
    gm = discord.member("Gm", roles=[discord.role("Moderator", Permission.MANAGE_THREADS)])
    assert thread in gm.channels()


async def test_who_is_pinged_in_a_thread_comes_into_it(
    discord: Sandbox, bot: TinyBot, alice: Player, bob: Player
) -> None:
    made = await _text(discord, bot).create_thread(name="Red", type=dpy.ChannelType.private_thread, invitable=False)
    await made.send(f"{alice.mention} and {bob.mention}", allowed_mentions=dpy.AllowedMentions(users=[alice.user]))
    thread = discord.channel("Red")
    assert thread in alice.channels() and thread not in bob.channels()
    discord.permit("general", deny={"Umpire": Permission.MANAGE_THREADS})
    await made.send(bob.mention, allowed_mentions=dpy.AllowedMentions(users=True))
    assert thread not in bob.channels()


async def test_archived_threads_are_listed_page_by_page(discord: Sandbox, bot: TinyBot) -> None:
    channel = _text(discord, bot)
    for number in range(5):
        kind = dpy.ChannelType.private_thread if number % 2 else dpy.ChannelType.public_thread
        await channel.create_thread(name=str(number), type=kind)
        await discord.skip(1)
        discord.archive(str(number))
    public = [thread async for thread in channel.archived_threads(limit=None)]
    assert [thread.name for thread in public] == ["4", "2", "0"]
    assert [thread.name async for thread in channel.archived_threads(before=public[1])] == ["0"]
    joined = channel.archived_threads(private=True, joined=True, limit=None)
    assert [thread.name async for thread in joined] == ["3", "1"]


async def test_roles_are_made_given_and_taken(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    guild = _guild(discord, bot)
    role = await guild.create_role(name="Red", permissions=dpy.Permissions(send_messages=True), colour=0xFF0000)
    member = await guild.fetch_member(alice.id)
    await member.add_roles(role)
    assert role.id in alice.member.roles
    await member.remove_roles(role)
    assert role.id not in alice.member.roles
    with pytest.raises(dpy.Forbidden):
        await guild.create_role(name="Too much", permissions=dpy.Permissions(ban_members=True))
    high = discord.role("High", 0)
    high.position = 99
    with pytest.raises(dpy.Forbidden) as refusal:
        await member.add_roles(dpy.Object(high.id))
    assert refusal.value.code == 50013
    await role.delete()
    assert role.id not in discord.guild.roles


async def test_what_the_bot_hears_of_people(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    said = await alice.say("hello", "general")
    secret = discord.add_channel("secret", deny={"Umpire": Permission.VIEW_CHANNEL})
    await alice.say("psst", secret)
    await alice.say(f"you there <@{discord.world.bot.id}>?", "general")
    await alice.say("in private", alice.dm)
    await discord.until(lambda: len(bot.heard) == 3)
    assert [message.content for message in bot.heard] == ["", f"you there <@{discord.world.bot.id}>?", "in private"]
    assert bot.heard[0].id == said.id


async def test_mentions_are_those_that_are_allowed(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    channel = _text(discord, bot)
    quiet = await channel.send(f"{alice.mention} @everyone")
    loud = await channel.send(alice.mention, allowed_mentions=dpy.AllowedMentions(users=True))
    held = discord.channel("general").messages
    assert held[quiet.id].mentions == [] and not held[quiet.id].mention_everyone
    assert held[loud.id].mentions == [alice.user]


async def test_reactions(discord: Sandbox, bot: TinyBot) -> None:
    message = await _text(discord, bot).send("vote")
    await message.add_reaction("👍")
    assert discord.channel("general").messages[message.id].reactions == {"👍": [discord.world.bot.id]}
    assert (await message.channel.fetch_message(message.id)).reactions[0].me
    await message.clear_reactions()
    assert discord.channel("general").messages[message.id].reactions == {}


async def test_a_second_guild_and_leaving_it(discord: Sandbox, bot: TinyBot) -> None:
    other = discord.add_guild("Elsewhere", channels=("lobby",))
    await discord.until(lambda: bot.get_guild(other.id) is not None)
    zoe = discord.member("Zoe", guild=other)
    assert (await zoe.slash("ok", channel="lobby")).content == "ok"
    guild = bot.get_guild(other.id)
    assert guild is not None
    await guild.leave()
    await discord.until(lambda: bot.get_guild(other.id) is None)
