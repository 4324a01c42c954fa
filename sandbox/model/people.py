"""Who is there: users, members, roles, guilds, and what their permissions let them do."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag
from typing import TYPE_CHECKING

from sandbox.model.clock import stamp
from sandbox.model.payload import Json

if TYPE_CHECKING:
    from sandbox.model.channels import Channel


class Permission(IntFlag):
    """Discord's permission bits, by the names of its documentation."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    PIN_MESSAGES = 1 << 51


P = Permission

EVERYTHING = (1 << 53) - 1
"""What an owner or an administrator may: every bit, also those that have no name here."""

EVERYBODY = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.SEND_MESSAGES_IN_THREADS
    | P.CREATE_PUBLIC_THREADS
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.ADD_REACTIONS
    | P.READ_MESSAGE_HISTORY
    | P.USE_APPLICATION_COMMANDS
    | P.CHANGE_NICKNAME
)
"""What @everyone may in a new guild."""

BOT = (
    EVERYBODY
    | P.MANAGE_CHANNELS
    | P.MANAGE_ROLES
    | P.MANAGE_MESSAGES
    | P.MANAGE_THREADS
    | P.CREATE_PRIVATE_THREADS
    | P.MENTION_EVERYONE
    | P.PIN_MESSAGES
)
"""What the bot's role may unless the sandbox is told otherwise: no administrator, so that a missing bit shows."""

GAME_MASTER = BOT | P.MANAGE_GUILD | P.KICK_MEMBERS | P.MODERATE_MEMBERS
"""What a moderator's role usually may."""

LOST_WITHOUT_SENDING = P.MENTION_EVERYONE | P.SEND_TTS_MESSAGES | P.ATTACH_FILES | P.EMBED_LINKS


@dataclass(slots=True, eq=False)
class User:
    """Somebody on Discord. With `dms_open` false a bot's direct messages are refused (50007)."""

    id: int
    name: str
    display_name: str
    bot: bool = False
    dms_open: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.display_name,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild. The one with the guild's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int
    color: int = 0
    hoist: bool = False
    mentionable: bool = False
    managed_by: int | None = None

    def payload(self) -> Json:
        tags = {} if self.managed_by is None else {"tags": {"bot_id": str(self.managed_by)}}
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "hoist": self.hoist,
            "mentionable": self.mentionable,
            "managed": self.managed_by is not None,
            "flags": 0,
            **tags,
        }


@dataclass(slots=True, eq=False)
class Member:
    """A user in a guild."""

    user: User
    guild: "Guild"
    joined_at: datetime
    roles: list[int] = field(default_factory=list)
    nick: str | None = None

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.nick or self.user.display_name

    @property
    def top(self) -> int:
        """The position of the highest role; nobody manages a role at or above their own."""
        if self.id == self.guild.owner_id:
            return 1 << 20
        return max((self.guild.roles[role].position for role in self.roles), default=0)

    def permissions(self) -> int:
        """What the member may in the guild as a whole."""
        if self.id == self.guild.owner_id:
            return EVERYTHING
        bits = self.guild.roles[self.guild.id].permissions
        for role in self.roles:
            bits |= self.guild.roles[role].permissions
        return EVERYTHING if bits & P.ADMINISTRATOR else bits

    def permissions_in(self, channel: "Channel") -> int:
        """What the member may in a channel: roles, then the channel's overwrites; a thread has its parent's."""
        bits = self.permissions()
        if bits == EVERYTHING:
            return bits
        home = channel.parent if channel.is_thread and channel.parent is not None else channel
        if everyone := home.overwrites.get(self.guild.id):
            bits = bits & ~everyone.deny | everyone.allow
        deny = allow = 0
        for role in self.roles:
            if overwrite := home.overwrites.get(role):
                deny |= overwrite.deny
                allow |= overwrite.allow
        bits = bits & ~deny | allow
        if own := home.overwrites.get(self.id):
            bits = bits & ~own.deny | own.allow
        if not bits & P.VIEW_CHANNEL:
            return 0
        sending = P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES
        if not bits & sending:
            bits &= ~LOST_WITHOUT_SENDING
        return bits

    def payload(self, with_user: bool = True) -> Json:
        return {
            **({"user": self.user.payload()} if with_user else {}),
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": [str(role) for role in self.roles],
            "joined_at": stamp(self.joined_at),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }


@dataclass(slots=True, eq=False)
class Guild:
    """A server: its roles, members and channels (threads among them)."""

    id: int
    name: str
    owner_id: int
    joined_at: datetime
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)

    def threads(self) -> list["Channel"]:
        return [channel for channel in self.channels.values() if channel.is_thread]

    def payload(self) -> Json:
        """The guild as REST tells it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "owner_id": str(self.owner_id),
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "nsfw": False,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": self.locale,
            "max_members": 500000,
            "max_presences": None,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [role.payload() for role in self.roles.values()],
            "approximate_member_count": len(self.members),
            "approximate_presence_count": len(self.members),
        }
