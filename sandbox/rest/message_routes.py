"""REST: messages of channels, their pins, reactions, and direct conversations."""

from datetime import timedelta

from sandbox.limits.check import Check, as_list, as_whole
from sandbox.limits.emoji import is_emoji
from sandbox.limits.errors import ApiError
from sandbox.model.clock import made_at, stamp
from sandbox.model.events import Event
from sandbox.model.guilds import Channel, Message
from sandbox.model.kinds import ChannelType, MessageFlag, MessageType
from sandbox.model.payload import Json
from sandbox.model.permissions import Permission as P
from sandbox.rest.call import Call, Route
from sandbox.rest.writing import write

MOST_PINS = 250
MOST_HISTORY = 100
OLDEST_BULK_DELETE = timedelta(days=14)


def create(call: Call) -> Json:
    """Say something. The same nonce within minutes, where enforced, gives the message that is there already."""
    channel = call.channel()
    body = call.json
    _may_send(call, channel, body)
    message = Message(call.world.clock.snowflake(), channel, call.bot, call.world.clock.now())
    nonce = body.get("nonce")
    if nonce is not None:
        check = Check()
        check.text(str(nonce), ("nonce",), 0, 25)
        check.done()
        message.nonce = str(nonce)
        if body.get("enforce_nonce") and (same := call.world.same_nonce(call.bot, channel, message.nonce)):
            return same.payload(call.bot.id)
    _refer(call, message, body.get("message_reference"))
    write(call, message, body)
    call.world.post(message)
    call.world.remember_nonce(message)
    return message.payload(call.bot.id)


def _may_send(call: Call, channel: Channel, body: Json) -> None:
    """Refuse what the bot may not say here."""
    if channel.type == ChannelType.CATEGORY:
        raise ApiError(50008)
    if channel.guild is None:
        _may_write_to(call, channel)
        return
    needed = P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES
    if body.get("embeds"):
        needed |= P.EMBED_LINKS
    if call.uploads:
        needed |= P.ATTACH_FILES
    held = call.world.permissions(call.bot, channel)
    if held & needed != needed:
        raise ApiError(50013)
    if channel.locked and not held & P.MANAGE_THREADS:
        raise ApiError(160005)
    if channel.archived:
        raise ApiError(50083)


def _may_write_to(call: Call, conversation: Channel) -> None:
    """Refuse where the other takes no direct messages, or shares no guild with the bot."""
    if not all(user.dms_open for user in conversation.recipients):
        raise ApiError(50007)
    if not any(user.id in guild.members for guild in call.world.homes() for user in conversation.recipients[:1]):
        raise ApiError(50278)


