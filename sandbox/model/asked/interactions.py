"""Interactions: what a user did to the bot, its token, and how far the bot has answered."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from sandbox.model.clock import Clock
from sandbox.model.guilds import Channel, Guild, Message
from sandbox.model.payload import Json
from sandbox.model.people import User

TOKEN_LIFE = 900.0
"""Seconds that a token may be used for, by the sandbox's clock."""

MOST_REMEMBERED = 10_000
"""Dead tokens, and forms nobody sent in, that are remembered; the oldest are forgotten."""

NO_ANSWER = "The application did not respond."


class InteractionType(IntEnum):
    """Things that a user can do to a bot."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """Ways in which a bot can acknowledge an interaction."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, eq=False)
class Modal:
    """A form that the bot opened for one user."""

    id: int
    interaction: "Interaction"
    title: str
    custom_id: str
    components: list[Json]

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.interaction.channel.id),
            "title": self.title,
            "custom_id": self.custom_id,
            "components": self.components,
        }


@dataclass(slots=True, eq=False)
class Interaction:
    """Something that a user did to the bot, and how far the bot has answered.

    `source` is the message whose component was used; `command` the path that was run; `focused` the type of the
    option that is being completed; `delivered` whether a session of the bot is told of it; `touched` whether the
    original answer was written to after the first answer.
    """

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    data: Json
    expires: float
    source: Message | None = None
    command: str | None = None
    acknowledged: Callback | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[Json] | None = None
    failure: str | None = None
    focused: int | None = None
    delivered: bool = False
    submitted: Modal | None = None
    touched: bool = False
    deadline: asyncio.TimerHandle | None = None
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)

    @property
    def settled(self) -> bool:
        """True once the bot has acknowledged it, or will not any more."""
        return self.acknowledged is not None or self.failure is not None

    @property
    def answered(self) -> bool:
        """True once there is more than a promise: a message that no longer says "thinking", a form, or a failure."""
        if self.failure is not None:
            return True
        if self.acknowledged is None or (self.original is not None and self.original.loading):
            return False
        return self.acknowledged != Callback.DEFERRED_UPDATE or bool(self.followups) or self.touched

    def metadata(self) -> Json:
        """The interaction as a message tells of it that answers it."""
        told: Json = {
            "id": str(self.id),
            "type": int(self.type),
            "user": self.user.payload(),
            "authorizing_integration_owners": installed(self.channel.guild),
        }
        if self.type == InteractionType.COMMAND:
            told["name"] = self.command
        elif self.submitted is not None:
            told["triggering_interaction_metadata"] = self.submitted.interaction.metadata()
        elif self.source is not None:
            told["interacted_message_id"] = str(self.source.id)
        return told

    def touch(self) -> None:
        """Wake whoever waits for this interaction to go on."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, done: Callable[[], bool], seconds: float) -> bool:
        """Wait until `done()`; False when that has not come true after so many seconds."""
        end = asyncio.get_running_loop().time() + seconds
        while not done():
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                return False
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await asyncio.wait([future], timeout=left)
        return True


def installed(guild: Guild | None) -> Json:
    """To whom the application belongs where it is used: to the guild, or to nobody in a direct conversation."""
    return {"0": str(guild.id) if guild else "0"}


class Interactions:
    """The interactions whose tokens still live, and the forms that are open.

    `acknowledge_within` is how many seconds (real ones) the bot has for its first answer.
    """

    def __init__(self, clock: Clock, acknowledge_within: float) -> None:
        self._clock = clock
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()
        self._dead: OrderedDict[str, None] = OrderedDict()
        self.acknowledge_within = acknowledge_within
        self.modals: dict[int, Modal] = {}

    def open(self, kind: InteractionType, user: User, channel: Channel, data: Json) -> Interaction:
        """A new interaction with a token of its own."""
        self._bury()
        token = f"sandbox-{secrets.token_urlsafe(24)}"
        expires = self._clock.seconds() + TOKEN_LIFE
        interaction = Interaction(self._clock.snowflake(), token, kind, user, channel, data, expires)
        self._by_token[token] = interaction
        return interaction

    def get(self, token: str) -> Interaction | None:
        """The interaction of a living token."""
        self._bury()
        return self._by_token.get(token)

    def living(self) -> list[Interaction]:
        """All whose tokens still live."""
        self._bury()
        return list(self._by_token.values())

    def show(self, modal: Modal) -> None:
        """Keep a form open until it is sent in. It outlives the token it was opened with."""
        self.modals[modal.id] = modal
        if len(self.modals) > MOST_REMEMBERED:
            del self.modals[next(iter(self.modals))]

    def died(self, token: str) -> bool:
        """True for a token that was good once and has expired."""
        return token in self._dead

    def _bury(self) -> None:
        now = self._clock.seconds()
        while self._by_token and next(iter(self._by_token.values())).expires <= now:
            token, _ = self._by_token.popitem(last=False)
            self._dead[token] = None
            if len(self._dead) > MOST_REMEMBERED:
                self._dead.popitem(last=False)
