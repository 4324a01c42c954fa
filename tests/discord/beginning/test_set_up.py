"""A moderator sets a server up by one command: channels, role, hour, time zone, a first game with its invitation."""

from __future__ import annotations

from sandbox.model.guilds import Overwrite
from sandbox.model.permissions import BOT, Permission
from tests.discord.house import CHANNEL, ELSEWHERE, House, buttons

MAKING = Permission.MANAGE_CHANNELS | Permission.MANAGE_ROLES


def let_make(house: House) -> None:
    """Let the bot make channels and roles."""
    me = house.discord.guild.members[house.discord.world.bot.id]
    (own,) = [role for role in me.roles if role != house.discord.guild.id]
    house.discord.guild.roles[own].permissions = int(BOT | MAKING)
    house.discord.world.change_role(house.discord.guild, house.discord.guild.roles[own])


async def test_a_moderator_names_what_there_is(house: House) -> None:
    staff, role = house.discord.add_channel("staff"), house.discord.role("Referees")
    done = await house.slash(
        house.gm,
        "start server",
        ELSEWHERE,
        rulebook="gcw",
        name="Twilight",
        zone="Europe/Berlin",
        hour=18,
        channel=house.channel,
        desk=staff,
        role=role,
    )
    assert done.ephemeral and "Europe/Berlin" in done.words and "18:00" in done.words
    assert f"**Twilight** is open: the invitation with its *Join* button is in {house.channel.mention}." in done.words
    settings = await house.service.desk.store.settings(house.discord.guild.id)
    assert settings.moderator_roles == (role.id,) and settings.moderator_channel == staff.id
    await house.delivered()
    (post,) = house.bystander.sees(CHANNEL)
    assert "**Twilight** is open to players: a game of Galactic Civil War, Episode II." in post.words
    assert buttons(post) == ["Join", "Play the tutorial", "What is all this"]


async def test_the_invitation_gives_seats_to_whoever_presses(house: House) -> None:
    await house.slash(house.gm, "start server", CHANNEL, rulebook="gcw", name="Twilight")
    await house.delivered()
    post = house.bystander.sees(CHANNEL)[-1]
    first = await (await house.red.click(post, "Join")).final()
    second = await (await house.blue.click(post, "Join")).final()
    assert "You are **red** in Twilight." in first.words and "You are **blue** in Twilight." in second.words
    assert "whoever made it starts it with `/game start`" in first.words
    again = await (await house.red.click(post, "Join")).final()
    assert "You sit in Twilight already, as red." in again.words
    started = await house.slash(house.gm, "game start")
    assert "Twilight begins." in started.words
    late = await (await house.bystander.click(post, "Join")).final()
    assert "You are **green** in Twilight." in late.words


async def test_channels_and_the_role_are_made_where_that_is_wished(house: House) -> None:
    let_make(house)
    guild = house.discord.guild
    house.discord.world.remove_channel(house.channel)
    done = await house.slash(house.gm, "start server", ELSEWHERE, rulebook="gcw", name="Twilight", make=True)
    assert "Made: #campaign." in done.words and "Made: #game-masters." in done.words
    campaign, desk = house.discord.channel("campaign"), house.discord.channel("game-masters")
    assert campaign.topic and "What everybody hears" in campaign.topic
    seen = [channel.name for channel in house.red.channels()]
    assert "campaign" in seen and "game-masters" not in seen
    role = next(role for role in guild.roles.values() if role.name == "Game master")
    settings = await house.service.desk.store.settings(guild.id)
    assert (settings.moderator_channel, settings.moderator_roles) == (desk.id, (role.id,))
    again = await house.slash(house.gm, "start server", ELSEWHERE, make=True)
    assert "Made:" not in again.words and [one.name for one in guild.channels.values()].count("campaign") == 1


async def test_what_is_lacking_is_told_with_its_place(house: House) -> None:
    done = await house.slash(house.gm, "start server", ELSEWHERE, make=True)
    assert "I may not make channels and make roles in this server" in done.words
    closed = house.discord.add_channel("closed")
    me = house.discord.world.bot.id
    closed.overwrites[me] = Overwrite(me, 1, deny=int(Permission.CREATE_PRIVATE_THREADS))
    house.discord.world.tell("channel.update", closed)
    refused = await house.slash(house.gm, "start server", ELSEWHERE, rulebook="gcw", name="Dawn", channel=closed)
    assert f"{closed.mention}: In this channel I may not create private threads; a game needs that." in refused.words
    assert "No game was made yet" in refused.words
    assert [game.name for game in await house.service.desk.directory.games(house.discord.guild.id)] == []


async def test_a_misspelt_time_zone_changes_nothing(house: House) -> None:
    refused = await house.slash(house.gm, "start server", zone="Europe/Berlim", hour=18)
    assert "Europe/Berlim is no time zone. Did you mean Europe/Berlin" in refused.words
    assert (await house.service.desk.store.settings(house.discord.guild.id)).time_zone == "UTC"


async def test_only_moderators_set_a_server_up(house: House) -> None:
    refused = await house.slash(house.red, "start server", rulebook="gcw")
    assert "That is for moderators of this server." in refused.words
