"""Discord's app in the hands of a member: what they are shown, and what it lets them do.

What is chosen is checked as Discord's own app checks it, and refused (`Refused`) where that would not send it.
"""

from collections.abc import Mapping, Sequence

from sandbox.client.forms import filled_in
from sandbox.client.values import Field, Given, Refused, Resolver, option_value, select_values
from sandbox.client.views import Subscription, view
from sandbox.limits.message_limits import LONGEST_CONTENT
from sandbox.model.asked.commands import CHAT_INPUT, ON_MESSAGE, ON_USER, Command
from sandbox.model.asked.interactions import Interaction, InteractionType
from sandbox.model.clock import PATIENCE
from sandbox.model.components import BUTTON, LINK, SELECTS, interactive
from sandbox.model.guilds import Channel, Member, Message
from sandbox.model.kinds import ChannelType
from sandbox.model.payload import Json
from sandbox.model.permissions import Permission
from sandbox.model.world import World


class Client:
    """The app of a member.

    Whatever asks the bot waits until the bot has acknowledged it or failed to; a failure is in `Interaction.failure`
    and told as an event too. Answers arrive as events.
    """

    def __init__(self, world: World, member: Member) -> None:
        self._world = world
        self._member = member

    def view(self) -> Json:
        """The whole of what the member sees, as Discord's JSON.

        {"guild": {id, name, owner_id}, "me": member, "roles": [role], "members": [member, bots too],
        "channels": [channel or thread or the direct conversation with the bot, each with the member's
        "permissions" in it], "messages": {channel id: [message, oldest first, at most 200]}, "now": time}.
        Ephemeral messages are the member's own only; private threads only those they are in (or may manage).
        """
        return view(self._world, self._member)

    def subscribe(self) -> Subscription:
        """The events from now on that the member may hear: iterate with `async for`, then `close()`.

        It listens from this call on, so nothing falls between a `view` taken right after and the first event.
        Each event is {"type": ..., "data": ...}:
        message.create, message.update   a whole message
        message.delete                   {id, channel_id}
        channel.create, thread.create, thread.update   a channel as in `view`
        channel.delete, thread.delete    {id}
        view                             the whole view again, after changes to roles, members or overwrites
        modal.open                       {id, channel_id, title, custom_id, components}; submit with its id
        interaction.failed               {id, reason, channel_id, command or null, message_id or null}
        typing                           {channel_id, user_id}
        clock                            {now, offset}
        commands.changed                 {}
        """
        return Subscription(self._world, self._member)

    def commands(self, channel: Channel) -> list[Command]:
        """The slash commands the member is shown in a channel; a guild's own hide global ones."""
        if channel.guild is not None and not self._world.at_home(channel.guild):
            return []
        usable = self._world.commands.usable(channel.guild.id if channel.guild else None)
        return [command for command in usable if self._world.may_use(self._member.user, channel, command)]

    async def command(self, channel: Channel, path: str, options: Mapping[str, Given]) -> Interaction:
        """Run a slash command by its path ("gcw battle fire").

        Option values: text, numbers and booleans as they are; members, channels, roles as ids (text or int) or
        as objects; files as `File`.
        """
        found, leaf, above = self._find(channel, path)
        resolver = Resolver(self._world, channel)
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
        interaction = self._open(InteractionType.COMMAND, channel, _command_data(found, above, values, resolver))
        interaction.command = path
        return await self._ask(interaction)

    async def menu(self, channel: Channel, name: str, target: Message | Member) -> Interaction:
        """Use a command of the menu that a message or a member has."""
        kind = ON_MESSAGE if isinstance(target, Message) else ON_USER
        found = self._named(channel, name, kind)
        if found is None or not self._world.may_use(self._member.user, channel, found):
            raise Refused(f"There is no {name} in that menu.")
        if isinstance(target, Message):
            if not self._world.sees_message(self._member.user, target):
                raise Refused("That message is not there for you.")
            resolved: Json = {"messages": {str(target.id): target.payload(self._world.bot.id)}}
        else:
            resolver = Resolver(self._world, channel)
            resolver.user(target)
            resolved = resolver.payload()
        data: Json = {"id": str(found.id), "name": found.name, "type": kind, "target_id": str(target.id)}
        if found.guild_id is not None:
            data["guild_id"] = str(found.guild_id)
        interaction = self._open(InteractionType.COMMAND, channel, data | {"resolved": resolved})
        interaction.command = name
        return await self._ask(interaction)

    async def autocomplete(
        self, channel: Channel, path: str, focused: str, typed: str, options: Mapping[str, Given]
    ) -> list[Json]:
        """The choices ({name, value}) the bot offers for an option as typed so far; `options` is what is filled in."""
        found, leaf, above = self._find(channel, path)
        wanted = next((option for option in leaf.get("options", ()) if option["name"] == focused), None)
        if wanted is None or not wanted.get("autocomplete"):
            raise Refused(f"/{path} offers nothing for {focused}.")
        resolver = Resolver(self._world, channel)
        values: list[Json] = []
        for option in leaf["options"]:
            if option is wanted:
                values.append({"name": focused, "type": option["type"], "value": typed, "focused": True})
            elif (given := options.get(option["name"])) is not None:
                value = given if isinstance(given, str) else option_value(option, given, resolver)
                values.append({"name": option["name"], "type": option["type"], "value": value})
        interaction = self._open(InteractionType.AUTOCOMPLETE, channel, _command_data(found, above, values, resolver))
        interaction.command, interaction.focused = path, int(wanted["type"])
        return (await self._ask(interaction)).choices or []

    async def component(self, channel: Channel, message_id: int, custom_id: str, values: Sequence[str]) -> Interaction:
        """Press a button, or choose from a select (values: option values or ids), of a message in a channel."""
        message = channel.messages.get(message_id)
        if message is None:
            raise Refused("That message is gone.")
        if not self._world.sees_message(self._member.user, message):
            raise Refused("That message is not there for you.")
        found = interactive(message.components, custom_id)
        if found is None:
            raise Refused("That control is not there any more.")
        if found.get("disabled"):
            raise Refused("That control is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found.get("id", 0)}
        if found["type"] in SELECTS:
            resolver = Resolver(self._world, channel)
            data["values"] = select_values(found, values, resolver)
            if resolved := resolver.payload():  # a select of texts resolves nothing, and then has no such key
                data["resolved"] = resolved
        elif found["type"] != BUTTON or found.get("style") == LINK:
            raise Refused("That is nothing to press.")
        interaction = self._open(InteractionType.COMPONENT, channel, data)
        interaction.source = message
        return await self._ask(interaction)

    async def submit(self, modal_id: int, fields: Mapping[str, Field]) -> Interaction:
        """Send in a form, which stays open until the bot has taken it.

        `fields` maps custom ids to text, a list of values, a boolean, or a list of `File`.
        """
        modal = self._world.interactions.modals.get(modal_id)
        if modal is None or modal.interaction.user is not self._member.user:
            raise Refused("That form is no longer open.")
        opener = modal.interaction
        if not self._world.sees(self._member.user, opener.channel):
            raise Refused("That channel is no longer there for you.")
        resolver = Resolver(self._world, opener.channel)
        data: Json = {"custom_id": modal.custom_id, "components": filled_in(modal, fields, resolver)}
        if resolved := resolver.payload():
            data["resolved"] = resolved
        interaction = self._open(InteractionType.MODAL, opener.channel, data)
        interaction.source, interaction.command, interaction.submitted = opener.source, opener.command, modal
        return await self._ask(interaction)

    def say(self, channel: Channel, content: str) -> Message:
        """Say something. Refused: no permission, a locked thread, no words or too many."""
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        held = self._world.permissions(self._member.user, channel)
        if channel.type == ChannelType.CATEGORY or held & needed != needed:
            raise Refused("You do not have permission to send messages in this channel.")
        if channel.locked and not held & Permission.MANAGE_THREADS:
            raise Refused("This thread is locked.")
        if not content.strip():
            raise Refused("A message needs some words.")
        if len(content) > LONGEST_CONTENT:
            raise Refused(f"A message has at most {LONGEST_CONTENT} characters; this has {len(content)}.")
        return self._world.say(self._member.user, channel, content.strip())

    def _named(self, channel: Channel, name: str, kind: int) -> Command | None:
        """The command of this name that there is in a channel: none in a guild that the bot is not in."""
        guild = channel.guild
        if guild is None:
            return self._world.commands.find(None, name, kind)
        return self._world.commands.find(guild.id, name, kind) if self._world.at_home(guild) else None

    def _find(self, channel: Channel, path: str) -> tuple[Command, Json, list[Json]]:
        """The command, the part of it that the path names, and the groups above that part."""
        names = path.removeprefix("/").split()
        found = self._named(channel, names[0], CHAT_INPUT) if names else None
        held = self._world.permissions(self._member.user, channel)
        if found is None or not held & Permission.VIEW_CHANNEL:
            raise Refused(f"There is no command /{path} here.")
        if not self._world.may_use(self._member.user, channel, found):
            raise Refused(f"You do not have permission to use /{path} here.")
        named = found.leaf(names[1:])
        if named is None:
            raise Refused(f"There is no command /{path} here.")
        return found, *named

    def _open(self, kind: InteractionType, channel: Channel, data: Json) -> Interaction:
        return self._world.interactions.open(kind, self._member.user, channel, data)

    async def _ask(self, interaction: Interaction) -> Interaction:
        """Have the bot told of an interaction, and wait until it has acknowledged it, or its time is over."""
        self._world.ask(interaction)
        seconds = self._world.interactions.acknowledge_within + PATIENCE
        await interaction.until(lambda: interaction.settled, seconds)
        return interaction


def _command_data(found: Command, above: list[Json], values: list[Json], resolver: Resolver) -> Json:
    options = values
    for group in reversed(above):
        options = [{"name": group["name"], "type": group["type"], "options": options}]
    data: Json = {"id": str(found.id), "name": found.name, "type": CHAT_INPUT, "options": options}
    if found.guild_id is not None:
        data["guild_id"] = str(found.guild_id)
    if resolved := resolver.payload():
        data["resolved"] = resolved
    return data
