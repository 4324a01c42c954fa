"""REST: threads, from messages and without, public and private, their changes, and who is in them."""

from datetime import UTC, datetime

from sandbox.limits.addresses import check_moment
from sandbox.limits.check import Check
from sandbox.limits.errors import ApiError
from sandbox.model.guilds import Channel, Guild
from sandbox.model.kinds import THREADS, ChannelType
from sandbox.model.payload import Json
from sandbox.model.permissions import Permission as P
from sandbox.rest.call import Call, Created, Route

DURATIONS = (60, 1440, 4320, 10080)
"""Minutes without a word after which a thread may be archived."""

MOST_MEMBERS = 1_000


def _name_and_minutes(body: Json) -> tuple[str, int]:
    check = Check()
    name = check.name(body.get("name"), ("name",), 100)
    minutes = body.get("auto_archive_duration") or 1440
    check.one_of(minutes, ("auto_archive_duration",), DURATIONS)
    check.whole(body.get("rate_limit_per_user"), ("rate_limit_per_user",), 0, 21600)
    check.done()
    return str(name), minutes


def _room_for_one_more(call: Call, guild: Guild | None) -> None:
    if guild is None:
        raise ApiError(50024)
    if sum(not thread.archived for thread in guild.threads()) >= call.world.most_active_threads:
        raise ApiError(160006)


def from_message(call: Call) -> Created:
    """A public thread of a message; a second one is refused (160004)."""
    channel = call.channel(P.CREATE_PUBLIC_THREADS)
    _room_for_one_more(call, channel.guild)
    if channel.type not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT):
        raise ApiError(50024)
    message = call.message(channel)
    if message.thread is not None:
        raise ApiError(160004)
    name, minutes = _name_and_minutes(call.json)
    announced = channel.type == ChannelType.ANNOUNCEMENT
    kind = ChannelType.ANNOUNCEMENT_THREAD if announced else ChannelType.PUBLIC_THREAD
    thread = call.world.add_thread(channel, name, call.bot, kind, minutes, start=message)
    thread.slowmode = call.json.get("rate_limit_per_user") or 0
    return Created(thread.payload(call.bot))


def without_message(call: Call) -> Created:
    """A thread of its own, public or private."""
    channel = call.channel()
    _room_for_one_more(call, channel.guild)
    body = call.json
    kind = body.get("type", ChannelType.PRIVATE_THREAD)
    check = Check()
    check.one_of(kind, ("type",), sorted(int(thread) for thread in THREADS))
    check.done()
    home = ChannelType.ANNOUNCEMENT if kind == ChannelType.ANNOUNCEMENT_THREAD else ChannelType.TEXT
    if channel.type != home:
        raise ApiError(50024)
    private = kind == ChannelType.PRIVATE_THREAD
    if not call.world.may(call.bot, channel, P.CREATE_PRIVATE_THREADS if private else P.CREATE_PUBLIC_THREADS):
        raise ApiError(50013)
    name, minutes = _name_and_minutes(body)
    thread = call.world.add_thread(channel, name, call.bot, kind, minutes)
    thread.slowmode = body.get("rate_limit_per_user") or 0
    thread.invitable = body.get("invitable", True) is not False
    return Created(thread.payload(call.bot))


def edit_thread(call: Call, thread: Channel) -> Json:
    """Name, archive or lock a thread. An archived one can only be opened again, by whoever may speak in it.

    Anything else takes MANAGE_THREADS, or to have made it; locking, and opening what is locked, MANAGE_THREADS.
    """
    body = call.json
    check = Check()
    name = check.name(body.get("name"), ("name",), 100, needed=False)
    if body.get("auto_archive_duration") is not None:
        check.one_of(body["auto_archive_duration"], ("auto_archive_duration",), DURATIONS)
    check.whole(body.get("rate_limit_per_user"), ("rate_limit_per_user",), 0, 21600)
    check.done()
    opens = body.get("archived") is False
    _may_edit(call, thread, body, opens)
    if thread.archived and not opens and set(body) - {"archived", "locked"}:
        raise ApiError(50083)
    if thread.archived and opens:
        _room_for_one_more(call, thread.guild)
    if name is not None:
        thread.name = name
    if "locked" in body:
        thread.locked = bool(body["locked"])
    if "invitable" in body and thread.private:
        thread.invitable = bool(body["invitable"])
    thread.archive_minutes = body.get("auto_archive_duration") or thread.archive_minutes
    thread.shape(body)
    if "archived" in body and bool(body["archived"]) != thread.archived:
        call.world.archive(thread, bool(body["archived"]))
    else:
        call.world.change_channel(thread)
    return thread.payload(call.bot)


def _may_edit(call: Call, thread: Channel, body: Json, opens: bool) -> None:
    held = call.world.permissions(call.bot, thread)
    if held & P.MANAGE_THREADS:
        return
    if "locked" in body or (thread.locked and "archived" in body):
        raise ApiError(50013)
    only_opens = opens and set(body) == {"archived"} and held & P.SEND_MESSAGES_IN_THREADS
    if thread.owner_id != call.bot.id and not only_opens:
        raise ApiError(50013)


def join(call: Call) -> None:
    """The bot joins a thread."""
    thread = call.thread()
    _open(thread)
    call.world.join_thread(thread, call.bot)


def leave(call: Call) -> None:
    """The bot leaves a thread."""
    thread = call.thread()
    _open(thread)
    call.world.leave_thread(thread, call.bot)