def _refer(call: Call, message: Message, reference: Json | None) -> None:
    """Make the message an answer to another of the channel."""
    if not reference:
        return
    answered = message.channel.messages.get(as_whole(reference.get("message_id")) or 0)
    if answered is None or answered.ephemeral:
        if reference.get("fail_if_not_exists", True):
            check = Check()
            check.wrong(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            check.done()
        return
    if message.channel.guild and not call.world.may(call.bot, message.channel, P.READ_MESSAGE_HISTORY):
        raise ApiError(160002, "Cannot reply without permission to read message history", 400)
    message.type, message.reference, message.reference_id = MessageType.REPLY, answered, answered.id


def get(call: Call) -> Json:
    """A message."""
    return call.message(call.channel(P.READ_MESSAGE_HISTORY)).payload(call.bot.id)


def history(call: Call) -> list[Json]:
    """Messages, newest first: the newest, or those before, after or around an id."""
    channel = call.channel()
    limit = call.number("limit", 50, MOST_HISTORY) or 50
    if not call.world.may(call.bot, channel, P.READ_MESSAGE_HISTORY):
        return []
    around, after = call.number("around"), call.number("after")
    if around is not None:
        newer = _take(channel, around - 1, None, limit - limit // 2, newest=False)
        older = _take(channel, 0, around, limit // 2, newest=True)
        chosen = sorted([*newer, *older], key=lambda message: message.id, reverse=True)
    elif after is not None:
        chosen = _take(channel, after, None, limit, newest=False)[::-1]
    else:
        chosen = _take(channel, 0, call.number("before"), limit, newest=True)
    return [message.payload(call.bot.id) for message in chosen]


def _take(channel: Channel, after: int, before: int | None, limit: int, newest: bool) -> list[Message]:
    """Up to `limit` messages between two ids, from the newest down or from the oldest up."""
    taken: list[Message] = []
    places = channel.between(after, before)
    for place in reversed(places) if newest else places:
        message = channel.messages[channel.order[place]]
        if not message.ephemeral:
            taken.append(message)
            if len(taken) == limit:
                break
    return taken


def edit(call: Call) -> Json:
    """Change one of the bot's own messages; of others only whether embeds show."""
    channel = call.channel()
    message = call.message(channel)
    body = call.json
    if message.author is not call.bot:
        if set(body) - {"flags"} or not call.world.may(call.bot, channel, P.MANAGE_MESSAGES):
            raise ApiError(50005)
        message.flags = message.flags & ~MessageFlag.SUPPRESS_EMBEDS | int(body["flags"]) & MessageFlag.SUPPRESS_EMBEDS
        call.world.change_message(message, edited=False)
        return message.payload(call.bot.id)
    if message.type in (MessageType.PINNED, MessageType.THREAD_CREATED):
        raise ApiError(50021)
    if channel.archived:
        raise ApiError(50083)
    write(call, message, body)
    call.world.change_message(message)
    return message.payload(call.bot.id)


def delete(call: Call) -> None:
    """Delete a message: the bot's own, or with MANAGE_MESSAGES another's."""
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.bot and not call.world.may(call.bot, channel, P.MANAGE_MESSAGES):
        raise ApiError(50003 if channel.guild is None else 50013)
    call.world.remove_message(message)


def bulk_delete(call: Call) -> None:
    """Delete 2 to 100 messages that are under 14 days old."""
    channel = call.channel(P.MANAGE_MESSAGES)
    if channel.guild is None:
        raise ApiError(50003)
    ids = {as_whole(identity) or 0 for identity in as_list(call.json.get("messages"))}
    if not 2 <= len(ids) <= 100:
        raise ApiError(50016)
    if any(made_at(identity) < call.world.clock.now() - OLDEST_BULK_DELETE for identity in ids):
        raise ApiError(50034)
    for identity in sorted(ids):
        message = channel.messages.get(identity)
        if message is not None and not message.ephemeral:
            call.world.remove_message(message)


def crosspost(call: Call) -> Json:
    """Publish a message of an announcement channel."""
    channel = call.channel(P.SEND_MESSAGES)
    if channel.type != ChannelType.ANNOUNCEMENT:
        raise ApiError(50024)
    message = call.message(channel)
    message.flags |= MessageFlag.CROSSPOSTED
    call.world.change_message(message, edited=False)
    return message.payload(call.bot.id)


def pins(call: Call) -> Json:
    """The pinned messages, last pinned first."""
    channel = call.channel(P.READ_MESSAGE_HISTORY)
    limit = call.number("limit", 50, 50) or 50
    before = call.query.get("before")
    pinned = [
        {"pinned_at": stamp(message.pinned_at), "message": message.payload(call.bot.id)}
        for message in sorted(channel.pins, key=lambda pin: (pin.pinned_at or pin.sent_at, pin.id), reverse=True)
        if message.pinned_at and (before is None or stamp(message.pinned_at) < before)
    ]
    return {"items": pinned[:limit], "has_more": len(pinned) > limit}


def old_pins(call: Call) -> list[Json]:
    """The pinned messages as the older route gave them."""
    return [item["message"] for item in pins(call)["items"]]


def pin(call: Call) -> None:
    """Pin a message; a channel has at most 250."""
    channel = call.channel(P.PIN_MESSAGES)
    message = call.message(channel)
    if len(channel.pins) >= MOST_PINS:
        raise ApiError(30003)
    if not message.pinned:
        call.world.pin(message, True)


def unpin(call: Call) -> None:
    """Unpin a message."""
    message = call.message(call.channel(P.PIN_MESSAGES))
    if message.pinned:
        call.world.pin(message, False)


def react(call: Call) -> None:
    """The bot's own reaction; more than one of a kind counts once."""
    message = call.message(call.channel(P.READ_MESSAGE_HISTORY))
    emoji = call.params["emoji"]
    if message.channel.archived:
        raise ApiError(50083)
    if not is_emoji(emoji):
        raise ApiError(10014)
    if emoji not in message.reactions and not call.world.may(call.bot, message.channel, P.ADD_REACTIONS):
        raise ApiError(50013)
    users = message.reactions.setdefault(emoji, [])
    if call.bot.id not in users:
        users.append(call.bot.id)
    call.world.tell("reactions", message.channel, message)


def unreact(call: Call) -> None:
    """Take away the bot's own reaction, or with MANAGE_MESSAGES another's."""
    message = call.message(call.channel())
    own = call.params.get("user_id", "@me") == "@me"
    user = call.bot.id if own else call.id("user_id")
    if not own and not call.world.may(call.bot, message.channel, P.MANAGE_MESSAGES):
        raise ApiError(50013)
    users = message.reactions.get(call.params["emoji"], [])
    if user in users:
        users.remove(user)
        if not users:
            del message.reactions[call.params["emoji"]]
        call.world.tell("reactions", message.channel, message)


def unreact_all(call: Call) -> None:
    """Take away all reactions of a message."""
    message = call.message(call.channel(P.MANAGE_MESSAGES))
    message.reactions.clear()
    call.world.tell("reactions", message.channel, message)


def typing(call: Call) -> None:
    """Say that the bot is typing."""
    channel = call.channel()
    data = {"channel_id": str(channel.id), "user_id": str(call.bot.id)}
    call.world.bus.tell(Event("typing", channel.guild, channel, data=data))


def open_dm(call: Call) -> Json:
    """The direct conversation with a user; whether they take messages shows only when one is sent."""
    user = call.world.users.get(as_whole(call.json.get("recipient_id")) or 0)
    if user is None:
        raise ApiError(10013)
    if user is call.bot:
        raise ApiError(50007)
    return call.world.open_dm(user).payload()


_CHANNEL = "/channels/{channel_id}"
_MESSAGE = "/channels/{channel_id}/messages/{message_id}"

ROUTES: list[Route] = [
    ("POST", f"{_CHANNEL}/messages", create),
    ("GET", f"{_CHANNEL}/messages", history),
    ("GET", f"{_CHANNEL}/messages/pins", pins),
    ("PUT", f"{_CHANNEL}/messages/pins/{{message_id}}", pin),
    ("DELETE", f"{_CHANNEL}/messages/pins/{{message_id}}", unpin),
    ("GET", f"{_CHANNEL}/pins", old_pins),
    ("PUT", f"{_CHANNEL}/pins/{{message_id}}", pin),
    ("DELETE", f"{_CHANNEL}/pins/{{message_id}}", unpin),
    ("POST", f"{_CHANNEL}/messages/bulk-delete", bulk_delete),
    ("GET", _MESSAGE, get),
    ("PATCH", _MESSAGE, edit),
    ("DELETE", _MESSAGE, delete),
    ("POST", f"{_MESSAGE}/crosspost", crosspost),
    ("PUT", f"{_MESSAGE}/reactions/{{emoji}}/@me", react),
    ("DELETE", f"{_MESSAGE}/reactions/{{emoji}}/@me", unreact),
    ("DELETE", f"{_MESSAGE}/reactions/{{emoji}}/{{user_id}}", unreact),
    ("DELETE", f"{_MESSAGE}/reactions", unreact_all),
    ("POST", f"{_CHANNEL}/typing", typing),
    ("POST", "/users/@me/channels", open_dm),
]
