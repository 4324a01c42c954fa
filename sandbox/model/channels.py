"""Where things are said: channels, threads, direct messages, and the messages in them."""

from bisect import bisect_left
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag

from sandbox.model.clock import stamp
from sandbox.model.payload import Json
from sandbox.model.people import Guild, User


class ChannelType(IntEnum):
    """The kinds of channel that the sandbox has."""

    TEXT = 0
    DM = 1
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = frozenset({ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})


class MessageFlag(IntFlag):
    """What a message's flags say."""

    CROSSPOSTED = 1 << 0
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class MessageType(IntEnum):
    """The kinds of message that the sandbox makes."""

    DEFAULT = 0
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21


@dataclass(slots=True, eq=False)
class Overwrite:
    """What a role (kind 0) or a member (kind 1) may more or less in one channel."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0

    def payload(self) -> Json:
        return {"id": str(self.id), "type": self.kind, "allow": str(self.allow), "deny": str(self.deny)}


@dataclass(slots=True, eq=False)
class Attachment:
    """A file on a message; `body` is what its address serves."""

    id: int
    filename: str
    body: bytes
    url: str
    content_type: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False

    @property
    def size(self) -> int:
        return len(self.body)

    def payload(self) -> Json:
        payload: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": self.size,
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.width is not None:
            payload |= {"width": self.width, "height": self.height}
        if self.description is not None:
            payload["description"] = self.description
        if self.ephemeral:
            payload["ephemeral"] = True
        return payload


@dataclass(slots=True, eq=False)
class Message:
    """One message. An ephemeral one has a `viewer`, the only user who ever sees it."""

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

    @property
    def loading(self) -> bool:
        """Whether it only says that the bot is thinking."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def pinned(self) -> bool:
        return self.pinned_at is not None

    @property
    def words(self) -> str:
        """All its words, as a reader would meet them: content, embeds, components; a line each."""
        return "\n".join(
            [*filter(None, [self.content]), *_embed_words(self.embeds), *_component_words(self.components)]
        )

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
    guild: Guild | None
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
                "permission_overwrites": [overwrite.payload() for overwrite in self.overwrites.values()],
            }
        payload |= {
            "owner_id": str(self.owner_id),
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

    def thread_member(self, user_id: int) -> Json:
        """A user's membership of this thread."""
        return {
            "id": str(self.id),
            "user_id": str(user_id),
            "join_timestamp": stamp(self.joined[user_id]),
            "flags": 0,
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


def _embed_words(embeds: list[Json]) -> list[str]:
    words: list[str] = []
    for embed in embeds:
        words += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
        for entry in embed.get("fields", ()):
            words += [entry["name"], entry["value"]]
        words.append(embed.get("footer", {}).get("text", ""))
    return [word for word in words if word]


def _component_words(components: list[Json]) -> list[str]:
    words: list[str] = []
    for component in components:
        words += [str(component[key]) for key in ("content", "label", "placeholder") if component.get(key)]
        words += [option["label"] for option in component.get("options", ())]
        words += _component_words(component.get("components", []))
        if accessory := component.get("accessory"):
            words += _component_words([accessory])
    return words
