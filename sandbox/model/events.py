"""Events: all that happens, told to whoever listens, be it the gateway, a page or a test that waits."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sandbox.model.asked.interactions import Interaction
from sandbox.model.guilds import Channel, Guild, Member, Message
from sandbox.model.payload import Json

Kind = Literal[
    "message.create",
    "message.update",
    "message.delete",
    "reactions",
    "pins",
    "channel.create",
    "channel.update",
    "channel.delete",
    "thread.create",
    "thread.update",
    "thread.delete",
    "thread.members",
    "role.create",
    "role.update",
    "role.delete",
    "member.add",
    "member.update",
    "member.remove",
    "guild.create",
    "guild.update",
    "guild.delete",
    "typing",
    "interaction.create",
    "interaction.failed",
    "modal.open",
    "commands.changed",
    "commands.permissions",
    "clock",
    "end",
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `only` names the one user who may hear of it; `data` holds what no field has."""

    kind: Kind
    guild: Guild | None = None
    channel: Channel | None = None
    message: Message | None = None
    member: Member | None = None
    interaction: Interaction | None = None
    only: int | None = None
    data: Json | None = None


Listener = Callable[[Event], None]


class Bus:
    """Tells every listener of every event, at once and in order."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have `listener` called with every event from now on; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)
