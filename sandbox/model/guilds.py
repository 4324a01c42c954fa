"""Guilds, and what is in them: channels and threads with their messages, and members.

They know each other, so they stand in one file: a message its channel, a channel its guild, a guild its channels.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from datetime import datetime

from sandbox.model.clock import stamp
from sandbox.model.components import component_words, embed_words
from sandbox.model.files import Attachment
from sandbox.model.kinds import THREADS, ChannelType, MessageFlag, MessageType
from sandbox.model.payload import Json
from sandbox.model.people import Role, User
from sandbox.model.permissions import EVERYTHING, LOST_WITHOUT_SENDING, Permission

NO_NOTICES = 0b111111
"""The flags of a system channel that no notices are made in, of who joined or who pays."""


@dataclass(slots=True, eq=False)
class Overwrite:
    """Permissions that a role (kind 0) or a member (kind 1) has more or less in one channel."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0

    def payload(self) -> Json:
        return {"id": str(self.id), "type": self.kind, "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(slots=True, eq=False)
class Message:
    """A message. An ephemeral one has a `viewer`, the only user who ever sees it."""

    id: int
    channel: "Channel"
    author: User
    sent_at: datetime
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = MessageType.DEFAULT
    edited_at: datetime | None = None
    nonce: str | None = None
    pinned_at: datetime | None = None
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    reference: "Message | None" = None
    reference_id: int | None = None
    viewer: int | None = None
    interaction: Json | None = None
    interaction_name: str | None = None
    interaction_user: User | None = None
    thread: "Channel | None" = None
    reactions: dict[str, list[int]] = field(default_factory=dict)

    @property
    def ephemeral(self) -> bool:
        return self.viewer is not None

    def is_for(self, user: User) -> bool:
        """True for a user who may read it where they see the channel: an ephemeral one is for its viewer alone."""
        return self.viewer is None or self.viewer == user.id

    @property
    def loading(self) -> bool:
        """True while it only says that the bot is thinking."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def pinned(self) -> bool:
        return self.pinned_at is not None

    @property
    def words(self) -> str:
        """All its words, as a reader would meet them: content, embeds, components; a line each."""
        return "\n".join([*filter(None, [self.content]), *embed_words(self.embeds), *component_words(self.components)])

    def payload(self, reader: int | None = None, deep: bool = True) -> Json:
        """The message as Discord tells it to `reader` (a user id, for "did I react")."""
        guild = self.channel.guild
        member = guild.members.get(self.author.id) if guild else None
        payload: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": stamp(self.sent_at),
            "edited_timestamp": stamp(self.edited_at) if self.edited_at else None,
            "tts": False,
            "mention_everyone": self.mention_everyone,
            "mentions": [user.payload() for user in self.mentions],
            "mention_roles": [str(role) for role in self.mention_roles],
            "attachments": [attachment.payload() for attachment in self.attachments],
            "embeds": self.embeds,
            "components": self.components,
            "pinned": self.pinned,
            "type": self.type,
            "flags": int(self.flags),
        }
        if guild is not None:
            payload["guild_id"] = str(guild.id)
        if member is not None:
            payload["member"] = member.payload(with_user=False)
        if self.nonce is not None:
            payload["nonce"] = self.nonce
        if self.interaction is not None and self.interaction_user is not None:
            payload["interaction_metadata"] = self.interaction
            payload["application_id"] = payload["webhook_id"] = str(self.author.id)
            if self.interaction_name is not None:
                payload["interaction"] = {
                    "id": self.interaction["id"],
                    "type": self.interaction["type"],
                    "name": self.interaction_name,
                    "user": self.interaction_user.payload(),
                }
        if self.reference_id is not None:
            payload["message_reference"] = {
                "type": 0,
                "message_id": str(self.reference_id),
                "channel_id": str(self.reference.channel.id if self.reference else self.channel.id),
                **({"guild_id": str(guild.id)} if guild else {}),
            }
            if deep:
                payload["referenced_message"] = self.reference.payload(reader, deep=False) if self.reference else None
        if self.thread is not None:
            payload["thread"] = self.thread.payload()
        if self.reactions:
            payload["reactions"] = [_reaction(emoji, users, reader) for emoji, users in self.reactions.items()]
        return payload


@dataclass(slots=True, eq=False)
class Channel:
    """A channel of a guild, a thread under one, or a direct conversation (then `guild` is None)."""

    id: int
    type: int
    guild: "Guild | None"
    name: str
    topic: str | None = None
    position: int = 0
    parent: "Channel | None" = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    slowmode: int = 0
    nsfw: bool = False
    recipients: list[User] = field(default_factory=list)
    messages: dict[int, Message] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    pins: list[Message] = field(default_factory=list)
    last_message_id: int | None = None
    owner_id: int | None = None
    made_at: datetime | None = None
    at_hand: tuple[str, ...] = ()
    """Names of commands that the page lists first here, and what their groups begin with."""
    archived_at: datetime | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    archive_minutes: int = 1440
    joined: dict[int, datetime] = field(default_factory=dict)
    sent: int = 0

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def private(self) -> bool:
        return self.type == ChannelType.PRIVATE_THREAD

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    def add(self, message: Message) -> None:
        """Put a message in. Ids only rise, so the order is kept by appending."""
        self.messages[message.id] = message
        self.order.append(message.id)
        if not message.ephemeral:
            self.last_message_id = message.id
            self.sent += 1

    def drop(self, message: Message) -> None:
        """Take a message out."""
        del self.messages[message.id]
        del self.order[bisect_left(self.order, message.id)]
        if message in self.pins:
            self.pins.remove(message)

    def shape(self, wanted: Json) -> None:
        """Take over slow mode, age limit and place in the list, as far as they are wanted otherwise."""
        for key, name in (("rate_limit_per_user", "slowmode"), ("nsfw", "nsfw"), ("position", "position")):
            if wanted.get(key) is not None:
                setattr(self, name, wanted[key])

    def between(self, after: int, before: int | None) -> range:
        """The places in `order` of the messages with an id above `after` and below `before`."""
        first = bisect_left(self.order, after + 1)
        last = len(self.order) if before is None else bisect_left(self.order, before)
        return range(first, last)

    def payload(self, member: User | None = None) -> Json:
        """The channel as Discord tells it; to a `member` of a thread, with when it joined."""
        payload: Json = {
            "id": str(self.id),
            "type": self.type,
            "name": self.name,
            "last_message_id": str(self.last_message_id) if self.last_message_id else None,
            "flags": 0,
        }
        if self.guild is None:
            payload["name"] = None
            payload["recipients"] = [user.payload() for user in self.recipients if not user.bot]
            return payload
        payload |= {
            "guild_id": str(self.guild.id),
            "parent_id": str(self.parent.id) if self.parent else None,
            "rate_limit_per_user": self.slowmode,
        }
        if not self.is_thread:
            return payload | {
                "topic": self.topic,
                "position": self.position,
                "nsfw": self.nsfw,
                "last_pin_timestamp": self.last_pin,
                "permission_overwrites": [overwrite.payload() for overwrite in self.overwrites.values()],
            }
        payload |= {
            "owner_id": str(self.owner_id),
            "nsfw": self.parent is not None and self.parent.nsfw,
            "message_count": len(self.order),
            "total_message_sent": self.sent,
            "member_count": min(len(self.joined), 50),
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.archive_minutes,
                "archive_timestamp": stamp(self.archived_at or self.made_at) if self.made_at else None,
                "create_timestamp": stamp(self.made_at) if self.made_at else None,
                "locked": self.locked,
                **({"invitable": self.invitable} if self.private else {}),
            },
        }
        if member is not None and member.id in self.joined:
            payload["member"] = self.thread_member(member.id)
        return payload

    @property
    def last_pin(self) -> str | None:
        """Time at which a message was last pinned here, of those that still are."""
        return max((stamp(pin.pinned_at) for pin in self.pins if pin.pinned_at), default=None)

    def thread_member(self, user_id: int) -> Json:
        """A user's membership of this thread."""
        return {
            "id": str(self.id),
            "user_id": str(user_id),
            "join_timestamp": stamp(self.joined[user_id]),
            "flags": 0,
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
        """The member's permissions in the guild as a whole."""
        if self.id == self.guild.owner_id:
            return EVERYTHING
        bits = self.guild.roles[self.guild.id].permissions
        for role in self.roles:
            bits |= self.guild.roles[role].permissions
        return EVERYTHING if bits & Permission.ADMINISTRATOR else bits

    def permissions_in(self, channel: "Channel") -> int:
        """The member's permissions in a channel: roles, then the channel's overwrites; a thread has its parent's."""
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
        if not bits & Permission.VIEW_CHANNEL:
            return 0
        sending = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
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
    locale: str = "en-US"
    system_channel: "Channel | None" = None
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)

    def named_member(self, name: str) -> Member | None:
        """The member of this name, nickname, user name or id."""
        for member in self.members.values():
            if name in (member.user.display_name, member.nick, member.user.name, str(member.id)):
                return member
        return None

    def named_channel(self, name: str) -> Channel:
        """The newest channel or thread of this name; KeyError when there is none."""
        named = [channel for channel in self.channels.values() if channel.name == name.lstrip("#")]
        if not named:
            raise KeyError(f"no channel #{name}")
        return named[-1]

    def threads(self) -> list[Channel]:
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
            "system_channel_id": str(self.system_channel.id) if self.system_channel else None,
            "system_channel_flags": NO_NOTICES,
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
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "widget_enabled": False,
            "widget_channel_id": None,
            "home_header": None,
            "incidents_data": None,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [role.payload() for role in self.roles.values()],
            "approximate_member_count": len(self.members),
            "approximate_presence_count": len(self.members),
        }


def _reaction(emoji: str, users: list[int], reader: int | None) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "me": reader in users,
        "me_burst": False,
        "burst_colors": [],
    }
