"""What a member's client does: checks what is chosen as Discord's does, and makes interactions of it."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sandbox.client.forms import filled_in
from sandbox.client.values import Field, File, Given, Refused, Resolver, option_value, select_values
from sandbox.limits.component_limits import BUTTON, LINK, SELECTS, interactive
from sandbox.limits.message_limits import LONGEST_CONTENT
from sandbox.model import commands as kinds
from sandbox.model.channels import Channel, ChannelType, Message
from sandbox.model.commands import Command
from sandbox.model.events import Event
from sandbox.model.interactions import NO_ANSWER, Interaction, InteractionType
from sandbox.model.payload import Json
from sandbox.model.people import Member, Permission

if TYPE_CHECKING:
    from sandbox.server import Sandbox

__all__ = [
    "Field",
    "File",
    "Given",
    "Refused",
    "autocomplete",
    "command",
    "component",
    "menu",
    "offered",
    "say",
    "submit",
]

ATTACHMENT_LIMIT = 10 * 1024 * 1024
"""Bytes that each file of the bot may have, as every interaction tells it."""


def offered(sandbox: "Sandbox", member: Member, channel: Channel) -> list[Command]:
    """The slash commands a member is shown in a channel."""
    held = sandbox.world.permissions(member.user, channel)
    guild_id = channel.guild.id if channel.guild else None
    return [command for command in sandbox.commands.usable(guild_id) if command.open_to(held)]


def command(
    sandbox: "Sandbox", member: Member, channel: Channel, path: str, options: Mapping[str, Given]
) -> Interaction:
    """Run a slash command by its path. Refused where Discord's client would not send it."""
    found, leaf, above = _find(sandbox, member, channel, path)
    resolver = Resolver(sandbox, channel)
    values: list[Json] = []
    for name in options:
        if name not in {option["name"] for option in leaf.get("options", ())}:
            known = ", ".join(option["name"] for option in leaf.get("options", ())) or "none"
            raise Refused(f"/{path} has no option {name}. It has: {known}.")
    for option in leaf.get("options", ()):
        given = options.get(option["name"])
        if given is None:
            if option.get("required"):
                raise Refused(f"/{path} needs the option {option['name']}.")
            continue
        value = option_value(option, given, resolver)
        values.append({"name": option["name"], "type": option["type"], "value": value})
    data = _command_data(found, above, values, resolver)
    return _begin(sandbox, InteractionType.COMMAND, member, channel, data, command=path)


def menu(sandbox: "Sandbox", member: Member, channel: Channel, name: str, target: Message | Member) -> Interaction:
    """Use a command of a message's or a member's menu."""
    kind = kinds.ON_MESSAGE if isinstance(target, Message) else kinds.ON_USER
    found = sandbox.commands.find(channel.guild.id if channel.guild else None, name, kind)
    held = sandbox.world.permissions(member.user, channel)
    if found is None or not found.open_to(held):
        raise Refused(f"There is no {name} in that menu.")
    resolver = Resolver(sandbox, channel)
    if isinstance(target, Message):
        if not sandbox.world.sees_message(member.user, target):
            raise Refused("That message is not there for you.")
        resolved: Json = {"messages": {str(target.id): target.payload(sandbox.world.bot.id)}}
    else:
        resolver.user(target)
        resolved = resolver.payload()
    data: Json = {"id": str(found.id), "name": found.name, "type": kind, "target_id": str(target.id)}
    if found.guild_id is not None:
        data["guild_id"] = str(found.guild_id)
    data["resolved"] = resolved
    return _begin(sandbox, InteractionType.COMMAND, member, channel, data, command=name)


def autocomplete(
    sandbox: "Sandbox",
    member: Member,
    channel: Channel,
    path: str,
    focused: str,
    typed: str,
    options: Mapping[str, Given],
) -> Interaction:
    """Ask the bot for choices for one option as typed so far; the other options as far as they are filled in."""
    found, leaf, above = _find(sandbox, member, channel, path)
    wanted = next((option for option in leaf.get("options", ()) if option["name"] == focused), None)
    if wanted is None or not wanted.get("autocomplete"):
        raise Refused(f"/{path} offers nothing for {focused}.")
    resolver = Resolver(sandbox, channel)
    values: list[Json] = []
    for option in leaf["options"]:
        if option is wanted:
            values.append({"name": focused, "type": option["type"], "value": typed, "focused": True})
        elif (given := options.get(option["name"])) is not None:
            value = given if isinstance(given, str) else option_value(option, given, resolver)
            values.append({"name": option["name"], "type": option["type"], "value": value})
    data = _command_data(found, above, values, resolver)
    return _begin(
        sandbox, InteractionType.AUTOCOMPLETE, member, channel, data, command=path, focused=int(wanted["type"])
    )


