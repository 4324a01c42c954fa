"""Views of a member: all they see at once, and then every change as it happens."""

import asyncio
from collections.abc import Callable

from sandbox.model.clock import stamp
from sandbox.model.events import Event
from sandbox.model.guilds import Channel, Member
from sandbox.model.payload import Json
from sandbox.model.world import World

SHOWN = 200
"""Messages of a channel that a view holds: the newest so many."""

AFRESH = frozenset(
    {"role.create", "role.update", "role.delete", "member.add", "member.update", "member.remove", "channel.update"}
)
"""Changes that may open or close whole channels, after which the view is sent again."""


def view(world: World, member: Member) -> Json:
    """All that a member sees of the guild: see `Client.view`."""
    channels = [*world.seen_channels(member), *([world.dms[member.id]] if member.id in world.dms else [])]
    guild = member.guild
    return {
        "guild": {"id": str(guild.id), "name": guild.name, "owner_id": str(guild.owner_id)},
        "me": member.payload(),
        "roles": [role.payload() for role in guild.roles.values()],
        "members": [other.payload() for other in guild.members.values()],
        "channels": [channel_payload(world, member, channel) for channel in channels],
        "messages": {
            str(channel.id): [
                message.payload(member.id) for message in world.seen_messages(member.user, channel, SHOWN)
            ]
            for channel in channels
        },
        "now": stamp(world.clock.now()),
    }


def channel_payload(world: World, member: Member, channel: Channel) -> Json:
    """A channel as a member's client is told it: with what the member may there; a direct one bears the bot's name."""
    payload = channel.payload(member.user) | {"permissions": str(world.permissions(member.user, channel))}
    if channel.guild is None:
        payload["name"] = world.bot.display_name
    return payload


class Subscription:
    """The events a member may hear, from the moment this was made. Iterate over it; close it when done."""

    def __init__(self, world: World, member: Member) -> None:
        self._world = world
        self._member = member
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._stop: Callable[[], None] | None = world.bus.listen(self._hear)

    def __aiter__(self) -> "Subscription":
        return self

    async def __anext__(self) -> Json:
        event = await self._queue.get()
        if event is None:
            raise StopAsyncIteration
        return event

    async def __aenter__(self) -> "Subscription":
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening; an iteration that waits comes to its end."""
        if self._stop is not None:
            self._stop()
            self._stop = None
            self._queue.put_nowait(None)

    def _put(self, kind: str, data: Json) -> None:
        self._queue.put_nowait({"type": kind, "data": data})

    def _hear(self, event: Event) -> None:
        me, world = self._member, self._world
        if event.kind == "end":
            self.close()
            return
        if event.only is not None and event.only != me.id:
            return
        if event.guild is not None and event.guild is not me.guild:
            return
        if event.kind in AFRESH:
            if event.member is me and event.kind == "member.remove":
                self.close()
            else:
                self._put("view", view(world, me))
        elif event.kind == "message.delete" and event.message is not None and event.channel is not None:
            if world.sees(me.user, event.channel):
                self._put(event.kind, {"id": str(event.message.id), "channel_id": str(event.channel.id)})
        elif event.kind == "thread.members" and event.channel is not None and event.data is not None:
            self._membership(event.channel, event.data)
        elif event.kind in ("channel.delete", "thread.delete") and event.channel is not None:
            self._put(event.kind, {"id": str(event.channel.id)})
        elif event.channel is not None and not world.sees(me.user, event.channel):
            return
        elif event.kind in ("message.create", "message.update", "reactions") and event.message is not None:
            kind = "message.update" if event.kind == "reactions" else event.kind
            self._put(kind, event.message.payload(me.id))
        elif event.kind in ("channel.create", "thread.create", "thread.update") and event.channel is not None:
            self._put(event.kind, channel_payload(world, me, event.channel))
        elif event.kind in ("typing", "interaction.failed", "modal.open", "commands.changed", "clock"):
            self._put(event.kind, event.data or {})

    def _membership(self, thread: Channel, data: Json) -> None:
        """A private thread appears, with what was said in it, when the member is added, and goes when removed."""
        world, me = self._world, self._member
        if me.id in data["added"]:
            self._put("thread.create", channel_payload(world, me, thread))
            for message in world.seen_messages(me.user, thread, SHOWN):
                self._put("message.create", message.payload(me.id))
        elif world.sees(me.user, thread):
            self._put("thread.update", channel_payload(world, me, thread))
        elif me.id in data["removed"]:
            self._put("thread.delete", {"id": str(thread.id)})
