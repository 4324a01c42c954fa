"""The gateway: sessions of the bot over WebSocket, what each is told, and resuming after a break."""

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox.gateway.dispatches import Dispatch, Intent, dispatches, guild_create
from sandbox.limits.form_body import as_whole
from sandbox.model.events import Event
from sandbox.model.payload import Json, decode, encode
from sandbox.model.people import Guild

if TYPE_CHECKING:
    from sandbox.server import Sandbox

log = logging.getLogger(__name__)

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11
UNKNOWN_OPCODE, NO_JSON, NOT_IDENTIFIED, BAD_TOKEN, TWICE, BAD_SEQUENCE = 4001, 4002, 4003, 4004, 4005, 4007
BAD_SHARD, BAD_INTENTS, FORBIDDEN_INTENTS = 4010, 4013, 4014

REMEMBERED = 5_000
"""Events that a session keeps for replay."""

TRAVEL = 0.02
"""Seconds that a heartbeat's answer takes: discord.py notes when it sent one only after the fact, and an answer that
is there before is measured from the heartbeat before, and complained of."""

MOST_SESSIONS = 8
"""Sessions without a connection that are kept for resuming; the oldest go."""


@dataclass(slots=True, eq=False)
class Session:
    """One session of the bot. It outlives its connection, and replays what was missed when resumed."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    connection: "Connection | None" = None
    held: Dispatch | None = None

    def push(self, name: str, data: Json) -> None:
        """Number an event and send it, or keep it for when the session is resumed."""
        self.sequence += 1
        text = encode({"op": DISPATCH, "t": name, "s": self.sequence, "d": data}).decode()
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)


class Connection:
    """One WebSocket. Writing is a task of its own, so that whoever tells an event never waits."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket = socket
        self._transport = transport
        self.session: Session | None = None
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._code = 1000
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        self._queue.put_nowait(text)

    def say(self, op: int, data: object) -> None:
        self.send(encode({"op": op, "d": data, "s": None, "t": None}).decode())

    def close(self, code: int) -> None:
        """Close it once everything said so far is out."""
        self._code = code
        self._queue.put_nowait(None)
        self.part()

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
            while (text := await self._queue.get()) is not None:
                await self.socket.send_str(text)
            await self.socket.close(code=self._code)

    async def end(self) -> None:
        self.part()
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer


class Gateway:
    """All sessions of the bot. Events of the world go to those that asked for them and may see them.

    `heartbeat_interval` is in milliseconds; with `answers_heartbeats` false none is acknowledged any more.
    """

    def __init__(self, sandbox: "Sandbox") -> None:
        self._sandbox = sandbox
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.heartbeat_interval = 41_250
        self.answers_heartbeats = True
        self.identified = 0
        self.resumed = 0
        self._changed = asyncio.Event()
        sandbox.world.bus.listen(self._hear)

    @property
    def online(self) -> bool:
        """Whether the bot is connected and has been told READY or RESUMED."""
        return any(session.connection for session in self.sessions.values())

    async def wait_online(self, within: float | None = None) -> None:
        """Wait until the bot is connected; TimeoutError when it is not within so many seconds."""
        async with asyncio.timeout(within or self._sandbox.patience):
            while not self.online:
                self._changed.clear()
                await self._changed.wait()

    # What a test may do to it

    def drop(self) -> None:
        """Cut every connection without a word."""
        for connection in tuple(self.connections):
            connection.cut()

    def close_all(self, code: int = 4000) -> None:
        """Close every connection with a code."""
        for connection in tuple(self.connections):
            connection.close(code)

    def reconnect(self) -> None:
        """Ask every connection to come again (op 7), to resume."""
        for connection in tuple(self.connections):
            connection.say(RECONNECT, None)
            connection.part()

    def invalidate(self, resumable: bool = False) -> None:
        """Tell every connection that its session is invalid (op 9); one not resumable is forgotten."""
        for connection in tuple(self.connections):
            connection.say(INVALID_SESSION, resumable)
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
            connection.part()

    async def close(self) -> None:
        """End every connection; the sandbox is going away."""
        for connection in tuple(self.connections):
            connection.close(WSCloseCode.GOING_AWAY)
        for connection in tuple(self.connections):
            await connection.socket.close()

    # Telling

    def dispatch(self, name: str, data: Json, guild: Guild | None, intent: int = 0) -> int:
        """Send an event to the sessions of the guild's shard that want it; how many there are.

        A session without a connection counts: it gets the event when it is resumed.
        """
        sessions = [
            session
            for session in self.sessions.values()
            if (not intent or session.intents & intent) and _is_for(session, guild)
        ]
        for session in sessions:
            self._deliver(session, Dispatch(name, data, intent))
        return len(sessions)

    def _deliver(self, session: Session, event: Dispatch) -> None:
        fault = self._sandbox.faults.befalling_event(event.name, event.data)
        connection = session.connection
        if fault == "lose":
            return
        if fault == "late":
            session.held = event
            return
        if connection is not None and fault in ("drop", "reconnect", "invalid"):
            if fault == "drop":
                connection.cut()
            elif fault == "reconnect":
                connection.say(RECONNECT, None)
                connection.part()
            else:
                connection.say(INVALID_SESSION, False)
                self.sessions.pop(session.id, None)
                connection.part()
                return
        session.push(event.name, event.data)
        if fault == "twice":
            session.push(event.name, event.data)
        if session.held is not None:
            held, session.held = session.held, None
            session.push(held.name, held.data)

    def _hear(self, event: Event) -> None:
        if not self.sessions:
            return
        for told in dispatches(self._sandbox.world, event):
            for session in tuple(self.sessions.values()):
                if session.intents & told.intent and _is_for(session, event.guild):
                    self._deliver(session, told.for_intents(session.intents))

    # Talking with the bot

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """One connection, from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=0, autoping=True, timeout=0.25, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self.connections.add(connection)
        connection.say(HELLO, {"heartbeat_interval": self.heartbeat_interval, "_trace": ["sandbox"]})
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    self._receive(connection, message.data)
        finally:
            self.connections.discard(connection)
            await connection.end()
            self._forget_old()
        return socket

    def _receive(self, connection: Connection, text: str) -> None:
        try:
            frame = decode(text)
        except ValueError:
            connection.close(NO_JSON)
            return
        if not isinstance(frame, dict):
            connection.close(NO_JSON)
            return
        data = frame.get("d")
        match frame.get("op"):
            case 1:
                if self.answers_heartbeats:
                    asyncio.get_running_loop().call_later(TRAVEL, connection.say, HEARTBEAT_ACK, None)
            case 2 if connection.session is not None:
                connection.close(TWICE)
            case 2:
                self._identify(connection, data if isinstance(data, dict) else {})
            case 6:
                self._resume(connection, data if isinstance(data, dict) else {})
            case 3 | 4:
                if connection.session is None:
                    connection.close(NOT_IDENTIFIED)
            case 8 if connection.session is not None and isinstance(data, dict):
                self._members(connection.session, data)
            case _:
                connection.close(UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Json) -> None:
        sandbox = self._sandbox
        intents = as_whole(data.get("intents"))
        given = data.get("shard") or [0, 1]
        if data.get("token") != sandbox.token:
            connection.close(BAD_TOKEN)
        elif intents is None or intents >> 26:
            connection.close(BAD_INTENTS)
        elif intents & Intent.PRIVILEGED & ~sandbox.privileged:
            connection.close(FORBIDDEN_INTENTS)
        elif len(given) != 2 or not 0 <= given[0] < given[1]:
            connection.close(BAD_SHARD)
        else:
            session = Session(secrets.token_hex(16), intents, (given[0], given[1]), connection=connection)
            connection.session = session
            self.sessions[session.id] = session
            self.identified += 1
            self._ready(session, data)

    def _ready(self, session: Session, data: Json) -> None:
        world = self._sandbox.world
        guilds = [guild for guild in world.guilds.values() if _is_for(session, guild)]
        ready: Json = {
            "v": 10,
            "user": world.bot.payload() | {"verified": True, "mfa_enabled": False, "flags": 0},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._sandbox.gateway_url,
            "session_type": "normal",
            "application": {"id": str(world.bot.id), "flags": self._sandbox.application_flags},
            "private_channels": [],
        }
        if "shard" in data:
            ready["shard"] = data["shard"]
        session.push("READY", ready)
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                session.push("GUILD_CREATE", guild_create(world, guild, session.intents))
        self._changed.set()

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        if data.get("token") != self._sandbox.token:
            connection.close(BAD_TOKEN)
            return
        if session is None:
            connection.say(INVALID_SESSION, False)
            return
        seen = as_whole(data.get("seq"))
        if seen is None or seen > session.sequence or (session.sent and seen < session.sent[0][0] - 1):
            connection.say(INVALID_SESSION, False)
            del self.sessions[session.id]
            return
        if session.connection is not None:
            session.connection.close(4000)
        connection.session = session
        for sequence, text in session.sent:
            if sequence > seen:
                connection.send(text)
        session.connection = connection
        self.resumed += 1
        session.push("RESUMED", {"_trace": ["sandbox"]})
        self._changed.set()

    def _members(self, session: Session, data: Json) -> None:
        """Answer a request for the members of a guild: by ids, by the beginning of a name, or all."""
        guild = self._sandbox.world.guilds.get(as_whole(data.get("guild_id")) or 0)
        if guild is None:
            return
        ids = data.get("user_ids")
        if ids is not None:
            wanted = {as_whole(one) for one in (ids if isinstance(ids, list) else [ids])}
            found = [member for member in guild.members.values() if member.id in wanted]
        else:
            query = str(data.get("query") or "").lower()
            found = [member for member in guild.members.values() if member.name.lower().startswith(query)]
            found = found[: data.get("limit") or None]
        chunk = {
            "guild_id": str(guild.id),
            "members": [member.payload() for member in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "nonce": data.get("nonce"),
        }
        session.push("GUILD_MEMBERS_CHUNK", chunk)

    def _forget_old(self) -> None:
        idle = [session for session in self.sessions.values() if session.connection is None]
        for session in idle[: max(0, len(idle) - MOST_SESSIONS)]:
            del self.sessions[session.id]


def _is_for(session: Session, guild: Guild | None) -> bool:
    """Whether a guild's events go to this session's shard; what is of no guild goes to the first."""
    shard, count = session.shard
    return ((guild.id >> 22) % count if guild is not None else 0) == shard
