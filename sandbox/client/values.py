"""Values that a member gives to options, selects and forms: checked, and turned into what Discord sends."""

import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sandbox.limits.check import MAX_SAFE_INTEGER
from sandbox.limits.command_limits import LONGEST_VALUE
from sandbox.model.asked.commands import ATTACHMENT, BOOLEAN, CHANNEL, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, USER
from sandbox.model.components import CHANNEL_SELECT, ROLE_SELECT, TEXT_SELECT, USER_SELECT
from sandbox.model.files import Upload
from sandbox.model.guilds import Channel, Member
from sandbox.model.payload import Json
from sandbox.model.people import Role, User
from sandbox.model.world import World


class Refused(Exception):
    """Discord's own app would not let a member do this; the text tells the member why."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that a member hands over."""

    filename: str
    body: bytes
    content_type: str | None = None


class Somebody(Protocol):
    """Whoever acts as a member."""

    @property
    def member(self) -> Member: ...


Given = str | int | float | bool | File | Member | User | Role | Channel | Somebody
"""A value for an option."""

Field = str | bool | Sequence[str] | Sequence[File] | None
"""A value for a field of a form."""


class Resolver:
    """Finds what values name, and gathers the objects that go along with them."""

    def __init__(self, world: World, channel: Channel) -> None:
        self._world = world
        self._channel = channel
        self._resolved: dict[str, Json] = {}

    def payload(self) -> Json:
        return dict(self._resolved)

    def user(self, given: Given) -> str:
        """A user by itself, as a member, by id, mention or name."""
        if isinstance(given, User | Member):
            identity = given.id
        elif isinstance(given, str | int | float | File | Role | Channel):
            identity = self._identity(given, "member", self._named_user(given))
        else:
            identity = given.member.id
        guild = self._channel.guild
        member = guild.members.get(identity) if guild else None
        user = self._world.users.get(identity)
        if user is None or (guild is not None and member is None):
            raise Refused("There is no such member.")
        self._put("users", identity, user.payload())
        if member is not None:
            held = {"permissions": str(member.permissions_in(self._channel))}
            self._put("members", identity, member.payload(with_user=False) | held)
        return str(identity)

    def role(self, given: Given) -> str:
        """A role by itself, by id, mention or name."""
        guild = self._channel.guild
        roles = guild.roles if guild else {}
        named = next((role.id for role in roles.values() if role.name == given), None)
        identity = given.id if isinstance(given, Role) else self._identity(given, "role", named)
        if identity not in roles:
            raise Refused("There is no such role.")
        self._put("roles", identity, roles[identity].payload())
        return str(identity)

    def channel(self, given: Given, types: Sequence[int] = ()) -> str:
        """A channel by itself, by id, mention or name, of one of these types."""
        guild = self._channel.guild
        channels = guild.channels if guild else {}
        wanted = given.removeprefix("#") if isinstance(given, str) else None
        named = next((channel.id for channel in channels.values() if channel.name == wanted), None)
        identity = given.id if isinstance(given, Channel) else self._identity(given, "channel", named)
        channel = channels.get(identity)
        if channel is None:
            raise Refused("There is no such channel.")
        if types and channel.type not in types:
            raise Refused(f"#{channel.name} is of another kind than is asked for.")
        held = self._world.permissions(self._world.bot, channel)
        self._put("channels", identity, channel.payload() | {"permissions": str(held)})
        return str(identity)

    def mentionable(self, given: Given) -> str:
        """A member or a role."""
        if isinstance(given, Role):
            return self.role(given)
        try:
            return self.user(given)
        except Refused:
            return self.role(given)

    def file(self, given: File) -> str:
        """A file, which goes up at once and is sent by its id."""
        kind = given.content_type or mimetypes.guess_type(given.filename)[0]
        made = self._world.files.keep(self._channel.id, Upload(given.filename, given.body, kind))
        made.ephemeral = True
        self._put("attachments", made.id, made.payload())
        return str(made.id)

    def _put(self, kind: str, identity: int, payload: Json) -> None:
        self._resolved.setdefault(kind, {})[str(identity)] = payload

    def _named_user(self, given: object) -> int | None:
        guild = self._channel.guild
        people = [(member.user, member.name) for member in guild.members.values()] if guild else []
        return next((user.id for user, name in people if given in (name, user.display_name, user.name)), None)

    def _identity(self, given: object, what: str, named: int | None) -> int:
        """An id from an id, a mention or a name."""
        if named is not None:
            return named
        if isinstance(given, int) and not isinstance(given, bool):
            return given
        if isinstance(given, str) and (digits := re.fullmatch(r"(?:<[@#][!&]?)?(\d{5,20})>?", given)):
            return int(digits[1])
        raise Refused(f"There is no {what} {given}.")


