"""The sandbox itself: one guild or more, the bot's REST and gateway, and what the page and the tests may do."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self
from weakref import WeakSet

from aiohttp import web

from sandbox.client import interact, views
from sandbox.client.interact import Given, Refused
from sandbox.client.player import Player, find_posts
from sandbox.gateway.gateway import Gateway
from sandbox.limits.faults import Faults
from sandbox.limits.message_limits import Upload, attachment
from sandbox.limits.rate_limits import RateLimits
from sandbox.limits.specification import Spec, Violation
from sandbox.model.channels import Attachment, Channel, ChannelType, Message, Overwrite
from sandbox.model.clock import Clock, stamp
from sandbox.model.commands import Commands
from sandbox.model.events import Event
from sandbox.model.interactions import Interaction, Interactions
from sandbox.model.payload import Json
from sandbox.model.people import BOT, Guild, Member, Role
from sandbox.model.world import World
from sandbox.rest.answering import make_app

PATIENCE = 15.0
"""Seconds that tests wait for something to happen before they are told that it did not."""


class Sandbox:
    """A Discord on 127.0.0.1, for one bot.

    `async with Sandbox(...) as discord:` starts and stops it. Addresses for the bot are `api_base` and
    `gateway_url`, its token is `token`; `url` is where a browser finds the page.

    channels            names of the text channels of the first guild
    bot_permissions     bits of the bot's own role
    spec                Discord's OpenAPI file; every request is then checked, mistakes are in `violations`
    acknowledge_within  seconds (real ones) that the bot has for its first answer
    rate_limits         whether Discord's limits are enforced with 429, or only told of in headers
    privileged          bits of the privileged intents that the bot is allowed
    seed                for faults that strike by chance
    """

    def __init__(
        self,
        port: int = 0,
        *,
        guild: str = "Umpire",
        owner: str = "Owner",
        channels: Iterable[str] = ("general",),
        bot_name: str = "Umpire",
        bot_permissions: int = BOT,
        token: str = "sandbox",
        spec: Path | None = None,
        acknowledge_within: float = 3.0,
        rate_limits: bool = False,
        privileged: int = 0,
        seed: int = 0,
        clock: Clock | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.token = token
        self.acknowledge_within = acknowledge_within
        self.privileged = privileged
        self.patience = PATIENCE
        self.world = World(self.clock, bot_name, bot_permissions)
        self.commands = Commands()
        self.interactions = Interactions(self.clock)
        self.faults = Faults(seed)
        self.limits = RateLimits(rate_limits)
        self.spec = Spec(spec) if spec else None
        self.gateway = Gateway(self)
        self.files: dict[int, tuple[str, bytes]] = {}
        self.unknown_requests: list[str] = []
        self.port = port
        self._skip_hooks: list[Callable[[float], Awaitable[None]]] = []
        self._subscriptions: WeakSet[views.Subscription] = WeakSet()
        self._runner: web.AppRunner | None = None
        self.guild = self.world.add_guild(guild, owner)
        for name in channels:
            self.world.add_channel(self.guild, name)

    # Starting and stopping

    async def start(self) -> None:
        """Listen on 127.0.0.1; with port 0 on a free one, which `port` then tells."""
        self._runner = web.AppRunner(make_app(self), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """End every stream and connection, and stop listening."""
        for subscription in tuple(self._subscriptions):
            subscription.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        """What a bot takes for https://discord.com/api/v10."""
        return f"{self.url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What a bot takes for wss://gateway.discord.gg."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    @property
    def violations(self) -> list[Violation]:
        """The requests so far that Discord's own specification does not allow; empty without `spec`."""
        return self.spec.violations if self.spec else []

    # Setting the table

    def add_guild(self, name: str, channels: Iterable[str] = ("general",)) -> Guild:
        """One more guild with the bot in it."""
        guild = self.world.add_guild(name)
        for channel in channels:
            self.world.add_channel(guild, channel)
        return guild

    def role(self, name: str, permissions: int | None = None, guild: Guild | None = None, color: int = 0) -> Role:
        """The role of this name, made with these permissions if there is none yet; changed if they differ."""
        guild = guild or self.guild
        found = next((role for role in guild.roles.values() if role.name == name), None)
        if found is None:
            return self.world.add_role(guild, name, permissions or 0, color)
        if permissions is not None and found.permissions != permissions:
            found.permissions = int(permissions)
            self.world.change_role(guild, found)
        return found

    def member(self, name: str, roles: Iterable[str | Role] = (), guild: Guild | None = None) -> Player:
        """The member of this name, to act as in a test; joins the guild, with these roles, if not in it yet."""
        guild = guild or self.guild
        held = [role if isinstance(role, Role) else self.role(role, guild=guild) for role in roles]
        found = self.find_member(name, guild)
        if found is None:
            known = (user for user in self.world.users.values() if user.display_name == name and not user.bot)
            user = next(known, None) or self.world.add_user(name.lower().replace(" ", "_"), name)
            found = self.world.add_member(guild, user, held)
        elif held:
            self.world.set_roles(found, [*found.roles, *(role.id for role in held)])
        return Player(self, found)

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """The channel or thread of this name; KeyError when there is none."""
        named = [channel for channel in (guild or self.guild).channels.values() if channel.name == name.lstrip("#")]
        if not named:
            raise KeyError(f"no channel #{name}")
        return named[-1]

    def add_channel(
        self,
        name: str,
        kind: int = ChannelType.TEXT,
        guild: Guild | None = None,
        deny: Mapping[str, int] | None = None,
        allow: Mapping[str, int] | None = None,
    ) -> Channel:
        """A new channel. `deny` and `allow` are permission bits by role name, "@everyone" among them."""
        guild = guild or self.guild
        overwrites: dict[int, Overwrite] = {}
        for given, is_allow in ((allow or {}, True), (deny or {}, False)):
            for role_name, bits in given.items():
                role = self.role(role_name, guild=guild)
                overwrite = overwrites.setdefault(role.id, Overwrite(role.id, 0))
                if is_allow:
                    overwrite.allow |= int(bits)
                else:
                    overwrite.deny |= int(bits)
        return self.world.add_channel(guild, name, kind, overwrites=overwrites.values())

    def threads(self, parent: Channel | str | None = None, guild: Guild | None = None) -> list[Channel]:
        """The threads of a guild, oldest first; with `parent`, of that channel only."""
        home = self.channel(parent, guild) if isinstance(parent, str) else parent
        return [thread for thread in (guild or self.guild).threads() if home is None or thread.parent is home]

    def dm(self, member: Player | Member) -> Channel:
        """The direct conversation of a member with the bot."""
        return self.world.open_dm(member.user)

    async def posted(
        self,
        channel: Channel | str,
        predicate: Callable[[Message], bool] | None = None,
        *,
        after: Message | int | None = None,
        within: float | None = None,
    ) -> Message:
        """The first message in a channel that fits, waiting for it if need be; ephemeral ones never count.

        `after` leaves out what was there up to a message. AssertionError when none comes within so many seconds.
        """
        place = self.channel(channel) if isinstance(channel, str) else channel
        return await find_posts(self, place, predicate, after, within or self.patience)

    @property
    def application_flags(self) -> int:
        """What the application's flags say of the privileged intents it may have (of an unverified bot)."""
        allowed = ((1 << 1, 1 << 15), (1 << 8, 1 << 13), (1 << 15, 1 << 19))
        return sum(flag for intent, flag in allowed if self.privileged & intent)

    def installed(self, guild: Guild | None) -> Json:
        """To whom the application belongs where it is used: to the guild, or to nobody in a direct conversation."""
        return {"0": str(guild.id) if guild else "0"}

    def store(self, channel: Channel, upload: Upload, description: str | None) -> Attachment:
        """Keep a file; the attachment's address serves it as long as the sandbox runs."""
        made = attachment(self.clock.snowflake(), channel, upload, description, self.url)
        self.files[made.id] = (made.content_type, made.body)
        return made

    async def until(self, done: Callable[[], bool], within: float | None = None) -> None:
        """Wait until `done()`, for what no event tells of; AssertionError when it is not so within so many seconds."""
        patience = within or self.patience
        end = asyncio.get_running_loop().time() + patience
        while not done():
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"it was not so after {patience} s")
            await asyncio.sleep(0.005)

    # For the page, and whoever else acts as a member's client

    def members(self, guild: Guild | None = None) -> list[Member]:
        """The people one can play as: every member of the guild but bots, in the order they joined."""
        return [member for member in (guild or self.guild).members.values() if not member.user.bot]

    def find_member(self, name: str, guild: Guild | None = None) -> Member | None:
        """The member of this name, nickname, user name or id."""
        for member in (guild or self.guild).members.values():
            if name in (member.user.display_name, member.nick, member.user.name, str(member.id)):
                return member
        return None

    def find_channel(self, channel: Channel | int | str) -> Channel:
        """A channel by itself, by id (also as text) or by name in the first guild; `Refused` when there is none."""
        if isinstance(channel, Channel):
            return channel
        if isinstance(channel, int) or channel.isdecimal():
            found = self.world.channels.get(int(channel))
        else:
            found = next((one for one in self.guild.channels.values() if one.name == channel.lstrip("#")), None)
        if found is None:
            raise Refused("There is no such channel.")
        return found

    def view(self, member: Member) -> Json:
        """All a member sees, as Discord's JSON.

        {"guild": {id, name, owner_id}, "me": member, "roles": [role], "members": [member, bots too],
        "channels": [channel or thread or the direct conversation with the bot, each with the member's
        "permissions" in it], "messages": {channel id: [message, oldest first, at most 200]}, "now": time}.
        Ephemeral messages are the member's own only; private threads only those they are in (or may manage).
        """
        return views.view(self.world, member)

    def subscribe(self, member: Member) -> views.Subscription:
        """What happens from now on as far as the member may hear it: iterate with `async for`, then `close()`.

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
        subscription = views.Subscription(self.world, member)
        self._subscriptions.add(subscription)
        return subscription

    def commands_for(self, member: Member, channel: Channel | int | str) -> list[Json]:
        """The slash commands the member is offered in a channel, as Discord's JSON; a guild's own hide global ones."""
        place = self.find_channel(channel)
        return [command.payload() for command in interact.offered(self, member, place)]

    async def interact_command(
        self, member: Member, channel: Channel | int | str, name_path: str, options: Mapping[str, Given]
    ) -> Interaction:
        """Run a slash command ("gcw battle fire") and wait until the bot has acknowledged it or failed to.

        Option values: text, numbers and booleans as they are; members, channels, roles as ids (text or int) or
        as objects; files as `File`. `Refused` for what Discord's client would not send. A failure is in
        `Interaction.failure`, told as an event too; answers arrive as events.
        """
        interaction = interact.command(self, member, self.find_channel(channel), name_path, options)
        await self.acknowledged(interaction)
        return interaction

    async def interact_menu(
        self, member: Member, channel: Channel | int | str, name: str, target: Message | Member
    ) -> Interaction:
        """Use a command of the menu of a message or a member, and wait as `interact_command`."""
        interaction = interact.menu(self, member, self.find_channel(channel), name, target)
        await self.acknowledged(interaction)
        return interaction

    async def autocomplete(
        self,
        member: Member,
        channel: Channel | int | str,
        name_path: str,
        option: str,
        typed: str,
        options: Mapping[str, Given] | None = None,
    ) -> list[Json]:
        """The choices ({name, value}) the bot offers for an option as typed so far; `options` is what is filled in."""
        interaction = interact.autocomplete(
            self, member, self.find_channel(channel), name_path, option, typed, options or {}
        )
        await self.acknowledged(interaction)
        return interaction.choices or []

    async def interact_component(
        self,
        member: Member,
        channel: Channel | int | str,
        message_id: int | str,
        custom_id: str,
        values: Iterable[str] = (),
    ) -> Interaction:
        """Press a button, or choose from a select (values: option values or ids), and wait as `interact_command`."""
        place = self.find_channel(channel)
        message = place.messages.get(int(message_id))
        if message is None:
            raise Refused("That message is gone.")
        interaction = interact.component(self, member, message, custom_id, list(values))
        await self.acknowledged(interaction)
        return interaction

    async def interact_modal(
        self, member: Member, modal_id: int | str, fields: Mapping[str, interact.Field]
    ) -> Interaction:
        """Send in a form: `fields` maps custom ids to text, a list of values, a boolean, or a list of `File`."""
        interaction = interact.submit(self, member, int(modal_id), fields)
        await self.acknowledged(interaction)
        return interaction

    async def send_as(self, member: Member, channel: Channel | int | str, content: str) -> Message:
        """Say something as a member; `Refused` where the member may not, and for too long or empty a text."""
        return interact.say(self, member, self.find_channel(channel), content)

    async def acknowledged(self, interaction: Interaction) -> None:
        """Wait until the bot has acknowledged an interaction, or its time is over."""
        await interaction.until(lambda: interaction.settled, self.acknowledge_within + self.patience)

    # Time

    def on_skip(self, hook: Callable[[float], Awaitable[None]]) -> None:
        """Have `hook(seconds)` called on every skip, after the sandbox's own clock has moved: a bot moves its own."""
        self._skip_hooks.append(hook)

    async def skip(self, seconds: float) -> None:
        """Move the clock forward; threads fall idle, tokens expire, and the hooks are called one after the other."""
        self.clock.skip(seconds)
        self.world.archive_idle()
        for hook in self._skip_hooks:
            await hook(seconds)
        data = {"now": stamp(self.clock.now()), "offset": self.clock.offset}
        self.world.bus.tell(Event("clock", data=data))
