"""Exit codes of the command line: what a service manager can act on."""

from enum import IntEnum


class Exit(IntEnum):
    """Reasons why `umpire` ended."""

    OK = 0
    BUG = 1
    USAGE = 2
    CONFIG = 3
    TOKEN = 4
    LOCKED = 5
    NEWER = 6
    DISK_FULL = 7
    PACK = 8
    UNREACHABLE = 9
    DAMAGED = 10
    SHARDS = 11
    INTENTS = 12
    FORBIDDEN = 13
