"""Sessions of the bot, and the connections they come and go on."""

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.gateway.dispatches import Dispatch
from sandbox.gateway.opcodes import Op
from sandbox.model.guilds import Guild
from sandbox.model.payload import Json, encode

REMEMBERED = 5_000
"""Events that a session keeps for replay."""


@dataclass(slots=True, eq=False)
class Session:
    """A session of the bot. It outlives its connection, and replays what was missed when resumed."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: "Connection | None" = None
    held: Dispatch | None = None

    def is_for(self, guild: Guild | None) -> bool:
        """True for a guild whose events go to this session's shard; those of no guild go to the first."""
        shard, count = self.shard
        return ((guild.id >> 22) % count if guild is not None else 0) == shard

    def push(self, name: str, data: Json) -> None:
        """Number an event and send it, or keep it for when the session is resumed."""
        self.sequence += 1
        text = encode({"op": Op.DISPATCH, "t": name, "s": self.sequence, "d": data}).decode()
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)


class Connection:
    """A WebSocket. Writing is a task of its own, so that whoever tells an event never waits.

    What is said arrives `latency` seconds later.
    """

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, latency: float) -> None:
        self.socket = socket
        self._transport = transport
        self._latency = latency
        self.session: Session | None = None
        self._heard: deque[float] = deque()
        self._queue: asyncio.Queue[tuple[float, str | None]] = asyncio.Queue()
        self._code = 1000
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        self._put(text)

    def say(self, op: int, data: object) -> None:
        self.send(encode({"op": op, "d": data, "s": None, "t": None}).decode())

    def close(self, code: int) -> None:
        """Close it once everything said so far is out."""
        self._code = code
        self._put(None)
        self.part()

    def _put(self, text: str | None) -> None:
        self._queue.put_nowait((asyncio.get_running_loop().time() + self._latency, text))

    def heard_too_much(self, most: int, within: float) -> bool:
        """Count a frame of the bot; True where it is one more than `most` within so many seconds."""
        now = asyncio.get_running_loop().time()
        self._heard.append(now)
        while self._heard[0] <= now - within:
            self._heard.popleft()
        return len(self._heard) > most

    def part(self) -> None:
        """Take the session off this connection."""
        if self.session is not None and self.session.connection is self:
            self.session.connection = None

    def cut(self) -> None:
        """Break it without a word, as a network does."""
        self.part()
        self._writer.cancel()
        if self._transport is not None:
            self._transport.abort()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                due, text = await self._queue.get()
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                if text is None:
                    break
                await self.socket.send_str(text)
            await self.socket.close(code=self._code)

    async def end(self) -> None:
        self.part()
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