def option_value(option: Json, given: Given, resolver: Resolver) -> str | int | float | bool:
    """The value of an option as Discord sends it; refused where it does not fit."""
    kind, name = option["type"], option["name"]
    if option.get("choices"):
        return _chosen(option, given)
    if kind in (STRING, INTEGER, NUMBER, BOOLEAN):
        if not isinstance(given, str | int | float):
            raise Refused(f"{name} is {_WORDS[kind]}.")
        return _plain(option, given)
    if kind == USER:
        return resolver.user(given)
    if kind == CHANNEL:
        return resolver.channel(given, option.get("channel_types") or ())
    if kind == ROLE:
        return resolver.role(given)
    if kind == MENTIONABLE:
        return resolver.mentionable(given)
    if not isinstance(given, File):
        raise Refused(f"{name} is {_WORDS[ATTACHMENT]}.")
    return resolver.file(given)


def _chosen(option: Json, given: Given) -> str | int | float:
    """A fixed choice by its value or its name."""
    for key in ("value", "name"):
        for choice in option["choices"]:
            if choice[key] == given or (isinstance(given, str) and str(choice[key]) == given):
                value: str | int | float = choice["value"]
                return value
    known = ", ".join(str(choice["name"]) for choice in option["choices"])
    raise Refused(f"{option['name']} is one of: {known}.")


def _plain(option: Json, given: str | int | float) -> str | int | float | bool:
    kind, name = option["type"], option["name"]
    if kind == STRING:
        text = str(given)
        least, most = option.get("min_length") or 1, option.get("max_length") or LONGEST_VALUE
        if not least <= len(text) <= most:
            raise Refused(f"{name} has {least} to {most} characters; this has {len(text)}.")
        return text
    if kind == BOOLEAN:
        words = {True: True, False: False, "true": True, "false": False}
        answer = words.get(given.lower() if isinstance(given, str) else given)
        if answer is None:
            raise Refused(f"{name} is {_WORDS[kind]}.")
        return answer
    try:
        number = int(given) if kind == INTEGER and not isinstance(given, float) else float(given)
    except ValueError as error:
        raise Refused(f"{name} is {_WORDS[kind]}.") from error
    if isinstance(given, bool) or (kind == INTEGER and isinstance(number, float)):
        raise Refused(f"{name} is {_WORDS[kind]}.")
    least, most = option.get("min_value", -MAX_SAFE_INTEGER), option.get("max_value", MAX_SAFE_INTEGER)
    if not least <= number <= most:
        raise Refused(f"{name} is {least} to {most}; this is {number}.")
    return number


_WORDS = {
    STRING: "a text",
    INTEGER: "a whole number",
    BOOLEAN: "true or false",
    NUMBER: "a number",
    ATTACHMENT: "a file",
}


def select_values(component: Json, given: Sequence[str], resolver: Resolver, required: bool = True) -> list[str]:
    """The values chosen from a select, as Discord sends them; refused where they do not fit it."""
    least = component.get("min_values", 1)
    most = component.get("max_values", 1)
    if (given or required) and not (least if required else max(least, 1)) <= len(given) <= most:
        raise Refused(f"Choose {least} to {most}; {len(given)} were chosen.")
    if len(set(given)) != len(given):
        raise Refused("Nothing can be chosen twice.")
    return [_selected(component, value, resolver) for value in given]


def _selected(component: Json, value: str, resolver: Resolver) -> str:
    kind = component["type"]
    if kind == TEXT_SELECT:
        for key in ("value", "label"):
            for option in component["options"]:
                if option[key] == value:
                    return str(option["value"])
        raise Refused(f"{value} is none of what can be chosen.")
    if kind == USER_SELECT:
        return resolver.user(value)
    if kind == ROLE_SELECT:
        return resolver.role(value)
    if kind == CHANNEL_SELECT:
        return resolver.channel(value, component.get("channel_types") or ())
    return resolver.mentionable(value)