def add(call: Call) -> None:
    """Add a member of the guild who sees the channel; a private thread takes being in it, or MANAGE_THREADS."""
    thread = call.thread()
    _open(thread)
    user = call.user()
    guild = thread.guild
    if guild is None or user.id not in guild.members:
        raise ApiError(10007)
    held = call.world.permissions(call.bot, thread)
    if not held & P.SEND_MESSAGES_IN_THREADS or (thread.private and not _may_invite(call, thread, held)):
        raise ApiError(50013)
    parent = thread.parent
    if parent is not None and not call.world.sees(user, parent):
        raise ApiError(50001)
    if user.id not in thread.joined and len(thread.joined) >= MOST_MEMBERS:
        raise ApiError(30033)
    call.world.join_thread(thread, user)


def _may_invite(call: Call, thread: Channel, held: int) -> bool:
    return bool(held & P.MANAGE_THREADS) or (call.bot.id in thread.joined and thread.invitable)


def remove(call: Call) -> None:
    """Remove somebody: with MANAGE_THREADS, or from a private thread of its own."""
    thread = call.thread()
    _open(thread)
    user = call.user()
    own = thread.private and thread.owner_id == call.bot.id
    if not own and not call.world.may(call.bot, thread, P.MANAGE_THREADS):
        raise ApiError(50013)
    call.world.leave_thread(thread, user)


def _open(thread: Channel) -> None:
    if thread.archived:
        raise ApiError(50083)


def members(call: Call) -> list[Json]:
    """The memberships of a thread."""
    thread = call.thread()
    return [thread.thread_member(user) for user in thread.joined]


def member(call: Call) -> Json:
    """A user's membership of a thread."""
    thread = call.thread()
    user = call.bot.id if call.params.get("user_id") in (None, "@me") else call.id("user_id")
    if user not in thread.joined:
        raise ApiError(10007)
    return thread.thread_member(user)


def active(call: Call) -> Json:
    """The open threads of a guild that the bot sees."""
    guild = call.guild()
    threads = [thread for thread in guild.threads() if not thread.archived and call.world.sees(call.bot, thread)]
    return _list(call, threads)


def _archived(call: Call, private: bool) -> Json:
    channel = call.channel(P.READ_MESSAGE_HISTORY)
    limit = call.number("limit", 50, 100) or 50
    before = _before(call.query.get("before"))
    if channel.guild is None:
        raise ApiError(50024)
    archived = {
        thread: thread.archived_at
        for thread in channel.guild.threads()
        if thread.parent is channel and thread.archived and thread.private is private and thread.archived_at
    }
    threads = [thread for thread, moment in archived.items() if before is None or moment < before]
    threads.sort(key=archived.__getitem__, reverse=True)
    return _list(call, threads[:limit]) | {"has_more": len(threads) > limit}


def _before(written: str | None) -> datetime | None:
    """A moment of the query; one without a time zone is of UTC."""
    check = Check()
    check_moment(written, check, ("before",))
    check.done()
    moment = None if written is None else datetime.fromisoformat(written)
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def archived_public(call: Call) -> Json:
    """The archived public threads of a channel, last archived first."""
    return _archived(call, private=False)


def archived_private(call: Call) -> Json:
    """The archived private threads of a channel; takes MANAGE_THREADS."""
    call.channel(P.MANAGE_THREADS)
    return _archived(call, private=True)


def archived_joined(call: Call) -> Json:
    """The archived private threads that the bot is in, newest first; `before` is an id here."""
    channel, limit, before = call.channel(P.READ_MESSAGE_HISTORY), call.number("limit", 50, 100), call.number("before")
    if channel.guild is None:
        raise ApiError(50024)
    mine = [
        thread
        for thread in channel.guild.threads()
        if thread.parent is channel and thread.archived and thread.private and call.bot.id in thread.joined
    ]
    threads = sorted((thread for thread in mine if before is None or thread.id < before), key=lambda thread: -thread.id)
    return _list(call, threads[:limit]) | {"has_more": len(threads) > (limit or 50)}


def _list(call: Call, threads: list[Channel]) -> Json:
    mine = [thread.thread_member(call.bot.id) for thread in threads if call.bot.id in thread.joined]
    return {"threads": [thread.payload(call.bot) for thread in threads], "members": mine}


_CHANNEL = "/channels/{channel_id}"

ROUTES: list[Route] = [
    ("POST", f"{_CHANNEL}/messages/{{message_id}}/threads", from_message),
    ("POST", f"{_CHANNEL}/threads", without_message),
    ("GET", f"{_CHANNEL}/threads/archived/public", archived_public),
    ("GET", f"{_CHANNEL}/threads/archived/private", archived_private),
    ("GET", f"{_CHANNEL}/users/@me/threads/archived/private", archived_joined),
    ("GET", f"{_CHANNEL}/thread-members", members),
    ("PUT", f"{_CHANNEL}/thread-members/@me", join),
    ("DELETE", f"{_CHANNEL}/thread-members/@me", leave),
    ("GET", f"{_CHANNEL}/thread-members/{{user_id}}", member),
    ("PUT", f"{_CHANNEL}/thread-members/{{user_id}}", add),
    ("DELETE", f"{_CHANNEL}/thread-members/{{user_id}}", remove),
    ("GET", "/guilds/{guild_id}/threads/active", active),
]
