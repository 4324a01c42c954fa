"""The world of the sandbox: who and what exists, who may see it, and the changes that are made to it."""

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

from sandbox.model.application import Addresses, Application
from sandbox.model.asked.commands import Command, Commands
from sandbox.model.asked.interactions import NO_ANSWER, Interaction, Interactions, InteractionType
from sandbox.model.asked.overrides import Override, Overrides
from sandbox.model.clock import Clock, later, stamp
from sandbox.model.events import Bus, Event, Kind
from sandbox.model.files import Files
from sandbox.model.guilds import Channel, Guild, Member, Message, Overwrite
from sandbox.model.kinds import ChannelType, MessageFlag, MessageType
from sandbox.model.mentions import find_mentions
from sandbox.model.people import Role, User, Welcome
from sandbox.model.permissions import EVERYBODY, EVERYTHING, Permission
from sandbox.model.starts import Starts

MOST_ACTIVE_THREADS = 1_000
"""Threads of a guild that may be open at once."""

NONCE_MEMORY = 300.0
"""Seconds for which a message's nonce is remembered."""


class World:
    """All that this Discord holds, with indexes by id. Changes are told on `bus`; who listens is unknown here.

    `most_active_threads` is how many threads of a guild may be open at once; tests set it low. `latency` is how many
    seconds (real ones) everything between the bot and here takes, each way.
    """

    def __init__(
        self, clock: Clock, application: Application, addresses: Addresses, acknowledge_within: float, starts: Starts
    ) -> None:
        self.clock = clock
        self.starts = starts
        self.application = application
        self.addresses = addresses
        self.bus = Bus()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.dms: dict[int, Channel] = {}
        self.files = Files(clock, addresses)
        self.commands = Commands()
        self.overrides = Overrides()
        self.interactions = Interactions(clock, acknowledge_within)
        self._nonces: OrderedDict[tuple[int, str], tuple[float, Message]] = OrderedDict()
        self.most_active_threads = MOST_ACTIVE_THREADS
        self.latency = 0.0
        self.welcome: Welcome | None = None
        self._skip_hooks: list[Callable[[float], Awaitable[None]]] = []
        self.bot = self.add_user(application.name, application.name, bot=True)

    def tell(self, kind: Kind, channel: Channel | None = None, message: Message | None = None) -> None:
        """Tell of something that happened in a channel."""
        only = message.viewer if message else None
        self.bus.tell(Event(kind, channel.guild if channel else None, channel, message, only=only))

    # People

    def add_user(self, name: str, display_name: str, bot: bool = False) -> User:
        """Somebody new on Discord, in no guild yet."""
        user = User(self.clock.snowflake(), name, display_name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: str = "Owner") -> Guild:
        """A guild with @everyone, an owner and the bot with its managed role; no channels yet."""
        head = next((user for user in self.users.values() if user.display_name == owner and not user.bot), None)
        head = head or self.add_user(owner.lower().replace(" ", "_"), owner)
        guild = Guild(self.clock.snowflake(), name, head.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", int(EVERYBODY), 0)
        self.guilds[guild.id] = guild
        guild.members[head.id] = Member(head, guild, self.clock.now())
        self.invite(guild)
        return guild

    def invite(self, guild: Guild) -> None:
        """The bot comes into a guild, for the first time or again, with a role of its own above all others."""
        highest = max(role.position for role in guild.roles.values())
        own = Role(self.clock.snowflake(), self.bot.display_name, self.application.permissions, highest + 1)
        own.managed_by = self.bot.id
        guild.roles[own.id] = own
        guild.members[self.bot.id] = Member(self.bot, guild, self.clock.now(), [own.id])
        self.bus.tell(Event("guild.create", guild))

    def expel(self, guild: Guild) -> None:
        """The bot leaves a guild, or is thrown out: its role goes, its places in threads, and the guild's commands."""
        self.commands.clear(guild.id)
        self.overrides.forget(guild)
        self.remove_member(guild.members[self.bot.id])
        for role in [role for role in guild.roles.values() if role.managed_by == self.bot.id]:
            self.remove_role(guild, role)
        self.bus.tell(Event("guild.delete", guild))
        self.bus.tell(Event("commands.changed", guild, data={}))

    def at_home(self, guild: Guild) -> bool:
        """True for a guild that the bot is in."""
        return self.bot.id in guild.members

    def homes(self) -> list[Guild]:
        """The guilds that the bot is in."""
        return [guild for guild in self.guilds.values() if self.at_home(guild)]

    def add_member(self, guild: Guild, user: User, roles: Iterable[Role] = ()) -> Member:
        member = Member(user, guild, self.clock.now(), [role.id for role in roles])
        guild.members[user.id] = member
        self.bus.tell(Event("member.add", guild, member=member))
        return member

    def remove_member(self, member: Member) -> None:
        """A member leaves, or is thrown out; also out of the threads they had joined."""
        del member.guild.members[member.id]
        for thread in member.guild.threads():
            thread.joined.pop(member.id, None)
        self.bus.tell(Event("member.remove", member.guild, member=member))

    def set_roles(self, member: Member, roles: Iterable[int]) -> None:
        member.roles = list(dict.fromkeys(roles))
        self.bus.tell(Event("member.update", member.guild, member=member))

    def add_role(self, guild: Guild, name: str, permissions: int = 0, color: int = 0) -> Role:
        """A new role, just under the bot's own, so that the bot can give it."""
        ceiling = guild.members[self.bot.id].top if self.at_home(guild) else len(guild.roles)
        for role in guild.roles.values():
            if role.position >= ceiling:
                role.position += 1
        role = Role(self.clock.snowflake(), name, int(permissions), ceiling, color)
        guild.roles[role.id] = role
        self.bus.tell(Event("role.create", guild, data={"role": role.payload()}))
        return role

    def change_role(self, guild: Guild, role: Role) -> None:
        """Tell that a role was changed."""
        self.bus.tell(Event("role.update", guild, data={"role": role.payload()}))

    def remove_role(self, guild: Guild, role: Role) -> None:
        del guild.roles[role.id]
        for member in guild.members.values():
            if role.id in member.roles:
                member.roles.remove(role.id)
        for channel in guild.channels.values():
            channel.overwrites.pop(role.id, None)
        self.bus.tell(Event("role.delete", guild, data={"role_id": str(role.id)}))

    # Channels

    def add_channel(
        self,
        guild: Guild,
        name: str,
        kind: int = ChannelType.TEXT,
        topic: str | None = None,
        parent: Channel | None = None,
        overwrites: Iterable[Overwrite] = (),
    ) -> Channel:
        position = sum(1 for channel in guild.channels.values() if not channel.is_thread)
        channel = Channel(self.clock.snowflake(), kind, guild, name, topic, position, parent)
        channel.overwrites = {overwrite.id: overwrite for overwrite in overwrites}
        self._place(channel)
        self.tell("channel.create", channel)
        if guild.system_channel is None and kind == ChannelType.TEXT and len(guild.channels) == 1:
            self.set_system_channel(guild, channel)
        return channel

    def set_system_channel(self, guild: Guild, channel: Channel | None) -> None:
        """Say where a guild's own notices go; a new guild's first channel is its system channel."""
        guild.system_channel = channel
        self.bus.tell(Event("guild.update", guild))

    def _place(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel

    def change_channel(self, channel: Channel) -> None:
        """Tell that a channel or thread was changed."""
        self.tell("thread.update" if channel.is_thread else "channel.update", channel)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread; a category only lets go of its channels."""
        if channel.guild is not None:
            for child in [child for child in channel.guild.channels.values() if child.parent is channel]:
                if child.is_thread:
                    self.remove_channel(child)
                else:
                    child.parent = None
            del channel.guild.channels[channel.id]
            if channel.guild.system_channel is channel:
                self.set_system_channel(channel.guild, None)
        del self.channels[channel.id]
        self.tell("thread.delete" if channel.is_thread else "channel.delete", channel)

    def open_dm(self, user: User) -> Channel:
        """The direct conversation of a user with the bot, made when first asked for."""
        if user.id not in self.dms:
            channel = Channel(self.clock.snowflake(), ChannelType.DM, None, user.display_name)
            channel.recipients = [user, self.bot]
            self.dms[user.id] = channel
            self._place(channel)
            self.tell("channel.create", channel)
        return self.dms[user.id]

    def add_thread(
        self, parent: Channel, name: str, owner: User, kind: int, minutes: int = 1440, start: Message | None = None
    ) -> Channel:
        """A thread of `parent`, its owner in it. One started from a message has the message's id."""
        identity = start.id if start else self.clock.snowflake()
        thread = Channel(identity, kind, parent.guild, name, parent=parent, owner_id=owner.id, archive_minutes=minutes)
        thread.made_at = thread.archived_at = self.clock.now()
        thread.joined[owner.id] = self.clock.now()
        self._place(thread)
        self.tell("thread.create", thread)
        if start is not None:
            start.thread = thread
            start.flags |= MessageFlag.HAS_THREAD
            self.tell("message.update", parent, start)
        elif kind != ChannelType.PRIVATE_THREAD:
            line = Message(
                self.clock.snowflake(), parent, owner, self.clock.now(), name, type=MessageType.THREAD_CREATED
            )
            line.thread = thread
            self.post(line)
        return thread

    def join_thread(self, thread: Channel, user: User) -> None:
        if user.id not in thread.joined:
            thread.joined[user.id] = self.clock.now()
            data = {"added": [user.id], "removed": []}
            self.bus.tell(Event("thread.members", thread.guild, thread, data=data))

    def leave_thread(self, thread: Channel, user: User) -> None:
        if thread.joined.pop(user.id, None) is not None:
            data = {"added": [], "removed": [user.id]}
            self.bus.tell(Event("thread.members", thread.guild, thread, data=data))

    def archive_idle(self) -> None:
        """Archive the threads in which nothing was said for as long as they keep open."""
        for guild in self.guilds.values():
            for thread in guild.threads():
                touched = thread.archived_at
                if not thread.archived and touched and later(touched, thread.archive_minutes * 60) <= self.clock.now():
                    self.archive(thread, True)

    def archive(self, thread: Channel, archived: bool) -> None:
        thread.archived = archived
        thread.archived_at = self.clock.now()
        self.change_channel(thread)

    # Messages

    def post(self, message: Message) -> Message:
        """Say a message. In an archived thread that opens it again, which only people and interactions can do."""
        channel = message.channel
        channel.add(message)
        if channel.is_thread:
            if channel.archived:
                self.archive(channel, False)
            channel.archived_at = message.sent_at
            if not message.ephemeral:
                for user in (message.author, *self._called(message)):
                    self.join_thread(channel, user)
        self.tell("message.create", channel, message)
        return message

    def _called(self, message: Message) -> list[User]:
        """Those whom a message brings into its thread by pinging them: who see the channel, where that is allowed."""
        thread, parent = message.channel, message.channel.parent
        manages = self.may(message.author, thread, Permission.MANAGE_THREADS)
        if parent is None or (thread.private and not thread.invitable and not manages):
            return []
        return [user for user in message.mentions if self.sees(user, parent)]

    def say(self, author: User, channel: Channel, content: str) -> Message:
        """Plain words of a person, pinging those they name."""
        message = Message(self.clock.snowflake(), channel, author, self.clock.now(), content)
        find_mentions(message, None)
        return self.post(message)

    def change_message(self, message: Message, edited: bool = True) -> None:
        """Tell that a message was changed; `edited` puts the time of edit on it."""
        if edited:
            message.edited_at = self.clock.now()
        self.tell("message.update", message.channel, message)

    def remove_message(self, message: Message) -> None:
        message.channel.drop(message)
        self.tell("message.delete", message.channel, message)

    def pin(self, message: Message, pinned: bool) -> None:
        """Pin a message, which its channel says in a line of its own, or unpin it."""
        channel = message.channel
        message.pinned_at = self.clock.now() if pinned else None
        if pinned:
            channel.pins.append(message)
        else:
            channel.pins.remove(message)
        self.tell("message.update", channel, message)
        self.tell("pins", channel)
        if pinned:
            line = Message(self.clock.snowflake(), channel, self.bot, self.clock.now(), type=MessageType.PINNED)
            line.reference, line.reference_id = message, message.id
            self.post(line)

    def same_nonce(self, author: User, channel: Channel, nonce: str) -> Message | None:
        """The message that this author sent with this nonce within the last minutes, if it still stands."""
        self._forget_nonces()
        _, message = self._nonces.get((author.id, nonce), (0.0, None))
        if message is None or message.channel is not channel or message.id not in channel.messages:
            return None
        return message

    def remember_nonce(self, message: Message) -> None:
        """Remember a message by the nonce it was sent with."""
        if message.nonce is not None:
            key = (message.author.id, message.nonce)
            self._nonces[key] = (self.clock.seconds() + NONCE_MEMORY, message)
            self._nonces.move_to_end(key)

    def _forget_nonces(self) -> None:
        now = self.clock.seconds()
        while self._nonces and next(iter(self._nonces.values()))[0] <= now:
            self._nonces.popitem(last=False)

    # Interactions

    def ask(self, interaction: Interaction) -> None:
        """Have the bot told of an interaction, and start the seconds it has for its first answer."""
        guild, channel = interaction.channel.guild, interaction.channel
        self.bus.tell(Event("interaction.create", guild, channel, interaction=interaction))
        if interaction.delivered:
            seconds = self.interactions.acknowledge_within
            interaction.deadline = asyncio.get_running_loop().call_later(seconds, self._give_up, interaction)
        else:
            self._give_up(interaction)

    def _give_up(self, interaction: Interaction) -> None:
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
            self.bus.tell(Event("interaction.failed", channel.guild, channel, only=only, data=data))

    def give_up(self) -> None:
        """The seconds that the bot had for its first answer are over, for all that it has not answered."""
        for interaction in self.interactions.living():
            self._give_up(interaction)

    # Time

    def on_skip(self, hook: Callable[[float], Awaitable[None]]) -> None:
        """Have `hook(seconds)` called on every skip, after the clock has moved: a bot moves its own."""
        self._skip_hooks.append(hook)

    async def skip(self, seconds: float) -> None:
        """Move the clock forward; threads fall idle, tokens expire, and the hooks are called one after the other."""
        self.clock.skip(seconds)
        self.archive_idle()
        for hook in self._skip_hooks:
            await hook(seconds)
        self.bus.tell(Event("clock", data={"now": stamp(self.clock.now()), "offset": self.clock.offset}))

    # Commands

    def override(self, guild: Guild, target: int, changes: list[Override]) -> None:
        """A guild's moderators say who may use a command, or with the application's id all of them."""
        self.overrides.set(guild, target, changes)
        told = {"id": str(target), "permissions": [change.payload() for change in changes]}
        self.bus.tell(Event("commands.permissions", guild, data=told))
        self.bus.tell(Event("commands.changed", guild, data={}))

    def may_use(self, user: User, channel: Channel, command: Command) -> bool:
        """True for a user who may use a command in a channel: by what its guild's moderators say, else by its own."""
        held = self.permissions(user, channel)
        member = channel.guild.members.get(user.id) if channel.guild else None
        if member is None or held & Permission.ADMINISTRATOR or not held & Permission.USE_APPLICATION_COMMANDS:
            return command.open_to(held)
        if self.overrides.closed_in(channel, command.id, self.bot.id):
            return False
        if (said := self.overrides.verdict(member, command.id)) is not None:
            return said
        return self.overrides.verdict(member, self.bot.id) is not False and command.open_to(held)

    # Who may see what

    def may(self, user: User, channel: Channel, permission: int) -> bool:
        """True for a user who has all of these permissions in a channel. In a direct conversation both have them."""
        return self.permissions(user, channel) & permission == permission

    def permissions(self, user: User, channel: Channel) -> int:
        """The permissions of a user in a channel; none where they cannot see it."""
        if channel.guild is None:
            return EVERYTHING if user in channel.recipients else 0
        member = channel.guild.members.get(user.id)
        if member is None:
            return 0
        bits = member.permissions_in(channel)
        if channel.private and user.id not in channel.joined and not bits & Permission.MANAGE_THREADS:
            return 0
        return bits

    def app_permissions(self, channel: Channel) -> int:
        """The permissions of the bot where an interaction happens: in a private thread too that it is not in."""
        if channel.guild is None:
            return EVERYTHING
        return channel.guild.members[self.bot.id].permissions_in(channel)

    def sees(self, user: User, channel: Channel) -> bool:
        return self.may(user, channel, Permission.VIEW_CHANNEL)

    def sees_message(self, user: User, message: Message) -> bool:
        """True for a user who sees a message: never another's ephemeral one."""
        return message.is_for(user) and self.sees(user, message.channel)

    def seen_channels(self, member: Member) -> list[Channel]:
        """The channels and threads of the guild that a member sees, in the order of the list."""
        return [channel for channel in member.guild.channels.values() if self.sees(member.user, channel)]

    def seen_messages(self, user: User, channel: Channel, most: int | None = None) -> list[Message]:
        """The messages a user sees in a channel, oldest first; with `most`, the newest so many."""
        if not self.sees(user, channel):
            return []
        newest = (channel.messages[identity] for identity in reversed(channel.order))
        seen = (message for message in newest if message.is_for(user))
        return list(itertools.islice(seen, most))[::-1]
