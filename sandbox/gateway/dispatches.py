"""Dispatches: how the gateway tells of each thing that happens, and to sessions with which intents."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntFlag

from sandbox.gateway.payloads import guild_create, interaction_create
from sandbox.model.events import Event
from sandbox.model.guilds import Channel, Message
from sandbox.model.payload import Json
from sandbox.model.world import World


class Intent(IntFlag):
    """Kinds of event that a session can ask to be told of."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A gateway event, for sessions with any of these intents (0: for all).

    `veiled` says that its words need an intent of their own.
    """

    name: str
    data: Json
    intent: int
    veiled: bool = False

    def is_for(self, intents: int) -> bool:
        """True for a session with intents that it is told with."""
        return not self.intent or bool(self.intent & intents)

    def for_intents(self, intents: int) -> "Dispatch":
        """The event as a session with these intents gets it: without MESSAGE_CONTENT, others' words are left out."""
        if not self.veiled or intents & Intent.MESSAGE_CONTENT:
            return self
        bare = {"content": "", "embeds": [], "attachments": [], "components": []}
        return Dispatch(self.name, self.data | bare, self.intent)


def dispatches(world: World, event: Event) -> Iterator[Dispatch]:
    """The gateway events that one thing amounts to, as far as the bot sees it."""
    kind, guild, channel, data = event.kind, event.guild, event.channel, event.data or {}
    family = kind.partition(".")[0]
    guild_id = {"guild_id": str(guild.id)} if guild else {}
    if family == "message" and event.message is not None and channel is not None:
        yield from _of_message(world, kind, event.message, channel)
    elif family == "role":
        yield Dispatch(f"GUILD_ROLE_{_verb(kind)}", guild_id | data, Intent.GUILDS)
    elif family == "guild" and guild is not None:
        told: Json = {"id": str(guild.id)}
        if kind == "guild.update":
            told = guild.payload() | {"stage_instances": [], "guild_scheduled_events": []}
        if kind == "guild.create":
            told = guild_create(world, guild, everyone=False)
            del told["unavailable"]  # its absence tells a guild just joined from one that is back
        yield Dispatch(f"GUILD_{_verb(kind)}", told, Intent.GUILDS)
    elif family == "member" and event.member is not None:
        is_bot = event.member.user is world.bot
        about = {"user": event.member.user.payload()} if kind == "member.remove" else event.member.payload()
        name = f"GUILD_MEMBER_{_verb(kind)}"
        yield Dispatch(name, guild_id | about, Intent.GUILDS if is_bot else Intent.GUILD_MEMBERS)
    elif kind == "commands.permissions":
        told = guild_id | data | {"application_id": str(world.bot.id)}
        yield Dispatch("APPLICATION_COMMAND_PERMISSIONS_UPDATE", told, 0)
    elif kind == "interaction.create" and event.interaction is not None:
        yield Dispatch("INTERACTION_CREATE", interaction_create(world, event.interaction), 0)
    elif channel is None or (channel.guild is None and kind != "typing"):
        return
    elif kind == "thread.members":
        yield from _of_membership(world, channel, data)
    elif kind == "pins":
        if world.sees(world.bot, channel):
            told = guild_id | {"channel_id": str(channel.id), "last_pin_timestamp": channel.last_pin}
            yield Dispatch("CHANNEL_PINS_UPDATE", told, Intent.GUILDS)
    elif kind in ("channel.create", "channel.update", "channel.delete"):
        yield Dispatch(f"CHANNEL_{_verb(kind)}", channel.payload(), Intent.GUILDS)
    elif kind == "thread.delete":
        told = {"id": str(channel.id), "type": channel.type} | guild_id
        told["parent_id"] = str(channel.parent.id) if channel.parent else None
        yield Dispatch("THREAD_DELETE", told, Intent.GUILDS)
    elif kind in ("thread.create", "thread.update") and world.sees(world.bot, channel):
        new = {"newly_created": True} if kind == "thread.create" else {}
        yield Dispatch(f"THREAD_{_verb(kind)}", channel.payload(world.bot) | new, Intent.GUILDS)
    elif kind == "typing" and data.get("user_id") != str(world.bot.id) and world.sees(world.bot, channel):
        intent = Intent.GUILD_MESSAGE_TYPING if guild else Intent.DIRECT_MESSAGE_TYPING
        yield Dispatch("TYPING_START", guild_id | data | {"timestamp": int(world.clock.seconds())}, intent)


def _verb(kind: str) -> str:
    return kind.partition(".")[2].upper()


def _of_message(world: World, kind: str, message: Message, channel: Channel) -> Iterator[Dispatch]:
    if message.ephemeral or not world.sees(world.bot, channel):
        return
    intent = Intent.GUILD_MESSAGES if channel.guild else Intent.DIRECT_MESSAGES
    if kind == "message.delete":
        gone: Json = {"id": str(message.id), "channel_id": str(channel.id)}
        yield Dispatch("MESSAGE_DELETE", gone | ({"guild_id": str(channel.guild.id)} if channel.guild else {}), intent)
        return
    mine = message.author is world.bot or world.bot in message.mentions or channel.guild is None
    yield Dispatch(f"MESSAGE_{_verb(kind)}", message.payload(world.bot.id), intent, veiled=not mine)


def _of_membership(world: World, thread: Channel, data: Json) -> Iterator[Dispatch]:
    bot = world.bot.id
    if bot in data["removed"] and not world.sees(world.bot, thread):
        gone = {
            "id": str(thread.id),
            "type": thread.type,
            "parent_id": str(thread.parent.id) if thread.parent else None,
        }
        yield Dispatch("THREAD_DELETE", gone | _guild_id(thread), Intent.GUILDS)
        return
    if not world.sees(world.bot, thread):
        return
    if bot in data["added"]:
        yield Dispatch("THREAD_CREATE", thread.payload(world.bot), Intent.GUILDS)
    added = [thread.thread_member(user) for user in data["added"] if user in thread.joined]
    told = _guild_id(thread) | {
        "id": str(thread.id),
        "member_count": min(len(thread.joined), 50),
        "added_members": added,
        "removed_member_ids": [str(user) for user in data["removed"]],
    }
    intent = Intent.GUILDS if bot in (*data["added"], *data["removed"]) else Intent.GUILD_MEMBERS
    yield Dispatch("THREAD_MEMBERS_UPDATE", told, intent)


def _guild_id(channel: Channel) -> Json:
    return {"guild_id": str(channel.guild.id)} if channel.guild else {}