def component(
    sandbox: "Sandbox", member: Member, message: Message, custom_id: str, values: Sequence[str]
) -> Interaction:
    """Press a button or choose from a select of a message."""
    if not sandbox.world.sees_message(member.user, message) or message.id not in message.channel.messages:
        raise Refused("That message is not there for you.")
    found = interactive(message.components, custom_id)
    if found is None:
        raise Refused("That control is not there any more.")
    if found.get("disabled"):
        raise Refused("That control is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found.get("id", 0)}
    if found["type"] in SELECTS:
        resolver = Resolver(sandbox, message.channel)
        data["values"] = select_values(found, values, resolver)
        if resolved := resolver.payload():  # a select of texts resolves nothing, and then has no such key
            data["resolved"] = resolved
    elif found["type"] != BUTTON or found.get("style") == LINK:
        raise Refused("That is nothing to press.")
    return _begin(sandbox, InteractionType.COMPONENT, member, message.channel, data, source=message)


def submit(sandbox: "Sandbox", member: Member, modal_id: int, fields: Mapping[str, Field]) -> Interaction:
    """Send in a form. It stays open until the bot has taken it."""
    modal = sandbox.interactions.modals.get(modal_id)
    if modal is None or modal.interaction.user is not member.user:
        raise Refused("That form is no longer open.")
    opener = modal.interaction
    if not sandbox.world.sees(member.user, opener.channel):
        raise Refused("That channel is no longer there for you.")
    resolver = Resolver(sandbox, opener.channel)
    components = filled_in(modal, fields, resolver)
    data: Json = {"custom_id": modal.custom_id, "components": components}
    if resolved := resolver.payload():
        data["resolved"] = resolved
    interaction = _begin(
        sandbox, InteractionType.MODAL, member, opener.channel, data, source=opener.source, command=opener.command
    )
    interaction.submitted = modal
    return interaction


def say(sandbox: "Sandbox", member: Member, channel: Channel, content: str) -> Message:
    """Say something as a member."""
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    held = sandbox.world.permissions(member.user, channel)
    if channel.type == ChannelType.CATEGORY or held & needed != needed:
        raise Refused("You do not have permission to send messages in this channel.")
    if channel.locked and not held & Permission.MANAGE_THREADS:
        raise Refused("This thread is locked.")
    if not content.strip():
        raise Refused("A message needs some words.")
    if len(content) > LONGEST_CONTENT:
        raise Refused(f"A message has at most {LONGEST_CONTENT} characters; this has {len(content)}.")
    return sandbox.world.say(member.user, channel, content.strip())


def _find(sandbox: "Sandbox", member: Member, channel: Channel, path: str) -> tuple[Command, Json, list[Json]]:
    """The command, the part of it that the path names, and the groups above that part."""
    names = path.removeprefix("/").split()
    guild_id = channel.guild.id if channel.guild else None
    found = sandbox.commands.find(guild_id, names[0]) if names else None
    held = sandbox.world.permissions(member.user, channel)
    if found is None or not held & Permission.VIEW_CHANNEL:
        raise Refused(f"There is no command /{path} here.")
    if not found.open_to(held):
        raise Refused(f"You do not have permission to use /{path} here.")
    named = found.leaf(names[1:])
    if named is None:
        raise Refused(f"There is no command /{path} here.")
    return found, *named


def _command_data(found: Command, above: list[Json], values: list[Json], resolver: Resolver) -> Json:
    options = values
    for group in reversed(above):
        options = [{"name": group["name"], "type": group["type"], "options": options}]
    data: Json = {"id": str(found.id), "name": found.name, "type": kinds.CHAT_INPUT, "options": options}
    if found.guild_id is not None:
        data["guild_id"] = str(found.guild_id)
    if resolved := resolver.payload():
        data["resolved"] = resolved
    return data


def _begin(
    sandbox: "Sandbox",
    kind: InteractionType,
    member: Member,
    channel: Channel,
    data: Json,
    source: Message | None = None,
    command: str | None = None,
    focused: int | None = None,
) -> Interaction:
    """Open an interaction, tell the bot of it, and start the seconds it has to answer."""
    interaction = sandbox.interactions.open(kind, member.user, channel, data, source, command)
    interaction.focused = focused
    payload = _payload(sandbox, interaction)
    if sandbox.gateway.dispatch("INTERACTION_CREATE", payload, channel.guild):
        loop = asyncio.get_running_loop()
        interaction.deadline = loop.call_later(sandbox.acknowledge_within, _give_up, sandbox, interaction)
    else:
        _give_up(sandbox, interaction)
    return interaction


def _give_up(sandbox: "Sandbox", interaction: Interaction) -> None:
    """The bot has not answered in time: from now on the interaction is unknown to it."""
    if interaction.settled:
        return
    interaction.failure = NO_ANSWER
    interaction.touch()
    if interaction.type != InteractionType.AUTOCOMPLETE:
        data = {
            "id": str(interaction.id),
            "reason": NO_ANSWER,
            "channel_id": str(interaction.channel.id),
            "command": interaction.command if interaction.type == InteractionType.COMMAND else None,
            "message_id": str(interaction.source.id) if interaction.source else None,
        }
        channel, only = interaction.channel, interaction.user.id
        sandbox.world.bus.tell(Event("interaction.failed", channel.guild, channel, only=only, data=data))


def _payload(sandbox: "Sandbox", interaction: Interaction) -> Json:
    """The interaction as the gateway tells it."""
    channel, user, world = interaction.channel, interaction.user, sandbox.world
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
        "channel": channel.payload() | {"permissions": held},
        "app_permissions": str(world.app_permissions(channel)),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": sandbox.installed(guild),
        "context": kinds.IN_GUILD if guild else kinds.IN_BOT_DM,
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
