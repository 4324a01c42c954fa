"""Guilds and interactions as the gateway tells of them."""

from sandbox.model.asked.commands import IN_BOT_DM, IN_GUILD
from sandbox.model.asked.interactions import Interaction, installed
from sandbox.model.clock import stamp
from sandbox.model.guilds import Guild
from sandbox.model.payload import Json
from sandbox.model.world import World

ATTACHMENT_LIMIT = 10 * 1024 * 1024
"""Bytes that each file of the bot may have, as every interaction tells it."""


def guild_create(world: World, guild: Guild, everyone: bool) -> Json:
    """A guild as GUILD_CREATE tells it: with channels, the threads the bot sees, and members: the bot or all."""
    members = [member for member in guild.members.values() if everyone or member.id == world.bot.id]
    threads = [thread for thread in guild.threads() if not thread.archived and world.sees(world.bot, thread)]
    return guild.payload() | {
        "joined_at": stamp(guild.members[world.bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [member.payload() for member in members],
        "channels": [channel.payload() for channel in guild.channels.values() if not channel.is_thread],
        "threads": [thread.payload(world.bot) for thread in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def interaction_create(world: World, interaction: Interaction) -> Json:
    """An interaction as INTERACTION_CREATE tells it, with the permissions of its user and of the bot."""
    channel, user = interaction.channel, interaction.user
    guild = channel.guild
    held = str(world.permissions(user, channel))
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel.payload() | {"permissions": held, "nsfw": channel.nsfw},
        "app_permissions": str(world.app_permissions(channel)),
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": installed(guild),
        "context": IN_GUILD if guild else IN_BOT_DM,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if guild is None:
        payload["user"] = user.payload()
    else:
        payload["guild_id"] = str(guild.id)
        payload["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
        payload["guild_locale"] = guild.locale
        payload["member"] = guild.members[user.id].payload() | {"permissions": held}
    if interaction.source is not None:
        payload["message"] = interaction.source.payload(world.bot.id)
    return payload
