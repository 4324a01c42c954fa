"""The gateway: the bot's sessions over WebSocket, what each is told, and resuming after a break."""

import asyncio
import secrets

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox.gateway.dispatches import Dispatch, Intent, dispatches
from sandbox.gateway.opcodes import Close, Op
from sandbox.gateway.payloads import guild_create
from sandbox.gateway.sessions import Connection, Session
from sandbox.limits.check import as_whole
from sandbox.limits.faults import Faults
from sandbox.model.events import Event
from sandbox.model.guilds import Guild
from sandbox.model.payload import Json, decode
from sandbox.model.world import World

TRAVEL = 0.02
"""Seconds that a heartbeat's answer takes: discord.py notes when it sent one only after the fact, and an answer that
is there before is measured from the heartbeat before, and complained of."""

MOST_SESSIONS = 8
"""Sessions without a connection that are kept for resuming; the oldest go."""


MOST_GUILDS_A_SHARD = 2_500

SENDS, SENDS_WITHIN = 120, 60.0
"""Frames that a connection may send within so many seconds."""


class Gateway:
    """All sessions of the bot. Events of the world go to those that asked for them and may see them.

    `heartbeat_interval` is in milliseconds; with `answers_heartbeats` false none is acknowledged any more. With
    `refusal`, a code such as `Close.BAD_TOKEN`, whoever identifies or resumes is sent away with it.
    `most_guilds_a_shard` is how many guilds a session may have before Discord asks for more shards (4011).
    """

    def __init__(self, world: World, faults: Faults) -> None:
        self._world = world
        self._faults = faults
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.heartbeat_interval = 41_250
        self.answers_heartbeats = True
        self.refusal: int | None = None
        self.most_guilds_a_shard = MOST_GUILDS_A_SHARD
        self.identified = 0
        self.resumed = 0
        world.bus.listen(self._hear)

    @property
    def online(self) -> bool:
        """True while the bot is connected and has been told READY or RESUMED."""
        return any(session.connection for session in self.sessions.values())

    # Deeds of tests

    def drop(self) -> None:
        """Cut every connection without a word."""
        for connection in tuple(self.connections):
            connection.cut()

    def close_all(self, code: int = Close.UNKNOWN_ERROR) -> None:
        """Close every connection with a code."""
        for connection in tuple(self.connections):
            connection.close(code)

    def reconnect(self) -> None:
        """Ask every connection to come again (op 7), to resume."""
        for connection in tuple(self.connections):
            connection.say(Op.RECONNECT, None)
            connection.part()

    def invalidate(self, resumable: bool = False) -> None:
        """Tell every connection that its session is invalid (op 9); one not resumable is forgotten."""
        for connection in tuple(self.connections):
            connection.say(Op.INVALID_SESSION, resumable)
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
            connection.part()

    def dispatch(self, name: str, data: Json, guild: Guild | None) -> int:
        """Tell of an event of the test's own making; how many sessions hear it."""
        return self._tell(Dispatch(name, data, 0), guild)

    async def close(self) -> None:
        """End every connection; the sandbox is going away."""
        for connection in tuple(self.connections):
            connection.close(WSCloseCode.GOING_AWAY)
        for connection in tuple(self.connections):
            await connection.socket.close()

    # Telling

    def _deliver(self, session: Session, event: Dispatch) -> None:
        fault = self._faults.befalling_event(event.name, event.data)
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
                connection.say(Op.RECONNECT, None)
                connection.part()
            else:
                connection.say(Op.INVALID_SESSION, False)
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
        """Tell of a change of the world; of an interaction also note whether the bot hears of it."""
        gone = event.guild is not None and not self._world.at_home(event.guild) and event.kind != "guild.delete"
        if gone or not self.sessions:
            return
        for told in dispatches(self._world, event):
            count = self._tell(told, event.guild)
            if event.interaction is not None:
                event.interaction.delivered = count > 0

    def _tell(self, told: Dispatch, guild: Guild | None) -> int:
        """Tell the sessions of the guild's shard that want to hear it; how many there are.

        A session without a connection counts: it is told when it is resumed.
        """
        hearers = [session for session in self.sessions.values() if told.is_for(session.intents)]
        hearers = [session for session in hearers if session.is_for(guild)]
        for session in hearers:
            self._deliver(session, told.for_intents(session.intents))
        return len(hearers)

    # Talking with the bot

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """One connection, from Op.HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=0, autoping=True, timeout=0.25, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, self._world.latency)
        self.connections.add(connection)
        connection.say(Op.HELLO, {"heartbeat_interval": self.heartbeat_interval, "_trace": ["sandbox"]})
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
        if self._world.starts.second and connection.heard_too_much(SENDS, SENDS_WITHIN):
            connection.close(Close.TOO_MANY_SENT)
            return
        try:
            frame = decode(text)
        except ValueError:
            connection.close(Close.NO_JSON)
            return
        if not isinstance(frame, dict):
            connection.close(Close.NO_JSON)
            return
        data = frame.get("d")
        match frame.get("op"):
            case Op.HEARTBEAT:
                if self.answers_heartbeats:
                    asyncio.get_running_loop().call_later(TRAVEL, connection.say, Op.HEARTBEAT_ACK, None)
            case Op.IDENTIFY if connection.session is not None:
                connection.close(Close.IDENTIFIED_TWICE)
            case Op.IDENTIFY:
                self._identify(connection, data if isinstance(data, dict) else {})
            case Op.RESUME:
                self._resume(connection, data if isinstance(data, dict) else {})
            case Op.PRESENCE | Op.VOICE_STATE:
                if connection.session is None:
                    connection.close(Close.NOT_IDENTIFIED)
            case Op.REQUEST_MEMBERS if connection.session is not None and isinstance(data, dict):
                self._members(connection.session, data)
            case _:
                connection.close(Close.UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Json) -> None:
        application = self._world.application
        intents = as_whole(data.get("intents"))
        given = data.get("shard") or [0, 1]
        if self.refusal is not None:
            connection.close(self.refusal)
        elif data.get("token") != application.token:
            connection.close(Close.BAD_TOKEN)
        elif intents is None or intents >> 26:
            connection.close(Close.BAD_INTENTS)
        elif intents & Intent.PRIVILEGED & ~application.privileged:
            connection.close(Close.FORBIDDEN_INTENTS)
        elif len(given) != 2 or not 0 <= given[0] < given[1]:
            connection.close(Close.BAD_SHARD)
        elif not self._world.starts.allow():
            connection.say(Op.INVALID_SESSION, False)
        elif self._world.starts.left < 0:
            self._reset_token()
        else:
            self._begin(Session(secrets.token_hex(16), intents, (given[0], given[1]), connection=connection), data)

    def _reset_token(self) -> None:
        """A bot that started too many sessions in a day is thrown out with all it has, and needs a new token."""
        self._world.application.token = secrets.token_hex(16)
        self.sessions.clear()
        self.close_all(Close.BAD_TOKEN)

    def _begin(self, session: Session, data: Json) -> None:
        if sum(session.is_for(guild) for guild in self._world.homes()) > self.most_guilds_a_shard:
            if session.connection is not None:
                session.connection.close(Close.SHARDS_NEEDED)
            return
        if session.connection is not None:
            session.connection.session = session
        self.sessions[session.id] = session
        self.identified += 1
        self._ready(session, data)

    def _ready(self, session: Session, data: Json) -> None:
        world = self._world
        guilds = [guild for guild in world.homes() if session.is_for(guild)]
        ready: Json = {
            "v": 10,
            "user": world.bot.own_payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.addresses.gateway_url,
            "session_type": "normal",
            "application": {"id": str(world.bot.id), "flags": world.application.flags},
            "private_channels": [],
        }
        if "shard" in data:
            ready["shard"] = data["shard"]
        session.push("READY", ready)
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                session.push(
                    "GUILD_CREATE", guild_create(world, guild, everyone=bool(session.intents & Intent.GUILD_MEMBERS))
                )

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        if self.refusal is not None:
            connection.close(self.refusal)
            return
        if data.get("token") != self._world.application.token:
            connection.close(Close.BAD_TOKEN)
            return
        if session is None:
            connection.say(Op.INVALID_SESSION, False)
            return
        seen = as_whole(data.get("seq"))
        if seen is None or seen > session.sequence or (session.sent and seen < session.sent[0][0] - 1):
            connection.say(Op.INVALID_SESSION, False)
            del self.sessions[session.id]
            return
        if session.connection is not None:
            session.connection.close(Close.UNKNOWN_ERROR)
        connection.session = session
        for sequence, text in session.sent:
            if sequence > seen:
                connection.send(text)
        session.connection = connection
        self.resumed += 1
        session.push("RESUMED", {"_trace": ["sandbox"]})

    def _members(self, session: Session, data: Json) -> None:
        """Answer a request for the members of a guild: by ids, by the beginning of a name, or all."""
        guild = self._world.guilds.get(as_whole(data.get("guild_id")) or 0)
        if guild is None or not self._world.at_home(guild):
            return
        ids = data.get("user_ids")
        if ids is not None:
            wanted = {as_whole(identity) for identity in (ids if isinstance(ids, list) else [ids])}
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
