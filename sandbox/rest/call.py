"""A call: what a handler knows of the request it answers, and how it finds what the path names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox.limits.check import as_object, as_whole
from sandbox.limits.errors import ApiError
from sandbox.model.files import Upload
from sandbox.model.guilds import Channel, Guild, Member, Message
from sandbox.model.payload import Json
from sandbox.model.people import User
from sandbox.model.permissions import Permission
from sandbox.model.world import World


@dataclass(slots=True)
class Call:
    """A request as a handler sees it: the values in its path, its query, its JSON body and its files."""

    world: World
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any  # JSON from outside: `json` and the handlers check it
    uploads: dict[str, Upload] = field(default_factory=dict)

    @property
    def bot(self) -> User:
        return self.world.bot

    @property
    def json(self) -> Json:
        """The body, which has to be an object."""
        return as_object({} if self.body is None else self.body)

    def id(self, name: str) -> int:
        """A snowflake of the path."""
        value = as_whole(self.params[name])
        if value is None:
            message = f'Value "{self.params[name]}" is not snowflake.'
            wrong = {name: {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": message}]}}
            raise ApiError(50035, "Invalid Form Body", errors=wrong)
        return value

    def number(self, name: str, default: int | None = None, most: int | None = None) -> int | None:
        """A whole number of the query."""
        value = as_whole(self.query.get(name))
        if value is None:
            return default
        if most is not None and not 1 <= value <= most:
            message = f"int value should be between 1 and {most}."
            wrong = {name: {"_errors": [{"code": "NUMBER_TYPE_MAX", "message": message}]}}
            raise ApiError(50035, "Invalid Form Body", errors=wrong)
        return value

    def guild(self) -> Guild:
        """The guild of the path, which the bot must be in."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise ApiError(10004)
        if not self.world.at_home(guild):
            raise ApiError(50001)
        return guild

    def need(self, guild: Guild, permission: int) -> Member:
        """The bot as a member of the guild, which must have these permissions there."""
        me = guild.members[self.bot.id]
        if me.permissions() & permission != permission:
            raise ApiError(50013)
        return me

    def channel(self, permission: int = 0) -> Channel:
        """The channel of the path: it must exist, the bot must see it, and have these permissions there."""
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise ApiError(10003)
        held = self.world.permissions(self.bot, channel)
        if not held & Permission.VIEW_CHANNEL:
            raise ApiError(50001)
        if held & permission != permission:
            raise ApiError(50013)
        return channel

    def thread(self, permission: int = 0) -> Channel:
        thread = self.channel(permission)
        if not thread.is_thread:
            raise ApiError(50024)
        return thread

    def message(self, channel: Channel) -> Message:
        """The message of the path. The channel's own routes know nothing of ephemeral ones."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.ephemeral:
            raise ApiError(10008)
        return message

    def user(self) -> User:
        user = self.world.users.get(self.id("user_id"))
        if user is None:
            raise ApiError(10013)
        return user

    def member(self, guild: Guild) -> Member:
        member = guild.members.get(self.id("user_id"))
        if member is None:
            raise ApiError(10007)
        return member


@dataclass(frozen=True, slots=True)
class Created:
    """The JSON of what was made, where Discord answers 201."""

    body: Json


Handler = Callable[[Call], object]
"""Does what is asked and gives the JSON to answer with; None for an answer without content (204)."""

Route = tuple[str, str, Handler]
"""Method, path under the API base as Discord's documentation writes it, handler."""
