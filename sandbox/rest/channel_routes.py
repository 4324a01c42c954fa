"""REST: channels and their permission overwrites."""

from sandbox.limits.check import Check, as_whole
from sandbox.limits.errors import ApiError
from sandbox.model.guilds import Channel, Guild, Overwrite
from sandbox.model.kinds import ChannelType
from sandbox.model.payload import Json
from sandbox.model.permissions import EVERYTHING
from sandbox.model.permissions import Permission as P
from sandbox.rest.call import Call, Created, Route
from sandbox.rest.thread_routes import edit_thread

MOST_CHANNELS = 500
MOST_IN_CATEGORY = 50
MADE = (ChannelType.TEXT, ChannelType.CATEGORY, ChannelType.ANNOUNCEMENT)


def get(call: Call) -> Json:
    """A channel or thread."""
    return call.channel().payload(call.bot)


def listing(call: Call) -> list[Json]:
    """The channels of a guild, threads left out."""
    return [channel.payload() for channel in call.guild().channels.values() if not channel.is_thread]


def create(call: Call) -> Created:
    """A new channel of a guild. Refused: no permission, 500 channels already, a name or overwrites that do not do."""
    guild = call.guild()
    me = call.need(guild, P.MANAGE_CHANNELS)
    if sum(not channel.is_thread for channel in guild.channels.values()) >= MOST_CHANNELS:
        raise ApiError(30013)
    body = call.json
    check = Check()
    kind = body.get("type", ChannelType.TEXT)
    check.one_of(kind, ("type",), MADE)
    name = check.name(body.get("name"), ("name",), 100) or ""
    check.text(body.get("topic"), ("topic",), 0, 1024)
    parent = _category(guild, body.get("parent_id"), check)
    overwrites = _overwrites(guild, body.get("permission_overwrites"), check, me.permissions())
    check.done()
    if kind != ChannelType.CATEGORY:
        name = channel_name(name)
    channel = call.world.add_channel(guild, name, kind, body.get("topic"), parent, overwrites)
    channel.shape(body)
    return Created(channel.payload())


def channel_name(name: str) -> str:
    """A name as Discord keeps it for a text channel: lower case, spaces to hyphens."""
    return "-".join(name.lower().split())


def _category(guild: Guild, value: object, check: Check) -> Channel | None:
    if value is None:
        return None
    parent = guild.channels.get(as_whole(value) or 0)
    if parent is None or parent.type != ChannelType.CATEGORY:
        check.wrong(("parent_id",), "CHANNEL_PARENT_INVALID", "Category does not exist")
        return None
    if sum(channel.parent is parent for channel in guild.channels.values()) >= MOST_IN_CATEGORY:
        check.wrong(
            ("parent_id",), "CHANNEL_PARENT_MAX_CHANNELS", "Maximum number of channels in category reached (50)"
        )
    return parent


def _overwrites(guild: Guild, value: object, check: Check, held: int) -> list[Overwrite]:
    """The overwrites of a request. Who is no administrator sets only bits they have themselves (50013)."""
    found: list[Overwrite] = []
    for place, row in check.rows(value, ("permission_overwrites",)):
        here = ("permission_overwrites", place)
        identity = as_whole(row.get("id"))
        kind = 1 if row.get("type") in (1, "1", "member") else 0
        if identity is None or identity not in (guild.members if kind else guild.roles):
            check.wrong((*here, "id"), "UNKNOWN_OVERWRITE_TARGET", "Unknown role or member")
            continue
        allow = check.whole(row.get("allow"), (*here, "allow"), 0) or 0
        deny = check.whole(row.get("deny"), (*here, "deny"), 0) or 0
        if held != EVERYTHING and (allow | deny) & ~held:
            raise ApiError(50013)
        found.append(Overwrite(identity, kind, allow, deny))
    return found


def edit(call: Call) -> Json:
    """Change a channel or thread; direct conversations cannot be changed (50003)."""
    channel = call.channel()
    if channel.guild is None:
        raise ApiError(50003)
    if channel.is_thread:
        return edit_thread(call, channel)
    if not call.world.may(call.bot, channel, P.MANAGE_CHANNELS):
        raise ApiError(50013)
    body = call.json
    check = Check()
    name = check.name(body.get("name"), ("name",), 100, needed=False)
    check.text(body.get("topic"), ("topic",), 0, 1024)
    check.whole(body.get("rate_limit_per_user"), ("rate_limit_per_user",), 0, 21600)
    parent = _category(channel.guild, body.get("parent_id"), check)
    held = call.world.permissions(call.bot, channel)
    overwrites = _overwrites(channel.guild, body.get("permission_overwrites"), check, held)
    check.done()
    if name is not None:
        channel.name = name if channel.type == ChannelType.CATEGORY else channel_name(name)
    if "topic" in body:
        channel.topic = body["topic"]
    if "parent_id" in body:
        channel.parent = parent
    if body.get("permission_overwrites") is not None:
        channel.overwrites = {overwrite.id: overwrite for overwrite in overwrites}
    channel.shape(body)
    call.world.change_channel(channel)
    return channel.payload()


def delete(call: Call) -> Json:
    """Delete a channel or thread; a direct conversation is only left."""
    channel = call.channel()
    if channel.guild is None:
        return channel.payload()
    if not call.world.may(call.bot, channel, P.MANAGE_THREADS if channel.is_thread else P.MANAGE_CHANNELS):
        raise ApiError(50013)
    call.world.remove_channel(channel)
    return channel.payload()


def reorder(call: Call) -> None:
    """Move channels of a guild: their positions and categories."""
    guild = call.guild()
    call.need(guild, P.MANAGE_CHANNELS)
    for row in call.body or []:
        channel = guild.channels.get(as_whole(row.get("id")) or 0)
        if channel is None:
            raise ApiError(10003)
        if row.get("position") is not None:
            channel.position = row["position"]
        if "parent_id" in row:
            check = Check()
            channel.parent = _category(guild, row["parent_id"], check)
            check.done()
        call.world.change_channel(channel)


def put_overwrite(call: Call) -> None:
    """Set what a role or member may in a channel. Nobody gives or takes what they have not (50013)."""
    channel = call.channel(P.MANAGE_ROLES)
    if channel.guild is None or channel.is_thread:
        raise ApiError(50024)
    check = Check()
    row = call.json | {"id": call.params["overwrite_id"]}
    held = call.world.permissions(call.bot, channel)
    overwrites = _overwrites(channel.guild, [row], check, held)
    check.done()
    channel.overwrites |= {overwrite.id: overwrite for overwrite in overwrites}
    call.world.change_channel(channel)


def delete_overwrite(call: Call) -> None:
    """Take an overwrite away (10009 where there is none)."""
    channel = call.channel(P.MANAGE_ROLES)
    if channel.overwrites.pop(call.id("overwrite_id"), None) is None:
        raise ApiError(10009)
    call.world.change_channel(channel)


ROUTES: list[Route] = [
    ("GET", "/channels/{channel_id}", get),
    ("PATCH", "/channels/{channel_id}", edit),
    ("DELETE", "/channels/{channel_id}", delete),
    ("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", put_overwrite),
    ("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}", delete_overwrite),
    ("GET", "/guilds/{guild_id}/channels", listing),
    ("POST", "/guilds/{guild_id}/channels", create),
    ("PATCH", "/guilds/{guild_id}/channels", reorder),
]
