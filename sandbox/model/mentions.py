"""Mentions: whom the words of a message ping."""

import re

from sandbox.model.components import TEXT, walk
from sandbox.model.guilds import Message
from sandbox.model.kinds import MessageType
from sandbox.model.payload import Json
from sandbox.model.permissions import Permission

USER_MENTION = re.compile(r"<@!?(\d{15,20})>")
ROLE_MENTION = re.compile(r"<@&(\d{15,20})>")


def find_mentions(message: Message, allowed: Json | None) -> None:
    """Note on a message whom it pings: those its words name, as far as `allowed_mentions` lets it."""
    guild = message.channel.guild
    texts = [component.get("content", "") for component in walk(message.components) if component.get("type") == TEXT]
    words = "\n".join([message.content, *map(str, texts)])
    parse = ("users", "roles", "everyone") if allowed is None else tuple(allowed.get("parse") or ())
    named_users = {str(user) for user in (allowed or {}).get("users") or ()}
    named_roles = {str(role) for role in (allowed or {}).get("roles") or ()}
    users = [int(user) for user in USER_MENTION.findall(words) if "users" in parse or user in named_users]
    roles = [int(role) for role in ROLE_MENTION.findall(words) if "roles" in parse or role in named_roles]
    here = {user.id: user for user in message.channel.recipients}
    if guild is not None:
        here |= {user: guild.members[user].user for user in users if user in guild.members}
    message.mentions = [here[user] for user in dict.fromkeys(users) if user in here]
    everyone = _may_ping_all(message)
    known = guild.roles if guild else {}
    message.mention_roles = [
        role for role in dict.fromkeys(roles) if role in known and (everyone or known[role].mentionable)
    ]
    message.mention_everyone = everyone and "everyone" in parse and ("@everyone" in words or "@here" in words)
    answered = message.reference.author if message.reference else None
    pings_answered = message.type == MessageType.REPLY and (allowed is None or allowed.get("replied_user", True))
    if pings_answered and answered is not None:
        message.mentions = [*(user for user in message.mentions if user is not answered), answered]


def _may_ping_all(message: Message) -> bool:
    """True for an author who may ping everyone, and roles that not everybody may ping."""
    guild = message.channel.guild
    author = guild.members.get(message.author.id) if guild else None
    return author is not None and bool(author.permissions_in(message.channel) & Permission.MENTION_EVERYONE)
