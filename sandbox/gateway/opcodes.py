"""Numbers that the gateway and the bot speak in: opcodes of frames, codes of closing."""

from enum import IntEnum


class Op(IntEnum):
    """The kind of a frame."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """The reason why a connection is closed."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    NO_JSON = 4002
    NOT_IDENTIFIED = 4003
    BAD_TOKEN = 4004
    IDENTIFIED_TWICE = 4005
    TOO_MANY_SENT = 4008
    BAD_SHARD = 4010
    SHARDS_NEEDED = 4011
    BAD_INTENTS = 4013
    FORBIDDEN_INTENTS = 4014
