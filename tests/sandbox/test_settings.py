"""Settings of a guild's moderators and of a member's own app: who may use which command, languages, the system
channel.
"""

import discord as dpy
import pytest
from discord import app_commands

from sandbox import Permission, Player, Refused, Sandbox
from sandbox.model.asked.overrides import Kind, Override
from tests.sandbox.tiny_bot import TinyBot


def _sees(player: Player, command: str, channel: str = "general") -> bool:
    return command in {found.name for found in player.commands(channel)}


async def test_a_command_is_closed_to_everyone_and_open_to_a_role(
    discord: Sandbox, bot: TinyBot, alice: Player, bob: Player
) -> None:
    discord.member("Bob", roles=["Red"])
    discord.override("ok", {"@everyone": False, "Red": True})
    assert not _sees(alice, "ok") and _sees(bob, "ok")
    with pytest.raises(Refused, match="do not have permission"):
        await alice.slash("ok")
    assert (await bob.slash("ok")).content == "ok"


async def test_what_is_said_of_a_member_goes_before_what_is_said_of_roles(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    discord.member("Alice", roles=["Red"])
    discord.override("ok", {"Red": True, alice: False})
    assert not _sees(alice, "ok")


async def test_a_moderators_command_can_be_opened_to_others_and_moderators_keep_the_rest(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    assert not _sees(alice, "gm")
    discord.override("gm", {alice: True})
    assert _sees(alice, "gm")
    discord.override("gm", {})
    assert not _sees(alice, "gm")


async def test_the_whole_application_can_be_closed_but_for_one_command(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    admin = discord.member("Admin", roles=[discord.role("Admin", Permission.ADMINISTRATOR)])
    discord.override(None, {"@everyone": False})
    discord.override("ok", {"@everyone": True})
    assert {command.name for command in alice.commands("general")} == {"ok"}
    assert _sees(admin, "panel")
    discord.override(None, {"@everyone": True})
    assert not _sees(alice, "gm")  # opening all of them opens nothing that asks for permissions of its own


async def test_a_channel_can_be_closed(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    discord.override(None, {discord.channel("orders"): False})
    assert _sees(alice, "ok") and not _sees(alice, "ok", "orders")


async def test_all_channels_can_be_closed_but_for_one(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    everywhere = Override(discord.guild.id - 1, Kind.CHANNEL, False)
    here = Override(discord.channel("orders").id, Kind.CHANNEL, True)
    discord.world.override(discord.guild, discord.world.bot.id, [everywhere, here])
    assert not _sees(alice, "ok") and _sees(alice, "ok", "orders")


async def test_the_bot_reads_what_was_changed_and_hears_of_it(discord: Sandbox, bot: TinyBot, alice: Player) -> None:
    (command,) = [found for found in await bot.tree.fetch_commands(guild=bot.home) if found.name == "ok"]
    guild = bot.get_guild(discord.guild.id)
    assert guild is not None
    with pytest.raises(dpy.NotFound):
        await command.fetch_permissions(guild)
    heard: list[app_commands.AppCommandPermissions] = []

    async def on_raw_app_command_permissions_update(event: dpy.RawAppCommandPermissionsUpdateEvent) -> None:
        heard.extend(event.permissions)

    bot.event(on_raw_app_command_permissions_update)
    discord.override("ok", {"@everyone": False, alice: True})
    told = await command.fetch_permissions(guild)
    assert [(one.id, one.permission) for one in told.permissions] == [(guild.id, False), (alice.id, True)]
    await discord.until(lambda: len(heard) == 2)


async def test_an_interaction_tells_the_languages_of_member_and_guild(
    discord: Sandbox, bot: TinyBot, alice: Player
) -> None:
    heard: list[tuple[dpy.Locale, dpy.Locale | None]] = []

    async def on_interaction(interaction: dpy.Interaction) -> None:
        heard.append((interaction.locale, interaction.guild_locale))

    bot.event(on_interaction)
    alice.user.locale, discord.guild.locale = "de", "pt-BR"
    await alice.slash("ok")
    await discord.until(lambda: bool(heard))
    assert heard == [(dpy.Locale.german, dpy.Locale.brazil_portuguese)]


async def test_the_first_channel_of_a_guild_is_its_system_channel_until_it_goes(discord: Sandbox, bot: TinyBot) -> None:
    guild = bot.get_guild(discord.guild.id)
    assert guild is not None and guild.system_channel is not None and guild.system_channel.name == "general"
    discord.world.set_system_channel(discord.guild, discord.channel("orders"))
    await discord.until(lambda: guild.system_channel is not None and guild.system_channel.name == "orders")
    discord.delete("orders")
    await discord.until(lambda: guild.system_channel is None)
    assert (await bot.http.get_guild(guild.id))["system_channel_id"] is None
