"""The sandbox itself: one guild or more, the bot's REST and gateway, the page, and what tests set up and wait for."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from sandbox.client.client import Client
from sandbox.client.player import Player
from sandbox.client.posts import first_post
from sandbox.client.views import Subscription
from sandbox.gateway.gateway import Gateway
from sandbox.limits.faults import Faults
from sandbox.limits.rate_limits import RateLimits
from sandbox.limits.specification import Spec, Violation
from sandbox.model.application import Addresses, Application
from sandbox.model.asked.commands import Commands
from sandbox.model.asked.interactions import Interaction
from sandbox.model.asked.overrides import Kind, Override
from sandbox.model.clock import PATIENCE, Clock
from sandbox.model.events import Event
from sandbox.model.guilds import Channel, Guild, Member, Message, Overwrite
from sandbox.model.kinds import ChannelType
from sandbox.model.payload import Json
from sandbox.model.people import Role, Welcome
from sandbox.model.permissions import BOT
from sandbox.model.starts import Starts
from sandbox.model.world import World
from sandbox.page.handlers import routes as page_routes
from sandbox.rest.answering import Rest

LARGEST_REQUEST = 110 * 1024 * 1024  # bytes: ten files of 10 MiB, and the words around them


class Sandbox:
    """A Discord on 127.0.0.1, for one bot.

    `async with Sandbox(...) as discord:` starts and stops it. Addresses for the bot are `api_base` and
    `gateway_url`, its token is `token`; `url` is where a browser finds the page.

    channels            names of the text channels of the first guild, by name their topics where there are some
    bot_permissions     bits of the bot's own role
    spec                Discord's OpenAPI file; every request is then checked, mistakes are in `violations`
    acknowledge_within  seconds (real ones) that the bot has for its first answer
    limit_second        real seconds that a second of Discord's limits on requests and sessions lasts: less makes tests
                        quick; with 0 the limits are only told of in headers
    latency             seconds (real ones) that everything between the bot and here takes, each way
    privileged          bits of the privileged intents that the bot is allowed
    seed                for faults that strike by chance
    """

    def __init__(
        self,
        port: int = 0,
        *,
        guild: str = "Umpire",
        owner: str = "Owner",
        channels: Iterable[str] | Mapping[str, str] = ("general",),
        bot_name: str = "Umpire",
        bot_permissions: int = BOT,
        token: str = "sandbox",
        spec: Path | None = None,
        acknowledge_within: float = 3.0,
        limit_second: float = 1.0,
        latency: float = 0.0,
        privileged: int = 0,
        seed: int = 0,
        clock: Clock | None = None,
    ) -> None:
        self.clock = clock or Clock()
        application = Application(bot_name, token, bot_permissions, privileged)
        starts = Starts(self.clock, limit_second)
        self.world = World(self.clock, application, Addresses(port), acknowledge_within, starts)
        self.world.latency = latency
        self.faults = Faults(seed)
        self.spec = Spec(spec) if spec else None
        self.gateway = Gateway(self.world, self.faults)
        self.rest = Rest(self.world, self.faults, RateLimits(limit_second), self.spec)
        self._runner: web.AppRunner | None = None
        self.guild = self.world.add_guild(guild, owner)
        application.owner_id = self.guild.owner_id
        topics = channels if isinstance(channels, Mapping) else {}
        for name in channels:
            self.world.add_channel(self.guild, name, topic=topics.get(name))

    # Starting and stopping

    async def start(self) -> None:
        """Listen on 127.0.0.1; with port 0 on a free one, which the addresses then tell."""
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.add_routes(self.rest.routes())
        app.add_routes([web.get(path, self.gateway.connect) for path in ("/gateway", "/gateway/")])
        app.add_routes(page_routes(self.world, self.guild))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.world.addresses.port).start()
        self.world.addresses.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """End every stream and connection, and stop listening."""
        self.world.bus.tell(Event("end"))
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

    # Addresses, settings, and what came in

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.application.token

    @property
    def url(self) -> str:
        """The page, as a browser finds it."""
        return self.world.addresses.url

    @property
    def api_base(self) -> str:
        """The address a bot takes for https://discord.com/api/v10."""
        return self.world.addresses.api_base

    @property
    def gateway_url(self) -> str:
        """The address a bot takes for wss://gateway.discord.gg."""
        return self.world.addresses.gateway_url

    @property
    def acknowledge_within(self) -> float:
        """Seconds (real ones) that the bot has for its first answer."""
        return self.world.interactions.acknowledge_within

    @acknowledge_within.setter
    def acknowledge_within(self, seconds: float) -> None:
        self.world.interactions.acknowledge_within = seconds

    @property
    def commands(self) -> Commands:
        """The commands that the bot has registered."""
        return self.world.commands

    @property
    def violations(self) -> list[Violation]:
        """The requests so far that Discord's own specification does not allow; empty without `spec`."""
        return self.spec.violations if self.spec else []

    @property
    def unknown_requests(self) -> list[str]:
        """The requests so far that fit no route."""
        return self.rest.unknown_requests

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
        found = guild.named_member(name)
        if found is None:
            known = (user for user in self.world.users.values() if user.display_name == name and not user.bot)
            user = next(known, None) or self.world.add_user(name.lower().replace(" ", "_"), name)
            found = self.world.add_member(guild, user, held)
        elif held:
            self.world.set_roles(found, [*found.roles, *(role.id for role in held)])
        return Player(self.world, found)

    def welcome(self, words: str, people: Mapping[str, str]) -> None:
        """Have the page ask first whom one wants to be: `people` are the names to choose from, each with a line."""
        self.world.welcome = Welcome(words, dict(people))

    def put_first(self, channel: str, *names: str) -> None:
        """Have the page list some commands first in a channel and its threads, as Discord does with those that one uses
        most: those of these names, and those whose names go on with a hyphen.
        """
        self.channel(channel).at_hand = names

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """The channel or thread of this name; KeyError when there is none."""
        return (guild or self.guild).named_channel(name)

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
        return self.world.add_channel(guild, name, kind, overwrites=self._overwrites(guild, deny or {}, allow or {}))

    def _overwrites(self, guild: Guild, deny: Mapping[str, int], allow: Mapping[str, int]) -> list[Overwrite]:
        roles = {name: self.role(name, guild=guild) for name in (*deny, *allow)}
        return [Overwrite(role.id, 0, int(allow.get(name, 0)), int(deny.get(name, 0))) for name, role in roles.items()]

    def permit(
        self, channel: Channel | str, deny: Mapping[str, int] | None = None, allow: Mapping[str, int] | None = None
    ) -> None:
        """Say anew what roles have more or less in a channel than elsewhere: permission bits by role name."""
        place = self._place(channel)
        if place.guild is None or place.is_thread:
            raise ValueError("only a channel of a guild has overwrites")
        changed = self._overwrites(place.guild, deny or {}, allow or {})
        place.overwrites = {overwrite.id: overwrite for overwrite in changed}
        self.world.change_channel(place)

    def delete(self, channel: Channel | str) -> None:
        """Delete a channel with its threads, or a thread."""
        self.world.remove_channel(self._place(channel))

    def archive(self, thread: Channel | str, locked: bool = False) -> None:
        """Archive a thread, and with `locked` have only who manages threads open it again."""
        place = self._place(thread)
        place.locked = locked
        self.world.archive(place, True)

    def kick(self, guild: Guild | None = None) -> None:
        """Throw the bot out of a guild: its commands there are gone, and what it asks there answers 403 50001."""
        self.world.expel(guild or self.guild)

    def invite(self, guild: Guild | None = None) -> None:
        """Bring the bot into a guild again, with a role of its own."""
        self.world.invite(guild or self.guild)

    def _place(self, channel: Channel | str) -> Channel:
        return self.channel(channel) if isinstance(channel, str) else channel

    def threads(self, parent: Channel | str | None = None, guild: Guild | None = None) -> list[Channel]:
        """The threads of a guild, oldest first; with `parent`, of that channel only."""
        home = self.channel(parent, guild) if isinstance(parent, str) else parent
        return [thread for thread in (guild or self.guild).threads() if home is None or thread.parent is home]

    def dm(self, member: Player | Member) -> Channel:
        """The direct conversation of a member with the bot."""
        return self.world.open_dm(member.user)

    def override(self, command: str | None, allowed: Mapping[str | Player | Channel, bool]) -> None:
        """Say, as the guild's moderators do under "Integrations", who may use a command (None: any), and where.

        `allowed` goes by role name ("@everyone" among them), member and channel.
        """
        found = self.commands.find(self.guild.id, command) if command else None
        if command is not None and found is None:
            raise KeyError(f"no command /{command}")
        changes = []
        for whom, is_allowed in allowed.items():
            kind = Kind.USER if isinstance(whom, Player) else Kind.CHANNEL if isinstance(whom, Channel) else Kind.ROLE
            identity = self.role(whom).id if isinstance(whom, str) else whom.id
            changes.append(Override(identity, kind, is_allowed))
        self.world.override(self.guild, found.id if found else self.world.bot.id, changes)

    # Waiting

    async def posted(
        self,
        channel: Channel | str,
        predicate: Callable[[Message], bool] | None = None,
        *,
        after: Message | int | None = None,
        within: float = PATIENCE,
    ) -> Message:
        """The first message in a channel that fits, waiting for it if need be: see `first_post`."""
        return await first_post(self.world, self._place(channel), predicate, after, within)

    async def until(self, done: Callable[[], bool], within: float = PATIENCE) -> None:
        """Wait until `done()`, for what no event tells of; AssertionError when it is not so within so many seconds."""
        end = asyncio.get_running_loop().time() + within
        while not done():
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"it was not so after {within} s")
            await asyncio.sleep(0.005)

    # Time

    def on_skip(self, hook: Callable[[float], Awaitable[None]]) -> None:
        """Have `hook(seconds)` called on every skip, after the sandbox's own clock has moved: a bot moves its own."""
        self.world.on_skip(hook)

    async def skip(self, seconds: float) -> None:
        """Move the clock forward; threads fall idle, tokens expire, and the hooks are called one after the other."""
        await self.world.skip(seconds)

    # Acting as a member without a `Player`, as the page does

    def view(self, member: Member) -> Json:
        """All a member sees, as Discord's JSON: see `Client.view`."""
        return Client(self.world, member).view()

    def subscribe(self, member: Member) -> Subscription:
        """The events that a member may hear from now on: see `Client.subscribe`."""
        return Client(self.world, member).subscribe()

    async def interact_component(self, member: Member, channel: str, message_id: int, custom_id: str) -> Interaction:
        """Press a button by the id of its message, seen or not: see `Client.component`."""
        return await Client(self.world, member).component(self.channel(channel), message_id, custom_id, [])

    async def send_as(self, member: Member, channel: str, content: str) -> Message:
        """Say something as a member: see `Client.say`."""
        return Client(self.world, member).say(self.channel(channel), content)
