"""Posts that tests wait for."""

import asyncio
from collections.abc import Callable

from sandbox.model.events import Event
from sandbox.model.guilds import Channel, Message
from sandbox.model.world import World


async def first_post(
    world: World,
    channel: Channel,
    predicate: Callable[[Message], bool] | None,
    after: Message | int | None,
    within: float,
) -> Message:
    """The first message in a channel that fits, waiting for it if need be; ephemeral ones never count.

    `after` leaves out what was there up to a message. AssertionError when none comes within so many seconds.
    """
    since = after.id if isinstance(after, Message) else after or 0

    def fits(message: Message) -> bool:
        return not message.ephemeral and message.id > since and (predicate is None or predicate(message))

    for place in channel.between(since, None):
        if fits(message := channel.messages[channel.order[place]]):
            return message
    found: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    def hear(event: Event) -> None:
        said = event.message if event.kind in ("message.create", "message.update") else None
        if said is not None and said.channel is channel and not found.done() and fits(said):
            found.set_result(said)

    stop = world.bus.listen(hear)
    try:
        async with asyncio.timeout(within):
            return await found
    except TimeoutError:
        last = [message.words for message in world.seen_messages(world.bot, channel, 5)]
        raise AssertionError(f"nothing that fits was posted in #{channel.name}; last there: {last}") from None
    finally:
        stop()
