"""Permission bits, and the sets of them that a new guild begins with."""

from enum import IntFlag


class Permission(IntFlag):
    """Discord's permission bits, by the names of its documentation."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    PIN_MESSAGES = 1 << 51


P = Permission

EVERYTHING = (1 << 53) - 1
"""The permissions of an owner or an administrator: every bit, also those that have no name here."""

EVERYBODY = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.SEND_MESSAGES_IN_THREADS
    | P.CREATE_PUBLIC_THREADS
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.ADD_REACTIONS
    | P.READ_MESSAGE_HISTORY
    | P.USE_APPLICATION_COMMANDS
    | P.CHANGE_NICKNAME
)
"""The permissions of @everyone in a new guild."""

BOT = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.CREATE_PUBLIC_THREADS
    | P.CREATE_PRIVATE_THREADS
    | P.SEND_MESSAGES_IN_THREADS
    | P.MANAGE_THREADS
    | P.PIN_MESSAGES
)
"""The permissions of the bot's role unless it is told otherwise: what Umpire's README asks for, so that whatever takes
more shows."""

LOST_WITHOUT_SENDING = P.MENTION_EVERYONE | P.SEND_TTS_MESSAGES | P.ATTACH_FILES | P.EMBED_LINKS
"""The permissions nobody has where they cannot send messages."""
